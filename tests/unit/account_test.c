// SPDX-License-Identifier: GPL-3.0-or-later
/* Memory that a protocol counts, against what its sockets have: in its tables, and open in a process alone. And whose it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/explain/socks.h"
#include "analysis/findings/finding_rules.h"
#include "analysis/findings/findings.h"
#include "decode/net/counters/net_counters.h"
#include "fake_net.h"

#define TASK(n) (FAKE_DIRECT + 0x30000 + 0x100 * (uint64_t)(n)) /* 0: init_task */
#define SIGNAL(n) (FAKE_DIRECT + 0x30400 + 0x40 * (uint64_t)(n))
#define FILES (FAKE_DIRECT + 0x30600) /* files_struct and fdtable in one */
#define FDS (FAKE_DIRECT + 0x30640)
#define THE_FILE (FAKE_DIRECT + 0x30680)
#define SOCKET (FAKE_DIRECT + 0x306c0)
#define PROT (FAKE_GLOBALS + 0x8000)
#define ALLOCATED (FAKE_GLOBALS + 0x8100)
#define SOCKETS (FAKE_GLOBALS + 0x8108) /* a percpu_counter */
#define RESERVES (FAKE_GLOBALS + 0x8120)
#define SOCKET_OPS (FAKE_GLOBALS + 0x8140)
#define SK_PROT 40
#define SK_FORWARD 600
#define SK_RMEM 604
#define SK_QUEUED 608
#define SK_SENT 612
#define SK_SOCKET 616
#define SK_FLAGS 632
#define SK_CGROUP 640
#define CGROUP (FAKE_GLOBALS + 0x8200)
#define NODES (FAKE_GLOBALS + 0x8240) /* of kernfs: the cgroup's, its parent's */
#define PAGE 4096
#define SLACK 256 /* a megabyte for the one CPU */

static const struct fake_member members[] = {
	{"struct sock", "__sk_common.skc_prot", SK_PROT, 8, .is_pointer = true},
	{"struct sock", "sk_forward_alloc", SK_FORWARD, 4, .is_signed = true},
	{"struct sock", "sk_rmem_alloc", SK_RMEM, 4, .is_signed = true},
	{"struct sock", "sk_wmem_queued", SK_QUEUED, 4, .is_signed = true},
	{"struct sock", "sk_wmem_alloc", SK_SENT, 4, .is_signed = true},
	{"struct sock", "sk_socket", SK_SOCKET, 8, .is_pointer = true},
	{"struct sock_common", "skc_flags", SK_FLAGS, .size = 8},
	{"struct sock", "sk_cgrp_data.cgroup", SK_CGROUP, 8, .is_pointer = true},
	{"struct cgroup", "kn", 0, 8, .is_pointer = true},
	{"struct kernfs_node", "parent", 0, 8, .is_pointer = true},
	{"struct kernfs_node", "name", 8, 8, .is_pointer = true},
	{"struct socket", "sk", 0, 8, .is_pointer = true},
	{"struct proto", "memory_allocated", 0, 8, .is_pointer = true},
	{"struct proto", "per_cpu_fw_alloc", 8, 8, .is_pointer = true},
	{"struct proto", "sockets_allocated", 16, 8, .is_pointer = true},
	{"struct percpu_counter", "count", 0, .size = 8},
	{"struct file", "f_op", 0, 8, .is_pointer = true},
	{"struct file", "private_data", 8, 8, .is_pointer = true},
	{"struct files_struct", "fdt", 0, 8, .is_pointer = true},
	{"struct fdtable", "max_fds", 8, .size = 4},
	{"struct fdtable", "fd", 16, 8, .is_pointer = true},
	{"struct task_struct", "pid", 0, 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, 4, .is_signed = true},
	{"struct task_struct", "comm", 8, 16, .is_array = true, .elements = 16},
	{"struct task_struct", "__state", 24, .size = 4},
	{"struct task_struct", "on_cpu", 28, .size = 4},
	{"struct task_struct", "tasks", 32, .size = 16},
	{"struct task_struct", "signal", 48, 8, .is_pointer = true},
	{"struct task_struct", "thread_node", 56, .size = 16},
	{"struct task_struct", "files", 72, 8, .is_pointer = true},
	{"struct signal_struct", "thread_head", 0, .size = 16},
};

static const struct fake_enum enums[] = {{"sock_flags", "SOCK_DEAD", 0}};

