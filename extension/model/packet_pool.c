// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/packet_pool.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/intern.h"

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
	struct piece_block *pieces;   /* the same */
	unsigned nr_packets, nr_pieces; /* of the newest block */
	struct pk_texts texts;
	bool failed;
};

struct pk_packet_pool *pk_packet_pool_create(void)
{
	return calloc(1, sizeof(struct pk_packet_pool));
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
	while (pool->pieces) {
		struct piece_block *block = pool->pieces;

		pool->pieces = block->next;
		free(block);
	}
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
	return packet;
}

const struct pk_piece *pk_packet_pool_piece(struct pk_packet_pool *pool, const struct pk_piece *piece)
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
