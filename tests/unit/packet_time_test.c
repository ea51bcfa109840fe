// SPDX-License-Identifier: GPL-3.0-or-later
/* When a packet was: an age in seconds, or in ticks where the trace's clock counts no time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "render/packet_private.h"

static void ages_and_times(void **state)
{
	struct pk_packet_set set = {.newest_ns = 5000000000, .panic_ns = 7000000000};
	struct pk_packet_style style = {.set = &set};
	char buf[64];

	(void)state;
	assert_string_equal(pk_packet_time(&style, 3500000000, buf, sizeof(buf)), "T-1.500000");
	set.panic_known = true;
	assert_string_equal(pk_packet_time(&style, 3500000000, buf, sizeof(buf)), "T-3.500000");
	assert_string_equal(pk_packet_time(&style, 7000001000, buf, sizeof(buf)), "T+0.000001");
	style.absolute = true;
	assert_string_equal(pk_packet_time(&style, 3500000000, buf, sizeof(buf)), "3.500000");
}

static void ticks_are_no_seconds(void **state)
{
	struct pk_packet_set set = {.newest_ns = 5000000000, .in_ticks = true};
	struct pk_packet_style style = {.set = &set};
	char buf[64];

	(void)state;
	assert_string_equal(pk_packet_time(&style, 4999999979, buf, sizeof(buf)), "T-21");
	style.absolute = true;
	assert_string_equal(pk_packet_time(&style, 4999999979, buf, sizeof(buf)), "4999999979");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ages_and_times),
		cmocka_unit_test(ticks_are_no_seconds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
