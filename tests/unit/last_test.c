// SPDX-License-Identifier: GPL-3.0-or-later
/* The newest packets of a long trace are the same, however far back one reads for them; and the call
 * paths that are read again from the ring buffers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/path.h"
#include "fake_trace.h"

#define EVERYTHING                                                                                 \
	(FAKE_SHOW_ID | FAKE_SHOW_EDGES | FAKE_SHOW_PIECES | FAKE_SHOW_FRAMES | FAKE_SHOW_DETAIL)

/* One data packet of the peer, read after a while, freed, and one answer: from addresses that soon come
 * again. */
static void tell_round(FILE *out, unsigned i)
{
	char rx = (char)('A' + i % 5), tx = (char)('F' + i % 3);
	unsigned cpu = i & 1, seq = 100 + 10 * i;

	fprintf(out,
		"cpu %u hardirq\n"
		"common_interrupt {\n"
		"__napi_schedule;\n"
		"}\n"
		"cpu %u softirq\n"
		"net_rx_action {\n"
		"napi_gro_receive {\n"
		"net/napi_gro_receive_entry skbaddr=%c len=50\n"
		"p:tcp4_gro_receive skb=%c tcp=1001>2002,PA,%u,%u,10\n"
		"}\n"
		"netif_receive_skb {\n"
		"net/netif_receive_skb skbaddr=%c len=50\n"
		"ip_rcv;\n"
		"tcp_v4_rcv {\n"
		"p:tcp_v4_rcv skb=%c\n"
		"_raw_spin_lock;\n"
		"}\n"
		"}\n"
		"}\n",
		cpu, cpu, rx, rx, seq, seq, rx, rx);
	fprintf(out,
		"cpu %u pid 100\n"
		"skb_copy_datagram_iter {\n"
		"skb/skb_copy_datagram_iovec skbaddr=%c len=10\n"
		"}\n"
		"p:skb_release_head_state skb=%c\n"
		"__tcp_transmit_skb {\n"
		"p:__tcp_transmit_skb sk=0x5000 skb=%c clone_it=1 cb_seq=%u cb_end_seq=%u "
		"cb_flags=0x18\n"
		"p:__copy_skb_header new=%c+ old=%c\n"
		"net/net_dev_queue skbaddr=%c+ len=64\n"
		"net/net_dev_start_xmit skbaddr=%c+ len=64 protocol=0x800\n"
		"e:net/net_dev_start_xmit skb=%c+ tcp=2002>1001,PA,%u,%u,10\n"
		"net/net_dev_xmit skbaddr=%c+ rc=0\n"
		"p:skb_release_head_state skb=%c+\n"
		"}\n"
		"p:skb_release_head_state skb=%c\n",
		cpu ^ 1, rx, rx, tx, seq, seq + 10, tx, tx, tx, tx, tx, seq, seq + 10, tx, tx, tx);
}

/* SHIFT moves what a page ends with. */
static struct fake_trace *long_trace(unsigned rounds, unsigned pages, unsigned shift)
{
	struct fake_trace *trace = fake_trace_new();
	char *story;
	size_t size;
	FILE *out = open_memstream(&story, &size);

	fprintf(out, "every 20000\n"); /* half a second in all: an interrupt may lie 50 ms back */
	for (unsigned i = 0; i < shift; i++)
		fprintf(out, "cpu 0 softirq\nip_rcv;\ncpu 1 softirq\nip_rcv;\n");
	for (unsigned i = 0; i < rounds; i++)
		tell_round(out, i);
	fclose(out);
	fake_trace_record(trace, story, pages);
	free(story);
	return trace;
}

