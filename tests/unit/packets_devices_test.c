// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets that pass several devices, or end on the way to the first: tunnels, devices stacked on others,
 * firewalls (traces as fake_trace.h tells them). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

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
	       "tx Z ? exact x1 sent [Z]\n"
	       "tx A ? exact x1 sent [A]\n");
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
	       "tx A ? exact x1 sent [A]\n"
	       "tx A ? exact x1 sent [A]\n");
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
	       "tx A ? exact x1 looped [A]\n"
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
	       0,
	       "rx B 1001>2002+10 nested x0 unknown\n");
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
	       "tx Z ? exact x1 sent: net_dev_xmit rc 0\n"
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
	       "tx Z ? exact x1 sent: net_dev_xmit rc 0\n"
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
	       "tx Z ? exact x1 sent: net_dev_xmit rc 0\n"
	       "tx - ? none x0 unknown: no device's queue saw it, and no neighbour's was recorded\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_device_on_another_sends_the_same_packet),
		cmocka_unit_test(an_address_on_another_device_after_the_answer_is_anothers),
		cmocka_unit_test(a_tunnel_takes_one_packet_and_gives_one),
		cmocka_unit_test(a_tunnels_packet_has_its_place_in_the_pass),
		cmocka_unit_test(too_big_for_the_way_is_dropped),
		cmocka_unit_test(what_a_neighbours_queue_drops_is_another),
		cmocka_unit_test(never_queued_and_nobody_says_why),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
