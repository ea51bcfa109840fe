// SPDX-License-Identifier: GPL-3.0-or-later
/* Addresses in buffers that survived a reboot, by the tables of each kernel that has them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/trace/clock.h"
#include "fake_target.h"

#define INSTANCE 0xffff000000001000ull
#define SCRATCH 0xffff000000002000ull
#define DELTAS 0xffff000000003000ull
#define TEXT 0xffffffff81000000ull
#define MODULES 0xffffffffc0000000ull
#define LAST_BOOT 4

static const struct fake_member since_6_12[] = {
	{.type = "struct trace_array",
	 .path = "text_delta",
	 .offset = 8,
	 .size = 8,
	 .is_signed = true},
	{.type = "struct trace_array", .path = "flags", .offset = 16, .size = 4},
};
static const struct fake_member since_6_15[] = {
	{.type = "struct trace_array",
	 .path = "module_delta",
	 .offset = 24,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct trace_array",
	 .path = "scratch",
	 .offset = 32,
	 .size = 8,
	 .is_pointer = true},
	{.type = "struct trace_scratch", .path = "nr_entries", .offset = 16, .size = 8},
	{.type = "struct trace_scratch", .path = "entries", .offset = 24, .size = 0},
	{.type = "struct trace_mod_entry", .path = "mod_addr", .offset = 0, .size = 8},
	{.type = "struct trace_module_delta", .path = "delta", .offset = 16, .size = 0},
};
static const struct fake_enum flag[] = {{NULL, "TRACE_ARRAY_FL_LAST_BOOT", LAST_BOOT}};

struct kernel {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_instance instance;
	struct pk_last_boot *last_boot;
};

static void draw(struct kernel *k, bool has_flag, bool has_modules, int64_t delta)
{
	memset(k, 0, sizeof(*k));
	fake_target_init(&k->fake);
	fake_members(&k->fake, since_6_12, ARRAY_SIZE(since_6_12));
	fake_map(&k->fake, INSTANCE, 64);
	fake_put(&k->fake, INSTANCE + 8, 8, (uint64_t)delta);
	fake_symbol(&k->fake, "_stext", TEXT, 16);
	fake_symbol(&k->fake, "_end", TEXT + 0x1000000, 16);
	if (has_flag) {
		fake_enums(&k->fake, flag, 1);
		fake_put(&k->fake, INSTANCE + 16, 4, LAST_BOOT | 1);
	}
	if (has_modules) {
		fake_members(&k->fake, since_6_15, ARRAY_SIZE(since_6_15));
		fake_type(&k->fake, "struct trace_mod_entry", 64);
		fake_map(&k->fake, SCRATCH, 4096);
		fake_map(&k->fake, DELTAS, 4096);
		fake_put(&k->fake, INSTANCE + 24, 8, DELTAS);
		fake_put(&k->fake, INSTANCE + 32, 8, SCRATCH);
	}
	k->instance.addr = INSTANCE;
}

static void module(struct kernel *k, unsigned i, uint64_t addr, int64_t delta)
{
	fake_put(&k->fake, SCRATCH + 16, 8, i + 1);
	fake_put(&k->fake, SCRATCH + 24 + 64 * i, 8, addr);
	fake_put(&k->fake, DELTAS + 16 + 8 * i, 8, (uint64_t)delta);
}

static void ask(struct kernel *k)
{
	pk_ctx_init(&k->ctx, &k->fake.target);
	assert_int_equal(pk_last_boot_create(&k->ctx, &k->instance, &k->last_boot), PK_OK);
}

static uint64_t at(const struct kernel *k, uint64_t addr)
{
	return pk_last_boot_address(k->last_boot, addr);
}

static void done(struct kernel *k)
{
	pk_last_boot_destroy(k->last_boot);
	pk_ctx_deinit(&k->ctx);
	fake_target_deinit(&k->fake);
}

static void kernels_without(void **state)
{
	struct kernel k = {.instance.addr = INSTANCE};

	(void)state;
	fake_target_init(&k.fake);
	ask(&k);
	assert_null(k.last_boot);
	assert_int_equal(at(&k, TEXT + 5), TEXT + 5);
	done(&k);
}

static void a_delta(void **state)
{
	struct kernel k;

	(void)state;
	draw(&k, false, false, -0x2000);
	ask(&k);
	assert_int_equal(at(&k, TEXT + 0x2005), TEXT + 5);
	assert_int_equal(at(&k, 0x2005), 5); /* whatever it is: that kernel does not look */
	done(&k);
	draw(&k, false, false, 0);
	ask(&k);
	assert_null(k.last_boot);
	done(&k);
}

/* The flag goes when the buffer is used; the delta stays. */
static void a_flag(void **state)
{
	struct kernel k;

	(void)state;
	draw(&k, true, false, 0x4000);
	ask(&k);
	assert_int_equal(at(&k, TEXT), TEXT + 0x4000);
	done(&k);
	draw(&k, true, false, 0x4000);
	fake_put(&k.fake, INSTANCE + 16, 4, 1);
	ask(&k);
	assert_null(k.last_boot);
	done(&k);
}

