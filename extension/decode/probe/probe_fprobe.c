// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/probe/probe_collect.h"

/*
 * 5.18 to 6.13: struct fprobe holds an ftrace_ops of its own, which stands on ftrace_ops_list.
 * From 6.14 ("fprobe: Rewrite fprobe on function-graph tracer"): fprobe_table[64] of
 * struct fprobe_hlist { hlist, fp, size, array[] of { addr, .. } }.
 */
#define FPROBE_TABLE_SIZE 64 /* a #define */
#define FPROBE_FL_DISABLED 1
#define MAX_ADDRS (1u << 20)

/* What trace_fprobe.c registers lies in a struct trace_fprobe, as its handlers show. */
static void read_owner(struct pk_collect *collect, uint64_t fprobe, struct pk_probe *probe)
{
	static const char *const dispatchers[] = {"fentry_dispatcher", "fexit_dispatcher",
						  "trace_fprobe_entry_handler"};
	struct pk_ctx *ctx = collect->ctx;
	uint64_t fp, call, event;
	bool traced = false;

	for (size_t i = 0; i < PK_ARRAY_SIZE(dispatchers) && !probe->module[0]; i++)
		traced |= !strcmp(probe->handler_name, dispatchers[i]);
	if (!traced || !pk_has(ctx, PK_R_trace_fprobe_fp) ||
	    pk_row_offset(ctx, PK_R_trace_fprobe_fp, &fp) != PK_OK ||
	    pk_row_offset(ctx, PK_R_trace_probe_event_call, &call) != PK_OK) {
		pk_collect_owner(collect, probe);
		return;
	}
	event = pk_collect_uint(collect, fprobe - fp, PK_R_fmt_trace_fprobe_event);
	if (event)
		pk_collect_event_owner(collect, probe, event + call);
	else
		pk_collect_owner_text(probe, "trace event of %" PRIx64 " (unreadable)",
				      fprobe - fp);
}

static struct pk_probe *report(struct pk_collect *collect, uint64_t fprobe)
{
	struct pk_ctx *ctx = collect->ctx;
	struct pk_probe *probe = pk_collect_add(collect, PK_PROBE_FPROBE);
	uint64_t entry = pk_collect_uint(collect, fprobe, PK_R_fprobe_entry_handler);
	uint64_t exit = pk_collect_uint(collect, fprobe, PK_R_fprobe_exit_handler);
	char name[PK_SYMBOL_NAME_MAX];

	if (!probe)
		return NULL;
	probe->object = fprobe;
	pk_collect_handler(collect, probe, entry ? entry : exit);
	read_owner(collect, fprobe, probe);
	if (entry && exit)
		pk_collect_detail(probe, "exit handler %.160s",
				  pk_collect_name(collect, exit, name, sizeof(name)));
	else if (exit)
		pk_collect_detail(probe, "on exit");
	probe->misses_known =
		pk_member_uint(ctx, fprobe, PK_R_fprobe_nmissed, &probe->misses) == PK_OK;
	if (pk_collect_uint(collect, fprobe, PK_R_fprobe_flags) & FPROBE_FL_DISABLED)
		probe->state |= PK_PROBE_DISABLED;
	return probe;
}

/* One that the kernel made for a BPF link of many functions only carries the program. */
static void carry_program(struct pk_collect *collect, const struct pk_probe *probe)
{
	uint32_t index = (uint32_t)(probe - collect->list->probes);
	bool entry = !strcmp(probe->handler_name, "kprobe_multi_link_handler");
	struct pk_bpf_prog *prog;
	uint64_t offset, link;

	if ((!entry && strcmp(probe->handler_name, "kprobe_multi_link_exit_handler")) ||
	    probe->module[0] ||
	    pk_row_offset(collect->ctx, PK_R_bpf_multi_link_fprobe, &offset) != PK_OK)
		return;
	link = probe->object - offset;
	prog = pk_collect_prog(collect, pk_collect_uint(collect, link, PK_R_bpf_link_prog));
	if (!prog)
		return;
	pk_collect_carried(collect, probe, prog);
	collect->list->probes[index].machinery = true;
	if (collect->list->nr > index + 1)
		pk_collect_detail(&collect->list->probes[collect->list->nr - 1], "%s, link %u",
				  entry ? "kprobe_multi" : "kretprobe_multi",
				  (unsigned)pk_collect_uint(collect, link, PK_R_bpf_link_id));
}

