// SPDX-License-Identifier: GPL-3.0-or-later
/* Who waits for a socket: its wait queue, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "decode/net/sock/sock.h"
#include "fake_net.h"

#define SOCK FAKE_DIRECT
#define WQ (FAKE_DIRECT + 0x8000)
#define WQ_HEAD (WQ + 8)
#define ENTRY(n) (FAKE_DIRECT + 0x9000 + 0x40 * (uint64_t)(n))
#define TASK(n) (FAKE_DIRECT + 0xa000 + 0x100 * (uint64_t)(n))
#define POLLING (FAKE_DIRECT + 0xb000)
#define ITEM (FAKE_DIRECT + 0xb100)
#define EVENTPOLL (FAKE_DIRECT + 0xb200)
#define EP_HEAD (EVENTPOLL + 16)
#define FUNC(n) (0xffffffff81000000ull + 0x100 * (uint64_t)(n))
#define SK_WQ 400
#define ENTRY_PRIVATE 8
#define ENTRY_FUNC 16
#define ENTRY_LINK 24

enum { AUTOREMOVE, POLLWAKE, EP_CALLBACK, IO_URING };

static const char *const funcs[] = {"autoremove_wake_function", "pollwake", "ep_poll_callback",
				    "io_async_wake"};

static const struct fake_member members[] = {
	{"struct sock", "sk_wq", SK_WQ, 8, .is_pointer = true},
	{"struct socket_wq", "wait.head", 8, .size = 16},
	{"struct wait_queue_entry", "private", ENTRY_PRIVATE, 8, .is_pointer = true},
	{"struct wait_queue_entry", "func", ENTRY_FUNC, 8, .is_pointer = true},
	{"struct wait_queue_entry", "entry", ENTRY_LINK, .size = 16},
	{"struct poll_wqueues", "polling_task", 24, 8, .is_pointer = true},
	{"struct eppoll_entry", "base", 8, 8, .is_pointer = true},
	/* So that the entry begins behind `next` and `base`. */
	{"struct eppoll_entry", "wait", 16, .size = 40},
	{"struct epitem", "ep", 80, 8, .is_pointer = true},
	{"struct eventpoll", "wq.head", 16, .size = 16},
	{"struct task_struct", "pid", 0, 4, .is_signed = true},
	{"struct task_struct", "tgid", 4, 4, .is_signed = true},
	{"struct task_struct", "comm", 8, 16, .is_array = true, .elements = 16},
	{"struct task_struct", "stack", 24, 8, .is_pointer = true},
	{"struct task_struct", "tasks", 32, .size = 16},
};

struct machine {
	struct fake_machine base;
	struct pk_sock sock;
	struct pk_sock_waiters waiters;
};

/* A circle of HEAD and NR entries, from FIRST on. */
static void link_entries(struct fake_target *fake, uint64_t head, unsigned first, unsigned nr)
{
	uint64_t before = head;

	for (unsigned i = first; i <= first + nr; i++) {
		uint64_t link = i < first + nr ? ENTRY(i) + ENTRY_LINK : head;

		fake_put(fake, before, 8, link);
		fake_put(fake, link + 8, 8, before);
		before = link;
	}
}

