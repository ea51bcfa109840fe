// SPDX-License-Identifier: GPL-3.0-or-later
/* Drawn kernels (tests/images/kernels): each command of their file `commands` prints what `expected` says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "kernel_image.h"

#define MAX_WORDS 16

static void run_command(struct pk_ctx *ctx, char *line, FILE *fp)
{
	char *words[MAX_WORDS] = {"pkttrace"}, *save;
	int nr = 1;

	fprintf(fp, "$ pkttrace %s\n", line);
	for (char *word = strtok_r(line, " ", &save); word && nr < MAX_WORDS - 1;
	     word = strtok_r(NULL, " ", &save))
		words[nr++] = word;
	fprintf(fp, "status %d\n\n", pk_command_run(ctx, nr, words, fp));
}

static char *whole_file(const char *folder, const char *name)
{
	char path[512], *text = NULL;
	size_t len = 0;
	FILE *from, *to = open_memstream(&text, &len);

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	from = fopen(path, "r");
	assert_non_null(to);
	for (int c; from && (c = getc(from)) != EOF;)
		putc(c, to);
	fclose(to);
	if (from)
		fclose(from);
	return text;
}

static char *answers(const char *folder)
{
	char *commands = whole_file(folder, "commands"), *text = NULL, *save;
	struct kernel_image image;
	struct pk_ctx ctx;
	size_t len = 0;
	FILE *fp = open_memstream(&text, &len);

	assert_non_null(fp);
	kernel_image_init(&image, folder);
	pk_ctx_init(&ctx, &image.fake.target);
	for (char *line = strtok_r(commands, "\n", &save); line; line = strtok_r(NULL, "\n", &save))
		run_command(&ctx, line, fp);
	pk_ctx_deinit(&ctx);
	kernel_image_deinit(&image);
	fclose(fp);
	free(commands);
	return text;
}

/* The first line that differs, with its command above it. */
static void show_difference(const char *expected, const char *found)
{
	char command[200] = "";

	while (*expected && *found) {
		size_t a = strcspn(expected, "\n"), b = strcspn(found, "\n");

		if (*found == '$')
			snprintf(command, sizeof(command), "%.*s", (int)b, found);
		if (a != b || memcmp(expected, found, a)) {
			print_message("%s\nexpected: %.*s\nfound:    %.*s\n", command, (int)a,
				      expected, (int)b, found);
			return;
		}
		expected += a + !!expected[a];
		found += b + !!found[b];
	}
	print_message("%s: one ends earlier\n", command);
}

static void a_kernel(void **state)
{
	const char *folder = *state;
	char *found = answers(folder), *expected = whole_file(folder, "expected");

	if (getenv("PK_IMAGES_ACCEPT")) {
		char path[512];
		FILE *fp;

		snprintf(path, sizeof(path), "%s/expected", folder);
		fp = fopen(path, "w");
		assert_non_null(fp);
		fputs(found, fp);
		fclose(fp);
	} else if (strcmp(found, expected)) {
		show_difference(expected, found);
		fail();
	}
	free(expected);
	free(found);
}

int main(void)
{
	return run_images("kernels", "tests/images/kernels/*/", a_kernel);
}
