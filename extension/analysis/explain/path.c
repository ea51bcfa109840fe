// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/path.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/events/call_stack.h"
#include "analysis/events/facts.h"
#include "analysis/events/function_tree.h"
#include "core/kit.h"
#include "decode/trace/event_format.h"

#define CHUNK 1024

struct pk_path_maker {
	struct pk_ctx *ctx;
	const struct pk_packet_set *set;
	struct pk_trace *trace; /* NULL: no trace to read */
	struct pk_call_names names;
	struct pk_piece_owners owners;
	struct pk_context_flags flags;
	struct pk_text_places places;
	struct pk_plans
		plans; /* for probes on what calls returned: made when the first is asked for */
	bool plans_made;
	bool filtered; /* the function tracer */
	bool clock_in_ns; /* the ring's */
};

enum pk_status pk_path_maker_create(struct pk_ctx *ctx, const struct pk_packet_set *set,
				    struct pk_path_maker **ret_maker)
{
	struct pk_path_maker *maker = calloc(1, sizeof(*maker));
	struct pk_instance top;
	bool has_entries;

	if (!maker)
		return pk_fail(ctx, PK_NOMEM, "path maker");
	maker->ctx = ctx;
	maker->set = set;
	pk_call_names_init(&maker->names, ctx);
	pk_context_flags_load(ctx, &maker->flags);
	has_entries = pk_piece_owners_load(&maker->owners, set);
	maker->clock_in_ns = true;
	if (pk_packets_instance(ctx, &top) != PK_OK || !top.expanded ||
	    pk_trace_open(ctx, &top, false, &maker->trace) != PK_OK)
		maker->trace = NULL;
	else
		maker->clock_in_ns = top.clock_in_ns;
	maker->filtered = maker->trace && has_entries && pk_functions_filtered(ctx, &top);
	*ret_maker = maker;
	return PK_OK;
}

void pk_path_maker_destroy(struct pk_path_maker *maker)
{
	if (!maker)
		return;
	if (maker->trace)
		pk_trace_close(maker->trace);
	pk_text_places_deinit(&maker->places);
	pk_plans_free(&maker->plans);
	pk_call_names_deinit(&maker->names);
	pk_piece_owners_deinit(&maker->owners);
	free(maker);
}

static struct pk_call *call_new(struct pk_path *path)
{
	if (!path->nr_chunks || path->used_in_chunk == CHUNK) {
		if (!pk_grow(path->chunks, path->nr_chunks, path->room_chunks))
			return NULL;
		path->chunks[path->nr_chunks] = calloc(CHUNK, sizeof(**path->chunks));
		if (!path->chunks[path->nr_chunks])
			return NULL;
		path->nr_chunks++;
		path->used_in_chunk = 0;
	}
	if ((uint64_t)(path->nr_chunks - 1) * CHUNK + path->used_in_chunk >= PK_MAX_CALLS)
		return NULL;
	return &path->chunks[path->nr_chunks - 1][path->used_in_chunk++];
}

void pk_path_deinit(struct pk_path *path)
{
	for (uint32_t i = 0; i < path->nr_chunks; i++)
		free(path->chunks[i]);
	free(path->chunks);
	free(path->pieces);
	free(path->spans);
	free(path->asked);
	free(path->callers);
	memset(path, 0, sizeof(*path));
}

/* One piece being read: the open calls from its root inwards. */
struct reading {
	struct pk_path_maker *maker;
	struct pk_path *path;
	struct pk_path_piece *out;
	const struct pk_packet *packet;
	const struct pk_piece *piece;
	struct pk_call *open; /* innermost */
	bool done;
	uint64_t first_stamp; /* the ring's, of the call that out->first_call is of */
	/* of a piece out of function entries */
	struct pk_function_tree *tree; /* owned */
	const struct pk_event *event; /* the entry */
	uint32_t loose; /* from this depth on the calls may be no part of it; 0: none */
};

static bool is_interrupt(const struct reading *reading, const struct pk_event *event)
{
	switch (reading->piece->context) {
	case PK_CTX_PROCESS:
		return event->flags &
		       (reading->maker->flags.softirq | reading->maker->flags.hardirq);
	case PK_CTX_SOFTIRQ:
		return event->flags & reading->maker->flags.hardirq;
	default:
		return false;
	}
}

