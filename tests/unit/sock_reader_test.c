// SPDX-License-Identifier: GPL-3.0-or-later
/* Who would read a socket, and does not: by its wait queue, its owners and where they sleep; whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/explain/socks.h"
#include "fake_net.h"

#define SOCK (FAKE_DIRECT + 0x1000)
#define PEER (FAKE_DIRECT + 0x1800)
#define SOCKET(n) (FAKE_DIRECT + 0x2000 + 0x40 * (uint64_t)(n))
#define FILE_OF(n) (FAKE_DIRECT + 0x2200 + 0x40 * (uint64_t)(n))
#define TABLE(n) (FAKE_DIRECT + 0x2400 + 0x40 * (uint64_t)(n))
#define FDS(n) (FAKE_DIRECT + 0x2600 + 0x40 * (uint64_t)(n)) /* four of each */
#define WQ(n) (FAKE_DIRECT + 0x2800 + 0x40 * (uint64_t)(n))
#define ENTRY(n) (FAKE_DIRECT + 0x3000 + 0x40 * (uint64_t)(n))
#define TASK(n) (FAKE_DIRECT + 0x6000 + 0x100 * (uint64_t)(n)) /* 0: init_task */
#define SIGNAL(n) (FAKE_DIRECT + 0x7000 + 0x40 * (uint64_t)(n))
#define FUNC(n) (0xffffffff81000000ull + 0x100 * (uint64_t)(n))
#define SOCKET_OPS (FAKE_GLOBALS + 0x9000)
#define SK_WQ 400
#define SK_SOCKET 408
#define PEER_WAIT 416
#define PRIVATE 8
#define WAKES 16
#define LINK 24
#define STATE 24
#define TASKS 32
#define THREAD 56
#define FILES 72
#define NR_TASKS 6

enum { AUTOREMOVE, EP_CALLBACK, IO_URING };

static const char *const wakers[] = {"autoremove_wake_function", "ep_poll_callback",
				     "io_async_wake"};

static const struct fake_member members[] = {
	{"struct sock", "sk_wq", SK_WQ, 8, .is_pointer = true},
	{"struct sock", "sk_socket", SK_SOCKET, 8, .is_pointer = true},
	{"struct unix_sock", "peer_wq.wait.head", PEER_WAIT, .size = 16},
	{"struct socket", "sk", 0, 8, .is_pointer = true},
	{"struct socket_wq", "wait.head", 8, .size = 16},
	{"struct wait_queue_entry", "private", PRIVATE, 8, .is_pointer = true},
	{"struct wait_queue_entry", "func", WAKES, 8, .is_pointer = true},
	{"struct wait_queue_entry", "entry", LINK, .size = 16},
	{"struct file", "f_op", 0, 8, .is_pointer = true},
	{"struct file", "private_data", 8, 8, .is_pointer = true},
	{"struct files_struct", "fdt", 0, 8, .is_pointer = true},
	{"struct fdtable", "max_fds", 8, .size = 4},
	{"struct fdtable", "fd", 16, 8, .is_pointer = true},
	{"struct task_struct", "pid", 0, 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, 4, .is_signed = true},
	{"struct task_struct", "comm", 8, 16, .is_array = true, .elements = 16},
	{"struct task_struct", "__state", STATE, .size = 4},
	{"struct task_struct", "on_cpu", 28, .size = 4},
	{"struct task_struct", "tasks", TASKS, .size = 16},
	{"struct task_struct", "signal", 48, 8, .is_pointer = true},
	{"struct task_struct", "thread_node", THREAD, .size = 16},
	{"struct task_struct", "files", FILES, 8, .is_pointer = true},
	{"struct signal_struct", "thread_head", 0, .size = 16},
};

struct machine {
	struct fake_machine base;
	struct pk_sock_owners owners;
	struct pk_sleepers sleepers;
	struct pk_sock_reasons reasons;
};

