/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PROBE_COLLECT_H
#define PK_DECODE_PROBE_COLLECT_H

#include "decode/module.h"
#include "decode/net/device/net_device.h"
#include "decode/probe/ftrace.h"
#include "model/probe.h"

/* What the probe sources (probe_KIND.c) share while a list is made. Private to decode/probe/. */

#define PK_MAX_PROBES 65536 /* beyond it, the list is cut with a warning */

/** A loaded BPF program, to identify handler addresses and data pointers. */
struct pk_bpf_prog {
	uint64_t addr; /* struct bpf_prog */
	uint64_t text, size; /* compiled code, bytes; size 0 if interpreted */
	uint32_t id, type;
	char name[128]; /* "bpf_prog_<tag>_<name>" */
	/* as named by its loader; the symbol's name differs if the program has type information */
	char own_name[17];
	char type_name[32];
	bool listed; /* a place was found and a probe added */
	/* First process found with an open file that keeps the program attached; 0: none. */
	int32_t holder;
	char holder_comm[16];
};

/** A place where kprobes' own tables say that the text was changed. */
struct pk_kprobe_site {
	uint64_t addr;
	uint64_t probe; /* struct kprobe in the table (the aggregate, if there is one) */
	uint64_t detour; /* where an optimized probe jumps; 0 if unknown */
	uint64_t opcode; /* first pk_arch.opcode_size bytes of the original instruction */
	bool opcode_known, ftrace, optimized, disabled, gone;
	bool pending; /* queued to be optimized or unoptimized */
	bool on_record; /* at a patch site of ftrace, which also may stand there */
};

/** A call with a kretprobe waiting for its return. */
struct pk_instance {
	uint64_t owner; /* struct kretprobe, or its struct rethook */
	int32_t pid;
	char comm[16];
	int cpu; /* where it was running; -1: it was not running */
};

/** Possible entry of the table of kprobes in a SystemTap module's data (probe_systemtap.c). */
struct pk_stap_link {
	uint64_t object; /* struct kprobe or kretprobe */
	uint64_t probe; /* struct stap_probe */
};

#define PK_STAP_MODULES 64 /* scripts loaded at a time */

struct pk_stap {
	uint64_t modules[PK_STAP_MODULES]; /* struct module of those searched */
	uint32_t nr_modules;
	struct pk_stap_link *links; /* owned; of all modules, sorted by object */
	uint32_t nr, room;
};

struct pk_collect {
	struct pk_ctx *ctx;
	struct pk_probe_list *list;
	struct pk_modules modules;
	struct pk_ftrace ftrace;
	bool has_ftrace;
	struct pk_bpf_prog *progs; /* sorted by id */
	uint32_t nr_progs, room_progs;
	struct pk_kprobe_site *sites;
	uint32_t nr_sites, sites_room;
	uint64_t *trace_kprobes; /* registered ones (struct trace_kprobe.list), sorted */
	uint32_t nr_trace_kprobes, room_trace_kprobes;
	bool trace_kprobes_cut; /* a list of them could not be walked to its end */
	struct pk_instance *instances; /* owned; kretprobe instances in use at the crash */
	uint32_t nr_instances, instances_room;
	bool instances_read; /* all of them */
	struct pk_stap stap;
	bool full;
};

