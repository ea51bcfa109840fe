// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/path.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/events/facts.h"
#include "analysis/events/trace_gaps.h"
#include "core/ask.h"
#include "core/kit.h"

#define IN(holder) (1u << PK_HOLDER_##holder)
#define ENDS (IN(FREED) | IN(MERGED))
/* Here it waits for others: no call around tells whose packet they take. */
#define WAITING                                                                                    \
	(IN(CPU_BACKLOG) | IN(XFRM) | IN(FRAGMENTS) | IN(USER_QUEUE) | IN(SOCK_BACKLOG) |          \
	 IN(RECEIVE_QUEUE) | IN(OFO_QUEUE) | IN(READER) | IN(WRITE_QUEUE) | IN(RTX_QUEUE) |        \
	 IN(NEIGHBOUR) | IN(QDISC) | IN(DRIVER_TX) | IN(WIRE))

/* A call or event of a row that moves the packet. */
struct move {
	const struct pk_stage *stage;
	uint64_t ts;
	uint32_t order; /* as it was found: that of equal times */
	int cpu;
	enum pk_context context;
	bool is_call; /* the packet's by the calls around it; an event named its sk_buff */
};

struct moves {
	const struct pk_packet *packet;
	struct move *list; /* owned */
	uint32_t nr, room;
	bool nomem;
};

/* Of the other direction's rows each is of another packet. */
static bool is_of_side(const struct pk_packet *packet, const struct pk_stage *stage)
{
	return stage->side != (packet->dir == PK_RX ? PK_SIDE_TX : PK_SIDE_RX);
}

static void add(struct moves *moves, const struct pk_stage *stage, uint64_t ts, int cpu,
		enum pk_context context, bool is_call)
{
	if (!stage || !pk_stage_to(stage) || !is_of_side(moves->packet, stage))
		return;
	if (!pk_grow(moves->list, moves->nr, moves->room)) {
		moves->nomem = true;
		return;
	}
	moves->list[moves->nr] = (struct move){stage, ts, moves->nr, cpu, context, is_call};
	moves->nr++;
}

/* On the ring's clock, which steps and frames have: a call that returned has its CPU's. */
static uint64_t ring_time(const struct pk_path_piece *piece, const struct pk_call *call)
{
	return call->start < piece->root->start
		       ? piece->piece->start
		       : piece->piece->start + (call->start - piece->root->start);
}

static bool happened_in(const struct pk_path_piece *piece, const struct pk_call *call, uint64_t ts)
{
	uint64_t start = ring_time(piece, call);

	return ts >= start &&
	       (call->open || ts - start <= (call->by_entry ? call->extent : call->dur));
}

/* What a call merges may be another's, and a queue may give its driver another's: an event of the packet lies in it. */
static bool is_own(const struct pk_packet *packet, const struct pk_call *call,
		   const struct pk_path_piece *piece)
{
	enum pk_holder to = pk_stage_to(call->name->stage);

	if (to == PK_HOLDER_FREED) /* its event tells */
		return false;
	if (to == PK_HOLDER_MERGED)
		return packet->freed_ns && happened_in(piece, call, packet->freed_ns);
	if (call == piece->root || to != PK_HOLDER_DRIVER_TX)
		return true;
	return pk_any(packet->trail.nr_frames, i,
		      happened_in(piece, call, packet->trail.frames[i].ts));
}

static void add_calls(struct moves *moves, const struct pk_path_piece *piece)
{
	const struct pk_call *call = piece->root;

	while (call) {
		const struct pk_stage *stage =
			call->kind == PK_CALL_PLAIN && call->name ? call->name->stage : NULL;
		bool down = call->kind == PK_CALL_PLAIN &&
			    (!stage || (is_of_side(moves->packet, stage) &&
					(call == piece->root || stage->act != PK_ACT_TX_OTHER)));

		if (down && stage && is_own(moves->packet, call, piece))
			add(moves, stage, ring_time(piece, call), piece->piece->cpu,
			    piece->piece->context, true);
		call = pk_call_next(call, piece->root, down);
	}
}

static enum pk_context context_of(const struct pk_trail *trail, const struct pk_step *step)
{
	for (uint32_t i = 0; i < trail->nr_pieces; i++) {
		const struct pk_piece *piece = &trail->pieces[i];

		if (piece->cpu == step->cpu && piece->pid == step->pid &&
		    piece->start <= step->ts && step->ts <= piece->end)
			return piece->context;
	}
	return PK_CTX_PROCESS;
}

static void take_row(const struct pk_stage *stage, const struct pk_protocol *protocol, void *arg)
{
	const struct pk_stage **row = arg;

	(void)protocol;
	*row = *row ? *row : stage;
}

/* An event of ACT at NS, which may lie in the packet's own calls, or in nobody's. */
static struct move event_at(const struct pk_packet *packet, uint64_t ns, enum pk_stage_act act)
{
	const struct pk_trail *trail = &packet->trail;
	struct move event = {.ts = ns, .cpu = -1};

