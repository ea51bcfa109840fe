// SPDX-License-Identifier: GPL-3.0-or-later
/* One address, many lives: which packet an event is of, where the event that ended a life comes late, on another CPU, or
 * is not in the trace at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "fake_net.h"
#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

/* Clone A+ of original A is given to eth0's driver on CPU 0; CPU 1 completes it before CPU 0's driver returns. */
#define GIVEN                                                                                      \
	"cpu 0 pid 100\n"                                                                          \
	"p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "               \
	"cb_flags=0x18\n"                                                                          \
	"p:__copy_skb_header new=A+ old=A\n"                                                       \
	"net/net_dev_queue skbaddr=A+ len=64 name=eth0\n"                                          \
	"net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0\n"                      \
	"e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10\n"
#define COMPLETED                                                                                  \
	"cpu 1 softirq\n"                                                                          \
	"skb/consume_skb skbaddr=A+\n"                                                             \
	"p:skb_release_head_state skb=A+\n"
/* The same address, sent on another device by CPU 1, whose driver keeps it. */
#define LIVES_AGAIN                                                                                \
	"cpu 1 pid 200\n"                                                                          \
	"p:__tcp_transmit_skb sk=0x6000 skb=B clone_it=1 cb_seq=500 cb_end_seq=520 "               \
	"cb_flags=0x18\n"                                                                          \
	"p:__copy_skb_header new=A+ old=B\n"                                                       \
	"net/net_dev_queue skbaddr=A+ len=74 name=eth1\n"                                          \
	"net/net_dev_start_xmit skbaddr=A+ len=74 protocol=0x800 name=eth1\n"                      \
	"e:net/net_dev_start_xmit skb=A+ tcp=2003>1001,PA,500,7,20\n"
#define ANSWERED                                                                                   \
	"cpu 0 pid 100\n"                                                                          \
	"net/net_dev_xmit skbaddr=A+ rc=0 name=eth0\n"

static void a_late_answer_is_the_senders(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_packet_set *set = fake_trace_set(trace);

	(void)state;
	fake_trace_run(trace, GIVEN COMPLETED LIVES_AGAIN ANSWERED, true);
	assert_string_equal(
		fake_trace_text(trace, FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL),
		"tx A+ gen -1 2002>1001 PA 100+10 exact x1 sent [A+:100+10]: net_dev_xmit rc 0\n"
		"tx A+ gen 0 2003>1001 PA 500+20 exact x1 driver-queued [A+?:500+20]: the driver "
		"has "
		"not answered\n");
	assert_string_equal(set->packets[0]->dev, "eth0");
	assert_string_equal(set->packets[1]->dev, "eth1");
	fake_trace_free(trace);
}

/* Both drivers answer late, each for its own. */
static void two_late_answers(void **state)
{
	(void)state;
	expect(GIVEN COMPLETED LIVES_AGAIN ANSWERED "cpu 1 pid 200\n"
						    "net/net_dev_xmit skbaddr=A+ rc=0 name=eth1\n",
	       FAKE_SHOW_FRAMES,
	       "tx A+ gen -1 2002>1001 PA 100+10 exact x1 sent [A+:100+10]\n"
	       "tx A+ gen 0 2003>1001 PA 500+20 exact x1 sent [A+:500+20]\n");
}

/* The next life came in: it has nothing to do with what a driver says. */
static void a_late_answer_behind_an_arrival(void **state)
{
	(void)state;
	expect(GIVEN COMPLETED "net/netif_receive_skb skbaddr=A+ len=40 name=eth1\n"
			       "p:tcp_v4_rcv skb=A+ tcp=1001>2002,A,7,110,0\n" ANSWERED,
	       FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL,
	       "tx A+ gen -1 2002>1001 PA 100+10 exact x1 acked [A+:100+10]: acknowledged by ack "
	       "110\n"
	       "rx A+ gen 0 1001>2002 A 7+0 exact x0 consumed []: pure ACK\n");
}

