// SPDX-License-Identifier: GPL-3.0-or-later
/* Hosts of NVMe by TCP: their queues, requests, what waits for a path and who waits, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fake_consumers.h"

#define GLOBALS FAKE_CONSUMER_GLOBALS
#define LIST GLOBALS
#define TCP_CTRL FAKE_DIRECT
#define CTRL (TCP_CTRL + 256)
#define QUEUES (FAKE_DIRECT + 0x400)
#define QUEUE(n) (QUEUES + 64 * (uint64_t)(n))
#define TAGS_OF(n)                                                                                 \
	(FAKE_DIRECT + 0x500 +                                                                     \
	 0x40 * (uint64_t)(n)) /* an array of one, the blk_mq_tags behind it */
#define RQS(n) (FAKE_DIRECT + 0x600 + 0x40 * (uint64_t)(n))
#define RQ (FAKE_DIRECT + 0x700)
#define RQ_SIZE 128
#define CMD (FAKE_DIRECT + 0x800)
#define BIO(n) (FAKE_DIRECT + 0x900 + 0x40 * (uint64_t)(n))
#define DIO (FAKE_DIRECT + 0xa00)
#define DONE (FAKE_DIRECT + 0xa40)
#define ENTRY (FAKE_DIRECT + 0xa80)
#define SOCKET (FAKE_DIRECT + 0xac0)
#define SUBSYS (FAKE_DIRECT + 0xb00)
#define NS (FAKE_DIRECT + 0xb80)
#define HEAD (FAKE_DIRECT + 0xbc0)
#define OTHER_NS (FAKE_DIRECT + 0xc00)
#define THREAD(n) (FAKE_DIRECT + 0x1000 + 0x40 * (uint64_t)(n))
#define SOCK (FAKE_DIRECT + 0x4000)
#define SIMPLE 0xffffffff81000000ull
#define ASYNC (SIMPLE + 0x100)
#define WAIT (SIMPLE + 0x200)
#define CHAIN (SIMPLE + 0x300)
#define PAGES (SIMPLE + 0x400)
#define WAKE (SIMPLE + 0x500)

#define TCP(type) "struct " type "@nvme_tcp"
#define CORE(type) "struct " type "@nvme_core"
static const struct fake_member members[] = {
	{TCP("nvme_tcp_ctrl"), "queues", 0, 8, .is_pointer = true},
	{TCP("nvme_tcp_ctrl"), "tag_set", 8, .size = 32},
	{TCP("nvme_tcp_ctrl"), "list", 40, .size = 16},
	{TCP("nvme_tcp_ctrl"), "admin_tag_set", 56, .size = 32},
	{TCP("nvme_tcp_ctrl"), "addr", 96, .size = 128},
	{TCP("nvme_tcp_ctrl"), "ctrl", 256, .size = 256},
	{TCP("nvme_tcp_queue"), "sock", 0, 8, .is_pointer = true},
	{TCP("nvme_tcp_queue"), "flags", 8, .size = 8},
	{TCP("nvme_tcp_request"), "queue", 40, 8, .is_pointer = true},
	{TCP("nvme_tcp_request"), "req.cmd", 0, 8, .is_pointer = true},
	{CORE("nvme_ctrl"), "state", 4, .size = 4},
	{CORE("nvme_ctrl"), "flags", 8, .size = 8},
	{CORE("nvme_ctrl"), "instance", 16, 4, .is_signed = true},
	{CORE("nvme_ctrl"), "queue_count", 20, .size = 4},
	{CORE("nvme_ctrl"), "kato", 24, .size = 4},
	{CORE("nvme_ctrl"), "nr_reconnects", 28, 4, .is_signed = true},
	{CORE("nvme_ctrl"), "subsys", 32, 8, .is_pointer = true},
	{CORE("nvme_ctrl"), "namespaces", 40, .size = 16},
	{CORE("nvme_subsystem"), "subnqn", 8, 64, .is_array = true, .elements = 64},
	{CORE("nvme_ns"), "list", 0, .size = 16},
	{CORE("nvme_ns"), "siblings", 16, .size = 16},
	{CORE("nvme_ns"), "head", 32, 8, .is_pointer = true},
	{CORE("nvme_ns_head"), "list", 0, .size = 16},
	{CORE("nvme_ns_head"), "requeue_list.head", 16, 8, .is_pointer = true},
	{"struct blk_mq_tag_set", "nr_hw_queues", 0, .size = 4},
	{"struct blk_mq_tag_set", "tags", 8, 8, .is_pointer = true},
	{"struct blk_mq_tags", "nr_tags", 0, .size = 4},
	{"struct blk_mq_tags", "rqs", 8, 8, .is_pointer = true},
	{"struct request", "tag", 0, 4, .is_signed = true},
	{"struct request", "timeout", 4, .size = 4},
	{"struct request", "__data_len", 8, .size = 4},
	{"struct request", "state", 12, .size = 4},
	{"struct request", "__sector", 16, .size = 8},
	{"struct request", "bio", 24, 8, .is_pointer = true},
	{"struct request", "start_time_ns", 32, .size = 8},
	{"struct request", "deadline", 40, .size = 8},
	{"struct request", "cmd_flags", 48, .size = 4},
	{"struct bio", "bi_next", 0, 8, .is_pointer = true},
	{"struct bio", "bi_opf", 8, .size = 4},
	{"struct bio", "bi_iter.bi_size", 12, .size = 4},
	{"struct bio", "bi_iter.bi_sector", 16, .size = 8},
	{"struct bio", "bi_end_io", 24, 8, .is_pointer = true},
	{"struct bio", "bi_private", 32, 8, .is_pointer = true},
	{"struct blkdev_dio", "waiter", 0, 8, .is_pointer = true},
	{"struct blkdev_dio", "flags", 8, .size = 4},
};

