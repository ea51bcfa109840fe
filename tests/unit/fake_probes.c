// SPDX-License-Identifier: GPL-3.0-or-later
#include "fake_probes.h"

#include <string.h>

#define KPROBE_TABLE (FAKE_DATA + 0x0)
#define OPS_LIST (FAKE_DATA + 0x400)
#define LIST_END (FAKE_DATA + 0x500)
#define PAGES_START (FAKE_DATA + 0x600)
#define PAGE (FAKE_DATA + 0x640)
#define RECORDS (FAKE_DATA + 0x680)
#define DYN_EVENTS (FAKE_DATA + 0x700)
#define MODULES (FAKE_DATA + 0x740)
#define GRAPH_ENTRY (FAKE_DATA + 0x780)
#define TRACEPOINTS (FAKE_DATA + 0x800)
#define MODULE_STRUCT (FAKE_DATA + 0x1000)
#define PROG_IDR (FAKE_DATA + 0x3000)
#define LINK_IDR (FAKE_DATA + 0x3040)
#define PROG_NODE (FAKE_DATA + 0x3100)
#define LINK_NODE (FAKE_DATA + 0x3400)
#define TRAMPOLINES (FAKE_DATA + 0x4000) /* 1024 heads */
#define NET_LIST (FAKE_DATA + 0x6000)
#define NET (FAKE_DATA + 0x6100)
#define KLP_PATCHES (FAKE_DATA + 0x6800)
#define UPROBE_OPS (FAKE_DATA + 0x6900)
#define PERCPU_STRIDE 0x8000

static const char *const func_names[NR_FAKE_FUNCS] = {
	[FN_TCP_V4_RCV] = "tcp_v4_rcv",
	[FN_TCP_ACK] = "tcp_ack",
	[FN_IP_RCV] = "ip_rcv",
	[FN_SCHEDULE] = "schedule",
	[FN_AGGR_PRE_HANDLER] = "aggr_pre_handler",
	[FN_PRE_HANDLER_KRETPROBE] = "pre_handler_kretprobe",
	[FN_SETJMP_PRE_HANDLER] = "setjmp_pre_handler",
	[FN_KPROBE_DISPATCHER] = "kprobe_dispatcher",
	[FN_KRETPROBE_DISPATCHER] = "kretprobe_dispatcher",
	[FN_FTRACE_CALLER] = "ftrace_caller",
	[FN_FTRACE_REGS_CALLER] = "ftrace_regs_caller",
	[FN_KPROBE_FTRACE_HANDLER] = "kprobe_ftrace_handler",
	[FN_FUNCTION_TRACE_CALL] = "function_trace_call",
	[FN_TRACE_EVENT_RAW_EVENT_TCP] = "trace_event_raw_event_tcp_event_sk",
	[FN_POOR_PROBE] = "probe_sched_switch",
};

#define M(t, p, off, sz)                                                                           \
	{                                                                                          \
		.type = "struct " t, .path = p, .offset = off, .size = sz                          \
	}
#define P(t, p, off)                                                                               \
	{                                                                                          \
		.type = "struct " t, .path = p, .offset = off, .size = 8, .is_pointer = true       \
	}

