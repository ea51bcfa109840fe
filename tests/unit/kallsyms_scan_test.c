// SPDX-License-Identifier: GPL-3.0-or-later
/* Symbol tables that nothing announces (kernels before 6.0), wherever they lie between text and data. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "fake_target.h"
#include "kernel/kallsyms_internal.h"

#define TEXT 0xffffffff81000000ull
#define DATA 0xffffffff82000000ull
#define WINDOW 0x40000u /* what the search reads at a time, downwards from DATA's page */
#define FEW 600u /* three markers, and 4 bytes up to what is aligned to 8 */
#define MANY 70144u /* 274 markers; a page of their offsets is in each WINDOW */
#define NAME_BYTES 8 /* of each name, with its length */
#define ROOM 0x14000u /* bytes before the digits: as far as the names are looked for */
#define BEFORE_DIGITS (2 * '0') /* bytes of the table */

static enum pk_status read_fake(void *arg, uint64_t addr, void *buf, size_t len)
{
	struct fake_target *fake = arg;

	return fake->target.ops->read(&fake->target, addr, buf, len);
}

/* Each byte is a token of itself, but for those below '0'. The index stands behind the table. */
static void put_tokens(struct fake_target *fake, uint64_t table)
{
	char text[2] = "";

	for (uint64_t token = 0; token < 256; token++) {
		text[0] = (char)(token < '0' ? '!' : token <= '~' ? token : '~');
		fake_put_string(fake, table + 2 * token, text);
		fake_put(fake, table + 512 + 2 * token, 2, 2 * token);
	}
}

/* The tables, so that the first of the ten digits is at DIGITS. ABSOLUTE: without KALLSYMS_BASE_RELATIVE. */
static void draw(struct fake_target *fake, uint64_t digits, uint64_t nr, bool absolute)
{
	const uint64_t table = digits - BEFORE_DIGITS;
	const uint64_t markers = table - ((nr + 255) / 256 * 4 + 7) / 8 * 8;
	const uint64_t names = markers - nr * NAME_BYTES, num_syms = names - 8;
	const uint64_t offsets = num_syms - (absolute ? 8 * nr : 8 + 4 * nr);
	char name[NAME_BYTES];

	fake_map(fake, (offsets - ROOM) & ~0xfffull,
		 (digits - offsets + ROOM + 0x3000) & ~0xfffull);
	for (uint64_t i = 0; i < nr; i++) {
		fake_put(fake, names + NAME_BYTES * i, 1, NAME_BYTES - 1);
		snprintf(name, sizeof(name), "Ts%05u", (unsigned)i);
		fake_put_bytes(fake, names + NAME_BYTES * i + 1, name, NAME_BYTES - 1);
		if (absolute)
			fake_put(fake, offsets + 8 * i, 8, TEXT + 16 * i);
		else
			fake_put(fake, offsets + 4 * i, 4, 16 * i);
		if (i % 256 == 0)
			fake_put(fake, markers + i / 256 * 4, 4, NAME_BYTES * i);
	}
	fake_put(fake, num_syms, 4, nr);
	if (!absolute)
		fake_put(fake, num_syms - 8, 8, TEXT); /* what the offsets count from */
	put_tokens(fake, table);
}

/* Returns how often the dump was asked. */
static uint64_t assert_found_as(uint64_t digits, uint64_t nr, bool absolute)
{
	struct fake_target fake;
	struct pk_kallsyms *kallsyms;
	struct pk_symbol symbol;
	uint64_t nr_reads;
	struct pk_kallsyms_source source = {.read = read_fake,
					    .arg = &fake,
					    .word_size = 8,
					    .known_name = "s00000",
					    .known_addr = TEXT};

	fake_target_init(&fake);
	draw(&fake, digits, nr, absolute);
	fake.nr_reads = 0;
	assert_int_equal(pk_kallsyms_scan(&source, TEXT, DATA), PK_OK);
	nr_reads = fake.nr_reads;
	assert_int_equal(pk_kallsyms_scanned(&source, &kallsyms), PK_OK);
	assert_int_equal(pk_kallsyms_at(kallsyms, TEXT + 16 * 300 + 3, &symbol), PK_OK);
	assert_string_equal(symbol.name, "s00300");
	assert_int_equal(symbol.addr, TEXT + 16 * 300);
	assert_int_equal(pk_kallsyms_at(kallsyms, TEXT + 3, &symbol), PK_OK);
	assert_string_equal(symbol.name, "s00000");
	assert_int_equal(pk_kallsyms_at(kallsyms, TEXT + 16 * (nr - 1), &symbol), PK_OK);
	assert_int_equal(symbol.addr, TEXT + 16 * (nr - 1));
	pk_kallsyms_destroy(kallsyms);
	fake_target_deinit(&fake);
	return nr_reads;
}

static uint64_t assert_found(uint64_t digits, uint64_t nr)
{
	return assert_found_as(digits, nr, false);
}

/* What is not near them is missing from the dump. */
static void tables_are_found_among_holes(void **state)
{
	(void)state;
	assert_found(DATA - 5 * WINDOW + 0x12345678 % WINDOW / 8 * 8, FEW);
	assert_found(DATA - WINDOW / 2, FEW);
	assert_found(DATA - ROOM, FEW);
}

static void digits_may_span_two_windows(void **state)
{
	const uint64_t border = DATA + 0x1000 - 3ull * WINDOW;

	(void)state;
	for (uint64_t at = border - 24; at <= border + 8; at += 8)
		assert_found(at, FEW);
}

/* A kernel without KALLSYMS_BASE_RELATIVE has whole addresses before their number, in the place of offsets. */
static void addresses_instead_of_offsets(void **state)
{
	(void)state;
	assert_found_as(DATA - WINDOW / 2, FEW, true);
}

/* Each page in the holes above, and in the tables, would be more than 2000. */
static void offsets_lead_to_the_tables(void **state)
{
	(void)state;
	assert_true(assert_found(DATA - 40ull * WINDOW, MANY) < 500);
}

static void nothing_is_found_at_the_end_of_addresses(void **state)
{
	struct fake_target fake;
	struct pk_kallsyms_source source = {.read = read_fake, .arg = &fake, .word_size = 8};

	(void)state;
	fake_target_init(&fake);
	assert_int_equal(pk_kallsyms_scan(&source, 0, 0x1000), PK_ABSENT);
	assert_int_equal(pk_kallsyms_scan(&source, UINT64_MAX - 0x1000, UINT64_MAX), PK_ABSENT);
	assert_int_equal(pk_kallsyms_scan(&source, DATA, TEXT), PK_ABSENT);
	fake_target_deinit(&fake);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(tables_are_found_among_holes),
		cmocka_unit_test(digits_may_span_two_windows),
		cmocka_unit_test(addresses_instead_of_offsets),
		cmocka_unit_test(offsets_lead_to_the_tables),
		cmocka_unit_test(nothing_is_found_at_the_end_of_addresses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
