// SPDX-License-Identifier: GPL-3.0-or-later
/* Saved cmdlines in each of the forms that kernels gave them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "decode/trace/event_format.h"
#include "fake_target.h"

#define MAP 0xffff000000100000ull /* map_pid_to_cmdline: 32769 entries */
#define PIDS 0xffff000000200000ull /* map_cmdline_to_pid */
#define NAMES 0xffff000000300000ull /* saved_cmdlines */
#define SAVEDCMD 0xffff000000400000ull
#define NR_SLOTS 4

enum form { GLOBALS, POINTER, ARRAY };

struct kernel {
	struct fake_target fake;
	struct pk_ctx ctx;
};

static void save(struct kernel *k, uint64_t map, uint64_t pids, uint64_t names, unsigned slot,
		 unsigned pid, const char *comm)
{
	fake_put(&k->fake, map + 4 * (pid & 32767), 4, slot);
	fake_put(&k->fake, pids + 4 * slot, 4, pid);
	fake_put_string(&k->fake, names + 16 * slot, comm);
}

/* Where the first map lies, which differs. */
static uint64_t draw(struct kernel *k, enum form form)
{
	const uint64_t buffer = 0xffff000000500000ull;
	uint64_t map = form == GLOBALS ? MAP : buffer + 8;
	uint64_t names = form == ARRAY ? buffer + 8 + 4 * 32769 + 100 : NAMES;
	const struct fake_member rows[] = {
		{.type = "struct saved_cmdlines_buffer",
		 .path = "map_pid_to_cmdline",
		 .offset = 8,
		 .size = 4 * 32769,
		 .is_array = true},
		{.type = "struct saved_cmdlines_buffer",
		 .path = "map_cmdline_to_pid",
		 .offset = 8 + 4 * 32769 + 4,
		 .size = 8,
		 .is_pointer = true},
		{.type = "struct saved_cmdlines_buffer",
		 .path = "cmdline_num",
		 .offset = 8 + 4 * 32769 + 12,
		 .size = 4},
		{.type = "struct saved_cmdlines_buffer",
		 .path = "saved_cmdlines",
		 .offset = 8 + 4 * 32769 + (form == ARRAY ? 100 : 16),
		 .size = form == ARRAY ? 0 : 8,
		 .is_pointer = form == POINTER,
		 .is_array = form == ARRAY},
	};

	fake_target_init(&k->fake);
	fake_map(&k->fake, PIDS, 512);
	fake_map(&k->fake, NAMES, 2048);
	if (form == GLOBALS) {
		fake_map(&k->fake, MAP, 4 * 32769);
		fake_symbol(&k->fake, "map_pid_to_cmdline", MAP, 4);
		fake_symbol(&k->fake, "map_cmdline_to_pid", PIDS, 4);
		fake_symbol(&k->fake, "saved_cmdlines", NAMES, 4);
	} else {
		fake_members(&k->fake, rows, ARRAY_SIZE(rows));
		fake_map(&k->fake, SAVEDCMD, 8);
		fake_map(&k->fake, buffer, 8 + 4 * 32769 + 1024);
		fake_symbol(&k->fake, "savedcmd", SAVEDCMD, 8);
		fake_put(&k->fake, SAVEDCMD, 8, buffer);
		fake_put(&k->fake, buffer + rows[1].offset, 8, PIDS);
		fake_put(&k->fake, buffer + rows[2].offset, 4, NR_SLOTS);
		if (form == POINTER)
			fake_put(&k->fake, buffer + rows[3].offset, 8, NAMES);
	}
	for (unsigned i = 0; i < 32769; i++)
		fake_put(&k->fake, map + 4 * i, 4, 0xffffffff);
	save(k, map, PIDS, names, 0, 100, "init");
	save(k, map, PIDS, names, 1, 70000, "sixteen_bytes_15");
	save(k, map, PIDS, names, 2, 200, "gone");
	save(k, map, PIDS, names, 2, 300, "came after");
	pk_ctx_init(&k->ctx, &k->fake.target);
	return map;
}

static void kernel_end(struct kernel *k)
{
	pk_ctx_deinit(&k->ctx);
	fake_target_deinit(&k->fake);
}

static void expect(struct kernel *k, int pid, const char *comm)
{
	char buf[32];

	assert_int_equal(pk_comm_saved(&k->ctx, pid, buf, sizeof(buf)), PK_OK);
	assert_string_equal(buf, comm);
}

/* The fourth has no pid, and what its page had before. */
static void slots_that_were_never_used(void **state)
{
	struct kernel k;

	(void)state;
	draw(&k, POINTER);
	fake_put_string(&k.fake, NAMES + 16 * 3, "secret");
	fake_put(&k.fake, PIDS + 4 * 3, 4, 0xffffffff);
	for (uint32_t slot = 0; slot < NR_SLOTS + 1; slot++)
		assert_int_equal(pk_comms_uses(&k.ctx, slot), slot < 3);
	kernel_end(&k);
}

static void forms(void **state)
{
	(void)state;
	for (enum form form = GLOBALS; form <= ARRAY; form++) {
		struct kernel k;

		draw(&k, form);
		expect(&k, 0, "<idle>");
		expect(&k, -1, "<XXX>");
		expect(&k, 100, "init");
		expect(&k, 70000, "sixteen_bytes_15"); /* 16 bytes, no NUL: cut there */
		expect(&k, 300, "came after");
		expect(&k, 200, "<...>"); /* its slot was given away */
		expect(&k, 70000 - 32768, "<...>"); /* shares the place of 70000 */
		expect(&k, 999, "<...>");
		assert_int_equal(k.ctx.nr_warnings, 0);
		kernel_end(&k);
	}
}

static void damage(void **state)
{
	char buf[32] = "untouched";
	struct kernel k;
	uint64_t map;

	(void)state;
	map = draw(&k, POINTER);
	fake_put(&k.fake, map + 4 * 100, 4, 0x7fffffff); /* a slot that does not exist */
	expect(&k, 100, "<...>");
	kernel_end(&k);

	draw(&k, POINTER);
	fake_unmap(&k.fake, NAMES);
	assert_int_equal(pk_comm_saved(&k.ctx, 100, buf, sizeof(buf)), PK_UNREADABLE);
	assert_int_equal(pk_comm_saved(&k.ctx, 300, buf, sizeof(buf)), PK_UNREADABLE);
	assert_string_equal(buf, "untouched");
	assert_int_equal(k.ctx.nr_warnings, 1); /* said once */
	expect(&k, 0, "<idle>");
	kernel_end(&k);

	draw(&k, POINTER);
	fake_put(&k.fake, 0xffff000000500000ull + 8 + 4 * 32769 + 12, 4, 0xfffffff0);
	assert_int_equal(pk_comm_saved(&k.ctx, 100, buf, sizeof(buf)), PK_CORRUPT);
	kernel_end(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(forms),
					   cmocka_unit_test(slots_that_were_never_used),
					   cmocka_unit_test(damage)};

	return cmocka_run_group_tests_name("comm", tests, NULL, NULL);
}
