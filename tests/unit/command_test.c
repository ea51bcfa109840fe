// SPDX-License-Identifier: GPL-3.0-or-later
/* Words in, text and exit status out: the table of subcommands, their options and their help. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <jansson.h>

#include "command/command.h"
#include "command/options.h"
#include "fake_target.h"
#include "protocol/protocol.h"

#define MAX_WORDS 8

/* Runs "pkttrace LINE" on an empty machine; the output is to be freed. */
static int run(const char *line, char **ret_text)
{
	char copy[256], *words[MAX_WORDS + 1] = {(char *)"pkttrace"}, *save = NULL;
	struct fake_target fake;
	struct pk_ctx *ctx = malloc(sizeof(*ctx));
	int argc = 1, code;
	size_t len;
	FILE *fp = open_memstream(ret_text, &len);

	snprintf(copy, sizeof(copy), "%s", line);
	for (char *word = strtok_r(copy, " ", &save); word; word = strtok_r(NULL, " ", &save))
		words[argc++] = word;
	fake_target_init(&fake);
	pk_ctx_init(ctx, &fake.target);
	pk_command_warm(ctx, argc, words);
	code = pk_command_run(ctx, argc, words, fp);
	pk_ctx_deinit(ctx);
	fake_target_deinit(&fake);
	free(ctx);
	fclose(fp);
	return code;
}

static void expect(const char *line, int code, const char *part)
{
	char *text;

	assert_int_equal(run(line, &text), code);
	if (!strstr(text, part))
		fail_msg("\"%s\" does not say \"%s\":\n%s", line, part, text);
	free(text);
}

static void test_words(void **state)
{
	(void)state;
	expect("nonsense", 2, "no subcommand \"nonsense\"; there are: help, verdict, last, show,");
	expect("--version", 0, "pkttrace " PK_VERSION);
	expect("last --version", 0, "pkttrace " PK_VERSION);
	expect("last -n 5 --version", 0, "pkttrace " PK_VERSION);
	expect("-j --version", 0, "pkttrace " PK_VERSION);
	expect("last -n 5 --help", 0, "pkttrace last [-i INSTANCE]");
	expect("help", 0, "SUBCOMMANDS");
	expect("--help", 0, "SUBCOMMANDS");
	expect("help layout", 0, "pkttrace layout [-e] [-j]");
	expect("layout --help", 0, "pkttrace layout [-e] [-j]");
	expect("help nonsense", 2, "no help on \"nonsense\"");
	expect("help nonsense", 2, "\n  overview ");
	expect("help path", 0,
	       "is the protocol's entry for received packets\n"
	       "    from receive-path xfrm fragment-queue user-queue\n"
	       "    to protocol\n"
	       "    tcp_v4_rcv (tcp), ");
	expect("help path", 0, "ip_defrag > fragment-queue");
	expect("layout -x", 2, "no option -x");
	expect("layout --nonsense", 2, "no option --nonsense");
	expect("layout nonsense", 2, "no subject \"nonsense\"; there are: trace, ");
	expect("trace -F -S", 2, "-F, -S and -T are three ways");
	expect("trace -a -i foo", 2, "-a is every instance");
	expect("trace -a -j", 2, "without -j");
	expect("trace -o raw -F", 2, "-o changes the kernel's text");
	expect("trace -f tcp_ack", 2, "-f and -p go with -T");
	expect("trace -c x", 2, "-c takes a number, not \"x\"");
	expect("trace -n 0", 2, "-n takes a number from 1 on, not \"0\"");
	expect("trace -K", 2, "K");
	expect("layout trace net", 2, "one subject at most");
	expect("last -d up", 2, "-d: \"up\" is not understood; it takes: rx, tx");
	expect("last -m 1/z", 2, "-m: \"1/z\" is not understood");
	expect("last -s 0", 2, "-s: \"0\" is not understood");
	expect("last -e vanished", 2, "is not understood; it takes: unknown, ");
	expect("last -e vanished", 2, ", in-flight");
	expect("show 7", 2, "\"7\" is too short for an ID");
	expect("show #c1", 2, "\"c1\" is too short for an ID");
	expect("inflight -c 77", 2, "no CPU \"77\"; there are: 0 to ");
	expect("tracers -i foo", 1, "pkttrace tracers: ");
	expect("flows -k zz", 2, "-k: \"zz\" is not understood");
	expect("flows -d rx", 2, "no option -d");
	expect("last -n 2 -i", 2, "option -i needs an argument");
	expect("last -i foo -n x", 1, "pkttrace last: ");
	expect("-i foo flows", 1, "pkttrace flows: ");
	expect("--instance=foo", 1, "pkttrace verdict: ");
	expect("layout -i foo", 2, "no option -i");
	expect("last -P", 2, "option -P needs an argument");
	expect("last -P udp,tpc", 2, "\"udp,tpc\" is not understood; it takes a list of: tcp, udp");
	expect("--protocol=ud", 2, "\"ud\" is not understood");
	expect("layout -P udp", 2, "no option -P");
	expect("export", 2,
	       "which type? -t takes: capsule, pcapng, retis-pcapng, trace.dat, perfetto, retis");
	expect("export -t", 2, "needs an argument");
	expect("export -t nonsense file", 2, "no type \"nonsense\"; -t takes: capsule, pcapng");
	expect("export -t capsule", 2, "one FILE is needed");
	expect("export -t capsule /nonexistent/folder/file", 1, "No such file or directory");
}

