/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_FLOWS_H
#define PK_RENDER_FLOWS_H

#include "analysis/sock_owners.h"
#include "analysis/sock_queues.h"
#include "model/sock_info.h"
#include "model/sock_reasons.h"
#include "render/out.h"

/** What the trace says of a connection. */
struct pk_flow_counts {
	bool known; /* else nothing below is */
	uint64_t packets, drops, retransmits;
};

struct pk_flow {
	struct pk_sock sock;
	struct pk_flow_counts counts;
	struct pk_sock_queues queues;
	bool owners_known; /* else the next is not */
	const struct pk_sock_owner *owners; /* borrowed */
	bool several; /* sockets of other protocols than the first: each says which it is of */
	const struct pk_sock_info *info; /* borrowed; NULL: not asked for, or none of its kind */
	struct pk_sock_reasons reasons; /* with INFO */
	bool verbose; /* every queued skb on a line of its own */
};

/** The heading of the list (text only). */
void pk_render_flow_heading(struct pk_out *out, bool several);
/** One connection, with its queues as they stand in memory. */
void pk_render_flow(struct pk_out *out, const struct pk_flow *flow);

#endif
