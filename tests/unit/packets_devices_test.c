// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets that pass several devices, or end on the way to the first: tunnels, devices stacked on others,
 * firewalls (traces as fake_trace.h tells them). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "fake_queues.h"
#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

/* Standard tracepoints: a macvlan's driver queues the very skb on the device below. The neighbour's answer
 * has let it out, so that no frame is its own. */
static void a_device_on_another_sends_the_same_packet(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=Z len=66 name=lo\n"
	       "  net/net_dev_start_xmit skbaddr=Z len=66 protocol=0x800 name=lo\n"
	       "  net/net_dev_xmit skbaddr=Z rc=0 name=lo\n"
	       "  __neigh_event_send;\n"
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  __neigh_event_send;\n"
	       "}\n"
	       "cpu 0 softirq\n"
	       "arp_process {\n"
	       "  __neigh_update {\n"
	       "    net/net_dev_queue skbaddr=A len=74 name=mv0\n"
	       "    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=mv0\n"
	       "    net/net_dev_queue skbaddr=A len=74 name=veth0\n"
	       "    net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=veth0\n"
	       "    net/net_dev_xmit skbaddr=A rc=0 name=veth0\n"
	       "    net/net_dev_xmit skbaddr=A rc=0 name=mv0\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_FRAMES,
	       "tx Z ? nested x1 sent [Z]\n"
	       "tx A ? guess x1 sent [A]\n");
}

/* Once the driver has answered, the address on another device is another packet's. */
static void an_address_on_another_device_after_the_answer_is_anothers(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=74 name=eth0\n"
	       "  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=eth0\n"
	       "  net/net_dev_xmit skbaddr=A rc=0 name=eth0\n"
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=74 name=veth0\n"
	       "  net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=veth0\n"
	       "  net/net_dev_xmit skbaddr=A rc=0 name=veth0\n"
	       "}\n",
	       FAKE_SHOW_FRAMES,
	       "tx A ? nested x1 sent [A]\n"
	       "tx A ? nested x1 sent [A]\n");
}

/* What a tunnel's receive function takes is no TCP packet, though it was sent by TCP and comes back as the very
 * skb; what comes out on the tunnel's device is. */
static void a_tunnel_takes_one_packet_and_gives_one(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=94 name=veth1\n"
	       "  net/net_dev_start_xmit skbaddr=A len=94 protocol=0x800 name=veth1\n"
	       "  net/netif_rx skbaddr=A len=80 name=veth0\n"
	       "  net/net_dev_xmit skbaddr=A rc=0 name=veth1\n"
	       "}\n"
	       "cpu 0 softirq\n"
	       "process_backlog {\n"
	       "  __netif_receive_skb {\n"
	       "    net/netif_receive_skb skbaddr=A len=80 name=veth0\n"
	       "    ip_local_deliver {\n"
	       "      gre_rcv;\n"
	       "    }\n"
	       "  }\n"
	       "}\n"
	       "napi_gro_receive {\n"
	       "  net/napi_gro_receive_entry skbaddr=A len=60 name=gre0\n"
	       "}\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=60 name=gre0\n"
	       "  ip_local_deliver {\n"
	       "    tcp_v4_rcv;\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_FRAMES,
	       "tx A ? nested x1 looped [A]\n"
	       "rx A ? exact x1 unknown [A]\n");
}

/* A tunnel's packet does not take the place of the next in a list. */
static void a_tunnels_packet_has_its_place_in_the_pass(void **state)
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
	       "  ip_list_rcv {\n"
	       "    ip_local_deliver {\n"
	       "      tunnel4_rcv;\n"
	       "    }\n"
	       "    ip_local_deliver {\n"
	       "      tcp_v4_rcv {\n"
	       "        tcp/tcp_probe family=2 saddr=2 daddr=1 sport=2002 dport=1001 data_len=10\n"
	       "      }\n"
	       "    }\n"
	       "  }\n"
	       "}\n",
	       0, "rx B 1001>2002+10 nested x0 unknown\n");
}

/* Cut into segments that may not be fragmented: each is freed before a device has seen it. */
static void too_big_for_the_way_is_dropped(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=Z len=66 name=lo\n"
	       "  net/net_dev_start_xmit skbaddr=Z len=66 protocol=0x800 name=lo\n"
	       "  net/net_dev_xmit skbaddr=Z rc=0 name=lo\n"
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  ip_fragment {\n"
	       "    __icmp_send {\n"
	       "      skb/kfree_skb skbaddr=D location=&icmp_rcv\n"
	       "    }\n"
	       "    skb/kfree_skb skbaddr=B location=&return_to_handler\n"
	       "  }\n"
	       "  ip_fragment {\n"
	       "    skb/kfree_skb skbaddr=C location=&return_to_handler\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "tx Z ? nested x1 sent: net_dev_xmit rc 0\n"
	       "tx - ? none x0 dropped: no reason recorded at ip_fragment+0x0/0x100\n");
}

