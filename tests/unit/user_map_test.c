// SPDX-License-Identifier: GPL-3.0-or-later
/* Memory maps of tasks, by the list of old kernels and the maple tree of new ones, and the paths of what is mapped. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "decode/user_map.h"
#include "fake_target.h"
#include "text/entry.h"
#include "text/private.h"

#define AREA 0xffff888000000000ull
#define TASK(n) (AREA + 256 * (uint64_t)(n))
#define MM (AREA + 0x1000)
#define VMA(n) (AREA + 0x1100 + 64 * (uint64_t)(n))
#define NODE(n) (AREA + 0x2000 + 256 * (uint64_t)(n))
#define DENTRY(n) (AREA + 0x3000 + 64 * (uint64_t)(n))
#define MOUNT(n) (AREA + 0x3800 + 128 * (uint64_t)(n))
#define MNT 32 /* struct vfsmount in struct mount */
#define FILE_AT (AREA + 0x3c00)
#define OPS (AREA + 0x3d00)
#define NAME(n) (AREA + 0x4000 + 256 * (uint64_t)(n))

enum { LEAF_64 = 1, RANGE_64 = 2, ARANGE_64 = 3 };

static const struct fake_member members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "flags", 8, .size = 4},
	{"struct task_struct", "tasks", 16, .size = 16},
	{"struct task_struct", "mm", 32, .size = 8},
	{"struct task_struct", "stack", 40, .size = 8},
	{"struct task_struct", "comm", 64, .size = 16, .is_array = true, .elements = 16},
	{"struct vm_area_struct", "vm_start", 0, .size = 8},
	{"struct vm_area_struct", "vm_end", 8, .size = 8},
	{"struct vm_area_struct", "vm_file", 16, .size = 8},
	{"struct file", "f_path.dentry", 0, .size = 8},
	{"struct file", "f_path.mnt", 8, .size = 8},
	{"struct file", "f_mode", 16, .size = 4},
	{"struct dentry", "d_parent", 0, .size = 8},
	{"struct dentry", "d_name.name", 8, .size = 8},
	{"struct dentry", "d_hash.pprev", 16, .size = 8},
	{"struct dentry", "d_op", 24, .size = 8},
	{"struct dentry_operations", "d_dname", 8, .size = 8},
	{"struct mount", "mnt", MNT, .size = 16},
	{"struct mount", "mnt_parent", 0, .size = 8},
	{"struct mount", "mnt_mountpoint", 8, .size = 8},
	{"struct vfsmount", "mnt_root", 0, .size = 8},
};

static const struct fake_member of_a_list[] = {
	{"struct mm_struct", "mmap", 8, .size = 8},
	{"struct vm_area_struct", "vm_next", 24, .size = 8},
};

static const struct fake_member of_a_tree[] = {
	{"struct mm_struct", "mm_mt.ma_root", 16, .size = 8},
	{"struct maple_range_64", "pivot", 8, .size = 120, .is_array = true, .elements = 3},
	{"struct maple_range_64", "slot", 128, .size = 128, .is_array = true, .elements = 4},
	{"struct maple_arange_64", "pivot", 8, .size = 72, .is_array = true, .elements = 2},
	{"struct maple_arange_64", "slot", 80, .size = 80, .is_array = true, .elements = 3},
};

static const struct fake_enum node_types[] = {
	{.name = "maple_leaf_64", .value = LEAF_64},
	{.name = "maple_range_64", .value = RANGE_64},
	{.name = "maple_arange_64", .value = ARANGE_64},
};

static void put(struct fake_target *fake, uint64_t addr, uint64_t value)
{
	fake_put(fake, addr, 8, value);
}

static void put_area(struct fake_target *fake, unsigned nr, uint64_t start, uint64_t end,
		     uint64_t next)
{
	put(fake, VMA(nr), start);
	put(fake, VMA(nr) + 8, end);
	put(fake, VMA(nr) + 16, FILE_AT + nr);
	put(fake, VMA(nr) + 24, next);
}

