// SPDX-License-Identifier: GPL-3.0-or-later
/* Packets out of the function tracer's entries, with and without events, arguments and stack traces. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "analysis/explain/path.h"
#include "fake_trace.h"

#define expect(story, show, packets) assert_string_equal(fake_trace_packets(story, show), packets)

/* No event, no pointer: how many came and went, and through what, is all there is to say. */
static void calls_alone_are_counted(void **state)
{
	(void)state;
	expect("by calls\n"
	       "unfiltered\n"
	       "cpu 0 softirq\n"
	       "f:ip_local_deliver <- ip_rcv\n"
	       "f:tcp_v4_rcv <- ip_local_deliver\n"
	       "f:tcp_rcv_established <- tcp_v4_rcv\n"
	       "f:tcp_queue_rcv <- tcp_rcv_established\n"
	       "f:ip_local_deliver <- ip_rcv\n"
	       "f:tcp_v4_rcv <- ip_local_deliver\n"
	       "f:tcp_rcv_established <- tcp_v4_rcv\n"
	       "f:__tcp_transmit_skb <- tcp_rcv_established\n"
	       "f:ip_output <- __tcp_transmit_skb\n"
	       "f:ip_local_deliver <- ip_rcv\n"
	       "f:udp_rcv <- ip_local_deliver\n",
	       FAKE_SHOW_PIECES,
	       "rx - ? none x0 unknown (ip_local_deliver nested)\n"
	       "rx - ? none x0 unknown (ip_local_deliver nested)\n"
	       "tx - ? none x0 unknown (__tcp_transmit_skb nested)\n");
}

/* An event names the skb, the calls say that TCP had it, tcp_probe inside them whose it was. */
static void events_and_calls_join(void **state)
{
	(void)state;
	expect("unfiltered\n"
	       "cpu 0 softirq\n"
	       "f:netif_receive_skb <- napi_poll\n"
	       "net/netif_receive_skb skbaddr=A len=50\n"
	       "f:tcp_v4_rcv <- netif_receive_skb\n"
	       "tcp/tcp_probe family=2 saddr=2 daddr=1 sport=2002 dport=1001 data_len=10\n"
	       "f:netif_receive_skb <- napi_poll\n"
	       "net/netif_receive_skb skbaddr=B len=50\n"
	       "f:udp_rcv <- netif_receive_skb\n",
	       FAKE_SHOW_PIECES, "rx A 1001>2002+10 nested x0 unknown (netif_receive_skb exact)\n");
}

/* func-args: the calls themselves say which skb it is, as probes on them would. */
static void arguments_are_exact(void **state)
{
	(void)state;
	expect("unfiltered\n"
	       "cpu 0 softirq\n"
	       "f:tcp_v4_rcv <- ip_local_deliver A\n"
	       "f:tcp_rcv_established <- tcp_v4_rcv 0x5000 A\n"
	       "f:tcp_v4_rcv <- ip_local_deliver B\n"
	       "cpu 0 pid 7\n"
	       "f:__tcp_transmit_skb <- tcp_write_xmit 0x5000 C 1\n"
	       "f:__copy_skb_header <- __tcp_transmit_skb C+ C\n"
	       "f:__tcp_retransmit_skb <- tcp_retransmit_skb 0x5000 C 1\n"
	       "f:__tcp_transmit_skb <- __tcp_retransmit_skb 0x5000 C 1\n",
	       FAKE_SHOW_PIECES | FAKE_SHOW_EDGES,
	       "rx A ? exact x0 unknown (tcp_v4_rcv exact)\n"
	       "rx B ? exact x0 unknown (tcp_v4_rcv exact)\n"
	       "tx C+ ? exact x0 unknown {fclone C exact} (__tcp_transmit_skb exact)\n"
	       "tx - ? exact x0 retransmit unknown {retransmit-of C derived} (__tcp_transmit_skb "
	       "exact)\n");
}

/* tcp_v4_rcv is not traced: its calls show that it ran, not how often. */
static void implied_calls_count_nothing(void **state)
{
	(void)state;
	expect("by calls\n"
	       "cpu 0 softirq\n"
	       "f:tcp_filter <- tcp_v4_rcv\n"
	       "f:tcp_v4_do_rcv <- tcp_v4_rcv\n",
	       0, "");
}

