// SPDX-License-Identifier: GPL-3.0-or-later
/* Symbol tables as a hostile dump may hold them. The input is the target's memory from ORIGIN on, every
 * 4 KiB page of it readable, with the tables where tests/unit/kallsyms_test.c has them on a smaller
 * scale; the first bytes choose the variant. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "flat_memory.h"
#include "kernel/kallsyms.h"

static bool see(const struct pk_symbol *symbol, void *arg)
{
	*(uint64_t *)arg += symbol->addr + strlen(symbol->name) + strlen(symbol->module);
	return true;
}

static void question(struct pk_kallsyms *kallsyms)
{
	static const uint64_t addrs[] = {
		0, ORIGIN, ORIGIN + 0x200, ORIGIN + 0x900, 0xffffffffc0000100ull, UINT64_MAX};
	struct pk_symbol symbol;
	uint64_t sum = 0;

	for (size_t i = 0; i < sizeof(addrs) / sizeof(addrs[0]); i++)
		pk_kallsyms_at(kallsyms, addrs[i], &symbol);
	pk_kallsyms_symbol(kallsyms, "a", &sum);
	pk_kallsyms_named(kallsyms, "tcp_v4_rcv", see, &sum);
	pk_kallsyms_each(kallsyms, see, &sum);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct flat_memory memory = {data + 16, size - 16};
	struct pk_kallsyms_source source = {
		.read = flat_read,
		.arg = &memory,
		.num_syms = ORIGIN,
		.token_index = ORIGIN + 16,
		.token_table = ORIGIN + 528,
		.names = ORIGIN + 528 + 600,
		.known_name = "",
	};
	struct pk_kallsyms_module module = {.name = "veth", .nr_ranges = 2};
	struct pk_kallsyms *kallsyms;

	if (size < 16)
		return 0;
	source.big_endian = data[0] & 1;
	source.word_size = data[0] & 2 ? 4 : 8;
	source.relative_base = data[0] & 4 ? ORIGIN + 8 : 0;
	source.offsets = ORIGIN + 8ull * data[1];
	source.addresses = ORIGIN + 8ull * data[2];
	if (pk_kallsyms_create(&source, &kallsyms) != PK_OK)
		return 0;
	module.symtab = ORIGIN + 8ull * data[3];
	module.strtab = ORIGIN + 8ull * data[4];
	module.typetab = data[0] & 8 ? ORIGIN + data[5] : 0;
	module.num_symtab = data[6];
	module.ranges[0].base = 0xffffffffc0000000ull;
	module.ranges[0].size = 0x100ull * data[7];
	module.ranges[1].base = UINT64_MAX - 0x100ull * data[8];
	module.ranges[1].size = 0x1000;
	module.text_end = module.ranges[0].base + 0x80ull * data[9];
	pk_kallsyms_add_module(kallsyms, &source, &module);
	pk_kallsyms_add_range(kallsyms, "bpf", "bpf_prog", 't', 0x1000, data[10]);
	question(kallsyms);
	pk_kallsyms_destroy(kallsyms);
	return 0;
}