/* It was given back on CPU 1. What a backlog hands on at the same address came in on CPU 0, whose events are not there. */
static void a_next_life_whose_beginning_is_missing(void **state)
{
	(void)state;
	expect("cpu 1 softirq\n"
	       "net/netif_receive_skb skbaddr=A len=60 name=eth0\n"
	       "p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,0\n"
	       "p:skb_release_head_state skb=A\n"
	       "cpu 1 pid 200\n"
	       "p:tcp_v4_do_rcv sk=0x6000 skb=A cb_seq=700 cb_end_seq=710 cb_flags=0x18\n",
	       FAKE_SHOW_FRAMES,
	       "rx A gen -1 1001>2002 S 100+0 exact x0 consumed []\n"
	       "rx A gen 0 ? exact x0 unknown []\n");
}

/* A driver that was given it frees it: that is no drop, whatever the function is called, and an answer need not come. */
static void a_free_behind_the_start_is_a_completion(void **state)
{
	(void)state;
	expect("has net/net_dev_xmit skbaddr=A rc=0 name=eth0\n" GIVEN "cpu 1 softirq\n"
	       "skb/kfree_skb skbaddr=A+ location=&net_tx_action reason=2\n"
	       "p:skb_release_head_state skb=A+\n"
	       "cpu 1 pid 200\n"
	       "net/net_dev_xmit skbaddr=Z rc=0 name=eth0\n",
	       FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL,
	       "tx A+ gen -1 2002>1001 PA 100+10 exact x1 sent [A+:100+10]: freed after a driver "
	       "was given it\n");
}

/* Frees are not traced: the next sender tells of the next life. */
static void a_late_answer_without_frees(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "net/net_dev_queue skbaddr=A len=64 name=eth0\n"
	       "net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800 name=eth0\n"
	       "e:net/net_dev_start_xmit skb=A tcp=2002>1001,PA,100,7,10\n"
	       "cpu 1 pid 200\n"
	       "net/net_dev_queue skbaddr=A len=74 name=eth1\n"
	       "net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=eth1\n"
	       "e:net/net_dev_start_xmit skb=A tcp=2003>1001,PA,500,7,20\n"
	       "cpu 0 pid 100\n"
	       "net/net_dev_xmit skbaddr=A rc=0 name=eth0\n",
	       FAKE_SHOW_FRAMES,
	       "tx A 2002>1001 PA 100+10 exact x1 sent [A:100+10]\n"
	       "tx A 2003>1001 PA 500+20 exact x1 driver-queued [A?:500+20]\n");
}

#define QUEUED(sk, original, seq, end, dev)                                                        \
	"p:__tcp_transmit_skb sk=" sk " skb=" original " clone_it=1 cb_seq=" seq                   \
	" cb_end_seq=" end " cb_flags=0x18\n"                                                      \
	"p:__copy_skb_header new=A+ old=" original "\n"                                            \
	"net/net_dev_queue skbaddr=A+ len=64 name=" dev "\n"

/* No event tells what a driver is given: what this task queued, or a probe on the way to the driver names. */
static void a_late_answer_without_starts(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" QUEUED("0x5000", "A", "100", "110", "eth0") COMPLETED
	       "cpu 1 pid 200\n" QUEUED("0x6000", "B", "500", "520", "eth1") ANSWERED,
	       FAKE_SHOW_DETAIL,
	       "tx A+ gen -1 ? PA 100+10 exact x0 sent: net_dev_xmit rc 0\n"
	       "tx A+ gen 0 ? PA 500+20 exact x0 qdisc-queued: queued, no driver took it\n");
}

#define CLONED(sk, original, seq, end)                                                             \
	"p:__tcp_transmit_skb sk=" sk " skb=" original " clone_it=1 cb_seq=" seq                   \
	" cb_end_seq=" end " cb_flags=0x18\n"                                                      \
	"p:__copy_skb_header new=A+ old=" original "\n"
#define FREED "p:skb_release_head_state skb=A+\n"
#define ANSWER(dev) "net/net_dev_xmit skbaddr=A+ rc=0 name=" dev "\n"

/* No event but the answer tells of drivers, and the first of three lives at the address had none: each other answer is
 * still of the life that its own task sent. */
