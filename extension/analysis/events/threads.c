// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/threads.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/events/call_stack.h"
#include "analysis/events/function_tree.h"
#include "analysis/events/trace_gaps.h"
#include "decode/trace/clock.h"
#include "decode/trace/event_format.h"

#define MAX_DEPTH 512

struct frame {
	struct pk_open_call call; /* DEPTH: function_graph's; of a probe -1 */
	uint64_t start;
	bool shown;
	/* of shown calls: how many lie around it, and when the outermost of them began */
	uint32_t level;
	uint64_t base;
};

struct thread {
	struct pk_task_record record;
	uint32_t nr;
	uint32_t nr_doubtful; /* of the outermost: they may have ended (trace_gaps.h) */
	struct frame frames[MAX_DEPTH];
	struct pk_function_tree *tree; /* owned; NULL: no function entry of it came */
};

struct pk_threads {
	struct pk_ctx *ctx;
	const struct pk_instance *instance;
	struct pk_function_set *only; /* borrowed; NULL: all */
	pk_thread_fn fn;
	void *arg;
	const struct pk_formats *formats; /* NULL: not to be had */
	bool by_tracer; /* function or function_graph: its calls, not those of probes */
	bool filter_asked, filtered;
	struct pk_context_flags flags;
	struct pk_text_places places;
	struct pk_trace_gaps gaps;
	struct pk_hash threads; /* owned: pid, or -1 - CPU -> struct thread */
	struct pk_hash returns; /* functions that have a probe on their return */
	const struct pk_event *event;
	const struct pk_format *probe;
};

static uint64_t function_of(struct pk_threads *threads, uint64_t addr)
{
	struct pk_text_place place = pk_text_place(threads->ctx, &threads->places, addr, false);

	return place.func ? place.func : addr;
}

static bool is_return_probe(const struct pk_format *format)
{
	return pk_format_field(format, "__probe_ret_ip") != NULL;
}

static bool is_function_probe(const struct pk_format *format)
{
	return format->kind == PK_FORMAT_KPROBE || format->kind == PK_FORMAT_KRETPROBE ||
	       format->kind == PK_FORMAT_FPROBE;
}

/* An entry without its return would stay open for ever: only pairs make calls. */
static void find_pairs(struct pk_threads *threads)
{
	static char yes;

	for (uint32_t i = 0; threads->formats && i < pk_formats_nr(threads->formats); i++) {
		const struct pk_format *format = pk_formats_at(threads->formats, i);
		uint64_t addr = format->probe_addr;

		if (!is_function_probe(format) || !is_return_probe(format))
			continue;
		if (!addr && format->probe_symbol &&
		    pk_symbol_find(threads->ctx, format->probe_symbol, &addr) != PK_OK)
			continue;
		pk_hash_put(&threads->returns, function_of(threads, addr), &yes);
	}
}

enum pk_status pk_threads_create(struct pk_ctx *ctx, const struct pk_instance *instance,
				 struct pk_function_set *only, pk_thread_fn fn, void *arg,
				 struct pk_threads **ret_threads)
{
	struct pk_threads *threads = calloc(1, sizeof(*threads));
	enum pk_status status =
		threads ? pk_last_boot_enter(ctx, instance) : pk_fail(ctx, PK_NOMEM, "threads");

	if (status != PK_OK) {
		free(threads);
		return status;
	}
	threads->ctx = ctx;
	threads->instance = instance;
	threads->only = only;
	threads->fn = fn;
	threads->arg = arg;
	pk_trace_gaps_init(&threads->gaps, instance,
			   ctx->last_boot ? 0 : pk_switches_type(ctx, instance));
	pk_context_flags_load(ctx, &threads->flags);
	threads->by_tracer =
		ctx->last_boot || !strncmp(instance->tracer, "function", strlen("function"));
	if (pk_formats_load(ctx, &threads->formats) != PK_OK) {
		pk_warn(ctx, "%s", pk_error(ctx));
		threads->formats = NULL;
	}
	find_pairs(threads);
	*ret_threads = threads;
	return PK_OK;
}

static void thread_free(void *thread)
{
	free(((struct thread *)thread)->tree);
	free(thread);
}

void pk_threads_destroy(struct pk_threads *threads)
{
	if (!threads)
		return;
	pk_hash_deinit(&threads->threads, thread_free);
	pk_hash_deinit(&threads->returns, NULL);
	pk_text_places_deinit(&threads->places);
	pk_trace_gaps_deinit(&threads->gaps);
	free(threads);
}

static struct thread *thread_of(struct pk_threads *threads, const struct pk_event *event)
{
	return pk_hash_obtain(&threads->threads, (uint64_t)pk_event_task(event),
			      sizeof(struct thread));
}

