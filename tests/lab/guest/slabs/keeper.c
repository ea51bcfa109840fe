// SPDX-License-Identifier: GPL-2.0-only
/*
 * keeper: has skbs that are on no queue of the kernel's, as one that leaks them.
 *
 *   insmod keeper.ko plain=70 cloned=9
 *
 * plain from skbuff_head_cache, of which the first 30 are of eth0, and all but the first 20 have the destructor
 * keeper_destructs; cloned from skbuff_fclone_cache, each with its clone. The licence is the kernel's, since this is linked
 * with it.
 */
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <net/net_namespace.h>

static int plain;
module_param(plain, int, 0444);
static int cloned;
module_param(cloned, int, 0444);

static void keeper_destructs(struct sk_buff *skb)
{
}

static int __init keeper_init(void)
{
	struct net_device *eth0 = dev_get_by_name(&init_net, "eth0");
	struct sk_buff *skb;
	int i;

	for (i = 0; i < plain; i++) {
		skb = alloc_skb(200, GFP_KERNEL);
		if (!skb)
			return -ENOMEM;
		if (i < 30)
			skb->dev = eth0;
		if (i >= 20)
			skb->destructor = keeper_destructs;
	}
	for (i = 0; i < cloned; i++) {
		skb = alloc_skb_fclone(200, GFP_KERNEL);
		if (!skb || !skb_clone(skb, GFP_KERNEL))
			return -ENOMEM;
	}
	return 0;
}

static void __exit keeper_exit(void)
{
}

module_init(keeper_init);
module_exit(keeper_exit);
MODULE_DESCRIPTION("Keeps skbs for the lab's guest");
MODULE_LICENSE("GPL");
