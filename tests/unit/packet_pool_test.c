// SPDX-License-Identifier: GPL-3.0-or-later
/* Trails that are packed and unpacked again lose nothing, whatever is in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "model/packet_pool.h"

#define PACKETS 3000 /* more than are open at a time */

static uint64_t seed;

static uint64_t draw(uint64_t below)
{
	seed = seed * 6364136223846793005ull + 1442695040888963407ull;
	return (seed >> 24) % below;
}

/* Small, large, or any: most numbers of a trace are near to one another, damaged ones are not. */
static uint64_t number(void)
{
	uint64_t any = draw(1ull << 32) << 32 | draw(1ull << 32);

	return draw(4) ? draw(2000) : draw(2) ? UINT64_MAX - draw(3) : any;
}

static void *grow(void *things, uint32_t nr, size_t size)
{
	void *bigger = realloc(things, (nr ? nr : 1) * size);

	assert_non_null(bigger);
	memset(bigger, 0, nr * size);
	return bigger;
}

static void fill_frame(struct pk_wire_frame *frame)
{
	frame->header.tuple_known = draw(2);
	frame->header.seq_known = draw(2);
	frame->header.ack_known = draw(2);
	frame->header.flags_known = draw(2);
	frame->header.len_known = draw(2);
	frame->header.ports_known = draw(2);
	frame->header.tuple =
		(struct pk_tuple){.family = (uint8_t)draw(7), .sport = (uint16_t)draw(65536)};
	frame->header.tuple.saddr[draw(16)] = (uint8_t)draw(256);
	frame->header.tuple.daddr[draw(16)] = (uint8_t)draw(256);
	frame->header.seq = (uint32_t)number();
	frame->header.ack = (uint32_t)number();
	frame->header.flags = (uint16_t)number();
	frame->header.payload_len = (uint32_t)number();
	frame->skb = number();
	frame->ts = number();
	frame->len = (uint32_t)number();
	frame->segs = (uint32_t)number();
	frame->gso_size = (uint32_t)number();
	frame->sent = draw(2);
}

static void fill_piece(struct pk_piece *piece)
{
	piece->func = number();
	piece->depth = (int64_t)number();
	piece->cpu = (int)number();
	piece->pid = (int32_t)number();
	piece->context = (enum pk_context)draw(PK_CTX_NMI + 1);
	piece->start = number();
	piece->end = number();
	piece->open = draw(2);
	piece->entry_seen = draw(2);
	piece->by_entry = draw(2);
	piece->how = (enum pk_identity)draw(PK_NR_IDENTITIES);
	piece->pos = (struct pk_event_pos){number(), (uint32_t)number(), (uint16_t)number()};
	for (unsigned i = 0; i < PK_PIECE_UNDER; i++)
		piece->under[i] = draw(2) ? number() : 0;
}

static void fill_step(struct pk_step *step)
{
	static const char *const names[] = {"tcp_v4_rcv", "net/net_dev_queue", "ip_rcv"};

	step->ts = number();
	step->cpu = (int)number();
	step->pid = (int32_t)number();
	step->name = names[draw(3)];
	step->stage = names[draw(3)];
	if (draw(2))
		return;
	step->callers = calloc(PK_STEP_CALLERS, sizeof(*step->callers));
	assert_non_null(step->callers);
	for (uint64_t i = draw(PK_STEP_CALLERS + 1); i-- > 0;)
		step->callers[i] = number();
}

