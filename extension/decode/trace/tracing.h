/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TRACE_TRACING_H
#define PK_DECODE_TRACE_TRACING_H

#include <stdbool.h>

#include "core/context.h"
#include "decode/list.h"
#include "decode/probe/ftrace.h"
#include "decode/trace/event_format.h"
#include "decode/trace/ring_buffer.h"
#include "model/tracing.h"

/**
 * How tracing was set up when the machine died: what the files of tracefs would have shown.
 *
 * All of it belongs to a struct trace_array, or is a global shared by all instances. Texts are cut
 * at the sizes in model/tracing.h; a broken list delivers what precedes the damage.
 */

/** Visit the available tracers in the kernel's order (available_tracers). PK_ABSENT: there is no
 *  choice. */
typedef bool (*pk_tracer_fn)(const char *name, void *arg); /* false stops */
enum pk_status pk_tracers_walk(struct pk_ctx *ctx, pk_tracer_fn fn, void *arg);

#define PK_MAX_TRACE_FLAGS 64 /* bits of trace_flags */
#define PK_MAX_TRACER_OPTIONS 64 /* per tracer; its u32 val has only 32 bits */

/** Visit the names of trace_flags' bits (trace_options[]), as far as they are readable. */
typedef void (*pk_trace_flag_name_fn)(const char *name, unsigned bit, void *arg);
enum pk_status pk_trace_flag_names_walk(struct pk_ctx *ctx, pk_trace_flag_name_fn fn, void *arg);

/** Address of the struct tracer_flags of INSTANCE's current tracer, 0 if it has no options. Since
 *  7.0 each instance has its own. */
enum pk_status pk_tracer_flags(struct pk_ctx *ctx, const struct pk_instance *instance,
			       uint64_t *ret_flags);

/** Visit the lines of trace_options: the instance's own flags, then those of its current tracer. */
typedef void (*pk_trace_option_fn)(const char *name, bool on, bool of_tracer, void *arg);
enum pk_status pk_trace_options_walk(struct pk_ctx *ctx, const struct pk_instance *instance,
				     pk_trace_option_fn fn, void *arg);
/** Visit the options named by one struct tracer_flags, with values from another (or the same). */
enum pk_status pk_tracer_options_walk(struct pk_ctx *ctx, uint64_t names_of, uint64_t values_of,
				      pk_trace_option_fn fn, void *arg);

/** An event of an instance (struct trace_event_file). */
struct pk_event_file {
	uint64_t addr;
	const struct pk_format *format;
	bool enabled;
	bool soft_disabled; /* by a trigger: the tracepoint is hooked, but nothing is recorded */
	char filter[PK_SETUP_TEXT]; /* "" if none */
};

struct pk_event_file_iter {
	struct pk_list_iter list;
	uint64_t link;
	const struct pk_format *
		*by_call; /* owned; by the address of their struct trace_event_call */
	uint32_t nr_formats;
};

struct pk_event_file_iter pk_event_file_begin(struct pk_reader *r, uint64_t instance);
bool pk_event_file_next(struct pk_event_file_iter *iter, struct pk_event_file *ret_file);
void pk_event_file_end(struct pk_event_file_iter *iter);

/** A loop over every event of the struct trace_array at INSTANCE in the kernel's order (set_event lists the enabled ones).
 *  A damaged event costs a warning. R fails if the list is damaged, once what precedes was visited. */
#define pk_event_file_for_each(file, r, instance)                                                  \
	PK_LOOP(pk_event_file, file, pk_event_file_begin(r, instance))

typedef bool (*pk_event_trigger_fn)(const struct pk_event_trigger *trigger, void *arg);
enum pk_status pk_event_triggers_walk(struct pk_ctx *ctx, const struct pk_event_file *file,
				      pk_event_trigger_fn fn, void *arg);

/** "system:name" of the struct trace_event_file at FILE; "" if unknown. */
void pk_event_file_name(struct pk_ctx *ctx, uint64_t file, char *text, size_t size);

