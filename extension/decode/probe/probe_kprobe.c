// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/probe/probe_collect.h"

/*
 * kprobe_table[64] -> struct kprobe by kprobe.hlist.
 *
 * Where several probes share an address, or one could be optimized into a jump, what stands in the
 * table is a kprobe that the kernel made (an aggregate, handler aggr_pre_handler), and the user's
 * probes hang off its list:
 *
 *   kprobe_table[n] -> aggregate (flags OPTIMIZED, FTRACE count here)
 *                        .list <-> kprobe.list <-> kprobe.list   (DISABLED, GONE count here)
 *
 * A kprobe is often the first part of something else, which its pre_handler tells: a kretprobe, a
 * jprobe, or a trace event (struct trace_kprobe, which holds a kretprobe that holds the kprobe).
 */
#define KPROBE_TABLE_SIZE 64 /* 1 << KPROBE_HASH_BITS, a #define; 6 bits in every release so far */

/* #defines of linux/kprobes.h, the same values in every release. */
#define KPROBE_FLAG_GONE 1
#define KPROBE_FLAG_DISABLED 2
#define KPROBE_FLAG_OPTIMIZED 4
#define KPROBE_FLAG_FTRACE 8

struct kprobes {
	struct pk_collect *collect;
	uint64_t hlist, list; /* offsets in struct kprobe */
	uint64_t aggr_handler, kretprobe_handler, jprobe_handler, dispatcher, ret_dispatcher;
	uint64_t all_disarmed;
	uint64_t call; /* trace_event_call of the probe being read, 0 if it is none */
	/* The aggregate whose children are being walked. */
	uint64_t aggregate;
	uint32_t aggregate_flags;
};

static void add_links(struct pk_collect *collect, const char *name, uint64_t head)
{
	struct pk_reader r = {.ctx = collect->ctx};

	pk_list_for_each (node, &r, head) {
		if (!pk_grow(collect->trace_kprobes, collect->nr_trace_kprobes,
			     collect->room_trace_kprobes))
			break;
		collect->trace_kprobes[collect->nr_trace_kprobes++] = node;
	}
	if (!pk_ok(&r)) {
		collect->trace_kprobes_cut = true;
		pk_warn(collect->ctx, "%s: %s", name, pk_error(collect->ctx));
	}
}

static bool add_probe_list(const struct pk_symbol *symbol, void *arg)
{
	add_links(arg, "probe_list", symbol->addr);
	return true;
}

static uint64_t event_call(struct pk_collect *collect, uint64_t trace_kprobe)
{
	struct pk_ctx *ctx = collect->ctx;
	uint64_t event, offset;

	if (pk_has(ctx, PK_R_trace_kprobe_event)) {
		event = pk_collect_uint(collect, trace_kprobe, PK_R_trace_kprobe_event);
		if (event && pk_row_offset(ctx, PK_R_trace_probe_event_call, &offset) == PK_OK)
			return event + offset;
	} else if (pk_has(ctx, PK_R_trace_kprobe_call) &&
		   pk_row_offset(ctx, PK_R_trace_kprobe_call, &offset) == PK_OK) {
		return trace_kprobe + offset;
	}
	return 0;
}

static void trace_event_owner(struct kprobes *kprobes, uint64_t kprobe, struct pk_probe *probe)
{
	struct pk_collect *collect = kprobes->collect;
	uint64_t kp, link, trace_kprobe;

	if (pk_row_offset(collect->ctx, PK_R_trace_kprobe_kp, &kp) != PK_OK ||
	    pk_row_offset(collect->ctx, PK_R_trace_kprobe_list, &link) != PK_OK)
		return;
	trace_kprobe = kprobe - kp;
	/* A counter per CPU from 4.9 on, one counter before. */
	probe->hits_known =
		pk_collect_count(collect, trace_kprobe, PK_R_trace_kprobe_nhit, &probe->hits);
	kprobes->call = event_call(collect, trace_kprobe);
	if (pk_collect_registered(collect, trace_kprobe + link))
		pk_collect_event_owner(collect, probe, kprobes->call);
	else
		pk_collect_unregistered(collect, probe);
}

static void read_kretprobe(struct kprobes *kprobes, uint64_t kprobe, struct pk_probe *probe)
{
	struct pk_collect *collect = kprobes->collect;
	uint64_t kp, rp, entry, handler;
	char name[PK_SYMBOL_NAME_MAX];

	probe->kind = PK_PROBE_KRETPROBE;
	if (pk_row_offset(collect->ctx, PK_R_kretprobe_kp, &kp) != PK_OK)
		return;
	rp = kprobe - kp;
	handler = pk_collect_uint(collect, rp, PK_R_kretprobe_handler);
	pk_collect_handler(collect, probe, handler);
	entry = pk_collect_uint(collect, rp, PK_R_kretprobe_entry_handler);
	probe->misses += pk_collect_uint(collect, rp, PK_R_kretprobe_nmissed) & 0xffffffff;
	pk_collect_detail(probe, "maxactive %d",
			  (int)pk_collect_uint(collect, rp, PK_R_kretprobe_maxactive));
	pk_collect_instances(collect, rp, probe);
	if (handler && handler == kprobes->ret_dispatcher)
		trace_event_owner(kprobes, kprobe, probe);
	else if (entry)
		pk_collect_detail(probe, "entry handler %.160s",
				  pk_collect_name(collect, entry, name, sizeof(name)));
	pk_collect_systemtap(collect, rp, probe);
}

