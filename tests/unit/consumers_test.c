// SPDX-License-Identifier: GPL-3.0-or-later
/* Clients of Sun RPC: their transports, calls and who waits for them, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fake_consumers.h"

#define GLOBALS FAKE_CONSUMER_GLOBALS
#define NET_ID GLOBALS
#define TABLE (GLOBALS + 0x1000) /* bit_wait_table: 256 wait queues */
#define TCP_OPS (GLOBALS + 0x100)
#define WAKE_BIT 0xffffffff81000000ull
#define SUNRPC (FAKE_DIRECT + 0x100)
#define CLNT (FAKE_DIRECT + 0x200)
#define PROGRAM (FAKE_DIRECT + 0x300)
#define NAMES (FAKE_DIRECT + 0x380)
#define PROC (FAKE_DIRECT + 0x3c0)
#define SWITCH (FAKE_DIRECT + 0x400)
#define XPRT (FAKE_DIRECT + 0x500)
#define TASK(n) (FAKE_DIRECT + 0x800 + 0x100 * (uint64_t)(n))
#define RQST(n) (FAKE_DIRECT + 0xc00 + 0x100 * (uint64_t)(n))
#define ENTRY(n) (FAKE_DIRECT + 0x1000 + 0x80 * (uint64_t)(n))
#define THREAD (FAKE_DIRECT + 0x1800)
#define HEAD_SIZE 24
#define SOCK (FAKE_DIRECT + 0x4000)

#define TYPE(type) "struct " type "@sunrpc"
static const struct fake_member members[] = {
	{"struct net", "gen", 48, 8, .is_pointer = true},
	{"struct net_generic", "s.len", 0, .size = 4},
	{TYPE("sunrpc_net"), "all_clients", 80, .size = 16},
	{TYPE("rpc_clnt"), "cl_clid", 4, .size = 4},
	{TYPE("rpc_clnt"), "cl_clients", 8, .size = 16},
	{TYPE("rpc_clnt"), "cl_tasks", 24, .size = 16},
	{TYPE("rpc_clnt"), "cl_vers", 48, .size = 4},
	{TYPE("rpc_clnt"), "cl_program", 56, 8, .is_pointer = true},
	{TYPE("rpc_clnt"), "cl_xpi.xpi_xpswitch", 64, 8, .is_pointer = true},
	{TYPE("rpc_program"), "name", 8, 8, .is_pointer = true},
	{TYPE("rpc_xprt_switch"), "xps_xprt_list", 16, .size = 16},
	{TYPE("rpc_xprt"), "ops", 8, 8, .is_pointer = true},
	{TYPE("rpc_xprt"), "addr", 32, .size = 128},
	{TYPE("rpc_xprt"), "state", 168, .size = 8},
	{TYPE("rpc_xprt"), "xprt_switch", 176, .size = 16},
	{TYPE("rpc_xprt"), "xprt_class", 192, 8, .is_pointer = true},
	{TYPE("sock_xprt"), "xprt", 0, .size = 200},
	{TYPE("sock_xprt"), "inet", 208, 8, .is_pointer = true},
	{TYPE("rpc_task"), "tk_status", 4, 4, .is_signed = true},
	{TYPE("rpc_task"), "tk_task", 8, .size = 16},
	{TYPE("rpc_task"), "tk_runstate", 48, .size = 8},
	{TYPE("rpc_task"), "tk_msg.rpc_proc", 64, 8, .is_pointer = true},
	{TYPE("rpc_task"), "tk_rqstp", 72, 8, .is_pointer = true},
	{TYPE("rpc_task"), "tk_start", 80, 8, .is_signed = true},
	{TYPE("rpc_task"), "tk_owner", 88, 4, .is_signed = true},
	{TYPE("rpc_task"), "tk_flags", 92, .size = 2},
	{TYPE("rpc_task"), "tk_pid", 94, .size = 2},
	{TYPE("rpc_procinfo"), "p_name", 8, 8, .is_pointer = true},
	{TYPE("rpc_rqst"), "rq_xprt", 0, 8, .is_pointer = true},
	{TYPE("rpc_rqst"), "rq_task", 8, 8, .is_pointer = true},
	{TYPE("rpc_rqst"), "rq_xid", 16, .size = 4},
	{TYPE("rpc_rqst"), "rq_majortimeo", 24, .size = 8},
	{TYPE("rpc_rqst"), "rq_xtime", 32, 8, .is_signed = true},
	{TYPE("rpc_rqst"), "rq_ntrans", 40, 4, .is_signed = true},
	{"struct wait_bit_queue_entry", "key.flags", 0, 8, .is_pointer = true},
	{"struct wait_bit_queue_entry", "wq_entry", 24, .size = 40},
};

