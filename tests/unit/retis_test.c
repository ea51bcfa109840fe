// SPDX-License-Identifier: GPL-3.0-or-later
/* Events of retis of packets drawn by hand: what memory has of them, which few dumps have. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/netfilter.h"
#include "render/formats.h"

#define COMMON                                                                                     \
	"{\"common\":{\"timestamp\":9000},\"skb-tracking\":{\"orig_head\":7,\"timestamp\":1000,"   \
	"\"skb\":4096},"

static struct pk_packet packet;
static struct pk_held held;
static struct pk_tracked tracked;
static struct pk_retis_device devices[2];

static int draw(void **state)
{
	const struct pk_figure two = {PK_OK, 2}, one = {PK_OK, 1};

	(void)state;
	packet = (struct pk_packet){.skb = 0x1000,
				    .way = "eth0",
				    .dev = "eth0",
				    .first_ns = 1000,
				    .last_ns = 2000,
				    .netns = 5};
	packet.header.tuple = (struct pk_tuple){.family = 4,
						.saddr = {10, 0, 0, 2},
						.daddr = {10, 0, 0, 1},
						.sport = 2002,
						.dport = 53};
	packet.header.tuple_known = true;
	packet.header.protocol = 17;
	held = (struct pk_held){.skb = {.addr = 0x1000,
					.dev = 0x8000,
					.iif = 4,
					.len = 150,
					.data_len = 50,
					.users = 0x101,
					.cloned = true,
					.fclone_known = true,
					.fclone = 2},
				.meta = {.hash = {PK_OK, 0xffffffff},
					 .ip_summed = two,
					 .csum = one,
					 .csum_level = one,
					 .priority = two,
					 .nohdr = one,
					 .dataref = {PK_OK, 0x10002},
					 .nr_frags = one,
					 .gso_type = two,
					 .gso_flags = {PK_ABSENT, 0},
					 .vlan_tci = {PK_ABSENT, 0},
					 .vlan_proto = {PK_ABSENT, 0}}};
	tracked = (struct pk_tracked){.info = "IP_CT_ESTABLISHED_REPLY",
				      .entry = {.original = packet.header.tuple,
						.reply = pk_tuple_reversed(&packet.header.tuple),
						.status = {PK_OK, 6},
						.mark = {PK_OK, 9},
						.zone = {PK_OK, 3},
						.zone_dir = {PK_OK, 1}}};
	devices[0] = (struct pk_retis_device){0x8000, 5, 2, "eth0"};
	devices[1] = (struct pk_retis_device){0x9000, 6, 3, "eth0"};
	return 0;
}

static void expect_last(const struct pk_held *from, const char *json)
{
	static const struct pk_packet_set set = {.panic_known = true, .panic_ns = 9000};
	static const struct pk_packet_style style = {.set = &set};
	struct pk_retis_around around = {.devices = devices, .nr_devices = 2};
	struct pk_task *task = pk_hash_obtain(&around.tasks, 77, sizeof(*task));
	uint64_t *cookie = pk_hash_obtain(&around.cookies, 5, sizeof(*cookie));
	struct pk_retis w;
	char *text;

	assert_non_null(task);
	assert_non_null(cookie);
	*task = (struct pk_task){.pid = 77, .tgid = 70, .comm = "nc"};
	*cookie = 0x1000000000000001;
	pk_retis_init(&w, &style, &around, NULL);
	text = pk_retis_last(&w, &packet, NULL, from, 7);
	assert_false(w.base.nomem);
	if (json)
		assert_string_equal(text, json);
	else
		assert_null(text);
	free(text);
	pk_retis_deinit(&w);
	pk_hash_deinit(&around.tasks, free);
	pk_hash_deinit(&around.cookies, free);
}

#define PLACE                                                                                      \
	"\"netns\":{\"cookie\":1152921504606846977,\"inum\":5},\"dev\":{\"ifindex\":2,\"name\":"   \
	"\"eth0\",\"rx_ifindex\":4}"
#define SKB                                                                                        \
	",\"skb\":{\"meta\":{\"len\":150,\"data_len\":50,\"hash\":4294967295,\"ip_summed\":2,"     \
	"\"csum\":1,\"csum_level\":1,\"priority\":2},\"data_ref\":{\"nohdr\":true,\"cloned\":"     \
	"true,\"fclone\":2,\"users\":1,\"dataref\":2}"

static void memory_tells(void **state)
{
	(void)state;
	expect_last(&held, COMMON PLACE SKB "}}");
	held.skb.gso_known = true;
	held.skb.gso_size = 100;
	held.skb.gso_segs = 2;
	held.meta.vlan_tci = (struct pk_figure){PK_OK, 0xb00f};
	held.meta.vlan_proto = (struct pk_figure){PK_OK, 0x8100};
	held.meta.hash.status = PK_UNREADABLE;
	expect_last(&held, COMMON PLACE
		    ",\"skb\":{\"vlan_accel\":{\"proto\":33024,\"pcp\":5,\"dei\":true,\"vid\":15},"
		    "\"data_ref\":{\"nohdr\":true,\"cloned\":true,\"fclone\":2,\"users\":1,"
		    "\"dataref\":2},\"gso\":{\"flags\":0,\"frags\":1,\"size\":100,\"segs\":2,"
		    "\"type\":2}}}");
	held.meta = (struct pk_skb_meta){.hash = {PK_NOT_CAPTURED, 0},
					 .nohdr = {PK_NOT_CAPTURED, 0},
					 .nr_frags = {PK_NOT_CAPTURED, 0},
					 .vlan_tci = {PK_NOT_CAPTURED, 0}};
	held.skb.dev = 0x7000; /* a link of a tree */
	packet.netns = 6;
	expect_last(&held, COMMON "\"netns\":{\"inum\":6}}");
}

