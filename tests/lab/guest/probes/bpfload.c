// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Attaches BPF programs of every kind that a kernel takes, by bare system calls: no library, no compiler for
 * BPF. Each program is a few instructions long and does nothing.
 *
 * Writes /truth/bpf-progs (id and type of each program) and /truth/bpf-places, a line for each that could be
 * attached: id, a tab, what `pkttrace probes` must call the place. What a kernel refuses is in the log. Stays
 * alive, for its sockets and file descriptors hold some of them.
 */
#define _GNU_SOURCE
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/perf_event.h>
#include <linux/sched.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#ifndef SO_ATTACH_REUSEPORT_EBPF
#define SO_ATTACH_REUSEPORT_EBPF 52
#endif

/* include/uapi/linux/bpf.h; the host's headers may be older than the guest's kernel. */
enum {
	SK_SKB_VERDICT = 38,
	PERF_EVENT = 41,
	TRACE_KPROBE_MULTI = 42,
	LSM_CGROUP = 43,
	NETFILTER = 45,
	TCX_INGRESS = 46,
	TCX_EGRESS = 47,
	TRACE_UPROBE_MULTI = 48,
	PROG_NETFILTER = 32,
};

/* What the BPF_LINK_CREATE of newer kernels takes. */
struct link_attr {
	__u32 prog, target, type, flags;
	union {
		struct {
			__u32 flags, count;
			__u64 symbols, addrs, cookies;
		} kprobe_multi;
		struct {
			__u64 path, offsets, ref_offsets, cookies;
			__u32 count, flags, pid;
		} uprobe_multi;
		struct {
			__u32 pf, hooknum;
			__s32 priority;
			__u32 flags;
		} netfilter;
		__u32 target_btf;
		char rest[64];
	};
};

static char log_[65536];
static FILE *places;

static int call(int cmd, void *attr, size_t size)
{
	return (int)syscall(__NR_bpf, cmd, attr, size);
}

static int bpf(int cmd, union bpf_attr *attr)
{
	return call(cmd, attr, sizeof(*attr));
}

static int said(const char *what, int result)
{
	printf("%s: %d %s\n", what, result, result < 0 ? strerror(errno) : "");
	return result;
}

static unsigned prog_id(int prog)
{
	struct bpf_prog_info info = {0};
	union bpf_attr a = {.info = {.bpf_fd = prog,
				     .info_len = sizeof(info),
				     .info = (unsigned long)&info}};

	return bpf(BPF_OBJ_GET_INFO_BY_FD, &a) ? 0 : info.id;
}

/* PROG sits there, if RESULT says that it could be attached. Returns RESULT. */
__attribute__((format(printf, 3, 4))) static int place(int result, int prog, const char *fmt, ...)
{
	va_list args;

	if (result < 0 || prog < 0)
		return result;
	fprintf(places, "%u\t", prog_id(prog));
	va_start(args, fmt);
	vfprintf(places, fmt, args);
	va_end(args);
	fprintf(places, "\n");
	return result;
}

/* ==== types of the running kernel ==== */

static char *btf, *btf_strings;
static struct btf_type *btf_types[1 << 18];
static unsigned nr_types;

static size_t type_tail(const struct btf_type *t)
{
	static const unsigned char fixed[] = {[BTF_KIND_INT] = 4, [BTF_KIND_ARRAY] = 12, [BTF_KIND_VAR] = 4,
					      [17] = 4 /* DECL_TAG */};
	static const unsigned char each[] = {[BTF_KIND_STRUCT] = 12,	[BTF_KIND_UNION] = 12,
					     [BTF_KIND_ENUM] = 8,	[BTF_KIND_FUNC_PROTO] = 8,
					     [BTF_KIND_DATASEC] = 12,	[19] = 12 /* ENUM64 */};
	unsigned kind = BTF_INFO_KIND(t->info);

	return (kind < sizeof(fixed) ? fixed[kind] : 0) +
	       (kind < sizeof(each) ? each[kind] : 0) * (size_t)BTF_INFO_VLEN(t->info);
}

