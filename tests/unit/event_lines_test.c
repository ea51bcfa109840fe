// SPDX-License-Identifier: GPL-3.0-or-later
/* An event's values as recorded: numbers, addresses, names, bytes, and what no format tells of. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fake_ring.h"
#include "fake_trace.h"
#include "text/event_lines.h"

static const char *const kinds[] = {
	[PK_VALUE_TEXT] = "text", [PK_VALUE_INT] = "int",      [PK_VALUE_UINT] = "uint",
	[PK_VALUE_ADDR] = "addr", [PK_VALUE_NS] = "ns",	       [PK_VALUE_LIST] = "list",
	[PK_VALUE_ABSENT] = "-",  [PK_VALUE_UNREADABLE] = "?",
};

static bool write_line(const struct pk_event_line *line, void *arg)
{
	FILE *out = arg;

	fprintf(out, "%s %d %s/%s", line->comm, line->event.pid, line->system ? line->system : "-",
		line->name ? line->name : "-");
	for (uint32_t i = 0; i < line->nr; i++) {
		const struct pk_event_value *value = &line->values[i];

		fprintf(out, " %s:%s", value->name ? value->name : "", kinds[value->kind]);
		if (value->kind == PK_VALUE_TEXT)
			fprintf(out, " %s", value->text);
		else if (value->kind == PK_VALUE_INT)
			fprintf(out, " %" PRId64, (int64_t)value->number);
		else
			fprintf(out, " %" PRIx64, value->number);
	}
	fprintf(out, "\n");
	return true;
}

static bool stop_at_once(const struct pk_event_line *line, void *arg)
{
	write_line(line, arg);
	return false;
}

/* The newest events of TRACE, of all CPUs (NEWEST 0: all of them). */
static void lines_of(struct fake_trace *trace, uint64_t newest, int cpu, pk_event_line_fn fn,
		     uint64_t hidden, uint64_t nr, const char *expected)
{
	struct pk_ctx *ctx = fake_trace_ctx(trace);
	struct pk_instance instance;
	struct pk_trace *buffer;
	uint64_t got_nr;
	char *got;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	assert_int_equal(pk_instance_top(ctx, &instance), PK_OK);
	instance.time_start = hidden;
	assert_int_equal(pk_trace_open(ctx, &instance, false, &buffer), PK_OK);
	assert_int_equal(pk_event_lines_walk(ctx, &instance, buffer, cpu, newest, fn, out, &got_nr),
			 PK_OK);
	pk_trace_close(buffer);
	fclose(out);
	assert_string_equal(got, expected);
	assert_int_equal(got_nr, nr);
	free(got);
}

static void told(const char *story, uint64_t nr, const char *expected)
{
	struct fake_trace *trace = fake_trace_new();

	fake_trace_record(trace, story, 4);
	lines_of(trace, 0, PK_ALL_CPUS, write_line, 0, nr, expected);
	fake_trace_free(trace);
}

static void calls_have_their_own_values(void **state)
{
	(void)state;
	told("cpu 0 pid 7\nip_rcv {\ntcp_v4_rcv;\n}\n", 4,
	     "<...> 7 -/- func:text ip_rcv depth:int 0 args:list 0\n"
	     "<...> 7 -/- func:text tcp_v4_rcv depth:int 1 args:list 0\n"
	     "<...> 7 -/- func:text tcp_v4_rcv depth:int 1 overrun:uint 0 calltime:ns 3f2 "
	     "rettime:ns 3fc\n"
	     "<...> 7 -/- func:text ip_rcv depth:int 0 overrun:uint 0 calltime:ns 3e8 "
	     "rettime:ns 406\n");
	told("cpu 0 pid 7\nf:tcp_ack <- tcp_v4_do_rcv\n", 1,
	     "<...> 7 -/- ip:text tcp_ack parent_ip:text tcp_v4_do_rcv+0x20\n");
}

static void fields_are_as_their_types_say(void **state)
{
	(void)state;
	told("cpu 1 pid 8\nsock/inet_sock_set_state skaddr=A saddr=5 name=eth0\n", 1,
	     "<...> 8 sock/inet_sock_set_state skaddr:addr ffff900000000000 saddr:text 0a000005 "
	     "name:text \"eth0\"\n");
}

/* A stack has no format here. */
static void what_nothing_is_known_of_is_shown_in_bytes(void **state)
{
	(void)state;
	told("cpu 0 pid 7\nstack: tcp_ack\n", 1,
	     "<...> 7 -/- data:text 0400000007000000"
	     "0100000000000000"
	     "2000008"
	     "1ffffffff"
	     "ffffffffffffffff\n");
	/* no more than 64 of them */
	told("cpu 0 pid 7\nstack: a b c d e f g\n", 1,
	     "<...> 7 -/- data:text 0400000007000000"
	     "0700000000000000"
	     "20000081ffffffff20010081ffffffff20020081ffffffff20030081ffffffff20040081ffffffff"
	     "20050081ffffffff...\n");
}

static void the_newest_are_the_last(void **state)
{
	struct fake_trace *trace = fake_trace_new();
	char story[4096] = "", line[64];

	(void)state;
	for (unsigned i = 0; i < 60; i++) {
		snprintf(line, sizeof(line), "cpu %u pid %u\nsock/event n=%u\n", i & 1, 100 + i, i);
		strcat(story, line);
	}
	fake_trace_record(trace, story, 8);
	lines_of(trace, 2, PK_ALL_CPUS, write_line, 0, 60,
		 "<...> 158 sock/event n:addr 3a\n<...> 159 sock/event n:addr 3b\n");
	lines_of(trace, 1, 0, write_line, 0, 30, "<...> 158 sock/event n:addr 3a\n");
	lines_of(trace, 0, PK_ALL_CPUS, stop_at_once, 0, 1, "<...> 100 sock/event n:addr 0\n");
	/* the kernel's own readers hide what is before its time, which is no time of the walk */
	lines_of(trace, 0, 1, write_line, 1000 + 10 * 57, 2,
		 "<...> 157 sock/event n:addr 39\n<...> 159 sock/event n:addr 3b\n");
	fake_trace_free(trace);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(calls_have_their_own_values),
		cmocka_unit_test(fields_are_as_their_types_say),
		cmocka_unit_test(what_nothing_is_known_of_is_shown_in_bytes),
		cmocka_unit_test(the_newest_are_the_last),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