	pk_stages_each(act, take_row, &event.stage);
	for (uint32_t i = 0; i < trail->nr_pieces && event.cpu < 0; i++) {
		const struct pk_piece *piece = &trail->pieces[i];

		if (piece->start <= ns && ns <= piece->end) {
			event.cpu = piece->cpu;
			event.context = piece->context;
		}
	}
	return event;
}

static struct move end_at(const struct pk_packet_set *set, const struct pk_packet *packet,
			  uint64_t ns)
{
	enum pk_stage_act act = packet->drop ? PK_ACT_EV_DROP : PK_ACT_EV_CONSUME;

	return event_at(packet, ns, set->told[PK_ACT_FREE] & PK_TOLD_BY_EVENT ? PK_ACT_FREE : act);
}

/* ACT of a driver, in the packet's own calls: FRAME tells. */
static void add_frame(const struct pk_packet_set *set, struct moves *moves,
		      const struct pk_wire_frame *frame, enum pk_stage_act act)
{
	struct move move = event_at(moves->packet, frame->ts, act);

	if (move.cpu >= 0 && set->told[act] & PK_TOLD_BY_EVENT)
		add(moves, move.stage, move.ts, move.cpu, move.context, false);
}

/* The first is given to a driver; when the last is answered, all are. */
static void add_frames(const struct pk_packet_set *set, struct moves *moves)
{
	const struct pk_trail *trail = &moves->packet->trail;

	if (moves->packet->dir != PK_TX || !trail->nr_frames)
		return;
	add_frame(set, moves, trail->frames, PK_ACT_EV_TX_START);
	if (trail->frames[trail->nr_frames - 1].sent)
		add_frame(set, moves, &trail->frames[trail->nr_frames - 1], PK_ACT_EV_TX_DONE);
}

static int by_time(const void *a, const void *b)
{
	const struct move *x = a, *y = b;

	if (x->ts != y->ts)
		return x->ts < y->ts ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

static void find_moves(struct pk_ctx *ctx, const struct pk_packet_set *set,
		       const struct pk_path *path, struct moves *moves)
{
	struct move end = end_at(set, moves->packet, moves->packet->freed_ns);
	const struct pk_trail *trail = &moves->packet->trail;

	for (uint32_t i = 0; i < path->nr_pieces; i++)
		add_calls(moves, &path->pieces[i]);
	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		const struct pk_step *step = &trail->steps[i];

		add(moves, pk_stage_of_function(ctx, step->name), step->ts, step->cpu,
		    context_of(trail, step), false);
	}
	add_frames(set, moves);
	if (end.ts)
		add(moves, end.stage, end.ts, end.cpu, end.context, false);
	if (moves->nr)
		qsort(moves->list, moves->nr, sizeof(*moves->list), by_time);
}

static bool hold(struct pk_holdings *holdings, const struct move *move, enum pk_holder holder,
		 bool original)
{
	const struct pk_holding *last = pk_holdings_last(holdings);
	bool no_way = last && !original && !(pk_holder_reach(last->holder) & 1u << holder);

	if (!original && last &&
	    (last->holder == holder || (1u << last->holder & ENDS && 1u << holder & ENDS)))
		return true;
	if (no_way && move->is_call) {
		holdings->nr_others++;
		return true;
	}
	if (!pk_grow(holdings->list, holdings->nr, holdings->room))
		return false;
	holdings->list[holdings->nr] = (struct pk_holding){
		.holder = holder,
		.by = move->stage,
		.since = move->ts,
		.cpu = move->cpu,
		.context = move->context,
		.no_way = no_way,
		.original = original,
	};
	holdings->nr++;
	return true;
}

/* Whose rows the search is for. */
struct takers {
	struct pk_ctx *ctx;
	const struct pk_packet_set *set;
	const struct pk_packet *packet;
	enum pk_holder from, to;
	bool told; /* an event tells whenever TO gets one */
	const struct pk_stage *untold; /* a row of this kernel that is not told; NULL: none */
};

static bool exists(struct pk_ctx *ctx, const struct pk_stage *stage)
{
	uint64_t addr;

	return pk_symbol_find(ctx, stage->name, &addr) != PK_ABSENT;
}

static void look_at_taker(const struct pk_stage *stage, const struct pk_protocol *protocol,
			  void *arg)
{
	struct takers *takers = arg;
	unsigned by = 1u << takers->from & WAITING || takers->to == PK_HOLDER_FREED
			      ? PK_TOLD_BY_EVENT
			      : PK_TOLD_BY_EVENT | PK_TOLD_BY_CALL;
	bool told = stage->act != PK_ACT_NONE && takers->set->told[stage->act] & by;

	if (pk_stage_to(stage) != takers->to || !(pk_stage_from(stage) & 1u << takers->from) ||
	    !is_of_side(takers->packet, stage) ||
	    (protocol && protocol != pk_protocol_of(&takers->packet->header)))
		return;
	if (strchr(stage->name, '/'))
		takers->told |= told;
	else if (!told && !takers->untold && exists(takers->ctx, stage))
		takers->untold = stage;
}

