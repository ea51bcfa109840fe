// SPDX-License-Identifier: GPL-3.0-or-later
/* Quotes in what crash has cut at blanks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "target/crash/internal.h"

#define MAX_WORDS 16

/* Words in LINE and EXPECTED are apart by '|'. */
static void expect(const char *line, const char *expected)
{
	char copy[256], joined[256] = "", *words[MAX_WORDS], *save = NULL;
	const char *why = "";
	int nr = 0;

	snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok_r(copy, "|", &save); word; word = strtok_r(NULL, "|", &save))
		words[nr++] = word;
	nr = pk_crash_words(nr, words, &why);
	for (int i = 0; i < nr; i++) {
		strcat(joined, i ? "|" : "");
		strcat(joined, words[i]);
	}
	if (nr >= 0)
		free(words[0]); /* all lie there */
	assert_string_equal(nr < 0 ? why : joined, expected);
}

static void test_quotes(void **state)
{
	(void)state;
	expect("pkttrace|last|-n|5", "pkttrace|last|-n|5");
	expect("pkttrace|last|'tcp|port|80|and|host|1.2.3.4'",
	       "pkttrace|last|tcp port 80 and host 1.2.3.4");
	expect("pkttrace|last|-f|'tcp_*'|-n|5", "pkttrace|last|-f|tcp_*|-n|5");
	expect("pkttrace|last|-f'tcp_*'", "pkttrace|last|-ftcp_*");
	expect("pkttrace|last|--x=\"a|b\"|c", "pkttrace|last|--x=a b|c");
	expect("pkttrace|last|'say|\"x\"'", "pkttrace|last|say \"x\"");
	expect("pkttrace|-i|''|last", "pkttrace|-i||last");
	/* crash's own: double quotes, and parentheses with blanks */
	expect("pkttrace|last|host it's me", "pkttrace|last|host it's me");
	expect("pkttrace|last|'tcp|and|(port 80 or port 443)'",
	       "pkttrace|last|tcp and (port 80 or port 443)");
}

static void test_not_closed(void **state)
{
	(void)state;
	expect("pkttrace|last|'tcp|port|80", "a single quote is not closed");
	expect("pkttrace|last|x\"y", "a double quote is not closed");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_quotes),
		cmocka_unit_test(test_not_closed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
