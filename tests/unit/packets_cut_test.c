// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets that are cut or copied on their way, out of traces that are told line by line (fake_trace.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

#define CUT                                                                                        \
	"    __skb_gso_segment {\n"                                                                \
	"      p:__copy_skb_header new=B old=A\n"                                                  \
	"      p:__copy_skb_header new=C old=A\n"                                                  \
	"    }\n"
#define LET_GO                                                                                     \
	"    skb/kfree_skb skbaddr=A location=&nf_hook_slow reason=2\n"                            \
	"    p:skb_release_head_state skb=A\n"
#define SENT(skb, header)                                                                          \
	"net/net_dev_queue skbaddr=" skb " len=64 name=veth0\n"                                    \
	"net/net_dev_start_xmit skbaddr=" skb " len=64 protocol=0x800 name=veth0\n"                \
	"e:net/net_dev_start_xmit skb=" skb " tcp=" header "\n"                                    \
	"net/net_dev_xmit skbaddr=" skb " rc=0 name=veth0\n"
#define COMES_IN                                                                                   \
	"has p:skb_release_head_state skb\n"                                                       \
	"cpu 0 softirq\n"                                                                          \
	"netif_receive_skb {\n"                                                                    \
	"  net/netif_receive_skb skbaddr=A len=70 name=eth0\n"                                     \
	"  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,30\n"

/* nft's queue takes segments, and lets the whole go by kfree_skb: it was not dropped. A program lets them out later. */
static void sent_through_a_queue(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=O clone_it=1 cb_seq=100 cb_end_seq=130 "
	       "cb_flags=0x18\n"
	       "  p:__copy_skb_header new=A old=O\n"
	       "  nf_hook_slow {\n" CUT LET_GO "  }\n}\n"
	       "cpu 1 pid 200\n" SENT("B", "2002>1001,A,100,7,20")
		       SENT("C", "2002>1001,PA,120,7,10"),
	       FAKE_SHOW_FRAMES,
	       "tx A gen -1 2002>1001 PA 100+30 exact x2 sent [B:100+20 C:120+10]\n");
}

/* Its segments' ends are its own. */
static void received_through_a_queue(void **state)
{
	(void)state;
	expect(COMES_IN "  nf_hook_slow {\n" CUT LET_GO "  }\n}\n"
			"cpu 1 pid 200\n"
			"tcp_v4_rcv {\n"
			"  p:tcp_v4_rcv skb=B tcp=1001>2002,A,100,7,20\n"
			"}\n"
			"tcp_v4_rcv {\n"
			"  p:tcp_v4_rcv skb=C tcp=1001>2002,PA,120,7,10\n"
			"}\n"
			"cpu 1 pid 300\n"
			"skb/skb_copy_datagram_iovec skbaddr=B len=20\n"
			"skb/skb_copy_datagram_iovec skbaddr=C len=10\n",
	       0, "rx A gen -1 1001>2002 PA 100+30 exact x0 delivered\n");
}

/* A router's: it came in as one, and went out as two. */
static void forwarded_through_a_queue(void **state)
{
	(void)state;
	expect(COMES_IN "  nf_hook_slow {\n" CUT LET_GO "  }\n}\n"
			"cpu 1 pid 200\n" SENT("B", "1001>2002,A,100,7,20")
				SENT("C", "1001>2002,PA,120,7,10"),
	       FAKE_SHOW_FRAMES | FAKE_SHOW_WAY,
	       "rx A gen -1 1001>2002 PA 100+30 exact x0 forwarded <eth0> []\n"
	       "tx B gen 0 1001>2002 A 100+20 exact x1 sent <eth0 veth0> [B:100+20]\n"
	       "tx C gen 0 1001>2002 PA 120+10 exact x1 sent <eth0 veth0> [C:120+10]\n");
}

/* Without calls nothing tells what was cut: the whole has no end, and was not dropped. */
static void through_a_queue_without_calls(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "net/netif_receive_skb skbaddr=A len=70 name=eth0\n"
	       "e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,30\n"
	       "skb/kfree_skb skbaddr=A location=&nfqnl_enqueue_packet reason=2\n"
	       "p:skb_release_head_state skb=A\n"
	       "tcp_v4_rcv {\n"
	       "  p:tcp_v4_rcv skb=B tcp=1001>2002,A,100,7,20\n"
	       "}\n",
	       0,
	       "rx A gen -1 1001>2002 PA 100+30 exact x0 unknown\n"
	       "rx B gen 0 1001>2002 A 100+20 exact x0 unknown\n");
}

/* The same kfree_skb of what was not cut is a drop, and so is that of a segment. */
static void dropped_by_a_queue(void **state)
{
	(void)state;
	expect(COMES_IN "  nf_hook_slow {\n" LET_GO "  }\n}\n", 0,
	       "rx A gen -1 1001>2002 PA 100+30 exact x0 dropped\n");
	expect(COMES_IN "  nf_hook_slow {\n" CUT
			"    skb/kfree_skb skbaddr=B location=&nf_hook_slow reason=9\n"
			"    p:skb_release_head_state skb=B\n"
			"    skb/kfree_skb skbaddr=C location=&nf_hook_slow reason=9\n"
			"    p:skb_release_head_state skb=C\n" LET_GO "  }\n}\n",
	       0, "rx A gen -1 1001>2002 PA 100+30 exact x0 dropped\n");
}

/* tc's mirror: the answer is to the one, and the copy was sent. */
static void a_mirrors_copy_is_not_acknowledged(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=O clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "  p:__copy_skb_header new=A old=O\n"
	       "  e:ip_finish_output2 skb=A tcp=2002>1001,PA,100,7,10\n"
	       "  p:__copy_skb_header new=B old=A\n"
	       "  net/net_dev_queue skbaddr=B len=64 name=copy0\n"
	       "  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800 name=copy0\n"
	       "  e:net/net_dev_start_xmit skb=B tcp=2002>1001,PA,100,7,10\n"
	       "  net/net_dev_xmit skbaddr=B rc=0 name=copy0\n" SENT(
		       "A",
		       "2002>1001,PA,100,7,10") "}\n"
						"cpu 0 softirq\n"
						"netif_receive_skb {\n"
						"  net/netif_receive_skb skbaddr=D len=40 "
						"name=veth0\n"
						"  tcp_v4_rcv {\n"
						"    p:tcp_v4_rcv skb=D tcp=1001>2002,A,7,110,0\n"
						"  }\n"
						"}\n",
	       0,
	       "tx A gen 0 2002>1001 PA 100+10 exact x1 acked\n"
	       "tx B gen 0 2002>1001 PA 100+10 exact x1 sent\n"
	       "rx D gen 0 1001>2002 A 7+0 exact x0 consumed\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sent_through_a_queue),
		cmocka_unit_test(received_through_a_queue),
		cmocka_unit_test(forwarded_through_a_queue),
		cmocka_unit_test(through_a_queue_without_calls),
		cmocka_unit_test(dropped_by_a_queue),
		cmocka_unit_test(a_mirrors_copy_is_not_acknowledged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
