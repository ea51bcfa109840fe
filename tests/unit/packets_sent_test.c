// SPDX-License-Identifier: GPL-3.0-or-later
/* Sent packets out of traces that are told line by line (fake_trace.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "fake_net.h"
#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

/* The queued original and its clone, one struct sk_buff behind; a data packet that is
 * acknowledged. */
static void the_clone_next_to_its_original(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "tcp_sendmsg {\n"
	       "  __tcp_transmit_skb {\n"
	       "    p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "    skb_clone {\n"
	       "      p:__copy_skb_header new=A+ old=A\n"
	       "    }\n"
	       "    net/net_dev_queue skbaddr=A+ len=64 name=eth0\n"
	       "    net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0\n"
	       "    e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10\n"
	       "    net/net_dev_xmit skbaddr=A+ rc=0 name=eth0\n"
	       "  }\n"
	       "}\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=B len=40\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=B tcp=1001>2002,A,7,110,0\n"
	       "    tcp_ack {\n"
	       "      p:skb_release_head_state skb=A\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_PIECES | FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL,
	       "tx A+ gen 0 2002>1001 PA 100+10 exact x1 acked {fclone A exact} {acked-"
	       "by B derived} (__tcp_transmit_skb exact) [A+:100+10]: acknowledged by "
	       "ack 110\n"
	       "rx B gen 0 1001>2002 A 7+0 exact x0 consumed (netif_receive_skb exact) "
	       "[]: pure ACK\n");
}

/* The original's neighbour was taken: the clone lies anywhere, and the probe on the copy says so. */
static void a_clone_elsewhere(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "  p:__copy_skb_header new=C old=A\n"
	       "  net/net_dev_queue skbaddr=C len=64\n"
	       "  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=C rc=0\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "tx C gen 0 ? PA 100+10 exact x1 sent {clone A exact} [C]\n");
}

/* netem's copy and what it was copied from, in either order: each is a packet on the wire. The device below has one
 * of the device above, at another address. */
static void doubled_by_a_queue(void **state)
{
#define SENT(skb)                                                                                  \
	"net/net_dev_start_xmit skbaddr=" skb " len=64 protocol=0x800 name=eth0\n"                 \
	"e:net/net_dev_start_xmit skb=" skb " tcp=2002>1001,PA,100,7,10\n"                         \
	"net/net_dev_xmit skbaddr=" skb " rc=0 name=eth0\n"
#define QUEUED                                                                                     \
	"has p:skb_release_head_state skb\n"                                                       \
	"cpu 0 pid 100\n"                                                                          \
	"p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=100 cb_end_seq=110 "               \
	"cb_flags=0x18\n"                                                                          \
	"net/net_dev_queue skbaddr=A len=64 name=eth0\n"                                           \
	"p:__copy_skb_header new=C old=A\n"
	(void)state;
	expect(QUEUED SENT("A") SENT("C"), FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "tx A gen 0 2002>1001 PA 100+10 exact x1 sent [A:100+10]\n"
	       "tx C gen 0 2002>1001 PA 100+10 exact x1 sent {copy A derived} [C:100+10]\n");
	expect(QUEUED "__qdisc_run {\n" SENT("C") SENT("A") "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "tx A gen 0 2002>1001 PA 100+10 exact x1 sent {copy C exact} [C:100+10]\n"
	       "tx A gen 0 2002>1001 PA 100+10 exact x1 sent {copy A derived} [A:100+10]\n");
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "net/net_dev_queue skbaddr=A len=64 name=bond0\n"
	       "net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800 name=bond0\n"
	       "p:__copy_skb_header new=C old=A\n"
	       "net/net_dev_queue skbaddr=C len=64 name=eth0\n" SENT(
		       "C") "net/net_dev_xmit skbaddr=A rc=0 name=bond0\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "tx C gen 0 2002>1001 PA 100+10 exact x1 sent [C:100+10]\n");
#undef QUEUED
#undef SENT
}