/* Task N of process PROCESS, asleep; a leader is the first of its threads. */
static void put_task(struct fake_target *fake, unsigned n, unsigned process)
{
	fake_put(fake, TASK(n), 4, 100 + n);
	fake_put(fake, TASK(n) + 4, 4, 100 + process);
	fake_put_string(fake, TASK(n) + 8, "nc");
	fake_put(fake, TASK(n) + STATE, 4, 1);
	fake_put(fake, TASK(n) + 28, 4, 0);
	fake_put(fake, TASK(n) + 48, 8, SIGNAL(process));
	fake_put_list(fake, (uint64_t[]){SIGNAL(n), TASK(n) + THREAD}, 2);
}

/* Where it sleeps: no stack of this machine can be unwound. */
static void sleeps_in(struct machine *machine, unsigned n, const char *system_call,
		      const char *call)
{
	struct pk_sleep *sleep = pk_hash_get(&machine->sleepers.sleeps, TASK(n));

	if (!sleep) {
		sleep = calloc(1, sizeof(*sleep));
		assert_true(pk_hash_put(&machine->sleepers.sleeps, TASK(n), sleep));
	}
	snprintf(sleep->system_call, sizeof(sleep->system_call), "%s", system_call);
	snprintf(sleep->call, sizeof(sleep->call), "%s", call);
}

/* The process of task N has the socket N open, as descriptor FD: SK. */
static void opens(struct fake_target *fake, unsigned n, unsigned fd, uint64_t sk)
{
	fake_put(fake, TASK(n) + FILES, 8, TABLE(n));
	fake_put(fake, TABLE(n), 8, TABLE(n));
	fake_put(fake, TABLE(n) + 8, 4, 4);
	fake_put(fake, TABLE(n) + 16, 8, FDS(n));
	fake_put(fake, FDS(n) + 8 * fd, 8, FILE_OF(n));
	fake_put(fake, FILE_OF(n), 8, SOCKET_OPS);
	fake_put(fake, FILE_OF(n) + 8, 8, SOCKET(sk == PEER));
	fake_put(fake, SOCKET(sk == PEER), 8, sk);
	fake_put(fake, sk + SK_SOCKET, 8, SOCKET(sk == PEER));
}

/* Task N stands in the queue at HEAD, behind those that do. */
static void waits(struct fake_target *fake, uint64_t head, unsigned n, unsigned waker,
		  uint64_t last)
{
	fake_put(fake, ENTRY(n) + PRIVATE, 8, TASK(n));
	fake_put(fake, ENTRY(n) + WAKES, 8, FUNC(waker));
	fake_put(fake, last, 8, ENTRY(n) + LINK);
	fake_put(fake, ENTRY(n) + LINK, 8, head);
}

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.base.fake;
	uint64_t nodes[NR_TASKS];

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_symbol(fake, "init_task", TASK(0), 0x100);
	fake_symbol(fake, "socket_file_ops", SOCKET_OPS, 8);
	for (unsigned i = 0; i < ARRAY_SIZE(wakers); i++)
		fake_symbol(fake, wakers[i], FUNC(i), 0x100);
	for (unsigned i = 0; i < NR_TASKS; i++) {
		put_task(fake, i, i);
		nodes[i] = TASK(i) + TASKS;
	}
	fake_put_list(fake, nodes, NR_TASKS);
	for (unsigned i = 0; i < 2; i++) {
		fake_put(fake, (i ? PEER : SOCK) + SK_WQ, 8, WQ(i));
		fake_put_list(fake, (uint64_t[]){WQ(i) + 8}, 1);
		fake_put_list(fake, (uint64_t[]){(i ? PEER : SOCK) + PEER_WAIT}, 1);
	}
	pk_ctx_init(&machine.base.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_sleepers_deinit(&machine->sleepers);
	return fake_machine_teardown(state);
}

