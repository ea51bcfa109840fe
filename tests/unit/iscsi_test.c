// SPDX-License-Identifier: GPL-3.0-or-later
/* Sessions of iSCSI: their connection, tasks, what waits to be sent and who waits, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fake_consumers.h"

#define LIST FAKE_CONSUMER_GLOBALS
#define CLS FAKE_DIRECT
#define SESSION (FAKE_DIRECT + 0x100)
#define CONN (FAKE_DIRECT + 0x200)
#define CLS_CONN (FAKE_DIRECT + 0x280)
#define TCP_CONN (FAKE_DIRECT + 0x2c0)
#define SW_TCP_CONN (FAKE_DIRECT + 0x300)
#define SOCKET (FAKE_DIRECT + 0x340)
#define TRANSPORT (FAKE_DIRECT + 0x380)
#define TEXT(n) (FAKE_DIRECT + 0x400 + 0x40 * (uint64_t)(n))
#define CMDS (FAKE_DIRECT + 0x500)
#define TASK(n) (FAKE_DIRECT + 0x600 + 0x80 * (uint64_t)(n))
#define HDR (FAKE_DIRECT + 0x780)
#define RQ(n) (FAKE_DIRECT + 0x800 + 0x100 * (uint64_t)(n))
#define RQ_SIZE 128
#define SC(n) (RQ(n) + RQ_SIZE)
#define BIO (FAKE_DIRECT + 0xc00)
#define HOST (FAKE_DIRECT + 0xd00)
#define DEVICE (FAKE_DIRECT + 0xd40)
#define QUEUE (FAKE_DIRECT + 0xd80)
#define HCTX (FAKE_DIRECT + 0xdc0)
#define TAGS (FAKE_DIRECT + 0xe00)
#define RQS (FAKE_DIRECT + 0xe40)
#define THREAD (FAKE_DIRECT + 0x1000)
#define SOCK (FAKE_DIRECT + 0x4000)
#define PERCPU (FAKE_DIRECT + 0x1100)
#define SIMPLE 0xffffffff81000000ull

#define CLASS(type) "struct " type "@scsi_transport_iscsi"
#define LIB(type) "struct " type "@libiscsi"
static const struct fake_member members[] = {
	{CLASS("iscsi_cls_session"), "sess_list", 0, .size = 16},
	{CLASS("iscsi_cls_session"), "transport", 16, 8, .is_pointer = true},
	{CLASS("iscsi_cls_session"), "state", 24, 4, .is_signed = true},
	{CLASS("iscsi_cls_session"), "sid", 28, 4, .is_signed = true},
	{CLASS("iscsi_cls_session"), "dd_data", 32, 8, .is_pointer = true},
	{CLASS("iscsi_cls_session"), "recovery_tmo", 40, 4, .is_signed = true},
	{CLASS("iscsi_cls_conn"), "state", 0, .size = 4},
	{CLASS("iscsi_transport"), "name", 0, 8, .is_pointer = true},
	{LIB("iscsi_session"), "cls_session", 0, 8, .is_pointer = true},
	{LIB("iscsi_session"), "state", 8, 4, .is_signed = true},
	{LIB("iscsi_session"), "tmf_state", 12, 4, .is_signed = true},
	{LIB("iscsi_session"), "targetname", 16, 8, .is_pointer = true},
	{LIB("iscsi_session"), "initiatorname", 24, 8, .is_pointer = true},
	{LIB("iscsi_session"), "host", 32, 8, .is_pointer = true},
	{LIB("iscsi_session"), "leadconn", 40, 8, .is_pointer = true},
	{LIB("iscsi_session"), "cmds_max", 48, 4, .is_signed = true},
	{LIB("iscsi_session"), "cmds", 56, 8, .is_pointer = true},
	{LIB("iscsi_conn"), "cls_conn", 0, 8, .is_pointer = true},
	{LIB("iscsi_conn"), "dd_data", 8, 8, .is_pointer = true},
	{LIB("iscsi_conn"), "session", 16, 8, .is_pointer = true},
	{LIB("iscsi_conn"), "id", 24, 4, .is_signed = true},
	{LIB("iscsi_conn"), "persistent_port", 28, 4, .is_signed = true},
	{LIB("iscsi_conn"), "persistent_address", 32, 8, .is_pointer = true},
	{LIB("iscsi_conn"), "ping_task", 40, 8, .is_pointer = true},
	{LIB("iscsi_conn"), "last_ping", 48, .size = 8},
	{LIB("iscsi_conn"), "last_recv", 56, .size = 8},
	{LIB("iscsi_conn"), "recv_timeout", 64, 4, .is_signed = true},
	{LIB("iscsi_conn"), "eh_abort_cnt", 68, .size = 4},
	{"struct iscsi_tcp_conn@libiscsi_tcp", "iscsi_conn", 0, 8, .is_pointer = true},
	{"struct iscsi_tcp_conn@libiscsi_tcp", "dd_data", 8, 8, .is_pointer = true},
	{"struct iscsi_sw_tcp_conn@iscsi_tcp", "sock", 0, 8, .is_pointer = true},
	{LIB("iscsi_task"), "hdr", 0, 8, .is_pointer = true},
	{LIB("iscsi_task"), "hdr_itt", 8, .size = 4},
	{LIB("iscsi_task"), "itt", 12, 4, .is_signed = true},
	{LIB("iscsi_task"), "lun", 16, .size = 8},
	{LIB("iscsi_task"), "sc", 24, 8, .is_pointer = true},
	{LIB("iscsi_task"), "conn", 32, 8, .is_pointer = true},
	{LIB("iscsi_task"), "state", 40, 4, .is_signed = true},
	{"struct Scsi_Host@scsi_mod", "__devices", 0, .size = 16},
	{"struct Scsi_Host@scsi_mod", "host_no", 16, .size = 4},
	{"struct scsi_device@scsi_mod", "siblings", 0, .size = 16},
	{"struct scsi_device@scsi_mod", "request_queue", 16, 8, .is_pointer = true},
	{"struct scsi_device@scsi_mod", "lun", 24, .size = 8},
	{"struct request_queue", "queue_ctx", 0, 8, .is_pointer = true},
	{"struct blk_mq_ctx", "hctxs", 0, 8, .is_array = true, .elements = 3},
	{"struct blk_mq_hw_ctx", "tags", 0, 8, .is_pointer = true},
	{"struct blk_mq_hw_ctx", "sched_tags", 8, 8, .is_pointer = true},
	{"struct blk_mq_tags", "nr_tags", 0, .size = 4},
	{"struct blk_mq_tags", "static_rqs", 8, 8, .is_pointer = true},
	{"struct request", "tag", 0, 4, .is_signed = true},
	{"struct request", "timeout", 4, .size = 4},
	{"struct request", "__data_len", 8, .size = 4},
	{"struct request", "state", 12, .size = 4},
	{"struct request", "__sector", 16, .size = 8},
	{"struct request", "bio", 24, 8, .is_pointer = true},
	{"struct request", "start_time_ns", 32, .size = 8},
	{"struct request", "deadline", 40, .size = 8},
	{"struct request", "cmd_flags", 48, .size = 4},
	{"struct request", "ref.counter", 52, 4, .is_signed = true},
	{"struct request", "q", 56, 8, .is_pointer = true},
	{"struct bio", "bi_next", 0, 8, .is_pointer = true},
	{"struct bio", "bi_end_io", 24, 8, .is_pointer = true},
	{"struct bio", "bi_private", 32, 8, .is_pointer = true},
};

static const struct fake_enum enums[] = {
	{NULL, "ISCSI_SESSION_LOGGED_IN@scsi_transport_iscsi", 0},
	{NULL, "ISCSI_SESSION_FAILED@scsi_transport_iscsi", 1},
	{NULL, "ISCSI_CONN_UP@scsi_transport_iscsi", 0},
	{NULL, "ISCSI_CONN_FAILED@scsi_transport_iscsi", 2},
	{NULL, "ISCSI_STATE_LOGGED_IN@libiscsi", 2},
	{NULL, "ISCSI_STATE_FAILED@libiscsi", 3},
	{NULL, "ISCSI_STATE_IN_RECOVERY@libiscsi", 5},
	{NULL, "ISCSI_STATE_RECOVERY_FAILED@libiscsi", 6},
	{NULL, "ISCSI_TASK_FREE@libiscsi", 0},
	{NULL, "ISCSI_TASK_COMPLETED@libiscsi", 1},
	{NULL, "ISCSI_TASK_REQUEUE_SCSIQ@libiscsi", 6},
	{NULL, "TMF_QUEUED@libiscsi", 1},
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

/* session7, logged in by TCP, whose connection has a socket. */
static void put_session(struct fake_target *fake)
{
	list_of_one(fake, LIST, CLS);
	fake_put(fake, CLS + 16, 8, TRANSPORT);
	fake_put(fake, CLS + 28, 4, 7);
	fake_put(fake, CLS + 32, 8, SESSION);
	fake_put(fake, CLS + 40, 4, 120);
	fake_put(fake, TRANSPORT, 8, TEXT(0));
	fake_put_string(fake, TEXT(0), "tcp");
	fake_put(fake, SESSION, 8, CLS);
	fake_put(fake, SESSION + 8, 4, 2);
	fake_put(fake, SESSION + 16, 8, TEXT(1));
	fake_put_string(fake, TEXT(1), "iqn.target");
	fake_put(fake, SESSION + 24, 8, TEXT(2));
	fake_put_string(fake, TEXT(2), "iqn.host");
	fake_put(fake, SESSION + 32, 8, HOST);
	fake_put(fake, SESSION + 40, 8, CONN);
	fake_put(fake, SESSION + 48, 4, 3);
	fake_put(fake, SESSION + 56, 8, CMDS);
	fake_put(fake, CONN, 8, CLS_CONN);
	fake_put(fake, CONN + 8, 8, TCP_CONN);
	fake_put(fake, CONN + 16, 8, SESSION);
	fake_put(fake, CONN + 28, 4, 3260);
	fake_put(fake, CONN + 32, 8, TEXT(3));
	fake_put_string(fake, TEXT(3), "10.9.0.2");
	fake_put(fake, CONN + 56, 8, NOW - 3 * HZ);
	fake_put(fake, CONN + 64, 4, 5);
	fake_put(fake, TCP_CONN, 8, CONN);
	fake_put(fake, TCP_CONN + 8, 8, SW_TCP_CONN);
	fake_put(fake, SW_TCP_CONN, 8, SOCKET);
	fake_put(fake, SOCKET + 8, 8, SOCK);
	fake_net_sock(fake, SOCK, 1, 800, 3260);
}

