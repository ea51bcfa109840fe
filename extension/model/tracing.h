/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_TRACING_H
#define PK_MODEL_TRACING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/target.h"
#include "core/texts.h"
#include "model/instance.h"

/* How tracing was set up. */

/* Longest texts, in bytes with the NUL. */
#define PK_SETUP_NAME 64
#define PK_SETUP_TEXT 512

/** A trigger of an event, as in its file `trigger`. */
struct pk_event_trigger {
	char command[PK_SETUP_NAME]; /* traceoff, stacktrace, snapshot, enable_event, hist, ... */
	/* "system:name" for commands that switch an event, such as enable_event; otherwise "" */
	char event[2 * PK_SETUP_NAME];
	bool limited, paused;
	uint64_t count; /* how often it may still fire, if limited */
	char filter[PK_SETUP_TEXT];
};
/** A command on functions ("panic:traceoff"), as set_ftrace_filter lists it. */
struct pk_func_probe {
	uint64_t ip;
	char command[PK_SETUP_NAME];
	/* "system:name" for enable_event and disable_event; otherwise "" */
	char event[2 * PK_SETUP_NAME];
	bool limited;
	uint64_t count;
};
/** Sets of functions, by file. */
enum pk_func_file {
	PK_FUNC_FILTER, /* set_ftrace_filter */
	PK_FUNC_NOTRACE, /* set_ftrace_notrace */
	PK_FUNC_GRAPH, /* set_graph_function: shared by all instances */
	PK_FUNC_GRAPH_NOTRACE, /* set_graph_notrace */
	PK_NR_FUNC_FILES
};
enum pk_pid_file {
	PK_PIDS_EVENT, /* set_event_pid */
	PK_PIDS_EVENT_NO, /* set_event_notrace_pid */
	PK_PIDS_FUNCTION, /* set_ftrace_pid */
	PK_PIDS_FUNCTION_NO, /* set_ftrace_notrace_pid */
	PK_NR_PID_FILES
};

/** The stack tracer's deepest stack (file stack_trace). */
#define PK_MAX_STACK 512 /* STACK_TRACE_ENTRIES is 500 */
struct pk_max_stack {
	bool enabled;
	uint64_t size; /* bytes; 0: none recorded */
	uint32_t nr;
	struct {
		uint64_t ip;
		uint32_t depth; /* bytes of stack above it */
	} frames[PK_MAX_STACK];
};
/** Global switches of tracing. */
struct pk_ftrace_state {
	bool known; /* ENABLED and DISABLED are valid */
	bool enabled; /* kernel.ftrace_enabled */
	bool disabled; /* permanently, after a bug in ftrace itself */
	int64_t graph_depth; /* max_graph_depth; 0: no limit; -1: unknown */
	int64_t thresh_us; /* tracing_thresh; -1: unknown */
	bool has_profiler, profiler_enabled;
};
/**
 * The function profiler's table of one CPU (trace_stat/functionN): calls per function and, with
 * function_graph, the time they took.
 */
struct pk_profile_record {
	uint64_t ip;
	uint64_t hits;
	uint64_t time_ns, time_squared; /* sum over all calls, ns and ns^2; 0 unless timed */
};

struct pk_profile {
	/* owned; in the kernel's order: most time, or hits, first */
	struct pk_profile_record *records;
	uint32_t nr;
	bool timed;
};

/** Texts, in the kernel's order. */
struct pk_name_list {
	bool known; /* otherwise the kernel has no such file, or it was unreadable */
	const char **names; /* owned; the texts are not */
	uint32_t nr, room;
};

struct pk_option_setting {
	const char *name;
	bool on, of_tracer;
};

/** A command on a function, by name. */
struct pk_func_command {
	struct pk_func_probe probe;
	const char *func;
};

/** An event that is enabled, or has a filter or triggers. */
struct pk_event_setting {
	const char *system, *name, *filter; /* "": none */
	bool enabled, soft_disabled;
	struct pk_event_trigger *triggers; /* owned */
	uint32_t nr_triggers, room_triggers;
};

struct pk_pid_list {
	uint32_t *pids; /* owned, ascending; NULL: no such filter */
	uint32_t nr;
};

/** One instance. */
struct pk_instance_setup {
	const struct pk_instance *instance;
	bool max_latency_known;
	uint64_t max_latency_ns;
	struct pk_option_setting *options; /* owned */
	uint32_t nr_options, room_options;
	struct pk_name_list functions[PK_NR_FUNC_FILES];
	struct pk_func_command *commands; /* owned */
	uint32_t nr_commands, room_commands;
	struct pk_event_setting *events; /* owned */
	uint32_t nr_events, room_events;
	struct pk_pid_list pids[PK_NR_PID_FILES];
	struct pk_name_list notes; /* what could not be read */
	struct pk_texts texts;
};

void pk_instance_setup_deinit(struct pk_instance_setup *setup);

/** The function profiler's table of a CPU, with names. */
struct pk_cpu_profile {
	int cpu;
	struct pk_profile profile; /* owned */
	const char **funcs; /* owned; one per record */
};

/** State shared by all instances. */
struct pk_tracing {
	struct pk_name_list tracers;
	struct pk_ftrace_state state;
	bool ftrace_absent; /* not built in */
	enum pk_status stack_status;
	struct pk_max_stack stack;
	const char *stack_funcs[PK_MAX_STACK];
	bool profiled; /* otherwise this kernel has no profiler, or its CPUs are unknown */
	struct pk_cpu_profile *profiles; /* owned */
	uint32_t nr_profiles, room_profiles;
	struct pk_name_list notes;
	struct pk_texts texts;
};

void pk_tracing_deinit(struct pk_tracing *tracing);

#endif
