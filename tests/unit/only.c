// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * PK_TEST=PATTERN in the environment runs only the tests of a program whose names match ('*' and '?' as in a shell).
 * The reference is weak: fuzz targets link this file, too, and have no cmocka.
 */
#include <stdlib.h>

extern void cmocka_set_test_filter(const char *pattern) __attribute__((weak));

static void __attribute__((constructor)) choose_tests(void)
{
	const char *pattern = getenv("PK_TEST");

	if (pattern && cmocka_set_test_filter)
		cmocka_set_test_filter(pattern);
}
