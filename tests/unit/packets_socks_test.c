// SPDX-License-Identifier: GPL-3.0-or-later
/* Lives of sockets: one address, and a connection after the other. Packets without a header have the name of their socket's
 * own life, or none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "fake_net.h"
#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

/* The socket at 0x5000 sends: a packet of which nobody reads the header; then one with a name. */
#define SENDS(skb) "p:__tcp_transmit_skb sk=0x5000 skb=" skb " clone_it=0\n"
#define NUMBERED(skb, seq, end)                                                                    \
	"p:__tcp_transmit_skb sk=0x5000 skb=" skb " clone_it=0 cb_seq=" seq " cb_end_seq=" end     \
	" cb_flags=0x18\n"
#define ON_ITS_WAY                                                                                 \
	"net/net_dev_queue skbaddr=B len=64 name=eth0\n"                                           \
	"e:net/net_dev_start_xmit skb=B name=eth0 tcp=2003>1001,PA,500,720,10\n"
#define OTHER SENDS("B") ON_ITS_WAY
#define OTHER_NUMBERED NUMBERED("B", "500", "510") ON_ITS_WAY

#define SOCKET(event, sport, more)                                                                 \
	event " skaddr=0x5000 sport=" sport " dport=1001 saddr=2 daddr=1 " more "\n"
#define DESTROYED(sport, cookie) SOCKET("tcp/tcp_destroy_sock", sport, "sock_cookie=" cookie)
#define STATE(sk, from, to)                                                                        \
	"sock/inet_sock_set_state skaddr=" sk " sport=0 dport=0 saddr=0 daddr=0 oldstate=" from    \
	" newstate=" to "\n"

#define A_UNNAMED                                                                                  \
	"tx A ? exact x0 unknown\n"                                                                \
	"tx B 2003>1001 PA 500+10 exact x1 sent\n"
#define A_NAMED                                                                                    \
	"tx A 2003>1001 derived x0 unknown\n"                                                      \
	"tx B 2003>1001 PA 500+10 exact x1 sent\n"

/* The event of its end has the addresses: they are of what was sent before, not of what is sent from then on. */
static void the_end_tells_the_name(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" SENDS("A") SENDS("D") DESTROYED("2002", "1") OTHER, 0,
	       "tx A 2002>1001 derived x0 unknown\n"
	       "tx D 2002>1001 derived x0 unknown\n"
	       "tx B 2003>1001 PA 500+10 exact x1 sent\n");
	/* A connection that was reset has none any more: no name, but an end all the same. */
	expect("cpu 0 pid 100\n" SENDS("A") DESTROYED("0", "1") OTHER, 0, A_UNNAMED);
}

/* Of the connection after the next one: the ends between are counted. */
static void each_life_has_its_own_name(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" SENDS("A") DESTROYED("2002", "1") SENDS("D") DESTROYED("2004", "2")
		       OTHER SENDS("E"),
	       0,
	       "tx A 2002>1001 derived x0 unknown\n"
	       "tx D 2004>1001 derived x0 unknown\n"
	       "tx B 2003>1001 PA 500+10 exact x1 sent\n"
	       "tx E ? exact x0 unknown\n");
}

/* Its addresses or its cookie are others than before: an end and a beginning were not seen. */
static void another_socket_by_what_is_told(void **state)
{
	(void)state;
	expect("cpu 0 pid 100\n" SOCKET("tcp/tcp_rcv_space_adjust", "2002", "sock_cookie=1")
		       SENDS("A") SOCKET("tcp/tcp_rcv_space_adjust", "0", "sock_cookie=2") OTHER,
	       0, A_UNNAMED);
	expect("cpu 0 pid 100\n" SOCKET("tcp/tcp_rcv_space_adjust", "2002", "sock_cookie=0")
		       SENDS("A") SOCKET("tcp/tcp_rcv_space_adjust", "2003", "sock_cookie=0") OTHER,
	       0, A_UNNAMED);
}

