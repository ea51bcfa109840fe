// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets drawn by hand, as text and JSON: parts that no committed capsule has. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/netfilter.h"
#include "protocol/protocol.h"
#include "render/packet.h"

static char *rendered(const struct pk_packet *packet, bool json)
{
	static const struct pk_packet_set set;
	const struct pk_packet_style style = {.set = &set, .absolute = true, .several = true};
	struct pk_path path = {0};
	struct pk_out out;
	char *text;
	size_t len;
	FILE *fp = open_memstream(&text, &len);

	pk_out_init(&out, fp, pk_out_form(json));
	pk_render_packet_whole(&out, &style, packet, &path, NULL, NULL);
	pk_out_deinit(&out);
	fclose(fp);
	return text;
}

/* TEXT is all of it, JSON a part. */
static void expect(const struct pk_packet *packet, const char *text, const char *json)
{
	char *plain = rendered(packet, false), *line = rendered(packet, true);

	assert_string_equal(plain, text);
	if (!strstr(line, json))
		fail_msg("%s\nhas no\n%s", line, json);
	free(plain);
	free(line);
}

static struct pk_packet datagram(void)
{
	struct pk_packet packet = {.skb = 0x1000,
				   .way = "eth0",
				   .dev = "eth0",
				   .first_ns = 1000000000,
				   .last_ns = 1000005000,
				   .way_complete = PK_ANSWER_YES,
				   .outcome = PK_OUT_SENT,
				   .detail = "net_dev_xmit rc 0",
				   .segs = 1};

	packet.header.tuple = (struct pk_tuple){.family = 4,
						.saddr = {10, 0, 0, 2},
						.daddr = {10, 0, 0, 1},
						.sport = 2002,
						.dport = 53};
	packet.header.tuple_known = packet.header.ports_known = packet.header.len_known = true;
	packet.header.protocol = 17;
	packet.header.payload_len = 100;
	return packet;
}

static void several_calls_wrote_it(void **state)
{
	struct pk_corked corked = {.writes = 3, .since_ns = 999000000, .pid = 77};
	struct pk_packet packet = datagram();

	(void)state;
	packet.dir = PK_TX;
	packet.corked = &corked;
	expect(&packet,
	       "#0.0.0 TX eth0  udp  10.0.0.2:2002 > 10.0.0.1:53  [-] len 100  sent  1.000000\n"
	       "    skb 1000 (none pointer)  identity none\n"
	       "    corked: 3 calls wrote it, the first at 0.999000 (PID 77)\n"
	       "  END sent: net_dev_xmit rc 0. No function frames of it were recorded\n",
	       "\"corked\":{\"writes\":3,\"first_ns\":\"999000000\",\"pid\":77}");
}

static void each_socket_has_a_copy(void **state)
{
	struct pk_packet one = {.skb = 0x2000,
				.sk = 0x5000,
				.outcome = PK_OUT_QUEUED,
				.detail = "not read"},
			 two = {.skb = 0x3000, .outcome = PK_OUT_DELIVERED};
	struct pk_copy second = {&two, PK_EDGE_GSO, NULL}, first = {&one, PK_EDGE_CLONE, &second};
	struct pk_packet packet = datagram();

	(void)state;
	packet.dir = PK_RX;
	packet.outcome = PK_OUT_DELIVERED;
	packet.detail = "skb_copy_datagram_iovec len 100";
	packet.copies = &first;
	expect(&packet,
	       "#0.0.0 RX eth0  udp  10.0.0.2:2002 > 10.0.0.1:53  [-] len 100  delivered  "
	       "1.000000\n"
	       "    skb 1000 (none pointer)  identity none\n"
	       "    clone skb 2000  sk 5000  queued: not read\n"
	       "    segment skb 3000  delivered\n"
	       "  END delivered: skb_copy_datagram_iovec len 100. No function frames of it were "
	       "recorded\n",
	       "\"copies\":[{\"kind\":\"clone\",\"skb\":\"0x2000\",\"sk\":\"0x5000\",\"outcome\":"
	       "\"queued\",\"outcome_detail\":\"not "
	       "read\"},{\"kind\":\"segment\",\"skb\":\"0x3000\",\"sk\":null,\"outcome\":"
	       "\"delivered\",\"outcome_detail\":null}]");
}

