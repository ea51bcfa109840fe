// SPDX-License-Identifier: GPL-3.0-or-later
/* Drawn sub-buffers (tests/images/README.md) to records; and properties over all of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "decode/trace/sub_buffer.h"

#define DATA 16
#define MAX_SIZE 8192

struct image {
	uint8_t bytes[MAX_SIZE];
	size_t size, word, at; /* at: data offset of the next record */
	size_t commit_at; /* of the line "uncommitted"; SIZE_MAX: none */
	unsigned long long page_ts, commit, stored;
	bool big_endian, aligned_8, missed, has_stored, has_commit, has_write;
	size_t write;
};

static void put(struct image *image, size_t at, size_t size, unsigned long long value)
{
	assert_true(at + size <= sizeof(image->bytes));
	for (size_t i = 0; i < size; i++)
		image->bytes[at + (image->big_endian ? size - 1 - i : i)] =
			(uint8_t)(value >> 8 * i);
}

static void put_word(struct image *image, unsigned long long value)
{
	put(image, DATA + image->at, 4, value);
	image->at += 4;
}

static void put_header(struct image *image, unsigned type_len, unsigned long long delta)
{
	assert_true(delta < 1 << 27);
	put_word(image, image->big_endian ? type_len << 27 | delta : delta << 5 | type_len);
}

static void put_payload(struct image *image, size_t len, const char *hex)
{
	for (size_t i = 0; i < len; i++) {
		unsigned byte = 0;
		int used = 0;

		if (sscanf(hex, " %2x%n", &byte, &used) == 1)
			hex += used;
		put(image, DATA + image->at + i, 1, byte);
	}
	image->at += len;
}

static bool draw_setting(struct image *image, const char *line)
{
	if (sscanf(line, "size %zu", &image->size) == 1 ||
	    sscanf(line, "word %zu", &image->word) == 1 ||
	    sscanf(line, "page-ts %llu", &image->page_ts) == 1)
		return true;
	if (sscanf(line, "commit %lli", (long long *)&image->commit) == 1)
		return image->has_commit = true;
	if (sscanf(line, "stored %llu", &image->stored) == 1)
		return image->has_stored = true;
	if (sscanf(line, "write %zu", &image->write) == 1)
		return image->has_write = true;
	if (!strcmp(line, "missed"))
		return image->missed = true;
	if (!strcmp(line, "big-endian"))
		return image->big_endian = true;
	if (!strcmp(line, "aligned-8"))
		return image->aligned_8 = true;
	return false;
}

static void draw_record(struct image *image, const char *line)
{
	unsigned long long value;
	size_t len;
	int used = 0;

	if (sscanf(line, "data %zu +%llu%n", &len, &value, &used) == 2) {
		put_header(image, (unsigned)(len / 4), value);
		put_payload(image, len, line + used);
	} else if (sscanf(line, "long %zu +%llu%n", &len, &value, &used) == 2) {
		put_header(image, 0, value);
		put_word(image, len + 4);
		put_payload(image, len, line + used);
	} else if (sscanf(line, "discard %zu +%llu", &len, &value) == 2) {
		put_header(image, 29, value);
		put_word(image, len);
		put_payload(image, len - 4, "");
	} else if (!strcmp(line, "end")) {
		put_header(image, 29, 0);
	} else if (sscanf(line, "extend +%llu", &value) == 1) {
		put_header(image, 30, value & ((1 << 27) - 1));
		put_word(image, value >> 27);
	} else if (sscanf(line, "stamp %llu", &value) == 1) {
		put_header(image, 31, value & ((1 << 27) - 1));
		put_word(image, value >> 27 & 0xffffffff);
	} else if (sscanf(line, "u32 %lli", (long long *)&value) == 1) {
		put_word(image, value);
	} else if (!strcmp(line, "uncommitted")) {
		image->commit_at = image->at;
	} else {
		fail_msg("what is \"%s\"?", line);
	}
}

static void draw(const char *path, struct image *image)
{
	char line[512];
	FILE *fp = fopen(path, "r");

	assert_non_null(fp);
	memset(image, 0, sizeof(*image));
	image->size = 256;
	image->word = 8;
	image->commit_at = SIZE_MAX;
	while (fgets(line, sizeof(line), fp)) {
		line[strcspn(line, "#\n")] = '\0';
		while (*line && line[strlen(line) - 1] == ' ')
			line[strlen(line) - 1] = '\0';
		if (*line && !draw_setting(image, line))
			draw_record(image, line);
	}
	fclose(fp);
	put(image, 0, 8, image->page_ts);
	if (!image->has_commit)
		image->commit = image->commit_at == SIZE_MAX ? image->at : image->commit_at;
	if (image->has_stored)
		put(image, DATA + image->commit, image->word, image->stored);
	/* Sign-extended in a 64-bit long, as the kernel's int constant arrives. */
	put(image, 8, image->word,
	    image->commit | (image->missed ? 0xffffffff80000000ull : 0) |
		    (image->has_stored ? 0x40000000 : 0));
	if (!image->has_write)
		image->write = image->at;
}

static enum pk_status open_image(const struct image *image, const uint8_t *bytes,
				 struct pk_sub_buffer *sub)
{
	return pk_sub_buffer_init(sub, bytes, image->size, DATA, image->word, image->write,
				  image->big_endian, image->aligned_8);
}

