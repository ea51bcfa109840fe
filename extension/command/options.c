// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "command/filter.h"
#include "core/printable.h"

#define MAX_OPTIONS 16 /* of a table */

/* For getopt_long: the colon in front makes a missing argument distinguishable from an unknown letter. */
static void describe(const struct pk_option *options, char shortopts[2 * MAX_OPTIONS + 2],
		     struct option longopts[MAX_OPTIONS + 1])
{
	strcpy(shortopts, ":");
	for (; options->letter; options++) {
		const char spec[] = {options->letter, options->set ? '\0' : ':', '\0'};

		if (options->letter > ' ')
			strcat(shortopts, spec);
		if (options->name)
			*longopts++ = (struct option){options->name, !options->set, NULL,
						      options->letter};
	}
}

static int complain(int c, char **argv, FILE *fp)
{
	if (c == ':')
		return pk_misuse(fp, argv[0], "option %s needs an argument", argv[optind - 1]);
	if (optopt > ' ')
		return pk_misuse(fp, argv[0], "no option -%c", optopt);
	return pk_misuse(fp, argv[0], "no option %s", argv[optind - 1]);
}

int pk_options_read(int argc, char **argv, const struct pk_option *options, FILE *fp)
{
	struct option longopts[MAX_OPTIONS + 1] = {0};
	char shortopts[2 * MAX_OPTIONS + 2];
	int c;

	describe(options, shortopts, longopts);
	optind = 0; /* glibc: also forget where in a word of several letters the last run stopped */
	opterr = 0;
	while ((c = getopt_long(argc, argv, shortopts, longopts, NULL)) != -1) {
		const struct pk_option *option = options;

		if (c == ':' || c == '?')
			return complain(c, argv, fp);
		while (option->letter != c)
			option++;
		if (option->set)
			*option->set = true;
		else if (option->value)
			*option->value = optarg;
		else if (!pk_filter_option(option->filter, c))
			return pk_filter_misuse(fp, argv[0], c);
	}
	return 0;
}

void pk_choice_add(char *list, size_t size, const char *name)
{
	size_t len = strlen(list);

	snprintf(list + len, size - len, "%s%s", len ? ", " : "", name);
}

bool pk_parse_uint(const char *text, uint64_t max, uint64_t *ret_value)
{
	unsigned long long value;
	char *end;

	/* strtoull accepts spaces and signs; a number of ours begins with a digit. */
	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	value = strtoull(text, &end, 0);
	if (*end || errno || value > max)
		return false;
	*ret_value = value;
	return true;
}

bool pk_parse_addr(const char *text, uint64_t *ret_addr)
{
	unsigned long long value;
	char *end;

	if (*text == '-' || *text == '+' || *text == ' ' || !*text)
		return false;
	errno = 0;
	value = strtoull(text, &end, 16);
	if (*end || errno)
		return false;
	*ret_addr = value;
	return true;
}

int pk_misuse(FILE *fp, const char *sub, const char *fmt, ...)
{
	va_list args;

	pk_print(fp, "pkttrace %s: ", sub);
	va_start(args, fmt);
	pk_vprint(fp, fmt, args);
	va_end(args);
	fprintf(fp, " (see: pkttrace help %s)\n", sub);
	return 2;
}

int pk_failure(struct pk_ctx *ctx, FILE *fp, const char *sub, enum pk_status status)
{
	pk_print(fp, "pkttrace %s: %s\n", sub, ctx->error[0] ? ctx->error : pk_status_name(status));
	return status == PK_USAGE ? 2 : 1;
}
