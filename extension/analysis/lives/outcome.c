// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * How each packet ended, and how sure we are of who it was.
 *
 * The trace says what happened to a packet; the dead machine's memory says where it is now. Both
 * are asked: a packet that was queued and never read stands in a socket's queue; what was read and what was
 * acknowledged, the numbers of its socket say.
 */
#include "analysis/lives/outcome.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/explain/cause.h"
#include "analysis/lives/namespaces.h"
#include "core/kit.h"
#include "decode/net/skb/skb.h"
#include "decode/slab.h"

/* A device queue may send a frame twice (netem): the bytes are in the packet once. Of what has no numbers, one that is as
 * long as what was queued is all of it. */
static bool frame_repeats(const struct pk_packet *packet, uint32_t index)
{
	const struct pk_trail *trail = &packet->trail;
	const struct pk_header *header = &trail->frames[index].header;
	uint32_t looked = 0;

	if (!header->seq_known && trail->frames[index].len < packet->work->tx.queue_len)
		return false;
	for (uint32_t i = index; i-- > 0 && looked++ < 64;)
		if (trail->frames[i].header.seq == header->seq && !header->fragment &&
		    trail->frames[i].header.payload_len == header->payload_len)
			return true;
	return false;
}

static uint32_t segments_of_frame(const struct pk_wire_frame *frame, const struct pk_header *header)
{
	if (frame->segs || header->fragment)
		return header->fragment ? 1 : frame->segs;
	if (!header->len_known)
		return 0;
	if (header->payload_len <= pk_protocol_of(header)->one_segment)
		return 1;
	return frame->gso_size ? (uint32_t)(((uint64_t)header->payload_len + frame->gso_size - 1) /
					    frame->gso_size)
			       : 0;
}

/* Fewer bytes came in with its frames than it has: others were merged into it, and no event told of them. */
static bool lacks_frames(const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;
	const struct pk_wire_frame *frames = trail->frames;
	const struct pk_header *header = &packet->header;
	uint64_t payload = 0;

	if (packet->dir != PK_RX || !trail->nr_frames || frames->header.fragment)
		return false;
	if (packet->work->headless || !header->len_known)
		return packet->work->headless;
	if (trail->nr_frames == 1)
		return frames->len && frames->len < header->payload_len;
	for (uint32_t i = 0; i < trail->nr_frames; i++)
		payload += frames[i].header.payload_len;
	return payload < header->payload_len;
}

/* Of all its frames; 0: of one of them it is not known. The header of a packet is that of its only frame. */
static uint32_t segments(const struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;
	uint32_t sum = 0;

	if (lacks_frames(packet))
		return 0;
	for (uint32_t i = 0; i < trail->nr_frames; i++) {
		const struct pk_wire_frame *frame = &trail->frames[i];
		bool own = trail->nr_frames == 1 && !frame->header.len_known;
		uint32_t segs = segments_of_frame(frame, own ? &packet->header : &frame->header);

		if (!segs)
			return 0;
		sum += segs;
	}
	return sum;
}

/* Headers: a merged or segmented packet is what its frames are together. */
static void join_frames(struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;
	struct pk_header *mine = &packet->header;
	uint64_t payload = 0;
	unsigned flags = 0;
	bool all = trail->nr_frames > 0 && !lacks_frames(packet);

	for (uint32_t i = 0; i < trail->nr_frames; i++) {
		const struct pk_header *header = &trail->frames[i].header;

		all &= header->tuple_known && header->len_known;
		payload +=
			packet->dir == PK_TX && frame_repeats(packet, i) ? 0 : header->payload_len;
		flags |= header->flags;
	}
	if (trail->nr_frames && trail->frames[0].header.tuple_known) {
		struct pk_header first = trail->frames[0].header;

		if (packet->work->headless)
			first.seq_known = first.ack_known = first.len_known = first.flags_known =
				false;
		pk_header_take(packet, &first, PK_TUPLE_EVENT);
	}
	if (all) {
		if (!pk_protocol_of(mine)->datagrams)
			mine->flags |= flags;
		if (trail->nr_frames > 1) {
			mine->payload_len = (uint32_t)payload;
			mine->len_known = true;
		}
	}
	packet->segs = segments(packet);
	packet->work->has_frames = trail->nr_frames > 0;
}