static void put_transport(struct fake_target *fake)
{
	const uint8_t server[] = {0x08, 0x01, 10, 9, 0, 2};

	fake_put(fake, XPRT + 8, 8, TCP_OPS);
	fake_put(fake, XPRT + 32, 2, 2);
	fake_put_bytes(fake, XPRT + 34, server, sizeof(server));
	fake_put(fake, XPRT + 168, 8, 0x12);
	fake_put(fake, XPRT + 208, 8, SOCK);
	fake_net_sock(fake, SOCK, 1, 800, 2049);
}

/* Sent twice, the last time 2 s ago; made 10 s ago; its limit is in 4 s. */
static void put_call(struct fake_target *fake, unsigned n)
{
	fake_put(fake, TASK(n) + 64, 8, PROC);
	fake_put(fake, TASK(n) + 72, 8, RQST(n));
	fake_put(fake, TASK(n) + 80, 8, NOW_NS - 10000000000);
	fake_put(fake, TASK(n) + 88, 4, 321);
	fake_put(fake, TASK(n) + 92, 2, 0x880);
	fake_put(fake, TASK(n) + 94, 2, 40 + n);
	fake_put(fake, RQST(n), 8, XPRT);
	fake_put(fake, RQST(n) + 8, 8, TASK(n));
	fake_put_bytes(fake, RQST(n) + 16, "\x12\x34\x56\x78", 4);
	fake_put(fake, RQST(n) + 24, 8, NOW + 4 * HZ);
	fake_put(fake, RQST(n) + 32, 8, NOW_NS - 2000000000);
	fake_put(fake, RQST(n) + 40, 4, 2);
}

/* A transport with two calls; for the second a thread waits. */
static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.base.fake;
	struct pk_ctx *ctx = &machine.base.ctx;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct wait_queue_head", HEAD_SIZE);
	fake_net_generic(fake, "sunrpc", "sunrpc_net_id", NET_ID, SUNRPC);
	fake_module_symbol(fake, "sunrpc", "xs_tcp_ops", TCP_OPS, 0x80);
	fake_symbol(fake, "bit_wait_table", TABLE, 256 * HEAD_SIZE);
	fake_symbol(fake, "wake_bit_function", WAKE_BIT, 0x80);
	pk_ctx_init(ctx, &fake->target);
	fake_clocks(fake, 5);
	fake_list(fake, SUNRPC + 80);
	fake_list_add(fake, ctx, SUNRPC + 80, CLNT + 8);
	fake_put(fake, CLNT + 4, 4, 7);
	fake_put(fake, CLNT + 48, 4, 3);
	fake_put(fake, CLNT + 56, 8, PROGRAM);
	fake_put(fake, CLNT + 64, 8, SWITCH);
	fake_put(fake, PROGRAM + 8, 8, NAMES);
	fake_put_string(fake, NAMES, "nfs");
	fake_put(fake, PROC + 8, 8, NAMES + 16);
	fake_put_string(fake, NAMES + 16, "GETATTR");
	fake_list(fake, SWITCH + 16);
	fake_list_add(fake, ctx, SWITCH + 16, XPRT + 176);
	put_transport(fake);
	fake_list(fake, CLNT + 24);
	for (unsigned n = 0; n < 2; n++) {
		fake_list_add(fake, ctx, CLNT + 24, TASK(n) + 8);
		put_call(fake, n);
	}
	for (unsigned i = 0; i < 256; i++)
		fake_list(fake, TABLE + i * HEAD_SIZE + 8);
	fake_list_add(fake, ctx, TABLE + 77 * HEAD_SIZE + 8, ENTRY(0) + 48);
	fake_put(fake, ENTRY(0), 8, TASK(1) + 48);
	fake_put(fake, ENTRY(0) + 32, 8, THREAD);
	fake_put(fake, ENTRY(0) + 40, 8, WAKE_BIT);
	fake_thread(fake, THREAD, 322, 321, "cat");
	*state = &machine;
	return 0;
}

