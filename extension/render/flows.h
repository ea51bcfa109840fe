/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_FLOWS_H
#define PK_RENDER_FLOWS_H

#include "model/sock.h"
#include "render/out.h"

/** What the trace says of a connection. */
struct pk_flow_counts {
	bool known; /* else nothing below is */
	uint64_t packets, drops, retransmits;
};

/** Counts of the packets that SOCK sent and received. */
typedef void (*pk_flow_count_fn)(const struct pk_sock *sock, struct pk_flow_counts *ret_counts,
				 void *arg);

struct pk_flow_style {
	bool verbose; /* every queued skb on a line of its own */
	pk_flow_count_fn count; /* NULL: nothing is known from the trace */
	void *arg;
};

/** The heading of the list (text only). */
void pk_render_flow_heading(struct pk_out *out);
/** One connection, with its queues as they stand in memory. */
void pk_render_flow(struct pk_out *out, struct pk_ctx *ctx, const struct pk_flow_style *style,
		    const struct pk_sock *sock);

#endif
