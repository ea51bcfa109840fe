// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/skbs.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/explain/path.h"
#include "analysis/lives/filter.h"
#include "analysis/lives/same_packet.h"
#include "core/hash.h"
#include "core/kit.h"
#include "decode/probe/probe.h"
#include "decode/task/task.h"

struct reading {
	struct pk_ctx *ctx;
	const struct pk_skb_ways *ways;
	struct pk_skb_hooks *hooks;
	struct pk_hash seen; /* functions, by address */
	struct pk_symbol func; /* the current one */
	bool on_stack;
};

static void add(struct reading *reading, const struct pk_probe *probe, bool called)
{
	struct pk_skb_hooks *hooks = reading->hooks;

	if (!pk_grow(hooks->list, hooks->nr, hooks->room)) {
		hooks->incomplete = true;
		return;
	}
	hooks->list[hooks->nr++] = (struct pk_skb_hook){.func = reading->func,
							.probe = probe,
							.called = called,
							.on_stack = reading->on_stack};
}

static bool add_attached(const struct pk_probe *probe, void *arg)
{
	add(arg, probe, false);
	return true;
}

/* Who calls FUNC; NULL: nobody that is attached, or several of different owners. */
static const struct pk_probe *caller_of(const struct pk_probe_list *probes, uint64_t func)
{
	const struct pk_probe *found = NULL;

	for (uint32_t i = 0; probes && i < probes->nr; i++) {
		const struct pk_probe *probe = &probes->probes[i];

		if (probe->machinery || probe->handler != func)
			continue;
		if (found && (found->kind != probe->kind || strcmp(found->owner, probe->owner)))
			return NULL;
		found = probe;
	}
	return found;
}

/* FUNC, once each. */
static void look_at(struct reading *reading, const struct pk_symbol *func)
{
	const struct pk_probe_list *probes = reading->ways->probes;
	const struct pk_probe *caller;
	uint32_t before = reading->hooks->nr;

	if (!func->addr || pk_hash_get(&reading->seen, func->addr) ||
	    !pk_hash_put(&reading->seen, func->addr, reading))
		return;
	reading->func = *func;
	if (probes)
		pk_probes_on_function(probes, func->addr, func->size, false, add_attached, reading);
	caller = caller_of(probes, func->addr);
	if (caller)
		add(reading, caller, true);
	if (reading->hooks->nr == before && func->module[0])
		add(reading, NULL, false);
}

/* --- by the trace -------------------------------------------------------------------------------- */

/* Of several functions of one name an event does not say which: none of them is told of. */
struct named {
	struct pk_symbol symbol;
	unsigned nr;
};

static bool visit_named(const struct pk_symbol *symbol, void *arg)
{
	struct named *named = arg;

	named->symbol = *symbol;
	return ++named->nr < 2;
}

static void look_at_steps(struct reading *reading, const struct pk_trail *trail)
{
	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		struct named named = {.nr = 0};

		if (!strchr(trail->steps[i].name, '/') &&
		    pk_symbols_named(reading->ctx, trail->steps[i].name, visit_named, &named) ==
			    PK_OK &&
		    named.nr == 1)
			look_at(reading, &named.symbol);
	}
}

static void path_read(struct reading *reading, const struct pk_packet *packet)
{
	struct pk_path path;

	if (pk_path_make(reading->ways->maker, packet, 0, &path) == PK_OK) {
		for (uint32_t i = 0; i < path.nr_pieces; i++) {
			struct pk_call *root = path.pieces[i].root;
			struct pk_call *call = root;

			while (call) {
				bool own = call->kind == PK_CALL_PLAIN && call->name;

				if (own && call->name->known)
					look_at(reading, &call->name->symbol);
				call = pk_call_next(call, root, own);
			}
		}
		pk_path_deinit(&path);
	} else {
		reading->hooks->incomplete = true;
	}
	look_at_steps(reading, &packet->trail);
}

/* The newest life of that address, if memory still holds it. */
static const struct pk_packet *life_of(const struct pk_skb_ways *ways, uint64_t skb)
{
	const struct pk_packet *packet = pk_hash_get(&ways->newest, skb);
	const struct pk_place *place = pk_queued_place(ways->memory, skb);

	return packet && !packet->from_memory && packet->generation_known && !packet->generation &&
			       pk_still_is(ways->ctx, &ways->set, packet, skb,
					   place ? place->sock : NULL)
		       ? packet
		       : NULL;
}

static void trace_read(struct reading *reading, uint64_t skb)
{
	const struct pk_packet *packet = life_of(reading->ways, skb);

	if (!packet)
		return;
	pk_packet_id(packet, reading->hooks->packet_id, sizeof(reading->hooks->packet_id));
	path_read(reading, packet);
}

