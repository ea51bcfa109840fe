// SPDX-License-Identifier: GPL-3.0-or-later
/* A frame of MACsec that waits in a queue: no event says what it is, memory does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "fake_queues.h"
#include "fake_trace.h"
#include "protocol/protocol.h"

#define BUFFER(i) (FAKE_DIRECT + 4096 * (uint64_t)(20 + (i)))

/* An skb of a frame of MACsec, or of TYPE, with packet number PN. */
static void draw(struct fake_target *fake, uint64_t skb, uint64_t buffer, uint16_t type, uint8_t pn)
{
	const uint8_t frame[] = {2,
				 0,
				 0,
				 0,
				 0,
				 1,
				 2,
				 0,
				 0,
				 0,
				 0,
				 2,
				 (uint8_t)(type >> 8),
				 (uint8_t)type,
				 0x2c,
				 0,
				 0,
				 0,
				 0,
				 pn,
				 0xd2,
				 0x7e,
				 0x61,
				 0x17,
				 0x46,
				 0x99,
				 0,
				 1};

	fake_net_skb(fake, skb, buffer, 1001, 2002, 100, 90);
	for (uint32_t i = 0; i < sizeof(frame); i++)
		fake_put(fake, buffer + 64 + i, 1, frame[i]);
	fake_put(fake, skb + 176, 2, (uint64_t)(type >> 8 | (type & 0xff) << 8));
	fake_put(fake, skb + 182, 2, 64);
}

struct machine {
	struct fake_trace *trace;
	uint64_t a, b;
};

/* Two skbs, and a queue of eth0 that holds HELD. */
static struct machine new_machine(const char *protocols, char held)
{
	struct machine machine = {.trace = fake_trace_new()};
	struct fake_target *fake = fake_trace_target(machine.trace);
	uint64_t skb;

	machine.a = fake_net_slab(fake, FAKE_SKB, 16, 1);
	machine.b = machine.a + 256;
	fake_queues_init(fake);
	draw(fake, machine.a, BUFFER(0), 0x88e5, 7);
	draw(fake, machine.b, BUFFER(1), 0x88e5, 8);
	skb = held == 'a' ? machine.a : machine.b;
	fake_net_queue(fake, QDISC(1) + Q_GSO, &skb, 1);
	assert_true(pk_protocols_parse(protocols, &fake_trace_ctx(machine.trace)->protocols));
	return machine;
}

/* STORY, in which @a and @b are the skbs. */
static const struct pk_packet_set *run(const struct machine *machine, const char *story, bool whole)
{
	char text[4096], *at = text;

	for (; *story; story++)
		if (*story == '@') {
			uint64_t skb = *++story == 'a' ? machine->a : machine->b;

			at += sprintf(at, "%#llx", (unsigned long long)skb);
		} else {
			*at++ = *story;
		}
	*at = '\0';
	fake_trace_run(machine->trace, text, whole);
	return fake_trace_set(machine->trace);
}

#define FREES "has p:skb_release_head_state skb\n"
#define SENT_BY(function)                                                                          \
	FREES "cpu 0 pid 7\n" function " {\n"                                                      \
	      "net/net_dev_queue skbaddr=@a len=90 name=macsec0\n"                                 \
	      "net/net_dev_start_xmit skbaddr=@a len=90 protocol=0x800 name=macsec0\n"
#define ABOVE SENT_BY("udp_sendmsg")
#define BELOW(skb) "net/net_dev_queue skbaddr=" skb " len=122 name=eth0\n"
#define DRIVEN(skb)                                                                                \
	"net/net_dev_start_xmit skbaddr=" skb " len=90 protocol=0x800 name=macsec0\n"              \
	"net/net_dev_queue skbaddr=" skb " len=122 name=eth0\n"                                    \
	"net/net_dev_start_xmit skbaddr=" skb " len=122 protocol=0x88e5 name=eth0\n"               \
	"net/net_dev_xmit skbaddr=" skb " len=122 rc=0 name=eth0\n"                                \
	"net/net_dev_xmit skbaddr=" skb " len=90 rc=0 name=macsec0\n"
