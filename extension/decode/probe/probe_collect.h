/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PROBE_COLLECT_H
#define PK_DECODE_PROBE_COLLECT_H

#include "decode/probe/ftrace.h"
#include "decode/module.h"
#include "decode/net/net_device.h"
#include "model/probe.h"

/* What the probe sources (probe_KIND.c) share while one list is made. Private to decode/probe*.c. */

#define PK_MAX_PROBES 65536 /* listed; beyond it the list is cut with a warning */

/** A loaded BPF program: what a handler address or a data pointer may turn out to be. */
struct pk_bpf_prog {
	uint64_t addr; /* struct bpf_prog */
	uint64_t text, size; /* of the compiled program; size 0 if interpreted */
	uint32_t id, type;
	char name[128]; /* "bpf_prog_<tag>_<name>" */
	char own_name
		[17]; /* that its loader gave it; the symbol has another one where there are types */
	char type_name[32];
	bool listed; /* a place was found and a probe added */
	/* The first process found with an open file that keeps the program where it is; 0: none. */
	int32_t holder;
	char holder_comm[16];
};

/** A place where the books of kprobes say that the text was changed. */
struct pk_kprobe_site {
	uint64_t addr;
	uint64_t probe; /* struct kprobe on the table (the aggregate, if there is one) */
	uint64_t detour; /* where an optimized probe jumps; 0 if not known */
	uint64_t opcode; /* the first pk_arch.opcode_size bytes of the original instruction */
	bool opcode_known, ftrace, optimized, disabled, gone;
	bool pending; /* on a queue to be optimized or to be put back */
};

/** A call whose return a kretprobe waits for. */
struct pk_instance {
	uint64_t owner; /* struct kretprobe, or its struct rethook */
	int32_t pid;
	char comm[16];
	int cpu; /* where it was running; -1: it was not */
};

/** In a SystemTap module's data: what may be an entry of its table of kprobes (probe_systemtap.c). */
struct pk_stap_link {
	uint64_t object; /* struct kprobe or kretprobe */
	uint64_t probe; /* struct stap_probe */
};

#define PK_STAP_MODULES 64 /* scripts at a time */

struct pk_stap {
	uint64_t modules[PK_STAP_MODULES]; /* struct module: those that were searched */
	uint32_t nr_modules;
	struct pk_stap_link *links; /* of all of them, sorted by object; owned */
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
	struct pk_instance *instances; /* of kretprobes, in use at the crash; owned */
	uint32_t nr_instances, instances_room;
	bool instances_read; /* all that there are */
	struct pk_stap stap;
	bool full;
};

