// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace tracers`: how tracing was set up. */
#include "render/tracers.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "decode/trace/tracing_profile.h"
#include "decode/trace/tracing_setup.h"

#define SHOWN 8 /* names of one kind, unless verbose */
#define LABEL "%-11s"
#define MAX_NOTES 8

struct view {
	struct pk_out *out;
	struct pk_ctx *ctx;
	const struct pk_instance *instance;
	bool verbose;
	uint64_t nr; /* names of the line so far */
	const char *label; /* of the line, until it is begun */
	char notes[MAX_NOTES][sizeof(((struct pk_ctx *)0)->error)]; /* what could not be read */
	unsigned nr_notes;
};

/* A line of names: its label first, then at most SHOWN of them. */
static void begin_line(struct view *view, const char *label)
{
	view->label = label;
	view->nr = 0;
}

static bool room_for_name(struct view *view)
{
	if (!view->nr++)
		pk_out_text(view->out, "  " LABEL, view->label);
	return view->verbose || view->nr <= SHOWN;
}

static void end_line(struct view *view)
{
	if (!view->verbose && view->nr > SHOWN)
		pk_out_text(view->out, " and %" PRIu64 " more (-v)", view->nr - SHOWN);
	if (view->nr)
		pk_out_text(view->out, "\n");
}

static void report(struct view *view, enum pk_status status)
{
	if (status == PK_OK || status == PK_ABSENT)
		return;
	pk_warn(view->ctx, "%s", view->ctx->error);
	if (view->nr_notes < MAX_NOTES)
		snprintf(view->notes[view->nr_notes++], sizeof(view->notes[0]), "%s",
			 view->ctx->error);
}

static void show_notes(struct view *view)
{
	pk_out_array_begin(view->out, "notes");
	for (unsigned i = 0; i < view->nr_notes; i++)
		pk_out_str(view->out, NULL, NULL, view->notes[i]);
	pk_out_array_end(view->out);
}

static bool show_tracer(const char *name, void *arg)
{
	struct view *view = arg;

	pk_out_str(view->out, NULL, " %s", name);
	return true;
}

static void show_stack(struct view *view)
{
	struct pk_out *out = view->out;
	struct pk_max_stack stack;
	char name[PK_FUNCTION_NAME_MAX];
	enum pk_status status = pk_max_stack_read(view->ctx, &stack);

	if (status != PK_OK) {
		report(view, status);
		pk_out_text(out, LABEL " %s\n", "STACK",
			    status == PK_ABSENT ? "no stack tracer in this kernel"
						: "not readable");
		pk_out_null(out, "deepest_stack");
		return;
	}
	pk_out_object_begin(out, "deepest_stack");
	pk_out_bool(out, "enabled", stack.enabled);
	pk_out_text(out, LABEL " stack tracer %s", "STACK", stack.enabled ? "on" : "off");
	pk_out_uint(out, "bytes", stack.size ? ", deepest: %llu bytes" : NULL, stack.size);
	pk_out_text(out, stack.size ? " in %u calls\n" : "\n", stack.nr);
	pk_out_array_begin(out, "frames");
	for (uint32_t i = 0; i < stack.nr; i++) {
		bool shown = view->verbose || i < SHOWN;

		pk_out_object_begin(out, NULL);
		pk_out_uint(out, "depth", shown ? "  %6llu" : NULL, stack.frames[i].depth);
		pk_out_str(out, "func", shown ? "  %s\n" : NULL,
			   pk_function_name(view->ctx, stack.frames[i].ip, name, sizeof(name)));
		pk_out_object_end(out);
	}
	pk_out_array_end(out);
	if (!view->verbose && stack.nr > SHOWN)
		pk_out_text(out, "  and %u more (-v)\n", stack.nr - SHOWN);
	pk_out_object_end(out);
}

