// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Programs of BPF that decide on packets, and the kernel's counts of what they and all others dropped. By bare system calls: no
 * library, no compiler for BPF. Each prints the program's ID.
 *
 *	judge cgroup PATH ingress|egress VERDICT	for packets of that cgroup's sockets: 1 lets them pass
 *	judge tc FILE VERDICT				a classifier, pinned at FILE; VERDICT: TC_ACT_*
 *	judge serve PORT				a TCP server with a filter that lets all pass; stays in the background
 *	judge ran ID...					"ID RUNS" of each (with kernel.bpf_stats_enabled)
 *	judge monitor FILE				"PC COUNT" of drop_monitor's alerts into FILE, until it is killed
 */
#include <arpa/inet.h>
#include <err.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/genetlink.h>
#include <linux/netlink.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static int bpf(int cmd, union bpf_attr *attr)
{
	return (int)syscall(__NR_bpf, cmd, attr, sizeof(*attr));
}

static int load(enum bpf_prog_type type, int attach, int verdict, const char *name)
{
	const struct bpf_insn insns[] = {
		{.code = BPF_ALU64 | BPF_MOV | BPF_K, .dst_reg = 0, .imm = verdict},
		{.code = BPF_JMP | BPF_EXIT},
	};
	union bpf_attr attr = {.prog_type = type,
			       .expected_attach_type = (unsigned)attach,
			       .insn_cnt = 2,
			       .insns = (unsigned long)insns,
			       .license = (unsigned long)"GPL"};
	int prog;

	strncpy(attr.prog_name, name, sizeof(attr.prog_name) - 1);
	prog = bpf(BPF_PROG_LOAD, &attr);
	if (prog < 0)
		err(1, "BPF_PROG_LOAD");
	return prog;
}

static struct bpf_prog_info info_of(int prog)
{
	struct bpf_prog_info info = {0};
	union bpf_attr ask = {0};

	ask.info.bpf_fd = (unsigned)prog;
	ask.info.info_len = sizeof(info);
	ask.info.info = (unsigned long)&info;
	if (bpf(BPF_OBJ_GET_INFO_BY_FD, &ask))
		err(1, "BPF_OBJ_GET_INFO_BY_FD");
	return info;
}

static void cgroup(const char *path, const char *way, int verdict)
{
	int type = strcmp(way, "egress") ? BPF_CGROUP_INET_INGRESS : BPF_CGROUP_INET_EGRESS;
	int dir = open(path, O_RDONLY | O_DIRECTORY);
	union bpf_attr attr = {0};
	int prog = load(BPF_PROG_TYPE_CGROUP_SKB, type, verdict, "judge_cgroup");

	attr.target_fd = (unsigned)dir;
	attr.attach_bpf_fd = (unsigned)prog;
	attr.attach_type = (unsigned)type;
	if (dir < 0 || bpf(BPF_PROG_ATTACH, &attr))
		err(1, "%s", path);
	printf("%u\n", info_of(prog).id);
}

static void tc(const char *file, int verdict)
{
	union bpf_attr pin = {0};
	int prog = load(BPF_PROG_TYPE_SCHED_CLS, 0, verdict, "judge_tc");

	pin.pathname = (unsigned long)file;
	pin.bpf_fd = (unsigned)prog;
	if (bpf(BPF_OBJ_PIN, &pin))
		err(1, "%s", file);
	printf("%u\n", info_of(prog).id);
}

static void answer(int conn)
{
	char bytes[4096];
	ssize_t n;

	while ((n = read(conn, bytes, sizeof(bytes))) > 0)
		if (write(conn, bytes, (size_t)n) != n)
			break;
	close(conn);
}

