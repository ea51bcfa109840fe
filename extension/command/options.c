// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/options.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "core/printable.h"

#define MAX_OPTIONS 16 /* of a table */

void pk_options_start(void)
{
	optind = 0; /* glibc: also forget where in a word of several letters the last run stopped */
	opterr = 0;
}

int pk_options_next(int argc, char **argv, const char *shortopts, const struct option *longopts,
		    FILE *fp)
{
	static const struct option none[] = {{NULL, 0, NULL, 0}};
	char spec[128];
	int c;

	/* The colon in front makes a missing argument distinguishable from an unknown letter. */
	snprintf(spec, sizeof(spec), ":%s", shortopts);
	c = getopt_long(argc, argv, spec, longopts ? longopts : none, NULL);
	if (c == ':') {
		pk_misuse(fp, argv[0], "option %s needs an argument", argv[optind - 1]);
		return '?';
	}
	if (c == '?' && optopt)
		pk_misuse(fp, argv[0], "no option -%c", optopt);
	else if (c == '?')
		pk_misuse(fp, argv[0], "no option %s", argv[optind - 1]);
	return c;
}

int pk_options_read(int argc, char **argv, const struct pk_option *options, FILE *fp)
{
	struct option longopts[MAX_OPTIONS + 1] = {0};
	char shortopts[2 * MAX_OPTIONS + 1] = "";
	size_t nr_long = 0;
	int c;

	for (const struct pk_option *option = options; option->letter; option++) {
		const char spec[] = {option->letter, option->value ? ':' : '\0', '\0'};

		strcat(shortopts, spec);
		if (option->name)
			longopts[nr_long++] = (struct option){option->name, option->value != NULL,
							      NULL, option->letter};
	}
	pk_options_start();
	while ((c = pk_options_next(argc, argv, shortopts, longopts, fp)) != -1) {
		const struct pk_option *option = options;

		while (option->letter && option->letter != c)
			option++;
		if (!option->letter)
			return 2;
		if (option->value)
			*option->value = optarg;
		else
			*option->set = true;
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
