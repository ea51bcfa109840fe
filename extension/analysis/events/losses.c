// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/losses.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/events/call_stack.h"
#include "core/kit.h"
#include "decode/trace/event_format.h"

/* Longer than functions of the path run without an event; a task that is quiet for as long may have slept. */
#define QUIET_NS (100 * 1000)

void pk_losses_init(struct pk_losses *losses, const struct pk_instance *instance, uint16_t switches)
{
	*losses = (struct pk_losses){
		.switches = switches,
		.quiet_ns = !instance || instance->clock_in_ns ? QUIET_NS : 0,
	};
}

void pk_losses_deinit(struct pk_losses *losses)
{
	free(losses->cpus);
	memset(losses, 0, sizeof(*losses));
}

bool pk_losses_grow(struct pk_losses *losses, uint32_t nr)
{
	struct pk_cpu_losses *cpus = realloc(losses->cpus, nr * sizeof(*cpus));

	if (!cpus)
		return false;
	memset(cpus + losses->nr_cpus, 0, (nr - losses->nr_cpus) * sizeof(*cpus));
	losses->cpus = cpus;
	losses->nr_cpus = nr;
	return true;
}

/* RECORD's task has been on one CPU since: that alone tells, whatever else ran there. */
static bool is_bound(const struct pk_losses *losses, const struct pk_task_record *record,
		     const struct pk_event *event, bool in_interrupt)
{
	if (!event->pid)
		return true;
	if (record->cpu != event->cpu)
		return false;
	return in_interrupt ||
	       (losses->switches && losses->cpus[record->cpu].switches && !record->left);
}

static bool seems_to_stay(const struct pk_losses *losses, const struct pk_task_record *record,
			  const struct pk_event *event)
{
	return record->cpu == event->cpu && !record->left &&
	       losses->cpus[record->cpu].task == pk_event_task(event) &&
	       event->ts - record->ts < losses->quiet_ns;
}

enum pk_calls_state pk_task_calls(const struct pk_losses *losses,
				  const struct pk_task_record *record, const struct pk_event *event,
				  bool in_interrupt)
{
	if (losses->cpus[record->cpu].newest > record->serial)
		return PK_CALLS_LOST;
	if (is_bound(losses, record, event, in_interrupt))
		return PK_CALLS_KEPT;
	if (losses->newest > record->serial)
		return PK_CALLS_LOST;
	return seems_to_stay(losses, record, event) ? PK_CALLS_KEPT : PK_CALLS_DOUBTFUL;
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

static bool take_switches(const struct pk_event_file *file, void *arg)
{
	uint16_t *type = arg;

	if (pk_records_switches(file))
		*type = file->format->id;
	return !*type;
}

uint16_t pk_switches_type(struct pk_ctx *ctx, const struct pk_instance *instance)
{
	uint16_t type = 0;

	if (pk_event_files_walk(ctx, instance, take_switches, &type) != PK_OK || !type ||
	    pk_filters_pids(ctx, instance))
		return 0;
	return type;
}
