// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lives/sock_lives.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/events/engine.h"
#include "analysis/lives/queued_packets.h"
#include "core/kit.h"
#include "protocol/protocol.h"

/* --- events ---------------------------------------------------------------------------------------------- */

/* The newest life at an address. */
struct life {
	uint32_t number;
	bool over; /* it was told to end */
	bool used; /* a packet was tied to it */
	struct pk_tuple tuple; /* told last; family 0: never */
	uint64_t cookie; /* the same; 0: never */
	uint32_t told; /* with TUPLE: index in TOLD of the newest entry */
};

static struct life *life_at(struct pk_engine *engine, uint64_t sk)
{
	struct life *life = pk_hash_obtain(&engine->socks.socks, sk, sizeof(*life));

	if (life && !life->number)
		life->number = 1;
	engine->out_of_memory |= !life;
	return life;
}

static void next_life(struct life *life)
{
	*life = (struct life){.number = life->number + 1};
}

static struct pk_sock_mention mention_now(const struct pk_engine *engine, const struct life *life,
					  uint64_t sk)
{
	return (struct pk_sock_mention){
		.life = life->number,
		.cpu = engine->event.cpu,
		.sk = sk,
		.ts = engine->event.ts,
		.ends = engine->socks.ends,
		.serial = engine->gaps.serial,
		.lost = engine->gaps.newest,
		.all_calls = engine->filter_asked && !engine->filtered,
		.silent = engine->event.others_silent,
	};
}

static uint64_t word(const struct pk_engine *engine, const struct pk_event_facts *facts,
		     enum pk_word which, uint64_t fallback)
{
	return pk_facts_word(engine->ctx, facts->plan, &engine->event, which, fallback);
}

static bool has_states(const struct pk_plan *plan)
{
	return plan->word[PK_W_SK] && plan->word[PK_W_OLD_STATE] && plan->word[PK_W_NEW_STATE];
}

static bool state_listens(const struct pk_engine *engine, const struct pk_event_facts *facts)
{
	const struct pk_protocol *protocol = pk_stage_protocol(facts->stage);

	return has_states(facts->plan) && protocol && protocol->listens &&
	       protocol->listens(word(engine, facts, PK_W_NEW_STATE, 0));
}

/* The first that an active open sends. */
static bool opens(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	const struct pk_frame *frame =
		facts->stage->act == PK_ACT_TX_OWN ? pk_frame_with(engine, PK_ACT_CONNECT) : NULL;

	return frame && frame->call.context == pk_context_now(engine);
}

static bool is_another(const struct life *life, const struct pk_event_facts *facts, uint64_t cookie)
{
	return (cookie && life->cookie && cookie != life->cookie) ||
	       (facts->sock.family && life->tuple.family &&
		!pk_tuple_equal(&facts->sock, &life->tuple));
}

static bool tells_of_socket(const struct pk_event_facts *facts)
{
	switch (facts->stage->act) {
	case PK_ACT_EV_STATE:
	case PK_ACT_EV_PROBE:
	case PK_ACT_EV_RETRANSMIT:
	case PK_ACT_SOCK_END:
	case PK_ACT_TX_OWN:
		return true;
	default:
		return false;
	}
}

/* Of several that nothing parts the first says it all. */
static void tell(struct pk_engine *engine, struct life *life, uint64_t sk,
		 const struct pk_tuple *tuple)
{
	struct pk_sock_lives *lives = &engine->socks;
	const struct pk_sock_told *last = life->tuple.family ? &lives->told[life->told] : NULL;

	if (last && last->when.ends == lives->ends && !last->when.silent &&
	    last->when.serial >= engine->gaps.newest)
		return;
	if (!pk_grow(lives->told, lives->nr_told, lives->room_told)) {
		engine->out_of_memory = true;
		return;
	}
	life->tuple = *tuple;
	life->told = lives->nr_told;
	lives->told[lives->nr_told++] =
		(struct pk_sock_told){sk, *tuple, mention_now(engine, life, sk)};
}

