// SPDX-License-Identifier: GPL-3.0-or-later
/* Addresses that are given back and taken again, where no event tells of it: somebody's probes on a few places
 * (traces as fake_trace.h tells them). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

/* What the card sent is not what it brings. */
static void what_was_sent_is_not_what_comes_in(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10\n"
	       "cpu 0 softirq\n"
	       "e:net/netif_receive_skb skb=A name=eth0 tcp=2002>1001,A,7,110,0\n",
	       FAKE_SHOW_EDGES,
	       "tx A 1001>2002 PA 100+10 exact x1 acked {acked-by A derived}\n"
	       "rx A 2002>1001 A 7+0 exact x0 consumed\n");
}

/* No header says so: only the loopback device gives what it gets. */
static void another_device_gives_another_packet(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "e:net/net_dev_start_xmit skb=A name=lo tcp=1001>2002,PA,100,7,10\n"
	       "cpu 0 softirq\n"
	       "net/netif_receive_skb skbaddr=A name=eth0\n"
	       "p:tcp_v4_rcv skb=A\n",
	       FAKE_SHOW_EDGES,
	       "tx A 1001>2002 PA 100+10 exact x1 sent\n"
	       "rx A ? exact x0 unknown\n");
}

static void the_loopback_device_gives_what_it_gets(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "e:net/net_dev_start_xmit skb=A name=lo tcp=1001>2002,PA,100,7,10\n"
	       "cpu 0 softirq\n"
	       "net/netif_receive_skb skbaddr=A name=lo\n"
	       "p:tcp_v4_rcv skb=A\n",
	       FAKE_SHOW_EDGES,
	       "tx A 1001>2002 PA 100+10 exact x1 looped {loopback-same A exact}\n"
	       "rx A 1001>2002 PA 100+10 derived x0 unknown {loopback-same A exact}\n");
}

/* A veth's driver hands over what its peer's side receives. */
static void the_driver_handed_it_over(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "e:net/net_dev_start_xmit skb=A name=veth0 tcp=1001>2002,PA,100,7,10\n"
	       "net/netif_rx skbaddr=A name=veth1\n"
	       "cpu 0 softirq\n"
	       "net/netif_receive_skb skbaddr=A name=veth1\n"
	       "p:tcp_v4_rcv skb=A\n",
	       FAKE_SHOW_EDGES,
	       "tx A 1001>2002 PA 100+10 exact x1 looped {loopback-same A exact}\n"
	       "rx A 1001>2002 PA 100+10 derived x0 unknown {loopback-same A exact}\n");
}

/* Frees are traced, but this one's CPU lost it, or has yet to be heard of. */
static void a_free_that_was_lost(void **state)
{
	static const char *const losses[] = {
		"cpu 1\nlost 7\nip_rcv;\ncpu 0 pid 101\n",
		"others silent\ncpu 0 pid 101\n",
	};

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(losses); i++) {
		char story[1024];

		snprintf(story, sizeof(story),
			 "has p:skb_release_head_state skb\n"
			 "cpu 0 pid 100\n"
			 "net/net_dev_queue skbaddr=A len=64 name=eth0\n"
			 "e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10\n"
			 "net/net_dev_xmit skbaddr=A rc=0 name=eth0\n"
			 "%s"
			 "net/net_dev_queue skbaddr=A len=42 name=veth0\n"
			 "net/net_dev_start_xmit skbaddr=A len=42 protocol=0x806\n",
			 losses[i]);
		expect(story, FAKE_SHOW_WAY,
		       "tx A 1001>2002 PA 100+10 exact x1 lossy sent <eth0>\n");
	}
}

/* Handed over, and sent on with other addresses (NAT): a filter kept the event that it came in out of the trace. */
static void handed_over_unseen_it_is_sent_on(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "net/net_dev_queue skbaddr=A len=74 name=c1e\n"
	       "e:net/net_dev_start_xmit skb=A name=c1e tcp=1001>2002,PA,100,7,10\n"
	       "net/netif_rx skbaddr=A name=c1h\n"
	       "net/net_dev_xmit skbaddr=A rc=0 name=c1e\n"
	       "cpu 0 softirq\n"
	       "net/net_dev_queue skbaddr=A len=74 name=veth0\n"
	       "e:net/net_dev_start_xmit skb=A name=veth0 tcp=1003>2002,PA,100,7,10\n"
	       "net/net_dev_xmit skbaddr=A rc=0 name=veth0\n",
	       FAKE_SHOW_WAY,
	       "tx A gen 0 1001>2002 PA 100+10 exact x1 sent <c1e>\n"
	       "tx A gen 0 1003>2002 PA 100+10 exact x1 sent <veth0>\n");
}