static uint64_t time_of_children(const struct pk_call *call)
{
	uint64_t total = 0;

	for (const struct pk_call *child = call->child; child; child = child->next)
		if (__builtin_add_overflow(total, child->dur, &total))
			return UINT64_MAX;
	return total;
}

/* What was noted for reading goes, as folding has its own in that place. */
static void reading_ends(struct pk_call *call)
{
	uint64_t extent = call->by_entry ? call->extent : 0;

	call->folded_ns = 0;
	call->handler_ns = 0;
	call->folded_calls = 0;
	call->extent = extent;
}

/* A call without an exit is as long as the ring's clock says; where that stood still, as what it called. */
static void call_close(struct reading *reading, struct pk_call *call, uint64_t end, bool exit_seen)
{
	call->open = !exit_seen;
	call->dur = end > call->start ? end - call->start : 0;
	if (!exit_seen) {
		uint64_t called = time_of_children(call);

		if (called > call->dur && called < UINT64_MAX / 2)
			call->dur = called;
	}
	if (call->parent)
		call->parent->calls += call->calls;
	reading->open = call->parent;
	reading->done |= !call->parent;
	reading_ends(call);
}

static void add_child(struct pk_call *parent, struct pk_call *call)
{
	if (call->depth > parent->depth + 1) {
		if (!parent->gap)
			parent->gap_began = parent->last_child;
		parent->gap = true;
	} else if (parent->gap) {
		call->after_gap = true;
		call->before = parent->gap_began;
		parent->gap = false;
	}
	if (parent->last_child)
		parent->last_child->next = call;
	else
		parent->child = call;
	parent->last_child = call;
}

/* An interrupt may come between the moment that a call is counted and its entry event: its calls then
 * stand before the call, a level too deep, and the call's own duration has them. BEGIN: by that. */
static void adopt_interrupt(struct pk_call *call, uint64_t begin)
{
	struct pk_call *parent = call->parent, *last = NULL;
	struct pk_call *first = call->before ? call->before->next : parent->child;

	call->after_gap = false;
	if (first->start < begin)
		return;
	for (struct pk_call *moved = first; moved != call; moved = moved->next) {
		moved->parent = call;
		call->calls += moved->calls;
		parent->calls -= moved->calls;
		last = moved;
	}
	if (call->before)
		call->before->next = call;
	else
		parent->child = call;
	last->next = call->child;
	if (!call->child)
		call->last_child = last;
	call->child = first;
	call->start = begin > parent->start ? begin : parent->start;
}

/* By its place too: a clock that stands still gives many calls of a function one time. */
static bool is_root(const struct pk_piece *piece, const struct pk_event *event,
		    const struct pk_graph_event *graph)
{
	return graph->func == piece->func && graph->depth == piece->depth &&
	       event->ts == piece->start && event->pos.page_ts == piece->pos.page_ts &&
	       event->pos.offset == piece->pos.offset;
}

/* What CALL is to its parent: an interrupt that landed there, another packet's, or a plain call. */
static void classify(struct reading *reading, struct pk_call *call, const struct pk_event *event)
{
	struct pk_call *parent = call->parent;

	call->other = pk_piece_owner(&reading->maker->owners, call->name->func, event->ts);
	if (call->other == reading->packet)
		call->other = NULL;
	if (parent->kind == PK_CALL_PLAIN) {
		if (is_interrupt(reading, event))
			call->kind = PK_CALL_IRQ;
		else if (call->other)
			call->kind = PK_CALL_NESTED;
		return;
	}
	call->kind = parent->kind;
	for (struct pk_call *up = parent; call->other && up && up->kind == call->kind;
	     up = up->parent)
		if (!up->other)
			up->other = call->other;
}

static bool is_over(const struct pk_call *call, const struct pk_open_call *entered)
{
	const struct pk_open_call open = {.depth = call->depth, .context = call->context};

	return pk_call_is_over(&open, entered);
}

