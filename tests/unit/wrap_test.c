// SPDX-License-Identifier: GPL-3.0-or-later
/* Lines as a terminal gets them: wrapped between words, indented, with colours that end with their line. */
#include "command/command.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* As the terminal gets them. */
#define PLAIN "\033[0m"
#define BAD "\033[1;31m"
#define OPEN "\033[33m"
#define MARK "\033[36m"
#define HEAD "\033[1m"

static void wrapped(int columns, const char *text, const char *expected)
{
	char *got;
	size_t size;
	FILE *fp = open_memstream(&got, &size);
	FILE *stream = pk_wrapped_stream(fp, (struct pk_screen){.columns = columns, .tones = true});

	assert_non_null(stream);
	fputs(text, stream);
	assert_int_equal(fclose(stream), 0);
	fclose(fp);
	assert_string_equal(got, expected);
	free(got);
}

static void a_line_that_fits_stays(void **state)
{
	(void)state;
	wrapped(20, "", "");
	wrapped(20, "\n\n", "\n\n");
	wrapped(20, "  two words\nnext", "  two words\nnext");
	wrapped(20, "exactly twenty chars\n", "exactly twenty chars\n");
	wrapped(0, "a terminal without an end of its lines\n",
		"a terminal without an end of its lines\n");
}

static void a_longer_one_goes_on_further_in(void **state)
{
	(void)state;
	wrapped(20, "exactly twenty chars!\n", "exactly twenty\n    chars!\n");
	/* the room of later lines is less by what they are further in */
	wrapped(20, "one two three four five six seven eight\n",
		"one two three four\n    five six seven\n    eight\n");
	wrapped(20, "one two three four 123456789abc def\n",
		"one two three four\n    123456789abc def\n");
	wrapped(20, "one two three four 123456789abcd def\n",
		"one two three four\n    123456789abcd\n    def\n");
	wrapped(20, "  in by two, and beyond the end\n",
		"  in by two, and\n      beyond the end\n");
	/* half of the screen is left for the text */
	wrapped(20, "      six columns in, and on\n", "      six columns\n          in, and on\n");
	wrapped(20, "       seven columns in, and\n", "       seven columns\n    in, and\n");
	/* no word is cut; blanks that a line ends with are not at the begin of the next */
	wrapped(20, "0123456789012345678901234567 more\n",
		"0123456789012345678901234567\n    more\n");
	wrapped(20, "exactly twenty chars   \n", "exactly twenty chars\n");
	wrapped(20, "exactly twenty chars   !\n", "exactly twenty chars\n    !\n");
}

static void what_stands_in_brackets_stays_together(void **state)
{
	(void)state;
	wrapped(20, "a few words [with a b] end\n", "a few words\n    [with a b] end\n");
	wrapped(20, "aa [b [c d] e f g h i j] k\n", "aa\n    [b [c d] e f g h i j]\n    k\n");
}

/* Letters of several bytes are one column, tones none. */
static void columns_are_counted_not_bytes(void **state)
{
	(void)state;
	wrapped(20, "\xc3\xa4\xc3\xb6\xc3\xbc \xe2\x86\x92 twelve column!\n",
		"\xc3\xa4\xc3\xb6\xc3\xbc \xe2\x86\x92 twelve column!\n");
	wrapped(20, "exactly \2twenty\1 chars\n", "exactly " BAD "twenty" PLAIN " chars\n");
}

static void no_colour_goes_over_the_end_of_a_line(void **state)
{
	(void)state;
	wrapped(20, "\2bad \3open \4mark \5head\1\n",
		BAD "bad " OPEN "open " MARK "mark " HEAD "head" PLAIN "\n");
	wrapped(20, "\2bad and not ended\nnext\n", BAD "bad and not ended" PLAIN "\nnext\n");
	wrapped(20, "a \2tone that goes on and on\1 plain\n",
		"a " BAD "tone that goes on" PLAIN "\n    " BAD "and on" PLAIN " plain\n");
	/* the same tone is told once */
	wrapped(20, "\2bad \2again\1\1\n", BAD "bad again" PLAIN "\n");
	/* a byte behind the last tone is none */
	wrapped(20, "\6\n", "\6\n");
}

/* Longer than any is kept: broken there, and nothing of it is lost. */
static void an_endless_line_is_broken(void **state)
{
	size_t len = 70000;
	char *text = calloc(1, len + 1), *expected = calloc(1, len + 8);

	(void)state;
	memset(text, 'x', len);
	memcpy(expected, text, len);
	wrapped(0, text, expected);
	free(text);
	free(expected);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_line_that_fits_stays),
		cmocka_unit_test(a_longer_one_goes_on_further_in),
		cmocka_unit_test(what_stands_in_brackets_stays_together),
		cmocka_unit_test(columns_are_counted_not_bytes),
		cmocka_unit_test(no_colour_goes_over_the_end_of_a_line),
		cmocka_unit_test(an_endless_line_is_broken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
