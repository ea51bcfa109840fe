// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * net.xfrm.policy_all	all policies of a namespace, sockets' own among them (xfrm_policy.walk.all). Whoever lists them right now
 *			has an entry of his own there, and a deleted one stays until nobody does: both count as dead.
 * polq.hold_queue	what xdst_queue_output() has put aside, where net.core.xfrm_larval_drop is 0
 */
#include "decode/net/ipsec/xfrm.h"

#include "decode/net/device/net_device.h"
#include "decode/net/skb/skb.h"
#include "model/figure.h"

struct walk {
	struct pk_xfrm_policy policy;
	pk_xfrm_queued_fn fn;
	void *arg;
	bool stopped;
};

static bool visit_skb(uint64_t skb, void *arg)
{
	struct walk *walk = arg;

	walk->stopped = !walk->fn(skb, &walk->policy, walk->arg);
	return !walk->stopped;
}

static void read_ends(struct pk_reader *r, struct pk_xfrm_policy *policy)
{
	const uint64_t addr = policy->addr;

	policy->family = pk_family_of(pk_member(r, addr, PK_R_xfrm_policy_family));
	policy->saddr_len = (uint8_t)pk_member(r, addr, PK_R_xfrm_policy_saddr_len);
	policy->daddr_len = (uint8_t)pk_member(r, addr, PK_R_xfrm_policy_daddr_len);
	pk_load(r, pk_member_at(r, addr, PK_R_xfrm_policy_saddr), policy->saddr, 16);
	pk_load(r, pk_member_at(r, addr, PK_R_xfrm_policy_daddr), policy->daddr, 16);
}

enum pk_status pk_xfrm_queues_walk(struct pk_ctx *ctx, pk_xfrm_queued_fn fn, void *arg)
{
	struct walk walk = {.fn = fn, .arg = arg};
	struct pk_reader r = {.ctx = ctx};
	uint64_t head, link, queue;

	if (!pk_has(ctx, PK_R_net_xfrm_policies) || !pk_has(ctx, PK_R_xfrm_policy_queue))
		return pk_fail(ctx, PK_ABSENT, "no queues of IPsec policies");
	head = pk_offset(&r, PK_R_net_xfrm_policies);
	link = pk_offset(&r, PK_R_xfrm_policy_all);
	queue = pk_offset(&r, PK_R_xfrm_policy_queue);
	pk_netns_for_each (net, &r) {
		struct pk_reader list = {.ctx = ctx};

		pk_list_for_each (node, &list, net.addr + head) {
			struct pk_reader each = {.ctx = ctx};

			walk.policy = (struct pk_xfrm_policy){.addr = node - link};
			if (pk_member(&each, walk.policy.addr, PK_R_xfrm_policy_dead))
				continue;
			read_ends(&each, &walk.policy);
			if (pk_ok(&each))
				pk_skb_head_walk(ctx, "queue of an IPsec policy",
						 walk.policy.addr + queue, visit_skb, &walk);
			else
				pk_warn(ctx, "IPsec policy %llx: %s",
					(unsigned long long)walk.policy.addr, pk_error(ctx));
			if (walk.stopped)
				return PK_OK;
		}
		if (!pk_ok(&list))
			pk_warn(ctx, "IPsec policies of namespace %u: %s", net.inum, pk_error(ctx));
	}
	return r.status;
}