/* Filtered: what a thread called last is no evidence for what it sends next. */
static void a_filter_weakens_joins(void **state)
{
	(void)state;
	expect("cpu 0 pid 7\n"
	       "f:__tcp_transmit_skb <- tcp_write_xmit 0x5000 A 1\n"
	       "f:ip_append_data <- udp_sendmsg\n"
	       "net/net_dev_queue skbaddr=B len=64\n",
	       FAKE_SHOW_EDGES, "tx - ? exact x0 unknown\n");
	expect("cpu 0 pid 7\n"
	       "f:__tcp_transmit_skb <- tcp_write_xmit 0x5000 A 1\n"
	       "f:ip_finish_output2 <- __tcp_transmit_skb\n"
	       "net/net_dev_queue skbaddr=B len=64\n",
	       FAKE_SHOW_EDGES, "tx B ? guess x0 unknown {clone A guess}\n");
}

/* Who called ip_output() is not traced: its frame may be within TCP's, or TCP's may be over. What the queue sees is told of
 * once, by its pointer; where no queue sees anything, the call is all there is. */
static void a_send_is_told_of_once(void **state)
{
	const char *calls = "by calls\n"
			    "cpu 0 pid 7\n"
			    "f:__tcp_transmit_skb <- tcp_write_xmit\n"
			    "f:ip_finish_output <- ip_output\n";
	char story[256];

	(void)state;
	snprintf(story, sizeof(story), "%snet/net_dev_queue skbaddr=B len=64\n", calls);
	expect(story, 0, "");
	expect(calls, 0, "tx - ? none x0 unknown\n");
}

/* A stack trace behind each call (func_stack_trace): nothing has to be guessed from the filter on. */
static void stack_traces_join(void **state)
{
	(void)state;
	expect("cpu 0 softirq\n"
	       "f:ip_rcv <- netif_receive_skb\n"
	       "stack: ip_rcv netif_receive_skb napi_poll\n"
	       "net/netif_receive_skb skbaddr=A len=50\n"
	       "f:tcp_v4_rcv <- ip_protocol_deliver_rcu\n"
	       "stack: tcp_v4_rcv ip_protocol_deliver_rcu netif_receive_skb napi_poll\n"
	       "f:tcp_data_queue <- tcp_rcv_established\n"
	       "stack: tcp_data_queue tcp_rcv_established tcp_v4_do_rcv tcp_v4_rcv "
	       "ip_protocol_deliver_rcu netif_receive_skb napi_poll\n"
	       "tcp/tcp_probe family=2 saddr=2 daddr=1 sport=2002 dport=1001 data_len=10\n",
	       0, "rx A 1001>2002+10 nested x0 unknown\n");
}

/* The path of a packet that only has begins. */
static void a_path_without_durations(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	struct pk_path_maker *maker;
	struct pk_packet_set set;
	const struct pk_call *root;
	struct pk_path path;

	(void)state;
	fake_trace_record(trace,
			  "cpu 0 softirq\n"
			  "net/netif_receive_skb skbaddr=A len=50\n"
			  "f:tcp_v4_rcv <- ip_protocol_deliver_rcu\n"
			  "f:_raw_spin_lock <- tcp_v4_rcv\n"
			  "f:tcp_ack <- tcp_rcv_established\n"
			  "f:tcp_data_queue <- tcp_v4_rcv\n"
			  "f:tcp_queue_rcv <- tcp_data_queue\n"
			  "f:ip_rcv <- __netif_receive_skb\n",
			  4);
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), 1, NULL, &set), PK_OK);
	assert_int_equal(set.nr, 1);
	assert_int_equal(pk_path_maker_create(fake_trace_ctx(trace), &set, &maker), PK_OK);
	assert_int_equal(pk_path_make(maker, set.packets[0], 60, &path), PK_OK);
	assert_true(path.by_entry);
	assert_int_equal(path.total_ns, 0);
	root = path.pieces[path.nr_pieces - 1].root;
	assert_non_null(root);
	assert_string_equal(root->name->symbol.name, "tcp_v4_rcv");
	assert_true(root->by_entry);
	assert_int_equal(root->dur, 0);
	assert_int_equal(root->extent, 40);
	/* the lock, and tcp_data_queue with its call; the loose tcp_ack is no evidence */
	assert_int_equal(path.calls, 4);
	assert_string_equal(root->child->next->name->symbol.name, "tcp_data_queue");
	assert_string_equal(root->child->next->child->name->symbol.name, "tcp_queue_rcv");
	pk_path_deinit(&path);
	pk_path_maker_destroy(maker);
	pk_packet_set_deinit(&set);
	fake_trace_free(trace);
}

