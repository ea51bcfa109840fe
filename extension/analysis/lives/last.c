// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * "The last N packets": windows that grow backwards.
 *
 * A packet's words lie scattered over the newest part of the buffers, and a sub-buffer can only be
 * decoded forwards. So a window of the newest pages is run through the engine, oldest event first;
 * if it holds the beginnings of fewer than N packets, it is doubled, or made four times as large where it holds
 * none, and run again. The cost is at most twice that of the last window, whatever the size of the buffers.
 */
#include "analysis/lives/packets.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/events/engine.h"
#include "analysis/lives/namespaces.h"
#include "analysis/lives/queued_packets.h"
#include "analysis/lives/same_packet.h"
#include "core/kit.h"
#include "decode/list.h"
#include "decode/trace/clock.h"
#include "decode/trace/tracing.h"

#define FIRST_WINDOW_PAGES 32

struct search {
	struct pk_ctx *ctx;
	struct pk_instance instance;
	struct pk_trace *trace;
	struct pk_plans plans;
	struct pk_seen seen; /* the same for every window */
	bool seen_settled;
	bool tells_ends; /* consume_skb is switched on */
	bool silent; /* the set's */
	bool by_pid; /* of some tasks events are not recorded */
	uint16_t switches; /* pk_trace_gaps_init()'s */
	bool rx_by_frames; /* no event names what comes in (engine.h) */
	struct pk_function_set *functions; /* borrowed: the filter asks for these; NULL */
	struct pk_packet_watch *watch; /* borrowed; NULL: the filter has none */
	struct pk_panic panic;
	struct pk_stack_packets held; /* what CPUs' stacks hold */
	struct pk_queued_packets memory;
	bool memory_known; /* it was read */
};

/* Of the "mono" and "boot" clocks; no other follows from what the dump holds. */
static bool on_monotonic(struct search *search, const char *clock, uint64_t *ret_ts)
{
	uint64_t slept = 0;

	if (strcmp(clock, "mono") && strcmp(clock, "boot"))
		return false;
	if (!strcmp(clock, "boot") && pk_boot_offset(search->ctx, &slept) != PK_OK)
		return false;
	if (pk_monotonic_clock(search->ctx, search->panic.ts_nsec, ret_ts) != PK_OK)
		return false;
	*ret_ts += slept;
	return true;
}

/* The panic's time on the ring's clock, where the two clocks can be compared. */
static void place_panic(struct search *search, struct pk_packet_set *set)
{
	const char *clock = search->instance.clock;
	uint64_t ts;

	set->in_ticks = clock[0] && !search->instance.clock_in_ns;
	set->panic = search->panic;
	set->of_last_boot = search->ctx->last_boot;
	set->panic_cpu = -1;
	set->panic_known = set->died_known = false;
	if (search->ctx->last_boot || pk_panic_cpu(search->ctx, &set->panic_cpu) != PK_OK)
		set->panic_cpu = -1;
	if (search->panic.found) {
		set->panic_known = true;
		if (!strcmp(clock, "local"))
			ts = search->panic.ring_ns;
		else if (!strcmp(clock, "global") || !strcmp(clock, "perf"))
			ts = search->panic.ts_nsec;
		else
			set->panic_known = on_monotonic(search, clock, &ts);
	}
	if (set->panic_known)
		set->panic_ns = ts;
	/* An oops that nobody panicked of was survived. */
	set->died_known = set->panic_cpu >= 0 && (set->panic_known || set->panic_call_ns);
	set->died_ns = set->panic_known ? set->panic_ns : set->panic_call_ns;
}

/* Tracing stopped at the panic if it was on to the end, or its newest event is of that moment:
 * an oops and panic:traceoff switch it off some microseconds before the log says why. */
static void judge_end(struct search *search, struct pk_packet_set *set)
{
	const uint64_t slack = 100 * 1000 * 1000;

	set->tracing_on = search->instance.tracing_on;
	set->ran_until_panic =
		set->tracing_on || (set->panic_known && set->newest_ns + slack >= set->panic_ns);
}

/* A CPU whose oldest events were overwritten, or lie before the window, is silent before its first. */
static uint64_t window_complete(struct search *search, uint64_t since)
{
	uint64_t complete = since;

	for (uint32_t cpu = 0; cpu < pk_trace_nr_cpus(search->trace); cpu++) {
		struct pk_cpu_stats stats;

		if (pk_trace_stats(search->trace, (int)cpu, &stats) == PK_OK && stats.readable &&
		    stats.oldest_known && (stats.overrun || stats.read) &&
		    stats.oldest_ns > complete)
			complete = stats.oldest_ns;
	}
	return complete;
}