static void ask(struct machine *machine, const struct pk_local_sock *sock,
		const struct pk_local_state *local)
{
	const struct pk_sock tcp = {.addr = SOCK, .kind = PK_SOCK_FULL, .rx_queue = 5};
	struct pk_sock_readers readers = {.ctx = &machine->base.ctx,
					  .owners = &machine->owners,
					  .sleepers = &machine->sleepers};

	pk_sock_owners_load(&machine->base.ctx, &machine->owners);
	machine->reasons.nr = 0;
	if (sock)
		pk_local_reader_reasons(&readers, sock, local, &machine->reasons);
	else
		pk_sock_reader_reasons(&readers, &tcp, &machine->reasons);
	pk_sock_readers_deinit(&readers);
	pk_sock_owners_deinit(&machine->owners);
}

static void has_reason(const struct machine *machine, unsigned i, const char *name,
		       const char *text)
{
	assert_true(i < machine->reasons.nr);
	assert_string_equal(machine->reasons.list[i].name, name);
	assert_string_equal(machine->reasons.list[i].text, text);
}

/* Of the TCP socket: one reason; NAME NULL: none. */
static void expect(struct machine *machine, const char *name, const char *text)
{
	ask(machine, NULL, NULL);
	assert_int_equal(machine->reasons.nr, name != NULL);
	if (name)
		has_reason(machine, 0, name, text);
}

static void its_owner_is_elsewhere(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	expect(machine, "no-owner", "no process has it open");
	opens(fake, 1, 0, SOCK);
	fake_put(fake, FDS(1) + 16, 8, FILE_OF(1)); /* by two descriptors */
	sleeps_in(machine, 1, "clock_nanosleep", "do_nanosleep");
	expect(machine, "reader-elsewhere",
	       "nobody waits to read it: its owner nc[101] is in clock_nanosleep (do_nanosleep)");
	fake_put(fake, TASK(1) + STATE, 4, 0); /* it was woken */
	expect(machine, "no-waiter", "nobody waits to read it, its owner is nc[101]");
	fake_put(fake, TASK(1) + STATE, 4, 1);
	fake_put(fake, TASK(1) + 28, 4, 1); /* it runs */
	expect(machine, "no-waiter", "nobody waits to read it, its owner is nc[101]");
}

/* Its stack does not tell a call. */
static void where_its_owner_is_not_known(void **state)
{
	struct machine *machine = *state;

	opens(&machine->base.fake, 1, 0, SOCK);
	expect(machine, "no-waiter", "nobody waits to read it, its owner is nc[101]");
}

static void any_of_several_may_be_the_reader(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	opens(fake, 1, 0, SOCK);
	opens(fake, 3, 0, SOCK);
	sleeps_in(machine, 1, "clock_nanosleep", "do_nanosleep");
	expect(machine, "no-waiter", "nobody waits to read it, one of its owners is nc[101]");
	/* Two processes of one table (CLONE_FILES). */
	fake_put(fake, TASK(3) + FILES, 8, TABLE(1));
	expect(machine, "no-waiter", "nobody waits to read it, one of its owners is nc[101]");
	/* Only one process, of two threads. */
	fake_put(fake, TASK(3) + FILES, 8, 0);
	put_task(fake, 2, 1);
	fake_put_list(fake, (uint64_t[]){TASK(0) + TASKS, TASK(1) + TASKS}, 2);
	fake_put_list(fake, (uint64_t[]){SIGNAL(1), TASK(1) + THREAD, TASK(2) + THREAD}, 3);
	expect(machine, "no-waiter", "nobody waits to read it, its owner is nc[101]");
}

