// SPDX-License-Identifier: GPL-3.0-or-later
/* Devices that a packet passes and no event names: above the card, and between two ports (traces as fake_trace.h tells
 * them, devices in memory). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_queues.h"
#include "fake_trace.h"

static const struct fake_member members[] = {
	{"struct net_device", "adj_list.upper", 104, .size = 16},
	{"struct net_device", "vlan_info", 120, 8, .is_pointer = true},
	{"struct net_device", "dev.parent", 128, 8, .is_pointer = true},
	{"struct net_device", "netdev_ops", 136, 8, .is_pointer = true},
	{"struct net_device_ops", "ndo_start_xmit", 0, 8, .is_pointer = true},
	{"struct netdev_adjacent", "dev", 0, 8, .is_pointer = true},
	{"struct netdev_adjacent", "master", 8, .size = 1},
	{"struct netdev_adjacent", "list", 16, .size = 16},
	{"struct vlan_info", "grp", 8, .size = 144},
	{"struct vlan_group", "vlan_devices_arrays", 16, .size = 128},
};

static const char *const names[] = {"eth1", "eth2", "bond0", "bond0.100",
				    "v8h",  "br1",  "v9h",   "br2"};

#define ABOVE(i) AT(0x3000 + 0x100 * (uint64_t)(i))
#define UPPER(i) (ABOVE(i) + 104)
#define ADJACENT(i, k) (ABOVE(i) + 0xa0 + 0x20 * (uint64_t)(k))
#define VLANS AT(0x3a00)
#define PART 0xffff990000000000ull

static void link_list(struct fake_target *fake, uint64_t head, const uint64_t *nodes, unsigned nr)
{
	uint64_t at = head;

	for (unsigned i = 0; i <= nr; i++) {
		uint64_t next = i < nr ? nodes[i] : head;

		fake_put(fake, at, 8, next);
		fake_put(fake, next + 8, 8, at);
		at = next;
	}
}

/* MASTER, and OTHER (-1: none), which is no master, stand on LOWER. */
static void stack(struct fake_target *fake, int lower, int master, int other)
{
	uint64_t nodes[2];
	unsigned nr = other < 0 ? 1 : 2;

	for (unsigned k = 0; k < nr; k++) {
		fake_put(fake, ADJACENT(lower, k), 8, ABOVE(k ? other : master));
		fake_put(fake, ADJACENT(lower, k) + 8, 1, !k);
		nodes[k] = ADJACENT(lower, k) + 16;
	}
	link_list(fake, UPPER(lower), nodes, nr);
}

/* The cards eth1 and eth2 are slaves of bond0, with the VLAN 100 on it, and v8h is a macvlan on eth1; or, BRIDGED, eth1 and v8h
 * are ports of br1, v9h of br2. */
static void draw(struct fake_target *fake, bool bridged)
{
	uint64_t nodes[ARRAY_SIZE(names)];

	fake_queues_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_map(fake, PART, 0x1000);
	for (unsigned i = 0; i < ARRAY_SIZE(names); i++) {
		nodes[i] = ABOVE(i) + 16;
		fake_put_string(fake, ABOVE(i), names[i]);
		fake_put(fake, ABOVE(i) + DEVICE_IFINDEX, 4, i + 2);
		link_list(fake, UPPER(i), NULL, 0);
	}
	link_list(fake, FAKE_INIT_NET + 200, nodes, ARRAY_SIZE(names));
	fake_put(fake, ABOVE(2) + 120, 8, VLANS);
	fake_put(fake, VLANS + 24, 8, PART);
	fake_put(fake, PART + 100 * 8, 8, ABOVE(3));
	for (int i = 0; i < 2; i++)
		fake_put(fake, ABOVE(i) + 128, 8, AT(0x10)); /* hardware */
	if (bridged) {
		stack(fake, 0, 5, -1);
		stack(fake, 4, 5, -1);
		stack(fake, 6, 7, -1);
	} else {
		stack(fake, 0, 2, 4);
		stack(fake, 1, 2, -1);
		stack(fake, 2, 3, -1);
	}
}

static void expect(bool bridged, const char *story, const char *packets)
{
	struct fake_trace *trace = fake_trace_new();

	draw(fake_trace_target(trace), bridged);
	fake_trace_run(trace, story, false);
	assert_string_equal(fake_trace_text(trace, FAKE_SHOW_WAY), packets);
	fake_trace_free(trace);
}

#define TAGGED "net/napi_gro_receive_entry skbaddr=A len=60 name=eth1 vlan_tagged=1 vlan_tci="
#define COMES(functions)                                                                           \
	"__netif_receive_skb_core {\n"                                                             \
	"  net/netif_receive_skb skbaddr=A len=60 name=eth1\n"                                     \
	"  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10\n" functions "}\n"
