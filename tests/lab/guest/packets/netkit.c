// SPDX-License-Identifier: GPL-3.0-or-later
/* netkit NAME PEER: a pair of netkit devices (6.7 and later), which iproute2 knows since 6.8 only. */
#include <linux/if_link.h>
#include <linux/rtnetlink.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef IFLA_NETKIT_PEER_INFO
#define IFLA_NETKIT_PEER_INFO 1
#define IFLA_NETKIT_MODE 5
#endif
#define MODE_L2 0

static struct {
	struct nlmsghdr head;
	struct ifinfomsg info;
	char attributes[512];
} request = {.head = {NLMSG_LENGTH(sizeof(struct ifinfomsg)), RTM_NEWLINK,
		      NLM_F_REQUEST | NLM_F_CREATE | NLM_F_EXCL | NLM_F_ACK}};

static struct rtattr *add(unsigned short type, const void *data, size_t len)
{
	struct rtattr *attr =
		(struct rtattr *)((char *)&request + NLMSG_ALIGN(request.head.nlmsg_len));

	attr->rta_type = type;
	attr->rta_len = RTA_LENGTH(len);
	memcpy(RTA_DATA(attr), data, len);
	request.head.nlmsg_len = NLMSG_ALIGN(request.head.nlmsg_len) + RTA_ALIGN(attr->rta_len);
	return attr;
}

/* ATTR has all that was added behind it. */
static void end(struct rtattr *attr)
{
	attr->rta_len = (char *)&request + request.head.nlmsg_len - (char *)attr;
}

int main(int argc, char **argv)
{
	struct ifinfomsg none = {0};
	unsigned mode = MODE_L2;
	struct rtattr *link, *data, *peer;
	struct {
		struct nlmsghdr head;
		struct nlmsgerr error;
		char more[1024];
	} answer = {0};
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);

	if (argc != 3 || strlen(argv[1]) > 15 || strlen(argv[2]) > 15)
		return 2;
	add(IFLA_IFNAME, argv[1], strlen(argv[1]) + 1);
	link = add(IFLA_LINKINFO, "", 0);
	add(IFLA_INFO_KIND, "netkit", 6);
	data = add(IFLA_INFO_DATA, "", 0);
	add(IFLA_NETKIT_MODE, &mode, sizeof(mode));
	peer = add(IFLA_NETKIT_PEER_INFO, &none, sizeof(none));
	add(IFLA_IFNAME, argv[2], strlen(argv[2]) + 1);
	end(peer);
	end(data);
	end(link);
	if (send(fd, &request, request.head.nlmsg_len, 0) < 0 ||
	    recv(fd, &answer, sizeof(answer), 0) < (ssize_t)NLMSG_LENGTH(sizeof(answer.error)) ||
	    answer.error.error) {
		fprintf(stderr, "netkit: %s\n", strerror(-answer.error.error));
		return 1;
	}
	return 0;
}