/* Events tell of a received skb below the devices that it comes up through (VLAN, bond, macvlan); its index is of the
 * last of those. */
static void join_live_device(const struct pk_queued_packets *memory, struct pk_packet *packet,
			     const struct pk_skb *skb)
{
	const struct pk_sock *sock =
		packet->work->sock_over ? NULL : pk_hash_get(&memory->socks, packet->sk);
	const char *dev = "";

	if (packet->dir == PK_RX && packet->work->queue_seen)
		dev = pk_queued_device(memory, sock ? sock->net : 0, skb->iif);
	if (dev[0])
		pk_packet_pass_dev(packet, dev, false);
	else if (!packet->way[0])
		pk_packet_set_dev(packet, skb->dev_name);
}

static void join_live_skb(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_skb skb;

	if (packet->work->freed || !pk_live_skb(engine, packet, packet->skb, &skb))
		return;
	/* Its free may be lost: then a queue must say that it lives. */
	if (packet->events_lost && !pk_queued_place(engine->memory, packet->skb))
		return;
	if (!packet->mark_known) {
		packet->mark = skb.mark;
		packet->mark_known = true;
	}
	join_live_device(engine->memory, packet, &skb);
	pk_packet_conntrack_read(engine->ctx, &skb, packet);
	if (!skb.header_valid) {
		if (skb.header.sectag.known && packet->header.protocol == skb.header.protocol)
			pk_header_take(packet, &skb.header, PK_TUPLE_SKB);
		return;
	}
	if (!packet->segs && packet->trail.nr_frames < 2)
		packet->segs = pk_skb_segs(&skb);
	pk_header_take(packet, &skb.header, PK_TUPLE_SKB);
}

/* Of the socket in whose queue it was found meanwhile. */
static void settle_netns(struct pk_engine *engine, struct pk_packet *packet)
{
	const struct pk_sock *sock = packet->netns ? NULL : pk_queued_sock(engine->memory, packet);

	if (sock && sock->addr == packet->sk)
		packet->netns = sock->netns;
}

static void settle_connections(struct pk_engine *engine)
{
	if (!pk_settle_connections(engine->memory, engine->set))
		engine->out_of_memory = true;
}

/* Identity: the weakest link that the printed names rest on. */
static void settle_identity(struct pk_packet *packet)
{
	static const enum pk_identity of_tuple[] = {
		[PK_TUPLE_EVENT] = PK_ID_EXACT,	 [PK_TUPLE_NESTED] = PK_ID_NESTED,
		[PK_TUPLE_SKB] = PK_ID_EXACT,	 [PK_TUPLE_SOCK] = PK_ID_DERIVED,
		[PK_TUPLE_EDGE] = PK_ID_DERIVED,
	};

	if (!packet->pointer && (packet->skb || packet->orig_skb))
		packet->pointer = PK_ID_EXACT; /* nobody joined it to one: an event named it */
	packet->identity = packet->header.tuple_known ? of_tuple[packet->tuple_from] : PK_ID_NONE;
	/* A header in memory is no surer than what led to it. */
	if (packet->tuple_from == PK_TUPLE_SKB && packet->pointer < packet->identity)
		packet->identity = packet->pointer;
}

/* What stands behind UDP's header is a network's number where a tunnel's function had it, or its other half. */
static void settle_number(struct pk_packet *packet)
{
	struct pk_header *header = &packet->header;
	const struct pk_edge *half = pk_edge_of(packet, PK_EDGE_LOOPBACK);

	if (!header->tunnel_id_may_be || header->below)
		return;
	header->tunnel_id_known =
		packet->work->numbered || (half && half->to && half->to->work->numbered);
	header->tunnel_id_may_be = !header->tunnel_id_known;
}

