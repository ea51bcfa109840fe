// SPDX-License-Identifier: GPL-3.0-or-later
/* Clients of SMB: connections, their commands, and who waits, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fake_consumers.h"

#define LIST FAKE_CONSUMER_GLOBALS
#define SERVER FAKE_DIRECT
#define NAME (FAKE_DIRECT + 0x200)
#define VALUES (FAKE_DIRECT + 0x240)
#define SOCKET (FAKE_DIRECT + 0x280)
#define MID(n) (FAKE_DIRECT + 0x300 + 0x80 * (uint64_t)(n))
#define ENTRY(n) (FAKE_DIRECT + 0x600 + 0x40 * (uint64_t)(n))
#define THREAD(n) (FAKE_DIRECT + 0x1000 + 0x40 * (uint64_t)(n))
#define SOCK (FAKE_DIRECT + 0x4000)
#define WAKES 0xffffffff81000000ull
#define PART (WAKES + 0x100)
#define LAST_PART (WAKES + 0x200)
#define CANCELLED (WAKES + 0x300)
#define READV (WAKES + 0x400)
#define SLEEPS (WAKES + 0x500)
#define POLLS (WAKES + 0x600)

/* Of the server: places of its queues, and of what the tests change. */
#define REQUESTS (SERVER + 176)
#define RESPONSES (SERVER + 200)
#define MIDS (SERVER + 224)
#define STATUS (SERVER + 20)
#define ANSWERED (SERVER + 264)
#define NEGOTIATES (SERVER + 272)
#define RDMA (SERVER + 304)
enum { NEW, GOOD, EXITING, NEED_RECONNECT, NEED_NEGOTIATE, IN_NEGOTIATE };

#define TYPE(type) "struct " type "@cifs"
static const struct fake_member members[] = {
	{TYPE("TCP_Server_Info"), "tcp_ses_list", 0, .size = 16},
	{TYPE("TCP_Server_Info"), "srv_count", 16, 4, .is_signed = true},
	{TYPE("TCP_Server_Info"), "tcpStatus", 20, .size = 4},
	{TYPE("TCP_Server_Info"), "hostname", 24, 8, .is_pointer = true},
	{TYPE("TCP_Server_Info"), "ssocket", 32, 8, .is_pointer = true},
	{TYPE("TCP_Server_Info"), "dstaddr", 40, .size = 128},
	{TYPE("TCP_Server_Info"), "vals", 168, 8, .is_pointer = true},
	{TYPE("TCP_Server_Info"), "request_q", 176, .size = 24},
	{TYPE("TCP_Server_Info"), "response_q", 200, .size = 24},
	{TYPE("TCP_Server_Info"), "pending_mid_q", 224, .size = 16},
	{TYPE("TCP_Server_Info"), "credits", 240, 4, .is_signed = true},
	{TYPE("TCP_Server_Info"), "in_flight", 244, .size = 4},
	{TYPE("TCP_Server_Info"), "sec_mode", 248, .size = 2},
	{TYPE("TCP_Server_Info"), "dialect", 250, .size = 2},
	{TYPE("TCP_Server_Info"), "reconnect_instance", 252, .size = 4},
	{TYPE("TCP_Server_Info"), "conn_id", 256, .size = 8},
	{TYPE("TCP_Server_Info"), "lstrp", 264, .size = 8},
	{TYPE("TCP_Server_Info"), "neg_start", 272, .size = 8},
	{TYPE("TCP_Server_Info"), "echo_interval", 280, .size = 8},
	{TYPE("TCP_Server_Info"), "in_send.counter", 288, 4, .is_signed = true},
	{TYPE("TCP_Server_Info"), "num_waiters.counter", 292, 4, .is_signed = true},
	{TYPE("TCP_Server_Info"), "rdma", 304, .size = 1},
	{TYPE("smb_version_values"), "protocol_id", 8, .size = 2},
	{TYPE("mid_q_entry"), "qhead", 0, .size = 16},
	{TYPE("mid_q_entry"), "mid", 16, .size = 8},
	{TYPE("mid_q_entry"), "pid", 24, .size = 4},
	{TYPE("mid_q_entry"), "mid_state", 28, 4, .is_signed = true},
	{TYPE("mid_q_entry"), "when_alloc", 32, .size = 8},
	{TYPE("mid_q_entry"), "when_sent", 40, .size = 8},
	{TYPE("mid_q_entry"), "callback", 48, 8, .is_pointer = true},
	{TYPE("mid_q_entry"), "callback_data", 56, 8, .is_pointer = true},
	{TYPE("mid_q_entry"), "command", 64, .size = 2},
};