/* Task 7 has memory, a kernel thread borrows it, task 9 is exiting. */
static int setup(void **state)
{
	static const int pids[] = {0, 7, 8, 9};
	static struct fake_machine machine;
	struct fake_target *fake = &machine.fake;

	fake_target_init(fake);
	fake_map(fake, AREA, 0x6000);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, node_types, ARRAY_SIZE(node_types));
	fake_symbol(fake, "init_task", TASK(0), 256);
	for (unsigned i = 0; i < 4; i++) {
		fake_put(fake, TASK(i), 4, pids[i]);
		fake_put(fake, TASK(i) + 4, 4, pids[i]);
		fake_put_string(fake, TASK(i) + 64, "task");
		put(fake, TASK(i) + 16, TASK((i + 1) % 4) + 16);
	}
	put(fake, TASK(1) + 32, MM);
	put(fake, TASK(2) + 32, MM);
	fake_put(fake, TASK(2) + 8, 4, 0x00200040);
	fake_put(fake, TASK(1) + 8, 4, ~0x00200000u);
	for (unsigned i = 0; i < 4; i++)
		put_area(fake, i, 0x1000 * i + 0x1000, 0x1000 * i + 0x1800, i < 3 ? VMA(i + 1) : 0);
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static void assert_areas(struct pk_ctx *ctx)
{
	struct pk_user_map map;

	assert_int_equal(pk_user_map_load(ctx, 7, &map), PK_OK);
	assert_int_equal(map.nr, 4);
	for (unsigned i = 0; i < 4; i++) {
		assert_int_equal(map.areas[i].start, 0x1000 * i + 0x1000);
		assert_int_equal(map.areas[i].end, 0x1000 * i + 0x1800);
		assert_int_equal(map.areas[i].file, FILE_AT + i);
	}
	assert_ptr_equal(pk_user_map_find(&map, 0), &map.areas[0]);
	assert_ptr_equal(pk_user_map_find(&map, 0x27ff), &map.areas[1]);
	assert_ptr_equal(pk_user_map_find(&map, 0x2800), &map.areas[2]);
	assert_null(pk_user_map_find(&map, 0x4800));
	pk_user_map_deinit(&map);
	assert_int_equal(pk_user_map_load(ctx, 8, &map), PK_ABSENT);
	assert_int_equal(pk_user_map_load(ctx, 9, &map), PK_ABSENT);
	assert_int_equal(pk_user_map_load(ctx, 10, &map), PK_ABSENT);
}

static void areas_of_a_list(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_user_map map;

	fake_members(&machine->fake, of_a_list, ARRAY_SIZE(of_a_list));
	put(&machine->fake, MM + 8, VMA(0));
	assert_areas(&machine->ctx);
	put(&machine->fake, VMA(3) + 24, VMA(1)); /* a circle */
	assert_int_equal(pk_user_map_load(&machine->ctx, 7, &map), PK_CORRUPT);
	assert_non_null(strstr(pk_error(&machine->ctx), "does not end"));
	put(&machine->fake, VMA(3) + 24, 0x10);
	assert_int_equal(pk_user_map_load(&machine->ctx, 7, &map), PK_UNREADABLE);
}

static uint64_t node(unsigned nr, unsigned type)
{
	return NODE(nr) | type << 3 | 2;
}

/* Two leaves below an inner node. Slots with a mark are the tree's; behind a node's limit, old slots stay. */
static void draw_tree(struct fake_target *fake)
{
	fake_members(fake, of_a_tree, ARRAY_SIZE(of_a_tree));
	put(fake, MM + 16, node(0, ARANGE_64));
	put(fake, NODE(0) + 8, 0x27ff);
	put(fake, NODE(0) + 80, node(1, LEAF_64));
	put(fake, NODE(0) + 88, node(2, LEAF_64));
	put(fake, NODE(0) + 96, 0x10); /* behind the end, which is pivot 0 */
	put(fake, NODE(1) + 8, 0x17ff);
	put(fake, NODE(1) + 16, 0x1fff);
	put(fake, NODE(1) + 24, 0x27ff);
	put(fake, NODE(1) + 128, VMA(0));
	put(fake, NODE(1) + 136, 0); /* a gap */
	put(fake, NODE(1) + 144, VMA(1));
	put(fake, NODE(1) + 152, VMA(3)); /* behind the limit */
	put(fake, NODE(2) + 8, 0x37ff);
	put(fake, NODE(2) + 16, 0x3fff);
	put(fake, NODE(2) + 24, 0x47ff);
	put(fake, NODE(2) + 128, VMA(2));
	put(fake, NODE(2) + 136, 0x406); /* a mark */
	put(fake, NODE(2) + 144, VMA(3)); /* the last pivot is followed by one more slot */
	put(fake, NODE(2) + 152, 0);
}