/* Of every socket it is told when it becomes another connection: an active open, a listener's child. */
static void states_begin_a_life(void **state)
{
	static const struct {
		const char *story, *packets;
	} rows[] = {
		{"cpu 0 pid 100\n" SENDS("A") STATE("0x5000", "7", "2") OTHER, A_UNNAMED},
		{"cpu 0 pid 100\n" SENDS("A") STATE("0x5000", "10", "3") OTHER, A_UNNAMED},
		/* these begin none */
		{"cpu 0 pid 100\n" SENDS("A") STATE("0x5000", "2", "1") OTHER, A_NAMED},
		{"cpu 0 pid 100\n" SENDS("A") STATE("0x5000", "3", "1") OTHER, A_NAMED},
		{"cpu 0 pid 100\n" SENDS("A") STATE("0x6000", "7", "2") OTHER, A_NAMED},
		/* nothing would tell */
		{"cpu 0 pid 100\n" SENDS("A") OTHER, A_UNNAMED},
		{"filtered sock/inet_sock_set_state\ncpu 0 pid 100\n" SENDS("A")
			 STATE("0x6000", "7", "2") OTHER,
		 A_UNNAMED},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		expect(rows[i].story, 0, rows[i].packets);
}

/* Where every function is traced, no life can have ended if none did. */
static void calls_tell_of_ends(void **state)
{
	static const struct {
		const char *story, *packets;
	} rows[] = {
		{"unfiltered\ncpu 0 pid 100\n" SENDS("A") OTHER, A_NAMED},
		{"unfiltered\ncpu 0 pid 100\n" SENDS(
			 "A") "cpu 1 pid 101\n"
			      "f:tcp_v4_destroy_sock <- inet_csk_destroy_sock\ncpu 0 pid "
			      "100\n" OTHER,
		 A_UNNAMED},
		/* recorded with its argument: another's */
		{"unfiltered\ncpu 0 pid 100\n" SENDS("A") "p:tcp_v4_destroy_sock sk=0x6000\n" OTHER,
		 A_NAMED},
		{"unfiltered\ncpu 0 pid 100\n" SENDS("A") "p:tcp_v4_destroy_sock sk=0x5000\n" OTHER,
		 A_UNNAMED},
		/* some functions alone */
		{"cpu 0 pid 100\n" SENDS("A") OTHER "f:tcp_ack <- tcp_v4_do_rcv\n", A_UNNAMED},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++)
		expect(rows[i].story, 0, rows[i].packets);
}

/* A socket that was disconnected and connects once more is another connection, though it never ended. */
static void an_active_open_begins_a_life(void **state)
{
	(void)state;
	expect("unfiltered\ncpu 0 pid 100\n" SENDS("A") "tcp_connect {\n"
							"__tcp_transmit_skb {\n" SENDS(
								"D") "}\n"
								     "}\n" OTHER,
	       0,
	       "tx A ? exact x0 unknown\n"
	       "tx D 2003>1001 derived x0 unknown\n"
	       "tx B 2003>1001 PA 500+10 exact x1 sent\n");
}

#define LOST_ELSEWHERE "cpu 1\nlost 7\nip_rcv;\ncpu 0 pid 100\n"

/* The end may be among events that another CPU lost: then a number that goes on proves it, and nothing else. */
static void an_end_that_was_lost(void **state)
{
	static const struct {
		const char *between, *after;
	} losses[] = {
		{LOST_ELSEWHERE, ""},
		{"others heard\n", "others silent\n"},
		{"others silent\n", ""}, /* begun, and not counted yet */
	};

	(void)state;
	for (unsigned i = 0; i < ARRAY_SIZE(losses); i++) {
		char story[2048];

		snprintf(story, sizeof(story),
			 "%scpu 0 pid 100\n" SENDS("A") STATE("0x6000", "7", "2") "%s" OTHER,
			 losses[i].after, losses[i].between);
		expect(story, 0, A_UNNAMED);
		snprintf(story, sizeof(story),
			 "%scpu 0 pid 100\n" NUMBERED("A", "490", "500") "%s" OTHER_NUMBERED,
			 losses[i].after, losses[i].between);
		expect(story, 0,
		       "tx A 2003>1001 PA 490+10 derived x0 unknown\n"
		       "tx B 2003>1001 PA 500+10 exact x1 sent\n");
		snprintf(story, sizeof(story),
			 "%scpu 0 pid 100\n" NUMBERED("A", "480", "490") "%s" OTHER_NUMBERED,
			 losses[i].after, losses[i].between);
		expect(story, 0,
		       "tx A ? PA 480+10 exact x0 unknown\n"
		       "tx B 2003>1001 PA 500+10 exact x1 sent\n");
	}
}

/* A chain of numbers, and of what acknowledges them. */
static void numbers_lead_back(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "p:tcp_v4_do_rcv sk=0x5000 skb=C cb_seq=700 cb_end_seq=720 cb_flags=0x18\n"
	       "cpu 0 pid 100\n" NUMBERED("A", "480", "490") NUMBERED("D", "490", "500")
		       OTHER_NUMBERED,
	       0,
	       "rx C 1001>2003 PA 700+20 derived x0 unknown\n"
	       "tx A 2003>1001 PA 480+10 derived x0 unknown\n"
	       "tx D 2003>1001 PA 490+10 derived x0 unknown\n"
	       "tx B 2003>1001 PA 500+10 exact x1 sent\n");
}

