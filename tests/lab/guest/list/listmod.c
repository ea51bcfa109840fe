// SPDX-License-Identifier: GPL-2.0-only
/*
 * listmod: kills the lab's guest below ip_list_rcv(), while packets of the card wait on its list, and while another
 * CPU handles a packet of the loopback device.
 *
 * The card's GRO is switched off: then the frames of one poll come up as a list. The last lines before the end are the
 * truth: "pkttrace-truth: listed skb=..." for each packet that is still on the list, "pkttrace-truth: held skb=...
 * cpu=..." for the other CPU's, and for the one that it dies with what crashmod says.
 */
#include <linux/ip.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/skbuff.h>
#include <linux/trace_clock.h>
#include <net/net_namespace.h>

#define MAX_LISTED 64
#define MIN_WAITING 2
#define HOLD_NS 3000000000ull

static char *dev = "eth0";
module_param(dev, charp, 0444);

static int ifindex;
static struct sk_buff *listed[MAX_LISTED];
static int nr_listed, list_cpu = -1;
static struct sk_buff *held;
static int held_cpu;
static bool dying;

/* ip_list_rcv(struct list_head *head, struct packet_type *, struct net_device *) */
static int note_list(struct kprobe *p, struct pt_regs *regs)
{
	const struct list_head *head = (struct list_head *)regs->di;
	const struct net_device *from = (struct net_device *)regs->dx;
	struct sk_buff *skb;

	if (from->ifindex != ifindex)
		return 0;
	list_cpu = smp_processor_id();
	nr_listed = 0;
	list_for_each_entry(skb, head, list)
		if (nr_listed < MAX_LISTED && ip_hdr(skb)->protocol == IPPROTO_TCP)
			listed[nr_listed++] = skb;
	return 0;
}

/* Until the machine dies, or does not. */
static void hold(struct sk_buff *skb)
{
	u64 end = trace_clock_local() + HOLD_NS;

	held_cpu = smp_processor_id();
	smp_store_release(&held, skb);
	while (READ_ONCE(dying) || (s64)(trace_clock_local() - end) < 0)
		cpu_relax();
	WRITE_ONCE(held, NULL);
}

static void die_with(const struct sk_buff *skb, int at)
{
	WRITE_ONCE(dying, true);
	for (int i = at + 1; i < nr_listed; i++)
		pr_emerg("pkttrace-truth: listed skb=%px\n", listed[i]);
	pr_emerg("pkttrace-truth: held skb=%px cpu=%d\n", held, held_cpu);
	pr_emerg("pkttrace-truth: func=tcp_v4_rcv how=panic skb=%px other=%px cpu=%d len=%u iif=%d\n", skb, NULL,
		 smp_processor_id(), skb->len, skb->skb_iif);
	panic("listmod: tcp_v4_rcv");
}

static int received(struct kprobe *p, struct pt_regs *regs)
{
	struct sk_buff *skb = (struct sk_buff *)regs->di;
	int cpu = smp_processor_id();

	if (!in_serving_softirq())
		return 0;
	if (skb->skb_iif == init_net.loopback_dev->ifindex && list_cpu >= 0 && cpu != list_cpu && !READ_ONCE(held)) {
		hold(skb);
		return 0;
	}
	if (skb->skb_iif != ifindex || cpu != list_cpu || !smp_load_acquire(&held))
		return 0;
	for (int i = 1; i + MIN_WAITING < nr_listed; i++)
		if (listed[i] == skb)
			die_with(skb, i);
	return 0;
}

static struct kprobe list_probe = {.symbol_name = "ip_list_rcv", .pre_handler = note_list};
static struct kprobe rcv_probe = {.symbol_name = "tcp_v4_rcv", .pre_handler = received};
static struct kprobe *const probes[] = {&list_probe, &rcv_probe};

static int __init listmod_init(void)
{
	struct net_device *card = dev_get_by_name(&init_net, dev);

	if (!card)
		return -ENODEV;
	ifindex = card->ifindex;
	rtnl_lock();
	card->wanted_features &= ~NETIF_F_GRO;
	netdev_update_features(card);
	rtnl_unlock();
	dev_put(card);
	return register_kprobes((struct kprobe **)probes, ARRAY_SIZE(probes));
}

static void __exit listmod_exit(void)
{
	unregister_kprobes((struct kprobe **)probes, ARRAY_SIZE(probes));
}

module_init(listmod_init);
module_exit(listmod_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("dies while packets wait on a list, for the pkttrace lab");