/* The same for the same packet and round. */
static void fill(struct pk_packet *packet, struct pk_packet **packets, const struct pk_piece *irq)
{
	struct pk_trail *trail = pk_trail_edit(packet);

	for (uint32_t i = 0; i < trail->nr_steps; i++)
		free(trail->steps[i].callers);
	trail->nr_frames = trail->room_frames = (uint32_t)draw(4);
	trail->nr_pieces = trail->room_pieces = (uint32_t)draw(draw(50) ? 5 : 60);
	trail->nr_steps = trail->room_steps = (uint32_t)draw(5);
	trail->nr_edges = trail->room_edges = (uint32_t)draw(4);
	trail->frames = grow(trail->frames, trail->nr_frames, sizeof(*trail->frames));
	trail->pieces = grow(trail->pieces, trail->nr_pieces, sizeof(*trail->pieces));
	trail->steps = grow(trail->steps, trail->nr_steps, sizeof(*trail->steps));
	trail->edges = grow(trail->edges, trail->nr_edges, sizeof(*trail->edges));
	for (uint32_t i = 0; i < trail->nr_frames; i++)
		fill_frame(&trail->frames[i]);
	for (uint32_t i = 0; i < trail->nr_pieces; i++)
		fill_piece(&trail->pieces[i]);
	for (uint32_t i = 0; i < trail->nr_steps; i++)
		fill_step(&trail->steps[i]);
	for (uint32_t i = 0; i < trail->nr_edges; i++)
		trail->edges[i] =
			(struct pk_edge){(enum pk_edge_kind)draw(PK_EDGE_REPLY_TO + 1),
					 (enum pk_identity)draw(PK_NR_IDENTITIES), number(),
					 draw(2) ? packets[draw(PACKETS)] : NULL};
	trail->irq = draw(2) ? irq : NULL;
}

static void same_pieces(const struct pk_trail *one, const struct pk_trail *other)
{
	for (uint32_t i = 0; i < one->nr_pieces; i++) {
		const struct pk_piece *a = &one->pieces[i], *b = &other->pieces[i];

		assert_true(a->func == b->func && a->depth == b->depth && a->cpu == b->cpu &&
			    a->pid == b->pid);
		assert_true(a->context == b->context && a->start == b->start && a->end == b->end &&
			    a->how == b->how);
		assert_true(a->open == b->open && a->entry_seen == b->entry_seen &&
			    a->by_entry == b->by_entry);
		assert_true(a->pos.page_ts == b->pos.page_ts && a->pos.offset == b->pos.offset &&
			    a->pos.cpu == b->pos.cpu);
		assert_memory_equal(a->under, b->under, sizeof(a->under));
	}
}

static void same_frames(const struct pk_trail *one, const struct pk_trail *other)
{
	for (uint32_t i = 0; i < one->nr_frames; i++) {
		const struct pk_wire_frame *a = &one->frames[i], *b = &other->frames[i];

		assert_true(a->skb == b->skb && a->ts == b->ts && a->len == b->len &&
			    a->sent == b->sent && a->segs == b->segs && a->gso_size == b->gso_size);
		assert_true(pk_tuple_equal(&a->header.tuple, &b->header.tuple));
		assert_true(a->header.seq == b->header.seq && a->header.ack == b->header.ack &&
			    a->header.flags == b->header.flags &&
			    a->header.payload_len == b->header.payload_len);
		assert_true(a->header.tuple_known == b->header.tuple_known &&
			    a->header.seq_known == b->header.seq_known &&
			    a->header.ack_known == b->header.ack_known &&
			    a->header.flags_known == b->header.flags_known &&
			    a->header.len_known == b->header.len_known &&
			    a->header.ports_known == b->header.ports_known);
	}
}

static void same(const struct pk_trail *one, const struct pk_trail *other)
{
	assert_int_equal(one->nr_frames, other->nr_frames);
	assert_int_equal(one->nr_pieces, other->nr_pieces);
	assert_int_equal(one->nr_steps, other->nr_steps);
	assert_int_equal(one->nr_edges, other->nr_edges);
	assert_ptr_equal(one->irq, other->irq);
	same_frames(one, other);
	same_pieces(one, other);
	for (uint32_t i = 0; i < one->nr_steps; i++) {
		const struct pk_step *a = &one->steps[i], *b = &other->steps[i];

		assert_true(a->ts == b->ts && a->cpu == b->cpu && a->pid == b->pid &&
			    a->name == b->name && a->stage == b->stage &&
			    !a->callers == !b->callers);
		if (a->callers)
			assert_memory_equal(a->callers, b->callers,
					    PK_STEP_CALLERS * sizeof(*a->callers));
	}
	for (uint32_t i = 0; i < one->nr_edges; i++) {
		const struct pk_edge *a = &one->edges[i], *b = &other->edges[i];

		assert_true(a->kind == b->kind && a->how == b->how && a->to_skb == b->to_skb &&
			    a->to == b->to);
	}
}

