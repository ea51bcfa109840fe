// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets of the skbs that stand in memory (queued_places.c) and that no trace knows. */
#include "analysis/lives/queued_packets.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/lives/same_packet.h"
#include "decode/net/skb/skb.h"

/* What is known of a connection's packet by its socket and the control block: an original that waits to
 * be sent, or to be sent again, has no header yet. */
static void header_of_socket(const struct pk_place *place, const struct pk_skb *skb,
			     struct pk_header *header)
{
	if (skb->cb_valid)
		*header = pk_cb_header(place->sock, &skb->cb);
	header->tuple =
		place->dir == PK_RX ? pk_tuple_reversed(&place->sock->tuple) : place->sock->tuple;
	header->tuple_known = true;
	header->protocol = place->sock->protocol;
}

/* On a socket's queue both may be known: others' bytes may have been coalesced into it, which the control
 * block counts and the header does not. False: nothing says whose it is. */
static bool name_packet(const struct pk_place *place, const struct pk_skb *skb,
			struct pk_packet *packet)
{
	struct pk_header *header = &packet->header;
	struct pk_header by_socket = {0};

	if (skb->header_valid) {
		*header = skb->header;
		packet->tuple_from = PK_TUPLE_SKB;
		packet->identity = PK_ID_EXACT;
	}
	/* A frame's tag is no address. */
	if (!skb->header_valid && pk_skb_is_named(skb) && !place->sock)
		*header = skb->header;
	/* Below TCP the control block is somebody else's; a datagram socket may be connected to nobody. */
	if (!place->sock || pk_protocol_of_sock(place->sock)->datagrams ||
	    (skb->header_valid && skb->addr != place->skb))
		return pk_skb_is_named(skb);
	header_of_socket(place, skb, &by_socket);
	/* Headers of another connection: of a buffer that was used again, or of the socket's parent. */
	if (skb->header_valid && !pk_tuple_equal(&header->tuple, &by_socket.tuple))
		packet->header.tuple_known = false;
	if (!skb->header_valid || !packet->header.tuple_known) {
		*header = by_socket;
		packet->tuple_from = PK_TUPLE_SOCK;
		packet->identity = PK_ID_DERIVED;
	} else if (by_socket.len_known && place->queue != PK_QUEUE_BACKLOG) {
		header->seq = by_socket.seq;
		header->payload_len = by_socket.payload_len;
	}
	return true;
}

/* The clone that went to the wire lies one struct behind its original: it is ORIGINAL's packet, unless the struct has been
 * used again since. RET_WIRE: what it holds. */
static struct pk_place *clone_of(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
				 const struct pk_place *place, const struct pk_packet *original,
				 struct pk_skb *ret_wire)
{
	uint64_t size;
	struct pk_place *clone =
		place->sock && place->queue == PK_QUEUE_RTX && pk_skb_size(ctx, &size) == PK_OK
			? pk_queued_place(memory, place->skb + size)
			: NULL;

	return clone && !clone->joined && !clone->sock && clone->dir == PK_TX &&
			       pk_skb_read(ctx, clone->skb, ret_wire) == PK_OK &&
			       ret_wire->header_valid &&
			       pk_same_packet(ctx, original, clone->skb, NULL) != PK_MATCH_NO
		       ? clone
		       : NULL;
}

/* TCP uses the word of skb->dev for other things: what it has queued keeps the index alone. */
static const char *device_of(const struct pk_queued_packets *memory, const struct pk_place *place,
			     const struct pk_skb *skb)
{
	const char *by_index = place->sock && place->dir == PK_RX
				       ? pk_queued_device(memory, place->sock->net, skb->iif)
				       : "";

	if (place->dev[0] || place->in_tree)
		return place->dev;
	return by_index[0] ? by_index : skb->dev_name;
}

static uint32_t netns_at(const struct pk_queued_packets *memory, uint64_t addr)
{
	const struct pk_net_device *device = addr ? pk_queued_device_at(memory, addr) : NULL;

	return device ? device->netns : 0;
}

/* A worker encrypts where the header stands: what it leaves may look like another's. */
static bool is_garbled(const struct pk_place *place)
{
	return place->changing && place->dir == PK_TX;
}

/* What the socket that has it says of PACKET. The clone of an ORIGINAL gets the socket's mark when IP sends it; the original never
 * does. */