/* The newest N by growing windows and by reading everything are the same, to the last letter. */
static uint32_t check_tail(struct fake_trace *trace, const struct pk_packet_set *whole, uint32_t n)
{
	struct pk_packet_set tail;
	uint32_t nr;
	char *all;

	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), n, NULL, &tail), PK_OK);
	nr = tail.nr;
	assert_true(nr >= n);
	/* It is a part that was read, or the comparison is of nothing. */
	assert_false(tail.whole);
	assert_true(tail.events < whole->events);
	all = strdup(fake_trace_set_text(trace, whole, whole->nr - n, EVERYTHING));
	assert_string_equal(fake_trace_set_text(trace, &tail, nr - n, EVERYTHING), all);
	free(all);
	pk_packet_set_deinit(&tail);
	return nr;
}

/* The newest N of a whole run, by a window that is no larger than it must be. */
static void check_tails(struct fake_trace *trace, const uint32_t *wanted, size_t nr)
{
	struct pk_packet_set whole;

	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &whole),
			 PK_OK);
	assert_true(whole.whole);
	for (size_t i = 0; i < nr; i++)
		check_tail(trace, &whole, wanted[i]);
	pk_packet_set_deinit(&whole);
	fake_trace_free(trace);
}

/* Where one CPU's events reach back much further than the other's. */
static void one_cpu_was_overwritten(void **state)
{
	static const uint32_t wanted[] = {1, 10, 100, 300};

	(void)state;
	for (unsigned cpu = 0; cpu < 2; cpu++) {
		struct fake_trace *trace = long_trace(1000, 400, 0);

		fake_trace_overwrite(trace, cpu, 60);
		check_tails(trace, wanted, ARRAY_SIZE(wanted));
	}
}

/* One packet by a device's queue: what TCP keeps, SKB, is freed when it was acknowledged. No frames, and no event that tells of
 * a retransmit. */
static void tell_sent(FILE *out, unsigned i, char skb, unsigned seq, bool by_driver, bool freed)
{
	fprintf(out,
		"cpu %u pid 100\n"
		"p:__tcp_transmit_skb sk=0x5000 skb=%c clone_it=1 cb_seq=%u cb_end_seq=%u "
		"cb_flags=0x18\n"
		"p:__copy_skb_header new=%c+ old=%c\n"
		"net/net_dev_queue skbaddr=%c+ len=64\n"
		"e:net/net_dev_queue skb=%c+ tcp=2002>1001,PA,%u,7,10\n",
		i & 1, skb, seq, seq + 10, skb, skb, skb, skb, seq);
	if (by_driver)
		fprintf(out,
			"net/net_dev_xmit skbaddr=%c+ rc=0\np:skb_release_head_state skb=%c+\n",
			skb, skb);
	if (freed)
		fprintf(out, "p:skb_release_head_state skb=%c\n", skb);
}

static struct fake_trace *record(FILE *out, char **story)
{
	struct fake_trace *trace = fake_trace_new();

	fclose(out);
	fake_trace_record(trace, *story, 400);
	free(*story);
	return trace;
}

/* Drivers' answers were traced at first, and later not: the newest packets do not wait for them, however much is read. */
static void events_of_older_packets_say_nothing_of_newer_ones(void **state)
{
	static const uint32_t wanted[] = {1, 50, 400};
	struct fake_trace *trace;
	struct pk_packet_set set;
	char *story;
	size_t size;
	FILE *out = open_memstream(&story, &size);

	(void)state;
	fprintf(out, "every 20000\n");
	for (unsigned i = 0; i < 3000; i++)
		tell_sent(out, i, (char)('A' + i % 20), 100 + 10 * i, i < 500, true);
	trace = record(out, &story);
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &set),
			 PK_OK);
	assert_non_null(strstr(fake_trace_set_text(trace, &set, set.nr - 1, FAKE_SHOW_DETAIL),
			       "no event of a driver was recorded"));
	pk_packet_set_deinit(&set);
	check_tails(trace, wanted, ARRAY_SIZE(wanted));
}

