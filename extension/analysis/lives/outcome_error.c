// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * An ICMP error, and the packet that it is about. The error's sender was handling that packet (tx_begin.c has noted it then).
 * Whoever gets the error finds in it the beginning of what was sent: a packet of the trace with the same header, and with a
 * number that no other has (pk_header_is_quoted()). On loopback and between a pair of veth each is two packets,
 * and both halves know of it.
 */
#include "analysis/lives/outcome.h"

#include <string.h>

/* An error may come when a neighbour has not answered for three seconds; of a fragment, when the others have not come
 * for thirty. */
#define REACH_NS (5ULL * 1000 * 1000 * 1000)
#define REACH_OF_FRAGMENT_NS (35ULL * 1000 * 1000 * 1000)
#define REACH_PACKETS 4096

static const struct pk_edge *edge_of(const struct pk_packet *packet, enum pk_edge_kind kind)
{
	const struct pk_edge *edge = pk_edge_of(packet, kind);

	return edge && edge->to ? edge : NULL;
}

/* What PACKET came in as, or was sent as, by loopback or a pair of veth: not what a router got before it sent it on. */
static struct pk_packet *same_skb(const struct pk_packet *packet)
{
	const struct pk_edge *edge = edge_of(packet, PK_EDGE_LOOPBACK);
	const struct pk_packet *sent = packet, *came;

	if (!edge || edge->to->dir == packet->dir)
		return NULL;
	came = edge->to;
	if (packet->dir == PK_RX) {
		sent = edge->to;
		came = packet;
	}
	return sent->work->serial <= came->work->serial ? edge->to : NULL;
}

#define MAX_TUNNELS 4

/* The same of what went there through a tunnel, by the packet that carried it. */
static struct pk_packet *other_half(const struct pk_packet *packet, unsigned tunnels)
{
	struct pk_packet *half = same_skb(packet);
	const struct pk_edge *outer = edge_of(packet, PK_EDGE_ENCAPSULATED_IN), *inner;

	if (half || !outer || tunnels == MAX_TUNNELS)
		return half;
	half = other_half(outer->to, tunnels + 1);
	inner = half ? edge_of(half, PK_EDGE_CARRIES) : NULL;
	return inner ? inner->to : NULL;
}

static void join(struct pk_packet *error, enum pk_identity how, struct pk_packet *about,
		 const char *text)
{
	if (error->work->is_other || about->work->is_other)
		return;
	pk_edge_add(error, PK_EDGE_ERROR_FOR, how, about->skb, about);
	pk_edge_add(about, PK_EDGE_ANSWERED_BY, how, error->skb, error);
	about->icmp_error = text;
}

/* ERROR was sent while ABOUT was handled. */
static void join_sent(struct pk_packet *error, struct pk_edge edge)
{
	struct pk_packet *came = other_half(error, 0), *sent = other_half(edge.to, 0);
	const char *text = pk_header_error(&error->header);

	/* The limit of errors a second may have been reached: it was not sent. */
	if (!error->work->wire_seen)
		return;
	if (!text && came)
		text = pk_header_error(&came->header);
	text = text ? text : "error";
	join(error, edge.how, edge.to, text);
	if (came && sent)
		join(came, PK_ID_DERIVED, sent, text);
	else if (came && edge.to->dir == PK_TX && !came->work->is_other) /* the host told itself */
		pk_edge_add(came, PK_EDGE_ERROR_FOR, PK_ID_DERIVED, edge.to->skb, edge.to);
}

static uint64_t reach_of(const struct pk_packet *error)
{
	return error->quoted->fragment ? REACH_OF_FRAGMENT_NS : REACH_NS;
}

static bool was_sent_before(const struct pk_packet *packet, const struct pk_packet *error)
{
	return packet->dir != error->dir && packet->work->is_own &&
	       packet->first_ns <= error->first_ns &&
	       error->first_ns - packet->first_ns <= reach_of(error);
}

/* The only packet of DEV (NULL: of any) that ERROR can quote. */
static struct pk_packet *quoted_packet(const struct pk_packet_set *set,
				       const struct pk_packet *error, const char *dev)
{
	struct pk_packet *found = NULL;

	for (uint32_t i = error->work->serial, looked = 0; i-- > 0 && looked < REACH_PACKETS;
	     looked++) {
		struct pk_packet *packet = set->packets[i];

		if (packet->first_ns + reach_of(error) < error->first_ns)
			break;
		if (!was_sent_before(packet, error) || (dev && strcmp(packet->dev, dev) != 0) ||
		    !pk_header_is_quoted(&packet->header, error->quoted))
			continue;
		if (found)
			return NULL;
		found = packet;
	}
	return found;
}

/* Who sent ERROR did so later than it handled ABOUT: a neighbour had not answered. Without another half of ABOUT the host told
 * itself. */
static void join_sender(const struct pk_packet *error, struct pk_packet *about)
{
	struct pk_packet *sent = same_skb(error), *came = other_half(about, 0);

	if (sent && sent->dir == PK_TX && !pk_has_edge(sent, PK_EDGE_ERROR_FOR) &&
	    !sent->work->is_other && !about->work->is_other)
		pk_edge_add(sent, PK_EDGE_ERROR_FOR, PK_ID_DERIVED, came ? came->skb : about->skb,
			    came ? came : about);
}

/* A router's packet was sent twice, or more often: the error came from the device of one of them. */
static void join_received(struct pk_engine *engine, struct pk_packet *error)
{
	struct pk_packet *about = quoted_packet(engine->set, error, error->dev);

	if (!about)
		about = quoted_packet(engine->set, error, NULL);
	if (about) {
		join(error, PK_ID_EXACT, about, pk_header_error(&error->header));
		join_sender(error, about);
	} else if (!engine->set->whole && error->first_ns < engine->set->since + reach_of(error)) {
		error->left_complete = false;
	}
}

void pk_join_errors(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;

	for (uint32_t i = 0; i < set->nr; i++) {
		const struct pk_edge *edge = edge_of(set->packets[i], PK_EDGE_ERROR_FOR);

		if (edge && set->packets[i]->dir == PK_TX)
			join_sent(set->packets[i], *edge);
	}
	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];

		if (packet->quoted && pk_header_error(&packet->header) &&
		    !pk_has_edge(packet, PK_EDGE_ERROR_FOR))
			join_received(engine, packet);
	}
}
