// SPDX-License-Identifier: GPL-2.0-only
/*
 * route6mod how=HOW: makes a chain at the prefix 2001:db8:1::/64 of IPv6's main table circular.
 *
 * how	routes		the last of its routes leads to the first: a lookup that may use none of them goes on
 *	siblings	the last of its next hops leads to the second, past the first, where the walk would end; none is
 *			chosen by any flow's hash. Then looks an address up there itself, not to be preempted
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

static int __init route6_init(void)
{
	struct fib6_table *table = fib6_get_table(&init_net, RT_TABLE_MAIN);
	struct flowi6 flow = {.daddr = prefix};
	struct fib6_info *first;
	int rc = -ENOENT;

	rcu_read_lock();
	first = leaf_of(&table->tb6_root);
	if (first) {
		pr_emerg("pkttrace-loop: how=route6 table=%u prefix=2001:db8:1::/64 walk=%s nr=%u\n",
			 table->tb6_id, how,
			 strcmp(how, "routes") ? bend_siblings(first) : bend_routes(first));
		rc = 0;
	}
	rcu_read_unlock();
	if (!rc && !strcmp(how, "siblings")) {
		flow.daddr.s6_addr[15] = 1;
		local_bh_disable();
		dst_release(ip6_route_output(&init_net, NULL, &flow));
		local_bh_enable();
	}
	return rc;
}

module_init(route6_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("makes a prefix's routes circular, for the pkttrace lab");
