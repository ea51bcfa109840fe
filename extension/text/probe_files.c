// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/printable.h"
#include "decode/probe/ftrace.h"
#include "text/files.h"

/* The kernel's own listings, so that a guest's file and ours can be compared line for line. */

static int by_order(const void *left, const void *right)
{
	const struct pk_probe *const *a = left, *const *b = right;

	return (*a)->order < (*b)->order ? -1 : (*a)->order > (*b)->order;
}

enum pk_status pk_kprobes_list_print(struct pk_ctx *ctx, const struct pk_probe_list *list, FILE *fp)
{
	const struct pk_probe **probes = calloc(list->nr + 1, sizeof(*probes));
	uint32_t nr = 0;

	if (!probes)
		return pk_fail(ctx, PK_NOMEM, "%u probes", list->nr);
	for (uint32_t i = 0; i < list->nr; i++)
		if (list->probes[i].kind == PK_PROBE_KPROBE ||
		    list->probes[i].kind == PK_PROBE_KRETPROBE ||
		    list->probes[i].kind == PK_PROBE_JPROBE)
			probes[nr++] = &list->probes[i];
	qsort(probes, nr, sizeof(*probes), by_order);
	for (uint32_t i = 0; i < nr; i++) {
		const struct pk_probe *probe = probes[i];
		char type = probe->kind == PK_PROBE_KRETPROBE ? 'r'
			    : probe->kind == PK_PROBE_JPROBE  ? 'j'
							      : 'k';

		pk_print(fp, "%016" PRIx64 "  %c  ", probe->addr, type);
		if (probe->target.name[0])
			pk_print(fp, "%s+0x%" PRIx64 "  %s ", probe->target.name, probe->offset,
				 probe->target.module[0] ? probe->target.module : " ");
		else
			pk_print(fp, "0x%" PRIx64 " ", probe->addr);
		pk_print(fp, "%s%s%s%s\n", probe->state & PK_PROBE_GONE ? "[GONE]" : "",
			 probe->state & PK_PROBE_DISABLED ? "[DISABLED]" : "",
			 probe->state & PK_PROBE_OPTIMIZED ? "[OPTIMIZED]" : "",
			 probe->state & PK_PROBE_ON_FTRACE ? "[FTRACE]" : "");
	}
	free(probes);
	return PK_OK;
}

/* ==== enabled_functions ==== */

struct enabled {
	FILE *fp; /* NULL: nobody reads it */
	struct pk_ctx *ctx;
	struct pk_ftrace ftrace;
	uint64_t call, regs_call; /* the patched calls inside the static trampolines */
	uint64_t graph_caller, graph_handler;
	bool has_ipmodify, has_direct, has_call_ops, has_subops;
	enum pk_status status; /* PK_NOT_CAPTURED: a capsule lacks something of a line */
	bool warned; /* of a trampoline's call that cannot be read: the line ends before what it calls */
};

/* pk_symbolize(), but what a capsule does not hold must not look like what has no symbol. */
static const char *name_of(struct enabled *enabled, uint64_t addr, char *buf, size_t size)
{
	struct pk_symbol symbol;

	if (pk_symbol_at(enabled->ctx, addr, &symbol) == PK_NOT_CAPTURED)
		enabled->status = PK_NOT_CAPTURED;
	return enabled->fp ? pk_symbolize(enabled->ctx, addr, buf, size) : "";
}

static uint64_t symbol(struct pk_ctx *ctx, enum pk_row_id row)
{
	uint64_t value;

	return pk_has(ctx, row) && pk_row_value(ctx, row, &value) == PK_OK ? value : 0;
}

static uint64_t called_at(struct enabled *enabled, uint64_t addr)
{
	const struct pk_arch *arch = pk_arch(enabled->ctx);
	uint8_t bytes[PK_SITE_MAX];
	struct pk_site site;
	enum pk_status status;

	if (!arch || !addr)
		return 0;
	status = pk_read(enabled->ctx, addr, bytes, arch->site_size);
	if (status == PK_NOT_CAPTURED)
		enabled->status = status;
	else if (status != PK_OK && !enabled->warned)
		pk_warn(enabled->ctx, "enabled_functions: what a trampoline calls: %s",
			pk_error(enabled->ctx));
	enabled->warned |= status != PK_OK;
	if (status != PK_OK)
		return 0;
	site = arch->site(addr, bytes);
	return site.kind == PK_SITE_CALL ? site.target : 0;
}

/* What the trampoline in use calls: patched into the static ones and, at the same distance from
 * its start, into the copy that an ops of its own got. */