static const struct fake_enum enums[] = {
	{NULL, "CifsNew@cifs", NEW},
	{NULL, "CifsGood@cifs", GOOD},
	{NULL, "CifsExiting@cifs", EXITING},
	{NULL, "CifsNeedReconnect@cifs", NEED_RECONNECT},
	{NULL, "CifsNeedNegotiate@cifs", NEED_NEGOTIATE},
	{NULL, "CifsInNegotiate@cifs", IN_NEGOTIATE},
};

/* Good; its last answer came 70 s ago, and echoes go out every 60 s. */
static void put_server(struct fake_target *fake)
{
	const uint8_t server[] = {0x01, 0xbd, 10, 9, 0, 2};

	fake_put(fake, SERVER + 16, 4, 1);
	fake_put(fake, STATUS, 4, GOOD);
	fake_put(fake, SERVER + 24, 8, NAME);
	fake_put_string(fake, NAME, "files.example");
	fake_put(fake, SERVER + 32, 8, SOCKET);
	fake_put(fake, SOCKET + 8, 8, SOCK);
	fake_net_sock(fake, SOCK, 1, 800, 445);
	fake_put(fake, SERVER + 40, 2, 2);
	fake_put_bytes(fake, SERVER + 42, server, sizeof(server));
	fake_put(fake, SERVER + 168, 8, VALUES);
	fake_put(fake, VALUES + 8, 2, 0x311);
	fake_list(fake, REQUESTS + 8);
	fake_list(fake, RESPONSES + 8);
	fake_list(fake, MIDS);
	fake_put(fake, SERVER + 240, 4, (uint32_t)-1);
	fake_put(fake, SERVER + 244, 4, 3);
	fake_put(fake, SERVER + 248, 2, 1);
	fake_put(fake, SERVER + 250, 2, 0x311);
	fake_put(fake, SERVER + 256, 8, 0x17);
	fake_put(fake, ANSWERED, 8, NOW - 70 * HZ);
	fake_put(fake, SERVER + 280, 8, 60 * HZ);
	fake_put(fake, SERVER + 292, 4, 2);
}

/* A command of 65 s ago, submitted, which thread N waits for. */
static void put_mid(struct fake_target *fake, struct pk_ctx *ctx, unsigned n, unsigned command,
		    uint64_t callback)
{
	fake_list_add(fake, ctx, MIDS, MID(n));
	fake_put(fake, MID(n) + 16, 8, 100 + n);
	fake_put(fake, MID(n) + 24, 4, 321 + n);
	fake_put(fake, MID(n) + 28, 4, 2);
	fake_put(fake, MID(n) + 32, 8, NOW - 65 * HZ);
	fake_put(fake, MID(n) + 40, 8, NOW - 64 * HZ);
	fake_put(fake, MID(n) + 48, 8, callback);
	fake_put(fake, MID(n) + 56, 8, THREAD(n));
	fake_put(fake, MID(n) + 64, 2, command);
}

static void put_entry(struct fake_target *fake, struct pk_ctx *ctx, uint64_t queue, unsigned n,
		      uint64_t func)
{
	fake_wait_entry(fake, ctx, queue + 8, ENTRY(n), THREAD(n), func);
}

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.base.fake;
	struct pk_ctx *ctx = &machine.base.ctx;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_module_symbol(fake, "cifs", "cifs_tcp_ses_list", LIST, 16);
	fake_module_symbol(fake, "cifs", "cifs_wake_up_task", WAKES, 0x80);
	fake_module_symbol(fake, "cifs", "cifs_compound_callback", PART, 0x80);
	fake_module_symbol(fake, "cifs", "cifs_compound_last_callback", LAST_PART, 0x80);
	fake_module_symbol(fake, "cifs", "cifs_cancelled_callback", CANCELLED, 0x80);
	fake_module_symbol(fake, "cifs", "smb2_readv_callback", READV, 0x80);
	fake_symbol(fake, "autoremove_wake_function", SLEEPS, 0x80);
	fake_symbol(fake, "pollwake", POLLS, 0x80);
	pk_ctx_init(ctx, &fake->target);
	fake_clocks(fake, 0);
	fake_list(fake, LIST);
	fake_list_add(fake, ctx, LIST, SERVER);
	put_server(fake);
	for (int n = 0; n < 5; n++)
		fake_thread(fake, THREAD(n), 321 + n, 321 + n, "cp");
	*state = &machine;
	return 0;
}

