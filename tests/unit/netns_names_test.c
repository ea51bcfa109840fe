// SPDX-License-Identifier: GPL-3.0-or-later
/* What people call network namespaces: by mounts of nsfs in both of its lists, and by the tasks in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "decode/net/device/net_device.h"
#include "fake_target.h"

#define AREA 0xffff888000000000ull
#define NET(n) (AREA + 64 * (uint64_t)(n))
#define MOUNT(n) (AREA + 0x1000 + 128 * (uint64_t)(n))
#define DENTRY(n) (AREA + 0x2000 + 64 * (uint64_t)(n))
#define INODE(n) (AREA + 0x3000 + 16 * (uint64_t)(n))
#define TEXT(n) (AREA + 0x4000 + 128 * (uint64_t)(n))
#define TASK(n) (AREA + 0x5000 + 128 * (uint64_t)(n))
#define SIGNAL(n) (AREA + 0x6000 + 16 * (uint64_t)(n))
#define PROXY(n) (AREA + 0x7000 + 16 * (uint64_t)(n))
#define UTS(n) (AREA + 0x8000 + 128 * (uint64_t)(n))
#define SUPER (AREA + 0x9000)
#define NSFS (AREA + 0x9100)
#define NET_LIST (AREA + 0x9200)
#define MNT 32 /* in struct mount */
#define LINK 16
#define NEXT 8
#define MACHINE 4026531840u
#define BLUE 4026532200u
#define POD 4026532300u

static const struct fake_member members[] = {
	{"struct net", "list", 0, .size = 16},
	{"struct net", "ns.inum", 16, .size = 4},
	{"struct vfsmount", "mnt_root", 0, .size = 8},
	{"struct vfsmount", "mnt_sb", 8, .size = 8},
	{"struct super_block", "s_mounts", 0, .size = 16},
	{"struct mount", "mnt", MNT, .size = 32},
	{"struct mount", "mnt_mountpoint", 0, .size = 8},
	{"struct dentry", "d_inode", 0, .size = 8},
	{"struct dentry", "d_name.name", 8, .size = 8},
	{"struct inode", "i_ino", 0, .size = 8},
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "thread_info.cpu", 12, .size = 4},
	{"struct task_struct", "tasks", 16, .size = 16},
	{"struct task_struct", "signal", 32, .size = 8},
	{"struct task_struct", "stack", 40, .size = 8},
	{"struct task_struct", "thread_node", 48, .size = 16},
	{"struct task_struct", "comm", 64, .size = 16, .is_array = true, .elements = 16},
	{"struct task_struct", "nsproxy", 80, .size = 8},
	{"struct signal_struct", "thread_head", 0, .size = 16},
	{"struct nsproxy", "net_ns", 0, .size = 8},
	{"struct nsproxy", "uts_ns", 8, .size = 8},
	{"struct uts_namespace", "name.nodename", 16, .size = 65},
};
static const struct fake_member listed = {"struct mount", "mnt_instance", LINK, .size = 16};
static const struct fake_member chained = {"struct mount", "mnt_next_for_sb", NEXT, .size = 8};

/* Mount NR of the file of namespace INUM, on a file of that name. */
static void draw_mount(struct fake_target *fake, unsigned nr, uint32_t inum, const char *name)
{
	fake_put(fake, MOUNT(nr), 8, DENTRY(nr));
	fake_put(fake, DENTRY(nr) + 8, 8, TEXT(nr));
	fake_put_string(fake, TEXT(nr), name);
	fake_put(fake, MOUNT(nr) + MNT, 8, DENTRY(nr + 8));
	fake_put(fake, DENTRY(nr + 8), 8, INODE(nr));
	fake_put(fake, INODE(nr), 8, inum);
}

/* NR mounts, as kernels of either kind list them. */
static void draw_mounts(struct fake_target *fake, unsigned nr, bool chain)
{
	for (unsigned i = 0; i < nr; i++) {
		fake_put(fake, MOUNT(i) + NEXT, 8, chain && i + 1 < nr ? MOUNT(i + 1) : 0);
		if (!chain)
			fake_put(fake, MOUNT(i) + LINK, 8,
				 i + 1 < nr ? MOUNT(i + 1) + LINK : SUPER);
	}
	fake_put(fake, SUPER, 8, chain ? MOUNT(0) : MOUNT(0) + LINK);
	fake_members(fake, chain ? &chained : &listed, 1);
}

/* Task NR sees namespace NET, and the machine by a name of its own (UTS 0: by that which all see). */
static void draw_task(struct fake_target *fake, unsigned nr, uint64_t net, uint64_t uts)
{
	fake_put(fake, TASK(nr), 4, nr);
	fake_put(fake, TASK(nr) + 4, 4, nr);
	fake_put(fake, TASK(nr) + 16, 8, TASK(nr ? nr - 1 : 3) + 16);
	fake_put(fake, TASK(nr) + 32, 8, SIGNAL(nr));
	fake_put(fake, SIGNAL(nr), 8, TASK(nr) + 48);
	fake_put(fake, TASK(nr) + 48, 8, SIGNAL(nr));
	fake_put(fake, TASK(nr) + 80, 8, PROXY(nr));
	fake_put(fake, PROXY(nr), 8, net);
	fake_put(fake, PROXY(nr) + 8, 8, uts);
}