static uint64_t trampoline_calls(struct enabled *enabled, const struct pk_ftrace_ops *ops,
				 const struct pk_ftrace_record *record)
{
	const struct pk_ftrace *ftrace = &enabled->ftrace;
	bool regs = ops && ops->alloc_tramp ? ops->save_regs : record->flags & PK_REC_REGS_EN;
	uint64_t start = regs ? ftrace->regs_caller : ftrace->caller;
	uint64_t call = regs ? enabled->regs_call : enabled->call;

	if (!start || !call)
		return 0;
	if (ops && ops->alloc_tramp)
		return called_at(enabled, ops->trampoline + (call - start));
	if (ops)
		return ops->trampoline == enabled->graph_caller ? enabled->graph_handler : 0;
	return called_at(enabled, call);
}

static void print_called(struct enabled *enabled, const struct pk_ftrace_ops *ops,
			 const struct pk_ftrace_record *record)
{
	char name[2 * PK_SYMBOL_NAME_MAX];
	const struct pk_arch *arch = pk_arch(enabled->ctx);
	uint64_t target = trampoline_calls(enabled, ops, record);

	/* arch_ftrace_trampoline_func() knows it only where trampolines are copied for an ops. */
	if (target && arch->trampoline_ops)
		pk_print(enabled->fp, " ->%s", name_of(enabled, target, name, sizeof(name)));
}

/* The sub-ops of OPS that trace RECORD's function. The kernel lists them since it marks the graph
 * tracer's ops by a flag (6.15, "ftrace: Show subops in enabled_functions"). */
static void print_subops(struct enabled *enabled, const struct pk_ftrace_ops *ops,
			 const struct pk_ftrace_record *record)
{
	char one[2 * PK_SYMBOL_NAME_MAX], two[2 * PK_SYMBOL_NAME_MAX];
	struct pk_ctx *ctx = enabled->ctx;
	bool any = false;

	for (uint32_t i = 0; enabled->has_subops && i < enabled->ftrace.nr_ops; i++) {
		const struct pk_ftrace_ops *sub = &enabled->ftrace.ops[i];
		uint64_t entry, exit, offset;

		if (sub->manager != ops->addr || !sub->enabled ||
		    !pk_ftrace_ops_traces(sub, record->ip))
			continue;
		if (!any)
			pk_print(enabled->fp, "\tsubops:");
		any = true;
		if (!sub->graph) {
			pk_print(enabled->fp, " {%s",
				 name_of(enabled, sub->trampoline ? sub->trampoline : sub->func,
					 one, sizeof(one)));
			if (sub->trampoline)
				pk_print(enabled->fp, " (%s)",
					 name_of(enabled, sub->func, two, sizeof(two)));
			pk_print(enabled->fp, "}");
			if (sub->trampoline)
				print_called(enabled, sub, record);
		} else if (pk_row_offset(ctx, PK_R_probe_fgraph_ops_ops, &offset) == PK_OK &&
			   pk_member_uint(ctx, sub->addr - offset, PK_R_probe_fgraph_ops_entryfunc,
					  &entry) == PK_OK &&
			   pk_member_uint(ctx, sub->addr - offset, PK_R_probe_fgraph_ops_retfunc,
					  &exit) == PK_OK) {
			pk_print(enabled->fp, " {ent:%s ret:%s}",
				 name_of(enabled, entry, one, sizeof(one)),
				 name_of(enabled, exit, two, sizeof(two)));
		}
	}
}

static void print_trampolines(struct enabled *enabled, const struct pk_ftrace_record *record)
{
	char tramp[2 * PK_SYMBOL_NAME_MAX], func[2 * PK_SYMBOL_NAME_MAX];
	bool any = false;

	for (uint32_t i = 0; i < enabled->ftrace.nr_ops; i++) {
		const struct pk_ftrace_ops *ops = &enabled->ftrace.ops[i];

		if (!ops->trampoline || ops->manager || !pk_ftrace_ops_traces(ops, record->ip))
			continue;
		any = true;
		pk_print(enabled->fp, "\ttramp: %s (%s)",
			 name_of(enabled, ops->trampoline, tramp, sizeof(tramp)),
			 name_of(enabled, ops->func, func, sizeof(func)));
		print_called(enabled, ops, record);
		print_subops(enabled, ops, record);
	}
	if (!any)
		pk_print(enabled->fp, "\ttramp: ERROR!");
}

