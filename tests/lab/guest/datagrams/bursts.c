// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * bursts listen FILE ADDRESS PORT [gro] [device=DEV] [size=BYTES]: a socket that reads whatever comes, in a child, for ever
 * bursts hold   the same words: one that reads nothing
 * bursts send   FILE ADDRESS PORT [segment=BYTES] [device=DEV] SIZE...: a datagram of each SIZE
 * bursts wrong  FILE ADDRESS PORT SIZE...: with a checksum that is wrong
 * bursts cork   FILE ADDRESS PORT SIZE...: one datagram of all SIZEs, each written by itself; 0 sends it; without, they wait
 * bursts feature DEV NAME on|off: of a network device, as ethtool -K
 *
 * "segment=": the kernel cuts what is written into datagrams of so many bytes (UDP_SEGMENT). "gro": the socket takes several
 * at once (UDP_GRO). "device=": of a multicast ADDRESS, where to join it, or to send it by. Of each datagram that was
 * written or read FILE gets a line of JSON; of one that is read, "gro" is the size of those that came at once.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/ethtool.h>
#include <linux/sockios.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/udp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#ifndef UDP_SEGMENT
#define UDP_SEGMENT 103
#define UDP_GRO 104
#endif

struct plan {
	const char *what;
	struct sockaddr_storage to;
	socklen_t len;
	unsigned segment, device, rcvbuf;
	bool gro, held;
	int out, nr;
	char **sizes;
};

static char bytes[65536];

static void must(bool good, const char *what)
{
	if (good)
		return;
	fprintf(stderr, "bursts: %s: %s\n", what, strerror(errno));
	exit(1);
}

static void address(const char *text, const char *port, struct plan *plan)
{
	struct sockaddr_in *four = (void *)&plan->to;
	struct sockaddr_in6 *six = (void *)&plan->to;

	if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
		four->sin_family = AF_INET;
		plan->len = sizeof(*four);
	} else {
		must(inet_pton(AF_INET6, text, &six->sin6_addr) == 1, text);
		six->sin6_family = AF_INET6;
		plan->len = sizeof(*six);
	}
	four->sin_port = htons((unsigned short)atoi(port)); /* at the same place in both */
}

static const char *words_of(const struct sockaddr_storage *address, char *buf)
{
	const struct sockaddr_in *four = (const void *)address;
	const struct sockaddr_in6 *six = (const void *)address;

	if (address->ss_family == AF_INET)
		return inet_ntop(AF_INET, &four->sin_addr, buf, INET6_ADDRSTRLEN);
	return inet_ntop(AF_INET6, &six->sin6_addr, buf, INET6_ADDRSTRLEN);
}

static unsigned port_of(const struct sockaddr_storage *address)
{
	return ntohs(((const struct sockaddr_in *)address)->sin_port);
}

static void note(const struct plan *plan, int fd, const struct sockaddr_storage *peer, long len, int gro)
{
	char line[512], mine[INET6_ADDRSTRLEN], its[INET6_ADDRSTRLEN];
	struct sockaddr_storage self = {0};
	socklen_t size = sizeof(self);
	int n;

	getsockname(fd, (void *)&self, &size);
	n = snprintf(line, sizeof(line),
		     "{\"what\":\"%s\",\"addr\":\"%s\",\"port\":%u,\"peer\":\"%s\",\"peer_port\":%u,\"len\":%ld,"
		     "\"segment\":%u,\"gro\":%d,\"pid\":%d,\"held\":%s}\n",
		     plan->what, words_of(&self, mine), port_of(&self), words_of(peer, its), port_of(peer), len,
		     plan->segment, gro, (int)getpid(), plan->held ? "true" : "false");
	must(write(plan->out, line, (size_t)n) == n, "note");
}

/* A member of a group is bound to its address, so that it gets nothing else. */
static void join(int fd, const struct plan *plan)
{
	struct group_req group = {.gr_interface = plan->device, .gr_group = plan->to};

	if (plan->device)
		must(!setsockopt(fd, plan->to.ss_family == AF_INET ? IPPROTO_IP : IPPROTO_IPV6, MCAST_JOIN_GROUP,
				 &group, sizeof(group)),
		     "join");
}