#define TAKEN "p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
#define CPU "cpu 0 softirq\n"

/* The card's own VLANs are asked first, then the bond takes it, then the bond's are asked. */
static void up_through_a_bond_and_its_vlan(void **state)
{
	static const char up[] = "vlan_do_receive;\nbond_handle_frame;\nvlan_do_receive;\n";
	char story[1024];

	(void)state;
	snprintf(story, sizeof(story), "%s%s%s", CPU TAGGED "0x2064\n",
		 COMES("vlan_do_receive;\nbond_handle_frame;\nvlan_do_receive;\n"), TAKEN);
	expect(false, story, "rx A 1001>2002 PA 100+10 exact x1 unknown <eth1 bond0 bond0.100>\n");
	/* the tag was in the packet: the only VLAN; another's */
	snprintf(story, sizeof(story),
		 "%s__netif_receive_skb_core {\n  net/netif_receive_skb skbaddr=A len=60 "
		 "name=eth1\n%s}\n%s",
		 CPU, up, TAKEN);
	expect(false, story, "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1 bond0 bond0.100>\n");
	expect(false,
	       CPU TAGGED "101\n" COMES("vlan_do_receive;\nbond_handle_frame;\nvlan_do_receive;\n")
		       TAKEN,
	       "rx A 1001>2002 PA 100+10 exact x1 unknown <eth1 bond0>\n");
}

/* What the bond drops, of an idle slave, and what is not known to go on, came no further. */
static void what_does_not_go_on_came_no_further(void **state)
{
	(void)state;
	expect(false, CPU TAGGED "100\n" COMES("vlan_do_receive;\nbond_handle_frame;\n"),
	       "rx A 1001>2002 PA 100+10 exact x1 unknown <eth1>\n");
	/* no function says that anybody took it */
	expect(false, CPU TAGGED "100\n" COMES("") TAKEN,
	       "rx A 1001>2002 PA 100+10 exact x1 unknown <eth1>\n");
	/* it is no bond's slave any more */
	expect(true, CPU COMES("team_handle_frame;\n") TAKEN,
	       "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1 br1>\n");
	expect(true, CPU COMES("vlan_do_receive;\n") TAKEN,
	       "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1>\n");
}

static void door(char *story, size_t size, const char *comes, int device)
{
	snprintf(story, size, "%s%sp:tcp_v4_rcv skb=A netdev=%#llx tcp=1001>2002,PA,100,7,10\n",
		 CPU, comes, (unsigned long long)(device < 0 ? AT(0x10) : ABOVE(device)));
}

/* skb->dev at TCP's door is the event's own word: of devices that no function tells of (a macvlan), and against what
 * the devices' configuration says by now. What stands there must have been reached from where it came in. */
static void the_last_is_what_the_packet_says(void **state)
{
	static const char bond[] = COMES("bond_handle_frame;\n");
	char story[1024];

	(void)state;
	door(story, sizeof(story), COMES("macvlan_handle_frame;\n"), 4);
	expect(false, story, "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1 v8h>\n");
	door(story, sizeof(story), bond, 2);
	expect(false, story, "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1 bond0>\n");
	door(story, sizeof(story), bond, 5);
	expect(false, story, "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1>\n");
	door(story, sizeof(story), bond, 0);
	expect(false, story, "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1>\n");
	/* the device is gone: it was not the one that stands on eth1 now */
	door(story, sizeof(story), bond, -1);
	expect(false, story, "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1>\n");
}

/* A device goes, and another gets its address: packets of the one are not the other's. */
static void an_address_may_be_of_another_by_now(void **state)
{
	static const char on_v8h[] = "net/netif_receive_skb skbaddr=B len=60 name=v8h\n",
			  on_v9h[] = "net/netif_receive_skb skbaddr=B len=60 name=v9h\n";
	char one[1024], other[512], story[2048];

	(void)state;
	snprintf(other, sizeof(other),
		 "p:tcp_v4_rcv skb=B netdev=%#llx tcp=1009>2002,PA,100,7,10\n",
		 (unsigned long long)ABOVE(4));
	/* an event names another device, which v8h does not stand on */
	snprintf(story, sizeof(story), "%s%s%s", CPU, on_v9h, other);
	expect(false, story, "rx B 1009>2002 PA 100+10 exact x0 unknown <v9h>\n");
	/* so what came before is none of v8h's; what comes behind it may be */
	door(one, sizeof(one), COMES("macvlan_handle_frame;\n"), 4);
	snprintf(story, sizeof(story), "%s%s%s", one, on_v9h, other);
	expect(false, story,
	       "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1>\n"
	       "rx B 1009>2002 PA 100+10 exact x0 unknown <v9h>\n");
	snprintf(story, sizeof(story), "%s%s%s%s", CPU, on_v9h, other, one + sizeof(CPU) - 1);
	expect(false, story,
	       "rx B 1009>2002 PA 100+10 exact x0 unknown <v9h>\n"
	       "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1 v8h>\n");
	/* no event names a device: known if another packet's does */
	door(one, sizeof(one), "", 4);
	expect(false, one, "rx A 1001>2002 PA 100+10 exact x0 unknown <>\n");
	snprintf(story, sizeof(story), "%s%s%s", one, on_v8h, other);
	expect(false, story,
	       "rx A 1001>2002 PA 100+10 exact x0 unknown <v8h>\n"
	       "rx B 1009>2002 PA 100+10 exact x0 unknown <v8h>\n");
}

