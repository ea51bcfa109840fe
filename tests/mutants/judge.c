// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What must hold of an answer from damaged memory, beside that it comes.
 *
 * Where one read failed and nothing else is wrong, the answer is the undamaged one or names the failure. Where one
 * place is wrong, all other CPUs are reported as before, and probes vanish only with a word about it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

/* The next line of TEXT, without its end; NULL: none. */
static const char *next_line(const char **text, size_t *ret_len)
{
	const char *line = *text, *end = strchr(line, '\n');

	if (!*line)
		return NULL;
	*ret_len = end ? (size_t)(end - line) : strlen(line);
	*text = end ? end + 1 : line + *ret_len;
	return line;
}

static bool has_line(const char *text, const char *line, size_t len)
{
	size_t other_len;
	const char *other;

	while ((other = next_line(&text, &other_len)))
		if (other_len == len && !memcmp(other, line, len))
			return true;
	return false;
}

static unsigned count_lines(const char *text, const char *begin)
{
	unsigned nr = 0;
	const char *line;
	size_t len;

	while ((line = next_line(&text, &len)))
		nr += !strncmp(line, begin, strlen(begin));
	return nr;
}

/* Words by which damage is named. */
static bool names_damage(const char *line, size_t len)
{
	static const char *const words[] = {
		"warning",   "unreadable",    "corrupt",      "not captured",
		"cannot",    "unknown",	      "damage",	      "could not",
		"not known", "lost",	      "no such",      "not readable",
		"stopped",   "scanned stack", "of its place", "not all places"};
	char copy[1000];

	if (len > 9 && !memcmp(line, "pkttrace ", 9)) /* a command's complaint */
		return true;
	snprintf(copy, sizeof(copy), "%.*s", (int)len, line);
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (strcasestr(copy, words[i]))
			return true;
	return false;
}

/* JSON has null for what is not known. */
static unsigned count_nulls(const char *text)
{
	unsigned nr = 0;

	while ((text = strstr(text, "\":null"))) {
		text++;
		nr++;
	}
	return nr;
}

/* Lines that the undamaged machine did not have, with a word for damage. */
static bool says_something_new(const char *text, const char *clean)
{
	const char *line;
	size_t len;

	if (count_nulls(text) > count_nulls(clean))
		return true;

	while ((line = next_line(&text, &len)))
		if (names_damage(line, len) && !has_line(clean, line, len))
			return true;
	return false;
}

/* One place is wrong, and can be seen to be: a zero ends lists and counts like any honest one. */
static bool one_visible_place(const struct damaged *damaged)
{
	const struct place *place = &damaged->places[0];

	return damaged->nr_places == 1 && damaged->spread == SPREAD_NONE &&
	       place->kind < PLACE_LIE && place->kind != PLACE_ZERO &&
	       (place->kind != PLACE_SET || (uint16_t)place->value);
}

/* The failure of one read is named, or makes no difference. */
static int judge_failure(const struct clean *clean, const struct damaged *damaged, const char *text,
			 FILE *fp)
{
	if (!damaged->failed_read || damaged->spread != SPREAD_NONE || !strcmp(text, clean->text) ||
	    says_something_new(text, clean->text))
		return 0;
	fprintf(fp, "a read failed, the answer is another one, and nothing says so\n");
	return 1;
}

/* With one place wrong, at most one CPU has another line, and each has one. */
static int judge_cpus(const struct clean *clean, const struct damaged *damaged, const char *text,
		      FILE *fp)
{
	const char *rest = clean->text, *line;
	unsigned other = 0, nr = 0;
	size_t len;

	if (!one_visible_place(damaged))
		return 0;
	while ((line = next_line(&rest, &len))) {
		nr += !strncmp(line, "{\"cpu\":", 7);
		other += !strncmp(line, "{\"cpu\":", 7) && !has_line(text, line, len);
	}
	if (other <= 1 || other < nr || says_something_new(text, clean->text))
		return 0;
	fprintf(fp, "one place is wrong, and %u of %u CPUs have another line\n", other, nr);
	return 1;
}

static int judge_probes(const struct clean *clean, const struct damaged *damaged, const char *text,
			FILE *fp)
{
	unsigned before = count_lines(clean->text, "{\"kind\":"),
		 after = count_lines(text, "{\"kind\":");

	if (!one_visible_place(damaged) || after >= before || says_something_new(text, clean->text))
		return 0;
	fprintf(fp, "%u of %u probes are listed, and nothing says why\n", after, before);
	return 1;
}

static bool is_read_whole(const struct clean *clean, uint64_t page)
{
	uint32_t low = 0, high = clean->nr_reads;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (clean->reads[middle].addr < page)
			low = middle + 1;
		else
			high = middle;
	}
	while (low < clean->nr_reads && clean->reads[low].addr == page &&
	       clean->reads[low].len != 4096)
		low++;
	return low < clean->nr_reads && clean->reads[low].addr == page;
}

/* A page of events in another's place, of one ring or of two, is not believed: neither two that were swapped nor, by a
 * command, a stale one. */
static int judge_misplaced(const struct deed *deed, const struct clean *clean,
			   const struct damaged *damaged, const char *text, FILE *fp)
{
	const struct place *place = &damaged->places[0];

	if (damaged->nr_places != 1 || damaged->spread != SPREAD_NONE ||
	    (place->kind != PLACE_SWAP && (place->kind != PLACE_OTHER || deed->run)) ||
	    !is_read_whole(clean, place->addr & ~4095ull) ||
	    !is_read_whole(clean, place->value & ~4095ull) || !strcmp(text, clean->text) ||
	    says_something_new(text, clean->text))
		return 0;
	fprintf(fp,
		"a page is in another's place, the answer is another one, and nothing says so\n");
	return 1;
}

int judge(const struct deed *deed, const struct clean *clean, const struct damaged *damaged,
	  const char *text, FILE *fp)
{
	int wrong = judge_failure(clean, damaged, text, fp) +
		    judge_misplaced(deed, clean, damaged, text, fp);

	if (deed->flags & DEED_PER_CPU)
		wrong += judge_cpus(clean, damaged, text, fp);
	if (deed->flags & DEED_PROBES)
		wrong += judge_probes(clean, damaged, text, fp);
	return wrong;
}
