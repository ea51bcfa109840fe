// SPDX-License-Identifier: GPL-3.0-or-later
/* Received packets out of traces that are told line by line (fake_trace.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

/* One packet, alone, from the driver to its reader; every hook armed. */
static void from_the_wire_to_the_reader(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "net_rx_action {\n"
	       "  napi_gro_receive {\n"
	       "    net/napi_gro_receive_entry skbaddr=A len=50 name=eth0\n"
	       "    tcp4_gro_receive {\n"
	       "      p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10\n"
	       "    }\n"
	       "  }\n"
	       "  netif_receive_skb {\n"
	       "    net/netif_receive_skb skbaddr=A len=50\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        p:tcp_v4_rcv skb=A\n"
	       "      }\n"
	       "    }\n"
	       "  }\n"
	       "}\n"
	       "cpu 1 pid 100\n"
	       "tcp_recvmsg {\n"
	       "  skb_copy_datagram_iter {\n"
	       "    skb/skb_copy_datagram_iovec skbaddr=A len=10\n"
	       "  }\n"
	       "  p:skb_release_head_state skb=A\n"
	       "}\n",
	       FAKE_SHOW_PIECES | FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL,
	       "rx A gen -1 1001>2002 PA 100+10 exact x1 delivered (napi_gro_receive "
	       "exact) (netif_receive_skb exact) (skb_copy_datagram_iter exact) "
	       "[A:100+10]: skb_copy_datagram_iovec len 10\n");
}

/* Three frames of the wire, one skb above GRO: frames in order, flags together, data summed. */
static void gro_merges_three_frames(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "  p:tcp4_gro_receive skb=A tcp=1001>2002,A,100,7,10\n"
	       "}\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=B len=60\n"
	       "  p:tcp4_gro_receive skb=B tcp=1001>2002,PA,110,7,20\n"
	       "  skb_gro_receive {\n"
	       "    p:skb_gro_receive p=A skb=B\n"
	       "  }\n"
	       "}\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=C len=45\n"
	       "  p:tcp4_gro_receive skb=C tcp=1001>2002,A,130,7,5\n"
	       "  skb_gro_receive {\n"
	       "    p:skb_gro_receive p=A skb=C\n"
	       "  }\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=75\n"
	       "  tcp_v4_rcv;\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "rx A gen 0 1001>2002 PA 100+35 exact x3 unknown {gro-merged B "
	       "exact} {gro-merged C exact} [A:100+10 B:110+20 C:130+5]\n");
}

/* Its first frame came in before the first event. What it is says what is told of it itself; a later frame's numbers are
 * not its own. */
static void merged_into_what_came_before(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=B len=60\n"
	       "  p:tcp4_gro_receive skb=B tcp=1001>2002,PA,110,7,20\n"
	       "  p:skb_gro_receive p=A skb=B\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=75\n"
	       "  tcp_v4_rcv;\n"
	       "}\n",
	       FAKE_SHOW_SEGS | FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "rx A gen 0 1001>2002 exact x1 of 0 unknown {gro-merged B exact} [B:110+20]\n");
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=B len=60\n"
	       "  p:tcp4_gro_receive skb=B tcp=1001>2002,PA,110,7,20\n"
	       "  p:skb_gro_receive p=A skb=B\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=75\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,30\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_SEGS | FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "rx A gen 0 1001>2002 PA 100+30 exact x1 of 0 unknown {gro-merged B exact} "
	       "[B:110+20]\n");
}

/* GRO's probe looked where the header was not yet: what lay there is another connection's, or of other bytes. */
static void a_header_that_was_not_there(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "  p:tcp4_gro_receive skb=A tcp=5001>2002,A,100,7,10\n"
	       "}\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=B len=60\n"
	       "  p:tcp4_gro_receive skb=B tcp=1001>2002,PA,9110,7,20\n"
	       "  p:skb_gro_receive p=A skb=B\n"
	       "}\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=C len=45\n"
	       "  p:tcp4_gro_receive skb=C tcp=1001>2002,A,130,7,5\n"
	       "  p:skb_gro_receive p=A skb=C\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,35\n"
	       "  tcp_v4_rcv;\n"
	       "}\n",
	       FAKE_SHOW_FRAMES, "rx A gen 0 1001>2002 PA 100+35 exact x3 unknown [A B C:130+5]\n");
}

/* No probe on the merge: into the skb that GRO kept last, as a guess; the frames still count. */
static void gro_without_merge_probe(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "  tcp4_gro_receive;\n"
	       "}\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=B len=60\n"
	       "  tcp4_gro_receive {\n"
	       "    skb_gro_receive;\n"
	       "  }\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=75\n"
	       "  tcp_v4_rcv;\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "rx A gen 0 ? exact x2 unknown {gro-merged B guess} [A B]\n");
}

/* Two connections and no probe: the n-th skb of the pass is the n-th that TCP gets. What
 * tcp_probe says inside the frame shows who is who. */