/* It tells of every socket, as a probe need not: that may be missed. */
static bool tells_begins(const struct pk_plan *plan)
{
	return plan->format && plan->format->kind == PK_FORMAT_TRACEPOINT && has_states(plan);
}

static bool tells_ends(const struct pk_plan *plan)
{
	return plan->format && plan->format->kind == PK_FORMAT_TRACEPOINT && plan->stage &&
	       plan->stage->act == PK_ACT_SOCK_END && plan->word[PK_W_SK];
}

void pk_sock_lives_enabled(struct pk_seen *seen, const struct pk_plan *plan)
{
	seen->sock_begins |= tells_begins(plan);
	seen->sock_ends |= tells_ends(plan);
}

void pk_sock_event(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct life *life;
	uint64_t cookie;

	if (!facts->sk || !facts->stage || !tells_of_socket(facts))
		return;
	if (tells_begins(facts->plan))
		pk_see(engine, &engine->seen.sock_begins);
	if (tells_ends(facts->plan))
		pk_see(engine, &engine->seen.sock_ends);
	life = life_at(engine, facts->sk);
	if (!life)
		return;
	cookie = word(engine, facts, PK_W_SOCK_COOKIE, 0);
	if (life->over || is_another(life, facts, cookie) ||
	    pk_facts_begin_life(engine->ctx, facts, &engine->event) ||
	    (opens(engine, facts) && life->used))
		next_life(life);
	if (cookie)
		life->cookie = cookie;
	if (facts->sock.family || state_listens(engine, facts))
		tell(engine, life, facts->sk, &facts->sock);
}

static void note_end(struct pk_engine *engine, uint64_t sk)
{
	struct pk_sock_lives *lives = &engine->socks;

	if (!pk_grow(lives->ended, lives->nr_ended, lives->room_ended))
		engine->out_of_memory = true;
	else
		lives->ended[lives->nr_ended++] = (struct pk_sock_end){
			.ts = engine->event.ts, .sk = sk, .cpu = engine->event.cpu};
}

void pk_sock_event_done(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	struct life *life;

	if (!facts->sk || !facts->stage || facts->stage->act != PK_ACT_SOCK_END ||
	    facts->plan->is_return)
		return;
	life = life_at(engine, facts->sk);
	if (!life)
		return;
	life->over = true;
	note_end(engine, facts->sk);
}

void pk_sock_ended_somewhere(struct pk_engine *engine)
{
	engine->socks.ends++;
	note_end(engine, 0);
}

void pk_sock_names(struct pk_engine *engine, struct pk_packet *packet,
		   const struct pk_event_facts *facts)
{
	struct life *life = life_at(engine, facts->sk);

	packet->sk = facts->sk;
	if (!life)
		return;
	if (life->over)
		next_life(life);
	life->used = true;
	packet->work->sock = mention_now(engine, life, facts->sk);
	packet->work->sock.end_known = facts->cb_known && !facts->plan->is_return;
	packet->work->sock.end = facts->cb.end_seq;
}

bool pk_sock_is_another(struct pk_engine *engine, const struct pk_packet *packet, uint64_t sk)
{
	const struct life *life;

	if (!sk || !packet->sk)
		return false;
	if (sk != packet->sk)
		return true;
	life = pk_hash_get(&engine->socks.socks, sk);
	return life && packet->work->sock.life &&
	       (life->over || life->number != packet->work->sock.life);
}

void pk_settle_sock_life(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct life *life = packet->sk ? pk_hash_get(&engine->socks.socks, packet->sk) : NULL;

	packet->work->sock_over = life && packet->work->sock.life &&
				  (life->over || life->number != packet->work->sock.life);
}

void pk_sock_lives_deinit(struct pk_sock_lives *lives)
{
	pk_hash_deinit(&lives->socks, free);
	free(lives->told);
	free(lives->ended);
	memset(lives, 0, sizeof(*lives));
}

/* --- names ----------------------------------------------------------------------------------------------- */

/* One life is walked in the order of the events that named its socket. */
#define WAITING_MAX 32