/* No subcommand may crash, or claim success without a word, on a machine where nothing is known. */
static void test_nothing_known(void **state)
{
	const struct pk_subcommand *sub;

	(void)state;
	for (unsigned i = 0; (sub = pk_subcommand_at(i)); i++) {
		char *text;
		int code;

		if (!strcmp(sub->name, "export"))
			continue;
		code = run(sub->name, &text);
		assert_in_range(code, 0, 1);
		assert_true(text[0]);
		free(text);
	}
}

/* A terminal has 80 columns. How many lines. */
static int fits_a_terminal(const char *text)
{
	int lines = 0;

	for (; *text; lines++) {
		size_t len = strcspn(text, "\n");

		if (len > 80)
			fail_msg("longer than 80 columns: %.*s", (int)len, text);
		text += len + (text[len] == '\n');
	}
	return lines;
}

/* What is asked for first is a page, and leads on; PAGE lines, since the standalone program's has its options too. */
static void help_is_a_page(const char *line)
{
	enum { PAGE = 35 };
	const struct pk_subcommand *sub;
	char *text;

	assert_int_equal(run(line, &text), 0);
	assert_in_range(fits_a_terminal(text), 10, PAGE);
	for (unsigned i = 0; (sub = pk_subcommand_at(i)); i++)
		assert_non_null(strstr(text, sub->name));
	assert_non_null(strstr(text, "pkttrace help SUBCOMMAND"));
	free(text);
}

/* A list of protocols is whole. That of flows is of protocols with sockets. */
static void names_all_protocols(const char *topic, const char *text)
{
	char name[16];

	if (!strstr(text, "tcp, udp") || !strcmp(topic, "flows"))
		return;
	for (int i = 0; pk_protocols[i]; i++) {
		snprintf(name, sizeof(name), "%s,", pk_protocols[i]->name);
		if (!strstr(text, name))
			fail_msg("help %s does not name %s", topic, pk_protocols[i]->name);
	}
}