static void take_from_sock(struct pk_packet *packet, const struct pk_sock *sock, bool original)
{
	packet->sk = sock->addr;
	packet->netns = sock->netns;
	if (!original)
		return;
	packet->mark = sock->mark;
	packet->mark_known = !(sock->unread & PK_SOCK_NO_MARK);
}

static struct pk_packet *packet_of(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
				   struct pk_udp_encap_owners *takers, struct pk_packet_set *set,
				   const struct pk_place *place)
{
	struct pk_packet *packet = pk_packet_set_make(set);
	struct pk_skb skb = {0}, wire;
	struct pk_place *clone;
	bool named;

	if (!packet)
		return NULL;
	named = pk_skb_read(ctx, place->skb, &skb) == PK_OK && !is_garbled(place) &&
		name_packet(place, &skb, packet);
	packet->dir = place->dir;
	if (named && place->dir == PK_RX && !place->sock)
		pk_udp_encap_unveil(ctx, memory, takers, &skb, &packet->header);
	clone = clone_of(ctx, memory, place, packet, &wire);
	if (clone) {
		skb = wire;
		named = name_packet(place, &skb, packet);
		clone->joined = true;
	}
	if (!named || !pk_header_is_shown(ctx, &packet->header)) {
		pk_packet_free(packet);
		return NULL;
	}
	if (skb.header_unreadable)
		pk_warn(ctx, "queued skb %llx: its header at %llx: unreadable",
			(unsigned long long)skb.addr,
			(unsigned long long)(skb.head + skb.network_header));
	packet->from_memory = packet->timeless = packet->left_complete = true;
	packet->skb = place->dir == PK_TX && place->sock ? (clone ? clone->skb : 0) : place->skb;
	packet->orig_skb = place->dir == PK_TX && place->sock ? place->skb : 0;
	packet->pointer = PK_ID_EXACT;
	packet->generation_known = true;
	pk_packet_set_dev(packet, device_of(memory, place, &skb));
	packet->mark_known = true;
	packet->mark = skb.mark;
	pk_packet_conntrack_read(ctx, &skb, packet);
	/* What was coalesced into it is counted nowhere. */
	if (skb.header_valid && packet->tuple_from == PK_TUPLE_SKB &&
	    packet->header.payload_len == skb.header.payload_len)
		packet->segs = pk_skb_segs(&skb);
	if (place->sock)
		take_from_sock(packet, place->sock, place->dir == PK_TX && !clone);
	if (!place->sock && place->dir == PK_RX && !place->in_tree)
		packet->netns = netns_at(memory, skb.dev);
	/* A clone that was sent says no more than that its original waits for an ACK. */
	packet->outcome = clone && clone->outcome != PK_OUT_SENT && clone->outcome != PK_OUT_UNKNOWN
				  ? clone->outcome
				  : place->outcome;
	pk_packet_explain(packet, "%.100s%s%.100s", place->text, clone ? ", its clone " : "",
			  clone ? clone->text : "");
	return packet;
}

/* Bytes of a connection in one direction that the trace has a packet of. */
struct traced {
	uint64_t key;
	uint32_t seq, nr;
	uint32_t netns; /* 0 if unknown */
};

static int compare_traced(const void *a, const void *b)
{
	const struct traced *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	return x->seq < y->seq ? -1 : x->seq > y->seq;
}

static bool bytes_of(const struct pk_packet *packet, struct traced *ret_traced)
{
	const struct pk_header *header = &packet->header;
	uint32_t nr;

	if (!header->tuple_known || !header->seq_known || !header->len_known ||
	    !header->flags_known)
		return false;
	nr = pk_header_numbers(header);
	*ret_traced = (struct traced){pk_tuple_key(pk_protocol_of(header), &header->tuple) ^
					      (packet->dir == PK_TX),
				      header->seq, nr, packet->netns};
	return nr != 0;
}

/* Sorted; owned by the caller. NULL: no memory. */
static struct traced *traced_bytes(const struct pk_packet_set *set, size_t *ret_nr)
{
	struct traced *list = malloc((set->nr + 1) * sizeof(*list));
	size_t nr = 0;