static void put_entry(struct fake_target *fake, unsigned n, unsigned func, uint64_t private)
{
	fake_put(fake, ENTRY(n) + ENTRY_PRIVATE, 8, private);
	fake_put(fake, ENTRY(n) + ENTRY_FUNC, 8, FUNC(func));
}

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.base.fake;

	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	for (unsigned i = 0; i < ARRAY_SIZE(funcs); i++)
		fake_symbol(fake, funcs[i], FUNC(i), 0x100);
	fake_put(fake, SOCK + SK_WQ, 8, WQ);
	for (unsigned i = 0; i < 3; i++) {
		fake_put(fake, TASK(i), 4, 100 + i);
		fake_put(fake, TASK(i) + 4, 4, 100 + i);
		fake_put_bytes(fake, TASK(i) + 8, "nc\0\0", 4);
	}
	machine.sock = (struct pk_sock){.addr = SOCK, .kind = PK_SOCK_FULL};
	pk_ctx_init(&machine.base.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static void read_waiters(struct machine *machine)
{
	struct pk_sleepers sleepers = {0};

	memset(&machine->waiters, 0xa5, sizeof(machine->waiters)); /* whatever stood there */
	pk_sock_waiters_read(&machine->base.ctx, &sleepers, &machine->sock, &machine->waiters);
	pk_sleepers_deinit(&sleepers);
}

/* Entry N is epoll's, for which so many entries wait, from the fourth on. */
static void put_epoll_entry(struct fake_target *fake, unsigned n, unsigned waiting)
{
	put_entry(fake, n, EP_CALLBACK, 0);
	fake_put(fake, ENTRY(n) - 8, 8, ITEM);
	fake_put(fake, ITEM + 80, 8, EVENTPOLL);
	link_entries(fake, EP_HEAD, 4, waiting);
}

static const struct pk_sock_waiter *waiter(struct machine *machine, unsigned i)
{
	return &machine->waiters.list[i];
}

static void each_kind(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	link_entries(fake, WQ_HEAD, 0, 4);
	put_entry(fake, 0, AUTOREMOVE, TASK(0));
	put_entry(fake, 1, POLLWAKE, POLLING);
	fake_put(fake, POLLING + 24, 8, TASK(1));
	put_epoll_entry(fake, 2, 1);
	put_entry(fake, 4, AUTOREMOVE, TASK(2));
	put_entry(fake, 3, IO_URING, 0xdead);
	read_waiters(machine);
	assert_int_equal(machine->waiters.status, PK_OK);
	assert_int_equal(machine->waiters.nr, 4);
	assert_int_equal(waiter(machine, 0)->how, PK_WAIT_SLEEP);
	assert_int_equal(waiter(machine, 0)->pid, 100);
	assert_string_equal(waiter(machine, 0)->comm, "nc");
	/* This machine's stacks cannot be unwound: no call is made up. */
	assert_string_equal(waiter(machine, 0)->call, "");
	assert_int_equal(waiter(machine, 1)->how, PK_WAIT_POLL);
	assert_int_equal(waiter(machine, 1)->pid, 101);
	assert_int_equal(waiter(machine, 2)->how, PK_WAIT_EPOLL);
	assert_int_equal(waiter(machine, 2)->pid, 102);
	/* What is not known is named, and its pointer not followed. */
	assert_int_equal(waiter(machine, 3)->how, PK_WAIT_OTHER);
	assert_int_equal(waiter(machine, 3)->pid, 0);
	assert_string_equal(waiter(machine, 3)->wakes, "io_async_wake");
}

static void nobody_waits_for_the_epoll_file(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	link_entries(fake, WQ_HEAD, 0, 1);
	put_epoll_entry(fake, 0, 0);
	read_waiters(machine);
	assert_int_equal(machine->waiters.nr, 1);
	assert_int_equal(waiter(machine, 0)->how, PK_WAIT_EPOLL);
	assert_int_equal(waiter(machine, 0)->pid, 0);
}

static void an_epoll_file_that_watches_itself(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	link_entries(fake, WQ_HEAD, 0, 1);
	put_epoll_entry(fake, 0, 1);
	put_entry(fake, 4, EP_CALLBACK, 0);
	fake_put(fake, ENTRY(4) - 8, 8, ITEM);
	read_waiters(machine);
	assert_int_equal(machine->waiters.nr, 1);
	assert_int_equal(waiter(machine, 0)->how, PK_WAIT_OTHER);
}

static void damaged(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	link_entries(fake, WQ_HEAD, 0, 2);
	put_entry(fake, 0, AUTOREMOVE, TASK(0));
	put_entry(fake, 1, AUTOREMOVE, 0xdead);
	read_waiters(machine);
	assert_int_not_equal(machine->waiters.status, PK_OK);
	fake_put(fake, WQ_HEAD, 8, 0x10);
	read_waiters(machine);
	assert_int_not_equal(machine->waiters.status, PK_OK);
	fake_put(fake, SOCK + SK_WQ, 8, 0); /* no struct socket any more */
	read_waiters(machine);
	assert_int_equal(machine->waiters.status, PK_OK);
	assert_int_equal(machine->waiters.nr, 0);
}

/* More than are listed, and the rest is said to be there. */
static void many(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	link_entries(fake, WQ_HEAD, 0, PK_WAITERS_MAX - 1);
	for (unsigned i = 0; i < PK_WAITERS_MAX - 1; i++)
		put_entry(fake, i, IO_URING, 0);
	read_waiters(machine);
	assert_int_equal(machine->waiters.nr, PK_WAITERS_MAX - 1);
	assert_false(machine->waiters.cut);
	fake_put(fake, ENTRY(PK_WAITERS_MAX - 2) + ENTRY_LINK, 8, ENTRY(0) + ENTRY_LINK);
	read_waiters(machine);
	assert_int_equal(machine->waiters.status, PK_CORRUPT); /* a circle without its head */
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, fake_machine_teardown)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(each_kind),
		TEST(nobody_waits_for_the_epoll_file),
		TEST(an_epoll_file_that_watches_itself),
		TEST(damaged),
		TEST(many),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
