// SPDX-License-Identifier: GPL-3.0-or-later
/* Devices that cannot go: who waits, on an x86-64 stack, as kernels before and since 5.18 do; who stands behind; who holds them; what the
 * log says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "decode/net/device/device.h"
#include "fake_log.h"
#include "fake_net.h"

#define TEXT 0xffffffff81000000ull
#define STACK(n) (0xffffc90000000000ull + 0x8000 * (uint64_t)(n)) /* of 16 KiB */
#define TASKS 0xffffc9000f000000ull
#define TASK(n) (TASKS + 0x200 * (uint64_t)(n))
#define TASK_STATE 72
#define SAVED(n) (STACK(n) + 0x3000) /* thread.sp */
#define ORC_IPS (FAKE_GLOBALS + 0xe000)
#define ORC (FAKE_GLOBALS + 0xe800)
#define RWSEM (FAKE_GLOBALS + 0xf000)
#define CLEANUP (FAKE_GLOBALS + 0xf100)
#define PERCPU (FAKE_GLOBALS + 0xf200)
#define ARP_TABLE (FAKE_GLOBALS + 0xf400)

/* Of struct net_device. */
#define STATE 24
#define NET 32
#define LIST 40
#define REG_STATE 56
#define TODO 64
#define REFCNT 80
#define IP 88
#define IP6 96
#define UPPER 104
#define LOWER 120
#define QDISC 136
#define REAL_TX 144
#define REAL_RX 148
#define TX 152
#define NUM_TX 160
#define INGRESS 168
#define FIB 176
#define WATCHDOG 192
/* Of struct net, behind what fake_net.c has. */
#define NET_CLEANUP 200
#define NET_BASE 208

enum func { SCHEDULE, MSLEEP, RUN_TODO, CLEANUP_NET, DELLINK, DOWN, END, NR_FUNCS };
#define FUNC(f) (TEXT + 256 * (uint64_t)(f))
static const char *const names[NR_FUNCS] = {"__schedule",      "msleep",
					    "netdev_run_todo", "cleanup_net",
					    "rtnl_dellink",    "rwsem_down_write_slowpath",
					    "ret_from_fork"};

static const struct fake_member members[] = {
	{"struct task_struct", "pid", 0, .size = 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, .size = 4, .is_signed = true},
	{"struct task_struct", "on_cpu", 8, .size = 4},
	{"struct task_struct", "stack", 16, .size = 8},
	{"struct task_struct", "tasks", 24, .size = 16},
	{"struct task_struct", "comm", 40, .size = 16, .is_array = true, .elements = 16},
	{"struct task_struct", "thread.sp", 56, .size = 8},
	{"struct task_struct", "__state", TASK_STATE, .size = 4},
	{"struct pt_regs", "ip", 128, .size = 8},
	{"struct pt_regs", "sp", 152, .size = 8},
	{"struct inactive_task_frame", "bp", 0, .size = 8},
	{"struct inactive_task_frame", "ret_addr", 8, .size = 8},
	{"struct orc_entry", "sp_offset", 0, .size = 2, .is_signed = true},
	{"struct orc_entry", "bp_offset", 2, .size = 2, .is_signed = true},
	{"struct orc_entry", "sp_reg", 4, .size = 4, .bit_offset = 0, .bit_size = 4},
	{"struct orc_entry", "bp_reg", 4, .size = 4, .bit_offset = 4, .bit_size = 4},
	{"struct orc_entry", "type", 4, .size = 4, .bit_offset = 8, .bit_size = 2},
	{"struct orc_entry", "end", 4, .size = 4, .bit_offset = 10, .bit_size = 1},
	{"struct rw_semaphore", "owner", 8, .size = 8},
	{"struct rw_semaphore", "wait_list", 16, .size = 16},
	{"struct rwsem_waiter", "list", 0, .size = 16},
	{"struct rwsem_waiter", "task", 16, 8, .is_pointer = true},
	{"struct net_device", "state", STATE, .size = 8},
	{"struct net_device", "nd_net", NET, 8, .is_pointer = true},
	{"struct net_device", "dev_list", LIST, .size = 16},
	{"struct net_device", "reg_state", REG_STATE, 1, .bit_offset = 0, .bit_size = 8},
	{"struct net_device", "todo_list", TODO, .size = 16},
	{"struct net_device", "pcpu_refcnt", REFCNT, 8, .is_pointer = true},
	{"struct net_device", "ip_ptr", IP, 8, .is_pointer = true},
	{"struct net_device", "ip6_ptr", IP6, 8, .is_pointer = true},
	{"struct net_device", "adj_list.upper", UPPER, .size = 16},
	{"struct net_device", "adj_list.lower", LOWER, .size = 16},
	{"struct net_device", "qdisc", QDISC, 8, .is_pointer = true},
	{"struct net_device", "real_num_tx_queues", REAL_TX, .size = 4},
	{"struct net_device", "real_num_rx_queues", REAL_RX, .size = 4},
	{"struct net_device", "_tx", TX, 8, .is_pointer = true},
	{"struct net_device", "num_tx_queues", NUM_TX, .size = 4},
	{"struct net_device", "ingress_queue", INGRESS, 8, .is_pointer = true},
	{"struct net_device", "fib_nh_head", FIB, .size = 8},
	{"struct net_device", "watchdog_timer", WATCHDOG, .size = 16},
	{"struct timer_list", "entry", 0, .size = 16},
	{"struct netdev_adjacent", "dev", 0, 8, .is_pointer = true},
	{"struct netdev_adjacent", "list", 8, .size = 16},
	{"struct netdev_adjacent", "master", 24, .size = 1},
	{"struct netdev_queue", "qdisc", 0, 8, .is_pointer = true},
	{"struct netdev_queue", "qdisc_sleeping", 8, 8, .is_pointer = true},
	{"struct Qdisc", "flags", 0, .size = 4},
	{"struct fib_nh", "nh_hash", 0, .size = 16},
	{"struct fib_nh", "nh_common.nhc_dev", 16, 8, .is_pointer = true},
	{"struct fib_nh", "nh_common.nhc_pcpu_rth_output", 24, 8, .is_pointer = true},
	{"struct fib_nh", "nh_common.nhc_rth_input", 32, 8, .is_pointer = true},
	{"struct dst_entry", "dev", 0, 8, .is_pointer = true},
	{"struct neigh_table", "parms_list", 0, .size = 16},
	{"struct neigh_parms", "list", 0, .size = 16},
	{"struct neigh_parms", "dev", 16, 8, .is_pointer = true},
	{"struct net", "cleanup_list", NET_CLEANUP, .size = 8},
	{"struct net", "dev_base_head", NET_BASE, .size = 16},
	{"struct net_device", "refcnt_tracker", 208, .size = 0},
};
#define SINCE_5_13 1 /* of members, at their end */

