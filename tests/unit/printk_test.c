// SPDX-License-Identifier: GPL-3.0-or-later
/* The kernel log in both forms, and what killed the machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "command/command.h"
#include "decode/printk.h"
#include "fake_log.h"

static enum pk_status see(struct fake_log *log)
{
	struct pk_reader r = {.ctx = &log->ctx};

	log->seen[0] = '\0';
	pk_log_for_each (line, &r) {
		size_t at = strlen(log->seen);

		snprintf(log->seen + at, sizeof(log->seen) - at, "%llu:%.*s%s|",
			 (unsigned long long)line.ts_nsec, (int)line.len, line.text,
			 line.from_user ? "(user)" : "");
	}
	return r.status;
}

static void expect(struct fake_log *log, const char *lines)
{
	assert_int_equal(see(log), PK_OK);
	assert_string_equal(log->seen, lines);
}

static void ring(void **state)
{
	struct fake_log log;

	(void)state;
	/* Ids that run over their 62 bits, as a ring of 2^3 does from its start on. */
	fake_log_ring_init(&log, (1ull << 62) - 2);
	fake_log_ring_add(&log, 2, 10, 0, "one");
	fake_log_ring_add(&log, 1, 20, 1, "two");
	log.id = 0;
	fake_log_ring_add(&log, 0, 30, 0, "reserved: not there yet");
	fake_log_ring_add(&log, 3, 40, 0, "reusable: not there any more");
	fake_log_ring_add(&log, 2, 50, 0, "");
	expect(&log, "10:one|20:two(user)|50:|");
	assert_int_equal(log.ctx.nr_warnings, 0);
	fake_log_end(&log);
}

static void ring_wraps(void **state)
{
	struct fake_log log;
	char text[101];

	(void)state;
	memset(text, 'x', 100);
	text[100] = '\0';
	fake_log_ring_init(&log, 5);
	fake_log_ring_add(&log, 2, 1, 0, text);
	fake_log_ring_add(&log, 2, 2, 0, "abcdefg12345678abcdefg12345678ABCDEFGHIJ0123456789");
	fake_log_ring_add(&log, 2, 3, 0,
			  "is moved whole to the start of the data, where the first one was");
	fake_put(&log.fake, PRB + 32, 8, 6); /* so the first one is gone */
	expect(&log, "2:abcdefg12345678abcdefg12345678ABCDEFGHIJ0123456789|"
		     "3:is moved whole to the start of the data, where the first one was|");
	fake_log_end(&log);
	/* A block that ends with the data ring is not moved. */
	fake_log_ring_init(&log, 5);
	text[96] = '\0';
	fake_log_ring_add(&log, 2, 1, 0, text);
	fake_log_ring_add(&log, 2, 2, 0, text);
	fake_log_ring_add(&log, 2, 3, 0, "forty bytes, up to the ring's last one..");
	assert_int_equal(log.lpos, 1 << SIZE_BITS);
	assert_int_equal(see(&log), PK_OK);
	assert_non_null(strstr(log.seen, "|3:forty bytes, up to the ring's last one..|"));
	fake_log_end(&log);
}

static void ring_damage(void **state)
{
	struct fake_log log;

	(void)state;
	fake_log_ring_init(&log, 5);
	fake_log_ring_add(&log, 2, 1, 0, "one");
	fake_log_ring_add(&log, 2, 2, 0, "two");
	fake_log_ring_add(&log, 2, 3, 0, "three");
	fake_put(&log.fake, INFOS + 32 * 5 + 16, 2, 0xffff); /* longer than its block: cut there */
	fake_put(&log.fake, DESCS + 24 * 6 + 16, 8, 3); /* a block that ends before it begins */
	fake_put(&log.fake, PRB + 32, 8, 5ull - 1000000); /* a million records in a ring of 8 */
	assert_int_equal(see(&log), PK_OK);
	assert_true(log.seen[0] == '1' && !strncmp(log.seen, "1:one", 5));
	assert_null(strstr(log.seen, "two"));
	assert_non_null(strstr(log.seen, "|3:three|"));
	assert_int_equal(log.ctx.nr_warnings, 2);
	fake_put(&log.fake, PRB, 4, 200); /* 2^200 records */
	assert_int_equal(see(&log), PK_CORRUPT);
	fake_log_end(&log);
}