/* A full queue of a neighbour drops its oldest packet, not the one that is being put into it. */
static void what_a_neighbours_queue_drops_is_another(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=Z len=66 name=lo\n"
	       "  net/net_dev_start_xmit skbaddr=Z len=66 protocol=0x800 name=lo\n"
	       "  net/net_dev_xmit skbaddr=Z rc=0 name=lo\n"
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  __neigh_event_send {\n"
	       "    skb/kfree_skb skbaddr=B location=&return_to_handler\n"
	       "  }\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "tx Z ? nested x1 sent: net_dev_xmit rc 0\n"
	       "tx - ? none x0 neigh-queued: no device queue saw it: waits for ARP or ND\n");
}

/* All of its calls were recorded, and nothing became of it: no neighbour is blamed. */
static void never_queued_and_nobody_says_why(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=Z len=66 name=lo\n"
	       "  net/net_dev_start_xmit skbaddr=Z len=66 protocol=0x800 name=lo\n"
	       "  net/net_dev_xmit skbaddr=Z rc=0 name=lo\n"
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  ip_output;\n"
	       "}\n",
	       FAKE_SHOW_DETAIL,
	       "tx Z ? nested x1 sent: net_dev_xmit rc 0\n"
	       "tx - ? none x0 unknown: no device's queue saw it, and no neighbour's was "
	       "recorded\n");
}

/* SKBs of the story's names, in a slab of another machine's kernel: what a queue holds is drawn there. */
static void queue_holds(struct fake_target *fake, uint64_t head, const char *const *names,
			unsigned nr)
{
	uint64_t skbs[4];

	for (unsigned i = 0; i < nr; i++) {
		skbs[i] = fake_trace_skb(names[i]);
		fake_map(fake, skbs[i], 0x1000);
		fake_put(fake, skbs[i] + SKB_USERS, 4, 1);
	}
	fake_net_queue(fake, head, skbs, nr);
}

#define CUT_BY_A_QUEUE                                                                             \
	"has p:skb_release_head_state skb\n"                                                       \
	"cpu 0 pid 100\n"                                                                          \
	"net/net_dev_start_xmit skbaddr=Z len=42 protocol=0x806\n"                                 \
	"__tcp_transmit_skb {\n"                                                                   \
	"  p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,30\n"                                  \
	"  net/net_dev_queue skbaddr=A len=96 name=eth0\n"                                         \
	"  p:__copy_skb_header new=B old=A\n"                                                      \
	"  p:__copy_skb_header new=C old=A\n"                                                      \
	"  p:skb_release_head_state skb=A\n"                                                       \
	"}\n"

/* cake cuts what is large itself, and keeps the segments: the packet stands where they do. */
static void what_a_queue_cut_stands_there(void **state)
{
	static const char *const both[] = {"B", "C"}, *const other[] = {"D"};
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	fake_queues_init(fake_trace_target(trace));
	queue_holds(fake_trace_target(trace), QDISC(1) + Q_GSO, both, 2);
	fake_trace_run(trace, CUT_BY_A_QUEUE, true);
	assert_string_equal(fake_trace_text(trace, FAKE_SHOW_DETAIL),
			    "tx A gen -1 1001>2002 PA 100+30 exact x0 qdisc-queued: stands in "
			    "qdisc fq_codel at "
			    "ffffffff8200c800, cut into 2 segments\n");
	fake_trace_free(trace);
	trace = fake_trace_new();
	fake_queues_init(fake_trace_target(trace));
	queue_holds(fake_trace_target(trace), QDISC(1) + Q_GSO, other, 1);
	fake_trace_run(trace, CUT_BY_A_QUEUE, true);
	assert_string_equal(fake_trace_text(trace, FAKE_SHOW_DETAIL),
			    "tx A gen -1 1001>2002 PA 100+30 exact x0 qdisc-queued: queued, no "
			    "driver took it\n");
	fake_trace_free(trace);
}

#define HANDS_DOWN(skb, tcp, dev)                                                                  \
	"__tcp_transmit_skb {\n"                                                                   \
	"  p:ip_finish_output2 skb=" skb " tcp=" tcp "\n"                                          \
	"  net/net_dev_queue skbaddr=" skb " len=96 name=" dev "\n"
