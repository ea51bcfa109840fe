// SPDX-License-Identifier: GPL-3.0-or-later
/* RDS by TCP: paths of connections, their messages, and who waits, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fake_consumers.h"

#define LIST FAKE_CONSUMER_GLOBALS
#define TCP(n) (FAKE_DIRECT + 0x40 * (uint64_t)(n))
#define PATH(n) (FAKE_DIRECT + 0x200 + 0x80 * (uint64_t)(n))
#define CONNECTION (FAKE_DIRECT + 0x400)
#define SOCKET (FAKE_DIRECT + 0x500)
#define MESSAGE(n) (FAKE_DIRECT + 0x600 + 0x80 * (uint64_t)(n))
#define RDS_SOCK (FAKE_DIRECT + 0x900)
#define QUEUE (FAKE_DIRECT + 0xd00) /* struct socket_wq */
#define ENTRY(n) (FAKE_DIRECT + 0xe00 + 0x40 * (uint64_t)(n))
#define THREAD(n) (FAKE_DIRECT + 0x1000 + 0x40 * (uint64_t)(n))
#define SOCK (FAKE_DIRECT + 0x4000)
#define SLEEPS 0xffffffff81000000ull

#define STATE(n) (PATH(n) + 20)
#define BACKOFF(n) (PATH(n) + 40)
#define UNSENT(n) (PATH(n) + 64)
#define SENT(n) (PATH(n) + 80)
#define HANDSHAKE (CONNECTION + 48)
enum { DOWN, CONNECTING, DISCONNECTING, UP };

#define RDS(type) "struct " type "@rds"
static const struct fake_member members[] = {
	{"struct rds_tcp_connection@rds_tcp", "t_tcp_node", 0, .size = 16},
	{"struct rds_tcp_connection@rds_tcp", "t_cpath", 16, 8, .is_pointer = true},
	{"struct rds_tcp_connection@rds_tcp", "t_sock", 24, 8, .is_pointer = true},
	{RDS("rds_conn_path"), "cp_conn", 0, 8, .is_pointer = true},
	{RDS("rds_conn_path"), "cp_transport_data", 8, 8, .is_pointer = true},
	{RDS("rds_conn_path"), "cp_index", 16, .size = 4},
	{RDS("rds_conn_path"), "cp_state.counter", 20, 4, .is_signed = true},
	{RDS("rds_conn_path"), "cp_next_tx_seq", 24, .size = 8},
	{RDS("rds_conn_path"), "cp_next_rx_seq", 32, .size = 8},
	{RDS("rds_conn_path"), "cp_reconnect_jiffies", 40, .size = 8},
	{RDS("rds_conn_path"), "cp_send_queue", 64, .size = 16},
	{RDS("rds_conn_path"), "cp_retrans", 80, .size = 16},
	{RDS("rds_connection"), "c_laddr", 0, .size = 16},
	{RDS("rds_connection"), "c_faddr", 16, .size = 16},
	{RDS("rds_connection"), "c_tos", 32, .size = 1},
	{RDS("rds_connection"), "c_net.net", 40, 8, .is_pointer = true},
	{RDS("rds_connection"), "c_hs_waitq", 48, .size = 24},
	{RDS("rds_message"), "m_conn_item", 16, .size = 16},
	{RDS("rds_message"), "m_inc.i_hdr", 32, .size = 48},
	{RDS("rds_message"), "m_rs", 80, 8, .is_pointer = true},
	{RDS("rds_header"), "h_sequence", 0, .size = 8},
	{RDS("rds_header"), "h_len", 16, .size = 4},
	{RDS("rds_header"), "h_sport", 20, .size = 2},
	{RDS("rds_header"), "h_dport", 22, .size = 2},
	{RDS("rds_sock"), "rs_sk", 0, .size = FAKE_SOCK_SIZE},
	{"struct sock", "sk_wq", 400, 8, .is_pointer = true},
	{"struct socket_wq", "wait.head", 8, .size = 16},
};

static const struct fake_enum enums[] = {
	{NULL, "RDS_CONN_DOWN@rds", DOWN},
	{NULL, "RDS_CONN_CONNECTING@rds", CONNECTING},
	{NULL, "RDS_CONN_DISCONNECTING@rds", DISCONNECTING},
	{NULL, "RDS_CONN_UP@rds", UP},
};

