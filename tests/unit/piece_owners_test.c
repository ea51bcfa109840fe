// SPDX-License-Identifier: GPL-3.0-or-later
/* Whose piece a call begins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "analysis/explain/path.h"

#define PACKETS 4000

static struct pk_piece pieces[PACKETS][3];
static struct pk_packet made[PACKETS], *packets[PACKETS];

static void draw_set(struct pk_packet_set *set)
{
	for (uint32_t i = 0; i < PACKETS; i++) {
		for (uint32_t j = 0; j < 3; j++)
			pieces[i][j] = (struct pk_piece){.func = 0xffffffff81000000ull + j * 0x40,
							 .start = 1000000 + i * 0x40ull};
		made[i] = (struct pk_packet){.trail = {.pieces = pieces[i], .nr_pieces = 3}};
		packets[i] = &made[i];
	}
	*set = (struct pk_packet_set){.packets = packets, .nr = PACKETS};
}

static void each_piece_has_its_packet(void **state)
{
	struct pk_piece_owners owners;
	struct pk_packet_set set;

	(void)state;
	draw_set(&set);
	pk_piece_owners_init(&owners, &set);
	assert_null(pk_piece_owner(&owners, pieces[0][0].func, pieces[0][0].start));
	for (uint32_t i = 0; i < PACKETS; i++)
		for (uint32_t j = 0; j < 3; j++)
			pk_piece_owners_note(&owners, &pieces[i][j], i);
	assert_int_equal(owners.nr, 3 * PACKETS);
	for (uint32_t i = 0; i < PACKETS; i++)
		for (uint32_t j = 0; j < 3; j++)
			assert_ptr_equal(
				pk_piece_owner(&owners, pieces[i][j].func, pieces[i][j].start),
				packets[i]);
	pk_piece_owners_deinit(&owners);
}

/* Time xor function is the same for many pairs of them: none but the very call is meant. */
static void another_call_at_another_time_is_not_it(void **state)
{
	struct pk_piece_owners owners;
	struct pk_packet_set set;

	(void)state;
	draw_set(&set);
	pk_piece_owners_init(&owners, &set);
	pk_piece_owners_note(&owners, &pieces[0][0], 0);
	assert_null(pk_piece_owner(&owners, pieces[0][0].func ^ 0x40, pieces[0][0].start ^ 0x40));
	assert_null(pk_piece_owner(&owners, pieces[0][0].func, pieces[0][0].start + 1));
	pk_piece_owners_deinit(&owners);
}

static void of_two_the_one_noted_last(void **state)
{
	struct pk_piece_owners owners;
	struct pk_packet_set set;

	(void)state;
	draw_set(&set);
	pieces[1][0] = pieces[0][0];
	pk_piece_owners_init(&owners, &set);
	pk_piece_owners_note(&owners, &pieces[0][0], 0);
	pk_piece_owners_note(&owners, &pieces[1][0], 1);
	assert_int_equal(owners.nr, 1);
	assert_ptr_equal(pk_piece_owner(&owners, pieces[0][0].func, pieces[0][0].start),
			 packets[1]);
	pk_piece_owners_deinit(&owners);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_piece_has_its_packet),
		cmocka_unit_test(another_call_at_another_time_is_not_it),
		cmocka_unit_test(of_two_the_one_noted_last),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