#define ANSWERS                                                                                    \
	"net/net_dev_xmit skbaddr=@a len=90 rc=0 name=macsec0\n"                                   \
	"}\n"

static void expect_pair(const struct pk_packet_set *set, uint64_t skb, uint32_t pn)
{
	const struct pk_packet *inner = set->packets[0], *outer = set->packets[1];

	assert_int_equal(set->nr, 2);
	assert_int_equal(inner->header.protocol, pk_udp.number);
	assert_string_equal(inner->way, "macsec0");
	assert_int_equal(inner->outcome, PK_OUT_SENT);
	assert_false(inner->header.sectag.known);
	assert_int_equal(outer->header.protocol, pk_macsec.number);
	assert_true(outer->skb == skb && outer->pointer == PK_ID_EXACT);
	assert_string_equal(outer->way, "eth0");
	assert_int_equal(outer->outcome, PK_OUT_QDISC_QUEUED);
	assert_true(outer->header.sectag.known);
	assert_int_equal(outer->header.sectag.pn, pn);
	assert_int_equal(outer->dir, PK_TX);
	/* from the event of the queue on */
	assert_true(outer->first_ns > inner->first_ns && outer->first_ns < inner->last_ns);
	assert_true(memcmp(&outer->pos, &inner->pos, sizeof(outer->pos)) != 0);
	assert_true(outer->trail.nr_pieces && !outer->from_memory);
	assert_ptr_equal(pk_edge_of(inner, PK_EDGE_ENCAPSULATED_IN)->to, outer);
	assert_ptr_equal(pk_edge_of(outer, PK_EDGE_CARRIES)->to, inner);
}

static void one_in_the_same_skb(void **state)
{
	struct machine machine = new_machine("all", 'a');

	(void)state;
	expect_pair(run(&machine, ABOVE BELOW("@a") ANSWERS, true), machine.a, 7);
	fake_trace_free(machine.trace);
}

/* For lack of room; what was above is freed. */
static void one_in_a_copy(void **state)
{
	struct machine machine = new_machine("all", 'b');

	(void)state;
	expect_pair(run(&machine,
			ABOVE "p:__copy_skb_header new=@b old=@a\n"
			      "p:skb_release_head_state skb=@a\n" BELOW("@b") ANSWERS,
			true),
		    machine.b, 8);
	fake_trace_free(machine.trace);
}

static void expect_one(const struct machine *machine, const char *story)
{
	const struct pk_packet_set *set = run(machine, story, true);

	assert_int_equal(set->nr, 1);
	assert_string_equal(set->packets[0]->way, "macsec0 eth0");
	assert_false(set->packets[0]->header.sectag.known);
	fake_trace_free(machine->trace);
}

static void what_is_none(void **state)
{
	static const char story[] = ABOVE BELOW("@a") ANSWERS;
	struct machine machine = new_machine("all", 'a');

	(void)state;
	/* in memory it is IP's */
	fake_put(fake_trace_target(machine.trace), machine.a + 176, 2, 0x0008);
	expect_one(&machine, story);
	/* nobody knows MACsec: it is a device on the way */
	machine = new_machine("tcp", 'a');
	fake_trace_ctx(machine.trace)->protocols = 0;
	expect_one(&machine, SENT_BY("__tcp_transmit_skb") BELOW("@a") ANSWERS);
	/* it was freed: what memory has at its address is another's */
	machine = new_machine("all", 'a');
	expect_one(&machine, ABOVE BELOW("@a") ANSWERS "p:skb_release_head_state skb=@a\n");
}

/* That one is no frame of anybody's that was given to a device above. */
static void nobody_had_it(void **state)
{
	struct machine machine = new_machine("macsec", 'a');
	const struct pk_packet_set *set = run(&machine, FREES "cpu 0 pid 7\n" BELOW("@a"), true);

	(void)state;
	assert_int_equal(set->nr, 1);
	assert_int_equal(set->packets[0]->header.protocol, pk_macsec.number);
	assert_int_equal(set->packets[0]->header.sectag.pn, 7);
	assert_int_equal(set->packets[0]->outcome, PK_OUT_QDISC_QUEUED);
	assert_false(pk_has_edge(set->packets[0], PK_EDGE_CARRIES));
	fake_trace_free(machine.trace);
}

