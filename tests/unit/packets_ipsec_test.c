// SPDX-License-Identifier: GPL-3.0-or-later
/* What is in ESP, and what a worker of WireGuard sends: joined with what carries it where that is proven, and only there. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "fake_trace.h"
#include "fake_xfrm.h"
#include "protocol/protocol.h"

/* Packets of STORY where only PROTOCOLS are known, and their protocols' numbers. */
static void expect_of(const char *protocols, const char *story, const char *text,
		      const uint16_t *numbers)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_packet_set *set;

	assert_true(pk_protocols_parse(protocols, &fake_trace_ctx(trace)->protocols));
	fake_trace_run(trace, story, false);
	assert_string_equal(fake_trace_text(trace, FAKE_SHOW_EDGES | FAKE_SHOW_WAY), text);
	set = fake_trace_set(trace);
	for (uint32_t i = 0; i < set->nr; i++)
		assert_int_equal(set->packets[i]->header.protocol, numbers[i]);
	assert_int_equal(numbers[set->nr], 0);
	fake_trace_free(trace);
}

static void expect(const char *story, const char *text, const uint16_t *numbers)
{
	expect_of("all", story, text, numbers);
}

#define SENT                                                                                       \
	"net/net_dev_queue skbaddr=A len=90 name=veth0\n"                                          \
	"net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth0\n"                       \
	"net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth0\n"
#define FREES "has p:skb_release_head_state skb\n"

static void esp_is_made_in_place(void **state)
{
	const uint16_t both[] = {pk_udp.number, pk_esp.number, 0};

	(void)state;
	expect("cpu 0 pid 7\n"
	       "udp_sendmsg {\n"
	       "xfrm_output_resume {\n"
	       "esp_output;\n" SENT "}\n"
	       "}\n" FREES,
	       "tx - ? none x0 sent <> {encapsulated-in - nested}\n"
	       "tx A gen 0 ? nested x1 sent <veth0> {carries - nested}\n",
	       both);
	expect("cpu 0 pid 7\n"
	       "udp_sendmsg {\n"
	       "xfrm_output_resume {\n"
	       "p:xfrm_output_resume skb=A\n"
	       "esp_output;\n" SENT "}\n"
	       "}\n" FREES,
	       "tx A gen 0 ? nested x0 sent <> {encapsulated-in A nested}\n"
	       "tx A gen 0 ? exact x1 sent <veth0> {carries A nested}\n",
	       both);
	/* Calls nest too deep to be recorded: what it is then is for its header to say. */
	expect("cpu 0 pid 7\n"
	       "udp_sendmsg {\n"
	       "xfrm_output_resume {\n"
	       "p:xfrm_output_resume skb=A\n" SENT "}\n"
	       "}\n" FREES,
	       "tx A gen 0 ? nested x0 sent <veth0> {encapsulated-in A exact}\n",
	       (const uint16_t[]){pk_udp.number, 0});
}

static void esp_that_is_refused_on_its_way_was_none(void **state)
{
	const uint16_t one[] = {pk_udp.number, 0};

	(void)state;
	expect("cpu 0 pid 7\n"
	       "udp_sendmsg {\n"
	       "xfrm_output_resume {\n"
	       "p:xfrm_output_resume skb=A\n"
	       "skb/kfree_skb skbaddr=A location=&xfrm_output_resume\n"
	       "}\n"
	       "}\n" FREES,
	       "tx A gen 0 ? nested x0 dropped <>\n", one);
}

#define CAME_IN                                                                                    \
	"cpu 0 softirq\n"                                                                          \
	"netif_receive_skb {\n"                                                                    \
	"net/netif_receive_skb skbaddr=A len=90 name=veth1\n"                                      \
	"ip_local_deliver {\n"                                                                     \
	"xfrm4_esp_rcv {\n"