static void load_btf(void)
{
	int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY);
	struct btf_header *header;
	struct stat st;
	size_t len = 0;
	long got;
	char *p, *end;

	if (fd < 0 || fstat(fd, &st))
		return;
	btf = malloc((size_t)st.st_size);
	while ((got = read(fd, btf + len, (size_t)st.st_size - len)) > 0)
		len += (size_t)got;
	close(fd);
	header = (void *)btf;
	p = btf + header->hdr_len + header->type_off;
	end = p + header->type_len;
	btf_strings = btf + header->hdr_len + header->str_off;
	for (nr_types = 1; p < end && nr_types < sizeof(btf_types) / sizeof(btf_types[0]); nr_types++) {
		btf_types[nr_types] = (void *)p;
		p += sizeof(struct btf_type) + type_tail((void *)p);
	}
}

static unsigned btf_id(unsigned kind, const char *name)
{
	for (unsigned id = 1; id < nr_types; id++)
		if (BTF_INFO_KIND(btf_types[id]->info) == kind &&
		    !strcmp(btf_strings + btf_types[id]->name_off, name))
			return id;
	return 0;
}

static unsigned btf_func(const char *name)
{
	return btf_id(BTF_KIND_FUNC, name);
}

/* Index of a struct's member; its offset in bytes in *RET_OFFSET. */
static int btf_member(unsigned id, const char *name, unsigned *ret_offset)
{
	const struct btf_member *member = (void *)(btf_types[id] + 1);

	for (unsigned i = 0; i < BTF_INFO_VLEN(btf_types[id]->info); i++, member++)
		if (!strcmp(btf_strings + member->name_off, name)) {
			*ret_offset = (member->offset & 0xffffff) / 8;
			return (int)i;
		}
	return -1;
}

/* ==== programs ==== */

#define RETURN(value)                                                                              \
	{                                                                                          \
		{.code = 0xb7, .dst_reg = 0, .imm = (value)},                                      \
		{                                                                                  \
			.code = 0x95                                                               \
		}                                                                                  \
	}

static int load_attr(const char *name, union bpf_attr *a)
{
	int fd;

	a->license = (unsigned long)"GPL";
	a->log_buf = (unsigned long)log_;
	a->log_size = sizeof(log_);
	a->log_level = 1;
	strncpy(a->prog_name, name, 15);
	log_[0] = '\0';
	fd = said(name, bpf(BPF_PROG_LOAD, a));
	if (fd < 0)
		printf("%s", log_);
	return fd;
}

static int load(int type, int expected, unsigned btf_type, const char *name, int value)
{
	struct bpf_insn insns[] = RETURN(value);
	union bpf_attr a = {.prog_type = type,
			    .insns = (unsigned long)insns,
			    .insn_cnt = 2,
			    .expected_attach_type = expected,
			    .attach_btf_id = btf_type};

	return load_attr(name, &a);
}

static int raw_open(int prog, const char *tp)
{
	union bpf_attr a = {.raw_tracepoint = {.prog_fd = prog, .name = (unsigned long)tp}};

	return said(tp ? tp : "trampoline", bpf(BPF_RAW_TRACEPOINT_OPEN, &a));
}

static int link_create(int prog, int target, int type)
{
	struct link_attr a = {.prog = prog, .target = target, .type = type};

	return said("link", call(BPF_LINK_CREATE, &a, sizeof(a)));
}

static int attach(int prog, int target, int type, unsigned flags)
{
	union bpf_attr a = {.target_fd = target,
			    .attach_bpf_fd = prog,
			    .attach_type = type,
			    .attach_flags = flags};

	return said("attach", bpf(BPF_PROG_ATTACH, &a));
}

static void on_functions(void)
{
	int prog = load(BPF_PROG_TYPE_TRACING, BPF_TRACE_FENTRY, btf_func("tcp_v4_connect"), "my_fentry", 0);

	place(raw_open(prog, NULL), prog, "tcp_v4_connect fentry");
	prog = load(BPF_PROG_TYPE_TRACING, BPF_TRACE_FEXIT, btf_func("tcp_v4_connect"), "my_fexit", 0);
	place(raw_open(prog, NULL), prog, "tcp_v4_connect fexit");
	prog = load(BPF_PROG_TYPE_TRACING, BPF_MODIFY_RETURN, btf_func("security_socket_listen"), "my_modify", 0);
	place(raw_open(prog, NULL), prog, "security_socket_listen modify_return");
	prog = load(BPF_PROG_TYPE_LSM, BPF_LSM_MAC, btf_func("bpf_lsm_socket_listen"), "my_lsm", 0);
	place(raw_open(prog, NULL), prog, "bpf_lsm_socket_listen");
	prog = load(BPF_PROG_TYPE_RAW_TRACEPOINT, 0, 0, "my_raw", 0);
	place(raw_open(prog, "kfree_skb"), prog, "skb:kfree_skb");
	prog = load(BPF_PROG_TYPE_TRACING, BPF_TRACE_RAW_TP, btf_id(BTF_KIND_TYPEDEF, "btf_trace_tcp_probe"),
		    "my_tp_btf", 0);
	place(raw_open(prog, NULL), prog, "tcp:tcp_probe");
	prog = load(BPF_PROG_TYPE_TRACING, BPF_TRACE_ITER, btf_func("bpf_iter_tcp"), "my_iter", 0);
	place(link_create(prog, 0, BPF_TRACE_ITER), prog, "iter tcp");
}