/* Read at first need: it is the same for every window. */
static struct pk_queued_packets *memory_of(struct search *search)
{
	if (!search->memory_known && !search->ctx->last_boot)
		pk_queued_load(search->ctx, &search->memory);
	search->memory_known = true;
	return &search->memory;
}

/* What of the packets' events is switched on: it is in the trace, be it outside a window. */
static void see_enabled(struct pk_seen *seen, const struct pk_plan *plan)
{
	enum pk_stage_act act = plan->stage ? plan->stage->act : PK_ACT_NONE;

	seen->wire_rx |= act == PK_ACT_EV_FRAME;
	seen->merge |= act == PK_ACT_GRO_MERGE && plan->word[PK_W_P];
	seen->copy |= act == PK_ACT_EV_COPY;
	seen->drop |= act == PK_ACT_EV_DROP;
	seen->drop_headers |= act == PK_ACT_EV_DROP && plan->has_header;
	seen->tx_queue |= act == PK_ACT_EV_TX_QUEUE;
	seen->tx_start |= act == PK_ACT_EV_TX_START;
	seen->tx_done |= act == PK_ACT_EV_TX_DONE;
	seen->retransmit |= act == PK_ACT_EV_RETRANSMIT;
	seen->rx_headers |= plan->has_header && plan->stage && plan->stage->side == PK_SIDE_RX;
	seen->tx_headers |= plan->has_header && plan->stage && plan->stage->side == PK_SIDE_TX;
	pk_sock_lives_enabled(seen, plan);
}

/* A probe that is switched off (or on in another instance alone) tells of no end. */
static void take_event_file(struct search *search, const struct pk_event_file *file)
{
	const struct pk_plan *first = search->plans.by_type[file->format->id];
	bool is_silent = !file->enabled && first && first->is_probe;

	if (file->filter[0] || file->soft_disabled || search->by_pid || is_silent)
		pk_plans_filter(search->ctx, &search->plans, file->format->id);
	if (file->enabled && !file->soft_disabled &&
	    !pk_plans_filtered(&search->plans, file->format->id))
		for (const struct pk_plan *plan = search->plans.by_type[file->format->id]; plan;
		     plan = plan->next) {
			see_enabled(&search->seen, plan);
			search->tells_ends |= plan->stage && plan->stage->act == PK_ACT_EV_CONSUME;
		}
	if (!search->by_pid && pk_records_switches(file))
		search->switches = file->format->id;
}

static enum pk_status run_once(struct search *search, uint64_t since, struct pk_packet_set *set,
			       struct pk_seen *ret_seen)
{
	struct pk_engine engine;
	struct pk_cursor *cursor;
	const struct pk_event *event;
	enum pk_status status;

	status = pk_engine_init(&engine, search->ctx, &search->plans,
				pk_trace_nr_cpus(search->trace), set);
	if (status != PK_OK)
		return status;
	status = pk_cursor_open(search->trace, since, UINT64_MAX, PK_ALL_CPUS, &cursor);
	if (status != PK_OK) {
		pk_engine_deinit(&engine);
		return status;
	}
	pk_cursor_by_own_clocks(cursor);
	engine.memory = memory_of(search);
	set->since = since;
	set->whole = since == 0;
	set->complete_since = window_complete(search, since);
	engine.instance = &search->instance;
	pk_trace_gaps_init(&engine.gaps, &search->instance, search->switches);
	engine.seen = search->seen;
	engine.seen_fixed = search->seen_settled;
	set->silent = search->silent;
	engine.rx_by_frames = search->rx_by_frames;
	engine.wanted = search->functions;
	engine.watch = search->watch;
	pk_watch_begin(search->watch);
	while ((status = pk_cursor_step(cursor, &event)) == PK_OK) {
		pk_engine_event(&engine, event);
		if (search->ctx->progress && !(set->events & 0x1ffff))
			search->ctx->progress("events read", set->events);
		set->too_many = set->nr > PK_MAX_PACKETS * 2;
		if (engine.out_of_memory || set->too_many)
			break;
	}
	if (pk_cursor_lost_at_end(cursor))
		set->complete_since = set->newest_ns + 1; /* no moment is known whole */
	pk_cursor_close(cursor);
	pk_engine_end(&engine);
	place_panic(search, set);
	judge_end(search, set);
	if (status == PK_ABSENT || status == PK_OK)
		status = pk_outcomes_settle(&engine);
	*ret_seen = engine.seen;
	pk_engine_deinit(&engine);
	return status;
}