#define TAKES(skb, dev)                                                                            \
	"    net/net_dev_start_xmit skbaddr=" skb " len=48 protocol=0x800 name=" dev "\n"          \
	"    net/net_dev_xmit skbaddr=" skb " rc=0 name=" dev "\n"

/* Whoever runs the queue gets the segments of what others put there: of the oldest on that device that they may be of. */
static void a_qdisc_gives_another_packets_segments(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" HANDS_DOWN("D", "1001>3003,PA,100,7,30", "veth0") "}\n" HANDS_DOWN(
		       "A", "1001>2002,PA,100,7,30",
		       "eth0") "}\n" HANDS_DOWN("B", "1001>2002,PA,500,7,30",
						"eth0") "}\n"
							"cpu 1 softirq\n"
							"net_tx_action {\n"
							"  sch_direct_xmit {\n" TAKES(
								"X",
								"eth0") /* whose header nobody reads */
	       TAKES("Y", "eth0") "    e:net/net_dev_start_xmit skb=V tcp=1001>2002,PA,515,7,15 "
				  "name=eth0\n" TAKES(
					  "V", "eth0") "    e:net/net_dev_start_xmit skb=W "
						       "tcp=1001>5005,PA,100,7,15 "
						       "name=eth0\n" TAKES("W", "eth0") "  }\n"
											"}\n",
	       FAKE_SHOW_FRAMES,
	       "tx D 1001>3003 PA 100+30 exact x0 qdisc-queued []\n"
	       "tx A 1001>2002 PA 100+30 exact x2 sent [X Y]\n"
	       "tx B 1001>2002 PA 500+30 exact x1 sent [V:515+15]\n"
	       "tx W 1001>5005 PA 100+15 exact x1 sent [W:100+15]\n");
}

/* Freed behind the trace's end, its address may be another packet's that stands in a queue: by the header. */
static void what_stands_at_an_old_address_is_anothers(void **state)
{
	static const struct {
		uint32_t seq;
		const char *end;
	} rows[] = {{100, "qdisc-queued"}, {110, "qdisc-queued"}, {140, "sent"}, {90, "sent"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fake_trace *trace = fake_trace_new();
		struct fake_target *fake = fake_trace_target(trace);
		uint64_t skb = fake_trace_skb("A"),
			 buffer = fake_net_slab(fake, FAKE_KMALLOC, 8, 1);

		fake_queues_init(fake);
		fake_map(fake, skb, 0x1000);
		fake_net_skb(fake, skb, buffer, 1001, 2002, rows[i].seq, 10);
		fake_net_queue(fake, QDISC(1) + Q_GSO, &skb, 1);
		fake_trace_run(
			trace,
			"has p:skb_release_head_state skb\n"
			"cpu 0 pid 100\n"
			"__tcp_transmit_skb {\n"
			"  net/net_dev_queue skbaddr=A len=94 name=eth0\n"
			"  e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,40\n"
			"  net/net_dev_start_xmit skbaddr=A len=94 protocol=0x800 name=eth0\n"
			"  net/net_dev_xmit skbaddr=A rc=0 name=eth0\n"
			"}\n",
			true);
		assert_string_equal(pk_outcome_name(fake_trace_set(trace)->packets[0]->outcome),
				    rows[i].end);
		fake_trace_free(trace);
	}
}

#define SEGMENT(skb, len)                                                                          \
	"net/net_dev_start_xmit skbaddr=" skb " len=" len " protocol=0x800 name=eth0\n"            \
	"net/net_dev_xmit skbaddr=" skb " rc=0 name=eth0\n"

/* A queue gives out two at once: both are cut before the driver gets a segment. The first's last is shorter, and
 * with the headers that each has its segments are longer than it was before that. */
static void two_packets_are_cut_at_once(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=A len=2104 name=eth0\n" /* headers of 54, and 1000, 1000, 50 */
	       "}\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=B len=2054 name=eth0\n"
	       "}\n"
	       "cpu 1 softirq\n"
	       "skb/consume_skb skbaddr=A\n"
	       "skb/consume_skb skbaddr=B\n" SEGMENT("K", "1054") SEGMENT(
		       "L", "1054") "cpu 0 softirq\n" /* the driver was busy: another CPU goes on */
	       SEGMENT("M", "104") SEGMENT("N", "1054") SEGMENT("O", "1054"),
	       FAKE_SHOW_FRAMES | FAKE_SHOW_EDGES,
	       "tx A ? nested x3 sent {gso-segment K derived} {gso-segment L derived} "
	       "{gso-segment M guess} [K L M]\n"
	       "tx B ? nested x2 sent {gso-segment N guess} {gso-segment O guess} [N O]\n");
}

