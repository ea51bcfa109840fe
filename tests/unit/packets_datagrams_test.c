// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets of UDP and ICMP: told of only where they are asked for, never mixed with TCP's, and how they end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "core/context.h"
#include "fake_trace.h"
#include "protocol/protocol.h"

static const char *told(struct fake_trace *trace, const char *protocols, const char *story)
{
	if (protocols)
		assert_true(pk_protocols_parse(protocols, &fake_trace_ctx(trace)->protocols));
	fake_trace_run(trace, story, false);
	return fake_trace_text(trace, FAKE_SHOW_DETAIL);
}

static const char both[] = "cpu 0 softirq\n"
			   "netif_receive_skb {\n"
			   "  net/netif_receive_skb skbaddr=A len=50 name=eth0\n"
			   "  ip_local_deliver {\n"
			   "    udp_rcv;\n"
			   "  }\n"
			   "}\n"
			   "netif_receive_skb {\n"
			   "  net/netif_receive_skb skbaddr=B len=50 name=eth0\n"
			   "  ip_local_deliver {\n"
			   "    tcp_v4_rcv;\n"
			   "  }\n"
			   "}\n"
			   "cpu 1 pid 7\n"
			   "skb/consume_skb skbaddr=A\n"
			   "has p:skb_release_head_state skb\n";

static void each_is_told_of_alone(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	assert_string_equal(
		told(trace, NULL, both),
		"rx B gen 0 ? exact x0 unknown: whether it carried data was not recorded\n");
	assert_int_equal(fake_trace_set(trace)->of_others, 1);
	assert_int_equal(fake_trace_set(trace)->packets[0]->header.protocol, 6);
	fake_trace_free(trace);

	trace = fake_trace_new();
	assert_string_equal(told(trace, "udp", both),
			    "rx A gen -1 ? exact x0 delivered: its reader gave it back\n");
	assert_int_equal(fake_trace_set(trace)->of_others, 1);
	assert_int_equal(fake_trace_set(trace)->packets[0]->header.protocol, 17);
	fake_trace_free(trace);

	trace = fake_trace_new();
	told(trace, "all", both);
	assert_int_equal(fake_trace_set(trace)->nr, 2);
	assert_int_equal(fake_trace_set(trace)->of_others, 0);
	fake_trace_free(trace);
}

/* A call that sends makes one packet, though it calls another that does; one that corks makes none. An address that a
 * reader gave back is another packet's when it is sent. */
static void a_call_that_sends_is_one_packet(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	assert_string_equal(
		told(trace, "udp",
		     "cpu 0 softirq\n"
		     "net/netif_receive_skb skbaddr=A len=50 name=eth0\n"
		     "udp_rcv;\n"
		     "cpu 0 pid 7\n"
		     "skb/consume_skb skbaddr=A\n"
		     "udp_sendmsg {\n"
		     "}\n"
		     "udp_sendmsg {\n"
		     "  udp_push_pending_frames {\n"
		     "    net/net_dev_queue skbaddr=A len=50 name=eth0\n"
		     "    net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=eth0\n"
		     "    net/net_dev_xmit skbaddr=A len=50 rc=0 name=eth0\n"
		     "  }\n"
		     "}\n"
		     "p:skb_release_head_state skb=A\n"),
		"rx A gen -2 ? exact x0 delivered: its reader gave it back\n"
		"tx A gen -1 ? nested x1 sent: net_dev_xmit rc 0\n");
	fake_trace_free(trace);
}

/* 6.18 and later: in some later softirq, or in the call that says so. What ends so in the softirq that brought it was not
 * read. */