static void transport_mode_goes_on_in_a_worker(void **state)
{
	const uint16_t both[] = {pk_esp.number, pk_udp.number, 0};

	(void)state;
	expect(CAME_IN "xfrm_trans_queue;\n"
		       "}\n}\n}\n"
		       "cpu 0 pid 9\n"
		       "xfrm_trans_reinject {\n"
		       "ip_local_deliver {\n"
		       "udp_rcv;\n"
		       "}\n}\n"
		       "cpu 1 pid 8\n"
		       "skb/consume_skb skbaddr=A\n" FREES,
	       "rx A gen -1 ? exact x0 consumed <veth1> {carries A nested}\n"
	       "rx A gen -1 ? exact x0 delivered <veth1> {encapsulated-in A nested}\n",
	       both);
	/* The worker's calls are not recorded, its protocol's probe is. */
	expect(CAME_IN "}\n}\n}\n"
		       "cpu 0 pid 9\n"
		       "p:udp_rcv skb=A\n"
		       "cpu 1 pid 8\n"
		       "skb/consume_skb skbaddr=A\n" FREES,
	       "rx A gen -1 ? exact x0 consumed <veth1> {carries A derived}\n"
	       "rx A gen -1 ? exact x0 delivered <veth1> {encapsulated-in A derived}\n",
	       both);
}

#define CAME_IN_UDP                                                                                \
	"cpu 0 softirq\n"                                                                          \
	"netif_receive_skb {\n"                                                                    \
	"net/netif_receive_skb skbaddr=A len=90 name=veth1\n"                                      \
	"ip_local_deliver {\n"                                                                     \
	"udp_rcv {\n"                                                                              \
	"udp_queue_rcv_skb {\n"

/* UDP's function has it first; that it carries ESP, IPsec's function says. */
static void udp_carries_esp(void **state)
{
	const uint16_t both[] = {pk_esp.number, pk_udp.number, 0};

	(void)state;
	expect(CAME_IN_UDP "xfrm4_rcv_encap {\n"
			   "xfrm_input {\n"
			   "xfrm_trans_queue;\n"
			   "}\n}\n}\n}\n}\n}\n"
			   "cpu 0 pid 9\n"
			   "xfrm_trans_reinject {\n"
			   "ip_local_deliver {\n"
			   "udp_rcv;\n"
			   "}\n}\n"
			   "cpu 1 pid 8\n"
			   "skb/consume_skb skbaddr=A\n" FREES,
	       "rx A gen -1 ? exact x0 consumed <veth1> {carries A nested}\n"
	       "rx A gen -1 ? exact x0 delivered <veth1> {encapsulated-in A nested}\n",
	       both);
	/* A keepalive comes to the same socket. */
	expect(CAME_IN_UDP "xfrm4_udp_encap_rcv {\n"
			   "skb/kfree_skb skbaddr=A location=&xfrm4_udp_encap_rcv\n"
			   "}\n}\n}\n}\n}\n" FREES,
	       "rx A gen 0 ? exact x0 dropped <veth1>\n", both + 1);
}

/* Where no frame tells of IPsec: what came out, or the next skb there, is not what UDP had. */
static void udp_carries_what_nobody_told(void **state)
{
	const uint16_t udp[] = {pk_udp.number, pk_udp.number, 0};
	const uint16_t tcp[] = {pk_udp.number, pk_tcp.number, 0};

	(void)state;
	expect("cpu 0 softirq\n"
	       "net/netif_receive_skb skbaddr=A len=90 name=veth1\n"
	       "p:udp_rcv skb=A\n"
	       "cpu 0 pid 9\n"
	       "p:udp_rcv skb=A\n"
	       "cpu 1 pid 8\n"
	       "skb/consume_skb skbaddr=A\n" FREES,
	       "rx A gen -2 ? exact x0 unknown <veth1>\n"
	       "rx A gen -1 ? exact x0 delivered <>\n",
	       udp);
	expect("cpu 0 softirq\n"
	       "net/netif_receive_skb skbaddr=A len=90 name=veth1\n"
	       "p:udp_rcv skb=A\n"
	       "cpu 0 pid 9\n"
	       "p:tcp_v4_rcv skb=A\n"
	       "cpu 1 pid 8\n" FREES,
	       "rx A gen -1 ? exact x0 unknown <veth1>\n"
	       "rx A gen 0 ? exact x0 unknown <>\n",
	       tcp);
}