static void a_pass_joins_by_order(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "__netif_receive_skb_list_core {\n"
	       "  __netif_receive_skb_core {\n"
	       "    net/netif_receive_skb skbaddr=A len=50\n"
	       "  }\n"
	       "  __netif_receive_skb_core {\n"
	       "    net/netif_receive_skb skbaddr=B len=60\n"
	       "  }\n"
	       "  __netif_receive_skb_core {\n"
	       "    net/netif_receive_skb skbaddr=C len=70\n"
	       "  }\n"
	       "  ip_list_rcv {\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        tcp/tcp_probe family=2 saddr=2 daddr=1 sport=2002 dport=1001 data_len=10\n"
	       "      }\n"
	       "    }\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        tcp/tcp_probe family=2 saddr=2 daddr=3 sport=2002 dport=3003 data_len=20\n"
	       "      }\n"
	       "    }\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        tcp/tcp_probe family=2 saddr=2 daddr=4 sport=2002 dport=4004 data_len=30\n"
	       "      }\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES,
	       "rx A 1001>2002+10 nested x0 unknown (__netif_receive_skb_core exact) "
	       "(ip_local_deliver nested)\n"
	       "rx B 3003>2002+20 nested x0 unknown (__netif_receive_skb_core exact) "
	       "(ip_local_deliver nested)\n"
	       "rx C 4004>2002+30 nested x0 unknown (__netif_receive_skb_core exact) "
	       "(ip_local_deliver nested)\n");
}

/* Without static calls the tracepoint's own function is recorded around the event (arm64). What IP drops has its frames all
 * the same, another function between the two has not. */
static void a_tracepoints_own_call_is_no_others(void **state)
{
	(void)state;
#define DROPPED(between)                                                                           \
	"cpu 0 softirq\n"                                                                          \
	"__netif_receive_skb_core {\n"                                                             \
	"  " between " {\n"                                                                        \
	"    net/netif_receive_skb skbaddr=A len=50\n"                                             \
	"    e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,1,10\n"                            \
	"  }\n"                                                                                    \
	"  ip_rcv {\n"                                                                             \
	"    skb/kfree_skb skbaddr=A location=&ip_rcv\n"                                           \
	"    p:skb_release_head_state skb=A\n"                                                     \
	"  }\n"                                                                                    \
	"}\n"
	expect(DROPPED("__traceiter_netif_receive_skb"), FAKE_SHOW_PIECES,
	       "rx A gen -1 1001>2002 PA 100+10 exact x0 dropped (__netif_receive_skb_core "
	       "exact)\n");
	expect(DROPPED("anothers_call"), FAKE_SHOW_PIECES,
	       "rx A gen -1 1001>2002 PA 100+10 exact x0 dropped (event exact)\n");
#undef DROPPED
}

/* The probe overrules the order: the skbs reach TCP as C, A, B. */
static void a_probe_makes_the_pass_exact(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "__netif_receive_skb_list_core {\n"
	       "  __netif_receive_skb_core {\n"
	       "    net/netif_receive_skb skbaddr=A len=50\n"
	       "  }\n"
	       "  __netif_receive_skb_core {\n"
	       "    net/netif_receive_skb skbaddr=B len=60\n"
	       "  }\n"
	       "  __netif_receive_skb_core {\n"
	       "    net/netif_receive_skb skbaddr=C len=70\n"
	       "  }\n"
	       "  ip_list_rcv {\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        p:tcp_v4_rcv skb=C tcp=4004>2002,PA,300,1,30\n"
	       "      }\n"
	       "    }\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,1,10\n"
	       "      }\n"
	       "    }\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        p:tcp_v4_rcv skb=B tcp=3003>2002,PA,200,1,20\n"
	       "      }\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES,
	       "rx A 1001>2002 PA 100+10 exact x0 unknown (__netif_receive_skb_core "
	       "exact) (ip_local_deliver exact)\n"
	       "rx B 3003>2002 PA 200+20 exact x0 unknown (__netif_receive_skb_core "
	       "exact) (ip_local_deliver exact)\n"
	       "rx C 4004>2002 PA 300+30 exact x0 unknown (__netif_receive_skb_core "
	       "exact) (ip_local_deliver exact)\n");
}

/* B is a datagram: it is no packet of ours, and C is not taken for it. */
static void udp_takes_its_place_in_the_pass(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "__netif_receive_skb_list_core {\n"
	       "  __netif_receive_skb_core {\n"
	       "    net/netif_receive_skb skbaddr=A len=50\n"
	       "  }\n"
	       "  __netif_receive_skb_core {\n"
	       "    net/netif_receive_skb skbaddr=B len=60\n"
	       "  }\n"
	       "  __netif_receive_skb_core {\n"
	       "    net/netif_receive_skb skbaddr=C len=70\n"
	       "  }\n"
	       "  ip_list_rcv {\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        tcp/tcp_probe family=2 saddr=2 daddr=1 sport=2002 dport=1001 data_len=10\n"
	       "      }\n"
	       "    }\n"
	       "    ip_local_deliver {\n"
	       "      udp_rcv;\n"
	       "    }\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        tcp/tcp_probe family=2 saddr=2 daddr=4 sport=2002 dport=4004 data_len=30\n"
	       "      }\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES,
	       "rx A 1001>2002+10 nested x0 unknown (__netif_receive_skb_core exact) "
	       "(ip_local_deliver nested)\n"
	       "rx C 4004>2002+30 nested x0 unknown (__netif_receive_skb_core exact) "
	       "(ip_local_deliver nested)\n");
}

