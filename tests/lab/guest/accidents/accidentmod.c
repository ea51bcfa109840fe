// SPDX-License-Identifier: GPL-2.0-only
/*
 * accidentmod: kills the lab's guest so that the log's first line of the accident is not the panic's.
 *
 *	underflow	a timer puts a reference of a socket twice (panic_on_warn); another socket's address is in a
 *			register beside it, and its count is right
 *	timeout		the transmit queues of two devices, late0 and late1, time out: the driver mends the first, and
 *			oopses when it is called for the second
 *
 * It says what: "pkttrace-accident: how=underflow sk=... twin=...", "pkttrace-accident: how=timeout dev=... device=...". The
 * licence is the kernel's, since this is linked with it.
 */
#include <linux/etherdevice.h>
#include <linux/module.h>
#include <linux/net.h>
#include <linux/netdevice.h>
#include <linux/rtnetlink.h>
#include <linux/string.h>
#include <linux/timer.h>
#include <net/net_namespace.h>
#include <net/sock.h>

static char *how = "underflow";
module_param(how, charp, 0444);

static struct sock *once, *twin, *last;

static noinline void put_twice(struct sock *sk, struct sock *other)
{
	sock_put(sk);
	sock_put(sk);
	WRITE_ONCE(last, other);
}

static void put_late(struct timer_list *timer)
{
	put_twice(once, twin);
}

static DEFINE_TIMER(put_timer, put_late);

static struct sock *new_sock(void)
{
	struct socket *sock;
	struct sock *sk;

	if (sock_create_kern(&init_net, AF_INET, SOCK_STREAM, IPPROTO_TCP, &sock))
		return NULL;
	sk = sock->sk;
	sock_orphan(sk); /* nobody's: to free it is no other fault */
	return sk;
}

static int underflow(void)
{
	once = new_sock();
	twin = new_sock();
	if (!once || !twin)
		return -ENOMEM;
	pr_emerg("pkttrace-accident: how=underflow sk=%px twin=%px\n", once, twin);
	mod_timer(&put_timer, jiffies + HZ / 4);
	return 0;
}

static netdev_tx_t late_xmit(struct sk_buff *skb, struct net_device *device)
{
	dev_kfree_skb_any(skb);
	return NETDEV_TX_OK;
}

/* A driver that sets its card up again. */
static noinline void late_reset(struct net_device *device)
{
	if (!strcmp(device->name, "late1"))
		*(volatile int *)NULL = 0;
	netif_trans_update(device);
	netif_wake_queue(device);
}

static void late_timeout(struct net_device *device, unsigned int queue)
{
	late_reset(device);
}

static const struct net_device_ops late_ops = {
	.ndo_start_xmit = late_xmit,
	.ndo_tx_timeout = late_timeout,
};

static int late_device(const char *name, int timeo)
{
	struct net_device *device = alloc_etherdev(0);
	int rc;

	if (!device)
		return -ENOMEM;
	strscpy(device->name, name, IFNAMSIZ);
	device->netdev_ops = &late_ops;
	device->watchdog_timeo = timeo;
	eth_hw_addr_random(device);
	rtnl_lock();
	rc = register_netdevice(device);
	if (!rc)
		rc = dev_open(device, NULL);
	netif_stop_queue(device);
	netif_trans_update(device);
	rtnl_unlock();
	pr_emerg("pkttrace-accident: how=timeout dev=%s device=%px\n", name, device);
	return rc;
}

static int __init accidentmod_init(void)
{
	int rc;

	if (!strcmp(how, "underflow"))
		return underflow();
	rc = late_device("late0", HZ);
	return rc ? rc : late_device("late1", 4 * HZ);
}
module_init(accidentmod_init);

static void __exit accidentmod_exit(void)
{
}
module_exit(accidentmod_exit);

MODULE_DESCRIPTION("dies of an accident whose first line is not the panic's");
MODULE_LICENSE("GPL");
