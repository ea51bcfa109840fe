// SPDX-License-Identifier: GPL-2.0-only
/*
 * routemod: makes the aliases of a route's prefix circular. The route has a TOS, so a lookup of another TOS goes on to the
 * next alias, for ever.
 *
 *   ip route add 198.51.100.0/24 tos 0x10 dev eth0
 *   insmod routemod.ko
 *
 * It says "pkttrace-loop: how=route table=... aliases=...". The licence is the kernel's, since this is linked with it.
 */
#include <linux/inet.h>
#include <linux/module.h>
#include <net/ip_fib.h>
#include <net/net_namespace.h>

static int __init route_init(void)
{
	struct flowi4 flow = {.daddr = in_aton("198.51.100.1"), .flowi4_tos = 0x10};
	struct fib_result result = {};
	struct hlist_node *first, *last;
	unsigned int nr = 1;
	int rc;

	rcu_read_lock();
	rc = fib_table_lookup(rcu_dereference(init_net.ipv4.fib_main), &flow, &result, FIB_LOOKUP_NOREF);
	if (!rc) {
		first = result.fa_head->first;
		for (last = first; last->next; last = last->next)
			nr++;
		pr_emerg("pkttrace-loop: how=route table=%u prefixlen=%d aliases=%u\n",
			 result.table->tb_id, result.prefixlen, nr);
		WRITE_ONCE(last->next, first);
	}
	rcu_read_unlock();
	return rc;
}

module_init(route_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("makes a route's aliases circular, for the pkttrace lab");