/* What was first sent long before the window. */
static void a_retransmit_is_one_in_every_window(void **state)
{
	struct fake_trace *trace;
	struct pk_packet_set set;
	char *story;
	size_t size;
	FILE *out = open_memstream(&story, &size);

	(void)state;
	fprintf(out, "every 20000\n");
	tell_sent(out, 0, 'Z', 100, true, false);
	for (unsigned i = 1; i < 2000; i++)
		tell_sent(out, i, (char)('A' + i % 20), 100 + 10 * i, true, true);
	tell_sent(out, 0, 'Z', 100, true, false);
	tell_sent(out, 1, 'A', 50000, true, true);
	trace = record(out, &story);
	for (uint32_t n = 1; n <= 3; n++) {
		assert_int_equal(pk_packets_last(fake_trace_ctx(trace), n, NULL, &set), PK_OK);
		/* What was freed before is known to be sent for the first time. */
		assert_int_equal(set.whole, n > 1);
		assert_int_equal(set.packets[set.nr - 1]->retransmit, false);
		assert_int_equal(set.packets[set.nr - 2]->retransmit, n > 1);
		pk_packet_set_deinit(&set);
	}
	fake_trace_free(trace);
}

static void the_tail_does_not_depend_on_the_window(void **state)
{
	static const uint32_t wanted[] = {1, 2, 50, 700, 900};
	struct fake_trace *trace = long_trace(1000, 400, 0);
	struct pk_packet_set whole;
	uint32_t first;

	(void)state;
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &whole),
			 PK_OK);
	assert_int_equal(whole.nr, 2000);
	assert_true(whole.whole);
	for (size_t i = 0; i < ARRAY_SIZE(wanted); i++)
		check_tail(trace, &whole, wanted[i]);
	/* As many as the first window holds, where the oldest lie across its edge. */
	first = check_tail(trace, &whole, 1);
	assert_true(first > 10 && first < 600);
	for (uint32_t n = first - 4; n <= first + 2; n++)
		check_tail(trace, &whole, n);
	pk_packet_set_deinit(&whole);
	fake_trace_free(trace);
}

/* Wherever the window's edge cuts a packet in two. */
static void a_packet_across_the_edge_is_whole(void **state)
{
	(void)state;
	for (unsigned shift = 0; shift < 48; shift += 6) {
		struct fake_trace *trace = long_trace(400, 200, shift);
		struct pk_packet_set whole;
		uint32_t first;

		assert_int_equal(
			pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &whole),
			PK_OK);
		assert_int_equal(whole.nr, 800);
		first = check_tail(trace, &whole, 1);
		assert_true(first > 10 && first < 600);
		for (uint32_t n = first - 12; n <= first; n++)
			check_tail(trace, &whole, n);
		pk_packet_set_deinit(&whole);
		fake_trace_free(trace);
	}
}

static void more_than_there_are_is_all(void **state)
{
	struct fake_trace *trace = long_trace(3, 4, 0);
	struct pk_packet_set set;

	(void)state;
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), 1000, NULL, &set), PK_OK);
	assert_int_equal(set.nr, 6);
	assert_true(set.whole);
	pk_packet_set_deinit(&set);
	fake_trace_free(trace);
}

static void a_filter_reads_back_until_it_is_filled(void **state)
{
	struct fake_trace *trace = long_trace(600, 300, 0);
	struct pk_packet_filter filter;
	struct pk_packet_set set;
	uint32_t found = 0;

	(void)state;
	pk_packet_filter_init(&filter);
	filter.by_dir = true;
	filter.dir = PK_TX;
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), 100, &filter, &set), PK_OK);
	for (uint32_t i = 0; i < set.nr; i++)
		found += pk_filter_match(&filter, set.packets[i]) == PK_MATCH_YES;
	assert_true(found >= 100);
	assert_true(set.nr > found);
	assert_false(set.whole);
	pk_packet_set_deinit(&set);
	fake_trace_free(trace);
}

static bool is_there(const struct pk_packet_set *set, uint64_t skb)
{
	for (uint32_t i = 0; i < set->nr; i++)
		if (set->packets[i]->skb == skb)
			return true;
	return false;
}