static void areas_of_a_tree(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_user_map map;

	draw_tree(fake);
	assert_areas(&machine->ctx);
	put(fake, NODE(2) + 144, 0);
	put(fake, NODE(2) + 152, VMA(3));
	assert_areas(&machine->ctx);
	put(fake, NODE(0) + 88, node(2, 5));
	assert_int_equal(pk_user_map_load(&machine->ctx, 7, &map), PK_UNSUPPORTED);
	put(fake, NODE(0) + 88, node(0, ARANGE_64)); /* to itself */
	assert_int_equal(pk_user_map_load(&machine->ctx, 7, &map), PK_CORRUPT);
	put(fake, MM + 16, VMA(0));
	assert_int_equal(pk_user_map_load(&machine->ctx, 7, &map), PK_CORRUPT);
	put(fake, MM + 16, 0);
	assert_int_equal(pk_user_map_load(&machine->ctx, 7, &map), PK_OK);
	assert_int_equal(map.nr, 0);
	assert_null(pk_user_map_find(&map, 0x1000));
	pk_user_map_deinit(&map);
}

static void put_dentry(struct fake_target *fake, unsigned nr, unsigned parent, const char *name)
{
	put(fake, DENTRY(nr), DENTRY(parent));
	put(fake, DENTRY(nr) + 8, NAME(nr));
	fake_put_string(fake, NAME(nr), name);
	put(fake, DENTRY(nr) + 16, 1);
}

/* The machine's root is mount 0; below its /usr (1) mount 1, whose root is 2; in it lib (3) and libc.so (4). */
static void draw_files(struct fake_target *fake)
{
	put_dentry(fake, 0, 0, "/");
	put_dentry(fake, 1, 0, "usr");
	put_dentry(fake, 2, 2, "/");
	put_dentry(fake, 3, 2, "lib");
	put_dentry(fake, 4, 3, "libc.so");
	put(fake, MOUNT(0), MOUNT(0));
	put(fake, MOUNT(0) + MNT, DENTRY(0));
	put(fake, MOUNT(1), MOUNT(0));
	put(fake, MOUNT(1) + 8, DENTRY(1));
	put(fake, MOUNT(1) + MNT, DENTRY(2));
	put(fake, FILE_AT, DENTRY(4));
	put(fake, FILE_AT + 8, MOUNT(1) + MNT);
}

static void assert_path(struct pk_ctx *ctx, const char *expected)
{
	char path[4096];

	assert_int_equal(pk_file_path(ctx, FILE_AT, path, sizeof(path)), PK_OK);
	assert_string_equal(path, expected);
}

static void paths_cross_mounts(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_ctx *ctx = &machine->ctx;
	char path[64];

	draw_files(fake);
	assert_path(ctx, "/usr/lib/libc.so");
	/* From the root of its file system alone. */
	assert_int_equal(pk_path_name(ctx, DENTRY(4), 0, path, sizeof(path)), PK_OK);
	assert_string_equal(path, "/lib/libc.so");
	assert_int_equal(pk_path_name(ctx, DENTRY(0), MOUNT(0) + MNT, path, sizeof(path)), PK_OK);
	assert_string_equal(path, "/");
	assert_int_equal(pk_path_name(ctx, DENTRY(2), MOUNT(1) + MNT, path, sizeof(path)), PK_OK);
	assert_string_equal(path, "/usr");
	put(fake, DENTRY(4) + 16, 0); /* no longer in the hash */
	assert_path(ctx, "/usr/lib/libc.so (deleted)");
	/* It fits with its NUL, or not at all. */
	assert_int_equal(pk_path_name(ctx, DENTRY(4), MOUNT(1) + MNT, path, 27), PK_OK);
	assert_string_equal(path, "/usr/lib/libc.so (deleted)");
	assert_int_equal(pk_path_name(ctx, DENTRY(4), MOUNT(1) + MNT, path, 26), PK_CORRUPT);
}

