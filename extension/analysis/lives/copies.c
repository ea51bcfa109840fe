// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Received packets that become several. A protocol's receive function may be given one skb for several sockets (multicast:
 * each gets a clone, the last of them the skb itself), or one that stands for several datagrams, which its socket takes one
 * by one (GSO: segments at addresses of their own). nft's queue to user space cuts large ones before their protocol has
 * them, and so does what is sent on with a smaller MTU. To the engine each is a packet of its own, so that what is known of
 * frees, readers and queues holds for it too. It is none of the wire: when all ends are known, they are those of the one
 * that it was made of.
 *
 * A clone of what is sent may come in at once, for members of a group on the same machine.
 */
#include "analysis/lives/outcome.h"

#include <stdio.h>

#include "core/kit.h"

#define MAX_COPIES 1024 /* of one packet; of more it is only said that there are */

/* Until its protocol has it, other copies than segments are packet taps'. */
static bool is_multiplied(const struct pk_packet *whole, const struct pk_object *object)
{
	if (whole->work->taken)
		return pk_protocol_of(&whole->header)->read_ends_in_consume;
	return whole->work->queue_seen && object->is_segment;
}

bool pk_copy_received(struct pk_engine *engine, const struct pk_object *old,
		      struct pk_object *object)
{
	struct pk_packet *whole = old && old->alive ? old->rx : NULL, *copy;

	if (whole && whole->work->is_copy)
		whole = whole->work->whole;
	if (!whole || whole->work->copied || old->addr == object->addr ||
	    !is_multiplied(whole, object) || !pk_on_receipt(engine, whole))
		return false;
	whole->work->cut |= !whole->work->taken;
	if (whole->work->nr_copies > MAX_COPIES)
		return true;
	whole->work->nr_copies++;
	copy = pk_packet_new(engine, PK_RX);
	if (!copy)
		return true;
	copy->skb = object->addr;
	copy->left_complete = true;
	copy->header = whole->header;
	copy->header.len_known = copy->header.checksum_known = false;
	copy->header.seq_known = copy->header.ack_known = copy->header.flags_known = false;
	copy->tuple_from = PK_TUPLE_EDGE;
	copy->work->is_own = whole->work->taken || whole->work->is_own;
	copy->work->taken = whole->work->taken;
	copy->work->queue_seen = true;
	copy->work->is_copy = true;
	copy->work->is_segment = object->is_segment;
	copy->work->whole = whole;
	copy->work->birth_serial = (uint32_t)object->ends;
	object->rx = copy;
	pk_edge_add(whole, copy->work->is_segment ? PK_EDGE_GSO : PK_EDGE_CLONE, PK_ID_EXACT,
		    object->addr, NULL);
	return true;
}

/* No two lives of an address have one key; two addresses may, and then one of them has no join. */
static uint64_t key_of(uint64_t skb, uint32_t life)
{
	return skb + life * 0x9e3779b97f4a7c15ULL;
}

static bool note_sent(const struct pk_packet_set *set, struct pk_hash *sent)
{
	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];

		if (packet->dir == PK_TX && packet->skb &&
		    pk_protocol_of(&packet->header)->datagrams &&
		    !pk_hash_put(sent, key_of(packet->skb, packet->work->birth_serial), packet))
			return false;
	}
	return true;
}

/* PACKET was cloned from what was sent as SENT: in that life of its address, and it has the same name. */
static bool is_clone_of(const struct pk_packet *packet, const struct pk_packet *sent)
{
	return sent && sent->skb == packet->work->rx.clone_of &&
	       sent->work->birth_serial == packet->work->rx.clone_life &&
	       packet->header.tuple_known && sent->header.tuple_known &&
	       pk_protocol_of(&packet->header) == pk_protocol_of(&sent->header) &&
	       pk_tuple_equal(&packet->header.tuple, &sent->header.tuple);
}

void pk_join_clones(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	struct pk_hash sent = {0};
	bool any = false;

	for (uint32_t i = 0; i < set->nr && !any; i++)
		any = set->packets[i]->dir == PK_RX && set->packets[i]->work->rx.clone_of;
	if (any && !note_sent(set, &sent))
		engine->out_of_memory = true;
	for (uint32_t i = 0; any && i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i], *of;
		const struct pk_packet_work *work = packet->work;

		if (packet->dir != PK_RX || !work->rx.clone_of)
			continue;
		of = pk_hash_get(&sent, key_of(work->rx.clone_of, work->rx.clone_life));
		if (!is_clone_of(packet, of))
			continue;
		pk_edge_add(packet, PK_EDGE_CLONE, PK_ID_EXACT, of->skb, of);
		pk_edge_add(of, PK_EDGE_CLONE, PK_ID_EXACT, packet->skb, packet);
	}
	pk_hash_deinit(&sent, NULL);
}

