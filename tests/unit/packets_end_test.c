// SPDX-License-Identifier: GPL-3.0-or-later
/* How a trace ends: what is in flight and what merely was when the trace stopped; what was lost; and what
 * the dead machine's sockets say of packets that no event tells the end of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include <string.h>

#include "fake_net.h"
#include "fake_trace.h"

#define TASK 0xffff888100000000ull
#define PERCPU (TASK + 0x1000)
#define RET_STACK (TASK + 0x2000)

static const struct fake_member task_members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "thread_info.cpu", 12, .size = 4},
	{"struct task_struct", "tasks", 16, .size = 16},
	{"struct task_struct", "signal", 32, .size = 8},
	{"struct task_struct", "stack", 40, .size = 8},
	{"struct task_struct", "thread_node", 48, .size = 16},
	{"struct task_struct", "comm", 64, .size = 16, .is_array = true, .elements = 16},
};

static const struct fake_member shadow_members[] = {
	{"struct task_struct", "curr_ret_stack", 80, .size = 4, .is_signed = true},
	{"struct task_struct", "ret_stack", 88, .size = 8, .is_pointer = true,
	 .type_text = "struct ftrace_ret_stack *"},
	{"struct ftrace_ret_stack", "ret", 0, .size = 8},
	{"struct ftrace_ret_stack", "func", 8, .size = 8},
	{"struct ftrace_ret_stack", "calltime", 16, .size = 8},
	{"struct ftrace_ret_stack", "retp", 24, .size = 8},
};

/* CPU 0's current task is 100. */
static struct fake_trace *with_task(void)
{
	struct fake_trace *trace = fake_trace_new();
	struct fake_target *fake = fake_trace_target(trace);

	fake_members(fake, task_members, ARRAY_SIZE(task_members));
	fake_type(fake, "struct ftrace_ret_stack", 32);
	fake_type(fake, "struct task_struct", 512);
	fake_map(fake, TASK, 0x3000);
	fake_symbol(fake, "init_task", TASK + 0x800, 512);
	fake_symbol(fake, "current_task", PERCPU, 8);
	fake_put(fake, PERCPU, 8, TASK);
	fake_put(fake, TASK, 4, 100);
	fake_put(fake, TASK + 8, 4, 1);
	fake_put(fake, TASK + 40, 8, TASK + 0x2800);
	fake_put_string(fake, TASK + 64, "nt");
	return trace;
}

/* Its shadow stack holds one function. */
static void with_shadow(struct fake_trace *trace, const char *func)
{
	struct fake_target *fake = fake_trace_target(trace);

	fake_members(fake, shadow_members, ARRAY_SIZE(shadow_members));
	fake_put(fake, TASK + 80, 4, 0);
	fake_put(fake, TASK + 88, 8, RET_STACK);
	fake_put(fake, RET_STACK, 8, 0xffffffff81f00000ull);
	fake_put(fake, RET_STACK + 8, 8, fake_trace_func(trace, func));
}

static const char dies_inside[] = "cpu 0 pid 100\n"
				  "netif_receive_skb {\n"
				  "  net/netif_receive_skb skbaddr=A len=50\n"
				  "  tcp_v4_rcv {\n"
				  "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
				  "    tcp_v4_do_rcv {\n"
				  "      helper {\n";

#define WHERE FAKE_SHOW_PIECES | FAKE_SHOW_DETAIL

static void in_flight_when_tracing_ran_until_the_panic(void **state)
{
	struct fake_trace *trace = with_task();
	const struct pk_packet *packet;

	(void)state;
	fake_trace_run(trace, dies_inside, true);
	assert_string_equal(
		fake_trace_text(trace, WHERE),
		"rx A 1001>2002 PA 100+10 exact x0 in-flight (netif_receive_skb~ exact): "
		"in tcp_v4_do_rcv\n");
	packet = fake_trace_set(trace)->packets[0];
	/* the piece ends with the task's last event: the sixth, at 1050 */
	assert_int_equal(packet->trail.pieces[0].start, 1000);
	assert_int_equal(packet->trail.pieces[0].end, 1050);
	fake_trace_free(trace);
}

