// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/probes.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/explain/path.h"
#include "core/hash.h"
#include "core/kit.h"
#include "decode/probe/probe.h"
#include "decode/trace/event_format.h"

/* A function on the way to the list; those without probes stay, so that each is asked about once. */
struct met {
	struct pk_probed_function function;
	uint64_t last_packet; /* number of the packet that was counted last, from 1 */
	uint64_t graph_packet; /* of the last one in whose function graph it is */
	uint64_t *times; /* ns that handlers took, of the first calls; owned */
	uint32_t nr_times, times_room;
};

struct reading {
	struct pk_ctx *ctx;
	const struct pk_probe_list *probes;
	struct pk_hash met; /* by the function's address; owned */
	uint64_t packet; /* number of the current one, from 1 */
	struct pk_probe_use *use;
	/* calls of machinery at an entry, by where they lay, if that was certain */
	uint64_t inside, in_front;
	bool nomem;
};

static bool add_probe(const struct pk_probe *probe, void *arg)
{
	struct pk_probed_function *function = arg;

	if (!pk_grow(function->probes, function->nr_probes, function->room_probes))
		return false;
	function->probes[function->nr_probes++] = probe;
	return true;
}

static struct met *met_at(struct reading *reading, const struct pk_symbol *symbol)
{
	struct met *met = pk_hash_get(&reading->met, symbol->addr);

	if (met)
		return met;
	met = pk_hash_obtain(&reading->met, symbol->addr, sizeof(*met));
	if (!met) {
		reading->nomem = true;
		return NULL;
	}
	met->function.symbol = *symbol;
	pk_probes_on_function(reading->probes, symbol->addr, symbol->size, false, add_probe,
			      &met->function);
	return met;
}

static struct met *met_in_packet(struct reading *reading, const struct pk_symbol *symbol)
{
	struct met *met = symbol->size ? met_at(reading, symbol) : NULL;

	if (met && met->last_packet != reading->packet) {
		met->last_packet = reading->packet;
		met->function.packets++;
	}
	return met;
}

/*
 * Whose handlers ran in a call of the probe machinery. What a breakpoint or a detour leads to lies inside the probed
 * function. What ftrace leads to lies there, or in front of it, beside it: where graph tracing is one of the ops
 * of a function (x86 from 5.18 on) that depends on which was attached first, before it always lies in front.
 * It is the same at the return.
 *
 *	tcp_v4_rcv() {				kprobe_ftrace_handler() { .. }
 *	  kprobe_ftrace_handler() { .. }	tcp_v4_rcv() { .. }
 */
enum machinery { INSIDE, AT_ENTRY, AT_RETURN };

static enum machinery machinery_of(const struct pk_call *call)
{
	static const struct {
		const char *name;
		enum machinery where;
	} known[] = {
		{"kprobe_ftrace_handler", AT_ENTRY},
		{"fprobe_handler", AT_ENTRY},
		{"fprobe_kprobe_handler", AT_ENTRY},
		{"fprobe_entry", AT_ENTRY},
		{"fprobe_ftrace_entry", AT_ENTRY},
		{"fprobe_fgraph_entry", AT_ENTRY},
		{"trampoline_handler", AT_RETURN},
		{"__kretprobe_trampoline_handler", AT_RETURN},
		{"kretprobe_rethook_handler", AT_RETURN},
		{"rethook_trampoline_handler", AT_RETURN},
		{"arch_rethook_trampoline_callback", AT_RETURN},
		{"fprobe_exit_handler", AT_RETURN},
		{"fprobe_return", AT_RETURN},
	};

	for (size_t i = 0; i < PK_ARRAY_SIZE(known); i++)
		if (!strcmp(call->name->symbol.name, known[i].name))
			return known[i].where;
	return INSIDE;
}

static bool is_probed(struct reading *reading, const struct pk_call *call)
{
	struct met *met = call->name->symbol.size ? met_at(reading, &call->name->symbol) : NULL;

	return met && met->function.nr_probes;
}

/* PARENT's child NEXT began after machinery at an entry; FIRST: nothing of PARENT's came before that. */
static struct pk_call *entered(struct reading *reading, struct pk_call *parent,
			       struct pk_call *next, bool first)
{
	if (!is_probed(reading, next)) {
		reading->inside += first && is_probed(reading, parent);
		return parent;
	}
	if (!first || !is_probed(reading, parent)) {
		reading->in_front++;
		return next;
	}
	/* Both may be meant: as it was where only one could. */
	return reading->in_front > reading->inside ? next : parent;
}

