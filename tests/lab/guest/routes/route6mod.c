// SPDX-License-Identifier: GPL-2.0-only
/*
 * route6mod how=HOW: makes a chain at the prefix 2001:db8:1::/64 of IPv6's main table circular.
 *
 * how	routes		the last of its routes leads to the first: a lookup that may use none of them goes on
 *	siblings	the last of its next hops leads to the second, past the first, where the walk would end; none is
 *			chosen by any flow's hash. Then looks an address up there itself, not to be preempted
 *	exceptions	a route, or its nexthop object, gets an exception (of MTU), which leads to itself, and is of
 *			another address than that which is looked up then
 *
 * It says "pkttrace-loop: how=route6 table=... prefix=... walk=... nr=...". The licence is the kernel's, since this is linked
 * with it.
 */
#include <linux/inet.h>
#include <linux/module.h>
#include <linux/rtnetlink.h>
#include <net/ip6_fib.h>
#include <net/ip6_route.h>
#include <net/net_namespace.h>
#include <net/nexthop.h>

static char *how = "routes";
module_param(how, charp, 0444);

static const struct in6_addr prefix = {{{0x20, 0x01, 0x0d, 0xb8, 0, 1}}};

static struct fib6_info *leaf_of(struct fib6_node *fn)
{
	struct fib6_info *leaf, *found;

	if (!fn)
		return NULL;
	leaf = rcu_dereference(fn->leaf);
	if (fn->fn_flags & RTN_RTINFO && leaf && leaf->fib6_dst.plen == 64 &&
	    ipv6_addr_equal(&leaf->fib6_dst.addr, &prefix))
		return leaf;
	found = leaf_of(rcu_dereference(fn->left));
	return found ? found : leaf_of(rcu_dereference(fn->right));
}

static unsigned int bend_routes(struct fib6_info *first)
{
	struct fib6_info *last = first;
	unsigned int nr = 1;

	for (; rcu_dereference(last->fib6_next); last = rcu_dereference(last->fib6_next))
		nr++;
	rcu_assign_pointer(last->fib6_next, first);
	return nr;
}

static unsigned int bend_siblings(struct fib6_info *first)
{
	struct fib6_info *sibling;

	atomic_set(&first->fib6_nh->fib_nh_upper_bound, -1);
	list_for_each_entry(sibling, &first->fib6_siblings, fib6_siblings)
		atomic_set(&sibling->fib6_nh->fib_nh_upper_bound, -1);
	first->fib6_siblings.prev->next = first->fib6_siblings.next;
	return first->fib6_nsiblings + 1;
}

static const struct in6_addr host = {{{0x20, 0x01, 0x0d, 0xb8, 0, 1, [15] = 1}}};

static void look(void)
{
	struct flowi6 flow = {.daddr = host};

	local_bh_disable();
	dst_release(ip6_route_output(&init_net, NULL, &flow));
	local_bh_enable();
}

/* As if a packet to host had been too big. */
static int add_exception(void)
{
	struct flowi6 flow = {.daddr = host};
	struct dst_entry *dst = ip6_route_output(&init_net, NULL, &flow);
	struct sk_buff *skb = alloc_skb(256, GFP_KERNEL);

	if (!skb || dst->error)
		return -ENOENT;
	skb_reset_network_header(skb);
	memset(skb_put(skb, sizeof(struct ipv6hdr)), 0, sizeof(struct ipv6hdr));
	ipv6_hdr(skb)->daddr = host;
	dst->ops->update_pmtu(dst, NULL, skb, 1300, false);
	kfree_skb(skb);
	dst_release(dst);
	return 0;
}

static unsigned int bend_exceptions(struct fib6_info *first)
{
	struct fib6_nh *hop = first->nh ? &rcu_dereference(first->nh->nh_info)->fib6_nh : first->fib6_nh;
	struct rt6_exception_bucket *buckets = rcu_dereference(hop->rt6i_exception_bucket);
	unsigned int nr = 0;

	for (int i = 0; buckets && i < FIB6_EXCEPTION_BUCKET_SIZE; i++) {
		struct hlist_node *node = buckets[i].chain.first;

		if (!node)
			continue;
		hlist_entry(node, struct rt6_exception, hlist)->rt6i->rt6i_dst.addr.s6_addr[15] = 2;
		WRITE_ONCE(node->next, node);
		nr++;
	}
	return nr;
}

static unsigned int bend(struct fib6_info *first)
{
	if (!strcmp(how, "exceptions"))
		return bend_exceptions(first);
	return strcmp(how, "routes") ? bend_siblings(first) : bend_routes(first);
}

static int __init route6_init(void)
{
	struct fib6_table *table = fib6_get_table(&init_net, RT_TABLE_MAIN);
	struct fib6_info *first;
	int rc = -ENOENT;

	if (!strcmp(how, "exceptions") && add_exception())
		return rc;
	rcu_read_lock();
	first = leaf_of(&table->tb6_root);
	if (first) {
		pr_emerg("pkttrace-loop: how=route6 table=%u prefix=2001:db8:1::/64 walk=%s nr=%u\n",
			 table->tb6_id, how, bend(first));
		rc = 0;
	}
	rcu_read_unlock();
	if (!rc && strcmp(how, "routes"))
		look();
	return rc;
}

module_init(route6_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("makes a prefix's routes circular, for the pkttrace lab");