/* No call is recorded: the original's neighbour is its clone, by their addresses. */
static void a_neighbour_without_frames(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=1 cb_seq=110 cb_end_seq=120 "
	       "cb_flags=0x18\n"
	       "net/net_dev_queue skbaddr=B+ len=64\n"
	       "net/net_dev_start_xmit skbaddr=B+ len=64 protocol=0x800\n"
	       "net/net_dev_xmit skbaddr=B+ rc=0\n"
	       "net/net_dev_queue skbaddr=A+ len=64\n"
	       "net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800\n"
	       "net/net_dev_xmit skbaddr=A+ rc=0\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "tx A+ gen 0 ? PA 100+10 derived x1 sent {fclone A derived} [A+]\n"
	       "tx B+ gen 0 ? PA 110+10 derived x1 sent {fclone B derived} [B+]\n");
}

#define SENDS(skb, len)                                                                            \
	"    net/net_dev_queue skbaddr=" skb " len=" len "\n"                                      \
	"    net/net_dev_start_xmit skbaddr=" skb " len=" len " protocol=0x800\n"                  \
	"    net/net_dev_xmit skbaddr=" skb " rc=0\n"

/* GSO: one packet, its segments at fresh addresses, each a frame of the wire. */
static void segments_of_one_send(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=130 "
	       "cb_flags=0x18\n"
	       "  p:__copy_skb_header new=A+ old=A\n"
	       "  net/net_dev_queue skbaddr=A+ len=84\n"
	       "  __skb_gso_segment {\n"
	       "    p:__copy_skb_header new=B old=A+\n"
	       "    p:__copy_skb_header new=C old=A+\n"
	       "  }\n"
	       "  p:skb_release_head_state skb=A+\n"
	       "  net/net_dev_start_xmit skbaddr=B len=74 protocol=0x800\n"
	       "  e:net/net_dev_start_xmit skb=B tcp=2002>1001,A,100,7,20\n"
	       "  net/net_dev_xmit skbaddr=B rc=0\n"
	       "  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800\n"
	       "  e:net/net_dev_start_xmit skb=C tcp=2002>1001,PA,120,7,10\n"
	       "  net/net_dev_xmit skbaddr=C rc=0\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "tx A+ gen -1 2002>1001 PA 100+30 exact x2 sent {fclone A exact} {gso-"
	       "segment B exact} {gso-segment C exact} [B:100+20 C:120+10]\n");
}

#define CUT_BY_IP(consumed)                                                                        \
	"cpu 0 pid 100\n"                                                                          \
	"tcp_write_xmit {\n"                                                                       \
	"  __tcp_transmit_skb {\n"                                                                 \
	"    p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=130 "           \
	"cb_flags=0x18\n"                                                                          \
	"    p:__copy_skb_header new=A+ old=A\n"                                                   \
	"    p:__copy_skb_header new=B old=A+\n"                                                   \
	"    p:__copy_skb_header new=C old=A+\n" consumed "    p:skb_release_head_state skb=A+\n"

/* A new MTU: ip_finish_output_gso() cuts what is larger, and each piece goes its way. */
static void segments_cut_by_ip(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n" CUT_BY_IP("") SENDS("B", "74")
		       SENDS("C", "64") "  }\n}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "tx A+ gen -1 ? PA 100+30 exact x2 sent {fclone A exact} {gso-segment B exact} "
	       "{gso-segment C exact} [B C]\n");
}

/* They may not be fragmented: all are dropped, and TCP sends it anew in its turn, which is no retransmit. */
static void segments_that_ip_refused(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n" CUT_BY_IP(
		       "    skb/consume_skb skbaddr=A+\n") "    skb/kfree_skb skbaddr=B "
							   "location=&ip_fragment\n"
							   "    p:skb_release_head_state skb=B\n"
							   "    skb/kfree_skb skbaddr=C "
							   "location=&ip_fragment\n"
							   "    p:skb_release_head_state skb=C\n"
							   "  }\n"
							   "  __tcp_transmit_skb {\n"
							   "    p:__tcp_transmit_skb sk=0x5000 "
							   "skb=A clone_it=1 cb_seq=100 "
							   "cb_end_seq=110 "
							   "cb_flags=0x18\n"
							   "    p:__copy_skb_header new=A+ "
							   "old=A\n" SENDS("A+", "64") "  }\n}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "tx A+ gen -1 ? PA 100+30 exact x0 dropped {fclone A exact} []\n"
	       "tx A+ gen 0 ? PA 100+10 exact x1 sent {fclone A exact} [A+]\n");
}