/* Gives the time of the machinery directly below PARENT to the calls whose probes it served. */
static void assign_handlers(struct reading *reading, struct pk_call *parent)
{
	struct pk_call *last = NULL;
	uint64_t waiting = 0;
	bool first = false;

	for (struct pk_call *child = parent->child; child; child = child->next) {
		uint64_t ns;

		if (child->kind != PK_CALL_PLAIN || !child->name)
			continue;
		if (child->name->noise != PK_NOISE_PROBE) {
			if (waiting)
				entered(reading, parent, child, first)->handler_ns += waiting;
			waiting = 0;
			last = child;
			continue;
		}
		ns = pk_call_undisturbed_ns(child);
		switch (machinery_of(child)) {
		case AT_ENTRY:
			waiting += ns;
			first = !last;
			break;
		case AT_RETURN:
			(last && is_probed(reading, last) &&
					 (child->next || !is_probed(reading, parent))
				 ? last
				 : parent)
				->handler_ns += ns;
			break;
		case INSIDE:
			parent->handler_ns += ns;
		}
	}
	parent->handler_ns += waiting;
}

static void add_time(struct reading *reading, struct met *met, uint64_t ns)
{
	if (met->nr_times == PK_PROBE_TIMES)
		return;
	if (!pk_grow(met->times, met->nr_times, met->times_room)) {
		reading->nomem = true;
		return;
	}
	met->times[met->nr_times++] = ns;
}

static void count_call(struct reading *reading, const struct pk_call *call)
{
	struct met *met = met_in_packet(reading, &call->name->symbol);
	uint64_t ns = call->handler_ns;

	if (!met)
		return;
	met->graph_packet = reading->packet;
	met->function.calls++;
	if (!met->function.nr_probes)
		return;
	if (!ns)
		return;
	met->function.handler_ns += ns;
	met->function.handler_calls++;
	add_time(reading, met, ns);
	if (ns > met->function.handler_max_ns)
		met->function.handler_max_ns = ns;
}

static void count_calls(struct reading *reading, struct pk_call *root)
{
	/* A call is counted when the times of its parent's children, and of its own, have been given out. */
	for (int counting = 0; counting < 2; counting++) {
		struct pk_call *call = root;

		while (call) {
			bool own = call->kind == PK_CALL_PLAIN && call->name;

			if (own && call->name->noise != PK_NOISE_PROBE) {
				if (counting)
					count_call(reading, call);
				else
					assign_handlers(reading, call);
			}
			call = pk_call_next(call, root, own);
		}
	}
}

static bool count_named(const struct pk_symbol *symbol, void *arg)
{
	struct reading *reading = arg;
	struct met *met = met_in_packet(reading, symbol);

	if (met && met->graph_packet != reading->packet)
		met->function.calls++;
	return false; /* the first of that name: an event does not say which */
}

/* Where the function graph has not the function, an event of the packet may name it. */
static void count_steps(struct reading *reading, const struct pk_packet *packet)
{

	const struct pk_trail *trail = &packet->trail;

	for (uint32_t i = 0; i < trail->nr_steps; i++)
		if (!strchr(trail->steps[i].name, '/'))
			pk_symbols_named(reading->ctx, trail->steps[i].name, count_named, reading);
}

static enum pk_status count_packet(struct reading *reading, struct pk_path_maker *maker,
				   const struct pk_packet *packet)
{
	struct pk_path path;
	enum pk_status status = pk_path_make(maker, packet, 0, &path);

	if (status != PK_OK)
		return status;
	reading->packet++;
	for (uint32_t i = 0; i < path.nr_pieces; i++)
		count_calls(reading, path.pieces[i].root);
	reading->use->total_ns += path.total_ns;
	reading->use->handler_ns += path.probe_ns;
	pk_path_deinit(&path);
	count_steps(reading, packet);
	return reading->nomem ? pk_fail(reading->ctx, PK_NOMEM, "probes on paths") : PK_OK;
}

/* "trace event kprobes/pk_rx4": the id of that event's format, or 0. */
static uint16_t event_of(const struct pk_formats *formats, const struct pk_probe *probe)
{
	static const char prefix[] = "trace event ";
	const struct pk_format *format;
	char system[64];
	const char *name = probe->owner + strlen(prefix);
	size_t len = strcspn(probe->owner, "/") - strlen(prefix);

	if (strncmp(probe->owner, prefix, strlen(prefix)) || !strchr(name, '/') ||
	    len >= sizeof(system))
		return 0;
	memcpy(system, name, len);
	system[len] = '\0';
	format = pk_format_by_name(formats, system, name + len + 1);
	return format ? format->id : 0;
}