/* Of its task 1 a write of 10 s ago, with 20 s left; the disk has another request, which nobody uses. */
static void put_command(struct fake_target *fake)
{
	const uint8_t itt[] = {1, 0, 0, 0x10}, lun[] = {0x00, 0x05};

	for (unsigned n = 0; n < 3; n++)
		fake_put(fake, CMDS + 8 * n, 8, TASK(n));
	fake_put_bytes(fake, TASK(1) + 8, itt, sizeof(itt));
	fake_put_bytes(fake, TASK(1) + 16, lun, sizeof(lun));
	fake_put(fake, TASK(1) + 24, 8, SC(0));
	fake_put(fake, TASK(1) + 32, 8, CONN);
	fake_put(fake, TASK(1) + 40, 4, 3);
	fake_put(fake, RQ(0), 4, 44);
	fake_put(fake, RQ(0) + 4, 4, 30 * HZ);
	fake_put(fake, RQ(0) + 8, 4, 4096);
	fake_put(fake, RQ(0) + 12, 4, 1);
	fake_put(fake, RQ(0) + 16, 8, 2048);
	fake_put(fake, RQ(0) + 24, 8, BIO);
	fake_put(fake, RQ(0) + 32, 8, NOW_NS - 11000000000);
	fake_put(fake, RQ(0) + 40, 8, NOW + 20 * HZ);
	fake_put(fake, RQ(0) + 48, 4, 0x801);
	fake_put(fake, BIO + 24, 8, SIMPLE);
	fake_put(fake, BIO + 32, 8, THREAD);
	list_of_one(fake, HOST, DEVICE);
	fake_put(fake, HOST + 16, 4, 9);
	fake_put(fake, DEVICE + 16, 8, QUEUE);
	fake_put(fake, DEVICE + 24, 8, 5);
	fake_put(fake, QUEUE, 8, PERCPU);
	for (unsigned cpu = 0; cpu < 2; cpu++)
		fake_put(fake, PERCPU + cpu * 0x1000, 8, HCTX);
	fake_put(fake, HCTX, 8, TAGS);
	fake_put(fake, TAGS, 4, 2);
	fake_put(fake, TAGS + 8, 8, RQS);
	for (unsigned n = 0; n < 2; n++) {
		fake_put(fake, RQS + 8 * n, 8, RQ(n));
		fake_put(fake, RQ(n) + 52, 4, !n);
		fake_put(fake, RQ(n) + 56, 8, QUEUE);
	}
}

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.base.fake;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_type(fake, "struct request", RQ_SIZE);
	fake_module_symbol(fake, "scsi_transport_iscsi", "sesslist", LIST, 16);
	fake_symbol(fake, "blkdev_bio_end_io_simple", SIMPLE, 0x80);
	pk_ctx_init(&machine.base.ctx, &fake->target);
	fake_clocks(fake, 0);
	put_session(fake);
	put_command(fake);
	fake_thread(fake, THREAD, 321, 321, "dd");
	*state = &machine;
	return 0;
}