static void one_header_is_one_packet(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10\n"
	       "cpu 0 softirq\n"
	       "e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10\n",
	       FAKE_SHOW_EDGES,
	       "tx A 1001>2002 PA 100+10 exact x1 looped {loopback-same A exact}\n"
	       "rx A 1001>2002 PA 100+10 exact x0 unknown {loopback-same A exact}\n");
}

/* The same probe once more is of the next packet, be its header known or not. */
static void an_address_is_sent_from_again(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10\n"
	       "e:net/net_dev_start_xmit skb=A name=eth0 tcp=1003>2004,PA,300,7,10\n"
	       "e:net/net_dev_start_xmit skb=A name=eth0 udp=1003>2004\n"
	       "e:net/net_dev_start_xmit skb=A name=eth0 tcp=1003>2004,PA,310,7,10\n",
	       0,
	       "tx A 1001>2002 PA 100+10 exact x1 sent\n"
	       "tx A 1003>2004 PA 300+10 exact x1 sent\n"
	       "tx A 1003>2004 PA 310+10 exact x1 sent\n");
}

/* A device that is stacked on another hands the packet on at once. */
static void another_device_later_sends_another_packet(void **state)
{
	(void)state;
	expect("cpu 1 softirq\n"
	       "e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,SA,100,7,0\n"
	       "at 300000000\n"
	       "cpu 1 pid 28\n"
	       "e:net/net_dev_start_xmit skb=A name=veth0 udp=1003>2004\n",
	       FAKE_SHOW_WAY, "tx A 1001>2002 SA 100+0 exact x1 sent <eth0>\n");
}

/* A repetition comes later than a second device below the first. */
static void a_repetition_is_a_packet_of_its_own(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10\n"
	       "e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10\n"
	       "at 300000000\n"
	       "e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10\n",
	       0,
	       "tx A 1001>2002 PA 100+10 exact x1 sent\n"
	       "tx A 1001>2002 PA 100+10 exact x1 sent\n");
}

/* Several probes on one tracepoint tell of one packet. */
static void a_tracepoint_and_its_probes_are_one(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800 name=eth0\n"
	       "e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10\n"
	       "net/net_dev_start_xmit skbaddr=A len=66 protocol=0x800 name=eth0\n"
	       "e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,110,7,10\n",
	       0,
	       "tx A 1001>2002 PA 100+10 exact x1 sent\n"
	       "tx A 1001>2002 PA 110+10 exact x1 sent\n");
}

static void an_address_receives_again(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "e:net/netif_receive_skb skb=A tcp=2002>1001,PA,100,7,10\n"
	       "e:net/netif_receive_skb skb=A tcp=2004>1003,PA,300,7,10\n"
	       "e:net/netif_receive_skb skb=A udp=2004>1003\n"
	       "e:net/netif_receive_skb skb=A tcp=2004>1003,PA,310,7,10\n",
	       0,
	       "rx A 2002>1001 PA 100+10 exact x0 unknown\n"
	       "rx A 2004>1003 PA 300+10 exact x0 unknown\n"
	       "rx A 2004>1003 PA 310+10 exact x0 unknown\n");
}

/* The clone's place beside an original of which the wire has not been seen, and another packet in it. */
static void a_neighbour_with_another_header_is_anothers(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n"
	       "p:__tcp_transmit_skb sk=1 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
	       "cb_flags=0x18\n"
	       "e:net/net_dev_start_xmit skb=A+ name=eth0 tcp=1003>2004,PA,300,7,10\n",
	       FAKE_SHOW_EDGES,
	       "tx - ? PA 100+10 exact x0 unknown\n"
	       "tx A+ 1003>2004 PA 300+10 exact x1 sent\n");
}

