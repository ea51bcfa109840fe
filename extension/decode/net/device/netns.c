// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/device/netns.h"

#include "decode/figure.h"
#include "decode/list.h"

#define INT 4

struct walk {
	struct pk_ctx *ctx;
	uint64_t link;
	pk_netns_fn fn;
	void *arg;
};

static bool visit(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	uint64_t net = node - walk->link, inum;

	if (!pk_has(walk->ctx, PK_R_net_inum) ||
	    pk_member_uint(walk->ctx, net, PK_R_net_inum, &inum) != PK_OK)
		inum = 0;
	return walk->fn(net, (uint32_t)inum, walk->arg);
}

enum pk_status pk_netns_walk(struct pk_ctx *ctx, pk_netns_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	uint64_t head;
	enum pk_status status = pk_row_value(ctx, PK_R_net_namespace_list, &head);

	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_net_list, &walk.link);
	return status == PK_OK ? pk_list_walk(ctx, head, visit, &walk) : status;
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