static void on_many_functions(void)
{
	static const char *const names[] = {"tcp_v4_connect", "tcp_close"};
	struct link_attr a = {.type = TRACE_KPROBE_MULTI};
	int prog = load(BPF_PROG_TYPE_KPROBE, TRACE_KPROBE_MULTI, 0, "my_multi", 0);

	a.prog = prog;
	a.kprobe_multi.count = 2;
	a.kprobe_multi.symbols = (unsigned long)names;
	place(said("kprobe_multi", call(BPF_LINK_CREATE, &a, sizeof(a))), prog, "2 functions kprobe_multi");
	prog = load(BPF_PROG_TYPE_KPROBE, TRACE_KPROBE_MULTI, 0, "my_retmulti", 0);
	a.prog = prog;
	a.kprobe_multi.flags = 1; /* BPF_F_KPROBE_MULTI_RETURN */
	a.kprobe_multi.count = 1;
	place(said("kretprobe_multi", call(BPF_LINK_CREATE, &a, sizeof(a))), prog,
	      "tcp_v4_connect kretprobe_multi");
}

/* ==== perf ==== */

static unsigned number(const char *file)
{
	FILE *f = fopen(file, "r");
	unsigned n = 0;

	if (f && fscanf(f, "%u", &n) != 1)
		n = 0;
	if (f)
		fclose(f);
	return n;
}

static int perf_open(unsigned type, unsigned long config, unsigned long config1, unsigned long config2)
{
	struct perf_event_attr a = {.size = sizeof(a),
				    .type = type,
				    .config = config,
				    .config1 = config1,
				    .config2 = config2,
				    .sample_period = 1,
				    .wakeup_events = 1};

	return said("perf_event_open", (int)syscall(__NR_perf_event_open, &a, -1, 0, -1, 0));
}

static int perf_run(int event, int prog)
{
	int rc = said("perf", ioctl(event, PERF_EVENT_IOC_SET_BPF, prog));

	return rc < 0 ? rc : ioctl(event, PERF_EVENT_IOC_ENABLE, 0);
}

/* A place for user probes in this program's own file: where nobody else would be hit. */
__attribute__((noinline, used)) static void probed(int n)
{
	__asm__ volatile("" : : "r"(n) : "memory");
}

__attribute__((noinline, used)) static void probed_too(int n)
{
	__asm__ volatile("" : : "r"(n + 1) : "memory");
}

static unsigned long file_offset(void (*function)(int))
{
	const Elf64_Phdr *header = (void *)getauxval(AT_PHDR);
	unsigned long addr = (unsigned long)function;

	for (unsigned long i = 0; i < getauxval(AT_PHNUM); i++, header++)
		if (header->p_type == PT_LOAD && addr - header->p_vaddr < header->p_memsz)
			return addr - header->p_vaddr + header->p_offset;
	return 0;
}