static const struct fake_enum enums[] = {
	{NULL, "NVME_TCP_Q_ALLOCATED@nvme_tcp", 0},
	{NULL, "NVME_CTRL_LIVE@nvme_core", 1},
	{NULL, "NVME_CTRL_CONNECTING@nvme_core", 3},
	{NULL, "NVME_CTRL_STARTED_ONCE@nvme_core", 2},
	{NULL, "MQ_RQ_IN_FLIGHT", 1},
};

/* A circle of two: a head, and one node. */
static void list_of_one(struct fake_target *fake, uint64_t head, uint64_t node)
{
	fake_put(fake, head, 8, node);
	fake_put(fake, head + 8, 8, node);
	fake_put(fake, node, 8, head);
	fake_put(fake, node + 8, 8, head);
}

/* nvme5, live; its queue 1 has a socket, and at tag 1 a read of 10 s ago, whose timeout of 30 s has not passed. */
static void put_controller(struct fake_target *fake)
{
	const uint8_t server[] = {0x11, 0x44, 10, 9, 0, 2}, command[] = {2, 0, 0x34, 0x12, 1};

	list_of_one(fake, LIST, TCP_CTRL + 40);
	fake_put(fake, TCP_CTRL, 8, QUEUES);
	fake_put(fake, TCP_CTRL + 96, 2, 2);
	fake_put_bytes(fake, TCP_CTRL + 98, server, sizeof(server));
	fake_put(fake, CTRL + 4, 4, 1);
	fake_put(fake, CTRL + 8, 8, 1 << 2);
	fake_put(fake, CTRL + 16, 4, 5);
	fake_put(fake, CTRL + 20, 4, 2);
	fake_put(fake, CTRL + 24, 4, 7);
	fake_put(fake, CTRL + 32, 8, SUBSYS);
	fake_put_string(fake, SUBSYS + 8, "nqn.disk");
	list_of_one(fake, CTRL + 40, NS);
	fake_put(fake, NS + 32, 8, HEAD);
	list_of_one(fake, HEAD, NS + 16);
	for (unsigned n = 0; n < 2; n++) {
		uint64_t set = TCP_CTRL + (n ? 8 : 56);

		fake_put(fake, set, 4, 1);
		fake_put(fake, set + 8, 8, TAGS_OF(n));
		fake_put(fake, TAGS_OF(n), 8, TAGS_OF(n) + 8);
		fake_put(fake, TAGS_OF(n) + 8, 4, 4);
		fake_put(fake, TAGS_OF(n) + 16, 8, RQS(n));
	}
	fake_put(fake, QUEUE(1), 8, SOCKET);
	fake_put(fake, QUEUE(1) + 8, 8, 3);
	fake_put(fake, SOCKET + 8, 8, SOCK);
	fake_net_sock(fake, SOCK, 1, 800, 4420);
	fake_put(fake, RQS(1) + 8, 8, RQ);
	fake_put(fake, RQ, 4, 1);
	fake_put(fake, RQ + 4, 4, 30 * HZ);
	fake_put(fake, RQ + 8, 4, 4096);
	fake_put(fake, RQ + 12, 4, 1);
	fake_put(fake, RQ + 16, 8, 2048);
	fake_put(fake, RQ + 24, 8, BIO(0));
	fake_put(fake, RQ + 32, 8, NOW_NS - 11000000000);
	fake_put(fake, RQ + 40, 8, NOW + 20 * HZ);
	fake_put(fake, RQ + RQ_SIZE, 8, CMD);
	fake_put(fake, RQ + RQ_SIZE + 40, 8, QUEUE(1));
	fake_put_bytes(fake, CMD, command, sizeof(command));
	fake_put(fake, BIO(0) + 24, 8, SIMPLE);
	fake_put(fake, BIO(0) + 32, 8, THREAD(0));
}

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.base.fake;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_type(fake, TCP("nvme_tcp_queue"), 64);
	fake_type(fake, "struct request", RQ_SIZE);
	fake_module_symbol(fake, "nvme_tcp", "nvme_tcp_ctrl_list", LIST, 16);
	fake_symbol(fake, "blkdev_bio_end_io_simple", SIMPLE, 0x80);
	fake_symbol(fake, "blkdev_bio_end_io", ASYNC, 0x80);
	fake_symbol(fake, "submit_bio_wait_endio", WAIT, 0x80);
	fake_symbol(fake, "bio_chain_endio", CHAIN, 0x80);
	fake_symbol(fake, "mpage_end_io", PAGES, 0x80);
	pk_ctx_init(&machine.base.ctx, &fake->target);
	fake_clocks(fake, 0);
	put_controller(fake);
	for (int n = 0; n < 2; n++)
		fake_thread(fake, THREAD(n), 321 + n, 321 + n, "dd");
	*state = &machine;
	return 0;
}

