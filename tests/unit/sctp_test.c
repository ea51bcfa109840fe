// SPDX-License-Identifier: GPL-3.0-or-later
/* SCTP: its header and chunks, and associations and endpoints by the module's tables, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "core/kit.h"
#include "decode/net/sctp.h"
#include "fake_net.h"
#include "protocol/sctp.h"

/* --- bytes ------------------------------------------------------------------------------------------------- */

static const uint8_t packet[] = {
	0x9c, 0x41, 0, 7,  1, 2, 3, 4, 0, 0, 0, 0, /* 40001 > 7, tag 0x01020304 */
	3,    0,    0, 16, 0, 0, 0, 9, 0, 0, 1, 0, 0, 0, 0, 0, /* SACK */
	0,    3,    0, 17, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, /* DATA, padded */
	6,    0,    0, 4, /* behind the end: what an earlier packet left */
};

#define PAYLOAD (sizeof(packet) - 12 - 4)

static bool parsed(size_t len, struct pk_header *header)
{
	const struct pk_header_bytes bytes = {packet, NULL, len};
	uint32_t own;

	memset(header, 0, sizeof(*header));
	return pk_sctp.parse(&bytes, header, &own) && own == 12;
}

static void chunks_in_words(void **state)
{
	struct pk_header header;
	char text[16];

	(void)state;
	assert_true(parsed(sizeof(packet), &header));
	assert_int_equal(header.tuple.sport, 40001);
	assert_int_equal(header.tuple.dport, 7);
	assert_true(header.vtag_known && header.vtag == 0x01020304);
	assert_string_equal(pk_flags_text(&header, text, sizeof(text)), "sack");
	/* How long it is is not known: only the first surely is of it. */
	assert_int_equal(pk_sctp_nr_chunks(&header), 1);
	assert_false(pk_sctp_chunks_whole(&header));
	header.len_known = true;
	header.payload_len = PAYLOAD;
	assert_int_equal(pk_sctp_nr_chunks(&header), 2);
	assert_string_equal(pk_sctp_chunk_name(header.chunks[0]), "SACK");
	assert_string_equal(pk_sctp_chunk_name(header.chunks[1]), "DATA");
	assert_true(pk_sctp_chunks_whole(&header));
	assert_true(header.tsn_known && header.tsn == 5 && header.tsn_at == 16);
	assert_false(pk_sctp.is_data(&header));
	assert_null(pk_sctp_chunk_name(77));
	assert_string_equal(pk_sctp_state_name(3), "ESTABLISHED");
	assert_string_equal(pk_sctp_state_name(8), "UNKNOWN");
}

static void headers_that_are_cut(void **state)
{
	struct pk_header header;
	uint8_t bytes[16] = {0x9c, 0x41, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 3};
	struct pk_header_bytes few = {bytes, NULL, sizeof(bytes)};
	uint32_t own;

	(void)state;
	for (size_t len = 0; len < sizeof(packet); len++) {
		bool whole = parsed(len, &header);

		assert_int_equal(whole, len >= 4);
		header.len_known = true;
		header.payload_len = PAYLOAD;
		assert_int_equal(pk_sctp_nr_chunks(&header), len < 16 ? 0 : len < 32 ? 1 : 2);
		assert_int_equal(header.flags_known, len >= 16);
		assert_int_equal(header.tsn_known, len >= 36);
	}
	/* A chunk is no shorter than its header; no port is 0. */
	assert_true(pk_sctp.parse(&few, &header, &own));
	assert_int_equal(header.nr_chunks, 0);
	bytes[1] = bytes[0] = 0;
	assert_false(pk_sctp.parse(&few, &header, &own));
}

/* A chunk whose length is all that it can be. */
static void chunks_without_end(void **state)
{
	uint8_t bytes[200] = {0x9c, 0x41, 0, 7};
	struct pk_header_bytes many = {bytes, NULL, sizeof(bytes)};
	struct pk_header header;
	uint32_t own;

	(void)state;
	for (size_t i = 12; i < sizeof(bytes); i += 4)
		bytes[i + 3] = 4; /* DATA of nothing */
	memset(&header, 0, sizeof(header));
	assert_true(pk_sctp.parse(&many, &header, &own));
	assert_int_equal(header.nr_chunks, PK_MAX_CHUNKS);
	memset(bytes + 12, 0xff, 4);
	assert_true(pk_sctp.parse(&many, &header, &own));
	assert_int_equal(header.nr_chunks, 1);
	assert_int_equal(header.chunks_end, 65536);
}

