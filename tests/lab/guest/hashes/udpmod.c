// SPDX-License-Identifier: GPL-2.0-only
/*
 * udpmod fd=N: the chain of UDP sockets by address comes back to the socket fd of who loads this. A lookup there goes through all
 * of it, for the best match. It says "pkttrace-loop: how=hash ...". The licence is the kernel's, since this is linked
 * with it.
 */
#include <linux/module.h>
#include <linux/net.h>
#include <net/net_namespace.h>
#include <net/udp.h>

static int fd = -1;
module_param(fd, int, 0444);

static int __init udpmod_init(void)
{
	int rc;
	struct socket *sock = sockfd_lookup(fd, &rc);
	struct udp_sock *udp;

	if (!sock)
		return rc;
	udp = udp_sk(sock->sk);
	pr_emerg("pkttrace-loop: how=hash table=UDP_sockets_by_address bucket=%u entries=%px\n",
		 udp->udp_portaddr_hash & sock_net(sock->sk)->ipv4.udp_table->mask, udp);
	WRITE_ONCE(udp->udp_portaddr_node.next, &udp->udp_portaddr_node);
	return 0;
}

module_init(udpmod_init);
MODULE_LICENSE("GPL");
MODULE_DESCRIPTION("makes a chain of UDP sockets circular, for the pkttrace lab");
