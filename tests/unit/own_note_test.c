// SPDX-License-Identifier: GPL-3.0-or-later
/* VMCOREINFO in memory: what the search finds, and what of a memory that means it ill it does not. */
#include "target/kdumpfile/own_note.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define PAGE 4096u
#define PAGES 64u

struct memory {
	uint8_t bytes[PAGES * PAGE];
	uint64_t hole, hole_end; /* not in the dump */
	uint64_t wanted; /* the note at this address ends the search; 0: none */
	unsigned nr_told, nr_read;
};

static struct memory memory;

static bool run(void *arg, uint64_t *from, uint64_t *end)
{
	const struct memory *of = arg;

	if (*from >= of->hole && *from < of->hole_end)
		*from = of->hole_end;
	*end = *from < of->hole ? of->hole : sizeof(of->bytes);
	return *from < sizeof(of->bytes);
}

static bool read_phys(void *arg, uint64_t phys, void *buf, size_t len)
{
	struct memory *of = arg;

	of->nr_read++;
	if (phys > sizeof(of->bytes) || len > sizeof(of->bytes) - phys ||
	    (phys < of->hole_end && phys + len > of->hole))
		return false;
	memcpy(buf, of->bytes + phys, len);
	return true;
}

static bool found(void *arg, struct pk_own_note *note)
{
	struct memory *of = arg;

	of->nr_told++;
	return of->wanted && note->phys == of->wanted;
}

static void progress(void *arg, uint64_t done)
{
	(void)arg;
	(void)done;
}

static struct pk_own_notes search(bool anywhere)
{
	struct pk_frames frames = {run, read_phys, found, progress, sizeof(memory.bytes), &memory};
	struct pk_own_notes notes = {0};

	memory.nr_told = memory.nr_read = 0;
	pk_own_notes_find(&frames, anywhere, &notes);
	return notes;
}

static int setup(void **state)
{
	(void)state;
	memset(&memory, 0, sizeof(memory));
	memory.hole = memory.hole_end = sizeof(memory.bytes);
	return 0;
}

static void put_word(uint8_t *at, uint32_t value, bool big_endian)
{
	for (int i = 0; i < 4; i++)
		at[big_endian ? 3 - i : i] = (uint8_t)(value >> 8 * i);
}

static void put(uint64_t phys, const char *text, bool big_endian)
{
	uint8_t *at = memory.bytes + phys;

	put_word(at, 11, big_endian);
	put_word(at + 4, (uint32_t)strlen(text), big_endian);
	put_word(at + 8, 0, big_endian);
	memcpy(at + 12, "VMCOREINFO\0", 12);
	memcpy(at + 24, text, strlen(text));
}

#define TEXT "OSRELEASE=6.1.0\nPAGESIZE=4096\n"

static void a_note_at_a_page(void **state)
{
	(void)state;
	for (int big_endian = 0; big_endian < 2; big_endian++) {
		struct pk_own_notes notes;

		put((uint64_t)5 * PAGE, TEXT, big_endian);
		notes = search(false);
		assert_int_equal(notes.nr, 1);
		assert_int_equal(notes.notes[0]->phys, 5 * PAGE);
		assert_int_equal(notes.notes[0]->big_endian, big_endian);
		assert_int_equal(notes.notes[0]->len, strlen(TEXT));
		assert_memory_equal(notes.notes[0]->text, TEXT, strlen(TEXT));
		pk_own_notes_deinit(&notes);
	}
}

/* Kernels before 4.13: in .bss, also across two pages. */
static void a_note_anywhere(void **state)
{
	static const uint64_t places[] = {64, 3 * PAGE - 12, 3 * PAGE - 16, 3 * PAGE - 32,
					  3 * PAGE - 36};

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++) {
		struct pk_own_notes notes;

		setup(state);
		put(places[i], TEXT, false);
		notes = search(false);
		assert_int_equal(notes.nr, 0);
		notes = search(true);
		assert_int_equal(notes.nr, 1);
		assert_int_equal(notes.notes[0]->phys, places[i]);
		pk_own_notes_deinit(&notes);
	}
}

static void copies_are_one(void **state)
{
	struct pk_own_notes notes;

	(void)state;
	put(PAGE, TEXT, false);
	put((uint64_t)2 * PAGE, TEXT, false);
	put((uint64_t)3 * PAGE, TEXT "CRASHTIME=1\n", false);
	put((uint64_t)4 * PAGE, TEXT "KERNELOFFSET=1\n", false);
	put((uint64_t)5 * PAGE, TEXT "KERNELOFFSET=1\nCRASHTIME=2\n", false);
	notes = search(false);
	assert_int_equal(notes.nr, 2);
	assert_int_equal(memory.nr_told, 2);
	pk_own_notes_deinit(&notes);
}