static void records(void **state)
{
	struct fake_log log;

	(void)state;
	fake_log_records_init(&log, 256);
	fake_log_records_add(&log, 1, "one");
	fake_log_records_add(&log, 2, "two");
	fake_log_records_add(&log, 3, "three");
	expect(&log, "1:one|2:two|3:three|");
	/* Wrapped: the third is the oldest, behind it the mark, the newest is at the start. */
	fake_put(&log.fake, GLOBALS + 16, 4, 48);
	log.index = 0;
	fake_log_records_add(&log, 4, "four");
	expect(&log, "3:three|4:four|");
	/* No record in front of the mark and none behind: it must end. */
	fake_put(&log.fake, LOG_BUF + 8, 2, 0);
	assert_int_equal(see(&log), PK_OK);
	assert_int_equal(log.ctx.nr_warnings, 1);
	fake_log_end(&log);
	fake_log_records_init(&log, 256);
	fake_log_records_add(&log, 1, "one");
	fake_log_records_add(&log, 2, "two");
	fake_put(&log.fake, LOG_BUF + 24 + 8, 2, 5000); /* leaves the buffer */
	expect(&log, "1:one|");
	assert_int_equal(log.ctx.nr_warnings, 1);
	fake_log_end(&log);
}

#define CPU(n) (0x80000000u | (n))

struct story {
	const char *what;
	struct {
		uint64_t ts;
		const char *text;
		unsigned facility, caller;
	} lines[8];
	bool found;
	uint64_t ts;
	const char *reason, *ip;
	const char *said, *earlier; /* NULL: none */
};

#define SEC 1000000000ull
#define NULL_BUG "BUG: kernel NULL pointer dereference, address: 0000000000000010"
#define FATAL "Kernel panic - not syncing: Fatal exception in interrupt"
#define ON_WARN "Kernel panic - not syncing: panic_on_warn set ..."
#define CUT "------------[ cut here ]------------"
#define END "---[ end trace 0000000000000000 ]---"
#define WARN "WARNING: CPU: 0 PID: 7 at lib/refcount.c:28 refcount_warn_saturate+0xba/0x110"
#define OVER "skbuff: skb_over_panic: text:ffffffff81 len:200 put:100 head:ffff888 dev:eth0"
#define TIMEOUT(dev) dev ": NETDEV WATCHDOG: CPU: 1: transmit queue 0 timed out 5000 ms"
#define HUNG(t) "INFO: task " t " blocked for more than 10 seconds."

