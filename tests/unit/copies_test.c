// SPDX-License-Identifier: GPL-3.0-or-later
/* What one datagram became: clones of what is sent, ends of copies. (tests/stories/datagrams: how they are noticed.) */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "analysis/lives/outcome.h"
#include "protocol/protocol.h"

struct machine {
	struct pk_ctx ctx;
	struct pk_packet_set set;
	struct pk_engine engine;
};

static int setup(void **state)
{
	struct machine *machine = calloc(1, sizeof(*machine));

	machine->engine.ctx = &machine->ctx;
	machine->engine.set = &machine->set;
	*state = machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_packet_set_deinit(&machine->set);
	free(machine);
	return 0;
}

/* A UDP packet of 10.9.0.1:4000 to port PORT, whose skb was SKB in its life number LIFE. */
static struct pk_packet *packet(struct machine *machine, enum pk_direction dir, uint64_t skb,
				uint32_t life, uint16_t port)
{
	struct pk_packet *packet = pk_packet_set_add(&machine->set);

	packet->dir = dir;
	packet->skb = skb;
	packet->work->birth_serial = life;
	packet->work->serial = machine->set.nr - 1;
	packet->header = (struct pk_header){
		.protocol = 17,
		.tuple = {.family = 4, .saddr = {10, 9, 0, 1}, .sport = 4000, .dport = port},
		.tuple_known = true};
	return packet;
}

static struct pk_packet *clone_of(struct machine *machine, uint64_t skb, uint32_t life,
				  uint16_t port)
{
	struct pk_packet *clone = packet(machine, PK_RX, 0x9000, 0, port);

	clone->work->rx.clone_of = skb;
	clone->work->rx.clone_life = life;
	return clone;
}

static void a_clone_is_of_one_life(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *before = packet(machine, PK_TX, 0x1000, 3, 6010);
	struct pk_packet *clone = clone_of(machine, 0x1000, 4, 6010);
	struct pk_packet *sent = packet(machine, PK_TX, 0x1000, 4, 6010);

	pk_join_clones(&machine->engine);
	assert_ptr_equal(pk_edge_of(clone, PK_EDGE_CLONE)->to, sent);
	assert_ptr_equal(pk_edge_of(sent, PK_EDGE_CLONE)->to, clone);
	assert_null(pk_edge_of(before, PK_EDGE_CLONE));
}

static void another_s_clone_is_none_of_it(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *other_life = clone_of(machine, 0x1000, 5, 6010);
	struct pk_packet *other_name = clone_of(machine, 0x1000, 4, 6011);
	struct pk_packet *other_skb = clone_of(machine, 0x2000, 4, 6010);
	struct pk_packet *sent = packet(machine, PK_TX, 0x1000, 4, 6010);

	pk_join_clones(&machine->engine);
	assert_null(pk_edge_of(other_life, PK_EDGE_CLONE));
	assert_null(pk_edge_of(other_name, PK_EDGE_CLONE));
	assert_null(pk_edge_of(other_skb, PK_EDGE_CLONE));
	assert_null(pk_edge_of(sent, PK_EDGE_CLONE));
}

static struct pk_packet *copy(struct machine *machine, struct pk_packet *whole, bool segment,
			      enum pk_outcome outcome)
{
	struct pk_packet *copy = packet(machine, PK_RX, 0x3000 + 0x100 * machine->set.nr, 0, 6010);

	copy->work->is_copy = true;
	copy->work->is_segment = segment;
	copy->work->whole = whole;
	copy->outcome = outcome;
	return copy;
}

/* They leave the set; between them other packets stay, in their order. */
static void ends_are_counted(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *whole = packet(machine, PK_RX, 0x1000, 0, 6010), *between;
	char detail[PK_DETAIL_MAX];

	whole->outcome = PK_OUT_QUEUED;
	copy(machine, whole, false, PK_OUT_DELIVERED);
	between = packet(machine, PK_RX, 0x2000, 0, 6010);
	copy(machine, whole, false, PK_OUT_UNKNOWN);
	copy(machine, whole, false, PK_OUT_DELIVERED);
	pk_fold_copies(&machine->engine);
	assert_int_equal(machine->set.nr, 2);
	assert_ptr_equal(machine->set.packets[1], between);
	assert_int_equal(between->work->serial, 1);
	assert_null(between->copies);
	assert_int_equal(whole->outcome, PK_OUT_QUEUED);
	assert_string_equal(pk_packet_detail(whole, detail, sizeof(detail)),
			    "copied to 4 sockets: 1 queued, 2 delivered, 1 unknown");
}

