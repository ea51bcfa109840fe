// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>

#include "kernel/kernel.h"
#include "target/crash/gdb.h"
#include "target/crash/internal.h"

static const struct pk_provider_ops ops = {
	.name = "crash",
	.read = pk_crash_read,
	.read_ahead = pk_crash_read_ahead,
	.symbol = pk_crash_symbol,
	.number = pk_crash_number,
	.symbol_named = pk_crash_symbol_named,
	.symbol_at = pk_crash_symbol_at,
	.no_btf = pk_crash_no_btf,
	.module = pk_crash_module,
	.type_size = pk_crash_type_size,
	.member = pk_crash_member,
	.enumerator = pk_crash_enumerator,
	.enum_name = pk_crash_enum_name,
	.functions_of_file = pk_crash_functions_of_file,
	.module_debuginfo = pk_crash_module_debuginfo,
	.regs = pk_crash_regs,
	.virt_to_page = pk_crash_virt_to_page,
};

struct pk_crash *pk_crash_create(void)
{
	struct pk_crash *crash = calloc(1, sizeof(*crash));

	if (!crash)
		return NULL;
	crash->provider.ops = &ops;
	crash->pages = pk_page_cache_create(pk_crash_read_dump, NULL, true);
	if (crash->pages) {
		pk_crash_facts(&crash->provider.facts);
		crash->target = pk_kernel_create(&crash->provider);
	}
	if (!crash->target) {
		pk_crash_destroy(crash);
		return NULL;
	}
	return crash;
}

void pk_crash_destroy(struct pk_crash *crash)
{
	if (!crash)
		return;
	pk_kernel_destroy(crash->target);
	pk_gdb_types_destroy(crash->gdb);
	pk_page_cache_destroy(crash->pages);
	free(crash->regs);
	free(crash);
}