static void a_session(void **state)
{
	const struct pk_consumers *read = consumers(*state);
	const struct pk_controller *session = read->controllers;
	const struct pk_consumer *conn = read->list;
	char text[64];

	assert_int_equal(read->kinds[PK_CONSUMER_ISCSI].status, PK_OK);
	assert_int_equal(read->kinds[PK_CONSUMER_NVME].status, PK_ABSENT);
	assert_int_equal(read->nr_controllers, 1);
	assert_int_equal(session->kind, PK_CONSUMER_ISCSI);
	assert_int_equal(session->addr, CLS);
	assert_int_equal(session->instance, 7);
	assert_string_equal(session->transport, "tcp");
	assert_string_equal(session->nqn, "iqn.target");
	assert_string_equal(session->initiator, "iqn.host");
	assert_string_equal(session->state, "LOGGED_IN");
	assert_string_equal(session->library_state, "logged in");
	assert_string_equal(session->connection_state, "up");
	assert_int_equal(session->lost.value, 0);
	assert_int_equal(session->aborting.value, 0);
	assert_int_equal(session->recovery_s.value, 120);
	assert_int_equal(session->host.value, 9);
	assert_int_equal(session->received_ms.value, 3000);
	assert_int_equal(session->ping_ms.status, PK_ABSENT);
	assert_string_equal(pk_endpoint_text(session->family, session->server, session->port, text,
					     sizeof(text)),
			    "10.0.0.1:3260"); /* its socket's, not the one that was given */
	assert_int_equal(read->nr, 1);
	assert_int_equal(conn->addr, CONN);
	assert_int_equal(conn->sk, SOCK);
	assert_int_equal(conn->sock_status, PK_OK);
	assert_int_equal(conn->sock.tuple.sport, 800);
	assert_int_equal(conn->nr_calls, 1);
}