static void a_transport(void **state)
{
	const struct pk_consumers *read = consumers(*state);
	const struct pk_consumer *consumer = read->list;
	char text[64];

	assert_int_equal(read->kinds[PK_CONSUMER_RPC].status, PK_OK);
	assert_int_equal(read->nr, 1);
	assert_int_equal(consumer->addr, XPRT);
	assert_string_equal(consumer->protocol, "tcp");
	assert_string_equal(pk_endpoint_text(consumer->family, consumer->server, consumer->port,
					     text, sizeof(text)),
			    "10.9.0.2:2049");
	assert_int_equal(consumer->netns, 4026531840u);
	assert_string_equal(pk_rpc_state_text(consumer->state.value, true, text, sizeof(text)),
			    "connected bound");
	assert_int_equal(consumer->sock_status, PK_OK);
	assert_int_equal(consumer->sock.tuple.sport, 800);
	assert_int_equal(consumer->nr_calls, 2);
	assert_int_equal(consumer->nr_late, 0);
	assert_int_equal(consumer->nr_waiters, 1);
	assert_int_equal(consumer->oldest_ms.value, 10000);
}

/* A namespace that has no clients is passed by. */
static void clients_of_another_namespace(void **state)
{
	struct machine *machine = *state;
	const struct pk_consumers *read;

	fake_net_another(&machine->base.fake);
	read = consumers(machine);
	assert_int_equal(read->nr, 1);
	assert_int_equal(read->list[0].netns, 4026531840u);
	assert_int_equal(read->kinds[PK_CONSUMER_RPC].status, PK_OK);
}

static void the_calls(void **state)
{
	const struct pk_consumers *read = consumers(*state);
	const struct pk_consumer_call *call = &read->calls[1];

	assert_int_equal(read->nr_calls, 2);
	assert_int_equal(call->addr, TASK(1));
	assert_int_equal(call->transport, XPRT);
	assert_int_equal(call->id, 41);
	assert_int_equal(call->client, 7);
	assert_int_equal(call->xid, 0x12345678);
	assert_string_equal(call->program, "nfs");
	assert_int_equal(call->version, 3);
	assert_string_equal(call->procedure, "GETATTR");
	assert_int_equal(call->owner, 321);
	assert_int_equal(call->age_ms.value, 10000);
	assert_int_equal(call->sends.value, 2);
	assert_int_equal(call->sent_ms.value, 2000);
	assert_int_equal(call->nr_waiters, 1);
	assert_int_equal(call->waiters[0].pid, 322);
	assert_string_equal(call->waiters[0].comm, "cat");
	assert_int_equal(read->calls[0].nr_waiters, 0);
}

/* At its limit a call is not late, behind it is; the kernel's own word counts for ever. */
static void late_calls(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, RQST(0) + 24, 8, NOW);
	assert_int_equal(consumers(machine)->calls[0].late.value, 0);
	fake_put(fake, RQST(0) + 24, 8, NOW - 1);
	assert_int_equal(consumers(machine)->calls[0].late.value, 1);
	fake_put(fake, RQST(0) + 24, 8, NOW + 1);
	fake_put(fake, TASK(0) + 92, 2, 0x8a0);
	assert_int_equal(consumers(machine)->calls[0].late.value, 1);
	assert_int_equal(machine->consumers.list[0].nr_late, 1);
	assert_int_equal(machine->consumers.calls[1].late.value, 0);
}

static void not_sent_yet(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, RQST(0) + 40, 4, 0);
	fake_put(fake, TASK(1) + 72, 8, 0);
	assert_int_equal(consumers(machine)->calls[0].sent_ms.status, PK_ABSENT);
	assert_int_equal(machine->consumers.calls[1].transport, 0);
	assert_int_equal(machine->consumers.calls[1].late.status, PK_ABSENT);
	assert_int_equal(machine->consumers.list[0].nr_calls, 1);
	assert_int_equal(machine->consumers.kinds[PK_CONSUMER_RPC].status, PK_OK);
}

/* A request that names another task is not this call's. */
static void a_request_of_another(void **state)
{
	struct machine *machine = *state;

	fake_put(&machine->base.fake, RQST(0) + 8, 8, TASK(1));
	assert_int_equal(consumers(machine)->kinds[PK_CONSUMER_RPC].status, PK_CORRUPT);
	assert_int_equal(machine->consumers.calls[0].transport, 0);
	assert_int_equal(machine->consumers.list[0].nr_calls, 1);
}

