// SPDX-License-Identifier: GPL-2.0-only
/*
 * stuckmod: makes the lab's guest hang where networks do.
 *
 *   insmod stuckmod.ko how=packet dev=eth0
 *   insmod stuckmod.ko how=locks fd=5
 *
 * how	packet	a netfilter hook (LOCAL_IN) loops with the first packet that dev hands it, in softirq
 *	timer	the callback of a timer on CPU 1 loops
 *	qdisc	the qdisc "stuck" loops when it is asked for a packet (tc qdisc add dev veth0 root stuck)
 *	locks	a kernel thread holds rtnl_mutex, one the lock of the socket fd of who loads this, and one a
 *		semaphore that a fourth wants to write to
 *
 * Before it loops it says so: "pkttrace-stuck: how=... cpu=... func=... object=...": the packet, the timer, the
 * qdisc. The licence is the kernel's, since this is linked with it.
 */
#include <linux/kthread.h>
#include <linux/module.h>
#include <linux/net.h>
#include <linux/netdevice.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/rtnetlink.h>
#include <linux/rwsem.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/timer.h>
#include <net/pkt_sched.h>
#include <net/sch_generic.h>
#include <net/sock.h>

static char *how = "packet";
module_param(how, charp, 0444);
static char *dev = "eth0";
module_param(dev, charp, 0444);
static int fd = -1;
module_param(fd, int, 0444);

static void say(const char *func, const void *object)
{
	pr_emerg("pkttrace-stuck: how=%s cpu=%d func=%s object=%px\n", how, smp_processor_id(),
		 func, object);
}

static noinline unsigned int stuck_hook(void *priv, struct sk_buff *skb,
					const struct nf_hook_state *state)
{
	if (!in_serving_softirq() || !state->in || strcmp(state->in->name, dev))
		return NF_ACCEPT;
	say(__func__, skb);
	for (;;)
		cpu_relax();
}

static const struct nf_hook_ops hook_ops = {
	.hook = stuck_hook,
	.pf = NFPROTO_IPV4,
	.hooknum = NF_INET_LOCAL_IN,
	.priority = NF_IP_PRI_LAST,
};

static noinline void stuck_timer(struct timer_list *timer)
{
	say(__func__, timer);
	for (;;)
		cpu_relax();
}

static struct timer_list timer;

static noinline struct sk_buff *stuck_dequeue(struct Qdisc *sch)
{
	if (!sch->q.qlen)
		return NULL;
	say(__func__, sch);
	for (;;)
		cpu_relax();
}

static int stuck_enqueue(struct sk_buff *skb, struct Qdisc *sch, struct sk_buff **to_free)
{
	return qdisc_enqueue_tail(skb, sch);
}

static struct Qdisc_ops qdisc_ops = {
	.id = "stuck",
	.enqueue = stuck_enqueue,
	.dequeue = stuck_dequeue,
	.peek = qdisc_peek_head,
	.owner = THIS_MODULE,
};

static struct socket *sock;
static DECLARE_RWSEM(stuck_rwsem);

static void sleep_for_ever(void)
{
	for (;;) {
		set_current_state(TASK_INTERRUPTIBLE);
		schedule();
	}
}

static int hold_rtnl(void *unused)
{
	rtnl_lock();
	sleep_for_ever();
	return 0;
}

static int hold_socket(void *unused)
{
	lock_sock(sock->sk);
	sleep_for_ever();
	return 0;
}

static int hold_rwsem(void *unused)
{
	down_write(&stuck_rwsem);
	sleep_for_ever();
	return 0;
}

static int want_rwsem(void *unused)
{
	down_write(&stuck_rwsem);
	return 0;
}

static int hold_locks(void)
{
	int rc;

	sock = sockfd_lookup(fd, &rc);
	if (!sock)
		return rc;
	kthread_run(hold_rtnl, NULL, "holds-rtnl");
	kthread_run(hold_socket, NULL, "holds-socket");
	kthread_run(hold_rwsem, NULL, "holds-rwsem");
	schedule_timeout_uninterruptible(HZ / 2);
	kthread_run(want_rwsem, NULL, "wants-rwsem");
	return 0;
}

static int __init stuck_init(void)
{
	if (!strcmp(how, "packet"))
		return nf_register_net_hook(&init_net, &hook_ops);
	if (!strcmp(how, "qdisc"))
		return register_qdisc(&qdisc_ops);
	if (!strcmp(how, "locks"))
		return hold_locks();
	timer_setup(&timer, stuck_timer, TIMER_PINNED);
	timer.expires = jiffies + HZ / 10;
	add_timer_on(&timer, 1);
	return 0;
}

module_init(stuck_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("hangs in softirq or with locks, for the pkttrace lab");
