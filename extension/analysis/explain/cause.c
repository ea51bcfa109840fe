// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Why a packet was sent again, and why one was dropped, in a sentence each. A retransmit has two causes: what sent it
 * (a timer, an ACK), by the calls around it; and what became of the one before, by that one's own end and by what came
 * from the peer in between. Only that stretch is looked at: whoever reads a larger window is told the same.
 */
#include "analysis/explain/cause.h"
#include "core/printable.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "analysis/lives/outcome.h"
#include "decode/net/sock/sock.h"

#define MAX_BETWEEN 20000 /* packets between two transmissions that are looked at */
#define MAX_LEVELS 8 /* packets in packets */
#define TEXT_MAX 1024

struct again {
	struct pk_engine *engine;
	struct pk_packet *packet;
	const struct pk_packet *before; /* the transmission before it; NULL: not known */
	const struct pk_packet *arrived; /* its other half, received on this machine; NULL */
	/* between the two */
	const struct pk_packet *ack; /* received, and acknowledges it; NULL */
	/* that the peer, on this machine, sent, and that was dropped */
	const struct pk_packet *lost_ack;
	uint32_t heard; /* packets of the peer that came in */
	bool timeout; /* another of the connection was sent again by a timeout */
	bool cut; /* too many lie between */
	bool mixed; /* of some between it is not known whether they are of this connection */
	struct pk_cause *cause;
	char text[TEXT_MAX];
	size_t len;
};

static void __attribute__((format(printf, 2, 3))) add(struct again *again, const char *fmt, ...)
{
	size_t room = sizeof(again->text) - again->len;
	va_list args;
	int len;

	va_start(args, fmt);
	len = pk_vsnprint(again->text + again->len, room, fmt, args);
	va_end(args);
	again->len += len < 0 ? 0 : (size_t)len < room ? (size_t)len : room - 1;
}

/* "12.3 ms", from one to the other */
static void add_time(struct again *again, uint64_t from, uint64_t to)
{
	add(again, "%.1f ms", (double)(to - from) / 1e6);
}

/* --- what sent it -------------------------------------------------------------------------------------- */

static bool is_within(struct again *again, const struct pk_piece *piece, unsigned at,
		      const char *func)
{
	struct pk_engine *engine = again->engine;

	for (; piece->under[at]; at++) {
		const struct pk_stage *stage =
			pk_plans_stage_at(engine->ctx, engine->plans, piece->under[at]);

		if (stage && !strcmp(stage->name, func))
			return true;
	}
	return false;
}

static const struct pk_trigger *trigger_at(struct again *again, const struct pk_piece *piece,
					   unsigned at)
{
	const struct pk_trigger *trigger = pk_protocol_of(&again->packet->header)->triggers;
	struct pk_engine *engine = again->engine;
	const struct pk_stage *stage =
		pk_plans_stage_at(engine->ctx, engine->plans, piece->under[at]);

	for (; stage && trigger && trigger->func; trigger++)
		if (!strcmp(stage->name, trigger->func) &&
		    (!trigger->within || is_within(again, piece, at + 1, trigger->within)))
			return trigger;
	return NULL;
}

/* The innermost call around the transmission that says it. */
static const struct pk_trigger *trigger_of(struct again *again)
{
	const struct pk_trail *trail = &again->packet->trail;
	const struct pk_piece *piece = trail->pieces;
	const struct pk_trigger *found = NULL;

	if (!trail->nr_pieces)
		return NULL;
	for (unsigned at = 0; piece->under && piece->under[at] && !found; at++)
		found = trigger_at(again, piece, at);
	return found;
}

static void say_trigger(struct again *again)
{
	const struct pk_trigger *trigger = trigger_of(again);

	/* What came after a timeout is the recovery from it; where that is not known, it is a recovery. */
	if (trigger && trigger->by_ack && again->before && !again->cut)
		trigger = again->timeout ? trigger->after_timeout : trigger->by_ack;
	if (!trigger)
		return;
	again->cause->trigger = trigger->word;
	add(again, "%s; ", trigger->text);
}

/* --- what became of the one before ----------------------------------------------------------------------- */

static bool is_timeout(const struct pk_packet *packet)
{
	const char *trigger = packet->causes ? packet->causes->sent_again.trigger : NULL;

	return trigger && !strcmp(trigger, PK_TRIGGER_TIMEOUT);
}

