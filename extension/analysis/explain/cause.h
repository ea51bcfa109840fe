/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CAUSE_H
#define PK_ANALYSIS_CAUSE_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/events/engine.h"
#include "analysis/lives/queued_packets.h"
#include "core/context.h"
#include "model/counters.h"
#include "model/drop_counter.h"
#include "model/packet.h"

/** Explain why packets were sent again or dropped (pk_packet.causes). The last pass: all ends are
 *  settled. */
void pk_find_causes(struct pk_engine *engine);

/** Explain in a sentence in BUF why PACKET (outcome PK_OUT_DROPPED) was dropped: by the kernel's
 *  drop reason, else by the function that freed it, else by other evidence. Returns what that rests
 *  on: "reason", "place" or "evidence"; "unknown": the sentence says what is missing. */
const char *pk_drop_cause(struct pk_ctx *ctx, const struct pk_packet *packet, char *buf,
			  size_t size);

/** Rules that were read. Start from {0}. */
struct pk_nf_rules {
	struct pk_hash chains; /* address -> struct pk_nft_drops */
	struct pk_hash nets; /* address -> struct net_rules */
};

void pk_nf_rules_deinit(struct pk_nf_rules *rules);

/** The hook that FUNC passes a packet of *RET_FAMILY (4, 6) through, as a word (static) and a number; NULL: it passes none. */
const char *pk_nf_hook_of(const char *func, uint8_t *ret_family, uint8_t *ret_hook);
/** The namespace (struct net) whose hooks PACKET passed; 0: not known. */
uint64_t pk_nf_net_of(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
		      const struct pk_packet *packet);
/** nft's base chain at CHAIN, kept in RULES; NULL: out of memory. */
const struct pk_nft_drops *pk_nf_chain_of(struct pk_ctx *ctx, struct pk_nf_rules *rules,
					  uint64_t net, uint64_t chain);

/** Which hook of netfilter dropped PACKET, and by which rule, as far as the trace and the rules in the dump prove it;
 *  PACKET's pool's. NULL: none did, or nothing is known of it. */
const struct pk_nf_verdict *pk_nf_verdict_of(struct pk_engine *engine, struct pk_nf_rules *rules,
					     struct pk_packet *packet);
/** Say it behind TEXT, of SIZE bytes. */
void pk_nf_verdict_say(const struct pk_nf_verdict *verdict, char *text, size_t size);

/** A counter of something lost, refused or sent again, and its meaning in words. */
struct pk_counter_meaning {
	enum pk_mib group;
	const char *name;
	const char *meaning;
	bool drops; /* what it counts are packets that were thrown away */
};

/** The meaning of counter NAME in GROUP if it is not 0; NULL: it counts no loss. Static. */
const struct pk_counter_meaning *pk_counter_meaning_of(enum pk_mib group, const char *name);

/**
 * Read every counter of dropped packets that is not 0: of the CPUs' input queues, devices, qdiscs,
 * protocols (SNMP), connection tracking, IPsec states, queues to user space, and sockets. Several of
 * them may count one packet. What cannot be read is in UNKNOWN; what this kernel lacks is left out.
 */
void pk_drop_counters_read(struct pk_ctx *ctx, struct pk_drop_counters *ret_counters);
void pk_drop_counters_deinit(struct pk_drop_counters *counters);

#endif