/* --- memory ------------------------------------------------------------------------------------------------ */

#define GLOBALS 0xffff900000000000ull
#define TABLE (GLOBALS + 0x100)
#define EP_TABLE (GLOBALS + 0x200)
#define SOCK(n) (GLOBALS + 0x1000 + 0x400 * (uint64_t)(n))
#define ASSOCIATION(n) (GLOBALS + 0x4000 + 0x400 * (uint64_t)(n))
#define PATH(n) (GLOBALS + 0x6000 + 0x200 * (uint64_t)(n))
#define ENDPOINT (GLOBALS + 0x7000)
#define LOCAL(n) (GLOBALS + 0x8000 + 0x80 * (uint64_t)(n))

enum { BASE_SK = 8, BASE_PORT = 16, BASE_ADDRESSES = 24, EP_NODE = 48 };
enum { PATH_LIST = 0, PATH_NODE = 16, PATH_ASOC = 32, PATH_PEER = 40, PATH_LOCAL = 72 };
enum { ASOC_PATHS = 48, ASOC_PRIMARY = 64, ASOC_PRIMARY_ADDRESS = 72, ASOC_NUMBERS = 104 };

#define ASOC "struct sctp_association@sctp"
#define LINK "struct sctp_transport@sctp"
#define NUMBER(name, n)                                                                            \
	{                                                                                          \
		ASOC, name, ASOC_NUMBERS + 4 * (n), .size = 4                                      \
	}

static const struct fake_member members[] = {
	{"struct sctp_globals@sctp", "ep_hashtable", 0, 8, .is_pointer = true},
	{"struct sctp_globals@sctp", "ep_hashsize", 8, .size = 4},
	{"struct sctp_globals@sctp", "transport_hashtable.ht.tbl", 16, 8, .is_pointer = true},
	{"struct sctp_hashbucket@sctp", "chain", 8, 8, .is_pointer = true},
	{"struct sctp_endpoint@sctp", "node", EP_NODE, .size = 16},
	{"struct sctp_ep_common@sctp", "sk", BASE_SK, 8, .is_pointer = true},
	{"struct sctp_ep_common@sctp", "bind_addr.port", BASE_PORT, .size = 2},
	{"struct sctp_ep_common@sctp", "bind_addr.address_list", BASE_ADDRESSES, .size = 16},
	{"struct sctp_sockaddr_entry@sctp", "list", 0, .size = 16},
	{"struct sctp_sockaddr_entry@sctp", "a", 32, .size = 28},
	{"struct sctp_sockaddr_entry@sctp", "valid", 61, .size = 1},
	{"struct sctp_sock@sctp", "type", 900, .size = 4},
	{LINK, "transports", PATH_LIST, .size = 16},
	{LINK, "node", PATH_NODE, .size = 16},
	{LINK, "node.next", PATH_NODE + 8, 8, .is_pointer = true},
	{LINK, "asoc", PATH_ASOC, 8, .is_pointer = true},
	{LINK, "ipaddr", PATH_PEER, .size = 28},
	{LINK, "saddr", PATH_LOCAL, .size = 28},
	{LINK, "cwnd", 104, .size = 4},
	{LINK, "flight_size", 108, .size = 4},
	{ASOC, "peer.transport_addr_list", ASOC_PATHS, .size = 16},
	{ASOC, "peer.primary_path", ASOC_PRIMARY, 8, .is_pointer = true},
	{ASOC, "peer.primary_addr", ASOC_PRIMARY_ADDRESS, .size = 28},
	{ASOC, "hbinterval", 200, .size = 8},
	NUMBER("assoc_id", 0),
	NUMBER("state", 1),
	NUMBER("c.my_vtag", 2),
	NUMBER("c.peer_vtag", 3),
	NUMBER("peer.port", 4),
	NUMBER("peer.rwnd", 5),
	NUMBER("rwnd", 6),
	NUMBER("sndbuf_used", 7),
	NUMBER("rmem_alloc", 8),
	NUMBER("stream.incnt", 9),
	NUMBER("stream.outcnt", 10),
	NUMBER("max_retrans", 11),
	NUMBER("init_retries", 12),
	NUMBER("shutdown_retries", 13),
	NUMBER("rtx_data_chunks", 14),
	NUMBER("outqueue.out_qlen", 15),
	NUMBER("outqueue.outstanding_bytes", 16),
	{"struct sock", "sk_wmem_alloc", 908, .size = 4},
	{"struct sock", "sk_wmem_queued", 912, .size = 4},
	{"struct sock", "sk_sndbuf", 916, .size = 4},
	{"struct sock", "sk_rcvbuf", 920, .size = 4},
	{"struct bucket_table", "size", 0, .size = 4},
	{"struct bucket_table", "buckets", 64, .size = 0, .is_array = true},
};