#define CT(dir, zone)                                                                              \
	",\"ct\":{\"state\":\"reply\",\"zone_id\":" zone ",\"zone_dir\":\"" dir "\",\"ct_status\"" \
	":6,\"orig\":{\"ip\":{\"src\":\"10.0.0.2\",\"dst\":\"10.0.0.1\",\"version\":\"v4\"},"      \
	"\"proto\":{\"udp\":{\"sport\":2002,\"dport\":53}}},\"reply\":{\"ip\":{\"src\":"           \
	"\"10.0.0.1\",\"dst\":\"10.0.0.2\",\"version\":\"v4\"},\"proto\":{\"udp\":{\"sport\":53,"  \
	"\"dport\":2002}}},\"mark\":9}"

static void the_tracker_has_an_entry(void **state)
{
	(void)state;
	packet.tracked = &tracked;
	expect_last(&held, COMMON PLACE SKB "}" CT("Original", "3") "}");
	tracked.entry.zone = tracked.entry.zone_dir = pk_figure_none(PK_ABSENT);
	expect_last(&held, COMMON PLACE SKB "}" CT("None", "0") "}");
	tracked.entry.zone.status = PK_UNREADABLE;
	expect_last(&held, COMMON PLACE SKB "}}");
	tracked.entry.zone.status = PK_ABSENT;
	packet.header.protocol = 1; /* ICMP: its type is not in the tuple here */
	expect_last(&held, COMMON PLACE SKB "}}");
}

static void a_tracepoint_names_its_device(void **state)
{
	struct pk_step step = {.ts = 1500, .cpu = 3, .pid = 77, .name = "net/netif_receive_skb"};

	(void)state;
	expect_last(NULL, NULL);
	packet.trail = (struct pk_trail){.steps = &step, .nr_steps = 1};
	expect_last(NULL, "{\"common\":{\"timestamp\":1500,\"smp_id\":3,\"task\":{\"pid\":77,"
			  "\"tgid\":70,\"comm\":\"nc\"}},\"kernel\":{\"probe_type\":"
			  "\"raw_tracepoint\",\"symbol\":\"net:netif_receive_skb\"},"
			  "\"skb-tracking\":{\"orig_head\":7,\"timestamp\":1000,\"skb\":4096},"
			  "\"netns\":{\"cookie\":1152921504606846977,\"inum\":5},\"dev\":{"
			  "\"ifindex\":2,\"name\":\"eth0\"}}");
	packet.way = "eth0 br0";
	step.pid = 0;
	expect_last(NULL, "{\"common\":{\"timestamp\":1500,\"smp_id\":3,\"task\":{\"pid\":0,"
			  "\"tgid\":0,\"comm\":\"swapper/3\"}},\"kernel\":{\"probe_type\":"
			  "\"raw_tracepoint\",\"symbol\":\"net:netif_receive_skb\"},"
			  "\"skb-tracking\":{\"orig_head\":7,\"timestamp\":1000,\"skb\":4096},"
			  "\"netns\":{\"cookie\":1152921504606846977,\"inum\":5}}");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(memory_tells, draw),
		cmocka_unit_test_setup(the_tracker_has_an_entry, draw),
		cmocka_unit_test_setup(a_tracepoint_names_its_device, draw),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
