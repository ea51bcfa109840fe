// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/netns.h"

#include "decode/list.h"

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