/* What kinds of events there are, what is switched on and the smallest window with a packet say, for every window that comes
 * after. That one is run again if it said something new. */
static enum pk_status run_window(struct search *search, uint64_t since, struct pk_packet_set *set)
{
	struct pk_seen seen;
	enum pk_status status = run_once(search, since, set, &seen);
	bool same = !memcmp(&seen, &search->seen, sizeof(seen));

	if (status != PK_OK || search->seen_settled || !(set->nr || seen.rx_unnamed || set->whole))
		return status;
	search->seen = seen;
	search->seen_settled = true;
	search->rx_by_frames = !seen.rx_named && seen.rx_unnamed;
	if (same && !search->rx_by_frames)
		return status;
	pk_packet_set_deinit(set);
	return run_once(search, since, set, &seen);
}

static uint64_t first_window(const struct search *search)
{
	uint64_t pages =
		pk_trace_nr_cpus(search->trace); /* a page of each CPU is read in any case */

	return pages < FIRST_WINDOW_PAGES ? FIRST_WINDOW_PAGES : pages;
}

/* The windows that grow_windows() begins with, however many packets are asked for. */
static enum pk_status settle_seen(struct search *search, struct pk_packet_set *set)
{
	for (uint64_t since, pages = first_window(search); !search->seen_settled; pages *= 4) {
		enum pk_status status = pk_trace_time_back(search->trace, pages, &since);

		pk_packet_set_deinit(set);
		if (status == PK_OK)
			status = run_window(search, since, set);
		if (status != PK_OK)
			return status;
	}
	return PK_OK;
}

/* All that it is joined to begins inside the window, the first transmission of a repeated one too. */
static bool joins_complete(const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;
	bool first_known = !packet->retransmit;

	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		const struct pk_edge *edge = &trail->edges[i];

		if (edge->to && !edge->to->left_complete)
			return false;
		if (edge->kind != PK_EDGE_RETRANSMIT)
			continue;
		if (!edge->to)
			return false;
		first_known = true;
	}
	return first_known;
}

/* It began, and everything older did, before all that is wanted; what the window lacks did too. */
static bool past_age(const struct pk_packet_set *set, const struct pk_packet_filter *filter,
		     const struct pk_packet *packet)
{
	uint64_t end = pk_packet_set_end(set), max_age = filter ? filter->max_age : UINT64_MAX;

	return max_age < end && !filter->may_match && set->since < end - max_age &&
	       packet->first_ns < end - max_age && packet->outcome != PK_OUT_IN_FLIGHT;
}

/* What PACKET adds to those that are looked for: itself, or the skbs of which it is the newest. */
static uint32_t counts_as(const struct pk_packet_filter *filter, const struct pk_packet *packet,
			  struct pk_address_set *seen)
{
	const uint64_t skbs[] = {packet->skb, packet->orig_skb};
	uint32_t nr = 0;

	if (!filter || !filter->skbs)
		return 1;
	for (size_t i = 0; i < PK_ARRAY_SIZE(skbs); i++)
		nr += pk_filter_has_skb(filter, skbs[i]) &&
		      pk_address_set_add(seen, skbs[i], filter->nr_skbs);
	return nr;
}

/* Are the newest N that are wanted all whole, so that an earlier beginning would change nothing? SEEN: of their skbs. */
static bool are_whole(const struct pk_packet_set *set, uint32_t n,
		      const struct pk_packet_filter *filter, struct pk_address_set *seen)
{
	uint32_t found = 0;

	for (uint32_t i = set->nr; i-- > 0 && found < n;) {
		const struct pk_packet *packet = set->packets[i];

		if (filter && filter->to_panic && pk_packet_after_panic(set, packet))
			continue;
		if (past_age(set, filter, packet))
			return true;
		/* One that is not whole may fit the filter once it is. Before SINCE some CPUs have
		 * events, up to a page of them, and others have not: packets are missing there. */
		if (!packet->left_complete || packet->first_ns < set->since ||
		    packet->work->first_unknown)
			return false;
		if (!pk_packet_set_wants(set, filter, packet))
			continue;
		if (!joins_complete(packet))
			return false;
		found += counts_as(filter, packet, seen);
	}
	return found >= n;
}