/* An eprobe that is not filtered reads a datagram, with ports where TCP has them. */
static void udp_headers_are_never_tcp(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  e:net/netif_receive_skb skb=A udp=1001>2002\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  ip_local_deliver {\n"
	       "    udp_rcv;\n"
	       "  }\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  e:net/netif_receive_skb skb=B tcp=1001>2002,PA,100,7,10\n"
	       "  net/netif_receive_skb skbaddr=B len=50\n"
	       "  ip_local_deliver {\n"
	       "    tcp_v4_rcv;\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES,
	       "rx B 1001>2002 PA 100+10 exact x0 unknown (netif_receive_skb exact)\n");
}

/* 5.10: the probe comes before its function's frame. An interrupt comes between, with a packet of
 * its own. */
static void a_probe_before_its_frame(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  ip_local_deliver {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "cpu 0 hardirq\n"
	       "    handle_irq_event {\n"
	       "    }\n"
	       "cpu 0 softirq\n"
	       "    tcp_v4_rcv {\n"
	       "    }\n"
	       "  }\n"
	       "}\n"
	       "cpu 0 softirq\n"
	       "process_backlog {\n"
	       "  p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10\n"
	       "cpu 0 hardirq\n"
	       "  handle_irq_event {\n"
	       "    p:tcp_v4_rcv skb=C tcp=3003>2002,PA,200,7,10\n"
	       "    tcp_v4_rcv {\n"
	       "    }\n"
	       "  }\n"
	       "cpu 0 softirq\n"
	       "  tcp_v4_rcv {\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES,
	       "rx A 1001>2002 PA 100+10 exact x0 unknown (netif_receive_skb exact)\n"
	       "rx B 1001>2002 PA 110+10 exact x0 unknown (event exact) (tcp_v4_rcv "
	       "exact)\n"
	       "rx C 3003>2002 PA 200+10 exact x0 unknown (event exact) (tcp_v4_rcv "
	       "exact)\n");
}

/* The frame of the probe was never recorded; once its caller is left, another call's frame is not
 * it. */
static void an_old_probe_does_not_bind_a_later_frame(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "process_backlog {\n"
	       "  p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "}\n"
	       "process_backlog {\n"
	       "  tcp_v4_rcv {\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES, "rx A 1001>2002 PA 100+10 exact x0 unknown (event exact)\n");
}

/* One address, three lives: what memory holds now is 0. */
static void generations_count_from_the_end(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10\n"
	       "net/netif_receive_skb skbaddr=A len=50\n"
	       "cpu 1 pid 100\n"
	       "p:skb_release_head_state skb=A\n"
	       "cpu 0 softirq\n"
	       "net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "p:tcp4_gro_receive skb=A tcp=3003>2002,PA,200,7,10\n"
	       "net/netif_receive_skb skbaddr=A len=50\n"
	       "cpu 1 pid 100\n"
	       "p:skb_release_head_state skb=A\n"
	       "cpu 0 softirq\n"
	       "net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "p:tcp4_gro_receive skb=A tcp=1001>2002,PA,110,7,10\n"
	       "net/netif_receive_skb skbaddr=A len=50\n",
	       0,
	       "rx A gen -2 1001>2002 PA 100+10 exact x1 unknown\n"
	       "rx A gen -1 3003>2002 PA 200+10 exact x1 unknown\n"
	       "rx A gen 0 1001>2002 PA 110+10 exact x1 unknown\n");
}

/* 7.2 passes deferred frees twice. */
static void freed_twice_ends_once(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10\n"
	       "net/netif_receive_skb skbaddr=A len=50\n"
	       "cpu 1 pid 100\n"
	       "p:skb_release_head_state skb=A\n"
	       "cpu 0 softirq\n"
	       "cpu 1 pid 100\n"
	       "p:skb_release_head_state skb=A\n"
	       "cpu 0 softirq\n"
	       "net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "p:tcp4_gro_receive skb=A tcp=3003>2002,PA,200,7,10\n"
	       "net/netif_receive_skb skbaddr=A len=50\n",
	       0,
	       "rx A gen -1 1001>2002 PA 100+10 exact x1 unknown\n"
	       "rx A gen 0 3003>2002 PA 200+10 exact x1 unknown\n");
}

/* Standard tracepoints only: a frame at an address that is in use begins a new packet; its
 * generation is not known. */
static void reuse_without_frees(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv;\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/napi_gro_receive_entry skbaddr=A len=60\n"
	       "  net/netif_receive_skb skbaddr=A len=60\n"
	       "  tcp_v4_rcv;\n"
	       "}\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=100\n"
	       "  net/net_dev_start_xmit skbaddr=A len=100 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A rc=0\n"
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=200\n"
	       "  net/net_dev_start_xmit skbaddr=A len=200 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A rc=0\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "rx A ? exact x1 unknown [A]\n"
	       "rx A ? exact x1 unknown [A]\n"
	       "tx A ? nested x1 sent [A]\n"
	       "tx A ? nested x1 sent [A]\n");
}

