// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lives/queued_packets.h"

#include <stdlib.h>

#include "analysis/lives/same_packet.h"
#include "core/kit.h"
#include "decode/net/skb/skb.h"
#include "decode/net/sock/sock.h"
#include "protocol/stage.h"

struct pk_on_stack {
	uint64_t skb, sk; /* SK: its socket; 0: not known */
	uint64_t func; /* that handles it, or whose list it waits on */
	int cpu;
	bool waiting;
	bool is_tx;
	enum pk_stack_evidence evidence; /* unless it waits */
};

static void add(struct pk_stack_packets *list, struct pk_on_stack held)
{
	if (!pk_grow(list->held, list->nr, list->room))
		return;
	list->held[list->nr++] = held;
}

/* Those whose header is known. */
static void add_waiting(struct pk_ctx *ctx, int cpu, const struct pk_stack_packet *found,
			struct pk_stack_packets *list)
{
	struct pk_skb skb;

	for (uint32_t i = 0; i < found->nr_waiting; i++)
		if (pk_skb_read(ctx, found->waiting[i].skb, &skb) == PK_OK && pk_skb_is_named(&skb))
			add(list, (struct pk_on_stack){.skb = found->waiting[i].skb,
						       .func = found->waiting[i].func,
						       .cpu = cpu,
						       .waiting = true});
}

/* By its socket, else by the function that has it. */
static bool goes_out(const struct pk_ctx *ctx, const struct pk_stack_packet *found)
{
	const struct pk_stage *stage = pk_stage_of_function(ctx, found->func.name);

	return found->is_tx || (!found->sk_matches && stage && stage->side == PK_SIDE_TX);
}

/* What was found in a frame of another function, or on a stack that was only scanned, may be long gone. */
static void add_cpu(struct pk_ctx *ctx, int cpu, struct pk_stack_packets *list)
{
	struct pk_stack_packet found;

	enum pk_status status = pk_stack_packet_find(ctx, cpu, pk_stage_is_path, &found);

	list->unread += status != PK_OK && status != PK_ABSENT;
	if (status != PK_OK)
		return;
	add_waiting(ctx, cpu, &found, list);
	if (found.skb && found.unwound && found.evidence <= PK_STACK_FRAME)
		add(list, (struct pk_on_stack){.skb = found.skb,
					       .sk = found.sk_matches ? found.sk : 0,
					       .func = found.func.addr,
					       .cpu = cpu,
					       .is_tx = goes_out(ctx, &found),
					       .evidence = found.evidence});
}

void pk_stack_packets_load(struct pk_ctx *ctx, int panic_cpu, struct pk_stack_packets *ret_list)
{
	struct pk_stack_packets list = {0};
	struct pk_cpumask present;
	enum pk_status status;

	if (panic_cpu >= 0) {
		status = pk_stack_packet_find(ctx, panic_cpu, pk_stage_is_path, &list.panicking);
		list.panicking_known = status == PK_OK;
		list.unread += status != PK_OK && status != PK_ABSENT;
	}
	if (list.panicking_known)
		add_waiting(ctx, panic_cpu, &list.panicking, &list);
	if (!ctx->target->facts.is_live && pk_cpumask_get(ctx, PK_CPUS_PRESENT, &present) == PK_OK)
		for (uint32_t cpu = 0; cpu < ctx->target->facts.nr_cpu_ids && cpu < PK_MAX_CPUS;
		     cpu++)
			if ((int)cpu != panic_cpu && pk_cpumask_test(&present, cpu))
				add_cpu(ctx, (int)cpu, &list);
	*ret_list = list;
}

bool pk_stack_packets_at(const struct pk_stack_packets *list, uint32_t i, uint64_t *ret_skb,
			 uint64_t *ret_func, int *ret_cpu)
{
	const struct pk_on_stack *held = &list->held[i];

	if (!held->waiting && held->evidence >= PK_STACK_FRAME)
		return false;
	*ret_skb = held->skb;
	*ret_func = held->func;
	*ret_cpu = held->cpu;
	return true;
}

void pk_stack_packets_deinit(struct pk_stack_packets *list)
{
	free(list->held);
	*list = (struct pk_stack_packets){0};
}

/* The trace's own packet that the stack names, if the trace has it: by pointer while memory still
 * holds that life; where it names none, the one that the trace left open on that CPU. */
static struct pk_packet *traced_packet(struct pk_ctx *ctx, const struct pk_packet_set *set, int cpu,
				       uint64_t skb)
{
	if (skb)
		return pk_packet_at(ctx, set, skb);
	for (uint32_t i = set->nr; i-- > 0;) {
		struct pk_packet *packet = set->packets[i];

		if (set->panic_known && packet->first_ns + PK_STACK_REACH_NS < set->panic_ns)
			break;
		if (packet->outcome == PK_OUT_IN_FLIGHT && pk_has_open_piece(packet, cpu))
			return packet;
	}
	return NULL;
}

