// SPDX-License-Identifier: GPL-3.0-or-later
/* Sent packets that no driver was given: whose they were, by the socket that lives where theirs was. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "fake_net.h"
#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

#define ESTABLISHED 1
#define LISTEN 10
#define TIME_WAIT 6

/* A packet is sent by the socket %llx with the number %u; nft's OUTPUT drops the clone. */
#define DROPPED                                                                                    \
	"cpu 0 pid 100\n"                                                                          \
	"__tcp_transmit_skb {\n"                                                                   \
	"  p:__tcp_transmit_skb sk=%#llx skb=A clone_it=1 cb_seq=%u cb_end_seq=%u cb_flags=0x18\n" \
	"  p:__copy_skb_header new=A+ old=A\n"                                                     \
	"  skb/kfree_skb skbaddr=A+ location=&nft_do_chain\n"                                      \
	"}\n"

/* Numbers from 100 to 700 were those of the connection 2002>1001 that lives at the address: 400 acked bytes up to
 * 500, and what was written behind them. */
static const struct pk_packet *told(struct fake_trace *trace, const char *story, uint8_t state,
				    bool in_tables, uint32_t seq)
{
	struct fake_target *fake = fake_trace_target(trace);
	uint64_t sock = fake_net_slab(fake, FAKE_TCP, 4, 4);
	char text[1024];

	fake_net_sock(fake, sock, state, 2002, 1001);
	fake_put(fake, sock + TP_SND_UNA, 4, 500);
	fake_put(fake, sock + TP_WRITE_SEQ, 4, 700);
	fake_put(fake, sock + TP_BYTES_ACKED, 8, 400);
	if (in_tables)
		fake_net_chain(fake, FAKE_EHASH, &sock, 1);
	snprintf(text, sizeof(text), story, (unsigned long long)sock, seq, seq + 10);
	fake_trace_run(trace, text, true);
	return fake_trace_set(trace)->packets[0];
}

static void what_was_dropped_has_its_living_sockets_name(void **state)
{
	static const struct {
		const char *story;
		uint8_t state;
		bool in_tables;
		uint32_t seq;
		enum pk_identity identity;
	} rows[] = {
		{DROPPED, ESTABLISHED, true, 100, PK_ID_DERIVED},
		{DROPPED, ESTABLISHED, true, 499, PK_ID_DERIVED},
		{DROPPED, ESTABLISHED, true, 690, PK_ID_DERIVED},
		/* of an earlier life of the socket's address */
		{DROPPED, ESTABLISHED, true, 98, PK_ID_NONE},
		{DROPPED, ESTABLISHED, true, 701, PK_ID_NONE},
		/* the control socket of resets stands in no table; a listener and a TIME_WAIT have sent nothing */
		{DROPPED, ESTABLISHED, false, 500, PK_ID_NONE},
		{DROPPED, LISTEN, true, 500, PK_ID_NONE},
		{DROPPED, TIME_WAIT, true, 500, PK_ID_NONE},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fake_trace *trace = fake_trace_new();
		const struct pk_packet *packet =
			told(trace, rows[i].story, rows[i].state, rows[i].in_tables, rows[i].seq);

		assert_int_equal(packet->identity, rows[i].identity);
		assert_int_equal(packet->pointer, PK_ID_EXACT);
		assert_int_equal(packet->outcome, PK_OUT_DROPPED);
		if (rows[i].identity) {
			assert_int_equal(packet->tuple_from, PK_TUPLE_SOCK);
			assert_int_equal(packet->header.tuple.sport, 2002);
			assert_int_equal(packet->header.tuple.dport, 1001);
			assert_int_equal(packet->netns, 4026531840);
		}
		fake_trace_free(trace);
	}
}

#define QUEUED                                                                                     \
	"cpu 0 pid 100\n"                                                                          \
	"__tcp_transmit_skb {\n"                                                                   \
	"  p:__tcp_transmit_skb sk=%#llx skb=A clone_it=1 cb_seq=%u cb_end_seq=%u cb_flags=0x18\n" \
	"  p:__copy_skb_header new=A+ old=A\n"                                                     \
	"  net/net_dev_queue skbaddr=A+ len=66 name=eth0\n"
#define GIVEN(skb) "  net/net_dev_start_xmit skbaddr=" skb " len=66 protocol=0x800 name=eth0\n"
#define OTHERS GIVEN("Z") "net/net_dev_xmit skbaddr=Z rc=0 name=eth0\n"