/* The ops that a literal before the function names to the common trampoline (6.4, arm64). */
static void print_call_ops(struct enabled *enabled, const struct pk_ftrace_record *record)
{
	char one[2 * PK_SYMBOL_NAME_MAX], two[2 * PK_SYMBOL_NAME_MAX];
	const struct pk_ftrace_ops *only = NULL;
	unsigned nr = 0;

	for (uint32_t i = 0; i < enabled->ftrace.nr_ops; i++) {
		const struct pk_ftrace_ops *ops = &enabled->ftrace.ops[i];

		if (!ops->manager && ops->enabled && pk_ftrace_ops_traces(ops, record->ip)) {
			only = ops;
			nr++;
		}
	}
	if (nr == 1)
		pk_print(enabled->fp, "\tops: %s (%s)",
			 name_of(enabled, only->addr, one, sizeof(one)),
			 name_of(enabled, only->func, two, sizeof(two)));
	else
		pk_print(enabled->fp, "\tops: ERROR!");
	if (nr == 1)
		print_subops(enabled, only, record);
}

static void print_name(struct enabled *enabled, uint64_t ip)
{
	struct pk_symbol symbol;
	enum pk_status status = pk_symbol_at(enabled->ctx, ip, &symbol);

	if (status == PK_NOT_CAPTURED)
		enabled->status = status;
	if (status != PK_OK)
		pk_print(enabled->fp, "0x%" PRIx64, ip);
	else
		pk_print(enabled->fp, "%s%s%s%s", symbol.name, symbol.module[0] ? " [" : "",
			 symbol.module, symbol.module[0] ? "]" : "");
}

static bool print_record(const struct pk_ftrace_record *record, void *arg)
{
	struct enabled *enabled = arg;
	char name[2 * PK_SYMBOL_NAME_MAX];
	int64_t direct;

	if (!(record->flags & PK_REC_ENABLED))
		return true;
	print_name(enabled, record->ip);
	pk_print(enabled->fp, " (%" PRIu64 ")%s", record->count,
		 record->flags & PK_REC_REGS ? " R" : "  ");
	if (enabled->has_ipmodify)
		pk_print(enabled->fp, "%s", record->flags & PK_REC_IPMODIFY ? " I" : "  ");
	if (enabled->has_direct)
		pk_print(enabled->fp, "%s", record->flags & PK_REC_DIRECT ? " D" : "  ");
	if (enabled->has_call_ops)
		pk_print(enabled->fp, "%s%s", record->flags & PK_REC_CALL_OPS ? " O" : "  ",
			 record->flags & PK_REC_MODIFIED ? " M " : "   ");
	if (record->flags & PK_REC_TRAMP_EN)
		print_trampolines(enabled, record);
	else
		print_called(enabled, NULL, record);
	if (record->flags & PK_REC_CALL_OPS_EN)
		print_call_ops(enabled, record);
	direct = pk_func_set_find(&enabled->ftrace.direct, record->ip);
	/* Bit 0 says that the site jumps there and does not call: newer kernels. */
	if ((record->flags & PK_REC_DIRECT) && direct >= 0)
		pk_print(enabled->fp, "\n\tdirect%s-->%s",
			 enabled->ftrace.direct.values[direct] & 1 ? "(jmp)" : "",
			 name_of(enabled, enabled->ftrace.direct.values[direct] & ~1ull, name,
				 sizeof(name)));
	pk_print(enabled->fp, "\n");
	return enabled->status == PK_OK;
}

enum pk_status pk_enabled_functions_print(struct pk_ctx *ctx, FILE *fp)
{
	struct enabled enabled = {.fp = ctx->screen.unseen ? NULL : fp, .ctx = ctx};
	enum pk_status status = pk_ftrace_load(ctx, &enabled.ftrace);

	if (status != PK_OK)
		return status;
	enabled.call = symbol(ctx, PK_R_ftrace_call_site);
	enabled.regs_call = symbol(ctx, PK_R_ftrace_regs_call_site);
	enabled.graph_caller = symbol(ctx, PK_R_probe_ftrace_graph_caller);
	enabled.graph_handler = symbol(ctx, PK_R_prepare_ftrace_return);
	enabled.has_ipmodify = pk_has(ctx, PK_R_rec_fl_ipmodify);
	enabled.has_subops = pk_has(ctx, PK_R_ops_fl_graph);
	enabled.has_direct = pk_has(ctx, PK_R_rec_fl_direct);
	enabled.has_call_ops = pk_has(ctx, PK_R_rec_fl_modified);
	status = pk_records_walk(ctx, false, print_record, &enabled);
	pk_ftrace_deinit(&enabled.ftrace);
	if (enabled.status != PK_OK)
		return pk_fail(ctx, enabled.status,
			       "enabled_functions: a name or a call of the last line is not in the "
			       "capsule; the dump has it");
	return status;
}