static const struct fake_member common_members[] = {
	M("kprobe", "hlist", 0, 16),
	M("kprobe", "list", 16, 16),
	M("kprobe", "nmissed", 32, 8),
	P("kprobe", "addr", 40),
	P("kprobe", "pre_handler", 64),
	P("kprobe", "post_handler", 72),
	M("kprobe", "opcode", 80, 1),
	M("kprobe", "flags", 120, 4),
	M("kretprobe", "kp", 0, 128),
	P("kretprobe", "handler", 128),
	P("kretprobe", "entry_handler", 136),
	M("kretprobe", "maxactive", 144, 4),
	M("kretprobe", "nmissed", 148, 4),
	P("ftrace_ops", "func", 0),
	P("ftrace_ops", "next", 8),
	M("ftrace_ops", "flags", 16, 8),
	M("ftrace_hash", "size_bits", 0, 8),
	P("ftrace_hash", "buckets", 8),
	M("ftrace_hash", "count", 16, 8),
	M("ftrace_func_entry", "hlist", 0, 16),
	M("ftrace_func_entry", "ip", 16, 8),
	P("ftrace_page", "next", 0),
	P("ftrace_page", "records", 8),
	M("ftrace_page", "index", 16, 4),
	M("dyn_ftrace", "ip", 0, 8),
	M("dyn_ftrace", "flags", 8, 8),
	M("module", "list", 8, 16),
	{.type = "struct module",
	 .path = "name",
	 .offset = 24,
	 .size = 56,
	 .is_array = true,
	 .elements = 56},
	M("module", "taints", 96, 8),
	M("module", "num_tracepoints", 104, 4),
	P("module", "tracepoints_ptrs", 112),
	P("tracepoint", "name", 0),
	P("tracepoint", "funcs", 64),
	P("tracepoint_func", "func", 0),
	P("tracepoint_func", "data", 8),
};

static const struct fake_member modern_members[] = {
	M("optimized_kprobe", "kp", 0, 128),
	M("optimized_kprobe", "list", 128, 16),
	P("optimized_kprobe", "optinsn.insn", 152),
	M("trace_kprobe", "devent.list", 0, 16),
	M("trace_kprobe", "rp.kp", 24, 128),
	P("trace_kprobe", "nhit", 192),
	P("trace_kprobe", "tp.event", 224),
	M("trace_probe_event", "call", 136, 144),
	M("trace_event_call", "list", 0, 16),
	P("trace_event_call", "class", 16),
	P("trace_event_call", "name", 24),
	P("trace_event_call", "tp", 24),
	M("trace_event_call", "flags", 112, 4),
	P("trace_event_class", "system", 0),
	P("trace_event_file", "event_call", 16),
	P("trace_event_file", "tr", 40),
	P("trace_array", "name", 16),
	P("ftrace_ops", "private", 24),
	P("ftrace_ops", "saved_func", 32),
	P("ftrace_ops", "func_hash", 88),
	M("ftrace_ops", "trampoline", 144, 8),
	M("ftrace_ops", "trampoline_size", 152, 8),
	P("ftrace_ops", "direct_call", 184),
	P("ftrace_func_entry", "direct", 24),
	P("ftrace_ops_hash", "notrace_hash", 0),
	P("ftrace_ops_hash", "filter_hash", 8),
	P("module", "core_layout.base", 128),
	M("module", "core_layout.size", 136, 4),
	P("idr", "idr_rt.xa_head", 8),
	{.type = "struct xa_node",
	 .path = "slots",
	 .offset = 40,
	 .size = 512,
	 .is_array = true,
	 .elements = 64},
	M("bpf_prog", "type", 4, 4),
	M("bpf_prog", "jited_len", 16, 4),
	P("bpf_prog", "bpf_func", 40),
	P("bpf_prog", "aux", 48),
	M("bpf_prog_aux", "id", 28, 4),
	{.type = "struct bpf_prog_aux",
	 .path = "name",
	 .offset = 600,
	 .size = 16,
	 .is_array = true,
	 .elements = 16},
	M("bpf_link", "id", 8, 4),
	M("bpf_link", "type", 12, 4),
	P("bpf_link", "prog", 24),
	M("bpf_raw_tp_link", "link", 0, 72),
	P("bpf_raw_tp_link", "btp", 72),
	P("bpf_raw_event_map", "tp", 0),
	M("bpf_trampoline", "hlist", 0, 16),
	P("bpf_trampoline", "func.addr", 96),
	{.type = "struct bpf_trampoline",
	 .path = "progs_hlist",
	 .offset = 128,
	 .size = 24,
	 .is_array = true,
	 .elements = 3},
	P("bpf_trampoline", "cur_image", 168),
	P("bpf_tramp_image", "image", 0),
	M("bpf_tramp_link", "tramp_hlist", 72, 16),
	P("bpf_tramp_link", "link.prog", 24),
	M("net", "list", 16, 16),
	M("net", "ns.inum", 64, 4),
	{.type = "struct net",
	 .path = "nf.hooks_ipv4",
	 .offset = 128,
	 .size = 40,
	 .is_array = true,
	 .elements = 5},
	M("nf_hook_entries", "num_hook_entries", 0, 2),
	M("nf_hook_entries", "hooks", 8, 0),
	P("nf_hook_entry", "hook", 0),
	{.type = "struct nf_hook_ops",
	 .path = "priority",
	 .offset = 36,
	 .size = 4,
	 .is_signed = true},
	M("klp_patch", "list", 32, 16),
	P("klp_patch", "mod", 0),
	M("klp_patch", "obj_list", 112, 16),
	M("klp_object", "node", 128, 16),
	M("klp_object", "func_list", 112, 16),
	M("klp_func", "node", 96, 16),
	P("klp_func", "old_name", 0),
	P("klp_func", "new_func", 8),
	P("klp_func", "old_func", 24),
	M("klp_func", "nop", 144, 1),
	M("klp_func", "patched", 145, 1),
	M("klp_func", "transition", 146, 1),
	M("dyn_event", "list", 0, 16),
	P("dyn_event", "ops", 16),
	M("trace_uprobe", "devent", 0, 24),
	P("trace_uprobe", "filename", 120),
	M("trace_uprobe", "offset", 128, 8),
	M("trace_uprobe", "nhit", 144, 8),
	P("trace_uprobe", "tp.event", 168),
	M("trace_probe_event", "flags", 0, 4),
};