/* The same with tracepoints and frames only: they join by nesting. */
static void segments_without_probes(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=84\n"
	       "  net/net_dev_start_xmit skbaddr=B len=74 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=B rc=0\n"
	       "  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=C rc=0\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "tx A ? nested x2 sent {gso-segment B nested} {gso-segment C nested} [B "
	       "C]\n");
}

/* A retransmission is a packet of its own that knows the first. */
static void sent_again(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "  p:__copy_skb_header new=A+ old=A\n"
	       "  net/net_dev_queue skbaddr=A+ len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A+ rc=0\n"
	       "  p:skb_release_head_state skb=A+\n"
	       "}\n"
	       "cpu 0 softirq\n"
	       "__tcp_retransmit_skb {\n"
	       "  __tcp_transmit_skb {\n"
	       "    p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "    p:__copy_skb_header new=A+ old=A\n"
	       "    net/net_dev_queue skbaddr=A+ len=64\n"
	       "    net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800\n"
	       "    net/net_dev_xmit skbaddr=A+ rc=0\n"
	       "  }\n"
	       "  tcp/tcp_retransmit_skb skbaddr=A skaddr=0x5000 sport=2002 dport=1001 saddr=2 "
	       "daddr=1\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_FRAMES,
	       "tx A+ gen -1 2002>1001 PA 100+10 derived x1 sent {fclone A exact} [A+]\n"
	       "tx A+ gen 0 2002>1001 PA 100+10 exact x1 retransmit sent {retransmit-of A exact}"
	       " {fclone A exact} [A+]\n");
}

/* The SYN waits for the neighbour's address; the ARP request inside its transmission is not TCP.
 * The answer lets it out. */
static void arp_inside_a_syn(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  neigh_resolve_output {\n"
	       "    __neigh_event_send {\n"
	       "      arp_solicit {\n"
	       "        net/net_dev_queue skbaddr=B len=42\n"
	       "        net/net_dev_start_xmit skbaddr=B len=42 protocol=0x806\n"
	       "        net/net_dev_xmit skbaddr=B rc=0\n"
	       "      }\n"
	       "    }\n"
	       "  }\n"
	       "}\n"
	       "cpu 0 softirq\n"
	       "arp_process {\n"
	       "  __neigh_update {\n"
	       "    net/net_dev_queue skbaddr=A len=74\n"
	       "    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800\n"
	       "    net/net_dev_xmit skbaddr=A rc=0\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_PIECES | FAKE_SHOW_FRAMES,
	       "tx A ? guess x1 sent (__tcp_transmit_skb nested) (event exact) [A]\n");
}

/* The protocol says so, where no function does. */
static void arp_alone_is_no_packet(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "net/net_dev_queue skbaddr=B len=42\n"
	       "net/net_dev_start_xmit skbaddr=B len=42 protocol=0x806\n"
	       "net/net_dev_xmit skbaddr=B rc=0\n",
	       FAKE_SHOW_FRAMES, "");
}

/* Nothing answers. */
static void a_syn_that_waits_for_arp(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  __neigh_event_send {\n"
	       "    arp_solicit {\n"
	       "      net/net_dev_queue skbaddr=B len=42\n"
	       "      net/net_dev_start_xmit skbaddr=B len=42 protocol=0x806\n"
	       "      net/net_dev_xmit skbaddr=B rc=0\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL,
	       "tx - ? none x0 neigh-queued []: no device queue saw it: waits for ARP or"
	       " ND\n");
}

/* Interrupted after the queue took it: what comes in, and the ACK that goes out for it, are other
 * packets; the sender's frame is its own again behind them. */