/* What the probe is, by its pre_handler. */
static void read_role(struct kprobes *kprobes, uint64_t kprobe, uint64_t pre,
		      struct pk_probe *probe)
{
	struct pk_collect *collect = kprobes->collect;
	uint64_t offset, post = pk_collect_uint(collect, kprobe, PK_R_kprobe_post_handler);

	if (pre && pre == kprobes->kretprobe_handler) {
		read_kretprobe(kprobes, kprobe, probe);
	} else if (pre && pre == kprobes->jprobe_handler &&
		   pk_row_offset(collect->ctx, PK_R_jprobe_kp, &offset) == PK_OK) {
		probe->kind = PK_PROBE_JPROBE;
		pk_collect_handler(collect, probe,
				   pk_collect_uint(collect, kprobe - offset, PK_R_jprobe_entry));
	} else {
		pk_collect_handler(collect, probe, pre ? pre : post);
		if (!pre && post)
			pk_collect_detail(probe, "post handler only");
		pk_collect_systemtap(collect, kprobe, probe);
		if (pre && pre == kprobes->dispatcher)
			trace_event_owner(kprobes, kprobe, probe);
	}
	if (!probe->owner[0])
		pk_collect_owner(collect, probe);
}

static uint32_t read_state(uint64_t own, uint64_t table)
{
	uint32_t state = 0;

	if (own & KPROBE_FLAG_GONE)
		state |= PK_PROBE_GONE;
	else if (own & KPROBE_FLAG_DISABLED)
		state |= PK_PROBE_DISABLED;
	if (table & KPROBE_FLAG_OPTIMIZED)
		state |= PK_PROBE_OPTIMIZED;
	if (table & KPROBE_FLAG_FTRACE)
		state |= PK_PROBE_ON_FTRACE;
	return state;
}

static void report(struct kprobes *kprobes, uint64_t kprobe)
{
	struct pk_collect *collect = kprobes->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t addr, pre, flags, missed;
	struct pk_symbol symbol;
	struct pk_probe *probe;
	uint32_t index;

	if (pk_member_uint(ctx, kprobe, PK_R_kprobe_addr, &addr) != PK_OK ||
	    pk_member_uint(ctx, kprobe, PK_R_kprobe_pre_handler, &pre) != PK_OK ||
	    pk_member_uint(ctx, kprobe, PK_R_kprobe_flags, &flags) != PK_OK ||
	    pk_member_uint(ctx, kprobe, PK_R_kprobe_nmissed, &missed) != PK_OK) {
		pk_warn(ctx, "kprobe %" PRIx64 ": %s", kprobe, pk_error(ctx));
		return;
	}
	if (!(flags & KPROBE_FLAG_GONE) && pk_symbol_at(ctx, addr, &symbol) == PK_ABSENT)
		pk_warn(ctx, "kprobe %" PRIx64 ": its address %" PRIx64 " is in no function",
			kprobe, addr);
	probe = pk_collect_add(collect, PK_PROBE_KPROBE);
	if (!probe)
		return;
	probe->object = kprobe;
	probe->misses_known = true;
	probe->misses = missed;
	probe->state = read_state(flags, kprobes->aggregate ? kprobes->aggregate_flags : flags);
	pk_collect_target(collect, probe, addr);
	kprobes->call = 0;
	read_role(kprobes, kprobe, pre, probe);
	if (kprobes->all_disarmed)
		pk_collect_detail(probe, "all kprobes are disarmed");
	index = collect->list->nr - 1;
	/* One of perf's that runs programs is only their carrier. */
	if (kprobes->call && pk_collect_call_progs(collect, probe, kprobes->call) &&
	    !strcmp(collect->list->probes[index].owner, "perf"))
		collect->list->probes[index].machinery = true;
}

