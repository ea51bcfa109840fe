/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PROBE_USE_H
#define PK_ANALYSIS_PROBE_USE_H

#include "analysis/lives/packets.h"
#include "model/probe.h"

#define PK_PROBE_TIMES 65536

/** A probed function on the paths of the last packets. */
struct pk_probed_function {
	struct pk_symbol symbol;
	uint32_t packets; /* number of paths that it is on */
	uint64_t calls; /* recorded on those */
	/** ns in probe machinery (such as kprobe_ftrace_handler, with its callees) inside these
	 *  calls, as far as the function graph recorded it: all probes on the function together,
	 *  without interrupts. ftrace callbacks are never traced, so their time is missing. */
	uint64_t handler_ns, handler_max_ns;
	uint64_t handler_calls; /* calls with such time; 0: no times are known */
	/* ns, of the first PK_PROBE_TIMES calls: a single stall does not move it */
	uint64_t handler_median_ns;
	const struct pk_probe **probes; /* owned array */
	uint64_t *events; /* owned: events of each probe in the trace; UINT64_MAX: it makes none */
	uint32_t nr_probes, room_probes;
};

struct pk_probe_use {
	struct pk_probed_function *functions; /* owned; those with most handler time first */
	uint32_t nr;
	uint32_t packets; /* examined */
	/* ns of all their paths by the function graph; HANDLER_NS 0: machinery was not traced */
	uint64_t total_ns, handler_ns;
};

/** Probes on the functions that the newest N packets of SET went through, except those on all functions, and
 *  the tracer that recorded the paths. */
enum pk_status pk_probe_use_read(struct pk_ctx *ctx, const struct pk_packet_set *set, uint32_t n,
				 const struct pk_probe_list *probes, struct pk_probe_use *ret_use);
void pk_probe_use_deinit(struct pk_probe_use *use);

#endif
