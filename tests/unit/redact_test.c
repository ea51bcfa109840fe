// SPDX-License-Identifier: GPL-3.0-or-later
/* What is replaced in bytes of which nothing is known, and what is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "arch/arch.h"
#include "command/redact.h"

static const uint8_t v4[4] = {10, 0, 2, 15}, other[4] = {10, 0, 2, 200}, small[4] = {10, 1, 0, 0};
static const uint8_t new_v4[4] = {198, 18, 0, 1};

static int set_up(void **state)
{
	struct pk_redaction *redaction = calloc(1, sizeof(*redaction));

	assert_non_null(redaction);
	redaction->arch = pk_arch_of_machine("x86_64");
	redaction->text_begin = 0xffffffff81000000;
	redaction->text_end = 0xffffffff83000000;
	assert_int_equal(pk_private_add(&redaction->map, PK_PRIVATE_V4, v4), 1);
	assert_int_equal(pk_private_add(&redaction->map, PK_PRIVATE_V4, other), 2);
	assert_int_equal(pk_private_add(&redaction->map, PK_PRIVATE_V4, small), 3);
	*state = redaction;
	return 0;
}

static int tear_down(void **state)
{
	struct pk_redaction *redaction = *state;

	pk_private_deinit(&redaction->map);
	free(redaction->hosts);
	free(redaction);
	return 0;
}

static void test_what_says_nothing(void **state)
{
	struct pk_redaction *redaction = *state;
	static const uint8_t ones[16] = {255, 255, 255, 255, 255, 255}, loop[4] = {127, 0, 0, 53};
	static const uint8_t mapped[16] = {[10] = 255, 255, 10, 0, 2, 15}, zero[16] = {0};

	assert_int_equal(pk_private_add(&redaction->map, PK_PRIVATE_V4, ones), 0);
	assert_int_equal(pk_private_add(&redaction->map, PK_PRIVATE_V4, loop), 0);
	assert_int_equal(pk_private_add(&redaction->map, PK_PRIVATE_MAC, ones), 0);
	assert_int_equal(pk_private_add(&redaction->map, PK_PRIVATE_V6, zero), 0);
	assert_int_equal(pk_private_add(&redaction->map, PK_PRIVATE_TASK, "ksoftirqd/1\0\0\0\0\0"),
			 0);
	assert_int_equal(pk_private_add(&redaction->map, PK_PRIVATE_V6, mapped), 1);
}

static void test_numbers(void **state)
{
	struct pk_redaction *redaction = *state;
	uint8_t bytes[] = {0, 0, 10, 0, 2, 15, 0, 0, 15, 2, 0, 10, 10, 1, 0, 0};
	static const uint8_t wanted[] = {0, 0, 198, 18, 0, 1, 0, 0, 1, 0, 18, 198, 10, 1, 0, 0};

	pk_redact_unknown(redaction, 0x1000, bytes, sizeof(bytes), 8);
	assert_memory_equal(bytes, wanted, sizeof(bytes));
	assert_int_equal(redaction->places, 2);
}

/* ffff8880 0f02000a is a kernel address, though 10.0.2.15 stands in it; two addresses side by side are none. */
static void test_kernel_addresses(void **state)
{
	struct pk_redaction *redaction = *state;
	uint8_t pointer[] = {10, 0, 2, 15, 0x80, 0x88, 255, 255}, before[sizeof(pointer)];
	uint8_t all_ones[] = {10, 0, 2, 15, 255, 255, 255, 255};
	static const uint8_t text[] = {10, 0, 2, 0x81, 255, 255, 255, 255};
	uint8_t symbol[sizeof(text)];

	memcpy(before, pointer, sizeof(pointer));
	pk_redact_unknown(redaction, 0x1000, pointer, sizeof(pointer), 8);
	assert_memory_equal(pointer, before, sizeof(pointer));
	assert_int_equal(redaction->pointers, 1);
	pk_redact_unknown(redaction, 0x1000, all_ones, sizeof(all_ones), 8);
	assert_memory_equal(all_ones, new_v4, 4);
	assert_int_equal(pk_private_add(&redaction->map, PK_PRIVATE_V4, text), 4);
	memcpy(symbol, text, sizeof(text));
	pk_redact_unknown(redaction, 0x1000, symbol, sizeof(symbol), 8);
	assert_memory_equal(symbol, text, sizeof(text));
}