/* A packet that comes in under another one's frame: the reset is its answer, not the outer one's. */
static void an_interrupt_inside_is_not_the_packets(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "cpu 0 pid 100 softirq\n"
	       "    netif_receive_skb {\n"
	       "      net/netif_receive_skb skbaddr=B len=50\n"
	       "      tcp_v4_rcv {\n"
	       "        p:tcp_v4_rcv skb=B tcp=3003>2002,S,200,0,0\n"
	       "        tcp/tcp_send_reset skbaddr=B\n"
	       "        skb/kfree_skb skbaddr=B location=&tcp_v4_rcv\n"
	       "      }\n"
	       "    }\n"
	       "cpu 0 pid 100\n"
	       "    skb/kfree_skb skbaddr=A location=&tcp_drop\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES | FAKE_SHOW_DETAIL,
	       "rx A gen 0 1001>2002 PA 100+10 exact x0 dropped (netif_receive_skb "
	       "exact): no reason recorded at tcp_drop+0x0/0x100\n"
	       "rx B gen 0 3003>2002 S 200+0 exact x0 dropped (netif_receive_skb exact):"
	       " no reason recorded at tcp_v4_rcv+0x0/0x100, answered with RST\n");
}

/* After a gap nothing that was open still is: the reset is not known to be this packet's answer, what is freed may be
 * another one, and the packet says that it lacks something. */
static void lost_events_close_frames(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "    lost 7\n"
	       "    tcp/tcp_send_reset skbaddr=B\n"
	       "    skb/kfree_skb skbaddr=A location=&tcp_drop\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES | FAKE_SHOW_DETAIL,
	       "rx A 1001>2002 PA 100+10 exact x0 lossy unknown (netif_receive_skb"
	       " exact): no reader, queue or free of it was recorded\n");
}

/* Answered with a reset inside its own frame, then kfree_skb. The graph tracer has put
 * return_to_handler in place of the caller: the function is the innermost that is not of freeing. */
static void a_refused_syn_is_dropped(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=40\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,0\n"
	       "    tcp/tcp_send_reset skbaddr=A\n"
	       "    kfree_skb_reason {\n"
	       "      skb/kfree_skb skbaddr=A location=&return_to_handler\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "rx A gen 0 1001>2002 S 100+0 exact x0 dropped: no reason recorded at "
	       "tcp_v4_rcv+0x0/0x100, answered with RST\n");
}

/* 5.10 has the event only where there is a socket: the function's frame says the same. */
static void a_syn_is_refused_by_a_frame_alone(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=40\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,0\n"
	       "    tcp_v4_send_reset;\n"
	       "    skb/kfree_skb skbaddr=A location=&tcp_v4_rcv\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "rx A gen 0 1001>2002 S 100+0 exact x0 dropped: no reason recorded at "
	       "tcp_v4_rcv+0x0/0x100, "
	       "answered with RST\n");
}

/* kfree_skb in the process that closes, outside the packet's frames. */
static void a_fin_purged_at_close_is_consumed(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=40\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,FA,100,7,0\n"
	       "  }\n"
	       "}\n"
	       "cpu 1 pid 100\n"
	       "tcp_close {\n"
	       "  skb/kfree_skb skbaddr=A\n"
	       "  p:skb_release_head_state skb=A\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "rx A gen -1 1001>2002 FA 100+0 exact x0 consumed: FIN, purged at close\n");
}

/* A FIN that TIME_WAIT takes is freed by kfree_skb too. */
static void time_wait_consumes(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=40\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,FA,100,7,0\n"
	       "    tcp_timewait_state_process {\n"
	       "      p:tcp_timewait_state_process tw=0x5000 skb=A\n"
	       "    }\n"
	       "    skb/kfree_skb skbaddr=A\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "rx A gen 0 1001>2002 FA 100+0 exact x0 consumed: taken by TIME_WAIT\n");
}

/* Another protocol's skb at the address of a freed one has no birth that is traced, but is copied too. */
static void a_copy_from_a_freed_address_is_anothers(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "    tcp_try_coalesce;\n"
	       "    kfree_skb_partial {\n"
	       "      p:skb_release_head_state skb=A\n"
	       "    }\n"
	       "  }\n"
	       "}\n"
	       "cpu 0 pid 20\n"
	       "skb/skb_copy_datagram_iovec skbaddr=A len=392\n",
	       FAKE_SHOW_DETAIL,
	       "rx A gen -1 1001>2002 PA 100+10 exact x0 merged: into the skb before it in the "
	       "receive queue\n");
}

/* The second went into the first in the receive queue; the first was read. */
static void coalesced_data_shares_the_tails_fate(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "  }\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=B len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10\n"
	       "    tcp_try_coalesce;\n"
	       "    kfree_skb_partial {\n"
	       "      p:skb_release_head_state skb=B\n"
	       "    }\n"
	       "  }\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=C len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=C tcp=3003>2002,PA,500,7,10\n"
	       "  }\n"
	       "}\n"
	       "cpu 1 pid 100\n"
	       "skb_copy_datagram_iter {\n"
	       "  skb/skb_copy_datagram_iovec skbaddr=A len=20\n"
	       "}\n"
	       "p:skb_release_head_state skb=A\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_DETAIL,
	       "rx A gen -1 1001>2002 PA 100+10 exact x0 delivered: "
	       "skb_copy_datagram_iovec len 20\n"
	       "rx B gen -1 1001>2002 PA 110+10 exact x0 delivered {coalesced-into A "
	       "derived}: through the skb that it was coalesced into\n"
	       "rx C gen 0 3003>2002 PA 500+10 exact x0 unknown: no reader, queue or "
	       "free of it was recorded\n");
}