/* Bytes that may be ESP's are no more than that until something else says so. */
static void udp_header_of_esp(void **state)
{
	uint8_t bytes[] = {0x11, 0x94, 0x11, 0x94, 0, 48, 0, 0, 0, 0, 0x70, 1, 0, 0, 0, 5};
	const struct pk_header_bytes wire = {bytes, NULL, sizeof(bytes)};
	struct pk_header header = {.tuple_known = true}, plain, other, inner;
	uint8_t built[PK_MAX_BUILT] = {0};
	uint32_t len;

	(void)state;
	assert_true(pk_udp.parse(&wire, &header, &len));
	assert_true(header.protocol == pk_udp.number && header.spi_may_be && !header.spi_known);
	plain = other = header;
	assert_true(pk_header_wrap(&header));
	assert_true(header.protocol == pk_esp.number && header.below == pk_udp.number);
	assert_true(header.spi_known && header.spi == 0x7001 && header.esp_number == 5);
	assert_true(header.payload_len == 32 && pk_header_has_ports(&header));
	assert_false(pk_header_wrap(&header));
	/* what the wire has is the same packet, and another is not */
	assert_false(pk_headers_differ(&header, &plain));
	assert_true(pk_header_is_carried(&header, &plain));
	inner = plain;
	inner.tuple.dport = 7;
	assert_false(pk_header_is_carried(&header, &inner));
	other.esp_number++;
	assert_true(pk_headers_differ(&header, &other));
	other.protocol = pk_icmp.number;
	assert_true(pk_headers_differ(&header, &other));
	assert_false(pk_header_is_carried(&header, &other));
	/* all of it is written again */
	assert_int_equal(pk_header_len_min(&header), sizeof(bytes));
	pk_header_build(&header, built, NULL);
	assert_memory_equal(built, bytes, 6);
	assert_memory_equal(built + 8, bytes + 8, 8);
	/* IKE; a keepalive */
	memset(bytes + 8, 0, 4);
	assert_true(pk_udp.parse(&wire, &header, &len));
	assert_false(header.spi_may_be);
	bytes[5] = 9;
	bytes[8] = 0xff;
	assert_true(pk_udp.parse(&wire, &header, &len));
	assert_false(header.spi_may_be);
}

/* Packets of what is forwarded, behind an address translation, to where a state is; CAME and WENT are its headers. */
static void expect_forwarded(const char *came, const char *went, const char *text,
			     const uint16_t *numbers)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_packet_set *set;
	char story[1024];

	fake_members(fake_trace_target(trace), fake_xfrm_members, XFRM_NR_MEMBERS);
	fake_xfrm_states(fake_trace_target(trace), 1);
	assert_true(pk_protocols_parse("all", &fake_trace_ctx(trace)->protocols));
	snprintf(story, sizeof(story),
		 FREES "cpu 0 softirq\n"
		       "netif_receive_skb {\n"
		       "e:net/netif_receive_skb skb=A len=76 data_len=0 esp=%s\n"
		       "net/netif_receive_skb skbaddr=A len=76 name=veth0\n"
		       "ip_forward {\n"
		       "net/net_dev_queue skbaddr=A len=90 name=veth1\n"
		       "e:net/net_dev_start_xmit skb=A len=76 data_len=0 esp=%s\n"
		       "net/net_dev_start_xmit skbaddr=A len=90 protocol=2048 name=veth1\n"
		       "net/net_dev_xmit skbaddr=A len=90 rc=0 name=veth1\n"
		       "}\n"
		       "}\n"
		       "p:skb_release_head_state skb=A\n",
		 came, went);
	fake_trace_run(trace, story, false);
	assert_string_equal(fake_trace_text(trace, FAKE_SHOW_EDGES | FAKE_SHOW_WAY), text);
	set = fake_trace_set(trace);
	for (uint32_t i = 0; i < set->nr; i++) {
		assert_int_equal(set->packets[i]->header.protocol, numbers[i]);
		assert_int_equal(set->packets[i]->header.below,
				 numbers[i] == pk_esp.number ? pk_udp.number : 0);
	}
	assert_int_equal(numbers[set->nr], 0);
	fake_trace_free(trace);
}