static void readers_may_free_later(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	assert_string_equal(told(trace, "udp",
				 "cpu 0 softirq\n"
				 "net/netif_receive_skb skbaddr=A len=50 name=eth0\n"
				 "udp_rcv;\n"
				 "net/netif_receive_skb skbaddr=B len=50 name=eth0\n"
				 "udp_rcv;\n"
				 "netif_receive_skb {\n"
				 "  net/netif_receive_skb skbaddr=C len=50 name=eth0\n"
				 "  udp_rcv {\n"
				 "    skb/consume_skb skbaddr=C\n"
				 "    p:skb_release_head_state skb=C\n"
				 "  }\n"
				 "}\n"
				 "cpu 0 pid 7\n"
				 "skb_attempt_defer_free {\n"
				 "  p:skb_release_head_state skb=B\n"
				 "}\n"
				 "cpu 1 softirq\n"
				 "skb/consume_skb skbaddr=A\n"
				 "p:skb_release_head_state skb=A\n"),
			    "rx A gen -1 ? exact x0 delivered: its reader gave it back\n"
			    "rx B gen -1 ? exact x0 delivered: its reader gave it back\n"
			    "rx C gen -1 ? exact x0 consumed: taken by udp_rcv\n");
	fake_trace_free(trace);
}

#define FREED_BY_A_TASK                                                                            \
	"cpu 0 softirq\n"                                                                          \
	"net/netif_receive_skb skbaddr=A len=50 name=eth0\n"                                       \
	"udp_rcv;\n"                                                                               \
	"cpu 0 pid 7\n"                                                                            \
	"p:skb_release_head_state skb=A\n"

/* ... or at once, without an event: then it was read, if a drop would have been recorded. */
static void a_free_without_a_word(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	assert_string_equal(told(trace, "udp", FREED_BY_A_TASK),
			    "rx A gen -1 ? exact x0 unknown: freed with no reader and no drop "
			    "recorded\n");
	fake_trace_free(trace);

	trace = fake_trace_new();
	assert_string_equal(told(trace, "udp",
				 FREED_BY_A_TASK "cpu 1 softirq\n"
						 "skb/kfree_skb skbaddr=B location=&icmp_rcv\n"),
			    "rx A gen -1 ? exact x0 delivered: its reader gave it back\n");
	fake_trace_free(trace);
}

static void a_drop_has_its_place(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	assert_string_equal(told(trace, "all",
				 "cpu 0 softirq\n"
				 "net/netif_receive_skb skbaddr=A len=50 name=eth0\n"
				 "udp_rcv {\n"
				 "  skb/kfree_skb skbaddr=A location=&udp_queue_rcv_one_skb\n"
				 "  p:skb_release_head_state skb=A\n"
				 "}\n"
				 "net/netif_receive_skb skbaddr=B len=50 name=eth0\n"
				 "icmp_rcv {\n"
				 "  skb/kfree_skb skbaddr=B location=&icmp_rcv\n"
				 "  p:skb_release_head_state skb=B\n"
				 "}\n"
				 "net/netif_receive_skb skbaddr=C len=50 name=eth0\n"
				 "icmp_rcv {\n"
				 "  skb/consume_skb skbaddr=C\n"
				 "  p:skb_release_head_state skb=C\n"
				 "}\n"),
			    "rx A gen -1 ? exact x0 dropped: no reason recorded at "
			    "udp_queue_rcv_one_skb+0x0/0x100\n"
			    "rx B gen -1 ? exact x0 unknown: freed by kfree_skb, and whether a "
			    "socket has a copy is not known\n"
			    "rx C gen -1 ? exact x0 consumed: taken by icmp_rcv\n");
	fake_trace_free(trace);
}

/* kfree_skb says nothing where a message was handled before, or a raw socket took its copy: of a socket without room nobody
 * is told. */
