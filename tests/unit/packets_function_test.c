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
		cmocka_unit_test(a_path_without_durations),
		cmocka_unit_test(how_to_count_is_found_out),
		cmocka_unit_test(packets_through_a_function),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