/* netem or a full qdisc dropped it; where drivers tell of what they are given, it was given to none. What a driver got may
 * have another name by then (NAT). */
static void what_a_driver_got_has_no_name_by_its_socket(void **state)
{
	static const struct {
		const char *story;
		enum pk_identity identity;
	} rows[] = {
		{QUEUED "skb/kfree_skb skbaddr=A+ location=&dev_qdisc_enqueue\n}\n" OTHERS,
		 PK_ID_DERIVED},
		{QUEUED GIVEN("A+") "}\n", PK_ID_NONE},
		{QUEUED "}\n", PK_ID_NONE}, /* no event of a driver at all */
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fake_trace *trace = fake_trace_new();

		assert_int_equal(told(trace, rows[i].story, ESTABLISHED, true, 200)->identity,
				 rows[i].identity);
		fake_trace_free(trace);
	}
}

/* How the skb is known says nothing of the addresses. */
static void a_pointer_is_no_name(void **state)
{
	static const struct {
		const char *story;
		enum pk_identity pointer;
	} rows[] = {
		{"net/net_dev_queue skbaddr=A len=66\nnet/net_dev_start_xmit skbaddr=A len=66 "
		 "protocol=0x800\n"
		 "p:tcp_wfree skb=A\n__tcp_transmit_skb {\nnet/net_dev_queue skbaddr=B len=66\n}\n",
		 PK_ID_NESTED},
		{"cpu 0 softirq\nnet/netif_receive_skb skbaddr=A len=50\ntcp_v4_rcv {\n  "
		 "p:tcp_v4_rcv skb=A\n}\n",
		 PK_ID_EXACT},
		{"__tcp_transmit_skb {\n  p:__tcp_transmit_skb skb=A clone_it=1 cb_seq=1 "
		 "cb_end_seq=2\n"
		 "  net/net_dev_queue skbaddr=A+ len=66\n}\n",
		 PK_ID_NESTED},
		{"cpu 0 pid 7\np:__tcp_transmit_skb skb=A clone_it=1 cb_seq=1 cb_end_seq=2\n"
		 "net/net_dev_queue skbaddr=A+ len=66\n",
		 PK_ID_DERIVED},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fake_trace *trace = fake_trace_new();
		const struct pk_packet *packet;

		fake_trace_run(trace, rows[i].story, true);
		packet = fake_trace_set(trace)->packets[fake_trace_set(trace)->nr - 1];
		assert_int_equal(packet->identity, PK_ID_NONE);
		assert_int_equal(packet->pointer, rows[i].pointer);
		fake_trace_free(trace);
	}
}

/* A card whose frames are pages, and no GRO: TCP's header is read by nobody before TCP itself, whose control block tells
 * of all but the acknowledgement. In the backlog it may be of several. */
static void the_control_block_names_what_is_received(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "net/napi_gro_receive_entry skbaddr=A len=1500 name=eth0\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=1500 name=eth0\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A\n"
	       "    p:tcp_v4_do_rcv sk=1 skb=A cb_seq=100 cb_end_seq=111 cb_flags=0x19\n"
	       "  }\n"
	       "}\n"
	       "net/napi_gro_receive_entry skbaddr=B len=1500 name=eth0\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=B len=1500 name=eth0\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=B\n"
	       "  }\n"
	       "}\n"
	       "net/napi_gro_receive_entry skbaddr=C len=60 name=eth0\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=C len=60 name=eth0\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=C\n"
	       "  }\n"
	       "}\n"
	       "cpu 0 pid 100\n"
	       "p:tcp_v4_do_rcv sk=1 skb=B len=1520 cb_seq=111 cb_end_seq=131 cb_flags=0x18\n"
	       "p:tcp_v4_do_rcv sk=1 skb=C len=40 cb_seq=131 cb_end_seq=151 cb_flags=0x18\n",
	       0,
	       "rx A ? FPA 100+10 exact x1 unknown\n"
	       "rx B ? exact x1 unknown\n"
	       "rx C ? PA 131+20 exact x1 unknown\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_was_dropped_has_its_living_sockets_name),
		cmocka_unit_test(what_a_driver_got_has_no_name_by_its_socket),
		cmocka_unit_test(a_pointer_is_no_name),
		cmocka_unit_test(the_control_block_names_what_is_received),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