/* What is merged has no skb to take others in; what took it in was before the trace. */
static void a_merged_skb_takes_nothing_in(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "    tcp_try_coalesce;\n"
	       "    kfree_skb_partial {\n"
	       "      p:skb_release_head_state skb=A\n"
	       "    }\n"
	       "  }\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=B len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10\n"
	       "    tcp_try_coalesce;\n"
	       "    kfree_skb_partial {\n"
	       "      p:skb_release_head_state skb=B\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_DETAIL,
	       "rx A gen -1 1001>2002 PA 100+10 exact x0 merged: into the skb before it in the "
	       "receive queue\n"
	       "rx B gen -1 1001>2002 PA 110+10 exact x0 merged: into the skb before it in the "
	       "receive queue\n");
}

/* Lost events may say that A's own bytes went into another skb. */
static void what_became_of_the_tail_is_lost(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "lost 7\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=B len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,110,7,10\n"
	       "    tcp_try_coalesce;\n"
	       "    kfree_skb_partial {\n"
	       "      p:skb_release_head_state skb=B\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_DETAIL,
	       "rx A 1001>2002 PA 100+10 exact x0 lossy unknown: no reader, queue or free of it "
	       "was "
	       "recorded\n"
	       "rx B gen -1 1001>2002 PA 110+10 exact x0 merged: into the skb before it in the "
	       "receive queue\n");
}

/* Backlog coalescing: the pure ACK's skb holds the data behind it, and is what is read. */
static void a_pure_ack_in_the_backlog_takes_data(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=40\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,A,100,7,0\n"
	       "    tcp_add_backlog;\n"
	       "  }\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=B len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=B tcp=1001>2002,PA,100,7,10\n"
	       "    tcp_add_backlog {\n"
	       "      kfree_skb_partial {\n"
	       "        p:skb_release_head_state skb=B\n"
	       "      }\n"
	       "    }\n"
	       "  }\n"
	       "}\n"
	       "cpu 1 pid 100\n"
	       "__release_sock {\n"
	       "  tcp_v4_do_rcv {\n"
	       "    p:tcp_v4_do_rcv sk=0x5000 skb=A\n"
	       "  }\n"
	       "}\n"
	       "skb_copy_datagram_iter {\n"
	       "  skb/skb_copy_datagram_iovec skbaddr=A len=10\n"
	       "}\n"
	       "p:skb_release_head_state skb=A\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_PIECES | FAKE_SHOW_DETAIL,
	       "rx A gen -1 1001>2002 A 100+0 exact x0 consumed (netif_receive_skb "
	       "exact) (tcp_v4_do_rcv exact) (skb_copy_datagram_iter exact): pure ACK\n"
	       "rx B gen -1 1001>2002 PA 100+10 exact x0 delivered {coalesced-into A "
	       "derived} (netif_receive_skb exact): through the skb that it was "
	       "coalesced into\n");
}

/* A merge that was not traced: the frame below GRO does not count on its own. */
static void below_gro_only_is_no_packet(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "  p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10\n"
	       "}\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=B len=50\n"
	       "  p:tcp4_gro_receive skb=B tcp=1001>2002,PA,110,7,10\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=60\n"
	       "  tcp_v4_rcv;\n"
	       "}\n",
	       FAKE_SHOW_FRAMES, "rx A 1001>2002 PA 100+10 exact x1 unknown [A:100+10]\n");
}

/* The payload length of an IPv6 header does not count the header itself. */
static void ipv6_and_its_length(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  e:net/netif_receive_skb skb=A tcp6=1001>2002,PA,100,7,10\n"
	       "  net/netif_receive_skb skbaddr=A len=70\n"
	       "  tcp_v6_rcv;\n"
	       "}\n",
	       0, "rx A v6 1001>2002 PA 100+10 exact x0 unknown\n");
}

/* Freed last of all: memory holds none of these lives. */
static void all_generations_ended(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10\n"
	       "net/netif_receive_skb skbaddr=A len=50\n"
	       "cpu 1 pid 100\n"
	       "p:skb_release_head_state skb=A\n"
	       "cpu 0 softirq\n"
	       "net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "p:tcp4_gro_receive skb=A tcp=3003>2002,PA,200,7,10\n"
	       "net/netif_receive_skb skbaddr=A len=50\n"
	       "cpu 1 pid 100\n"
	       "p:skb_release_head_state skb=A\n"
	       "cpu 0 softirq\n",
	       0,
	       "rx A gen -2 1001>2002 PA 100+10 exact x1 unknown\n"
	       "rx A gen -1 3003>2002 PA 200+10 exact x1 unknown\n");
}

/* The same, but the events were lost on the other CPU. */
static void a_gap_on_another_cpu_closes_nothing(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "cpu 1 pid 100\n"
	       "    lost 7\n"
	       "    tcp_recvmsg;\n"
	       "cpu 0 softirq\n"
	       "    tcp/tcp_send_reset skbaddr=B\n"
	       "    skb/kfree_skb skbaddr=A location=&tcp_drop\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES | FAKE_SHOW_DETAIL,
	       "rx A gen 0 1001>2002 PA 100+10 exact x0 dropped (netif_receive_skb "
	       "exact): no reason recorded at tcp_drop+0x0/0x100, answered with RST\n");
}