static void on_perf(const char *self)
{
	unsigned kprobe = number("/sys/bus/event_source/devices/kprobe/type");
	unsigned uprobe = number("/sys/bus/event_source/devices/uprobe/type");
	unsigned long here = file_offset(probed);
	int prog = load(BPF_PROG_TYPE_KPROBE, 0, 0, "my_kprobe", 0);

	place(perf_run(perf_open(kprobe, 0, (unsigned long)"tcp_connect", 0), prog), prog, "tcp_connect");
	prog = load(BPF_PROG_TYPE_TRACEPOINT, 0, 0, "my_tp", 0);
	place(perf_run(perf_open(PERF_TYPE_TRACEPOINT,
				 number("/sys/kernel/tracing/events/tcp/tcp_destroy_sock/id"), 0, 0),
		       prog),
	      prog, "tcp:tcp_destroy_sock");
	prog = load(BPF_PROG_TYPE_PERF_EVENT, 0, 0, "my_perf", 0);
	place(perf_run(perf_open(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_CPU_CLOCK, 0, 0), prog), prog,
	      "perf_event software cpu-clock");
	prog = load(BPF_PROG_TYPE_PERF_EVENT, 0, 0, "my_perf_link", 0);
	place(link_create(prog, perf_open(PERF_TYPE_SOFTWARE, PERF_COUNT_SW_PAGE_FAULTS, 0, 0), PERF_EVENT), prog,
	      "perf_event software page-faults");
	prog = load(BPF_PROG_TYPE_KPROBE, 0, 0, "my_uprobe", 0);
	place(perf_run(perf_open(uprobe, 0, (unsigned long)self, here), prog), prog, "%s:0x%lx", self, here);
	prog = load(BPF_PROG_TYPE_KPROBE, 0, 0, "my_uretprobe", 0);
	place(perf_run(perf_open(uprobe, 1, (unsigned long)self, here), prog), prog, "%s:0x%lx on return", self,
	      here);
	/* Perf alone. */
	perf_open(uprobe, 0, (unsigned long)self, file_offset(probed_too));
}

static void on_user_functions(const char *self)
{
	unsigned long offsets[] = {file_offset(probed), file_offset(probed_too)};
	struct link_attr a = {.type = TRACE_UPROBE_MULTI};
	int prog = load(BPF_PROG_TYPE_KPROBE, TRACE_UPROBE_MULTI, 0, "my_umulti", 0), link;

	a.prog = prog;
	a.uprobe_multi.path = (unsigned long)self;
	a.uprobe_multi.offsets = (unsigned long)offsets;
	a.uprobe_multi.count = 2;
	link = said("uprobe_multi", call(BPF_LINK_CREATE, &a, sizeof(a)));
	for (int i = 0; i < 2; i++)
		place(link, prog, "%s:0x%lx uprobe_multi", self, offsets[i]);
}

/* ==== devices, sockets, namespaces ==== */

/* For `tc filter add .. bpf object-pinned`, which has no other way without an ELF file. */
static void pin(int prog, const char *path)
{
	union bpf_attr a = {.pathname = (unsigned long)path, .bpf_fd = prog};

	said(path, bpf(BPF_OBJ_PIN, &a));
}

static void on_devices(void)
{
	int veth = (int)if_nametoindex("veth0"), lo = (int)if_nametoindex("lo");
	int prog = load(BPF_PROG_TYPE_XDP, BPF_XDP, 0, "my_xdp", 2);

	place(link_create(prog, veth, BPF_XDP), prog, "xdp veth0");
	prog = load(BPF_PROG_TYPE_SCHED_CLS, 0, 0, "my_tc", 0);
	place(0, prog, "tc ingress veth0");
	pin(prog, "/sys/fs/bpf/my_tc");
	prog = load(BPF_PROG_TYPE_SCHED_CLS, 0, 0, "my_tc_out", 0);
	place(0, prog, "tc egress veth0");
	pin(prog, "/sys/fs/bpf/my_tc_out");
	prog = load(BPF_PROG_TYPE_XDP, 0, 0, "my_xdp_lo", 2);
	place(0, prog, "xdp lo");
	pin(prog, "/sys/fs/bpf/my_xdp_lo");
	prog = load(BPF_PROG_TYPE_SCHED_CLS, TCX_INGRESS, 0, "my_tcx", -1);
	place(link_create(prog, lo, TCX_INGRESS), prog, "tcx ingress lo");
	prog = load(BPF_PROG_TYPE_SCHED_CLS, TCX_EGRESS, 0, "my_tcx_out", -1);
	place(attach(prog, lo, TCX_EGRESS, 0), prog, "tcx egress lo");
}