static void test_help_is_there(void **state)
{
	const struct pk_subcommand *sub;
	char *man = NULL, *text;
	size_t len;
	FILE *fp = open_memstream(&man, &len);

	(void)state;
	pk_help_man(&pk_commands, fp);
	fclose(fp);
	assert_string_equal(pk_command_help[0], "pkttrace");
	assert_non_null(strstr(man, "\n.B EXAMPLES\n"));
	help_is_a_page("help");
	help_is_a_page("--help");
	assert_int_equal(run("help overview", &text), 0);
	fits_a_terminal(text);
	assert_non_null(strstr(text, "\nEXAMPLES\n    "));
	free(text);
	for (unsigned i = 0; (sub = pk_subcommand_at(i)); i++) {
		char line[64], heading[64];

		snprintf(line, sizeof(line), "help %s", sub->name);
		assert_int_equal(run(line, &text), 0);
		/* NAME, SYNOPSIS and a DESCRIPTION that is not empty. */
		if (!strstr(text, "DESCRIPTION\n  "))
			fail_msg("command/help/%s.txt is missing", sub->name);
		if (!strstr(text, "\nEXAMPLES\n    "))
			fail_msg("command/help/%s.txt has no EXAMPLES", sub->name);
		assert_in_range(fits_a_terminal(text), 20, 150);
		names_all_protocols(sub->name, text);
		free(text);
		snprintf(heading, sizeof(heading), "\n.SS \"%s", sub->name);
		assert_non_null(strstr(man, heading));
	}
	free(man);
}

/* A capsule is made by running each with the options that it names: one that names none, or wrong ones, would be
 * forgotten in it. */
static void test_recorded(void **state)
{
	const struct pk_subcommand *sub;

	(void)state;
	for (unsigned i = 0; (sub = pk_subcommand_at(i)); i++) {
		assert_non_null(sub->recorded);
		assert_non_null(sub->recorded[0]);
		for (const char *const *options = sub->recorded; *options; options++) {
			char line[128], *text;

			snprintf(line, sizeof(line), "%s %s", sub->name, *options);
			if (run(line, &text) == 2)
				fail_msg("%s:\n%s", line, text);
			free(text);
		}
	}
}

static void test_layout(void **state)
{
	char *text, *line, *save = NULL;
	int rows = 0;

	(void)state;
	expect("layout -m", 0, " absent, 0 unknown\n");
	assert_int_equal(run("layout -j", &text), 0);
	for (line = strtok_r(text, "\n", &save); line; line = strtok_r(NULL, "\n", &save)) {
		json_t *row = json_loads(line, 0, NULL);

		assert_non_null(row);
		assert_string_equal(json_string_value(json_object_get(row, "state")), "absent");
		assert_true(json_is_string(json_object_get(row, "subject")));
		json_decref(row);
		rows++;
	}
	assert_int_equal(rows, PK_NR_ROWS);
	free(text);
}

static void test_numbers(void **state)
{
	uint64_t value = 7;

	(void)state;
	assert_true(pk_parse_uint("20", UINT64_MAX, &value) && value == 20);
	assert_true(pk_parse_uint("0x10", UINT64_MAX, &value) && value == 16);
	assert_true(pk_parse_uint("18446744073709551615", UINT64_MAX, &value) &&
		    value == UINT64_MAX);
	assert_false(pk_parse_uint("18446744073709551616", UINT64_MAX, &value));
	assert_false(pk_parse_uint("21", 20, &value));
	assert_false(pk_parse_uint("", 20, &value));
	assert_false(pk_parse_uint("-1", 20, &value));
	assert_false(pk_parse_uint(" 1", 20, &value));
	assert_false(pk_parse_uint("1x", 20, &value));
	assert_true(pk_parse_addr("ffff888000001000", &value) && value == 0xffff888000001000ull);
	assert_true(pk_parse_addr("0xffff888000001000", &value) && value == 0xffff888000001000ull);
	assert_false(pk_parse_addr("fffff888000001000", &value));
	assert_false(pk_parse_addr("-1", &value));
	assert_false(pk_parse_addr("", &value));
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_words),	      cmocka_unit_test(test_nothing_known),
		cmocka_unit_test(test_help_is_there), cmocka_unit_test(test_recorded),
		cmocka_unit_test(test_layout),	      cmocka_unit_test(test_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
