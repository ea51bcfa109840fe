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

static inline __attribute__((always_inline)) enum pk_status
member(struct pk_ctx *ctx, const struct pk_event *event, enum pk_row_id row, uint64_t *ret_value)
{
	return pk_struct_uint(ctx, event->data, event->len, row, ret_value);
}

/* The type of depth was int, long and unsigned in turn, what it is copied from (task_struct.curr_ret_depth) an
 * int: -1 and the like must survive, and no damaged long may be more than others can count with. */
static int64_t signed_depth(uint64_t depth)
{
	return (int32_t)depth;
}

static inline __attribute__((always_inline)) enum pk_status
read_place(struct pk_ctx *ctx, const struct pk_event *event, enum pk_row_id func_row,
	   enum pk_row_id depth_row, bool is_entry, struct pk_graph_place *ret)
{
	uint64_t func, depth;
	enum pk_status status = member(ctx, event, func_row, &func);

	if (status == PK_OK)
		status = member(ctx, event, depth_row, &depth);
	if (status == PK_OK)
		*ret = (struct pk_graph_place){
			.is_entry = is_entry,
			.func = func,
			.depth = signed_depth(depth),
		};
	return status;
}

enum pk_status pk_graph_place(struct pk_ctx *ctx, const struct pk_event *event,
			      struct pk_graph_place *ret_place)
{
	enum pk_row_id args = PK_R_graph_ent_args;
	enum pk_status status;

	if (is_type(ctx, event, PK_R_TRACE_GRAPH_RET))
		return read_place(ctx, event, PK_R_graph_ret_func, PK_R_graph_ret_depth, false,
				  ret_place);
	if (is_type(ctx, event, PK_R_TRACE_GRAPH_ENT)) {
		status = read_place(ctx, event, PK_R_graph_ent_func, PK_R_graph_ent_depth, true,
				    ret_place);
	} else if (is_type(ctx, event, PK_R_TRACE_GRAPH_RETADDR_ENT)) {
		status = read_place(ctx, event, PK_R_graph_retaddr_func, PK_R_graph_retaddr_depth,
				    true, ret_place);
		args = PK_R_graph_retaddr_args;
	} else {
		return pk_none(ctx, PK_ABSENT);
	}
	if (status == PK_OK) {
		uint64_t word = ctx->target->facts.word_size, offset;

		/* Raw argument words stand behind the entry if its record is long enough for a
		 * full set. */
		if (pk_has(ctx, args) && pk_row_offset(ctx, args, &offset) == PK_OK &&
		    inside(event, offset, FTRACE_REGS_MAX_ARGS * word)) {
			ret_place->args = event->data + offset;
			ret_place->nr_args = FTRACE_REGS_MAX_ARGS;
		}
	}
	return status;
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
static enum pk_status read_return(struct pk_ctx *ctx, const struct pk_event *event,
				  struct pk_graph_event *graph)
{
	enum pk_status status = member(ctx, event, PK_R_graph_ret_overrun, &graph->overrun);

	if (status == PK_OK)
		status = member(ctx, event, PK_R_graph_ret_calltime, &graph->calltime);
	if (status == PK_OK)
		status = member(ctx, event, PK_R_graph_ret_rettime, &graph->rettime);
	graph->has_retval = pk_has(ctx, PK_R_graph_ret_retval);
	if (status == PK_OK && graph->has_retval)
		status = member(ctx, event, PK_R_graph_ret_retval, &graph->retval);
	return status;
}

enum pk_status pk_graph_event(struct pk_ctx *ctx, const struct pk_event *event,
			      struct pk_graph_event *ret_graph)
{
	struct pk_graph_place place;
	struct pk_graph_event graph;
	enum pk_status status = pk_graph_place(ctx, event, &place);

	if (status != PK_OK)
		return status;
	graph = (struct pk_graph_event){
		.is_entry = place.is_entry,
		.func = place.func,
		.depth = place.depth,
		.args = place.args,
		.nr_args = place.nr_args,
	};
	if (!place.is_entry)
		status = read_return(ctx, event, &graph);
	else if (is_type(ctx, event, PK_R_TRACE_GRAPH_RETADDR_ENT))
		status = member(ctx, event, PK_R_graph_retaddr_retaddr, &graph.retaddr);
	if (status == PK_OK)
		*ret_graph = graph;
	return status;
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
