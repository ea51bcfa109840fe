// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>

#include "target/crash/gdb_types.h"
#include "target/crash/internal.h"
#include "target/crash/read_ahead.h"

static const struct pk_target_ops ops = {
	.name = "crash",
	.read = pk_crash_read,
	.read_ahead = pk_crash_read_ahead,
	.symbol = pk_crash_symbol,
	.symbols_named = pk_crash_symbols_named,
	.symbols_all = pk_crash_symbols_all,
	.functions_of_file = pk_crash_functions_of_file,
	.module_debuginfo = pk_crash_module_debuginfo,
	.symbol_at = pk_crash_symbol_at,
	.type_size = pk_crash_type_size,
	.member = pk_crash_member,
	.enumerator = pk_crash_enumerator,
	.enum_name = pk_crash_enum_name,
	.percpu_offset = pk_crash_percpu_offset,
	.cpumask = pk_crash_cpumask,
	.regs = pk_crash_regs,
	.panic_cpu = pk_crash_panic_cpu,
	.virt_to_page = pk_crash_virt_to_page,
};

struct pk_crash_target *pk_crash_target_create(void)
{
	struct pk_crash_target *crash = calloc(1, sizeof(*crash));

	if (!crash)
		return NULL;
	crash->target.ops = &ops;
	crash->pages = pk_crash_pages_create();
	if (!crash->pages) {
		free(crash);
		return NULL;
	}
	pk_crash_facts(crash);
	return crash;
}

void pk_crash_target_destroy(struct pk_crash_target *crash)
{
	if (!crash)
		return;
	pk_kallsyms_destroy(crash->kallsyms);
	pk_btf_modules_destroy(crash->btf_modules);
	pk_btf_destroy(crash->btf);
	pk_gdb_types_destroy(crash->gdb);
	pk_read_ahead_destroy(crash->ahead);
	pk_crash_pages_destroy(crash->pages);
	free(crash->regs);
	free(crash);
}