static void not_in_flight_when_tracing_stopped_before(void **state)
{
	struct fake_trace *trace = with_task();

	(void)state;
	fake_trace_run(trace, dies_inside, false);
	assert_string_equal(fake_trace_text(trace, 0),
			    "rx A 1001>2002 PA 100+10 exact x0 unknown\n");
	fake_trace_free(trace);
}

static void in_flight_by_the_shadow_stack(void **state)
{
	struct fake_trace *trace = with_task();

	(void)state;
	with_shadow(trace, "netif_receive_skb");
	fake_trace_run(trace, dies_inside, false);
	assert_string_equal(
		fake_trace_text(trace, FAKE_SHOW_DETAIL),
		"rx A 1001>2002 PA 100+10 exact x0 in-flight: in tcp_v4_do_rcv, still on the "
		"task's shadow stack\n");
	fake_trace_free(trace);
}

/* The trace ended long before the panic: the task may have called the function again since, for another packet. Then what
 * memory holds at the address is not what the trace saw there. */
static void another_packet_may_be_on_the_shadow_stack(void **state)
{
	static const struct {
		uint32_t seq;
		const char *packet;
	} cases[] = {
		{100, "1001>2002 PA 100+10 exact x0 in-flight: in tcp_v4_do_rcv, still on the "
		      "task's shadow stack\n"},
		{9000, "1001>2002 PA 100+10 exact x0 unknown: no reader, queue or free of it was "
		       "recorded\n"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fake_trace *trace = with_task();
		unsigned long long skb = fake_net_slab(fake_trace_target(trace), FAKE_SKB, 16, 1);
		char story[512];

		with_shadow(trace, "netif_receive_skb");
		fake_net_skb(fake_trace_target(trace), skb, FAKE_DIRECT + 4096 * 20, 1001, 2002,
			     cases[i].seq, 10);
		snprintf(story, sizeof(story),
			 "cpu 0 pid 100\n"
			 "netif_receive_skb {\n"
			 "  net/netif_receive_skb skbaddr=%#llx len=50\n"
			 "  tcp_v4_rcv {\n"
			 "    p:tcp_v4_rcv skb=%#llx tcp=1001>2002,PA,100,7,10\n"
			 "    tcp_v4_do_rcv {\n"
			 "      helper {\n",
			 skb, skb);
		fake_trace_run(trace, story, false);
		assert_string_equal(strstr(fake_trace_text(trace, FAKE_SHOW_DETAIL), "1001>"),
				    cases[i].packet);
		fake_trace_free(trace);
	}
}

/* The shadow stack says when it was called: behind the task's last event it was another call of it. */
static void another_call_may_be_on_the_shadow_stack(void **state)
{
	static const struct {
		uint64_t calltime; /* the last event is at 1050 */
		const char *outcome;
	} cases[] = {{1000, "in-flight"},
		     {1050 + 500 * 1000, "in-flight"},
		     {1050 + 1001 * 1000, "unknown"}};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fake_trace *trace = with_task();
		struct pk_packet_set set;

		with_shadow(trace, "netif_receive_skb");
		fake_put(fake_trace_target(trace), RET_STACK + 16, 8, cases[i].calltime);
		fake_trace_record(trace, dies_inside, 1);
		assert_int_equal(
			pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &set), PK_OK);
		assert_int_equal(set.nr, 1);
		assert_string_equal(pk_outcome_name(set.packets[0]->outcome), cases[i].outcome);
		pk_packet_set_deinit(&set);
		fake_trace_free(trace);
	}
}

/* The task has left the function: whatever the trace had open. */
static void not_in_flight_by_the_shadow_stack(void **state)
{
	struct fake_trace *trace = with_task();

	(void)state;
	with_shadow(trace, "something_else");
	fake_trace_run(trace, dies_inside, true);
	assert_string_equal(fake_trace_text(trace, 0),
			    "rx A 1001>2002 PA 100+10 exact x0 unknown\n");
	fake_trace_free(trace);
}

static void a_task_that_is_gone_is_not_in_flight(void **state)
{
	struct fake_trace *trace = with_task();

	(void)state;
	fake_put(fake_trace_target(trace), TASK, 4, 101);
	fake_trace_run(trace, dies_inside, true);
	assert_string_equal(fake_trace_text(trace, 0),
			    "rx A 1001>2002 PA 100+10 exact x0 unknown\n");
	fake_trace_free(trace);
}

