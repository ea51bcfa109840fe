/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PRINTK_H
#define PK_DECODE_PRINTK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"

struct pk_log_line {
	uint64_t ts_nsec; /* local_clock() */
	uint32_t len;
	bool from_user; /* written to /dev/kmsg by a program */
	const char *text; /* not NUL-terminated; borrowed until fn returns */
	uint64_t addr; /* of it in the dump */
};
typedef bool (*pk_log_fn)(const struct pk_log_line *line, void *arg);
/** The kernel log, oldest first: the ring of 5.10 and later, or the byte records before it. A damaged
 *  record costs itself (ring) or what is behind it (byte records), and a warning. */
enum pk_status pk_log_walk(struct pk_ctx *ctx, pk_log_fn fn, void *arg);

/** What killed the machine, from the log. */
struct pk_panic {
	bool found; /* false says nothing if LOG is not PK_OK */
	enum pk_status log; /* whether the log could be read */
	uint64_t ts_nsec; /* printk time of the first line of the final burst (local_clock) */
	uint64_t
		ring_ns; /* the same instant on ring buffers' "local" clock (pk_local_clock_offset) */
	char reason
		[256]; /* "Kernel panic - not syncing: sysrq triggered crash", "BUG: kernel NULL pointer dereference, ..." */
	char ip_text[128]; /* "RIP: 0010:..." symbol text if an oops printed one, else "" */
};
/** LINE is one of those that pk_panic_find() goes by: how an accident begins, and where it happened. */
bool pk_log_tells_accident(const struct pk_log_line *line);
enum pk_status pk_panic_find(struct pk_ctx *ctx, struct pk_panic *ret_panic);

#endif