static void an_answer_that_never_came(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" CLONED("0x5000", "A", "100", "110")
		       FREED CLONED("0x5000", "B", "200", "210") ANSWER("veth0") FREED
	       "cpu 0 pid 200\n" CLONED("0x6000", "C", "300", "310") ANSWER("eth0"),
	       FAKE_SHOW_WAY,
	       "tx A+ gen -2 ? PA 100+10 exact x0 unknown <>\n"
	       "tx A+ gen -1 ? PA 200+10 exact x0 unknown <veth0>\n"
	       "tx A+ gen 0 ? PA 300+10 exact x0 unknown <eth0>\n");
}

/* Nothing tells of what another task, or the same one later, sends from the address of what was freed. */
static void an_answer_for_what_nobody_told_of(void **state)
{
	static const char *const others[] = {
		"cpu 0 pid 200\n" ANSWER("eth0"),
		"p:skb_release_head_state skb=D\n" ANSWER("eth0"),
		ANSWER("veth0") ANSWER("eth0"),
	};

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(others); i++) {
		char story[1024];

		snprintf(story, sizeof(story),
			 "cpu 0 pid 100\n" CLONED("0x5000", "A", "100", "110") "%s" FREED "%s",
			 i < 2 ? ANSWER("veth0") : "", others[i]);
		expect(story, FAKE_SHOW_WAY, "tx A+ gen -1 ? PA 100+10 exact x0 unknown <veth0>\n");
	}
}

static void a_late_answer_with_a_probe_on_the_way(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" QUEUED(
		       "0x5000", "A", "100", "110",
		       "eth0") "p:dev_hard_start_xmit skb=A+\n" COMPLETED
			       "cpu 1 pid 200\n" QUEUED(
				       "0x6000", "B", "500", "520",
				       "eth1") "p:dev_hard_start_xmit skb=A+\n" ANSWERED,
	       FAKE_SHOW_DETAIL,
	       "tx A+ gen -1 ? PA 100+10 exact x0 sent: net_dev_xmit rc 0\n"
	       "tx A+ gen 0 ? PA 500+20 exact x0 driver-queued: the driver has not answered\n");
}

/* Function graph and standard events: the driver's call shows whose answer it is. The pointer is the frame's packet's because
 * its event comes inside, and no surer than that. */
static void a_late_answer_with_frames(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=64 name=eth0\n"
	       "  dev_hard_start_xmit {\n"
	       "cpu 1 softirq\n"
	       "skb/consume_skb skbaddr=A\n"
	       "cpu 1 pid 200\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=74 name=eth1\n"
	       "cpu 0 pid 100\n"
	       "    net/net_dev_xmit skbaddr=A rc=0 name=eth0\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES,
	       "tx A ? nested x0 sent (__tcp_transmit_skb nested)\n"
	       "tx A ? nested x0 qdisc-queued (__tcp_transmit_skb~ nested)\n");
}

/* What the driver itself throws away, it says. */
static void the_driver_drops(void **state)
{
	(void)state;
	expect(GIVEN "skb/kfree_skb skbaddr=A+ location=&veth_xmit reason=4\n"
		     "p:skb_release_head_state skb=A+\n"
		     "net/net_dev_xmit skbaddr=A+ rc=1 name=eth0\n",
	       FAKE_SHOW_DETAIL,
	       "tx A+ gen -1 2002>1001 PA 100+10 exact x1 dropped: no reason recorded at "
	       "veth_xmit+0x0/0x100\n");
	expect(GIVEN "net/net_dev_xmit skbaddr=A+ rc=1 name=eth0\n", FAKE_SHOW_DETAIL,
	       "tx A+ 2002>1001 PA 100+10 exact x1 dropped: net_dev_xmit: the driver dropped it\n");
}

#define SENT(sk, original, seq, end)                                                               \
	"p:__tcp_transmit_skb sk=" sk " skb=" original " clone_it=1 cb_seq=" seq                   \
	" cb_end_seq=" end " cb_flags=0x18\n"                                                      \
	"p:__copy_skb_header new=" original "+ old=" original "\n"                                 \
	"net/net_dev_queue skbaddr=" original "+ len=64\n"                                         \
	"net/net_dev_start_xmit skbaddr=" original "+ len=64 protocol=0x800\n"                     \
	"net/net_dev_xmit skbaddr=" original "+ rc=0\n"                                            \
	"p:skb_release_head_state skb=" original "+\n"

