// SPDX-License-Identifier: GPL-3.0-or-later
/* Sockets of no protocol of the wire, with something in their queues, that stay as they are: unix (a listener with one
 * that waits, a pair, a datagram socket of an abstract name), netlink, packet and raw. */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_ether.h>
#include <linux/if_packet.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void must(int good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "locals: %s: %s\n", what, strerror(errno));
	exit(1);
}

static int open_socket(int family, int type, int protocol)
{
	int fd = socket(family, type, protocol);

	must(fd >= 0, "socket");
	return fd;
}

/* "@name" is abstract. */
static void at(int fd, const char *name, int (*call)(int, const struct sockaddr *, socklen_t))
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	size_t len = offsetof(struct sockaddr_un, sun_path) + strlen(name);

	strcpy(address.sun_path, name);
	if (name[0] == '@')
		address.sun_path[0] = '\0';
	else
		len++;
	must(!call(fd, (const void *)&address, (socklen_t)len), name);
}

static void local_unix(void)
{
	int listener = open_socket(AF_UNIX, SOCK_STREAM, 0);
	int datagrams = open_socket(AF_UNIX, SOCK_DGRAM, 0), pair[2];

	at(listener, "/locals-listener", bind);
	must(!listen(listener, 5), "listen");
	at(open_socket(AF_UNIX, SOCK_STREAM, 0), "/locals-listener", connect);
	must(!socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair), "socketpair");
	must(write(pair[0], "twelve bytes", 12) == 12, "write");
	at(datagrams, "@locals-datagrams", bind);
	at(datagrams, "@locals-datagrams", connect);
	must(send(datagrams, "five.", 5, 0) == 5, "send");
}

int main(void)
{
	struct sockaddr_nl groups = {.nl_family = AF_NETLINK, .nl_groups = RTMGRP_LINK};
	struct sockaddr_ll any = {.sll_family = AF_PACKET, .sll_ifindex = 1};
	int ready[2];
	char byte;

	must(!pipe(ready), "pipe");
	if (fork()) {
		close(ready[1]);
		return read(ready[0], &byte, 1) != 1;
	}
	local_unix();
	must(!bind(open_socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE), (void *)&groups,
		   sizeof(groups)),
	     "netlink");
	any.sll_protocol = htons(ETH_P_ARP);
	must(!bind(open_socket(AF_PACKET, SOCK_DGRAM, 0), (void *)&any, sizeof(any)), "packet");
	open_socket(AF_INET, SOCK_RAW, 253);
	open_socket(AF_INET6, SOCK_RAW, 254);
	must(write(ready[1], "", 1) == 1, "ready");
	for (;;)
		pause();
}
