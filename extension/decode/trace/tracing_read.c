// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/tracing.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

#define MAX_NOTES 8

struct reading {
	struct pk_ctx *ctx;
	struct pk_texts *texts; /* of what is being read */
	struct pk_name_list *notes;
	struct pk_instance_setup *setup;
	struct pk_tracing *tracing;
	bool nomem;
};

static const char *keep(struct reading *reading, const char *text)
{
	const char *kept = pk_texts_keep(reading->texts, text);

	reading->nomem |= !kept;
	return kept;
}

static const char *keep_function(struct reading *reading, uint64_t addr)
{
	char name[PK_FUNCTION_NAME_MAX];

	return keep(reading, pk_function_name(reading->ctx, addr, name, sizeof(name)));
}

static void add_name(struct reading *reading, struct pk_name_list *list, const char *kept)
{
	if (pk_grow(list->names, list->nr, list->room))
		list->names[list->nr++] = kept;
	else
		reading->nomem = true;
}

/* True: all is known. */
static bool note(struct reading *reading, enum pk_status status)
{
	struct pk_ctx *ctx = reading->ctx;

	if (status == PK_OK || status == PK_ABSENT)
		return status == PK_OK;
	pk_warn(ctx, "%s", pk_error(ctx));
	if (reading->notes->nr < MAX_NOTES)
		add_name(reading, reading->notes, keep(reading, pk_error(ctx)));
	return false;
}

static enum pk_status finish(const struct reading *reading)
{
	return reading->nomem ? pk_fail(reading->ctx, PK_NOMEM, "tracing setup") : PK_OK;
}

static bool add_tracer(const char *name, void *arg)
{
	struct reading *reading = arg;

	add_name(reading, &reading->tracing->tracers, keep(reading, name));
	return true;
}

static void read_profile_of(struct reading *reading, int cpu)
{
	struct pk_tracing *tracing = reading->tracing;
	struct pk_cpu_profile *of;

	if (!pk_grow(tracing->profiles, tracing->nr_profiles, tracing->room_profiles)) {
		reading->nomem = true;
		return;
	}
	of = &tracing->profiles[tracing->nr_profiles++];
	of->cpu = cpu;
	note(reading, pk_profile_read(reading->ctx, cpu, &of->profile));
	of->funcs = calloc(of->profile.nr + 1, sizeof(*of->funcs));
	reading->nomem |= !of->funcs;
	for (uint32_t i = 0; of->funcs && i < of->profile.nr; i++)
		of->funcs[i] = keep_function(reading, of->profile.records[i].ip);
}

enum pk_status pk_tracing_read(struct pk_ctx *ctx, struct pk_tracing *ret_tracing)
{
	struct pk_tracing *tracing = ret_tracing;
	struct reading reading = {
		.ctx = ctx, .texts = &tracing->texts, .notes = &tracing->notes, .tracing = tracing};
	struct pk_cpumask mask;

	memset(tracing, 0, sizeof(*tracing));
	note(&reading, pk_tracers_walk(ctx, add_tracer, &reading));
	tracing->ftrace_absent =
		pk_layout_get(ctx, PK_R_setup_ftrace_enabled)->state == PK_ROW_ABSENT;
	pk_ftrace_state_read(ctx, &tracing->state);

	if (pk_has(reading.ctx, PK_R_profile_stats) &&
	    pk_cpumask_get(reading.ctx, PK_CPUS_POSSIBLE, &mask) == PK_OK) {
		reading.tracing->profiled = true;
		for (int cpu = 0; cpu < PK_MAX_CPUS; cpu++)
			if (pk_cpumask_test(&mask, (unsigned)cpu))
				read_profile_of(&reading, cpu);
	}

	tracing->stack_status = pk_max_stack_read(ctx, &tracing->stack);
	if (note(&reading, tracing->stack_status))
		for (uint32_t i = 0; i < tracing->stack.nr; i++)
			tracing->stack_funcs[i] =
				keep_function(&reading, tracing->stack.frames[i].ip);
	return finish(&reading);
}

