// SPDX-License-Identifier: GPL-2.0-only
/*
 * crashmod: kills the lab's guest in softirq, in the middle of a packet from its network card.
 *
 *   insmod crashmod.ko dev=eth0 func=tcp_data_queue arg=1 skip=20 how=panic
 *
 * func	where to die, reached with the packet in hand; "nf" is a netfilter hook (LOCAL_IN) of our
 *	own instead of a probe
 * arg	which argument of func is the skb (0 is the first)
 * skip	hits to let pass
 * min	only packets of at least so many bytes (skb->len at func)
 * how	panic  panic() from the probe or hook: tracing goes on into the panic
 *	fault  func's other pointer argument is made NULL, so that func itself oopses: tracing
 *	       stops at the oops
 *	null   a NULL pointer is written to in the probe or hook
 *	list   an entry is taken out of a list twice
 *	poison a list's poison is followed
 *	under  more is pushed before the packet than there is room for
 *	freed  a copy of the packet is read after it was freed, which a kernel with KASAN reports
 *	warn   WARN(), with panic_on_warn the end; then as fault
 * hide	it takes itself out of the list of modules
 *
 * Only hits in softirq with a packet that came in by dev count. The last line before the end is
 * the truth: "pkttrace-truth: func=... how=... skb=... other=... cpu=... len=...". The licence is
 * the kernel's, since this is linked with it.
 */
#include <linux/atomic.h>
#include <linux/kprobes.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/poison.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <net/net_namespace.h>

static char *dev = "eth0";
module_param(dev, charp, 0444);
static char *func = "tcp_data_queue";
module_param(func, charp, 0444);
static int arg = 1;
module_param(arg, int, 0444);
static int skip = 20;
module_param(skip, int, 0444);
static int min;
module_param(min, int, 0444);
static char *how = "panic";
module_param(how, charp, 0444);
static bool hide;
module_param(hide, bool, 0444);

static int ifindex;
static atomic_t hits = ATOMIC_INIT(0);

static unsigned long argument(struct pt_regs *regs, int n)
{
	switch (n) {
	case 0:
		return regs->di;
	case 1:
		return regs->si;
	case 2:
		return regs->dx;
	default:
		return regs->cx;
	}
}

static bool is_the_one(const struct sk_buff *skb)
{
	return in_serving_softirq() && skb && skb->skb_iif == ifindex && skb->len >= min &&
	       atomic_inc_return(&hits) == skip + 1;
}

static void delete_twice(void)
{
	static LIST_HEAD(list);
	static struct list_head entry;

	list_add(&entry, &list);
	list_del(&entry);
	list_del(&entry);
}

static void read_freed(const struct sk_buff *skb)
{
	struct sk_buff *copy = skb_copy(skb, GFP_ATOMIC);

	kfree_skb(copy);
	READ_ONCE(copy->len);
}

static void die_here(const struct sk_buff *skb, unsigned long other)
{
	pr_emerg("pkttrace-truth: func=%s how=%s skb=%px other=%px cpu=%d len=%u iif=%d\n", func,
		 how, skb, (void *)other, smp_processor_id(), skb->len, skb->skb_iif);
	if (!strcmp(how, "null"))
		*(volatile int *)NULL = 0;
	else if (!strcmp(how, "list"))
		delete_twice();
	else if (!strcmp(how, "poison"))
		((volatile struct list_head *)LIST_POISON2)->prev = NULL;
	else if (!strcmp(how, "under"))
		skb_push((struct sk_buff *)skb, skb_headroom(skb) + 64);
	else if (!strcmp(how, "freed"))
		read_freed(skb);
	else if (!strcmp(how, "warn"))
		WARN(1, "crashmod: %s warned\n", func);
	else if (strcmp(how, "fault"))
		panic("crashmod: %s", func);
}

static int before(struct kprobe *p, struct pt_regs *regs)
{
	int other = arg ? 0 : 1;

	if (!is_the_one((struct sk_buff *)argument(regs, arg)))
		return 0;
	die_here((struct sk_buff *)argument(regs, arg), argument(regs, other));
	if (other)
		regs->si = 0;
	else
		regs->di = 0;
	return 0;
}

static unsigned int hook(void *priv, struct sk_buff *skb, const struct nf_hook_state *state)
{
	if (is_the_one(skb))
		die_here(skb, 0);
	return NF_ACCEPT;
}

static struct kprobe probe = {.pre_handler = before};

static const struct nf_hook_ops hook_ops = {
	.hook = hook,
	.pf = NFPROTO_IPV4,
	.hooknum = NF_INET_LOCAL_IN,
	.priority = NF_IP_PRI_LAST,
};

static int __init crashmod_init(void)
{
	struct net_device *card = dev_get_by_name(&init_net, dev);
	int error;

	if (!card)
		return -ENODEV;
	ifindex = card->ifindex;
	dev_put(card);
	probe.symbol_name = func;
	error = strcmp(func, "nf") ? register_kprobe(&probe) :
				     nf_register_net_hook(&init_net, &hook_ops);
	if (!error && hide) {
		pr_emerg("pkttrace-hidden: handler=%px\n", strcmp(func, "nf") ? (void *)before : (void *)hook);
		list_del_init(&THIS_MODULE->list);
	}
	return error;
}

static void __exit crashmod_exit(void)
{
	if (!strcmp(func, "nf"))
		nf_unregister_net_hook(&init_net, &hook_ops);
	else
		unregister_kprobe(&probe);
}

module_init(crashmod_init);
module_exit(crashmod_exit);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("dies in the middle of a packet, for the pkttrace lab");