/* What else waits for bits is no waiter, nor is what another function wakes. */
static void others_that_wait(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, ENTRY(0), 8, TASK(1) + 56);
	assert_int_equal(consumers(machine)->list[0].nr_waiters, 0);
	fake_put(fake, ENTRY(0), 8, TASK(1) + 48);
	fake_put(fake, ENTRY(0) + 40, 8, WAKE_BIT + 8);
	assert_int_equal(consumers(machine)->list[0].nr_waiters, 0);
	assert_int_equal(machine->consumers.calls[1].waiters_status, PK_OK);
}

/* The operations of another kind of transport: no socket is made of what lies there. */
static void no_socket(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, XPRT + 8, 8, TCP_OPS + 8);
	assert_null(consumers(machine)->list[0].protocol);
	assert_int_equal(machine->consumers.list[0].sk, 0);
	fake_put(fake, XPRT + 8, 8, TCP_OPS);
	fake_put(fake, XPRT + 208, 8, 0);
	assert_string_equal(consumers(machine)->list[0].protocol, "tcp");
	assert_int_equal(machine->consumers.list[0].sock_status, PK_ABSENT);
}

static void lists_that_end_nowhere(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, TASK(1) + 8, 8, TASK(0) + 8); /* a circle beside its head */
	assert_int_equal(consumers(machine)->kinds[PK_CONSUMER_RPC].status, PK_CORRUPT);
	assert_int_equal(machine->consumers.nr_calls, 2);
	fake_put(fake, SUNRPC + 80, 8, 0xdead0000);
	fake_put(fake, SUNRPC + 88, 8, 0xdead0000);
	assert_int_equal(consumers(machine)->kinds[PK_CONSUMER_RPC].status, PK_UNREADABLE);
	assert_int_equal(machine->consumers.nr, 0);
	fake_put(fake, NET_ID, 4, 8);
	assert_int_equal(consumers(machine)->kinds[PK_CONSUMER_RPC].status, PK_CORRUPT);
	assert_true(machine->base.ctx.nr_warnings > 0);
}

/* Two bits had other meanings once, and above the last there are none. */
static void names_of_bits(void **state)
{
	char text[64], little[8];

	(void)state;
	assert_string_equal(pk_rpc_state_text(0x80, true, text, sizeof(text)), "offline");
	assert_string_equal(pk_rpc_state_text(0x80, false, text, sizeof(text)), "bit7");
	assert_string_equal(pk_rpc_state_text(1ull << 63, true, text, sizeof(text)), "bit63");
	assert_string_equal(pk_rpc_state_text(0, true, text, sizeof(text)), "");
	pk_rpc_state_text(~0ull, true, little, sizeof(little));
	assert_int_equal(strlen(little), sizeof(little) - 1);
}

static int setup_without_module(void **state)
{
	static struct machine machine;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(&machine.base.fake);
	pk_ctx_init(&machine.base.ctx, &machine.base.fake.target);
	*state = &machine;
	return 0;
}

static void no_module(void **state)
{
	struct machine *machine = *state;

	assert_int_equal(consumers(machine)->kinds[PK_CONSUMER_RPC].status, PK_ABSENT);
	assert_int_equal(machine->base.ctx.nr_warnings, 0);
}

/* The module is loaded, and nothing tells its types. */
static void no_types(void **state)
{
	struct machine *machine = *state;

	fake_module_symbol(&machine->base.fake, "sunrpc", "sunrpc_net_id", NET_ID, 4);
	machine->base.fake.type_status = PK_UNSUPPORTED;
	assert_int_equal(consumers(machine)->kinds[PK_CONSUMER_RPC].status, PK_UNSUPPORTED);
	assert_non_null(strstr(machine->consumers.kinds[PK_CONSUMER_RPC].lack, "sunrpc"));
	assert_int_equal(machine->consumers.nr, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_transport, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(clients_of_another_namespace, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(the_calls, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(late_calls, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(not_sent_yet, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_request_of_another, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(others_that_wait, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(no_socket, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(lists_that_end_nowhere, setup,
						fake_consumers_teardown),
		cmocka_unit_test(names_of_bits),
		cmocka_unit_test_setup_teardown(no_module, setup_without_module,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(no_types, setup_without_module,
						fake_consumers_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