static void add_option(const char *name, bool on, bool of_tracer, void *arg)
{
	struct reading *reading = arg;
	struct pk_instance_setup *setup = reading->setup;

	if (pk_grow(setup->options, setup->nr_options, setup->room_options))
		setup->options[setup->nr_options++] = (struct pk_option_setting){
			.name = keep(reading, name), .on = on, .of_tracer = of_tracer};
	else
		reading->nomem = true;
}

static void read_functions(struct reading *reading, enum pk_func_file file)
{
	struct pk_name_list *list = &reading->setup->functions[file];
	struct pk_func_set set;

	list->known = note(reading,
			   pk_func_file_read(reading->ctx, reading->setup->instance, file, &set));
	if (!list->known)
		return;
	for (uint32_t i = 0; i < set.nr; i++)
		add_name(reading, list, keep_function(reading, set.ips[i]));
	pk_func_set_deinit(&set);
}

static bool add_command(const struct pk_func_probe *probe, void *arg)
{
	struct reading *reading = arg;
	struct pk_instance_setup *setup = reading->setup;

	if (pk_grow(setup->commands, setup->nr_commands, setup->room_commands))
		setup->commands[setup->nr_commands++] = (struct pk_func_command){
			.probe = *probe, .func = keep_function(reading, probe->ip)};
	else
		reading->nomem = true;
	return true;
}

struct triggers {
	struct reading *reading;
	struct pk_event_setting *event;
};

static bool add_trigger(const struct pk_event_trigger *trigger, void *arg)
{
	struct triggers *triggers = arg;
	struct pk_event_setting *event = triggers->event;

	if (pk_grow(event->triggers, event->nr_triggers, event->room_triggers))
		event->triggers[event->nr_triggers++] = *trigger;
	else
		triggers->reading->nomem = true;
	return true;
}

static void add_event(struct reading *reading, const struct pk_event_file *file)
{
	struct pk_instance_setup *setup = reading->setup;
	struct pk_event_setting event = {.enabled = file->enabled,
					 .soft_disabled = file->soft_disabled};
	struct triggers triggers = {reading, &event};

	note(reading, pk_event_triggers_walk(reading->ctx, file, add_trigger, &triggers));
	if (!file->enabled && !file->filter[0] && !event.nr_triggers)
		return;
	event.system = keep(reading, file->format->system);
	event.name = keep(reading, file->format->name);
	event.filter = keep(reading, file->filter);
	if (pk_grow(setup->events, setup->nr_events, setup->room_events)) {
		setup->events[setup->nr_events++] = event;
	} else {
		free(event.triggers);
		reading->nomem = true;
	}
}

enum pk_status pk_instance_setup_read(struct pk_ctx *ctx, const struct pk_instance *instance,
				      struct pk_instance_setup *ret_setup)
{
	struct pk_instance_setup *setup = ret_setup;
	struct reading reading = {
		.ctx = ctx, .texts = &setup->texts, .notes = &setup->notes, .setup = setup};
	struct pk_reader r = {.ctx = ctx};
	bool top = !instance->name[0];

	*setup = (struct pk_instance_setup){.instance = instance};
	setup->max_latency_known =
		note(&reading, pk_max_latency(ctx, instance, &setup->max_latency_ns));
	note(&reading, pk_trace_options_walk(ctx, instance, add_option, &reading));
	for (enum pk_func_file file = 0; file < PK_NR_FUNC_FILES; file++)
		if (top || (file != PK_FUNC_GRAPH && file != PK_FUNC_GRAPH_NOTRACE))
			read_functions(&reading, file);
	note(&reading, pk_func_probes_walk(ctx, instance, add_command, &reading));
	pk_event_file_for_each (file, &r, instance->addr)
		add_event(&reading, &file);
	note(&reading, r.status);
	for (enum pk_pid_file file = 0; file < PK_NR_PID_FILES; file++) {
		struct pk_pid_list *list = &reading.setup->pids[file];
		struct pk_pid_list found;

		if (note(&reading, pk_pid_file_read(reading.ctx, reading.setup->instance, file,
						    &found.pids, &found.nr)))
			*list = found;
	}
	return finish(&reading);
}
