// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * slabs unread ADDRESS PORT: a UDP socket that nobody reads, until the machine dies (its child keeps it)
 * slabs send ADDRESS PORT NUMBER SIZE: so many datagrams of that size
 * slabs unix NUMBER: so many messages in a unix socket that nobody reads
 * slabs pin PATH: an XDP program that lets all pass, pinned
 * slabs live NUMBER: a BPF program is tested with so many live frames, from a page pool, until the machine dies
 * slabs pools: page pools of this network namespace, as netlink's family "netdev" tells (6.8 and later), a line each:
 *	id, ifindex, NAPI id, pages in flight, when it was detached (seconds since boot); "-" for what it does not tell
 */
#include <arpa/inet.h>
#include <linux/bpf.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Newer than this machine's headers. */
#define CMD_PAGE_POOL_GET 5
enum { POOL_ID = 1, POOL_IFINDEX, POOL_NAPI_ID, POOL_INFLIGHT, POOL_INFLIGHT_MEM, POOL_DETACH_TIME, NR_POOL };

static int keep(void)
{
	if (fork())
		return 0;
	for (;;)
		pause();
}

static int udp(char **argv, struct sockaddr_in *to)
{
	*to = (struct sockaddr_in){.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[1]))};
	inet_pton(AF_INET, argv[0], &to->sin_addr);
	return socket(AF_INET, SOCK_DGRAM, 0);
}

static int unread(char **argv)
{
	struct sockaddr_in at;
	int fd = udp(argv, &at), room = 4 << 20;

	setsockopt(fd, SOL_SOCKET, SO_RCVBUFFORCE, &room, sizeof(room));
	return bind(fd, (struct sockaddr *)&at, sizeof(at)) ? 1 : keep();
}

static int send_all(char **argv)
{
	static char bytes[65536];
	struct sockaddr_in to;
	int fd = udp(argv, &to);

	for (int i = atoi(argv[2]); i > 0; i--) {
		if (sendto(fd, bytes, (size_t)atoi(argv[3]), 0, (struct sockaddr *)&to, sizeof(to)) < 0)
			return 1;
		usleep(1000); /* a veth's ring has room for 256 */
	}
	return 0;
}

static int unix_messages(int nr)
{
	int ends[2], room = 4 << 20;

	if (socketpair(AF_UNIX, SOCK_DGRAM, 0, ends))
		return 1;
	setsockopt(ends[0], SOL_SOCKET, SO_SNDBUFFORCE, &room, sizeof(room));
	while (nr-- > 0)
		if (send(ends[0], "unread", 6, MSG_DONTWAIT) != 6)
			return 1;
	return keep();
}

/* --- BPF --- */

static int bpf(int cmd, union bpf_attr *attr)
{
	return (int)syscall(SYS_bpf, cmd, attr, sizeof(*attr));
}

static int load(int action)
{
	const struct bpf_insn insns[] = {{.code = BPF_ALU64 | BPF_MOV | BPF_K, .imm = action},
					 {.code = BPF_JMP | BPF_EXIT}};
	union bpf_attr attr = {.prog_type = BPF_PROG_TYPE_XDP,
			       .insns = (uintptr_t)insns,
			       .insn_cnt = 2,
			       .license = (uintptr_t) "GPL"};

	return bpf(BPF_PROG_LOAD, &attr);
}

static int pin(const char *path)
{
	union bpf_attr attr = {.pathname = (uintptr_t)path, .bpf_fd = (uint32_t)load(XDP_PASS)};

	return bpf(BPF_OBJ_PIN, &attr) ? 1 : 0;
}

static int live(int nr)
{
	static char frame[256];
	union bpf_attr attr = {.test = {.prog_fd = (uint32_t)load(XDP_DROP),
					.data_in = (uintptr_t)frame,
					.data_size_in = sizeof(frame),
					.repeat = 1 << 30,
					.batch_size = (uint32_t)nr,
					.flags = BPF_F_TEST_XDP_LIVE_FRAMES}};

	if (fork())
		return 0;
	for (;;)
		if (bpf(BPF_PROG_TEST_RUN, &attr))
			_exit(1);
}

/* --- netlink --- */

struct request {
	struct nlmsghdr nl;
	struct genlmsghdr genl;
	struct nlattr attr;
	char name[8];
};