static void freed_by_kfree_skb_when_done(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	assert_string_equal(told(trace, "all",
				 "cpu 0 softirq\n"
				 "net/netif_receive_skb skbaddr=A len=50 name=eth0\n"
				 "icmpv6_rcv {\n"
				 "  icmpv6_notify;\n"
				 "  skb/kfree_skb skbaddr=A location=&icmpv6_rcv\n"
				 "  p:skb_release_head_state skb=A\n"
				 "}\n"
				 "net/netif_receive_skb skbaddr=B len=50 name=eth0\n"
				 "ip_local_deliver {\n"
				 "  raw_rcv {\n"
				 "    sock_def_readable;\n"
				 "  }\n"
				 "  icmp_rcv {\n"
				 "    skb/kfree_skb skbaddr=B location=&icmp_rcv\n"
				 "    p:skb_release_head_state skb=B\n"
				 "  }\n"
				 "}\n"
				 "net/netif_receive_skb skbaddr=C len=50 name=eth0\n"
				 "ip_local_deliver {\n"
				 "  raw_rcv;\n"
				 "  icmp_rcv {\n"
				 "    skb/kfree_skb skbaddr=C location=&icmp_rcv\n"
				 "    p:skb_release_head_state skb=C\n"
				 "  }\n"
				 "}\n"),
			    "rx A gen -1 ? exact x0 consumed: handled by icmpv6_rcv\n"
			    "rx B gen -1 ? exact x0 consumed: a raw socket was given a copy\n"
			    "rx C gen -1 ? exact x0 unknown: freed by kfree_skb, and whether a "
			    "socket has a copy is not known\n");
	fake_trace_free(trace);
}

/* No protocol takes a fragment: the next call is for the next skb all the same. */
static void a_fragment_takes_no_others_call(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	assert_string_equal(told(trace, "udp",
				 "cpu 0 softirq\n"
				 "__netif_receive_skb_list_core {\n"
				 "  net/netif_receive_skb skbaddr=A len=1500 name=eth0\n"
				 "  net/netif_receive_skb skbaddr=B len=50 name=eth0\n"
				 "  ip_local_deliver {\n"
				 "    ip_defrag;\n"
				 "  }\n"
				 "  ip_local_deliver {\n"
				 "    udp_rcv;\n"
				 "  }\n"
				 "}\n"
				 "cpu 1 pid 7\n"
				 "skb/consume_skb skbaddr=B\n"
				 "p:skb_release_head_state skb=B\n"),
			    "rx B gen -1 ? exact x0 delivered: its reader gave it back\n");
	fake_trace_free(trace);
}

/* By a probe on it, before its frame or in it; what it writes counts where several calls write one datagram (copies_test.c). */
static void a_call_that_sends_has_a_socket(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	assert_string_equal(
		told(trace, "udp",
		     "cpu 0 pid 7\n"
		     "udp_sendmsg {\n"
		     "  p:udp_sendmsg sk=&another len=20\n"
		     "  p:udp_push_pending_frames sk=&another\n"
		     "  udp_push_pending_frames;\n"
		     "}\n"
		     "p:udp_push_pending_frames sk=&a_socket\n"
		     "udp_push_pending_frames {\n"
		     "  net/net_dev_queue skbaddr=A len=50 name=eth0\n"
		     "  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=eth0\n"
		     "  net/net_dev_xmit skbaddr=A len=50 rc=0 name=eth0\n"
		     "}\n"),
		"tx A ? nested x1 sent: net_dev_xmit rc 0\n");
	assert_int_equal(fake_trace_set(trace)->packets[0]->sk, fake_trace_func(trace, "a_socket"));
	fake_trace_free(trace);
}

#define COPIED                                                                                     \
	"cpu 0 softirq\n"                                                                          \
	"netif_receive_skb {\n"                                                                    \
	"  net/netif_receive_skb skbaddr=A len=50 name=eth0\n"                                     \
	"  ip_local_deliver {\n"                                                                   \
	"    udp_rcv {\n"                                                                          \
	"      p:__copy_skb_header new=B old=A\n"                                                  \
	"      udp_queue_rcv_skb;\n"                                                               \
	"      p:__copy_skb_header new=C old=A\n"                                                  \
	"      udp_queue_rcv_skb;\n"                                                               \
	"      udp_queue_rcv_skb;\n"                                                               \
	"    }\n"                                                                                  \
	"  }\n"                                                                                    \
	"}\n"                                                                                      \
	"cpu 1 pid 7\n"                                                                            \
	"skb/consume_skb skbaddr=A\n"                                                              \
	"p:skb_release_head_state skb=A\n"