/* OUTER is a tunnel's, and what came in of it went on to another device: it may have been taken out of the tunnel there. */
static bool may_be_inner(const struct pk_packet *outer, const struct pk_packet *packet)
{
	return outer->work->carries && strchr(packet->way, ' ');
}

/* Received as OTHER and sent on as PACKET, maybe with other addresses. */
static bool was_forwarded(const struct pk_packet *packet, const struct pk_packet *other)
{
	return packet->dir == PK_TX && other->dir == PK_RX && other->first_ns < packet->first_ns;
}

/* The frame of SENT, which was cut, that PACKET is; NULL: it was not, or none is known to be. */
static const struct pk_wire_frame *frame_of_half(const struct pk_packet *packet,
						 const struct pk_packet *sent)
{
	const struct pk_trail *trail = &sent->trail;

	if (packet->dir != PK_RX || sent->dir != PK_TX || trail->nr_frames < 2)
		return NULL;
	return pk_find(trail->frames, trail->nr_frames,
		       it->skb && it->skb == packet->skb && it->header.tuple_known);
}

/* What PACKET is told by its half OTHER, of which FRAME may be its own: which of the numbers a segment has, only a frame says. */
static void take_half(struct pk_packet *packet, const struct pk_packet *other,
		      const struct pk_wire_frame *frame)
{
	struct pk_header header = frame ? frame->header : other->header;

	if (packet->work->is_piece && !frame)
		header.seq_known = header.flags_known = header.len_known = header.checksum_known =
			false;
	pk_header_take(packet, &header,
		       other->tuple_from == PK_TUPLE_NESTED ? PK_TUPLE_NESTED : PK_TUPLE_EDGE);
}

/* What the loopback's two halves know of each other: they are one skb, or one and its segments. */
static void join_halves(struct pk_packet *packet)
{
	const struct pk_trail *trail = &packet->trail;

	if (!pk_has_edge(packet, PK_EDGE_LOOPBACK))
		return;
	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		struct pk_packet *other = trail->edges[i].to;
		const struct pk_wire_frame *frame;

		if (trail->edges[i].kind != PK_EDGE_LOOPBACK || !other ||
		    may_be_inner(packet, other) || may_be_inner(other, packet))
			continue;
		frame = frame_of_half(packet, other);
		if (other->header.tuple_known && !packet->header.tuple_known &&
		    !was_forwarded(packet, other))
			take_half(packet, other, frame);
		packet->work->is_own |= other->work->is_own;
		if (!packet->header.protocol)
			packet->header.protocol = other->header.protocol;
		if (!packet->work->has_frames && !packet->segs &&
		    (frame || !packet->work->is_piece))
			packet->segs = frame ? frame->segs : other->segs;
	}
}

/* What PACKET is joined with as KIND; NULL: nothing, or several, or of a packet that is not of the set. */
static struct pk_packet *only_join(const struct pk_packet *packet, enum pk_edge_kind kind)
{
	const struct pk_trail *trail = &packet->trail;
	struct pk_packet *only = NULL;

	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		if (trail->edges[i].kind != kind)
			continue;
		if (!trail->edges[i].to || (only && only != trail->edges[i].to))
			return NULL;
		only = trail->edges[i].to;
	}
	return only;
}

/* Into several packets, unlike a datagram whose fragments are put together again. */
static bool was_cut(const struct pk_packet *packet)
{
	return packet->trail.nr_frames > 1 && !packet->trail.frames[0].header.fragment;
}