static const struct fake_member old_members[] = {
	M("jprobe", "kp", 0, 128),
	P("jprobe", "entry", 128),
	M("trace_probe", "list", 0, 16),
	M("trace_probe", "rp.kp", 16, 128),
	M("trace_probe", "nhit", 192, 8),
	M("trace_probe", "call", 224, 144),
	M("ftrace_event_call", "list", 0, 16),
	P("ftrace_event_call", "class", 16),
	P("ftrace_event_call", "name", 24),
	M("ftrace_event_call", "flags", 112, 4),
	P("ftrace_event_class", "system", 0),
	P("ftrace_ops", "notrace_hash", 24),
	P("ftrace_ops", "filter_hash", 32),
	P("module", "module_core", 128),
	M("module", "core_size", 136, 4),
};

static const struct fake_enum enums[] = {
	{NULL, "FTRACE_OPS_FL_ENABLED", 1},
	{NULL, "FTRACE_OPS_FL_PID", 8192},
	{NULL, "FTRACE_FL_ENABLED", 1ll << 31},
	{NULL, "FTRACE_FL_REGS", 1 << 30},
	{NULL, "FTRACE_FL_REGS_EN", 1 << 29},
	{NULL, "FTRACE_FL_TRAMP_EN", 1 << 27},
	{NULL, "FTRACE_FL_DIRECT_EN", 1 << 23},
	{NULL, "FTRACE_FL_CALL_OPS_EN", 1 << 21},
	{NULL, "TRACE_EVENT_FL_TRACEPOINT", 16},
	{"bpf_prog_type", "BPF_PROG_TYPE_RAW_TRACEPOINT", 17},
	{"bpf_link_type", "BPF_LINK_TYPE_RAW_TRACEPOINT", 1},
};

uint64_t fake_func(enum fake_func func)
{
	return FAKE_TEXT + 0x100 * (uint64_t)func;
}

static const uint8_t nop5[] = {0x0f, 0x1f, 0x44, 0x00, 0x00};

static void add_text(struct fake_target *fake)
{
	for (int i = 0; i < NR_FAKE_FUNCS; i++) {
		fake_symbol(fake, func_names[i], fake_func(i), 0x100);
		fake_put_bytes(fake, fake_func(i), nop5, sizeof(nop5));
	}
	for (int i = 0; i < NR_TRACED; i++)
		fake_put(fake, RECORDS + 16 * i, 8, fake_func(i));
	fake_put(fake, PAGES_START, 8, PAGE);
	fake_put(fake, PAGE + 8, 8, RECORDS);
	fake_put(fake, PAGE + 16, 4, NR_TRACED);
}