static void a_softirq_inside_a_send(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "  p:__copy_skb_header new=A+ old=A\n"
	       "  net/net_dev_queue skbaddr=A+ len=64\n"
	       "cpu 0 pid 100 softirq\n"
	       "  net_rx_action {\n"
	       "    netif_receive_skb {\n"
	       "      net/netif_receive_skb skbaddr=B len=50\n"
	       "      tcp_v4_rcv {\n"
	       "        p:tcp_v4_rcv skb=B tcp=3003>2002,PA,500,7,10\n"
	       "        __tcp_transmit_skb {\n"
	       "          p:__tcp_transmit_skb sk=0x6000 skb=C clone_it=0 cb_seq=7 cb_end_seq=7 "
	       "cb_flags=0x10\n"
	       "          net/net_dev_queue skbaddr=C len=54\n"
	       "          net/net_dev_start_xmit skbaddr=C len=54 protocol=0x800\n"
	       "          e:net/net_dev_start_xmit skb=C tcp=2002>3003,A,7,510,0\n"
	       "          net/net_dev_xmit skbaddr=C rc=0\n"
	       "        }\n"
	       "      }\n"
	       "    }\n"
	       "  }\n"
	       "cpu 0 pid 100\n"
	       "  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800\n"
	       "  e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10\n"
	       "  net/net_dev_xmit skbaddr=A+ rc=0\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_PIECES | FAKE_SHOW_FRAMES,
	       "tx A+ gen 0 2002>1001 PA 100+10 exact x1 sent {fclone A exact} "
	       "(__tcp_transmit_skb exact) [A+:100+10]\n"
	       "rx B gen 0 3003>2002 PA 500+10 exact x0 unknown (netif_receive_skb "
	       "exact) []\n"
	       "tx C gen 0 2002>3003 A 7+0 exact x1 sent (__tcp_transmit_skb exact) "
	       "[C:7+0]\n");
}

/* The connection died: the original is freed by the purge. */
static void purged_before_its_ack(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "  p:__copy_skb_header new=A+ old=A\n"
	       "  net/net_dev_queue skbaddr=A+ len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A+ rc=0\n"
	       "}\n"
	       "cpu 0 softirq\n"
	       "tcp_write_queue_purge {\n"
	       "  p:skb_release_head_state skb=A\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "tx A+ gen 0 ? PA 100+10 exact x1 unacked: reset or closed before its "
	       "ACK: purged\n");
}

/* The queue took it, no driver did. */
static void stuck_in_the_qdisc(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "net/net_dev_start_xmit skbaddr=Z len=42 protocol=0x806\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=64\n"
	       "}\n",
	       FAKE_SHOW_DETAIL, "tx A ? nested x0 qdisc-queued: queued, no driver took it\n");
}

/* Refused, then taken: one frame of the wire. */
static void a_driver_that_is_busy(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A rc=16\n"
	       "  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A rc=0\n"
	       "}\n",
	       FAKE_SHOW_FRAMES, "tx A ? nested x1 sent [A]\n");
}

/* The trace ends in the driver. */
static void the_driver_has_not_answered(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A rc=0\n"
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=B len=64\n"
	       "  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800\n"
	       "}\n",
	       FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL,
	       "tx A ? nested x1 sent [A]: net_dev_xmit rc 0\n"
	       "tx B ? nested x1 driver-queued [B?]: the driver has not answered\n");
}

/* Not every answer is recorded: one that is missing says nothing. */
static void an_answer_may_have_been_filtered(void **state)
{
	(void)state;
	expect("filtered net/net_dev_xmit\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A rc=0\n"
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=B len=64\n"
	       "  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "tx A ? nested x1 sent: net_dev_xmit rc 0\n"
	       "tx B ? nested x1 sent: handed to the driver\n");
}

/* Nor does it follow that an skb lives from frees that are not recorded. */
static void a_free_may_have_been_filtered(void **state)
{
	const char *story = "cpu 0 pid 100\n"
			    "__tcp_transmit_skb {\n"
			    "  net/net_dev_queue skbaddr=A len=64\n"
			    "  net/net_dev_xmit skbaddr=A rc=0\n"
			    "}\n"
			    "has p:skb_release_head_state skb\n";
	char filtered[512];

	(void)state;
	expect(story, 0, "tx A gen 0 ? nested x0 sent\n");
	snprintf(filtered, sizeof(filtered), "%sfiltered p:skb_release_head_state\n", story);
	expect(filtered, 0, "tx A ? nested x0 sent\n");
}

/* A netfilter rule or a full qdisc: kfree_skb before any driver. */
static void a_drop_on_the_way_down(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=64\n"
	       "  skb/kfree_skb skbaddr=A location=&__dev_queue_xmit\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "tx A ? nested x0 dropped: no reason recorded at "
	       "__dev_queue_xmit+0x0/0x100\n");
}

