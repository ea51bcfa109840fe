// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/device/net_device.h"

#include "decode/figure.h"

#define INT 4

struct pk_netns_iter pk_netns_begin(struct pk_reader *r)
{
	uint64_t head = pk_value(r, PK_R_net_namespace_list), link = pk_offset(r, PK_R_net_list);

	return (struct pk_netns_iter){.list = pk_list_begin(r, head, true), .link = link};
}

bool pk_netns_next(struct pk_netns_iter *iter, struct pk_netns *ret_net)
{
	struct pk_ctx *ctx = iter->list.r->ctx;
	uint64_t node = pk_list_next(&iter->list), inum;

	if (!node)
		return false;
	ret_net->addr = node - iter->link;
	if (!pk_has(ctx, PK_R_net_inum) ||
	    pk_member_uint(ctx, ret_net->addr, PK_R_net_inum, &inum) != PK_OK)
		inum = 0;
	ret_net->inum = (uint32_t)inum;
	return true;
}

void pk_netns_end(struct pk_netns_iter *iter)
{
	pk_list_end(&iter->list);
}

struct pk_figure pk_netns_own(struct pk_ctx *ctx, uint64_t net, enum pk_row_id id)
{
	const uint32_t word = ctx->target->facts.word_size;
	struct pk_figure index = pk_figure_symbol(ctx, id, INT), gen, len;

	if (index.status != PK_OK)
		return index;
	gen = pk_figure_member(ctx, net, PK_R_net_gen);
	if (gen.status != PK_OK)
		return gen;
	len = pk_figure_member(ctx, gen.value, PK_R_net_generic_len);
	if (len.status != PK_OK || index.value >= len.value)
		return pk_figure_none(len.status == PK_OK ? PK_CORRUPT : len.status);
	return pk_figure_at(ctx, gen.value + index.value * word, word);
}
