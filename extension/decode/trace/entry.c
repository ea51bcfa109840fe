// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/event_format.h"

#include <string.h>

#define FTRACE_REGS_MAX_ARGS 6 /* a #define: raw argument words of one call */

static bool inside(const struct pk_event *event, uint64_t offset, uint64_t len)
{
	return offset <= event->len && len <= event->len - offset;
}

static enum pk_status outside(struct pk_ctx *ctx, const struct pk_event *event, const char *what)
{
	return pk_fail(ctx, PK_CORRUPT, "%s lies outside its entry of %u bytes", what, event->len);
}

enum pk_status pk_event_uint(struct pk_ctx *ctx, const struct pk_event *event,
			     const struct pk_field *field, uint64_t *ret_value)
{
	uint32_t size = field->size;

	if (field->where != PK_FIELD_PLAIN || strchr(field->type, '[') ||
	    (size != 1 && size != 2 && size != 4 && size != 8))
		return pk_fail(ctx, PK_UNSUPPORTED, "field %s (%s) is no integer", field->name,
			       field->type);
	if (!inside(event, field->offset, size))
		return outside(ctx, event, field->name);
	*ret_value = field->is_signed ? (uint64_t)pk_sint(ctx, event->data + field->offset, size)
				      : pk_uint(ctx, event->data + field->offset, size);
	return PK_OK;
}

/*
 * Dynamic data: a u32 in the field's place says where.
 *
 *	31          16 15           0
 *	| length      | offset      |	__data_loc: from the start of the entry
 *					__rel_loc (5.17+): from the end of this u32
 */
enum pk_status pk_event_bytes(struct pk_ctx *ctx, const struct pk_event *event,
			      const struct pk_field *field, const uint8_t **ret_bytes,
			      uint32_t *ret_len)
{
	uint32_t offset = field->offset, len = field->size;

	if (field->where != PK_FIELD_PLAIN) {
		uint32_t where;

		if (!inside(event, field->offset, 4))
			return outside(ctx, event, field->name);
		where = (uint32_t)pk_uint(ctx, event->data + field->offset, 4);
		offset = where & 0xffff;
		len = where >> 16;
		if (field->where == PK_FIELD_REL_LOC)
			offset += field->offset + 4;
	} else if (!len && offset <= event->len) {
		len = event->len - offset;
	}
	if (!inside(event, offset, len))
		return outside(ctx, event, field->name);
	*ret_bytes = event->data + offset;
	*ret_len = len;
	return PK_OK;
}

static inline bool is_type(struct pk_ctx *ctx, const struct pk_event *event, enum pk_row_id row)
{
	return pk_has(ctx, row) && pk_layout_get(ctx, row)->value == event->type;
}

static inline enum pk_status member(struct pk_ctx *ctx, const struct pk_event *event,
				    enum pk_row_id row, uint64_t *ret_value)
{
	return pk_struct_uint(ctx, event->data, event->len, row, ret_value);
}

/* The type of depth was int, long and unsigned in turn, what it is copied from (task_struct.curr_ret_depth) an
 * int: -1 and the like must survive, and no damaged long may be more than others can count with. */
static int64_t signed_depth(uint64_t depth)
{
	return (int32_t)depth;
}

/* Raw argument words stand behind the entry if its record is long enough for a full set. */
static void read_args(struct pk_ctx *ctx, const struct pk_event *event, enum pk_row_id row,
		      struct pk_graph_event *graph)
{
	uint64_t word = ctx->target->facts.word_size, offset;

	if (!pk_has(ctx, row) || pk_row_offset(ctx, row, &offset) != PK_OK ||
	    !inside(event, offset, FTRACE_REGS_MAX_ARGS * word))
		return;
	graph->args = event->data + offset;
	graph->nr_args = FTRACE_REGS_MAX_ARGS;
}