	for (uint32_t i = 0; list && i < set->nr; i++)
		nr += bytes_of(set->packets[i], &list[nr]);
	if (list)
		qsort(list, nr, sizeof(*list), compare_traced);
	*ret_nr = nr;
	return list;
}

/* An skb whose address no packet of the trace is sure to have may still be one of them, by what it holds: its
 * first byte. Retransmits begin where others did: some before it are looked at. */
static bool is_traced(const struct traced *list, size_t nr, const struct pk_packet *packet)
{
	struct traced wanted;
	size_t low;

	if (!bytes_of(packet, &wanted))
		return false;
	low = pk_first(nr, at, compare_traced(&list[at], &wanted) <= 0);
	for (size_t i = low; i-- > 0 && low - i <= 64 && list[i].key == wanted.key;)
		if (!(list[i].netns && wanted.netns && list[i].netns != wanted.netns) &&
		    pk_protocol_of(&packet->header)->distance(list[i].seq, wanted.seq) < list[i].nr)
			return true;
	return false;
}

/* What a stack holds may stand in a queue too, be it by the original of the clone that the stack holds. */
static bool is_on_stack(struct pk_ctx *ctx, struct pk_packet *const *held, size_t nr_held,
			const struct pk_packet *packet)
{
	uint64_t size, clone = 0;

	if (packet->orig_skb && pk_skb_size(ctx, &size) == PK_OK)
		clone = packet->orig_skb + size;
	for (size_t i = 0; i < nr_held; i++) {
		uint64_t skb = held[i]->skb;

		if (skb == packet->skb || skb == packet->orig_skb ||
		    (skb == clone && pk_same_packet(ctx, packet, skb, NULL) == PK_MATCH_YES))
			return true;
	}
	return false;
}

/* Who asks for a few is shown the end of the list: what was never sent comes first, as nothing has
 * happened to it; then what came in or went out, in the order of the queues. */
static void unsent_first(struct pk_packet **packets, size_t nr)
{
	struct pk_packet **sorted = malloc((nr + 1) * sizeof(*sorted));
	size_t at = 0;

	if (!sorted)
		return;
	for (int unsent = 1; unsent >= 0; unsent--)
		for (size_t i = 0; i < nr; i++)
			if ((packets[i]->outcome == PK_OUT_UNSENT) == unsent)
				sorted[at++] = packets[i];
	memcpy(packets, sorted, nr * sizeof(*packets));
	free(sorted);
}

/* Those of the places that no packet of SET is; NR of them, oldest place first. PACKETS has room for SET's too. */
static size_t make_packets(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
			   struct pk_packet_set *set, const struct traced *traced, size_t nr_traced,
			   struct pk_packet **packets)
{
	struct pk_packet **held = packets + memory->nr;
	struct pk_udp_encap_owners takers = {0};
	size_t nr = 0, nr_held = 0;

	for (uint32_t i = 0; i < set->nr; i++)
		if (set->packets[i]->from_memory)
			held[nr_held++] = set->packets[i];
	for (size_t i = 0; i < memory->nr; i++) {
		struct pk_packet *packet =
			memory->list[i]->joined
				? NULL
				: packet_of(ctx, memory, &takers, set, memory->list[i]);

		if (packet && (is_traced(traced, nr_traced, packet) ||
			       is_on_stack(ctx, held, nr_held, packet)))
			pk_packet_free(packet);
		else if (packet)
			packets[nr++] = packet;
	}
	pk_udp_encap_owners_deinit(&takers);
	return nr;
}

enum pk_status pk_queued_packets_add(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
				     struct pk_packet_set *set)
{
	struct pk_packet **packets = calloc(memory->nr + set->nr + 1, sizeof(*packets));
	size_t nr, nr_traced;
	struct traced *traced = traced_bytes(set, &nr_traced);

	if (!packets || !traced) {
		free(packets);
		free(traced);
		return pk_fail(ctx, PK_NOMEM, "%zu packets in memory", memory->nr);
	}
	nr = make_packets(ctx, memory, set, traced, nr_traced, packets);
	free(traced);
	unsent_first(packets, nr);
	if (set->nr)
		memcpy(packets + nr, set->packets, set->nr * sizeof(*packets));
	free(set->packets);
	set->packets = packets;
	set->from_memory = (uint32_t)nr;
	set->nr += (uint32_t)nr;
	set->room = set->nr;
	return PK_OK;
}
