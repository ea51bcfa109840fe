// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * rare WHAT ...: sockets and switches that few machines have, for a trace that shows them.
 *
 *	lite ADDRESS PORT COUNT SIZE	UDP-Lite: COUNT datagrams and their answers, with half of each under the checksum
 *	lite-hold ADDRESS PORT COUNT SIZE	the same to a socket that nobody reads; its owner stays
 *	dccp-hold ADDRESS PORT COUNT SIZE	a listener, and a connection whose data nobody reads; their owner stays
 *	switch NAME DEVICE=ADDRESS ...	an Open vSwitch datapath of this name, whose ports are these devices (NAME too):
 *					IPv4 goes to the port that has the address
 */
#include <arpa/inet.h>
#include <errno.h>
#include <linux/openvswitch.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "genl.h"

#define UDPLITE_SEND_CSCOV 10
#define DCCP_SOCKOPT_SERVICE 2
#ifndef SOL_UDPLITE
#define SOL_UDPLITE 136
#endif
#ifndef SOL_DCCP
#define SOL_DCCP 269
#endif

static char bytes[65536];

static void die(const char *what)
{
	fprintf(stderr, "rare: %s: %s\n", what, strerror(errno));
	exit(1);
}

static socklen_t address(const char *text, const char *port, struct sockaddr_storage *to)
{
	struct sockaddr_in *four = (void *)to;
	struct sockaddr_in6 *six = (void *)to;

	memset(to, 0, sizeof(*to));
	four->sin_port = htons((unsigned short)atoi(port)); /* at the same place in both */
	if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		return sizeof(*four);
	}
	six->sin6_family = AF_INET6;
	if (inet_pton(AF_INET6, text, &six->sin6_addr) != 1)
		die(text);
	return sizeof(*six);
}

static int bound(const struct sockaddr_storage *to, socklen_t len, int type, int protocol)
{
	int fd = socket(to->ss_family, type, protocol);

	if (fd < 0 || bind(fd, (const void *)to, len))
		die("bind");
	return fd;
}

/* A child keeps what is open, for ever. */
static void stay(void)
{
	if (!fork())
		for (;;)
			pause();
}

static void lite(char **argv, int hold)
{
	struct sockaddr_storage to;
	socklen_t len = address(argv[0], argv[1], &to);
	int count = atoi(argv[2]), size = atoi(argv[3]), coverage = 8 + size / 2;
	int server = bound(&to, len, SOCK_DGRAM, IPPROTO_UDPLITE);
	int client = socket(to.ss_family, SOCK_DGRAM, IPPROTO_UDPLITE);

	if (client < 0 || setsockopt(client, SOL_UDPLITE, UDPLITE_SEND_CSCOV, &coverage, sizeof(coverage)) ||
	    connect(client, (void *)&to, len))
		die("UDP-Lite");
	for (int i = 0; i < count; i++) {
		struct sockaddr_storage from;
		socklen_t from_len = sizeof(from);

		if (send(client, bytes, (size_t)size, 0) != size)
			die("send");
		if (hold)
			continue;
		if (recvfrom(server, bytes, sizeof(bytes), 0, (void *)&from, &from_len) != size ||
		    sendto(server, bytes, (size_t)size, 0, (void *)&from, from_len) != size ||
		    recv(client, bytes, sizeof(bytes), 0) != size)
			die("echo");
	}
	if (hold)
		stay();
}

static void dccp(char **argv)
{
	struct sockaddr_storage to;
	socklen_t len = address(argv[0], argv[1], &to);
	unsigned service = htonl(42);
	int listener = socket(to.ss_family, SOCK_DCCP, IPPROTO_DCCP), client = socket(to.ss_family, SOCK_DCCP, IPPROTO_DCCP);

	if (listener < 0 || client < 0 || setsockopt(listener, SOL_DCCP, DCCP_SOCKOPT_SERVICE, &service, sizeof(service)) ||
	    setsockopt(client, SOL_DCCP, DCCP_SOCKOPT_SERVICE, &service, sizeof(service)) ||
	    bind(listener, (void *)&to, len) || listen(listener, 5) || connect(client, (void *)&to, len) ||
	    accept(listener, NULL, NULL) < 0)
		die("DCCP");
	for (int i = 0; i < atoi(argv[2]); i++)
		while (send(client, bytes, (size_t)atoi(argv[3]), 0) < 0)
			if (errno != EAGAIN || usleep(20000))
				die("DCCP send");
	usleep(300000);
	stay();
}

/* A generic netlink message that is being written. */
struct message {
	struct nlmsghdr head;
	struct genlmsghdr genl;
	struct ovs_header ovs;
	char rest[1024];
};

static int netlink(void)
{
	static int fd = -1;

	if (fd < 0)
		fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
	return fd;
}

/* Sends it, and waits for the kernel's word. */
static void tell(struct message *message, const char *what)
{
	static struct {
		struct nlmsghdr head;
		struct nlmsgerr error;
		char rest[4096];
	} answer;

	message->head.nlmsg_flags |= NLM_F_REQUEST | NLM_F_ACK;
	if (send(netlink(), message, message->head.nlmsg_len, 0) < 0)
		die(what);
	do
		if (recv(netlink(), &answer, sizeof(answer), 0) < 0)
			die(what);
	while (answer.head.nlmsg_type != NLMSG_ERROR);
	errno = -answer.error.error;
	if (errno)
		die(what);
}