static ssize_t ask(int fd, uint16_t type, uint8_t cmd, int named, void *answer, size_t size)
{
	struct request request = {.nl = {.nlmsg_type = type, .nlmsg_flags = NLM_F_REQUEST | (named ? 0 : NLM_F_DUMP)},
				  .genl = {.cmd = cmd, .version = 1},
				  .attr = {NLA_HDRLEN + 7, CTRL_ATTR_FAMILY_NAME},
				  .name = "netdev"};

	request.nl.nlmsg_len = NLMSG_LENGTH(GENL_HDRLEN) + (named ? NLA_HDRLEN + 8 : 0);
	if (send(fd, &request, request.nl.nlmsg_len, 0) < 0)
		return -1;
	return recv(fd, answer, size, 0);
}

/* The numbers of MESSAGE's attributes, by type; those that it lacks stay. */
static void numbers(const struct nlmsghdr *message, uint64_t *values, int nr)
{
	int left = (int)message->nlmsg_len - NLMSG_LENGTH(GENL_HDRLEN);
	const char *at = (const char *)NLMSG_DATA(message) + GENL_HDRLEN;

	while (left >= NLA_HDRLEN) {
		struct nlattr attr;
		int step;

		memcpy(&attr, at, sizeof(attr));
		step = NLA_ALIGN(attr.nla_len);
		if (attr.nla_len < NLA_HDRLEN || step > left)
			return;
		if (attr.nla_type < nr && attr.nla_len - NLA_HDRLEN <= 8) {
			values[attr.nla_type] = 0;
			memcpy(&values[attr.nla_type], at + NLA_HDRLEN, attr.nla_len - NLA_HDRLEN);
		}
		at += step;
		left -= step;
	}
}

static void print_pool(const struct nlmsghdr *message)
{
	static const int order[] = {POOL_ID, POOL_IFINDEX, POOL_NAPI_ID, POOL_INFLIGHT, POOL_DETACH_TIME};
	uint64_t values[NR_POOL];

	memset(values, 0xff, sizeof(values));
	numbers(message, values, NR_POOL);
	for (int i = 0; i < 5; i++)
		if (values[order[i]] == UINT64_MAX)
			printf("%s-", i ? " " : "");
		else
			printf("%s%llu", i ? " " : "", (unsigned long long)values[order[i]]);
	printf("\n");
}

static int pools(void)
{
	static char answer[65536] __attribute__((aligned(8)));
	uint64_t family[CTRL_ATTR_FAMILY_ID + 1] = {0};
	const struct nlmsghdr *message = (void *)answer;
	int fd = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
	ssize_t len = ask(fd, GENL_ID_CTRL, CTRL_CMD_GETFAMILY, 1, answer, sizeof(answer));

	if (len < 0 || message->nlmsg_type == NLMSG_ERROR)
		return 0; /* older than the family */
	numbers(message, family, CTRL_ATTR_FAMILY_ID + 1);
	recv(fd, answer, sizeof(answer), MSG_DONTWAIT); /* an acknowledgement, if any */
	len = ask(fd, (uint16_t)family[CTRL_ATTR_FAMILY_ID], CMD_PAGE_POOL_GET, 0, answer, sizeof(answer));
	while (len > 0) {
		int left = (int)len;

		for (message = (void *)answer; NLMSG_OK(message, left); message = NLMSG_NEXT(message, left)) {
			if (message->nlmsg_type == NLMSG_DONE)
				return 0;
			if (message->nlmsg_type == NLMSG_ERROR)
				return 1;
			print_pool(message);
		}
		len = recv(fd, answer, sizeof(answer), 0);
	}
	return 1;
}

int main(int argc, char **argv)
{
	const char *what = argc > 1 ? argv[1] : "";

	if (!strcmp(what, "unread") && argc == 4)
		return unread(argv + 2);
	if (!strcmp(what, "send") && argc == 6)
		return send_all(argv + 2);
	if (!strcmp(what, "unix") && argc == 3)
		return unix_messages(atoi(argv[2]));
	if (!strcmp(what, "pin") && argc == 3)
		return pin(argv[2]);
	if (!strcmp(what, "live") && argc == 3)
		return live(atoi(argv[2]));
	if (!strcmp(what, "pools"))
		return pools();
	return 2;
}
