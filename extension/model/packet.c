// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/packet.h"

#include <stdio.h>
#include <string.h>

#include "core/kit.h"

const char *pk_direction_name(enum pk_direction dir)
{
	return dir == PK_RX ? "rx" : "tx";
}

const char *pk_identity_name(enum pk_identity identity)
{
	static const char *const names[PK_NR_IDENTITIES] = {"none", "guess", "nested", "derived",
							    "exact"};

	return identity < PK_NR_IDENTITIES ? names[identity] : "?";
}

const char *pk_outcome_name(enum pk_outcome outcome)
{
	static const char *const names[PK_NR_OUTCOMES] = {
		[PK_OUT_UNKNOWN] = "unknown",
		[PK_OUT_DELIVERED] = "delivered",
		[PK_OUT_QUEUED] = "queued",
		[PK_OUT_OFO_QUEUED] = "ofo-queued",
		[PK_OUT_BACKLOGGED] = "backlogged",
		[PK_OUT_MERGED] = "merged",
		[PK_OUT_CONSUMED] = "consumed",
		[PK_OUT_DROPPED] = "dropped",
		[PK_OUT_FORWARDED] = "forwarded",
		[PK_OUT_ACKED] = "acked",
		[PK_OUT_UNACKED] = "unacked",
		[PK_OUT_UNSENT] = "unsent",
		[PK_OUT_NEIGH_QUEUED] = "neigh-queued",
		[PK_OUT_QDISC_QUEUED] = "qdisc-queued",
		[PK_OUT_DRIVER_QUEUED] = "driver-queued",
		[PK_OUT_SENT] = "sent",
		[PK_OUT_LOOPED] = "looped",
		[PK_OUT_IN_FLIGHT] = "in-flight",
	};

	return outcome < PK_NR_OUTCOMES ? names[outcome] : "?";
}

const char *pk_context_name(enum pk_context context)
{
	static const char *const names[] = {"process", "softirq", "hardirq", "nmi"};

	return context <= PK_CTX_NMI ? names[context] : "?";
}

const char *pk_edge_name(enum pk_edge_kind kind)
{
	static const char *const names[PK_NR_EDGES] = {
		[PK_EDGE_FCLONE] = "fclone",
		[PK_EDGE_CLONE] = "clone",
		[PK_EDGE_COPY] = "copy",
		[PK_EDGE_GRO] = "gro-merged",
		[PK_EDGE_GSO] = "gso-segment",
		[PK_EDGE_COALESCED] = "coalesced-into",
		[PK_EDGE_RETRANSMIT] = "retransmit-of",
		[PK_EDGE_LOOPBACK] = "loopback-same",
		[PK_EDGE_ACKED_BY] = "acked-by",
		[PK_EDGE_REPLY_TO] = "reply-to",
		[PK_EDGE_ERROR_FOR] = "error-for",
		[PK_EDGE_ANSWERED_BY] = "answered-by",
		[PK_EDGE_ENCAPSULATED_IN] = "encapsulated-in",
		[PK_EDGE_CARRIES] = "carries",
		[PK_EDGE_FRAGMENT] = "fragment",
	};

	return kind < PK_NR_EDGES ? names[kind] : "?";
}

const struct pk_edge *pk_edge_of(const struct pk_packet *packet, enum pk_edge_kind kind)
{
	const struct pk_trail *trail = &packet->trail;

	return pk_has_edge(packet, kind) ? pk_find(trail->edges, trail->nr_edges, it->kind == kind)
					 : NULL;
}

const char *pk_way_next(const char *way, char name[PK_WAY_MAX])
{
	size_t len = strcspn(way, " ");

	snprintf(name, PK_WAY_MAX, "%.*s", (int)len, way);
	return way[len] ? way + len + 1 : way + len;
}

const char *pk_tuple_source_name(enum pk_tuple_source source)
{
	static const char *const names[] = {NULL, "event", "nested-event", "skb", "sock", "edge"};

	return source <= PK_TUPLE_EDGE ? names[source] : NULL;
}

bool pk_outcome_abnormal(const struct pk_packet *packet)
{
	switch (packet->outcome) {
	case PK_OUT_DROPPED:
	case PK_OUT_IN_FLIGHT:
	case PK_OUT_OFO_QUEUED:
	case PK_OUT_BACKLOGGED:
	case PK_OUT_NEIGH_QUEUED:
	case PK_OUT_QDISC_QUEUED:
	case PK_OUT_DRIVER_QUEUED:
	case PK_OUT_UNSENT:
		return true;
	case PK_OUT_ACKED:
	case PK_OUT_LOOPED:
		return false; /* it arrived, be it the second time */
	default:
		return packet->retransmit;
	}
}

void pk_packet_tally_add(struct pk_packet_tally *tally, const struct pk_packet *packet)
{
	tally->packets++;
	tally->rx += packet->dir == PK_RX;
	tally->in_flight += packet->outcome == PK_OUT_IN_FLIGHT;
	tally->abnormal += pk_outcome_abnormal(packet);
	tally->unknown += packet->outcome == PK_OUT_UNKNOWN;
	tally->of_identity[packet->identity]++;
	tally->of_pointer[packet->pointer]++;
}

bool pk_same_span(const struct pk_piece *a, const struct pk_piece *b)
{
	return a->context == b->context && a->cpu == b->cpu && a->pid == b->pid;
}

bool pk_has_open_piece(const struct pk_packet *packet, int cpu)
{
	const struct pk_trail *trail = &packet->trail;

	return pk_any(trail->nr_pieces, i, trail->pieces[i].open && trail->pieces[i].cpu == cpu);
}

const char *pk_packet_id(const struct pk_packet *packet, char *buf, unsigned size)
{
	if (packet->from_memory)
		snprintf(buf, size, "m.%llx",
			 (unsigned long long)(packet->skb ? packet->skb : packet->orig_skb));
	else
		snprintf(buf, size, "%u.%llx.%x", packet->pos.cpu,
			 (unsigned long long)packet->pos.page_ts, packet->pos.offset);
	return buf;
}
