// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets of several protocols that belong together: ICMP's errors and what they are about, tunnels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "fake_trace.h"
#include "protocol/protocol.h"

static const char *told(const char *protocols, const char *story)
{
	static char text[4096];
	struct fake_trace *trace = fake_trace_new();

	if (protocols)
		assert_true(pk_protocols_parse(protocols, &fake_trace_ctx(trace)->protocols));
	fake_trace_run(trace, story, false);
	strncpy(text, fake_trace_text(trace, FAKE_SHOW_EDGES | FAKE_SHOW_WAY), sizeof(text) - 1);
	fake_trace_free(trace);
	return text;
}

/* A datagram by loopback; the error that is sent while it is handled comes back the same way. */
static const char refused[] =
	"cpu 0 pid 7\n"
	"udp_sendmsg {\n"
	"  net/net_dev_queue skbaddr=A len=50 name=lo\n"
	"  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=lo\n"
	"  net/net_dev_xmit skbaddr=A len=50 rc=0 name=lo\n"
	"}\n"
	"cpu 0 softirq\n"
	"netif_receive_skb {\n"
	"  net/netif_receive_skb skbaddr=A len=50 name=lo\n"
	"  ip_local_deliver {\n"
	"    udp_rcv {\n"
	"      __icmp_send {\n"
	"        icmp_push_reply {\n"
	"          net/net_dev_queue skbaddr=B len=78 name=lo\n"
	"          net/net_dev_start_xmit skbaddr=B len=78 protocol=2048 name=lo\n"
	"          net/net_dev_xmit skbaddr=B len=78 rc=0 name=lo\n"
	"        }\n"
	"      }\n"
	"      p:skb_release_head_state skb=A\n"
	"    }\n"
	"  }\n"
	"}\n"
	"netif_receive_skb {\n"
	"  net/netif_receive_skb skbaddr=B len=78 name=lo\n"
	"  ip_local_deliver {\n"
	"    icmp_rcv {\n"
	"      p:skb_release_head_state skb=B\n"
	"    }\n"
	"  }\n"
	"}\n";

static void an_error_is_for_the_packet_that_is_handled(void **state)
{
	(void)state;
	assert_string_equal(
		told("udp,icmp", refused),
		"tx A gen -1 ? nested x1 looped <lo> {loopback-same A exact} {answered-by B "
		"derived}\n"
		"rx A gen -1 ? exact x0 unknown <lo> {loopback-same A exact} {answered-by B "
		"nested}\n"
		"tx B gen -1 ? nested x1 looped <lo> {error-for A nested} {loopback-same B exact}\n"
		"rx B gen -1 ? exact x0 unknown <lo> {loopback-same B exact} {error-for A "
		"derived}\n");
	/* the error is not told of, and said all the same */
	assert_non_null(strstr(told("udp", refused), "{answered-by B nested}"));
	assert_null(strstr(told(NULL, refused), "answered-by"));
}

/* The limit of errors a second was reached: the call sent nothing. */
static void an_error_that_was_not_sent_answers_nothing(void **state)
{
	(void)state;
	assert_string_equal(told("all", "cpu 0 softirq\n"
					"netif_receive_skb {\n"
					"  net/netif_receive_skb skbaddr=A len=50 name=eth0\n"
					"  udp_rcv {\n"
					"    __icmp_send {\n"
					"    }\n"
					"  }\n"
					"}\n"),
			    "rx A ? exact x0 unknown <eth0>\n");
}

/* It is about the packet that is sent, and is none of its segments. */
static void an_error_while_sending_is_a_packet_of_its_own(void **state)
{
	(void)state;
	assert_string_equal(
		told("all", "cpu 0 pid 7\n"
			    "udp_sendmsg {\n"
			    "  __icmp_send {\n"
			    "    icmp_push_reply {\n"
			    "      net/net_dev_queue skbaddr=B len=78 name=lo\n"
			    "      net/net_dev_start_xmit skbaddr=B len=78 protocol=2048 name=lo\n"
			    "      net/net_dev_xmit skbaddr=B len=78 rc=0 name=lo\n"
			    "    }\n"
			    "  }\n"
			    "  net/net_dev_queue skbaddr=A len=50 name=eth0\n"
			    "  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=eth0\n"
			    "  net/net_dev_xmit skbaddr=A len=50 rc=0 name=eth0\n"
			    "}\n"),
		"tx A ? nested x1 sent <eth0> {answered-by B nested}\n"
		"tx B ? nested x1 sent <lo> {error-for A nested}\n");
}