static void a_controller(void **state)
{
	const struct pk_consumers *read = consumers(*state);
	const struct pk_controller *controller = read->controllers;
	char text[64];

	assert_int_equal(read->kinds[PK_CONSUMER_NVME].status, PK_OK);
	assert_int_equal(read->kinds[PK_CONSUMER_RPC].status, PK_ABSENT);
	assert_int_equal(read->nr_controllers, 1);
	assert_int_equal(controller->addr, CTRL);
	assert_int_equal(controller->instance, 5);
	assert_string_equal(controller->nqn, "nqn.disk");
	assert_string_equal(controller->state, "live");
	assert_int_equal(controller->lost.value, 0);
	assert_int_equal(controller->keep_alive_s.value, 7);
	assert_int_equal(controller->nr_queues, 2);
	assert_int_equal(controller->nr_calls, 1);
	assert_int_equal(controller->nr_waiters, 1);
	assert_string_equal(pk_endpoint_text(controller->family, controller->server,
					     controller->port, text, sizeof(text)),
			    "10.9.0.2:4420");
	assert_int_equal(read->list[0].sk, 0);
	assert_int_equal(read->list[1].queue, 1);
	assert_int_equal(read->list[1].sock_status, PK_OK);
	assert_int_equal(read->list[1].sock.tuple.sport, 800);
	assert_int_equal(read->list[1].nr_calls, 1);
}

