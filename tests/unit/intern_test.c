// SPDX-License-Identifier: GPL-3.0-or-later
/* Things and texts that are kept once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "core/intern.h"

struct thing {
	uint64_t a, b;
	uint32_t c;
	uint8_t rest[3]; /* no whole number of words */
	uint8_t end;
};

static struct thing thing_of(unsigned i)
{
	return (struct thing){.a = i * 0x10001ull, .b = ~(uint64_t)i, .c = i, .end = (uint8_t)i};
}

static void a_thing_has_one_number(void **state)
{
	struct pk_intern intern = {.size = sizeof(struct thing)};

	(void)state;
	assert_null(pk_interned(&intern, 0));
	assert_null(pk_interned(&intern, 1));
	for (int round = 0; round < 2; round++)
		for (unsigned i = 0; i < 5000; i++) {
			struct thing thing = thing_of(i);

			assert_int_equal(pk_intern(&intern, &thing), i + 1);
		}
	assert_int_equal(intern.nr, 5000);
	for (unsigned i = 0; i < 5000; i++) {
		struct thing thing = thing_of(i);

		assert_memory_equal(pk_interned(&intern, i + 1), &thing, sizeof(thing));
	}
	assert_null(pk_interned(&intern, 5001));
	pk_intern_deinit(&intern);
	assert_int_equal(pk_intern(&intern, &(struct thing){0}), 1); /* as new */
	pk_intern_deinit(&intern);
}

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
		cmocka_unit_test(a_thing_has_one_number),
		cmocka_unit_test(a_text_has_one_place),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
