// SPDX-License-Identifier: GPL-3.0-or-later
/* `pkttrace trace -T` on traces that are told line by line (fake_trace.h): its text, whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "fake_trace.h"

/* One step is 1 us. */
static void check(const char *story, const char *options, const char *want)
{
	struct fake_trace *trace = fake_trace_new();
	char *text, *argv[16] = {"pkttrace", "trace", "-T"}, words[64], *save;
	int argc = 3;
	size_t size;
	FILE *fp;

	fake_trace_record(trace, story, 4);
	snprintf(words, sizeof(words), "%s", options);
	for (char *word = strtok_r(words, " ", &save); word && argc < 15;
	     word = strtok_r(NULL, " ", &save))
		argv[argc++] = word;
	fp = open_memstream(&text, &size);
	assert_int_equal(fp ? pk_command_run(fake_trace_ctx(trace), argc, argv, fp) : -1, 0);
	fclose(fp);
	/* What the made-up machine lacks is warned of at the end. */
	if (strstr(text, "pkttrace: warning: "))
		*strstr(text, "pkttrace: warning: ") = '\0';
	assert_string_equal(text, want);
	free(text);
	fake_trace_free(trace);
}

static void calls_and_returns(void **state)
{
	(void)state;
	check("every 1000\n"
	      "cpu 0 pid 7\n"
	      "tcp_sendmsg {\n"
	      "  lock_sock_nested;\n"
	      "cpu 1 pid 8\n"
	      "  tcp_recvmsg {\n"
	      "cpu 0 pid 7\n"
	      "}\n"
	      "cpu 1 pid 8\n"
	      "  }\n"
	      "cpu 0 pid 7\n"
	      "tcp_close;\n",
	      "",
	      "     0 <...>(7): -> tcp_sendmsg\n"
	      "     1 <...>(7):  -> lock_sock_nested\n"
	      "     2 <...>(7):  <- lock_sock_nested\n"
	      "     0 <...>(8): -> tcp_recvmsg\n"
	      "     4 <...>(7): <- tcp_sendmsg\n"
	      "     2 <...>(8): <- tcp_recvmsg\n"
	      "     0 <...>(7): -> tcp_close\n"
	      "     1 <...>(7): <- tcp_close\n");
}

/* An interrupt's calls stand inside what they hit, with their context; two idle tasks are two threads. */
static void interrupts_are_marked(void **state)
{
	(void)state;
	check("every 1000\n"
	      "cpu 0\n"
	      "do_idle {\n"
	      "cpu 0 hardirq\n"
	      "  common_interrupt;\n"
	      "cpu 1 softirq\n"
	      "  net_rx_action;\n",
	      "",
	      "     0 swapper/0(0): -> do_idle\n"
	      "     1 swapper/0(0):  -> common_interrupt  irq\n"
	      "     2 swapper/0(0):  <- common_interrupt  irq\n"
	      "     0 swapper/1(0): -> net_rx_action  softirq\n"
	      "     1 swapper/1(0): <- net_rx_action  softirq\n");
}

static void chosen_functions_only(void **state)
{
	static const char story[] = "every 1000\n"
				    "cpu 0 pid 7\n"
				    "ip_rcv {\n"
				    "  tcp_v4_rcv.isra.0 {\n"
				    "    ktime_get;\n"
				    "    tcp_ack;\n"
				    "  }\n"
				    "}\n"
				    "cpu 1 pid 9\n"
				    "tcp_ack;\n";

	(void)state;
	check(story, "-f tcp_*",
	      "     0 <...>(7): -> tcp_v4_rcv.isra.0\n"
	      "     3 <...>(7):  -> tcp_ack\n"
	      "     4 <...>(7):  <- tcp_ack\n"
	      "     5 <...>(7): <- tcp_v4_rcv.isra.0\n"
	      "     0 <...>(9): -> tcp_ack\n"
	      "     1 <...>(9): <- tcp_ack\n");
	check(story, "-f tcp_v4_rcv -p 7",
	      "     0 <...>(7): -> tcp_v4_rcv.isra.0\n"
	      "     5 <...>(7): <- tcp_v4_rcv.isra.0\n");
	check(story, "-c 1 -f tcp_ack -n 1", "     1 <...>(9): <- tcp_ack\n");
	check(story, "-f udp_*", "no such calls\n");
}

/* What is not in the trace is said: a return that was not recorded, an entry before the trace. */
static void what_the_trace_lacks(void **state)
{
	(void)state;
	check("every 1000\n"
	      "cpu 0 pid 7\n"
	      "ip_rcv@0 {\n"
	      "  tcp_v4_rcv@1 {\n"
	      "udp_rcv@1 {\n"
	      "}\n",
	      "",
	      "     0 <...>(7): -> ip_rcv\n"
	      "     1 <...>(7):  -> tcp_v4_rcv\n"
	      "     - <...>(7):  <- tcp_v4_rcv  (by then: no return is recorded)\n"
	      "     2 <...>(7):  -> udp_rcv\n"
	      "     3 <...>(7):  <- udp_rcv\n");
}

/* Entries alone: returns and untraced callers are what the next call implies. */
static void the_function_tracer(void **state)
{
	(void)state;
	check("every 1000\n"
	      "cpu 0 pid 7\n"
	      "f:tcp_sendmsg <- inet_sendmsg\n"
	      "f:lock_sock_nested <- tcp_sendmsg\n"
	      "f:tcp_push <- tcp_sendmsg\n"
	      "f:tcp_recvmsg <- inet_recvmsg\n",
	      "",
	      "     - <...>(7): -> inet_sendmsg  (not traced itself)\n"
	      "     0 <...>(7):  -> tcp_sendmsg\n"
	      "     1 <...>(7):   -> lock_sock_nested\n"
	      "     - <...>(7):   <- lock_sock_nested  (by then: no return is recorded)\n"
	      "     2 <...>(7):   -> tcp_push\n"
	      "     - <...>(7): -> inet_recvmsg  (not traced itself)\n"
	      "     0 <...>(7):  -> tcp_recvmsg\n");
}

