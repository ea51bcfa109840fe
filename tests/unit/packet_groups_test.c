// SPDX-License-Identifier: GPL-3.0-or-later
/* Groups of packets by what they have in common, and what a group says of its values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include "analysis/explain/packet_groups.h"
#include "fake_target.h"

#define SECOND 1000000000ull
#define PLACE 0xffffffff81000100
#define KEYS (1u << PK_BY_REASON | 1u << PK_BY_PLACE | 1u << PK_BY_SECOND | 1u << PK_BY_DEV)

struct fixture {
	struct fake_machine machine;
	struct pk_packet_set set;
	struct pk_groups groups;
	struct pk_packet packets[4];
	struct pk_drop drops[4];
};

static int setup(void **state)
{
	static struct fixture fixture;

	memset(&fixture, 0, sizeof(fixture));
	fake_target_init(&fixture.machine.fake);
	fake_symbol(&fixture.machine.fake, "tcp_v4_rcv", PLACE, 0x100);
	pk_ctx_init(&fixture.machine.ctx, &fixture.machine.fake.target);
	fixture.set = (struct pk_packet_set){.panic_known = true, .panic_ns = 24 * SECOND};
	for (int i = 0; i < 4; i++) {
		fixture.packets[i].dev = "";
		fixture.packets[i].drop = &fixture.drops[i];
	}
	*state = &fixture;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *fixture = *state;

	pk_groups_deinit(&fixture->groups);
	pk_ctx_deinit(&fixture->machine.ctx);
	fake_target_deinit(&fixture->machine.fake);
	return 0;
}

static void begin(struct fixture *fixture, const char *keys, unsigned allowed, bool measures)
{
	struct pk_group_by by;

	assert_true(pk_group_by_parse(keys, allowed, &by));
	pk_groups_init(&fixture->groups, &fixture->machine.ctx, &fixture->set, &by, 0, measures);
}

static void add(struct fixture *fixture, int i, uint64_t ts, uint64_t value)
{
	const struct pk_sample sample = {.packet = &fixture->packets[i],
					 .part = &fixture->packets[i],
					 .ts = ts,
					 .value = value,
					 .cpu = i,
					 .task = -1};

	pk_groups_add(&fixture->groups, &sample);
}

static void keys_are_known_and_named_once(void **state)
{
	struct pk_group_by by;

	(void)state;
	assert_true(pk_group_by_parse("place,reason", KEYS, &by));
	assert_int_equal(by.nr, 2);
	assert_int_equal(by.keys[0], PK_BY_PLACE);
	assert_false(pk_group_by_parse("place,place", KEYS, &by));
	assert_false(pk_group_by_parse("place,cpu", KEYS, &by)); /* not of those allowed */
	assert_false(pk_group_by_parse("plac", KEYS, &by));
	assert_false(pk_group_by_parse("", KEYS, &by));
	assert_false(pk_group_by_parse("place,", KEYS, &by));
}

static void drops_by_reason_and_place(void **state)
{
	struct fixture *fixture = *state;
	const struct pk_group *group;

	begin(fixture, "reason,place", KEYS, false);
	for (int i = 0; i < 3; i++)
		strcpy(fixture->drops[i].reason_name, i ? "NO_SOCKET" : "TCP_CSUM");
	fixture->drops[1].location = fixture->drops[2].location = PLACE + 0x20;
	add(fixture, 0, 1 * SECOND, 0);
	add(fixture, 2, 23 * SECOND, 0);
	add(fixture, 1, 2 * SECOND, 0);
	pk_groups_finish(&fixture->groups);
	assert_int_equal(fixture->groups.nr, 2);
	group = fixture->groups.list; /* the larger one first */
	assert_int_equal(group->count, 2);
	assert_string_equal(group->texts[0], "NO_SOCKET");
	assert_string_equal(group->texts[1], "tcp_v4_rcv");
	assert_ptr_equal(group->newest.packet, &fixture->packets[2]); /* by time */
	assert_int_equal(group->oldest_ns, 2 * SECOND);
	assert_int_equal(group->columns[2], 1);
	assert_int_equal(group->columns[23], 1);
	assert_null(group[1].texts[1]); /* its place is not known */
}