static int bound(const struct plan *plan)
{
	int fd = socket(plan->to.ss_family, SOCK_DGRAM, 0), one = 1;

	must(fd >= 0, "socket");
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (plan->rcvbuf)
		setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &plan->rcvbuf, sizeof(plan->rcvbuf));
	if (plan->gro)
		must(!setsockopt(fd, IPPROTO_UDP, UDP_GRO, &one, sizeof(one)), "gro");
	must(!bind(fd, (const void *)&plan->to, plan->len), "bind");
	join(fd, plan);
	return fd;
}

static void read_all(const struct plan *plan, int fd)
{
	for (;;) {
		struct sockaddr_storage from = {0};
		union {
			struct cmsghdr head;
			char room[64];
		} control;
		struct iovec vec = {bytes, sizeof(bytes)};
		struct msghdr msg = {.msg_name = &from,
				     .msg_namelen = sizeof(from),
				     .msg_iov = &vec,
				     .msg_iovlen = 1,
				     .msg_control = &control,
				     .msg_controllen = sizeof(control)};
		ssize_t got = recvmsg(fd, &msg, 0);
		struct cmsghdr *head = got < 0 ? NULL : CMSG_FIRSTHDR(&msg);
		int gro = 0;

		if (head && head->cmsg_level == IPPROTO_UDP && head->cmsg_type == UDP_GRO)
			memcpy(&gro, CMSG_DATA(head), sizeof(gro));
		if (got >= 0)
			note(plan, fd, &from, got, gro);
	}
}

static int listen_in_child(const struct plan *plan, bool reads)
{
	int ready[2], fd;
	char byte;

	must(!pipe(ready), "pipe");
	if (fork()) {
		close(ready[1]);
		return read(ready[0], &byte, 1) != 1;
	}
	fd = bound(plan);
	must(write(ready[1], "", 1) == 1, "ready");
	if (reads)
		read_all(plan, fd);
	for (;;)
		pause();
}

static int connected(const struct plan *plan)
{
	struct ip_mreqn four = {.imr_ifindex = (int)plan->device};
	int fd = socket(plan->to.ss_family, SOCK_DGRAM, 0), six = (int)plan->device;

	must(fd >= 0, "socket");
	if (plan->device && plan->to.ss_family == AF_INET)
		must(!setsockopt(fd, IPPROTO_IP, IP_MULTICAST_IF, &four, sizeof(four)), "device");
	else if (plan->device)
		must(!setsockopt(fd, IPPROTO_IPV6, IPV6_MULTICAST_IF, &six, sizeof(six)), "device");
	if (plan->segment)
		must(!setsockopt(fd, IPPROTO_UDP, UDP_SEGMENT, &plan->segment, sizeof(plan->segment)), "segment");
	must(!connect(fd, (const void *)&plan->to, plan->len), "connect");
	return fd;
}

static void send_each(const struct plan *plan)
{
	int fd = connected(plan);

	for (int i = 0; i < plan->nr; i++) {
		long size = atol(plan->sizes[i]);

		must(send(fd, bytes, (size_t)size, 0) == size || errno == ECONNREFUSED, "send");
		note(plan, fd, &plan->to, size, 0);
	}
}

static void send_wrong(const struct plan *plan)
{
	int fd = socket(plan->to.ss_family, SOCK_RAW, IPPROTO_UDP), like = connected(plan);
	struct sockaddr_storage self = {0}, to = plan->to;
	socklen_t len = sizeof(self);

	must(fd >= 0 && !getsockname(like, (void *)&self, &len), "raw");
	((struct sockaddr_in *)&to)->sin_port = 0;
	for (int i = 0; i < plan->nr; i++) {
		long size = atol(plan->sizes[i]);
		uint16_t head[4] = {htons((uint16_t)port_of(&self)), htons((uint16_t)port_of(&plan->to)),
				    htons((uint16_t)(size + 8)), htons((uint16_t)(0xbad0 + i))};

		memcpy(bytes, head, sizeof(head));
		must(sendto(fd, bytes, (size_t)size + 8, 0, (void *)&to, plan->len) > 0, "wrong");
		note(plan, like, &plan->to, size, 0);
	}
}

