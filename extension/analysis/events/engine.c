// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/engine.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/net/skb/skb.h"
#include "decode/trace/clock.h"

static void graph_event(struct pk_engine *engine, const struct pk_graph_place *graph)
{
	if (!graph->is_entry) {
		pk_frame_exit(engine, graph->func, graph->depth);
		return;
	}
	pk_call_args(engine, graph->func, graph->args, graph->nr_args);
	pk_frame_enter(engine, &(struct pk_entered){
				       .call = {graph->func, graph->depth, pk_context_now(engine)},
			       });
}

void pk_engine_event(struct pk_engine *engine, const struct pk_event *event)
{
	struct pk_graph_place graph;
	struct pk_event_facts facts;

	if (event->cpu < 0 || (uint32_t)event->cpu >= engine->nr_cpus)
		return;
	if (!pk_trace_gaps_event(&engine->gaps, event)) {
		engine->out_of_memory = true;
		return;
	}
	engine->set->events++;
	if (engine->set->events == 1 || event->ts < engine->set->oldest_ns)
		engine->set->oldest_ns = event->ts;
	if (event->ts > engine->set->newest_ns)
		engine->set->newest_ns = event->ts;
	if (pk_function_tracer_event(engine, event))
		return;
	engine->event = *event;
	if (event->lost_before)
		pk_engine_gap(engine, event);
	if (!pk_engine_at(engine))
		return;
	if (pk_graph_place(engine->ctx, event, &graph) == PK_OK) {
		graph.func = pk_last_boot_function(engine->ctx, graph.func);
		graph_event(engine, &graph);
	} else if (pk_facts_read(engine->ctx, engine->plans, event, &facts) == PK_OK) {
		pk_take_facts(engine, &facts);
	} else if (engine->watch) {
		pk_watch_event(engine, NULL);
	}
}

static void thread_free(void *thread)
{
	free(((struct pk_thread *)thread)->frames);
	free(((struct pk_thread *)thread)->tree);
	free(thread);
}

static uint32_t type_of(struct pk_ctx *ctx, enum pk_row_id row)
{
	return pk_has(ctx, row) ? (uint32_t)pk_layout_get(ctx, row)->value : UINT32_MAX;
}

static void find_panic_calls(struct pk_engine *engine)
{
	static const char *const names[] = {"panic", "vpanic", "__crash_kexec"};

	engine->panic_low = UINT64_MAX;
	for (unsigned i = 0; i < PK_ARRAY_SIZE(names); i++) {
		uint64_t *addr = &engine->panic_calls[i];

		if (pk_symbol_find(engine->ctx, names[i], addr) != PK_OK)
			*addr = 0;
		if (*addr && *addr < engine->panic_low)
			engine->panic_low = *addr;
		if (*addr && *addr + PK_ENTRY_REACH > engine->panic_high)
			engine->panic_high = *addr + PK_ENTRY_REACH;
	}
}

enum pk_status pk_engine_init(struct pk_engine *engine, struct pk_ctx *ctx, struct pk_plans *plans,
			      uint32_t nr_cpus, struct pk_packet_set *set)
{
	memset(engine, 0, sizeof(*engine));
	engine->ctx = ctx;
	engine->plans = plans;
	engine->set = set;
	engine->nr_cpus = nr_cpus;
	pk_trace_gaps_init(&engine->gaps, NULL, 0);
	engine->passes = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->passes));
	engine->announced = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->announced));
	engine->held = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->held));
	engine->gap_ns = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->gap_ns));
	engine->cut = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->cut));
	engine->held_calls = calloc(nr_cpus ? nr_cpus : 1, sizeof(*engine->held_calls));
	if (!engine->passes || !engine->gap_ns || !engine->held || !engine->announced ||
	    !engine->cut || !engine->held_calls) {
		pk_engine_deinit(engine);
		return pk_fail(ctx, PK_NOMEM, "passes of %u CPUs", nr_cpus);
	}
	pk_context_flags_load(ctx, &engine->flags);
	if (pk_symbol_find(ctx, "return_to_handler", &engine->return_to_handler) != PK_OK)
		engine->return_to_handler = 0;
	if (pk_skb_size(ctx, &engine->skb_size) != PK_OK)
		engine->skb_size = 0;
	engine->function_type = type_of(ctx, PK_R_TRACE_FN);
	engine->stack_type = type_of(ctx, PK_R_TRACE_STACK);
	find_panic_calls(engine);
	return PK_OK;
}

void pk_engine_deinit(struct pk_engine *engine)
{
	pk_hash_deinit(&engine->objects, free);
	pk_hash_deinit(&engine->threads, thread_free);
	pk_hash_deinit(&engine->unwrapping, NULL);
	free(engine->passes);
	free(engine->gap_ns);
	free(engine->held);
	free(engine->announced);
	free(engine->cut);
	free(engine->held_calls);
	pk_trace_gaps_deinit(&engine->gaps);
	pk_sock_lives_deinit(&engine->socks);
	pk_text_places_deinit(&engine->places);
	engine->held_calls = NULL;
	engine->cut = NULL;
	engine->passes = NULL;
	engine->gap_ns = NULL;
	engine->held = NULL;
	engine->announced = NULL;
}