static void on_sockets(void)
{
	struct sockaddr_in addr = {.sin_family = AF_INET};
	int prog = load(BPF_PROG_TYPE_SOCKET_FILTER, 0, 0, "my_sock", 0xffff), one = 1;
	int udp = socket(AF_INET, SOCK_DGRAM, 0), tcp = socket(AF_INET, SOCK_STREAM, 0);

	place(said("filter", setsockopt(udp, SOL_SOCKET, SO_ATTACH_BPF, &prog, sizeof(prog))), prog,
	      "socket filter, UDP socket");
	prog = load(BPF_PROG_TYPE_SK_REUSEPORT, 0, 0, "my_reuse", 1);
	setsockopt(tcp, SOL_SOCKET, SO_REUSEPORT, &one, sizeof(one));
	if (bind(tcp, (void *)&addr, sizeof(addr)) || listen(tcp, 1))
		perror("listen");
	place(said("reuseport", setsockopt(tcp, SOL_SOCKET, SO_ATTACH_REUSEPORT_EBPF, &prog, sizeof(prog))),
	      prog, "reuseport, TCP socket");
}

static void on_namespace(void)
{
	unsigned long netns = 0;
	int net = open("/proc/self/ns/net", O_RDONLY), prog;
	char text[64] = "";

	if (readlink("/proc/self/ns/net", text, sizeof(text) - 1) > 0)
		sscanf(text, "net:[%lu]", &netns);
	prog = load(BPF_PROG_TYPE_FLOW_DISSECTOR, BPF_FLOW_DISSECTOR, 0, "my_flow", 0);
	place(link_create(prog, net, BPF_FLOW_DISSECTOR), prog, "flow_dissector netns %lu", netns);
	prog = load(BPF_PROG_TYPE_SK_LOOKUP, BPF_SK_LOOKUP, 0, "my_lookup", 1);
	place(link_create(prog, net, BPF_SK_LOOKUP), prog, "sk_lookup netns %lu", netns);
	prog = load(PROG_NETFILTER, NETFILTER, 0, "my_nf", 1);
	if (prog >= 0) {
		struct link_attr a = {.prog = prog, .type = NETFILTER};

		a.netfilter.pf = 2;
		a.netfilter.hooknum = 1;
		a.netfilter.priority = -77;
		place(said("netfilter", call(BPF_LINK_CREATE, &a, sizeof(a))), prog,
		      "ipv4 LOCAL_IN, netns %lu", netns);
	}
}

static void on_cgroups(void)
{
	static const char inner[] = "/sys/fs/cgroup/pk/inner";
	int root = open("/sys/fs/cgroup", O_RDONLY | O_DIRECTORY), prog, fd;

	prog = load(BPF_PROG_TYPE_CGROUP_SKB, BPF_CGROUP_INET_INGRESS, 0, "my_cg_skb", 1);
	place(link_create(prog, root, BPF_CGROUP_INET_INGRESS), prog, "cgroup_inet_ingress /");
	prog = load(BPF_PROG_TYPE_CGROUP_SOCK_ADDR, BPF_CGROUP_INET4_CONNECT, 0, "my_cg_conn", 1);
	place(link_create(prog, root, BPF_CGROUP_INET4_CONNECT), prog, "cgroup_inet4_connect /");
	prog = load(BPF_PROG_TYPE_SOCK_OPS, BPF_CGROUP_SOCK_OPS, 0, "my_sockops", 1);
	place(link_create(prog, root, BPF_CGROUP_SOCK_OPS), prog, "cgroup_sock_ops /");
	mkdir("/sys/fs/cgroup/pk", 0755);
	mkdir(inner, 0755);
	fd = open(inner, O_RDONLY | O_DIRECTORY);
	/* Two on one hook, and two kinds without a link. */
	for (int i = 0; i < 2; i++) {
		prog = load(BPF_PROG_TYPE_CGROUP_SKB, BPF_CGROUP_INET_EGRESS, 0, i ? "my_cg_out2" : "my_cg_out1", 1);
		place(attach(prog, fd, BPF_CGROUP_INET_EGRESS, BPF_F_ALLOW_MULTI), prog,
		      "cgroup_inet_egress /pk/inner");
	}
	prog = load(BPF_PROG_TYPE_CGROUP_SOCKOPT, BPF_CGROUP_GETSOCKOPT, 0, "my_cg_opt", 1);
	place(attach(prog, fd, BPF_CGROUP_GETSOCKOPT, 0), prog, "cgroup_getsockopt /pk/inner");
	prog = load(BPF_PROG_TYPE_CGROUP_SOCK, BPF_CGROUP_INET_SOCK_CREATE, 0, "my_cg_sock", 1);
	place(attach(prog, fd, BPF_CGROUP_INET_SOCK_CREATE, 0), prog, "cgroup_inet_sock_create /pk/inner");
	prog = load(BPF_PROG_TYPE_LSM, LSM_CGROUP, btf_func("bpf_lsm_socket_bind"), "my_cg_lsm", 1);
	place(link_create(prog, fd, LSM_CGROUP), prog, "lsm_cgroup /pk/inner");
}