/* The same kfree_skb of the same SYN without the reset is no drop. */
static void a_refused_syn_needs_its_reset(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=40\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,S,100,0,0\n"
	       "    skb/kfree_skb skbaddr=A location=&tcp_v4_rcv\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL, "rx A gen 0 1001>2002 S 100+0 exact x0 consumed: handshake\n");
}

/* The same kfree_skb of data that nobody read. */
static void unread_data_freed_is_dropped(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "    skb/kfree_skb skbaddr=A location=&tcp_drop\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "rx A gen 0 1001>2002 PA 100+10 exact x0 dropped: no reason recorded at "
	       "tcp_drop+0x0/0x100\n");
}

/* ihl is not 5: the words lie elsewhere, so nobody knows whose packet it is. */
static void options_in_the_ip_header(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10 ip_vhl=0x46\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv;\n"
	       "}\n",
	       0, "rx A ? exact x0 unknown\n");
}

/* All words are zero. */
static void a_fetch_that_faulted(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  e:net/netif_receive_skb skb=A tcp=0>0,,0,0,0 ip_vhl=0 ip_len=0 ip_p=0 ip_src=0 "
	       "ip_dst=0 th_off_flags=0\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv;\n"
	       "}\n",
	       0, "rx A ? exact x0 unknown\n");
}

/* Its event comes when the function is over. */
static void a_return_probe_binds_no_frame(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "process_backlog {\n"
	       "  r:tcp_v4_rcv skb=A\n"
	       "}\n"
	       "process_backlog {\n"
	       "  tcp_v4_rcv {\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES, "rx A ? exact x0 unknown\n");
}

/* One skb, two packets: each knows the other, and the header that only one half's probe read. */
static void loopback_comes_in_as_what_was_sent(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=66 name=lo\n"
	       "  net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800 name=lo\n"
	       "  net/netif_rx skbaddr=A len=52\n"
	       "  net/net_dev_xmit skbaddr=A rc=0 name=lo\n"
	       "cpu 0 pid 100 softirq\n"
	       "  process_backlog {\n"
	       "    __netif_receive_skb {\n"
	       "      e:net/netif_receive_skb skb=A tcp=1001>1002,PA,100,7,10\n"
	       "      net/netif_receive_skb skbaddr=A len=52\n"
	       "      tcp_v4_rcv;\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_PIECES,
	       "tx A 1001>1002 PA 100+10 derived x1 looped {loopback-same A exact} "
	       "(__tcp_transmit_skb nested)\n"
	       "rx A 1001>1002 PA 100+10 exact x0 unknown {loopback-same A exact} "
	       "(__netif_receive_skb exact)\n");
}

/* Its free was not recorded: the next beginning at the address ends it. */
static void a_life_whose_end_was_not_seen(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "p:tcp4_gro_receive skb=A tcp=1001>2002,PA,100,7,10\n"
	       "net/netif_receive_skb skbaddr=A len=50\n"
	       "net/napi_gro_receive_entry skbaddr=A len=50\n"
	       "p:tcp4_gro_receive skb=A tcp=3003>2002,PA,200,7,10\n"
	       "net/netif_receive_skb skbaddr=A len=50\n",
	       0,
	       "rx A gen -1 1001>2002 PA 100+10 exact x1 unknown\n"
	       "rx A gen 0 3003>2002 PA 200+10 exact x1 unknown\n");
}

/* The softirq inside names no skb: its reset is nobody's that we know, least of all the
 * interrupted packet's. */
static void an_unknown_packet_inside_is_not_the_outer_one(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "cpu 0 pid 100 softirq\n"
	       "    process_backlog {\n"
	       "      tcp/tcp_send_reset skbaddr=B\n"
	       "    }\n"
	       "cpu 0 pid 100\n"
	       "    skb/kfree_skb skbaddr=A location=&tcp_drop\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "rx A gen 0 1001>2002 PA 100+10 exact x0 dropped: no reason recorded at "
	       "tcp_drop+0x0/0x100\n");
}

/* The frame was over when events were lost, and the reader came after: the packet may lack
 * something. */
static void events_lost_between_two_spans(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "  }\n"
	       "}\n"
	       "lost ?\n"
	       "ip_rcv;\n"
	       "cpu 0 pid 100\n"
	       "skb_copy_datagram_iter {\n"
	       "  skb/skb_copy_datagram_iovec skbaddr=A len=10\n"
	       "}\n",
	       0, "rx A 1001>2002 PA 100+10 exact x0 lossy unknown\n");
}

/* A task comes from another CPU. What it had open there may have ended in what this one lost; that its interrupt
 * begins at the same depth does not tell. */