/* What came out of a tunnel is what went in at its other end, where one skb carried it there. */
static void join_carried(struct pk_packet *packet)
{
	const struct pk_packet *outer, *sent_outer, *sent;

	if (packet->dir != PK_RX || packet->header.tuple_known)
		return;
	outer = only_join(packet, PK_EDGE_ENCAPSULATED_IN);
	sent_outer = outer ? only_join(outer, PK_EDGE_LOOPBACK) : NULL;
	sent = sent_outer ? only_join(sent_outer, PK_EDGE_CARRIES) : NULL;
	if (!sent || sent == packet || sent->dir != PK_TX || !sent->header.tuple_known ||
	    only_join(outer, PK_EDGE_CARRIES) != packet || sent->trail.nr_frames > 1 ||
	    was_cut(sent_outer) || sent->segs > 1)
		return;
	pk_header_take(packet, &sent->header,
		       sent->tuple_from != PK_TUPLE_NESTED && sent->skb == sent_outer->skb
			       ? PK_TUPLE_EDGE
			       : PK_TUPLE_NESTED);
	packet->work->is_own |= sent->work->is_own;
	/* It was another's only because nothing had read what carried the next one. */
	packet->work->is_other &= !pk_has_edge(packet, PK_EDGE_CARRIES);
	if (!packet->segs)
		packet->segs = sent->segs;
}

static const struct pk_protocol *protocol_of_function(const struct pk_ctx *ctx, const char *func)
{
	for (int i = 0; pk_protocols[i]; i++)
		if (pk_protocol_is_known(ctx, pk_protocols[i]) &&
		    !strncmp(func, pk_protocols[i]->prefix, strlen(pk_protocols[i]->prefix)))
			return pk_protocols[i];
	return NULL;
}

static const struct pk_protocol *protocol_of_fclones(void)
{
	for (int i = 0; pk_protocols[i]; i++)
		if (pk_protocols[i]->fclones)
			return pk_protocols[i];
	return NULL;
}

/* Memory as the witness of whose packet an skb carried, where no frame and no probe is one: it still stands
 * there with its header; or it was freed by its protocol; or it was sent from the cache of skbs that come with
 * room for their clone, which one protocol alone takes from. NULL: it does not say. */
static const struct pk_protocol *protocol_by_memory(struct pk_engine *engine,
						    const struct pk_packet *packet)
{
	struct pk_object *object = pk_object_get(engine, packet->skb, false);
	const struct pk_protocol *protocol = NULL;
	struct pk_slab_object slab;
	struct pk_symbol symbol;
	struct pk_skb skb;

	if (packet->drop && packet->drop->location &&
	    pk_symbol_at(engine->ctx, packet->drop->location, &symbol) == PK_OK)
		protocol = protocol_of_function(engine->ctx, symbol.name);
	if (protocol || !object || pk_slab_lookup(engine->ctx, packet->skb, &slab) != PK_OK)
		return protocol;
	if (slab.kind == PK_OBJECT_SKB_FCLONE && packet->dir == PK_TX)
		return protocol_of_fclones();
	return slab.kind == PK_OBJECT_SKB && slab.state == PK_SLAB_ALLOCATED &&
			       !packet->work->freed &&
			       pk_holds(engine, packet, packet->skb, NULL) &&
			       pk_skb_read(engine->ctx, packet->skb, &skb) == PK_OK && skb.users &&
			       pk_skb_is_named(&skb) &&
			       pk_protocol_is_known(engine->ctx, pk_protocol_of(&skb.header))
		       ? pk_protocol_of(&skb.header)
		       : NULL;
}

/* Tuples that are proven: of living sockets, and of packets whose own bytes say so. */
static bool note_proven(const struct pk_packet_set *set, struct pk_hash *proven)
{
	static char yes;

	for (uint32_t i = 0; i < set->nr; i++) {
		const struct pk_header *header = &set->packets[i]->header;
		const struct pk_protocol *protocol = pk_protocol_of(header);
		struct pk_tuple reversed;

		if (!header->tuple_known || header->unproven)
			continue;
		reversed = pk_tuple_reversed(&header->tuple);
		if (!pk_hash_put(proven, pk_tuple_key(protocol, &header->tuple), &yes) ||
		    !pk_hash_put(proven, pk_tuple_key(protocol, &reversed), &yes))
			return false;
	}
	return true;
}