struct walk {
	bool listens; /* many peers */
	bool known; /* LOCAL is that of the newest packet with a name */
	struct pk_tuple local;
	const struct pk_sock_told *told; /* the newest event that had its addresses; NULL: none */
	struct pk_packet *waiting[WAITING_MAX]; /* since then, without a name */
	unsigned nr;
	bool syn_known; /* the last connection's own SYN was seen, with this sequence number */
	uint32_t syn;
};

/* Whether another CPU ended the socket, or one that is not known, so near to WHEN that their clocks do not tell which came
 * first. */
static bool ends_near(const struct pk_sock_lives *lives, const struct pk_sock_mention *when)
{
	size_t low = pk_first(lives->nr_ended, at,
			      (int64_t)(when->ts - lives->ended[at].ts) > PK_CLOCKS_DIFFER_NS);

	for (; low < lives->nr_ended &&
	       (int64_t)(lives->ended[low].ts - when->ts) <= PK_CLOCKS_DIFFER_NS;
	     low++)
		if (lives->ended[low].cpu != when->cpu &&
		    (!lives->ended[low].sk || lives->ended[low].sk == when->sk))
			return true;
	return false;
}

/* Nothing that the trace lacks can have come between the two: no end of the socket, and so no other life at its address.
 * (While another CPU is silent, its lost events are not counted yet.) */
static bool is_one_life(const struct pk_engine *engine, const struct pk_sock_mention *first,
			const struct pk_sock_mention *next)
{
	return first->life == next->life && !first->silent && !next->silent &&
	       next->lost <= first->serial && !ends_near(&engine->socks, first) &&
	       !ends_near(&engine->socks, next) &&
	       (engine->seen.sock_begins || engine->seen.sock_ends ||
		(first->all_calls && next->all_calls && first->ends == next->ends));
}

static void give_tuple(struct pk_packet *packet, const struct pk_tuple *local,
		       enum pk_tuple_source source)
{
	struct pk_header header = {.tuple_known = true, .tuple = *local};

	if (packet->dir == PK_RX)
		header.tuple = pk_tuple_reversed(local);
	if (packet->header.ports_known && (packet->header.tuple.sport != header.tuple.sport ||
					   packet->header.tuple.dport != header.tuple.dport))
		return;
	pk_header_take(packet, &header, source);
}

/* A SYN that its socket sends is another connection's, unless it is the last one once more. */
static void note_syn(struct walk *walk, const struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;

	if (packet->dir != PK_TX || !pk_begins_connection(&packet->header))
		return;
	if (!header->seq_known || !walk->syn_known || walk->syn != header->seq) {
		walk->known = false;
		walk->told = NULL;
		walk->nr = 0;
	}
	walk->syn_known = header->seq_known;
	walk->syn = header->seq;
}

/* Where only one side of a packet has a name, the next packet may belong to another connection, which took over
 * the freed socket. */
static bool may_follow(const struct pk_packet *first, const struct pk_packet *next)
{
	return !pk_is_elsewhere(&first->header, &next->header, first->dir != next->dir);
}

/* NUMBER, of HEADER's direction, is where its data begins or ends. */
static bool is_edge(const struct pk_header *header, uint32_t number)
{
	uint32_t end;

	return header->seq_known &&
	       (header->seq == number || (pk_header_end(header, &end) && end == number));
}

/* The one's numbers go on where the other's end, or overlap, or are acknowledged: those of another life begin anywhere.
 * AGAINST: they go in opposite directions. */
static bool numbers_join(const struct pk_header *one, const struct pk_header *next, bool against)
{
	if (against)
		return (next->ack_known && is_edge(one, next->ack)) ||
		       (one->ack_known && is_edge(next, one->ack));
	return one->seq_known && next->seq_known &&
	       (is_edge(one, next->seq) || is_edge(next, one->seq) ||
		(one->len_known && pk_header_holds(one, next->seq)) ||
		(next->len_known && pk_header_holds(next, one->seq)));
}

#define HEADS                                                                                      \
	4 /* of each direction the one met last, and the one of those that acknowledges something */