static void who_stands_in_its_queue(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	waits(fake, WQ(0) + 8, 1, AUTOREMOVE, WQ(0) + 8);
	expect(machine, NULL, NULL); /* in which call is not known */
	sleeps_in(machine, 1, "sendto", "sock_wait_for_wmem"); /* no reader */
	expect(machine, "no-owner", "no process has it open");
	sleeps_in(machine, 2, "recvfrom", "__skb_wait_for_more_packets");
	waits(fake, WQ(0) + 8, 2, AUTOREMOVE, ENTRY(1) + LINK);
	expect(machine, "reader-asleep",
	       "nc[102] sleeps on it in recvfrom (__skb_wait_for_more_packets) all the same");
	fake_put(fake, TASK(2) + STATE, 4, 0); /* woken: it comes */
	expect(machine, NULL, NULL);
	waits(fake, WQ(0) + 8, 1, IO_URING, WQ(0) + 8); /* who that wakes is not known */
	expect(machine, NULL, NULL);
}

static void damaged_queues(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	opens(fake, 1, 0, SOCK);
	sleeps_in(machine, 1, "clock_nanosleep", "do_nanosleep");
	/* a circle without its head */
	waits(fake, WQ(0) + 8, 2, IO_URING, WQ(0) + 8);
	fake_put(fake, ENTRY(2) + LINK, 8, ENTRY(2) + LINK);
	expect(machine, NULL, NULL);
	/* a wild pointer; one into nothing */
	fake_put(fake, WQ(0) + 8, 8, 0x10);
	expect(machine, NULL, NULL);
	fake_put(fake, SOCK + SK_WQ, 8, 0xffffdead00000000);
	expect(machine, NULL, NULL);
	/* more who write than are looked at: behind them may be a reader */
	fake_put(fake, SOCK + SK_WQ, 8, WQ(0));
	sleeps_in(machine, 3, "write", "sock_wait_for_wmem");
	for (unsigned i = 0; i <= PK_WAITERS_MAX; i++) {
		fake_put(fake, ENTRY(i) + PRIVATE, 8, TASK(3));
		fake_put(fake, ENTRY(i) + WAKES, 8, FUNC(AUTOREMOVE));
		fake_put(fake, i ? ENTRY(i - 1) + LINK : WQ(0) + 8, 8, ENTRY(i) + LINK);
		fake_put(fake, ENTRY(i) + LINK, 8, WQ(0) + 8);
	}
	expect(machine, NULL, NULL);
	fake_put(fake, ENTRY(PK_WAITERS_MAX - 1) + LINK, 8, WQ(0) + 8);
	expect(machine, "reader-elsewhere",
	       "nobody waits to read it: its owner nc[101] is in clock_nanosleep (do_nanosleep)");
}

/* A process may have more threads than are met: none is where the reader is. */
static void damaged_lists_of_tasks(void **state)
{
	static const char text[] = "nobody waits to read it, one of its owners is nc[101]";
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	opens(fake, 1, 0, SOCK);
	sleeps_in(machine, 1, "clock_nanosleep", "do_nanosleep");
	fake_put(fake, TASK(1) + THREAD, 8, TASK(1) + THREAD); /* threads in a circle */
	expect(machine, "no-waiter", text);
	fake_put(fake, TASK(1) + THREAD, 8, 0x10);
	expect(machine, "no-waiter", text);
	fake_put(fake, TASK(1) + 48, 8, 0xffffdead00000000); /* no struct signal_struct */
	expect(machine, "no-waiter", text);
	put_task(fake, 1, 1);
	fake_put(fake, TASK(3) + TASKS, 8, TASK(1) + TASKS); /* tasks in a circle */
	expect(machine, "no-waiter", text);
}

/* Of a list that breaks at both ends the middle is missing: who has it open may be there. */
static void tasks_that_are_not_met(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	opens(fake, 3, 0, SOCK);
	fake_put(fake, TASK(2) + TASKS, 8, TASK(1) + TASKS);
	fake_put(fake, TASK(0) + TASKS + 8, 8, 0x10);
	expect(machine, NULL, NULL);
}