static void confirm(const struct pk_queued_packets *memory, const struct pk_hash *proven,
		    struct pk_packet *packet, struct pk_header *header)
{
	struct pk_header blank = {0};

	if (!header->unproven)
		return;
	if (pk_queued_sock(memory, packet) ||
	    pk_hash_get(proven, pk_tuple_key(pk_protocol_of(header), &header->tuple))) {
		header->unproven = false;
		packet->work->is_own = true;
	} else if (header->ports_known) { /* the protocol's header is proven, IP's may be longer */
		memset(header->tuple.saddr, 0, sizeof(header->tuple.saddr));
		memset(header->tuple.daddr, 0, sizeof(header->tuple.daddr));
		header->tuple.family = 0;
		header->tuple_known = header->unproven = header->len_known = false;
	} else {
		*header = blank;
	}
}

/* Bytes that lie where a header would are one if the connection that they name is known. */
static void confirm_headers(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	struct pk_hash proven = {0};

	if (!note_proven(set, &proven))
		engine->out_of_memory = true;
	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];
		struct pk_trail *trail = &packet->trail;

		if (!packet->header.unproven)
			continue;
		for (uint32_t k = 0; k < trail->nr_frames; k++)
			confirm(engine->memory, &proven, packet, &trail->frames[k].header);
		confirm(engine->memory, &proven, packet, &packet->header);
	}
	pk_hash_deinit(&proven, NULL);
}

static void decide_by_memory(struct pk_engine *engine, struct pk_packet *packet)
{
	bool seen = packet->dir == PK_RX ? packet->work->queue_seen : packet->work->wire_seen;

	const struct pk_protocol *protocol = NULL;

	if (!packet->work->is_own && !packet->work->is_other && seen)
		protocol = protocol_by_memory(engine, packet);
	if (!protocol)
		return;
	packet->work->is_own = true;
	packet->header.protocol = protocol->number;
}

/* Where probes read headers, what they passed over was another protocol. */
static void count_undecided(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;

	for (uint32_t i = 0; i < set->nr; i++) {
		const struct pk_packet *packet = set->packets[i];
		bool seen =
			packet->dir == PK_RX ? packet->work->queue_seen : packet->work->wire_seen;

		if (packet->work->is_own || packet->work->is_other || packet->work->framed || !seen)
			continue;
		if (packet->dir == PK_RX)
			set->undecided_rx += !engine->seen.rx_headers;
		else
			set->undecided_tx += !engine->seen.tx_headers;
	}
}

static bool has_frame(const struct pk_packet *packet, uint64_t skb)
{
	const struct pk_trail *trail = &packet->trail;

	return pk_any(trail->nr_frames, i, trail->frames[i].skb == skb);
}

/* What a queueing discipline cut itself (cake, tbf) stands there as segments that no driver was given: copies of the
 * skb that was queued on that device. */
static void join_segments(struct pk_engine *engine)
{
	for (size_t i = 0; i < engine->memory->nr; i++) {
		struct pk_place *place = engine->memory->list[i];
		struct pk_object *object = place->dir == PK_TX && !place->sock
						   ? pk_object_get(engine, place->skb, false)
						   : NULL;
		struct pk_packet *packet =
			object && object->alive && !object->is_original ? object->tx : NULL;

		if (!packet || packet->skb == place->skb || object->copy_of != packet->skb ||
		    strcmp(packet->dev, place->dev) || has_frame(packet, place->skb) ||
		    !pk_holds(engine, packet, place->skb, place->sock))
			continue;
		place->joined = true;
		if (!packet->work->tx.nr_cut++)
			packet->work->tx.cut_place = (uint32_t)i;
	}
}

