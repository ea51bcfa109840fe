// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/command.h"

#include <string.h>

#include "core/printable.h"

#define WARNINGS_SHOWN 5 /* kinds, in text */

/* The same but for numbers and names of places: words with a digit in them are passed over. */
static bool same_kind(const char *a, const char *b)
{
	while (*a && *b) {
		size_t x = strcspn(a, " "), y = strcspn(b, " ");
		bool numbers = strcspn(a, "0123456789") < x && strcspn(b, "0123456789") < y;

		if (!numbers && (x != y || memcmp(a, b, x)))
			return false;
		a += x + (a[x] == ' ');
		b += y + (b[y] == ' ');
	}
	return !*a && !*b;
}

static void put_warning(FILE *fp, const char *text, unsigned more)
{
	pk_print(fp, "pkttrace: warning: %s", text);
	if (more)
		fprintf(fp, " (and %u more of this kind)", more);
	fprintf(fp, "\n");
}

/* One of each kind, and of how many; a few kinds. Returns how many of NR warnings that does not tell of. */
static unsigned put_kinds(FILE *fp, char *const *warnings, unsigned nr)
{
	bool told[PK_MAX_WARNINGS] = {false};
	unsigned kinds = 0, left = nr;

	for (unsigned i = 0; i < nr && kinds < WARNINGS_SHOWN; i++) {
		unsigned more = 0;

		if (told[i])
			continue;
		for (unsigned k = i + 1; k < nr; k++)
			if (!told[k] && same_kind(warnings[i], warnings[k]))
				told[k] = true, more++;
		put_warning(fp, warnings[i], more);
		left -= 1 + more;
		kinds++;
	}
	return left;
}

void pk_print_warnings(const struct pk_ctx *ctx, FILE *fp, bool each)
{
	bool all = each || ctx->all_warnings || ctx->nr_warnings <= WARNINGS_SHOWN;
	unsigned left = 0;

	for (unsigned i = 0; i < ctx->nr_warnings && all; i++)
		put_warning(fp, ctx->warnings[i], 0);
	if (!all)
		left = put_kinds(fp, ctx->warnings, ctx->nr_warnings);
	if (left + ctx->nr_warnings_dropped)
		fprintf(fp, "pkttrace: warning: and %lu more\n", left + ctx->nr_warnings_dropped);
	if (!all)
		fprintf(fp, "pkttrace: --warnings shows each\n");
}