static void look_at(struct again *again, const struct pk_packet *between)
{
	const struct pk_header *mine = &again->packet->header, *header = &between->header;
	struct pk_tuple reversed = pk_tuple_reversed(&mine->tuple);

	if (!header->tuple_known || pk_protocol_of(header) != pk_protocol_of(mine))
		return;
	if (between->connection != again->packet->connection) {
		again->mixed |=
			(between->connection | again->packet->connection) & PK_CONNECTION_UNKNOWN &&
			(pk_tuple_equal(&header->tuple, &mine->tuple) ||
			 pk_tuple_equal(&header->tuple, &reversed));
		return;
	}
	if (pk_tuple_equal(&header->tuple, &mine->tuple)) {
		again->timeout |= between->dir == PK_TX && is_timeout(between);
	} else if (!pk_tuple_equal(&header->tuple, &reversed)) {
		return;
	} else {
		again->heard += between->dir == PK_RX;
		if (!pk_acknowledges(header, &again->before->header))
			return;
		if (between->outcome ==
		    PK_OUT_DROPPED) /* TCP has not seen it, whichever way it went */
			again->lost_ack = between;
		else if (between->dir == PK_RX)
			again->ack = between;
	}
}

/* Packets stand in order of time. */
static void look_between(struct again *again, uint32_t index)
{
	struct pk_packet *const *packets = again->engine->set->packets;
	uint32_t looked = 0;

	if (!again->before || !again->packet->header.tuple_known)
		return;
	while (index-- > 0 && packets[index] != again->before) {
		if (looked++ == MAX_BETWEEN) {
			again->cut = true;
			return;
		}
		look_at(again, packets[index]);
	}
}

static void say_kind(struct again *again, const char *kind)
{
	again->cause->kind = kind;
}

static void add_before(struct again *again)
{
	char id[64];

	add(again, "the one before it (");
	add(again, "#%s", pk_packet_id(again->before, id, sizeof(id)));
	again->cause->packet = again->before;
	add(again, ", ");
	add_time(again, again->before->first_ns, again->packet->first_ns);
	add(again, " earlier)");
}

static void add_why_dropped(struct again *again, const struct pk_packet *packet)
{
	char why[TEXT_MAX];

	pk_drop_cause(again->engine->ctx, packet, why, sizeof(why));
	add(again, ": %s", why);
}

static void say_no_original(struct again *again)
{
	const struct pk_packet_set *set = again->engine->set;

	say_kind(again, "unknown");
	if (set->lost || set->lost_unknown)
		add(again, "events were lost, that of the one before it may be among them");
	else if (!again->packet->header.seq_known)
		add(again, "its numbers were not recorded, which would say what was sent before");
	else
		add(again, "the trace, which begins later or was filtered, has no transmission "
			   "before it");
}

static bool was_dropped(const struct pk_packet *packet)
{
	return packet->outcome == PK_OUT_DROPPED;
}

static bool is_waiting(const struct pk_packet *packet)
{
	return packet->outcome == PK_OUT_QDISC_QUEUED || packet->outcome == PK_OUT_NEIGH_QUEUED ||
	       packet->outcome == PK_OUT_DRIVER_QUEUED;
}

/* Of the one before, and of those that it went on in (a tunnel's, MACsec's), the first that DID; NULL: none. */
static const struct pk_packet *before_that(const struct again *again,
					   bool (*did)(const struct pk_packet *packet))
{
	const struct pk_packet *packet = again->before;

	for (unsigned level = 0; packet && level < MAX_LEVELS; level++) {
		if (did(packet))
			return packet;
		packet = pk_has_edge(packet, PK_EDGE_ENCAPSULATED_IN)
				 ? pk_edge_of(packet, PK_EDGE_ENCAPSULATED_IN)->to
				 : NULL;
	}
	return NULL;
}

static void add_carrier(struct again *again, const struct pk_packet *carrier)
{
	char id[64];

	if (carrier != again->before)
		add(again, ", in #%s,", pk_packet_id(carrier, id, sizeof(id)));
}

static bool dropped_here(struct again *again)
{
	const struct pk_packet *packet = before_that(again, was_dropped);

	if (!packet)
		return false;
	say_kind(again, "dropped-here");
	add_before(again);
	add_carrier(again, packet);
	add(again, " was dropped on this host");
	add_why_dropped(again, packet);
	return true;
}

