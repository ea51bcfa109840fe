// SPDX-License-Identifier: GPL-3.0-or-later
/* Texts that are kept once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "core/arena.h"

static void a_text_has_one_place(void **state)
{
	struct pk_texts texts = {0};
	const char *kept[1000];
	char text[32];

	(void)state;
	for (int round = 0; round < 2; round++)
		for (unsigned i = 0; i < 1000; i++) {
			const char *found;

			snprintf(text, sizeof(text), "%s%u", i & 1 ? "text " : "", i);
			found = pk_texts_keep(&texts, text);
			assert_string_equal(found, text);
			if (round)
				assert_ptr_equal(found, kept[i]);
			kept[i] = found;
		}
	assert_string_equal(pk_texts_keep(&texts, ""), "");
	pk_texts_deinit(&texts);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_text_has_one_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
