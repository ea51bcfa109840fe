// SPDX-License-Identifier: GPL-3.0-or-later
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/bpf.h>
#include <linux/btf.h>
#include <linux/perf_event.h>
#include <net/if.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/stat.h>
#include <unistd.h>
static int bpf(int cmd, union bpf_attr *a)
{
	return (int)syscall(__NR_bpf, cmd, a, sizeof(*a));
}
static char log_[65536];
static int load(int type, int expected, unsigned btf_id, const char *name, int retv)
{
	struct bpf_insn in[] = {{.code = 0xb7, .dst_reg = 0, .imm = retv}, {.code = 0x95}};
	union bpf_attr a;
	int fd;
	memset(&a, 0, sizeof(a));
	a.prog_type = type;
	a.insns = (unsigned long)in;
	a.insn_cnt = 2;
	a.license = (unsigned long)"GPL";
	a.expected_attach_type = expected;
	a.attach_btf_id = btf_id;
	a.log_buf = (unsigned long)log_;
	a.log_size = sizeof(log_);
	a.log_level = 1;
	strncpy(a.prog_name, name, 15);
	fd = bpf(BPF_PROG_LOAD, &a);
	printf("load %s: %d %s %s\n", name, fd, fd < 0 ? strerror(errno) : "", fd < 0 ? log_ : "");
	return fd;
}
static unsigned btf_func(const char *want)
{
	struct stat st;
	int fd = open("/sys/kernel/btf/vmlinux", O_RDONLY);
	char *b, *p, *str;
	struct btf_header *h;
	unsigned id = 1;
	size_t n = 0;
	long r;
	if (fd < 0 || fstat(fd, &st))
		return 0;
	b = malloc(st.st_size);
	while ((r = read(fd, b + n, st.st_size - n)) > 0)
		n += r;
	h = (void *)b;
	p = b + h->hdr_len + h->type_off;
	str = b + h->hdr_len + h->str_off;
	for (char *e = p + h->type_len; p < e; id++) {
		struct btf_type *t = (void *)p;
		unsigned k = BTF_INFO_KIND(t->info), v = BTF_INFO_VLEN(t->info);
		if (k == BTF_KIND_FUNC && !strcmp(str + t->name_off, want))
			return id;
		p += sizeof(*t);
		switch (k) {
		case BTF_KIND_INT:
			p += 4;
			break;
		case BTF_KIND_ARRAY:
			p += sizeof(struct btf_array);
			break;
		case BTF_KIND_STRUCT:
		case BTF_KIND_UNION:
			p += v * sizeof(struct btf_member);
			break;
		case BTF_KIND_ENUM:
			p += v * sizeof(struct btf_enum);
			break;
		case BTF_KIND_FUNC_PROTO:
			p += v * sizeof(struct btf_param);
			break;
		case BTF_KIND_VAR:
			p += 4;
			break;
		case BTF_KIND_DATASEC:
			p += v * sizeof(struct btf_var_secinfo);
			break;
		case 17:
			p += 4;
			break;
		case 19:
			p += v * 12;
			break;
		}
	}
	return 0;
}
static int raw_open(int prog, const char *tp)
{
	union bpf_attr a;
	int fd;
	memset(&a, 0, sizeof(a));
	a.raw_tracepoint.prog_fd = prog;
	a.raw_tracepoint.name = (unsigned long)tp;
	fd = bpf(BPF_RAW_TRACEPOINT_OPEN, &a);
	printf("raw open %s: %d %s\n", tp ? tp : "-", fd, fd < 0 ? strerror(errno) : "");
	return fd;
}
static int link_create(int prog, int target, int type)
{
	union bpf_attr a;
	int fd;
	memset(&a, 0, sizeof(a));
	a.link_create.prog_fd = prog;
	a.link_create.target_fd = target;
	a.link_create.attach_type = type;
	fd = bpf(BPF_LINK_CREATE, &a);
	printf("link %d: %d %s\n", type, fd, fd < 0 ? strerror(errno) : "");
	return fd;
}
static int perf_open(unsigned type, unsigned long c1, unsigned long c2, unsigned long cfg, int prog)
{
	struct perf_event_attr at;
	int fd;
	memset(&at, 0, sizeof(at));
	at.size = sizeof(at);
	at.type = type;
	at.config = cfg;
	at.config1 = c1;
	at.config2 = c2;
	at.sample_period = 1;
	at.wakeup_events = 1;
	fd = (int)syscall(__NR_perf_event_open, &at, -1, 0, -1, 0);
	printf("perf open: %d %s\n", fd, fd < 0 ? strerror(errno) : "");
	if (fd >= 0)
		printf("set bpf %d enable %d\n", ioctl(fd, PERF_EVENT_IOC_SET_BPF, prog),
		       ioctl(fd, PERF_EVENT_IOC_ENABLE, 0));
	return fd;
}
/* The host's headers may be older than these: include/uapi/linux/bpf.h, BPF_TRACE_KPROBE_MULTI. */
enum { TRACE_KPROBE_MULTI = 42 };
static void multi_create(int prog)
{
	static const char *const names[] = {"tcp_v4_connect", "tcp_close"};
	struct {
		unsigned prog, target, type, flags, multi_flags, count;
		unsigned long syms, addrs, cookies;
		char rest[64];
	} a = {.prog = prog, .type = TRACE_KPROBE_MULTI, .count = 2, .syms = (unsigned long)names};
	int fd = (int)syscall(__NR_bpf, BPF_LINK_CREATE, &a, sizeof(a));
	printf("kprobe multi: %d %s\n", fd, fd < 0 ? strerror(errno) : "");
}
static void on_socket(int prog)
{
	int fd = socket(AF_INET, SOCK_DGRAM, 0);
	printf("socket filter: %d\n",
	       setsockopt(fd, SOL_SOCKET, SO_ATTACH_BPF, &prog, sizeof(prog)));
}
/* For `tc filter add .. bpf object-pinned`, which has no other way without an ELF file. */
static void pin(int prog, const char *path)
{
	union bpf_attr a;
	memset(&a, 0, sizeof(a));
	a.pathname = (unsigned long)path;
	a.bpf_fd = prog;
	printf("pin %s: %d\n", path, bpf(BPF_OBJ_PIN, &a));
}
static unsigned num(const char *f)
{
	FILE *fp = fopen(f, "r");
	unsigned n = 0;
	if (fp) {
		if (fscanf(fp, "%u", &n) != 1)
			n = 0;
		fclose(fp);
	}
	return n;
}
int main(void)
{
	static const char *const types[] = {"unspec",
					    "socket_filter",
					    "kprobe",
					    "sched_cls",
					    "sched_act",
					    "tracepoint",
					    "xdp",
					    "perf_event",
					    "cgroup_skb",
					    "cgroup_sock",
					    "lwt_in",
					    "lwt_out",
					    "lwt_xmit",
					    "sock_ops",
					    "sk_skb",
					    "cgroup_device",
					    "sk_msg",
					    "raw_tracepoint",
					    "cgroup_sock_addr",
					    "lwt_seg6local",
					    "lirc_mode2",
					    "sk_reuseport",
					    "flow_dissector",
					    "cgroup_sysctl",
					    "raw_tracepoint_writable",
					    "cgroup_sockopt",
					    "tracing",
					    "struct_ops",
					    "ext",
					    "lsm"};
	union bpf_attr a;
	FILE *out;
	unsigned id = 0;
	int cgroup;
	setvbuf(stdout, NULL, _IONBF, 0);
	raw_open(load(BPF_PROG_TYPE_RAW_TRACEPOINT, 0, 0, "my_raw", 0), "kfree_skb");
	raw_open(load(BPF_PROG_TYPE_TRACING, BPF_TRACE_FENTRY, btf_func("tcp_v4_connect"),
		      "my_fentry", 0),
		 NULL);
	raw_open(load(BPF_PROG_TYPE_TRACING, BPF_TRACE_FEXIT, btf_func("tcp_v4_connect"),
		      "my_fexit", 0),
		 NULL);
	perf_open(num("/sys/bus/event_source/devices/kprobe/type"), (unsigned long)"tcp_connect", 0,
		  0, load(BPF_PROG_TYPE_KPROBE, 0, 0, "my_kprobe", 0));
	perf_open(PERF_TYPE_TRACEPOINT, 0, 0,
		  num("/sys/kernel/tracing/events/tcp/tcp_destroy_sock/id"),
		  load(BPF_PROG_TYPE_TRACEPOINT, 0, 0, "my_tp", 0));
	link_create(load(BPF_PROG_TYPE_XDP, BPF_XDP, 0, "my_xdp", 2), (int)if_nametoindex("veth0"),
		    BPF_XDP);
	on_socket(load(BPF_PROG_TYPE_SOCKET_FILTER, 0, 0, "my_sock", 0xffff));
	raw_open(load(BPF_PROG_TYPE_TRACING, BPF_MODIFY_RETURN, btf_func("security_socket_listen"),
		      "my_modify", 0),
		 NULL);
	raw_open(load(BPF_PROG_TYPE_LSM, BPF_LSM_MAC, btf_func("bpf_lsm_socket_listen"), "my_lsm",
		      0),
		 NULL);
	perf_open(PERF_TYPE_SOFTWARE, 0, 0, PERF_COUNT_SW_CPU_CLOCK,
		  load(BPF_PROG_TYPE_PERF_EVENT, 0, 0, "my_perf", 0));
	cgroup = open("/sys/fs/cgroup", O_RDONLY | O_DIRECTORY);
	link_create(load(BPF_PROG_TYPE_CGROUP_SKB, BPF_CGROUP_INET_INGRESS, 0, "my_cg_skb", 1),
		    cgroup, BPF_CGROUP_INET_INGRESS);
	link_create(load(BPF_PROG_TYPE_CGROUP_SOCK_ADDR, BPF_CGROUP_INET4_CONNECT, 0, "my_cg_conn",
			 1),
		    cgroup, BPF_CGROUP_INET4_CONNECT);
	link_create(load(BPF_PROG_TYPE_SOCK_OPS, BPF_CGROUP_SOCK_OPS, 0, "my_sockops", 1), cgroup,
		    BPF_CGROUP_SOCK_OPS);
	multi_create(load(BPF_PROG_TYPE_KPROBE, TRACE_KPROBE_MULTI, 0, "my_multi", 0));
	pin(load(BPF_PROG_TYPE_SCHED_CLS, 0, 0, "my_tc", 0), "/sys/fs/bpf/my_tc");
	out = fopen("/truth/bpf-progs", "w");
	for (;;) {
		struct bpf_prog_info info;
		int fd;
		memset(&a, 0, sizeof(a));
		a.start_id = id;
		if (bpf(BPF_PROG_GET_NEXT_ID, &a))
			break;
		id = a.next_id;
		memset(&a, 0, sizeof(a));
		a.prog_id = id;
		fd = bpf(BPF_PROG_GET_FD_BY_ID, &a);
		memset(&a, 0, sizeof(a));
		memset(&info, 0, sizeof(info));
		a.info.bpf_fd = fd;
		a.info.info_len = sizeof(info);
		a.info.info = (unsigned long)&info;
		if (!bpf(BPF_OBJ_GET_INFO_BY_FD, &a))
			fprintf(out, "%u %s\n", id, types[info.type]);
		close(fd);
	}
	fclose(out);
	if (fork()) {
		usleep(100000);
		return 0;
	}
	pause();
	return 0;
}
