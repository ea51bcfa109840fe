// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lives/packet_conntrack.h"

#include "decode/net/netfilter/conntrack.h"
#include "model/packet_pool.h"

void pk_packet_conntrack_read(struct pk_ctx *ctx, const struct pk_skb *skb,
			      struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;
	struct pk_tracked tracked, *kept;
	enum pk_status status;

	if (packet->tracked || !skb->nfct)
		return;
	status = pk_conntrack_of_skb(ctx, skb->nfct, &tracked);
	if (status == PK_OK && header->tuple_known &&
	    header->tuple.family != tracked.entry.original.family)
		status = pk_fail(ctx, PK_CORRUPT, "nf_conn %llx is of another family",
				 (unsigned long long)tracked.entry.addr);
	if (status == PK_CORRUPT || status == PK_UNREADABLE)
		pk_warn(ctx, "skb %llx: connection tracking: %s", (unsigned long long)skb->addr,
			pk_error(ctx));
	kept = status == PK_OK ? pk_packet_pool_alloc(packet->pool, sizeof(*kept)) : NULL;
	if (!kept)
		return;
	*kept = tracked;
	packet->tracked = kept;
}
