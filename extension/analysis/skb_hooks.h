/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SKB_HOOKS_H
#define PK_ANALYSIS_SKB_HOOKS_H

#include "analysis/path.h"
#include "analysis/skb_places.h"
#include "model/probe.h"

/** A function that an skb went through and that is not the kernel's alone. */
struct pk_skb_hook {
	struct pk_symbol func;
	const struct pk_probe *probe; /* NULL: the function is a module's, that is all */
	bool called; /* FUNC is what PROBE calls: it ran. Else PROBE sits on FUNC at the end */
	bool on_stack; /* of the CPU that handles it; else by the trace */
};

/** What is known of one skb's way. Hooks of a queued skb that no trace knows are not: memory does not say. */
struct pk_skb_hooks {
	char packet_id[48]; /* the packet of the trace that it is; "": none is known to be */
	bool incomplete; /* the trace's path of it could not be read as a whole */
	int cpu; /* whose unwound stack was asked; -1: none handles it, or its stack cannot be unwound */
	struct pk_skb_hook *
		list; /* owned; a function once, by the trace first, in the order in which they were entered */
	uint32_t nr, room;
};

/** What the hooks of several skbs are told by: one reading of the trace for all of them. */
struct pk_skb_ways {
	struct pk_ctx *ctx;
	const struct pk_memory *memory; /* borrowed */
	const struct pk_probe_list *probes; /* borrowed; NULL: could not be listed */
	struct pk_packet_set set; /* with MAKER */
	struct pk_hash newest; /* skb -> its newest packet of SET, borrowed */
	struct pk_path_maker *maker; /* owned; NULL: no trace */
};

/** Of the NR skbs at SKBS, which is sorted. What cannot be read is left out, with a warning; WAYS is valid in any case. */
void pk_skb_ways_open(struct pk_ctx *ctx, const struct pk_memory *memory, uint64_t *skbs, size_t nr,
		      struct pk_skb_ways *ret_ways);
void pk_skb_ways_close(struct pk_skb_ways *ways);

/** SKB is one of those that WAYS was opened for. Probes, and the symbols' names, are borrowed. What cannot be read is left
 *  out, with a warning. */
void pk_skb_hooks_read(const struct pk_skb_ways *ways, const struct pk_placed_skb *skb,
		       struct pk_skb_hooks *ret_hooks);
void pk_skb_hooks_deinit(struct pk_skb_hooks *hooks);

#endif