static void paths_that_are_none(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_ctx *ctx = &machine->ctx;
	char path[64];

	draw_files(fake);
	put(fake, DENTRY(4) + 24, OPS); /* its file system has operations, but makes up no names */
	assert_path(ctx, "/usr/lib/libc.so");
	put(fake, OPS + 8, 0xffffffff81000000);
	assert_int_equal(pk_file_path(ctx, FILE_AT, path, sizeof(path)), PK_UNSUPPORTED);
	put(fake, DENTRY(4) + 24, 0);
	fake_put(fake, FILE_AT + 16, 4, 1u << 25);
	assert_int_equal(pk_file_path(ctx, FILE_AT, path, sizeof(path)), PK_UNSUPPORTED);
	fake_put(fake, FILE_AT + 16, 4, ~(1u << 25));
	assert_path(ctx, "/usr/lib/libc.so");
	put(fake, DENTRY(2), DENTRY(4)); /* names in a circle, which no mount's root ends */
	put(fake, MOUNT(1) + MNT, DENTRY(9));
	assert_int_equal(pk_file_path(ctx, FILE_AT, path, sizeof(path)), PK_CORRUPT);
}

static void assert_place(struct pk_kt *kt, int32_t tgid, uint64_t ip, const char *expected)
{
	pk_seq_reset(&kt->seq);
	assert_true(pk_kt_user_ip(kt, tgid, ip));
	assert_string_equal(kt->seq.text, expected);
}

/* A user space address as the kernel's seq_print_user_ip() prints it. */
static void addresses_are_places_in_files(void **state)
{
	struct fake_machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_kt *kt = calloc(1, sizeof(*kt));
	const uint64_t place = 1u << PK_KT_SYM_USEROBJ, addr = 1u << PK_KT_SYM_ADDR;

	draw_files(fake);
	fake_put_string(fake, NAME(3), "li\nb");
	fake_members(fake, of_a_list, ARRAY_SIZE(of_a_list));
	put(fake, MM + 8, VMA(0));
	put(fake, VMA(0) + 24, VMA(1));
	put(fake, VMA(1) + 16, 0); /* no file */
	put(fake, VMA(1) + 24, VMA(2));
	put(fake, VMA(2) + 16, FILE_AT + 64);
	put(fake, VMA(2) + 24, VMA(3));
	put(fake, VMA(3) + 16, 0x10); /* not in the dump */
	put(fake, FILE_AT + 64, DENTRY(1));
	put(fake, FILE_AT + 72, MOUNT(0) + MNT);
	kt->ctx = &machine->ctx;
	assert_place(kt, 7, 0x1234, " <0000000000001234>");
	kt->options = place;
	assert_place(kt, 7, 0x1234, "/usr/li\\012b/libc.so[+0x234]");
	assert_place(kt, 7, 0x1000, "/usr/li\\012b/libc.so[+0x0]");
	assert_place(kt, 7, 0x2001, " <0000000000002001>");
	assert_place(kt, 7, 0x3010, "/usr[+0x10]");
	assert_place(kt, 7, 0x17ff, "/usr/li\\012b/libc.so[+0x7ff]");
	assert_place(kt, 7, 0x5800, " <0000000000005800>"); /* behind the last */
	/* a task that has no memory any more, and none */
	assert_place(kt, 9, 0x1234, " <0000000000001234>");
	assert_place(kt, 99, 0x1234, " <0000000000001234>");
	kt->options = place | addr;
	assert_place(kt, 7, 0x1234, "/usr/li\\012b/libc.so[+0x234] <0000000000001234>");
	/* its file's name is unavailable: the kernel would have printed it */
	assert_false(pk_kt_user_ip(kt, 7, 0x4010));
	/* a map is read once */
	put(fake, MM + 8, 0x10);
	assert_place(kt, 7, 0x3010, "/usr[+0x10] <0000000000003010>");
	free(kt);
}

/* A map that is damaged names nothing, and says so once. */
static void addresses_of_a_damaged_map(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_kt *kt = calloc(1, sizeof(*kt));

	fake_members(&machine->fake, of_a_list, ARRAY_SIZE(of_a_list));
	put(&machine->fake, MM + 8, 0x10);
	kt->ctx = &machine->ctx;
	kt->options = 1u << PK_KT_SYM_USEROBJ;
	assert_false(pk_kt_user_ip(kt, 7, 0x1234));
	put(&machine->fake, MM + 8, VMA(0));
	assert_false(pk_kt_user_ip(kt, 7, 0x1234));
	free(kt);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(areas_of_a_list, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(areas_of_a_tree, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(paths_cross_mounts, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(paths_that_are_none, setup, fake_machine_teardown),
		cmocka_unit_test_setup_teardown(addresses_are_places_in_files, setup,
						fake_machine_teardown),
		cmocka_unit_test_setup_teardown(addresses_of_a_damaged_map, setup,
						fake_machine_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