static void set_addrs(struct pk_collect *collect, struct pk_probe *probe)
{
	if (probe->nr_filter == 1 && !probe->filter_unknown)
		pk_collect_target(collect, probe, probe->filter[0]);
	else if (probe->nr_filter)
		pk_collect_detail(probe, "%u function(s)%s", probe->nr_filter,
				  probe->filter_unknown ? " and more" : "");
	else if (probe->all_functions)
		pk_collect_detail(probe, "all functions");
	else
		pk_collect_detail(probe,
				  probe->filter_unknown ? "filters unreadable" : "no function");
}

static enum pk_status from_ops(struct pk_collect *collect)
{
	struct pk_ctx *ctx = collect->ctx;

	for (uint32_t i = 0; i < collect->ftrace.nr_ops; i++) {
		const struct pk_ftrace_ops *ops = &collect->ftrace.ops[i];
		char name[PK_SYMBOL_NAME_MAX];
		struct pk_probe *probe;
		uint64_t offset;

		pk_collect_name(collect, ops->saved_func ? ops->saved_func : ops->func, name,
				sizeof(name));
		if (strcmp(name, "fprobe_handler") && strcmp(name, "fprobe_kprobe_handler"))
			continue;
		if (pk_row_offset(ctx, PK_R_fprobe_ops, &offset) != PK_OK)
			return pk_none(ctx, PK_ABSENT);
		probe = report(collect, ops->addr - offset);
		if (!probe)
			break;
		probe->filter_unknown = !ops->filter_known || ops->filter.partial;
		probe->all_functions = ops->filter_known && !ops->filter.nr;
		pk_collect_copy(collect, &ops->filter, &probe->filter, &probe->nr_filter);
		set_addrs(collect, probe);
		carry_program(collect, probe);
	}
	return PK_OK;
}

/* The struct fprobe_hlist at BASE; false: there is no room for more. */
static bool report_hlist(struct pk_collect *collect, uint64_t base)
{
	struct pk_ctx *ctx = collect->ctx;
	uint64_t size, stride, array;
	struct pk_probe *probe;

	if (pk_member_uint(ctx, base, PK_R_fprobe_hlist_size, &size) != PK_OK ||
	    pk_row_value(ctx, PK_R_fprobe_hlist_node, &stride) != PK_OK ||
	    pk_row_offset(ctx, PK_R_fprobe_hlist_nodes, &array) != PK_OK || (int64_t)size < 0 ||
	    size > MAX_ADDRS) {
		pk_warn(ctx, "fprobe_hlist %" PRIx64 ": invalid address list", base);
		return true;
	}
	probe = report(collect, pk_collect_uint(collect, base, PK_R_fprobe_hlist_fp));
	if (!probe)
		return false;
	probe->filter = malloc((size + 1) * sizeof(*probe->filter));
	/* That of a function whose module is gone is 0. */
	for (uint64_t i = 0; probe->filter && i < size; i++)
		if (pk_member_uint(ctx, base + array + i * stride, PK_R_fprobe_hlist_node_addr,
				   &probe->filter[probe->nr_filter]) != PK_OK)
			probe->filter_unknown = true;
		else if (probe->filter[probe->nr_filter])
			probe->nr_filter++;
	probe->filter_unknown |= !probe->filter;
	pk_sort_addrs(probe->filter, probe->nr_filter);
	set_addrs(collect, probe);
	carry_program(collect, probe);
	return true;
}

static enum pk_status from_table(struct pk_collect *collect)
{
	struct pk_ctx *ctx = collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t table = pk_value(&r, PK_R_fprobe_table);
	uint64_t link = pk_offset(&r, PK_R_fprobe_hlist_hlist);

	for (unsigned i = 0; pk_ok(&r) && i < FPROBE_TABLE_SIZE; i++) {
		struct pk_reader chain = {.ctx = ctx};

		pk_hlist_for_each (node, &chain, table + i * ctx->target->facts.word_size)
			if (!report_hlist(collect, node - link))
				break;
		if (!pk_ok(&chain))
			pk_warn(ctx, "fprobe_table[%u]: %s", i, pk_error(ctx));
	}
	return r.status;
}

enum pk_status pk_collect_fprobes(struct pk_collect *collect)
{
	return pk_has(collect->ctx, PK_R_fprobe_table) ? from_table(collect) : from_ops(collect);
}