static void lost_events_are_counted(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	const struct pk_packet_set *set = fake_trace_set(trace);

	(void)state;
	fake_trace_run(trace,
		       "cpu 0 softirq\n"
		       "at 2000\n"
		       "lost 7\n"
		       "ip_rcv;\n"
		       "cpu 1 softirq\n"
		       "at 3000\n"
		       "lost 5\n"
		       "ip_rcv;\n",
		       true);
	assert_int_equal(set->lost, 12);
	assert_false(set->lost_unknown);
	assert_int_equal(set->complete_since, 3000);
	assert_int_equal(set->events, 4);
	assert_int_equal(set->newest_ns, 3010);
	fake_trace_free(trace);
	trace = fake_trace_new();
	set = fake_trace_set(trace);
	fake_trace_run(trace, "cpu 0 softirq\nlost ?\nip_rcv;\n", true);
	assert_int_equal(set->lost, 0);
	assert_true(set->lost_unknown);
	fake_trace_free(trace);
}

/* 10.0.0.2:2002 > 10.0.0.1:1001 lives. */
static struct fake_trace *with_socket(uint32_t copied, uint32_t rcv_nxt, uint32_t snd_una)
{
	struct fake_trace *trace = fake_trace_new();
	struct fake_target *fake = fake_trace_target(trace);
	uint64_t sock = fake_net_slab(fake, FAKE_TCP, 8, 4);

	fake_net_sock(fake, sock, 1, 2002, 1001);
	fake_put(fake, sock + TP_COPIED, 4, copied);
	fake_put(fake, sock + TP_RCV_NXT, 4, rcv_nxt);
	fake_put(fake, sock + TP_SND_UNA, 4, snd_una);
	fake_put(fake, sock + TP_SND_UNA + 4, 4, 17); /* snd_nxt */
	fake_net_chain(fake, FAKE_EHASH, &sock, 1);
	return trace;
}

static const char one_each_way[] = "cpu 0 softirq\n"
				   "netif_receive_skb {\n"
				   "  net/netif_receive_skb skbaddr=A len=50\n"
				   "  tcp_v4_rcv {\n"
				   "    p:tcp_v4_rcv skb=A tcp=1001>2002,PA,100,7,10\n"
				   "  }\n"
				   "}\n"
				   "__tcp_transmit_skb {\n"
				   "  net/net_dev_queue skbaddr=B len=64\n"
				   "  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800\n"
				   "  e:net/net_dev_start_xmit skb=B tcp=2002>1001,PA,7,110,10\n"
				   "  net/net_dev_xmit skbaddr=B rc=0\n"
				   "}\n";

static void sockets_know_what_was_read_and_acknowledged(void **state)
{
	static const struct {
		uint32_t copied, rcv_nxt, snd_una;
		const char *rx, *tx;
	} rows[] = {
		{110, 110, 17, "delivered", "acked"},
		{109, 110, 16, "queued", "unacked"},
		{100, 109, 7, "unknown", "unacked"},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fake_trace *trace =
			with_socket(rows[i].copied, rows[i].rcv_nxt, rows[i].snd_una);
		const struct pk_packet_set *set = fake_trace_set(trace);

		fake_trace_run(trace, one_each_way, true);
		assert_int_equal(set->nr, 2);
		assert_string_equal(pk_outcome_name(set->packets[0]->outcome), rows[i].rx);
		assert_string_equal(pk_outcome_name(set->packets[1]->outcome), rows[i].tx);
		fake_trace_free(trace);
	}
}

/* Listeners on port 2002 and 2003 of which the first has one waiting and room for none. */
static struct fake_trace *with_listener(bool request)
{
	static const struct fake_member max_backlog[] = {
		{"struct sock", "sk_max_ack_backlog", 204, .size = 4}};
	struct fake_trace *trace = fake_trace_new();
	struct fake_target *fake = fake_trace_target(trace);
	uint64_t sock = fake_net_slab(fake, FAKE_TCP, 8, 4),
		 socks[] = {sock, sock + FAKE_SOCK_SIZE}, waits = sock + 2 * FAKE_SOCK_SIZE;

