// SPDX-License-Identifier: GPL-3.0-or-later
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "decode/trace/clock.h"
#include "fake_target.h"

#define DATA 0xffffffff82000000ull

static const struct fake_member members[] = {
	{.type = "struct timekeeper", .path = "xtime_sec", .offset = 0x38, .size = 8},
	{.type = "struct timekeeper", .path = "tkr_mono.xtime_nsec", .offset = 0x20, .size = 8},
	{.type = "struct timekeeper", .path = "tkr_mono.shift", .offset = 0x1c, .size = 4},
};

static const struct fake_member named_core[] = {
	{.type = "struct tk_data", .path = "timekeeper", .offset = 0x40, .size = 0x100},
};

/* 1,700,000,000.25 s, in a timekeeper at TK whose nanoseconds are shifted by SHIFT. */
static enum pk_status clock_at(struct fake_target *fake, uint64_t tk, uint64_t shift,
			       uint64_t *ret_ns)
{
	struct pk_ctx ctx;
	enum pk_status status;

	fake_members(fake, members, ARRAY_SIZE(members));
	fake_map(fake, DATA, 4096);
	fake_put(fake, tk + 0x38, 8, 1700000000);
	fake_put(fake, tk + 0x20, 8, 250000000ull << (shift & 31));
	fake_put(fake, tk + 0x1c, 4, shift);
	pk_ctx_init(&ctx, &fake->target);
	status = pk_wall_clock(&ctx, ret_ns);
	pk_ctx_deinit(&ctx);
	return status;
}

static void behind_an_unnamed_seqcount(void **state)
{
	struct fake_target fake;
	uint64_t ns;

	(void)state;
	fake_target_init(&fake);
	fake_symbol(&fake, "tk_core", DATA, 0x200);
	assert_int_equal(clock_at(&fake, DATA + 8, 8, &ns), PK_OK);
	assert_int_equal(ns, 1700000000250000000);
	fake_target_deinit(&fake);
}

/* With PREEMPT_RT a seqcount knows its lock. */
static void behind_a_seqcount_with_a_lock(void **state)
{
	struct fake_target fake;
	uint64_t ns;

	(void)state;
	fake_target_init(&fake);
	fake_type(&fake, "seqcount_raw_spinlock_t", 16);
	fake_symbol(&fake, "tk_core", DATA, 0x200);
	assert_int_equal(clock_at(&fake, DATA + 16, 24, &ns), PK_OK);
	assert_int_equal(ns, 1700000000250000000);
	fake_target_deinit(&fake);
}

static void where_the_core_has_a_type(void **state)
{
	struct fake_target fake;
	uint64_t ns;

	(void)state;
	fake_target_init(&fake);
	fake_members(&fake, named_core, ARRAY_SIZE(named_core));
	fake_symbol(&fake, "tk_core", DATA, 0x200);
	assert_int_equal(clock_at(&fake, DATA + 0x40, 24, &ns), PK_OK);
	assert_int_equal(ns, 1700000000250000000);
	fake_target_deinit(&fake);
}

/* The first of an array; and CLOCK_BOOTTIME, which went on while the machine slept. */
static void several_timekeepers(void **state)
{
	static const struct fake_member boot[] = {
		{.type = "struct timekeeper", .path = "offs_boot", .offset = 0x60, .size = 8}};
	struct fake_target fake;
	struct pk_ctx ctx;
	uint64_t ns;

	(void)state;
	fake_target_init(&fake);
	fake_members(&fake, named_core, ARRAY_SIZE(named_core));
	fake_members(&fake, boot, ARRAY_SIZE(boot));
	fake_symbol(&fake, "timekeeper_data", DATA, 0x800);
	assert_int_equal(clock_at(&fake, DATA + 0x40, 24, &ns), PK_OK);
	assert_int_equal(ns, 1700000000250000000);
	fake_put(&fake, DATA + 0x40 + 0x60, 8, 12345);
	pk_ctx_init(&ctx, &fake.target);
	assert_int_equal(pk_boot_offset(&ctx, &ns), PK_OK);
	assert_int_equal(ns, 12345);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

static void a_variable_alone(void **state)
{
	struct fake_target fake;
	uint64_t ns;

	(void)state;
	fake_target_init(&fake);
	fake_symbol(&fake, "timekeeper", DATA, 0x200);
	assert_int_equal(clock_at(&fake, DATA, 0, &ns), PK_OK);
	assert_int_equal(ns, 1700000000250000000);
	fake_target_deinit(&fake);
}

static void an_absurd_shift_is_corrupt(void **state)
{
	struct fake_target fake;
	uint64_t ns;

	(void)state;
	fake_target_init(&fake);
	fake_symbol(&fake, "tk_core", DATA, 0x200);
	assert_int_equal(clock_at(&fake, DATA + 8, 77, &ns), PK_CORRUPT);
	fake_target_deinit(&fake);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(behind_an_unnamed_seqcount),
		cmocka_unit_test(behind_a_seqcount_with_a_lock),
		cmocka_unit_test(where_the_core_has_a_type),
		cmocka_unit_test(several_timekeepers),
		cmocka_unit_test(a_variable_alone),
		cmocka_unit_test(an_absurd_shift_is_corrupt),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