/** A new probe; NULL: the list is full or memory ran out (after a warning). */
struct pk_probe *pk_collect_add(struct pk_collect *collect, enum pk_probe_kind kind);
/** Set addr, target and offset; without a symbol the name stays "". */
void pk_collect_target(struct pk_collect *collect, struct pk_probe *probe, uint64_t addr);
/** Set handler, its name ("sym", "sym+0x..", "bpf_prog_..") and module. */
void pk_collect_handler(struct pk_collect *collect, struct pk_probe *probe, uint64_t handler);
/** Owner by the handler's module: "module m", "kernel", "unknown code". */
void pk_collect_owner(struct pk_collect *collect, struct pk_probe *probe);
/** Set the name of what it is attached to, if that is not a symbol. */
void pk_collect_target_name(struct pk_probe *probe, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
void pk_collect_owner_text(struct pk_probe *probe, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/** Append to probe->detail, separated by "; ". */
void pk_collect_detail(struct pk_probe *probe, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** "sym", "sym+0x10", followed by " [module]"; "0x.." without a symbol. Returns BUF. */
const char *pk_collect_name(struct pk_collect *collect, uint64_t addr, char *buf, size_t size);
/** "top instance" or "instance foo" for the struct trace_array at TR. Returns BUF. */
const char *pk_collect_instance(struct pk_collect *collect, uint64_t tr, char *buf, size_t size);
/** Whether the trace_event_call at CALL has a tracepoint, which names the event, in place of a
 *  name. */
bool pk_collect_of_tracepoint(struct pk_collect *collect, uint64_t call);
/** "group/name" of the struct trace_event_call at CALL; "" if unreadable. Returns BUF. */
const char *pk_collect_event(struct pk_collect *collect, uint64_t call, char *buf, size_t size);
/** Set PROBE's owner to the event of CALL: "trace event group/name", or what of it is
 *  unreadable. */
void pk_collect_event_owner(struct pk_collect *collect, struct pk_probe *probe, uint64_t call);
struct pk_bpf_prog *pk_collect_prog(struct pk_collect *collect, uint64_t prog);
/** A new BPF probe for PROG without a target; NULL as in pk_collect_add(). */
struct pk_probe *pk_collect_add_prog(struct pk_collect *collect, struct pk_bpf_prog *prog);
/** The same, at a place that is not a function and is named by FMT. */
struct pk_probe *pk_collect_prog_at(struct pk_collect *collect, struct pk_bpf_prog *prog,
				    const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/** Name of VALUE in enum TAG without PREFIX, in lower case, with SEPARATOR for '_'. False: none. */
bool pk_collect_enum(struct pk_collect *collect, const char *tag, uint64_t value,
		     const char *prefix, char separator, char *buf, size_t size);
/** Whether the trace event with this link in dyn_event_list or probe_list is registered; if not, it
 *  is perf's. */
bool pk_collect_registered(const struct pk_collect *collect, uint64_t link);
/** Owner of a probe on none of those lists: perf; unknown where a list could not be walked to its
 *  end. */
void pk_collect_unregistered(struct pk_collect *collect, struct pk_probe *probe);
/** Append to PROBE's detail which tasks hold how many instances of the struct kretprobe at RP. */
void pk_collect_instances(struct pk_collect *collect, uint64_t rp, struct pk_probe *probe);
/** Whether PROBE's handler is in a module made by SystemTap. */
bool pk_systemtap_handler(const struct pk_probe *probe);
/** Append to PROBE's detail the script's name for the kprobe or kretprobe at OBJECT ("probe point
 *  kprobe.function(..)"), or that the module does not tell. Does nothing for other modules. */
void pk_collect_systemtap(struct pk_collect *collect, uint64_t object, struct pk_probe *probe);
/** PROG runs where CARRIER is attached (a kprobe or tracepoint callback, which is copied and may be
 *  in the list). */
void pk_collect_carried(struct pk_collect *collect, const struct pk_probe *carrier,
			struct pk_bpf_prog *prog);
/** The same for each program that the struct trace_event_call at CALL runs. Returns their
 *  number. */
unsigned pk_collect_call_progs(struct pk_collect *collect, const struct pk_probe *carrier,
			       uint64_t call);

/** An optional member; 0 if this kernel lacks it or it is unreadable. */
uint64_t pk_collect_uint(struct pk_collect *collect, uint64_t base, enum pk_row_id row);
/** A counter that is a member or, in later kernels, a per-CPU pointer: then the sum over possible
 *  CPUs. False: this kernel lacks it, or it is unreadable (with a warning). */
bool pk_collect_count(struct pk_collect *collect, uint64_t base, enum pk_row_id row,
		      uint64_t *ret_count);
/** Address of the symbol ROW; 0 if this kernel has none. */
uint64_t pk_collect_symbol(struct pk_collect *collect, enum pk_row_id row);
/** Copy the functions of SET into *RET_ADDRS, for a probe to own. False: out of memory. */
bool pk_collect_copy(struct pk_collect *collect, const struct pk_func_set *set,
		     uint64_t **ret_addrs, uint32_t *ret_nr);
/** Fill in what follows from the filters of OPS: the functions that PROBE hooks, and words for
 *  them. */
void pk_collect_filter(struct pk_collect *collect, const struct pk_ftrace_ops *ops,
		       struct pk_probe *probe);
void pk_sort_addrs(uint64_t *addrs, uint32_t nr);

/* The sources. Each adds what it finds. PK_ABSENT: this kernel has nothing of the kind. Any other
 * failure becomes a warning, and what was found before it stays. */
enum pk_status pk_collect_bpf_progs(struct pk_collect *collect); /* fills progs, adds nothing */
enum pk_status pk_collect_kprobes(struct pk_collect *collect);
enum pk_status pk_collect_uprobes(struct pk_collect *collect);
enum pk_status pk_collect_ftrace(struct pk_collect *collect);
enum pk_status pk_collect_fgraph(struct pk_collect *collect);
enum pk_status pk_collect_fprobes(struct pk_collect *collect);
enum pk_status pk_collect_tracepoints(struct pk_collect *collect);
enum pk_status pk_collect_livepatch(struct pk_collect *collect);
enum pk_status pk_collect_bpf(struct pk_collect *collect);
/* Parts of pk_collect_bpf(): programs attached by links, and those attached without one. */
enum pk_status pk_collect_bpf_links(struct pk_collect *collect);
enum pk_status pk_collect_bpf_cgroups(struct pk_collect *collect);
enum pk_status pk_collect_bpf_devices(struct pk_collect *collect);
enum pk_status pk_collect_bpf_namespaces(struct pk_collect *collect);
enum pk_status pk_collect_bpf_maps(struct pk_collect *collect);
enum pk_status pk_collect_bpf_files(struct pk_collect *collect);
/** Add a probe for the perf event at EVENT, which runs PROG, with what it counts. */
struct pk_probe *pk_collect_perf_event(struct pk_collect *collect, struct pk_bpf_prog *prog,
				       uint64_t event);
/** A program attached to a network device. */
struct pk_device_program {
	struct pk_bpf_prog *prog;
	uint64_t link; /* struct bpf_link; 0: none */
	const char *hook; /* "xdp", "tc ingress", "tcx egress", ... */
	const char *mode; /* XDP only: pk_xdp_link_mode(); otherwise NULL */
	bool filter; /* a clsact filter, with a PRIO */
	unsigned prio;
};

typedef void (*pk_device_program_fn)(const struct pk_net_device *device,
				     const struct pk_device_program *found, void *arg);
/** Visit every XDP, tcx and clsact program on DEVICE, at each hook in running order. COLLECT must
 *  have the loaded programs. If not PK_OK, some may be missing. */
enum pk_status pk_device_programs_walk(struct pk_collect *collect,
				       const struct pk_net_device *device, pk_device_program_fn fn,
				       void *arg);
/** How the net_device at DEV runs the program of LINK: "generic", "native" or "offloaded"; NULL: it
 *  does not. */
const char *pk_xdp_link_mode(struct pk_collect *collect, uint64_t dev, uint64_t link);
/** Path of CGROUP from the root of its hierarchy. Returns BUF. */
const char *pk_cgroup_path(struct pk_collect *collect, uint64_t cgroup, char *buf, size_t size);
/** Inode number of the struct net at NET. */
uint32_t pk_collect_netns(struct pk_collect *collect, uint64_t net);
enum pk_status pk_collect_netfilter(struct pk_collect *collect);
enum pk_status pk_collect_text(struct pk_collect *collect); /* last: checks what the others found */

#endif