static const struct fake_enum enums[] = {
	{NULL, "NETREG_REGISTERED", 1},
	{NULL, "NETREG_UNREGISTERED", 3},
	{NULL, "__LINK_STATE_LINKWATCH_PENDING", 3},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	uint64_t devices; /* two objects of a slab */
};

#define DEVICE(machine, n) ((machine)->devices + 2048 * (uint64_t)(n))

static void orc(struct fake_target *fake, enum func func, int sp_offset, bool end)
{
	fake_put(fake, ORC_IPS + 4 * func, 4, (uint32_t)(FUNC(func) - (ORC_IPS + 4 * func)));
	fake_put(fake, ORC + 6 * func, 2, (uint16_t)sp_offset);
	fake_put(fake, ORC + 6 * func + 4, 2, (end ? 0 : 5) | end << 10);
}

static void call(struct fake_target *fake, uint64_t slot, enum func func, enum func called)
{
	uint64_t pc = FUNC(func) + 64;

	fake_put(fake, pc - 5, 1, 0xe8);
	fake_put(fake, pc - 4, 4, (uint32_t)(FUNC(called) - pc));
	fake_put(fake, slot, 8, pc);
}

/* Where a word of netdev_run_todo()'s frame lies, and one that msleep() has saved. */
#define LOCAL(n) (SAVED(n) + 16 + 0x10 + 0x20 + 0x10)
#define KEPT(n) (SAVED(n) + 16 + 0x10 + 0x08)

/* Task N sleeps in __schedule() <- msleep() <- netdev_run_todo() <- BY. */
static void put_sleeper(struct fake_target *fake, unsigned n, enum func inner, enum func by,
			const char *comm)
{
	uint64_t slot = SAVED(n) + 16;

	fake_put(fake, TASK(n), 4, 100 + n);
	fake_put(fake, TASK(n) + 4, 4, 100 + n);
	fake_put(fake, TASK(n) + 16, 8, STACK(n));
	fake_put_string(fake, TASK(n) + 40, comm);
	fake_put(fake, TASK(n) + 56, 8, SAVED(n));
	fake_put(fake, TASK(n) + TASK_STATE, 4, 2);
	fake_put(fake, SAVED(n) + 8, 8, FUNC(SCHEDULE) + 32);
	call(fake, slot += 0x10 - 8, inner, SCHEDULE);
	call(fake, slot += 0x20, RUN_TODO, inner);
	call(fake, slot += 0x60, by, RUN_TODO);
	call(fake, slot + 0x10, END, by);
}

