// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/probe/ftrace.h"

#define MAX_OPS 4096
#define MAX_FUNCTIONS (1u << 22) /* in all filters together; many ops may share one huge hash */

static const struct {
	enum pk_row_id row;
	const char *name;
} ops_flags[] = {
	{PK_R_ops_fl_enabled, "enabled"},
	{PK_R_ops_fl_global, "global"},
	{PK_R_ops_fl_dynamic, "dynamic"},
	{PK_R_ops_fl_control, "control"},
	{PK_R_ops_fl_per_cpu, "per-cpu"},
	{PK_R_ops_fl_save_regs, "save-regs"},
	{PK_R_ops_fl_save_regs_if_supported, "save-regs-if-supported"},
	{PK_R_ops_fl_save_args, "save-args"},
	{PK_R_ops_fl_recursion_safe, "recursion-safe"},
	{PK_R_ops_fl_recursion, "recursion"},
	{PK_R_ops_fl_stub, "stub"},
	{PK_R_ops_fl_initialized, "initialized"},
	{PK_R_ops_fl_deleted, "deleted"},
	{PK_R_ops_fl_adding, "adding"},
	{PK_R_ops_fl_removing, "removing"},
	{PK_R_ops_fl_modifying, "modifying"},
	{PK_R_ops_fl_alloc_tramp, "alloc-tramp"},
	{PK_R_ops_fl_ipmodify, "ipmodify"},
	{PK_R_ops_fl_pid, "pid"},
	{PK_R_ops_fl_rcu, "rcu"},
	{PK_R_ops_fl_trace_array, "trace-array"},
	{PK_R_ops_fl_permanent, "permanent"},
	{PK_R_ops_fl_direct, "direct"},
	{PK_R_ops_fl_subop, "subop"},
	{PK_R_ops_fl_graph, "graph"},
};

const char *pk_ftrace_ops_flags(struct pk_ctx *ctx, uint64_t flags, char *buf, size_t size)
{
	size_t len = 0;

	buf[0] = '\0';
	for (size_t i = 0; i < PK_ARRAY_SIZE(ops_flags) && len < size; i++) {
		uint64_t bit;

		if (pk_row_value(ctx, ops_flags[i].row, &bit) != PK_OK || !(flags & bit))
			continue;
		flags &= ~bit;
		len += snprintf(buf + len, size - len, "%s%s", len ? " " : "", ops_flags[i].name);
	}
	if (flags && len < size)
		snprintf(buf + len, size - len, "%s0x%" PRIx64, len ? " " : "", flags);
	return buf;
}

static bool has_flag(struct pk_ctx *ctx, uint64_t flags, enum pk_row_id row)
{
	uint64_t bit;

	return pk_has(ctx, row) && pk_row_value(ctx, row, &bit) == PK_OK && (flags & bit);
}

/* An optional member; 0 where this kernel does not have it. */
static enum pk_status optional(struct pk_ctx *ctx, uint64_t base, enum pk_row_id row,
			       uint64_t *ret_value)
{
	*ret_value = 0;
	return pk_has(ctx, row) ? pk_member_uint(ctx, base, row, ret_value) : PK_OK;
}

/* Up to 3.16 the two hashes are members of the ops; then they moved to a struct of their own, which
 * several ops may share (graph_ops uses that of global_ops). */
static enum pk_status read_filters(struct pk_ctx *ctx, struct pk_ftrace_ops *ops)
{
	struct pk_reader r = {.ctx = ctx};
	bool direct = !pk_has(ctx, PK_R_ftrace_ops_func_hash);
	uint64_t filter, notrace, base = ops->addr;

	if (!direct) {
		base = pk_member(&r, ops->addr, PK_R_ftrace_ops_func_hash);
		ops->func_hash = base;
	} else if (has_flag(ctx, ops->flags, PK_R_ops_fl_global) &&
		   pk_has(ctx, PK_R_setup_global_ops)) {
		/* Those share one filter, up to 3.13. */
		base = pk_value(&r, PK_R_setup_global_ops);
	}
	filter = pk_member(&r, base,
			   direct ? PK_R_ftrace_ops_filter_hash : PK_R_ftrace_ops_hash_filter);
	notrace = pk_member(&r, base,
			    direct ? PK_R_ftrace_ops_notrace_hash : PK_R_ftrace_ops_hash_notrace);
	pk_try(&r, pk_func_set_read(ctx, filter, PK_FUNC_ALONE, &ops->filter));
	pk_try(&r, pk_func_set_read(ctx, notrace, PK_FUNC_ALONE, &ops->notrace));
	ops->filter_known = pk_ok(&r);
	return r.status;
}

