// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/skb_list.h"

#include "decode/address_set.h"

#define MAX_SKBS (1u << 20)

void pk_skb_list_walk(struct pk_ctx *ctx, const char *what, uint64_t node, uint64_t end,
		      pk_skb_list_fn fn, void *arg)
{
	struct pk_address_set seen = {0};
	uint64_t link;

	if (pk_row_offset(ctx, PK_R_skb_next, &link) != PK_OK)
		return;
	while (node && node != end) {
		if (!pk_address_set_add(&seen, node, MAX_SKBS)) {
			pk_warn(ctx, "%s comes back to %llx after %zu skbs", what,
				(unsigned long long)node, seen.nr);
			break;
		}
		if (!fn(node - link, arg))
			break;
		if (pk_read_ptr(ctx, node, &node) != PK_OK) {
			pk_warn(ctx, "%s breaks off after %zu skbs: %s", what, seen.nr, ctx->error);
			break;
		}
	}
	pk_address_set_deinit(&seen);
}

void pk_skb_head_walk(struct pk_ctx *ctx, const char *what, uint64_t head, pk_skb_list_fn fn,
		      void *arg)
{
	uint64_t node;

	if (pk_read_ptr(ctx, head, &node) != PK_OK)
		pk_warn(ctx, "%s: %s", what, ctx->error);
	else
		pk_skb_list_walk(ctx, what, node, head, fn, arg);
}