/* Later the driver got it, and that event says what it is: not the packet that was given to the device above. */
static void one_that_has_waited(void **state)
{
	static const char *const skbs[] = {"@a", "@b"};

	(void)state;
	for (int copy = 0; copy < 2; copy++) {
		struct machine machine = new_machine("all", 'a');
		char story[2048];
		const struct pk_packet_set *set;
		const struct pk_packet *inner, *outer;

		snprintf(story, sizeof(story),
			 "%s%snet/net_dev_queue skbaddr=%s len=122 name=eth0\n" ANSWERS
			 "cpu 1 softirq\n"
			 "net/net_dev_start_xmit skbaddr=%s len=122 protocol=0x88e5 name=eth0\n"
			 "net/net_dev_xmit skbaddr=%s len=122 rc=0 name=eth0\n"
			 "p:skb_release_head_state skb=%s\n",
			 ABOVE,
			 copy ? "p:__copy_skb_header new=@b old=@a\n"
				"p:skb_release_head_state skb=@a\n"
			      : "",
			 skbs[copy], skbs[copy], skbs[copy], skbs[copy]);
		set = run(&machine, story, true);
		assert_int_equal(set->nr, 2);
		inner = set->packets[0];
		outer = set->packets[1];
		assert_int_equal(inner->header.protocol, pk_udp.number);
		assert_string_equal(inner->way, "macsec0");
		assert_int_equal(inner->outcome, PK_OUT_SENT);
		assert_int_equal(inner->trail.nr_frames, 1);
		assert_int_equal(outer->header.protocol, pk_macsec.number);
		assert_string_equal(outer->way, "eth0");
		assert_int_equal(outer->outcome, PK_OUT_SENT);
		assert_ptr_equal(pk_edge_of(outer, PK_EDGE_CARRIES)->to, inner);
		fake_trace_free(machine.trace);
	}
}

/* netem's copy on the device above: it was queued there once, and its length below is another's. */
static void one_that_a_queue_doubled(void **state)
{
	struct machine machine = new_machine("all", 'a');
	const struct pk_packet_set *set;

	(void)state;
	set = run(&machine,
		  FREES "cpu 0 pid 7\n"
			"udp_sendmsg {\n"
			"net/net_dev_queue skbaddr=@a len=90 name=macsec0\n"
			"p:__copy_skb_header new=@b old=@a\n" DRIVEN("@a") DRIVEN("@b") "}\n",
		  true);
	assert_int_equal(set->nr, 4);
	for (uint32_t i = 0; i < 4; i += 2) {
		const struct pk_packet *inner = set->packets[i], *outer = set->packets[i + 1];

		assert_int_equal(inner->skb, i ? machine.b : machine.a);
		assert_string_equal(inner->way, "macsec0");
		assert_int_equal(inner->trail.nr_frames, 1);
		assert_int_equal(inner->outcome, PK_OUT_SENT);
		assert_int_equal(outer->header.protocol, pk_macsec.number);
		assert_string_equal(outer->way, "eth0");
		assert_ptr_equal(pk_edge_of(outer, PK_EDGE_CARRIES)->to, inner);
	}
	assert_int_equal(set->packets[0]->header.protocol, pk_udp.number);
	assert_ptr_equal(pk_edge_of(set->packets[2], PK_EDGE_COPY)->to, set->packets[0]);
	fake_trace_free(machine.trace);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_in_the_same_skb), cmocka_unit_test(one_in_a_copy),
		cmocka_unit_test(what_is_none),	       cmocka_unit_test(nobody_had_it),
		cmocka_unit_test(one_that_has_waited), cmocka_unit_test(one_that_a_queue_doubled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
