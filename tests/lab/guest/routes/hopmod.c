// SPDX-License-Identifier: GPL-2.0-only
/*
 * hopmod how=route|group nr=NR: routes packets to 198.51.100.0/24 for ever, not to be preempted. What is to be found there is in
 * the order of next hops that hops.c made NR of. It says "pkttrace-loop: how=hops ...". The licence is the kernel's, since this
 * is linked with it.
 */
#include <linux/inet.h>
#include <linux/module.h>
#include <net/ip_fib.h>
#include <net/net_namespace.h>
#include <net/route.h>

static char *how = "route";
module_param(how, charp, 0444);
static int nr;
module_param(nr, int, 0444);

static bool hops_loop = true;

static int __init hop_init(void)
{
	u32 host = 0;

	pr_emerg("pkttrace-loop: how=hops of=%s nr=%d\n", how, nr);
	local_bh_disable();
	while (READ_ONCE(hops_loop)) {
		struct flowi4 flow = {.daddr = htonl(ntohl(in_aton("198.51.100.0")) + 1 + host++ % 250)};
		struct rtable *route = ip_route_output_key(&init_net, &flow);

		if (IS_ERR(route))
			break;
		ip_rt_put(route);
	}
	local_bh_enable();
	return -EAGAIN;
}

module_init(hop_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("routes packets by many next hops, for the pkttrace lab");
