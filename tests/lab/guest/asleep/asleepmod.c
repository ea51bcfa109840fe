// SPDX-License-Identifier: GPL-2.0-only
/*
 * asleepmod: takes away what would have woken something.
 *
 *   insmod asleepmod.ko how=qdisc dev=asleep0
 *   insmod asleepmod.ko how=timer fd=5
 *   insmod asleepmod.ko how=neighbour dev=lost0 ip=10.79.0.98
 *   insmod asleepmod.ko how=irq irq=25
 *   insmod asleepmod.ko how=works
 *
 * how		qdisc		five packets are enqueued into dev's qdisc, which nobody schedules
 *		timer		the retransmit timer of the TCP socket fd of who loads this is stopped
 *		neighbour	a packet waits for ip on dev, which is asked for, and the timer of that is stopped
 *		irq		the interrupt of a virtqueue is disabled
 *		callbacks	the virtqueue of that interrupt asks its device for no more of them
 *		works		CPU 0's pool for works in a hurry gets one, without a word to its workers; the timer of the work
 *				that frees ARP's neighbours is stopped
 *
 * It says what it left: "pkttrace-asleep: how=... object=... ...". The licence is the kernel's, since this is linked
 * with it.
 */
#include <linux/etherdevice.h>
#include <linux/if_ether.h>
#include <linux/inet.h>
#include <linux/interrupt.h>
#include <linux/irq.h>
#include <linux/irqdesc.h>
#include <linux/kprobes.h>
#include <linux/module.h>
#include <linux/net.h>
#include <linux/netdevice.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/tcp.h>
#include <linux/timer.h>
#include <linux/version.h>
#include <linux/virtio.h>
#include <linux/workqueue.h>
#include <net/arp.h>
#include <net/inet_connection_sock.h>
#include <net/ndisc.h>
#include <net/neighbour.h>
#include <net/net_namespace.h>
#include <net/pkt_sched.h>
#include <net/sch_generic.h>
#include <net/sock.h>

#define NR_PACKETS 5

/* "tcp: rename icsk_timeout() to tcp_timeout_expires()" and what came with it (7.0): a timer of struct sock. */
#if LINUX_VERSION_CODE >= KERNEL_VERSION(7, 0, 0)
#define RETRANSMIT_TIMER(sk) (&(sk)->tcp_retransmit_timer)
#else
#define RETRANSMIT_TIMER(sk) (&inet_csk(sk)->icsk_retransmit_timer)
#endif

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 2, 0)
#define timer_delete del_timer
#endif

static char *how = "qdisc";
module_param(how, charp, 0444);
static char *dev = "asleep0";
module_param(dev, charp, 0444);
static int fd = -1;
module_param(fd, int, 0444);
static char *ip = "";
module_param(ip, charp, 0444);
static int irq;
module_param(irq, int, 0444);

/* 60 bytes that nobody wants (an experimental Ethernet type), to everybody. */
static struct sk_buff *packet(struct net_device *device)
{
	struct sk_buff *skb = alloc_skb(LL_RESERVED_SPACE(device) + ETH_ZLEN, GFP_ATOMIC);
	struct ethhdr *header;

	if (!skb)
		return NULL;
	skb_reserve(skb, LL_RESERVED_SPACE(device));
	skb_reset_mac_header(skb);
	header = skb_put_zero(skb, ETH_ZLEN);
	eth_broadcast_addr(header->h_dest);
	ether_addr_copy(header->h_source, device->dev_addr);
	header->h_proto = htons(0x88b5);
	skb_set_network_header(skb, ETH_HLEN);
	skb->protocol = header->h_proto;
	skb->dev = device;
	qdisc_skb_cb(skb)->pkt_len = skb->len;
	return skb;
}

static int enqueue(struct net_device *device)
{
	struct Qdisc *qdisc = rcu_dereference_bh(netdev_get_tx_queue(device, 0)->qdisc);
	struct sk_buff *to_free = NULL, *skb;
	int rc = 0, i;

	spin_lock(qdisc_lock(qdisc));
	for (i = 0; i < NR_PACKETS && !rc; i++) {
		skb = packet(device);
		rc = skb ? qdisc->enqueue(skb, qdisc, &to_free) : -ENOMEM;
	}
	spin_unlock(qdisc_lock(qdisc));
	kfree_skb_list(to_free);
	pr_emerg("pkttrace-asleep: how=qdisc object=%px dev=%s kind=%s qlen=%u scheduled=%d\n", qdisc,
		 device->name, qdisc->ops->id, qdisc->q.qlen,
		 test_bit(__QDISC_STATE_SCHED, &qdisc->state));
	return rc;
}

static int lose_qdisc(void)
{
	struct net_device *device = dev_get_by_name(&init_net, dev);
	int rc;

	if (!device)
		return -ENODEV;
	rcu_read_lock_bh();
	rc = enqueue(device);
	rcu_read_unlock_bh();
	dev_put(device);
	return rc;
}