/* The way of its copies is its own. */
void pk_take_paths(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;

	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *copy = set->packets[i], *whole = copy->work->whole;

		if (!copy->work->is_copy)
			continue;
		pk_trail_take(whole, copy);
		pk_trail_sort_steps(whole);
		if (copy->last_ns > whole->last_ns)
			whole->last_ns = copy->last_ns;
	}
}

/* What an engineer looks at first is what the whole is called by. */
static const enum pk_outcome ranks[] = {PK_OUT_IN_FLIGHT, PK_OUT_DROPPED,   PK_OUT_QUEUED,
					PK_OUT_FORWARDED, PK_OUT_DELIVERED, PK_OUT_MERGED,
					PK_OUT_CONSUMED,  PK_OUT_UNKNOWN};

/* What was used up when it was cut, or had no socket left to go to, is none of them. */
static void count_end(unsigned counts[PK_NR_OUTCOMES], const struct pk_packet *packet)
{
	counts[packet->outcome] += !packet->work->consumed && !packet->work->cut;
}

/* "copied to 3 sockets: 2 delivered, 1 queued" */
static void say_ends(struct pk_packet *whole, const unsigned counts[PK_NR_OUTCOMES], bool cut)
{
	char text[PK_DETAIL_MAX];
	const char *form = whole->work->cut ? "cut into %s%u segments:"
			   : cut	    ? "%s%u datagrams:"
					    : "copied to %s%u sockets:";
	unsigned sum = 0;
	size_t len;

	for (int i = 0; i < PK_NR_OUTCOMES; i++)
		sum += counts[i];
	len = (size_t)snprintf(text, sizeof(text), form,
			       whole->work->nr_copies > MAX_COPIES ? "more than " : "", sum);
	for (size_t i = 0, nr = 0; i < PK_ARRAY_SIZE(ranks); i++)
		if (counts[ranks[i]] && len < sizeof(text))
			len += (size_t)snprintf(text + len, sizeof(text) - len, "%s %u %s",
						nr++ ? "," : "", counts[ranks[i]],
						pk_outcome_name(ranks[i]));
	pk_packet_explain(whole, "%s", text);
}

/* Why the first of those that were dropped was. */
static void take_drop(struct pk_packet *whole)
{
	const struct pk_copy *copy = whole->copies;

	while (copy && copy->packet->outcome != PK_OUT_DROPPED)
		copy = copy->next;
	if (!copy)
		return;
	whole->drop = copy->packet->drop;
	whole->work->by_drop = copy->packet->work->by_drop;
}

static void settle_whole(struct pk_packet *whole)
{
	unsigned counts[PK_NR_OUTCOMES] = {0};
	bool cut = false;
	size_t rank = 0;

	count_end(counts, whole);
	for (const struct pk_copy *copy = whole->copies; copy; copy = copy->next) {
		count_end(counts, copy->packet);
		cut |= copy->kind == PK_EDGE_GSO;
	}
	while (rank < PK_ARRAY_SIZE(ranks) - 1 && !counts[ranks[rank]])
		rank++;
	if (ranks[rank] == PK_OUT_DROPPED && whole->outcome != PK_OUT_DROPPED)
		take_drop(whole);
	whole->outcome = ranks[rank];
	say_ends(whole, counts, cut);
}

static void note_copy(struct pk_packet *packet)
{
	struct pk_packet *whole = packet->work->whole;
	struct pk_copy *copy = pk_packet_pool_alloc(packet->pool, sizeof(*copy));

	if (!copy)
		return;
	copy->packet = packet;
	copy->kind = packet->work->is_segment ? PK_EDGE_GSO : PK_EDGE_CLONE;
	copy->next = whole->copies;
	whole->copies = copy;
}

void pk_fold_copies(struct pk_engine *engine)
{
	struct pk_packet_set *set = engine->set;
	uint32_t kept = 0;

	for (uint32_t i = set->nr; i-- > 0;)
		if (set->packets[i]->work->is_copy)
			note_copy(set->packets[i]);
	for (uint32_t i = 0; i < set->nr; i++) {
		struct pk_packet *packet = set->packets[i];

		if (packet->work->is_copy) {
			pk_packet_free(packet);
			continue;
		}
		packet->work->serial = kept;
		set->packets[kept++] = packet;
		if (packet->copies)
			settle_whole(packet);
	}
	set->nr = kept;
}