/* One datagram for three sockets: each has its own end, and the packet the one to look at first. */
static void each_socket_has_its_copy(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_packet *packet;

	(void)state;
	assert_string_equal(told(trace, "udp",
				 COPIED "skb/consume_skb skbaddr=B\n"
					"skb/kfree_skb skbaddr=C location=&udp_queue_rcv_one_skb\n"
					"p:skb_release_head_state skb=C\n"),
			    "rx A gen -1 ? exact x0 dropped: copied to 3 sockets: 1 dropped, "
			    "2 delivered\n");
	packet = fake_trace_set(trace)->packets[0];
	assert_int_equal(packet->copies->packet->skb, fake_trace_skb("B"));
	assert_int_equal(packet->copies->packet->outcome, PK_OUT_DELIVERED);
	assert_int_equal(packet->copies->kind, PK_EDGE_CLONE);
	assert_int_equal(packet->copies->next->packet->outcome, PK_OUT_DROPPED);
	assert_null(packet->copies->next->next);
	assert_int_equal(packet->drop->location, packet->copies->next->packet->drop->location);
	fake_trace_free(trace);
}

/* Its reader's event is the end of a copy: what is sent from its address afterwards is another packet. */
static void a_copy_s_address_is_used_again(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	assert_string_equal(told(trace, "udp",
				 COPIED "skb/consume_skb skbaddr=B\n"
					"skb/consume_skb skbaddr=C\n"
					"udp_sendmsg {\n"
					"  net/net_dev_queue skbaddr=B len=50 name=eth0\n"
					"  net/net_dev_start_xmit skbaddr=B len=50 protocol=2048 "
					"name=eth0\n"
					"  net/net_dev_xmit skbaddr=B len=50 rc=0 name=eth0\n"
					"}\n"),
			    "rx A gen -1 ? exact x0 delivered: copied to 3 sockets: 3 "
			    "delivered\n"
			    "tx B gen 0 ? nested x1 sent: net_dev_xmit rc 0\n");
	fake_trace_free(trace);
}

/* GSO: the skb is used up, and its socket takes segments. What loops was sent as one all the same: its segments are the
 * receiver's. */
static void a_large_one_is_taken_in_segments(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_packet *packet;

	(void)state;
	assert_string_equal(
		told(trace, "udp",
		     "cpu 0 pid 7\n"
		     "net/net_dev_queue skbaddr=A len=4000 name=lo\n"
		     "net/net_dev_start_xmit skbaddr=A len=4000 protocol=2048 name=lo gso_segs=2 "
		     "gso_size=1980\n"
		     "net/net_dev_xmit skbaddr=A len=4000 rc=0 name=lo\n"
		     "cpu 0 softirq\n"
		     "netif_receive_skb {\n"
		     "  net/netif_receive_skb skbaddr=A len=4000 name=lo\n"
		     "  ip_local_deliver {\n"
		     "    udp_rcv {\n"
		     "      __skb_gso_segment {\n"
		     "        p:__copy_skb_header new=B old=A\n"
		     "        p:__copy_skb_header new=C old=A\n"
		     "      }\n"
		     "      skb/consume_skb skbaddr=A\n"
		     "      p:skb_release_head_state skb=A\n"
		     "    }\n"
		     "  }\n"
		     "}\n"
		     "cpu 1 pid 8\n"
		     "skb/consume_skb skbaddr=B\n"
		     "skb/consume_skb skbaddr=C\n"
		     "net/net_dev_queue skbaddr=B len=60 name=lo\n"
		     "net/net_dev_start_xmit skbaddr=B len=60 protocol=2048 name=lo gso_segs=0 "
		     "gso_size=0\n"
		     "net/net_dev_xmit skbaddr=B len=60 rc=0 name=lo\n"),
		"tx A gen -1 ? exact x1 looped: the same skb came in again\n"
		"rx A gen -1 ? exact x0 delivered: 2 datagrams: 2 delivered\n");
	packet = fake_trace_set(trace)->packets[1];
	assert_int_equal(packet->segs, 2);
	assert_int_equal(packet->copies->kind, PK_EDGE_GSO);
	fake_trace_free(trace);
}

