// SPDX-License-Identifier: GPL-3.0-or-later
/* Why packets were sent again or dropped, out of traces that are told line by line (fake_trace.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "fake_net.h"
#include "fake_trace.h"

#define FREES "has p:skb_release_head_state skb\n"
#define SEND(header)                                                                               \
	"p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "               \
	"cb_flags=0x18\n"                                                                          \
	"p:__copy_skb_header new=A+ old=A\n"                                                       \
	"net/net_dev_queue skbaddr=A+ len=64 name=eth0\n" header
#define ON_THE_WIRE                                                                                \
	"net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0\n"                      \
	"e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10\n"                              \
	"net/net_dev_xmit skbaddr=A+ rc=0 name=eth0\n"                                             \
	"p:skb_release_head_state skb=A+\n"
#define FIRST                                                                                      \
	"cpu 0 pid 100\n"                                                                          \
	"__tcp_transmit_skb {\n" SEND(ON_THE_WIRE) "}\n"
#define AGAIN(opened, closed)                                                                      \
	"cpu 0 softirq\n" opened "__tcp_retransmit_skb {\n"                                        \
	"__tcp_transmit_skb {\n" SEND(ON_THE_WIRE) "}\n"                                           \
						   "}\n" closed
#define TIMER AGAIN("tcp_write_timer_handler {\ntcp_retransmit_timer {\n", "}\n}\n")
#define ACK(number)                                                                                \
	"cpu 1 softirq\n"                                                                          \
	"netif_receive_skb {\n"                                                                    \
	"  net/netif_receive_skb skbaddr=B len=40\n"                                               \
	"  tcp_v4_rcv {\n"                                                                         \
	"    p:tcp_v4_rcv skb=B tcp=1001>2002,A,7," number ",0\n"                                  \
	"  }\n"                                                                                    \
	"}\n"

/* The causes alone, of TEXT. */
static const char *causes_in(const char *text)
{
	static char found[4096];
	const char *at = text, *end;
	size_t len = 0;

	for (; *at && (end = strchr(at, '\n')); at = end + 1)
		if (*at == ' ')
			len += (size_t)snprintf(found + len, sizeof(found) - len, "%.*s",
						(int)(end + 1 - at), at);
	found[len] = '\0';
	return found;
}

static const char *causes(const char *story)
{
	return causes_in(fake_trace_packets(story, FAKE_SHOW_CAUSE));
}

static void a_timeout_without_an_ack(void **state)
{
	(void)state;
	assert_string_equal(
		causes(FREES "every 1000000\n" FIRST ACK("100") TIMER),
		"  rto no-ack: retransmission timeout; no ACK of the one before it (#ID, 18.0 ms "
		"earlier) came in, which left by eth0; 1 packet came from the peer meanwhile\n");
}

/* Headers of what comes in are fetched by nobody: an ACK may have come. */
static void whether_an_ack_came_is_not_known(void **state)
{
	(void)state;
	assert_string_equal(
		causes(FREES "every 1000000\n" FIRST TIMER),
		"  rto unknown: retransmission timeout; the trace has no headers of what came in "
		"between it and the one before it (#ID, 12.0 ms earlier)\n");
}

/* Its peer is on this host, and the trace has no end of it there: it may have been dropped, or not. */
static void what_became_of_it_at_the_peer_is_not_known(void **state)
{
	(void)state;
	assert_string_equal(
		causes(FREES "every 1000000\n"
			     "cpu 0 pid 100\n"
			     "__tcp_transmit_skb {\n" SEND("net/net_dev_start_xmit skbaddr=A+ "
							   "len=64 protocol=0x800 name=lo\n"
							   "e:net/net_dev_start_xmit skb=A+ "
							   "tcp=2002>1001,PA,100,7,10\n"
							   "net/net_dev_xmit skbaddr=A+ rc=0 "
							   "name=lo\n") "}\n"
									"cpu 0 softirq\n"
									"netif_receive_skb {\n"
									"  net/netif_receive_skb "
									"skbaddr=A+ len=50\n"
									"  tcp_v4_rcv {\n"
									"    p:tcp_v4_rcv skb=A+ "
									"tcp=2002>1001,PA,100,7,"
									"10\n"
									"  }\n"
									"}\n" TIMER),
		"  rto unknown: retransmission timeout; the one before it (#ID, 17.0 ms earlier) "
		"came to the peer; what became of it there was not recorded\n");
}