static bool inside_another(const struct pk_trail *trail, const struct pk_piece *piece)
{
	for (uint32_t i = 0; i < trail->nr_pieces; i++) {
		const struct pk_piece *outer = &trail->pieces[i];

		if (outer != piece && outer->how != PK_ID_NONE && outer->func &&
		    outer->cpu == piece->cpu && outer->pid == piece->pid &&
		    outer->start <= piece->start && outer->end >= piece->end &&
		    (!piece->func || outer->depth < piece->depth))
			return true;
	}
	return false;
}

/* In order of time, without those that a revised join took away or that lie inside another. */
static void finish_pieces(struct pk_packet *packet)
{
	struct pk_trail *trail = &packet->trail;
	uint32_t kept = 0;

	for (uint32_t i = 0; i < trail->nr_pieces; i++)
		if (inside_another(trail, &trail->pieces[i]))
			trail->pieces[i].how = PK_ID_NONE;
	for (uint32_t i = 0; i < trail->nr_pieces; i++)
		if (trail->pieces[i].how != PK_ID_NONE)
			trail->pieces[kept++] = trail->pieces[i];
	trail->nr_pieces = kept;
	for (uint32_t i = 1; i < kept; i++)
		for (uint32_t j = i; j && trail->pieces[j].start < trail->pieces[j - 1].start;
		     j--) {
			struct pk_piece swap = trail->pieces[j];

			trail->pieces[j] = trail->pieces[j - 1];
			trail->pieces[j - 1] = swap;
		}
}

static int by_time(const void *a, const void *b)
{
	const struct pk_packet *x = *(struct pk_packet *const *)a;
	const struct pk_packet *y = *(struct pk_packet *const *)b;

	if (x->first_ns != y->first_ns)
		return x->first_ns < y->first_ns ? -1 : 1;
	if (x->pos.cpu != y->pos.cpu)
		return x->pos.cpu < y->pos.cpu ? -1 : 1;
	if (x->pos.page_ts != y->pos.page_ts)
		return x->pos.page_ts < y->pos.page_ts ? -1 : 1;
	/* Where the clock stood still, several pages have one time: then in the order of their events. */
	return x->work->serial < y->work->serial ? -1 : x->work->serial > y->work->serial;
}

static void settle_generation(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_object *object =
		pk_object_get(engine, packet->skb ? packet->skb : packet->orig_skb, false);

	/* ... where no end of one at this address can be missing since. */
	packet->generation_known =
		object != NULL && engine->plans->any_free &&
		engine->gaps.newest <= object->serial &&
		(int32_t)(packet->work->birth_serial - object->counted_since) >= 0;
	if (object)
		packet->generation = (int32_t)(packet->work->birth_serial - object->ends);
}

static void name_reason(struct pk_engine *engine, struct pk_packet *packet)
{
	struct pk_drop *drop = packet->drop;

	if (drop && drop->reason_known &&
	    pk_drop_reason_name(engine->ctx, drop->reason, drop->reason_name,
				sizeof(drop->reason_name)) != PK_OK)
		drop->reason_name[0] = '\0';
}

/* Where arrivals are not traced, nothing tells of a beginning; of what loops, the sending half may lie before the
 * window. */
static void settle_beginning(struct pk_engine *engine, struct pk_packet *packet)
{
	if (!engine->seen.wire_rx && packet->dir == PK_RX &&
	    !pk_time_near_start(engine, packet->first_ns))
		packet->left_complete = true;
}

static void sort(struct pk_engine *engine)
{
	if (engine->set->nr)
		qsort(engine->set->packets, engine->set->nr, sizeof(*engine->set->packets),
		      by_time);
}