static void a_call_that_ended_on_another_cpu(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_packet_set *set = fake_trace_set(trace);

	(void)state;
	fake_trace_run(trace,
		       "cpu 1 pid 100\n"
		       "tcp_recvmsg {\n"
		       "cpu 0 softirq\n"
		       "lost 7\n"
		       "ip_rcv;\n"
		       "cpu 0 pid 100 softirq\n"
		       "net_rx_action@0 {\n"
		       "  netif_receive_skb {\n"
		       "    net/netif_receive_skb skbaddr=A len=50\n"
		       "    tcp_v4_rcv {\n"
		       "      p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
		       "    }\n"
		       "  }\n"
		       "}\n",
		       true);
	assert_int_equal(set->nr, 1);
	assert_true(set->packets[0]->trail.nr_pieces > 0);
	assert_int_not_equal(set->packets[0]->trail.pieces[0].under[0], 0);
	assert_int_equal(set->packets[0]->trail.pieces[0].under[1], 0);
	fake_trace_free(trace);
}

/* Callers of the first packet's first span, outermost last: "net_rx_action tcp_recvmsg". */
static void check_under(const char *story, const char *want)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_piece *piece;
	char text[1200] = "";

	fake_trace_run(trace, story, true);
	assert_int_equal(fake_trace_set(trace)->nr, 1);
	assert_true(fake_trace_set(trace)->packets[0]->trail.nr_pieces > 0);
	piece = &fake_trace_set(trace)->packets[0]->trail.pieces[0];
	for (unsigned i = 0; i < PK_PIECE_UNDER && piece->under[i]; i++) {
		struct pk_symbol symbol;

		assert_int_equal(pk_symbol_at(fake_trace_ctx(trace), piece->under[i], &symbol),
				 PK_OK);
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "%s%s", i ? " " : "",
			 symbol.name);
	}
	assert_string_equal(text, want);
	fake_trace_free(trace);
}

#define RECEIVES                                                                                   \
	"cpu 0 pid 100 softirq\n"                                                                  \
	"net_rx_action@0 {\n"                                                                      \
	"  netif_receive_skb {\n"                                                                  \
	"    net/netif_receive_skb skbaddr=A len=50\n"                                             \
	"    tcp_v4_rcv {\n"                                                                       \
	"      p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"                                     \
	"    }\n"                                                                                  \
	"  }\n"                                                                                    \
	"}\n"
#define LOSES_ON_CPU_1                                                                             \
	"cpu 1 softirq\n"                                                                          \
	"lost 7\n"                                                                                 \
	"ip_rcv;\n"

/* A task went to a CPU that loses events, and came back: the call may have ended there. */
static void a_call_that_ended_there_and_back(void **state)
{
	(void)state;
	check_under("cpu 0 pid 100\n"
		    "tcp_recvmsg {\n" LOSES_ON_CPU_1 RECEIVES,
		    "net_rx_action");
	/* Before the loss nothing tells that the task was not there already. */
	check_under("cpu 0 pid 100\n"
		    "tcp_recvmsg {\n"
		    "at 500000\n"
		    "others silent\n" RECEIVES,
		    "net_rx_action");
	check_under("cpu 0 pid 100\n"
		    "tcp_recvmsg {\n"
		    "cpu 0 pid 101\n"
		    "ip_rcv;\n"
		    "others silent\n" RECEIVES,
		    "net_rx_action");
	/* A moment is too short for that. */
	check_under("cpu 0 pid 100\n"
		    "tcp_recvmsg {\n"
		    "others silent\n" RECEIVES,
		    "net_rx_action tcp_recvmsg");
}

/* A task that was not seen to leave its CPU is still there, if all switches are recorded. */
static void switches_prove_that_a_task_stayed(void **state)
{
	static const char *const losses[] = {
		LOSES_ON_CPU_1,
		"at 500000\nothers silent\n",
	};

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(losses); i++) {
		char story[2048];

		snprintf(story, sizeof(story),
			 "every switch of sched/sched_switch\n"
			 "cpu 0\n"
			 "sched/sched_switch next_pid=100\n"
			 "cpu 0 pid 100\n"
			 "tcp_recvmsg {\n"
			 "%s" RECEIVES,
			 losses[i]);
		check_under(story, "net_rx_action tcp_recvmsg");
		/* It has calls of its own between the event and the switch. */
		snprintf(story, sizeof(story),
			 "every switch of sched/sched_switch\n"
			 "cpu 0 pid 100\n"
			 "tcp_recvmsg {\n"
			 "  schedule {\n"
			 "    sched/sched_switch next_pid=0\n"
			 "    switch_mm_irqs_off;\n"
			 "%s"
			 "cpu 0\n"
			 "sched/sched_switch next_pid=100\n" RECEIVES,
			 losses[i]);
		check_under(story, "net_rx_action");
	}
}

/* No task is taken off its CPU in an interrupt, and an idle one never. */
static void interrupts_and_idle_tasks_stay(void **state)
{
	(void)state;
	check_under("cpu 0 pid 100 softirq\n"
		    "net_rx_action {\n" LOSES_ON_CPU_1 "cpu 0 pid 100 softirq\n"
		    "  netif_receive_skb {\n"
		    "    net/netif_receive_skb skbaddr=A len=50\n"
		    "    tcp_v4_rcv {\n"
		    "      p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
		    "    }\n"
		    "  }\n"
		    "}\n",
		    "net_rx_action");
	check_under("cpu 0\n"
		    "net_rx_action {\n" LOSES_ON_CPU_1 "cpu 0\n"
		    "  netif_receive_skb {\n"
		    "    net/netif_receive_skb skbaddr=A len=50\n"
		    "    tcp_v4_rcv {\n"
		    "      p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
		    "    }\n"
		    "  }\n"
		    "}\n",
		    "net_rx_action");
}