/* Used up without having been cut: an ARP request lays claim to no segment. */
static void another_protocols_packet_is_not_cut(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "net/net_dev_queue skbaddr=R len=42 name=eth0\n"
	       "net/net_dev_start_xmit skbaddr=R len=42 protocol=0x806 name=eth0\n"
	       "net/net_dev_xmit skbaddr=R rc=0 name=eth0\n"
	       "skb/consume_skb skbaddr=R\n"
	       "__tcp_transmit_skb {\n"
	       "  net/net_dev_queue skbaddr=B len=2054 name=eth0\n"
	       "  skb/consume_skb skbaddr=B\n" SEGMENT("N", "1054") SEGMENT("O", "1054") "}\n",
	       FAKE_SHOW_FRAMES, "tx B ? nested x2 sent [N O]\n");
}

#define QUEUE(dev) "net/net_dev_queue skbaddr=A len=74 name=" dev "\n"
#define START(dev) "net/net_dev_start_xmit skbaddr=A len=74 protocol=0x800 name=" dev "\n"
#define ANSWER(dev) "net/net_dev_xmit skbaddr=A rc=0 name=" dev "\n"
#define SENT(events) "cpu 0 pid 100\n__tcp_transmit_skb {\n" events "}\n"

/* A VLAN on a bond: which slave sent it is the last of its devices, though its driver answers first. */
static void sent_devices_are_a_list(void **state)
{
	static const char by_all[] = SENT(
		QUEUE("bond0.100") START("bond0.100") QUEUE("bond0") START("bond0") QUEUE("eth2")
			START("eth2") ANSWER("eth2") ANSWER("bond0") ANSWER("bond0.100"));
	static const char by_answers[] =
		SENT("  p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10\n" ANSWER("eth2")
			     ANSWER("bond0") ANSWER("bond0.100"));
	/* of an earlier life of the address: its answer came late */
	static const char late[] = SENT(QUEUE("eth0") ANSWER("eth9") START("eth0") ANSWER("eth0"));

	(void)state;
	expect(by_all, FAKE_SHOW_WAY, "tx A ? nested x1 sent <bond0.100 bond0 eth2>\n");
	expect(by_answers, FAKE_SHOW_WAY,
	       "tx A 1001>2002 PA 100+10 exact x0 unknown <bond0.100 bond0 eth2>\n");
	expect(late, FAKE_SHOW_WAY, "tx A ? nested x1 sent <eth0>\n");
}

/* Up through a bridge, and routed on: the half that is sent has come in by what the other half passed. */
static void received_devices_are_a_list(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "net/napi_gro_receive_entry skbaddr=A len=60 name=eth1\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=60 name=eth1\n"
	       "  net/netif_receive_skb skbaddr=A len=60 name=br0\n"
	       "  p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "}\n",
	       FAKE_SHOW_WAY, "rx A 1001>2002 PA 100+10 exact x1 unknown <eth1 br0>\n");
	expect("cpu 0 softirq\n"
	       "netif_receive_skb {\n"
	       "  net/netif_receive_skb skbaddr=A len=60 name=eth1\n"
	       "  e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10\n"
	       "  ip_forward {\n" QUEUE("br0") START("br0") QUEUE("v0") START("v0") ANSWER("v0")
		       ANSWER("br0") "  }\n"
				     "}\n",
	       FAKE_SHOW_WAY,
	       "rx A 1001>2002 PA 100+10 exact x0 forwarded <eth1>\n"
	       "tx A ? exact x1 sent <eth1 br0 v0>\n");
}

/* What carries it is no packet that is told of, and is one for itself: IPv6 in IPv4, by its type alone. The devices that it was
 * given there are the inner packet's, too; so are those that it came in by. */
