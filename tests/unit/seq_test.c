// SPDX-License-Identifier: GPL-3.0-or-later
/* Numbers that are written without printf(), against printf(). */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "text/files.h"

static const uint64_t values[] = {0,
				  1,
				  9,
				  10,
				  99,
				  100,
				  999,
				  1000,
				  9999,
				  10000,
				  99999,
				  123456,
				  999999,
				  1000000,
				  1000001,
				  9999999,
				  10000000,
				  123456789,
				  UINT32_MAX,
				  UINT32_MAX + 1ull,
				  99999999999ull,
				  1234567890123456789ull,
				  INT64_MAX,
				  UINT64_MAX};
#define NR_VALUES (sizeof(values) / sizeof(values[0]))

/* What SEQ holds is what printf() makes of FMT. */
#define assert_text(seq, fmt, ...)                                                                 \
	do {                                                                                       \
		char expected[128];                                                                \
		snprintf(expected, sizeof(expected), fmt, __VA_ARGS__);                            \
		assert_string_equal((seq)->text, expected);                                        \
		assert_int_equal((seq)->len, strlen(expected));                                    \
		pk_seq_reset(seq);                                                                 \
	} while (0)

static void integers(void **state)
{
	static struct pk_seq seq;

	(void)state;
	pk_seq_reset(&seq);
	for (size_t i = 0; i < NR_VALUES; i++)
		for (int width = 0; width < 24; width += 3) {
			pk_seq_uint(&seq, values[i], width);
			assert_text(&seq, "%*" PRIu64, width, values[i]);
			pk_seq_int(&seq, (int64_t)values[i], width);
			assert_text(&seq, "%*" PRId64, width, (int64_t)values[i]);
			pk_seq_int(&seq, -(int64_t)values[i], width);
			assert_text(&seq, "%*" PRId64, width, -(int64_t)values[i]);
			pk_seq_hex(&seq, values[i]);
			assert_text(&seq, "%" PRIx64, values[i]);
		}
	pk_seq_int(&seq, INT64_MIN, 0);
	assert_text(&seq, "%" PRId64, INT64_MIN);
}

static void seconds(void **state)
{
	static struct pk_seq seq;

	(void)state;
	pk_seq_reset(&seq);
	for (size_t i = 0; i < NR_VALUES; i++) {
		pk_seq_seconds(&seq, values[i]);
		assert_text(&seq, "%5" PRIu64 ".%06" PRIu64, values[i] / 1000000,
			    values[i] % 1000000);
	}
}

/* The kernel's trace_print_graph_duration(): seven columns, decimals as far as they go. */
static void duration(struct pk_seq *seq, uint64_t ns)
{
	char us[32], decimals[4], text[64];

	snprintf(us, sizeof(us), "%" PRIu64, ns / 1000);
	snprintf(decimals, sizeof(decimals), "%03u", (unsigned)(ns % 1000));
	snprintf(text, sizeof(text), strlen(us) < 7 ? "%s.%.*s" : "%s", us, 7 - (int)strlen(us),
		 decimals);
	assert_text(seq, "%s us %*s", text, strlen(text) < 8 ? 8 - (int)strlen(text) : 0, "");
}

static void durations(void **state)
{
	static struct pk_seq seq;

	(void)state;
	pk_seq_reset(&seq);
	for (size_t i = 0; i < NR_VALUES; i++) {
		pk_seq_duration(&seq, values[i]);
		duration(&seq, values[i]);
	}
}

static void what_does_not_fit_is_cut(void **state)
{
	static struct pk_seq seq;

	(void)state;
	pk_seq_reset(&seq);
	pk_seq_fill(&seq, 'x', PK_SEQ_MAX - 4);
	assert_false(seq.full);
	pk_seq_uint(&seq, 123456, 0);
	assert_true(seq.full);
	assert_int_equal(seq.len, PK_SEQ_MAX - 1);
	assert_string_equal(seq.text + PK_SEQ_MAX - 4, "123");
}

/* Of what came since BEGIN only the last newline stays, and those before the words. */
static void one_line(void **state)
{
	struct pk_seq seq = {0};

	(void)state;
	pk_seq_puts(&seq, "a\nb");
	pk_seq_one_line(&seq, 0, NULL);
	assert_string_equal(seq.text, "a\\x0ab");
	pk_seq_reset(&seq);
	pk_seq_puts(&seq, "kept\nfrom\nhere\n => caller\n => another\n");
	pk_seq_one_line(&seq, 5, " => ");
	assert_string_equal(seq.text, "kept\nfrom\\x0ahere\n => caller\n => another\n");
	pk_seq_reset(&seq);
	pk_seq_puts(&seq, "one line\n");
	pk_seq_one_line(&seq, 0, NULL);
	assert_string_equal(seq.text, "one line\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(integers),  cmocka_unit_test(seconds),
		cmocka_unit_test(durations), cmocka_unit_test(what_does_not_fit_is_cut),
		cmocka_unit_test(one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