static bool still_waits(struct again *again)
{
	const struct pk_packet *packet = before_that(again, is_waiting);
	char detail[PK_DETAIL_MAX];

	if (!packet)
		return false;
	say_kind(again, "waits-here");
	add_before(again);
	add_carrier(again, packet);
	add(again, " has not left this host: %s", pk_packet_detail(packet, detail, sizeof(detail)));
	return true;
}

static bool dropped_by_peer(struct again *again)
{
	if (!again->arrived || again->arrived->outcome != PK_OUT_DROPPED)
		return false;
	say_kind(again, "dropped-at-peer");
	add_before(again);
	add(again, " came to the peer, which dropped it");
	add_why_dropped(again, again->arrived);
	return true;
}

/* It may have been dropped there, or have been delivered: neither a loss nor a needless transmission is proven. */
static bool lost_sight_of(struct again *again)
{
	if (!again->arrived || again->arrived->outcome != PK_OUT_UNKNOWN || again->ack ||
	    again->lost_ack)
		return false;
	say_kind(again, "unknown");
	add_before(again);
	add(again, " came to the peer; what became of it there was not recorded");
	return true;
}

static bool ack_dropped(struct again *again)
{
	if (!again->lost_ack || again->ack)
		return false;
	say_kind(again, "ack-dropped");
	add_before(again);
	add(again, " arrived; its ACK was dropped on this host");
	add_why_dropped(again, again->lost_ack);
	again->cause->packet = again->lost_ack;
	return true;
}

static bool needless(struct again *again)
{
	const struct pk_packet *arrived = again->arrived;
	bool before = arrived && arrived->first_ns <= again->packet->first_ns;

	if (!arrived && !again->ack)
		return false;
	say_kind(again, "spurious");
	add_before(again);
	if (again->ack) {
		add(again, " had been acknowledged, ");
		add_time(again, again->ack->first_ns, again->packet->first_ns);
		add(again, " before this");
	} else {
		add(again, before ? " had arrived " : " was still under way: it arrived ");
		if (before)
			add_time(again, arrived->first_ns, again->packet->first_ns);
		else
			add_time(again, again->packet->first_ns, arrived->first_ns);
		add(again, before ? " before this, and no ACK of it had come in" : " after this");
	}
	return true;
}

/* What the socket says is of the end: it still waits for this very packet's ACK. */
static bool window_closed(struct again *again)
{
	const struct pk_packet *packet = again->packet;
	const struct pk_sock *sock = pk_queued_sock(again->engine->memory, packet);
	struct pk_sock_limits limits;

	if (!sock || sock->addr != packet->sk || sock->kind != PK_SOCK_FULL ||
	    pk_end_sent(sock, &packet->header).outcome != PK_OUT_UNACKED)
		return false;
	pk_sock_limits_read(again->engine->ctx, sock, &limits);
	if (limits.snd_wnd.status != PK_OK || limits.snd_wnd.value)
		return false;
	say_kind(again, "window-closed");
	add_before(again);
	add(again, " got no ACK: the peer's window is closed");
	return true;
}

static bool left_host(const struct pk_packet *packet)
{
	return packet->work->wire_seen || packet->work->looped || packet->work->xmit_ok ||
	       packet->work->completed;
}

static void say_unanswered(struct again *again)
{
	const struct pk_engine *engine = again->engine;

	if (again->cut || again->mixed || again->before->first_ns < engine->set->complete_since ||
	    !engine->seen.rx_headers) {
		say_kind(again, "unknown");
		add(again, again->cut	  ? "too much lies between it and "
			   : again->mixed ? "of packets of these addresses the namespace is not "
					    "known, between it and "
			   : engine->seen.rx_headers
				   ? "events were lost between it and "
				   : "the trace has no headers of what came in between it and ");
		add_before(again);
		return;
	}
	say_kind(again, "no-ack");
	add(again, "no ACK of ");
	add_before(again);
	add(again, " came in");
	if (again->before->dev[0])
		add(again, ", which left by %s", again->before->dev);
	if (again->heard)
		add(again, "; %u packet%s came from the peer meanwhile", again->heard,
		    again->heard == 1 ? "" : "s");
	else
		add(again, "; nothing came from the peer meanwhile");
}