/* ==== maps ==== */

static int map_create(int type, const char *name, unsigned value_size)
{
	union bpf_attr a = {.map_type = type, .key_size = 4, .value_size = value_size, .max_entries = 1};

	strncpy(a.map_name, name, 15);
	return said(name, bpf(BPF_MAP_CREATE, &a));
}

static void on_maps(void)
{
	int sockmap = map_create(BPF_MAP_TYPE_SOCKMAP, "my_map", 4);
	int sockhash = map_create(BPF_MAP_TYPE_SOCKHASH, "my_hash", 4);
	int prog = load(BPF_PROG_TYPE_SK_MSG, BPF_SK_MSG_VERDICT, 0, "my_msg", 1);

	place(attach(prog, sockmap, BPF_SK_MSG_VERDICT, 0), prog, "sk_msg_verdict map my_map");
	prog = load(BPF_PROG_TYPE_SK_SKB, BPF_SK_SKB_STREAM_PARSER, 0, "my_parser", 0);
	place(attach(prog, sockmap, BPF_SK_SKB_STREAM_PARSER, 0), prog, "sk_skb_stream_parser map my_map");
	prog = load(BPF_PROG_TYPE_SK_SKB, BPF_SK_SKB_STREAM_VERDICT, 0, "my_stream", 1);
	place(attach(prog, sockmap, BPF_SK_SKB_STREAM_VERDICT, 0), prog, "sk_skb_stream_verdict map my_map");
	prog = load(BPF_PROG_TYPE_SK_SKB, SK_SKB_VERDICT, 0, "my_verdict", 1);
	place(attach(prog, sockhash, SK_SKB_VERDICT, 0), prog, "sk_skb_verdict map my_hash");
}

/* PROG in the only slot of a map of TYPE, whose value says FIRST (a device, the length of a queue) too. */
static void in_slot(int type, const char *name, unsigned first, int prog, const char *kind)
{
	__u32 value[2] = {first, (__u32)prog}, key = 0;
	int map = map_create(type, name, sizeof(value));
	union bpf_attr a = {.map_fd = map, .key = (unsigned long)&key, .value = (unsigned long)value};

	place(said(name, bpf(BPF_MAP_UPDATE_ELEM, &a)), prog, "%s %s[0]", kind, name);
}

/* Run on what an XDP program redirects. An action of tc needs a name to be found by. */
static void on_redirects(void)
{
	unsigned veth = if_nametoindex("veth0");
	int prog = load(BPF_PROG_TYPE_XDP, BPF_XDP_DEVMAP, 0, "my_xdp_dev", 2);

	in_slot(BPF_MAP_TYPE_DEVMAP, "my_devs", veth, prog, "devmap");
	prog = load(BPF_PROG_TYPE_XDP, BPF_XDP_DEVMAP, 0, "my_xdp_hash", 2);
	in_slot(BPF_MAP_TYPE_DEVMAP_HASH, "my_dev_hash", veth, prog, "devmap");
	prog = load(BPF_PROG_TYPE_XDP, BPF_XDP_CPUMAP, 0, "my_xdp_cpu", 2);
	in_slot(BPF_MAP_TYPE_CPUMAP, "my_cpus", 64, prog, "cpumap");
	prog = load(BPF_PROG_TYPE_SCHED_ACT, 0, 0, "my_act", 0);
	place(0, prog, "tc action bpf 7");
	pin(prog, "/sys/fs/bpf/my_act");
}

/* Called by other programs' tail calls, by its place in a map. */
static void on_tail_calls(void)
{
	int map = map_create(BPF_MAP_TYPE_PROG_ARRAY, "my_tails", 4);
	int prog = load(BPF_PROG_TYPE_SCHED_CLS, 0, 0, "my_tail", 0), key = 0;
	union bpf_attr a = {.map_fd = map, .key = (unsigned long)&key, .value = (unsigned long)&prog};

	place(said("tail", bpf(BPF_MAP_UPDATE_ELEM, &a)), prog, "tail call map my_tails[0]");
}

