// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/probe/probe_collect.h"

/* Handlers that only lead on to probes which are listed in their own right. */
static const struct {
	const char *func, *owner;
	bool machinery;
} known_handlers[] = {
	{"kprobe_ftrace_handler", "kprobes", true},
	{"klp_ftrace_handler", "livepatch", true},
	{"call_direct_funcs", "direct calls", true},
	{"fprobe_handler", "fprobes", true},
	{"fprobe_kprobe_handler", "fprobes", true},
	{"fprobe_ftrace_entry", "fprobes", true},
	{"perf_ftrace_function_call", "perf", false},
	{"stack_trace_call", "stack tracer", false},
	{"function_profile_call", "function profiler", false},
	{"function_trace_probe_call", "function command", false},
	{"irqsoff_tracer_call", "irqsoff tracer", false},
	{"wakeup_tracer_call", "wakeup tracer", false},
};

static bool has_bit(struct pk_collect *collect, uint64_t flags, enum pk_row_id row)
{
	uint64_t bit;

	return pk_has(collect->ctx, row) && pk_row_value(collect->ctx, row, &bit) == PK_OK &&
	       (flags & bit);
}

/* FUNC:traceoff and its kin in set_ftrace_filter: the command is the name of the probe_ops. */
static void read_func_probe(struct pk_collect *collect, const struct pk_ftrace_ops *ops,
			    struct pk_probe *probe)
{
	struct pk_ctx *ctx = collect->ctx;
	struct pk_symbol symbol;
	uint64_t offset, base;
	char instance[80], *tail;

	if (!pk_has(ctx, PK_R_ftrace_func_probe_ops) ||
	    pk_row_offset(ctx, PK_R_ftrace_func_probe_ops, &offset) != PK_OK)
		return;
	base = ops->addr - offset;
	if (pk_symbol_at(ctx, pk_collect_uint(collect, base, PK_R_ftrace_func_probe_probe_ops),
			 &symbol) != PK_OK)
		return;
	tail = strstr(symbol.name, "_probe_ops");
	if (tail)
		*tail = '\0';
	pk_collect_instance(collect, pk_collect_uint(collect, base, PK_R_ftrace_func_probe_tr),
			    instance, sizeof(instance));
	pk_collect_owner_text(probe, "function command %.40s, %s", symbol.name, instance);
}

static void read_owner(struct pk_collect *collect, const struct pk_ftrace_ops *ops,
		       struct pk_probe *probe)
{
	char instance[80];

	if (ops->addr == pk_collect_symbol(collect, PK_R_probe_graph_ops)) {
		pk_collect_owner_text(probe, "function graph");
		probe->machinery = true;
		return;
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(known_handlers); i++) {
		if (strcmp(probe->handler_name, known_handlers[i].func) || probe->module[0])
			continue;
		pk_collect_owner_text(probe, "%s", known_handlers[i].owner);
		probe->machinery = known_handlers[i].machinery;
		if (!strcmp(known_handlers[i].func, "function_trace_probe_call"))
			read_func_probe(collect, ops, probe);
		return;
	}
	/* set_ftrace_pid's test reads the instance from private: so those flags promise one. */
	if (!probe->module[0] && ops->private_data &&
	    (ops->trace_array || has_bit(collect, ops->flags, PK_R_ops_fl_pid))) {
		pk_collect_instance(collect, ops->private_data, instance, sizeof(instance));
		pk_collect_owner_text(probe, "function tracer, %s", instance);
		return;
	}
	pk_collect_owner(collect, probe);
}

void pk_collect_filter(struct pk_collect *collect, const struct pk_ftrace_ops *ops,
		       struct pk_probe *probe)
{
	probe->filter_unknown = !ops->filter_known || ops->filter.partial;
	probe->all_functions = ops->filter_known && !ops->filter.nr;
	pk_collect_copy(collect, &ops->filter, &probe->filter, &probe->nr_filter);
	pk_collect_copy(collect, &ops->notrace, &probe->notrace, &probe->nr_notrace);
	if (!ops->filter_known)
		pk_collect_detail(probe, "filters unreadable");
	else if (ops->filter.nr)
		pk_collect_detail(probe, "%u function(s)%s", ops->filter.nr,
				  ops->filter.partial ? " and more" : "");
	else
		pk_collect_detail(probe, "all functions");
	if (ops->notrace.nr)
		pk_collect_detail(probe, "%u not traced%s", ops->notrace.nr,
				  ops->notrace.partial ? ", and more" : "");
}

static void report_ops(struct pk_collect *collect, const struct pk_ftrace_ops *ops)
{
	struct pk_probe *probe = pk_collect_add(collect, PK_PROBE_FTRACE_OPS);
	char text[200];

	if (!probe)
		return;
	probe->object = ops->addr;
	/* func may be a wrapper (ftrace_pid_func) or a stub; saved_func is what was registered. */
	pk_collect_handler(collect, probe, ops->saved_func ? ops->saved_func : ops->func);
	read_owner(collect, ops, probe);
	pk_collect_filter(collect, ops, probe);
	if (ops->trampoline)
		pk_collect_detail(probe, "trampoline %.80s",
				  pk_collect_name(collect, ops->trampoline, text, sizeof(text)));
	if (ops->saved_func && ops->saved_func != ops->func)
		pk_collect_detail(probe, "through %.80s",
				  pk_collect_name(collect, ops->func, text, sizeof(text)));
	pk_collect_detail(probe, "%s",
			  pk_ftrace_ops_flags(collect->ctx, ops->flags, text, sizeof(text)));
	if (!ops->enabled)
		probe->state |= PK_PROBE_DISABLED;
	if (probe->nr_filter == 1 && !probe->filter_unknown)
		pk_collect_target(collect, probe, probe->filter[0]);
}

/* A direct call that leads into a module is that module's own; the others are BPF trampolines,
 * which the BPF source lists with their programs. */
static void report_direct(struct pk_collect *collect)
{
	const struct pk_func_set *direct = &collect->ftrace.direct;

	for (uint32_t i = 0; i < direct->nr; i++) {
		uint64_t target = direct->values[i] & ~1ull;
		struct pk_probe *probe;

		if (!pk_module_at(&collect->modules, target))
			continue;
		probe = pk_collect_add(collect, PK_PROBE_FTRACE_OPS);
		if (!probe)
			return;
		pk_collect_target(collect, probe, direct->ips[i]);
		pk_collect_handler(collect, probe, target);
		pk_collect_owner(collect, probe);
		pk_collect_detail(probe, "direct call");
	}
}

enum pk_status pk_collect_ftrace(struct pk_collect *collect)
{
	enum pk_status status = pk_ftrace_load(collect->ctx, &collect->ftrace);

	if (status != PK_OK)
		return status;
	collect->has_ftrace = true;
	for (uint32_t i = 0; i < collect->ftrace.nr_ops && !collect->full; i++)
		report_ops(collect, &collect->ftrace.ops[i]);
	report_direct(collect);
	return PK_OK;
}