typedef bool (*pk_func_probe_fn)(const struct pk_func_probe *probe, void *arg);
/** PK_ABSENT: this kernel keeps them elsewhere, or has no such commands. */
enum pk_status pk_func_probes_walk(struct pk_ctx *ctx, const struct pk_instance *instance,
				   pk_func_probe_fn fn, void *arg);

/** Free with pk_func_set_deinit(). PK_ABSENT: the kernel has no such file. */
enum pk_status pk_func_file_read(struct pk_ctx *ctx, const struct pk_instance *instance,
				 enum pk_func_file file, struct pk_func_set *ret_set);

#define PK_SETUP_MAX_PIDS 65536
/** The pids of FILE in ascending order: *RET_NR of them at *RET_PIDS, which the caller frees; NULL
 *  without such a filter. PK_CORRUPT: more than PK_SETUP_MAX_PIDS. */
enum pk_status pk_pid_file_read(struct pk_ctx *ctx, const struct pk_instance *instance,
				enum pk_pid_file file, uint32_t **ret_pids, uint32_t *ret_nr);

/** max_latency of INSTANCE, ns. PK_ABSENT: its current tracer does not measure it. */
enum pk_status pk_max_latency(struct pk_ctx *ctx, const struct pk_instance *instance,
			      uint64_t *ret_ns);

/** Contents of the file tracing_max_latency, ns, whoever measured it. PK_ABSENT: no such file in
 *  this kernel. */
enum pk_status pk_max_latency_kept(struct pk_ctx *ctx, const struct pk_instance *instance,
				   uint64_t *ret_ns);

/** PK_ABSENT: no stack tracer in this kernel. */
enum pk_status pk_max_stack_read(struct pk_ctx *ctx, struct pk_max_stack *ret_stack);

void pk_ftrace_state_read(struct pk_ctx *ctx, struct pk_ftrace_state *ret_state);

/** Kinds of dynamic events, a bit mask. */
enum pk_dynamic_kind {
	PK_DYNAMIC_KPROBE = 1,
	PK_DYNAMIC_UPROBE = 2,
	PK_DYNAMIC_EPROBE = 4,
	PK_DYNAMIC_FPROBE = 8,
	PK_DYNAMIC_SYNTHETIC = 16,
	PK_DYNAMIC_ALL = 31,
};
typedef bool (*pk_dynamic_fn)(const char *line, void *arg); /* LINE without newline; false stops */
/** Visit the definitions of the dynamic events of kinds WANTED (PK_DYNAMIC_*) in the kernel's
 *  order, as in the file dynamic_events. Unreadable parts are left empty, with a warning.
 *  PK_UNSUPPORTED: before 5.0. */
enum pk_status pk_dynamic_events_walk(struct pk_ctx *ctx, unsigned wanted, pk_dynamic_fn fn,
				      void *arg);

/** The function profiler's table of CPU, freed with pk_profile_deinit(). Empty if the profiler was
 *  never on. PK_ABSENT: this kernel has no profiler. PK_CORRUPT, PK_UNREADABLE: RET_PROFILE has
 *  what precedes the damage. */
enum pk_status pk_profile_read(struct pk_ctx *ctx, int cpu, struct pk_profile *ret_profile);
void pk_profile_deinit(struct pk_profile *profile);

/** The value that function_stat_show() prints under s^2: variance of the times, in us^2 times
 *  1000. */
uint64_t pk_profile_variance(const struct pk_profile_record *record);

/** Available tracers, and the state shared by all instances. What cannot be read costs a warning
 *  and a note; the only failure is PK_NOMEM. */
enum pk_status pk_tracing_read(struct pk_ctx *ctx, struct pk_tracing *ret_tracing);
/** The setup of INSTANCE, which is borrowed; errors as above. */
enum pk_status pk_instance_setup_read(struct pk_ctx *ctx, const struct pk_instance *instance,
				      struct pk_instance_setup *ret_setup);

#endif