static void read_entry(struct reading *reading, const struct pk_event *event,
		       const struct pk_graph_event *graph)
{
	const struct pk_open_call entered = {
		.func = graph->func,
		.depth = graph->depth,
		.context = pk_event_context(&reading->maker->flags, event),
	};
	struct pk_call *call, *parent;

	if (!reading->out->root && !is_root(reading->piece, event, graph))
		return;
	while (reading->open && is_over(reading->open, &entered))
		call_close(reading, reading->open, event->ts, false);
	if (reading->done)
		return;
	call = call_new(reading->path);
	if (!call) {
		reading->out->truncated = true;
		return;
	}
	parent = reading->open;
	*call = (struct pk_call){
		.name = pk_call_name(&reading->maker->names, graph->func),
		.depth = graph->depth,
		.context = entered.context,
		.start = event->ts,
		.open = true,
		.parent = parent,
		.calls = 1,
	};
	if (!parent) {
		reading->out->root = call;
	} else {
		add_child(parent, call);
		if (call->name)
			classify(reading, call, event);
	}
	reading->open = call;
	pk_path_asks(reading->path, call, (uint32_t)(reading->out - reading->path->pieces));
}

/* An interrupt between a call's return and its exit record is none of the call's: its calls go to the parent, if the
 * piece has one. */
static void release_late(struct pk_call *call, uint64_t rettime)
{
	struct pk_call *parent = call->parent, *kept = NULL, *late = call->child,
		       *last = call->last_child;

	while (late && (!late->timed || late->calltime < rettime)) {
		kept = late;
		late = late->next;
	}
	if (!late)
		return;
	*(kept ? &kept->next : &call->child) = NULL;
	call->last_child = kept;
	if (parent) {
		call->next = late;
		parent->last_child = last;
	}
	for (; late; late = late->next) {
		call->calls -= late->calls;
		if (parent)
			parent->calls += late->calls;
		late->parent = parent;
	}
}

static void read_exit(struct reading *reading, const struct pk_event *event,
		      const struct pk_graph_event *graph)
{
	struct pk_call *call = reading->open;
	uint64_t dur;

	while (call &&
	       !(call->depth == graph->depth && call->name && call->name->func == graph->func)) {
		if (call->depth < graph->depth)
			return;
		call = call->parent;
	}
	if (!call)
		return;
	if (graph->has_retval)
		pk_path_returned(reading->path, call->name->func, graph->retval, call);
	while (reading->open != call)
		call_close(reading, reading->open, event->ts, false);
	if (!graph->calltime || graph->rettime < graph->calltime) {
		call_close(reading, call, event->ts, true);
		return;
	}
	/* Times of the call itself: the ring's stamps may stand still inside interrupts. */
	dur = graph->rettime - graph->calltime;
	if (call->after_gap && dur <= event->ts && event->ts - dur < call->start)
		adopt_interrupt(call, event->ts - dur);
	release_late(call, graph->rettime);
	if (!reading->out->first_call || graph->calltime < reading->out->first_call) {
		reading->out->first_call = graph->calltime;
		reading->first_stamp = call->start;
	}
	call_close(reading, call, call->start + dur, true);
	call->calltime = graph->calltime;
	call->timed = true;
}

/* Out of function entries: the same tree as the engine's from the piece's outermost call on. */

static void entry_left(struct reading *reading)
{
	struct pk_call *call = reading->open;

	if (call->parent)
		call->parent->calls += call->calls;
	reading->open = call->parent;
	reading->done |= !call->parent;
	reading_ends(call);
}

static void entry_entered(struct reading *reading, const struct pk_tree_frame *frame)
{
	struct pk_call *call = call_new(reading->path), *parent = reading->open;
	uint64_t now = reading->event->ts;

	if (!call) {
		reading->out->truncated = true;
		return;
	}
	*call = (struct pk_call){
		.name = pk_call_name(&reading->maker->names, frame->func),
		.depth = parent ? parent->depth + 1 : reading->piece->depth,
		.start = now,
		.parent = parent,
		.calls = 1,
		.by_entry = true,
		.implied = frame->implied,
	};
	reading->open = call;
	if (!parent) {
		reading->out->root = call;
		return;
	}
	add_child(parent, call);
	if (call->name)
		classify(reading, call, reading->event);
	pk_path_asks(reading->path, call, (uint32_t)(reading->out - reading->path->pieces));
	for (; parent; parent = parent->parent)
		parent->extent = now - parent->start;
}