/* The passes, in their order: each of the whole set, or of one packet after another. */
static const struct pass {
	const char *name;
	const char *needs; /* what was found out before it */
	void (*of_set)(struct pk_engine *engine);
	void (*of_packet)(struct pk_engine *engine, struct pk_packet *packet);
	void (*alone)(struct pk_packet *packet); /* the same */
} passes[] = {
	{"lives of sockets", "the events", .of_packet = pk_settle_sock_life},
	{"fragments", "the events", .of_set = pk_join_fragments},
	{"frames of the layer below", "the events", .of_set = pk_settle_macsec_below},
	{"frames", "fragments; frames of the layer below", .alone = join_frames},
	{"confirm headers", "frames", .of_set = confirm_headers},
	{"whose it is", "confirmed headers", .of_packet = decide_by_memory},
	{"halves of what loops", "whose it is", .alone = join_halves},
	{"halves of those", "halves: a half may have learned it from a half", .alone = join_halves},
	{"out of tunnels", "halves: of what carried them", .alone = join_carried},
	{"undecided", "whose it is, of halves too", .of_set = count_undecided},
	{"flights", "whose it is; the frames still open", .of_set = pk_settle_flights},
	{"errors", "halves, with the headers of each", .of_set = pk_join_errors},
	{"clones", "headers of each", .of_set = pk_join_clones},
	{"writes", "frames: the length of each", .of_set = pk_join_writes},
	{"names of drop reasons", "the events", .of_packet = name_reason},
	{"lost inside", "names of drop reasons", .of_packet = pk_settle_lost_inside},
	{"sift", "whose it is; flights stay", .of_set = pk_sift},
	{"sort", "the packets that stay", .of_set = sort},
	{"devices", "order of time", .of_set = pk_settle_devices},
	{"generations", "the lives that ended", .of_packet = settle_generation},
	{"live skbs", "devices that no event named", .of_packet = join_live_skb},
	{"paths of copies", "joins are final", .of_set = pk_take_paths},
	{"pieces", "joins are final", .alone = finish_pieces},
	{"beginnings", "pieces", .of_packet = settle_beginning},
	{"halves, with live headers", "live skbs", .alone = join_halves},
	{"segments on queues", "devices", .of_set = join_segments},
	{"names by sockets", "order of time; live skbs", .of_set = pk_name_by_sockets},
	{"halves, with names", "names by sockets", .alone = join_halves},
	{"namespaces", "names; devices; order of time", .of_set = pk_settle_namespaces},
	{"connections", "namespaces; halves", .of_set = settle_connections},
	{"flows", "order of time; connections", .of_set = pk_walk_flows},
	{"ends", "flows: who acknowledged, answered, took in whom", .of_packet = pk_settle_end},
	{"copies", "their ends", .of_set = pk_fold_copies},
	{"identities", "names", .alone = settle_identity},
	{"numbers of networks", "halves", .alone = settle_number},
	{"namespaces of queues", "ends: the sockets that have it", .of_packet = settle_netns},
	{"flows, backwards", "ends of what came later", .of_set = pk_walk_flows_back},
	{"coalesced", "ends of those that took them in", .alone = pk_settle_coalesced},
	{"causes", "every end; order of time", .of_set = pk_find_causes},
};

static void run_pass(struct pk_engine *engine, const struct pass *pass)
{
	struct pk_packet_set *set = engine->set;

	if (pass->of_set)
		pass->of_set(engine);
	for (uint32_t i = 0; !pass->of_set && i < set->nr; i++)
		if (pass->alone)
			pass->alone(set->packets[i]);
		else
			pass->of_packet(engine, set->packets[i]);
}

enum pk_status pk_outcomes_settle(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;

	for (size_t i = 0; i < PK_ARRAY_SIZE(passes); i++)
		run_pass(engine, &passes[i]);
	if (engine->out_of_memory || (set->pool && pk_packet_pool_failed(set->pool)))
		return pk_fail(engine->ctx, PK_NOMEM, "packets of %llu events",
			       (unsigned long long)set->events);
	return PK_OK;
}