#define TO(dev)                                                                                    \
	"net/net_dev_queue skbaddr=A len=74 name=" dev "\n"                                        \
	"net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=" dev "\n"                    \
	"net/net_dev_xmit skbaddr=A rc=0 name=" dev "\n"

/* From port to port of one bridge; up to the bridge itself its own event tells. Its addresses may have changed (NAT). */
static void through_a_bridge(void **state)
{
	(void)state;
	expect(true, CPU COMES("br_handle_frame {\n" TO("v8h") "}\n"),
	       "rx A 1001>2002 PA 100+10 exact x0 forwarded <eth1 br1>\n"
	       "tx A ? exact x1 sent <eth1 br1 v8h>\n");
	expect(true, CPU COMES("br_handle_frame {\n" TO("v9h") "}\n"),
	       "rx A 1001>2002 PA 100+10 exact x0 forwarded <eth1>\n"
	       "tx A ? exact x1 sent <eth1 v9h>\n");
	expect(true,
	       CPU COMES("br_handle_frame {\n net/netif_receive_skb skbaddr=A len=60 name=br1\n}\n")
		       TAKEN,
	       "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1 br1>\n");
}

/* The first packet's list of devices. DOOR: skb->dev at TCP's door; -1: not told. */
static void expect_complete(bool bridged, int door, const char *comes, const char *goes,
			    enum pk_answer complete)
{
	struct fake_trace *trace = fake_trace_new();
	char at[64] = "", story[1024];

	draw(fake_trace_target(trace), bridged);
	if (door >= 0)
		snprintf(at, sizeof(at), "netdev=%#llx ", (unsigned long long)ABOVE(door));
	snprintf(story, sizeof(story), "%s%sp:tcp_v4_rcv skb=A %s%s", CPU, comes, at, goes);
	fake_trace_run(trace, story, false);
	assert_int_equal(fake_trace_set(trace)->packets[0]->way_complete, complete);
	fake_trace_free(trace);
}

#define IN(dev) "net/netif_receive_skb skbaddr=A len=60 name=" dev "\n"
#define TCP "tcp=1001>2002,PA,100,7,10\n"

/* A device above takes frames over, and no event tells: the list says that it may lack one, unless the next is known. */
static void a_list_says_whether_it_is_complete(void **state)
{
	static const char bond[] = COMES("bond_handle_frame;\nvlan_do_receive;\n");

	(void)state;
	expect_complete(true, -1, IN("eth2"), TCP, PK_ANSWER_YES); /* nothing is above it */
	expect_complete(false, -1, IN("eth1"), TCP, PK_ANSWER_NO); /* a bond is, and a macvlan */
	expect_complete(false, 0, IN("eth1"), TCP, PK_ANSWER_YES); /* and did not take it */
	expect_complete(false, 3, bond, TCP, PK_ANSWER_YES);
	expect_complete(false, 4, IN("eth1"), TCP, PK_ANSWER_YES); /* the macvlan's */
	expect_complete(false, 3, IN("eth1"), TCP, PK_ANSWER_NO); /* the bond is missing */
	/* out of a tunnel: from the card, the bond, or the macvlan */
	expect_complete(false, 6, IN("eth1") IN("v9h"), TCP, PK_ANSWER_NO);
	expect_complete(true, 6, IN("eth2") IN("v9h"), TCP, PK_ANSWER_YES);
	/* what carried it is missing: it is not known what v9h is */
	expect_complete(true, 6, IN("v9h"), TCP, PK_ANSWER_UNKNOWN);
	expect_complete(true, -1, IN("gone"), TCP, PK_ANSWER_UNKNOWN);
	expect_complete(true, -1, IN("eth2"), TCP "lost 3\np:skb_release_head_state skb=A\n",
			PK_ANSWER_NO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(up_through_a_bond_and_its_vlan),
		cmocka_unit_test(what_does_not_go_on_came_no_further),
		cmocka_unit_test(the_last_is_what_the_packet_says),
		cmocka_unit_test(an_address_may_be_of_another_by_now),
		cmocka_unit_test(through_a_bridge),
		cmocka_unit_test(a_list_says_whether_it_is_complete),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