	fake_members(fake, max_backlog, 1);
	fake_net_sock(fake, socks[0], 10, 2002, 0);
	fake_net_sock(fake, socks[1], 10, 2003, 0);
	for (int i = 0; i < 2; i++)
		fake_put(fake, socks[i], 8, 0); /* bound to no address */
	fake_put(fake, socks[0] + SK_ACK_BACKLOG, 4, 1);
	fake_net_chain(fake, FAKE_LHASH + 8, socks, 2);
	fake_net_sock(fake, waits, 12, 2002, 1001);
	if (request)
		fake_net_chain(fake, FAKE_EHASH, &waits, 1);
	return trace;
}

#define COMES(port, flags, ack)                                                                    \
	"cpu 0 softirq\n"                                                                          \
	"netif_receive_skb {\n"                                                                    \
	"  net/netif_receive_skb skbaddr=A len=40\n"                                               \
	"  tcp_v4_rcv {\n"                                                                         \
	"    p:tcp_v4_rcv skb=A tcp=1001>" port "," flags ",100," ack ",0\n"                       \
	"  }\n"                                                                                    \
	"}\n"
#define ANSWER                                                                                     \
	"__tcp_transmit_skb {\n"                                                                   \
	"  net/net_dev_queue skbaddr=B len=64\n"                                                   \
	"  net/net_dev_start_xmit skbaddr=B len=64 protocol=0x800\n"                               \
	"  e:net/net_dev_start_xmit skb=B tcp=2002>1001,SA,7,101,0\n"                              \
	"  net/net_dev_xmit skbaddr=B rc=0\n"                                                      \
	"}\n"

static void a_full_accept_queue_drops_without_a_word(void **state)
{
	static const struct {
		const char *story, *outcome;
		bool request;
	} rows[] = {
		{COMES("2002", "S", "0"), "dropped", false},
		{COMES("2002", "S", "0") ANSWER, "consumed",
		 false}, /* answered: there was room then */
		{COMES("2003", "S", "0"), "consumed", false}, /* another listener's */
		{COMES("2002", "A", "8"), "consumed", false}, /* of a connection that stands */
		{COMES("2002", "A", "8"), "dropped", true},
		{COMES("2002", "R", "8"), "consumed", true},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(rows); i++) {
		struct fake_trace *trace = with_listener(rows[i].request);
		const struct pk_packet_set *set = fake_trace_set(trace);

		fake_trace_run(trace, rows[i].story, true);
		if (strcmp(pk_outcome_name(set->packets[0]->outcome), rows[i].outcome))
			fail_msg("story %zu: %s", i, pk_outcome_name(set->packets[0]->outcome));
		fake_trace_free(trace);
	}
}

/* CPU 0 took in Q and dies while CPU 1 goes on: FOUR packets before and NINE after panic() is called. */
static struct fake_trace *dying(bool panic_is_traced, unsigned four, unsigned nine)
{
	struct fake_trace *trace = with_task();
	char *story;
	size_t size;
	FILE *out = open_memstream(&story, &size);

	fprintf(out, "every 20000\ncpu 0 pid 100\nnetif_receive_skb {\nnet/netif_receive_skb "
		     "skbaddr=Q len=50\n"
		     "tcp_v4_rcv {\np:tcp_v4_rcv skb=Q tcp=1001>2002,PA,7,7,10\n");
	for (unsigned i = 0; i < four + nine; i++) {
		if (i == four && panic_is_traced)
			fprintf(out, "cpu 0 pid 100\npanic {\n");
		fprintf(out,
			"cpu 1 softirq\nnetif_receive_skb {\nnet/netif_receive_skb skbaddr=B "
			"len=50\ntcp_v4_rcv {\n"
			"p:tcp_v4_rcv skb=B "
			"tcp=1001>2002,PA,%u,7,10\n}\n}\np:skb_release_head_state skb=B\n",
			100 + i);
	}
	fclose(out);
	fake_trace_record(trace, story, 40);
	fake_trace_target(trace)->panic_cpu = 0;
	free(story);
	return trace;
}

static uint32_t nr_after(const struct pk_packet_set *set)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < set->nr; i++)
		nr += pk_packet_after_panic(set, set->packets[i]);
	return nr;
}

/* What was in flight is the last of before the panic, however many came in elsewhere since; what came after stands
 * behind it, and is not counted among those that are asked for. */