/* Every end is told by one function, or by the two tracepoints together. */
static bool frees_told(const struct pk_packet_set *set)
{
	return set->told[PK_ACT_FREE] & PK_TOLD_BY_EVENT ||
	       (set->told[PK_ACT_EV_DROP] & set->told[PK_ACT_EV_CONSUME] & PK_TOLD_BY_EVENT);
}

static void find_untold(struct takers *takers, struct pk_holdings *holdings)
{
	for (enum pk_holder to = 1; to < PK_NR_HOLDERS; to++) {
		if (to == takers->from || (1u << to & ENDS && frees_told(takers->set)))
			continue;
		takers->to = to;
		takers->told = false;
		takers->untold = NULL;
		for (enum pk_stage_act act = 0; act < PK_NR_ACTS; act++)
			pk_stages_each(act, look_at_taker, takers);
		if (to == PK_HOLDER_FREED)
			takers->told = false; /* by one of two */
		if (!takers->told && takers->untold && holdings->nr_untold < PK_UNTOLD_MAX)
			holdings->untold[holdings->nr_untold++] = takers->untold;
	}
}

static bool is_cut(const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;

	return packet->dir == PK_TX &&
	       (trail->nr_frames > 1 || (trail->nr_frames && trail->frames[0].skb != packet->skb));
}

static bool follow(const struct pk_packet_set *set, const struct moves *moves,
		   struct pk_holdings *holdings)
{
	const struct pk_packet *packet = moves->packet;
	const struct move *sent = NULL, *latest = moves->nr ? &moves->list[moves->nr - 1] : NULL;
	struct move end = end_at(set, packet, packet->orig_freed_ns);

	for (uint32_t i = 0; i < moves->nr; i++) {
		const struct move *move = &moves->list[i];

		if (!sent && move->stage->act == PK_ACT_TX_OWN)
			sent = move;
		if (move != latest && pk_stage_to(move->stage) == PK_HOLDER_FREED && is_cut(packet))
			continue; /* its segments go on */
		if (!hold(holdings, move, pk_stage_to(move->stage), false))
			return false;
	}
	if (!packet->orig_skb || packet->orig_skb == packet->skb)
		return true;
	return (!sent || hold(holdings, sent, PK_HOLDER_RTX_QUEUE, true)) &&
	       (!end.ts || hold(holdings, &end, PK_HOLDER_FREED, true));
}

/* Of a filtered event some are recorded. */
void pk_told_read(struct pk_ctx *ctx, struct pk_packet_set *set)
{
	const struct pk_formats *formats;
	struct pk_instance instance;
	struct pk_plans plans = {0};
	struct pk_reader r = {.ctx = ctx};

	if (ctx->last_boot || pk_packets_instance(ctx, &instance) != PK_OK || !instance.expanded ||
	    pk_filters_pids(ctx, &instance) || pk_formats_load(ctx, &formats) != PK_OK)
		return;
	pk_try(&r, pk_plans_make(ctx, formats, &plans));
	pk_event_file_for_each (file, &r, instance.addr) {
		if (!file.enabled || file.soft_disabled || file.filter[0])
			continue;
		for (const struct pk_plan *plan = plans.by_type[file.format->id]; plan;
		     plan = plan->next)
			if (plan->stage && !plan->is_return)
				set->told[plan->stage->act] |= PK_TOLD_BY_EVENT;
	}
	pk_plans_free(&plans);
}

enum pk_status pk_holdings_of(struct pk_ctx *ctx, const struct pk_packet_set *set,
			      const struct pk_packet *packet, const struct pk_path *path,
			      struct pk_holdings *ret_holdings)
{
	struct moves moves = {.packet = packet};
	struct pk_holdings holdings = {0};
	const struct pk_holding *last;

	find_moves(ctx, set, path, &moves);
	if (moves.nomem || !follow(set, &moves, &holdings)) {
		free(moves.list);
		pk_holdings_deinit(&holdings);
		return pk_fail(ctx, PK_NOMEM, "a packet's holders");
	}
	free(moves.list);
	last = pk_holdings_last(&holdings);
	if (last && packet->outcome == PK_OUT_UNKNOWN && !(1u << last->holder & ENDS)) {
		struct takers takers = {
			.ctx = ctx, .set = set, .packet = packet, .from = last->holder};

		holdings.asked = true;
		holdings.lost_since = packet->events_lost || packet->last_ns < set->complete_since;
		find_untold(&takers, &holdings);
	}
	*ret_holdings = holdings;
	return PK_OK;
}

void pk_holdings_deinit(struct pk_holdings *holdings)
{
	free(holdings->list);
	memset(holdings, 0, sizeof(*holdings));
}

const struct pk_holding *pk_holdings_last(const struct pk_holdings *holdings)
{
	for (uint32_t i = holdings->nr; i-- > 0;)
		if (!holdings->list[i].original)
			return &holdings->list[i];
	return NULL;
}
