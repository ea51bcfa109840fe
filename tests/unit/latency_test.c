// SPDX-License-Identifier: GPL-3.0-or-later
/* Stages of packets: what has both ends, what is another packet's, and what the clock makes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/explain/path.h"
#include "model/packet.h"
#include "protocol/tcp.h"

struct fixture {
	struct pk_packet_pool *pool;
	struct pk_packet *packet, *ack;
	struct pk_path path;
	struct pk_path_piece piece;
	struct pk_piece where;
	struct pk_call calls[8];
	struct pk_call_name names[8];
	unsigned nr;
};

static int setup(void **state)
{
	static struct fixture fixture;

	memset(&fixture, 0, sizeof(fixture));
	fixture.pool = pk_packet_pool_create();
	fixture.packet = pk_packet_pool_add(fixture.pool);
	fixture.ack = pk_packet_pool_add(fixture.pool);
	fixture.packet->header.protocol = pk_tcp.number;
	fixture.packet->outcome = PK_OUT_SENT;
	fixture.where = (struct pk_piece){.cpu = 1, .pid = 7, .func = 1};
	fixture.piece.piece = &fixture.where;
	*state = &fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;

	pk_packet_pool_destroy(fixture->pool);
	return 0;
}

static void step(struct fixture *fixture, uint64_t ts, const char *name, const char *stage)
{
	*pk_trail_add_step(fixture->packet) =
		(struct pk_step){.ts = ts, .cpu = 2, .pid = 9, .name = name, .stage = stage};
}

/* A call of FUNC inside PARENT (NULL: the outermost). */
static struct pk_call *call(struct fixture *fixture, struct pk_call *parent, const char *func,
			    uint64_t start, uint64_t dur)
{
	struct pk_call_name *name = &fixture->names[fixture->nr];
	struct pk_call *made = &fixture->calls[fixture->nr++], **last;

	name->stage = pk_stage_of_function(NULL, func);
	assert_non_null(name->stage);
	*made = (struct pk_call){.name = name, .start = start, .dur = dur, .parent = parent};
	if (parent) {
		for (last = &parent->child; *last; last = &(*last)->next)
			;
		*last = made;
	} else {
		fixture->piece.root = made;
		fixture->path.pieces = &fixture->piece;
		fixture->path.nr_pieces = 1;
	}
	return made;
}

static struct pk_latency measured(struct fixture *fixture)
{
	struct pk_latency latency;

	pk_latency_of(fixture->packet, &fixture->path, &latency);
	return latency;
}

static uint64_t of(const struct pk_latency *latency, const char *name)
{
	for (unsigned i = 0; i < latency->nr; i++)
		if (!strcmp(latency->stages[i].name, name))
			return latency->stages[i].ns;
	return 0;
}

static void events_alone(void **state)
{
	struct fixture *fixture = *state;
	struct pk_latency latency;

	fixture->packet->dir = PK_TX;
	step(fixture, 1000, "net/net_dev_queue", "qdisc");
	step(fixture, 1300, "net/net_dev_start_xmit", "driver");
	step(fixture, 1350, "net/net_dev_xmit", "driver");
	step(fixture, 5300, "skb/consume_skb", "free");
	latency = measured(fixture);
	assert_int_equal(latency.nr, 2);
	assert_int_equal(of(&latency, "qdisc-driver"), 300);
	assert_int_equal(of(&latency, "driver-completion"), 4000);
	assert_string_equal(pk_latency_longest(&latency)->name, "driver-completion");
	assert_int_equal(latency.stages[0].cpu, 2);
}

/* The driver's answer was not recorded: what was freed may be a part that it did not send. */
static void no_completion_without_an_answer(void **state)
{
	struct fixture *fixture = *state;
	struct pk_latency latency;

	fixture->packet->dir = PK_TX;
	step(fixture, 1300, "net/net_dev_start_xmit", "driver");
	step(fixture, 5300, "skb/consume_skb", "free");
	latency = measured(fixture);
	assert_int_equal(latency.nr, 0);
}

static void what_came_in_again_is_its_receivers(void **state)
{
	struct fixture *fixture = *state;
	struct pk_latency latency;

	fixture->packet->dir = PK_TX;
	step(fixture, 1300, "net/net_dev_start_xmit", "driver");
	step(fixture, 1350, "net/net_dev_xmit", "driver");
	step(fixture, 5300, "skb/consume_skb", "free");
	pk_edge_add(fixture->packet, PK_EDGE_LOOPBACK, PK_ID_EXACT, 1, NULL);
	latency = measured(fixture);
	assert_int_equal(of(&latency, "driver-completion"), 0);
}

static void the_clock_stands_still_or_goes_back(void **state)
{
	struct fixture *fixture = *state;
	struct pk_latency latency;

	fixture->packet->dir = PK_RX;
	step(fixture, 2000, "net/napi_gro_receive_entry", "gro");
	step(fixture, 2000, "tcp_v4_rcv", "tcp");
	step(fixture, 1900, "tcp_queue_rcv", "queue");
	latency = measured(fixture);
	assert_int_equal(latency.nr, 0);
	assert_int_equal(latency.still, 1);
	assert_int_equal(latency.back, 1);
}