static void show_state(struct view *view)
{
	struct pk_out *out = view->out;
	struct pk_ftrace_state state;
	bool absent = pk_layout_get(view->ctx, PK_R_setup_ftrace_enabled)->state == PK_ROW_ABSENT;

	pk_ftrace_state_read(view->ctx, &state);
	pk_out_text(out, LABEL " %s", "FTRACE",
		    state.disabled  ? "disabled for good: ftrace met a bug of its own"
		    : !state.known  ? absent ? "not built in" : "not readable"
		    : state.enabled ? "on"
				    : "switched off (kernel.ftrace_enabled)");
	pk_out_bool_if(out, "ftrace_enabled", state.known, state.enabled);
	pk_out_bool(out, "ftrace_disabled", state.disabled);
	pk_out_int_if(out, "max_graph_depth", state.graph_depth ? ", max_graph_depth %lld" : NULL,
		      state.graph_depth >= 0, state.graph_depth);
	pk_out_int_if(out, "tracing_thresh_us", state.thresh_us ? ", tracing_thresh %lld us" : NULL,
		      state.thresh_us >= 0, state.thresh_us);
	pk_out_text(out, "\n" LABEL " %s\n", "PROFILER",
		    !state.has_profiler	     ? "not built in"
		    : state.profiler_enabled ? "on"
					     : "off");
	pk_out_bool_if(out, "profiler_enabled", state.has_profiler, state.profiler_enabled);
}

static void show_profiled(struct view *view, int cpu, const struct pk_profile *profile, uint32_t i)
{
	const struct pk_profile_record *record = &profile->records[i];
	struct pk_out *out = view->out;
	bool shown = view->verbose || i < SHOWN;
	char name[PK_FUNCTION_NAME_MAX];

	pk_out_object_begin(out, NULL);
	pk_out_uint(out, "cpu", NULL, (unsigned)cpu);
	pk_out_uint(out, "hits", shown ? "  %10llu" : NULL, record->hits);
	if (profile->timed && shown)
		pk_out_text(out, "  %14.3f us", (double)record->time_ns / 1000);
	pk_out_uint_if(out, "time_ns", NULL, profile->timed, record->time_ns);
	pk_out_str(out, "func", shown ? "  %s\n" : NULL,
		   pk_function_name(view->ctx, record->ip, name, sizeof(name)));
	pk_out_object_end(out);
}

static void show_profile_of(struct view *view, int cpu)
{
	struct pk_profile profile;

	report(view, pk_profile_read(view->ctx, cpu, &profile));
	if (profile.nr)
		pk_out_text(view->out, LABEL " CPU %d, %u functions\n", "PROFILE", cpu, profile.nr);
	for (uint32_t i = 0; i < profile.nr; i++)
		show_profiled(view, cpu, &profile, i);
	if (!view->verbose && profile.nr > SHOWN)
		pk_out_text(view->out, "  and %u more (-v)\n", profile.nr - SHOWN);
	pk_profile_deinit(&profile);
}

static void show_profile(struct view *view)
{
	struct pk_cpumask mask;

	if (!pk_has(view->ctx, PK_R_profile_stats) ||
	    pk_cpumask_get(view->ctx, PK_CPUS_POSSIBLE, &mask) != PK_OK) {
		pk_out_null(view->out, "profile");
		return;
	}
	pk_out_array_begin(view->out, "profile");
	for (int cpu = 0; cpu < PK_MAX_CPUS; cpu++)
		if (pk_cpumask_test(&mask, (unsigned)cpu))
			show_profile_of(view, cpu);
	pk_out_array_end(view->out);
}

enum pk_status pk_render_tracing(struct pk_out *out, struct pk_ctx *ctx, bool verbose)
{
	struct view view = {.out = out, .ctx = ctx, .verbose = verbose};
	enum pk_status status;

	pk_out_object_begin(out, NULL);
	pk_out_text(out, LABEL, "TRACERS");
	pk_out_array_begin(out, "tracers");
	status = pk_tracers_walk(ctx, show_tracer, &view);
	pk_out_array_end(out);
	pk_out_text(out, "\n");
	report(&view, status);
	show_state(&view);
	show_profile(&view);
	show_stack(&view);
	show_notes(&view);
	pk_out_object_end(out);
	return PK_OK;
}

static void show_option(const char *name, bool on, bool of_tracer, void *arg)
{
	struct view *view = arg;

	pk_out_object_begin(view->out, NULL);
	pk_out_str(view->out, "name", NULL, name);
	pk_out_bool(view->out, "on", on);
	pk_out_bool(view->out, "of_tracer", of_tracer);
	pk_out_object_end(view->out);
	if (!on && !view->verbose)
		return;
	if (!view->nr++)
		pk_out_text(view->out, "  " LABEL, view->label);
	pk_out_text(view->out, " %s%s", on ? "" : "no", name);
}

