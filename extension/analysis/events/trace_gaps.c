// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/trace_gaps.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/events/call_stack.h"
#include "core/kit.h"
#include "decode/trace/event_format.h"

/* Longer than functions of the path run without an event; a task that is quiet for as long may have slept. */
#define QUIET_NS (100 * 1000)

void pk_trace_gaps_init(struct pk_trace_gaps *gaps, const struct pk_instance *instance,
			uint16_t switches)
{
	*gaps = (struct pk_trace_gaps){
		.switches = switches,
		.quiet_ns = !instance || instance->clock_in_ns ? QUIET_NS : 0,
	};
}

void pk_trace_gaps_deinit(struct pk_trace_gaps *gaps)
{
	free(gaps->cpus);
	memset(gaps, 0, sizeof(*gaps));
}

bool pk_trace_gaps_grow(struct pk_trace_gaps *gaps, uint32_t nr)
{
	struct pk_cpu_gaps *cpus = realloc(gaps->cpus, nr * sizeof(*cpus));

	if (!cpus)
		return false;
	memset(cpus + gaps->nr_cpus, 0, (nr - gaps->nr_cpus) * sizeof(*cpus));
	gaps->cpus = cpus;
	gaps->nr_cpus = nr;
	return true;
}

/* RECORD's task has been on one CPU since: that alone tells, whatever else ran there. */
static bool is_bound(const struct pk_trace_gaps *gaps, const struct pk_task_record *record,
		     const struct pk_event *event, bool in_interrupt)
{
	if (!event->pid)
		return true;
	if (record->cpu != event->cpu)
		return false;
	return in_interrupt ||
	       (gaps->switches && gaps->cpus[record->cpu].switches && !record->left);
}

static bool seems_to_stay(const struct pk_trace_gaps *gaps, const struct pk_task_record *record,
			  const struct pk_event *event)
{
	return record->cpu == event->cpu && !record->left &&
	       gaps->cpus[record->cpu].task == pk_event_task(event) &&
	       event->ts - record->ts < gaps->quiet_ns;
}

enum pk_calls_state pk_task_calls(const struct pk_trace_gaps *gaps,
				  const struct pk_task_record *record, const struct pk_event *event,
				  bool in_interrupt)
{
	if (gaps->cpus[record->cpu].newest > record->serial)
		return PK_CALLS_LOST;
	if (is_bound(gaps, record, event, in_interrupt))
		return PK_CALLS_KEPT;
	if (gaps->newest > record->serial)
		return PK_CALLS_LOST;
	return seems_to_stay(gaps, record, event) ? PK_CALLS_KEPT : PK_CALLS_DOUBTFUL;
}

bool pk_filters_pids(struct pk_ctx *ctx, const struct pk_instance *instance)
{
	static const enum pk_pid_file files[] = {PK_PIDS_EVENT, PK_PIDS_EVENT_NO};
	bool any = false;

	for (size_t i = 0; i < PK_ARRAY_SIZE(files); i++) {
		uint32_t *pids, nr;

		if (pk_pid_file_read(ctx, instance, files[i], &pids, &nr) == PK_OK) {
			any |= pids != NULL;
			free(pids);
		}
	}
	return any;
}

bool pk_records_switches(const struct pk_event_file *file)
{
	return file->enabled && !file->soft_disabled && !file->filter[0] &&
	       !strcmp(file->format->name, "sched_switch") &&
	       !strcmp(file->format->system, "sched");
}

uint16_t pk_switches_type(struct pk_ctx *ctx, const struct pk_instance *instance)
{
	struct pk_reader r = {.ctx = ctx};
	uint16_t type = 0;

	pk_event_file_for_each (file, &r, instance->addr)
		if (pk_records_switches(&file)) {
			type = file.format->id;
			break;
		}
	if (!pk_ok(&r) || !type || pk_filters_pids(ctx, instance))
		return 0;
	return type;
}