static void add_module(struct fake_target *fake)
{
	fake_put(fake, MODULES, 8, MODULE_STRUCT + 8);
	fake_put(fake, MODULES + 8, 8, MODULE_STRUCT + 8);
	fake_put(fake, MODULE_STRUCT + 8, 8, MODULES);
	fake_put(fake, MODULE_STRUCT + 16, 8, MODULES);
	fake_put_string(fake, MODULE_STRUCT + 24, "foreign");
	fake_put(fake, MODULE_STRUCT + 96, 8, 1 << 12);
	fake_put(fake, MODULE_STRUCT + 128, 8, FAKE_MODULE);
	fake_put(fake, MODULE_STRUCT + 136, 4, FAKE_REGION);
	fake_module_symbol(fake, "foreign", "my_handler", FAKE_HANDLER, 0x40);
}

static void add_symbols(struct fake_target *fake, enum fake_era era)
{
	fake_symbol(fake, "kprobe_table", KPROBE_TABLE, 64 * 8);
	fake_symbol(fake, "ftrace_ops_list", OPS_LIST, 8);
	fake_symbol(fake, "ftrace_list_end", LIST_END, 160);
	fake_symbol(fake, "ftrace_pages_start", PAGES_START, 8);
	fake_symbol(fake, era == FAKE_OLD ? "probe_list" : "dyn_event_list", DYN_EVENTS, 16);
	fake_symbol(fake, "modules", MODULES, 16);
	if (era == FAKE_MODERN) {
		fake_symbol(fake, "prog_idr", PROG_IDR, 24);
		fake_symbol(fake, "link_idr", LINK_IDR, 24);
		fake_symbol(fake, "trampoline_table", TRAMPOLINES, 8192);
		fake_symbol(fake, "net_namespace_list", NET_LIST, 16);
		fake_symbol(fake, "klp_patches", KLP_PATCHES, 16);
		fake_symbol(fake, "trace_uprobe_ops", UPROBE_OPS, 64);
	}
	fake_put(fake, KLP_PATCHES, 8, KLP_PATCHES);
	fake_put(fake, NET_LIST, 8, NET + 16);
	fake_put(fake, NET + 16, 8, NET_LIST);
	fake_put(fake, NET + 64, 4, 4026531840);
	fake_put(fake, OPS_LIST, 8, LIST_END);
	fake_put(fake, DYN_EVENTS, 8, DYN_EVENTS);
	fake_put(fake, DYN_EVENTS + 8, 8, DYN_EVENTS);
}

