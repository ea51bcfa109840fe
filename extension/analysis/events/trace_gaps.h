/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_TRACE_GAPS_H
#define PK_ANALYSIS_TRACE_GAPS_H

#include "core/context.h"
#include "decode/trace/tracing.h"
#include "model/event.h"
#include "model/tracing.h"

/**
 * Which calls may have ended, and which begun, where nothing was recorded.
 *
 * Events of a CPU can be missing: overwritten, skipped, on a damaged page. A task may have run there
 * while its own record is silent, be it back on its CPU with the next event. What it had open before
 * is a call around that event only if it cannot have run there:
 *
 * - an idle task never leaves its CPU;
 * - nor does a task in an interrupt, as long as that has not ended;
 * - where sched_switch is recorded, nothing else takes a task off its CPU.
 *
 * As long as another CPU is silent, any moment between two events of a task may have been enough. It is
 * taken to have stayed if its CPU recorded no other task, nor was without an event for QUIET_NS
 * (trace_gaps.c); else it is doubtful whether its calls go on: most do, and their ends will be recorded.
 */
enum pk_calls_state {
	PK_CALLS_KEPT,
	PK_CALLS_DOUBTFUL, /* let none of them be a caller of what begins now */
	PK_CALLS_LOST, /* forget them */
};

#define PK_CLOCKS_DIFFER_NS 100000 /* of two CPUs, at most */

struct pk_cpu_gaps {
	uint64_t newest; /* serial of its newest event that others were lost before; 0: none */
	int64_t task; /* of its newest event; 0: it had none */
	bool switches; /* sched_switch was recorded here */
};

struct pk_trace_gaps {
	uint64_t serial; /* of the current event; the first is 1 */
	uint64_t newest; /* of the newest event of any CPU that others were lost before; 0: none */
	uint16_t switches; /* sched_switch's type, if all of them are recorded; else 0 */
	uint64_t quiet_ns; /* 0: the clock counts something else */
	uint32_t nr_cpus;
	struct pk_cpu_gaps *cpus; /* owned */
};

/** What is known of a task; begin with zeros. */
struct pk_task_record {
	uint64_t serial; /* of its newest event; 0: it had none */
	uint64_t ts; /* of that */
	int cpu;
	bool left; /* its sched_switch came, and nothing shows that it is back */
};

/** INSTANCE: whose events they are; NULL: unknown. SWITCHES: pk_switches_type() of it. */
void pk_trace_gaps_init(struct pk_trace_gaps *gaps, const struct pk_instance *instance,
			uint16_t switches);
void pk_trace_gaps_deinit(struct pk_trace_gaps *gaps);
/** More CPUs: room for NR. False: no memory. */
bool pk_trace_gaps_grow(struct pk_trace_gaps *gaps, uint32_t nr);
/** The next event in time order; call it before all else that is done with that. False: no memory. */
static inline bool pk_trace_gaps_event(struct pk_trace_gaps *gaps, const struct pk_event *event)
{
	uint32_t cpu = (uint32_t)event->cpu;

	if (cpu >= gaps->nr_cpus && !pk_trace_gaps_grow(gaps, cpu + 1))
		return false;
	gaps->serial++;
	if (event->lost_before || event->unread_before)
		gaps->newest = gaps->cpus[cpu].newest = gaps->serial;
	return true;
}

/** EVENT is the next one of the task of RECORD: something was not recorded since. */
static inline bool pk_task_has_gap(const struct pk_trace_gaps *gaps,
				   const struct pk_task_record *record,
				   const struct pk_event *event)
{
	return (gaps->newest > record->serial || event->others_silent) && record->serial;
}

/** What the task had open before EVENT. IN_INTERRUPT: by its record of calls, which has all ends, the task is in
 *  one. Only where it has a gap; else they are kept. */
enum pk_calls_state pk_task_calls(const struct pk_trace_gaps *gaps,
				  const struct pk_task_record *record, const struct pk_event *event,
				  bool in_interrupt);
/** EVENT, of serial gaps->serial, becomes the newest of RECORD's task TASK (pk_event_task()). */
static inline void pk_task_seen(struct pk_trace_gaps *gaps, struct pk_task_record *record,
				const struct pk_event *event, int64_t task)
{
	struct pk_cpu_gaps *cpu = &gaps->cpus[event->cpu];

	if (gaps->switches) {
		bool is_switch = event->type == gaps->switches;

		/* It has calls of its own between that and the switch; when it is back, another one's event came before. */
		record->left = is_switch || (record->left && cpu->task == task);
		cpu->switches |= is_switch;
	}
	record->serial = gaps->serial;
	record->ts = event->ts;
	record->cpu = event->cpu;
	cpu->task = task;
}

/** It is sched_switch, of every task. (But for pk_filters_pids().) */
bool pk_records_switches(const struct pk_event_file *file);
/** Type of sched_switch, if INSTANCE records all of them; else 0. */
uint16_t pk_switches_type(struct pk_ctx *ctx, const struct pk_instance *instance);
/** set_event_pid or set_event_notrace_pid is in use. */
bool pk_filters_pids(struct pk_ctx *ctx, const struct pk_instance *instance);

#endif