/* A control packet is one without a queued original; the socket of it is nobody's. */
static void a_reset_has_no_original(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "tcp_v4_rcv {\n"
	       "  tcp_v4_send_reset {\n"
	       "    ip_send_unicast_reply {\n"
	       "      net/net_dev_queue skbaddr=A len=54\n"
	       "      net/net_dev_start_xmit skbaddr=A len=54 protocol=0x800\n"
	       "      e:net/net_dev_start_xmit skb=A tcp=2002>1001,RA,0,101,0\n"
	       "      net/net_dev_xmit skbaddr=A rc=0\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_PIECES | FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL,
	       "tx A 2002>1001 RA 0+0 exact x1 sent (tcp_v4_send_reset nested) [A:0+0]: "
	       "net_dev_xmit rc 0\n");
}

/* The function ran and sent nothing. */
static void a_reset_that_was_not_sent(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "tcp_v4_rcv {\n"
	       "  tcp_v4_send_reset;\n"
	       "}\n",
	       0, "");
}

/* No frees: an ACK that comes later says it, as far as it reaches. */
static void acknowledged_in_sequence(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800\n"
	       "  e:net/net_dev_start_xmit skb=A tcp=2002>1001,PA,4294967280,7,10\n"
	       "  net/net_dev_xmit skbaddr=A rc=0\n"
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=B len=64\n"
	       "  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800\n"
	       "  e:net/net_dev_start_xmit skb=B tcp=2002>1001,PA,4294967290,7,20\n"
	       "  net/net_dev_xmit skbaddr=B rc=0\n"
	       "}\n"
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  e:net/netif_receive_skb skb=C tcp=1001>2002,A,7,4,0\n"
	       "  net/netif_receive_skb skbaddr=C len=40\n"
	       "  tcp_v4_rcv;\n"
	       "}\n",
	       FAKE_SHOW_EDGES | FAKE_SHOW_DETAIL,
	       "tx A 2002>1001 PA 4294967280+10 exact x1 acked {acked-by C derived}: "
	       "acknowledged by ack 4\n"
	       "tx B 2002>1001 PA 4294967290+20 exact x1 sent: net_dev_xmit rc 0\n"
	       "rx C 1001>2002 A 7+0 exact x0 consumed: pure ACK\n");
}

/* The same original is handed down twice: no tracepoint is needed to know. */
static void sent_again_by_the_pointer_alone(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "  net/net_dev_queue skbaddr=A+ len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A+ rc=0\n"
	       "  p:skb_release_head_state skb=A+\n"
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "  net/net_dev_queue skbaddr=A+ len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A+ rc=0\n"
	       "}\n",
	       FAKE_SHOW_EDGES,
	       "tx A+ gen -1 ? PA 100+10 nested x1 sent {fclone A nested}\n"
	       "tx A+ gen 0 ? PA 100+10 nested x1 retransmit sent {retransmit-of A exact}"
	       " {fclone A nested}\n");
}

/* Refused and not tried again: no frame of the wire, it stands in the qdisc. */
static void refused_by_the_driver(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A rc=16\n"
	       "}\n",
	       FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL,
	       "tx A ? nested x0 qdisc-queued []: queued, no driver took it\n");
}

/* tcp_ack is another packet's: a reset comes in under it and purges; that is no acknowledgement. */
static void a_purge_under_an_interrupted_ack(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "  p:__copy_skb_header new=A+ old=A\n"
	       "  net/net_dev_queue skbaddr=A+ len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A+ rc=0\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=B len=40\n"
	       "  tcp_v4_rcv {\n"
	       "    p:tcp_v4_rcv skb=B tcp=3003>2002,A,7,110,0\n"
	       "    tcp_ack {\n"
	       "cpu 0 pid 100 softirq\n"
	       "      netif_receive_skb {\n"
	       "        net/netif_receive_skb skbaddr=C len=40\n"
	       "        tcp_v4_rcv {\n"
	       "          p:tcp_v4_rcv skb=C tcp=1001>2002,R,7,0,0\n"
	       "          tcp_write_queue_purge {\n"
	       "            p:skb_release_head_state skb=A\n"
	       "          }\n"
	       "        }\n"
	       "      }\n"
	       "cpu 0 pid 100\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "tx A+ gen 0 ? PA 100+10 exact x1 unacked: reset or closed before its "
	       "ACK: purged\n"
	       "rx B gen 0 3003>2002 A 7+0 exact x0 consumed: pure ACK\n"
	       "rx C gen 0 1001>2002 R 7+0 exact x0 consumed: reset\n");
}