/* NULL: there is none that is surely open. */
static const struct frame *innermost_shown(const struct thread *thread)
{
	for (uint32_t i = thread->nr; i-- > thread->nr_doubtful;)
		if (thread->frames[i].shown)
			return &thread->frames[i];
	return NULL;
}

static void tell(struct pk_threads *threads, struct pk_thread_line line, uint64_t base)
{
	line.event = threads->event;
	line.probe = threads->probe;
	line.since_ns = threads->event->ts > base ? threads->event->ts - base : 0;
	threads->fn(threads->arg, &line);
}

/* ALONE: nothing says that it lies in what is open. */
static void push(struct pk_threads *threads, struct thread *thread, struct frame frame,
		 bool implied, bool alone)
{
	const struct frame *outer = alone ? NULL : innermost_shown(thread);

	if (thread->nr == MAX_DEPTH) {
		if (!thread->tree)
			return;
		/* A tree lets its outermost calls go, which are over. */
		pk_calls_drop_half(thread->frames, sizeof(*thread->frames), &thread->nr,
				   &thread->nr_doubtful);
	}
	frame.start = threads->event->ts;
	frame.shown =
		!threads->only || pk_function_set_has(threads->ctx, threads->only, frame.call.func);
	frame.level = outer ? outer->level + 1 : 0;
	frame.base = outer ? outer->base : frame.start;
	thread->frames[thread->nr++] = frame;
	if (frame.shown)
		tell(threads,
		     (struct pk_thread_line){.what = PK_THREAD_ENTRY,
					     .context = frame.call.context,
					     .func = frame.call.func,
					     .level = frame.level,
					     .implied = implied},
		     frame.base);
}

/* The innermost call is over. RETURNED: an event says so, with the call's own time of DUR if KNOWN. */
static void pop(struct pk_threads *threads, struct thread *thread, bool returned, bool known,
		uint64_t dur)
{
	const struct frame *frame = &thread->frames[--thread->nr];

	if (thread->nr_doubtful > thread->nr)
		thread->nr_doubtful = thread->nr;
	if (frame->shown)
		tell(threads,
		     (struct pk_thread_line){.what = PK_THREAD_RETURN,
					     .context = frame->call.context,
					     .func = frame->call.func,
					     .level = frame->level,
					     .implied = !returned,
					     .dur_known = returned && known,
					     .dur_ns = dur},
		     frame->base);
}

/* function_graph. */

static void graph_entry(struct pk_threads *threads, struct thread *thread,
			const struct pk_graph_event *graph)
{
	struct frame entered = {.call = {function_of(threads, graph->func), graph->depth,
					 pk_event_context(&threads->flags, threads->event)}};

	while (thread->nr && pk_call_is_over(&thread->frames[thread->nr - 1].call, &entered.call))
		pop(threads, thread, false, false, 0);
	push(threads, thread, entered, false, false);
}

static void began_before(struct pk_threads *threads, struct thread *thread, uint64_t func,
			 bool known, uint64_t dur)
{
	const struct frame *outer = innermost_shown(thread);

	if (threads->only && !pk_function_set_has(threads->ctx, threads->only, func))
		return;
	tell(threads,
	     (struct pk_thread_line){.what = PK_THREAD_RETURN,
				     .context = pk_event_context(&threads->flags, threads->event),
				     .func = func,
				     .level = outer ? outer->level + 1 : 0,
				     .began_before = true,
				     .dur_known = known,
				     .dur_ns = dur},
	     outer ? outer->base : threads->event->ts);
}

static void graph_exit(struct pk_threads *threads, struct thread *thread,
		       const struct pk_graph_event *graph)
{
	uint64_t func = function_of(threads, graph->func);
	bool known = graph->calltime && graph->rettime >= graph->calltime;
	uint64_t dur = graph->rettime - graph->calltime;
	int64_t around = pk_calls_around(thread->frames, thread->nr, sizeof(*thread->frames), func,
					 graph->depth);

	if (around < 0) {
		began_before(threads, thread, func, known, dur);
		return;
	}
	while (thread->nr > around + 1)
		pop(threads, thread, false, false, 0);
	pop(threads, thread, true, known, dur);
}

/* The function tracer. */

struct changing {
	struct pk_threads *threads;
	struct thread *thread;
};

static void tree_changed(void *arg, const struct pk_tree_frame *frame, uint32_t depth, bool left)
{
	const struct changing *changing = arg;

	if (!left)
		push(changing->threads, changing->thread,
		     (struct frame){.call = {frame->func, depth, frame->context}}, frame->implied,
		     frame->loose);
	else if (changing->thread->nr &&
		 changing->thread->frames[changing->thread->nr - 1].call.depth == depth)
		pop(changing->threads, changing->thread, false, false, 0);
}

