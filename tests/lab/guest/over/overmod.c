// SPDX-License-Identifier: GPL-2.0-only
/*
 * overmod: kills the lab's guest in a netfilter hook: it puts more behind the fifth TCP packet that comes in by eth0 than there is
 * room for. Its last line is crashmod's: "pkttrace-truth: func=... how=over skb=... other=... cpu=... len=... iif=...". The licence is
 * the kernel's, since this is linked with it.
 */
#include <linux/ip.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/net_namespace.h>

static int nr;

static noinline void put_too_much(struct sk_buff *skb)
{
	skb_put(skb, skb_tailroom(skb) + 64);
}

static unsigned int over(void *priv, struct sk_buff *skb, const struct nf_hook_state *state)
{
	if (strcmp(state->in->name, "eth0") || ip_hdr(skb)->protocol != IPPROTO_TCP || skb_is_nonlinear(skb) || ++nr != 5)
		return NF_ACCEPT;
	pr_emerg("pkttrace-truth: func=nf how=over skb=%px other=%px cpu=%d len=%u iif=%d\n", skb, NULL, smp_processor_id(),
		 skb->len, skb->skb_iif);
	put_too_much(skb);
	return NF_ACCEPT;
}

static const struct nf_hook_ops over_ops = {
	.hook = over,
	.pf = NFPROTO_IPV4,
	.hooknum = NF_INET_LOCAL_IN,
	.priority = NF_IP_PRI_LAST,
};

static int __init overmod_init(void)
{
	return nf_register_net_hook(&init_net, &over_ops);
}
module_init(overmod_init);

static void __exit overmod_exit(void)
{
	nf_unregister_net_hook(&init_net, &over_ops);
}
module_exit(overmod_exit);

MODULE_DESCRIPTION("puts too much behind a packet");
MODULE_LICENSE("GPL");
