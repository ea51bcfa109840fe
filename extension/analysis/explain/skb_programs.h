/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SKB_PROGRAMS_H
#define PK_ANALYSIS_SKB_PROGRAMS_H

#include "analysis/explain/skb_places.h"

/** A program of BPF on an skb's way, or a chain of nft in its namespace that changes packets: as they were at the end, when others may
 *  have been there as the packet passed. */
struct pk_skb_program {
	bool nft;
	char what[64]; /* "BPF 18, tc egress veth0", "ip nat postrouting"; may contain any bytes */
	enum pk_status status; /* not PK_OK: what it changes is not known completely */
	char changes[96]; /* "skb_pull_data", "addresses"; "": nothing */
};

typedef void (*pk_skb_program_fn)(const struct pk_skb_program *program, void *arg);
/** Visit those of SKB: what its device runs on what it sends, what the last device that it came through runs on what it receives, what
 *  its socket's cgroup runs. Of what cannot be read nothing is told. */
void pk_skb_programs_walk(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			  const struct pk_placed_skb *skb, pk_skb_program_fn fn, void *arg);

#endif