static int lose_timer(void)
{
	int rc = 0;
	struct socket *sock = sockfd_lookup(fd, &rc);

	if (!sock)
		return rc;
	lock_sock(sock->sk);
	inet_csk(sock->sk)->icsk_pending = 0;
	sk_stop_timer(sock->sk, RETRANSMIT_TIMER(sock->sk));
	pr_emerg("pkttrace-asleep: how=timer object=%px sport=%u dport=%u packets_out=%u tx_queue=%u\n",
		 sock->sk, inet_sk(sock->sk)->inet_num, ntohs(inet_sk(sock->sk)->inet_dport),
		 tcp_sk(sock->sk)->packets_out,
		 tcp_sk(sock->sk)->write_seq - tcp_sk(sock->sk)->snd_una);
	release_sock(sock->sk);
	sockfd_put(sock);
	return 0;
}

static int ask_in_vain(struct net_device *device)
{
	__be32 address = in_aton(ip);
	struct neighbour *neighbour = neigh_create(&arp_tbl, &address, device);

	if (IS_ERR(neighbour))
		return PTR_ERR(neighbour);
	neigh_event_send(neighbour, packet(device));
	write_lock_bh(&neighbour->lock);
	timer_delete(&neighbour->timer); /* its reference stays */
	pr_emerg("pkttrace-asleep: how=neighbour object=%px ip=%s dev=%s state=%u queued=%u\n",
		 neighbour, ip, device->name, neighbour->nud_state, neighbour->arp_queue.qlen);
	write_unlock_bh(&neighbour->lock);
	return 0;
}

static int lose_neighbour(void)
{
	struct net_device *device = dev_get_by_name(&init_net, dev);
	int rc;

	if (!device)
		return -ENODEV;
	rc = ask_in_vain(device);
	dev_put(device);
	return rc;
}

/* vp_request_msix_vectors(): where each queue has a vector of its own, the handler is called with the queue. */
static int lose_interrupt(bool disable)
{
	struct irq_data *data = irq_get_irq_data(irq);
	struct irqaction *action = data ? irq_data_to_desc(data)->action : NULL;

	if (!action || action->next)
		return -ENODEV;
	if (disable)
		disable_irq(irq);
	else
		virtqueue_disable_cb(action->dev_id);
	pr_emerg("pkttrace-asleep: how=%s object=%px irq=%d name=%s depth=%u\n", how, action->dev_id,
		 irq, action->name, irq_data_to_desc(data)->depth);
	return 0;
}

/* Woken by who loads this: nobody is. The probed function's caller gets 0, as if nobody had slept. */
static struct task_struct *mute;

static noinline int not_woken(void)
{
	barrier();
	return 0;
}

static int instead_of_waking(struct kprobe *probe, struct pt_regs *regs)
{
	if (current != mute)
		return 0;
	instruction_pointer_set(regs, (unsigned long)not_woken);
	return 1;
}

static struct kprobe waking = {.symbol_name = "wake_up_process", .pre_handler = instead_of_waking};

static void in_vain(struct work_struct *work)
{
	pr_emerg("pkttrace-asleep: woken after all\n");
}

static DECLARE_WORK(lost_work, in_vain);

static int lose_works(void)
{
	int rc = register_kprobe(&waking);

	if (rc)
		return rc;
	mute = current;
	queue_work_on(0, system_highpri_wq, &lost_work);
	mute = NULL;
	timer_delete(&arp_tbl.gc_work.timer);
	pr_emerg("pkttrace-asleep: how=works object=%px cpu=0 function=in_vain pending=%d\n",
		 &lost_work, work_pending(&lost_work));
	pr_emerg("pkttrace-asleep: how=delayed object=%px pending=%d armed=%d twin_armed=%d\n",
		 &arp_tbl.gc_work, delayed_work_pending(&arp_tbl.gc_work),
		 timer_pending(&arp_tbl.gc_work.timer), timer_pending(&nd_tbl.gc_work.timer));
	return 0;
}

static int __init asleepmod_init(void)
{
	if (!strcmp(how, "works"))
		return lose_works();
	if (!strcmp(how, "irq") || !strcmp(how, "callbacks"))
		return lose_interrupt(!strcmp(how, "irq"));
	if (!strcmp(how, "qdisc"))
		return lose_qdisc();
	if (!strcmp(how, "neighbour"))
		return lose_neighbour();
	return !strcmp(how, "timer") ? lose_timer() : -EINVAL;
}
module_init(asleepmod_init);

static void __exit asleepmod_exit(void)
{
}
module_exit(asleepmod_exit);

MODULE_DESCRIPTION("takes away what would have woken something");
MODULE_LICENSE("GPL");