static unsigned short family_of(const char *name)
{
	struct message message = {.head = {.nlmsg_len = NLMSG_LENGTH(GENL_HDRLEN), .nlmsg_type = GENL_ID_CTRL, .nlmsg_flags = NLM_F_REQUEST},
				  .genl = {.cmd = CTRL_CMD_GETFAMILY, .version = 1}};
	static char answer[8192];
	unsigned short id;
	ssize_t len;

	genl_put(&message, CTRL_ATTR_FAMILY_NAME, name, strlen(name) + 1);
	if (send(netlink(), &message, message.head.nlmsg_len, 0) < 0 || (len = recv(netlink(), answer, sizeof(answer), 0)) < 0)
		die(name);
	id = genl_family(answer, len);
	if (!id)
		die(name);
	return id;
}

static struct message of_family(const char *name, int cmd, int version, int datapath)
{
	return (struct message){.head = {.nlmsg_len = NLMSG_LENGTH(GENL_HDRLEN + sizeof(struct ovs_header)), .nlmsg_type = family_of(name)},
				.genl = {.cmd = (unsigned char)cmd, .version = (unsigned char)version},
				.ovs = {.dp_ifindex = datapath}};
}

static void add_port(int datapath, const char *device, unsigned number)
{
	unsigned type = OVS_VPORT_TYPE_NETDEV, pid = 0;
	struct message message = of_family(OVS_VPORT_FAMILY, OVS_VPORT_CMD_NEW, OVS_VPORT_VERSION, datapath);

	genl_put(&message, OVS_VPORT_ATTR_NAME, device, strlen(device) + 1);
	genl_put(&message, OVS_VPORT_ATTR_TYPE, &type, sizeof(type));
	genl_put(&message, OVS_VPORT_ATTR_PORT_NO, &number, sizeof(number));
	genl_put(&message, OVS_VPORT_ATTR_UPCALL_PID, &pid, sizeof(pid));
	tell(&message, device);
}

/* IPv4 to ADDRESS goes out of this port. */
static void add_flow(int datapath, const char *to, unsigned port)
{
	const struct ovs_key_ethernet no_ethernet = {0};
	const unsigned short ip = htons(0x0800), all_type = 0xffff;
	struct ovs_key_ipv4 key = {0}, mask = {.ipv4_dst = 0xffffffff};
	struct message message = of_family(OVS_FLOW_FAMILY, OVS_FLOW_CMD_NEW, OVS_FLOW_VERSION, datapath);
	struct nlattr *nest = genl_put(&message, OVS_FLOW_ATTR_KEY, NULL, 0);

	if (inet_pton(AF_INET, to, &key.ipv4_dst) != 1)
		die(to);
	genl_put(&message, OVS_KEY_ATTR_ETHERNET, &no_ethernet, sizeof(no_ethernet));
	genl_put(&message, OVS_KEY_ATTR_ETHERTYPE, &ip, sizeof(ip));
	genl_put(&message, OVS_KEY_ATTR_IPV4, &key, sizeof(key));
	genl_end(&message, nest);
	nest = genl_put(&message, OVS_FLOW_ATTR_MASK, NULL, 0);
	genl_put(&message, OVS_KEY_ATTR_ETHERNET, &no_ethernet, sizeof(no_ethernet));
	genl_put(&message, OVS_KEY_ATTR_ETHERTYPE, &all_type, sizeof(all_type));
	genl_put(&message, OVS_KEY_ATTR_IPV4, &mask, sizeof(mask));
	genl_end(&message, nest);
	nest = genl_put(&message, OVS_FLOW_ATTR_ACTIONS, NULL, 0);
	genl_put(&message, OVS_ACTION_ATTR_OUTPUT, &port, sizeof(port));
	genl_end(&message, nest);
	tell(&message, "flow");
}

static void make_switch(char **argv)
{
	const char *name = argv[0];
	unsigned pid = 0, features = OVS_DP_F_UNALIGNED;
	struct message message = of_family(OVS_DATAPATH_FAMILY, OVS_DP_CMD_NEW, OVS_DATAPATH_VERSION, 0);

	genl_put(&message, OVS_DP_ATTR_NAME, name, strlen(name) + 1);
	genl_put(&message, OVS_DP_ATTR_UPCALL_PID, &pid, sizeof(pid));
	genl_put(&message, OVS_DP_ATTR_USER_FEATURES, &features, sizeof(features));
	tell(&message, name);
	for (unsigned number = 1; argv[number]; number++) {
		char *to = strchr(argv[number], '=');
		int datapath = (int)if_nametoindex(name), own;

		*to++ = '\0';
		own = !strcmp(argv[number], name);
		if (!own)
			add_port(datapath, argv[number], number);
		add_flow(datapath, to, own ? 0 : number);
	}
}

int main(int argc, char **argv)
{
	if (argc == 6 && !strncmp(argv[1], "lite", 4))
		lite(argv + 2, argv[1][4] != '\0');
	else if (argc == 6 && !strcmp(argv[1], "dccp-hold"))
		dccp(argv + 2);
	else if (argc >= 4 && !strcmp(argv[1], "switch"))
		make_switch(argv + 2);
	else
		return 2;
	return 0;
}