static void the_list_ends_with_what_it_died_with(void **state)
{
	struct pk_packet_filter filter;

	(void)state;
	pk_packet_filter_init(&filter);
	filter.to_panic = true;
	for (unsigned nine = 0; nine <= 90; nine += 45) {
		struct fake_trace *trace = dying(true, 40, nine);
		struct pk_packet_set set;
		uint32_t before;

		assert_int_equal(pk_packets_last(fake_trace_ctx(trace), 20, &filter, &set), PK_OK);
		assert_true(set.died_known == (nine > 0));
		assert_int_equal(nr_after(&set), nine);
		before = set.nr - nine;
		assert_true(before >= 20);
		assert_ptr_equal(pk_packet_of_panic(&set), set.packets[before - 1]);
		assert_int_equal(set.packets[before - 1]->header.seq, 7);
		assert_int_equal(set.packets[before - 2]->header.seq, 139);
		pk_packet_set_deinit(&set);
		fake_trace_free(trace);
	}
}

/* Neither the log nor the trace has the panic: nothing is said to have come after it. */
static void when_it_died_is_not_known(void **state)
{
	struct fake_trace *trace = dying(false, 4, 9);
	struct pk_packet_set set;

	(void)state;
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &set),
			 PK_OK);
	assert_false(set.died_known);
	assert_int_equal(nr_after(&set), 0);
	assert_int_equal(set.packets[set.nr - 1]->header.seq, 7);
	pk_packet_set_deinit(&set);
	fake_trace_free(trace);
}

/* A machine that nobody panicked survived whatever its log tells of. */
static void a_survived_oops_ends_nothing(void **state)
{
	struct fake_trace *trace = dying(true, 4, 9);
	struct pk_packet_set set;

	(void)state;
	fake_trace_target(trace)->panic_cpu = -1;
	assert_int_equal(pk_packets_last(fake_trace_ctx(trace), PK_EVERY_PACKET, NULL, &set),
			 PK_OK);
	assert_false(set.died_known);
	assert_int_equal(nr_after(&set), 0);
	pk_packet_set_deinit(&set);
	fake_trace_free(trace);
}

/* Its answer shows it where no event tells of the end: a reset that has no number of its own. */
static void a_syn_that_is_answered_by_a_reset_was_refused(void **state)
{
	(void)state;
	assert_string_equal(
		fake_trace_packets(
			"cpu 0 softirq\n"
			"e:net/netif_receive_skb skb=A tcp=1001>2002,S,99,0,0\n"
			"p:tcp_v4_rcv skb=A tcp=1001>2002,S,99,0,0\n"
			"e:net/net_dev_start_xmit skb=B name=eth0 tcp=2002>1001,RA,0,100,0\n"
			"e:net/netif_receive_skb skb=C tcp=1003>2002,S,99,0,0\n"
			"p:tcp_v4_rcv skb=C tcp=1003>2002,S,99,0,0\n"
			"e:net/net_dev_start_xmit skb=D name=eth0 tcp=2002>1003,RA,7,100,0\n",
			FAKE_SHOW_DETAIL),
		"rx A 1001>2002 S 99+0 exact x0 dropped: refused: answered with RST\n"
		"tx B 2002>1001 RA 0+0 exact x1 sent: handed to the driver\n"
		"rx C 1003>2002 S 99+0 exact x0 consumed: handshake\n"
		"tx D 2002>1003 RA 7+0 exact x1 sent: handed to the driver\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_list_ends_with_what_it_died_with),
		cmocka_unit_test(when_it_died_is_not_known),
		cmocka_unit_test(a_survived_oops_ends_nothing),
		cmocka_unit_test(in_flight_when_tracing_ran_until_the_panic),
		cmocka_unit_test(not_in_flight_when_tracing_stopped_before),
		cmocka_unit_test(in_flight_by_the_shadow_stack),
		cmocka_unit_test(another_packet_may_be_on_the_shadow_stack),
		cmocka_unit_test(another_call_may_be_on_the_shadow_stack),
		cmocka_unit_test(not_in_flight_by_the_shadow_stack),
		cmocka_unit_test(a_task_that_is_gone_is_not_in_flight),
		cmocka_unit_test(lost_events_are_counted),
		cmocka_unit_test(sockets_know_what_was_read_and_acknowledged),
		cmocka_unit_test(a_full_accept_queue_drops_without_a_word),
		cmocka_unit_test(a_syn_that_is_answered_by_a_reset_was_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