#define RAW_SENDS(calls)                                                                           \
	"cpu 0 pid 7\n"                                                                            \
	"raw_sendmsg {\n" calls "  ip_local_out {\n"                                               \
	"    net/net_dev_queue skbaddr=A len=98 name=eth0\n"                                       \
	"    net/net_dev_start_xmit skbaddr=A len=98 protocol=2048 name=eth0\n"                    \
	"    net/net_dev_xmit skbaddr=A len=98 rc=0 name=eth0\n"                                   \
	"  }\n"                                                                                    \
	"}\n"

/* A raw socket may send anything: what ICMP counts in its call is ping's, what nobody counts stays another's. */
static void a_raw_socket_sends_what_is_counted(void **state)
{
	static const char counted[] = RAW_SENDS("  ip_make_skb {\n"
						"    icmp_out_count;\n"
						"  }\n");
	static const char by_entries[] =
		"unfiltered\n"
		"cpu 0 pid 7\n"
		"f:raw_sendmsg <- inet_sendmsg\n"
		"f:ip_push_pending_frames <- raw_sendmsg\n"
		"f:icmp_out_count <- ip_push_pending_frames\n"
		"f:ip_output <- ip_push_pending_frames\n"
		"net/net_dev_queue skbaddr=A len=98 name=eth0\n"
		"net/net_dev_start_xmit skbaddr=A len=98 protocol=2048 name=eth0\n"
		"net/net_dev_xmit skbaddr=A len=98 rc=0 name=eth0\n";

	(void)state;
	assert_string_equal(told("icmp", counted), "tx A ? nested x1 sent <eth0>\n");
	assert_string_equal(told("icmp", by_entries), "tx A ? nested x1 sent <eth0>\n");
	assert_string_equal(told("icmp", RAW_SENDS("")), "");
	assert_string_equal(told(NULL, counted), "");
	/* an interrupt's answer is no raw socket's */
	assert_string_equal(told("icmp", RAW_SENDS("cpu 0 softirq\n"
						   "icmp_reply {\n"
						   "  icmp_out_count;\n"
						   "}\n"
						   "icmp_out_count;\n"
						   "cpu 0 pid 7\n")),
			    "");
}

/* One skb, two packets on the way out; at the other end of the veth pair two again. */
static const char tunnelled[] =
	"cpu 0 pid 7\n"
	"net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0\n" /* drivers' answers are traced */
	"udp_sendmsg {\n"
	"  net/net_dev_queue skbaddr=A len=50 name=gre0\n"
	"  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=gre0\n"
	"  ipgre_xmit {\n"
	"    iptunnel_xmit {\n"
	"      net/net_dev_queue skbaddr=A len=74 name=veth0\n"
	"      net/net_dev_start_xmit skbaddr=A len=74 protocol=2048 name=veth0\n"
	"      net/net_dev_xmit skbaddr=A len=74 rc=0 name=veth0\n"
	"    }\n"
	"  }\n"
	"  net/net_dev_xmit skbaddr=A len=50 rc=0 name=gre0\n"
	"}\n"
	"cpu 0 softirq\n"
	"netif_receive_skb {\n"
	"  net/netif_receive_skb skbaddr=A len=74 name=veth1\n"
	"  ip_local_deliver {\n"
	"    gre_rcv;\n"
	"  }\n"
	"}\n"
	"netif_receive_skb {\n"
	"  net/netif_receive_skb skbaddr=A len=50 name=gre1\n"
	"  ip_local_deliver {\n"
	"    udp_rcv;\n"
	"  }\n"
	"}\n"
	"cpu 1 pid 8\n"
	"skb/consume_skb skbaddr=A\n"
	"p:skb_release_head_state skb=A\n";

/* STORY's packets are of those protocols, the last followed by a 0. */
static void expect_protocols(const char *story, const uint8_t *numbers)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_packet_set *set;

	assert_true(pk_protocols_parse("all", &fake_trace_ctx(trace)->protocols));
	fake_trace_run(trace, story, false);
	set = fake_trace_set(trace);
	for (uint32_t i = 0; i < set->nr; i++)
		assert_int_equal(set->packets[i]->header.protocol, numbers[i]);
	assert_int_equal(numbers[set->nr], 0);
	fake_trace_free(trace);
}

