/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_HOLDINGS_H
#define PK_ANALYSIS_HOLDINGS_H

#include "analysis/explain/path.h"

/**
 * Who held a packet, one after the other: what the tables of stages say of its calls and events, and nothing else. The
 * packet's end is settled without it (outcome.c), so each can be tested by the other.
 *
 * A row moves the packet from one of its holders to another ("pkttrace help path"). Where rows between two holders are not
 * told in the trace, the packet may skip theirs. A move that no number of rows makes is another packet's if it is a
 * call, and marked if it is an event of the packet: the address had another use by then, or a row is missing.
 */
struct pk_holding {
	enum pk_holder holder;
	const struct pk_stage *by; /* the row that says so */
	uint64_t since; /* ring ns */
	int cpu; /* -1, and CONTEXT says nothing: the event was outside of the packet's calls */
	enum pk_context context;
	bool no_way; /* no rows lead from the holder before to this one */
	bool original; /* tx: of the queued original, which stays while its clone goes on */
};

#define PK_UNTOLD_MAX 6

struct pk_holdings {
	struct pk_holding *list; /* owned; in order of time, the original's last */
	uint32_t nr, room;
	uint32_t
		nr_others; /* calls among its own that no rows lead to: they did it to another packet */
	/* What may have taken it from the last holder, and is not told in this trace: a row for each holder that it may have
	 * gone to. Only where the packet's end is unknown, and HELD. */
	const struct pk_stage *untold[PK_UNTOLD_MAX];
	unsigned nr_untold;
	bool lost_since; /* events were lost since: what was told may be among those */
	bool asked; /* the end is unknown, and the last holder still has it as far as is told */
};

/** Which rows events tell of, into SET's TOLD: once, before the first packet. Not known: none. */
void pk_told_read(struct pk_ctx *ctx, struct pk_packet_set *set);
/** PATH: PACKET's, of SET. PK_NOMEM. */
enum pk_status pk_holdings_of(struct pk_ctx *ctx, const struct pk_packet_set *set,
			      const struct pk_packet *packet, const struct pk_path *path,
			      struct pk_holdings *ret_holdings);
void pk_holdings_deinit(struct pk_holdings *holdings);
/** The last of HOLDINGS, of the packet's own skb; NULL: none is told. */
const struct pk_holding *pk_holdings_last(const struct pk_holdings *holdings);

#endif