/* Events by type, over the whole of the packets' window. */
static enum pk_status count_events(struct pk_ctx *ctx, const struct pk_packet_set *set,
				   uint64_t *counts)
{
	struct pk_instance instance;
	struct pk_trace *trace;
	struct pk_cursor *cursor;
	struct pk_event event;
	enum pk_status status = pk_packets_instance(ctx, &instance);

	if (status == PK_OK)
		status = pk_trace_open(ctx, &instance, false, &trace);
	if (status != PK_OK)
		return status;
	status = pk_cursor_open(trace, set->since, UINT64_MAX, PK_ALL_CPUS, &cursor);
	if (status == PK_OK) {
		while ((status = pk_cursor_next(cursor, &event)) == PK_OK)
			counts[event.type & 0xffff]++;
		pk_cursor_close(cursor);
	}
	pk_trace_close(trace);
	return status == PK_ABSENT ? PK_OK : status;
}

static enum pk_status fill_events(struct pk_ctx *ctx, const struct pk_packet_set *set,
				  struct pk_probe_use *use)
{
	const struct pk_formats *formats;
	uint64_t *counts = calloc(65536, sizeof(*counts));
	enum pk_status status =
		counts ? pk_formats_load(ctx, &formats) : pk_fail(ctx, PK_NOMEM, "event counts");

	if (status == PK_OK)
		status = count_events(ctx, set, counts);
	for (uint32_t i = 0; status == PK_OK && i < use->nr; i++) {
		struct pk_probed_function *function = &use->functions[i];

		function->events = calloc(function->nr_probes, sizeof(*function->events));
		if (!function->events)
			status = pk_fail(ctx, PK_NOMEM, "event counts");
		for (uint32_t k = 0; status == PK_OK && k < function->nr_probes; k++) {
			uint16_t id = event_of(formats, function->probes[k]);

			function->events[k] = id ? counts[id] : UINT64_MAX;
		}
	}
	free(counts);
	return status;
}

static int by_time(const void *left, const void *right)
{
	const struct pk_probed_function *a = left, *b = right;

	if (a->handler_ns != b->handler_ns)
		return a->handler_ns < b->handler_ns ? 1 : -1;
	if (a->calls != b->calls)
		return a->calls < b->calls ? 1 : -1;
	return strcmp(a->symbol.name, b->symbol.name);
}

/* The functions with probes move to the list. */
static enum pk_status take_probed(struct reading *reading, struct pk_probe_use *use)
{
	size_t at = 0;
	struct met *met;

	use->functions = calloc(reading->met.nr + 1, sizeof(*use->functions));
	if (!use->functions)
		return pk_fail(reading->ctx, PK_NOMEM, "probes on paths");
	while ((met = pk_hash_next(&reading->met, &at)))
		if (met->function.nr_probes) {
			if (met->nr_times) {
				qsort(met->times, met->nr_times, sizeof(*met->times), pk_by_number);
				met->function.handler_median_ns = met->times[met->nr_times / 2];
			}
			use->functions[use->nr++] = met->function;
			met->function.probes = NULL;
		}
	qsort(use->functions, use->nr, sizeof(*use->functions), by_time);
	return PK_OK;
}

static void free_met(void *arg)
{
	struct met *met = arg;

	free(met->function.probes);
	free(met->times);
	free(met);
}

enum pk_status pk_probe_use_read(struct pk_ctx *ctx, const struct pk_packet_set *set, uint32_t n,
				 const struct pk_probe_list *probes, struct pk_probe_use *ret_use)
{
	uint32_t from = set->nr > n ? set->nr - n : 0;
	struct pk_probe_use use = {.packets = set->nr - from};
	struct reading reading = {.ctx = ctx, .probes = probes, .use = &use};
	struct pk_path_maker *maker;
	enum pk_status status = pk_path_maker_create(ctx, set, &maker);

	if (status != PK_OK)
		return status;
	for (uint32_t i = from; i < set->nr && status == PK_OK; i++) {
		status = count_packet(&reading, maker, set->packets[i]);
		if (ctx->progress && !(i & 0xfff))
			ctx->progress("packets' paths read", i);
	}
	pk_path_maker_destroy(maker);
	if (status == PK_OK)
		status = take_probed(&reading, &use);
	pk_hash_deinit(&reading.met, free_met);
	if (status == PK_OK)
		status = fill_events(ctx, set, &use);
	if (status != PK_OK) {
		pk_probe_use_deinit(&use);
		return pk_wrap(ctx, status, "probes on the packets' paths");
	}
	*ret_use = use;
	return PK_OK;
}

void pk_probe_use_deinit(struct pk_probe_use *use)
{
	for (uint32_t i = 0; i < use->nr; i++) {
		free(use->functions[i].probes);
		free(use->functions[i].events);
	}
	free(use->functions);
	memset(use, 0, sizeof(*use));
}