static const struct story stories[] = {
	{"nothing happened", {{1, "Linux version", 0, 0}}, false, 0, "", "", NULL, NULL},
	{"sysrq-c: dated by the key, named by the panic",
	 {{100, "sysrq: Trigger a crash", 0, 1},
	  {200, "Kernel panic - not syncing: sysrq triggered crash", 0, 1},
	  {300, "RIP: 0033:0x7f0000000000", 0, 1}},
	 true,
	 100,
	 "Kernel panic - not syncing: sysrq triggered crash",
	 "",
	 NULL,
	 NULL},
	{"an oops, then the panic that it causes",
	 {{100, NULL_BUG, 0, 7},
	  {110, "Oops: 0000 [#1] PREEMPT SMP", 0, 7},
	  {120, "RIP: 0010:tcp_data_queue+0x29/0xef0", 0, 7},
	  {130, "RIP: 0010:another+0x1/0x2", 0, 7},
	  {135, END, 0, 7},
	  {140, FATAL, 0, 7}},
	 true,
	 100,
	 NULL_BUG,
	 "tcp_data_queue+0x29/0xef0",
	 NULL,
	 NULL},
	{"an oops is the last word where a capture kernel takes over",
	 {{100, NULL_BUG, 0, 7},
	  {110, "Oops: 0000 [#1] PREEMPT SMP", 0, 7},
	  {120, "RIP: 0010:f+0x1/0x2", 0, 7}},
	 true,
	 100,
	 NULL_BUG,
	 "f+0x1/0x2",
	 NULL,
	 NULL},
	{"yesterday's oops is not today's panic",
	 {{100, "BUG: unable to handle page fault for address: 0", 0, 7},
	  {101, "Oops: 0000 [#1] PREEMPT SMP", 0, 7},
	  {101, "RIP: 0010:old+0x1/0x2", 0, 7},
	  {90000 * SEC, "Kernel panic - not syncing: hung_task: blocked tasks", 0, 9}},
	 true,
	 90000 * SEC,
	 "Kernel panic - not syncing: hung_task: blocked tasks",
	 "",
	 NULL,
	 "BUG: unable to handle page fault for address: 0"},
	{"of two oopses within a second the machine died of the last",
	 {{1 * SEC, NULL_BUG, 0, 7},
	  {1 * SEC + 1, "Oops: 0000 [#1] SMP", 0, 7},
	  {1 * SEC + 2, "RIP: 0010:first+0x1/0x2", 0, 7},
	  {1 * SEC + 3, END, 0, 7},
	  {2 * SEC, "BUG: unable to handle page fault for address: 8", 0, 8},
	  {2 * SEC + 1, "RIP: 0010:second+0x1/0x2", 0, 8},
	  {2 * SEC + 2, END, 0, 8},
	  {2 * SEC + 3, FATAL, 0, 8}},
	 true,
	 2 * SEC,
	 "BUG: unable to handle page fault for address: 8",
	 "second+0x1/0x2",
	 NULL,
	 NULL_BUG},
	{"an oops that was survived is not why somebody called panic()",
	 {{1 * SEC, NULL_BUG, 0, 7},
	  {1 * SEC + 3, END, 0, 7},
	  {2 * SEC, "Kernel panic - not syncing: NMI: Not continuing", 0, CPU(1)}},
	 true,
	 2 * SEC,
	 "Kernel panic - not syncing: NMI: Not continuing",
	 "",
	 NULL,
	 NULL_BUG},
	{"nothing after panic() is why",
	 {{1 * SEC, "Kernel panic - not syncing: out of luck", 0, 7},
	  {9 * SEC, "BUG: unable to handle page fault for address: 8", 0, 7}},
	 true,
	 1 * SEC,
	 "Kernel panic - not syncing: out of luck",
	 "",
	 NULL,
	 NULL},
	{"what was printed before BUG() has the values",
	 {{100, OVER, 0, CPU(1)},
	  {105, "INFO: task sh:9 blocked for more than 10 seconds.", 0, 30},
	  {110, CUT, 0, CPU(1)},
	  {120, "kernel BUG at net/core/skbuff.c:108!", 0, CPU(1)},
	  {130, "invalid opcode: 0000 [#1] SMP", 0, CPU(1)},
	  {135, "RIP: 0010:skb_panic+0x48/0x4a", 0, CPU(1)},
	  {140, END, 0, CPU(1)},
	  {150, FATAL, 0, CPU(1)}},
	 true,
	 100,
	 "kernel BUG at net/core/skbuff.c:108!",
	 "skb_panic+0x48/0x4a",
	 OVER,
	 NULL},
	{"another CPU's words do not belong to this BUG()",
	 {{100, OVER, 0, CPU(0)},
	  {120, "kernel BUG at mm/slub.c:1!", 0, CPU(1)},
	  {150, FATAL, 0, CPU(1)}},
	 true,
	 120,
	 "kernel BUG at mm/slub.c:1!",
	 "",
	 NULL,
	 OVER},
	{"WARN() tells its text, then the place",
	 {{100, CUT, 0, 7},
	  {101, "refcount_t: underflow; use-after-free.", 0, 7},
	  {102, WARN, 0, 7},
	  {103, "RIP: 0010:refcount_warn_saturate+0xba/0x110", 0, 7},
	  {104, ON_WARN, 0, 7}},
	 true,
	 104,
	 ON_WARN,
	 "",
	 "refcount_t: underflow; use-after-free.",
	 NULL},
	{"a driver's own text, and a neighbour that warns, too",
	 {{100, CUT, 0, 7},
	  {101, "eth7: ring of 3 has 4", 0, 7},
	  {102, WARN, 0, 7},
	  {103, CUT, 0, CPU(1)},
	  {104, "WARNING: net/core/dev.c:5 at f+0x1/0x2, CPU#1: swapper/1/0", 0, CPU(1)},
	  {105, ON_WARN, 0, 7}},
	 true,
	 105,
	 ON_WARN,
	 "",
	 "eth7: ring of 3 has 4",
	 NULL},
	{"a warning of long ago is no cause",
	 {{100, CUT, 0, 7},
	  {102, WARN, 0, 7},
	  {104, END, 0, 7},
	  {20 * SEC, NULL_BUG, 0, 7},
	  {20 * SEC + 5, END, 0, 7},
	  {20 * SEC + 6, FATAL, 0, 7}},
	 true,
	 20 * SEC,
	 NULL_BUG,
	 "",
	 NULL,
	 WARN},
	{"nor is one of just before, without a word of it",
	 {{19 * SEC, "BUG: scheduling while atomic: swapper/0/0/0x00000100", 0, 7},
	  {20 * SEC, NULL_BUG, 0, 7},
	  {20 * SEC + 6, FATAL, 0, 7}},
	 true,
	 20 * SEC,
	 NULL_BUG,
	 "",
	 NULL,
	 "BUG: scheduling while atomic: swapper/0/0/0x00000100"},
	{"the first of the tasks that hang",
	 {{1 * SEC, HUNG("old:1"), 0, 30},
	  {100 * SEC, HUNG("ip:71"), 0, 30},
	  {100 * SEC + 9, HUNG("sh:72"), 0, 30},
	  {101 * SEC, "Kernel panic - not syncing: hung_task: blocked tasks", 0, 30}},
	 true,
	 101 * SEC,
	 "Kernel panic - not syncing: hung_task: blocked tasks",
	 "",
	 HUNG("ip:71"),
	 HUNG("old:1")},
	{"a stall",
	 {{1 * SEC, "rcu: INFO: rcu_preempt self-detected stall on CPU", 0, CPU(1)},
	  {2 * SEC, "Kernel panic - not syncing: RCU Stall", 0, CPU(1)}},
	 true,
	 2 * SEC,
	 "Kernel panic - not syncing: RCU Stall",
	 "",
	 "rcu: INFO: rcu_preempt self-detected stall on CPU",
	 NULL},
	{"CPUs that are stuck, by panic()'s words",
	 {{1 * SEC, "watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [sh:7]", 0, CPU(1)},
	  {2 * SEC, "Kernel panic - not syncing: softlockup: hung tasks", 0, CPU(1)}},
	 true,
	 1 * SEC,
	 "watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [sh:7]",
	 "",
	 NULL,
	 NULL},
	{"a stuck CPU is not why a user pressed the key",
	 {{1 * SEC, "watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [sh:7]", 0, CPU(1)},
	  {2 * SEC, "sysrq: Trigger a crash", 0, 7},
	  {2 * SEC, "Kernel panic - not syncing: sysrq triggered crash", 0, 7}},
	 true,
	 2 * SEC,
	 "Kernel panic - not syncing: sysrq triggered crash",
	 "",
	 NULL,
	 "watchdog: BUG: soft lockup - CPU#1 stuck for 22s! [sh:7]"},
	{"a report alone is no death; names may stand before it",
	 {{1, "virtio_net virtio0 eth0: NETDEV WATCHDOG: CPU: 0: transmit queue 0 timed out 5 ms",
	   0, CPU(0)}},
	 false,
	 0,
	 "",
	 "",
	 NULL,
	 "virtio_net virtio0 eth0: NETDEV WATCHDOG: CPU: 0: transmit queue 0 timed out 5 ms"},
	{"a driver dies of a timeout of its device; another device had one, and came back",
	 {{1 * SEC, TIMEOUT("eth0"), 0, CPU(1)},
	  {2 * SEC, TIMEOUT("eth1"), 0, CPU(1)},
	  {2 * SEC + 1, NULL_BUG, 0, CPU(1)},
	  {2 * SEC + 2, " dev_watchdog+0x1ff/0x210", 0, CPU(1)},
	  {2 * SEC + 3, END, 0, CPU(1)},
	  {2 * SEC + 4, FATAL, 0, CPU(1)}},
	 true,
	 2 * SEC + 1,
	 NULL_BUG,
	 "",
	 TIMEOUT("eth1"),
	 TIMEOUT("eth0")},
	{"it calls panic()",
	 {{2 * SEC, TIMEOUT("eth1"), 0, CPU(1)},
	  {2 * SEC + 1, "Kernel panic - not syncing: no way to reset", 0, CPU(1)},
	  {2 * SEC + 2, " dev_watchdog.cold+0xcf/0x120", 0, CPU(1)}},
	 true,
	 2 * SEC + 1,
	 "Kernel panic - not syncing: no way to reset",
	 "",
	 TIMEOUT("eth1"),
	 NULL},
	{"another CPU had the timeout; a word on the stack is no call",
	 {{2 * SEC, TIMEOUT("eth0"), 0, CPU(1)},
	  {2 * SEC, TIMEOUT("eth1"), 0, CPU(0)},
	  {2 * SEC + 1, NULL_BUG, 0, CPU(1)},
	  {2 * SEC + 2, " ? dev_watchdog+0x1ff/0x210", 0, CPU(1)},
	  {2 * SEC + 2, " dev_watchdog_up+0x1ff/0x210", 0, CPU(1)},
	  {2 * SEC + 3, END, 0, CPU(1)},
	  {2 * SEC + 4, FATAL, 0, CPU(1)},
	  {2 * SEC + 5, " dev_watchdog+0x1ff/0x210", 0, CPU(0)}},
	 true,
	 2 * SEC + 1,
	 NULL_BUG,
	 "",
	 NULL,
	 TIMEOUT("eth1")},
	{"a warning that is made once may be another device's",
	 {{1 * SEC, CUT, 0, CPU(1)},
	  {1 * SEC, "NETDEV WATCHDOG: eth0 (e1000): transmit queue 0 timed out", 0, CPU(1)},
	  {1 * SEC + 1, END, 0, CPU(1)},
	  {2 * SEC + 1, NULL_BUG, 0, CPU(1)},
	  {2 * SEC + 2, " dev_watchdog+0x1ff/0x210", 0, CPU(1)},
	  {2 * SEC + 3, END, 0, CPU(1)},
	  {2 * SEC + 4, FATAL, 0, CPU(1)}},
	 true,
	 2 * SEC + 1,
	 NULL_BUG,
	 "",
	 NULL,
	 "NETDEV WATCHDOG: eth0 (e1000): transmit queue 0 timed out"},
	{"what a driver calls a BUG is not the kernel's",
	 {{100, "mydrv: BUG: bad state", 0, 7}},
	 false,
	 0,
	 "",
	 "",
	 NULL,
	 NULL},
	{"a program's words prove nothing",
	 {{100, "Kernel panic - not syncing: said a shell", 1, 7}},
	 false,
	 0,
	 "",
	 "",
	 NULL,
	 NULL},
	{"control characters are escaped by who prints them",
	 {{100, "Oops: \x1b[31mred", 0, 7}},
	 true,
	 100,
	 "Oops: \x1b[31mred",
	 "",
	 NULL,
	 NULL},
};