static void a_request(void **state)
{
	const struct pk_consumers *read = consumers(*state);
	const struct pk_consumer_call *call = read->calls;

	assert_int_equal(read->nr_calls, 1);
	assert_int_equal(call->addr, RQ);
	assert_int_equal(call->transport, QUEUE(1));
	assert_int_equal(call->controller, CTRL);
	assert_int_equal(call->id, 1);
	assert_int_equal(call->xid, 0x1234);
	assert_string_equal(call->procedure, "read");
	assert_int_equal(call->sector, 2048);
	assert_int_equal(call->bytes, 4096);
	assert_int_equal(call->age_ms.value, 11000);
	assert_int_equal(call->sent_ms.value, 10000);
	assert_int_equal(call->late.value, 0);
	assert_int_equal(call->nr_waiters, 1);
	assert_int_equal(call->waiters[0].pid, 321);
}

/* Its timer is rounded up to a second, so within that it is not late. */
static void late_requests(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, RQ + 40, 8, NOW - HZ);
	assert_int_equal(consumers(machine)->calls[0].late.value, 0);
	fake_put(fake, RQ + 40, 8, NOW - HZ - 1);
	assert_int_equal(consumers(machine)->calls[0].late.value, 1);
	assert_int_equal(machine->consumers.controllers[0].nr_late, 1);
	assert_int_equal(machine->consumers.calls[0].sent_ms.value, 31004);
	fake_put(fake, RQ + 32, 8, 0); /* the block layer keeps no statistics */
	assert_int_equal(consumers(machine)->calls[0].age_ms.value, 31004);
}

/* A tag keeps its last request: one that is idle, or has another tag now, is not in flight. */
static void old_requests(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, RQ + 12, 4, 0);
	assert_int_equal(consumers(machine)->nr_calls, 0);
	fake_put(fake, RQ + 12, 4, 1);
	fake_put(fake, RQ, 4, 2);
	assert_int_equal(status_of(machine, PK_CONSUMER_NVME), PK_OK);
	assert_int_equal(machine->consumers.nr_calls, 0);
	fake_put(fake, RQ, 4, 1);
	fake_put(fake, RQ + RQ_SIZE + 40, 8, QUEUE(0));
	assert_int_equal(status_of(machine, PK_CONSUMER_NVME), PK_CORRUPT);
	assert_int_equal(machine->consumers.list[1].nr_calls, 0);
}

/* By a completion, by a direct I/O of several bios, by a bio that was cut; once each. */
static void who_waits(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, BIO(0) + 24, 8, WAIT);
	fake_put(fake, BIO(0) + 32, 8, DONE);
	list_of_one(fake, DONE + 16, ENTRY + 8);
	fake_put(fake, ENTRY, 8, THREAD(1));
	assert_int_equal(consumers(machine)->calls[0].waiters[0].pid, 322);
	fake_put(fake, BIO(0), 8, BIO(1));
	fake_put(fake, BIO(1) + 24, 8, CHAIN);
	fake_put(fake, BIO(1) + 32, 8, BIO(2));
	fake_put(fake, BIO(2) + 24, 8, ASYNC);
	fake_put(fake, BIO(2) + 32, 8, DIO);
	fake_put(fake, DIO, 8, THREAD(0));
	fake_put(fake, DIO + 8, 4, 3);
	assert_int_equal(consumers(machine)->calls[0].nr_waiters, 2);
	assert_int_equal(machine->consumers.calls[0].waiters[1].pid, 321);
	fake_put(fake, DIO + 8, 4, 1); /* what lies there is no task then */
	assert_int_equal(consumers(machine)->calls[0].nr_waiters, 1);
	assert_int_equal(machine->consumers.calls[0].waiters_status, PK_OK);
}