/* Cut before its device, and no header is read where they come in: each is the frame that it was sent as, and none is what
 * the call sent. */
static void cut_ones_come_in(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	fake_trace_run(trace,
		       "has p:skb_release_head_state skb\n"
		       "cpu 0 pid 100\n"
		       "__tcp_transmit_skb {\n"
		       "  net/net_dev_queue skbaddr=A len=92\n"
		       "  __skb_gso_segment {\n"
		       "    p:__copy_skb_header new=B old=A\n"
		       "    p:__copy_skb_header new=C old=A\n"
		       "  }\n"
		       "  p:skb_release_head_state skb=A\n"
		       "  net/net_dev_start_xmit skbaddr=B len=74 protocol=0x800 name=veth0\n"
		       "  e:net/net_dev_start_xmit skb=B tcp=2002>1001,A,100,7,20\n"
		       "  net/net_dev_xmit skbaddr=B rc=0 name=veth0\n"
		       "  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=veth0\n"
		       "  e:net/net_dev_start_xmit skb=C tcp=2002>1001,PA,120,7,10\n"
		       "  net/net_dev_xmit skbaddr=C rc=0 name=veth0\n"
		       "}\n"
		       "cpu 0 softirq\n"
		       "net/netif_receive_skb skbaddr=B len=60 name=veth1\n"
		       "net/netif_receive_skb skbaddr=C len=50 name=veth1\n",
		       false);
	assert_string_equal(fake_trace_text(trace, 0),
			    "tx A gen -1 2002>1001 PA 100+30 exact x2 looped\n"
			    "rx B gen 0 2002>1001 A 100+20 derived x0 unknown\n"
			    "rx C gen 0 2002>1001 PA 120+10 derived x0 unknown\n");
	fake_trace_free(trace);
	trace = fake_trace_new();
	assert_true(pk_protocols_parse("udp", &fake_trace_ctx(trace)->protocols));
	fake_trace_run(trace,
		       "has p:skb_release_head_state skb\n"
		       "cpu 0 pid 100\n"
		       "udp_sendmsg {\n"
		       "  net/net_dev_queue skbaddr=A len=92\n"
		       "  __skb_gso_segment {\n"
		       "    p:__copy_skb_header new=B old=A\n"
		       "    p:__copy_skb_header new=C old=A\n"
		       "  }\n"
		       "  p:skb_release_head_state skb=A\n"
		       "  net/net_dev_start_xmit skbaddr=B len=74 protocol=0x800 name=veth0\n"
		       "  net/net_dev_xmit skbaddr=B rc=0 name=veth0\n"
		       "  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x800 name=veth0\n"
		       "  net/net_dev_xmit skbaddr=C rc=0 name=veth0\n"
		       "}\n"
		       "cpu 0 softirq\n"
		       "net/netif_receive_skb skbaddr=B len=60 name=veth1\n"
		       "net/netif_receive_skb skbaddr=C len=50 name=veth1\n",
		       false);
	assert_string_equal(fake_trace_text(trace, FAKE_SHOW_EDGES),
			    "tx A gen -1 ? nested x2 looped {gso-segment B exact} {gso-segment C "
			    "exact} {loopback-same B exact}\n"
			    "rx B gen 0 ? exact x0 unknown {loopback-same B exact}\n"
			    "rx C gen 0 ? exact x0 unknown {loopback-same C exact}\n");
	fake_trace_free(trace);
}