/* The datagram that came in, before there was a state of its destination, is the ESP that goes out. */
static void udp_that_is_forwarded_is_esp(void **state)
{
	const uint16_t esp[] = {pk_esp.number, pk_esp.number, 0};
	const uint16_t udp[] = {pk_udp.number, pk_udp.number, 0};

	(void)state;
	expect_forwarded("1>3,7700,5", "1>2,7700,5",
			 "rx A gen -1 4500>4500+40 exact x0 forwarded <veth0>\n"
			 "tx A gen -1 4500>4500+40 exact x1 sent <veth0 veth1> "
			 "{loopback-same A exact}\n",
			 esp);
	/* its source is another's, too: what is behind the header says that it is the same */
	expect_forwarded("1>3,7700,5", "4>2,7700,5",
			 "rx A gen -1 4500>4500+40 exact x0 forwarded <veth0>\n"
			 "tx A gen -1 4500>4500+40 exact x1 sent <veth0 veth1> "
			 "{loopback-same A exact}\n",
			 esp);
	/* no state has that SPI */
	expect_forwarded("1>3,7800,5", "1>2,7800,5",
			 "rx A gen -1 4500>4500+48 exact x0 forwarded <veth0>\n"
			 "tx A gen -1 4500>4500+48 exact x1 sent <veth0 veth1> "
			 "{loopback-same A exact}\n",
			 udp);
}

#define AGAIN                                                                                      \
	"cpu 0 softirq\n"                                                                          \
	"netif_receive_skb {\n"                                                                    \
	"e:net/netif_receive_skb skb=A tcp=1001>2002,A,100,7,0\n"                                  \
	"net/netif_receive_skb skbaddr=A len=50 name=veth1\n"                                      \
	"ip_local_deliver {\n"                                                                     \
	"tcp_v4_rcv;\n"                                                                            \
	"}\n}\n" FREES

static void tunnel_mode_comes_in_again(void **state)
{
	const uint16_t both[] = {pk_esp.number, pk_tcp.number, 0};

	(void)state;
	expect(CAME_IN "gro_cells_receive;\n"
		       "}\n}\n}\n" AGAIN,
	       "rx A gen 0 ? exact x0 consumed <veth1> {carries A exact}\n"
	       "rx A gen 0 1001>2002 A 100+0 exact x0 consumed <veth1> {encapsulated-in A exact}\n",
	       both);
	/* Nothing says that it will: it may be the next packet at that address. */
	expect(CAME_IN "}\n}\n}\n" AGAIN,
	       "rx A gen -1 ? exact x0 unknown <veth1>\n"
	       "rx A gen 0 1001>2002 A 100+0 exact x0 consumed <veth1>\n",
	       both);
}

#define THROUGH_GRO                                                                                \
	"cpu 0 softirq\n"                                                                          \
	"napi_gro_receive {\n"                                                                     \
	"net/napi_gro_receive_entry skbaddr=A len=50 name=veth1\n"                                 \
	"}\n" AGAIN

/* To TCP alone it is one packet, which comes in twice. */
static void tunnel_mode_alone(void **state)
{
	const uint16_t both[] = {pk_tcp.number, pk_tcp.number, 0};

	(void)state;
	expect_of(
		"tcp",
		"cpu 1 pid 7\n"
		"__tcp_transmit_skb {\n" SENT "}\n" CAME_IN "gro_cells_receive;\n"
		"}\n}\n}\n" THROUGH_GRO,
		"tx A gen 0 1001>2002 A 100+0 derived x1 looped <veth0> {loopback-same A exact}\n"
		"rx A gen 0 1001>2002 A 100+0 exact x1 consumed <veth1> {loopback-same A exact}\n",
		both);
}

