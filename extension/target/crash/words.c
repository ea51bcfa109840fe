// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/crash/internal.h"

#include <stdlib.h>
#include <string.h>

/* Appends WORD without its quotes at TO; returns the end. *QUOTE: the open quote, or 0. */
static char *append(char *to, const char *word, char *quote)
{
	/* A word with blanks: crash removed its double quotes and passed on what they held. */
	if (!*quote && strpbrk(word, " \t")) {
		size_t len = strlen(word);

		memcpy(to, word, len);
		return to + len;
	}
	for (; *word; word++) {
		if (*quote ? *word == *quote : *word == '\'' || *word == '"')
			*quote = *quote ? '\0' : *word;
		else
			*to++ = *word;
	}
	return to;
}

int pk_crash_words(int argc, char **argv, const char **ret_why)
{
	size_t room = 1;
	char *all, *to, quote = '\0';
	int nr = 0;

	for (int i = 0; i < argc; i++)
		room += strlen(argv[i]) + 1;
	all = to = malloc(room);
	if (!all) {
		*ret_why = "out of memory";
		return -1;
	}
	for (int i = 0; i < argc; i++) {
		const char *word = argv[i];

		if (quote)
			*to++ = ' ';
		else
			argv[nr++] = to;
		to = append(to, word, &quote);
		if (!quote)
			*to++ = '\0';
	}
	if (quote) {
		*ret_why = quote == '"' ? "a double quote is not closed"
					: "a single quote is not closed";
		free(all);
		return -1;
	}
	if (nr < argc)
		argv[nr] = NULL;
	return nr;
}