static enum pk_status read_ops(struct pk_ctx *ctx, uint64_t addr, struct pk_ftrace_ops *ops)
{
	enum pk_status status;

	memset(ops, 0, sizeof(*ops));
	ops->addr = addr;
	if ((status = pk_member_uint(ctx, addr, PK_R_ftrace_ops_func, &ops->func)) != PK_OK ||
	    (status = pk_member_uint(ctx, addr, PK_R_ftrace_ops_flags, &ops->flags)) != PK_OK ||
	    (status = optional(ctx, addr, PK_R_ftrace_ops_saved_func, &ops->saved_func)) != PK_OK ||
	    (status = optional(ctx, addr, PK_R_ftrace_ops_private, &ops->private_data)) != PK_OK ||
	    (status = optional(ctx, addr, PK_R_ftrace_ops_trampoline, &ops->trampoline)) != PK_OK ||
	    (status = optional(ctx, addr, PK_R_ftrace_ops_trampoline_size,
			       &ops->trampoline_size)) != PK_OK)
		return status;
	ops->enabled = has_flag(ctx, ops->flags, PK_R_ops_fl_enabled);
	ops->alloc_tramp = has_flag(ctx, ops->flags, PK_R_ops_fl_alloc_tramp);
	ops->save_regs = has_flag(ctx, ops->flags, PK_R_ops_fl_save_regs);
	ops->graph = has_flag(ctx, ops->flags, PK_R_ops_fl_graph);
	ops->trace_array = has_flag(ctx, ops->flags, PK_R_ops_fl_trace_array);
	if (read_filters(ctx, ops) != PK_OK)
		pk_warn(ctx, "filters of ftrace_ops %" PRIx64 ": %s", addr, pk_error(ctx));
	return PK_OK;
}

static enum pk_status add_ops(struct pk_ctx *ctx, struct pk_ftrace *ftrace, uint64_t addr,
			      uint64_t manager)
{
	struct pk_ftrace_ops ops;
	enum pk_status status;

	if (ftrace->nr_ops >= MAX_OPS)
		return pk_fail(ctx, PK_CORRUPT, "more than %u ftrace_ops", MAX_OPS);
	if (!pk_grow(ftrace->ops, ftrace->nr_ops, ftrace->room))
		return pk_fail(ctx, PK_NOMEM, "no memory for ftrace_ops");
	if (ftrace->nr_functions > MAX_FUNCTIONS)
		return pk_fail(ctx, PK_LIMIT,
			       "more than %u functions in the filters of %u ftrace_ops",
			       MAX_FUNCTIONS, ftrace->nr_ops);
	status = read_ops(ctx, addr, &ops);
	if (status != PK_OK)
		return pk_wrap(ctx, status, "ftrace_ops %" PRIx64, addr);
	ftrace->nr_functions += (uint64_t)ops.filter.nr + ops.notrace.nr;
	ops.manager = manager;
	ftrace->ops[ftrace->nr_ops++] = ops;
	return PK_OK;
}

/* Singly linked, and ends neither in NULL nor at its head but at &ftrace_list_end. */
static enum pk_status walk_ops(struct pk_ctx *ctx, struct pk_ftrace *ftrace, uint64_t head)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t end = pk_value(&r, PK_R_ftrace_list_end);
	uint64_t addr = pk_pointer(&r, head);

	while (pk_ok(&r) && addr != end) {
		if (!addr)
			return pk_fail(ctx, PK_CORRUPT, "the list of ftrace_ops ends in NULL");
		/* An ops may stand on two lists of 3.10, but not twice on one. */
		for (uint32_t i = 0; i < ftrace->nr_ops; i++)
			if (ftrace->ops[i].addr == addr)
				return pk_fail(ctx, PK_CORRUPT,
					       "the list of ftrace_ops loops at %" PRIx64, addr);

		pk_try(&r, add_ops(ctx, ftrace, addr, 0));
		addr = pk_member(&r, addr, PK_R_ftrace_ops_next);
	}
	return r.status;
}