struct machine {
	struct fake_machine *base;
	uint64_t socks[3]; /* two are in the table, one only in a process */
	struct pk_scene scene;
	struct pk_findings findings;
	struct pk_rule_result result;
};

static void put_task(struct fake_target *fake, unsigned n)
{
	fake_put(fake, TASK(n), 4, 100 + n);
	fake_put(fake, TASK(n) + 4, 4, 100 + n);
	fake_put_string(fake, TASK(n) + 8, "nc");
	fake_put(fake, TASK(n) + 48, 8, SIGNAL(n));
	fake_put_list(fake, (uint64_t[]){SIGNAL(n), TASK(n) + 56}, 2);
}

static void put_processes(struct fake_target *fake)
{
	fake_symbol(fake, "init_task", TASK(0), 0x100);
	fake_symbol(fake, "socket_file_ops", SOCKET_OPS, 8);
	put_task(fake, 0);
	put_task(fake, 1);
	fake_put_list(fake, (uint64_t[]){TASK(0) + 32, TASK(1) + 32}, 2);
	fake_put(fake, TASK(1) + 72, 8, FILES);
	fake_put(fake, FILES, 8, FILES);
	fake_put(fake, FILES + 8, 4, 4);
	fake_put(fake, FILES + 16, 8, FDS);
	fake_put(fake, FDS + 24, 8, THE_FILE);
	fake_put(fake, THE_FILE, 8, SOCKET_OPS);
	fake_put(fake, THE_FILE + 8, 8, SOCKET);
}

/* PAGES, by all three ways. */
static void has(struct machine *machine, unsigned n, unsigned pages)
{
	struct fake_target *fake = &machine->base->fake;

	fake_put(fake, machine->socks[n] + SK_PROT, 8, PROT);
	fake_put(fake, machine->socks[n] + SK_FORWARD, 4, (uint32_t)-100);
	fake_put(fake, machine->socks[n] + SK_RMEM, 4, 1100);
	fake_put(fake, machine->socks[n] + SK_QUEUED, 4, pages * PAGE - 1000);
}

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake;
	uint64_t socks;

	memset(&machine, 0, sizeof(machine));
	machine.base = fake_net_machine(members, ARRAY_SIZE(members));
	fake = &machine.base->fake;
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	put_processes(fake);
	socks = fake_net_slab(fake, FAKE_TCP, 4, 4);
	for (unsigned i = 0; i < 3; i++) {
		machine.socks[i] = socks + i * FAKE_SOCK_SIZE;
		fake_net_sock(fake, machine.socks[i], i == 2 ? 7 : 1, (uint16_t)(2000 + i), 1000);
		has(&machine, i, 10);
	}
	fake_net_chain(fake, FAKE_EHASH, machine.socks, 2);
	fake_put(fake, SOCKET, 8, machine.socks[2]);
	fake_put(fake, machine.socks[2] + SK_SOCKET, 8, SOCKET);
	fake_symbol(fake, "tcp_prot", PROT, 24);
	fake_put(fake, PROT, 8, ALLOCATED);
	fake_put(fake, PROT + 8, 8, RESERVES - 0x1000);
	fake_put(fake, PROT + 16, 8, SOCKETS);
	fake->target.facts.nr_cpu_ids = 1;
	fake->percpu[0] = 0x1000;
	fake_put(fake, ALLOCATED, 8, 30 + SLACK + 5);
	fake_put(fake, RESERVES, 4, (uint32_t)-5);
	fake_put(fake, SOCKETS, 8, 3);
	machine.scene.ctx = &machine.base->ctx;
	machine.scene.accounts[PK_ACCOUNT_UDP].counted.status = PK_OK;
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_findings_deinit(&machine->findings);
	return fake_machine_teardown((void **)&machine->base);
}

/* The rule on TCP; UDP has nothing. */
static const struct pk_rule_result *judge(struct machine *machine)
{
	struct pk_judge judge = {.scene = &machine->scene,
				 .findings = &machine->findings,
				 .result = &machine->result};

	pk_findings_deinit(&machine->findings);
	machine->findings = (struct pk_findings){0};
	machine->result = (struct pk_rule_result){.rule = "memory-leaked"};
	pk_proto_account_begin(machine->scene.ctx, PK_R_tcp_prot,
			       &machine->scene.accounts[PK_ACCOUNT_TCP]);
	pk_judge_memory_leaked(&judge);
	return &machine->result;
}