static void a_connection(void **state)
{
	const struct pk_consumers *read = consumers(*state);
	const struct pk_consumer *server = read->list;
	char text[64];

	assert_int_equal(read->kinds[PK_CONSUMER_SMB].status, PK_OK);
	assert_int_equal(read->nr, 1);
	assert_int_equal(server->type, PK_CONSUMER_SMB);
	assert_int_equal(server->addr, SERVER);
	assert_string_equal(server->protocol, "tcp");
	assert_string_equal(server->name, "files.example");
	assert_string_equal(
		pk_endpoint_text(server->family, server->server, server->port, text, sizeof(text)),
		"10.9.0.2:445");
	assert_string_equal(server->state_word, "good");
	assert_int_equal(server->lost.status, PK_OK);
	assert_int_equal(server->lost.value, 0);
	assert_int_equal(server->silent_ms.value, 70000);
	assert_int_equal(server->limit_ms.value, 180000);
	assert_int_equal(server->smb.credits, -1);
	assert_int_equal(server->smb.dialect, 0x311);
	assert_int_equal(server->smb.in_flight, 3);
	assert_int_equal(server->smb.waiting.value, 2);
	assert_int_equal(server->smb.id.value, 0x17);
	assert_int_equal(server->sk, SOCK);
	assert_int_equal(server->sock.tuple.sport, 800);
	assert_int_equal(server->nr_calls, 0);
	assert_int_equal(server->oldest_ms.status, PK_ABSENT);
}

static void commands(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumers *read;
	const struct pk_consumer_call *call;

	put_mid(fake, &machine->base.ctx, 0, 5, WAKES);
	put_mid(fake, &machine->base.ctx, 1, 8, READV);
	put_mid(fake, &machine->base.ctx, 2, 99, CANCELLED);
	fake_put(fake, MID(1) + 28, 4, 1);
	fake_put(fake, MID(1) + 40, 8, 0);
	read = consumers(machine);
	call = read->calls;
	assert_int_equal(read->kinds[PK_CONSUMER_SMB].status, PK_OK);
	assert_int_equal(read->nr_calls, 3);
	assert_int_equal(call->transport, SERVER);
	assert_int_equal(call->message, 100);
	assert_string_equal(call->procedure, "CREATE");
	assert_string_equal(call->state, "submitted");
	assert_int_equal(call->owner, 321);
	assert_int_equal(call->age_ms.value, 65000);
	assert_int_equal(call->sent_ms.value, 64000);
	assert_int_equal(call->late.status, PK_OK);
	assert_int_equal(call->late.value, 0);
	assert_int_equal(call->nr_waiters, 1);
	assert_int_equal(call->waiters[0].pid, 321);
	/* Nobody waits for what is read ahead, nor for what was given up. */
	assert_string_equal(call[1].procedure, "READ");
	assert_string_equal(call[1].state, "allocated");
	assert_int_equal(call[1].sent_ms.status, PK_ABSENT);
	assert_int_equal(call[1].late.status, PK_ABSENT);
	assert_int_equal(call[1].waiters_status, PK_ABSENT);
	assert_string_equal(call[2].procedure, "command-99");
	assert_int_equal(call[2].waiters_status, PK_ABSENT);
	assert_int_equal(read->list[0].nr_calls, 3);
	assert_int_equal(read->list[0].nr_waiters, 1);
	assert_int_equal(read->list[0].oldest_ms.value, 65000);
}

static void hide(struct fake_target *fake, const char *path)
{
	for (unsigned i = 0; i < fake->nr_members; i++)
		if (!strcmp(fake->members[i].path, path))
			fake->members[i].path = "nonesuch";
}