/* What is accepted has the listener's filter. */
static void serve(int port)
{
	struct sockaddr_in addr = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
	int sock = socket(AF_INET, SOCK_STREAM, 0), one = 1;
	int prog = load(BPF_PROG_TYPE_SOCKET_FILTER, 0, 0x7fffffff, "judge_filter");

	setsockopt(sock, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	if (setsockopt(sock, SOL_SOCKET, SO_ATTACH_BPF, &prog, sizeof(prog)) ||
	    bind(sock, (struct sockaddr *)&addr, sizeof(addr)) || listen(sock, 8))
		err(1, "port %d", port);
	printf("%u\n", info_of(prog).id);
	fflush(stdout);
	if (daemon(1, 0))
		err(1, "daemon");
	for (;;) {
		int conn = accept(sock, NULL, NULL);

		if (conn >= 0)
			answer(conn);
	}
}

static void ran(const char *id)
{
	union bpf_attr attr = {0};
	int prog;

	attr.prog_id = (unsigned)atoi(id);
	prog = bpf(BPF_PROG_GET_FD_BY_ID, &attr);
	if (prog < 0)
		err(1, "program %s", id);
	printf("%s %llu\n", id, (unsigned long long)info_of(prog).run_cnt);
	close(prog);
}

/* --- drop_monitor: include/uapi/linux/net_dropmon.h, its first form, which every kernel speaks ------------------- */

#define DM_START 3
#define DM_GROUP 1 /* NET_DM_GRP_ALERT, as the family numbers it */

struct request {
	struct nlmsghdr nl;
	struct genlmsghdr genl;
	char rest[64];
};

static struct nlattr *attr_of(void *at, size_t len, int type)
{
	char *here = at, *end = here + len;

	while (here + NLA_HDRLEN <= end) {
		struct nlattr *attr = (void *)here;

		if (attr->nla_len < NLA_HDRLEN || here + attr->nla_len > end)
			break;
		if ((attr->nla_type & NLA_TYPE_MASK) == type)
			return attr;
		here += NLA_ALIGN(attr->nla_len);
	}
	return NULL;
}

static size_t ask(int sock, struct request *request, size_t more, char *answer_, size_t size)
{
	struct nlmsghdr *nl = (void *)answer_;
	ssize_t n;

	request->nl.nlmsg_len = (unsigned)(NLMSG_HDRLEN + GENL_HDRLEN + more);
	request->nl.nlmsg_flags = NLM_F_REQUEST | NLM_F_ACK;
	if (send(sock, request, request->nl.nlmsg_len, 0) < 0)
		err(1, "netlink");
	n = recv(sock, answer_, size, 0);
	if (n < 0)
		err(1, "netlink");
	if (nl->nlmsg_type == NLMSG_ERROR && ((struct nlmsgerr *)NLMSG_DATA(nl))->error)
		errx(1, "netlink: %s", strerror(-((struct nlmsgerr *)NLMSG_DATA(nl))->error));
	return (size_t)n;
}

static int family_of(int sock, const char *name, unsigned *group)
{
	struct request request = {.nl.nlmsg_type = GENL_ID_CTRL, .genl.cmd = CTRL_CMD_GETFAMILY, .genl.version = 1};
	struct nlattr *attr = (void *)request.rest, *id, *groups, *one;
	static char reply[8192];
	size_t n;

	attr->nla_type = CTRL_ATTR_FAMILY_NAME;
	attr->nla_len = (uint16_t)(NLA_HDRLEN + strlen(name) + 1);
	strcpy((char *)attr + NLA_HDRLEN, name);
	n = ask(sock, &request, NLA_ALIGN(attr->nla_len), reply, sizeof(reply));
	n -= NLMSG_HDRLEN + GENL_HDRLEN;
	id = attr_of(reply + NLMSG_HDRLEN + GENL_HDRLEN, n, CTRL_ATTR_FAMILY_ID);
	groups = attr_of(reply + NLMSG_HDRLEN + GENL_HDRLEN, n, CTRL_ATTR_MCAST_GROUPS);
	one = groups ? attr_of((char *)groups + NLA_HDRLEN, groups->nla_len - NLA_HDRLEN, 1) : NULL;
	one = one ? attr_of((char *)one + NLA_HDRLEN, one->nla_len - NLA_HDRLEN, CTRL_ATTR_MCAST_GRP_ID) : NULL;
	if (!id || !one)
		errx(1, "%s: no such family", name);
	*group = *(uint32_t *)((char *)one + NLA_HDRLEN);
	return *(uint16_t *)((char *)id + NLA_HDRLEN);
}

static void monitor(const char *file)
{
	struct sockaddr_nl self = {.nl_family = AF_NETLINK};
	int sock = socket(AF_NETLINK, SOCK_RAW, NETLINK_GENERIC);
	struct request request = {.genl.cmd = DM_START, .genl.version = 2};
	static char bytes[65536];
	FILE *out = fopen(file, "w");
	unsigned group;
	ssize_t n;

	if (sock < 0 || !out || bind(sock, (struct sockaddr *)&self, sizeof(self)))
		err(1, "%s", file);
	request.nl.nlmsg_type = (uint16_t)family_of(sock, "NET_DM", &group);
	recv(sock, bytes, sizeof(bytes), MSG_DONTWAIT); /* the first request's ACK */
	if (setsockopt(sock, SOL_NETLINK, NETLINK_ADD_MEMBERSHIP, &group, sizeof(group)))
		err(1, "group %u", group);
	ask(sock, &request, 0, bytes, sizeof(bytes));
	fprintf(out, "# on\n");
	fflush(out);
	while ((n = recv(sock, bytes, sizeof(bytes), 0)) > 0) {
		struct nlmsghdr *nl = (void *)bytes;
		/* an attribute of type 0: how many, and so many times an address and a count */
		const char *at = bytes + NLMSG_HDRLEN + GENL_HDRLEN + NLA_HDRLEN;
		uint32_t nr;

		if (nl->nlmsg_type != request.nl.nlmsg_type)
			continue;
		memcpy(&nr, at, sizeof(nr));
		for (at += sizeof(nr); nr-- && at + 12 <= bytes + n; at += 12) {
			uint64_t pc;
			uint32_t count;

			memcpy(&pc, at, sizeof(pc));
			memcpy(&count, at + 8, sizeof(count));
			fprintf(out, "%llx %u\n", (unsigned long long)pc, count);
		}
		fflush(out);
	}
}

int main(int argc, char **argv)
{
	const char *what = argc > 2 ? argv[1] : "";

	if (!strcmp(what, "cgroup") && argc == 5)
		cgroup(argv[2], argv[3], atoi(argv[4]));
	else if (!strcmp(what, "tc") && argc == 4)
		tc(argv[2], atoi(argv[3]));
	else if (!strcmp(what, "serve"))
		serve(atoi(argv[2]));
	else if (!strcmp(what, "monitor"))
		monitor(argv[2]);
	else if (!strcmp(what, "ran"))
		for (int i = 2; i < argc; i++)
			ran(argv[i]);
	else
		errx(2, "see the head of judge.c");
	return 0;
}