static void modules_move_alone(void **state)
{
	struct kernel k;

	(void)state;
	draw(&k, true, true, 0x4000);
	module(&k, 0, MODULES, 0x10000);
	module(&k, 1, MODULES + 0x8000, -0x3000);
	module(&k, 2, MODULES + 0x20000, 0); /* not loaded now */
	ask(&k);
	assert_int_equal(at(&k, MODULES), MODULES + 0x10000);
	assert_int_equal(at(&k, MODULES + 0x7fff), MODULES + 0x17fff);
	assert_int_equal(at(&k, MODULES + 0x8000), MODULES + 0x5000);
	assert_int_equal(at(&k, MODULES + 0x1ffff), MODULES + 0x1cfff);
	assert_int_equal(at(&k, MODULES + 0x20000), MODULES + 0x20000);
	assert_int_equal(at(&k, TEXT + 8), TEXT + 0x4008);
	assert_true(pk_last_boot_moved(k.last_boot));
	/* what does not land in the kernel is no address of it */
	assert_int_equal(at(&k, 0xffff888000000000), 0xffff888000000000);
	assert_int_equal(k.ctx.nr_warnings, 0);
	done(&k);
}

/* Names of functions must be sure: elsewhere is nothing, and each address a nothing of its own. */
static void functions_that_are_sure(void **state)
{
	const uint64_t gone = MODULES + 0x20010, nowhere = 1ull << 62;
	struct kernel k;

	(void)state;
	draw(&k, true, true, 0x4000);
	module(&k, 0, MODULES, 0x10000);
	module(&k, 1, MODULES + 0x20000, 0); /* not loaded now, or not moved: nobody knows */
	pk_ctx_init(&k.ctx, &k.fake.target);
	assert_int_equal(pk_last_boot_function(&k.ctx, TEXT), TEXT);
	assert_int_equal(pk_last_boot_enter(&k.ctx, &k.instance), PK_OK);
	assert_int_equal(pk_last_boot_function(&k.ctx, TEXT), TEXT + 0x4000);
	assert_int_equal(pk_last_boot_function(&k.ctx, MODULES + 8), MODULES + 0x10008);
	assert_int_equal(pk_last_boot_function(&k.ctx, gone), gone ^ nowhere);
	assert_int_equal(pk_last_boot_function(&k.ctx, TEXT - 0x5000), (TEXT - 0x5000) ^ nowhere);
	fake_put(&k.fake, INSTANCE + 16, 4, 1);
	assert_int_equal(pk_last_boot_enter(&k.ctx, &k.instance), PK_OK);
	assert_null(k.ctx.last_boot);
	done(&k);
}

/* A module's move is not known to 6.12: shifted as the kernel's text, it would have another's names. */
static void modules_of_6_12(void **state)
{
	struct kernel k;

	(void)state;
	draw(&k, false, false, 0x4000);
	pk_ctx_init(&k.ctx, &k.fake.target);
	assert_int_equal(pk_last_boot_enter(&k.ctx, &k.instance), PK_OK);
	assert_int_equal(pk_last_boot_function(&k.ctx, MODULES), MODULES ^ 1ull << 62);
	assert_int_equal(pk_last_boot_function(&k.ctx, TEXT + 16), TEXT + 0x4010);
	done(&k);
}

/* 6.12: constants of the kernel may have moved where its text has not. */
static void data_that_moved_alone(void **state)
{
	static const struct fake_member data[] = {
		{.type = "struct trace_array", .path = "data_delta", .offset = 40, .size = 8}};
	struct kernel k;

	(void)state;
	draw(&k, false, false, 0);
	fake_members(&k.fake, data, 1);
	ask(&k);
	assert_false(pk_last_boot_moved(k.last_boot));
	done(&k);
	draw(&k, false, false, 0);
	fake_members(&k.fake, data, 1);
	fake_put(&k.fake, INSTANCE + 40, 8, 0x1000);
	ask(&k);
	assert_true(pk_last_boot_moved(k.last_boot));
	assert_int_equal(at(&k, TEXT), TEXT);
	done(&k);
}

static void damaged_tables(void **state)
{
	struct kernel k;

	(void)state;
	draw(&k, true, true, 0x4000);
	module(&k, 0, MODULES, 0x10000);
	fake_put(&k.fake, SCRATCH + 16, 8, 1ull << 40);
	ask(&k);
	assert_int_equal(k.ctx.nr_warnings, 1);
	assert_int_equal(at(&k, TEXT), TEXT + 0x4000);
	done(&k);
	draw(&k, true, true, 0x4000);
	module(&k, 0, MODULES, 0x10000);
	module(&k, 1, MODULES - 0x8000, 0x7000);
	ask(&k);
	assert_int_equal(k.ctx.nr_warnings, 1);
	assert_int_equal(at(&k, MODULES + 1), MODULES + 0x10001);
	done(&k);
	draw(&k, true, true, 0x4000);
	fake_put(&k.fake, INSTANCE + 32, 8, 0x1234);
	ask(&k);
	assert_int_equal(k.ctx.nr_warnings, 1);
	done(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kernels_without),
		cmocka_unit_test(a_delta),
		cmocka_unit_test(a_flag),
		cmocka_unit_test(modules_move_alone),
		cmocka_unit_test(functions_that_are_sure),
		cmocka_unit_test(modules_of_6_12),
		cmocka_unit_test(damaged_tables),
		cmocka_unit_test(data_that_moved_alone),
	};

	return cmocka_run_group_tests_name("last_boot", tests, NULL, NULL);
}
