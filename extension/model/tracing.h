/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_TRACING_H
#define PK_MODEL_TRACING_H

#include <stdbool.h>
#include <stdint.h>

#include "core/arena.h"
#include "core/status.h"
#include "core/target.h"
#include "model/event.h"

#define PK_ALL_CPUS (-1)

/** One trace instance (struct trace_array) at the crash. */
struct pk_instance {
	uint64_t addr;
	char name[64]; /* "" for the top instance */
	char tracer[32]; /* current_trace->name */
	char clock[16]; /* trace_clocks[clock_id].name */
	bool clock_in_ns;
	bool tracing_on; /* what the file tracing_on would show */
	bool expanded; /* false: the buffers were never used, and have their boot-time minimum */
	bool has_snapshot;
	uint64_t flags; /* trace_flags (TRACE_ITER_*) */
	uint64_t time_start; /* ring clock; the kernel's own readers hide earlier events */
};

/** Counters of one CPU's buffer, as per_cpu/cpuN/stats shows them. */
struct pk_cpu_stats {
	int cpu;
	bool readable; /* otherwise STATUS says why, and nothing below is set */
	enum pk_status status;
	uint64_t entries, overrun, commit_overrun, bytes, dropped, read;
	bool oldest_known, newest_known;
	/* first and last event held; OLDEST is only as precise as a page's time */
	uint64_t oldest_ns, newest_ns;
	uint64_t committing; /* writers interrupted while writing */
	uint64_t nr_pages; /* ring pages, not counting the reader page */
};

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

#define PK_VALUE_TEXT_MAX 1024

enum pk_value_kind {
	PK_VALUE_TEXT,
	PK_VALUE_INT,
	PK_VALUE_UINT,
	PK_VALUE_ADDR,
	PK_VALUE_NS,
	PK_VALUE_LIST, /* NUMBER addresses, which are the values that follow */
	PK_VALUE_ABSENT, /* this kernel has no such member */
	PK_VALUE_UNREADABLE,
};

/** One value that an event carries. */
struct pk_event_value {
	const char *name; /* a field of its format, or ours; NULL inside a list */
	const char *lead; /* text printed before it; NULL: " NAME=" */
	enum pk_value_kind kind;
	uint64_t number; /* the bits, if signed */
	char text[PK_VALUE_TEXT_MAX];
};

/** An event with its fields as recorded, and names for its addresses and numbers. */
struct pk_event_line {
	struct pk_event event;
	const char *system; /* NULL: no format */
	const char *name; /* NULL if unknown */
	char comm[32];
	char flags[PK_FLAG_LETTERS_MAX]; /* trace_print_lat_fmt()'s letters */
	bool clock_in_ns;
	struct pk_event_value *values;
	uint32_t nr, room;
};

/** A record of the kernel log. Its text may have several lines. */
struct pk_log_line {
	uint64_t ts_nsec; /* local_clock() */
	uint32_t len;
	bool from_user; /* written to /dev/kmsg by a program */
	/* with pk_log_origin(): whether this kernel keeps them */
	bool has_level, has_caller;
	uint8_t level; /* KERN_EMERG (0) to KERN_DEBUG (7) */
	bool by_cpu; /* CALLER is a CPU that was in an interrupt; else a thread's number */
	uint32_t caller;
	const char *text; /* not NUL-terminated; borrowed until the next line */
	uint64_t addr; /* of TEXT in the dump */
	/* struct printk_info or, with OF_RECORDS, struct printk_log; borrowed as TEXT is */
	const uint8_t *header;
	uint64_t header_size;
	bool of_records;
};

#endif