static void tree_changed(void *arg, const struct pk_tree_frame *frame, uint32_t depth, bool left)
{
	struct reading *reading = arg;

	if (reading->done || reading->out->truncated)
		return;
	if (frame->loose && !left && !reading->loose)
		reading->loose = depth;
	if (reading->loose && depth >= reading->loose) {
		if (left && depth == reading->loose)
			reading->loose = 0;
		return;
	}
	if (left)
		entry_left(reading);
	else
		entry_entered(reading, frame);
}

static void read_function(struct reading *reading, const struct pk_event *event,
			  const struct pk_function_call *call)
{
	struct pk_path_maker *maker = reading->maker;
	struct pk_text_place place = pk_text_place(maker->ctx, &maker->places, call->ip, false);
	struct pk_function_entry entry = {
		.func = place.func ? place.func : call->ip,
		.context = pk_event_context(&maker->flags, event),
		.filtered = maker->filtered,
	};

	reading->event = event;
	if (!reading->out->root) {
		if (entry.func != reading->piece->func || event->ts != reading->piece->start ||
		    event->pos.page_ts != reading->piece->pos.page_ts ||
		    event->pos.offset != reading->piece->pos.offset)
			return;
	} else {
		entry.parent = pk_text_place(maker->ctx, &maker->places, call->parent_ip, true);
	}
	pk_function_tree_enter(reading->tree, &entry, tree_changed, reading);
}

/* A probe may tell what a call returned. */
static void read_probe(struct reading *reading, const struct pk_event *event)
{
	struct pk_path_maker *maker = reading->maker;
	const struct pk_formats *formats;

	if (!maker->plans_made && pk_formats_load(maker->ctx, &formats) == PK_OK)
		(void)!pk_plans_make(maker->ctx, formats, &maker->plans);
	maker->plans_made = true;
	if (maker->plans.by_type)
		pk_path_probed(maker->ctx, maker->plans.by_type[event->type], reading->path, event);
}

static bool same_thread(const struct pk_piece *piece, const struct pk_event *event)
{
	return piece->pid == event->pid && (piece->pid || piece->cpu == event->cpu);
}

static enum pk_status read_events(struct reading *reading)
{
	const struct pk_piece *piece = reading->piece;
	int cpu = piece->context == PK_CTX_PROCESS ? PK_ALL_CPUS : piece->cpu;
	struct pk_cursor *cursor;
	struct pk_event event;
	enum pk_status status;

	/* From before its time: several pages may begin at that. */
	status = pk_cursor_open(reading->maker->trace, piece->start ? piece->start - 1 : 0,
				piece->end, cpu, &cursor);
	if (status != PK_OK)
		return status;
	while (!reading->done && (status = pk_cursor_next(cursor, &event)) == PK_OK) {
		struct pk_function_call call;
		struct pk_graph_event graph;

		if (event.ts < piece->start || !same_thread(piece, &event))
			continue;
		if (piece->cut && event.ts >= piece->end)
			break;
		if (piece->by_entry && event.ts <= piece->end &&
		    pk_function_call(reading->maker->ctx, &event, &call) == PK_OK)
			read_function(reading, &event, &call);
		if (reading->path->nr_asked)
			read_probe(reading, &event);
		if (piece->by_entry || pk_graph_call(reading->maker->ctx, &event, &graph) != PK_OK)
			continue;
		if (graph.is_entry)
			read_entry(reading, &event, &graph);
		else
			read_exit(reading, &event, &graph);
	}
	pk_cursor_close(cursor);
	while (reading->open && piece->by_entry)
		entry_left(reading);
	while (reading->open)
		call_close(reading, reading->open, piece->end, false);
	return status == PK_ABSENT ? PK_OK : status;
}

/*
 * When each call began. An exit says when its call began and ended, by the CPU's own clock: those times cannot stand
 * still, nor run backwards, as the ring's stamps may. The earliest of them is put where the ring's clock saw the piece
 * begin, the others follow. A call whose exit was not recorded has the stamp of its entry, as far as its neighbours
 * allow.
 */

/* The call after CALL, below all others first: children before their parent. */
static struct pk_call *deepest(struct pk_call *call)
{
	while (call->child)
		call = call->child;
	return call;
}

static void contain_children(struct pk_call *call)
{
	uint64_t end = call->start + call->dur;

	for (const struct pk_call *child = call->child; child; child = child->next) {
		if (child->start < call->start)
			call->start = child->start;
		if (child->start + child->dur > end)
			end = child->start + child->dur;
	}
	call->dur = end - call->start;
}

