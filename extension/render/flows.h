/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_FLOWS_H
#define PK_RENDER_FLOWS_H

#include "analysis/sock_owners.h"
#include "analysis/sock_queues.h"
#include "model/sock_info.h"
#include "model/sock_reasons.h"
#include "model/sock_waiter.h"
#include "render/out.h"
#include "render/table.h"

/** What the trace says of a connection. */
struct pk_flow_counts {
	bool known; /* else nothing below is */
	uint64_t packets, drops, retransmits;
};

struct pk_flow {
	struct pk_sock sock;
	struct pk_flow_counts counts;
	struct pk_sock_queues queues;
	struct pk_sock_waiters waiters;
	bool owners_known; /* else the next is not */
	const struct pk_sock_owner *owners; /* borrowed */
	bool several; /* sockets of other protocols than the first: each says which it is of */
	const struct pk_sock_info *info; /* borrowed; NULL: not asked for, or none of its kind */
	struct pk_sock_reasons reasons; /* with INFO */
	bool verbose; /* every queued skb on a line of its own */
};

/** A list of connections that is being printed. */
struct pk_flow_list {
	struct pk_column columns[PK_TABLE_COLUMNS];
	struct pk_table table; /* of COLUMNS: LIST does not move */
};

/** SEVERAL: as in struct pk_flow. COUNTED: with columns for what the trace says. */
void pk_flow_list_begin(struct pk_flow_list *list, struct pk_out *out, bool several, bool counted);
/** Makes room for what is to be a row, before the heading (text only). */
void pk_flow_list_measure(struct pk_flow_list *list, const struct pk_sock *sock);
void pk_render_flow_heading(struct pk_flow_list *list);
/** One connection, with its queues as they stand in memory. */
void pk_render_flow(struct pk_flow_list *list, const struct pk_flow *flow);

#endif