/* CONFIG_CIFS_STATS2 is not set, and connections have no number yet. */
static void what_not_every_kernel_has(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumers *read;

	put_mid(fake, &machine->base.ctx, 0, 5, WAKES);
	hide(fake, "conn_id");
	hide(fake, "in_send.counter");
	hide(fake, "num_waiters.counter");
	hide(fake, "when_sent");
	read = consumers(machine);
	assert_int_equal(read->kinds[PK_CONSUMER_SMB].status, PK_OK);
	assert_int_equal(read->list[0].smb.id.status, PK_ABSENT);
	assert_int_equal(read->list[0].smb.in_send.status, PK_ABSENT);
	assert_int_equal(read->list[0].smb.waiting.status, PK_ABSENT);
	assert_int_equal(read->list[0].smb.in_flight, 3);
	assert_int_equal(read->calls[0].sent_ms.status, PK_ABSENT);
	assert_int_equal(read->calls[0].age_ms.value, 65000);
}

static void smb_of_before(void **state)
{
	struct machine *machine = *state;

	put_mid(&machine->base.fake, &machine->base.ctx, 0, 0x72, WAKES);
	fake_put(&machine->base.fake, VALUES + 8, 2, 0);
	assert_string_equal(consumers(machine)->calls[0].procedure, "NEGOTIATE");
	fake_put(&machine->base.fake, MID(0) + 64, 2, 0xa2);
	assert_string_equal(consumers(machine)->calls[0].procedure, "NT_CREATE_ANDX");
	fake_put(&machine->base.fake, MID(0) + 64, 2, 0x03);
	assert_string_equal(consumers(machine)->calls[0].procedure, "SMB1-0x03");
}

/* All parts of a compound are one task's. */
static void a_compound(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumers *read;

	put_mid(fake, &machine->base.ctx, 0, 5, PART);
	put_mid(fake, &machine->base.ctx, 1, 6, LAST_PART);
	fake_put(fake, MID(1) + 56, 8, THREAD(0));
	read = consumers(machine);
	assert_int_equal(read->calls[0].nr_waiters, 1);
	assert_int_equal(read->calls[1].waiters[0].pid, 321);
	assert_int_equal(read->list[0].nr_waiters, 1);
}

/* server_unresponsive(): more than three intervals of a connection, 20 s of a negotiation. */
static void silence(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	put_mid(fake, &machine->base.ctx, 0, 5, WAKES);
	fake_put(fake, MID(0) + 32, 8, NOW - 200 * HZ);
	fake_put(fake, ANSWERED, 8, NOW - 180 * HZ);
	assert_int_equal(consumers(machine)->list[0].nr_late, 0);
	fake_put(fake, ANSWERED, 8, NOW - 181 * HZ);
	assert_int_equal(consumers(machine)->list[0].nr_late, 1);
	/* The server has not had it for so long. */
	fake_put(fake, MID(0) + 32, 8, NOW - 170 * HZ);
	assert_int_equal(consumers(machine)->list[0].nr_late, 0);
	fake_put(fake, STATUS, 4, IN_NEGOTIATE);
	fake_put(fake, NEGOTIATES, 8, NOW - 20 * HZ);
	assert_int_equal(consumers(machine)->list[0].silent_ms.value, 20000);
	assert_int_equal(consumers(machine)->list[0].nr_late, 0);
	fake_put(fake, NEGOTIATES, 8, NOW - 21 * HZ);
	assert_int_equal(consumers(machine)->list[0].nr_late, 1);
	/* Nothing is expected of a server that is being connected to. */
	fake_put(fake, STATUS, 4, NEW);
	assert_int_equal(consumers(machine)->list[0].limit_ms.status, PK_ABSENT);
	assert_int_equal(consumers(machine)->list[0].nr_late, 0);
}

