// SPDX-License-Identifier: GPL-3.0-or-later
/* The search for symbol tables in a kernel that does not say where they are. The input is the memory between text and
 * data. The digits that the search looks for are put where the first bytes say, since no fuzzer guesses them. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "flat_memory.h"
#include "kernel/kallsyms_internal.h"

#define MAX_INPUT 65536

static void plant_digits(uint8_t *bytes, size_t len, size_t at)
{
	for (int digit = 0; digit < 10 && at + 2 <= len; digit++, at += 2) {
		bytes[at] = (uint8_t)('0' + digit);
		bytes[at + 1] = 0;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint8_t bytes[MAX_INPUT];
	struct flat_memory memory = {bytes, size - 4};
	struct pk_kallsyms_source source = {
		.read = flat_read, .arg = &memory, .known_name = "_stext", .known_addr = ORIGIN};
	struct pk_kallsyms *kallsyms;
	struct pk_symbol symbol;

	if (size < 4 || size - 4 > MAX_INPUT)
		return 0;
	memcpy(bytes, data + 4, memory.len);
	plant_digits(bytes, memory.len, (size_t)data[1] << 8 | data[2]);
	source.big_endian = data[0] & 1;
	source.word_size = data[0] & 2 ? 4 : 8;
	if (pk_kallsyms_scan(&source, ORIGIN, ORIGIN + memory.len) != PK_OK ||
	    pk_kallsyms_scanned(&source, &kallsyms) != PK_OK)
		return 0;
	pk_kallsyms_at(kallsyms, ORIGIN + data[3], &symbol);
	pk_kallsyms_destroy(kallsyms);
	return 0;
}