/* What was used up when it was cut is no datagram; why one was dropped is why the whole is said to be. */
static void a_dropped_segment_names_the_whole(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *whole = packet(machine, PK_RX, 0x1000, 0, 6010), *dropped;
	char detail[PK_DETAIL_MAX];

	whole->outcome = PK_OUT_CONSUMED;
	whole->work->consumed = true;
	copy(machine, whole, true, PK_OUT_DELIVERED);
	dropped = copy(machine, whole, true, PK_OUT_DROPPED);
	dropped->work->by_drop = true;
	strcpy(pk_packet_drop(dropped)->reason_name, "SOCKET_RCVBUFF");
	pk_fold_copies(&machine->engine);
	assert_int_equal(whole->outcome, PK_OUT_DROPPED);
	assert_ptr_equal(whole->drop, dropped->drop);
	assert_true(whole->work->by_drop);
	assert_string_equal(pk_packet_detail(whole, detail, sizeof(detail)),
			    "2 datagrams: 1 dropped, 1 delivered");
}

static void there_may_be_too_many(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *whole = packet(machine, PK_RX, 0x1000, 0, 6010);
	char detail[PK_DETAIL_MAX];

	whole->outcome = PK_OUT_DELIVERED;
	whole->work->nr_copies = 1025;
	copy(machine, whole, false, PK_OUT_DELIVERED);
	pk_fold_copies(&machine->engine);
	assert_string_equal(pk_packet_detail(whole, detail, sizeof(detail)),
			    "copied to more than 2 sockets: 2 delivered");
}

/* Of a window that begins behind the whole nothing is left. */
static void a_copy_of_nothing_goes(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *whole = packet(machine, PK_RX, 0x1000, 0, 6010);

	copy(machine, whole, false, PK_OUT_DELIVERED);
	machine->set.packets[0] = machine->set.packets[1];
	machine->set.nr = 1;
	pk_fold_copies(&machine->engine);
	assert_int_equal(machine->set.nr, 0);
	pk_packet_free(whole);
}

/* A call for the socket SK that wrote BYTES. */
static struct pk_packet *call(struct machine *machine, uint64_t sk, uint32_t bytes)
{
	struct pk_packet *call = packet(machine, PK_TX, 0, 0, 0);
	struct pk_piece *piece = pk_trail_add_piece(call);

	call->first_ns = 100 * machine->set.nr;
	call->left_complete = true;
	call->sk = sk;
	call->work->control = true;
	call->work->tx.call_told = call->work->tx.written_known = true;
	call->work->tx.written = bytes;
	piece->pid = 7;
	return call;
}

/* The call that sent BYTES, of which it wrote WRITTEN itself. */
static struct pk_packet *sends(struct machine *machine, uint64_t sk, uint32_t bytes,
			       uint32_t written)
{
	struct pk_packet *sent = call(machine, sk, written);

	sent->skb = 0x1000;
	sent->work->wire_seen = true;
	sent->work->tx.written_known = written > 0;
	sent->header.payload_len = bytes;
	sent->header.len_known = true;
	return sent;
}

static void calls_that_add_up_wrote_it(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *sent, *more;

	call(machine, 0x5000, 20);
	call(machine, 0x6000, 11);
	call(machine, 0x5000, 30);
	sent = sends(machine, 0x5000, 50, 0); /* the cork was taken out */
	call(machine, 0x5000, 20);
	more = sends(machine, 0x5000, 60, 40); /* the first without MSG_MORE */
	pk_join_writes(&machine->engine);
	assert_int_equal(sent->corked->writes, 2);
	assert_int_equal(sent->corked->since_ns, 100);
	assert_int_equal(sent->corked->pid, 7);
	assert_int_equal(sent->first_ns, 100);
	assert_int_equal(sent->trail.nr_pieces, 3);
	assert_true(sent->left_complete);
	assert_int_equal(more->corked->writes, 2);
	assert_int_equal(more->corked->since_ns, 500);
}

/* A call that failed wrote nothing; of what lies before the window nothing is known. */
static void others_did_not(void **state)
{
	struct machine *machine = *state;
	struct pk_packet *alone, *failed, *next, *cut;

	alone = sends(machine, 0x5000, 50, 50);
	call(machine, 0x5000, 20);
	failed = sends(machine, 0x5000, 50, 50);
	next = sends(machine, 0x5000, 70, 50); /* what failed before is no part of it */
	call(machine, 0x6000, 20);
	cut = sends(machine, 0x6000, 50, 0);
	pk_join_writes(&machine->engine);
	assert_null(alone->corked);
	assert_true(alone->left_complete);
	assert_null(failed->corked);
	assert_true(failed->left_complete);
	assert_null(next->corked);
	assert_null(cut->corked);
	assert_false(cut->left_complete);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_clone_is_of_one_life, setup, teardown),
		cmocka_unit_test_setup_teardown(another_s_clone_is_none_of_it, setup, teardown),
		cmocka_unit_test_setup_teardown(ends_are_counted, setup, teardown),
		cmocka_unit_test_setup_teardown(a_dropped_segment_names_the_whole, setup, teardown),
		cmocka_unit_test_setup_teardown(there_may_be_too_many, setup, teardown),
		cmocka_unit_test_setup_teardown(a_copy_of_nothing_goes, setup, teardown),
		cmocka_unit_test_setup_teardown(calls_that_add_up_wrote_it, setup, teardown),
		cmocka_unit_test_setup_teardown(others_did_not, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