/* The surest first. */
static void say_fate(struct again *again)
{
	static bool (*const fates[])(struct again * again) = {
		dropped_here, still_waits, dropped_by_peer, lost_sight_of,
		ack_dropped,  needless,	   window_closed,
	};

	if (!again->before) {
		say_no_original(again);
		return;
	}
	for (size_t i = 0; i < sizeof(fates) / sizeof(fates[0]); i++)
		if (fates[i](again))
			return;
	if (left_host(again->before)) {
		say_unanswered(again);
		return;
	}
	say_kind(again, "unknown");
	add(again, "what became of ");
	add_before(again);
	add(again, " is not known");
}

/* PACKET, sent earlier, has the first byte of what is sent again: an skb that was split since, of which no event tells. */
static bool has_bytes_of(const struct pk_packet *packet, const struct pk_packet *sent_again)
{
	const struct pk_header *header = &packet->header, *again = &sent_again->header;

	if (packet->dir != PK_TX || packet->connection != sent_again->connection ||
	    !header->tuple_known || !header->seq_known || !header->len_known ||
	    pk_protocol_of(header) != pk_protocol_of(again) ||
	    !pk_tuple_equal(&header->tuple, &again->tuple))
		return false;
	if (header->payload_len)
		return pk_header_holds(header, again->seq);
	return header->seq == again->seq && pk_header_numbers(header);
}

static const struct pk_packet *transmission_before(const struct pk_engine *engine, uint32_t index)
{
	struct pk_packet *const *packets = engine->set->packets;
	const struct pk_packet *packet = packets[index];
	const struct pk_edge *edge = pk_edge_of(packet, PK_EDGE_RETRANSMIT);
	uint32_t looked = 0;

	if (edge && edge->to)
		return edge->to;
	if (!packet->header.tuple_known || !packet->header.seq_known)
		return NULL;
	while (index-- > 0 && looked++ < MAX_BETWEEN)
		if (has_bytes_of(packets[index], packet))
			return packets[index];
	return NULL;
}

/* --- all of them --------------------------------------------------------------------------------------- */

static struct pk_causes *causes_of(struct pk_packet *packet)
{
	if (!packet->causes)
		packet->causes = pk_packet_pool_alloc(packet->pool, sizeof(*packet->causes));
	return packet->causes;
}

static void keep(const struct pk_packet *packet, struct pk_cause *cause, const char *text)
{
	char *kept = pk_packet_pool_alloc(packet->pool, strlen(text) + 1);

	if (kept)
		strcpy(kept, text);
	cause->text = kept;
}

static void find_again(struct pk_engine *engine, uint32_t index)
{
	struct pk_packet *packet = engine->set->packets[index];
	const struct pk_edge *half;
	struct again again = {.engine = engine, .packet = packet};

	if (!causes_of(packet))
		return;
	again.cause = &packet->causes->sent_again;
	again.before = transmission_before(engine, index);
	half = again.before ? pk_edge_of(again.before, PK_EDGE_LOOPBACK) : NULL;
	again.arrived = half ? half->to : NULL;
	look_between(&again, index);
	say_trigger(&again);
	say_fate(&again);
	keep(packet, again.cause, again.text);
}

static void find_dropped(struct pk_engine *engine, struct pk_nf_rules *rules,
			 struct pk_packet *packet)
{
	struct pk_cause *cause;
	char why[TEXT_MAX];

	if (!causes_of(packet))
		return;
	cause = &packet->causes->dropped;
	cause->kind = pk_drop_cause(engine->ctx, packet, why, sizeof(why));
	cause->verdict = pk_nf_verdict_of(engine, rules, packet);
	if (cause->verdict)
		pk_nf_verdict_say(cause->verdict, why, sizeof(why));
	keep(packet, cause, why);
}

void pk_find_causes(struct pk_engine *engine)
{
	const struct pk_packet_set *set = engine->set;
	struct pk_nf_rules rules = {0};

	for (uint32_t i = 0; i < set->nr; i++) {
		if (set->packets[i]->outcome == PK_OUT_DROPPED)
			find_dropped(engine, &rules, set->packets[i]);
		if (set->packets[i]->retransmit)
			find_again(engine, i);
	}
	pk_nf_rules_deinit(&rules);
}