static bool enough(const struct pk_packet_set *set, uint32_t n,
		   const struct pk_packet_filter *filter)
{
	struct pk_address_set seen = {0};
	bool whole = are_whole(set, n, filter, &seen);

	pk_address_set_deinit(&seen);
	return whole;
}

/* All of them; where those are more than memory is for, as many of the newest as a half, a quarter ... of the buffers
 * holds. */
static enum pk_status every_packet(struct search *search, struct pk_packet_set *set)
{
	uint64_t since = 0, pages = 0, total;
	enum pk_status status = settle_seen(search, set);

	if (status == PK_OK && !set->whole) {
		pk_packet_set_deinit(set);
		status = run_window(search, since, set);
	}

	for (uint32_t cpu = 0; cpu < pk_trace_nr_cpus(search->trace); cpu++) {
		struct pk_cpu_stats stats;

		if (pk_trace_counters(search->trace, (int)cpu, &stats) == PK_OK && stats.readable)
			pages += stats.nr_pages;
	}
	total = pages;
	while (status == PK_OK && set->too_many && pages > FIRST_WINDOW_PAGES) {
		pages /= 2;
		pk_packet_set_deinit(set);
		status = pk_trace_time_back(search->trace, pages, &since);
		if (status == PK_OK)
			status = run_window(search, since, set);
	}
	if (status == PK_OK && pages < total)
		pk_warn(search->ctx,
			"more than %u packets: those of the newest %llu of %llu sub-buffers are "
			"listed",
			PK_MAX_PACKETS * 2, (unsigned long long)pages, (unsigned long long)total);
	return status;
}

static bool any_wanted(const struct pk_packet_set *set, const struct pk_packet_filter *filter)
{
	return pk_any(set->nr, i, pk_packet_set_wants(set, filter, set->packets[i]));
}

/* Those in flight come last whenever they began: are they whole? */
static bool flights_complete(const struct pk_packet_set *set)
{
	if (set->panic_known && set->since + PK_STACK_REACH_NS < set->panic_ns)
		return true;
	return !pk_any(set->nr, i,
		       set->packets[i]->outcome == PK_OUT_IN_FLIGHT &&
			       (!set->packets[i]->left_complete ||
				set->packets[i]->first_ns < set->since));
}

static enum pk_status grow_windows(struct search *search, uint32_t n,
				   const struct pk_packet_filter *filter, struct pk_packet_set *set)
{
	for (uint64_t pages = first_window(search);;) {
		uint64_t since = 0;
		enum pk_status status = pk_trace_time_back(search->trace, pages, &since);

		if (status != PK_OK)
			return status;
		status = run_window(search, since, set);
		if (status != PK_OK || set->whole ||
		    (enough(set, n, filter) && flights_complete(set) &&
		     pk_stack_packets_settled(search->ctx, &search->held, set)))
			return status;
		pages *= any_wanted(set, filter) ? 2 : 4;
		pk_packet_set_deinit(set);
	}
}

/* What memory alone knows is older than the trace, or of unknown time: it is asked for only when the trace has been
 * read to its end. */
static void add_memory_packets(struct search *search, struct pk_packet_set *set)
{
	if ((set->events && !set->whole) || search->ctx->last_boot)
		return;
	if (pk_queued_packets_add(search->ctx, memory_of(search), set) != PK_OK)
		pk_warn(search->ctx, "%s", pk_error(search->ctx));
}

static enum pk_status recent_window(struct search *search, uint64_t pages,
				    struct pk_packet_set *set)
{
	uint64_t since;
	enum pk_status status = settle_seen(search, set);

	if (status == PK_OK)
		status = pk_trace_time_back(search->trace, pages, &since);
	pk_packet_set_deinit(set);
	return status == PK_OK ? run_window(search, since, set) : status;
}

/* An event probe's event does not say where it was hit. Its number is of today's probe if those of all probes that do say it
 * are, and there are such: probes were set in the same order again. */
static enum pk_status compare_numbers(struct search *search)
{
	bool same, any = false, all = true;
	const struct pk_event *event;
	struct pk_cursor *cursor;
	enum pk_status status = pk_cursor_open(search->trace, 0, UINT64_MAX, PK_ALL_CPUS, &cursor);

	if (status != PK_OK)
		return status;
	while (all && (status = pk_cursor_step(cursor, &event)) == PK_OK)
		if (pk_plans_number_held(search->ctx, &search->plans, event, &same)) {
			any = true;
			all = same;
		}
	pk_cursor_close(cursor);
	search->plans.numbers_hold = any && all;
	return status == PK_ABSENT ? PK_OK : status;
}