struct small_btf {
	struct btf_header header;
	__u32 types[40];
	char strings[64];
};

static int load_small_btf(struct small_btf *b, unsigned words, unsigned strings)
{
	union bpf_attr a = {.btf_log_buf = (unsigned long)log_,
			    .btf_log_size = sizeof(log_),
			    .btf_log_level = 1};
	char flat[sizeof(*b)];
	int fd;

	b->header = (struct btf_header){.magic = BTF_MAGIC,
					.version = BTF_VERSION,
					.hdr_len = sizeof(b->header),
					.type_len = 4 * words,
					.str_off = 4 * words,
					.str_len = strings};
	memcpy(flat, &b->header, sizeof(b->header));
	memcpy(flat + sizeof(b->header), b->types, 4 * words);
	memcpy(flat + sizeof(b->header) + 4 * words, b->strings, strings);
	a.btf = (unsigned long)flat;
	a.btf_size = (__u32)(sizeof(b->header) + 4 * words + strings);
	fd = said("BTF", bpf(BPF_BTF_LOAD, &a));
	if (fd < 0)
		printf("%s", log_);
	return fd;
}

#define INFO(kind, flag_or_len) ((unsigned)(kind) << 24 | (flag_or_len))

/* A congestion control of BPF programs, registered as "pk_cong". */
static void as_congestion_control(void)
{
	static const char *const ops[] = {"ssthresh", "undo_cwnd", "cong_avoid"};
	struct small_btf b = {.types = {1, INFO(BTF_KIND_INT, 0), 4, 1 << 24 | 32}};
	unsigned type = btf_id(BTF_KIND_STRUCT, "tcp_congestion_ops"), at, data, name, key = 0;
	unsigned value = btf_id(BTF_KIND_STRUCT, "bpf_struct_ops_tcp_congestion_ops");
	union bpf_attr a = {.map_type = BPF_MAP_TYPE_STRUCT_OPS, .key_size = 4, .max_entries = 1};
	int progs[3], map, index;
	char *bytes;

	if (!type || !value || btf_member(value, "data", &data) < 0 || btf_member(type, "name", &name) < 0)
		return;
	memcpy(b.strings, "\0int", 5);
	a.btf_fd = load_small_btf(&b, 4, 5);
	a.btf_vmlinux_value_type_id = value;
	a.value_size = btf_types[value]->size;
	strcpy(a.map_name, "my_cong");
	map = said("struct_ops", bpf(BPF_MAP_CREATE, &a));
	bytes = calloc(1, a.value_size);
	strcpy(bytes + data + name, "pk_cong");
	for (int i = 0; i < 3; i++) {
		index = btf_member(type, ops[i], &at);
		progs[i] = load(BPF_PROG_TYPE_STRUCT_OPS, index, type, ops[i], i == 2 ? 0 : 2);
		*(unsigned long *)(bytes + data + at) = (unsigned)progs[i];
	}
	a = (union bpf_attr){.map_fd = map, .key = (unsigned long)&key, .value = (unsigned long)bytes};
	key = 0;
	map = said("pk_cong", bpf(BPF_MAP_UPDATE_ELEM, &a));
	for (int i = 0; i < 3; i++)
		place(map, progs[i], "struct_ops tcp_congestion_ops.%s", ops[i]);
}

