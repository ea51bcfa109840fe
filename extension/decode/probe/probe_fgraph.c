// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/probe/probe_collect.h"

/*
 * Up to 6.10 function graph has one user: the functions that ftrace_graph_entry and
 * ftrace_graph_return point to (stubs while it is idle). From 6.11 ("fgraph: Have it possible for
 * multiple fgraph_ops") it has up to 16: fgraph_array[], idle slots pointing at fgraph_stub, each
 * with a filter of its own.
 */
#define FGRAPH_ARRAY_SIZE 16 /* a #define */

static void read_owner(struct pk_collect *collect, struct pk_probe *probe, uint64_t private_data)
{
	static const struct {
		const char *func, *owner;
		bool machinery;
	} known[] = {
		{"trace_graph_entry", "function_graph tracer", false},
		{"trace_graph_entry_args", "function_graph tracer", false},
		{"profile_graph_entry", "function profiler", false},
		{"irqsoff_graph_entry", "irqsoff tracer", false},
		{"wakeup_graph_entry", "wakeup tracer", false},
		{"fprobe_fgraph_entry", "fprobes", true},
		{"fprobe_entry", "fprobes", true},
	};
	char instance[80];

	for (size_t i = 0; i < PK_ARRAY_SIZE(known); i++) {
		if (strcmp(probe->handler_name, known[i].func) || probe->module[0])
			continue;
		pk_collect_owner_text(probe, "%s", known[i].owner);
		probe->machinery = known[i].machinery;
		/* private is the instance only for the tracer itself. */
		if (i < 2 && private_data)
			pk_collect_owner_text(probe, "%s, %s", known[i].owner,
					      pk_collect_instance(collect, private_data, instance,
								  sizeof(instance)));
		return;
	}
	pk_collect_owner(collect, probe);
}

static void report_hash(struct pk_collect *collect, struct pk_probe *probe, enum pk_row_id row,
			const char *what)
{
	uint64_t symbol = pk_collect_symbol(collect, row), hash;
	struct pk_func_set set;

	if (!symbol)
		return;
	if (pk_read_ptr(collect->ctx, symbol, &hash) != PK_OK ||
	    pk_func_set_read(collect->ctx, hash, PK_FUNC_ALONE, &set) != PK_OK) {
		pk_warn(collect->ctx, "%s: %s", what, pk_error(collect->ctx));
		return;
	}
	if (set.nr)
		pk_collect_detail(probe, "%s: %u function(s)", what, set.nr);
	pk_func_set_deinit(&set);
}

static void read_filter(struct pk_collect *collect, struct pk_probe *probe, uint64_t ops_addr)
{
	for (uint32_t i = 0; i < collect->ftrace.nr_ops; i++) {
		if (collect->ftrace.ops[i].addr == ops_addr) {
			pk_collect_filter(collect, &collect->ftrace.ops[i], probe);
			return;
		}
	}
	probe->filter_unknown = collect->ftrace.incomplete;
}

static void report(struct pk_collect *collect, uint64_t object, uint64_t entry, uint64_t ret,
		   uint64_t private_data, uint64_t ops)
{
	struct pk_probe *probe = pk_collect_add(collect, PK_PROBE_FGRAPH);
	char name[PK_SYMBOL_NAME_MAX];

	if (!probe)
		return;
	probe->object = object;
	pk_collect_handler(collect, probe, entry);
	read_owner(collect, probe, private_data);
	if (ret)
		pk_collect_detail(probe, "return handler %.120s",
				  pk_collect_name(collect, ret, name, sizeof(name)));
	read_filter(collect, probe, ops);
	if (!strncmp(probe->handler_name, "trace_graph_entry", 17)) {
		report_hash(collect, probe, PK_R_probe_ftrace_graph_hash, "set_graph_function");
		report_hash(collect, probe, PK_R_probe_ftrace_graph_notrace_hash,
			    "set_graph_notrace");
	}
}

static bool named(struct pk_collect *collect, uint64_t addr, const char *name)
{
	char text[PK_SYMBOL_NAME_MAX];

	return !strcmp(pk_collect_name(collect, addr, text, sizeof(text)), name);
}

static enum pk_status one_user(struct pk_collect *collect)
{
	struct pk_ctx *ctx = collect->ctx;
	uint64_t entry, ret = 0, symbol;
	enum pk_status status = pk_row_value(ctx, PK_R_probe_ftrace_graph_entry, &symbol);

	if (status == PK_OK)
		status = pk_read_ptr(ctx, symbol, &entry);
	if (status != PK_OK)
		return status;
	/* With a filter on top, the user's function stands in __ftrace_graph_entry. */
	if (named(collect, entry, "ftrace_graph_entry_test")) {
		symbol = pk_collect_symbol(collect, PK_R_probe_ftrace_graph_entry_real);
		if (symbol)
			pk_read_ptr(ctx, symbol, &entry);
	}
	if (named(collect, entry, "ftrace_graph_entry_stub"))
		return PK_OK;
	symbol = pk_collect_symbol(collect, PK_R_probe_ftrace_graph_return);
	if (symbol)
		pk_read_ptr(ctx, symbol, &ret);
	report(collect, 0, entry, ret, 0, pk_collect_symbol(collect, PK_R_probe_graph_ops));
	return PK_OK;
}

static enum pk_status many_users(struct pk_collect *collect)
{
	struct pk_ctx *ctx = collect->ctx;
	uint64_t array, slot, stub = pk_collect_symbol(collect, PK_R_probe_fgraph_stub), ops = 0;
	enum pk_status status = pk_row_value(ctx, PK_R_fgraph_array, &array);

	for (unsigned i = 0; status == PK_OK && i < FGRAPH_ARRAY_SIZE; i++) {
		status = pk_read_ptr(ctx, array + i * ctx->target->facts.word_size, &slot);
		if (status != PK_OK || !slot || slot == stub)
			continue;
		if (pk_has(ctx, PK_R_probe_fgraph_ops_ops))
			pk_row_offset(ctx, PK_R_probe_fgraph_ops_ops, &ops);
		report(collect, slot,
		       pk_collect_uint(collect, slot, PK_R_probe_fgraph_ops_entryfunc),
		       pk_collect_uint(collect, slot, PK_R_probe_fgraph_ops_retfunc),
		       pk_collect_uint(collect, slot, PK_R_probe_fgraph_ops_private), slot + ops);
	}
	return status;
}

enum pk_status pk_collect_fgraph(struct pk_collect *collect)
{
	return pk_has(collect->ctx, PK_R_fgraph_array) ? many_users(collect) : one_user(collect);
}