/* PAGES 0: as many as N packets need. */
static enum pk_status search_trace(struct search *search, uint32_t n, uint64_t pages,
				   const struct pk_packet_filter *filter, struct pk_packet_set *set)
{
	const struct pk_formats *formats;
	struct pk_reader r = {.ctx = search->ctx};
	enum pk_status status;

	place_panic(search, set);
	if (!search->instance.expanded)
		return PK_OK; /* never used: nothing to read, and no failure */
	status = pk_formats_load(search->ctx, &formats);
	if (status == PK_OK)
		status = pk_plans_make(search->ctx, formats, &search->plans);
	if (status == PK_OK)
		status = pk_trace_open(search->ctx, &search->instance, false, &search->trace);
	if (status == PK_OK && search->ctx->last_boot)
		status = compare_numbers(search);
	if (status != PK_OK)
		return status;
	search->by_pid = !search->ctx->last_boot && pk_filters_pids(search->ctx, &search->instance);
	if (!search->ctx->last_boot)
		pk_event_file_for_each (file, &r, search->instance.addr)
			take_event_file(search, &file);
	if (search->ctx->last_boot || !pk_ok(&r))
		memset(&search->seen, 0,
		       sizeof(search->seen)); /* the trace's own events are what there is */
	else
		search->silent = !search->plans.any_free && !search->tells_ends &&
				 !strcmp(search->instance.tracer, "nop");
	if (search->plans.frees_unseen)
		pk_warn(search->ctx,
			"the probe on skb_release_head_state misses what %s frees: this kernel "
			"has its body inline there; ends are known by other events alone",
			search->plans.frees_unseen);
	if (!pages && n == PK_EVERY_PACKET && (!filter || filter->max_age == UINT64_MAX))
		return every_packet(search, set);
	return pages ? recent_window(search, pages, set) : grow_windows(search, n, filter, set);
}

/* What was being handled when this machine died. */
static void look_at_stacks(struct search *search, struct pk_packet_set *set)
{
	if (pk_panic_find(search->ctx, &search->panic) != PK_OK)
		search->panic.found = false;
	place_panic(search, set);
	pk_stack_packets_load(search->ctx, set->panic_cpu, &search->held);
}

static void warn_of_last_boot(struct search *search)
{
	pk_warn(search->ctx,
		"trace instance %s holds the previous boot's events: its packets are "
		"joined with nothing of this boot (memory, stacks, the panic, names of tasks and "
		"devices by address); a probe's events are read only if it is at the same place "
		"again, under the same number",
		search->instance.name);
}

#define KEPT_PACKETS 20000 /* of a larger set two at a time are too much memory */

/* One of the sets that pk_packets_keep() asked for: of TCP alone, and of more protocols. */
struct kept {
	char instance[64];
	bool used, named;
	unsigned protocols;
	uint64_t pages;
	struct pk_packet_set set;
};

static void drop(struct kept *kept)
{
	kept->set.kept = false;
	pk_packet_set_deinit(&kept->set);
}

static void free_kept(void *arg)
{
	struct kept *kept = arg;

	drop(&kept[0]);
	drop(&kept[1]);
	free(kept);
}

void pk_packets_keep(struct pk_ctx *ctx)
{
	if (ctx->slots[PK_SLOT_PACKETS])
		return;
	ctx->slots[PK_SLOT_PACKETS] = calloc(2, sizeof(struct kept));
	ctx->slot_free[PK_SLOT_PACKETS] = free_kept;
}

void pk_packets_let_go(struct pk_ctx *ctx)
{
	if (ctx->slots[PK_SLOT_PACKETS])
		free_kept(ctx->slots[PK_SLOT_PACKETS]);
	ctx->slots[PK_SLOT_PACKETS] = NULL;
}

static bool is_of_instance(const struct pk_ctx *ctx, const struct kept *kept)
{
	return kept->used && kept->named == !!ctx->instance &&
	       (!ctx->instance || !strcmp(kept->instance, ctx->instance));
}

/* It is every packet of every protocol: whoever asks for a part of it, and shows nobody the answer, has asked all that it
 * takes. */
static bool serves_all(const struct pk_ctx *ctx, const struct kept *kept)
{
	unsigned every;

	return ctx->screen.unseen && is_of_instance(ctx, kept) &&
	       pk_protocols_parse("all", &every) && kept->protocols == every && !kept->pages &&
	       kept->set.whole && !kept->set.too_many;
}