/* One address comes again and again, the other once at the beginning: many of the one are none of the other. */
static void the_newest_of_each_skb_is_read(void **state)
{
	struct fake_trace *trace = long_trace(600, 300, 0);
	struct pk_packet_filter filter;
	struct pk_packet_set set;
	uint64_t skbs[2];

	(void)state;
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), 4, NULL, &set), PK_OK);
	skbs[0] = skbs[1] = set.packets[set.nr - 1]->skb;
	for (uint32_t i = 0; i < set.nr; i++)
		if (set.packets[i]->skb < skbs[0])
			skbs[0] = set.packets[i]->skb;
		else if (set.packets[i]->skb > skbs[1])
			skbs[1] = set.packets[i]->skb;
	pk_packet_set_deinit(&set);
	assert_true(skbs[0] < skbs[1]);
	pk_packet_filter_init(&filter);
	filter.skbs = skbs;
	filter.nr_skbs = 2;
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), 2, &filter, &set), PK_OK);
	assert_true(is_there(&set, skbs[0]) && is_there(&set, skbs[1]));
	assert_false(set.whole);
	pk_packet_set_deinit(&set);
	skbs[0] = 0x42; /* which no event has: all is read for it */
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), 2, &filter, &set), PK_OK);
	assert_true(set.whole);
	pk_packet_set_deinit(&set);
	fake_trace_free(trace);
}

/* A packet of a story, and its path, read again, in about so many LINES (0: nothing is folded). */
struct told {
	struct fake_trace *trace;
	struct pk_packet_set set;
	struct pk_path_maker *maker;
	struct pk_path path;
};

static void tell_path(struct told *told, uint32_t lines, const char *story)
{
	told->trace = fake_trace_new();
	fake_trace_record(told->trace, story, 4);
	assert_int_equal(pk_packets_last(fake_trace_ctx(told->trace), 1, NULL, &told->set), PK_OK);
	assert_int_equal(told->set.nr, 1);
	assert_int_equal(
		pk_path_maker_create(fake_trace_ctx(told->trace), &told->set, &told->maker), PK_OK);
	assert_int_equal(pk_path_make(told->maker, told->set.packets[0], lines, &told->path),
			 PK_OK);
	assert_int_equal((uint64_t)told->path.shown_ns + told->path.folded_ns + told->path.irq_ns +
				 told->path.nested_ns,
			 told->path.total_ns);
	assert_true(told->path.shown_ns >= 0);
}

static void told_free(struct told *told)
{
	pk_path_deinit(&told->path);
	pk_path_maker_destroy(told->maker);
	pk_packet_set_deinit(&told->set);
	fake_trace_free(told->trace);
}

/* What comes behind a loss is no call of what was open before it, however deep it is. */
static void a_path_ends_where_events_were_lost(void **state)
{
	struct told told;
	const struct pk_call *root;

	(void)state;
	tell_path(&told, 0,
		  "cpu 0 softirq\n"
		  "netif_receive_skb {\n"
		  "  net/netif_receive_skb skbaddr=A len=50\n"
		  "  tcp_v4_rcv {\n"
		  "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
		  "    lost ?\n"
		  "    ktime_get@5;\n");
	assert_int_equal(told.path.nr_pieces, 1);
	root = told.path.pieces[0].root;
	assert_string_equal(root->name->symbol.name, "netif_receive_skb");
	assert_int_equal(root->calls, 2);
	assert_string_equal(root->child->name->symbol.name, "tcp_v4_rcv");
	assert_null(root->child->child);
	told_free(&told);
}