static void devices_of_what_carries_it_are_its_own(void **state)
{
	struct fake_trace *trace = fake_trace_new();

	(void)state;
	expect("has p:skb_release_head_state skb\n" SENT(QUEUE(
		       "gre1") "    net/net_dev_start_xmit skbaddr=A len=94 protocol=0x86dd "
			       "name=gre1\n"
			       "    e:net/net_dev_start_xmit skb=A tcp6=1001>2002,PA,100,7,10 "
			       "name=gre1\n" QUEUE("gre0") START("gre0") QUEUE("mv0") START(
				       "mv0") QUEUE("eth0") START("eth0") ANSWER("eth0")
								 ANSWER("mv0") ANSWER("gre0")
									 ANSWER("gre1")),
	       FAKE_SHOW_WAY,
	       "tx A gen 0 v6 1001>2002 PA 100+10 exact x1 sent <gre1 gre0 mv0 eth0>\n");
	assert_true(pk_protocols_parse("tcp,udp", &fake_trace_ctx(trace)->protocols));
	fake_trace_run(trace,
		       "has p:skb_release_head_state skb\n"
		       "cpu 0 softirq\n"
		       "net/netif_receive_skb skbaddr=A len=80 name=eth1\n"
		       "net/netif_receive_skb skbaddr=A len=80 name=br0\n"
		       "p:gre_rcv skb=A\n"
		       "net/netif_receive_skb skbaddr=A len=60 name=gre0\n"
		       "p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n",
		       true);
	assert_string_equal(fake_trace_text(trace, FAKE_SHOW_WAY),
			    "rx A gen 0 1001>2002 PA 100+10 exact x0 unknown <eth1 br0 gre0>\n");
	fake_trace_free(trace);
}

/* By the device's kind, where no function tells that a tunnel had it, and no event reads what came out (here a VLAN's frame).
 * (What carries it is TCP's here, whose header a story can write.) */
static void what_a_tunnels_device_receives_came_out(void **state)
{
	static const struct fake_member link_ops[] = {
		{"struct net_device", "rtnl_link_ops", 104, 8, .is_pointer = true},
		{"struct rtnl_link_ops", "kind", 16, 8, .is_pointer = true}};
	static const struct {
		const char *kind, *packets;
	} rows[] = {
		{"vxlan",
		 "rx A gen 0 4000>4789 PA 900+10 exact x0 unknown <eth1> {carries A exact}\n"
		 "rx A gen 0 1001>2002 PA 100+10 exact x0 unknown <vx0 vx0.4> "
		 "{encapsulated-in A exact}\n"},
		{"veth", "rx A gen 0 4000>4789 PA 900+10 exact x0 unknown <eth1 vx0 vx0.4>\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fake_trace *trace = fake_trace_new();
		struct fake_target *fake = fake_trace_target(trace);

		fake_queues_init(fake);
		fake_members(fake, link_ops, ARRAY_SIZE(link_ops));
		fake_put_string(fake, DEVICE, "vx0");
		fake_put(fake, DEVICE + DEVICE_IFINDEX, 4, 7);
		fake_put(fake, DEVICE + 104, 8, AT(0x2700));
		fake_put(fake, AT(0x2700) + 16, 8, AT(0x2740));
		fake_put_string(fake, AT(0x2740), rows[i].kind);
		assert_true(pk_protocols_parse("tcp,udp", &fake_trace_ctx(trace)->protocols));
		fake_trace_run(trace,
			       "has p:skb_release_head_state skb\n"
			       "cpu 0 softirq\n"
			       "net/netif_receive_skb skbaddr=A len=116 name=eth1\n"
			       "e:net/netif_receive_skb skb=A tcp=4000>4789,PA,900,7,10\n"
			       "net/netif_receive_skb skbaddr=A len=66 name=vx0\n"
			       "net/netif_receive_skb skbaddr=A len=62 name=vx0.4\n"
			       "p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n",
			       true);
		assert_string_equal(fake_trace_text(trace, FAKE_SHOW_WAY | FAKE_SHOW_EDGES),
				    rows[i].packets);
		fake_trace_free(trace);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(devices_of_what_carries_it_are_its_own),
		cmocka_unit_test(what_a_tunnels_device_receives_came_out),
		cmocka_unit_test(sent_devices_are_a_list),
		cmocka_unit_test(received_devices_are_a_list),
		cmocka_unit_test(a_device_on_another_sends_the_same_packet),
		cmocka_unit_test(an_address_on_another_device_after_the_answer_is_anothers),
		cmocka_unit_test(a_tunnel_takes_one_packet_and_gives_one),
		cmocka_unit_test(a_tunnels_packet_has_its_place_in_the_pass),
		cmocka_unit_test(too_big_for_the_way_is_dropped),
		cmocka_unit_test(what_a_neighbours_queue_drops_is_another),
		cmocka_unit_test(never_queued_and_nobody_says_why),
		cmocka_unit_test(what_a_queue_cut_stands_there),
		cmocka_unit_test(a_qdisc_gives_another_packets_segments),
		cmocka_unit_test(what_stands_at_an_old_address_is_anothers),
		cmocka_unit_test(two_packets_are_cut_at_once),
		cmocka_unit_test(another_protocols_packet_is_not_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
