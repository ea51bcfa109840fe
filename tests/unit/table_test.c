// SPDX-License-Identifier: GPL-3.0-or-later
/* Tables: what a pipe gets, and what a narrow terminal does not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/kit.h"
#include "render/out.h"

static const struct pk_column columns[] = {
	{"NAME", "", .width = 6},
	{"HOW", " ", .width = 5, .drop = 2, .unless_all = "exact"},
	{"SIZE", "  ", .width = 6, .right = true, .drop = 1},
	{"ID", " ", .width = 4},
	{"WHY", " ", .width = 0, .if_any = true},
};

#define NR PK_ARRAY_SIZE(columns)

static char *printed(int limit, const char *const (*rows)[NR], int nr)
{
	struct pk_table table;
	struct pk_out out;
	char *text = NULL;
	size_t size;
	FILE *fp = open_memstream(&text, &size);

	pk_out_begin(&out, fp, false, (struct pk_screen){.columns = limit});
	pk_table_init(&table, &out, columns, NR);
	for (int i = 0; i < nr; i++)
		pk_table_measure(&table, rows[i]);
	pk_table_heading(&table);
	for (int i = 0; i < nr; i++)
		pk_table_row(&table, rows[i]);
	pk_out_deinit(&out);
	fclose(fp);
	return text;
}

static const char *const rows[][NR] = {
	{"a", "exact", "1", "i1", ""},
	{"longer name", "exact", "22", "i2", "lost"},
};
static const char *const guessed[][NR] = {{"name", "guess", "1", "i1", ""}};

static void expect(int limit, const char *const (*list)[NR], int nr, const char *text)
{
	char *got = printed(limit, list, nr);

	assert_string_equal(got, text);
	free(got);
}

static void a_pipe_gets_every_column(void **state)
{
	(void)state;
	expect(0, rows, 2,
	       "NAME   HOW      SIZE ID   WHY\n"
	       "a      exact       1 i1\n"
	       "longer name exact      22 i2   lost\n");
}

static void a_terminal_gets_what_there_is_room_for(void **state)
{
	(void)state;
	expect(80, rows, 2,
	       "NAME        HOW    SIZE ID WHY\n"
	       "a           exact     1 i1\n"
	       "longer name exact    22 i2 lost\n");
	expect(30, rows, 2,
	       "NAME         SIZE ID WHY\n"
	       "a               1 i1\n"
	       "longer name    22 i2 lost\n");
	expect(20, rows, 2,
	       "NAME        ID WHY\n"
	       "a           i1\n"
	       "longer name i2 lost\n");
}

static void what_is_not_sure_says_so_in_the_narrowest(void **state)
{
	(void)state;
	expect(12, guessed, 1, "NAME HOW  \n      ID\nname guess\n      i1\n");
}

static void what_stays_goes_into_a_second_line(void **state)
{
	(void)state;
	expect(16, rows, 2,
	       "NAME        ID\n      WHY\n"
	       "a           i1\n"
	       "longer name i2\n      lost\n");
}

/* Down to so many bytes, between characters; then the row has a second line. */
static void what_may_be_cut_is_cut_to_fit_the_line(void **state)
{
	static const struct pk_column few[] = {{.heading = "NAME", .before = "", .least = 6},
					       {.heading = "ID", .before = " "}};
	static const char *const cells[] = {"l\xc3\xa4\xc3\xa4ngere", "i1"};
	static const struct {
		int limit;
		const char *text;
	} told[] = {{13, "NAME       ID\nl\xc3\xa4\xc3\xa4ngere i1\n"},
		    {10, "NAME    ID\nl\xc3\xa4\xc3\xa4.. i1\n"},
		    {9, "NAME   ID\nl\xc3\xa4..  i1\n"},
		    {8, "NAME  \n      ID\nl\xc3\xa4.. \n      i1\n"}};

	(void)state;
	for (size_t i = 0; i < PK_ARRAY_SIZE(told); i++) {
		struct pk_table table;
		struct pk_out out;
		char *text = NULL;
		size_t size;
		FILE *fp = open_memstream(&text, &size);

		pk_out_begin(&out, fp, false, (struct pk_screen){.columns = told[i].limit});
		pk_table_init(&table, &out, few, PK_ARRAY_SIZE(few));
		pk_table_measure(&table, cells);
		pk_table_heading(&table);
		pk_table_row(&table, cells);
		pk_out_deinit(&out);
		fclose(fp);
		assert_string_equal(text, told[i].text);
		free(text);
	}
}

static void names_of_the_dump_do_not_reach_the_terminal_raw(void **state)
{
	static const char *const hostile[][NR] = {{"\033[2J", "exact", "1", "i\n", "x"}};
	char *got = printed(0, hostile, 1);

	(void)state;
	assert_null(strchr(got, '\033'));
	assert_null(strstr(got, "i\n"));
	free(got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pipe_gets_every_column),
		cmocka_unit_test(a_terminal_gets_what_there_is_room_for),
		cmocka_unit_test(what_is_not_sure_says_so_in_the_narrowest),
		cmocka_unit_test(what_stays_goes_into_a_second_line),
		cmocka_unit_test(what_may_be_cut_is_cut_to_fit_the_line),
		cmocka_unit_test(names_of_the_dump_do_not_reach_the_terminal_raw),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
