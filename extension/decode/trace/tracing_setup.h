/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TRACING_SETUP_H
#define PK_DECODE_TRACING_SETUP_H

#include <stdbool.h>

#include "core/context.h"
#include "decode/trace/event_format.h"
#include "decode/probe/ftrace.h"
#include "decode/trace/ring_buffer.h"
#include "model/tracing.h"

/**
 * How tracing was set up when the machine died: what the files of tracefs would have read.
 *
 * Everything here hangs off a struct trace_array, or is a global that all instances share. Texts are
 * cut at the sizes below; a list that breaks has delivered what lies before the damage.
 */

/** Tracers built in, in the kernel's order (available_tracers). PK_ABSENT: none to choose from. */
typedef bool (*pk_tracer_fn)(const char *name, void *arg); /* false stops */
enum pk_status pk_tracers_walk(struct pk_ctx *ctx, pk_tracer_fn fn, void *arg);

#define PK_MAX_TRACE_FLAGS 64 /* bits of trace_flags */
#define PK_MAX_TRACER_OPTIONS 64 /* of one tracer: u32 val has no more bits than 32 */

/** The names of trace_flags' bits (trace_options[]), as far as they can be read. */
typedef void (*pk_trace_flag_name_fn)(const char *name, unsigned bit, void *arg);
enum pk_status pk_trace_flag_names_walk(struct pk_ctx *ctx, pk_trace_flag_name_fn fn, void *arg);

/** The struct tracer_flags of INSTANCE's current tracer, 0 if it has no options; since 7.0 each instance has its
 *  own. */
enum pk_status pk_tracer_flags(struct pk_ctx *ctx, const struct pk_instance *instance,
			       uint64_t *ret_flags);

/** The lines of trace_options: the instance's own flags, then those of its current tracer. */
typedef void (*pk_trace_option_fn)(const char *name, bool on, bool of_tracer, void *arg);
enum pk_status pk_trace_options_walk(struct pk_ctx *ctx, const struct pk_instance *instance,
				     pk_trace_option_fn fn, void *arg);
/** The options named in the table of one struct tracer_flags, on or off by the value of another (or the same). */
enum pk_status pk_tracer_options_walk(struct pk_ctx *ctx, uint64_t names_of, uint64_t values_of,
				      pk_trace_option_fn fn, void *arg);

/** An event of an instance (struct trace_event_file). */
struct pk_event_file {
	uint64_t addr;
	const struct pk_format *format;
	bool enabled;
	bool soft_disabled; /* switched by a trigger: the tracepoint is hooked, nothing is recorded */
	char filter[PK_SETUP_TEXT]; /* "" if none */
};
typedef bool (*pk_event_file_fn)(const struct pk_event_file *file, void *arg);
/** Every event of INSTANCE, in the kernel's order (set_event lists those that are enabled). */
enum pk_status pk_event_files_walk(struct pk_ctx *ctx, const struct pk_instance *instance,
				   pk_event_file_fn fn, void *arg);

typedef bool (*pk_event_trigger_fn)(const struct pk_event_trigger *trigger, void *arg);
enum pk_status pk_event_triggers_walk(struct pk_ctx *ctx, const struct pk_event_file *file,
				      pk_event_trigger_fn fn, void *arg);

/** "system:name" of the struct trace_event_file at FILE; empty where it cannot be told. */
void pk_event_file_name(struct pk_ctx *ctx, uint64_t file, char *text, size_t size);

typedef bool (*pk_func_probe_fn)(const struct pk_func_probe *probe, void *arg);
/** PK_ABSENT: this kernel keeps them elsewhere, or has no such commands. */
enum pk_status pk_func_probes_walk(struct pk_ctx *ctx, const struct pk_instance *instance,
				   pk_func_probe_fn fn, void *arg);

/** Caller: pk_func_set_deinit(). PK_ABSENT: the kernel has no such file. */
enum pk_status pk_func_file_read(struct pk_ctx *ctx, const struct pk_instance *instance,
				 enum pk_func_file file, struct pk_func_set *ret_set);

#define PK_SETUP_MAX_PIDS 65536
/** The pids of FILE, ascending. *RET_PIDS (owned by the caller: free()) holds *RET_NR of them; NULL when there
 *  is no such filter. PK_CORRUPT: more than PK_SETUP_MAX_PIDS. */
enum pk_status pk_pid_file_read(struct pk_ctx *ctx, const struct pk_instance *instance,
				enum pk_pid_file file, uint32_t **ret_pids, uint32_t *ret_nr);

/** max_latency of INSTANCE, ns. PK_ABSENT: its current tracer measures none. */
enum pk_status pk_max_latency(struct pk_ctx *ctx, const struct pk_instance *instance,
			      uint64_t *ret_ns);

/** What file tracing_max_latency has, ns, whoever measured it. PK_ABSENT: this kernel has no such file. */
enum pk_status pk_max_latency_kept(struct pk_ctx *ctx, const struct pk_instance *instance,
				   uint64_t *ret_ns);

/** PK_ABSENT: no stack tracer in this kernel. */
enum pk_status pk_max_stack_read(struct pk_ctx *ctx, struct pk_max_stack *ret_stack);

void pk_ftrace_state_read(struct pk_ctx *ctx, struct pk_ftrace_state *ret_state);

/** Kinds of dynamic events, to be added up. */
enum pk_dynamic_kind {
	PK_DYNAMIC_KPROBE = 1,
	PK_DYNAMIC_UPROBE = 2,
	PK_DYNAMIC_EPROBE = 4,
	PK_DYNAMIC_FPROBE = 8,
	PK_DYNAMIC_SYNTHETIC = 16,
	PK_DYNAMIC_ALL = 31,
};
typedef bool (*pk_dynamic_fn)(const char *line, void *arg); /* without its newline; false stops */
/** Definitions of the dynamic events of the kinds WANTED (PK_DYNAMIC_*), in the kernel's order, as dynamic_events has
 *  them. What cannot be read is left empty, with a warning. PK_UNSUPPORTED: before 5.0. */
enum pk_status pk_dynamic_events_walk(struct pk_ctx *ctx, unsigned wanted, pk_dynamic_fn fn,
				      void *arg);

#endif