static enum pk_status read_entry(struct pk_ctx *ctx, const struct pk_event *event,
				 bool with_retaddr, struct pk_graph_event *ret)
{
	uint64_t func, depth, retaddr = 0;
	enum pk_status status = member(
		ctx, event, with_retaddr ? PK_R_graph_retaddr_func : PK_R_graph_ent_func, &func);

	if (status == PK_OK)
		status = member(ctx, event,
				with_retaddr ? PK_R_graph_retaddr_depth : PK_R_graph_ent_depth,
				&depth);
	if (status == PK_OK && with_retaddr)
		status = member(ctx, event, PK_R_graph_retaddr_retaddr, &retaddr);
	if (status != PK_OK)
		return status;
	*ret = (struct pk_graph_event){
		.is_entry = true,
		.func = func,
		.depth = signed_depth(depth),
		.retaddr = retaddr,
	};
	read_args(ctx, event, with_retaddr ? PK_R_graph_retaddr_args : PK_R_graph_ent_args, ret);
	return PK_OK;
}

/*
 * struct ftrace_graph_ret_entry, after struct trace_entry (64-bit):
 *
 *	3.10, el7        func calltime rettime overrun(long) depth         not packed
 *	4.14 .. 5.14     func overrun(long) calltime rettime depth         packed
 *	5.15 .. 6.4      func depth overrun(int) calltime rettime
 *	6.5 .. 6.13      func [retval] depth overrun calltime rettime      6.12: a second pair of times
 *	                                                                   follows, never written
 *	6.14 .. 7.2      func [retval] depth overrun | calltime rettime    members of the entry
 */
static enum pk_status read_exit(struct pk_ctx *ctx, const struct pk_event *event,
				struct pk_graph_event *ret)
{
	bool has_retval = pk_has(ctx, PK_R_graph_ret_retval);
	uint64_t func, depth, overrun, calltime, rettime, retval = 0;
	enum pk_status status = member(ctx, event, PK_R_graph_ret_func, &func);

	if (status == PK_OK)
		status = member(ctx, event, PK_R_graph_ret_depth, &depth);
	if (status == PK_OK)
		status = member(ctx, event, PK_R_graph_ret_overrun, &overrun);
	if (status == PK_OK)
		status = member(ctx, event, PK_R_graph_ret_calltime, &calltime);
	if (status == PK_OK)
		status = member(ctx, event, PK_R_graph_ret_rettime, &rettime);
	if (status == PK_OK && has_retval)
		status = member(ctx, event, PK_R_graph_ret_retval, &retval);
	if (status != PK_OK)
		return status;
	*ret = (struct pk_graph_event){
		.func = func,
		.depth = signed_depth(depth),
		.calltime = calltime,
		.rettime = rettime,
		.overrun = overrun,
		.has_retval = has_retval,
		.retval = retval,
	};
	return PK_OK;
}

enum pk_status pk_graph_event(struct pk_ctx *ctx, const struct pk_event *event,
			      struct pk_graph_event *ret_graph)
{
	if (is_type(ctx, event, PK_R_TRACE_GRAPH_ENT))
		return read_entry(ctx, event, false, ret_graph);
	if (is_type(ctx, event, PK_R_TRACE_GRAPH_RET))
		return read_exit(ctx, event, ret_graph);
	if (is_type(ctx, event, PK_R_TRACE_GRAPH_RETADDR_ENT))
		return read_entry(ctx, event, true, ret_graph);
	return pk_none(ctx, PK_ABSENT);
}

enum pk_status pk_function_event(struct pk_ctx *ctx, const struct pk_event *event, uint64_t *ret_ip,
				 uint64_t *ret_parent_ip)
{
	uint64_t ip, parent_ip;
	enum pk_status status;

	if (!is_type(ctx, event, PK_R_TRACE_FN))
		return pk_none(ctx, PK_ABSENT);
	status = member(ctx, event, PK_R_ftrace_entry_ip, &ip);
	if (status == PK_OK)
		status = member(ctx, event, PK_R_ftrace_entry_parent_ip, &parent_ip);
	if (status != PK_OK)
		return status;
	*ret_ip = ip;
	*ret_parent_ip = parent_ip;
	return PK_OK;
}