static void finds(struct machine *machine, const char *sentence)
{
	assert_int_equal(judge(machine)->found, 1);
	if (!strstr(machine->findings.list[0].sentence, sentence))
		fail_msg("%s", machine->findings.list[0].sentence);
	assert_int_equal(machine->findings.list[0].sure, PK_SURE_LIKELY);
}

static void is_not_judged(struct machine *machine, const char *reason)
{
	assert_int_equal(judge(machine)->unjudged, 1);
	assert_int_equal(machine->result.found, 0);
	if (!strstr(machine->result.reason, reason))
		fail_msg("%s", machine->result.reason);
}

/* What each CPU may have set aside is allowed; more is not. */
static void memory_that_no_socket_has(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base->fake;

	assert_int_equal(judge(machine)->clear, 2);
	fake_put(fake, ALLOCATED, 8, 30 + SLACK + 6);
	finds(machine, "TCP has 287 pages of memory, and its sockets have 30: 257 are in nothing");
	fake_put(fake, RESERVES, 4, (uint32_t)-6); /* a CPU has given it back already */
	assert_int_equal(judge(machine)->clear, 2);
	has(machine, 2, 5); /* that of the process */
	finds(machine, "TCP has 286 pages of memory, and its sockets have 25: 261 are in nothing");
	fake_put(fake, ALLOCATED, 8, 10); /* errors that nobody has read are not counted */
	assert_int_equal(judge(machine)->clear, 2);
}

/* Without reserves of CPUs the kernel counts 4096 bytes each, however large a page is; and pages before that. */
static void memory_in_units_of_another_size(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base->fake;
	const unsigned larger = 16;

	fake->target.facts.page_size = larger * PAGE;
	fake_put(fake, RESERVES, 4, 0);
	fake_put(fake, ALLOCATED, 8, 30 + SLACK);
	finds(machine, "TCP has 286 pages of memory, and its sockets have 2: 284 are in nothing");
	for (size_t i = 0; i < fake->nr_members; i++)
		if (!strcmp(fake->members[i].path, "per_cpu_fw_alloc"))
			fake->members[i].path = "none";
	pk_ctx_deinit(machine->scene.ctx);
	pk_ctx_init(machine->scene.ctx, &fake->target);
	assert_int_equal(judge(machine)->clear, 2);
	fake_put(fake, ALLOCATED, 8, larger * 100);
	finds(machine, "TCP has 100 pages of memory, and its sockets have 2: 98 are in nothing");
	for (size_t i = 0; i < fake->nr_members; i++)
		if (!strcmp(fake->members[i].path, "tcp_rtx_queue"))
			fake->members[i].path = "none";
	pk_ctx_deinit(machine->scene.ctx);
	pk_ctx_init(machine->scene.ctx, &fake->target);
	is_not_judged(machine, "memory_allocated: ");
}

/* A socket may have it that was not found. */
static void memory_that_is_not_judged(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base->fake;

	fake_put(fake, ALLOCATED, 8, 1000);
	finds(machine, "965 are in nothing");
	fake_put(fake, SOCKETS, 8, 4);
	is_not_judged(machine, "sockets that are counted and were not found");
	fake_put(fake, SOCKETS, 8, 3);
	fake_put(fake, machine->socks[1] + SK_PROT, 8, 0xdead0000);
	is_not_judged(machine, "sockets: unreadable");
	has(machine, 1, 10);
	fake_put(fake, FILES + 16, 8, 0xdead0000);
	is_not_judged(machine, "sockets: unreadable");
	fake_put(fake, FILES + 16, 8, FDS);
	fake->target.facts.is_live = true;
	is_not_judged(machine, "memory changes while it is read");
	fake->target.facts.is_live = false;
	fake_put(fake, PROT, 8, 0xdead0000);
	is_not_judged(machine, "memory_allocated: unreadable");
}

