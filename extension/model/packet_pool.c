// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/printable.h"
#include "model/packet.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/arena.h"

#define BLOCK 256

struct packet_block {
	struct packet_block *next;
	struct pk_packet packets[BLOCK];
};

struct pk_packet_pool {
	struct packet_block *packets; /* owned, newest first; all but the newest are full */
	unsigned nr_packets; /* of the newest block */
	struct pk_arena arena;
	struct pk_texts texts;
	struct pk_hash unders; /* hash -> the newest pk_piece.under that has it, of the arena */
	bool failed;
};

struct pk_packet_pool *pk_packet_pool_create(void)
{
	return calloc(1, sizeof(struct pk_packet_pool));
}

void pk_packet_free(struct pk_packet *packet)
{
	free(packet->trail.frames);
	free(packet->trail.pieces);
	free(packet->trail.steps);
	free(packet->trail.edges);
	packet->trail = (struct pk_trail){0};
}

void pk_packet_pool_destroy(struct pk_packet_pool *pool)
{
	if (!pool)
		return;
	while (pool->packets) {
		struct packet_block *block = pool->packets;

		pool->packets = block->next;
		while (pool->nr_packets)
			pk_packet_free(&block->packets[--pool->nr_packets]);
		pool->nr_packets = BLOCK;
		free(block);
	}
	pk_hash_deinit(&pool->unders, NULL);
	pk_arena_deinit(&pool->arena);
	pk_texts_deinit(&pool->texts);
	free(pool);
}

struct pk_packet *pk_packet_pool_add(struct pk_packet_pool *pool)
{
	struct pk_packet *packet;

	if (!pool->packets || pool->nr_packets == BLOCK) {
		struct packet_block *block = calloc(1, sizeof(*block));

		if (!block)
			return NULL;
		block->next = pool->packets;
		pool->packets = block;
		pool->nr_packets = 0;
	}
	packet = &pool->packets->packets[pool->nr_packets++];
	packet->pool = pool;
	packet->way = packet->dev = "";
	return packet;
}

void *pk_packet_pool_alloc(struct pk_packet_pool *pool, size_t size)
{
	void *bytes = pk_arena_alloc(&pool->arena, size);

	pool->failed |= !bytes;
	return bytes;
}

const uint64_t *pk_packet_pool_under(struct pk_packet_pool *pool, const uint64_t *words)
{
	size_t size = (PK_PIECE_UNDER + 1) * sizeof(*words);
	uint64_t key = pk_hash_bytes(PK_HASH_BEGIN, words, size);
	uint64_t *kept = pk_hash_get(&pool->unders, key);

	if (kept && !memcmp(kept, words, size))
		return kept;
	kept = pk_packet_pool_alloc(pool, size);
	if (kept) {
		memcpy(kept, words, size);
		pool->failed |= !pk_hash_put(&pool->unders, key, kept);
	}
	return kept;
}

/* ARRAY is the address of the caller's pointer, of whatever type. */
static void *array_add(struct pk_packet_pool *pool, void *array, uint32_t *nr, uint32_t *room,
		       size_t size)
{
	char *items;

	memcpy(&items, array, sizeof(items));
	if (*nr == *room) {
		/* most packets have one, two or three of a thing, and there are many packets */
		uint32_t bigger_room = *room + *room / 2 + 1;
		char *bigger = realloc(items, bigger_room * size);

		if (!bigger) {
			pool->failed = true;
			return NULL;
		}
		items = bigger;
		memcpy(array, &items, sizeof(items));
		*room = bigger_room;
	}
	memset(items + *nr * size, 0, size);
	return items + (*nr)++ * size;
}

struct pk_wire_frame *pk_trail_add_frame(struct pk_packet *packet)
{
	struct pk_trail *trail = &packet->trail;

	return array_add(packet->pool, &trail->frames, &trail->nr_frames, &trail->room_frames,
			 sizeof(*trail->frames));
}

struct pk_piece *pk_trail_add_piece(struct pk_packet *packet)
{
	struct pk_trail *trail = &packet->trail;

	return array_add(packet->pool, &trail->pieces, &trail->nr_pieces, &trail->room_pieces,
			 sizeof(*trail->pieces));
}

struct pk_step *pk_trail_add_step(struct pk_packet *packet)
{
	struct pk_trail *trail = &packet->trail;