static void send_corked(struct plan *plan)
{
	int fd = connected(plan), on = 1, off = 0;
	long sum = 0;

	must(!setsockopt(fd, IPPROTO_UDP, UDP_CORK, &on, sizeof(on)), "cork");
	for (int i = 0; i < plan->nr; i++) {
		long size = atol(plan->sizes[i]);

		if (size)
			must(send(fd, bytes, (size_t)size, 0) == size, "send");
		else
			setsockopt(fd, IPPROTO_UDP, UDP_CORK, &off, sizeof(off));
		sum += size;
	}
	plan->held = atol(plan->sizes[plan->nr - 1]) != 0;
	note(plan, fd, &plan->to, sum, 0);
	if (plan->held)
		for (;;)
			pause();
}

static int feature(const char *dev, const char *name, bool on)
{
	struct {
		struct ethtool_gstrings head;
		char names[256][ETH_GSTRING_LEN];
	} all = {.head = {.cmd = ETHTOOL_GSTRINGS, .string_set = ETH_SS_FEATURES}};
	struct {
		struct ethtool_sset_info head;
		uint32_t nr;
	} count = {.head = {.cmd = ETHTOOL_GSSET_INFO, .sset_mask = 1ULL << ETH_SS_FEATURES}};
	struct {
		struct ethtool_sfeatures head;
		struct ethtool_set_features_block blocks[8];
	} set = {.head = {.cmd = ETHTOOL_SFEATURES}};
	struct ifreq request = {0};
	int fd = socket(AF_INET, SOCK_DGRAM, 0);

	strncpy(request.ifr_name, dev, IFNAMSIZ - 1);
	request.ifr_data = (void *)&count;
	must(!ioctl(fd, SIOCETHTOOL, &request) && count.nr <= 256, "features");
	all.head.len = count.nr;
	request.ifr_data = (void *)&all;
	must(!ioctl(fd, SIOCETHTOOL, &request), "names of features");
	set.head.size = (count.nr + 31) / 32;
	for (uint32_t i = 0; i < count.nr; i++) {
		if (strcmp(all.names[i], name) != 0)
			continue;
		set.blocks[i / 32].valid = 1U << i % 32;
		set.blocks[i / 32].requested = on ? 1U << i % 32 : 0;
		request.ifr_data = (void *)&set;
		must(!ioctl(fd, SIOCETHTOOL, &request), name);
		return 0;
	}
	fprintf(stderr, "bursts: %s has no %s\n", dev, name);
	return 1;
}

int main(int argc, char **argv)
{
	struct plan plan = {.what = argv[1]};

	if (argc < 5)
		return 2;
	if (!strcmp(plan.what, "feature"))
		return feature(argv[2], argv[3], !strcmp(argv[4], "on"));
	plan.out = open(argv[2], O_WRONLY | O_CREAT | O_APPEND, 0644);
	must(plan.out >= 0, argv[2]);
	address(argv[3], argv[4], &plan);
	plan.sizes = argv + 5;
	for (; *plan.sizes && (**plan.sizes < '0' || **plan.sizes > '9'); plan.sizes++) {
		char *word = *plan.sizes, *value = word + strcspn(word, "=") + 1;

		if (!strcmp(word, "gro"))
			plan.gro = true;
		else if (!strncmp(word, "segment=", 8))
			plan.segment = (unsigned)atoi(value);
		else if (!strncmp(word, "size=", 5))
			plan.rcvbuf = (unsigned)atoi(value);
		else
			plan.device = if_nametoindex(value);
	}
	plan.nr = argc - (int)(plan.sizes - argv);
	if (plan.device && plan.to.ss_family == AF_INET6)
		((struct sockaddr_in6 *)&plan.to)->sin6_scope_id = plan.device;
	if (!strcmp(plan.what, "listen") || !strcmp(plan.what, "hold"))
		return listen_in_child(&plan, plan.what[0] == 'l');
	if (!strcmp(plan.what, "send"))
		send_each(&plan);
	else if (!strcmp(plan.what, "wrong"))
		send_wrong(&plan);
	else if (!strcmp(plan.what, "cork"))
		send_corked(&plan);
	else
		return 2;
	return 0;
}