static void add_head(const struct pk_packet *heads[HEADS], const struct pk_packet *packet)
{
	unsigned way = packet->dir == PK_RX;

	heads[way] = packet;
	if (packet->header.ack_known)
		heads[2 + way] = packet;
}

/* Of what waited in a backlog, where more may have been merged into it, the end alone is known. */
static bool acknowledges_all(const struct pk_packet *next, const struct pk_packet *packet)
{
	return next->dir != packet->dir && next->header.ack_known && packet->work->sock.end_known &&
	       packet->work->sock.end == next->header.ack;
}

static bool is_joined(const struct pk_packet *const heads[HEADS], const struct pk_packet *packet)
{
	return pk_any(HEADS, i,
		      heads[i] && (acknowledges_all(heads[i], packet) ||
				   numbers_join(&packet->header, &heads[i]->header,
						heads[i]->dir != packet->dir)));
}

/* What waits was tied to the socket before its first packet with a name: it is of that life where nothing else can have been
 * there in between, or where its numbers lead up to that one's. */
static void name_backwards(const struct pk_engine *engine, struct walk *walk,
			   const struct pk_packet *packet, const struct pk_tuple *local)
{
	const struct pk_packet *heads[HEADS] = {NULL};

	add_head(heads, packet);
	for (unsigned i = walk->nr; i-- > 0;) {
		struct pk_packet *before = walk->waiting[i];

		if (before->header.tuple_known || !may_follow(before, packet) ||
		    (!is_one_life(engine, &before->work->sock, &packet->work->sock) &&
		     !is_joined(heads, before)))
			continue;
		give_tuple(before, local, PK_TUPLE_EDGE);
		add_head(heads, before);
	}
}

static void walk_packet(const struct pk_engine *engine, struct walk *walk, struct pk_packet *packet)
{
	struct pk_tuple local;

	note_syn(walk, packet);
	if (!packet->header.tuple_known) {
		/* Received, it came to a listener, which has no tuple. */
		if (walk->listens ||
		    (pk_begins_connection(&packet->header) && packet->dir == PK_RX))
			return;
		if (walk->told && is_one_life(engine, &walk->told->when, &packet->work->sock))
			give_tuple(packet, &walk->told->tuple, PK_TUPLE_EDGE);
		else if (walk->nr < WAITING_MAX)
			walk->waiting[walk->nr++] = packet;
		return;
	}
	local = pk_packet_local(packet);
	if (!walk->known)
		name_backwards(engine, walk, packet, &local);
	for (unsigned i = 0; walk->known && i < walk->nr; i++)
		if (!walk->waiting[i]->header.tuple_known && pk_tuple_equal(&local, &walk->local))
			give_tuple(walk->waiting[i], &local, PK_TUPLE_EDGE);
	walk->nr = 0;
	walk->local = local;
	walk->known = true;
}

static void walk_told(const struct pk_engine *engine, struct walk *walk,
		      const struct pk_sock_told *told)
{
	walk->listens |= !told->tuple.family;
	if (walk->listens)
		return;
	for (unsigned i = 0; i < walk->nr; i++)
		if (!walk->waiting[i]->header.tuple_known &&
		    is_one_life(engine, &walk->waiting[i]->work->sock, &told->when))
			give_tuple(walk->waiting[i], &told->tuple, PK_TUPLE_EDGE);
	walk->told = told;
}

/* No driver was given it, and so nothing has changed its addresses since TCP sent it. */
static bool never_left(const struct pk_engine *engine, const struct pk_packet *packet)
{
	return packet->dir == PK_TX && !packet->work->has_frames && !packet->work->looped &&
	       (!packet->work->queue_seen || engine->seen.tx_start);
}

/* The connection that lives where its socket was, if the packet's number is one that this life has used: addresses
 * of sockets are used again, and numbers begin anywhere. */