static void a_tunnel_carries_one_packet_in_another(void **state)
{
	const uint8_t numbers[] = {pk_udp.number, pk_gre.number, pk_gre.number, pk_udp.number, 0};

	(void)state;
	assert_string_equal(told("all", tunnelled),
			    "tx A gen -1 ? nested x1 sent <gre0> {encapsulated-in - nested}\n"
			    "tx A gen -1 ? nested x1 looped <veth0> {carries A nested} "
			    "{loopback-same A exact}\n"
			    "rx A gen -1 ? exact x0 consumed <veth1> {loopback-same A exact} "
			    "{carries A exact}\n"
			    "rx A gen -1 ? exact x0 delivered <gre1> {encapsulated-in A exact}\n");
	expect_protocols(tunnelled, numbers);
}

/* TUNNELLED, where another function was called than FUNC, one that says nothing. */
static const char *tunnelled_without(const char *func)
{
	static char story[sizeof(tunnelled)];
	char *at;

	memcpy(story, tunnelled, sizeof(story));
	at = strstr(story, func);
	assert_non_null(at);
	memset(at, 'x', strlen(func));
	return story;
}

/* Few functions are traced, and no free: what came in is the datagram in the end, and the other end of the wire had it in
 * a tunnel of an unknown kind. That is nobody's packet, and no datagram: its devices are those of what it carries. */
static void a_tunnel_of_unknown_kind_is_not_named(void **state)
{
	static const char story[] =
		"cpu 0 pid 7\n"
		"net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0\n"
		"udp_sendmsg {\n"
		"  net/net_dev_queue skbaddr=A len=50 name=vxlan0\n"
		"  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=vxlan0\n"
		"  iptunnel_xmit {\n"
		"    net/net_dev_queue skbaddr=A len=74 name=veth0\n"
		"    net/net_dev_start_xmit skbaddr=A len=74 protocol=2048 name=veth0\n"
		"    net/net_dev_xmit skbaddr=A len=74 rc=0 name=veth0\n"
		"  }\n"
		"  net/net_dev_xmit skbaddr=A len=50 rc=0 name=vxlan0\n"
		"}\n"
		"cpu 0 softirq\n"
		"net/netif_receive_skb skbaddr=A len=74 name=veth1\n"
		"netif_receive_skb {\n"
		"  net/netif_receive_skb skbaddr=A len=50 name=vxlan1\n"
		"  udp_rcv;\n"
		"}\n";

	(void)state;
	assert_string_equal(told("all", story),
			    "tx A ? nested x1 sent <vxlan0 veth0> {encapsulated-in - nested}\n"
			    "rx A ? exact x0 unknown <veth1 vxlan1>\n");
}

/* Nothing said that GRE took it; UDP has it in the end, so it is no GRE. */
static void what_a_protocol_takes_is_its_own(void **state)
{
	const uint8_t numbers[] = {pk_udp.number, pk_gre.number, pk_udp.number, 0};

	(void)state;
	expect_protocols(tunnelled_without("gre_rcv"), numbers);
}

/* An answer lets one out: of two that wait nobody says which it is, and a call that may have sent nothing is no packet. */
static void two_that_wait_are_not_mixed_up(void **state)
{
	static const char story[] = "cpu 0 softirq\n"
				    "icmp_push_reply {\n"
				    "  __neigh_event_send;\n"
				    "}\n"
				    "arp_process {\n"
				    "  __neigh_update {\n"
				    "    net/net_dev_queue skbaddr=A len=74\n"
				    "    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800\n"
				    "    net/net_dev_xmit skbaddr=A rc=0\n"
				    "  }\n"
				    "}\n";
	char two[sizeof(story) + 128];

	(void)state;
	assert_string_equal(told("udp,icmp", story), "tx A ? guess x1 sent <>\n");
	snprintf(two, sizeof(two), "cpu 0 pid 100\nudp_sendmsg {\n  __neigh_event_send;\n}\n%s",
		 story);
	assert_string_equal(told("udp,icmp", two), "");
}

/* Another answer may have let it out, of which the event is lost. */
static void what_waited_may_have_left(void **state)
{
	(void)state;
	assert_string_equal(told("udp,icmp", "cpu 0 pid 100\n"
					     "udp_sendmsg {\n"
					     "  __neigh_event_send;\n"
					     "}\n"
					     "cpu 1 pid 200\n"
					     "lost 7\n"
					     "ip_rcv;\n"
					     "cpu 0 softirq\n"
					     "arp_process {\n"
					     "  __neigh_update {\n"
					     "    net/net_dev_queue skbaddr=A len=74\n"
					     "    e:net/net_dev_start_xmit skb=A udp=1001>2002\n"
					     "    net/net_dev_xmit skbaddr=A rc=0\n"
					     "  }\n"
					     "}\n"),
			    "");
}