static bool others_traced(struct pk_ctx *ctx, const struct pk_stack_packets *list,
			  const struct pk_packet_set *set)
{
	return pk_all(list->nr, i, pk_packet_at(ctx, set, list->held[i].skb));
}

bool pk_stack_packets_settled(struct pk_ctx *ctx, const struct pk_stack_packets *list,
			      const struct pk_packet_set *set)
{
	uint64_t skb = list->panicking.skb;
	bool settled = !list->panicking_known || traced_packet(ctx, set, set->panic_cpu, skb);

	/* Where it is not known which it was handling, the trace's beginning of that may lie further back. */
	settled |= !skb && (!set->panic_known || !set->ran_until_panic);
	if (settled && others_traced(ctx, list, set))
		return true;
	return set->panic_known && set->since + PK_STACK_REACH_NS < set->panic_ns;
}

static void explain(struct pk_ctx *ctx, const struct pk_on_stack *held, bool by_trace,
		    struct pk_packet *packet)
{
	struct pk_symbol symbol = {.name = "?"};

	pk_symbol_at(ctx, held->func, &symbol);
	packet->outcome = PK_OUT_IN_FLIGHT;
	if (held->waiting)
		pk_packet_explain(packet, "waits on a list of %.60s, on CPU %d's stack",
				  symbol.name, held->cpu);
	else if (by_trace)
		pk_packet_explain(packet, "in %.60s, by the trace and CPU %d's stack", symbol.name,
				  held->cpu);
	else
		pk_packet_explain(packet, "in %.60s, by CPU %d's stack: pointer in %s", symbol.name,
				  held->cpu, pk_stack_evidence_text(held->evidence));
}

/* Of SK, the packet's socket; 0: not known. */
static uint32_t netns_of(struct pk_ctx *ctx, uint64_t sk, const struct pk_skb *skb)
{
	struct pk_sock sock;

	return sk && pk_sock_read(ctx, pk_header_outermost(&skb->header), sk, &sock) == PK_OK
		       ? sock.netns
		       : 0;
}

static void from_memory(struct pk_ctx *ctx, const struct pk_on_stack *held,
			const struct pk_skb *skb, struct pk_packet *packet)
{
	packet->from_memory = true;
	packet->dir = held->is_tx ? PK_TX : PK_RX;
	packet->skb = held->skb;
	packet->sk = held->sk;
	packet->netns = netns_of(ctx, held->sk, skb);
	packet->generation_known = true;
	pk_packet_set_dev(packet, skb->dev_name);
	packet->mark_known = true;
	packet->mark = skb->mark;
	packet->left_complete = true;
	packet->segs = pk_skb_segs(skb);
	packet->header = skb->header;
	if (skb->header_valid) {
		packet->tuple_from = PK_TUPLE_SKB;
		packet->identity = held->waiting || held->evidence == PK_STACK_ARGUMENT
					   ? PK_ID_EXACT
					   : PK_ID_NESTED;
	}
	explain(ctx, held, false, packet);
}

static void add_packet(struct pk_ctx *ctx, const struct pk_on_stack *held, const struct pk_skb *skb,
		       struct pk_function_set *functions, struct pk_packet_set *set)
{
	struct pk_packet *packet = pk_packet_set_add(set);

	if (!packet)
		return;
	from_memory(ctx, held, skb, packet);
	packet->through =
		functions && !held->waiting && pk_function_set_has(ctx, functions, held->func);
	packet->first_ns = packet->last_ns = set->panic_known ? set->panic_ns : set->newest_ns;
}

/* How sure a pointer on the stack is: a function's own argument, as an event would carry it; a
 * register or frame that belongs to the function; or something near. Of a stack that was only searched a frame may be a call that
 * returned long ago. */
static enum pk_identity sure_of(const struct pk_stack_packet *found)
{
	switch (found->evidence) {
	case PK_STACK_ARGUMENT:
		return PK_ID_EXACT;
	case PK_STACK_REGISTER:
		return PK_ID_NESTED;
	case PK_STACK_FRAME:
		return found->unwound ? PK_ID_NESTED : PK_ID_GUESS;
	default:
		return PK_ID_GUESS;
	}
}

static void packet_from_stack(const struct pk_ctx *ctx, const struct pk_stack_packet *found,
			      struct pk_packet *packet)
{
	const struct pk_skb *skb = &found->fields;

