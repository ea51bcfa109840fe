// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/event_format.h"

#include "decode/trace/clock.h"

#define FTRACE_REGS_MAX_ARGS 6 /* a #define: raw argument words of one call */

enum pk_status pk_function_call(struct pk_ctx *ctx, const struct pk_event *event,
				struct pk_function_call *ret_call)
{
	uint64_t word = ctx->target->facts.word_size, offset;
	struct pk_function_call call = {0};
	enum pk_status status = pk_function_event(ctx, event, &call.ip, &call.parent_ip);

	if (status != PK_OK)
		return status;
	call.ip = pk_last_boot_function(ctx, call.ip);
	call.parent_ip = pk_last_boot_function(ctx, call.parent_ip);
	/* They stand behind the entry if its record is long enough for a full set. */
	if (pk_has(ctx, PK_R_ftrace_entry_args) &&
	    pk_row_offset(ctx, PK_R_ftrace_entry_args, &offset) == PK_OK && offset <= event->len &&
	    event->len - offset >= FTRACE_REGS_MAX_ARGS * word) {
		call.args = event->data + offset;
		call.nr_args = FTRACE_REGS_MAX_ARGS;
	}
	*ret_call = call;
	return PK_OK;
}

enum pk_status pk_graph_call(struct pk_ctx *ctx, const struct pk_event *event,
			     struct pk_graph_event *ret_graph)
{
	enum pk_status status = pk_graph_event(ctx, event, ret_graph);

	if (status == PK_OK)
		ret_graph->func = pk_last_boot_function(ctx, ret_graph->func);
	return status;
}

enum pk_status pk_stack_event(struct pk_ctx *ctx, const struct pk_event *event,
			      const uint8_t **ret_callers, uint32_t *ret_nr)
{
	uint64_t word = ctx->target->facts.word_size, offset, nr, room, end;

	if (!pk_has(ctx, PK_R_TRACE_STACK) ||
	    pk_layout_get(ctx, PK_R_TRACE_STACK)->value != event->type)
		return pk_none(ctx, PK_ABSENT);
	if (pk_row_offset(ctx, PK_R_stack_entry_caller, &offset) != PK_OK ||
	    pk_struct_uint(ctx, event->data, event->len, PK_R_stack_entry_size, &nr) != PK_OK ||
	    offset > event->len)
		return pk_fail(ctx, PK_CORRUPT, "a stack entry of %u bytes", event->len);
	room = (event->len - offset) / word;
	nr = nr < room ? nr : room;
	end = word == 8 ? UINT64_MAX : UINT32_MAX;
	for (uint64_t i = 0; i < nr; i++)
		if (pk_uint(ctx, event->data + offset + i * word, word) == end)
			nr = i;
	*ret_callers = event->data + offset;
	*ret_nr = (uint32_t)nr;
	return PK_OK;
}

bool pk_functions_filtered(struct pk_ctx *ctx, const struct pk_instance *instance)
{
	uint64_t ops, hashes, filter, count;

	if (ctx->last_boot || !pk_has(ctx, PK_R_trace_array_ops) ||
	    !pk_has(ctx, PK_R_ftrace_ops_func_hash) || !pk_has(ctx, PK_R_ftrace_ops_hash_filter) ||
	    !pk_has(ctx, PK_R_ftrace_hash_count))
		return true;
	if (pk_member_uint(ctx, instance->addr, PK_R_trace_array_ops, &ops) != PK_OK || !ops ||
	    pk_member_uint(ctx, ops, PK_R_ftrace_ops_func_hash, &hashes) != PK_OK || !hashes ||
	    pk_member_uint(ctx, hashes, PK_R_ftrace_ops_hash_filter, &filter) != PK_OK)
		return true;
	return filter &&
	       (pk_member_uint(ctx, filter, PK_R_ftrace_hash_count, &count) != PK_OK || count);
}