/* What a card was given for good, and nobody gave back: where no event of that can be missing, its device sends it on
 * (WireGuard). Where events were lost meanwhile, on any CPU, the address may be another packet's. */
static void what_was_freed_unseen_is_not_sent_on(void **state)
{
#define GIVEN                                                                                      \
	"has p:skb_release_head_state skb\n"                                                       \
	"cpu 0 pid 100\n"                                                                          \
	"net/net_dev_queue skbaddr=A len=74 name=eth0\n"                                           \
	"e:net/net_dev_start_xmit skb=A name=eth0 tcp=1001>2002,PA,100,7,10\n"                     \
	"net/net_dev_xmit skbaddr=A rc=0 name=eth0\n"
#define LOST                                                                                       \
	"cpu 1 pid 200\n"                                                                          \
	"lost 7\n"                                                                                 \
	"ip_rcv;\n"
#define QUEUED                                                                                     \
	"cpu 0 pid 300\n"                                                                          \
	"net/net_dev_queue skbaddr=A len=42 name=veth0\n"                                          \
	"net/net_dev_xmit skbaddr=A rc=0 name=veth0\n"
#define RECEIVED                                                                                   \
	"cpu 0 softirq\n"                                                                          \
	"net/netif_receive_skb skbaddr=A name=veth1\n"                                             \
	"p:tcp_v4_rcv skb=A\n"

	(void)state;
	expect(GIVEN QUEUED, FAKE_SHOW_WAY,
	       "tx A gen 0 1001>2002 PA 100+10 exact x0 sent <eth0 veth0>\n");
	expect(GIVEN LOST QUEUED, FAKE_SHOW_WAY,
	       "tx A 1001>2002 PA 100+10 exact x1 lossy sent <eth0>\n");
	expect(GIVEN RECEIVED, FAKE_SHOW_EDGES,
	       "tx A gen 0 1001>2002 PA 100+10 exact x1 looped {loopback-same A exact}\n"
	       "rx A gen 0 1001>2002 PA 100+10 derived x0 unknown {loopback-same A exact}\n");
	expect(GIVEN LOST RECEIVED, FAKE_SHOW_EDGES,
	       "tx A 1001>2002 PA 100+10 exact x1 lossy sent\n"
	       "rx A gen 0 ? exact x0 unknown\n");
	/* The first event of the next packet is not the device's queue's. */
	expect(GIVEN LOST "cpu 0 pid 300\n"
			  "p:ip_finish_output2 skb=A tcp=2002>1001,SA,500,101,0\n" QUEUED,
	       FAKE_SHOW_WAY,
	       "tx A 1001>2002 PA 100+10 exact x1 lossy sent <eth0>\n"
	       "tx A gen 0 2002>1001 SA 500+0 exact x0 sent <veth0>\n");
}

/* What waits in a device's queue while events are lost: whether it is what the driver gets at its address, only a header says. */
static void what_waits_in_a_queue_may_be_gone(void **state)
{
#define WAITING                                                                                    \
	"has p:skb_release_head_state skb\n"                                                       \
	"cpu 0 pid 100\n"                                                                          \
	"p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10\n"                                    \
	"net/net_dev_queue skbaddr=A len=64 name=eth0\n" LOST "cpu 0 softirq\n"

	(void)state;
	expect(WAITING "e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10 name=eth0\n"
		       "net/net_dev_xmit skbaddr=A rc=0 name=eth0\n",
	       0, "tx A gen 0 1001>2002 PA 100+10 exact x1 sent\n");
	expect(WAITING "net/net_dev_start_xmit skbaddr=A len=64 name=eth0\n"
		       "net/net_dev_xmit skbaddr=A rc=0 name=eth0\n",
	       0, "tx A 1001>2002 PA 100+10 exact x0 lossy unknown\n");
	expect(WAITING "e:net/net_dev_start_xmit skb=A tcp=1001>2003,PA,100,7,10 name=eth0\n"
		       "net/net_dev_xmit skbaddr=A rc=0 name=eth0\n",
	       0,
	       "tx A 1001>2002 PA 100+10 exact x0 lossy unknown\n"
	       "tx A gen 0 1001>2003 PA 100+10 exact x1 sent\n");
}

