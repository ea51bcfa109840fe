// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace tracers`: how tracing was set up. */
#include "render/views.h"

#include <inttypes.h>

#define SHOWN 8 /* names of one kind, unless verbose */
#define LABEL "%-11s"

struct view {
	struct pk_out *out;
	bool verbose;
	uint64_t nr; /* number of names on the line so far */
	const char *label; /* of the line, until it begins */
};

/* Begins a line: its label, then at most SHOWN names. */
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

static void show_notes(struct pk_out *out, const struct pk_name_list *notes)
{
	PK_OUT_ARRAY(out, "notes");
	for (uint32_t i = 0; i < notes->nr; i++)
		pk_out_str(out, NULL, NULL, notes->names[i]);
}

static void show_stack(const struct view *view, const struct pk_tracing *tracing)
{
	const struct pk_max_stack *stack = &tracing->stack;
	struct pk_out *out = view->out;

	if (tracing->stack_status != PK_OK) {
		pk_out_text(out, LABEL " %s\n", "STACK",
			    tracing->stack_status == PK_ABSENT ? "no stack tracer in this kernel"
							       : "not readable");
		pk_out_null(out, "deepest_stack");
		return;
	}
	PK_OUT_OBJECT(out, "deepest_stack");
	pk_out_bool(out, "enabled", stack->enabled);
	pk_out_text(out, LABEL " stack tracer %s", "STACK", stack->enabled ? "on" : "off");
	pk_out_uint(out, "bytes", stack->size ? ", deepest: %llu byte(s)" : NULL, stack->size);
	pk_out_text(out, stack->size ? " in %u call(s)\n" : "\n", stack->nr);
	pk_out_array_begin(out, "frames");
	for (uint32_t i = 0; i < stack->nr; i++) {
		bool shown = view->verbose || i < SHOWN;

		PK_OUT_OBJECT(out, NULL);
		pk_out_uint(out, "depth", shown ? "  %6llu" : NULL, stack->frames[i].depth);
		pk_out_str(out, "func", shown ? "  %s\n" : NULL, tracing->stack_funcs[i]);
	}
	pk_out_array_end(out);
	if (!view->verbose && stack->nr > SHOWN)
		pk_out_text(out, "  and %u more (-v)\n", stack->nr - SHOWN);
}

static void show_profile_of(const struct view *view, const struct pk_cpu_profile *of)
{
	uint32_t nr = of->profile.nr;

	if (nr)
		pk_out_text(view->out, LABEL " CPU %d, %u function(s)\n", "PROFILE", of->cpu, nr);
	for (uint32_t i = 0; i < nr; i++) {
		const struct pk_profile_record *record = &of->profile.records[i];
		bool shown = view->verbose || i < SHOWN, timed = of->profile.timed;
		struct pk_out *out = view->out;

		PK_OUT_OBJECT(out, NULL);
		pk_out_uint(out, "cpu", NULL, (unsigned)of->cpu);
		pk_out_uint(out, "hits", shown ? "  %10llu" : NULL, record->hits);
		if (timed && shown)
			pk_out_text(out, "  %14.3f us", (double)record->time_ns / 1000);
		pk_out_uint_if(out, "time_ns", NULL, timed, record->time_ns);
		pk_out_str(out, "func", shown ? "  %s\n" : NULL, of->funcs[i]);
	}
	if (!view->verbose && nr > SHOWN)
		pk_out_text(view->out, "  and %u more (-v)\n", nr - SHOWN);
}