struct machine {
	struct fake_target fake;
	struct pk_ctx ctx;
	struct pk_sctp found[8];
	unsigned nr;
};

static int setup(void **state)
{
	static struct machine machine;
	struct fake_target *fake = &machine.fake;

	memset(&machine, 0, sizeof(machine));
	fake_net_init(fake);
	fake_members(fake, members, ARRAY_SIZE(members));
	fake_type(fake, "struct sctp_hashbucket@sctp", 16);
	fake_map(fake, GLOBALS, 0x10000);
	fake_symbol(fake, "sctp_globals", GLOBALS, 64);
	fake_put(fake, GLOBALS, 8, EP_TABLE);
	fake_put(fake, GLOBALS + 8, 4, 4);
	fake_put(fake, GLOBALS + 16, 8, TABLE);
	fake_put(fake, TABLE, 4, 2);
	fake_put(fake, TABLE + 64, 8, TABLE + 64 + 1);
	fake_put(fake, TABLE + 72, 8, TABLE + 72 + 1);
	pk_ctx_init(&machine.ctx, &fake->target);
	*state = &machine;
	return 0;
}

static int teardown(void **state)
{
	struct machine *machine = *state;

	pk_ctx_deinit(&machine->ctx);
	fake_target_deinit(&machine->fake);
	return 0;
}

static bool take(const struct pk_sctp *sctp, void *arg)
{
	struct machine *machine = arg;

	assert_true(machine->nr < ARRAY_SIZE(machine->found));
	machine->found[machine->nr++] = *sctp;
	return true;
}

static enum pk_status walk(struct machine *machine)
{
	machine->nr = 0;
	return pk_sctp_walk(&machine->ctx, take, machine);
}

/* A list of one node. */
static void ring(struct fake_target *fake, uint64_t head, uint64_t node)
{
	fake_put(fake, head, 8, node);
	fake_put(fake, head + 8, 8, node);
	fake_put(fake, node, 8, head);
	fake_put(fake, node + 8, 8, head);
}

/* 10.0.0.LAST */
static void address(struct fake_target *fake, uint64_t at, uint8_t last)
{
	const uint8_t bytes[4] = {10, 0, 0, last};

	fake_put(fake, at, 2, 2);
	fake_put_bytes(fake, at + 4, bytes, 4);
}

/* What both have: port 5000 of 10.0.0.1. */
static void draw_base(struct fake_target *fake, uint64_t addr, unsigned n, uint8_t state)
{
	fake_net_sock(fake, SOCK(n), state, 5000, 0);
	fake_put(fake, SOCK(n) + 900, 4, 2);
	fake_put(fake, addr + BASE_SK, 8, SOCK(n));
	fake_put(fake, addr + BASE_PORT, 2, 5000);
	ring(fake, addr + BASE_ADDRESSES, LOCAL(n));
	address(fake, LOCAL(n) + 32, 1);
	fake_put(fake, LOCAL(n) + 61, 1, 1);
}

/* To 10.0.0.2, by one path. */
static void draw_association(struct fake_target *fake, unsigned n)
{
	uint64_t addr = ASSOCIATION(n), path = PATH(n);

	draw_base(fake, addr, n, 1);
	ring(fake, addr + ASOC_PATHS, path + PATH_LIST);
	fake_put(fake, addr + ASOC_PRIMARY, 8, path);
	address(fake, addr + ASOC_PRIMARY_ADDRESS, 2);
	for (unsigned i = 0; i < 17; i++)
		fake_put(fake, addr + ASOC_NUMBERS + 4 * i, 4, 100 * n + i);
	fake_put(fake, addr + 200, 8, 7500);
	fake_put(fake, path + PATH_ASOC, 8, addr);
	address(fake, path + PATH_PEER, 2);
	address(fake, path + PATH_LOCAL, 1);
	fake_put(fake, path + 104, 4, 4380);
}

