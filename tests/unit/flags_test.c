// SPDX-License-Identifier: GPL-3.0-or-later
/* The column of flags of kernels whose struct trace_entry PREEMPT_RT's patches have changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fake_target.h"
#include "text/private.h"

/* "sched: Add support for lazy preemption" of 6.1-rt, with PREEMPT_LAZY and without: RHEL's 5.14, which is not RT. */
static const struct fake_enum rt[] = {{NULL, "TRACE_FLAG_NEED_RESCHED_LAZY", 0x20},
				      {NULL, "TRACE_FLAG_BH_OFF", 0x80},
				      {NULL, "TRACE_FLAG_IRQS_NOSUPPORT", 0x02}};
static const struct fake_enum not_rt[] = {{NULL, "TRACE_FLAG_NEED_RESCHED_LAZY", 0},
					  {NULL, "TRACE_FLAG_IRQS_NOSUPPORT", 0x02}};
/* 4.19-rt, 5.10-rt: counts of their own, and the last bit. */
static const struct fake_enum old[] = {{NULL, "TRACE_FLAG_NEED_RESCHED_LAZY", 0x80},
				       {NULL, "TRACE_FLAG_IRQS_NOSUPPORT", 0x02}};
static const struct fake_member members[] = {
	{"struct trace_entry", "preempt_lazy_count", 9, .size = 1},
	{"struct task_struct", "migration_disabled", 64, .size = 2},
	{"struct trace_entry", "migrate_disable", 8, .size = 1},
};

/* Of an entry with these FLAGS, preempt_count, preempt_lazy_count and migrate_disable. */
static void expect(const struct fake_enum *enums, size_t nr_enums, size_t nr_members,
		   const struct pk_event *event, const char *text)
{
	struct fake_machine machine;
	struct pk_flag_letters letters;
	char buf[PK_FLAG_LETTERS_MAX];

	fake_target_init(&machine.fake);
	fake_enums(&machine.fake, enums, nr_enums);
	fake_members(&machine.fake, members, nr_members);
	pk_ctx_init(&machine.ctx, &machine.fake.target);
	pk_flag_letters_init(&letters, &machine.ctx);
	assert_int_equal(pk_flag_letters_put(&letters, event, buf), strlen(text));
	assert_string_equal(buf, text);
	pk_ctx_deinit(&machine.ctx);
	fake_target_deinit(&machine.fake);
}

#define EVENT(f, count, lazy, migrate)                                                             \
	&(struct pk_event)                                                                         \
	{                                                                                          \
		.flags = f, .preempt_count = count, .preempt_lazy_count = lazy,                    \
		.migrate_disable = migrate                                                         \
	}
#define RT rt, ARRAY_SIZE(rt), 2
#define NOT_RT not_rt, ARRAY_SIZE(not_rt), 2
#define OLD old, ARRAY_SIZE(old), 3

static void with_lazy_preemption(void **state)
{
	(void)state;
	expect(RT, EVENT(0x09, 0x01, 1, 0), "d..h11.");
	expect(RT, EVENT(0x89, 0x41, 1, 0), "D..h114");
	expect(RT, EVENT(0x20, 0, 0, 0), "..L....");
	expect(RT, EVENT(0x24, 0, 18, 0), ".nL..12."); /* "%x" */
	expect(RT, EVENT(0x02, 0, 0, 0), "X......");
}

static void without_lazy_preemption(void **state)
{
	(void)state;
	expect(NOT_RT, EVENT(0x24, 0x21, 0, 0), ".N..1.2");
	expect(NOT_RT, EVENT(0x20, 0, 0, 0), ".p.....");
}

static void with_counts_of_their_own(void **state)
{
	(void)state;
	expect(OLD, EVENT(0x84, 0x12, 2, 3), ".nL.1223");
	expect(OLD, EVENT(0x24, 0, 0, 1), ".N....1");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(with_lazy_preemption),
		cmocka_unit_test(without_lazy_preemption),
		cmocka_unit_test(with_counts_of_their_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
