// SPDX-License-Identifier: GPL-2.0-only
/*
 * keeper: has skbs that are on no queue of the kernel's, as one that leaks them.
 *
 *   insmod keeper.ko plain=70 cloned=9
 *
 * plain from skbuff_head_cache, cloned from skbuff_fclone_cache, each with its clone. The licence is the kernel's, since
 * this is linked with it.
 */
#include <linux/module.h>
#include <linux/skbuff.h>

static int plain;
module_param(plain, int, 0444);
static int cloned;
module_param(cloned, int, 0444);

static int __init keeper_init(void)
{
	struct sk_buff *skb;

	while (plain-- > 0)
		if (!alloc_skb(200, GFP_KERNEL))
			return -ENOMEM;
	while (cloned-- > 0) {
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