	return array_add(packet->pool, &trail->steps, &trail->nr_steps, &trail->room_steps,
			 sizeof(*trail->steps));
}

void pk_edge_add(struct pk_packet *packet, enum pk_edge_kind kind, enum pk_identity how,
		 uint64_t to_skb, struct pk_packet *to)
{
	struct pk_trail *trail = &packet->trail;
	struct pk_edge *edge;

	for (uint32_t i = 0; i < trail->nr_edges; i++) {
		edge = &trail->edges[i];
		if (edge->kind != kind || edge->to != to || (!to && edge->to_skb != to_skb))
			continue;
		/* Known in two ways: the surer one stands. */
		if (how > edge->how)
			edge->how = how;
		if (!edge->to_skb)
			edge->to_skb = to_skb;
		return;
	}
	edge = array_add(packet->pool, &trail->edges, &trail->nr_edges, &trail->room_edges,
			 sizeof(*trail->edges));
	if (edge)
		*edge = (struct pk_edge){kind, how, to_skb, to};
	packet->edge_kinds |= 1u << kind;
}

bool pk_packet_pool_failed(const struct pk_packet_pool *pool)
{
	return pool->failed;
}

static void set_way(struct pk_packet *packet, const char *way)
{
	const char *kept =
		strcmp(packet->way, way) ? pk_texts_keep(&packet->pool->texts, way) : packet->way;
	const char *last;

	packet->pool->failed |= !kept;
	packet->way = kept ? kept : "";
	last = strrchr(packet->way, ' ');
	packet->dev = last ? last + 1 : packet->way;
}

void pk_packet_set_dev(struct pk_packet *packet, const char *dev)
{
	set_way(packet, dev);
}

static bool has_word(const char *words, const char *word)
{
	size_t len = strlen(word);

	for (const char *at = words; (at = strstr(at, word)); at++)
		if ((at == words || at[-1] == ' ') && (!at[len] || at[len] == ' '))
			return true;
	return false;
}

void pk_packet_pass_dev(struct pk_packet *packet, const char *dev, bool first)
{
	char way[PK_WAY_MAX];

	if (!packet->way[0])
		set_way(packet, dev);
	if (!dev[0] || has_word(packet->way, dev))
		return;
	if ((size_t)snprintf(way, sizeof(way), "%s %s", first ? dev : packet->way,
			     first ? packet->way : dev) < sizeof(way))
		set_way(packet, way);
}

void pk_packet_leave_dev(struct pk_packet *packet, const char *dev)
{
	size_t before = (size_t)(packet->dev - packet->way);
	char way[PK_WAY_MAX];

	if (!before || strcmp(packet->dev, dev) != 0)
		return;
	snprintf(way, sizeof(way), "%.*s", (int)before - 1, packet->way);
	set_way(packet, way);
}

static void explain(struct pk_packet *packet, const char *text)
{
	packet->detail = pk_texts_keep(&packet->pool->texts, text);
	packet->detail_ends_in_number = false;
	packet->pool->failed |= !packet->detail;
}

void pk_packet_explain(struct pk_packet *packet, const char *format, ...)
{
	char text[PK_DETAIL_MAX];
	va_list args;

	va_start(args, format);
	pk_vsnprint(text, sizeof(text), format, args);
	va_end(args);
	explain(packet, text);
}

void pk_packet_explain_number(struct pk_packet *packet, const char *text, uint64_t number)
{
	if (number > UINT32_MAX) {
		pk_packet_explain(packet, "%s%llu", text, (unsigned long long)number);
		return;
	}
	explain(packet, text);
	packet->detail_ends_in_number = true;
	packet->detail_number = (uint32_t)number;
}

const char *pk_packet_detail(const struct pk_packet *packet, char *buf, unsigned size)
{
	if (packet->detail && packet->detail_ends_in_number)
		snprintf(buf, size, "%s%u", packet->detail, packet->detail_number);
	else
		snprintf(buf, size, "%s", packet->detail ? packet->detail : "");
	return buf;
}

struct pk_drop *pk_packet_drop(struct pk_packet *packet)
{
	if (!packet->drop)
		packet->drop = pk_packet_pool_alloc(packet->pool, sizeof(*packet->drop));
	return packet->drop;
}