static void test_lines(void **state)
{
	struct pk_redaction *redaction = *state;
	char line[] = "BUG: [nginx:12] from 10.0.2.15: to 10.0.2.200, by 192.168.100.100 fe80::1:2";

	pk_redact_line(redaction, line, strlen(line));
	assert_string_equal(
		line,
		"BUG: [xxxxx:12] from xxxxxxxxx: to 198.18.0.2, by 198.18.0.4      xxxxxxxxx");
}

/* A task's name may have blanks, brackets, colons. One that was met is taken out wherever it stands. */
static void test_names_of_several_words(void **state)
{
	static const char *const lines[][2] = {
		{"watchdog: BUG: soft lockup - CPU#0 22s! [Web Content:1234]",
		 "watchdog: BUG: soft lockup - CPU#0 22s! [task-1     :1234]"},
		{"CPU: 0 PID: 7 Comm: Al X Not tainted 6.1.0",
		 "CPU: 0 PID: 7 Comm: xxxx Not tainted 6.1.0"},
		{"CPU: 0 PID: 7 Comm: a]b: (c Tainted: G",
		 "CPU: 0 PID: 7 Comm: task-3  Tainted: G"},
		{"INFO: task My [1:2] job:77 blocked for more than 120 seconds.",
		 "INFO: task task-4      :77 blocked for more than 120 seconds."},
		{"task:Chrome_IOThrd X state:D stack:0", "task:task-5          state:D stack:0"},
		{"who: Web Content, Al X (My [1:2] job)", "who: task-1     , xxxx (task-4      )"},
		{"Process one two (pid: 1, stack limit)", "Process task-6  (pid: 1, stack limit)"},
		{"[ksoftirqd/0:12] Comm: swapper/0 Not tainted",
		 "[ksoftirqd/0:12] Comm: swapper/0 Not tainted"},
	};
	char line[100];

	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		strcpy(line, lines[i][0]);
		pk_redact_line(*state, line, strlen(line));
		assert_string_equal(line, lines[i][1]);
	}
}

/* The host's name is taken out where it is a word: with its domain, without, and with one that it was given elsewhere. */
static void test_hosts(void **state)
{
	static const char *const lines[][2] = {
		{"panic: web-7.lab: web-7 gave up", "panic: host     : host  gave up"},
		{"nfs: server web-7.other.example of corp",
		 "nfs: server host                of host"},
		{"web-7-disk, web-7.lab.", "host -disk, host     ."},
		{"cgroup of shop-pod-0: out", "cgroup of host      : out"},
		{"myweb-7 web-77 xweb-7.lab corporate (none)",
		 "myweb-7 web-77 xweb-7.lab corporate (none)"},
	};
	static const char *const nothing[] = {"", "(none)", "localhost", "localhost.localdomain"};
	struct pk_redaction *redaction = *state;
	uint8_t field[PK_HOST_NAME_SIZE] = "web-7.lab\0rest", domain[PK_HOST_NAME_SIZE] = "corp",
		pod[PK_HOST_NAME_SIZE] = "shop-pod-0";
	char line[100];

	pk_redact_host(redaction, field, "host");
	assert_memory_equal(field, "host\0\0\0\0\0\0\0\0\0", 14);
	pk_redact_host(redaction, domain, "domain");
	pk_redact_host(redaction, pod, "host-7");
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		strcpy(line, lines[i][0]);
		pk_redact_line(redaction, line, strlen(line));
		assert_string_equal(line, lines[i][1]);
	}
	for (size_t i = 0; i < sizeof(nothing) / sizeof(nothing[0]); i++) {
		strcpy((char *)field, nothing[i]);
		pk_redact_host(redaction, field, "host");
		assert_string_equal((char *)field, nothing[i]);
		snprintf(line, sizeof(line), "of %s.", nothing[i]);
		pk_redact_line(redaction, line, strlen(line));
		assert_memory_equal(line + 3, nothing[i], strlen(nothing[i]));
	}
}

