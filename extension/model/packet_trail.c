// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Trails in few bytes.
 *
 * A packet's trail takes some 700 bytes, and is seldom asked for. Packed it takes some 80: times are
 * differences to the time before, of a variable length (seven bits a byte, the last one without the eighth bit);
 * signed ones have their sign in the lowest bit. Addresses, tuples, functions with those around them, and names are numbers in
 * tables, as a few of them come again and again.
 *
 *   trail   nr_frames nr_pieces nr_steps nr_edges irq frame.. piece.. step.. edge..
 *   frame   marks tuple seq ack flags payload_len skb ts- len segs gso_size
 *   piece   marks calls cpu- pid- start- (end - start) page_ts- offset (cpu of pos - cpu)
 *   step    row ts- cpu- pid- callers
 *   edge    marks skb to-
 *
 * "-": the difference to the one before; the first time's to the page_ts of the packet, which is its name and
 * does not change; an edge's to the packet's own place, and so is the interrupt's, 0 if there is none. Who packs is who unpacks: the bytes are no file format, and no
 * other process sees them.
 */
#include "model/packet_pool_private.h"

#include <stdlib.h>
#include <string.h>

/* At most ten bytes a number. */
#define FRAME_BYTES (11 * 10)
#define PIECE_BYTES (10 * 10)
#define STEP_BYTES (5 * 10)
#define EDGE_BYTES (3 * 10)
#define COUNTS_BYTES (5 * 10)

/* What is the same for all pieces of one function under the same functions. */
struct calls {
	uint64_t func;
	int64_t depth;
	uint64_t under[PK_PIECE_UNDER];
};

struct row {
	const char *name, *stage;
};

struct callers {
	uint64_t ips[PK_STEP_CALLERS];
};

void pk_trail_tables_init(struct pk_trail_tables *tables)
{
	*tables = (struct pk_trail_tables){
		.words = {.size = sizeof(uint64_t)},
		.tuples = {.size = sizeof(struct pk_tuple)},
		.calls = {.size = sizeof(struct calls)},
		.rows = {.size = sizeof(struct row)},
		.callers = {.size = sizeof(struct callers)},
	};
}

void pk_trail_tables_deinit(struct pk_trail_tables *tables)
{
	pk_intern_deinit(&tables->words);
	pk_intern_deinit(&tables->tuples);
	pk_intern_deinit(&tables->calls);
	pk_intern_deinit(&tables->rows);
	pk_intern_deinit(&tables->callers);
	free(tables->scratch);
	tables->scratch = NULL;
}

/* What the numbers are differences to. */
struct before {
	uint64_t ts, page_ts;
	int64_t cpu, pid;
};

static struct before before_first(const struct pk_packet *packet)
{
	return (struct before){
		.ts = packet->pos.page_ts, .page_ts = packet->pos.page_ts, .cpu = packet->pos.cpu};
}

/* Packing. There is room for all of it. */

struct packing {
	struct pk_trail_tables *tables;
	uint8_t *at;
	struct before before;
	bool failed; /* a table could not grow */
};

static void put(struct packing *packing, uint64_t value)
{
	for (; value > 0x7f; value >>= 7)
		*packing->at++ = (uint8_t)(value | 0x80);
	*packing->at++ = (uint8_t)value;
}

static void put_signed(struct packing *packing, uint64_t difference)
{
	put(packing, difference << 1 ^ (difference >> 63 ? UINT64_MAX : 0));
}

static void put_time(struct packing *packing, uint64_t ts)
{
	put_signed(packing, ts - packing->before.ts);
	packing->before.ts = ts;
}

static void put_task(struct packing *packing, int cpu, int32_t pid)
{
	put_signed(packing, (uint64_t)(cpu - packing->before.cpu));
	put_signed(packing, (uint64_t)(pid - packing->before.pid));
	packing->before.cpu = cpu;
	packing->before.pid = pid;
}