/* Where the set of such a question is kept; NULL: it is not. */
static struct kept *kept_of(struct pk_ctx *ctx, const struct pk_packet_filter *filter)
{
	struct kept *kept = ctx->slots[PK_SLOT_PACKETS];

	if (!kept ||
	    (filter && (filter->functions || filter->watch || filter->max_age != UINT64_MAX)))
		return NULL;
	if (serves_all(ctx, &kept[1]))
		return &kept[1];
	return &kept[ctx->protocols != 0];
}

/* A summary's window is every packet where that is all that the buffers hold, and the last N are of those. */
static bool is_kept(const struct pk_ctx *ctx, const struct kept *kept, uint32_t n, uint64_t pages)
{
	return serves_all(ctx, kept) ||
	       (is_of_instance(ctx, kept) && kept->protocols == ctx->protocols &&
		((n == PK_EVERY_PACKET && kept->pages == pages) ||
		 (!pages && kept->set.whole && !kept->set.too_many)));
}

static void keep(const struct pk_ctx *ctx, struct kept *kept, uint64_t pages,
		 struct pk_packet_set *set)
{
	if (ctx->last_boot || set->nr > KEPT_PACKETS ||
	    (ctx->instance && strlen(ctx->instance) >= sizeof(kept->instance)))
		return;
	drop(kept);
	kept->used = true;
	kept->named = ctx->instance != NULL;
	snprintf(kept->instance, sizeof(kept->instance), "%s", ctx->instance ? ctx->instance : "");
	kept->protocols = ctx->protocols;
	kept->pages = pages;
	set->kept = true;
	kept->set = *set;
}

static enum pk_status find_packets(struct pk_ctx *ctx, uint32_t n, uint64_t pages,
				   const struct pk_packet_filter *filter,
				   struct pk_packet_set *ret_set)
{
	struct kept *kept = kept_of(ctx, filter);
	struct search search = {.ctx = ctx,
				.functions = filter ? filter->functions : NULL,
				.watch = filter ? filter->watch : NULL};
	struct pk_packet_set set = {.panic_cpu = -1};
	struct pk_error why;
	enum pk_status status;

	if (kept && is_kept(ctx, kept, n, pages)) {
		*ret_set = kept->set;
		return PK_OK;
	}
	status = pk_packets_instance(ctx, &search.instance);
	if (status == PK_OK)
		status = pk_last_boot_enter(ctx, &search.instance);
	why = ctx->error;
	if (ctx->last_boot)
		warn_of_last_boot(&search);
	else
		look_at_stacks(&search, &set);
	if (status == PK_OK) {
		status = search_trace(&search, n, pages, filter, &set);
		why = ctx->error;
	}
	if (search.trace)
		pk_trace_close(search.trace);
	pk_plans_free(&search.plans);
	place_panic(&search, &set);
	pk_stack_packets_join(ctx, &search.held, search.functions, &set);
	pk_stack_packets_deinit(&search.held);
	pk_packet_set_order(&set);
	add_memory_packets(&search, &set);
	if (!pk_settle_connections(memory_of(&search), &set))
		pk_warn(ctx, "out of memory: connections with equal addresses are not told apart");
	pk_queued_deinit(&search.memory);
	ctx->error = why;
	if (status != PK_OK && !set.nr) {
		pk_packet_set_deinit(&set);
		return status;
	}
	if (status != PK_OK)
		pk_warn(ctx, "trace: %s", pk_error(ctx));
	else if (kept && n == PK_EVERY_PACKET)
		keep(ctx, kept, pages, &set);
	*ret_set = set;
	return PK_OK;
}

enum pk_status pk_packets_last(struct pk_ctx *ctx, uint32_t n,
			       const struct pk_packet_filter *filter, struct pk_packet_set *ret_set)
{
	return find_packets(ctx, n, 0, filter, ret_set);
}

enum pk_status pk_packets_recent_through(struct pk_ctx *ctx, uint64_t pages,
					 const struct pk_packet_filter *filter,
					 struct pk_packet_set *ret_set)
{
	return find_packets(ctx, PK_EVERY_PACKET, pages, filter, ret_set);
}

enum pk_status pk_packets_recent(struct pk_ctx *ctx, uint64_t pages, struct pk_packet_set *ret_set)
{
	return pk_packets_recent_through(ctx, pages, NULL, ret_set);
}