static void put_of_cpu(struct fake_target *fake, uint64_t addr, size_t size, uint64_t value)
{
	fake_put(fake, addr + fake->percpu[0], size, value);
}

/* A device that is registered, with COUNT references. */
static void put_device(struct machine *machine, unsigned n, const char *name, uint32_t count)
{
	struct fake_target *fake = &machine->fake;
	uint64_t addr = DEVICE(machine, n);

	fake_put_string(fake, addr, name);
	fake_put(fake, addr + NET, 8, FAKE_INIT_NET);
	fake_put(fake, addr + REG_STATE, 1, 1);
	fake_put(fake, addr + REFCNT, 8, PERCPU + 16 * n);
	put_of_cpu(fake, PERCPU + 16 * n, 4, count);
	fake_put_list(fake, FAKE_WORDS(addr + UPPER));
	fake_put_list(fake, FAKE_WORDS(addr + LOWER));
}

static int setup_with(void **state, size_t nr_members)
{
	static struct machine machine;
	struct fake_target *fake = &machine.fake;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_cpus(fake, 1);
	fake_map(fake, TEXT, 256 * NR_FUNCS);
	fake_map(fake, TASKS, 0x2000);
	fake_members(fake, members, nr_members);
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_type(fake, "struct pt_regs", 168);
	fake_type(fake, "union thread_union", 0x4000);
	fake_type(fake, "struct inactive_task_frame", 16);
	fake_type(fake, "struct orc_entry", 6);
	fake_type(fake, "struct netdev_queue", 16);
	for (int f = 0; f < NR_FUNCS; f++)
		fake_symbol(fake, names[f], FUNC(f), 256);
	fake_symbol(fake, "init_task", TASK(0), 0x200);
	fake_symbol(fake, "pernet_ops_rwsem", RWSEM, 40);
	fake_symbol(fake, "cleanup_list", CLEANUP, 8);
	fake->symbols[fake->nr_symbols - 1].type = 'b';
	fake_symbol(fake, "arp_tbl", ARP_TABLE, 64);
	fake_put_list(fake, FAKE_WORDS(ARP_TABLE));
	fake_symbol(fake, "__start_orc_unwind_ip", ORC_IPS, 4);
	fake_symbol(fake, "__stop_orc_unwind_ip", ORC_IPS + 4 * NR_FUNCS, 4);
	fake_symbol(fake, "__start_orc_unwind", ORC, 6);
	orc(fake, SCHEDULE, 0x10, false);
	orc(fake, MSLEEP, 0x20, false);
	orc(fake, RUN_TODO, 0x60, false);
	orc(fake, CLEANUP_NET, 0x10, false);
	orc(fake, DELLINK, 0x10, false);
	orc(fake, DOWN, 0x20, false);
	orc(fake, END, 0, true);
	for (unsigned n = 1; n <= 2; n++)
		fake_map(fake, STACK(n), 0x4000);
	fake_put_list(fake, FAKE_WORDS(TASK(0) + 24, TASK(1) + 24, TASK(2) + 24));
	put_sleeper(fake, 1, MSLEEP, CLEANUP_NET, "kworker/u4:1");
	fake_put(fake, RWSEM + 16, 8, RWSEM + 16);
	fake_put(fake, RWSEM + 24, 8, RWSEM + 16);
	machine.devices = fake_net_slab(fake, FAKE_KMALLOC, 8, 2);
	put_device(&machine, 0, "ends0", 4);
	put_device(&machine, 1, "other0", 9);
	fake_put_list(fake, FAKE_WORDS(FAKE_INIT_NET + NET_BASE));
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static int setup(void **state)
{
	return setup_with(state, ARRAY_SIZE(members));
}

static int setup_old(void **state)
{
	return setup_with(state, ARRAY_SIZE(members) - SINCE_5_13);
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	return 0;
}

/* The list in netdev_run_todo()'s frame has the first NR devices, of REG_STATE. */
static void put_list(struct machine *machine, unsigned nr, unsigned reg_state)
{
	const uint64_t nodes[] = {LOCAL(1), DEVICE(machine, 0) + TODO, DEVICE(machine, 1) + TODO};

	fake_put_list(&machine->fake, nodes, nr + 1);
	for (unsigned n = 0; n < nr; n++)
		fake_put(&machine->fake, DEVICE(machine, n) + REG_STATE, 1, reg_state);
}

static struct pk_device_waits waits_of(struct machine *machine)
{
	struct pk_device_waits waits;

	pk_device_waits_read(&machine->ctx, &waits);
	assert_int_equal(waits.status, PK_OK);
	return waits;
}

static size_t nr_waits(struct machine *machine)
{
	struct pk_device_waits waits = waits_of(machine);
	size_t nr = waits.nr;

	pk_device_waits_deinit(&waits);
	return nr;
}

static void devices_in_the_list_of_its_frame(void **state)
{
	struct machine *machine = *state;
	struct pk_device_waits waits;

	put_list(machine, 2, 3);
	waits = waits_of(machine);
	assert_int_equal(waits.nr, 2);
	assert_int_equal(waits.list[0].device, DEVICE(machine, 0));
	assert_int_equal(waits.list[1].device, DEVICE(machine, 1));
	assert_int_equal(waits.list[0].task.pid, 101);
	assert_string_equal(waits.list[0].call, "netdev_run_todo");
	assert_true(waits.list[0].ends_net);
	assert_int_equal(waits.unlooked, 0);
	assert_non_null(pk_device_wait_of(&waits, DEVICE(machine, 1)));
	assert_null(pk_device_wait_of(&waits, DEVICE(machine, 1) + 8));
	pk_device_waits_deinit(&waits);
}

/* Up to 5.17 the device is taken from the list first; then only a saved register has it. */
static void a_device_that_was_taken_from_the_list(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_put(fake, DEVICE(machine, 0) + REG_STATE, 1, 3);
	fake_put(fake, KEPT(1), 8, DEVICE(machine, 0));
	assert_int_equal(nr_waits(machine), 0); /* on no list, but not taken from one */
	fake_put(fake, DEVICE(machine, 0) + TODO, 8, 0xdead000000000100);
	fake_put(fake, DEVICE(machine, 0) + TODO + 8, 8, 0xdead000000000122);
	assert_int_equal(nr_waits(machine), 1);
	fake_put(fake, DEVICE(machine, 0) + TODO + 8, 8, 0xdead000000000200);
	assert_int_equal(nr_waits(machine), 1);
	fake_put(fake, DEVICE(machine, 0) + REG_STATE, 1, 4); /* released: a stale word */
	assert_int_equal(nr_waits(machine), 0);
}

static void who_deletes_a_device_ends_no_namespace(void **state)
{
	struct machine *machine = *state;
	struct pk_device_waits waits;

	put_sleeper(&machine->fake, 1, MSLEEP, DELLINK, "ip");
	put_list(machine, 1, 3);
	fake_put(&machine->fake, CLEANUP, 8, FAKE_INIT_NET + NET_CLEANUP);
	waits = waits_of(machine);
	assert_int_equal(waits.nr, 1);
	assert_false(waits.list[0].ends_net);
	assert_int_equal(waits.nr_nets, 0); /* they wait for somebody else */
	pk_device_waits_deinit(&waits);
}

static void what_is_no_wait(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	put_list(machine, 2, 2); /* unregistering: RCU is waited for */
	assert_int_equal(nr_waits(machine), 0);
	put_list(machine, 2, 3);
	fake_put(fake, DEVICE(machine, 1) + TODO + 8, 8, LOCAL(1)); /* the ring does not close */
	assert_int_equal(nr_waits(machine), 0);
	put_list(machine, 2, 3);
	fake_put(fake, TASK(1) + TASK_STATE, 4,
		 0x402); /* an idle worker, with what its stack had */
	assert_int_equal(nr_waits(machine), 0);
	fake_put(fake, TASK(1) + TASK_STATE, 4, 0); /* it was woken, and has no CPU yet */
	assert_int_equal(nr_waits(machine), 2);
	put_sleeper(fake, 1, MSLEEP, CLEANUP_NET, "kworker/u4:1");
	call(fake, SAVED(1) + 16 + 8 + 0x20, DELLINK, MSLEEP); /* the list is in another's frame */
	assert_int_equal(nr_waits(machine), 0);
}

static void who_cannot_be_looked_at_is_counted(void **state)
{
	struct machine *machine = *state;
	struct pk_device_waits waits;

	put_list(machine, 1, 3);
	fake_put(&machine->fake, SAVED(1) + 8, 8, 0x1234); /* where it sleeps is no function */
	waits = waits_of(machine);
	assert_int_equal(waits.nr, 0);
	assert_int_equal(waits.unlooked, 1);
	pk_device_waits_deinit(&waits);
}

static void who_stands_behind(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	struct pk_device_waits waits;
	uint64_t waiter = STACK(2) + 0x3040;

	put_list(machine, 1, 3);
	fake_put(fake, CLEANUP, 8, FAKE_INIT_NET + NET_CLEANUP);
	put_sleeper(fake, 2, DOWN, DELLINK, "insmod");
	fake_put(fake, waiter + 16, 8, TASK(2));
	fake_put_list(fake, FAKE_WORDS(RWSEM + 16, waiter));
	waits = waits_of(machine);
	assert_int_equal(waits.nr, 1);
	assert_int_equal(waits.nets_status, PK_OK);
	assert_int_equal(waits.nr_nets, 1);
	assert_int_equal(waits.nets[0].net, FAKE_INIT_NET);
	assert_int_equal(waits.nets[0].inum, 4026531840);
	assert_int_equal(waits.nr_tasks, 1);
	assert_int_equal(waits.tasks[0].pid, 102);
	pk_device_waits_deinit(&waits);
	/* x86 has a per-CPU variable of that name, which is none; with two that may be it, none is chosen. */
	fake_symbol(fake, "cleanup_list", 0x1fd40, 8);
	fake->symbols[fake->nr_symbols - 1].type = 'A';
	waits = waits_of(machine);
	assert_int_equal(waits.nr_nets, 1);
	pk_device_waits_deinit(&waits);
	fake->symbols[fake->nr_symbols - 1].type = 'b';
	waits = waits_of(machine);
	assert_int_equal(waits.nr_nets, 0);
	assert_int_equal(waits.nets_status, PK_ABSENT);
	pk_device_waits_deinit(&waits);
}

/* --- accounts ------------------------------------------------------------------------------------------- */

#define OTHER(machine) ((machine)->devices + 1024) /* what lies behind a device in its object */

static struct pk_ref_accounts search(struct machine *machine)
{
	struct pk_ref_accounts accounts = {.list = NULL};
	struct pk_ref_search search;

	assert_int_equal(pk_ref_account_add(&machine->ctx, DEVICE(machine, 0), &accounts), PK_OK);
	pk_ref_search_init(&search, &machine->ctx, &accounts);
	pk_refs_search(&search);
	pk_ref_search_deinit(&search);
	return accounts;
}

static void a_device_that_only_a_stranger_holds(void **state)
{
	struct machine *machine = *state;
	struct pk_ref_accounts accounts;
	struct pk_figure left;

	put_list(machine, 1, 3);
	accounts = search(machine);
	assert_string_equal(accounts.list[0].name, "ends0");
	assert_int_equal(accounts.list[0].netns, 4026531840);
	assert_int_equal(accounts.list[0].count.value, 4);
	assert_int_equal(accounts.list[0].holders[PK_REF_OWN].nr, 1);
	left = pk_refs_unexplained(&accounts.list[0]);
	assert_int_equal(left.status, PK_OK);
	assert_int_equal(left.value, 3);
	assert_string_equal(pk_reg_state_name(accounts.list[0].reg_state.value), "unregistered");
	pk_ref_accounts_deinit(&accounts);
}

/* Up to 5.12 the count of a device that nobody holds is 0. */
static void an_old_one_has_no_reference_of_its_own(void **state)
{
	struct machine *machine = *state;
	struct pk_ref_accounts accounts;

	put_list(machine, 1, 3);
	accounts = search(machine);
	assert_int_equal(accounts.list[0].holders[PK_REF_OWN].nr, 0);
	assert_int_equal(pk_refs_unexplained(&accounts.list[0]).value, 4);
	pk_ref_accounts_deinit(&accounts);
}

/* Of a device in use each holder is found: a queue of either kind, IPv4, its parameters of ARP, a qdisc that two places lead to (and
 * one that is built in), a device above, a next hop, and the dst that two of that hop's words lead to. */
static void holders_of_a_device_in_use(void **state)
{
	static const enum pk_ref_kind kinds[] = {
		PK_REF_OWN,	  PK_REF_REGISTERED, PK_REF_INET,   PK_REF_PARMS,
		PK_REF_QDISCS,	  PK_REF_UPPER,	     PK_REF_ROUTES, PK_REF_DST_HOPS,
		PK_REF_LINKWATCH, PK_REF_WATCHDOG};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t device = DEVICE(machine, 0), other = OTHER(machine);
	uint64_t queue = other, qdisc = other + 32, builtin = other + 64, above = other + 96;
	uint64_t hop = other + 128, dst = other + 192, parms = other + 224, cpu = PERCPU + 64;
	struct pk_ref_accounts accounts;

	fake_put(fake, device + STATE, 8, 1 << 3);
	fake_put(fake, device + WATCHDOG + 8, 8, other); /* pprev: the timer is pending */
	fake_put(fake, device + REAL_TX, 4, 1);
	fake_put(fake, device + REAL_RX, 4, 2);
	fake_put(fake, device + IP, 8, other);
	fake_put(fake, device + QDISC, 8, qdisc);
	fake_put(fake, device + TX, 8, queue);
	fake_put(fake, device + NUM_TX, 4, 1);
	fake_put(fake, queue, 8, builtin);
	fake_put(fake, queue + 8, 8, qdisc);
	fake_put(fake, builtin, 4, 1);
	fake_put(fake, above, 8, DEVICE(machine, 1));
	fake_put_list(fake, FAKE_WORDS(device + UPPER, above + 8));
	fake_put(fake, device + FIB, 8, hop);
	fake_put(fake, hop + 16, 8, device);
	fake_put(fake, hop + 24, 8, cpu);
	fake_put(fake, hop + 32, 8, dst);
	put_of_cpu(fake, cpu, 8, dst);
	fake_put(fake, dst, 8, device);
	fake_put(fake, parms + 16, 8, device);
	fake_put_list(fake, FAKE_WORDS(ARP_TABLE, parms));
	put_of_cpu(fake, PERCPU, 4, 3 + ARRAY_SIZE(kinds) + 2);
	accounts = search(machine);
	for (size_t i = 0; i < ARRAY_SIZE(kinds); i++)
		if (accounts.list[0].holders[kinds[i]].nr != 1)
			fail_msg("%s: %llu", pk_ref_kind_name(kinds[i]),
				 (unsigned long long)accounts.list[0].holders[kinds[i]].nr);
	assert_int_equal(accounts.list[0].holders[PK_REF_QUEUES].nr, 3);
	assert_int_equal(accounts.list[0].holders[PK_REF_ROUTES].example, hop);
	assert_int_equal(pk_refs_unexplained(&accounts.list[0]).value, 2);
	pk_ref_accounts_deinit(&accounts);
	/* More holders than references: some were changing, and nothing is said of what is left. */
	put_of_cpu(fake, PERCPU, 4, 2);
	accounts = search(machine);
	assert_int_equal(pk_refs_unexplained(&accounts.list[0]).status, PK_CORRUPT);
	pk_ref_accounts_deinit(&accounts);
}

static void what_cannot_be_searched_is_said(void **state)
{
	struct machine *machine = *state;
	struct pk_ref_accounts accounts;

	fake_put(&machine->fake, DEVICE(machine, 0) + FIB, 8, 0xdead0000);
	fake_put(&machine->fake, ARP_TABLE, 8, 0xdead0000);
	accounts = search(machine);
	assert_int_equal(accounts.searched[PK_REF_ROUTES], PK_UNREADABLE);
	assert_int_equal(accounts.searched[PK_REF_PARMS], PK_UNREADABLE);
	assert_int_equal(accounts.searched[PK_REF_QDISCS], PK_OK);
	pk_ref_accounts_deinit(&accounts);
	/* A count of which a CPU's part is not there is none. */
	fake_put(&machine->fake, DEVICE(machine, 0) + REFCNT, 8, 0xdead0000);
	accounts = search(machine);
	assert_int_equal(accounts.list[0].count.status, PK_UNREADABLE);
	assert_int_equal(pk_refs_unexplained(&accounts.list[0]).status, PK_UNREADABLE);
	pk_ref_accounts_deinit(&accounts);
}

/* --- the kernel's tracker ------------------------------------------------------------------------------- */

#define TRACKER 208 /* of struct net_device */
#define POOLS (FAKE_GLOBALS + 0xf600)
#define RECORD(n) (FAKE_GLOBALS + 0xf700 + 0x20 * (uint64_t)(n))
#define HANDLE(n) (1u | 2u * (n) << 17) /* pool 0, records of 0x20 bytes */

static const struct fake_member tracker_members[] = {
	{"struct ref_tracker_dir", "untracked", 8, .size = 4},
	{"struct ref_tracker_dir", "no_tracker", 12, .size = 4},
	{"struct ref_tracker_dir", "list", 16, .size = 16},
	{"struct ref_tracker_dir", "quarantine", 32, .size = 16},
	{"struct ref_tracker", "head", 0, .size = 16},
	{"struct ref_tracker", "alloc_stack_handle", 16, .size = 4},
	{"struct ref_tracker", "free_stack_handle", 20, .size = 4},
	{"union handle_parts", "pool_index_plus_1", 0, .size = 4, .bit_offset = 0, .bit_size = 17},
	{"union handle_parts", "offset", 0, .size = 4, .bit_offset = 17, .bit_size = 10},
	{"struct stack_record", "handle", 0, .size = 4},
	{"struct stack_record", "size", 4, .size = 4},
	{"struct stack_record", "entries", 8, .size = 16, .is_array = true, .elements = 2},
};

/* A reference that was taken by the stack of HANDLE: a struct ref_tracker in what lies behind the device. */
static uint64_t put_reference(struct machine *machine, unsigned n, uint32_t handle)
{
	uint64_t at = OTHER(machine) + 32 * (uint64_t)n;

	fake_put(&machine->fake, at + 16, 4, handle);
	return at;
}

static void put_tracker(struct machine *machine)
{
	struct fake_target *fake = &machine->fake;
	uint64_t dir = DEVICE(machine, 0) + TRACKER;

	fake_members(fake, tracker_members, ARRAY_SIZE(tracker_members));
	fake_symbol(fake, "stack_pools", POOLS, 8);
	fake_put(fake, POOLS, 8, RECORD(0));
	for (unsigned n = 0; n < 2; n++) {
		fake_put(fake, RECORD(n), 4, HANDLE(n));
		fake_put(fake, RECORD(n) + 4, 4, 1 + n);
		fake_put(fake, RECORD(n) + 8, 8, FUNC(DELLINK) + 32);
		fake_put(fake, RECORD(n) + 16, 8, FUNC(DOWN) + 16);
	}
	fake_put(fake, dir + 8, 4, 1);
	fake_put(fake, dir + 12, 4, 1);
	fake_put_list(fake, FAKE_WORDS(dir + 16));
	fake_put_list(fake, FAKE_WORDS(dir + 32));
}

static struct pk_ref_tracker tracker_of(struct machine *machine)
{
	struct pk_ref_tracker tracker;

	pk_ref_tracker_read(&machine->ctx, DEVICE(machine, 0), PK_R_netdev_refcnt_tracker,
			    &tracker);
	return tracker;
}

static void who_took_and_who_put_references(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t dir = DEVICE(machine, 0) + TRACKER, put = put_reference(machine, 4, HANDLE(0));
	struct pk_ref_tracker tracker;

	put_tracker(machine);
	fake_put(fake, put + 20, 4, HANDLE(1));
	fake_put(fake, dir + 8, 4, 2);
	fake_put(fake, dir + 12, 4, 4);
	fake_put_list(fake, FAKE_WORDS(dir + 16, put_reference(machine, 0, HANDLE(0)),
				       put_reference(machine, 1, HANDLE(1)),
				       put_reference(machine, 2, HANDLE(1)),
				       put_reference(machine, 3, 0)));
	fake_put_list(fake, FAKE_WORDS(dir + 32, put));
	tracker = tracker_of(machine);
	assert_int_equal(tracker.status, PK_OK);
	assert_int_equal(tracker.taken.status, PK_OK);
	assert_int_equal(tracker.taken.total, 4);
	assert_int_equal(tracker.not_tracked, 4);
	assert_false(tracker.broken);
	assert_int_equal(tracker.taken.nr, 3);
	assert_int_equal(tracker.taken.list[0].nr, 2);
	assert_int_equal(tracker.taken.list[0].example, OTHER(machine) + 32);
	assert_int_equal(tracker.taken.list[0].stack.nr, 2);
	assert_string_equal(tracker.taken.list[0].stack.funcs[0], "rtnl_dellink+0x20/0x100");
	assert_string_equal(tracker.taken.list[0].stack.funcs[1],
			    "rwsem_down_write_slowpath+0x10/0x100");
	assert_int_equal(tracker.taken.list[1].status, PK_ABSENT); /* memory was short */
	assert_int_equal(tracker.taken.list[2].nr, 1);
	assert_int_equal(tracker.taken.list[2].stack.nr, 1);
	assert_int_equal(tracker.put.total, 1);
	assert_int_equal(tracker.put.list[0].handle, HANDLE(1));
	pk_ref_tracker_deinit(&tracker);
}

static void a_tracker_that_is_damaged(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t dir = DEVICE(machine, 0) + TRACKER;
	struct pk_ref_tracker tracker;

	put_tracker(machine);
	tracker = tracker_of(machine);
	assert_int_equal(tracker.status, PK_ABSENT); /* this kernel tracks others than devices */
	fake_put(fake, dir + 12, 4, 0xc0000000);
	tracker = tracker_of(machine);
	assert_int_equal(tracker.status, PK_OK);
	assert_true(tracker.broken);
	assert_int_equal(tracker.not_tracked, 0);
	fake_put(fake, dir + 12, 4, 1);
	fake_put(fake, RECORD(1), 4, HANDLE(0)); /* a record that is another's by now */
	fake_put_list(fake, FAKE_WORDS(dir + 16, put_reference(machine, 0, HANDLE(1))));
	tracker = tracker_of(machine);
	assert_int_equal(tracker.taken.list[0].status, PK_CORRUPT);
	pk_ref_tracker_deinit(&tracker);
	fake_put(fake, RECORD(1), 4, HANDLE(1));
	fake_put(fake, RECORD(1) + 4, 4, 0); /* of no functions */
	tracker = tracker_of(machine);
	assert_int_equal(tracker.taken.list[0].status, PK_CORRUPT);
	pk_ref_tracker_deinit(&tracker);
	fake_put(fake, dir + 16, 8, 0xdead0000);
	tracker = tracker_of(machine);
	assert_int_equal(tracker.status, PK_OK);
	assert_int_equal(tracker.taken.status, PK_UNREADABLE);
	pk_ref_tracker_deinit(&tracker);
}

/* Two were taken, and with its own the count has been three; it is one. */
static void references_that_were_put_too_often(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	uint64_t dir = DEVICE(machine, 0) + TRACKER;
	struct pk_ref_accounts accounts;

	put_list(machine, 1, 3);
	put_tracker(machine);
	fake_put_list(fake, FAKE_WORDS(dir + 16, put_reference(machine, 0, HANDLE(0)),
				       put_reference(machine, 1, HANDLE(0))));
	put_of_cpu(fake, PERCPU, 4, 1);
	accounts = search(machine);
	assert_int_equal(pk_refs_overput(&accounts.list[0]), 2);
	pk_ref_accounts_deinit(&accounts);
	put_of_cpu(fake, PERCPU, 4, 3);
	accounts = search(machine);
	assert_int_equal(pk_refs_overput(&accounts.list[0]), 0);
	pk_ref_accounts_deinit(&accounts);
}

/* --- the log -------------------------------------------------------------------------------------------- */

#define SEC 1000000000ull
#define LINE(name, count)                                                                          \
	"unregister_netdevice: waiting for " name " to become free. Usage count = " count

static void what_the_log_says(void **state)
{
	const struct pk_panic panic = {.found = true, .ts_nsec = 120 * SEC};
	const struct pk_panic later = {.found = true, .ts_nsec = 125 * SEC};
	const struct pk_panic none = {.found = false};
	const struct pk_device_said *said;
	struct pk_device_saids saids;
	struct fake_log log;

	(void)state;
	fake_log_slots_init(&log);
	fake_log_slot(&log, 0, 20 * SEC, 0, 1, LINE("lo", "7"));
	fake_log_slot(&log, 1, 50 * SEC, 0, 1, LINE("a name", "7"));
	fake_log_slot(&log, 2, 99 * SEC, 0, 1, LINE("lo", "3")); /* of another time */
	fake_log_slot(&log, 3, 100 * SEC, 1, 1, LINE("forged", "3")); /* a program's */
	fake_log_slot(&log, 4, 109 * SEC, 0, 1, LINE("lo", "2"));
	pk_device_saids_read(&log.ctx, &saids);
	assert_int_equal(saids.status, PK_OK);
	assert_int_equal(saids.nr, 1);
	assert_int_equal(saids.every_s, 10);
	said = pk_device_said_of(&saids, "lo");
	assert_non_null(said);
	assert_null(pk_device_said_of(&saids, "forged"));
	assert_int_equal(said->count, 2);
	assert_int_equal(said->first_ns, 99 * SEC);
	assert_true(pk_device_said_is_current(&saids, said, &panic));
	assert_int_equal(pk_device_said_s(&saids, said, &panic).value, 31);
	assert_false(
		pk_device_said_is_current(&saids, said, &later)); /* the next line did not come */
	assert_true(pk_device_said_is_current(&saids, said, &none));
	assert_int_equal(pk_device_said_s(&saids, said, &none).status, PK_ABSENT);
	pk_device_saids_deinit(&saids);
	fake_log_end(&log);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(devices_in_the_list_of_its_frame, setup, teardown),
		cmocka_unit_test_setup_teardown(a_device_that_was_taken_from_the_list, setup,
						teardown),
		cmocka_unit_test_setup_teardown(who_deletes_a_device_ends_no_namespace, setup,
						teardown),
		cmocka_unit_test_setup_teardown(what_is_no_wait, setup, teardown),
		cmocka_unit_test_setup_teardown(who_cannot_be_looked_at_is_counted, setup,
						teardown),
		cmocka_unit_test_setup_teardown(who_stands_behind, setup, teardown),
		cmocka_unit_test_setup_teardown(a_device_that_only_a_stranger_holds, setup,
						teardown),
		cmocka_unit_test_setup_teardown(an_old_one_has_no_reference_of_its_own, setup_old,
						teardown),
		cmocka_unit_test_setup_teardown(holders_of_a_device_in_use, setup, teardown),
		cmocka_unit_test_setup_teardown(what_cannot_be_searched_is_said, setup, teardown),
		cmocka_unit_test_setup_teardown(who_took_and_who_put_references, setup, teardown),
		cmocka_unit_test_setup_teardown(a_tracker_that_is_damaged, setup, teardown),
		cmocka_unit_test_setup_teardown(references_that_were_put_too_often, setup,
						teardown),
		cmocka_unit_test(what_the_log_says),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