static void show_options(struct view *view)
{
	enum pk_status status;

	begin_line(view, "OPTIONS");
	pk_out_array_begin(view->out, "options");
	status = pk_trace_options_walk(view->ctx, view->instance, show_option, view);
	pk_out_array_end(view->out);
	pk_out_text(view->out, view->nr ? "\n" : "");
	report(view, status);
}

static void show_functions(struct view *view, enum pk_func_file file, const char *key,
			   const char *label)
{
	char name[PK_FUNCTION_NAME_MAX];
	struct pk_func_set set;
	enum pk_status status = pk_func_file_read(view->ctx, view->instance, file, &set);

	if (status != PK_OK) {
		report(view, status);
		pk_out_null(view->out, key);
		return;
	}
	begin_line(view, label);
	pk_out_array_begin(view->out, key);
	for (uint32_t i = 0; i < set.nr; i++)
		pk_out_str(view->out, NULL, room_for_name(view) ? " %s" : NULL,
			   pk_function_name(view->ctx, set.ips[i], name, sizeof(name)));
	pk_out_array_end(view->out);
	end_line(view);
	pk_func_set_deinit(&set);
}

static bool show_command(const struct pk_func_probe *probe, void *arg)
{
	struct view *view = arg;
	char name[PK_FUNCTION_NAME_MAX];
	bool shown = room_for_name(view);

	pk_out_object_begin(view->out, NULL);
	pk_out_str(view->out, "func", shown ? " %s" : NULL,
		   pk_function_name(view->ctx, probe->ip, name, sizeof(name)));
	pk_out_str(view->out, "command", shown ? ":%s" : NULL, probe->command);
	pk_out_word(view->out, "event", shown ? ":%s" : NULL, probe->event);
	pk_out_uint_if(view->out, "count", shown ? ":count=%llu" : NULL, probe->limited,
		       probe->count);
	if (!probe->limited && shown)
		pk_out_text(view->out, ":unlimited");
	pk_out_object_end(view->out);
	return true;
}

static void show_commands(struct view *view)
{
	enum pk_status status;

	begin_line(view, "COMMANDS");
	pk_out_array_begin(view->out, "commands");
	status = pk_func_probes_walk(view->ctx, view->instance, show_command, view);
	pk_out_array_end(view->out);
	end_line(view);
	report(view, status);
}

static bool show_trigger(const struct pk_event_trigger *trigger, void *arg)
{
	struct pk_out *out = ((struct view *)arg)->out;

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "command", ", trigger %s", trigger->command);
	pk_out_word(out, "event", ":%s", trigger->event);
	pk_out_uint_if(out, "count", ":count=%llu", trigger->limited, trigger->count);
	pk_out_text(out, "%s%s", trigger->limited ? "" : ":unlimited",
		    trigger->paused ? " (paused)" : "");
	pk_out_bool(out, "paused", trigger->paused);
	pk_out_word(out, "filter", " if %s", trigger->filter);
	pk_out_object_end(out);
	return true;
}

/* Notes whether there is any. */
static bool any_trigger(const struct pk_event_trigger *trigger, void *arg)
{
	(void)trigger;
	*(bool *)arg = true;
	return false;
}

/* Enabled events share a line; one with a filter or a trigger has its own, behind "!". */
static bool show_event(const struct pk_event_file *file, void *arg)
{
	struct view *view = arg;
	struct pk_out *out = view->out;
	bool triggers = false, own_line;
	enum pk_status status = pk_event_triggers_walk(view->ctx, file, any_trigger, &triggers);

	report(view, status);
	if (!file->enabled && !file->filter[0] && !triggers)
		return true;
	own_line = file->filter[0] || triggers;
	if (own_line && view->nr) {
		end_line(view);
		begin_line(view, "");
	}
	pk_out_object_begin(out, NULL);
	if (own_line)
		pk_out_text(out, "  " LABEL " %s:%s", view->label, file->format->system,
			    file->format->name);
	else if (room_for_name(view))
		pk_out_text(out, " %s:%s", file->format->system, file->format->name);
	pk_out_str(out, "system", NULL, file->format->system);
	pk_out_str(out, "name", NULL, file->format->name);
	pk_out_bool(out, "enabled", file->enabled && !file->soft_disabled);
	pk_out_text(out, own_line && (!file->enabled || file->soft_disabled) ? " (off)" : "");
	pk_out_word(out, "filter", ", filter %s", file->filter);
	pk_out_array_begin(out, "triggers");
	if (triggers)
		pk_event_triggers_walk(view->ctx, file, show_trigger, view);
	pk_out_array_end(out);
	pk_out_object_end(out);
	if (own_line) {
		pk_out_text(out, "\n");
		begin_line(view, "");
	}
	return true;
}

