// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What commands say when one of their reads fails, or finds zeroes or ones: tests/images/damage/NAME has the table. It begins with
 * "capsule PATH" or "kernel FOLDER"; then each "$ COMMAND [NR]" is run once, and again for NR of its reads (all), spread evenly,
 * with that one damaged. The lines below it say what changed, the first time that something changed so:
 *
 *	unreadable ffff888000001010+8
 *	- a line that is no longer there
 *	+ a line that was not there
 *
 * and then how many damaged reads changed nothing, or the same as one above but for numbers, with a hash of those.
 * PK_IMAGES_ACCEPT=1 writes the tables anew.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "core/kit.h"
#include "kernel_image.h"
#include "target/capsule/capsule.h"

#define MAX_WORDS 16
#define MAX_READS (1u << 18)
#define MAX_SHOWN 3 /* lines that went and came, of each; and as many complaints */

static struct span {
	uint64_t addr;
	size_t len;
} reads[MAX_READS];
static uint32_t nr_reads;

static struct pk_target_ops undamaged;
static const struct span *damaged; /* NULL: nothing */
static enum { UNREADABLE, ZEROES, ONES, NR_KINDS } kind;
static const char *const kinds[] = {"unreadable", "zeroes", "ones"};

static enum pk_status read_damaged(struct pk_target *target, uint64_t addr, void *buf, size_t len)
{
	enum pk_status status = undamaged.read(target, addr, buf, len);
	bool hit = damaged && addr < damaged->addr + damaged->len && damaged->addr < addr + len;

	if (!damaged && status == PK_OK && nr_reads < MAX_READS)
		reads[nr_reads++] = (struct span){addr, len > 8 ? 8 : len};
	if (!hit || status != PK_OK)
		return status;
	if (kind == UNREADABLE)
		return PK_UNREADABLE;
	for (uint64_t at = damaged->addr; at < damaged->addr + damaged->len; at++)
		if (at >= addr && at < addr + len)
			((uint8_t *)buf)[at - addr] = kind == ONES ? 0xff : 0;
	return PK_OK;
}

/* Widths of columns are no difference. */
static void squeeze(char *text)
{
	char *to = text;

	for (const char *from = text; *from; from++)
		if (*from != ' ' || from[1] != ' ')
			*to++ = *from;
	*to = '\0';
}

static char *answer(struct pk_target *target, const char *command)
{
	char line[200], *words[MAX_WORDS] = {"pkttrace"}, *save, *text = NULL;
	struct pk_ctx ctx;
	size_t size;
	FILE *fp = open_memstream(&text, &size);
	int nr = 1;

	snprintf(line, sizeof(line), "%s", command);
	for (char *word = strtok_r(line, " ", &save); word && nr < MAX_WORDS - 1;
	     word = strtok_r(NULL, " ", &save))
		words[nr++] = word;
	pk_ctx_init(&ctx, target);
	fprintf(fp, "status %d\n", pk_command_run(&ctx, nr, words, fp));
	pk_ctx_deinit(&ctx);
	fclose(fp);
	squeeze(text);
	return text;
}

static int by_address(const void *a, const void *b)
{
	const struct span *x = a, *y = b;

	return x->addr != y->addr ? (x->addr < y->addr ? -1 : 1)
				  : (x->len > y->len) - (x->len < y->len);
}

static void keep_each_once(void)
{
	uint32_t kept = 0;

	qsort(reads, nr_reads, sizeof(reads[0]), by_address);
	for (uint32_t i = 0; i < nr_reads; i++)
		if (!i || by_address(&reads[i], &reads[kept - 1]))
			reads[kept++] = reads[i];
	nr_reads = kept;
}

/* The lines of TEXT that OTHER has not, in front of each SIGN. */
static void say_lines(FILE *fp, char sign, const char *text, const char *other)
{
	unsigned nr = 0, nr_said = 0;

	for (size_t len; *text; text += len + (text[len] == '\n')) {
		bool found = false;

		len = strcspn(text, "\n");
		for (const char *at = other; !found && (at = memmem(at, strlen(at), text, len));
		     at++)
			found = (at == other || at[-1] == '\n') && (at[len] == '\n' || !at[len]);
		/* how many questions a capsule could not answer is no part of the answer */
		if (found || !strncmp(text, "pkttrace: warning: this capsule", 31))
			continue;
		if (nr++ < MAX_SHOWN || (!strncmp(text, "pkttrace: ", 10) && nr_said++ < MAX_SHOWN))
			fprintf(fp, "%c %.*s\n", sign, (int)len, text);
	}
	if (nr > MAX_SHOWN)
		fprintf(fp, "%c ... %u lines\n", sign, nr);
}

static char *difference(const char *clean, const char *text)
{
	char *said = NULL;
	size_t size;
	FILE *fp = open_memstream(&said, &size);

	say_lines(fp, '-', clean, text);
	say_lines(fp, '+', text, clean);
	fclose(fp);
	return said;
}