#define IN_WIREGUARD                                                                               \
	"cpu 0 pid 7\n"                                                                            \
	"net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0\n"                                       \
	"udp_sendmsg {\n"                                                                          \
	"net/net_dev_queue skbaddr=A len=50 name=wg0\n"                                            \
	"net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=wg0\n"                         \
	"wg_xmit;\n"                                                                               \
	"net/net_dev_xmit skbaddr=A len=50 rc=0 name=wg0\n"                                        \
	"}\n"                                                                                      \
	"cpu 1 pid 9\n"                                                                            \
	"wg_packet_tx_worker {\n"                                                                  \
	"udp_tunnel_xmit_skb {\n"                                                                  \
	"iptunnel_xmit {\n" SENT "}\n}\n}\n"

static void wireguards_worker_sends_another_packet(void **state)
{
	const uint16_t both[] = {pk_udp.number, pk_udp.number, 0};
	struct fake_trace *trace;

	(void)state;
	expect(IN_WIREGUARD FREES,
	       "tx A gen 0 ? nested x1 sent <wg0> {encapsulated-in - exact}\n"
	       "tx A gen 0 ? exact x1 sent <veth0> {carries A exact}\n",
	       both);
	/* A handshake carries nothing, and nothing says what it is. */
	expect("cpu 1 pid 9\n"
	       "net/net_dev_xmit skbaddr=Z len=50 rc=0 name=eth0\n"
	       "wg_packet_tx_worker {\n"
	       "udp_tunnel_xmit_skb {\n"
	       "iptunnel_xmit {\n" SENT "}\n}\n}\n" FREES,
	       "", both + 2);
	/* To TCP alone it passes two devices. */
	trace = fake_trace_new();
	fake_trace_run(trace,
		       "cpu 0 pid 7\n"
		       "__tcp_transmit_skb {\n"
		       "net/net_dev_queue skbaddr=A len=50 name=wg0\n"
		       "net/net_dev_start_xmit skbaddr=A len=50 protocol=2048 name=wg0\n"
		       "net/net_dev_xmit skbaddr=A len=50 rc=0 name=wg0\n"
		       "}\n"
		       "cpu 1 pid 9\n" SENT FREES,
		       false);
	assert_string_equal(fake_trace_text(trace, FAKE_SHOW_WAY),
			    "tx A gen 0 ? nested x1 sent <wg0 veth0>\n");
	fake_trace_free(trace);
}

#define GIVEN(skb, type, name)                                                                     \
	"net/net_dev_queue skbaddr=" skb " len=90 name=" name "\n"                                 \
	"net/net_dev_start_xmit skbaddr=" skb " len=90 protocol=" type " name=" name "\n"
#define DONE(skb, name) "net/net_dev_xmit skbaddr=" skb " len=90 rc=0 name=" name "\n"