/* A device was given what it cannot cut, under a label that hides its header (MPLS): the segments have its addresses, and which of
 * its numbers nobody knows. */
static void cut_under_a_label(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	fake_trace_run(trace,
		       "has p:skb_release_head_state skb\n"
		       "cpu 0 pid 100\n"
		       "__tcp_transmit_skb {\n"
		       "  e:net/net_dev_start_xmit skb=A tcp=2002>1001,A,100,7,30\n"
		       "  net/net_dev_queue skbaddr=A len=92\n"
		       "  __skb_gso_segment {\n"
		       "    p:__copy_skb_header new=B old=A\n"
		       "    p:__copy_skb_header new=C old=A\n"
		       "  }\n"
		       "  p:skb_release_head_state skb=A\n"
		       "  net/net_dev_start_xmit skbaddr=B len=74 protocol=0x8847 name=veth0\n"
		       "  net/net_dev_xmit skbaddr=B rc=0 name=veth0\n"
		       "  net/net_dev_start_xmit skbaddr=C len=64 protocol=0x8847 name=veth0\n"
		       "  net/net_dev_xmit skbaddr=C rc=0 name=veth0\n"
		       "}\n"
		       "cpu 0 softirq\n"
		       "net/netif_receive_skb skbaddr=B len=60 name=veth1\n"
		       "net/netif_receive_skb skbaddr=C len=50 name=veth1\n",
		       false);
	assert_string_equal(fake_trace_text(trace, 0),
			    "tx A gen -1 2002>1001 A 100+30 exact x1 looped\n"
			    "rx B gen 0 2002>1001 derived x0 unknown\n"
			    "rx C gen 0 2002>1001 derived x0 unknown\n");
	fake_trace_free(trace);
}

/* One frame that is shorter than the whole: GRO put others behind it, and no event told of them. */
static void merged_without_a_word(void **state)
{
	(void)state;
	assert_string_equal(
		fake_trace_packets(
			"cpu 0 softirq\n"
			"net/napi_gro_receive_entry skbaddr=A len=50 name=eth0 gso_size=0\n"
			"net/netif_receive_skb skbaddr=A len=100 name=eth0\n"
			"e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,60\n"
			"tcp_v4_rcv;\n"
			"net/napi_gro_receive_entry skbaddr=B len=100 name=eth0 gso_size=0\n"
			"net/netif_receive_skb skbaddr=B len=100 name=eth0\n"
			"e:net/netif_receive_skb skb=B tcp=1001>2002,PA,160,7,60\n"
			"tcp_v4_rcv;\n",
			FAKE_SHOW_SEGS),
		"rx A 1001>2002 PA 100+60 exact x1 of 0 unknown\n"
		"rx B 1001>2002 PA 160+60 exact x1 of 1 unknown\n");
}

#define SCTP_IN(skb, calls)                                                                        \
	"cpu 0 softirq\n"                                                                          \
	"netif_receive_skb {\n"                                                                    \
	"  net/netif_receive_skb skbaddr=" skb " len=50 name=eth0\n"                               \
	"  ip_local_deliver {\n"                                                                   \
	"    sctp_rcv {\n" calls "    }\n"                                                         \
	"  }\n"                                                                                    \
	"}\n"