/* --- by the stack -------------------------------------------------------------------------------- */

/* From the outermost function that handles packets on; what stops or kills the machine lies inside, and is left out. */
static void frames_read(struct reading *reading, const struct pk_open_calls *calls,
			const enum pk_call_role *roles)
{
	bool handling = false;
	struct pk_symbol func;

	for (size_t i = 0; i < calls->nr; i++) {
		if (roles[i] == PK_ROLE_STOP || roles[i] == PK_ROLE_PANIC ||
		    pk_symbol_at(reading->ctx, calls->frames[i].func, &func) != PK_OK)
			continue;
		handling |= pk_stage_is_path(reading->ctx, func.name);
		if (handling)
			look_at(reading, &func);
	}
}

static void stack_read(struct reading *reading, int cpu)
{
	struct pk_open_calls calls;
	enum pk_call_role *roles;

	if (pk_open_calls_of_cpu(reading->ctx, cpu, &calls) != PK_OK) {
		pk_warn(reading->ctx, "%s", pk_error(reading->ctx));
		return;
	}
	roles = calloc(calls.nr + 1, sizeof(*roles));
	if (roles && calls.source == PK_CALLS_UNWOUND) {
		reading->hooks->cpu = cpu;
		reading->on_stack = true;
		pk_call_roles(reading->ctx, &calls, roles);
		frames_read(reading, &calls, roles);
	}
	free(roles);
	pk_open_calls_deinit(&calls);
}

void pk_skb_hooks_read(const struct pk_skb_ways *ways, const struct pk_placed_skb *skb,
		       struct pk_skb_hooks *ret_hooks)
{
	struct reading reading = {.ctx = ways->ctx, .ways = ways, .hooks = ret_hooks};

	*ret_hooks = (struct pk_skb_hooks){.cpu = -1};
	trace_read(&reading, skb->addr);
	if (skb->handled)
		stack_read(&reading, skb->cpu);
	pk_hash_deinit(&reading.seen, NULL);
}

void pk_skb_hooks_deinit(struct pk_skb_hooks *hooks)
{
	free(hooks->list);
	*hooks = (struct pk_skb_hooks){0};
}

/* --- the trace, once for all of them --------------------------------------------------------------- */

/* Sorted, each once. */
static size_t sort_addrs(uint64_t *addrs, size_t nr)
{
	size_t kept = 0;

	if (nr)
		qsort(addrs, nr, sizeof(*addrs), pk_by_number);
	for (size_t i = 0; i < nr; i++)
		if (!kept || addrs[kept - 1] != addrs[i])
			addrs[kept++] = addrs[i];
	return kept;
}

static void note_newest(struct pk_skb_ways *ways, struct pk_packet *packet)
{
	const uint64_t skbs[] = {packet->skb, packet->orig_skb};

	for (size_t i = 0; i < PK_ARRAY_SIZE(skbs); i++)
		if (skbs[i] && !pk_hash_get(&ways->newest, skbs[i]))
			(void)!pk_hash_put(&ways->newest, skbs[i], packet);
}

void pk_skb_ways_open(struct pk_ctx *ctx, const struct pk_queued_packets *memory, uint64_t *skbs,
		      size_t nr, struct pk_skb_ways *ret_ways)
{
	struct pk_packet_set *set = &ret_ways->set;
	struct pk_packet_filter filter;
	enum pk_status status = PK_ABSENT;

	*ret_ways = (struct pk_skb_ways){.ctx = ctx, .memory = memory};
	pk_packet_filter_init(&filter);
	filter.skbs = skbs;
	filter.nr_skbs = sort_addrs(skbs, nr);
	if (pk_probes_load(ctx, &ret_ways->probes) != PK_OK) {
		pk_warn(ctx, "%s", pk_error(ctx));
		ret_ways->probes = NULL;
	}
	if (nr)
		status = pk_packets_last(ctx, (uint32_t)filter.nr_skbs, &filter, set);
	if (status == PK_OK)
		status = pk_path_maker_create(ctx, set, &ret_ways->maker);
	if (status != PK_OK && status != PK_ABSENT)
		pk_warn(ctx, "the trace of skbs: %s", pk_error(ctx));
	for (uint32_t i = set->of_last_boot ? 0 : set->nr; ret_ways->maker && i-- > 0;)
		note_newest(ret_ways, set->packets[i]);
}

void pk_skb_ways_close(struct pk_skb_ways *ways)
{
	pk_hash_deinit(&ways->newest, NULL);
	if (ways->maker)
		pk_path_maker_destroy(ways->maker);
	pk_packet_set_deinit(&ways->set);
	*ways = (struct pk_skb_ways){0};
}