/* FNV-1a of TEXT; BUT_NUMBERS: words with a digit count as one letter. */
static uint64_t hash(uint64_t from, const char *text, bool but_numbers)
{
	for (; *text; text++) {
		size_t word = but_numbers ? strspn(text, "0123456789abcdefx") : 0;

		if (word && strcspn(text, "0123456789") < word) {
			text += word - 1;
			from = (from ^ '#') * 0x100000001b3;
		} else {
			from = (from ^ (uint8_t)*text) * 0x100000001b3;
		}
	}
	return from;
}

#define HASHED 0xcbf29ce484222325

/* What has changed already, but for numbers. */
struct shapes {
	uint64_t hashes[MAX_READS];
	uint32_t nr;
};

static bool is_known(struct shapes *shapes, uint64_t shape)
{
	for (uint32_t i = 0; i < shapes->nr; i++)
		if (shapes->hashes[i] == shape)
			return true;
	shapes->hashes[shapes->nr++] = shape;
	return false;
}

static void damage_reads(struct pk_target *target, const char *command, uint32_t nr, FILE *fp)
{
	static struct shapes shapes;
	uint32_t nothing = 0, same = 0, nr_all;
	uint64_t rest = HASHED;
	char *clean;

	shapes.nr = nr_reads = 0;
	clean = answer(target, command);
	keep_each_once();
	nr_all = nr_reads;
	nr = nr && nr < nr_all ? nr : nr_all;
	for (uint32_t i = 0; i < nr; i++) {
		const struct span *span = &reads[(uint64_t)i * nr_all / nr];
		char *text, *said;
		uint64_t shape;

		kind = i % 2 ? UNREADABLE : i / 2 % 2 ? ZEROES : ONES;
		damaged = span;
		text = answer(target, command);
		damaged = NULL;
		said = difference(clean, text);
		shape = hash(HASHED, said, true);
		if (!*said) {
			nothing++;
		} else if (is_known(&shapes, shape)) {
			same++;
			rest = hash(rest, said, false);
		} else {
			fprintf(fp, "%s %" PRIx64 "+%zu\n%s", kinds[kind], span->addr, span->len,
				said);
		}
		free(said);
		free(text);
	}
	fprintf(fp, "%u of %u: nothing; %u: as above %" PRIx64 "\n\n", nothing, nr, same, rest);
	free(clean);
}

/* The line "capsule PATH" or "kernel FOLDER". */
static struct pk_target *open_target(const char *line, struct kernel_image *image)
{
	struct pk_target *target;
	char error[256];

	if (!strncmp(line, "kernel ", 7)) {
		kernel_image_init(image, line + 7);
		target = &image->fake.target;
	} else {
		assert_int_equal(strncmp(line, "capsule ", 8), 0);
		assert_int_equal(pk_capsule_open(line + 8, &target, error, sizeof(error)), PK_OK);
	}
	undamaged = *target->ops;
	return target;
}

/* What the table PATH should be. */
static char *table(const char *path)
{
	FILE *from = fopen(path, "r"), *fp;
	static struct kernel_image image;
	struct pk_target *target = NULL;
	struct pk_target_ops ops;
	char line[400], *text = NULL;
	size_t size;

	assert_non_null(from);
	fp = open_memstream(&text, &size);
	while (fgets(line, sizeof(line), from)) {
		bool first = !target;
		char *end;

		line[strcspn(line, "\n")] = '\0';
		if (!first && *line != '$')
			continue;
		fprintf(fp, "%s\n", line);
		if (first) {
			target = open_target(line, &image);
			ops = undamaged;
			ops.read = read_damaged;
			ops.read_ahead = NULL;
			ops.divide = NULL;
			target->ops = &ops;
			continue;
		}
		end = strrchr(line, ' ');
		if (isdigit((unsigned char)end[1]))
			*end = '\0';
		damage_reads(target, line + 2, *end ? 0 : strtoul(end + 1, NULL, 10), fp);
	}
	fclose(from);
	fclose(fp);
	target->ops = &undamaged;
	if (target == &image.fake.target)
		kernel_image_deinit(&image);
	else
		pk_capsule_close(target);
	return text;
}

static void a_table(void **state)
{
	const char *path = *state;
	char *found = table(path), *expected = NULL;
	size_t size = 0;
	FILE *fp = fopen(path, getenv("PK_IMAGES_ACCEPT") ? "w" : "r");

	assert_non_null(fp);
	if (getenv("PK_IMAGES_ACCEPT")) {
		fputs(found, fp);
	} else {
		assert_true(getdelim(&expected, &size, '\0', fp) > 0);
		for (size_t at = 0; expected[at] || found[at]; at++) {
			if (expected[at] == found[at])
				continue;
			while (at && expected[at - 1] != '\n')
				at--;
			print_message("expected: %.*s\nfound:    %.*s\n",
				      (int)strcspn(expected + at, "\n"), expected + at,
				      (int)strcspn(found + at, "\n"), found + at);
			fail();
		}
	}
	fclose(fp);
	free(expected);
	free(found);
}

int main(void)
{
	return run_images("damage", "tests/images/damage/*", a_table);
}