/* What SCTP has taken lives until its data was read; consume_skb says of neither that it was. */
static void what_sctp_keeps(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	assert_string_equal(
		told(trace, "sctp",
		     "has p:skb_release_head_state skb\n" SCTP_IN(
			     "A", "      skb/consume_skb skbaddr=A\n"
				  "      p:skb_release_head_state skb=A\n") SCTP_IN("B", "")
			     SCTP_IN("C", "") SCTP_IN(
				     "D", "      skb/kfree_skb skbaddr=D location=&sctp_rcv\n"
					  "      p:skb_release_head_state skb=D\n")
				     SCTP_IN("E", "      sctp_sf_tabort_8_4_8;\n"
						  "      skb/consume_skb skbaddr=E\n"
						  "      p:skb_release_head_state "
						  "skb=E\n") "cpu 1 pid 7\n"
							     "sctp_recvmsg {\n"
							     "  skb/consume_skb "
							     "skbaddr=B\n"
							     "  "
							     "p:skb_release_head_state "
							     "skb=B\n"
							     "  sctp_backlog_rcv {\n"
							     "    skb/consume_skb "
							     "skbaddr=C\n"
							     "    "
							     "p:skb_release_head_state "
							     "skb=C\n"
							     "  }\n"
							     "}\n"),
		"rx A gen -1 ? exact x0 consumed: taken by sctp_rcv\n"
		"rx B gen -1 ? exact x0 delivered: its reader gave it back\n"
		"rx C gen -1 ? exact x0 consumed: taken by sctp_rcv\n"
		"rx D gen -1 ? exact x0 dropped: no reason recorded at sctp_rcv+0x0/0x100\n"
		"rx E gen -1 ? exact x0 dropped: refused: answered with ABORT\n");
	fake_trace_free(trace);
}

/* The functions of a hook in their order, without what interrupts it, frees the packet, or is called by them. */
static void a_hook_that_drops(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_hook_calls *hooks;

	(void)state;
	told(trace, NULL,
	     "cpu 0 softirq\n"
	     "netif_receive_skb {\n"
	     "  net/netif_receive_skb skbaddr=A len=50 name=eth0\n"
	     "  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10\n"
	     "  ip_rcv {\n"
	     "    nf_hook_slow {\n"
	     "      ipv4_conntrack_in;\n"
	     "    }\n"
	     "    ip_local_deliver {\n"
	     "      nf_hook_slow {\n"
	     "        nft_do_chain_inet {\n"
	     "          nft_do_chain;\n"
	     "        }\n"
	     "        cpu 0 hardirq\n"
	     "        handle_irq_event;\n"
	     "        cpu 0 softirq\n"
	     "        nft_do_chain_ipv4 {\n"
	     "          nft_do_chain;\n"
	     "        }\n"
	     "        kfree_skb_reason {\n"
	     "          skb/kfree_skb skbaddr=A location=&nf_hook_slow\n"
	     "        }\n"
	     "      }\n"
	     "    }\n"
	     "  }\n"
	     "}\n");
	assert_int_equal(fake_trace_set(trace)->nr, 1);
	assert_non_null(fake_trace_set(trace)->packets[0]->drop);
	hooks = fake_trace_set(trace)->packets[0]->drop->hooks;
	assert_non_null(hooks);
	assert_int_equal(hooks->nr, 2);
	assert_int_equal(hooks->funcs[0], fake_trace_func(trace, "nft_do_chain_inet"));
	assert_int_equal(hooks->funcs[1], fake_trace_func(trace, "nft_do_chain_ipv4"));
	assert_int_equal(hooks->callers[0], fake_trace_func(trace, "ip_local_deliver"));
	fake_trace_free(trace);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_is_told_of_alone),
		cmocka_unit_test(a_call_that_sends_is_one_packet),
		cmocka_unit_test(readers_may_free_later),
		cmocka_unit_test(a_free_without_a_word),
		cmocka_unit_test(a_drop_has_its_place),
		cmocka_unit_test(freed_by_kfree_skb_when_done),
		cmocka_unit_test(a_fragment_takes_no_others_call),
		cmocka_unit_test(a_call_that_sends_has_a_socket),
		cmocka_unit_test(each_socket_has_its_copy),
		cmocka_unit_test(a_copy_s_address_is_used_again),
		cmocka_unit_test(a_large_one_is_taken_in_segments),
		cmocka_unit_test(cut_ones_come_in),
		cmocka_unit_test(cut_under_a_label),
		cmocka_unit_test(what_sctp_keeps),
		cmocka_unit_test(merged_without_a_word),
		cmocka_unit_test(a_hook_that_drops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
