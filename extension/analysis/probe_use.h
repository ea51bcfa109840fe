/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PROBE_USE_H
#define PK_ANALYSIS_PROBE_USE_H

#include "analysis/packets.h"
#include "model/probe.h"

#define PK_PROBE_TIMES 65536

/** A function of the last packets' paths that something is attached to. */
struct pk_probed_function {
	struct pk_symbol symbol;
	uint32_t packets; /* whose paths it is in */
	uint64_t calls; /* recorded, of those */
	/** ns that probe machinery (kprobe_ftrace_handler and kin, whatever it called) took inside these calls, as
	 *  far as the function graph recorded it; of all probes on the function together, without interrupts that
	 *  landed there. What a callback of ftrace's takes is not in it: nobody traces those. */
	uint64_t handler_ns, handler_max_ns;
	uint64_t handler_calls; /* in which such time was recorded; 0: the times are not known */
	uint64_t
		handler_median_ns; /* of the first PK_PROBE_TIMES of them: one stall does not move it */
	const struct pk_probe **probes; /* owned array */
	uint64_t *
		events; /* owned: of each probe, the events in the trace; UINT64_MAX: it makes none */
	uint32_t nr_probes, room_probes;
};

struct pk_probe_use {
	struct pk_probed_function *functions; /* owned; those with most handler time first */
	uint32_t nr;
	uint32_t packets; /* that were looked at */
	/* ns, of their paths together, by the function graph; no HANDLER_NS at all: machinery was not traced */
	uint64_t total_ns, handler_ns;
};

/** What sits on the functions that the packets of SET went through. Probes on all functions, and the tracer
 *  that recorded the paths, are left out. */
enum pk_status pk_probe_use_read(struct pk_ctx *ctx, const struct pk_packet_set *set,
				 const struct pk_probe_list *probes, struct pk_probe_use *ret_use);
void pk_probe_use_deinit(struct pk_probe_use *use);

#endif