static void a_command(void **state)
{
	const struct pk_consumers *read = consumers(*state);
	const struct pk_consumer_call *call = read->calls;

	assert_int_equal(read->nr_calls, 1);
	assert_int_equal(call->addr, TASK(1));
	assert_int_equal(call->transport, CONN);
	assert_int_equal(call->controller, CLS);
	assert_int_equal(call->request, RQ(0));
	assert_int_equal(call->xid, 0x01000010);
	assert_int_equal(call->id, 44);
	assert_int_equal(call->lun, 5);
	assert_string_equal(call->procedure, "write");
	assert_int_equal(call->sector, 2048);
	assert_int_equal(call->bytes, 4096);
	assert_int_equal(call->age_ms.value, 11000);
	assert_int_equal(call->sent_ms.value, 10000);
	assert_int_equal(call->late.value, 0);
	assert_int_equal(call->nr_waiters, 1);
	assert_int_equal(call->waiters[0].pid, 321);
}

/* Its command is late, and the abort of it has no answer. */
static void an_abort(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const uint8_t abort = 0x42;

	fake_put(fake, RQ(0) + 40, 8, NOW - HZ - 1);
	fake_put(fake, SESSION + 12, 4, 1);
	fake_put(fake, TASK(0), 8, HDR);
	fake_put(fake, TASK(0) + 32, 8, CONN);
	fake_put(fake, TASK(0) + 40, 4, 3);
	fake_put_bytes(fake, HDR, &abort, 1);
	assert_int_equal(consumers(machine)->controllers[0].nr_late, 1);
	assert_int_equal(machine->consumers.controllers[0].aborting.value, 1);
	assert_int_equal(machine->consumers.nr_calls, 2);
	assert_string_equal(machine->consumers.calls[0].procedure, "task-management");
	assert_int_equal(machine->consumers.calls[0].request, 0);
	assert_int_equal(machine->consumers.calls[0].waiters_status, PK_ABSENT);
	assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_OK);
}