static void a_fragment(void **state)
{
	struct pk_packet packet = datagram();

	(void)state;
	packet.dir = PK_RX;
	packet.header.fragment = true;
	packet.header.ip_id = 7;
	packet.header.ip_id_known = true;
	packet.header.frag_at = 1480;
	packet.header.frag_len = 108;
	packet.events_lost = true;
	expect(&packet,
	       "#0.0.0 RX eth0  udp  10.0.0.2:2002 > 10.0.0.1:53  [-] len 100 fragment 1480-1587 "
	       "(last) of 7  sent  1.000000\n"
	       "    skb 1000 (none pointer)  identity none\n"
	       "    events were lost between its own: something may be missing\n"
	       "  END sent: net_dev_xmit rc 0. No function frames of it were recorded\n",
	       "\"fragment\":{\"id\":7,\"at\":1480,\"len\":108,\"more\":false}");
}

static void the_tracker_has_an_entry(void **state)
{
	struct pk_tracked tracked = {.info = "IP_CT_ESTABLISHED_REPLY",
				     .entry = {.addr = 0x7000,
					       .replies = true,
					       .status = {PK_OK, 1 << 1 | 1 << 2},
					       .state = "ESTABLISHED",
					       .left_ms = {PK_OK, 29500},
					       .mark = {PK_OK, 5},
					       .zone = {PK_OK, 2}}};
	struct pk_packet packet = datagram();

	(void)state;
	tracked.entry.original = packet.header.tuple;
	tracked.entry.reply = pk_tuple_reversed(&packet.header.tuple);
	packet.tracked = &tracked;
	expect(&packet,
	       "#0.0.0 RX eth0  udp  10.0.0.2:2002 > 10.0.0.1:53  [-] len 100  sent  1.000000\n"
	       "    skb 1000 (none pointer)  identity none\n"
	       "    conntrack 7000  reply  IP_CT_ESTABLISHED_REPLY  ESTABLISHED  [ASSURED]  "
	       "unconfirmed  timeout 29 s  mark 0x5  zone 2\n"
	       "  END sent: net_dev_xmit rc 0. No function frames of it were recorded\n",
	       "\"conntrack\":{\"nf_conn\":\"0x7000\",\"direction\":\"reply\",\"skb_info\":\"IP_CT_"
	       "ESTABLISHED_REPLY\",\"state\":\"ESTABLISHED\",\"status\":[\"SEEN_REPLY\","
	       "\"ASSURED\"],\"timeout_ms\":29500,\"mark\":5,\"zone\":2,\"original\":{\"saddr\":"
	       "\"10.0.0.2\",\"sport\":2002,\"daddr\":\"10.0.0.1\",\"dport\":53},\"reply\":{"
	       "\"saddr\":\"10.0.0.1\",\"sport\":53,\"daddr\":\"10.0.0.2\",\"dport\":2002}}");
	tracked.entry.reply.dport = 40000; /* as NAT made it */
	tracked.entry.replies = false;
	tracked.entry.left_ms.value = 0;
	tracked.entry.status = (struct pk_figure){.status = PK_UNREADABLE};
	tracked.entry.state = NULL;
	tracked.entry.mark.value = tracked.entry.zone.value = 0;
	expect(&packet,
	       "#0.0.0 RX eth0  udp  10.0.0.2:2002 > 10.0.0.1:53  [-] len 100  sent  1.000000\n"
	       "    skb 1000 (none pointer)  identity none\n"
	       "    conntrack 7000  original  IP_CT_ESTABLISHED_REPLY  status unreadable  expired\n"
	       "      original 10.0.0.2:2002 > 10.0.0.1:53\n"
	       "      reply    10.0.0.1:53 > 10.0.0.2:40000\n"
	       "  END sent: net_dev_xmit rc 0. No function frames of it were recorded\n",
	       "\"conntrack\":{\"nf_conn\":\"0x7000\",\"direction\":\"original\",\"skb_info\":\"IP_"
	       "CT_ESTABLISHED_REPLY\",\"state\":null,\"status\":null,\"timeout_ms\":0,\"mark\":0,"
	       "\"zone\":0,\"original\":{\"saddr\":\"10.0.0.2\",\"sport\":2002,\"daddr\":\"10.0.0."
	       "1\",\"dport\":53},\"reply\":{\"saddr\":\"10.0.0.1\",\"sport\":53,\"daddr\":\"10.0."
	       "0.2\",\"dport\":40000}}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(several_calls_wrote_it),
		cmocka_unit_test(each_socket_has_a_copy),
		cmocka_unit_test(a_fragment),
		cmocka_unit_test(the_tracker_has_an_entry),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
