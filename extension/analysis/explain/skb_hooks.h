/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SKB_HOOKS_H
#define PK_ANALYSIS_SKB_HOOKS_H

#include "analysis/explain/path.h"
#include "analysis/explain/skb_places.h"
#include "model/probe.h"

/** A function on an skb's way that is not the kernel's alone. */
struct pk_skb_hook {
	struct pk_symbol func;
	const struct pk_probe *probe; /* NULL: only the function itself is a module's */
	bool called; /* PROBE called FUNC, which ran; otherwise PROBE is on FUNC at the end */
	bool on_stack; /* of the CPU that handles it; otherwise from the trace */
};

/** What is known of one skb's way. Memory does not tell the hooks of a queued skb that no trace
 *  has. */
struct pk_skb_hooks {
	char packet_id[48]; /* its packet in the trace; "": none is known */
	bool incomplete; /* the path in the trace could not be read completely */
	int cpu; /* CPU of the unwound stack; -1: none handles it, or its stack cannot be unwound */
	/* owned; each function once: those of the trace first, in the order of entry */
	struct pk_skb_hook *list;
	uint32_t nr, room;
};

/** Sources for the hooks of several skbs, so that the trace is read once for all. */
struct pk_skb_ways {
	struct pk_ctx *ctx;
	const struct pk_queued_packets *memory; /* borrowed */
	const struct pk_probe_list *probes; /* borrowed; NULL: they could not be listed */
	struct pk_packet_set set; /* with MAKER */
	struct pk_hash newest; /* skb -> its newest packet of SET, borrowed */
	struct pk_path_maker *maker; /* owned; NULL: no trace */
};

/** Prepare for the NR skbs at SKBS, which are sorted here. What cannot be read is left out with a
 *  warning; WAYS is valid in any case. */
void pk_skb_ways_open(struct pk_ctx *ctx, const struct pk_queued_packets *memory, uint64_t *skbs,
		      size_t nr, struct pk_skb_ways *ret_ways);
void pk_skb_ways_close(struct pk_skb_ways *ways);

/** SKB must be one that WAYS was opened for. Probes and symbol names are borrowed. What cannot be
 *  read is left out with a warning. */
void pk_skb_hooks_read(const struct pk_skb_ways *ways, const struct pk_placed_skb *skb,
		       struct pk_skb_hooks *ret_hooks);
void pk_skb_hooks_deinit(struct pk_skb_hooks *hooks);

#endif