static void the_one_that_is_wanted_ends_it(void **state)
{
	struct pk_own_notes notes;

	(void)state;
	put((uint64_t)2 * PAGE, TEXT, false);
	put((uint64_t)3 * PAGE, TEXT "KERNELOFFSET=1\n", false);
	memory.wanted = (uint64_t)2 * PAGE;
	notes = search(false);
	assert_int_equal(notes.nr, 1);
	assert_true(memory.nr_read < 8);
	pk_own_notes_deinit(&notes);
}

/* Each is what a note is, but for one thing. */
static void what_is_no_note(void **state)
{
	static char long_line[2048];
	struct pk_own_notes notes;

	(void)state;
	memset(long_line, 'x', sizeof(long_line) - 2);
	memcpy(long_line, "OSRELEASE=", 10);
	long_line[sizeof(long_line) - 2] = '\n';
	put(PAGE, TEXT "KEY=\x01\n", false); /* a control character */
	put((uint64_t)2 * PAGE, "OSRELEASE=6.1.0\nPAGESIZE=40", false); /* cut */
	put((uint64_t)3 * PAGE, long_line, false);
	put((uint64_t)4 * PAGE, TEXT, false);
	put_word(memory.bytes + 4 * PAGE + 4, 1 << 20, false); /* longer than VMCOREINFO may be */
	put((uint64_t)5 * PAGE, TEXT, false);
	put_word(memory.bytes + 5 * PAGE + 4, 0, false);
	put((uint64_t)6 * PAGE, TEXT, false);
	put_word(memory.bytes + 6 * PAGE + 8, 1, false); /* of another type */
	put((uint64_t)7 * PAGE, TEXT, false);
	put_word(memory.bytes + 7 * PAGE, 12, false); /* of another name */
	put((uint64_t)PAGES * PAGE - 40, TEXT, false); /* goes on behind the end */
	for (int anywhere = 0; anywhere < 2; anywhere++) {
		notes = search(anywhere);
		assert_int_equal(notes.nr, 0);
		assert_false(notes.more);
	}
}

static void a_page_that_is_missing(void **state)
{
	static char text[2 * PAGE];
	struct pk_own_notes notes;

	(void)state;
	strcpy(text, "OSRELEASE=6.1.0\n");
	while (strlen(text) < PAGE)
		strcat(text, "SYMBOL(x)=ffffffff81000000\n");
	put(PAGE, text, false);
	put((uint64_t)8 * PAGE, TEXT, false);
	memory.hole = (uint64_t)2 * PAGE;
	memory.hole_end = (uint64_t)4 * PAGE;
	for (int anywhere = 0; anywhere < 2; anywhere++) {
		notes = search(anywhere);
		assert_int_equal(notes.nr, 1);
		assert_int_equal(notes.notes[0]->phys, 8 * PAGE);
		pk_own_notes_deinit(&notes);
	}
}

/* A guest may fill its memory with them. */
static void more_than_any_machine_has(void **state)
{
	struct pk_own_notes notes;

	(void)state;
	for (unsigned i = 0; i < PAGES; i++) {
		char text[64];

		snprintf(text, sizeof(text), "OSRELEASE=%u\n", i);
		for (unsigned at = 0; at + 64 <= PAGE; at += 64)
			put((uint64_t)i * PAGE + at, text, false);
	}
	for (int anywhere = 0; anywhere < 2; anywhere++) {
		notes = search(anywhere);
		assert_int_equal(notes.nr, PK_OWN_NOTES);
		assert_true(notes.more);
		assert_int_equal(memory.nr_told, PK_OWN_NOTES);
		pk_own_notes_deinit(&notes);
	}
}

/* Headers of a file may claim what it cannot hold. */
static void no_more_is_read_than_a_file_holds(void **state)
{
	struct pk_frames frames = {run, read_phys, found, progress, 3 * PAGE, &memory};
	struct pk_own_notes notes = {0};

	(void)state;
	put((uint64_t)3 * PAGE, TEXT, false);
	pk_own_notes_find(&frames, false, &notes);
	assert_int_equal(notes.nr, 0);
	assert_int_equal(memory.nr_read, 3);
}

static bool stuck(void *arg, uint64_t *from, uint64_t *end)
{
	(void)arg;
	*end = *from;
	return true;
}

static void a_run_without_end(void **state)
{
	struct pk_frames frames = {stuck, read_phys, found, progress, 3 * PAGE, &memory};
	struct pk_own_notes notes = {0};

	(void)state;
	pk_own_notes_find(&frames, true, &notes);
	assert_int_equal(notes.nr, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(a_note_at_a_page, setup),
		cmocka_unit_test_setup(a_note_anywhere, setup),
		cmocka_unit_test_setup(copies_are_one, setup),
		cmocka_unit_test_setup(the_one_that_is_wanted_ends_it, setup),
		cmocka_unit_test_setup(what_is_no_note, setup),
		cmocka_unit_test_setup(a_page_that_is_missing, setup),
		cmocka_unit_test_setup(more_than_any_machine_has, setup),
		cmocka_unit_test_setup(no_more_is_read_than_a_file_holds, setup),
		cmocka_unit_test_setup(a_run_without_end, setup),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