static void associations_and_endpoints(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_sctp *one = &machine->found[0], *listener = &machine->found[2];

	/* Two of one key: the second hangs on the first. A path that is no primary one is none of its own. */
	draw_association(fake, 0);
	draw_association(fake, 1);
	fake_put(fake, TABLE + 64, 8, PATH(0) + PATH_NODE);
	fake_put(fake, PATH(0) + PATH_NODE, 8, PATH(2) + PATH_NODE);
	fake_put(fake, PATH(0) + PATH_NODE + 8, 8, PATH(1) + PATH_NODE);
	fake_put(fake, PATH(2) + PATH_NODE, 8, TABLE + 64 + 1);
	fake_put(fake, PATH(2) + PATH_ASOC, 8, ASSOCIATION(0));
	draw_base(fake, ENDPOINT, 3, 10);
	fake_put(fake, EP_TABLE + 2 * 16 + 8, 8, ENDPOINT + EP_NODE);
	assert_int_equal(walk(machine), PK_OK);
	assert_int_equal(machine->nr, 3);
	assert_true(one->is_association && one->addr == ASSOCIATION(0) && one->sk == SOCK(0));
	assert_true(machine->found[1].addr == ASSOCIATION(1));
	assert_int_equal(one->style, 2);
	assert_int_equal(one->sk_state, 1);
	assert_int_equal(one->state, 1);
	assert_int_equal(one->peer_rwnd, 5);
	assert_int_equal(one->unacked, 16);
	assert_int_equal(machine->found[1].id, 100);
	assert_int_equal(one->heartbeat, 7500);
	assert_int_equal(one->cwnd, 4380);
	assert_int_equal(one->local.port, 5000);
	assert_int_equal(one->peer.port, 4);
	assert_int_equal(one->local.nr, 1);
	assert_int_equal(one->local.addresses[0].bytes[3], 1);
	assert_true(one->local.addresses[0].primary && one->peer.addresses[0].primary);
	assert_int_equal(one->peer.addresses[0].bytes[3], 2);
	assert_true(!listener->is_association && listener->addr == ENDPOINT);
	assert_int_equal(listener->sk_state, 10);
	assert_int_equal(listener->local.nr, 1);
	assert_false(listener->local.addresses[0].primary);
}

static void damaged_associations(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	draw_association(fake, 0);
	draw_association(fake, 1);
	fake_put(fake, TABLE + 64, 8, PATH(0) + PATH_NODE);
	fake_put(fake, PATH(0) + PATH_NODE, 8, TABLE + 64 + 1);
	/* Those of one key in a circle. */
	fake_put(fake, PATH(0) + PATH_NODE + 8, 8, PATH(1) + PATH_NODE);
	fake_put(fake, PATH(1) + PATH_NODE + 8, 8, PATH(0) + PATH_NODE);
	assert_int_equal(walk(machine), PK_OK);
	assert_int_equal(machine->nr, 2);
	/* A wild socket: that one is left out, the other told. */
	fake_put(fake, ASSOCIATION(0) + BASE_SK, 8, 0x1000);
	assert_int_equal(walk(machine), PK_OK);
	assert_int_equal(machine->nr, 1);
	/* An address list that leads nowhere, and one in a circle. */
	fake_put(fake, LOCAL(1), 8, 0x1000);
	assert_int_equal(walk(machine), PK_OK);
	assert_int_equal(machine->nr, 1);
	fake_put(fake, LOCAL(1), 8, LOCAL(1));
	assert_int_equal(walk(machine), PK_OK);
	assert_int_equal(machine->nr, 1);
	fake_put(fake, GLOBALS + 8, 4, 1u << 30);
	assert_int_equal(walk(machine), PK_CORRUPT);
	fake_put(fake, GLOBALS + 16, 8, 0x1000);
	assert_int_equal(walk(machine), PK_UNREADABLE);
}

static void no_module(void **state)
{
	struct fake_target fake;
	struct pk_ctx ctx;

	(void)state;
	fake_net_init(&fake);
	pk_ctx_init(&ctx, &fake.target);
	assert_int_equal(pk_sctp_walk(&ctx, take, NULL), PK_ABSENT);
	/* Loaded, and nothing tells its types. */
	pk_ctx_deinit(&ctx);
	fake_symbol(&fake, "sctp_globals", FAKE_GLOBALS, 64);
	pk_ctx_init(&ctx, &fake.target);
	assert_int_not_equal(pk_sctp_walk(&ctx, take, NULL), PK_OK);
	pk_ctx_deinit(&ctx);
	fake_target_deinit(&fake);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(chunks_in_words),
		cmocka_unit_test(headers_that_are_cut),
		cmocka_unit_test(chunks_without_end),
		cmocka_unit_test_setup_teardown(associations_and_endpoints, setup, teardown),
		cmocka_unit_test_setup_teardown(damaged_associations, setup, teardown),
		cmocka_unit_test(no_module),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