/* A bridge sent it on, and it came in again behind that: the event of its arrival is lost, its protocol's is not. */
static void what_was_sent_on_comes_in_unseen(void **state)
{
	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n"
	       "e:net/netif_receive_skb skb=A name=k2h tcp=1001>2002,PA,100,7,10\n"
	       "net/net_dev_queue skbaddr=A len=64 name=k3h\n"
	       "e:net/net_dev_start_xmit skb=A name=k3h tcp=1001>2002,PA,100,7,10\n"
	       "net/netif_rx skbaddr=A name=k3e\n"
	       "net/net_dev_xmit skbaddr=A rc=0 name=k3h\n"
	       "lost 7\n"
	       "p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n",
	       FAKE_SHOW_WAY,
	       "rx A gen 0 1001>2002 PA 100+10 exact x0 forwarded <k2h>\n"
	       "tx A gen 0 1001>2002 PA 100+10 exact x1 sent <k2h k3h>\n"
	       "rx A gen 0 1001>2002 PA 100+10 exact x0 unknown <>\n");
}

/* Events were lost, but what the backlog's packet has in its control block is what came in: no other has that number. */
static void the_control_block_tells_that_it_is_the_same(void **state)
{
#define BACKLOGGED                                                                                 \
	"has p:skb_release_head_state skb\n"                                                       \
	"cpu 0 softirq\n"                                                                          \
	"net/netif_receive_skb skbaddr=A name=lo\n"                                                \
	"p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"                                           \
	"p:tcp_add_backlog skb=A\n"                                                                \
	"others silent\n"                                                                          \
	"cpu 1 pid 100\n"

	(void)state;
	expect(BACKLOGGED
	       "p:tcp_v4_do_rcv sk=1 skb=A len=30 cb_seq=100 cb_end_seq=110 cb_flags=24\n",
	       0, "rx A gen 0 1001>2002 PA 100+10 exact x0 unknown\n");
	expect(BACKLOGGED
	       "p:tcp_v4_do_rcv sk=1 skb=A len=30 cb_seq=300 cb_end_seq=310 cb_flags=24\n",
	       0,
	       "rx A 1001>2002 PA 100+10 exact x0 lossy unknown\n"
	       "rx A gen 0 ? exact x0 unknown\n");
}

/* A control block that was not read has no number, not 0 either. */
static void a_control_block_that_was_not_read_tells_nothing(void **state)
{
#define FROM_ZERO                                                                                  \
	"has p:skb_release_head_state skb\n"                                                       \
	"cpu 0 pid 100 softirq\n"                                                                  \
	"net/netif_receive_skb skbaddr=A name=lo\n"                                                \
	"p:tcp_v4_rcv skb=A tcp=1001>2002,PA,0,7,10\n"                                             \
	"p:tcp_queue_rcv sk=1 skb=A\n"                                                             \
	"others silent\n"                                                                          \
	"cpu 0 pid 100\n"

	(void)state;
	expect(FROM_ZERO "p:tcp_v4_do_rcv sk=1 skb=A len=30\n", 0,
	       "rx A 1001>2002 PA 0+10 exact x0 lossy unknown\n"
	       "rx A gen 0 ? exact x0 unknown\n");
}

/* The answer for what was sent at this address before may be lost: whose the next one is, nobody knows. */
static void an_answer_is_not_for_the_life_before(void **state)
{
#define UNANSWERED                                                                                 \
	"has p:skb_release_head_state skb\n"                                                       \
	"cpu 0 pid 100\n"                                                                          \
	"p:ip_finish_output2 skb=A tcp=1001>2002,PA,100,7,10\n"
#define AGAIN                                                                                      \
	"cpu 0 pid 300\n"                                                                          \
	"p:ip_finish_output2 skb=A tcp=2002>1001,SA,500,101,0\n"                                   \
	"net/net_dev_queue skbaddr=A len=42 name=veth0\n"                                          \
	"net/net_dev_xmit skbaddr=A rc=0 name=veth0\n"                                             \
	"net/net_dev_xmit skbaddr=A rc=0 name=tun0\n"

	(void)state;
	expect(UNANSWERED LOST AGAIN, FAKE_SHOW_WAY,
	       "tx A 1001>2002 PA 100+10 exact x0 lossy unknown <>\n"
	       "tx A gen 0 2002>1001 SA 500+0 exact x0 sent <veth0>\n");
}