static const struct pk_sock *living_sender(const struct pk_queued_packets *memory,
					   const struct pk_packet *packet)
{
	const struct pk_sock *sock = packet->sk && !packet->work->sock_over
					     ? pk_hash_get(&memory->socks, packet->sk)
					     : NULL;

	if (!sock || sock->kind != PK_SOCK_FULL || !packet->header.seq_known)
		return NULL;
	return pk_may_have_sent(sock, &packet->header) ? sock : NULL;
}

/* The newest of a socket: what comes after is the live socket, if it still is that one. */
static void name_by_last(const struct pk_queued_packets *memory, const struct walk *walk)
{
	for (unsigned i = 0; walk->known && i < walk->nr; i++) {
		struct pk_packet *packet = walk->waiting[i];
		const struct pk_sock *live =
			pk_hash_get(&memory->tuples,
				    pk_tuple_key(pk_protocol_of(&packet->header), &walk->local));

		if (!packet->header.tuple_known && !packet->work->sock_over && live &&
		    live->addr == packet->sk)
			give_tuple(packet, &walk->local, PK_TUPLE_EDGE);
	}
}

/* A packet, or what an event told of a socket. */
struct named {
	uint64_t sk;
	const struct pk_sock_mention *when;
	struct pk_packet *packet; /* NULL: TOLD */
	const struct pk_sock_told *told;
};

static int by_life(const void *a, const void *b)
{
	const struct named *x = a, *y = b;

	if (x->sk != y->sk)
		return x->sk < y->sk ? -1 : 1;
	if (x->when->life != y->when->life)
		return x->when->life < y->when->life ? -1 : 1;
	if (x->when->serial != y->when->serial)
		return x->when->serial < y->when->serial ? -1 : 1;
	return (x->packet != NULL) - (y->packet != NULL);
}

static struct named *all_named(const struct pk_engine *engine, size_t *ret_nr)
{
	const struct pk_packet_set *set = engine->set;
	const struct pk_sock_lives *lives = &engine->socks;
	struct named *named = calloc((size_t)set->nr + lives->nr_told + 1, sizeof(*named));
	size_t nr = 0;

	for (uint32_t i = 0; named && i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];

		/* A datagram socket may talk to many. */
		if (packet->sk && packet->work->sock.life &&
		    !pk_protocol_of(&packet->header)->datagrams)
			named[nr++] = (struct named){packet->sk, &packet->work->sock, packet, NULL};
	}
	for (uint32_t i = 0; named && i < lives->nr_told; i++)
		named[nr++] = (struct named){lives->told[i].sk, &lives->told[i].when, NULL,
					     &lives->told[i]};
	*ret_nr = nr;
	return named;
}

static bool is_listener(const struct pk_queued_packets *memory, uint64_t sk)
{
	const struct pk_sock *sock = pk_hash_get(&memory->socks, sk);

	return sock && sock->kind == PK_SOCK_LISTEN;
}

void pk_name_by_sockets(struct pk_engine *engine)
{
	size_t nr;
	struct named *named = all_named(engine, &nr);
	struct walk walk = {0};

	if (!named) {
		engine->out_of_memory = true;
		return;
	}
	qsort(named, nr, sizeof(*named), by_life);
	for (size_t i = 0; i < nr; i++) {
		if (!i || named[i].sk != named[i - 1].sk ||
		    named[i].when->life != named[i - 1].when->life) {
			name_by_last(engine->memory, &walk);
			walk = (struct walk){.listens = is_listener(engine->memory, named[i].sk)};
		}
		if (named[i].packet)
			walk_packet(engine, &walk, named[i].packet);
		else
			walk_told(engine, &walk, named[i].told);
	}
	name_by_last(engine->memory, &walk);
	free(named);
	/* By itself the live socket tells the same, however few of its packets the window holds. */
	for (uint32_t i = 0; i < engine->set->nr; i++) {
		struct pk_packet *packet = engine->set->packets[i];
		const struct pk_sock *sock;

		if (packet->header.tuple_known || !never_left(engine, packet))
			continue;
		sock = living_sender(engine->memory, packet);
		if (sock)
			give_tuple(packet, &sock->tuple, PK_TUPLE_SOCK);
	}
}