/* What an oops prints stays, but for words that may be an address and names of no module; of others nothing stays. */
static void test_report_lines(void **state)
{
	static const char *const lines[][2] = {
		{" ? before.cold+0x27/0x59 [crashmod]", " ? before.cold+0x27/0x59 [crashmod]"},
		{" before+0x27/0x59 [secret 0123456789abcdef01]",
		 " before+0x27/0x59 [xxxxxx xxxxxxxxxxxxxxxxxx]"},
		{"RAX: 000000000000bc61 RBX: ffff8f42c3793b00 R09: 0102030405060708",
		 "RAX: 000000000000bc61 RBX: ffff8f42c3793b00 R09: xxxxxxxxxxxxxxxx"},
		{"RSP: 0018:ffffd4cec00bb9a8 EFLAGS: 00010246\n",
		 "RSP: 0018:ffffd4cec00bb9a8 EFLAGS: 00010246\n"},
		{"x2 : 0a00020f", "x2 : xxxxxxxx"},
		{"Modules linked in: crashmod(OE) secret",
		 "Modules linked in: crashmod(OE) xxxxxx"},
		{"Call trace:", "Call trace:"},
	};
	static const char *const others[] = {"secret words", "dead beef 0a00020f", "",
					     "secret+0x10 of a user", "Code: 0f 0b"};
	struct pk_redaction *redaction = *state;
	char line[100];

	pk_private_keep(&redaction->map, "crashmod");
	for (size_t i = 0; i < sizeof(lines) / sizeof(lines[0]); i++) {
		strcpy(line, lines[i][0]);
		assert_true(pk_redact_report_line(redaction, line, strlen(line), false));
		assert_string_equal(line, lines[i][1]);
	}
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		strcpy(line, others[i]);
		assert_false(pk_redact_report_line(redaction, line, strlen(line), false));
		assert_string_equal(line, others[i]);
	}
	assert_true(pk_redact_report_line(redaction, line, strlen(line), true));
	assert_string_equal(line, "Code: 0f 0b");
}

static void test_comms(void **state)
{
	struct pk_redaction *redaction = *state;
	uint8_t comm[16] = "sh\0rewall", again[16];
	static const uint8_t wanted[16] = "task-1";

	pk_redact_comm(redaction, comm, sizeof(comm));
	assert_memory_equal(comm, wanted, sizeof(comm));
	memcpy(again, comm, sizeof(comm));
	pk_redact_comm(redaction, again, sizeof(again));
	assert_memory_equal(again, wanted, sizeof(again));
	memcpy(comm, "sh\0\0\0\0\0\0\0\0\0\0\0\0\0", 16);
	pk_redact_unknown(redaction, 0x1004, comm, sizeof(comm), 8);
	assert_memory_equal(comm, wanted, sizeof(comm));
}

static void test_words(void **state)
{
	uint64_t words[] = {0xffff888012345678, 65535, 65536, 0x0f02000a0f02000a, 0x7ffd12345678};
	static const uint64_t wanted[] = {0xffff888012345678, 65535, 0, 0, 0};

	pk_redact_words(*state, (uint8_t *)words, sizeof(words),
			__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	assert_memory_equal(words, wanted, sizeof(words));
}

static void test_paths(void **state)
{
	uint8_t path[] = "/run/secret.sock", same[] = "/run/secret.sock",
		abstract[] = {0, 'a', 'b', 'c'};

	pk_redact_path(*state, path, sizeof(path));
	assert_string_equal(path, "/u1-------------");
	pk_redact_path(*state, same, sizeof(same));
	assert_string_equal(same, path);
	pk_redact_path(*state, abstract, sizeof(abstract));
	assert_memory_equal(abstract, "\0u2-", 4);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
	const struct CMUnitTest tests[] = {
		TEST(test_what_says_nothing),
		TEST(test_numbers),
		TEST(test_kernel_addresses),
		TEST(test_lines),
		TEST(test_names_of_several_words),
		TEST(test_hosts),
		TEST(test_report_lines),
		TEST(test_comms),
		TEST(test_words),
		TEST(test_paths),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