/* A graph filter hides who sent it: the protocol alone says that it is not the SYN. */
static void arp_where_its_functions_are_hidden(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=B len=42\n"
	       "  net/net_dev_start_xmit skbaddr=B len=42 protocol=0x806\n"
	       "  net/net_dev_xmit skbaddr=B rc=0\n"
	       "}\n"
	       /* by a veth pair */
	       "cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=B len=28 name=veth1\n"
	       "}\n",
	       FAKE_SHOW_FRAMES, "");
}

/* No header of the ACK is known: that tcp_ack freed the original is enough. */
static void acknowledged_by_the_free_alone(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "  p:__copy_skb_header new=A+ old=A\n"
	       "  net/net_dev_queue skbaddr=A+ len=64\n"
	       "  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800\n"
	       "  net/net_dev_xmit skbaddr=A+ rc=0\n"
	       "}\n"
	       "cpu 0 softirq\n"
	       "tcp_v4_rcv {\n"
	       "  tcp_ack {\n"
	       "    p:skb_release_head_state skb=A\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "tx A+ gen 0 ? PA 100+10 exact x1 acked: its original was freed by "
	       "tcp_ack\n");
}

#define SYN_AT(ports, seq, sk)                                                                     \
	"__tcp_transmit_skb {\n"                                                                   \
	"  p:__tcp_transmit_skb sk=" sk " skb=A clone_it=1 cb_seq=" seq " cb_end_seq=" seq         \
	" cb_flags=0x2\n"                                                                          \
	"  p:__copy_skb_header new=A+ old=A\n" ports "  p:skb_release_head_state skb=A+\n"         \
	"}\n"
#define REACHES_DRIVER(tcp)                                                                        \
	"  net/net_dev_queue skbaddr=A+ len=60\n"                                                  \
	"  net/net_dev_start_xmit skbaddr=A+ len=60 protocol=0x800\n"                              \
	"  e:net/net_dev_start_xmit skb=A+ tcp=" tcp "\n"                                          \
	"  net/net_dev_xmit skbaddr=A+ rc=0\n"

/* SYNs that reached no driver are not those of the next connection that has the socket's address. */
static void the_next_connection_of_a_socket(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n" SYN_AT("", "100", "0x5000")
		       SYN_AT("", "100", "0x5000") "p:skb_release_head_state skb=A\n" SYN_AT(
			       REACHES_DRIVER("2003>1001,S,7000,0,0"), "7000", "0x5000"),
	       0,
	       "tx A+ gen -3 ? S 100+0 exact x0 unknown\n"
	       "tx A+ gen -2 ? S 100+0 exact x0 retransmit unknown\n"
	       "tx A+ gen -1 2003>1001 S 7000+0 exact x1 sent\n");
	/* But the same SYN once more is the same connection's. */
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n" SYN_AT("", "100", "0x5000")
		       SYN_AT(REACHES_DRIVER("2003>1001,S,100,0,0"), "100", "0x5000"),
	       0,
	       "tx A+ gen -2 2003>1001 S 100+0 derived x0 unknown\n"
	       "tx A+ gen -1 2003>1001 S 100+0 exact x1 retransmit sent\n");
}

/* Nor is another packet, unless its number is the one that the socket's next packet acknowledges. */
static void far_from_the_next_of_its_socket(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0 cb_seq=100 cb_end_seq=100 "
	       "cb_flags=0x10\n"
	       "p:skb_release_head_state skb=A\n"
	       "p:__tcp_transmit_skb sk=0x6000 skb=B clone_it=0 cb_seq=100 cb_end_seq=100 "
	       "cb_flags=0x10\n"
	       "p:skb_release_head_state skb=B\n"
	       "cpu 0 softirq\n"
	       "tcp_v4_rcv {\n"
	       "  p:tcp_v4_rcv skb=C tcp=1001>2002,A,7,80000100,0\n"
	       "  p:tcp_v4_do_rcv skb=C sk=0x5000\n"
	       "}\n"
	       "tcp_v4_rcv {\n"
	       "  p:tcp_v4_rcv skb=D tcp=1001>2003,A,7,100,0\n"
	       "  p:tcp_v4_do_rcv skb=D sk=0x6000\n"
	       "}\n",
	       0,
	       "tx A gen -1 ? A 100+0 exact x0 unknown\n"
	       "tx B gen -1 2003>1001 A 100+0 derived x0 unknown\n"
	       "rx C gen 0 1001>2002 A 7+0 exact x0 consumed\n"
	       "rx D gen 0 1001>2003 A 7+0 exact x0 consumed\n");
}

