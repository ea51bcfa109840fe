// SPDX-License-Identifier: GPL-2.0-only
/*
 * deadmod: kills the lab's guest by what it keeps after it was freed.
 *
 *	skb	a netfilter hook takes two datagrams to port 9999 and frees the second. A timer reads, 50 ms later, what a pointer
 *		in the freed one's control block points to
 *	sock	two sockets: one is freed, and a timer follows its sk_prot (proto=1) or its sk_socket
 *	alive	as sock with sk_socket, but of the socket that is not freed: a NULL pointer in a live object
 *	twice	an sk_buff is freed, and 50 ms later freed again
 *	head	as skb, but the head of the second becomes a page, which is no slab object, and the timer frees it
 *
 * It says what, when it frees it: "pkttrace-dead: how=... addr=... cache=... cpu=... twin=...": TWIN is the other object, which lives.
 * Right before the end it says "pkttrace-touch: addr=...". The licence is the kernel's, since this is linked with it.
 */
#include <linux/ip.h>
#include <linux/mm.h>
#include <linux/module.h>
#include <linux/net.h>
#include <linux/netfilter.h>
#include <linux/netfilter_ipv4.h>
#include <linux/skbuff.h>
#include <linux/string.h>
#include <linux/timer.h>
#include <linux/udp.h>
#include <net/net_namespace.h>
#include <net/sock.h>

#define PORT 9999

static char *how = "skb";
module_param(how, charp, 0444);
static bool proto;
module_param(proto, bool, 0444);

static struct note {
	char pad[16];
	int value;
} the_note;

static void *gone, *twin, *last, *touched;
static int last_value;

static void say(const char *cache)
{
	pr_emerg("pkttrace-dead: how=%s addr=%px cache=%s cpu=%d twin=%px\n", how, gone, cache, raw_smp_processor_id(), twin);
}

static noinline void touch_skb(struct sk_buff *skb, struct sk_buff *other)
{
	WRITE_ONCE(last_value, READ_ONCE(*(struct note **)skb->cb)->value);
	WRITE_ONCE(touched, skb);
	WRITE_ONCE(last, other);
}

static noinline void touch_sock(struct sock *sk, struct sock *other)
{
	WRITE_ONCE(last_value, proto ? READ_ONCE(sk->sk_prot)->max_header : READ_ONCE(sk->sk_socket)->type);
	WRITE_ONCE(touched, sk);
	WRITE_ONCE(last, other);
}

static noinline void free_again(struct sk_buff *skb, struct sk_buff *other)
{
	kfree_skb(skb);
	WRITE_ONCE(last, other);
}

static void late(struct timer_list *timer)
{
	pr_emerg("pkttrace-touch: addr=%px\n", gone);
	if (!strcmp(how, "skb"))
		touch_skb(gone, twin);
	else if (!strcmp(how, "sock") || !strcmp(how, "alive"))
		touch_sock(gone, twin);
	else
		free_again(gone, twin);
}

static DEFINE_TIMER(late_timer, late);

static void in_50_ms(void)
{
	late_timer.expires = jiffies + msecs_to_jiffies(50);
	add_timer_on(&late_timer, raw_smp_processor_id());
}

/* --- a packet ---------------------------------------------------------------------------------------- */

static noinline void drop_kept(struct sk_buff *skb)
{
	say(skb->fclone == SKB_FCLONE_UNAVAILABLE ? "skbuff_head_cache" : "skbuff_fclone_cache");
	kfree_skb(skb);
}

/* The head of the datagram becomes a page, as that of a driver that allocated pages and said otherwise. */
static noinline int give_page(struct sk_buff *skb)
{
	void *page = (void *)__get_free_page(GFP_ATOMIC), *was = skb->head;
	unsigned int size = skb_end_offset(skb) + sizeof(struct skb_shared_info);

	if (!page || size > PAGE_SIZE || skb->head_frag)
		return -ENOMEM;
	memcpy(page, was, size);
	skb->data = page + (skb->data - skb->head);
	skb->head = page;
	pr_emerg("pkttrace-dead: how=head addr=%px head=%px cpu=%d twin=%px\n", skb, page, raw_smp_processor_id(), twin);
	return 0;
}

static unsigned int keep(void *priv, struct sk_buff *skb, const struct nf_hook_state *state)
{
	const struct iphdr *ip = ip_hdr(skb);
	const struct udphdr *udp = (const void *)ip + ip->ihl * 4;

	if (ip->protocol != IPPROTO_UDP || udp->dest != htons(PORT) || gone)
		return NF_ACCEPT;
	skb_orphan(skb);
	*(struct note **)skb->cb = &the_note;
	if (!twin) {
		twin = skb;
		return NF_STOLEN;
	}
	gone = skb;
	if (strcmp(how, "head"))
		drop_kept(skb);
	else if (give_page(skb))
		return NF_ACCEPT;
	in_50_ms();
	return NF_STOLEN;
}

static const struct nf_hook_ops keep_ops = {
	.hook = keep,
	.pf = NFPROTO_IPV4,
	.hooknum = NF_INET_LOCAL_IN,
	.priority = NF_IP_PRI_LAST,
};

/* Freed as one that has clones: its buffer stays. */
static int twice(void)
{
	struct sk_buff *skb = alloc_skb_fclone(200, GFP_KERNEL);

	twin = alloc_skb_fclone(200, GFP_KERNEL);
	if (!skb || !twin)
		return -ENOMEM;
	gone = skb;
	skb->cloned = 1;
	atomic_add(4, &skb_shinfo(skb)->dataref);
	preempt_disable();
	drop_kept(skb);
	in_50_ms();
	preempt_enable();
	return 0;
}

/* --- a socket ---------------------------------------------------------------------------------------- */

/* Objects of raw sockets are poisoned, those of TCP and UDP never are (SLAB_TYPESAFE_BY_RCU). */
static struct socket *new_sock(void)
{
	struct socket *sock;

	return sock_create_kern(&init_net, AF_INET, SOCK_RAW, IPPROTO_UDP, &sock) ? NULL : sock;
}

static noinline void release_kept(struct socket *sock)
{
	say(sock->sk->sk_prot->name);
	sock_release(sock);
}

static int sock(bool alive)
{
	struct socket *one = new_sock(), *other = new_sock();

	if (!one || !other)
		return -ENOMEM;
	gone = one->sk;
	twin = other->sk;
	if (alive) {
		say("RAW");
		sock_orphan(one->sk);
	} else {
		release_kept(one);
	}
	in_50_ms();
	return 0;
}

static int __init deadmod_init(void)
{
	if (!strcmp(how, "twice"))
		return twice();
	if (strcmp(how, "skb") && strcmp(how, "head"))
		return sock(!strcmp(how, "alive"));
	return nf_register_net_hook(&init_net, &keep_ops);
}
module_init(deadmod_init);

static void __exit deadmod_exit(void)
{
}
module_exit(deadmod_exit);

MODULE_DESCRIPTION("dies of what it keeps after it was freed");
MODULE_LICENSE("GPL");