static void decode(const struct image *image, FILE *out)
{
	/* Exactly the sub-buffer's bytes, so that the sanitizer sees a step too far. */
	uint8_t *bytes = malloc(image->size);
	struct pk_sub_buffer sub;
	struct pk_record record;
	enum pk_status status;

	memcpy(bytes, image->bytes, image->size);
	status = open_image(image, bytes, &sub);
	if (status != PK_OK) {
		fprintf(out, "refused\n");
		free(bytes);
		return;
	}
	if (sub.missed && sub.missed_stored)
		fprintf(out, "missed %llu\n", (unsigned long long)sub.missed_count);
	else if (sub.missed)
		fprintf(out, "missed\n");
	while ((status = pk_sub_buffer_next(&sub, &record)) == PK_OK) {
		fprintf(out, "%zu %llu %zu ", record.offset, (unsigned long long)record.ts,
			record.len);
		for (size_t i = 0; i < record.len && i < 16; i++)
			fprintf(out, "%02x", record.data[i]);
		fprintf(out, "%s\n", record.uncommitted ? " uncommitted" : "");
	}
	if (status == PK_CORRUPT)
		fprintf(out, "corrupt at %zu\n", sub.next);
	else
		fprintf(out, "end%s\n", sub.torn ? " torn" : "");
	assert_int_equal(pk_sub_buffer_next(&sub, &record), status); /* and stays there */
	free(bytes);
}

static char *slurp(const char *path)
{
	FILE *fp = fopen(path, "r");
	char *text = calloc(1, 65536);

	if (fp) {
		text[fread(text, 1, 65535, fp)] = '\0';
		fclose(fp);
	}
	return text;
}

static void image_test(void **state)
{
	const char *path = *state;
	static struct image image;
	char expected_path[512], *text = NULL, *expected;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	snprintf(expected_path, sizeof(expected_path), "%.*s.expected", (int)(strlen(path) - 6),
		 path);
	draw(path, &image);
	decode(&image, out);
	fclose(out);
	if (getenv("PK_IMAGES_ACCEPT")) {
		FILE *fp = fopen(expected_path, "w");

		assert_non_null(fp);
		fputs(text, fp);
		fclose(fp);
	}
	expected = slurp(expected_path);
	assert_string_equal(text, expected);
	free(expected);
	free(text);
}

/* Every 32-bit word of every image replaced by nasty values: nothing may be read outside (the
 * sanitizer watches), records stay in order and inside, and the walk ends. */
static void mutate_test(void **state)
{
	static const uint32_t nasty[] = {0,	     1,		 29,	     30,	31,
					 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffc};
	const glob_t *images = *state;
	static struct image image;

	for (size_t i = 0; i < images->gl_pathc; i++) {
		draw(images->gl_pathv[i], &image);
		for (size_t at = 0; at + 4 <= image.size; at += 4) {
			for (size_t n = 0; n < sizeof(nasty) / sizeof(nasty[0]); n++) {
				uint8_t *bytes = malloc(image.size);
				struct pk_sub_buffer sub;
				struct pk_record record;
				size_t end = 0, steps = 0;

				memcpy(bytes, image.bytes, image.size);
				memcpy(bytes + at, &nasty[n], 4);
				if (open_image(&image, bytes, &sub) == PK_OK) {
					while (pk_sub_buffer_next(&sub, &record) == PK_OK) {
						assert_true(record.offset >= end);
						end = record.offset + record.len;
						assert_true(record.data + record.len <=
							    bytes + image.size);
						assert_true(++steps < image.size);
					}
				}
				free(bytes);
			}
		}
	}
}

static void refuses_nonsense(void **state)
{
	uint8_t bytes[64] = {0};
	struct pk_sub_buffer sub;

	(void)state;
	assert_int_equal(pk_sub_buffer_init(&sub, bytes, 15, 16, 8, 0, false, false), PK_CORRUPT);
	assert_int_equal(pk_sub_buffer_init(&sub, bytes, 64, 8, 8, 0, false, false), PK_CORRUPT);
	assert_int_equal(pk_sub_buffer_init(&sub, bytes, 64, 16, 2, 0, false, false), PK_CORRUPT);
	assert_int_equal(pk_sub_buffer_init(&sub, bytes, 64, 16, 8, SIZE_MAX, false, false), PK_OK);
	assert_int_equal(sub.write, 48);
}

int main(void)
{
	const char *folder = getenv("PK_IMAGES");
	char pattern[512];
	glob_t images;
	struct CMUnitTest *tests;
	size_t nr;
	int failed;

	snprintf(pattern, sizeof(pattern), "%s/sub_buffer/*.image",
		 folder ? folder : "tests/images");
	if (glob(pattern, 0, NULL, &images) || !images.gl_pathc) {
		fprintf(stderr, "no images at %s\n", pattern);
		return 1;
	}
	tests = calloc(images.gl_pathc + 2, sizeof(*tests));
	for (nr = 0; nr < images.gl_pathc; nr++)
		tests[nr] = (struct CMUnitTest){.name = strrchr(images.gl_pathv[nr], '/') + 1,
						.test_func = image_test,
						.initial_state = images.gl_pathv[nr]};
	tests[nr++] = (struct CMUnitTest){.name = "every image with every word replaced",
					  .test_func = mutate_test,
					  .initial_state = &images};
	tests[nr++] = (struct CMUnitTest){.name = "sizes that make no sense",
					  .test_func = refuses_nonsense};
	failed = _cmocka_run_group_tests("sub_buffer", tests, nr, NULL, NULL);
	free(tests);
	globfree(&images);
	return failed;
}