static void who_waits_without_a_command(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	struct pk_ctx *ctx = &machine->base.ctx;
	const struct pk_consumers *read;

	put_mid(fake, ctx, 0, 5, WAKES);
	put_entry(fake, ctx, RESPONSES, 0, SLEEPS);
	put_entry(fake, ctx, RESPONSES, 1, SLEEPS);
	put_entry(fake, ctx, RESPONSES, 2, POLLS);
	put_entry(fake, ctx, REQUESTS, 3, SLEEPS);
	read = consumers(machine);
	assert_int_equal(read->nr_calls, 2);
	assert_string_equal(read->calls[1].waits_for, "credits");
	assert_int_equal(read->calls[1].nr_waiters, 1);
	assert_int_equal(read->calls[1].waiters[0].pid, 324);
	assert_int_equal(read->list[0].nr_calls, 1);
	assert_int_equal(read->list[0].nr_waiters, 2);
	fake_put(fake, STATUS, 4, NEED_RECONNECT);
	read = consumers(machine);
	assert_int_equal(read->list[0].lost.value, 1);
	assert_string_equal(read->list[0].state_word, "connecting again");
	assert_int_equal(read->nr_calls, 3);
	assert_string_equal(read->calls[2].waits_for, "a connection");
	assert_int_equal(read->calls[2].nr_waiters, 1);
	assert_int_equal(read->calls[2].waiters[0].pid, 322);
	assert_int_equal(read->list[0].nr_calls, 1);
	assert_int_equal(read->list[0].nr_waiters, 3);
}

static void no_socket(void **state)
{
	struct machine *machine = *state;
	const struct pk_consumer *server;

	fake_put(&machine->base.fake, SERVER + 32, 8, 0);
	server = consumers(machine)->list;
	assert_int_equal(server->sk, 0);
	assert_int_equal(server->sock_status, PK_ABSENT);
	assert_string_equal(server->protocol, "tcp");
	fake_put(&machine->base.fake, RDMA, 1, 1);
	assert_null(consumers(machine)->list[0].protocol);
}

static void a_state_of_the_future(void **state)
{
	struct machine *machine = *state;
	const struct pk_consumer *server;

	fake_put(&machine->base.fake, STATUS, 4, 77);
	server = consumers(machine)->list;
	assert_null(server->state_word);
	assert_int_equal(server->state.value, 77);
	assert_int_equal(server->lost.status, PK_UNSUPPORTED);
}

static void damage(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumers *read;

	put_mid(fake, &machine->base.ctx, 0, 5, WAKES);
	/* The task is not there. */
	fake_put(fake, MID(0) + 56, 8, 0x10);
	read = consumers(machine);
	assert_int_equal(read->kinds[PK_CONSUMER_SMB].status, PK_UNREADABLE);
	assert_int_equal(read->nr_calls, 1);
	assert_int_equal(read->calls[0].nr_waiters, 0);
	assert_int_equal(read->calls[0].waiters_status, PK_UNREADABLE);
	fake_put(fake, MID(0) + 56, 8, THREAD(0));
	assert_int_equal(status_of(machine, PK_CONSUMER_SMB), PK_OK);
	/* A list that loops elsewhere than at its head. */
	fake_put(fake, MID(0), 8, MID(0));
	assert_int_equal(status_of(machine, PK_CONSUMER_SMB), PK_CORRUPT);
	fake_put(fake, MID(0), 8, 0x10);
	assert_int_not_equal(status_of(machine, PK_CONSUMER_SMB), PK_OK);
	fake_put(fake, MID(0), 8, MIDS);
	fake_put(fake, REQUESTS + 8, 8, 0x10);
	assert_int_not_equal(status_of(machine, PK_CONSUMER_SMB), PK_OK);
	fake_put(fake, REQUESTS + 8, 8, REQUESTS + 8);
	fake_put(fake, SERVER + 32, 8, 0x10);
	read = consumers(machine);
	assert_int_equal(read->kinds[PK_CONSUMER_SMB].status, PK_UNREADABLE);
	assert_int_equal(read->nr, 1);
	assert_int_equal(read->nr_calls, 1);
	fake_put(fake, LIST, 8, 0x10);
	assert_int_not_equal(status_of(machine, PK_CONSUMER_SMB), PK_OK);
}

static void no_types(void **state)
{
	assert_needs_types(*state, PK_CONSUMER_SMB);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_connection, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(commands, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(what_not_every_kernel_has, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(smb_of_before, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_compound, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(silence, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(who_waits_without_a_command, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(no_socket, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_state_of_the_future, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(no_types, setup, fake_consumers_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
