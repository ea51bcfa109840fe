// SPDX-License-Identifier: GPL-2.0-only
/*
 * loopmod: gives a CPU of the lab's guest something to loop on.
 *
 *   insmod loopmod.ko how=chain fd=3 members=5,6
 *   insmod loopmod.ko how=match
 *
 * how	chain	the chain of connections in which the socket fd of who loads this is hashed is replaced by the sockets
 *		members, each of which leads to the other
 *	match	registers xtables' match "stuck", which loops with the first packet that a rule hands it
 *
 * It says "pkttrace-loop: how=... ...". The licence is the kernel's, since this is linked with it.
 */
#include <linux/module.h>
#include <linux/net.h>
#include <linux/netfilter/x_tables.h>
#include <linux/rculist_nulls.h>
#include <net/inet_hashtables.h>
#include <net/net_namespace.h>
#include <net/sock.h>

static char *how = "chain";
module_param(how, charp, 0444);
static int fd = -1;
module_param(fd, int, 0444);
static int members[2] = {-1, -1};
module_param_array(members, int, NULL, 0444);

static struct sock *sock_of(int number)
{
	int rc;
	struct socket *sock = sockfd_lookup(number, &rc);

	return sock ? sock->sk : NULL;
}

static void unhash(struct inet_hashinfo *table, struct sock *sk)
{
	spinlock_t *lock = inet_ehash_lockp(table, sk->sk_hash);

	spin_lock_bh(lock);
	hlist_nulls_del_init_rcu(&sk->sk_nulls_node);
	spin_unlock_bh(lock);
}

static int bend_chain(void)
{
	struct sock *sk = sock_of(fd), *one = sock_of(members[0]), *two = sock_of(members[1]);
	struct inet_hashinfo *table;
	struct inet_ehash_bucket *bucket;

	if (!sk || !one || !two)
		return -EBADF;
	table = sock_net(sk)->ipv4.tcp_death_row.hashinfo;
	bucket = inet_ehash_bucket(table, sk->sk_hash);
	unhash(table, one);
	unhash(table, two);
	pr_emerg("pkttrace-loop: how=chain bucket=%u socks=%px,%px\n",
		 sk->sk_hash & table->ehash_mask, one, two);
	one->sk_nulls_node.next = &two->sk_nulls_node;
	two->sk_nulls_node.next = &one->sk_nulls_node;
	WRITE_ONCE(bucket->chain.first, &one->sk_nulls_node);
	return 0;
}

static bool match_loops = true;

static noinline bool stuck_match(const struct sk_buff *skb, struct xt_action_param *par)
{
	pr_emerg("pkttrace-loop: how=match cpu=%d matchinfo=%px\n", smp_processor_id(),
		 par->matchinfo);
	while (READ_ONCE(match_loops))
		cpu_relax();
	return false;
}

static struct xt_match match = {
	.name = "stuck",
	.family = NFPROTO_UNSPEC,
	.match = stuck_match,
	.matchsize = 8,
	.me = THIS_MODULE,
};

static int __init loop_init(void)
{
	return strcmp(how, "match") ? bend_chain() : xt_register_match(&match);
}

module_init(loop_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("makes lookups loop, for the pkttrace lab");