/* Each packet of POOL is filled, and later compared with one of another pool that is filled alike and not packed since. */
static void packed_trails_lose_nothing(void **state)
{
	static struct pk_packet *packets[PACKETS];
	struct pk_packet_pool *pool = pk_packet_pool_create();
	const struct pk_piece *irq;
	uint32_t closed = 0;

	(void)state;
	irq = pk_packet_pool_piece(pool, &(struct pk_piece){.func = 1});
	for (unsigned i = 0; i < PACKETS; i++)
		packets[i] = pk_packet_pool_add(pool);
	for (unsigned round = 0; round < 2; round++) {
		for (unsigned i = 0; i < PACKETS; i++, pk_packet_pool_tidy(pool)) {
			packets[i]->pos =
				(struct pk_event_pos){.page_ts = i * 7919ull, .cpu = (uint16_t)i};
			seed = round * PACKETS + i;
			fill(packets[i], packets, irq);
		}
		for (unsigned i = 0; i < PACKETS; i++, pk_packet_pool_tidy(pool)) {
			struct pk_packet_pool *fresh = pk_packet_pool_create();
			struct pk_packet *packet = pk_packet_pool_add(fresh);

			closed += !packets[i]->trail_open;
			seed = round * PACKETS + i;
			fill(packet, packets, irq);
			same(pk_trail(packet), pk_trail(packets[i]));
			pk_packet_pool_destroy(fresh);
		}
	}
	assert_true(closed > PACKETS);
	assert_false(pk_packet_pool_failed(pool));
	pk_packet_pool_destroy(pool);
}

static void a_packet_that_goes_takes_its_trail(void **state)
{
	struct pk_packet_pool *pool = pk_packet_pool_create();
	static struct pk_packet *packets[PACKETS];

	(void)state;
	for (unsigned i = 0; i < PACKETS; i++, pk_packet_pool_tidy(pool)) {
		packets[i] = pk_packet_pool_add(pool);
		seed = i;
		fill(packets[i], packets, NULL);
		if (i % 3 == 0)
			pk_packet_free(packets[i]);
	}
	assert_int_equal(pk_trail(packets[0])->nr_pieces, 0);
	pk_packet_pool_destroy(pool);
}

static void evidence_is_told_as_it_was_given(void **state)
{
	struct pk_packet_pool *pool = pk_packet_pool_create();
	struct pk_packet *packet = pk_packet_pool_add(pool);
	char buf[PK_DETAIL_MAX], longer[2 * PK_DETAIL_MAX];

	(void)state;
	assert_string_equal(pk_packet_detail(packet, buf, sizeof(buf)), "");
	assert_string_equal(packet->dev, "");
	pk_packet_explain_number(packet, "acknowledged by ack ", UINT32_MAX);
	assert_string_equal(pk_packet_detail(packet, buf, sizeof(buf)),
			    "acknowledged by ack 4294967295");
	pk_packet_explain_number(packet, "len ", 1ull << 40);
	assert_string_equal(pk_packet_detail(packet, buf, sizeof(buf)), "len 1099511627776");
	pk_packet_explain(packet, "in %s, %u %%", "100%s", 7);
	assert_string_equal(pk_packet_detail(packet, buf, sizeof(buf)), "in 100%s, 7 %");
	memset(longer, 'x', sizeof(longer));
	longer[sizeof(longer) - 1] = '\0';
	pk_packet_explain(packet, "%s", longer);
	assert_int_equal(strlen(pk_packet_detail(packet, buf, sizeof(buf))), PK_DETAIL_MAX - 1);
	pk_packet_set_dev(packet, "eth0");
	assert_string_equal(packet->dev, "eth0");
	pk_packet_pool_destroy(pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(packed_trails_lose_nothing),
		cmocka_unit_test(a_packet_that_goes_takes_its_trail),
		cmocka_unit_test(evidence_is_told_as_it_was_given),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
