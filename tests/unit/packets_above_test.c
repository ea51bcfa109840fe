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
#define ADJACENT(i) (ABOVE(i) + 0x80)
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

static void enslave(struct fake_target *fake, int slave, int master)
{
	uint64_t node = ADJACENT(slave) + 16;

	fake_put(fake, ADJACENT(slave), 8, ABOVE(master));
	fake_put(fake, ADJACENT(slave) + 8, 1, 1);
	link_list(fake, UPPER(slave), &node, 1);
}

/* The cards eth1 and eth2 are slaves of bond0, with the VLAN 100 on it; or, BRIDGED, eth1 and v8h ports of br1, v9h of br2. */
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
	enslave(fake, 0, bridged ? 5 : 2);
	if (bridged) {
		enslave(fake, 4, 5);
		enslave(fake, 6, 7);
	} else {
		enslave(fake, 1, 2);
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
 * the devices' configuration says by now. */
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
	expect(false, story, "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1 br1>\n");
	door(story, sizeof(story), bond, 0);
	expect(false, story, "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1>\n");
	/* the device is gone */
	door(story, sizeof(story), bond, -1);
	expect(false, story, "rx A 1001>2002 PA 100+10 exact x0 unknown <eth1 bond0>\n");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(up_through_a_bond_and_its_vlan),
		cmocka_unit_test(what_does_not_go_on_came_no_further),
		cmocka_unit_test(the_last_is_what_the_packet_says),
		cmocka_unit_test(through_a_bridge),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
