// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/packet_pool_private.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Packets and shared pieces lie in blocks of so many, which stay where they are. */
#define BLOCK 256

struct packet_block {
	struct packet_block *next;
	struct pk_packet packets[BLOCK];
};

struct piece_block {
	struct piece_block *next;
	struct pk_piece pieces[BLOCK];
};

struct pk_packet_pool {
	struct packet_block *packets; /* owned, newest first; all but the newest are full */
	struct piece_block *pieces; /* the same */
	unsigned nr_packets, nr_pieces; /* of the newest block */
	struct pk_texts texts;
	struct pk_trail_tables tables;
	struct pk_trail *oldest,
		*newest; /* owned: trails that are not packed, in the order they were asked for */
	uint32_t nr_open;
	struct pk_trail *unused; /* owned: with their arrays */
	struct pk_trail spare; /* what is written to where there is no memory for a trail */
	bool failed;
};

/* So many trails are open: what happens now happens to the newest packets. */
#define OPEN_TRAILS 512
/* The room that a trail keeps for the next packet. */
#define KEPT_ROOM 32

struct pk_packet_pool *pk_packet_pool_create(void)
{
	struct pk_packet_pool *pool = calloc(1, sizeof(*pool));

	if (pool)
		pk_trail_tables_init(&pool->tables);
	return pool;
}

static void forget_callers(struct pk_trail *trail)
{
	for (uint32_t i = 0; i < trail->nr_steps; i++)
		free(trail->steps[i].callers);
	trail->nr_steps = 0;
}

static void trail_deinit(struct pk_trail *trail)
{
	forget_callers(trail);
	free(trail->frames);
	free(trail->pieces);
	free(trail->steps);
	free(trail->edges);
	free(trail->packed);
	*trail = (struct pk_trail){0};
}

static void trails_free(struct pk_trail *list)
{
	while (list) {
		struct pk_trail *trail = list;

		list = trail->next;
		trail_deinit(trail);
		free(trail);
	}
}

/* It is in no list. */
static void trail_release(struct pk_packet_pool *pool, struct pk_trail *trail)
{
	if (trail->room_frames > KEPT_ROOM || trail->room_pieces > KEPT_ROOM ||
	    trail->room_steps > KEPT_ROOM || trail->room_edges > KEPT_ROOM)
		trail_deinit(trail);
	forget_callers(trail);
	trail->nr_frames = trail->nr_pieces = trail->nr_edges = 0;
	free(trail->packed);
	trail->packed = NULL;
	trail->irq = NULL;
	trail->changed = false;
	trail->of = NULL;
	trail->next = pool->unused;
	pool->unused = trail;
}

static struct pk_trail *trail_take(struct pk_packet_pool *pool)
{
	struct pk_trail *trail = pool->unused;

	if (!trail)
		return calloc(1, sizeof(*trail));
	pool->unused = trail->next;
	trail->next = NULL;
	return trail;
}

/* As the newest that was asked for. NULL: no memory. */
static struct pk_trail *trail_open(struct pk_packet *packet)
{
	struct pk_packet_pool *pool = packet->pool;
	struct pk_trail *trail = trail_take(pool);

	if (!trail || (packet->packed && !pk_trail_unpack(&pool->tables, packet, trail))) {
		if (trail)
			trail_release(pool, trail);
		pool->failed = true;
		return NULL;
	}
	if (pool->newest)
		pool->newest->next = trail;
	else
		pool->oldest = trail;
	pool->newest = trail;
	pool->nr_open++;
	trail->of = packet;
	trail->packed = packet->packed;
	packet->trail = trail;
	packet->trail_open = true;
	return trail;
}

const struct pk_trail *pk_trail_unpacked(const struct pk_packet *packet)
{
	static const struct pk_trail empty;
	struct pk_trail *trail;

	if (!packet->packed)
		return &empty;
	/* To a packet it makes no difference in which form its trail is. */
	trail = trail_open((struct pk_packet *)packet);
	return trail ? trail : &empty;
}

struct pk_trail *pk_trail_edit(struct pk_packet *packet)
{
	if (!packet->trail_open && !trail_open(packet)) {
		trail_deinit(&packet->pool->spare);
		return &packet->pool->spare;
	}
	packet->trail->changed = true;
	return packet->trail;
}

/* False: no memory, it stays open. */
static bool trail_close(struct pk_packet_pool *pool, struct pk_trail *trail)
{
	struct pk_packet *packet = trail->of;

	if (packet && (trail->changed || !trail->packed)) {
		uint8_t *packed = pk_trail_pack(&pool->tables, packet);

		if (!packed)
			return false;
		free(trail->packed);
		trail->packed = packed;
	}
	if (packet) {
		packet->packed = trail->packed;
		packet->trail_open = false;
		trail->packed = NULL;
	}
	return true;
}

void pk_packet_pool_tidy(struct pk_packet_pool *pool)
{
	while (pool && pool->nr_open > OPEN_TRAILS) {
		struct pk_trail *trail = pool->oldest;

		if (!trail_close(pool, trail)) {
			pool->failed = true;
			return;
		}
		pool->oldest = trail->next;
		pool->nr_open--;
		trail_release(pool, trail);
	}
}

void pk_packet_free(struct pk_packet *packet)
{
	free(packet->drop);
	packet->drop = NULL;
	if (packet->trail_open)
		packet->trail->of = NULL; /* it goes when the pool is tidied */
	else
		free(packet->packed);
	packet->trail_open = false;
	packet->packed = NULL;
}

void pk_packet_pool_destroy(struct pk_packet_pool *pool)
{
	if (!pool)
		return;
	trails_free(pool->oldest);
	trails_free(pool->unused);
	trail_deinit(&pool->spare);
	while (pool->packets) {
		struct packet_block *block = pool->packets;

		pool->packets = block->next;
		while (pool->nr_packets) {
			struct pk_packet *packet = &block->packets[--pool->nr_packets];

			free(packet->drop);
			if (!packet->trail_open)
				free(packet->packed);
		}
		pool->nr_packets = BLOCK;
		free(block);
	}
	while (pool->pieces) {
		struct piece_block *block = pool->pieces;

		pool->pieces = block->next;
		free(block);
	}
	pk_texts_deinit(&pool->texts);
	pk_trail_tables_deinit(&pool->tables);
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

const struct pk_piece *pk_packet_pool_piece(struct pk_packet_pool *pool,
					    const struct pk_piece *piece)
{
	struct pk_piece *copy;

	if (!pool->pieces || pool->nr_pieces == BLOCK) {
		struct piece_block *block = malloc(sizeof(*block));

		if (!block) {
			pool->failed = true;
			return NULL;
		}
		block->next = pool->pieces;
		pool->pieces = block;
		pool->nr_pieces = 0;
	}
	copy = &pool->pieces->pieces[pool->nr_pieces++];
	*copy = *piece;
	return copy;
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
	vsnprintf(text, sizeof(text), format, args);
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
		packet->drop = calloc(1, sizeof(*packet->drop));
	packet->pool->failed |= !packet->drop;
	return packet->drop;
}