static void macsec_is_told_by_its_ethernet_type(void **state)
{
	const uint16_t both[] = {pk_udp.number, pk_macsec.number, 0};

	(void)state;
	/* in the same skb; a bond below passes the frame on */
	expect("cpu 0 pid 7\n"
	       "udp_sendmsg {\n" GIVEN("A", "0x800", "macsec0") GIVEN("A", "0x88e5", "bond0")
		       GIVEN("A", "0x88e5", "eth0") DONE("A", "eth0") DONE("A", "bond0")
			       DONE("A", "macsec0") "}\n" FREES,
	       "tx A gen 0 ? nested x1 sent <macsec0> {encapsulated-in A exact}\n"
	       "tx A gen 0 ? exact x1 sent <bond0 eth0> {carries A exact}\n",
	       both);
	/* in a copy, for lack of room */
	expect("cpu 0 pid 7\n"
	       "udp_sendmsg {\n" GIVEN("A", "0x800",
				       "macsec0") "p:__copy_skb_header new=B old=A\n"
						  "p:skb_release_head_state skb=A\n" GIVEN(
							  "B", "0x88e5", "eth0") DONE("B", "eth0")
							  DONE("A", "macsec0") "}\n" FREES,
	       "tx A gen -1 ? nested x1 sent <macsec0> {encapsulated-in B exact}\n"
	       "tx B gen 0 ? exact x1 sent <eth0> {carries A exact}\n",
	       both);
	/* as it was: it protects nothing */
	expect("cpu 0 pid 7\n"
	       "udp_sendmsg {\n" GIVEN("A", "0x800", "macsec0") GIVEN("A", "0x800", "eth0")
		       DONE("A", "eth0") DONE("A", "macsec0") "}\n" FREES,
	       "tx A gen 0 ? nested x1 sent <macsec0 eth0>\n",
	       (const uint16_t[]){pk_udp.number, 0});
	/* no event tells of the device above */
	expect("cpu 0 pid 7\n"
	       "udp_sendmsg {\n"
	       "net/net_dev_queue skbaddr=A len=90 name=eth0\n"
	       "net/net_dev_start_xmit skbaddr=A len=122 protocol=0x88e5 name=eth0\n" DONE(
		       "A", "eth0") "}\n" FREES,
	       "tx A gen 0 ? nested x0 sent <eth0>\n"
	       "tx A gen 0 ? exact x1 sent <eth0>\n",
	       both);
	/* a program's own frame is of nothing */
	expect("cpu 0 pid 7\n" GIVEN("A", "0x88e5", "eth0") DONE("A", "eth0") FREES,
	       "tx A gen 0 ? exact x1 sent <eth0>\n", (const uint16_t[]){pk_macsec.number, 0});
}

#define ARRIVES(type)                                                                              \
	"cpu 0 softirq\n"                                                                          \
	"net/napi_gro_receive_entry skbaddr=A len=90 protocol=" type " name=eth0\n"                \
	"netif_receive_skb {\n"                                                                    \
	"  net/netif_receive_skb skbaddr=A len=90 name=eth0\n"
#define COMES_OUT                                                                                  \
	"net/napi_gro_receive_entry skbaddr=A len=50 protocol=0x800 name=macsec0\n"                \
	"netif_receive_skb {\n"                                                                    \
	"  net/netif_receive_skb skbaddr=A len=50 name=macsec0\n"                                  \
	"  ip_local_deliver {\n"                                                                   \
	"    udp_rcv;\n"                                                                           \
	"  }\n"                                                                                    \
	"}\n"                                                                                      \
	"cpu 1 pid 8\n"                                                                            \
	"skb/consume_skb skbaddr=A\n" FREES

static void what_comes_out_of_macsec(void **state)
{
	(void)state;
	expect(ARRIVES("0x88e5") "}\n" COMES_OUT,
	       "rx A gen -1 ? exact x1 consumed <eth0> {carries A exact}\n"
	       "rx A gen -1 ? exact x1 delivered <macsec0> {encapsulated-in A exact}\n",
	       (const uint16_t[]){pk_macsec.number, pk_udp.number, 0});
	/* This one is none, and goes up as it came. */
	expect(ARRIVES("0x800") "  gro_cells_receive;\n}\n" COMES_OUT,
	       "rx A gen -1 ? exact x2 delivered <eth0 macsec0>\n",
	       (const uint16_t[]){pk_udp.number, 0});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(esp_is_made_in_place),
		cmocka_unit_test(esp_that_is_refused_on_its_way_was_none),
		cmocka_unit_test(transport_mode_goes_on_in_a_worker),
		cmocka_unit_test(udp_carries_esp),
		cmocka_unit_test(udp_carries_what_nobody_told),
		cmocka_unit_test(udp_header_of_esp),
		cmocka_unit_test(udp_that_is_forwarded_is_esp),
		cmocka_unit_test(tunnel_mode_comes_in_again),
		cmocka_unit_test(tunnel_mode_alone),
		cmocka_unit_test(wireguards_worker_sends_another_packet),
		cmocka_unit_test(macsec_is_told_by_its_ethernet_type),
		cmocka_unit_test(what_comes_out_of_macsec),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
