// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * hops route NR DEVICE: adds a route to 198.51.100.0/24 with NR next hops, all DEVICE.
 * hops group NR DEVICE: adds nexthops 1 to NR of DEVICE, group 9000 of all of them, and a route to 198.51.100.0/24 by that.
 *
 * ip's buffers hold some hundred.
 */
#include <arpa/inet.h>
#include <linux/nexthop.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#define GROUP 9000
#define PREFIX "198.51.100.0"

static struct {
	struct nlmsghdr head;
	unsigned char bytes[70000];
} request;
static int fd;

static void *put(const void *bytes, unsigned len)
{
	void *at = (unsigned char *)&request + NLMSG_ALIGN(request.head.nlmsg_len);

	memcpy(at, bytes, len);
	request.head.nlmsg_len = NLMSG_ALIGN(request.head.nlmsg_len) + len;
	return at;
}

static struct rtattr *attribute(unsigned short type, const void *bytes, unsigned short len)
{
	struct rtattr attr = {.rta_type = type, .rta_len = RTA_LENGTH(len)}, *at = put(&attr, sizeof(attr));

	if (len)
		put(bytes, len);
	return at;
}

static void begin(unsigned short type, const void *head, unsigned len)
{
	memset(&request, 0, sizeof(request));
	request.head = (struct nlmsghdr){.nlmsg_len = NLMSG_HDRLEN, .nlmsg_type = type,
					 .nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK | NLM_F_CREATE | NLM_F_EXCL};
	put(head, len);
}

static void end(const char *what)
{
	struct {
		struct nlmsghdr head;
		struct nlmsgerr error;
		unsigned char rest[70000];
	} answer;

	if (send(fd, &request, request.head.nlmsg_len, 0) < 0 || recv(fd, &answer, sizeof(answer), 0) < 0 ||
	    answer.head.nlmsg_type != NLMSG_ERROR || answer.error.error) {
		fprintf(stderr, "hops: %s: error %d\n", what, -answer.error.error);
		exit(1);
	}
}

static void begin_route(void)
{
	struct rtmsg head = {.rtm_family = AF_INET, .rtm_dst_len = 24, .rtm_table = RT_TABLE_MAIN,
			     .rtm_protocol = RTPROT_STATIC, .rtm_scope = RT_SCOPE_LINK, .rtm_type = RTN_UNICAST};
	in_addr_t prefix = inet_addr(PREFIX);

	begin(RTM_NEWROUTE, &head, sizeof(head));
	attribute(RTA_DST, &prefix, sizeof(prefix));
}

static void add_route(int nr, int device)
{
	struct rtnexthop hop = {.rtnh_len = sizeof(hop), .rtnh_ifindex = device};
	struct rtattr *hops;

	begin_route();
	hops = attribute(RTA_MULTIPATH, NULL, 0);
	for (int i = 0; i < nr; i++)
		put(&hop, sizeof(hop));
	hops->rta_len += nr * sizeof(hop);
	end("route");
}

static void add_group(int nr, int device)
{
	struct nhmsg head = {.nh_family = AF_INET, .nh_protocol = RTPROT_STATIC};
	static struct nexthop_grp members[8000];
	unsigned id = GROUP;

	for (int i = 0; i < nr; i++) {
		members[i].id = i + 1;
		begin(RTM_NEWNEXTHOP, &head, sizeof(head));
		attribute(NHA_ID, &members[i].id, 4);
		attribute(NHA_OIF, &device, 4);
		end("nexthop");
	}
	head.nh_family = AF_UNSPEC;
	begin(RTM_NEWNEXTHOP, &head, sizeof(head));
	attribute(NHA_ID, &id, 4);
	attribute(NHA_GROUP, members, nr * sizeof(members[0]));
	end("group");
	begin_route();
	attribute(RTA_NH_ID, &id, 4);
	end("route");
}

int main(int argc, char **argv)
{
	int nr = argc == 4 ? atoi(argv[2]) : 0, device = nr ? if_nametoindex(argv[3]) : 0, size = 1 << 20;

	fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_ROUTE);
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
	if (fd < 0 || nr < 1 || nr > 8000 || !device) {
		perror("hops");
		return 1;
	}
	if (strcmp(argv[1], "group"))
		add_route(nr, device);
	else
		add_group(nr, device);
	return 0;
}