void pk_render_tracing(struct pk_out *out, const struct pk_tracing *tracing, bool verbose)
{
	struct view view = {.out = out, .verbose = verbose};
	const struct pk_ftrace_state *state = &tracing->state;

	PK_OUT_RECORD(out, "tracing");
	pk_out_text(out, LABEL, "TRACERS");
	pk_out_array_begin(out, "tracers");
	for (uint32_t i = 0; i < tracing->tracers.nr; i++)
		pk_out_str(out, NULL, " %s", tracing->tracers.names[i]);
	pk_out_array_end(out);
	pk_out_text(out, "\n");
	pk_out_text(out, LABEL " %s", "FTRACE",
		    state->disabled  ? "disabled for good: ftrace met a bug of its own"
		    : !state->known  ? tracing->ftrace_absent ? "not built in" : "not readable"
		    : state->enabled ? "on"
				     : "switched off (kernel.ftrace_enabled)");
	pk_out_bool_if(out, "ftrace_enabled", state->known, state->enabled);
	pk_out_bool(out, "ftrace_disabled", state->disabled);
	pk_out_int_if(out, "max_graph_depth", state->graph_depth ? ", max_graph_depth %lld" : NULL,
		      state->graph_depth >= 0, state->graph_depth);
	pk_out_int_if(out, "tracing_thresh_us",
		      state->thresh_us ? ", tracing_thresh %lld us" : NULL, state->thresh_us >= 0,
		      state->thresh_us);
	pk_out_text(out, "\n" LABEL " %s\n", "PROFILER",
		    !state->has_profiler      ? "not built in"
		    : state->profiler_enabled ? "on"
					      : "off");
	pk_out_bool_if(out, "profiler_enabled", state->has_profiler, state->profiler_enabled);

	if (!tracing->profiled) {
		pk_out_null(view.out, "profile");
	} else {
		PK_OUT_ARRAY(view.out, "profile");
		for (uint32_t i = 0; i < tracing->nr_profiles; i++)
			show_profile_of(&view, &tracing->profiles[i]);
	}

	show_stack(&view, tracing);
	show_notes(out, &tracing->notes);
}

static void show_functions(struct view *view, const struct pk_name_list *list, const char *key,
			   const char *label)
{
	if (!list->known) {
		pk_out_null(view->out, key);
		return;
	}
	begin_line(view, label);
	pk_out_array_begin(view->out, key);
	for (uint32_t i = 0; i < list->nr; i++)
		pk_out_str(view->out, NULL, room_for_name(view) ? " %s" : NULL, list->names[i]);
	pk_out_array_end(view->out);
	end_line(view);
}

/* Enabled events share a line; one with a filter or a trigger has its own, behind "!". */
static void show_event(struct view *view, const struct pk_event_setting *event)
{
	bool own_line = event->filter[0] || event->nr_triggers;
	bool off = !event->enabled || event->soft_disabled;
	struct pk_out *out = view->out;

	if (own_line && view->nr) {
		end_line(view);
		begin_line(view, "");
	}
	pk_out_object_begin(out, NULL);
	if (own_line)
		pk_out_text(out, "  " LABEL " %s:%s", view->label, event->system, event->name);
	else if (room_for_name(view))
		pk_out_text(out, " %s:%s", event->system, event->name);
	pk_out_str(out, "system", NULL, event->system);
	pk_out_str(out, "name", NULL, event->name);
	pk_out_bool(out, "enabled", !off);
	pk_out_text(out, own_line && off ? " (off)" : "");
	pk_out_word(out, "filter", ", filter %s", event->filter);
	pk_out_array_begin(out, "triggers");
	for (uint32_t i = 0; i < event->nr_triggers; i++) {
		const struct pk_event_trigger *trigger = &event->triggers[i];

		PK_OUT_OBJECT(out, NULL);
		pk_out_str(out, "command", ", trigger %s", trigger->command);
		pk_out_word(out, "event", ":%s", trigger->event);
		pk_out_uint_if(out, "count", ":count=%llu", trigger->limited, trigger->count);
		pk_out_text(out, "%s%s", trigger->limited ? "" : ":unlimited",
			    trigger->paused ? " (paused)" : "");
		pk_out_bool(out, "paused", trigger->paused);
		pk_out_word(out, "filter", " if %s", trigger->filter);
	}
	pk_out_array_end(out);
	pk_out_object_end(out);
	if (own_line) {
		pk_out_text(out, "\n");
		begin_line(view, "");
	}
}

