// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Where the entries of the connection tracker are. A namespace counts those that are allocated (templates are not counted);
 * each of them is in the table, in a list of those that are not confirmed or were removed, or only referred to: by packets,
 * or by entries that were expected by it.
 */
#include <string.h>

#include "core/hash.h"
#include "core/reader.h"
#include "decode/list.h"
#include "decode/net/netfilter/netfilter.h"

#define MAX_ENTRIES (1u << 22)
#define INFO_MASK 7 /* NFCT_INFOMASK */

struct count {
	struct pk_ctx *ctx;
	struct pk_hash nets; /* struct net -> its struct pk_conntrack_census, borrowed */
	struct pk_address_set seen;
	uint64_t tuples, node_size;
	size_t where; /* offset of the figure that counts them */
	bool skip_dying;
	enum pk_status status; /* the first failure */
};

static void fails(struct count *count, enum pk_status status)
{
	if (count->status == PK_OK)
		count->status = status;
}

/* The masters of a chain of expected ones come along. */
static void add(struct count *count, uint64_t entry, size_t where)
{
	while (entry && pk_address_set_add(&count->seen, entry, MAX_ENTRIES)) {
		struct pk_reader r = {.ctx = count->ctx};
		uint64_t status = pk_member(&r, entry, PK_R_ct_status);
		uint64_t net = pk_member(&r, entry, PK_R_ct_net);
		uint64_t master = pk_member(&r, entry, PK_R_ct_master);
		struct pk_conntrack_census *census = pk_hash_get(&count->nets, net);

		fails(count, r.status);
		if (!pk_ok(&r))
			return;
		if (census && !(status >> PK_CT_TEMPLATE & 1))
			++*(uint64_t *)((char *)census + where);
		entry = master;
		where = offsetof(struct pk_conntrack_census, masters);
	}
	if (count->seen.nr == MAX_ENTRIES)
		fails(count, PK_LIMIT);
}

static bool add_node(const struct pk_conntrack_node *node, void *arg)
{
	struct count *count = arg;
	uint64_t entry = node->addr - node->dir * count->node_size - count->tuples, status = 0;

	if (count->skip_dying)
		fails(count, pk_member_uint(count->ctx, entry, PK_R_ct_status, &status));
	if (!(status >> PK_CT_DYING & 1))
		add(count, entry, count->where);
	return true;
}

static void add_skb(struct count *count, uint64_t skb)
{
	uint64_t nfct;
	enum pk_status status = pk_member_uint(count->ctx, skb, PK_R_skb_nfct, &nfct);

	if (status == PK_OK)
		add(count, nfct & ~(uint64_t)INFO_MASK,
		    offsetof(struct pk_conntrack_census, by_skbs));
	else if (status != PK_ABSENT)
		fails(count, status);
}

/* Up to 5.18 an entry that is removed stays on a CPU's list until its last reference is put. The list itself keeps only those that
 * user space could not be told of, which nobody asks for without this callback (nf_ct_delete()). */
static bool keeps_dying(struct count *count, uint64_t net)
{
	uint64_t callback = 1;

	if (pk_has(count->ctx, PK_R_net_ct_pcpu_lists) && pk_has(count->ctx, PK_R_net_ct_event_cb))
		fails(count, pk_member_uint(count->ctx, net, PK_R_net_ct_event_cb, &callback));
	return callback;
}

/* SKBS are looked at before what is on a list and is kept by nothing else. */
static void add_listed(struct count *count, struct pk_conntrack_census *census, size_t nr_nets,
		       const uint64_t *skbs, size_t nr)
{
	count->where = offsetof(struct pk_conntrack_census, in_lists);
	for (size_t i = 0; i < nr_nets; i++) {
		count->skip_dying = !keeps_dying(count, census[i].net);
		fails(count, pk_conntracks_listed_walk(count->ctx, census[i].net, add_node, count));
	}
	for (size_t i = 0; i < nr; i++)
		add_skb(count, skbs[i]);
	count->where = offsetof(struct pk_conntrack_census, idle);
	count->skip_dying = false;
	for (size_t i = 0; i < nr_nets; i++)
		if (!keeps_dying(count, census[i].net))
			fails(count, pk_conntracks_listed_walk(count->ctx, census[i].net, add_node,
							       count));
}

enum pk_status pk_conntracks_count(struct pk_ctx *ctx, const uint64_t *skbs, size_t nr,
				   struct pk_conntrack_census *census, size_t nr_nets)
{
	struct count count = {.ctx = ctx, .where = offsetof(struct pk_conntrack_census, in_table)};
	struct pk_reader r = {.ctx = ctx};
	bool added = true;

	count.tuples = pk_offset(&r, PK_R_ct_tuples);
	count.node_size = pk_value(&r, PK_R_ct_tuple_size);
	for (size_t i = 0; i < nr_nets && added; i++)
		added = pk_hash_put(&count.nets, census[i].net, &census[i]);
	if (!added)
		r.status = pk_fail(ctx, PK_NOMEM, "conntrack: out of memory");
	if (pk_try(&r, pk_conntracks_walk(ctx, add_node, &count)))
		add_listed(&count, census, nr_nets, skbs, nr);
	pk_hash_deinit(&count.nets, NULL);
	pk_address_set_deinit(&count.seen);
	return pk_ok(&r) ? count.status : r.status;
}