/* What MACsec's function hands on, it has decrypted: the same skb comes in on its device. */
static void what_macsec_hands_on_was_macsec(void **state)
{
#define ON_ETH0(does)                                                                              \
	"has p:skb_release_head_state skb\n"                                                       \
	"cpu 0 softirq\n"                                                                          \
	"__netif_receive_skb_core {\n"                                                             \
	"  net/netif_receive_skb skbaddr=A name=eth0\n"                                            \
	"  macsec_handle_frame {\n" does "  }\n"                                                   \
	"}\n"                                                                                      \
	"napi_gro_receive {\n"                                                                     \
	"  e:net/napi_gro_receive_entry skb=A name=macsec0 tcp=1001>2002,PA,100,7,10\n"            \
	"}\n"                                                                                      \
	"e:net/netif_receive_skb skb=A name=macsec0 tcp=1001>2002,PA,100,7,10\n"

	(void)state;
	assert_string_equal(told("tcp,macsec", ON_ETH0("    gro_cells_receive;\n")),
			    "rx A gen 0 ? exact x0 consumed <eth0> {carries A exact}\n"
			    "rx A gen 0 1001>2002 PA 100+10 exact x1 unknown <macsec0> "
			    "{encapsulated-in A exact}\n");
	assert_string_equal(told("tcp,macsec", ON_ETH0("")),
			    "rx A gen 0 1001>2002 PA 100+10 exact x1 unknown <eth0 macsec0>\n");
}

/* Of two packets in one skb each has its own header. */
static void headers_of_two_protocols_do_not_mix(void **state)
{
	struct pk_packet packet = {.header.protocol = pk_gre.number};
	const struct pk_header inner = {.protocol = pk_tcp.number,
					.tuple = {.family = 4, .sport = 1, .dport = 2},
					.tuple_known = true,
					.flags_known = true};
	char flags[16];

	(void)state;
	pk_header_take(&packet, &inner, PK_TUPLE_EDGE);
	assert_false(packet.header.tuple_known);
	assert_false(packet.header.flags_known);
	packet.header.flags_known = true; /* should one ever come there */
	assert_string_equal(pk_flags_text(&packet.header, flags, sizeof(flags)), "-");
}

/* To TCP alone, it is one packet on a longer way. */
static void where_tcp_alone_is_known_a_tunnel_is_a_device(void **state)
{
	(void)state;
	assert_string_equal(
		told(NULL,
		     "cpu 0 pid 7\n"
		     "__tcp_transmit_skb {\n"
		     "  net/net_dev_queue skbaddr=A len=50 name=gre0\n"
		     "  net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=gre0\n"
		     "  ipgre_xmit {\n"
		     "    iptunnel_xmit {\n"
		     "      net/net_dev_queue skbaddr=A len=74 name=veth0\n"
		     "      net/net_dev_start_xmit skbaddr=A len=74 protocol=2048 name=veth0\n"
		     "      net/net_dev_xmit skbaddr=A len=74 rc=0 name=veth0\n"
		     "    }\n"
		     "  }\n"
		     "  net/net_dev_xmit skbaddr=A len=50 rc=0 name=gre0\n"
		     "}\n"
		     "has p:skb_release_head_state skb\n"),
		"tx A gen 0 ? nested x1 sent <gre0 veth0>\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_raw_socket_sends_what_is_counted),
		cmocka_unit_test(an_error_is_for_the_packet_that_is_handled),
		cmocka_unit_test(an_error_that_was_not_sent_answers_nothing),
		cmocka_unit_test(an_error_while_sending_is_a_packet_of_its_own),
		cmocka_unit_test(a_tunnel_carries_one_packet_in_another),
		cmocka_unit_test(a_tunnel_of_unknown_kind_is_not_named),
		cmocka_unit_test(what_a_protocol_takes_is_its_own),
		cmocka_unit_test(two_that_wait_are_not_mixed_up),
		cmocka_unit_test(what_waited_may_have_left),
		cmocka_unit_test(what_macsec_hands_on_was_macsec),
		cmocka_unit_test(headers_of_two_protocols_do_not_mix),
		cmocka_unit_test(where_tcp_alone_is_known_a_tunnel_is_a_device),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