/* Remember what the text at the probe should look like, for the text check. */
static void add_site(struct kprobes *kprobes, uint64_t kprobe, uint64_t flags, bool aggregate)
{
	struct pk_collect *collect = kprobes->collect;
	struct pk_ctx *ctx = collect->ctx;
	struct pk_kprobe_site *site;
	uint64_t offset, next, addr;

	if (pk_member_uint(ctx, kprobe, PK_R_kprobe_addr, &addr) != PK_OK)
		return;
	if (!pk_grow(collect->sites, collect->nr_sites, collect->sites_room))
		return;
	site = &collect->sites[collect->nr_sites++];
	*site = (struct pk_kprobe_site){.addr = addr, .probe = kprobe};
	site->ftrace = flags & KPROBE_FLAG_FTRACE;
	site->optimized = flags & KPROBE_FLAG_OPTIMIZED;
	site->disabled = (flags & KPROBE_FLAG_DISABLED) || kprobes->all_disarmed;
	site->gone = flags & KPROBE_FLAG_GONE;
	site->opcode_known = pk_has(ctx, PK_R_kprobe_opcode);
	site->opcode = pk_collect_uint(collect, kprobe, PK_R_kprobe_opcode);
	if (!aggregate || !pk_has(ctx, PK_R_optimized_kprobe_list) ||
	    pk_row_offset(ctx, PK_R_optimized_kprobe_list, &offset) != PK_OK)
		return;
	site->detour = pk_collect_uint(collect, kprobe, PK_R_optimized_kprobe_insn);
	if (pk_read_ptr(ctx, kprobe + offset, &next) == PK_OK)
		site->pending = next && next != kprobe + offset;
}

/* One of the table: a probe, or an aggregate of several. */
static void report_table(struct kprobes *kprobes, uint64_t kprobe)
{
	struct pk_collect *collect = kprobes->collect;
	struct pk_ctx *ctx = collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t pre, flags;
	uint32_t first = collect->list->nr, nr_children = 0;

	if (pk_member_uint(ctx, kprobe, PK_R_kprobe_pre_handler, &pre) != PK_OK ||
	    pk_member_uint(ctx, kprobe, PK_R_kprobe_flags, &flags) != PK_OK) {
		pk_warn(ctx, "kprobe %" PRIx64 ": %s", kprobe, pk_error(ctx));
		return;
	}
	add_site(kprobes, kprobe, flags, pre == kprobes->aggr_handler);
	kprobes->aggregate = 0;
	if (!kprobes->aggr_handler || pre != kprobes->aggr_handler) {
		report(kprobes, kprobe);
		return;
	}
	kprobes->aggregate = kprobe;
	kprobes->aggregate_flags = (uint32_t)flags;
	pk_list_for_each (node, &r, kprobe + kprobes->list) {
		nr_children++;
		report(kprobes, node - kprobes->list);
		if (collect->full)
			break;
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "probes of the aggregate kprobe %" PRIx64 ": %s", kprobe,
			pk_error(ctx));
	if (nr_children > 1)
		for (uint32_t i = first; i < collect->list->nr; i++)
			if (collect->list->probes[i].kind != PK_PROBE_BPF)
				collect->list->probes[i].state |= PK_PROBE_AGGREGATE;
}

enum pk_status pk_collect_kprobes(struct pk_collect *collect)
{
	struct pk_ctx *ctx = collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	struct kprobes kprobes = {.collect = collect};
	uint64_t table, disarmed = pk_collect_symbol(collect, PK_R_kprobes_all_disarmed);
	uint64_t head;

	table = pk_value(&r, PK_R_kprobe_table);
	kprobes.hlist = pk_offset(&r, PK_R_kprobe_hlist);
	kprobes.list = pk_offset(&r, PK_R_kprobe_list);
	if (!pk_ok(&r))
		return r.status;
	kprobes.aggr_handler = pk_collect_symbol(collect, PK_R_aggr_pre_handler);
	kprobes.kretprobe_handler = pk_collect_symbol(collect, PK_R_pre_handler_kretprobe);
	kprobes.jprobe_handler = pk_collect_symbol(collect, PK_R_setjmp_pre_handler);
	kprobes.dispatcher = pk_collect_symbol(collect, PK_R_kprobe_dispatcher);
	kprobes.ret_dispatcher = pk_collect_symbol(collect, PK_R_kretprobe_dispatcher);
	if (disarmed)
		pk_read_uint(ctx, disarmed, 1, &kprobes.all_disarmed);
	/* Dynamic events: dyn_event_list from 5.0 on; before, each of trace_kprobe.c and
	 * trace_uprobe.c had a static probe_list. A trace_kprobe that is on none of them is one of
	 * perf's. */
	if (pk_has(collect->ctx, PK_R_dyn_event_list)) {
		if (pk_row_value(collect->ctx, PK_R_dyn_event_list, &head) == PK_OK)
			add_links(collect, "dyn_event_list", head);
	} else {
		pk_symbols_named(collect->ctx, "probe_list", add_probe_list, collect);
	}
	pk_sort_addrs(collect->trace_kprobes, collect->nr_trace_kprobes);
	for (unsigned i = 0; i < KPROBE_TABLE_SIZE && !collect->full; i++) {
		struct pk_reader chain = {.ctx = ctx};

		pk_hlist_for_each (node, &chain, table + i * ctx->target->facts.word_size) {
			report_table(&kprobes, node - kprobes.hlist);
			if (collect->full)
				break;
		}
		if (!pk_ok(&chain))
			pk_warn(ctx, "kprobe_table[%u]: %s", i, pk_error(ctx));
	}
	return PK_OK;
}