#define GIVEN_TO(dev) "net/net_dev_start_xmit skbaddr=A len=64 protocol=0x800 name=" dev "\n"
#define START_TOLD "e:net/net_dev_start_xmit skb=A tcp=1001>2002,PA,100,7,10\n"
#define COMES_IN "net/netif_receive_skb skbaddr=A len=50 name=veth1\n"

/* CPU 1's clock is behind: what it did afterwards stands between a tracepoint and the probe on it, or in front of both. The skb
 * is still what the first CPU had. */
static void another_cpus_clock_parts_no_moment(void **state)
{
	static const char looped[] = "tx A gen 0 1001>2002 PA 100+10 exact x1 looped [A:100+10]\n"
				     "rx A gen 0 1001>2002 PA 100+10 exact x0 unknown []\n";

	(void)state;
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "net/net_dev_queue skbaddr=A len=64 name=veth0\n" GIVEN_TO(
		       "veth0") "cpu 1 softirq\n" COMES_IN "cpu 0 pid 100\n" START_TOLD
				"net/net_dev_xmit skbaddr=A rc=0 name=veth0\n"
				"cpu 1 softirq\n"
				"p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n",
	       FAKE_SHOW_FRAMES, looped);
	/* freed by a driver that was done with it */
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 pid 100\n"
	       "net/net_dev_queue skbaddr=A len=64 name=eth0\n" GIVEN_TO(
		       "eth0") "cpu 1 softirq\n"
			       "p:skb_release_head_state skb=A\n"
			       "cpu 0 pid 100\n" START_TOLD
			       "net/net_dev_xmit skbaddr=A rc=0 name=eth0\n",
	       FAKE_SHOW_FRAMES, "tx A gen -1 1001>2002 PA 100+10 exact x1 sent [A:100+10]\n");
	/* read, freed, and another's already */
	expect("has p:skb_release_head_state skb\n"
	       "cpu 0 softirq\n" COMES_IN "cpu 1 pid 200\n"
	       "p:skb_release_head_state skb=A\n"
	       "p:__copy_skb_header new=A old=B\n"
	       "cpu 0 softirq\n"
	       "e:net/netif_receive_skb skb=A tcp=1001>2002,PA,100,7,10\n"
	       "p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
	       "cpu 1 pid 200\n"
	       "p:ip_finish_output2 skb=A tcp=2002>3003,PA,500,7,10\n"
	       "net/net_dev_queue skbaddr=A len=64 name=eth0\n",
	       0,
	       "rx A gen -1 1001>2002 PA 100+10 exact x0 unknown\n"
	       "tx A gen 0 2002>3003 PA 500+10 exact x0 unknown\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(another_cpus_clock_parts_no_moment),
		cmocka_unit_test(an_answer_is_not_for_the_life_before),
		cmocka_unit_test(what_was_sent_is_not_what_comes_in),
		cmocka_unit_test(another_device_gives_another_packet),
		cmocka_unit_test(the_loopback_device_gives_what_it_gets),
		cmocka_unit_test(the_driver_handed_it_over),
		cmocka_unit_test(a_free_that_was_lost),
		cmocka_unit_test(handed_over_unseen_it_is_sent_on),
		cmocka_unit_test(one_header_is_one_packet),
		cmocka_unit_test(an_address_is_sent_from_again),
		cmocka_unit_test(another_device_later_sends_another_packet),
		cmocka_unit_test(a_repetition_is_a_packet_of_its_own),
		cmocka_unit_test(a_tracepoint_and_its_probes_are_one),
		cmocka_unit_test(an_address_receives_again),
		cmocka_unit_test(a_neighbour_with_another_header_is_anothers),
		cmocka_unit_test(what_was_freed_unseen_is_not_sent_on),
		cmocka_unit_test(the_control_block_tells_that_it_is_the_same),
		cmocka_unit_test(a_control_block_that_was_not_read_tells_nothing),
		cmocka_unit_test(what_waits_in_a_queue_may_be_gone),
		cmocka_unit_test(what_was_sent_on_comes_in_unseen),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