static void show_events(struct view *view)
{
	enum pk_status status;

	begin_line(view, "EVENTS");
	pk_out_array_begin(view->out, "events");
	status = pk_event_files_walk(view->ctx, view->instance, show_event, view);
	pk_out_array_end(view->out);
	end_line(view);
	report(view, status);
}

static void show_pids(struct view *view, enum pk_pid_file file, const char *key, const char *label)
{
	uint32_t *pids, nr;
	enum pk_status status = pk_pid_file_read(view->ctx, view->instance, file, &pids, &nr);

	if (status != PK_OK || !pids) {
		report(view, status);
		pk_out_null(view->out, key);
		return;
	}
	begin_line(view, label);
	pk_out_array_begin(view->out, key);
	for (uint32_t i = 0; i < nr; i++)
		pk_out_uint(view->out, NULL, room_for_name(view) ? " %llu" : NULL, pids[i]);
	pk_out_array_end(view->out);
	end_line(view);
	free(pids);
}

static void show_latency(struct view *view)
{
	uint64_t ns = 0;
	enum pk_status status = pk_max_latency(view->ctx, view->instance, &ns);

	report(view, status);
	pk_out_uint_if(view->out, "max_latency_ns", NULL, status == PK_OK, ns);
	if (status == PK_OK)
		pk_out_text(view->out, "  " LABEL " max_latency %" PRIu64 " us\n", "LATENCY",
			    ns / 1000);
}

void pk_render_instance(struct pk_out *out, struct pk_ctx *ctx, const struct pk_instance *instance,
			bool verbose)
{
	struct view view = {.out = out, .ctx = ctx, .instance = instance, .verbose = verbose};

	pk_out_object_begin(out, NULL);
	pk_out_str(out, "instance", NULL, instance->name);
	pk_out_text(out, "\nINSTANCE: %s", instance->name[0] ? instance->name : "(top)");
	pk_out_str(out, "tracer", "  TRACER: %s", instance->tracer);
	pk_out_bool(out, "tracing_on", instance->tracing_on);
	pk_out_text(out, "  TRACING: %s", instance->tracing_on ? "on" : "off");
	pk_out_str(out, "clock", "  CLOCK: %s", instance->clock);
	pk_out_bool(out, "used", instance->expanded);
	pk_out_bool(out, "snapshot", instance->has_snapshot);
	pk_out_text(out, "%s%s\n", instance->expanded ? "" : "  (never used)",
		    instance->has_snapshot ? "  (has a snapshot)" : "");
	show_latency(&view);
	show_options(&view);
	show_functions(&view, PK_FUNC_FILTER, "set_ftrace_filter", "FUNCTIONS");
	show_functions(&view, PK_FUNC_NOTRACE, "set_ftrace_notrace", "NOT TRACED");
	if (!instance->name[0]) {
		show_functions(&view, PK_FUNC_GRAPH, "set_graph_function", "GRAPH OF");
		show_functions(&view, PK_FUNC_GRAPH_NOTRACE, "set_graph_notrace", "NO GRAPH OF");
	}
	show_commands(&view);
	show_events(&view);
	show_pids(&view, PK_PIDS_EVENT, "set_event_pid", "EVENT PIDS");
	show_pids(&view, PK_PIDS_EVENT_NO, "set_event_notrace_pid", "NOT PIDS");
	show_pids(&view, PK_PIDS_FUNCTION, "set_ftrace_pid", "FUNC PIDS");
	show_pids(&view, PK_PIDS_FUNCTION_NO, "set_ftrace_notrace_pid", "NOT PIDS");
	show_notes(&view);
	pk_out_object_end(out);
}