	packet->from_memory = true;
	packet->dir = goes_out(ctx, found) ? PK_TX : PK_RX;
	packet->skb = found->skb;
	packet->sk = found->sk;
	packet->generation_known = true;
	packet->pointer = sure_of(found);
	pk_packet_set_dev(packet, skb->dev_name);
	packet->mark_known = true;
	packet->mark = skb->mark;
	packet->left_complete = true;
	if (skb->header_valid) {
		packet->header = skb->header;
		packet->tuple_from = PK_TUPLE_SKB;
		packet->identity = packet->pointer;
		packet->segs = pk_skb_segs(skb);
	} else if (pk_skb_is_named(skb)) {
		packet->header = skb->header;
	}
	packet->outcome = PK_OUT_IN_FLIGHT;
	pk_packet_explain(packet, "in %.60s, by the panicking CPU's stack%s: pointer in %s",
			  found->func.name,
			  found->unwound ? "" : ", which cannot be unwound and was searched",
			  pk_stack_evidence_text(found->evidence));
}

/* By its header, else by the function that handles it; 0: neither says. */
static uint16_t protocol_of_stack(const struct pk_ctx *ctx, const struct pk_stack_packet *found)
{
	const struct pk_stage *stage = pk_stage_of_function(ctx, found->func.name);
	const struct pk_protocol *protocol = stage ? pk_stage_protocol(stage) : NULL;

	if (found->protocol)
		return found->protocol;
	return protocol ? protocol->number : 0;
}

static bool stack_packet_is_shown(struct pk_ctx *ctx, const struct pk_stack_packet *found)
{
	uint16_t number = protocol_of_stack(ctx, found);

	if (pk_skb_is_named(&found->fields))
		return pk_header_is_shown(ctx, &found->fields.header);
	return !number || pk_protocol_is_shown(ctx, pk_protocol_by_number(number));
}

/* The packet that the panicking CPU's stack holds. A probe at a function's entry may die before the
 * tracer records the function: the stack knows it. */
static void join_panicking(struct pk_ctx *ctx, const struct pk_stack_packet *found,
			   struct pk_function_set *functions, struct pk_packet_set *set)
{
	struct pk_packet *packet;

	packet = traced_packet(ctx, set, set->panic_cpu, found->skb);
	if (packet) {
		packet->outcome = PK_OUT_IN_FLIGHT;
		packet->in_func_by_stack = true;
		if (!packet->sk && found->sk_matches)
			packet->sk = found->sk;
		pk_packet_explain(packet, "in %.60s, by the trace and the panicking CPU's stack",
				  found->func.name);
		pk_packet_conntrack_read(ctx, &found->fields, packet);
		if (!packet->netns)
			packet->netns =
				netns_of(ctx, found->sk_matches ? found->sk : 0, &found->fields);
		return;
	}
	if (!found->skb || !stack_packet_is_shown(ctx, found))
		return;
	packet = pk_packet_set_add(set);
	if (!packet)
		return;
	packet_from_stack(ctx, found, packet);
	packet->header.protocol = protocol_of_stack(ctx, found);
	packet->in_func_by_stack = true;
	packet->netns = netns_of(ctx, found->sk_matches ? found->sk : 0, &found->fields);
	pk_packet_conntrack_read(ctx, &found->fields, packet);
	packet->through = functions && pk_function_set_has(ctx, functions, found->func.addr);
	packet->first_ns = packet->last_ns = pk_packet_set_end(set);
}

void pk_stack_packets_join(struct pk_ctx *ctx, const struct pk_stack_packets *list,
			   struct pk_function_set *functions, struct pk_packet_set *set)
{
	for (uint32_t i = 0; i < list->nr; i++) {
		const struct pk_on_stack *held = &list->held[i];
		struct pk_packet *packet = pk_packet_at(ctx, set, held->skb);
		bool sure = held->waiting || held->evidence < PK_STACK_FRAME;
		struct pk_skb skb;

		if (pk_skb_read(ctx, held->skb, &skb) != PK_OK || !skb.users)
			continue;
		if (!packet && sure && pk_skb_is_named(&skb) &&
		    pk_header_is_shown(ctx, &skb.header))
			add_packet(ctx, held, &skb, functions, set);
		/* A frame may hold what an earlier call left there. */
		if (!packet || !(sure || pk_has_open_piece(packet, held->cpu)))
			continue;
		explain(ctx, held, true, packet);
		pk_packet_conntrack_read(ctx, &skb, packet);
		if (!packet->sk)
			packet->sk = held->sk;
		if (!packet->netns)
			packet->netns = netns_of(ctx, held->sk, &skb);
	}
	if (list->panicking_known)
		join_panicking(ctx, &list->panicking, functions, set);
}