/* Who waits for a page is not behind its bio. */
static void waiters_that_are_not_known(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, BIO(0) + 24, 8, PAGES);
	assert_int_equal(consumers(machine)->calls[0].waiters_status, PK_ABSENT);
	assert_int_equal(machine->consumers.calls[0].nr_waiters, 0);
	assert_int_equal(machine->consumers.kinds[PK_CONSUMER_NVME].status, PK_OK);
	fake_put(fake, BIO(0) + 24, 8, CHAIN);
	fake_put(fake, BIO(0) + 32, 8, BIO(0)); /* a chain that is its own */
	assert_int_equal(consumers(machine)->calls[0].waiters_status, PK_LIMIT);
	fake_put(fake, BIO(0) + 24, 8, SIMPLE);
	fake_put(fake, BIO(0) + 32, 8, 0xdead0000);
	assert_int_equal(consumers(machine)->calls[0].waiters_status, PK_UNREADABLE);
}

/* The connection is lost; the queue's old socket is not its own any more. */
static void a_lost_controller(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, CTRL + 4, 4, 3);
	fake_put(fake, QUEUE(1) + 8, 8, 2);
	assert_string_equal(consumers(machine)->controllers[0].state, "connecting");
	assert_int_equal(machine->consumers.controllers[0].lost.value, 1);
	assert_int_equal(machine->consumers.list[1].sk, 0);
	fake_put(fake, CTRL + 8, 8, 0); /* it connects for the first time */
	assert_int_equal(consumers(machine)->controllers[0].lost.value, 0);
	fake_put(fake, CTRL + 4, 4, 77);
	assert_null(consumers(machine)->controllers[0].state);
	assert_int_equal(machine->consumers.controllers[0].lost.status, PK_UNSUPPORTED);
}

/* What waits for a path is the controller's, unless the disk has another path. */
static void what_waits_for_a_path(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumer_call *call;

	fake_put(fake, HEAD + 16, 8, BIO(3));
	fake_put(fake, BIO(3) + 8, 4, 0x801);
	fake_put(fake, BIO(3) + 12, 4, 512);
	fake_put(fake, BIO(3) + 24, 8, SIMPLE);
	fake_put(fake, BIO(3) + 32, 8, THREAD(0));
	call = &consumers(machine)->calls[1];
	assert_string_equal(call->procedure, "write");
	assert_int_equal(call->controller, CTRL);
	assert_int_equal(call->transport, 0);
	assert_int_equal(call->bytes, 512);
	assert_int_equal(machine->consumers.controllers[0].nr_calls, 2);
	assert_int_equal(machine->consumers.controllers[0].nr_waiters, 1); /* of both */
	fake_put(fake, HEAD, 8, OTHER_NS);
	fake_put(fake, OTHER_NS, 8, NS + 16);
	fake_put(fake, OTHER_NS + 8, 8, HEAD);
	fake_put(fake, NS + 24, 8, OTHER_NS);
	assert_int_equal(consumers(machine)->calls[1].controller, 0);
	fake_put(fake, BIO(3), 8, BIO(3)); /* a list that is a circle */
	assert_int_equal(consumers(machine)->nr_calls, 2);
}

static void lists_that_end_nowhere(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, TAGS_OF(1) + 8, 4, 0x7fffffff);
	assert_int_equal(status_of(machine, PK_CONSUMER_NVME), PK_LIMIT);
	fake_put(fake, TAGS_OF(1) + 8, 4, 4);
	fake_put(fake, RQS(1) + 16, 8, 0xdead0000);
	assert_int_equal(status_of(machine, PK_CONSUMER_NVME), PK_UNREADABLE);
	assert_int_equal(machine->consumers.nr_calls, 1);
	/* the last of the tags, too; and one that cannot be read does not hide those behind it */
	fake_put(fake, RQS(1) + 16, 8, 0);
	fake_put(fake, RQS(1) + 24, 8, 0xdead0000);
	assert_int_equal(status_of(machine, PK_CONSUMER_NVME), PK_UNREADABLE);
	fake_put(fake, RQS(1) + 24, 8, 0);
	fake_put(fake, RQS(1), 8, 0xdead0000);
	assert_int_equal(status_of(machine, PK_CONSUMER_NVME), PK_UNREADABLE);
	assert_int_equal(machine->consumers.nr_calls, 1);
	fake_put(fake, RQS(1), 8, 0);
	fake_put(fake, CTRL + 20, 4, 0xffffffff);
	assert_int_not_equal(status_of(machine, PK_CONSUMER_NVME), PK_OK);
	fake_put(fake, CTRL + 20, 4, 2);
	fake_put(fake, LIST, 8, 0xdead0000);
	fake_put(fake, LIST + 8, 8, 0xdead0000);
	assert_int_equal(status_of(machine, PK_CONSUMER_NVME), PK_UNREADABLE);
	assert_int_equal(machine->consumers.nr_controllers, 0);
}

