// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What stands between two ends, in user space.
 *
 *   middle queue NUMBER            lets go on what nft queues there
 *   middle hold NUMBER             never answers, and more than MOST_HELD packets are dropped
 *   middle relay TUN NETNS TUN2    two TUN devices, the second in a network namespace: what one sends, the other receives
 *
 * Both run until they are killed.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/if.h>
#include <linux/if_tun.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nfnetlink_queue.h>
#include <linux/netlink.h>
#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

#define MOST_HELD 2

static void die(const char *what)
{
	perror(what);
	exit(1);
}

/* --- nfnetlink_queue --- */

struct request {
	struct nlmsghdr header;
	struct nfgenmsg nf;
	char attrs[64];
};

static void request_init(struct request *request, int type, uint16_t queue)
{
	*request = (struct request){
		.header = {.nlmsg_len = NLMSG_LENGTH(sizeof(request->nf)),
			   .nlmsg_type = (uint16_t)(NFNL_SUBSYS_QUEUE << 8 | type),
			   .nlmsg_flags = NLM_F_REQUEST},
		.nf = {.version = NFNETLINK_V0, .res_id = htons(queue)},
	};
}

static void request_send(int fd, struct request *request, uint16_t type, const void *data, size_t len)
{
	struct nlattr *attr = (void *)((char *)request + NLMSG_ALIGN(request->header.nlmsg_len));

	attr->nla_type = type;
	attr->nla_len = (uint16_t)(NLA_HDRLEN + len);
	memcpy((char *)attr + NLA_HDRLEN, data, len);
	request->header.nlmsg_len = NLMSG_ALIGN(request->header.nlmsg_len) + NLA_ALIGN(attr->nla_len);
	if (send(fd, request, request->header.nlmsg_len, 0) < 0)
		die("nfnetlink_queue");
}

static void let_go(int fd, uint16_t queue, struct nlmsghdr *header)
{
	struct nlattr *attr = (void *)((char *)NLMSG_DATA(header) + NLMSG_ALIGN(sizeof(struct nfgenmsg)));
	const struct nfqnl_msg_packet_hdr *packet = (void *)((char *)attr + NLA_HDRLEN);
	struct nfqnl_msg_verdict_hdr verdict = {.verdict = htonl(NF_ACCEPT)};
	struct request request;

	if ((header->nlmsg_type & 0xff) != NFQNL_MSG_PACKET || (attr->nla_type & NLA_TYPE_MASK) != NFQA_PACKET_HDR)
		return;
	verdict.id = packet->packet_id;
	request_init(&request, NFQNL_MSG_VERDICT, queue);
	request_send(fd, &request, NFQA_VERDICT_HDR, &verdict, sizeof(verdict));
}

static void serve_queue(uint16_t queue, bool answers)
{
	static char buffer[65536] __attribute__((aligned(8)));
	struct nfqnl_msg_config_cmd bind = {.command = NFQNL_CFG_CMD_BIND};
	struct nfqnl_msg_config_params params = {.copy_mode = NFQNL_COPY_META};
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_NETFILTER);
	struct request request;

	if (fd < 0)
		die("socket");
	request_init(&request, NFQNL_MSG_CONFIG, queue);
	request_send(fd, &request, NFQA_CFG_CMD, &bind, sizeof(bind));
	request_init(&request, NFQNL_MSG_CONFIG, queue);
	request_send(fd, &request, NFQA_CFG_PARAMS, &params, sizeof(params));
	if (!answers) {
		uint32_t most = htonl(MOST_HELD);

		request_init(&request, NFQNL_MSG_CONFIG, queue);
		request_send(fd, &request, NFQA_CFG_QUEUE_MAXLEN, &most, sizeof(most));
	}
	while (!answers)
		pause();
	for (;;) {
		ssize_t len = recv(fd, buffer, sizeof(buffer), 0);

		if (len < 0)
			die("recv");
		for (struct nlmsghdr *header = (void *)buffer; NLMSG_OK(header, (size_t)len);
		     header = NLMSG_NEXT(header, len))
			let_go(fd, queue, header);
	}
}

/* --- TUN --- */

static int open_tun(const char *name)
{
	struct ifreq request = {.ifr_flags = IFF_TUN | IFF_NO_PI};
	int fd = open("/dev/net/tun", O_RDWR);

	snprintf(request.ifr_name, sizeof(request.ifr_name), "%s", name);
	if (fd < 0 || ioctl(fd, TUNSETIFF, &request))
		die(name);
	return fd;
}

static void relay(const char *name, const char *netns, const char *name2)
{
	static char packet[65536];
	struct pollfd fds[2] = {{.fd = open_tun(name), .events = POLLIN}, {.events = POLLIN}};
	char path[64];
	int fd;

	snprintf(path, sizeof(path), "/run/netns/%s", netns);
	fd = open(path, O_RDONLY);
	if (fd < 0 || setns(fd, CLONE_NEWNET))
		die(path);
	fds[1].fd = open_tun(name2);
	while (poll(fds, 2, -1) > 0)
		for (int i = 0; i < 2; i++) {
			ssize_t len = fds[i].revents ? read(fds[i].fd, packet, sizeof(packet)) : 0;

			/* A device that is not up yet takes nothing. */
			if (len > 0 && write(fds[!i].fd, packet, (size_t)len) < 0)
				perror("relay");
		}
}

int main(int argc, char **argv)
{
	if (argc == 3 && (!strcmp(argv[1], "queue") || !strcmp(argv[1], "hold")))
		serve_queue((uint16_t)atoi(argv[2]), argv[1][0] == 'q');
	else if (argc == 5 && !strcmp(argv[1], "relay"))
		relay(argv[2], argv[3], argv[4]);
	fprintf(stderr, "middle queue NUMBER | middle hold NUMBER | middle relay TUN NETNS TUN2\n");
	return 2;
}