static enum pk_status function_entry(struct pk_threads *threads, struct thread *thread,
				     const struct pk_function_call *call)
{
	struct changing changing = {threads, thread};
	struct pk_function_entry entry = {
		.func = function_of(threads, call->ip),
		.parent = pk_text_place(threads->ctx, &threads->places, call->parent_ip, true),
		.context = pk_event_context(&threads->flags, threads->event),
	};

	if (!threads->filter_asked)
		threads->filtered = pk_functions_filtered(threads->ctx, threads->instance);
	threads->filter_asked = true;
	entry.filtered = threads->filtered;
	if (!thread->tree)
		thread->tree = calloc(1, sizeof(*thread->tree));
	if (!thread->tree)
		return pk_fail(threads->ctx, PK_NOMEM, "a call tree");
	pk_function_tree_enter(thread->tree, &entry, tree_changed, &changing);
	return PK_OK;
}

/* Probes, where no tracer ran. */

static uint64_t field_value(struct pk_threads *threads, const struct pk_format *format,
			    const char *name)
{
	const struct pk_field *field = pk_format_field(format, name);
	uint64_t value;

	return field && pk_event_uint(threads->ctx, threads->event, field, &value) == PK_OK ? value
											    : 0;
}

static void probe_return(struct pk_threads *threads, struct thread *thread, uint64_t func)
{
	uint32_t at = thread->nr;

	while (at && thread->frames[at - 1].call.func != func)
		at--;
	if (!at) {
		began_before(threads, thread, func, false, 0);
		return;
	}
	while (thread->nr > at)
		pop(threads, thread, false, false, 0);
	pop(threads, thread, true, true, threads->event->ts - thread->frames[at - 1].start);
}

/* True: EVENT of FORMAT is a call or its return. */
static bool probe_event(struct pk_threads *threads, struct thread *thread,
			const struct pk_format *format)
{
	uint64_t func;

	if (threads->by_tracer || !is_function_probe(format))
		return false;
	threads->probe = format;
	if (is_return_probe(format)) {
		func = function_of(threads, field_value(threads, format, "__probe_func"));
		probe_return(threads, thread, func);
		return true;
	}
	func = function_of(threads, field_value(threads, format, "__probe_ip"));
	if (!pk_hash_get(&threads->returns, func))
		return false;
	push(threads, thread,
	     (struct frame){.call = {func, -1, pk_event_context(&threads->flags, threads->event)}},
	     false, false);
	return true;
}

/* What else happened. With a choice of functions: inside those. */
static void comment(struct pk_threads *threads, const struct thread *thread)
{
	const struct frame *outer = innermost_shown(thread);

	if (outer || !threads->only)
		tell(threads,
		     (struct pk_thread_line){
			     .what = PK_THREAD_EVENT,
			     .context = pk_event_context(&threads->flags, threads->event),
			     .level = outer ? outer->level + 1 : 0},
		     outer ? outer->base : threads->event->ts);
}

/* A function entry tells of no end; those of calls in an interrupt are recorded. */
static bool is_in_interrupt(const struct thread *thread)
{
	return thread->nr && !thread->tree &&
	       thread->frames[thread->nr - 1].call.context != PK_CTX_PROCESS;
}

static void forget_calls(struct thread *thread)
{
	thread->nr = thread->nr_doubtful = 0;
	if (thread->tree)
		thread->tree->nr = 0;
}

static void judge_calls(struct pk_threads *threads, struct thread *thread,
			const struct pk_event *event)
{
	enum pk_calls_state state =
		pk_task_calls(&threads->gaps, &thread->record, event, is_in_interrupt(thread));

	if (state == PK_CALLS_LOST)
		forget_calls(thread);
	else if (state == PK_CALLS_DOUBTFUL)
		thread->nr_doubtful = thread->nr;
}

enum pk_status pk_threads_event(struct pk_threads *threads, const struct pk_event *event)
{
	struct thread *thread = thread_of(threads, event);
	struct pk_function_call call;
	struct pk_graph_event graph;
	const struct pk_format *format;

	if (!thread || !pk_trace_gaps_event(&threads->gaps, event))
		return pk_fail(threads->ctx, PK_NOMEM, "a thread");
	if (pk_task_has_gap(&threads->gaps, &thread->record, event))
		judge_calls(threads, thread, event);
	pk_task_seen(&threads->gaps, &thread->record, event, pk_event_task(event));
	threads->event = event;
	threads->probe = NULL;
	if (pk_graph_call(threads->ctx, event, &graph) == PK_OK) {
		if (graph.is_entry)
			graph_entry(threads, thread, &graph);
		else
			graph_exit(threads, thread, &graph);
		return PK_OK;
	}
	if (pk_function_call(threads->ctx, event, &call) == PK_OK)
		return function_entry(threads, thread, &call);
	format = threads->formats ? pk_format_by_id(threads->formats, event->type) : NULL;
	if (!format || !probe_event(threads, thread, format)) {
		threads->probe = NULL;
		comment(threads, thread);
	}
	return PK_OK;
}