/* The free of an original is not in the trace (overwritten on another CPU): what is sent from its address is another
 * connection's, by its socket, or its sequence numbers, whatever TCP says of retransmitting. */
static void an_original_whose_free_is_missing(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" SENT("0x5000", "A", "100",
				      "110") "cpu 1 pid 200\n" SENT("0x6000", "A", "105", "115"),
	       FAKE_SHOW_EDGES,
	       "tx A+ gen -2 ? PA 100+10 exact x1 sent {fclone A exact}\n"
	       "tx A+ gen -1 ? PA 105+10 exact x1 sent {fclone A exact}\n");
	expect("cpu 0 pid 100\n" SENT("0x5000", "A", "100",
				      "110") "cpu 1 softirq\n"
					     "__tcp_retransmit_skb {\n"
					     "  __tcp_transmit_skb {\n" SENT("0x5000", "A", "110",
									     "120") "  }\n"
										    "}\n",
	       FAKE_SHOW_EDGES,
	       "tx A+ gen -2 ? PA 100+10 exact x1 sent {fclone A exact}\n"
	       "tx A+ gen -1 ? PA 110+10 exact x1 retransmit sent {fclone A exact}\n");
}

/* tcp_v4_rcv() returns when what it was given is freed, or the ACK goes out from its address: no packet begins. */
static void a_return_after_the_end(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "p:skb_release_head_state skb=A\n"
	       "r:tcp_v4_rcv skb=A __probe_func=&tcp_v4_rcv __probe_ret_ip=&ip_rcv\n",
	       0, "rx A gen -1 1001>2002 PA 100+10 exact x0 unknown\n");
	expect("cpu 0 softirq\n"
	       "p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "e:net/net_dev_start_xmit skb=A tcp=2002>1001,A,7,110,0\n"
	       "r:tcp_v4_rcv skb=A __probe_func=&tcp_v4_rcv __probe_ret_ip=&ip_rcv\n",
	       0,
	       "rx A 1001>2002 PA 100+10 exact x0 unknown\n"
	       "tx A 2002>1001 A 7+0 exact x1 sent\n");
}

/* Nothing but returns: each is a packet's. */
static void returns_alone(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "r:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10 __probe_func=&tcp_v4_rcv "
	       "__probe_ret_ip=&ip_rcv\n"
	       "r:tcp_v4_rcv skb=A tcp=1001>2002,PA,110,7,10 __probe_func=&tcp_v4_rcv "
	       "__probe_ret_ip=&ip_rcv\n",
	       0,
	       "rx A 1001>2002 PA 100+10 exact x0 unknown\n"
	       "rx A 1001>2002 PA 110+10 exact x0 unknown\n");
}

#define TOLD_AGAIN(sk)                                                                             \
	"tcp/tcp_retransmit_skb skbaddr=A skaddr=" sk " sport=1 dport=2 saddr=1 daddr=2\n"

/* The event tells of a sending that the trace lost, or of another socket's: what was sent before is no retransmit. */
static void a_retransmit_whose_sending_is_missing(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" SENT("0x5000", "A", "100", "110") "lost 7\n" TOLD_AGAIN("0x5000"),
	       FAKE_SHOW_EDGES, "tx A+ ? PA 100+10 exact x1 lossy sent {fclone A exact}\n");
	expect("cpu 0 pid 100\n" SENT("0x5000", "A", "100", "110") TOLD_AGAIN("0x6000"),
	       FAKE_SHOW_EDGES, "tx A+ gen -1 ? PA 100+10 exact x1 sent {fclone A exact}\n");
}

/* Acknowledged in part: its front was cut off; what follows may have been joined to it. */
static void an_original_that_was_cut(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" SENT("0x5000", "A", "100",
				      "110") "cpu 1 pid 200\n" SENT("0x5000", "A", "104", "140"),
	       FAKE_SHOW_EDGES,
	       "tx A+ gen -2 ? PA 100+10 exact x1 sent {fclone A exact}\n"
	       "tx A+ gen -1 ? PA 104+36 exact x1 retransmit sent {retransmit-of A exact} {fclone "
	       "A exact}\n");
}