static int setup(void **state)
{
	static struct fake_machine machine;
	static const uint32_t inums[] = {MACHINE, BLUE, POD};
	struct fake_target *fake = &machine.fake;

	fake_target_init(fake);
	fake_map(fake, AREA, 0xa000);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_symbol(fake, "net_namespace_list", NET_LIST, 16);
	fake_symbol(fake, "nsfs_mnt", NSFS, 8);
	fake_symbol(fake, "init_task", TASK(0), 128);
	fake_symbol(fake, "init_uts_ns", UTS(0), 128);
	for (unsigned i = 0; i < 3; i++) {
		fake_put(fake, i ? NET(i - 1) : NET_LIST, 8, NET(i));
		fake_put(fake, NET(i), 8, NET_LIST);
		fake_put(fake, NET(i) + 16, 4, inums[i]);
	}
	fake_put(fake, NSFS, 8, MOUNT(0) + MNT);
	fake_put(fake, MOUNT(0) + MNT + 8, 8, SUPER);
	draw_mount(fake, 0, MACHINE, "default");
	draw_mount(fake, 1, BLUE, "blue");
	draw_mount(fake, 2, 4026532999u, "a mount namespace");
	for (unsigned i = 0; i < 4; i++)
		draw_task(fake, i, i > 1 ? NET(2) : NET(0), i > 1 ? UTS(1) : UTS(0));
	fake_put_string(fake, UTS(0) + 16, "node7");
	fake_put_string(fake, UTS(1) + 16, "web-0");
	fake_put_string(fake, UTS(2) + 16, "web-1");
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct fake_machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	return 0;
}

static void assert_called(struct fake_machine *machine, uint32_t inum, const char *called)
{
	const char *name = pk_netns_called(pk_netns_name(&machine->ctx, inum));

	if (!called)
		assert_null(name);
	else
		assert_string_equal(name ? name : "(none)", called);
	assert_int_equal(machine->ctx.nr_warnings, 0);
}

static void assert_names(struct fake_machine *machine)
{
	assert_called(machine, MACHINE, "default");
	assert_called(machine, BLUE, "blue");
	assert_called(machine, POD, "web-0");
	assert_called(machine, 4026532999u, NULL);
	assert_called(machine, 0, NULL);
}

static void by_mounts_in_a_list(void **state)
{
	struct fake_machine *machine = *state;

	draw_mounts(&machine->fake, 3, false);
	assert_names(machine);
}

static void by_mounts_in_a_chain(void **state)
{
	struct fake_machine *machine = *state;

	draw_mounts(&machine->fake, 3, true);
	assert_names(machine);
}

/* The chain has no head that would end a walk. */
static void a_chain_that_comes_back_ends(void **state)
{
	struct fake_machine *machine = *state;

	draw_mounts(&machine->fake, 3, true);
	fake_put(&machine->fake, MOUNT(2) + NEXT, 8, MOUNT(0));
	assert_names(machine);
}

static void two_names_are_none(void **state)
{
	struct fake_machine *machine = *state;

	draw_mount(&machine->fake, 2, BLUE, "green");
	draw_mounts(&machine->fake, 3, false);
	fake_put(&machine->fake, PROXY(3) + 8, 8, UTS(2));
	assert_called(machine, BLUE, NULL);
	assert_called(machine, POD, NULL);
	assert_int_equal(pk_netns_names(&machine->ctx)->nr_hosts, 2);
}

static void a_kernel_without_nsfs_has_tasks(void **state)
{
	struct fake_machine *machine = *state;

	/* neither list is known */
	fake_put(&machine->fake, TASK(3) + 80, 8, 0); /* exits */
	assert_called(machine, BLUE, NULL);
	assert_called(machine, POD, "web-0");
}

static void found_by_name(void **state)
{
	struct fake_machine *machine = *state;
	struct pk_ctx *ctx = &machine->ctx;
	uint32_t inum = 0;

	draw_mounts(&machine->fake, 3, false);
	assert_int_equal(pk_netns_find(ctx, "blue", &inum), PK_OK);
	assert_int_equal(inum, BLUE);
	assert_int_equal(pk_netns_find(ctx, "web-0", &inum), PK_OK);
	assert_int_equal(inum, POD);
	assert_int_equal(pk_netns_find(ctx, "web", &inum), PK_USAGE);
	assert_string_equal(pk_error(ctx), "no network namespace is called \"web\"; there are: "
					   "default, blue, web-0");
	assert_int_equal(pk_netns_find(ctx, "", &inum), PK_USAGE);
}

static void two_of_one_name(void **state)
{
	struct fake_machine *machine = *state;
	uint32_t inum = 0;

	fake_put_string(&machine->fake, TEXT(1), "web-0");
	draw_mounts(&machine->fake, 3, false);
	assert_int_equal(pk_netns_find(&machine->ctx, "web-0", &inum), PK_USAGE);
	assert_string_equal(pk_error(&machine->ctx), "network namespaces 4026532200 and 4026532300 "
						     "are called \"web-0\"");
	assert_int_equal(inum, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(by_mounts_in_a_list, setup, teardown),
		cmocka_unit_test_setup_teardown(by_mounts_in_a_chain, setup, teardown),
		cmocka_unit_test_setup_teardown(a_chain_that_comes_back_ends, setup, teardown),
		cmocka_unit_test_setup_teardown(two_names_are_none, setup, teardown),
		cmocka_unit_test_setup_teardown(a_kernel_without_nsfs_has_tasks, setup, teardown),
		cmocka_unit_test_setup_teardown(found_by_name, setup, teardown),
		cmocka_unit_test_setup_teardown(two_of_one_name, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
