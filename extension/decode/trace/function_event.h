/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FUNCTION_EVENT_H
#define PK_DECODE_FUNCTION_EVENT_H

#include "core/context.h"
#include "decode/trace/ring_buffer.h"
#include "model/event.h"

/* Addresses of functions are translated to this boot (pk_last_boot_function()). */

/** A complete function-tracer entry (TRACE_FN). */
struct pk_function_call {
	uint64_t ip; /* after the function's entry instruction (pk_arch.entry), if it has one */
	uint64_t parent_ip; /* return address into the caller */
	const uint8_t *args; /* func-args: register words, borrowed from the event; NULL: none */
	uint32_t nr_args;
};

/** EVENT as a call. PK_ABSENT: another type. PK_CORRUPT: too short for its type. */
enum pk_status pk_function_call(struct pk_ctx *ctx, const struct pk_event *event,
				struct pk_function_call *ret_call);
/** As pk_graph_event(), with FUNC translated to this boot. */
enum pk_status pk_graph_call(struct pk_ctx *ctx, const struct pk_event *event,
			     struct pk_graph_event *ret_graph);
/** EVENT as a kernel stack (TRACE_STACK): addresses as recorded, one word each, innermost first,
 *  borrowed from the event. They end with the record, or at an address of all ones. PK_ABSENT:
 *  another type. PK_CORRUPT: too short for its type. */
enum pk_status pk_stack_event(struct pk_ctx *ctx, const struct pk_event *event,
			      const uint8_t **ret_callers, uint32_t *ret_nr);
/** Whether INSTANCE's function tracer has a filter (set_ftrace_filter). True if unknown, as for the
 *  previous boot. */
bool pk_functions_filtered(struct pk_ctx *ctx, const struct pk_instance *instance);

#endif
