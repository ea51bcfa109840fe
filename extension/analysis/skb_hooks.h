/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SKB_HOOKS_H
#define PK_ANALYSIS_SKB_HOOKS_H

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

/** PROBES, and the symbols' names, are borrowed. What cannot be read is left out, with a warning. */
void pk_skb_hooks_read(struct pk_ctx *ctx, const struct pk_placed_skb *skb,
		       const struct pk_memory *memory, const struct pk_probe_list *probes,
		       struct pk_skb_hooks *ret_hooks);
void pk_skb_hooks_deinit(struct pk_skb_hooks *hooks);

#endif