static void show_pids(struct view *view, const struct pk_pid_list *list, const char *key,
		      const char *label)
{
	if (!list->pids) {
		pk_out_null(view->out, key);
		return;
	}
	begin_line(view, label);
	pk_out_array_begin(view->out, key);
	for (uint32_t i = 0; i < list->nr; i++)
		pk_out_uint(view->out, NULL, room_for_name(view) ? " %llu" : NULL, list->pids[i]);
	pk_out_array_end(view->out);
	end_line(view);
}

void pk_render_instance(struct pk_out *out, const struct pk_instance_setup *setup, bool verbose)
{
	const struct pk_name_list *functions = setup->functions;
	const struct pk_pid_list *pids = setup->pids;
	struct view view = {.out = out, .verbose = verbose};
	const struct pk_instance *instance = setup->instance;

	PK_OUT_RECORD(out, "instance");
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
	pk_out_uint_if(out, "max_latency_ns", NULL, setup->max_latency_known,
		       setup->max_latency_ns);
	if (setup->max_latency_known)
		pk_out_text(out, "  " LABEL " max_latency %" PRIu64 " us\n", "LATENCY",
			    setup->max_latency_ns / 1000);
	begin_line(&view, "OPTIONS");
	pk_out_array_begin(view.out, "options");
	for (uint32_t i = 0; i < setup->nr_options; i++) {
		const struct pk_option_setting *option = &setup->options[i];

		pk_out_object_begin(view.out, NULL);
		pk_out_str(view.out, "name", NULL, option->name);
		pk_out_bool(view.out, "on", option->on);
		pk_out_bool(view.out, "of_tracer", option->of_tracer);
		pk_out_object_end(view.out);
		if (!option->on && !view.verbose)
			continue;
		if (!view.nr++)
			pk_out_text(view.out, "  " LABEL, view.label);
		pk_out_text(view.out, " %s%s", option->on ? "" : "no", option->name);
	}
	pk_out_array_end(view.out);
	pk_out_text(view.out, view.nr ? "\n" : "");
	show_functions(&view, &functions[PK_FUNC_FILTER], "set_ftrace_filter", "FUNCTIONS");
	show_functions(&view, &functions[PK_FUNC_NOTRACE], "set_ftrace_notrace", "NOT TRACED");
	if (!setup->instance->name[0]) {
		show_functions(&view, &functions[PK_FUNC_GRAPH], "set_graph_function", "GRAPH OF");
		show_functions(&view, &functions[PK_FUNC_GRAPH_NOTRACE], "set_graph_notrace",
			       "NO GRAPH OF");
	}
	begin_line(&view, "COMMANDS");
	pk_out_array_begin(view.out, "commands");
	for (uint32_t i = 0; i < setup->nr_commands; i++) {
		const struct pk_func_command *command = &setup->commands[i];
		const struct pk_func_probe *probe = &command->probe;
		bool shown = room_for_name(&view);

		PK_OUT_OBJECT(view.out, NULL);
		pk_out_str(view.out, "func", shown ? " %s" : NULL, command->func);
		pk_out_str(view.out, "command", shown ? ":%s" : NULL, probe->command);
		pk_out_word(view.out, "event", shown ? ":%s" : NULL, probe->event);
		pk_out_uint_if(view.out, "count", shown ? ":count=%llu" : NULL, probe->limited,
			       probe->count);
		if (!probe->limited && shown)
			pk_out_text(view.out, ":unlimited");
	}
	pk_out_array_end(view.out);
	end_line(&view);
	begin_line(&view, "EVENTS");
	pk_out_array_begin(view.out, "events");
	for (uint32_t i = 0; i < setup->nr_events; i++)
		show_event(&view, &setup->events[i]);
	pk_out_array_end(view.out);
	end_line(&view);
	show_pids(&view, &pids[PK_PIDS_EVENT], "set_event_pid", "EVENT PIDS");
	show_pids(&view, &pids[PK_PIDS_EVENT_NO], "set_event_notrace_pid", "NO EV. PIDS");
	show_pids(&view, &pids[PK_PIDS_FUNCTION], "set_ftrace_pid", "FUNC PIDS");
	show_pids(&view, &pids[PK_PIDS_FUNCTION_NO], "set_ftrace_notrace_pid", "NO FN. PIDS");
	show_notes(out, &setup->notes);
}
