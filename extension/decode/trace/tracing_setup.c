// SPDX-License-Identifier: GPL-3.0-or-later
/* Tracers, their options, and the switches of all tracing; see tracing_events.c and tracing_filters.c for
 * what is set on events and on functions. */
#include "decode/trace/tracing.h"

#include <string.h>

#define MAX_TRACERS 64

enum pk_status pk_tracers_walk(struct pk_ctx *ctx, pk_tracer_fn fn, void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t name_at;
	char name[PK_SETUP_NAME];
	uint64_t head = pk_value(&r, PK_R_trace_types);
	uint64_t tracer = pk_pointer(&r, head);

	for (unsigned i = 0; pk_ok(&r) && tracer; i++) {
		if (i == MAX_TRACERS)
			return pk_fail(ctx, PK_CORRUPT, "more than %d tracers: a cycle?",
				       MAX_TRACERS);
		name_at = pk_member(&r, tracer, PK_R_tracer_name);
		pk_try(&r, pk_read_string(ctx, name_at, name, sizeof(name)));
		if (pk_ok(&r) && !fn(name, arg))
			break;
		tracer = pk_member(&r, tracer, PK_R_tracer_next);
	}
	return pk_ok(&r) ? PK_OK : pk_wrap(ctx, r.status, "tracers");
}

enum pk_status pk_trace_flag_names_walk(struct pk_ctx *ctx, pk_trace_flag_name_fn fn, void *arg)
{
	uint64_t table, name_at, word = ctx->target->facts.word_size;
	char name[PK_SETUP_NAME];
	enum pk_status status = pk_row_value(ctx, PK_R_iter_names, &table);

	for (unsigned bit = 0; status == PK_OK && bit < PK_MAX_TRACE_FLAGS; bit++) {
		status = pk_read_ptr(ctx, table + bit * word, &name_at);
		if (status != PK_OK || !name_at)
			break;
		status = pk_read_string(ctx, name_at, name, sizeof(name));
		if (status == PK_OK)
			fn(name, bit, arg);
	}
	return status;
}

enum pk_status pk_tracer_flags(struct pk_ctx *ctx, const struct pk_instance *instance,
			       uint64_t *ret_flags)
{
	uint64_t tracer;
	enum pk_status status;

	if (pk_has(ctx, PK_R_trace_array_tracer_flags) &&
	    pk_member_uint(ctx, instance->addr, PK_R_trace_array_tracer_flags, ret_flags) ==
		    PK_OK &&
	    *ret_flags)
		return PK_OK;
	status = pk_member_uint(ctx, instance->addr, PK_R_trace_array_current_trace, &tracer);
	return status == PK_OK ? pk_member_uint(ctx, tracer, PK_R_tracer_flags, ret_flags) : status;
}

enum pk_status pk_tracer_options_walk(struct pk_ctx *ctx, uint64_t names_of, uint64_t values_of,
				      pk_trace_option_fn fn, void *arg)
{
	uint64_t opts, val, size, name_at, bit;
	char name[PK_SETUP_NAME];
	enum pk_status status;

	if ((status = pk_member_uint(ctx, values_of, PK_R_tracer_flags_val, &val)) != PK_OK ||
	    (status = pk_member_uint(ctx, names_of, PK_R_tracer_flags_opts, &opts)) != PK_OK)
		return status;
	if (opts)
		status = pk_row_value(ctx, PK_R_tracer_opt_size, &size);
	for (unsigned i = 0; status == PK_OK && opts && i < PK_MAX_TRACER_OPTIONS;
	     i++, opts += size) {
		status = pk_member_uint(ctx, opts, PK_R_tracer_opt_name, &name_at);
		if (status != PK_OK || !name_at)
			break;
		if ((status = pk_member_uint(ctx, opts, PK_R_tracer_opt_bit, &bit)) != PK_OK ||
		    (status = pk_read_string(ctx, name_at, name, sizeof(name))) != PK_OK)
			break;
		fn(name, val & bit, true, arg);
	}
	return status;
}

struct flag_walk {
	uint64_t flags;
	pk_trace_option_fn fn;
	void *arg;
};

static void take_flag(const char *name, unsigned bit, void *arg)
{
	struct flag_walk *walk = arg;

	walk->fn(name, walk->flags >> bit & 1, false, walk->arg);
}

enum pk_status pk_trace_options_walk(struct pk_ctx *ctx, const struct pk_instance *instance,
				     pk_trace_option_fn fn, void *arg)
{
	struct flag_walk walk = {.flags = instance->flags, .fn = fn, .arg = arg};
	uint64_t flags = 0;
	enum pk_status status = pk_trace_flag_names_walk(ctx, take_flag, &walk);

	if (status == PK_OK)
		status = pk_tracer_flags(ctx, instance, &flags);
	if (status == PK_OK && flags)
		status = pk_tracer_options_walk(ctx, flags, flags, fn, arg);
	return status == PK_OK ? PK_OK : pk_wrap(ctx, status, "trace options");
}