static void put_thing(struct packing *packing, struct pk_intern *table, const void *thing)
{
	uint32_t number = pk_intern(table, thing);

	packing->failed |= !number;
	put(packing, number);
}

static void put_frame(struct packing *packing, const struct pk_wire_frame *frame)
{
	const struct pk_header *header = &frame->header;
	struct pk_tuple tuple;

	memset(&tuple, 0, sizeof(tuple)); /* padding too */
	tuple.family = header->tuple.family;
	memcpy(tuple.saddr, header->tuple.saddr, sizeof(tuple.saddr));
	memcpy(tuple.daddr, header->tuple.daddr, sizeof(tuple.daddr));
	tuple.sport = header->tuple.sport;
	tuple.dport = header->tuple.dport;
	put(packing, (uint64_t)header->tuple_known | header->seq_known << 1 |
			     header->ack_known << 2 | header->flags_known << 3 |
			     header->len_known << 4 | header->ports_known << 5 | frame->sent << 6 |
			     header->unproven << 7);
	put_thing(packing, &packing->tables->tuples, &tuple);
	put(packing, header->seq);
	put(packing, header->ack);
	put(packing, header->flags);
	put(packing, header->payload_len);
	put_thing(packing, &packing->tables->words, &frame->skb);
	put_time(packing, frame->ts);
	put(packing, frame->len);
	put(packing, frame->segs);
	put(packing, frame->gso_size);
}

static void put_piece(struct packing *packing, const struct pk_piece *piece)
{
	struct calls calls = {.func = piece->func, .depth = piece->depth};

	memcpy(calls.under, piece->under, sizeof(calls.under));
	put(packing, (uint64_t)piece->context | piece->open << 2 | piece->entry_seen << 3 |
			     (uint64_t)piece->how << 4 | piece->by_entry << 7);
	put_thing(packing, &packing->tables->calls, &calls);
	put_task(packing, piece->cpu, piece->pid);
	put_time(packing, piece->start);
	put_signed(packing, piece->end - piece->start);
	put_signed(packing, piece->pos.page_ts - packing->before.page_ts);
	packing->before.page_ts = piece->pos.page_ts;
	put(packing, piece->pos.offset);
	put_signed(packing, (uint64_t)((int64_t)piece->pos.cpu - piece->cpu));
}

static void put_step(struct packing *packing, const struct pk_step *step)
{
	put_thing(packing, &packing->tables->rows, &(struct row){step->name, step->stage});
	put_time(packing, step->ts);
	put_task(packing, step->cpu, step->pid);
	if (step->callers)
		put_thing(packing, &packing->tables->callers, step->callers);
	else
		put(packing, 0);
}

static void put_edge(struct packing *packing, const struct pk_packet *packet,
		     const struct pk_edge *edge)
{
	put(packing, (uint64_t)edge->kind | (uint64_t)(edge->to != NULL) << 4 |
			     (uint64_t)(PK_ID_EXACT - edge->how) << 5);
	put_thing(packing, &packing->tables->words, &edge->to_skb);
	if (edge->to)
		put_signed(packing, (uintptr_t)edge->to - (uintptr_t)packet);
}

static bool make_room(struct pk_trail_tables *tables, const struct pk_trail *trail)
{
	size_t size = COUNTS_BYTES + (size_t)trail->nr_frames * FRAME_BYTES +
		      (size_t)trail->nr_pieces * PIECE_BYTES +
		      (size_t)trail->nr_steps * STEP_BYTES + (size_t)trail->nr_edges * EDGE_BYTES;
	uint8_t *bigger;

	if (size <= tables->scratch_size)
		return true;
	bigger = realloc(tables->scratch, size);
	if (!bigger)
		return false;
	tables->scratch = bigger;
	tables->scratch_size = size;
	return true;
}