/* Sums: of the process that has the last one open, and of nobody; in TIME_WAIT there is no memory. */
static void sums_by_process(void **state)
{
	struct machine *machine = *state;
	struct pk_ctx *ctx = &machine->base->ctx;
	struct pk_sock_owners owners;
	struct pk_sock_groups groups = {.key = PK_SOCKS_BY_PROCESS, .owners = &owners};
	struct pk_sock sock = {.kind = PK_SOCK_FULL, .protocol = 6};

	fake_put(&machine->base->fake, machine->socks[0] + SK_FORWARD, 4, 500);
	has(machine, 2, 30);
	pk_sock_owners_load(ctx, &owners);
	for (unsigned i = 0; i < 3; i++) {
		sock.addr = machine->socks[i];
		pk_sock_groups_add(ctx, &groups, &sock);
	}
	sock.addr = FAKE_DIRECT;
	sock.kind = PK_SOCK_TIMEWAIT;
	pk_sock_groups_add(ctx, &groups, &sock);
	pk_sock_groups_sort(&groups);
	assert_int_equal(groups.nr, 2);
	assert_int_equal(groups.list[0].owner->pid, 101);
	assert_int_equal(groups.list[0].sockets, 1);
	assert_int_equal(groups.list[0].to_send, 30 * PAGE - 1000);
	assert_int_equal(groups.list[0].reserved, 0); /* what is negative is owed */
	assert_true(groups.list[1].known);
	assert_null(groups.list[1].owner);
	assert_int_equal(groups.list[1].sockets, 3);
	assert_int_equal(groups.list[1].received, 2200);
	assert_int_equal(groups.list[1].reserved, 500);
	assert_int_equal(groups.all.sockets, 4);
	assert_int_equal(pk_sock_group_bytes(&groups.all), 50 * PAGE - 3000 + 3300 + 500);
	pk_sock_groups_deinit(&groups);
	pk_sock_owners_deinit(&owners);
}

/* An orphan stays in the cgroup of who made it. */
static void sums_of_orphans(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base->fake;
	struct pk_ctx *ctx = &machine->base->ctx;
	struct pk_sock_owners owners;
	struct pk_sock_groups groups = {.key = PK_SOCKS_BY_CGROUP, .owners = &owners};
	struct pk_sock sock = {.kind = PK_SOCK_FULL, .protocol = 6};

	fake_put(fake, CGROUP, 8, NODES);
	fake_put(fake, NODES, 8, NODES + 16);
	fake_put(fake, NODES + 8, 8, NODES + 32);
	fake_put_string(fake, NODES + 32, "greedy");
	pk_sock_owners_load(ctx, &owners);
	for (unsigned i = 0; i < 3; i++) {
		sock.addr = machine->socks[i];
		fake_put(fake, sock.addr + SK_FLAGS, 8, i < 2);
		fake_put(fake, sock.addr + SK_CGROUP, 8, i == 1 ? 0 : CGROUP);
		pk_sock_groups_add(ctx, &groups, &sock);
	}
	pk_sock_groups_sort(&groups);
	assert_int_equal(
		groups.nr,
		3); /* "/greedy", no process's, and of a process whose cgroup is not known */
	for (size_t i = 0; i < groups.nr; i++) {
		const struct pk_sock_group *group = &groups.list[i];

		assert_int_equal(group->orphans, group->cgroup || (group->known && !group->owner));
		if (group->cgroup)
			assert_string_equal(group->cgroup->path, "/greedy");
	}
	assert_int_equal(groups.all.orphans, 2);
	pk_sock_groups_deinit(&groups);
	pk_sock_owners_deinit(&owners);
}

/* Whose they are is not known if a process's files cannot be read. */
static void sums_of_unknown_owners(void **state)
{
	struct machine *machine = *state;
	struct pk_ctx *ctx = &machine->base->ctx;
	struct pk_sock_owners owners;
	struct pk_sock_groups groups = {.key = PK_SOCKS_BY_CGROUP, .owners = &owners};
	const struct pk_sock sock = {.addr = 0xdead0000, .kind = PK_SOCK_LISTEN, .protocol = 6};

	fake_put(&machine->base->fake, FILES + 16, 8, 0xdead0000);
	pk_sock_owners_load(ctx, &owners);
	pk_sock_groups_add(ctx, &groups, &sock);
	assert_int_equal(groups.nr, 1);
	assert_false(groups.list[0].known);
	assert_int_equal(groups.list[0].unread, 1);
	assert_int_equal(pk_sock_group_bytes(&groups.all), 0);
	pk_sock_groups_deinit(&groups);
	pk_sock_owners_deinit(&owners);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(memory_that_no_socket_has, setup, teardown),
		cmocka_unit_test_setup_teardown(memory_in_units_of_another_size, setup, teardown),
		cmocka_unit_test_setup_teardown(memory_that_is_not_judged, setup, teardown),
		cmocka_unit_test_setup_teardown(sums_by_process, setup, teardown),
		cmocka_unit_test_setup_teardown(sums_of_orphans, setup, teardown),
		cmocka_unit_test_setup_teardown(sums_of_unknown_owners, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