static void a_ping(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, TASK(2), 8, HDR);
	fake_put(fake, TASK(2) + 32, 8, CONN);
	fake_put(fake, TASK(2) + 40, 4, 3);
	fake_put(fake, CONN + 40, 8, TASK(2));
	fake_put(fake, CONN + 48, 8, NOW - 2 * HZ);
	assert_int_equal(consumers(machine)->controllers[0].ping_ms.value, 2000);
	assert_string_equal(machine->consumers.calls[1].procedure, "ping");
	assert_int_equal(machine->consumers.calls[1].age_ms.value, 2000);
	fake_put(fake, TASK(2), 8, 0xdead0000);
	assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_UNREADABLE);
	assert_int_equal(machine->consumers.calls[1].age_ms.status, PK_UNREADABLE);
}

/* Tasks keep what they were last: one that is free or completed, or given back, has its answer. */
static void old_tasks(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const int done[] = {0, 1, 6};

	fake_put(fake, RQ(0) + 52, 4, 0);
	for (unsigned i = 0; i < ARRAY_SIZE(done); i++) {
		fake_put(fake, TASK(1) + 40, 4, done[i]);
		assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_OK);
		assert_int_equal(machine->consumers.nr_calls, 0);
	}
	fake_put(fake, TASK(1) + 40, 4, 3);
	fake_put(fake, TASK(1) + 32, 8, CONN + 8);
	assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_CORRUPT);
	assert_int_equal(machine->consumers.nr_calls, 0);
}

