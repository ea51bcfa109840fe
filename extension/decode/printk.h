/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PRINTK_H
#define PK_DECODE_PRINTK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/kit.h"
#include "core/reader.h"
#include "model/log_line.h"

struct pk_log_line_iter {
	struct pk_log *log; /* owned; NULL: there is none */
};

struct pk_log_line_iter pk_log_line_begin(struct pk_reader *r);
bool pk_log_line_next(struct pk_log_line_iter *iter, struct pk_log_line *ret_line);
void pk_log_line_end(struct pk_log_line_iter *iter);

/** A loop over the kernel log, oldest first: the ring of 5.10 and later, or the older byte records. A damaged record costs
 *  a warning and itself (ring) or everything after it (byte records). R fails if there is no log. */
#define pk_log_for_each(line, r) PK_LOOP(pk_log_line, line, pk_log_line_begin(r))

/** Read the level and the caller of LINE, if this kernel keeps them. Only inside the loop. */
enum pk_status pk_log_origin(struct pk_ctx *ctx, struct pk_log_line *line);

/** A line of the log, kept. */
struct pk_log_said {
	bool known;
	bool has_caller, by_cpu; /* as of struct pk_log_line */
	uint32_t caller;
	uint64_t ts_nsec;
	char text[256]; /* its first line */
};

/** What killed the machine, from the log. */
struct pk_panic {
	bool found; /* if false and LOG is not PK_OK, nothing is known */
	enum pk_status log; /* whether the log could be read */
	uint64_t ts_nsec; /* printk time of the first line of it that is no report (local_clock) */
	/* the same on the ring buffers' "local" clock (pk_local_clock_offset()) */
	uint64_t ring_ns;
	/* "Kernel panic - not syncing: sysrq triggered crash", "BUG: kernel NULL pointer
	 * dereference, ..." */
	char reason[256];
	bool of_oops; /* REASON is an exception's, or BUG()'s */
	/* symbol text of an oops's instruction pointer ("RIP: 0010:..."), or "" */
	char ip_text[128];
	/* the first line of the accident, where that is a report (a warning, KASAN, a hung task) or was printed before
	 * BUG(): by panic()'s own words or by the caller it is the same accident */
	struct pk_log_said said;
	/* the newest earlier accident: no cause */
	struct pk_log_said earlier;
};
/** Whether pk_panic_find() uses LINE: the beginning of an accident, or where it happened. */
bool pk_log_tells_accident(const struct pk_log_line *line);
enum pk_status pk_panic_find(struct pk_ctx *ctx, struct pk_panic *ret_panic);

#endif
