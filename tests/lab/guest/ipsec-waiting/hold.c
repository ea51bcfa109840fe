// SPDX-License-Identifier: GPL-3.0-or-later
/* hold NUMBER: what nft queues there waits for this program, which never answers. */
#include <arpa/inet.h>
#include <linux/netfilter.h>
#include <linux/netfilter/nfnetlink.h>
#include <linux/netfilter/nfnetlink_queue.h>
#include <linux/netlink.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct request {
	struct nlmsghdr header;
	struct nfgenmsg nf;
	struct nlattr attr;
	char data[8];
};

static void configure(int fd, unsigned short queue, int what, const void *data, size_t size)
{
	struct request request = {
		.header = {.nlmsg_type = NFNL_SUBSYS_QUEUE << 8 | NFQNL_MSG_CONFIG,
			   .nlmsg_flags = NLM_F_REQUEST},
		.nf = {.version = NFNETLINK_V0, .res_id = htons(queue)},
		.attr = {.nla_type = (unsigned short)what, .nla_len = (unsigned short)(NLA_HDRLEN + size)},
	};

	memcpy(request.data, data, size);
	request.header.nlmsg_len = (unsigned)(NLMSG_LENGTH(sizeof(request.nf)) + NLA_ALIGN(request.attr.nla_len));
	if (send(fd, &request, request.header.nlmsg_len, 0) != (ssize_t)request.header.nlmsg_len) {
		perror("hold");
		exit(1);
	}
}

int main(int argc, char **argv)
{
	struct nfqnl_msg_config_cmd bind = {.command = NFQNL_CFG_CMD_BIND};
	struct nfqnl_msg_config_params params = {.copy_mode = NFQNL_COPY_META};
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_NETFILTER);

	if (argc != 2)
		return 2;
	configure(fd, (unsigned short)atoi(argv[1]), NFQA_CFG_CMD, &bind, sizeof(bind));
	configure(fd, (unsigned short)atoi(argv[1]), NFQA_CFG_PARAMS, &params, sizeof(params));
	for (;;)
		pause();
}
