/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FUNCTION_EVENT_H
#define PK_DECODE_FUNCTION_EVENT_H

#include "core/context.h"
#include "decode/trace/ring_buffer.h"
#include "model/event.h"

/* Addresses of functions are those of this boot (pk_last_boot_function). */

/** A function tracer's entry (TRACE_FN) whole. */
struct pk_function_call {
	uint64_t
		ip; /* where functions begin with an entry instruction (pk_arch.entry), behind it */
	uint64_t parent_ip; /* return address into the caller */
	const uint8_t *args; /* func-args: raw register words, borrowed from the event, else NULL */
	uint32_t nr_args;
};

/** EVENT as a call. PK_ABSENT: it is another type. PK_CORRUPT: too short for its type. */
enum pk_status pk_function_call(struct pk_ctx *ctx, const struct pk_event *event,
				struct pk_function_call *ret_call);
/** EVENT as a graph entry or exit; otherwise as pk_graph_event. */
enum pk_status pk_graph_call(struct pk_ctx *ctx, const struct pk_event *event,
			     struct pk_graph_event *ret_graph);
/** EVENT as a kernel stack (TRACE_STACK): addresses as recorded, a word each, innermost first,
 *  borrowed from the event. They end where the record does, or at an address of all ones.
 *  PK_ABSENT: it is another type. PK_CORRUPT: too short for its type. */
enum pk_status pk_stack_event(struct pk_ctx *ctx, const struct pk_event *event,
			      const uint8_t **ret_callers, uint32_t *ret_nr);
/** Has INSTANCE's function tracer a filter (set_ftrace_filter)? True where that is not known,
 *  as of the boot before. */
bool pk_functions_filtered(struct pk_ctx *ctx, const struct pk_instance *instance);

#endif
