// SPDX-License-Identifier: GPL-2.0-only
/*
 * limitsmod: troubles that no program can make.
 *
 *   insmod limitsmod.ko dev=nc0
 *
 * A kernel thread holds rtnl_mutex, as a driver that hangs does, and takes dev's carrier: linkwatch does not come to
 * empty its qdisc. TCP segments with data that came in softirq are mangled: a netfilter hook (LOCAL_IN) gives those to port 7001
 * a truesize of 10, and they go on to their socket; a kprobe on tcp_v4_rcv gives the first to port 7002 5 bytes more of
 * data_len, and its CPU loops with it.
 *
 * Each is announced: "pkttrace-limits: ...". The licence is the kernel's, since this is linked with it.
 */
#include <linux/ip.h>
#include <linux/kprobes.h>
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/rtnetlink.h>
#include <linux/skbuff.h>
#include <linux/tcp.h>
#include <net/net_namespace.h>
#include <net/sch_generic.h>

static char *dev = "nc0";
module_param(dev, charp, 0444);

/* Both places are behind IP: its header, and what follows it, are known. */
static bool is_data_to(const struct sk_buff *skb, int port)
{
	const struct iphdr *ip = ip_hdr(skb);
	const struct tcphdr *tcp = (const void *)ip + ip->ihl * 4;

	return in_serving_softirq() && ip->version == 4 && ip->protocol == IPPROTO_TCP &&
	       (void *)(tcp + 1) <= (void *)skb_tail_pointer(skb) && tcp->dest == htons(port) &&
	       ntohs(ip->tot_len) > ip->ihl * 4 + tcp->doff * 4;
}

static unsigned int limits_hook(void *priv, struct sk_buff *skb, const struct nf_hook_state *state)
{
	if (is_data_to(skb, 7001)) {
		skb->truesize = 10;
		pr_emerg("pkttrace-limits: skb-mangled skb=%px data_len=%u\n", skb, skb->data_len);
	}
	return NF_ACCEPT;
}

static int limits_probe(struct kprobe *probe, struct pt_regs *regs)
{
	struct sk_buff *skb = (struct sk_buff *)regs->di;

	if (!is_data_to(skb, 7002))
		return 0;
	skb->data_len += 5;
	pr_emerg("pkttrace-limits: skb-mangled-in-flight skb=%px len=%u data_len=%u\n", skb, skb->len,
		 skb->data_len);
	for (;;)
		cpu_relax();
	return 0;
}

static struct kprobe probe = {.symbol_name = "tcp_v4_rcv", .pre_handler = limits_probe};

static const struct nf_hook_ops hook_ops = {
	.hook = limits_hook,
	.pf = NFPROTO_IPV4,
	.hooknum = NF_INET_LOCAL_IN,
	.priority = NF_IP_PRI_LAST,
};

static int take_carrier(void *card)
{
	struct net_device *device = card;

	rtnl_lock();
	netif_carrier_off(device);
	pr_emerg("pkttrace-limits: no-carrier-backlog dev=%s carrier=%d qlen=%u\n", device->name,
		 netif_carrier_ok(device), qdisc_qlen(rtnl_dereference(device->qdisc)));
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		schedule();
	}
	return 0;
}

static int __init limits_init(void)
{
	struct net_device *device = dev_get_by_name(&init_net, dev);

	if (!device)
		return -ENODEV;
	kthread_run(take_carrier, device, "holds-rtnl");
	return nf_register_net_hook(&init_net, &hook_ops) ?: register_kprobe(&probe);
}

module_init(limits_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("mangles packets and takes a carrier, for the pkttrace lab");