/* The session is lost: its command waits in the block layer, and no socket is its own. */
static void a_lost_session(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumer_call *call;
	char text[64];

	fake_put(fake, CLS + 24, 4, 1);
	fake_put(fake, SESSION + 8, 4, 5);
	fake_put(fake, CLS_CONN, 4, 2);
	fake_put(fake, SW_TCP_CONN, 8, 0);
	fake_put(fake, TASK(1) + 40, 4, 0);
	fake_put(fake, RQ(0) + 12, 4, 0);
	assert_int_equal(consumers(machine)->controllers[0].lost.value, 1);
	assert_string_equal(machine->consumers.controllers[0].state, "FAILED");
	assert_string_equal(machine->consumers.controllers[0].library_state, "in recovery");
	assert_string_equal(machine->consumers.controllers[0].connection_state, "failed");
	assert_int_equal(machine->consumers.list[0].sk, 0);
	assert_string_equal(pk_endpoint_text(machine->consumers.controllers[0].family,
					     machine->consumers.controllers[0].server,
					     machine->consumers.controllers[0].port, text,
					     sizeof(text)),
			    "10.9.0.2:3260");
	assert_int_equal(machine->consumers.nr_calls, 1);
	call = machine->consumers.calls;
	assert_int_equal(call->addr, RQ(0));
	assert_int_equal(call->transport, 0);
	assert_int_equal(call->controller, CLS);
	assert_int_equal(call->lun, 5);
	assert_int_equal(call->late.status, PK_ABSENT);
	assert_int_equal(call->sent_ms.status, PK_ABSENT);
	assert_int_equal(call->waiters[0].pid, 321);
	fake_put(fake, RQ(0) + 56, 8, QUEUE + 8); /* another device's */
	assert_int_equal(consumers(machine)->nr_calls, 0);
}

static void states_without_a_word(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, SESSION + 8, 4, 77);
	fake_put(fake, CLS + 24, 4, 1);
	assert_null(consumers(machine)->controllers[0].library_state);
	assert_int_equal(machine->consumers.controllers[0].lost.value, 1);
	fake_put(fake, CLS + 24, 4, 77);
	assert_null(consumers(machine)->controllers[0].state);
	assert_int_equal(machine->consumers.controllers[0].lost.status, PK_UNSUPPORTED);
}

/* What does it all by itself has its own data there; iSER has no socket. */
static void other_transports(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put_string(fake, TEXT(0), "iser");
	assert_int_equal(consumers(machine)->nr, 1);
	assert_int_equal(machine->consumers.list[0].sk, 0);
	assert_null(machine->consumers.list[0].protocol);
	assert_int_equal(machine->consumers.nr_calls, 1);
	fake_put(fake, SESSION, 8, CLS + 8);
	assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_OK);
	assert_int_equal(machine->consumers.nr, 0);
	assert_int_equal(machine->consumers.controllers[0].lost.value, 0);
	assert_string_equal(machine->consumers.controllers[0].nqn, "");
}

static void lists_that_end_nowhere(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, TAGS, 4, 0x7fffffff);
	assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_LIMIT);
	assert_int_equal(machine->consumers.nr_calls, 1);
	fake_put(fake, TAGS, 4, 2);
	fake_put(fake, RQS + 8, 8, 0xdead0000);
	assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_UNREADABLE);
	fake_put(fake, RQS + 8, 8, 0);
	fake_put(fake, SESSION + 48, 4, 0x7fffffff);
	assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_LIMIT);
	fake_put(fake, SESSION + 48, 4, -1);
	assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_LIMIT);
	fake_put(fake, SESSION + 48, 4, 3);
	fake_put(fake, CONN + 16, 8, SESSION + 8);
	assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_CORRUPT);
	assert_int_equal(machine->consumers.nr, 0);
	fake_put(fake, LIST, 8, 0xdead0000);
	fake_put(fake, LIST + 8, 8, 0xdead0000);
	assert_int_equal(status_of(machine, PK_CONSUMER_ISCSI), PK_UNREADABLE);
	assert_int_equal(machine->consumers.nr_controllers, 0);
}

static void no_types(void **state)
{
	assert_needs_types(*state, PK_CONSUMER_ISCSI);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_session, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_command, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(an_abort, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_ping, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(old_tasks, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_lost_session, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(states_without_a_word, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(other_transports, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(lists_that_end_nowhere, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(no_types, setup, fake_consumers_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