/* A packet's path, read again: names, times and classes of its calls. */
static void a_path_is_read_again(void **state)
{
	struct told told;
	const struct pk_call *root, *tcp;
	uint64_t noise[PK_NR_NOISES];

	(void)state;
	tell_path(&told, 60,
		  "cpu 0 softirq\n"
		  "netif_receive_skb {\n"
		  "  net/netif_receive_skb skbaddr=A len=50\n"
		  "  tcp_v4_rcv {\n"
		  "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
		  "    _raw_spin_lock.isra.0;\n"
		  "    kmem_cache_free;\n"
		  "    ktime_get;\n"
		  "    security_sock_rcv_skb;\n"
		  "    kprobe_ftrace_handler;\n"
		  "    __rcu_read_unlock;\n"
		  "    something;\n"
		  "cpu 0 hardirq\n"
		  "    common_interrupt {\n"
		  "      _raw_spin_lock.isra.0;\n"
		  "    }\n"
		  "cpu 0 softirq\n"
		  "  }\n"
		  "}\n");
	assert_int_equal(told.path.nr_pieces, 1);
	root = told.path.pieces[0].root;
	assert_string_equal(root->name->symbol.name, "netif_receive_skb");
	assert_false(root->open);
	tcp = root->child;
	assert_string_equal(tcp->name->symbol.name, "tcp_v4_rcv");
	assert_int_equal(told.path.calls, 11);
	/* each leaf takes 10 ns, the interrupt 30 */
	pk_call_noise(tcp, noise);
	assert_int_equal(noise[PK_NOISE_LOCK], 10);
	assert_int_equal(noise[PK_NOISE_ALLOC], 10);
	assert_int_equal(noise[PK_NOISE_TIME], 10);
	assert_int_equal(noise[PK_NOISE_LSM], 10);
	assert_int_equal(noise[PK_NOISE_PROBE], 10);
	assert_int_equal(noise[PK_NOISE_RCU], 10);
	assert_int_equal(noise[PK_NOISE_IRQ], 30);
	assert_int_equal(told.path.irq_ns, 30);
	assert_int_equal(told.path.probe_ns, 10);
	assert_int_equal(root->dur, told.path.total_ns);
	told_free(&told);
}

/* TEXT: each call of piece I as "name start+dur", relative to the packet. */
static void expect_times(const struct told *told, uint32_t i, const char *text)
{
	char line[600], all[1024] = "";
	struct pk_call *root = told->path.pieces[i].root;

	assert_non_null(root);
	for (const struct pk_call *call = root; call; call = pk_call_next(call, root, true)) {
		snprintf(line, sizeof(line), "%s %d+%d%s\n", call->name->symbol.name,
			 (int)(call->start - told->set.packets[0]->first_ns), (int)call->dur,
			 call->open ? " open" : "");
		strcat(all, line);
		assert_true(!call->parent || call->start >= call->parent->start);
		assert_true(!call->parent ||
			    call->start + call->dur <= call->parent->start + call->parent->dur);
	}
	assert_string_equal(all, text);
}

/* The ring's clock stands still inside both pieces and between them: the CPU's own clock tells. */
static void a_path_has_times_where_the_clock_stood(void **state)
{
	struct told told;

	(void)state;
	tell_path(&told, 0,
		  "every 20000\n"
		  "cpu 0 softirq\n"
		  "clock stands\n"
		  "netif_receive_skb {\n"
		  "  net/netif_receive_skb skbaddr=A len=50\n"
		  "  skb_pull_rcsum;\n"
		  "}\n"
		  "tcp_v4_rcv {\n"
		  "  p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
		  "  ktime_get;\n"
		  "  something {\n"
		  "    something;\n"
		  "  }\n"
		  "}\n");
	assert_int_equal(told.path.nr_pieces, 2);
	expect_times(&told, 0, "netif_receive_skb 0+80000\nskb_pull_rcsum 40000+20000\n");
	expect_times(&told, 1,
		     "tcp_v4_rcv 100000+160000\nktime_get 140000+20000\nsomething 180000+60000\n"
		     "something 200000+20000\n");
	told_free(&told);
}

/* Without an exit there is the stamp of the entry, as far as its neighbours allow: here it is too early, and stands where
 * the call before ended. */