uint8_t *pk_trail_pack(struct pk_trail_tables *tables, const struct pk_packet *packet)
{
	const struct pk_trail *trail = packet->trail;
	struct packing packing = {.tables = tables, .before = before_first(packet)};
	uint8_t *packed;
	size_t size;

	if (!make_room(tables, trail))
		return NULL;
	packing.at = tables->scratch;
	put(&packing, trail->nr_frames);
	put(&packing, trail->nr_pieces);
	put(&packing, trail->nr_steps);
	put(&packing, trail->nr_edges);
	put_signed(&packing, trail->irq ? (uintptr_t)trail->irq - (uintptr_t)packet : 0);
	for (uint32_t i = 0; i < trail->nr_frames; i++)
		put_frame(&packing, &trail->frames[i]);
	for (uint32_t i = 0; i < trail->nr_pieces; i++)
		put_piece(&packing, &trail->pieces[i]);
	for (uint32_t i = 0; i < trail->nr_steps; i++)
		put_step(&packing, &trail->steps[i]);
	for (uint32_t i = 0; i < trail->nr_edges; i++)
		put_edge(&packing, packet, &trail->edges[i]);
	size = (size_t)(packing.at - tables->scratch);
	packed = packing.failed ? NULL : malloc(size);
	if (packed)
		memcpy(packed, tables->scratch, size);
	return packed;
}

/* Unpacking. */

struct unpacking {
	const struct pk_trail_tables *tables;
	const uint8_t *at;
	struct before before;
};

static uint64_t get(struct unpacking *unpacking)
{
	uint64_t value = 0;
	unsigned shift = 0;

	for (; *unpacking->at & 0x80; shift += 7)
		value |= (uint64_t)(*unpacking->at++ & 0x7f) << shift;
	return value | (uint64_t)*unpacking->at++ << shift;
}

static uint64_t get_signed(struct unpacking *unpacking)
{
	uint64_t value = get(unpacking);

	return value >> 1 ^ (value & 1 ? UINT64_MAX : 0);
}

static uint64_t get_time(struct unpacking *unpacking)
{
	return unpacking->before.ts += get_signed(unpacking);
}

static void get_task(struct unpacking *unpacking, int *ret_cpu, int32_t *ret_pid)
{
	unpacking->before.cpu += (int64_t)get_signed(unpacking);
	unpacking->before.pid += (int64_t)get_signed(unpacking);
	*ret_cpu = (int)unpacking->before.cpu;
	*ret_pid = (int32_t)unpacking->before.pid;
}

static uint64_t get_word(struct unpacking *unpacking)
{
	return *(const uint64_t *)pk_interned(&unpacking->tables->words, (uint32_t)get(unpacking));
}

static void get_frame(struct unpacking *unpacking, struct pk_wire_frame *frame)
{
	uint64_t marks = get(unpacking);
	struct pk_header *header = &frame->header;

	header->tuple_known = marks & 1;
	header->seq_known = marks >> 1 & 1;
	header->ack_known = marks >> 2 & 1;
	header->flags_known = marks >> 3 & 1;
	header->len_known = marks >> 4 & 1;
	header->ports_known = marks >> 5 & 1;
	frame->sent = marks >> 6 & 1;
	header->unproven = marks >> 7 & 1;
	header->tuple = *(const struct pk_tuple *)pk_interned(&unpacking->tables->tuples,
							      (uint32_t)get(unpacking));
	header->seq = (uint32_t)get(unpacking);
	header->ack = (uint32_t)get(unpacking);
	header->flags = (uint16_t)get(unpacking);
	header->payload_len = (uint32_t)get(unpacking);
	frame->skb = get_word(unpacking);
	frame->ts = get_time(unpacking);
	frame->len = (uint32_t)get(unpacking);
	frame->segs = (uint32_t)get(unpacking);
	frame->gso_size = (uint32_t)get(unpacking);
}