#define ARRIVES(skb, seq)                                                                          \
	"netif_receive_skb {\n"                                                                    \
	"net/netif_receive_skb skbaddr=" skb " len=50\n"                                           \
	"tcp_v4_rcv {\n"                                                                           \
	"p:tcp_v4_rcv skb=" skb " tcp=1001>2002,PA," seq ",7,10\n"                                 \
	"tcp_data_queue {\n"
#define DONE                                                                                       \
	"}\n"                                                                                      \
	"}\n"                                                                                      \
	"}\n"
#define MERGED(skb)                                                                                \
	"kfree_skb_partial {\n"                                                                    \
	"p:skb_release_head_state skb=" skb "\n"                                                   \
	"}\n"

/* B and C wait behind a hole, D comes too early for both; A fills the first hole: B goes into A's skb, C with it, D stays
 * an skb of its own, into which E is merged at once. */
static void out_of_order_data_is_merged_when_the_hole_is_filled(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n" ARRIVES("B", "110") DONE ARRIVES("C", "120")
		       DONE ARRIVES("D", "140") DONE ARRIVES("E", "150") MERGED("E")
			       DONE ARRIVES("A", "100") "tcp_queue_rcv;\n" MERGED("B") MERGED("C")
				       DONE "cpu 0 pid 100\n"
					    "skb/skb_copy_datagram_iovec skbaddr=A len=30\n"
					    "p:skb_release_head_state skb=A\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_DETAIL,
	       "rx B gen -1 1001>2002 PA 110+10 exact x0 delivered {coalesced-into A derived}: "
	       "through the skb that "
	       "it was coalesced into\n"
	       "rx C gen -1 1001>2002 PA 120+10 exact x0 delivered {coalesced-into A derived}: "
	       "through the skb that "
	       "it was coalesced into\n"
	       "rx D gen 0 1001>2002 PA 140+10 exact x0 unknown: TCP kept it in a queue; no reader "
	       "of it was recorded\n"
	       "rx E gen -1 1001>2002 PA 150+10 exact x0 merged {coalesced-into D derived}: into "
	       "the skb before it in "
	       "the receive queue\n"
	       "rx A gen -1 1001>2002 PA 100+10 exact x0 delivered: skb_copy_datagram_iovec len "
	       "30\n");
}

/* tcp_ofo_queue() moves an skb that does not fit into the one before it to the receive queue: what is read behind it says
 * that it was read. */
static void out_of_order_data_is_queued_when_the_hole_is_filled(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n" ARRIVES("B", "110")
		       DONE ARRIVES("A", "100") "tcp_queue_rcv;\n" DONE ARRIVES(
			       "C", "120") "tcp_queue_rcv;\n" DONE "cpu 0 pid 100\n"
					   "skb/skb_copy_datagram_iovec skbaddr=A len=10\n"
					   "skb/skb_copy_datagram_iovec skbaddr=C len=10\n",
	       FAKE_SHOW_DETAIL,
	       "rx B 1001>2002 PA 110+10 exact x0 delivered: bytes behind it were read\n"
	       "rx A 1001>2002 PA 100+10 exact x0 delivered: skb_copy_datagram_iovec len 10\n"
	       "rx C 1001>2002 PA 120+10 exact x0 delivered: skb_copy_datagram_iovec len 10\n");
}

/* 10.0.0.2:2002 > 10.0.0.1:1001 lives, and SKB stands on the queue at offset QUEUE of it: ten bytes from SEQ on. */
static uint64_t with_queued(struct fake_trace *trace, unsigned queue, uint64_t skb, uint32_t seq)
{
	struct fake_target *fake = fake_trace_target(trace);
	uint64_t sock = fake_net_slab(fake, FAKE_TCP, 8, 4);

	fake_net_sock(fake, sock, 1, 2002, 1001);
	fake_put(fake, skb + SKB_CB, 4, seq);
	fake_put(fake, skb + SKB_CB + 4, 4, seq + 10);
	fake_put(fake, skb + SKB_CB + 12, 1, 0x18);
	fake_put(fake, skb + SKB_USERS, 4, 1);
	fake_net_queue(fake, sock + queue, &skb, 1);
	fake_net_chain(fake, FAKE_EHASH, &sock, 1);
	return sock;
}

/* The free of what was sent and acknowledged is not in the trace: its address lies in the write queue of a connection now,
 * as another one's, or as later data of its own. */