static void what_did_not_return_stands_between_its_neighbours(void **state)
{
	struct told told;

	(void)state;
	tell_path(&told, 0,
		  "cpu 0 softirq\n"
		  "clock stands\n"
		  "netif_receive_skb {\n"
		  "  net/netif_receive_skb skbaddr=A len=50\n"
		  "  tcp_v4_rcv {\n"
		  "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
		  "    ktime_get;\n"
		  "    something {\n"
		  "      something;\n");
	expect_times(&told, 0,
		     "netif_receive_skb 0+40 open\ntcp_v4_rcv 0+40 open\nktime_get 0+10\n"
		     "something 10+30 open\nsomething 30+10\n");
	told_free(&told);
}

/* The ring's clock stands on both CPUs: what one queued the other sends after that, though its number is the smaller. */
static void what_was_queued_comes_first_where_the_clock_stood(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	struct pk_packet_set set;

	(void)state;
	fake_trace_record(trace,
			  "every 20000\n"
			  "cpu 0 pid 100\n"
			  "something;\n"
			  "cpu 1 softirq\n"
			  "something;\n"
			  "clock stands\n"
			  "__tcp_transmit_skb {\n"
			  "  something;\n"
			  "  p:__tcp_transmit_skb sk=1 skb=A clone_it=1 cb_seq=100 cb_end_seq=110 "
			  "cb_flags=0x18\n"
			  "  p:__copy_skb_header new=A+ old=A\n"
			  "  something;\n"
			  "  net/net_dev_queue skbaddr=A+ len=64 name=eth0\n"
			  "}\n"
			  "cpu 0 pid 100\n"
			  "__qdisc_run {\n"
			  "  something;\n"
			  "  something;\n"
			  "  net/net_dev_start_xmit skbaddr=A+ len=64 protocol=0x800 name=eth0\n"
			  "  e:net/net_dev_start_xmit skb=A+ tcp=1001>2002,PA,100,7,10\n"
			  "  net/net_dev_xmit skbaddr=A+ rc=0 name=eth0\n"
			  "}\n",
			  4);
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), 9, NULL, &set), PK_OK);
	assert_string_equal(fake_trace_set_text(trace, &set, 0, 0),
			    "tx A+ 1001>2002 PA 100+10 exact x1 sent\n");
	pk_packet_set_deinit(&set);
	fake_trace_free(trace);
}

/* An interrupt after a call's return and before its exit record is not in the call. */
static void a_late_interrupt_is_none_of_the_call(void **state)
{
	struct told told;

	(void)state;
	tell_path(&told, 0,
		  "cpu 0 softirq\n"
		  "netif_receive_skb {\n"
		  "  net/netif_receive_skb skbaddr=A len=50\n"
		  "  tcp_v4_rcv {\n"
		  "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
		  "    something {\n"
		  "returned\n"
		  "cpu 0 hardirq\n"
		  "    common_interrupt@2;\n"
		  "cpu 0 softirq\n"
		  "    }\n"
		  "  }\n"
		  "}\n");
	expect_times(&told, 0,
		     "netif_receive_skb 0+90\ntcp_v4_rcv 20+60\nsomething 40+10\ncommon_interrupt "
		     "50+10\n");
	assert_int_equal(told.path.irq_ns, 10);
	told_free(&told);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_tail_does_not_depend_on_the_window),
		cmocka_unit_test(a_packet_across_the_edge_is_whole),
		cmocka_unit_test(more_than_there_are_is_all),
		cmocka_unit_test(one_cpu_was_overwritten),
		cmocka_unit_test(events_of_older_packets_say_nothing_of_newer_ones),
		cmocka_unit_test(a_retransmit_is_one_in_every_window),
		cmocka_unit_test(a_filter_reads_back_until_it_is_filled),
		cmocka_unit_test(the_newest_of_each_skb_is_read),
		cmocka_unit_test(a_path_ends_where_events_were_lost),
		cmocka_unit_test(a_path_is_read_again),
		cmocka_unit_test(a_path_has_times_where_the_clock_stood),
		cmocka_unit_test(what_did_not_return_stands_between_its_neighbours),
		cmocka_unit_test(a_late_interrupt_is_none_of_the_call),
		cmocka_unit_test(what_was_queued_comes_first_where_the_clock_stood),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