static void put_path(struct fake_target *fake, struct pk_ctx *ctx, unsigned n)
{
	fake_list_add(fake, ctx, LIST, TCP(n));
	fake_put(fake, TCP(n) + 16, 8, PATH(n));
	fake_put(fake, PATH(n), 8, CONNECTION);
	fake_put(fake, PATH(n) + 8, 8, TCP(n));
	fake_put(fake, PATH(n) + 16, 4, n);
	fake_put(fake, PATH(n) + 24, 8, 7);
	fake_put(fake, PATH(n) + 32, 8, 5);
	fake_list(fake, UNSENT(n));
	fake_list(fake, SENT(n));
}

/* From thread N's socket, at the end of LIST. */
static void put_message(struct fake_target *fake, struct pk_ctx *ctx, unsigned n, uint64_t list)
{
	const uint8_t header[] = {0, 0,		  0,	0,    0,    0,	  1,
				  n, [18] = 0x4e, 0x20, 0x13, 0x8d, 0x0f, 0xa0};

	fake_put_bytes(fake, MESSAGE(n) + 32, header, sizeof(header));
	fake_put(fake, MESSAGE(n) + 80, 8, RDS_SOCK);
	fake_list_add(fake, ctx, list, MESSAGE(n) + 16);
}

static void put_entry(struct fake_target *fake, struct pk_ctx *ctx, uint64_t list, unsigned n)
{
	fake_wait_entry(fake, ctx, list, ENTRY(n), THREAD(n), SLEEPS);
}

/* A connection of two paths: path 0 is up, path 1 down and not used. */
static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.base.fake;
	struct pk_ctx *ctx = &machine.base.ctx;
	const uint8_t addresses[32] = {
		[10] = 0xff, 0xff, 10, 9, 0, 1, [26] = 0xff, 0xff, 10, 9, 0, 2};

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_enums(fake, enums, ARRAY_SIZE(enums));
	fake_module_symbol(fake, "rds_tcp", "rds_tcp_conn_list", LIST, 16);
	fake_symbol(fake, "autoremove_wake_function", SLEEPS, 0x80);
	pk_ctx_init(ctx, &fake->target);
	fake_clocks(fake, 0);
	fake_list(fake, LIST);
	put_path(fake, ctx, 0);
	put_path(fake, ctx, 1);
	fake_put(fake, STATE(0), 4, UP);
	fake_put(fake, TCP(0) + 24, 8, SOCKET);
	fake_put(fake, SOCKET + 8, 8, SOCK);
	fake_net_sock(fake, SOCK, 1, 800, 16385);
	fake_put_bytes(fake, CONNECTION, addresses, sizeof(addresses));
	fake_put(fake, CONNECTION + 32, 1, 3);
	fake_put(fake, CONNECTION + 40, 8, FAKE_INIT_NET);
	fake_list(fake, HANDSHAKE + 8);
	fake_put(fake, RDS_SOCK + 400, 8, QUEUE);
	fake_list(fake, QUEUE + 8);
	for (int n = 0; n < 2; n++)
		fake_thread(fake, THREAD(n), 321 + n, 321 + n, "db");
	*state = &machine;
	return 0;
}

static void a_path(void **state)
{
	const struct pk_consumers *read = consumers(*state);
	const struct pk_consumer *path = read->list;
	char text[64];

	assert_int_equal(read->kinds[PK_CONSUMER_RDS].status, PK_OK);
	assert_int_equal(read->nr, 1);
	assert_int_equal(path->addr, TCP(0));
	assert_int_equal(path->rds.connection, CONNECTION);
	assert_string_equal(pk_address_text(path->family, path->rds.local, text, sizeof(text)),
			    "10.9.0.1");
	assert_string_equal(pk_address_text(path->family, path->server, text, sizeof(text)),
			    "10.9.0.2");
	assert_string_equal(path->state_word, "up");
	assert_int_equal(path->lost.value, 0);
	assert_int_equal(path->rds.tos, 3);
	assert_int_equal(path->rds.next_sent, 7);
	assert_int_equal(path->rds.next_received, 5);
	assert_int_equal(path->netns, 4026531840u);
	assert_int_equal(path->sk, SOCK);
	assert_int_equal(path->port, 16385);
	assert_int_equal(path->nr_calls, 0);
}