/* Children one after the other, inside their parent; what only the ring's stamps tell of ends where the next begins. */
static void order_children(struct pk_call *call)
{
	uint64_t from = call->start, to = call->start + call->dur;

	for (struct pk_call *child = call->child; child; child = child->next) {
		uint64_t end = child->start + child->dur;

		if (!child->timed && child->next && child->next->timed && child->next->start < end)
			end = child->next->start;
		if (end > to)
			end = to;
		if (end < from)
			end = from;
		if (child->start < from)
			child->start = from;
		if (child->start > end)
			child->start = end;
		child->dur = end - child->start;
		from = end;
	}
}

/* On the trace's clock, when the piece's earliest call that returned began: by the ring, unless it disagrees with the
 * CPU's clock on how long the piece before was ago. The two may drift apart, as clocks do. */
static uint64_t first_ns_of(const struct reading *reading)
{
	const struct pk_path_piece *out = reading->out;
	uint64_t ring =
		reading->first_stamp > out->root->start ? reading->first_stamp : out->root->start;

	for (const struct pk_path_piece *before = out; before-- > reading->path->pieces;) {
		uint64_t ago = out->first_call - before->first_call, slack = ago / 128 + 10000;

		if (!before->first_call || before->piece->cpu != reading->piece->cpu)
			continue;
		if (out->first_call < before->first_call || !reading->maker->clock_in_ns)
			break;
		if (ring + slack < before->first_ns + ago || ring > before->first_ns + ago + slack)
			return before->first_ns + ago;
		break;
	}
	return ring;
}

static void retime(struct reading *reading)
{
	struct pk_path_piece *out = reading->out;
	struct pk_call *root = out->root;

	if (!root)
		return;
	if (out->first_call)
		out->first_ns = first_ns_of(reading);
	for (struct pk_call *call = root; call; call = pk_call_next(call, root, true)) {
		if (call->timed)
			call->start = out->first_ns + (call->calltime - out->first_call);
		call->calltime = 0;
	}
	/* An open root began before what it called. */
	if (!root->timed && out->first_call && out->first_ns < root->start)
		root->start = out->first_ns;
	for (struct pk_call *call = deepest(root);;
	     call = call->next ? deepest(call->next) : call->parent) {
		contain_children(call);
		if (call == root)
			break;
	}
	for (struct pk_call *call = root; call; call = pk_call_next(call, root, true))
		order_children(call);
}

static enum pk_status read_piece(struct reading *reading)
{
	enum pk_status status;

	if (!reading->piece->by_entry) {
		status = read_events(reading);
		retime(reading);
		return status;
	}
	reading->tree = calloc(1, sizeof(*reading->tree));
	if (!reading->tree)
		return pk_fail(reading->maker->ctx, PK_NOMEM, "a call tree");
	status = read_events(reading);
	free(reading->tree);
	return status;
}

enum pk_status pk_path_make(struct pk_path_maker *maker, const struct pk_packet *packet,
			    uint32_t lines, struct pk_path *ret_path)
{
	const struct pk_trail *trail = &packet->trail;
	struct pk_path path = {0};
	enum pk_status status = PK_OK;

	path.pieces = calloc(trail->nr_pieces ? trail->nr_pieces : 1, sizeof(*path.pieces));
	if (!path.pieces)
		return pk_fail(maker->ctx, PK_NOMEM, "path of %u pieces", trail->nr_pieces);
	for (uint32_t i = 0; i < trail->nr_pieces && status == PK_OK; i++) {
		struct reading reading = {
			.maker = maker,
			.path = &path,
			.out = &path.pieces[i],
			.packet = packet,
			.piece = &trail->pieces[i],
		};

		path.pieces[i].piece = reading.piece;
		path.nr_pieces++;
		if (reading.piece->func && maker->trace)
			status = read_piece(&reading);
	}
	if (status == PK_OK)
		status = pk_path_names_find(&maker->names, trail, &path);
	if (status != PK_OK) {
		pk_path_deinit(&path);
		return status;
	}
	pk_path_fold(&path, lines);
	*ret_path = path;
	return PK_OK;
}
