// SPDX-License-Identifier: GPL-3.0-or-later
/* One address, many lives: which packet an event is of, where the event that ended a life comes late, on another CPU, or
 * is not in the trace at all. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

/* Clone A+ of original A is given to eth0's driver on CPU 0; CPU 1 completes it before CPU 0's driver returns. */
#define GIVEN                                                                                                  \
	"cpu 0 pid 100\n"                                                                                      \
	"p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 cb_flags=0x18\n"            \
	"p:__copy_skb_header new=A+ old=A\n"                                                                   \
	"net/net_dev_queue skbaddr=A+ len=64 name=eth0\n"                                                      \
	"net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0\n"                                  \
	"e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10\n"
#define COMPLETED                                                                                              \
	"cpu 1 softirq\n"                                                                                      \
	"skb/consume_skb skbaddr=A+\n"                                                                         \
	"p:skb_release_head_state skb=A+\n"
/* The same address, sent on another device by CPU 1, whose driver keeps it. */
#define LIVES_AGAIN                                                                                            \
	"cpu 1 pid 200\n"                                                                                      \
	"p:__tcp_transmit_skb sk=0x6000 skb=B clone_it=1 cb_seq=500 cb_end_seq=520 cb_flags=0x18\n"            \
	"p:__copy_skb_header new=A+ old=B\n"                                                                   \
	"net/net_dev_queue skbaddr=A+ len=74 name=eth1\n"                                                      \
	"net/net_dev_start_xmit skbaddr=A+ len=74 protocol=0x800 name=eth1\n"                                  \
	"e:net/net_dev_start_xmit skb=A+ tcp=2003>1001,PA,500,7,20\n"
#define ANSWERED                                                                                               \
	"cpu 0 pid 100\n"                                                                                      \
	"net/net_dev_xmit skbaddr=A+ rc=0 name=eth0\n"

static void a_late_answer_is_the_senders(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_packet_set *set = fake_trace_set(trace);

	(void)state;
	fake_trace_run(trace, GIVEN COMPLETED LIVES_AGAIN ANSWERED, true);
	assert_string_equal(fake_trace_text(trace, FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL),
			    "tx A+ gen -1 2002>1001 PA 100+10 exact x1 sent [A+:100+10]: net_dev_xmit rc 0\n"
			    "tx A+ gen 0 2003>1001 PA 500+20 exact x1 driver-queued [A+?:500+20]: the driver has "
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
	       "tx A+ gen -1 2002>1001 PA 100+10 exact x1 acked [A+:100+10]: acknowledged by ack 110\n"
	       "rx A+ gen 0 1001>2002 A 7+0 exact x0 consumed []: pure ACK\n");
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
	       "tx A+ gen -1 2002>1001 PA 100+10 exact x1 sent [A+:100+10]: freed after a driver was given it\n");
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

#define QUEUED(sk, original, seq, end, dev)                                                                    \
	"p:__tcp_transmit_skb sk=" sk " skb=" original " clone_it=1 cb_seq=" seq " cb_end_seq=" end            \
	" cb_flags=0x18\n"                                                                                     \
	"p:__copy_skb_header new=A+ old=" original "\n"                                                        \
	"net/net_dev_queue skbaddr=A+ len=64 name=" dev "\n"

/* No event tells what a driver is given: what this task queued, or a probe on the way to the driver names. */
static void a_late_answer_without_starts(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" QUEUED("0x5000", "A", "100", "110", "eth0")
	       COMPLETED
	       "cpu 1 pid 200\n" QUEUED("0x6000", "B", "500", "520", "eth1")
	       ANSWERED,
	       FAKE_SHOW_DETAIL,
	       "tx A+ gen -1 ? PA 100+10 exact x0 sent: net_dev_xmit rc 0\n"
	       "tx A+ gen 0 ? PA 500+20 exact x0 qdisc-queued: queued, no driver took it\n");
}

static void a_late_answer_with_a_probe_on_the_way(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" QUEUED("0x5000", "A", "100", "110", "eth0")
	       "p:dev_hard_start_xmit skb=A+\n"
	       COMPLETED
	       "cpu 1 pid 200\n" QUEUED("0x6000", "B", "500", "520", "eth1")
	       "p:dev_hard_start_xmit skb=A+\n"
	       ANSWERED,
	       FAKE_SHOW_DETAIL,
	       "tx A+ gen -1 ? PA 100+10 exact x0 sent: net_dev_xmit rc 0\n"
	       "tx A+ gen 0 ? PA 500+20 exact x0 driver-queued: the driver has not answered\n");
}

/* Function graph and standard events: the driver's call shows whose answer it is. */
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
	       "tx A ? exact x0 sent (__tcp_transmit_skb nested)\n"
	       "tx A ? exact x0 qdisc-queued (__tcp_transmit_skb~ nested)\n");
}

/* What the driver itself throws away, it says. */
static void the_driver_drops(void **state)
{
	(void)state;
	expect(GIVEN "skb/kfree_skb skbaddr=A+ location=&veth_xmit reason=4\n"
		     "p:skb_release_head_state skb=A+\n"
		     "net/net_dev_xmit skbaddr=A+ rc=1 name=eth0\n",
	       FAKE_SHOW_DETAIL,
	       "tx A+ gen -1 2002>1001 PA 100+10 exact x1 dropped: no reason recorded at veth_xmit+0x0/0x100\n");
	expect(GIVEN "net/net_dev_xmit skbaddr=A+ rc=1 name=eth0\n", FAKE_SHOW_DETAIL,
	       "tx A+ 2002>1001 PA 100+10 exact x1 dropped: net_dev_xmit: the driver dropped it\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_late_answer_is_the_senders),
		cmocka_unit_test(two_late_answers),
		cmocka_unit_test(a_late_answer_behind_an_arrival),
		cmocka_unit_test(a_free_behind_the_start_is_a_completion),
		cmocka_unit_test(a_late_answer_without_frees),
		cmocka_unit_test(a_late_answer_without_starts),
		cmocka_unit_test(a_late_answer_with_a_probe_on_the_way),
		cmocka_unit_test(a_late_answer_with_frames),
		cmocka_unit_test(the_driver_drops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