static void messages(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;
	const struct pk_consumers *read;
	const struct pk_consumer_call *call;

	put_message(fake, &machine->base.ctx, 0, SENT(0));
	put_message(fake, &machine->base.ctx, 1, UNSENT(1));
	fake_put(fake, MESSAGE(1) + 80, 8, 0);
	/* It sleeps there, in no call that is known to be rds_sendmsg(). */
	put_entry(fake, &machine->base.ctx, QUEUE + 8, 0);
	read = consumers(machine);
	call = read->calls;
	assert_int_equal(read->kinds[PK_CONSUMER_RDS].status, PK_OK);
	assert_int_equal(read->nr, 2);
	assert_int_equal(read->list[1].rds.path, 1);
	assert_string_equal(read->list[1].state_word, "down");
	assert_int_equal(read->nr_calls, 2);
	assert_int_equal(call[0].transport, TCP(0));
	assert_int_equal(call[0].message, 256);
	assert_int_equal(call[0].bytes, 20000);
	assert_int_equal(call[0].sport, 5005);
	assert_int_equal(call[0].dport, 4000);
	assert_string_equal(call[0].state, "sent, not acknowledged");
	assert_int_equal(call[0].age_ms.status, PK_ABSENT);
	assert_int_equal(call[0].waiters_status, PK_OK);
	assert_int_equal(call[0].nr_waiters, 0);
	assert_int_equal(call[1].transport, TCP(1));
	assert_string_equal(call[1].state, "to be sent");
	assert_int_equal(call[1].waiters_status, PK_ABSENT);
}

static void a_path_that_failed(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	fake_put(fake, STATE(0), 4, CONNECTING);
	assert_int_equal(consumers(machine)->list[0].lost.value, 0);
	fake_put(fake, BACKOFF(0), 8, 250);
	assert_int_equal(consumers(machine)->list[0].lost.value, 1);
	assert_string_equal(machine->consumers.list[0].state_word, "connecting");
	fake_put(fake, STATE(0), 4, 77);
	assert_int_equal(consumers(machine)->list[0].lost.status, PK_UNSUPPORTED);
	assert_null(machine->consumers.list[0].state_word);
}

static void who_waits_for_the_first_connection(void **state)
{
	struct machine *machine = *state;
	const struct pk_consumers *read;

	put_entry(&machine->base.fake, &machine->base.ctx, HANDSHAKE + 8, 1);
	read = consumers(machine);
	assert_int_equal(read->nr_calls, 1);
	assert_string_equal(read->calls[0].waits_for, "the first connection");
	assert_int_equal(read->calls[0].waiters[0].pid, 322);
	assert_int_equal(read->list[0].nr_calls, 0);
	assert_int_equal(read->list[0].nr_waiters, 1);
}

static void addresses_of_ipv6(void **state)
{
	struct machine *machine = *state;
	const struct pk_consumer *path;
	char text[64];

	fake_put_bytes(&machine->base.fake, CONNECTION + 16,
		       "\xfd\x09\0\0\0\0\0\0\0\0\0\0\0\0\0\x02", 16);
	path = consumers(machine)->list;
	assert_int_equal(path->family, 6);
	assert_string_equal(pk_address_text(6, path->server, text, sizeof(text)), "fd09::2");
}

static void damage(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->base.fake;

	put_message(fake, &machine->base.ctx, 0, SENT(0));
	fake_put(fake, MESSAGE(0) + 16, 8, MESSAGE(0) + 16);
	assert_int_equal(status_of(machine, PK_CONSUMER_RDS), PK_CORRUPT);
	assert_int_equal(machine->consumers.nr_calls, 1);
	fake_put(fake, MESSAGE(0) + 16, 8, SENT(0));
	fake_put(fake, MESSAGE(0) + 80, 8, 0x10);
	assert_int_equal(status_of(machine, PK_CONSUMER_RDS), PK_UNREADABLE);
	fake_put(fake, MESSAGE(0) + 80, 8, 0);
	assert_int_equal(status_of(machine, PK_CONSUMER_RDS), PK_OK);
	/* Somebody else's path. */
	fake_put(fake, PATH(0) + 8, 8, TCP(1));
	assert_int_equal(status_of(machine, PK_CONSUMER_RDS), PK_CORRUPT);
	assert_int_equal(machine->consumers.nr_calls, 0);
	fake_put(fake, PATH(0) + 8, 8, TCP(0));
	fake_put(fake, TCP(0) + 16, 8, 0x10);
	assert_int_equal(status_of(machine, PK_CONSUMER_RDS), PK_UNREADABLE);
}

static void no_types(void **state)
{
	assert_needs_types(*state, PK_CONSUMER_RDS);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(a_path, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(messages, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(a_path_that_failed, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(who_waits_for_the_first_connection, setup,
						fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(addresses_of_ipv6, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(damage, setup, fake_consumers_teardown),
		cmocka_unit_test_setup_teardown(no_types, setup, fake_consumers_teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