/* Nothing tells of frees: an original's address sent once more is the next original's, unless its sequence
 * number says that it is the same. The clone comes in beside it. */
static void the_next_original_at_an_address(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "p:__tcp_transmit_skb sk=0x5000 skb=A\n"
	       "net/netif_receive_skb skbaddr=A+ len=60 name=lo\n"
	       "p:tcp_v4_rcv skb=A+\n"
	       "p:__tcp_transmit_skb sk=0x6000 skb=A\n"
	       "net/netif_receive_skb skbaddr=A+ len=60 name=veth0\n"
	       "p:tcp_v4_rcv skb=A+\n",
	       FAKE_SHOW_EDGES,
	       "tx A+ ? derived x0 looped {fclone A derived} {loopback-same A+ exact}\n"
	       "rx A+ ? exact x0 unknown {loopback-same A+ exact}\n"
	       "tx A+ ? derived x0 looped {fclone A derived} {loopback-same A+ exact}\n"
	       "rx A+ ? exact x0 unknown {loopback-same A+ exact}\n");
	expect("cpu 0 pid 100\n"
	       "p:__tcp_transmit_skb sk=0x5000 skb=A cb_seq=100 cb_end_seq=110\n"
	       "p:__tcp_transmit_skb sk=0x5000 skb=A cb_seq=100 cb_end_seq=110\n"
	       "p:__tcp_transmit_skb sk=0x5000 skb=A cb_seq=110 cb_end_seq=120\n",
	       FAKE_SHOW_EDGES,
	       "tx - ? 100+10 exact x0 unknown\n"
	       "tx - ? 100+10 exact x0 retransmit unknown {retransmit-of A exact}\n"
	       "tx - ? 110+10 exact x0 unknown\n");
}

/* Devices' queues are traced and drivers are not: that one took it was not to be seen. */
static void queues_without_drivers(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=0\n"
	       "net/net_dev_queue skbaddr=A len=40 name=lo\n"
	       "net/netif_receive_skb skbaddr=A len=40 name=lo\n"
	       "p:tcp_v4_rcv skb=A\n"
	       "p:__tcp_transmit_skb sk=0x5000 skb=B clone_it=0\n"
	       "net/net_dev_queue skbaddr=B len=40 name=eth0\n",
	       FAKE_SHOW_DETAIL,
	       "tx A ? exact x0 looped: the same skb came in again\n"
	       "rx A ? exact x0 unknown: whether it carried data was not recorded\n"
	       "tx B ? exact x0 unknown: given to a device's queue, no event of a driver was "
	       "recorded\n");
}

#define HANDED(skb, seq, len, words)                                                               \
	"__tcp_transmit_skb {\n"                                                                   \
	"  net/net_dev_queue skbaddr=" skb " len=66\n"                                             \
	"  e:net/net_dev_start_xmit skb=" skb " tcp=1001>2002,PA," seq ",7," len "\n"              \
	"  net/net_dev_start_xmit skbaddr=" skb " len=66 protocol=0x800" words "\n"                \
	"  net/net_dev_xmit skbaddr=" skb " rc=0\n"                                                \
	"}\n"

/* A device that segments makes several of what it is given once: by the event's word, else by the size of each. */
static void a_device_segments(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" HANDED("A", "100", "3000", " gso_size=1448 gso_segs=3")
		       HANDED("B", "4000", "2896",
			      " gso_size=1448 gso_segs=0") /* of another machine, forwarded */
	       HANDED("C", "9000", "1000", " gso_size=0 gso_segs=1"),
	       FAKE_SHOW_SEGS,
	       "tx A 1001>2002 PA 100+3000 exact x1 of 3 sent\n"
	       "tx B 1001>2002 PA 4000+2896 exact x1 of 2 sent\n"
	       "tx C 1001>2002 PA 9000+1000 exact x1 of 1 sent\n");
}