static void expect_said(const struct pk_log_said *said, const char *text)
{
	assert_int_equal(said->known, text != NULL);
	if (text)
		assert_string_equal(said->text, text);
}

static void panics(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(stories); i++) {
		const struct story *story = &stories[i];
		struct pk_panic panic;
		struct fake_log log;

		print_message("%s\n", story->what);
		fake_log_slots_init(&log);
		for (unsigned l = 0; l < ARRAY_SIZE(story->lines) && story->lines[l].text; l++)
			fake_log_slot(&log, l, story->lines[l].ts, story->lines[l].facility,
				      story->lines[l].caller, story->lines[l].text);
		assert_int_equal(pk_panic_find(&log.ctx, &panic), PK_OK);
		assert_int_equal(panic.found, story->found);
		assert_int_equal(panic.ts_nsec, story->ts);
		assert_string_equal(panic.reason, story->reason);
		assert_string_equal(panic.ip_text, story->ip);
		expect_said(&panic.said, story->said);
		expect_said(&panic.earlier, story->earlier);
		fake_log_end(&log);
	}
}

/* A warning with a text of its own: where it is written, by the line after it, of either form. */
static void places(void **state)
{
	static const char *const lines[][2] = {
		{WARN, "refcount_warn_saturate+0xba/0x110"},
		{"WARNING: drivers/my drv.c:5 at f.cold+0x1/0x2 [drv], CPU#1: sh/7",
		 "f.cold+0x1/0x2 [drv]"},
		{"WARNING: CPU: 0 PID: 7 at lib/f.c:28 0xffffffff81000000", ""},
	};

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(lines); i++) {
		struct pk_panic panic;
		struct fake_log log;

		fake_log_slots_init(&log);
		fake_log_slot(&log, 0, 100, 0, 7, CUT);
		fake_log_slot(&log, 1, 101, 0, 7, "odd state 3");
		fake_log_slot(&log, 2, 102, 0, 7, lines[i][0]);
		fake_log_slot(&log, 3, 103, 0, 7, ON_WARN);
		assert_int_equal(pk_panic_find(&log.ctx, &panic), PK_OK);
		expect_said(&panic.said, "odd state 3");
		assert_string_equal(panic.said.place, lines[i][1]);
		fake_log_end(&log);
	}
}