/* Where a backlog has it, its control block may be of several: where that ends, its acknowledgement begins. */
static void what_a_backlog_had(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "net/netif_receive_skb skbaddr=C len=60 name=eth0\n"
	       "tcp_v4_rcv {\n"
	       "  tcp_add_backlog;\n"
	       "}\n"
	       "cpu 0 pid 100\n"
	       "p:tcp_v4_do_rcv sk=0x5000 skb=C cb_seq=700 cb_end_seq=720 "
	       "cb_flags=0x18\n" OTHER_NUMBERED,
	       0,
	       "rx C 1001>2003 derived x0 unknown\n"
	       "tx B 2003>1001 PA 500+10 exact x1 sent\n");
}

#define TAKES(skb, tcp) "p:tcp_v4_do_rcv sk=0x5000 skb=" skb tcp "\n"

/* A listener takes what many peers send: what came between two of one peer's may be anybody's. */
static void a_listener_names_nobody(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n" STATE("0x5000", "7", "10") TAKES("A", " tcp=1001>2002,S,100,0,0")
		       TAKES("B", "") TAKES("C", " tcp=1001>2002,S,100,0,0"),
	       0,
	       "rx A 1001>2002 S 100+0 exact x0 consumed\n"
	       "rx B ? exact x0 unknown\n"
	       "rx C 1001>2002 S 100+0 exact x0 consumed\n");
}

/* Neither a TIME_WAIT socket nor a request is a packet's socket: what is at its address later has nothing to do with it. */
static void small_sockets_name_nobody(void **state)
{
	(void)state;
	expect("unfiltered\ncpu 0 softirq\n"
	       "net/netif_receive_skb skbaddr=A len=60 name=eth0\n"
	       "p:tcp_timewait_state_process tw=0x5000 skb=A\n"
	       "cpu 0 pid 100\n" OTHER,
	       0,
	       "rx A ? exact x0 consumed\n"
	       "tx B 2003>1001 PA 500+10 exact x1 sent\n");
	expect("unfiltered\ncpu 0 pid 100\n" SENDS("A")
		       SOCKET("tcp/tcp_retransmit_synack", "2002", "req=0x6000") OTHER,
	       0, A_NAMED);
}

/* What its socket has in memory is of its newest life. */
static void memory_is_of_the_newest_life(void **state)
{
	(void)state;
	for (int over = 0; over < 2; over++) {
		struct fake_trace *trace = fake_trace_new();
		struct fake_target *fake = fake_trace_target(trace);
		uint64_t sock = fake_net_slab(fake, FAKE_TCP, 4, 4);
		char story[1024];

		fake_net_sock(fake, sock, 1, 2002, 1001);
		fake_put(fake, sock + TP_SND_UNA, 4, 500);
		fake_put(fake, sock + TP_WRITE_SEQ, 4, 700);
		fake_put(fake, sock + TP_BYTES_ACKED, 8, 400);
		fake_net_chain(fake, FAKE_EHASH, &sock, 1);
		snprintf(story, sizeof(story),
			 "cpu 0 pid 100\n"
			 "p:__tcp_transmit_skb sk=%#llx skb=A clone_it=0 cb_seq=200 cb_end_seq=210 "
			 "cb_flags=0x18\n"
			 "tcp/tcp_destroy_sock skaddr=%#llx sport=0 dport=0 saddr=0 daddr=0\n",
			 (unsigned long long)sock, over ? (unsigned long long)sock : 0x6000ull);
		fake_trace_run(trace, story, true);
		assert_string_equal(fake_trace_text(trace, 0),
				    over ? "tx A ? PA 200+10 exact x0 unknown\n"
					 : "tx A 2002>1001 PA 200+10 derived x0 acked\n");
		fake_trace_free(trace);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_end_tells_the_name),
		cmocka_unit_test(each_life_has_its_own_name),
		cmocka_unit_test(another_socket_by_what_is_told),
		cmocka_unit_test(states_begin_a_life),
		cmocka_unit_test(calls_tell_of_ends),
		cmocka_unit_test(an_active_open_begins_a_life),
		cmocka_unit_test(an_end_that_was_lost),
		cmocka_unit_test(numbers_lead_back),
		cmocka_unit_test(what_a_backlog_had),
		cmocka_unit_test(a_listener_names_nobody),
		cmocka_unit_test(small_sockets_name_nobody),
		cmocka_unit_test(memory_is_of_the_newest_life),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