static void get_piece(struct unpacking *unpacking, struct pk_piece *piece)
{
	uint64_t marks = get(unpacking);
	const struct calls *calls =
		pk_interned(&unpacking->tables->calls, (uint32_t)get(unpacking));

	piece->context = marks & 3;
	piece->open = marks >> 2 & 1;
	piece->entry_seen = marks >> 3 & 1;
	piece->how = marks >> 4 & 7;
	piece->by_entry = marks >> 7 & 1;
	piece->func = calls->func;
	piece->depth = calls->depth;
	memcpy(piece->under, calls->under, sizeof(piece->under));
	get_task(unpacking, &piece->cpu, &piece->pid);
	piece->start = get_time(unpacking);
	piece->end = piece->start + get_signed(unpacking);
	piece->pos.page_ts = unpacking->before.page_ts += get_signed(unpacking);
	piece->pos.offset = (uint32_t)get(unpacking);
	piece->pos.cpu = (uint16_t)(piece->cpu + (int64_t)get_signed(unpacking));
}

static bool get_step(struct unpacking *unpacking, struct pk_step *step)
{
	const struct row *row = pk_interned(&unpacking->tables->rows, (uint32_t)get(unpacking));
	const struct callers *callers;

	step->name = row->name;
	step->stage = row->stage;
	step->ts = get_time(unpacking);
	get_task(unpacking, &step->cpu, &step->pid);
	callers = pk_interned(&unpacking->tables->callers, (uint32_t)get(unpacking));
	step->callers = callers ? malloc(sizeof(callers->ips)) : NULL;
	if (step->callers)
		memcpy(step->callers, callers->ips, sizeof(callers->ips));
	return !callers || step->callers;
}

static void get_edge(struct unpacking *unpacking, const struct pk_packet *packet,
		     struct pk_edge *edge)
{
	uint64_t marks = get(unpacking);

	edge->kind = marks & 0xf;
	edge->how = PK_ID_EXACT - (marks >> 5);
	edge->to_skb = get_word(unpacking);
	edge->to = marks >> 4 & 1 ? (struct pk_packet *)((uintptr_t)packet + get_signed(unpacking))
				  : NULL;
}

/* ARRAY, the address of a pointer to things of SIZE, has room for NR of them. */
static bool reserve(void *array, uint32_t nr, uint32_t *room, size_t size)
{
	void *things;

	if (nr <= *room)
		return true;
	memcpy(&things, array, sizeof(things));
	things = realloc(things, nr * size);
	if (!things)
		return false;
	memcpy(array, &things, sizeof(things));
	*room = nr;
	return true;
}

bool pk_trail_unpack(const struct pk_trail_tables *tables, const struct pk_packet *packet,
		     struct pk_trail *trail)
{
	struct unpacking unpacking = {
		.tables = tables, .at = packet->packed, .before = before_first(packet)};
	uint32_t nr_frames = (uint32_t)get(&unpacking), nr_pieces = (uint32_t)get(&unpacking);
	uint32_t nr_steps = (uint32_t)get(&unpacking), nr_edges = (uint32_t)get(&unpacking);
	uint64_t irq = get_signed(&unpacking);

	if (!reserve(&trail->frames, nr_frames, &trail->room_frames, sizeof(*trail->frames)) ||
	    !reserve(&trail->pieces, nr_pieces, &trail->room_pieces, sizeof(*trail->pieces)) ||
	    !reserve(&trail->steps, nr_steps, &trail->room_steps, sizeof(*trail->steps)) ||
	    !reserve(&trail->edges, nr_edges, &trail->room_edges, sizeof(*trail->edges)))
		return false;
	trail->irq = irq ? (const struct pk_piece *)((uintptr_t)packet + irq) : NULL;
	while (trail->nr_frames < nr_frames)
		get_frame(&unpacking, &trail->frames[trail->nr_frames++]);
	while (trail->nr_pieces < nr_pieces)
		get_piece(&unpacking, &trail->pieces[trail->nr_pieces++]);
	while (trail->nr_steps < nr_steps)
		if (!get_step(&unpacking, &trail->steps[trail->nr_steps++]))
			return false;
	while (trail->nr_edges < nr_edges)
		get_edge(&unpacking, packet, &trail->edges[trail->nr_edges++]);
	return true;
}