enum pk_status pk_max_latency_kept(struct pk_ctx *ctx, const struct pk_instance *instance,
				   uint64_t *ret_ns)
{
	return pk_member_uint(ctx, instance->addr, PK_R_setup_max_latency, ret_ns);
}

enum pk_status pk_max_latency(struct pk_ctx *ctx, const struct pk_instance *instance,
			      uint64_t *ret_ns)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t tracer = pk_member(&r, instance->addr, PK_R_trace_array_current_trace);
	uint64_t measures = pk_member(&r, tracer, PK_R_tracer_use_max_tr);

	if (!measures)
		pk_try(&r, pk_fail(ctx, PK_ABSENT, "%s measures no latency", instance->tracer));
	pk_try(&r, pk_max_latency_kept(ctx, instance, ret_ns));
	return r.status;
}

static enum pk_status read_symbol(struct pk_ctx *ctx, enum pk_row_id row, size_t size,
				  uint64_t *ret_value)
{
	uint64_t symbol;
	enum pk_status status = pk_row_value(ctx, row, &symbol);

	return status == PK_OK ? pk_read_uint(ctx, symbol, size, ret_value) : status;
}

static enum pk_status read_frames(struct pk_ctx *ctx, struct pk_max_stack *stack)
{
	uint64_t trace, index, nr, word = ctx->target->facts.word_size, depth;
	enum pk_status status;

	if ((status = read_symbol(ctx, PK_R_stack_trace_nr_entries, 4, &nr)) != PK_OK ||
	    (status = pk_row_value(ctx, PK_R_stack_dump_trace, &trace)) != PK_OK ||
	    (status = pk_row_value(ctx, PK_R_stack_trace_index, &index)) != PK_OK)
		return status;
	if (nr > PK_MAX_STACK)
		return pk_fail(ctx, PK_CORRUPT, "the deepest stack has %llu frames",
			       (unsigned long long)nr);
	for (uint32_t i = 0; i < nr; i++) {
		status = pk_read_ptr(ctx, trace + i * word, &stack->frames[i].ip);
		if (status == PK_OK)
			status = pk_read_uint(ctx, index + 4ull * i, 4, &depth);
		if (status != PK_OK)
			return status;
		stack->frames[i].depth = (uint32_t)depth;
		stack->nr = i + 1;
	}
	return PK_OK;
}

enum pk_status pk_max_stack_read(struct pk_ctx *ctx, struct pk_max_stack *ret_stack)
{
	uint64_t enabled;
	enum pk_status status = read_symbol(ctx, PK_R_stack_tracer_enabled, 4, &enabled);

	memset(ret_stack, 0, sizeof(*ret_stack));
	if (status == PK_OK)
		status = read_symbol(ctx, PK_R_stack_trace_max_size, ctx->target->facts.word_size,
				     &ret_stack->size);
	if (status == PK_OK)
		ret_stack->enabled = enabled;
	if (status == PK_OK && ret_stack->size)
		status = read_frames(ctx, ret_stack);
	return status == PK_OK ? PK_OK : pk_wrap(ctx, status, "stack tracer");
}

void pk_ftrace_state_read(struct pk_ctx *ctx, struct pk_ftrace_state *ret_state)
{
	struct pk_ftrace_state state = {.graph_depth = -1, .thresh_us = -1};
	uint64_t value, word = ctx->target->facts.word_size;

	/* __ftrace_enabled_save(): on its way into the capture kernel, kexec clears ftrace_enabled */
	state.known = read_symbol(ctx, PK_R_setup_ftrace_enabled, 4, &value) == PK_OK;
	state.enabled = (state.known && value) ||
			(read_symbol(ctx, PK_R_last_ftrace_enabled, 4, &value) == PK_OK && value);
	state.disabled = read_symbol(ctx, PK_R_probe_ftrace_disabled, 4, &value) == PK_OK && value;
	if (read_symbol(ctx, PK_R_fgraph_max_depth, 4, &value) == PK_OK)
		state.graph_depth = (int64_t)value;
	if (read_symbol(ctx, PK_R_setup_tracing_thresh, word, &value) == PK_OK)
		state.thresh_us = (int64_t)(value / 1000);
	if (read_symbol(ctx, PK_R_ftrace_profile_enabled, 4, &value) == PK_OK) {
		state.has_profiler = true;
		state.profiler_enabled = value;
	}
	*ret_state = state;
}