/* A program with a global function, which another program replaces, and one that a third one traces. */
static void on_a_program(void)
{
	/* 1 int; 2 struct __sk_buff; 3 pointer; 4 int (*)(struct __sk_buff *ctx); 5 my_main; 6 my_sub. */
	struct small_btf b = {.types = {1, INFO(BTF_KIND_INT, 0), 4, 1 << 24 | 32,
					5, INFO(BTF_KIND_STRUCT, 0), 0,
					0, INFO(BTF_KIND_PTR, 0), 2,
					0, INFO(BTF_KIND_FUNC_PROTO, 1), 1, 15, 3,
					19, INFO(BTF_KIND_FUNC, 1), 4,
					27, INFO(BTF_KIND_FUNC, 1), 4}};
	static const char strings[] = "\0int\0__sk_buff\0ctx\0my_main\0my_sub";
	struct bpf_func_info infos[] = {{.insn_off = 0, .type_id = 5}, {.insn_off = 2, .type_id = 6}};
	struct bpf_insn target[] = {{.code = 0x85, .src_reg = 1, .imm = 1}, /* call my_sub */
				    {.code = 0x95},
				    {.code = 0xb7, .dst_reg = 0, .imm = 1},
				    {.code = 0x95}};
	struct bpf_insn other[] = RETURN(2);
	union bpf_attr a = {.prog_type = BPF_PROG_TYPE_SCHED_CLS,
			    .insns = (unsigned long)target,
			    .insn_cnt = 4,
			    .func_info = (unsigned long)infos,
			    .func_info_cnt = 2,
			    .func_info_rec_size = sizeof(infos[0])};
	int base, prog, types;

	memcpy(b.strings, strings, sizeof(strings));
	types = load_small_btf(&b, 21, sizeof(strings));
	a.prog_btf_fd = types;
	base = load_attr("my_main", &a);
	if (base < 0)
		return;
	a = (union bpf_attr){.prog_type = BPF_PROG_TYPE_EXT,
			     .insns = (unsigned long)other,
			     .insn_cnt = 2,
			     .func_info = (unsigned long)infos,
			     .func_info_cnt = 1,
			     .func_info_rec_size = sizeof(infos[0]),
			     .prog_btf_fd = types,
			     .attach_prog_fd = base,
			     .attach_btf_id = 6};
	prog = load_attr("my_ext", &a);
	place(raw_open(prog, NULL), prog, "my_sub freplace");
	a = (union bpf_attr){.prog_type = BPF_PROG_TYPE_TRACING,
			     .insns = (unsigned long)other,
			     .insn_cnt = 2,
			     .expected_attach_type = BPF_TRACE_FENTRY,
			     .attach_prog_fd = base,
			     .attach_btf_id = 5};
	other[0].imm = 0;
	prog = load_attr("my_fentry_bpf", &a);
	place(raw_open(prog, NULL), prog, "my_main fentry");
}

static void list_programs(void)
{
	static const char *const types[] = {
		"unspec",	   "socket_filter", "kprobe",	      "sched_cls",    "sched_act",
		"tracepoint",	   "xdp",	    "perf_event",     "cgroup_skb",   "cgroup_sock",
		"lwt_in",	   "lwt_out",	    "lwt_xmit",	      "sock_ops",     "sk_skb",
		"cgroup_device",   "sk_msg",	    "raw_tracepoint", "cgroup_sock_addr",
		"lwt_seg6local",   "lirc_mode2",    "sk_reuseport",   "flow_dissector", "cgroup_sysctl",
		"raw_tracepoint_writable", "cgroup_sockopt", "tracing", "struct_ops", "ext",
		"lsm",		   "sk_lookup",	    "syscall",	      "netfilter"};
	FILE *out = fopen("/truth/bpf-progs", "w");
	union bpf_attr a = {0};
	unsigned id = 0;

	while (!bpf(BPF_PROG_GET_NEXT_ID, &a)) {
		struct bpf_prog_info info = {0};
		int fd;

		id = a.next_id;
		a = (union bpf_attr){.prog_id = id};
		fd = bpf(BPF_PROG_GET_FD_BY_ID, &a);
		a = (union bpf_attr){.info = {.bpf_fd = fd, .info_len = sizeof(info), .info = (unsigned long)&info}};
		if (!bpf(BPF_OBJ_GET_INFO_BY_FD, &a))
			fprintf(out, "%u %s\n", id, types[info.type]);
		close(fd);
		a = (union bpf_attr){.start_id = id};
	}
	fclose(out);
}

int main(void)
{
	static const char self[] = "/lab/bpfload";
	struct rlimit all = {RLIM_INFINITY, RLIM_INFINITY};

	setvbuf(stdout, NULL, _IONBF, 0);
	/* Programs were locked memory up to 5.10. */
	setrlimit(RLIMIT_MEMLOCK, &all);
	places = fopen("/truth/bpf-places", "w");
	load_btf();
	on_functions();
	on_many_functions();
	on_perf(self);
	on_user_functions(self);
	on_devices();
	on_sockets();
	on_namespace();
	on_cgroups();
	on_maps();
	on_redirects();
	on_tail_calls();
	as_congestion_control();
	on_a_program();
	fclose(places);
	list_programs();
	if (fork()) {
		usleep(100000);
		return 0;
	}
	probed(1);
	probed_too(1);
	pause();
	return 0;
}
