// SPDX-License-Identifier: GPL-3.0-or-later
/* SCTP: its header and chunks, and associations and endpoints by the module's tables, whole and damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "core/kit.h"
#include "decode/net/sock/sock.h"
#include "fake_sctp.h"
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
	fake_sctp_init(fake);
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

static void associations_and_endpoints(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;
	const struct pk_sctp *one = &machine->found[0], *listener = &machine->found[2];

	/* Two of one key: the second hangs on the first. A path that is no primary one is none of its own. */
	fake_sctp_association(fake, 0);
	fake_sctp_association(fake, 1);
	fake_put(fake, SCTP_TABLE + 64, 8, SCTP_PATH(0) + PATH_NODE);
	fake_put(fake, SCTP_PATH(0) + PATH_NODE, 8, SCTP_PATH(2) + PATH_NODE);
	fake_put(fake, SCTP_PATH(0) + PATH_NODE + 8, 8, SCTP_PATH(1) + PATH_NODE);
	fake_put(fake, SCTP_PATH(2) + PATH_NODE, 8, SCTP_TABLE + 64 + 1);
	fake_put(fake, SCTP_PATH(2) + PATH_ASOC, 8, SCTP_ASSOCIATION(0));
	fake_sctp_endpoint(fake);
	assert_int_equal(walk(machine), PK_OK);
	assert_int_equal(machine->nr, 3);
	assert_true(one->is_association && one->addr == SCTP_ASSOCIATION(0) &&
		    one->sk == SCTP_SOCK(0));
	assert_true(machine->found[1].addr == SCTP_ASSOCIATION(1));
	assert_int_equal(one->style, 2);
	assert_int_equal(one->sk_state, 1);
	assert_string_equal(pk_sctp_state_name(one), "COOKIE_WAIT");
	assert_string_equal(pk_sctp_state_name(&machine->found[1]), "UNKNOWN");
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
	assert_true(!listener->is_association && listener->addr == SCTP_ENDPOINT);
	assert_int_equal(listener->sk_state, 10);
	assert_string_equal(pk_sctp_state_name(listener), "LISTEN");
	assert_int_equal(listener->local.nr, 1);
	assert_false(listener->local.addresses[0].primary);
}

static void damaged_associations(void **state)
{
	struct machine *machine = *state;
	struct fake_target *fake = &machine->fake;

	fake_sctp_association(fake, 0);
	fake_sctp_association(fake, 1);
	fake_put(fake, SCTP_TABLE + 64, 8, SCTP_PATH(0) + PATH_NODE);
	fake_put(fake, SCTP_PATH(0) + PATH_NODE, 8, SCTP_TABLE + 64 + 1);
	/* Those of one key in a circle. */
	fake_put(fake, SCTP_PATH(0) + PATH_NODE + 8, 8, SCTP_PATH(1) + PATH_NODE);
	fake_put(fake, SCTP_PATH(1) + PATH_NODE + 8, 8, SCTP_PATH(0) + PATH_NODE);
	assert_int_equal(walk(machine), PK_OK);
	assert_int_equal(machine->nr, 2);
	/* A wild socket: that one is left out, the other told. */
	fake_put(fake, SCTP_ASSOCIATION(0) + BASE_SK, 8, 0x1000);
	assert_int_equal(walk(machine), PK_OK);
	assert_int_equal(machine->nr, 1);
	/* An address list that leads nowhere, and one in a circle. */
	fake_put(fake, SCTP_LOCAL(1), 8, 0x1000);
	assert_int_equal(walk(machine), PK_OK);
	assert_int_equal(machine->nr, 1);
	fake_put(fake, SCTP_LOCAL(1), 8, SCTP_LOCAL(1));
	assert_int_equal(walk(machine), PK_OK);
	assert_int_equal(machine->nr, 1);
	fake_put(fake, FAKE_SCTP + 8, 4, 1u << 30);
	assert_int_equal(walk(machine), PK_CORRUPT);
	fake_put(fake, FAKE_SCTP + 16, 8, 0x1000);
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