/* From 6.11 a manager (graph_ops) stands on the list, and its users below it. */
static void walk_subops(struct pk_ctx *ctx, struct pk_ftrace *ftrace)
{
	struct pk_reader r = {.ctx = ctx};
	uint32_t nr = ftrace->nr_ops;
	uint64_t offset, link;

	if (!pk_has(ctx, PK_R_ftrace_ops_subop_list))
		return;
	offset = pk_offset(&r, PK_R_ftrace_ops_subop_list);
	link = pk_offset(&r, PK_R_ftrace_ops_list_link);
	for (uint32_t i = 0; pk_ok(&r) && i < nr; i++) {
		uint64_t manager = ftrace->ops[i].addr, first;

		/* A statically allocated ops that never had sub-ops may have a zeroed list. */
		if (pk_read_ptr(ctx, manager + offset, &first) != PK_OK || !first)
			continue;
		pk_list_for_each (node, &r, manager + offset) {
			if (add_ops(ctx, ftrace, node - link, manager) != PK_OK)
				pk_warn(ctx, "sub-ops: %s", pk_error(ctx));
			if (ftrace->nr_ops >= MAX_OPS)
				break;
		}
		if (!pk_ok(&r))
			pk_warn(ctx, "sub-ops of ftrace_ops %" PRIx64 ": %s", manager,
				pk_error(ctx));
		r.status = PK_OK;
	}
}

enum pk_status pk_ftrace_load(struct pk_ctx *ctx, struct pk_ftrace *ret_ftrace)
{
	/* 3.10 and el7 keep users of global_ops and of perf on lists of their own. */
	static const enum pk_row_id more[] = {PK_R_ftrace_global_list, PK_R_ftrace_control_list};
	struct pk_ftrace ftrace = {0};
	uint64_t head, hash;
	enum pk_status status = pk_row_value(ctx, PK_R_ftrace_ops_list, &head);

	if (status != PK_OK)
		return status;
	if (walk_ops(ctx, &ftrace, head) != PK_OK) {
		pk_warn(ctx, "ftrace_ops_list: %s", pk_error(ctx));
		ftrace.incomplete = true;
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(more); i++)
		if (pk_has(ctx, more[i]) && pk_row_value(ctx, more[i], &head) == PK_OK &&
		    walk_ops(ctx, &ftrace, head) != PK_OK) {
			pk_warn(ctx, "%s: %s", pk_row(more[i])->names, pk_error(ctx));
			ftrace.incomplete = true;
		}
	walk_subops(ctx, &ftrace);
	if (pk_has(ctx, PK_R_direct_functions) &&
	    ((status = pk_row_value(ctx, PK_R_direct_functions, &head)) != PK_OK ||
	     (status = pk_read_ptr(ctx, head, &hash)) != PK_OK ||
	     (status = pk_func_set_read(ctx, hash, PK_FUNC_DIRECT, &ftrace.direct)) != PK_OK)) {
		pk_warn(ctx, "direct_functions: %s", pk_error(ctx));
		ftrace.incomplete = true;
	}
	for (uint32_t i = 0; i < ftrace.nr_ops; i++)
		ftrace.incomplete |= !ftrace.ops[i].filter_known || ftrace.ops[i].filter.partial ||
				     ftrace.ops[i].notrace.partial;
	ftrace.incomplete |= ftrace.direct.partial;
	if (pk_has(ctx, PK_R_ftrace_caller))
		pk_row_value(ctx, PK_R_ftrace_caller, &ftrace.caller);
	if (pk_has(ctx, PK_R_ftrace_regs_caller))
		pk_row_value(ctx, PK_R_ftrace_regs_caller, &ftrace.regs_caller);
	if (pk_has(ctx, PK_R_ftrace_nop_ops) && pk_has(ctx, PK_R_ftrace_list_ops) &&
	    pk_row_value(ctx, PK_R_ftrace_nop_ops, &ftrace.nop_ops) == PK_OK)
		pk_row_value(ctx, PK_R_ftrace_list_ops, &ftrace.list_ops);
	*ret_ftrace = ftrace;
	return PK_OK;
}

void pk_ftrace_deinit(struct pk_ftrace *ftrace)
{
	for (uint32_t i = 0; i < ftrace->nr_ops; i++) {
		pk_func_set_deinit(&ftrace->ops[i].filter);
		pk_func_set_deinit(&ftrace->ops[i].notrace);
	}
	free(ftrace->ops);
	pk_func_set_deinit(&ftrace->direct);
	memset(ftrace, 0, sizeof(*ftrace));
}

bool pk_ftrace_ops_traces(const struct pk_ftrace_ops *ops, uint64_t ip)
{
	if (!ops->filter_known)
		return false;
	return (!ops->filter.nr || pk_func_set_find(&ops->filter, ip) >= 0) &&
	       pk_func_set_find(&ops->notrace, ip) < 0;
}