/* Where there was GRO, the time from link level says nothing more. */
static void received_by_calls(void **state)
{
	struct fixture *fixture = *state;
	struct pk_latency latency;
	struct pk_call *link, *own;

	fixture->packet->dir = PK_RX;
	link = call(fixture, NULL, "__netif_receive_skb_core", 1000, 900);
	own = call(fixture, link, "tcp_v4_rcv", 1200, 600);
	call(fixture, own, "tcp_queue_rcv", 1500, 10);
	latency = measured(fixture);
	assert_int_equal(of(&latency, "link-protocol"), 200);
	assert_int_equal(of(&latency, "protocol-socket"), 300);
	step(fixture, 900, "net/napi_gro_receive_entry", "gro");
	latency = measured(fixture);
	assert_int_equal(of(&latency, "link-protocol"), 0);
	assert_int_equal(of(&latency, "gro-protocol"), 300);
}

/* A caller that was not traced has the time of what it called. */
static void an_implied_call_has_no_time(void **state)
{
	struct fixture *fixture = *state;
	struct pk_latency latency;
	struct pk_call *link;

	fixture->packet->dir = PK_RX;
	link = call(fixture, NULL, "__netif_receive_skb_core", 1000, 0);
	link->implied = true;
	call(fixture, link, "tcp_v4_rcv", 1000, 0);
	latency = measured(fixture);
	assert_int_equal(latency.nr + latency.still, 0);
}

/* A queue gives the driver whatever waits in it; a solicitation is a packet of its own. */
static void other_packets_below(void **state)
{
	struct fixture *fixture = *state;
	struct pk_latency latency;
	struct pk_call *own, *other, *queue;
	struct pk_wire_frame *frame;

	fixture->packet->dir = PK_TX;
	own = call(fixture, NULL, "tcp_transmit_skb", 1000, 9000);
	other = call(fixture, own, "ndisc_send_ns", 1100, 900);
	call(fixture, other, "__dev_queue_xmit", 1200, 700);
	queue = call(fixture, own, "__dev_queue_xmit", 3000, 6000);
	call(fixture, queue, "dev_hard_start_xmit", 4000, 100);
	call(fixture, queue, "dev_hard_start_xmit", 5000, 100);
	latency = measured(fixture);
	assert_int_equal(of(&latency, "send-qdisc"), 2000);
	assert_int_equal(of(&latency, "qdisc-driver"), 0); /* which of the two is it? */
	frame = pk_trail_add_frame(fixture->packet);
	frame->ts = 5050;
	latency = measured(fixture);
	assert_int_equal(of(&latency, "qdisc-driver"), 2000);
}

static void acked_by(struct fixture *fixture, enum pk_identity how)
{
	pk_edge_add(fixture->packet, PK_EDGE_ACKED_BY, how, 0, fixture->ack);
}

static void sent(struct fixture *fixture)
{
	fixture->packet->dir = PK_TX;
	fixture->packet->header.seq_known = fixture->packet->header.len_known = true;
	fixture->packet->header.seq = 100;
	fixture->packet->header.payload_len = 50;
	step(fixture, 1000, "net/net_dev_start_xmit", "driver");
	fixture->ack->dir = PK_RX;
	fixture->ack->first_ns = 1200;
}

static void the_ack_of_several_frames(void **state)
{
	struct fixture *fixture = *state;
	struct pk_latency latency;

	sent(fixture);
	acked_by(fixture, PK_ID_DERIVED);
	latency = measured(fixture);
	assert_int_equal(of(&latency, "driver-ack"), 200);
	for (uint32_t i = 0; i < 3; i++)
		*pk_trail_add_frame(fixture->ack) = (struct pk_wire_frame){
			.ts = 1200 + 100 * i, .header = {.ack_known = true, .ack = 125 + 25 * i}};
	latency = measured(fixture);
	assert_int_equal(of(&latency, "driver-ack"), 300); /* the second covers it */
}

static void no_ack_of_what_was_sent_again(void **state)
{
	struct fixture *fixture = *state;
	struct pk_latency latency;

	sent(fixture);
	acked_by(fixture, PK_ID_NESTED); /* freed there, which proves nothing */
	latency = measured(fixture);
	assert_int_equal(latency.nr, 0);
	acked_by(fixture, PK_ID_EXACT);
	fixture->packet->retransmit = true;
	latency = measured(fixture);
	assert_int_equal(latency.nr, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(events_alone, setup, teardown),
		cmocka_unit_test_setup_teardown(no_completion_without_an_answer, setup, teardown),
		cmocka_unit_test_setup_teardown(what_came_in_again_is_its_receivers, setup,
						teardown),
		cmocka_unit_test_setup_teardown(the_clock_stands_still_or_goes_back, setup,
						teardown),
		cmocka_unit_test_setup_teardown(received_by_calls, setup, teardown),
		cmocka_unit_test_setup_teardown(an_implied_call_has_no_time, setup, teardown),
		cmocka_unit_test_setup_teardown(other_packets_below, setup, teardown),
		cmocka_unit_test_setup_teardown(the_ack_of_several_frames, setup, teardown),
		cmocka_unit_test_setup_teardown(no_ack_of_what_was_sent_again, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