static void acknowledged_before(void **state)
{
	(void)state;
	assert_string_equal(
		causes(FREES "every 1000000\n" FIRST ACK("110") TIMER),
		"  rto spurious: retransmission timeout; the one before it (#ID, 18.0 ms earlier) "
		"had been acknowledged, 9.0 ms before this\n");
}

/* The innermost call says it: RACK's timer runs where retransmission timeouts do. */
static void what_sends_again(void **state)
{
	(void)state;
	assert_string_equal(
		causes(FREES FIRST ACK("100") AGAIN("tcp_send_loss_probe {\n", "}\n")),
		"  tlp no-ack: tail loss probe; no ACK of the one before it (#ID, 0.0 ms earlier) "
		"came in, which left by eth0; 1 packet came from the peer meanwhile\n");
	assert_string_equal(
		causes(FREES FIRST ACK("100") AGAIN("tcp_write_timer_handler {\n"
						    "tcp_xmit_retransmit_queue {\n",
						    "}\n}\n")),
		"  reordering-timer no-ack: RACK's reordering timer; no ACK of the one before it "
		"(#ID, 0.0 ms earlier) came in, which left by eth0; 1 packet came from the peer "
		"meanwhile\n");
	assert_string_equal(
		causes(FREES FIRST ACK("100")
			       AGAIN("tcp_ack {\ntcp_xmit_retransmit_queue {\n", "}\n}\n")),
		"  fast no-ack: fast retransmit: an ACK showed the loss; no ACK of the one before "
		"it (#ID, 0.0 ms earlier) came in, which left by eth0; 1 packet came from the peer "
		"meanwhile\n");
	/* No frames around it: what sent it is not known, that it was sent again is. */
	assert_string_equal(causes(FREES FIRST ACK("100") AGAIN("", "")),
			    "  - no-ack: no ACK of the one before it (#ID, 0.0 ms earlier) came "
			    "in, which left by eth0; 1 packet came from the peer meanwhile\n");
}

static void dropped_on_this_host(void **state)
{
	(void)state;
	assert_string_equal(
		causes(FREES "every 1000000\n"
			     "cpu 0 pid 100\n"
			     "__tcp_transmit_skb {\n" SEND(
				     "skb/kfree_skb skbaddr=A+ "
				     "location=&nf_hook_slow reason=0\n"
				     "p:skb_release_head_state skb=A+\n") "}\n" ACK("100") TIMER),
		"  - place: a netfilter hook dropped it (nf_hook_slow)\n"
		"  rto dropped-here: retransmission timeout; the one before it (#ID, 16.0 ms "
		"earlier) was dropped on this host: a netfilter hook dropped it "
		"(nf_hook_slow)\n");
}

/* MACsec's device took it, and the frame that it is in was dropped below. */
static void the_packet_that_it_is_in_was_dropped(void **state)
{
	static const char story[] =
		FREES "every 1000000\n"
		      "cpu 0 pid 100\n"
		      "__tcp_transmit_skb {\n" SEND(
			      "net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0\n"
			      "e:net/net_dev_start_xmit skb=A+ tcp=2002>1001,PA,100,7,10\n"
			      "net/net_dev_queue skbaddr=A+ len=96 name=eth1\n"
			      "net/net_dev_start_xmit skbaddr=A+ len=96 protocol=0x88e5 name=eth1\n"
			      "net/net_dev_xmit skbaddr=A+ rc=1 name=eth1\n"
			      "net/net_dev_xmit skbaddr=A+ rc=0 name=eth0\n") "}\n" ACK("100");
	struct fake_trace *trace = fake_trace_new();
	char whole[4096];

	(void)state;
	assert_true(pk_protocols_parse("tcp,macsec", &fake_trace_ctx(trace)->protocols));
	snprintf(whole, sizeof(whole), "%scpu 0 softirq\n%s", story,
		 "tcp_write_timer_handler {\ntcp_retransmit_timer {\n__tcp_retransmit_skb {\n"
		 "p:__tcp_transmit_skb sk=0x5000 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
		 "cb_flags=0x18\n}\n}\n}\n");
	fake_trace_run(trace, whole, false);
	assert_string_equal(
		causes_in(fake_trace_text(trace, FAKE_SHOW_CAUSE)),
		"  - evidence: net_dev_xmit: the driver dropped it\n"
		"  - dropped-here: the one before it (#ID, 20.0 ms earlier), in #ID, was "
		"dropped on this host: net_dev_xmit: the driver dropped it\n");
	fake_trace_free(trace);
}