/* What another CPU, whose clock is behind, prints after the accident's first line is of the accident, too. */
static void the_accident_ends_with_the_log(void **state)
{
	char *argv[] = {(char[]){"pkttrace"}, (char[]){"log"}, (char[]){"-a"}, NULL};
	char text[1024] = "";
	FILE *fp = fmemopen(text, sizeof(text), "w");
	struct fake_log log;

	(void)state;
	fake_log_slots_init(&log);
	fake_log_slot(&log, 0, 80 * SEC, 0, 7, "eth0: link up");
	fake_log_slot(&log, 1, 100 * SEC, 0, CPU(1), "watchdog: BUG: soft lockup - CPU#1 stuck");
	fake_log_slot(&log, 2, 99 * SEC, 0, CPU(0),
		      "Kernel panic - not syncing: softlockup: hung tasks");
	fake_log_slot(&log, 3, 98 * SEC, 0, CPU(0), "---[ end Kernel panic ]---");
	assert_int_equal(pk_command_run(&log.ctx, 3, argv, fp), 0);
	fclose(fp);
	assert_null(strstr(text, "link up"));
	assert_non_null(strstr(text, "soft lockup"));
	assert_non_null(strstr(text, "not syncing"));
	assert_non_null(strstr(text, "end Kernel panic"));
	fake_log_end(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ring),
		cmocka_unit_test(ring_wraps),
		cmocka_unit_test(ring_damage),
		cmocka_unit_test(records),
		cmocka_unit_test(panics),
		cmocka_unit_test(places),
		cmocka_unit_test(the_accident_ends_with_the_log),
	};

	return cmocka_run_group_tests_name("printk", tests, NULL, NULL);
}