/* Where no event says it, only what is too short for two is one. */
static void how_many_segments_is_not_known(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" HANDED("A", "100", "3000", "") HANDED("B", "4000", "0", "")
		       HANDED("C", "4000", "8", "") HANDED("D", "4008", "9", ""),
	       FAKE_SHOW_SEGS,
	       "tx A 1001>2002 PA 100+3000 exact x1 of 0 sent\n"
	       "tx B 1001>2002 PA 4000+0 exact x1 of 1 sent\n"
	       "tx C 1001>2002 PA 4000+8 exact x1 of 1 sent\n"
	       "tx D 1001>2002 PA 4008+9 exact x1 of 0 sent\n");
}

/* Its skb still lies there: the buffer's shared info says it. */
static void a_live_skb_says_how_many_segments(void **state)
{
	static const struct {
		unsigned size, segs, whole;
	} rows[] = {
		{600, 3, 3},
		{600, 0, 3},
		{0, 0, 1},
		{0, 1, 1},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fake_trace *trace = fake_trace_new();
		struct fake_target *fake = fake_trace_target(trace);
		uint64_t skb = fake_net_slab(fake, FAKE_SKB, 8, 1),
			 buffer = fake_net_slab(fake, FAKE_KMALLOC, 12, 4);
		char story[512];

		fake_net_skb(fake, skb, buffer, 1001, 2002, 100, 1500);
		fake_put(fake, buffer + SKB_SHINFO + SHINFO_GSO_SIZE, 2, rows[i].size);
		fake_put(fake, buffer + SKB_SHINFO + SHINFO_GSO_SEGS, 2, rows[i].segs);
		snprintf(story, sizeof(story),
			 "has p:skb_release_head_state skb\n"
			 "cpu 0 pid 100\n"
			 "__tcp_transmit_skb {\n"
			 "  net/net_dev_queue skbaddr=%#llx len=66\n"
			 "  e:net/net_dev_start_xmit skb=%#llx tcp=1001>2002,PA,100,7,1500\n"
			 "  net/net_dev_xmit skbaddr=%#llx rc=0\n"
			 "}\n",
			 (unsigned long long)skb, (unsigned long long)skb, (unsigned long long)skb);
		fake_trace_run(trace, story, true);
		assert_int_equal(fake_trace_set(trace)->packets[0]->segs, rows[i].whole);
		fake_trace_free(trace);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_device_segments),
		cmocka_unit_test(how_many_segments_is_not_known),
		cmocka_unit_test(a_live_skb_says_how_many_segments),
		cmocka_unit_test(queues_without_drivers),
		cmocka_unit_test(the_next_original_at_an_address),
		cmocka_unit_test(the_next_connection_of_a_socket),
		cmocka_unit_test(far_from_the_next_of_its_socket),
		cmocka_unit_test(the_clone_next_to_its_original),
		cmocka_unit_test(a_clone_elsewhere),
		cmocka_unit_test(doubled_by_a_queue),
		cmocka_unit_test(a_neighbour_without_frames),
		cmocka_unit_test(segments_of_one_send),
		cmocka_unit_test(segments_cut_by_ip),
		cmocka_unit_test(segments_that_ip_refused),
		cmocka_unit_test(segments_without_probes),
		cmocka_unit_test(sent_again),
		cmocka_unit_test(arp_inside_a_syn),
		cmocka_unit_test(arp_alone_is_no_packet),
		cmocka_unit_test(a_syn_that_waits_for_arp),
		cmocka_unit_test(a_softirq_inside_a_send),
		cmocka_unit_test(purged_before_its_ack),
		cmocka_unit_test(stuck_in_the_qdisc),
		cmocka_unit_test(a_driver_that_is_busy),
		cmocka_unit_test(the_driver_has_not_answered),
		cmocka_unit_test(an_answer_may_have_been_filtered),
		cmocka_unit_test(a_free_may_have_been_filtered),
		cmocka_unit_test(a_drop_on_the_way_down),
		cmocka_unit_test(a_reset_has_no_original),
		cmocka_unit_test(a_reset_that_was_not_sent),
		cmocka_unit_test(acknowledged_in_sequence),
		cmocka_unit_test(sent_again_by_the_pointer_alone),
		cmocka_unit_test(refused_by_the_driver),
		cmocka_unit_test(a_purge_under_an_interrupted_ack),
		cmocka_unit_test(arp_where_its_functions_are_hidden),
		cmocka_unit_test(acknowledged_by_the_free_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