/* TIME_WAIT takes what comes late, data too. */
static void data_in_time_wait_is_no_drop(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=50\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "    tcp_timewait_state_process {\n"
	       "      p:tcp_timewait_state_process tw=0x5000 skb=A\n"
	       "    }\n"
	       "    skb/kfree_skb skbaddr=A\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "rx A gen 0 1001>2002 PA 100+10 exact x0 consumed: taken by TIME_WAIT\n");
}

/* Nothing tells of frees: what TCP was given is not received again, nor given to it twice. Two probes of one
 * function are one visit. */
static void an_address_that_comes_again(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "net/netif_receive_skb skbaddr=A len=60 name=eth0\n"
	       "net/netif_receive_skb skbaddr=A len=60 name=br0\n"
	       "p:tcp_v4_rcv skb=A\n"
	       "net/netif_receive_skb skbaddr=A len=52 name=eth0\n"
	       "p:tcp_v4_rcv skb=A\n",
	       0,
	       "rx A ? exact x0 unknown\n"
	       "rx A ? exact x0 unknown\n");
	expect("cpu 0 softirq\n"
	       "p:tcp_v4_rcv skb=A\n"
	       "p:tcp_data_queue sk=0x5000 skb=A\n"
	       "p:tcp_queue_rcv sk=0x5000 skb=A\n"
	       "p:tcp_v4_rcv skb=A\n"
	       "p:tcp_v4_rcv skb=A\n",
	       0,
	       "rx A ? exact x0 unknown\n"
	       "rx A ? exact x0 unknown\n"
	       "rx A ? exact x0 unknown\n");
}

/* A tracepoint's own probe event (t:..): its function stands for the tracepoint. */
static void a_probe_on_a_tracepoint(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "p:__probestub_netif_receive_skb skb=A\n"
	       "p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "p:__probestub_skb_copy_datagram_iovec skb=A len=10\n",
	       FAKE_SHOW_DETAIL,
	       "rx A 1001>2002 PA 100+10 exact x0 delivered: skb_copy_datagram_iovec len 10\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_probe_on_a_tracepoint),
		cmocka_unit_test(an_address_that_comes_again),
		cmocka_unit_test(from_the_wire_to_the_reader),
		cmocka_unit_test(gro_merges_three_frames),
		cmocka_unit_test(merged_into_what_came_before),
		cmocka_unit_test(a_header_that_was_not_there),
		cmocka_unit_test(gro_without_merge_probe),
		cmocka_unit_test(a_pass_joins_by_order),
		cmocka_unit_test(a_tracepoints_own_call_is_no_others),
		cmocka_unit_test(a_probe_makes_the_pass_exact),
		cmocka_unit_test(udp_takes_its_place_in_the_pass),
		cmocka_unit_test(udp_headers_are_never_tcp),
		cmocka_unit_test(a_probe_before_its_frame),
		cmocka_unit_test(an_old_probe_does_not_bind_a_later_frame),
		cmocka_unit_test(generations_count_from_the_end),
		cmocka_unit_test(freed_twice_ends_once),
		cmocka_unit_test(reuse_without_frees),
		cmocka_unit_test(an_interrupt_inside_is_not_the_packets),
		cmocka_unit_test(lost_events_close_frames),
		cmocka_unit_test(a_refused_syn_is_dropped),
		cmocka_unit_test(a_syn_is_refused_by_a_frame_alone),
		cmocka_unit_test(a_fin_purged_at_close_is_consumed),
		cmocka_unit_test(time_wait_consumes),
		cmocka_unit_test(a_copy_from_a_freed_address_is_anothers),
		cmocka_unit_test(coalesced_data_shares_the_tails_fate),
		cmocka_unit_test(a_merged_skb_takes_nothing_in),
		cmocka_unit_test(what_became_of_the_tail_is_lost),
		cmocka_unit_test(a_pure_ack_in_the_backlog_takes_data),
		cmocka_unit_test(below_gro_only_is_no_packet),
		cmocka_unit_test(ipv6_and_its_length),
		cmocka_unit_test(all_generations_ended),
		cmocka_unit_test(a_gap_on_another_cpu_closes_nothing),
		cmocka_unit_test(a_refused_syn_needs_its_reset),
		cmocka_unit_test(unread_data_freed_is_dropped),
		cmocka_unit_test(options_in_the_ip_header),
		cmocka_unit_test(a_fetch_that_faulted),
		cmocka_unit_test(a_return_probe_binds_no_frame),
		cmocka_unit_test(loopback_comes_in_as_what_was_sent),
		cmocka_unit_test(a_life_whose_end_was_not_seen),
		cmocka_unit_test(an_unknown_packet_inside_is_not_the_outer_one),
		cmocka_unit_test(events_lost_between_two_spans),
		cmocka_unit_test(a_call_that_ended_on_another_cpu),
		cmocka_unit_test(a_call_that_ended_there_and_back),
		cmocka_unit_test(switches_prove_that_a_task_stayed),
		cmocka_unit_test(interrupts_and_idle_tasks_stay),
		cmocka_unit_test(data_in_time_wait_is_no_drop),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