/* Recorded, nobody says beforehand how packets are to be counted: it is found out. */
static void how_to_count_is_found_out(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	struct pk_packet_set set;

	(void)state;
	fake_trace_record(trace,
			  "cpu 0 softirq\n"
			  "f:tcp_v4_rcv <- ip_protocol_deliver_rcu\n"
			  "f:tcp_ack <- tcp_v4_rcv\n"
			  "f:tcp_v4_rcv <- ip_protocol_deliver_rcu\n",
			  4);
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &set),
			 PK_OK);
	assert_string_equal(fake_trace_set_text(trace, &set, 0, FAKE_SHOW_PIECES),
			    "rx - ? none x0 unknown (tcp_v4_rcv guess)\n"
			    "rx - ? none x0 unknown (tcp_v4_rcv guess)\n");
	pk_packet_set_deinit(&set);
	fake_trace_free(trace);
}

/* A stack trace behind a packet's event (the trigger stacktrace) is the path to it. */
static void an_event_has_its_callers(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_packet *packet;

	(void)state;
	fake_trace_run(trace,
		       "cpu 0 softirq\n"
		       "net/netif_receive_skb skbaddr=A len=50\n"
		       "stack: __netif_receive_skb_core process_backlog\n"
		       "p:tcp_v4_rcv skb=A\n"
		       "cpu 0 pid 7\n"
		       "stack: vfs_read\n",
		       false);
	packet = fake_trace_set(trace)->packets[0];
	assert_int_equal(packet->trail.nr_steps, 2);
	assert_int_equal(packet->trail.steps[0].callers[0],
			 fake_trace_func(trace, "__netif_receive_skb_core"));
	assert_int_equal(packet->trail.steps[0].callers[1],
			 fake_trace_func(trace, "process_backlog"));
	assert_int_equal(packet->trail.steps[0].callers[2], 0);
	assert_null(packet->trail.steps[1].callers); /* another task's */
	fake_trace_free(trace);
}

/* -f: packets whose path went through a function: inside their frames, around them, or by a probe on it. */
static void packets_through_a_function(void **state)
{
	static const char story[] = "cpu 0 softirq\n"
				    "net_rx_action {\n"
				    "  netif_receive_skb {\n"
				    "    ip_route_input_noref;\n"
				    "    net/netif_receive_skb skbaddr=A len=50\n"
				    "    tcp_v4_rcv {\n"
				    "      tcp_ack.isra.0;\n"
				    "cpu 0 hardirq\n"
				    "      ktime_get;\n"
				    "cpu 0 softirq\n"
				    "    }\n"
				    "  }\n"
				    "  netif_receive_skb {\n"
				    "    net/netif_receive_skb skbaddr=B len=50\n"
				    "    tcp_v4_rcv {\n"
				    "      p:tcp_queue_rcv skb=B sk=0x5000\n"
				    "    }\n"
				    "  }\n"
				    "}\n"
				    "p:tcp_v4_rcv skb=C\n";
	static const struct {
		const char *word, *skbs; /* those through it; "?": may be */
	} cases[] = {
		{"tcp_ack", "A C?"}, {"ip_route_*", "A C?"},  {"net_rx_action", "A B C?"},
		{"ktime_get", "C?"}, {"tcp_v4_rcv", "A B C"}, {"tcp_queue_rcv", "B C?"},
		{"udp_rcv", "C?"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fake_trace *trace = fake_trace_new();
		struct pk_function_set functions;
		struct pk_packet_filter filter;
		struct pk_packet_set set;
		char found[64] = "";

		fake_trace_record(trace, story, 4);
		pk_packet_filter_init(&filter);
		assert_int_equal(
			pk_function_set_make(fake_trace_ctx(trace), cases[i].word, &functions),
			PK_OK);
		filter.functions = &functions;
		assert_int_equal(
			pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, &filter, &set),
			PK_OK);
		assert_int_equal(set.nr, 3);
		for (uint32_t j = 0; j < set.nr; j++) {
			enum pk_match match = pk_filter_match(&filter, set.packets[j]);
			char name[] = {
				' ',
				(char)('A' + (set.packets[j]->skb - fake_trace_skb("A")) / 0x1000),
				'\0'};

			if (match != PK_MATCH_NO)
				strcat(strcat(found, name + !found[0]),
				       match == PK_MATCH_MAY ? "?" : "");
		}
		assert_string_equal(found, cases[i].skbs);
		pk_packet_set_deinit(&set);
		pk_function_set_deinit(&functions);
		fake_trace_free(trace);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_alone_are_counted),
		cmocka_unit_test(events_and_calls_join),
		cmocka_unit_test(arguments_are_exact),
		cmocka_unit_test(implied_calls_count_nothing),
		cmocka_unit_test(a_filter_weakens_joins),
		cmocka_unit_test(a_send_is_told_of_once),
		cmocka_unit_test(stack_traces_join),
		cmocka_unit_test(a_path_without_durations),
		cmocka_unit_test(how_to_count_is_found_out),
		cmocka_unit_test(packets_through_a_function),
		cmocka_unit_test(an_event_has_its_callers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
