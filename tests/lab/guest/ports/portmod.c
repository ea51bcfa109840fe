// SPDX-License-Identifier: GPL-2.0-only
/*
 * portmod how=HOW fd=N [port=P]: makes a chain circular that TCP walks for the bound socket fd of who loads this.
 *
 * how	listeners	the listener leads to itself: the next SYN for its port looks for a better one, for ever
 *	ports		the socket's port leads to itself, and is what port P's bucket has: a bind to P looks on
 *	owners		the socket leads to itself among those bound to its port and address (to its port, where a port's are
 *			not told apart by address), and nothing spares who binds to these the look at them
 *	port		the same, among those bound to its port, which a kernel may have besides
 *
 * It says "pkttrace-loop: how=hash ...". The licence is the kernel's, since this is linked with it.
 */
#include <linux/module.h>
#include <linux/net.h>
#include <linux/version.h>
#include <net/inet_connection_sock.h>
#include <net/inet_hashtables.h>
#include <net/net_namespace.h>
#include <net/sock.h>

static char *how = "listeners";
module_param(how, charp, 0444);
static int fd = -1;
module_param(fd, int, 0444);
static int port;
module_param(port, int, 0444);

static void say(const char *table, unsigned int bucket, const void *entry)
{
	pr_emerg("pkttrace-loop: how=hash table=%s bucket=%u entries=%px\n", table, bucket, entry);
}

static int bend_listeners(struct inet_hashinfo *table, struct sock *sk)
{
	unsigned int i;
	void *node, *first;

#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 19, 0)
	node = &inet_csk(sk)->icsk_listen_portaddr_node;
#else
	node = &sk->sk_nulls_node;
#endif
	for (i = 0; i <= table->lhash2_mask; i++) {
#if LINUX_VERSION_CODE < KERNEL_VERSION(5, 19, 0)
		first = table->lhash2[i].head.first;
#else
		first = table->lhash2[i].nulls_head.first;
#endif
		if (first == node)
			break;
	}
	if (i > table->lhash2_mask)
		return -ENOENT;
	say("TCP_listeners", i, sk);
	WRITE_ONCE(*(void **)node, node);
	return 0;
}

static int bend_ports(struct inet_hashinfo *table, struct sock *sk)
{
	unsigned int i = inet_bhashfn(sock_net(sk), port, table->bhash_size);
	struct inet_bind_bucket *tb = inet_csk(sk)->icsk_bind_hash;

	say("TCP_ports", i, tb);
	hlist_del(&tb->node);
	tb->node.next = &tb->node;
	WRITE_ONCE(table->bhash[i].chain.first, &tb->node);
	return 0;
}

static int bend_port_owners(struct inet_hashinfo *table, struct sock *sk)
{
	struct inet_bind_bucket *tb = inet_csk(sk)->icsk_bind_hash;

	tb->fastreuse = 0;
	tb->fastreuseport = 0;
	say("TCP_sockets_of_a_port", inet_bhashfn(sock_net(sk), tb->port, table->bhash_size), sk);
	WRITE_ONCE(sk->sk_bind_node.next, &sk->sk_bind_node);
	return 0;
}

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 1, 0)
#define bend_owners bend_port_owners
#else
static int bend_owners(struct inet_hashinfo *table, struct sock *sk)
{
	struct inet_bind2_bucket *tb2 = inet_csk(sk)->icsk_bind2_hash;
	unsigned int i;

	for (i = 0; i < table->bhash_size; i++)
		if (table->bhash2[i].chain.first == &tb2->node)
			break;
	if (i == table->bhash_size)
		return -ENOENT;
	inet_csk(sk)->icsk_bind_hash->fastreuse = 0;
	inet_csk(sk)->icsk_bind_hash->fastreuseport = 0;
	say("TCP_sockets_of_a_port_and_address", i, sk);
	WRITE_ONCE(tb2->owners.first->next, tb2->owners.first);
	return 0;
}
#endif

static int __init port_init(void)
{
	int rc;
	struct socket *sock = sockfd_lookup(fd, &rc);
	struct inet_hashinfo *table;

	if (!sock)
		return rc;
	table = sock_net(sock->sk)->ipv4.tcp_death_row.hashinfo;
	if (!strcmp(how, "listeners"))
		return bend_listeners(table, sock->sk);
	if (!strcmp(how, "port"))
		return bend_port_owners(table, sock->sk);
	return strcmp(how, "ports") ? bend_owners(table, sock->sk) : bend_ports(table, sock->sk);
}

module_init(port_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("makes chains of listeners and ports circular, for the pkttrace lab");
