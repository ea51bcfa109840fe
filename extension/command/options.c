// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/options.h"

#include <assert.h>
#include <string.h>

#include "command/filter.h"

#define MAX_OPTIONS 32 /* of a table */

/* For getopt_long: the colon in front makes a missing argument distinguishable from an unknown letter. */
static void describe(const struct pk_option *options, char shortopts[2 * MAX_OPTIONS + 2],
		     struct option longopts[MAX_OPTIONS + 1])
{
	const struct pk_option *first = options;

	strcpy(shortopts, ":");
	for (; options->letter; options++) {
		const char spec[] = {options->letter, options->set ? '\0' : ':', '\0'};

		for (const struct pk_option *other = first; other < options; other++)
			assert(other->letter != options->letter);
		if (options->letter > ' ')
			strcat(shortopts, spec);
		if (options->name)
			*longopts++ = (struct option){options->name, !options->set, NULL,
						      options->letter};
	}
}

int pk_options_read(int argc, char **argv, const struct pk_option *options, int words, FILE *fp)
{
	struct option longopts[MAX_OPTIONS + 1] = {0};
	char shortopts[2 * MAX_OPTIONS + 2];
	int c;

	describe(options, shortopts, longopts);
	optind = 0; /* glibc: also forget where in a word of several letters the last run stopped */
	opterr = 0;
	while ((c = getopt_long(argc, argv, shortopts, longopts, NULL)) != -1) {
		const struct pk_option *option = options;

		if (c == ':' || c == '?') {
			if (c == ':')
				return pk_misuse(fp, argv[0], "option %s needs an argument",
						 argv[optind - 1]);
			if (optopt > ' ')
				return pk_misuse(fp, argv[0], "no option -%c", optopt);
			return pk_misuse(fp, argv[0], "no option %s", argv[optind - 1]);
		}
		while (option->letter != c)
			option++;
		if (option->set)
			*option->set = true;
		else if (option->value)
			*option->value = optarg;
		else if (!pk_filter_option(option->filter, c))
			return pk_filter_misuse(fp, argv[0], c);
	}
	if (argc - optind > words)
		return pk_misuse(fp, argv[0], "unexpected argument \"%s\"", argv[optind + words]);
	return 0;
}
