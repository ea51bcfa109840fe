// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * stories_test [--only PATTERN] [FILE|FOLDER]...: tells the stories of tests/stories, or of those files, and compares the packets.
 * UPDATE=1 in the environment writes them anew. PATTERN, as in a shell, is of a story's name, "sent/sent-again" or
 * "sent/sent-again: TITLE". Prints TAP.
 */
#include <errno.h>
#include <fnmatch.h>
#include <fts.h>
#include <stdlib.h>
#include <string.h>

#include "story.h"

#define MAX_DIFF_LINES 600

static unsigned tests, failed;
static const char *only;
static bool update;

static void result(bool ok, const char *name)
{
	printf("%sok %u - %s\n", ok ? "" : "not ", ++tests, name);
	failed += !ok;
	fflush(stdout);
}

/* Lines of TEXT, which is cut into them. */
static unsigned lines_of(char *text, char **lines)
{
	unsigned nr = 0;

	for (char *save, *line = strtok_r(text, "\n", &save); line && nr < MAX_DIFF_LINES;
	     line = strtok_r(NULL, "\n", &save))
		lines[nr++] = line;
	return nr;
}

/* What only OLD has with a "-", what only NEW has with a "+", by their longest common subsequence. Both are written to. */
static void show_difference(char *old, char *new)
{
	static char *a[MAX_DIFF_LINES], *b[MAX_DIFF_LINES];
	static unsigned short common[MAX_DIFF_LINES + 1][MAX_DIFF_LINES + 1];
	unsigned nr_a = lines_of(old, a), nr_b = lines_of(new, b), i = 0, j = 0;

	memset(common, 0, sizeof(common));
	for (i = nr_a; i-- > 0;)
		for (j = nr_b; j-- > 0;)
			common[i][j] = !strcmp(a[i], b[j]) ? common[i + 1][j + 1] + 1
				       : common[i + 1][j] > common[i][j + 1] ? common[i + 1][j]
									     : common[i][j + 1];
	for (i = j = 0; i < nr_a || j < nr_b;) {
		if (i < nr_a && j < nr_b && !strcmp(a[i], b[j])) {
			printf("#  %s\n", a[i]);
			i++;
			j++;
		} else if (i < nr_a && (j == nr_b || common[i + 1][j] >= common[i][j + 1])) {
			printf("# -%s\n", a[i++]);
		} else {
			printf("# +%s\n", b[j++]);
		}
	}
}

/* "sent/sent-again: TITLE", of a path that ends so. */
static void name_story(const char *path, const char *title, char *name, size_t size)
{
	const char *at = strrchr(path, '/');
	size_t len = strlen(path);

	while (at && at > path && at[-1] != '/')
		at--;
	at = at ? at : path;
	len -= (size_t)(at - path);
	if (len > 6 && !strcmp(at + len - 6, ".story"))
		len -= 6;
	snprintf(name, size, "%.*s%s%s", (int)len, at, title[0] ? ": " : "", title);
}

static bool chosen(const char *path, const char *name)
{
	char whole[512];

	name_story(path, "", whole, sizeof(whole));
	return !only || !fnmatch(only, name, 0) || !fnmatch(only, whole, 0);
}

/* What the file should say is given back in RET_ANSWER; NULL: it is as it should be, or wrong. */
static void tell(const char *path, struct story_file *file, const struct story *story,
		 char **ret_answer)
{
	char name[512], *answer, *expected;
	bool same;

	name_story(path, story->title, name, sizeof(name));
	if (!chosen(path, name))
		return;
	answer = story_run(file, story);
	if (!answer) {
		printf("# %s:%u: %s\n", path, file->mistaken, file->mistake);
		result(false, name);
		return;
	}
	expected = story_expected(file, story);
	same = !strcmp(answer, expected);
	if (!same && update) {
		*ret_answer = strdup(answer);
		printf("# %s: written\n", path);
		same = true;
	} else if (!same) {
		printf("# %s:%u: the packets are others%s\n", path, story->packets.from,
		       story->has_packets ? "" : " (it expects none yet: UPDATE=1 writes them)");
		show_difference(expected, answer);
	}
	result(same, name);
	free(expected);
	free(answer);
}

static void write_file(const char *path, const struct story_file *file, char *const *answers)
{
	FILE *out = fopen(path, "w");

	if (out)
		story_file_write(file, answers, out);
	if (!out || fclose(out)) {
		printf("# %s: %s\n", path, strerror(errno));
		result(false, path);
	}
}

static void tell_file(const char *path)
{
	static struct story_file file;
	static char *answers[STORY_MAX_STORIES];
	bool written = false;

	if (!story_file_read(path, &file)) {
		printf("# %s:%u: %s\n", path, file.mistaken, file.mistake);
		result(false, path);
	}
	for (unsigned i = 0; !file.mistake[0] && i < file.nr; i++) {
		answers[i] = NULL;
		tell(path, &file, &file.stories[i], &answers[i]);
		file.mistake[0] = '\0';
		written |= answers[i] != NULL;
	}
	if (written)
		write_file(path, &file, answers);
	for (unsigned i = 0; i < file.nr; i++) {
		free(answers[i]);
		answers[i] = NULL;
	}
	story_file_free(&file);
}

static int by_name(const FTSENT **a, const FTSENT **b)
{
	return strcmp((*a)->fts_name, (*b)->fts_name);
}

/* Every NAME.story below the paths; a file that is named counts whatever its name. */
static void tell_all(char *const *paths)
{
	FTS *tree = fts_open(paths, FTS_LOGICAL | FTS_NOCHDIR, by_name);
	FTSENT *entry;

	while (tree && (entry = fts_read(tree))) {
		size_t len = strlen(entry->fts_path);

		if (entry->fts_info == FTS_NS || entry->fts_info == FTS_DNR ||
		    entry->fts_info == FTS_ERR) {
			printf("# %s: %s\n", entry->fts_path, strerror(entry->fts_errno));
			result(false, entry->fts_path);
		} else if (entry->fts_info == FTS_F &&
			   (!entry->fts_level ||
			    (len > 6 && !strcmp(entry->fts_path + len - 6, ".story")))) {
			tell_file(entry->fts_path);
		}
	}
	if (tree)
		fts_close(tree);
}

int main(int argc, char **argv)
{
	static char all[] = "tests/stories";
	char *const every[] = {all, NULL};
	char *const *paths = every;
	int at = 1;

	only = getenv("PK_TEST");
	update = getenv("UPDATE") && getenv("UPDATE")[0];
	if (argc > 2 && !strcmp(argv[1], "--only")) {
		only = argv[2];
		at = 3;
	}
	if (at < argc && argv[at][0] == '-') {
		fprintf(stderr, "usage: %s [--only PATTERN] [FILE|FOLDER]...\n", argv[0]);
		return 2;
	}
	if (at < argc)
		paths = argv + at;
	tell_all(paths);
	if (!tests)
		result(false, only ? "no story has that name" : "no stories");
	printf("1..%u\n", tests);
	return failed != 0;
}