static void an_address_in_another_write_queue(void **state)
{
	static const struct {
		uint64_t sk; /* 0: the living socket */
		unsigned port;
		uint32_t queued_seq;
		const char *end;
	} rows[] = {
		{0, 2002, 100, "unsent: stands in the write queue"},
		{0, 2002, 95, "unsent: stands in the write queue"},
		{0, 2002, 110, "sent: net_dev_xmit rc 0"},
		{0, 2002, 5000, "sent: net_dev_xmit rc 0"},
		{0x7000, 2005, 100, "sent: net_dev_xmit rc 0"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fake_trace *trace = fake_trace_new();
		uint64_t skb = fake_net_slab(fake_trace_target(trace), FAKE_FCLONE, 16, 1);
		uint64_t sock = with_queued(trace, SK_WRITE, skb, rows[i].queued_seq);
		char story[1024], expected[128];

		snprintf(story, sizeof(story),
			 "cpu 0 pid 100\n"
			 "p:__tcp_transmit_skb sk=%#llx skb=%#llx clone_it=1 cb_seq=100 "
			 "cb_end_seq=110 cb_flags=0x18\n"
			 "p:__copy_skb_header new=A old=%#llx\n"
			 "net/net_dev_queue skbaddr=A len=64\n"
			 "net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800\n"
			 "e:net/net_dev_start_xmit skb=A tcp=%u>1001,PA,100,7,10\n"
			 "net/net_dev_xmit skbaddr=A rc=0\n"
			 "p:skb_release_head_state skb=A\n",
			 (unsigned long long)(rows[i].sk ? rows[i].sk : sock),
			 (unsigned long long)skb, (unsigned long long)skb, rows[i].port);
		fake_trace_run(trace, story, true);
		snprintf(expected, sizeof(expected), "tx A gen -1 %u>1001 PA 100+10 exact x1 %s\n",
			 rows[i].port, rows[i].end);
		assert_string_equal(fake_trace_text(trace, FAKE_SHOW_DETAIL), expected);
		fake_trace_free(trace);
	}
}

static void an_address_in_another_receive_queue(void **state)
{
	static const struct {
		unsigned port, len;
		uint32_t queued_seq;
		enum pk_outcome outcome;
	} rows[] = {
		{1001, 10, 100, PK_OUT_QUEUED},	 {1001, 10, 95, PK_OUT_QUEUED},
		{1001, 10, 110, PK_OUT_UNKNOWN}, {1005, 10, 100, PK_OUT_UNKNOWN},
		{1001, 0, 100, PK_OUT_CONSUMED},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fake_trace *trace = fake_trace_new();
		uint64_t skb = fake_net_slab(fake_trace_target(trace), FAKE_SKB, 16, 1);
		char story[512];

		with_queued(trace, SK_RECEIVE, skb, rows[i].queued_seq);
		snprintf(story, sizeof(story),
			 "has p:skb_release_head_state skb\n"
			 "cpu 0 softirq\n"
			 "net/netif_receive_skb skbaddr=%#llx len=50\n"
			 "p:tcp_v4_rcv skb=%#llx tcp=%u>2002,A,100,7,%u\n",
			 (unsigned long long)skb, (unsigned long long)skb, rows[i].port,
			 rows[i].len);
		fake_trace_run(trace, story, true);
		assert_int_equal(fake_trace_set(trace)->packets[0]->outcome, rows[i].outcome);
		fake_trace_free(trace);
	}
}

/* A VLAN's driver has given the packet to the queue of the card below, which is stopped: the VLAN has answered. */
#define GIVEN_BELOW                                                                                \
	"cpu 0 pid 100\n"                                                                          \
	"p:skb_release_head_state skb=Z\n"                                                         \
	"p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "               \
	"cb_flags=0x18\n"                                                                          \
	"p:__copy_skb_header new=A+ old=A\n"                                                       \
	"net/net_dev_queue skbaddr=A+ len=64 name=vlan\n"                                          \
	"net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=vlan\n"                      \
	"e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10\n"                              \
	"net/net_dev_queue skbaddr=A+ len=64 name=eth0\n"                                          \
	"net/net_dev_xmit skbaddr=A+ rc=0 name=vlan\n"

static void a_stacked_device_answers_for_itself(void **state)
{
	(void)state;
	expect(GIVEN_BELOW, FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL | FAKE_SHOW_WAY,
	       "tx A+ gen 0 2002>1001 PA 100+10 exact x0 qdisc-queued <vlan eth0> []: queued, no "
	       "driver took it\n");
	/* Another CPU runs the card's queue, later than TCP would take to repeat it. */
	expect(GIVEN_BELOW "at 300000000\n"
			   "cpu 1 softirq\n"
			   "net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0\n"
			   "e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10\n"
			   "net/net_dev_xmit skbaddr=A+ rc=0 name=eth0\n",
	       FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL | FAKE_SHOW_WAY,
	       "tx A+ gen 0 2002>1001 PA 100+10 exact x1 sent <vlan eth0> [A+:100+10]: "
	       "net_dev_xmit rc 0\n");
}

/* The card below a VLAN is given segments of what the VLAN took whole. */
static void what_is_cut_below_a_stacked_device(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "p:skb_release_head_state skb=Z\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=130 "
	       "cb_flags=0x18\n"
	       "  p:__copy_skb_header new=A+ old=A\n"
	       "  net/net_dev_queue skbaddr=A+ len=84 name=vlan\n"
	       "  net/net_dev_start_xmit skbaddr=A+ len=84 protocol=0x800 name=vlan\n"
	       "  e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,30\n"
	       "  net/net_dev_queue skbaddr=A+ len=84 name=eth0\n"
	       "  __skb_gso_segment {\n"
	       "    p:__copy_skb_header new=C old=A+\n"
	       "    p:__copy_skb_header new=D old=A+\n"
	       "  }\n"
	       "  net/net_dev_start_xmit skbaddr=C len=74 protocol=0x800 name=eth0\n"
	       "  e:net/net_dev_start_xmit skb=C tcp=2002>1001,A,100,7,20\n"
	       "  net/net_dev_xmit skbaddr=C rc=0 name=eth0\n"
	       "  net/net_dev_start_xmit skbaddr=D len=64 protocol=0x800 name=eth0\n"
	       "  e:net/net_dev_start_xmit skb=D tcp=2002>1001,PA,120,7,10\n"
	       "  net/net_dev_xmit skbaddr=D rc=0 name=eth0\n"
	       "  net/net_dev_xmit skbaddr=A+ rc=0 name=vlan\n"
	       "}\n",
	       FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL | FAKE_SHOW_WAY,
	       "tx A+ gen 0 2002>1001 PA 100+30 exact x2 sent <vlan eth0> [C:100+20 D:120+10]: "
	       "net_dev_xmit rc 0\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_late_answer_is_the_senders),
		cmocka_unit_test(a_stacked_device_answers_for_itself),
		cmocka_unit_test(what_is_cut_below_a_stacked_device),
		cmocka_unit_test(two_late_answers),
		cmocka_unit_test(a_late_answer_behind_an_arrival),
		cmocka_unit_test(a_next_life_whose_beginning_is_missing),
		cmocka_unit_test(a_free_behind_the_start_is_a_completion),
		cmocka_unit_test(a_late_answer_without_frees),
		cmocka_unit_test(a_late_answer_without_starts),
		cmocka_unit_test(an_answer_that_never_came),
		cmocka_unit_test(an_answer_for_what_nobody_told_of),
		cmocka_unit_test(a_late_answer_with_a_probe_on_the_way),
		cmocka_unit_test(a_late_answer_with_frames),
		cmocka_unit_test(the_driver_drops),
		cmocka_unit_test(an_original_whose_free_is_missing),
		cmocka_unit_test(a_retransmit_whose_sending_is_missing),
		cmocka_unit_test(a_return_after_the_end),
		cmocka_unit_test(returns_alone),
		cmocka_unit_test(an_original_that_was_cut),
		cmocka_unit_test(an_address_in_another_write_queue),
		cmocka_unit_test(an_address_in_another_receive_queue),
		cmocka_unit_test(out_of_order_data_is_merged_when_the_hole_is_filled),
		cmocka_unit_test(out_of_order_data_is_queued_when_the_hole_is_filled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