/* The event of TCP's own says that it was sent again; of the one before there is nothing. */
static void nothing_before_it(void **state)
{
	static const char again[] =
		"cpu 0 softirq\n"
		"tcp_retransmit_timer {\n"
		"__tcp_retransmit_skb {\n"
		"__tcp_transmit_skb {\n" SEND(ON_THE_WIRE) "}\n"
							   "tcp/tcp_retransmit_skb skbaddr=A "
							   "skaddr=0x5000 sport=2002 dport=1001 "
							   "saddr=2 daddr=1\n"
							   "}\n"
							   "}\n";
	char lossy[4096];

	(void)state;
	assert_string_equal(causes(again),
			    "  rto unknown: retransmission timeout; the trace, which begins later "
			    "or was filtered, has no transmission before it\n");
	snprintf(lossy, sizeof(lossy), "cpu 1 pid 7\nip_rcv;\nlost 7\nip_rcv;\n%s", again);
	assert_string_equal(causes(lossy),
			    "  rto unknown: retransmission timeout; events were lost, that of the "
			    "one before it may be among them\n");
}

/* Newer kernels tell of the attempt, with its error. */
static void what_could_not_be_sent_again_was_sent_once(void **state)
{
	(void)state;
	assert_string_equal(causes(FIRST "tcp_retransmit_timer {\n"
					 "tcp/tcp_retransmit_skb skbaddr=A skaddr=0x5000 "
					 "sport=2002 dport=1001 saddr=2 daddr=1 err=-11\n"
					 "}\n"),
			    "");
	assert_string_not_equal(causes(FIRST "tcp_retransmit_timer {\n"
					     "tcp/tcp_retransmit_skb skbaddr=A skaddr=0x5000 "
					     "sport=2002 dport=1001 saddr=2 daddr=1 err=0\n"
					     "}\n"),
				"");
}

/* Function graph alone: what was sent before has no number to be known by, but that it was sent again is certain. */
static void frames_alone_tell_of_a_repetition(void **state)
{
	(void)state;
	assert_string_equal(
		causes("cpu 0 softirq\n"
		       "tcp_write_timer_handler {\n"
		       "tcp_send_loss_probe {\n"
		       "__tcp_retransmit_skb {\n"
		       "__tcp_transmit_skb {\n"
		       "net/net_dev_queue skbaddr=A+ len=64 name=eth0\n"
		       "}\n}\n}\n}\n"),
		"  tlp unknown: tail loss probe; its numbers were not recorded, which would say "
		"what was sent before\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_alone_tell_of_a_repetition),
		cmocka_unit_test(what_could_not_be_sent_again_was_sent_once),
		cmocka_unit_test(a_timeout_without_an_ack),
		cmocka_unit_test(whether_an_ack_came_is_not_known),
		cmocka_unit_test(what_became_of_it_at_the_peer_is_not_known),
		cmocka_unit_test(acknowledged_before),
		cmocka_unit_test(what_sends_again),
		cmocka_unit_test(dropped_on_this_host),
		cmocka_unit_test(the_packet_that_it_is_in_was_dropped),
		cmocka_unit_test(nothing_before_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