void fake_probes_init(struct fake_probes *image, enum fake_era era)
{
	struct fake_target *fake = &image->fake;

	memset(image, 0, sizeof(*image));
	image->era = era;
	image->heap = FAKE_HEAP + 0x100;
	fake_target_init(fake);
	strcpy(fake->target.facts.machine, "x86_64");
	fake_cpus(fake, 2);
	fake->percpu[1] = PERCPU_STRIDE;
	fake_map(fake, FAKE_TEXT, FAKE_REGION);
	fake_map(fake, FAKE_DATA, FAKE_REGION);
	fake_map(fake, FAKE_HEAP, FAKE_REGION);
	fake_map(fake, FAKE_MODULE, FAKE_REGION);
	fake_members(fake, common_members, ARRAY_SIZE(common_members));
	if (era == FAKE_OLD)
		fake_members(fake, old_members, ARRAY_SIZE(old_members));
	else
		fake_members(fake, modern_members, ARRAY_SIZE(modern_members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_type(fake, "struct dyn_ftrace", 16);
	fake_type(fake, "struct nf_hook_entry", 16);
	fake_type(fake, "struct tracepoint_func", era == FAKE_OLD ? 16 : 24);
	if (era != FAKE_OLD)
		fake_type(fake, "tracepoint_ptr_t", 4);
	add_symbols(fake, era);
	add_text(fake);
	add_module(fake);
}

void fake_probes_deinit(struct fake_probes *image)
{
	fake_target_deinit(&image->fake);
}

uint64_t fake_alloc(struct fake_probes *image, size_t size)
{
	uint64_t addr = image->heap;

	image->heap += (size + 15) & ~15ull;
	return addr;
}

uint64_t fake_kprobe(struct fake_probes *image, uint64_t addr, uint64_t pre_handler, uint32_t flags)
{
	struct fake_target *fake = &image->fake;
	uint64_t kprobe = fake_alloc(image, 192);

	fake_put(fake, kprobe + 40, 8, addr);
	fake_put(fake, kprobe + 64, 8, pre_handler);
	fake_put(fake, kprobe + 80, 1, 0x55);
	fake_put(fake, kprobe + 120, 4, flags);
	/* optimized_kprobe.list: on no queue */
	fake_put(fake, kprobe + 128, 8, image->era == FAKE_MODERN ? kprobe + 128 : 0);
	return kprobe;
}

static uint64_t get(struct fake_target *fake, uint64_t addr)
{
	uint8_t bytes[8] = {0};

	fake->target.ops->read(&fake->target, addr, bytes, 8);
	return pk_facts_uint(&fake->target.facts, bytes, 8);
}

void fake_hash_kprobe(struct fake_probes *image, uint64_t kprobe, unsigned bucket)
{
	struct fake_target *fake = &image->fake;
	uint64_t head = KPROBE_TABLE + 8 * bucket;

	fake_put(fake, kprobe, 8, get(fake, head));
	fake_put(fake, head, 8, kprobe);
}

static void list_add(struct fake_target *fake, uint64_t head, uint64_t node)
{
	uint64_t first = get(fake, head);

	fake_put(fake, node, 8, first ? first : head);
	fake_put(fake, head, 8, node);
}

void fake_add_child(struct fake_probes *image, uint64_t aggregate, uint64_t child)
{
	list_add(&image->fake, aggregate + 16, child + 16);
}

static uint64_t new_string(struct fake_probes *image, const char *text)
{
	uint64_t addr = fake_alloc(image, strlen(text) + 1);

	fake_put_string(&image->fake, addr, text);
	return addr;
}

uint64_t fake_trace_kprobe(struct fake_probes *image, const char *name, uint64_t addr,
			   uint64_t hits, bool registered)
{
	struct fake_target *fake = &image->fake;
	bool old = image->era == FAKE_OLD;
	uint64_t tk = fake_alloc(image, 512), event = fake_alloc(image, 512);
	uint64_t class = fake_alloc(image, 64), counter = fake_alloc(image, 8);
	uint64_t kprobe = tk + (old ? 16 : 24), call = old ? tk + 224 : event + 136;

	fake_put(fake, kprobe + 40, 8, addr);
	fake_put(fake, kprobe + 64, 8, fake_func(FN_KPROBE_DISPATCHER));
	fake_put(fake, tk + 192, 8, old ? hits : counter);
	if (!old) {
		fake_put(fake, counter, 8, hits);
		fake_put(fake, counter + PERCPU_STRIDE, 8, 2 * hits);
		fake_put(fake, tk + 224, 8, event);
	}
	fake_put(fake, call + 16, 8, class);
	fake_put(fake, call + 24, 8, new_string(image, name));
	fake_put(fake, class, 8, new_string(image, "kprobes"));
	if (registered)
		list_add(fake, DYN_EVENTS, tk);
	return kprobe;
}

static uint64_t new_hash(struct fake_probes *image, const uint64_t *ips, unsigned nr)
{
	struct fake_target *fake = &image->fake;
	uint64_t hash = fake_alloc(image, 32), buckets = fake_alloc(image, 16);

	fake_put(fake, hash, 8, 1);
	fake_put(fake, hash + 8, 8, buckets);
	fake_put(fake, hash + 16, 8, nr);
	for (unsigned i = 0; i < nr; i++) {
		uint64_t entry = fake_alloc(image, 32), head = buckets + 8 * (i & 1);

		fake_put(fake, entry, 8, get(fake, head));
		fake_put(fake, head, 8, entry);
		fake_put(fake, entry + 16, 8, ips[i]);
	}
	return hash;
}

uint64_t fake_ops(struct fake_probes *image, uint64_t func, const uint64_t *ips, unsigned nr)
{
	struct fake_target *fake = &image->fake;
	uint64_t ops = fake_alloc(image, 192), filter = nr ? new_hash(image, ips, nr) : 0;

	fake_put(fake, ops, 8, func);
	fake_put(fake, ops + 8, 8, get(fake, OPS_LIST));
	fake_put(fake, OPS_LIST, 8, ops);
	fake_put(fake, ops + 16, 8, 1);
	if (image->era == FAKE_OLD) {
		fake_put(fake, ops + 32, 8, filter);
		return ops;
	}
	fake_put(fake, ops + 32, 8, func);
	fake_put(fake, ops + 88, 8, ops + 160);
	fake_put(fake, ops + 168, 8, filter);
	return ops;
}

void fake_direct(struct fake_probes *image, uint64_t ops, uint64_t ip, uint64_t target)
{
	struct fake_target *fake = &image->fake;
	uint64_t hash = new_hash(image, &ip, 1), variable = fake_alloc(image, 8);

	fake_put(fake, get(fake, get(fake, hash + 8)) + 24, 8, target);
	fake_put(fake, variable, 8, hash);
	fake_symbol(fake, "direct_functions", variable, 8);
	fake_put(fake, ops + 184, 8, target);
}

void fake_record(struct fake_probes *image, enum fake_func func, uint64_t flags)
{
	fake_put(&image->fake, RECORDS + 16 * (uint64_t)func + 8, 8, flags);
}

void fake_endbr(struct fake_probes *image, enum fake_func func, const uint8_t *bytes)
{
	fake_put_bytes(&image->fake, fake_func(func), bytes, 4);
	fake_put_bytes(&image->fake, fake_func(func) + 4, nop5, sizeof(nop5));
	fake_put(&image->fake, RECORDS + 16 * (uint64_t)func, 8, fake_func(func) + 4);
}

void fake_entry(struct fake_probes *image, enum fake_func func, const uint32_t *words, size_t nr,
		uint32_t site)
{
	uint64_t ip = fake_func(func) + 4 * nr;

	for (size_t i = 0; i < nr; i++)
		fake_put(&image->fake, fake_func(func) + 4 * i, 4, words[i]);
	fake_put(&image->fake, ip, 4, site);
	fake_put(&image->fake, RECORDS + 16 * (uint64_t)func, 8, ip);
}

void fake_branch(struct fake_probes *image, uint64_t addr, uint8_t opcode, uint64_t target)
{
	fake_put(&image->fake, addr, 1, opcode);
	fake_put(&image->fake, addr + 1, 4, (target - addr - 5) & 0xffffffff);
}

void fake_tracepoint(struct fake_probes *image, const char *name, uint64_t func, uint64_t data)
{
	struct fake_target *fake = &image->fake;
	uint64_t tp = FAKE_DATA + 0x2000, funcs = fake_alloc(image, 64);
	bool old = image->era == FAKE_OLD;

	fake_symbol(fake, "__start___tracepoints_ptrs", TRACEPOINTS, 0);
	fake_symbol(fake, "__stop___tracepoints_ptrs", TRACEPOINTS + (old ? 8 : 4), 0);
	fake_put(fake, TRACEPOINTS, old ? 8 : 4, old ? tp : tp - TRACEPOINTS);
	fake_put(fake, tp, 8, new_string(image, name));
	fake_put(fake, tp + 64, 8, funcs);
	fake_put(fake, funcs, 8, func);
	fake_put(fake, funcs + 8, 8, data);
}

uint64_t fake_prog(struct fake_probes *image, uint32_t id, const char *name)
{
	struct fake_target *fake = &image->fake;
	uint64_t prog = fake_alloc(image, 64), aux = fake_alloc(image, 640),
		 link = fake_alloc(image, 96);
	uint64_t btp = fake_alloc(image, 16), tp = fake_alloc(image, 80);

	fake_put(fake, prog + 4, 4, 17);
	fake_put(fake, prog + 16, 4, 64);
	fake_put(fake, prog + 40, 8, FAKE_MODULE + 0x8000 + 64 * id);
	fake_put(fake, prog + 48, 8, aux);
	fake_put(fake, aux + 28, 4, id);
	fake_put_string(fake, aux + 600, name);
	fake_put(fake, link + 8, 4, id);
	fake_put(fake, link + 12, 4, 1);
	fake_put(fake, link + 24, 8, prog);
	fake_put(fake, link + 72, 8, btp);
	fake_put(fake, btp, 8, tp);
	fake_put(fake, tp, 8, new_string(image, "kfree_skb"));
	fake_put(fake, PROG_IDR + 8, 8, PROG_NODE | 2);
	fake_put(fake, PROG_NODE + 40 + 8 * (id & 63), 8, prog);
	fake_put(fake, LINK_IDR + 8, 8, LINK_NODE | 2);
	fake_put(fake, LINK_NODE + 40 + 8 * (id & 63), 8, link);
	return prog;
}

void fake_fentry(struct fake_probes *image, uint64_t prog, uint64_t func)
{
	struct fake_target *fake = &image->fake;
	uint64_t trampoline = fake_alloc(image, 192), link = fake_alloc(image, 96);

	fake_put(fake, TRAMPOLINES + 8 * 77, 8, trampoline);
	fake_put(fake, trampoline + 96, 8, func);
	fake_put(fake, trampoline + 128, 8, link + 72);
	fake_put(fake, link + 24, 8, prog);
}

void fake_nf_hook(struct fake_probes *image, uint64_t hook, int priority)
{
	struct fake_target *fake = &image->fake;
	uint64_t entries = fake_alloc(image, 64), ops = fake_alloc(image, 48);

	fake_put(fake, NET + 128, 8, entries);
	fake_put(fake, entries, 2, 1);
	fake_put(fake, entries + 8, 8, hook);
	fake_put(fake, entries + 24, 8, ops);
	fake_put(fake, ops + 36, 4, (uint32_t)priority);
}

/* HEAD and the one NODE on it. */
static void list_of_one(struct fake_target *fake, uint64_t head, uint64_t node)
{
	fake_put(fake, head, 8, node);
	fake_put(fake, node, 8, head);
}

void fake_livepatch(struct fake_probes *image, uint64_t old_func, uint64_t new_func)
{
	struct fake_target *fake = &image->fake;
	uint64_t patch = fake_alloc(image, 160), object = fake_alloc(image, 160);
	uint64_t func = fake_alloc(image, 160);

	fake_put(fake, patch, 8, MODULE_STRUCT);
	list_of_one(fake, KLP_PATCHES, patch + 32);
	list_of_one(fake, patch + 112, object + 128);
	list_of_one(fake, object + 112, func + 96);
	fake_put(fake, func + 8, 8, new_func);
	fake_put(fake, func + 24, 8, old_func);
	fake_put(fake, func + 145, 1, 1);
}

void fake_uprobe(struct fake_probes *image, const char *file, uint64_t offset, uint64_t hits)
{
	struct fake_target *fake = &image->fake;
	uint64_t uprobe = fake_alloc(image, 256), event = fake_alloc(image, 512);

	fake_put(fake, uprobe + 16, 8, UPROBE_OPS);
	fake_put(fake, uprobe + 120, 8, new_string(image, file));
	fake_put(fake, uprobe + 128, 8, offset);
	fake_put(fake, uprobe + 144, 8, hits);
	fake_put(fake, uprobe + 168, 8, event);
	fake_put(fake, event, 4, 1);
	list_add(fake, DYN_EVENTS, uprobe);
}
