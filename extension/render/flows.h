/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_FLOWS_H
#define PK_RENDER_FLOWS_H

#include "analysis/explain/sock_owners.h"
#include "analysis/explain/sock_queues.h"
#include "model/conntrack.h"
#include "model/sock_info.h"
#include "model/sock_reasons.h"
#include "model/sock_waiter.h"
#include "render/out.h"
#include "render/table.h"

/** What the trace says of a connection. */
struct pk_flow_counts {
	bool known; /* otherwise nothing below is valid */
	uint64_t packets, drops, retransmits;
};

struct pk_flow {
	struct pk_sock sock;
	struct pk_flow_counts counts;
	struct pk_sock_queues queues;
	struct pk_sock_waiters waiters;
	struct pk_conntracks conntracks;
	bool owners_known; /* OWNERS is valid */
	const struct pk_sock_owner *owners; /* borrowed */
	bool several; /* several protocols are shown: each socket names its own */
	const struct pk_sock_info *info; /* borrowed; NULL: not wanted, or none for this kind */
	bool judged; /* with INFO: REASONS are those why its data waits; nothing is known of its protocol otherwise */
	struct pk_sock_reasons reasons; /* valid with INFO */
	bool verbose; /* one line for every queued skb */
};

/** A list of connections being printed. */
struct pk_flow_list {
	struct pk_column columns[PK_TABLE_COLUMNS];
	struct pk_table table; /* of COLUMNS: LIST does not move */
};

/** SEVERAL: as in struct pk_flow. COUNTED: with columns for the trace's counts. */
void pk_flow_list_begin(struct pk_flow_list *list, struct pk_out *out, bool several, bool counted);
/** Measure a future row, before the heading is printed (text only). */
void pk_flow_list_measure(struct pk_flow_list *list, const struct pk_sock *sock);
void pk_render_flow_heading(struct pk_flow_list *list);
/** One connection, with its queues as memory holds them. */
void pk_render_flow(struct pk_flow_list *list, const struct pk_flow *flow);

#endif