/** A new probe, or NULL when the list is full or memory is out (a warning has been given). */
struct pk_probe *pk_collect_add(struct pk_collect *collect, enum pk_probe_kind kind);
/** Set addr, target and offset; a place without a symbol keeps the name "". */
void pk_collect_target(struct pk_collect *collect, struct pk_probe *probe, uint64_t addr);
/** Set handler, its name ("sym", "sym+0x..", "bpf_prog_..") and module. */
void pk_collect_handler(struct pk_collect *collect, struct pk_probe *probe, uint64_t handler);
/** Owner by the handler's module: "module m", "kernel", "unknown code". */
void pk_collect_owner(struct pk_collect *collect, struct pk_probe *probe);
/** Set the name of what it sits on, where that is no symbol. */
void pk_collect_target_name(struct pk_probe *probe, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/** Set owner. */
void pk_collect_owner_text(struct pk_probe *probe, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/** Append to probe->detail, "; " between. */
void pk_collect_detail(struct pk_probe *probe, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/** "sym", "sym+0x10", with " [module]"; "0x.." where there is none. Returns BUF. */
const char *pk_collect_name(struct pk_collect *collect, uint64_t addr, char *buf, size_t size);
/** "top instance", "instance foo" for a struct trace_array. */
const char *pk_collect_instance(struct pk_collect *collect, uint64_t tr, char *buf, size_t size);
/** The trace_event_call at CALL has a tracepoint, whose name is the event's, where others have a name. */
bool pk_collect_of_tracepoint(struct pk_collect *collect, uint64_t call);
/** "group/name" of a struct trace_event_call; "" if it cannot be read. */
const char *pk_collect_event(struct pk_collect *collect, uint64_t call, char *buf, size_t size);
/** PROBE's owner is the trace event of CALL: "trace event group/name", or what of it cannot be read. */
void pk_collect_event_owner(struct pk_collect *collect, struct pk_probe *probe, uint64_t call);
struct pk_bpf_prog *pk_collect_prog(struct pk_collect *collect, uint64_t prog);
/** A new BPF probe for PROG, without a target yet; NULL as pk_collect_add(). */
struct pk_probe *pk_collect_add_prog(struct pk_collect *collect, struct pk_bpf_prog *prog);
/** The same at a place that is no function: its name by FMT. */
struct pk_probe *pk_collect_prog_at(struct pk_collect *collect, struct pk_bpf_prog *prog,
				    const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/** Name of VALUE in enum TAG without PREFIX, lower case, '_' as SEPARATOR. False: it has none. */
bool pk_collect_enum(struct pk_collect *collect, const char *tag, uint64_t value,
		     const char *prefix, char separator, char *buf, size_t size);
/** The trace event (its link in dyn_event_list or probe_list) is registered: else it is one of perf's. */
bool pk_collect_registered(const struct pk_collect *collect, uint64_t link);
/** Append to PROBE's detail which tasks hold how many instances of the struct kretprobe at RP. */
void pk_collect_instances(struct pk_collect *collect, uint64_t rp, struct pk_probe *probe);
/** PROBE's handler is code of a module that SystemTap made. */
bool pk_systemtap_handler(const struct pk_probe *probe);
/** Append to PROBE's detail what the script of its SystemTap module calls the kprobe or kretprobe at
 *  OBJECT ("probe point kprobe.function(..)"), or that the module does not tell. Nothing for other modules. */
void pk_collect_systemtap(struct pk_collect *collect, uint64_t object, struct pk_probe *probe);
/** PROG runs where CARRIER (a kprobe, a tracepoint callback; copied, may be one of the list) sits. */
void pk_collect_carried(struct pk_collect *collect, const struct pk_probe *carrier,
			struct pk_bpf_prog *prog);
/** The same for each program that the struct trace_event_call CALL runs. Returns how many. */
unsigned pk_collect_call_progs(struct pk_collect *collect, const struct pk_probe *carrier,
			       uint64_t call);

/** An optional member; 0 where this kernel does not have it or it cannot be read. */
uint64_t pk_collect_uint(struct pk_collect *collect, uint64_t base, enum pk_row_id row);
/** A counter that is a member or, in later kernels, a per-CPU pointer: its sum over possible CPUs.
 *  False if this kernel does not have it or it cannot be read (then with a warning). */
bool pk_collect_count(struct pk_collect *collect, uint64_t base, enum pk_row_id row,
		      uint64_t *ret_count);
/** Address of SYMBOL; 0 if this kernel has none. */
uint64_t pk_collect_symbol(struct pk_collect *collect, enum pk_row_id row);
/** Copy the functions of SET into *RET_ADDRS (owned by the probe afterwards). */
bool pk_collect_copy(struct pk_collect *collect, const struct pk_func_set *set,
		     uint64_t **ret_addrs, uint32_t *ret_nr);
/** What of PROBE follows from the filters of OPS: the functions that it hooks, and the words for them. */
void pk_collect_filter(struct pk_collect *collect, const struct pk_ftrace_ops *ops,
		       struct pk_probe *probe);
void pk_sort_addrs(uint64_t *addrs, uint32_t nr);

/* The sources. Each adds what it finds; PK_ABSENT means that this kernel has nothing of the kind,
 * any other failure becomes a warning, and what was found before it stays. */
enum pk_status pk_collect_bpf_progs(struct pk_collect *collect); /* fills progs, adds nothing */
enum pk_status pk_collect_kprobes(struct pk_collect *collect);
enum pk_status pk_collect_uprobes(struct pk_collect *collect);
enum pk_status pk_collect_ftrace(struct pk_collect *collect);
enum pk_status pk_collect_fgraph(struct pk_collect *collect);
enum pk_status pk_collect_fprobes(struct pk_collect *collect);
enum pk_status pk_collect_tracepoints(struct pk_collect *collect);
enum pk_status pk_collect_livepatch(struct pk_collect *collect);
enum pk_status pk_collect_bpf(struct pk_collect *collect);
/* Parts of pk_collect_bpf(): programs by their links, and those that sit somewhere without one. */
enum pk_status pk_collect_bpf_links(struct pk_collect *collect);
enum pk_status pk_collect_bpf_cgroups(struct pk_collect *collect);
enum pk_status pk_collect_bpf_devices(struct pk_collect *collect);
enum pk_status pk_collect_bpf_namespaces(struct pk_collect *collect);
enum pk_status pk_collect_bpf_maps(struct pk_collect *collect);
enum pk_status pk_collect_bpf_files(struct pk_collect *collect);
/** A perf event that runs PROG: what it counts. */
struct pk_probe *pk_collect_perf_event(struct pk_collect *collect, struct pk_bpf_prog *prog,
				       uint64_t event);
/** A program that a network device runs. */
struct pk_device_program {
	struct pk_bpf_prog *prog;
	uint64_t link; /* struct bpf_link; 0: none */
	const char *hook; /* "xdp", "tc ingress", "tcx egress" .. */
	const char *mode; /* of XDP, as pk_xdp_link_mode(); NULL */
	bool filter; /* of clsact, with a PRIO */
	unsigned prio;
};

typedef void (*pk_device_program_fn)(const struct pk_net_device *device,
				     const struct pk_device_program *found, void *arg);
/** Every program of XDP, tcx and clsact on DEVICE, in the order in which they run at each hook. COLLECT has the
 *  loaded ones. Not PK_OK: some may be missing. */
enum pk_status pk_device_programs_walk(struct pk_collect *collect,
				       const struct pk_net_device *device, pk_device_program_fn fn,
				       void *arg);
/** "generic", "native" or "offloaded": how the net_device DEV runs the program of LINK; NULL if it does not. */
const char *pk_xdp_link_mode(struct pk_collect *collect, uint64_t dev, uint64_t link);
/** Path of CGROUP from its hierarchy's root on. Returns BUF. */
const char *pk_cgroup_path(struct pk_collect *collect, uint64_t cgroup, char *buf, size_t size);
/** Number of a struct net. */
uint32_t pk_collect_netns(struct pk_collect *collect, uint64_t net);
enum pk_status pk_collect_netfilter(struct pk_collect *collect);
enum pk_status
pk_collect_text(struct pk_collect *collect); /* last: it checks what the others found */

#endif