static struct fake_member *member(struct fake_target *fake, const char *type, const char *path)
{
	for (size_t i = 0; i < fake->nr_members; i++)
		if (!strcmp(fake->members[i].type, type) && !strcmp(fake->members[i].path, path))
			return &fake->members[i];
	fail();
	return NULL;
}

/* What a kernel has not, or under another name, is unknown of a request that is listed all the same. */
static void other_members(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	struct fake_member *deadline = member(fake, "struct request", "deadline");

	deadline->path = "__deadline"; /* 4.16 to 4.20 */
	assert_int_equal(consumers(machine)->calls[0].sent_ms.value, 10000);
	deadline->path = "neither";
	pk_ctx_deinit(&machine->base.ctx);
	pk_ctx_init(&machine->base.ctx, &fake->target);
	assert_int_equal(consumers(machine)->nr_calls, 1);
	assert_int_equal(machine->consumers.calls[0].sent_ms.status, PK_ABSENT);
	assert_int_equal(machine->consumers.calls[0].late.status, PK_ABSENT);
	assert_int_equal(machine->consumers.calls[0].age_ms.value, 11000);
	member(fake, "struct request", "start_time_ns")->path = "start_time";
	pk_ctx_deinit(&machine->base.ctx);
	pk_ctx_init(&machine->base.ctx, &fake->target);
	assert_int_equal(consumers(machine)->nr_calls, 1);
	assert_int_equal(machine->consumers.calls[0].age_ms.status, PK_ABSENT);
	assert_int_equal(machine->consumers.calls[0].waiters[0].pid, 321);
}

/* Up to 5.15 a bit-field says that a direct I/O has a waiter; up to 5.6 a completion has a whole wait queue. */
static void older_waiters(void **state)
{
	static const struct fake_member whole[] = {
		{"struct completion", "wait", 8, .size = 24},
		{"struct completion", "wait.head", 16, .size = 16},
	};
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	struct fake_member *flags = member(fake, "struct blkdev_dio", "flags");

	flags->path = "is_sync";
	flags->bit_offset = 2;
	flags->bit_size = 1;
	member(fake, "struct completion", "wait.task_list")->path = "nothing";
	fake_members(fake, whole, ARRAY_SIZE(whole));
	fake_symbol(fake, "default_wake_function", WAKE, 0x80);
	fake_put(fake, BIO(0) + 24, 8, ASYNC);
	fake_put(fake, BIO(0) + 32, 8, DIO);
	fake_put(fake, DIO, 8, THREAD(0));
	fake_put(fake, DIO + 8, 4, 4);
	assert_int_equal(consumers(machine)->calls[0].waiters[0].pid, 321);
	fake_put(fake, DIO + 8, 4, 3);
	assert_int_equal(consumers(machine)->calls[0].nr_waiters, 0);
	fake_put(fake, BIO(0) + 24, 8, WAIT);
	fake_put(fake, BIO(0) + 32, 8, DONE);
	list_of_one(fake, DONE + 16, ENTRY + 24);
	fake_put(fake, ENTRY + 8, 8, THREAD(1));
	fake_put(fake, ENTRY + 16, 8, WAKE);
	assert_int_equal(consumers(machine)->calls[0].waiters[0].pid, 322);
}

static void no_types(void **state)
{
	assert_needs_types(*state, PK_CONSUMER_NVME);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_controller, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_request, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(late_requests, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(old_requests, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(who_waits, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(waiters_that_are_not_known, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_lost_controller, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(what_waits_for_a_path, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(lists_that_end_nowhere, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(other_members, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(older_waiters, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(no_types, setup, fake_consumers_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