/* Who has it open may be where nothing could be read. */
static void files_that_cannot_be_read(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	opens(fake, 3, 0, PEER);
	fake_put(fake, TABLE(3) + 16, 8, 0xffffdead00000000);
	expect(machine, NULL, NULL);
	opens(fake, 3, 0, PEER);
	fake_put(fake, TABLE(3) + 8, 4, 0x7fffffff); /* descriptors: more than there may be */
	expect(machine, NULL, NULL);
	opens(fake, 1, 0, SOCK);
	sleeps_in(machine, 1, "clock_nanosleep", "do_nanosleep");
	expect(machine, "no-waiter", "nobody waits to read it, one of its owners is nc[101]");
}

#define KNOWN(x) ((struct pk_figure){PK_OK, x})

static void a_unix_socket(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const uint64_t head = SOCK + PEER_WAIT;
	struct pk_local_sock sock = {
		.family = PK_LOCAL_UNIX, .addr = SOCK, .state = 10, .type = 1, .peer = PEER};
	struct pk_local_state local = {.queued = KNOWN(2)};

	opens(fake, 1, 0, SOCK);
	sleeps_in(machine, 1, "poll", "do_sys_poll");
	for (unsigned i = 2; i < NR_TASKS; i++) {
		waits(fake, head, i, AUTOREMOVE, i == 2 ? head : ENTRY(i - 1) + LINK);
		sleeps_in(machine, i, "connect", "unix_wait_for_peer");
	}
	fake_put(fake, TASK(2) + STATE, 4, 0); /* woken */
	ask(machine, &sock, &local);
	assert_int_equal(machine->reasons.nr, 3);
	has_reason(machine, 0, "reader-elsewhere",
		   "nobody waits to accept from it: its owner nc[101] is in poll (do_sys_poll)");
	has_reason(machine, 1, "sender-waits",
		   "nc[103] waits for room in connect (unix_wait_for_peer)");
	has_reason(machine, 2, "sender-waits",
		   "nc[104] waits for room in connect (unix_wait_for_peer)");
	/* those before a break are there */
	fake_put(fake, ENTRY(3) + LINK, 8, ENTRY(3) + LINK);
	ask(machine, &sock, &local);
	assert_int_equal(machine->reasons.nr, 2);
	has_reason(machine, 1, "sender-waits",
		   "nc[103] waits for room in connect (unix_wait_for_peer)");
	/* what it sent waits at its peer, whose owner does not read */
	local = (struct pk_local_state){
		.queued = KNOWN(0), .peer_closed = KNOWN(0), .peer_queued = KNOWN(3)};
	sock.tx_queue = 1000;
	opens(fake, 2, 0, PEER);
	fake_put(fake, TASK(2) + STATE, 4, 1);
	ask(machine, &sock, &local);
	assert_int_equal(machine->reasons.nr, 1);
	has_reason(machine, 0, "reader-elsewhere",
		   "nobody waits to read its peer: its peer's owner nc[102] is in connect "
		   "(unix_wait_for_peer)");
	local.peer_queued.status = PK_UNREADABLE;
	ask(machine, &sock, &local);
	assert_int_equal(machine->reasons.nr, 0);
}

/* Frames of a full ring are no queue of skbs. */
static void a_full_ring(void **state)
{
	struct machine *machine = *state;
	const struct pk_local_sock sock = {.family = PK_LOCAL_PACKET, .addr = SOCK};
	struct pk_local_state local = {.ring_full = KNOWN(1)};

	ask(machine, &sock, &local);
	assert_int_equal(machine->reasons.nr, 1);
	has_reason(machine, 0, "no-owner", "no process has it open");
	local.ring_full.status = PK_CORRUPT;
	ask(machine, &sock, &local);
	assert_int_equal(machine->reasons.nr, 0);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(its_owner_is_elsewhere),
		TEST(where_its_owner_is_not_known),
		TEST(any_of_several_may_be_the_reader),
		TEST(who_stands_in_its_queue),
		TEST(damaged_queues),
		TEST(damaged_lists_of_tasks),
		TEST(tasks_that_are_not_met),
		TEST(files_that_cannot_be_read),
		TEST(a_unix_socket),
		TEST(a_full_ring),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