/* No tracer: a probe on the entry and one on the return make a call; one alone is a comment. */
static void pairs_of_probes(void **state)
{
	(void)state;
	check("every 1000\n"
	      "tracer nop\n"
	      "has r:tcp_sendmsg __probe_func __probe_ret_ip\n"
	      "cpu 0 pid 7\n"
	      "p:tcp_sendmsg __probe_ip=&tcp_sendmsg sk=0x5000\n"
	      "r:tcp_sendmsg __probe_func=&tcp_sendmsg __probe_ret_ip=&inet_sendmsg\n"
	      "r:tcp_sendmsg __probe_func=&tcp_sendmsg __probe_ret_ip=&inet_sendmsg\n",
	      "",
	      "     0 <...>(7): -> tcp_sendmsg (pk_p:tcp_sendmsg)\n"
	      "     1 <...>(7): <- tcp_sendmsg (pk_r:tcp_sendmsg)\n"
	      "     0 <...>(7): <- tcp_sendmsg (pk_r:tcp_sendmsg)  (entered before the trace)\n");
}

/* What a task had open may have ended where events were lost: on its own CPU, or on one that it went to. */
static void calls_end_in_what_was_lost(void **state)
{
	(void)state;
	check("every 2000\n"
	      "cpu 0 pid 7\n"
	      "tcp_recvmsg {\n"
	      "cpu 1 pid 8\n"
	      "lost ?\n"
	      "ip_rcv;\n"
	      "cpu 0 pid 7 softirq\n"
	      "net_rx_action@0 {\n"
	      "}\n",
	      "",
	      "     0 <...>(7): -> tcp_recvmsg\n"
	      "     0 <...>(8): -> ip_rcv\n"
	      "     2 <...>(8): <- ip_rcv\n"
	      "     0 <...>(7): -> net_rx_action  softirq\n"
	      "     2 <...>(7): <- net_rx_action  softirq\n");
	check("every 2000\n"
	      "cpu 0 pid 7\n"
	      "tcp_recvmsg {\n"
	      "cpu 0 pid 8\n"
	      "lost ?\n"
	      "ip_rcv;\n"
	      "cpu 0 pid 7 softirq\n"
	      "net_rx_action@0;\n",
	      "",
	      "     0 <...>(7): -> tcp_recvmsg\n"
	      "     0 <...>(8): -> ip_rcv\n"
	      "     2 <...>(8): <- ip_rcv\n"
	      "     0 <...>(7): -> net_rx_action  softirq\n"
	      "     2 <...>(7): <- net_rx_action  softirq\n");
	/* The loss ends later, and another task ran here in between. */
	check("every 2000\n"
	      "cpu 0 pid 7\n"
	      "tcp_recvmsg {\n"
	      "cpu 0 pid 9\n"
	      "tcp_ack;\n"
	      "cpu 0 pid 7 softirq\n"
	      "net_rx_action@0 {\n"
	      "}\n"
	      "cpu 0 pid 7\n"
	      "}\n"
	      "cpu 1 pid 8\n"
	      "lost ?\n"
	      "ip_rcv;\n",
	      "-p 7",
	      "     0 <...>(7): -> tcp_recvmsg\n"
	      "     0 <...>(7): -> net_rx_action  softirq\n"
	      "     2 <...>(7): <- net_rx_action  softirq\n"
	      "    10 <...>(7): <- tcp_recvmsg\n");
	/* No interrupt leaves its CPU. */
	check("every 2000\n"
	      "cpu 0 pid 7 softirq\n"
	      "net_rx_action {\n"
	      "cpu 1 pid 8\n"
	      "lost ?\n"
	      "ip_rcv;\n"
	      "cpu 0 pid 7 softirq\n"
	      "  tcp_ack;\n"
	      "}\n",
	      "-p 7",
	      "     0 <...>(7): -> net_rx_action  softirq\n"
	      "     6 <...>(7):  -> tcp_ack  softirq\n"
	      "     8 <...>(7):  <- tcp_ack  softirq\n"
	      "    10 <...>(7): <- net_rx_action  softirq\n");
}

static void a_line_of_json(void **state)
{
	(void)state;
	check("every 1000\n"
	      "cpu 1 pid 7\n"
	      "ip_rcv;\n",
	      "-j -n 1",
	      "{\"what\":\"return\",\"ts_ns\":\"2000\",\"since_ns\":1000,\"cpu\":1,\"pid\":7,"
	      "\"comm\":\"<...>\","
	      "\"context\":\"process\",\"level\":0,\"func\":\"ip_rcv\",\"module\":null,\"dur_ns\":"
	      "1000,"
	      "\"implied\":false,\"began_before\":false,\"probe\":null,\"text\":null}\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_and_returns),
		cmocka_unit_test(interrupts_are_marked),
		cmocka_unit_test(chosen_functions_only),
		cmocka_unit_test(what_the_trace_lacks),
		cmocka_unit_test(the_function_tracer),
		cmocka_unit_test(pairs_of_probes),
		cmocka_unit_test(calls_end_in_what_was_lost),
		cmocka_unit_test(a_line_of_json),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