/* A reason that says nothing is none: why it was dropped is then said in words. */
static void words_where_the_kernel_has_no_reason(void **state)
{
	struct fixture *fixture = *state;
	struct pk_causes causes = {.dropped = {.kind = "place", .text = "the queue was full"}};

	begin(fixture, "reason", KEYS, false);
	strcpy(fixture->drops[0].reason_name, "NOT_SPECIFIED");
	fixture->packets[0].causes = &causes;
	add(fixture, 0, SECOND, 0);
	pk_groups_finish(&fixture->groups);
	assert_string_equal(fixture->groups.list[0].texts[0], "the queue was full");
}

static void seconds_are_in_order(void **state)
{
	struct fixture *fixture = *state;

	begin(fixture, "second", KEYS, false);
	add(fixture, 0, 23 * SECOND + 1, 0); /* not a whole second before the panic */
	add(fixture, 1, 23 * SECOND + 2, 0);
	add(fixture, 2, 10 * SECOND, 0);
	add(fixture, 3, 22 * SECOND, 0);
	pk_groups_finish(&fixture->groups);
	assert_int_equal(fixture->groups.nr, 3);
	assert_string_equal(fixture->groups.list[0].texts[0], "14");
	assert_string_equal(fixture->groups.list[1].texts[0], "2");
	assert_string_equal(fixture->groups.list[2].texts[0], "0");
	assert_int_equal(fixture->groups.list[2].count, 2);
}

static void a_clock_of_ticks_has_no_seconds(void **state)
{
	struct fixture *fixture = *state;

	fixture->set.in_ticks = true;
	begin(fixture, "second", KEYS, false);
	add(fixture, 0, 10, 0);
	add(fixture, 1, 20 * SECOND, 0);
	pk_groups_finish(&fixture->groups);
	assert_int_equal(fixture->groups.nr, 1);
	assert_null(fixture->groups.list[0].texts[0]);
}

static void values_have_ranks_and_columns(void **state)
{
	struct fixture *fixture = *state;
	const struct pk_group *group;

	begin(fixture, "dev", KEYS, true);
	for (uint64_t us = 100; us; us--)
		add(fixture, us == 100, 0, us * 1000);
	pk_groups_finish(&fixture->groups);
	group = fixture->groups.list;
	assert_int_equal(pk_group_percentile(group, 50), 50000);
	assert_int_equal(pk_group_percentile(group, 99), 99000);
	assert_int_equal(pk_group_percentile(group, 100), 100000);
	assert_ptr_equal(group->largest.packet, &fixture->packets[1]);
	assert_int_equal(group->columns[0], 0);
	assert_int_equal(group->columns[1], 1); /* 1 us */
	assert_int_equal(group->columns[2], 3); /* 2 to 4 */
	assert_int_equal(group->columns[6], 50); /* 50 to 99 */
	assert_int_equal(group->columns[7], 1);
	assert_int_equal(pk_group_column_ns(6), 50000);
	assert_int_equal(pk_group_column_ns(22), 10 * SECOND);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(keys_are_known_and_named_once),
		cmocka_unit_test_setup_teardown(drops_by_reason_and_place, setup, teardown),
		cmocka_unit_test_setup_teardown(words_where_the_kernel_has_no_reason, setup,
						teardown),
		cmocka_unit_test_setup_teardown(seconds_are_in_order, setup, teardown),
		cmocka_unit_test_setup_teardown(a_clock_of_ticks_has_no_seconds, setup, teardown),
		cmocka_unit_test_setup_teardown(values_have_ranks_and_columns, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
