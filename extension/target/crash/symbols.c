// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>

#include "defs.h"
#include "target/crash/internal.h"

/* The kernel's own symbols, found with a handful of addresses from crash's; crash's own where the
 * kernel's cannot be read. */

bool pk_crash_symbol_search(const char *name, uint64_t *ret_addr)
{
	struct syment *sp = symbol_search((char *)name);

	if (!sp)
		return false;
	*ret_addr = sp->value;
	return true;
}

static uint64_t address(const char *name)
{
	uint64_t addr = 0;

	pk_crash_symbol_search(name, &addr);
	return addr;
}

static enum pk_status read_for_kallsyms(void *arg, uint64_t addr, void *buf, size_t len)
{
	return pk_crash_read(arg, addr, buf, len);
}

static void find_source(struct pk_crash_target *crash, struct pk_kallsyms_source *source)
{
	*source = (struct pk_kallsyms_source){
		.read = read_for_kallsyms,
		.arg = &crash->target,
		.big_endian = crash->target.facts.big_endian,
		.word_size = crash->target.facts.word_size,
		.num_syms = address("kallsyms_num_syms"),
		.names = address("kallsyms_names"),
		.token_table = address("kallsyms_token_table"),
		.token_index = address("kallsyms_token_index"),
		.offsets = address("kallsyms_offsets"),
		.relative_base = address("kallsyms_relative_base"),
		.addresses = address("kallsyms_addresses"),
		.known_name = "_stext",
		.known_addr = address("_stext"),
	};
	if (!source->known_addr)
		source->known_name = "";
}

/* What the module list lacks is no reason to do without vmlinux. */
static void add_modules(struct pk_crash_target *crash, const struct pk_kallsyms_source *source)
{
	char *lack = crash->target.facts.symbols_lack;
	uint64_t modules = address("modules");
	enum pk_status status;
	unsigned failed = 0;

	if (!modules)
		return;
	status = pk_kallsyms_add_modules(crash->kallsyms, source, &crash->target, modules, &failed);
	if (status != PK_OK)
		snprintf(lack, sizeof(crash->target.facts.symbols_lack),
			 "the module list is %s: names in some modules are not known", pk_status_name(status));
	else if (failed)
		snprintf(lack, sizeof(crash->target.facts.symbols_lack),
			 "symbols of %u modules could not be read: names there are not known", failed);
}

static enum pk_status load(struct pk_crash_target *crash)
{
	struct pk_kallsyms_source source;
	enum pk_status status;
	uint64_t init_task;

	find_source(crash, &source);
	if (!source.num_syms || !source.names || !source.token_table || !source.token_index)
		return PK_ABSENT;
	status = pk_kallsyms_create(&source, &crash->kallsyms);
	if (status != PK_OK)
		return status;
	crash->all_symbols = pk_kallsyms_symbol(crash->kallsyms, "init_task", &init_task) == PK_OK;
	add_modules(crash, &source);
	pk_kallsyms_add_runtime(crash->kallsyms, &source, &crash->target);
	return PK_OK;
}

bool pk_crash_symbols_load(struct pk_crash_target *crash)
{
	if (crash->symbols_state == PK_CRASH_UNTRIED) {
		crash->symbols_status = load(crash);
		crash->symbols_state =
			crash->symbols_status == PK_OK ? PK_CRASH_READY : PK_CRASH_FAILED;
		if (crash->symbols_state == PK_CRASH_FAILED)
			snprintf(crash->target.facts.symbols_lack, sizeof(crash->target.facts.symbols_lack),
				 "the kernel's kallsyms are %s: names are crash's, which may differ from the kernel's",
				 pk_status_name(crash->symbols_status));
	}
	return crash->symbols_state == PK_CRASH_READY;
}

enum pk_status pk_crash_symbol(struct pk_target *target, const char *name, uint64_t *ret_addr)
{
	struct pk_crash_target *crash = (struct pk_crash_target *)target;
	enum pk_status status = PK_ABSENT;

	if (pk_crash_symbols_load(crash))
		status = pk_kallsyms_symbol(crash->kallsyms, name, ret_addr);
	if (status == PK_ABSENT && !crash->all_symbols && pk_crash_symbol_search(name, ret_addr))
		status = PK_OK;
	return status;
}

static void from_syment(const struct syment *sp, struct pk_symbol *symbol)
{
	memset(symbol, 0, sizeof(*symbol));
	symbol->addr = sp->value;
	symbol->type = sp->type;
	strncpy(symbol->name, sp->name, sizeof(symbol->name) - 1);
}

enum pk_status pk_crash_symbols_named(struct pk_target *target, const char *name, pk_symbol_fn fn,
				      void *arg)
{
	struct pk_crash_target *crash = (struct pk_crash_target *)target;
	enum pk_status status = PK_ABSENT;
	struct pk_symbol symbol;
	struct syment *sp;

	if (pk_crash_symbols_load(crash))
		status = pk_kallsyms_named(crash->kallsyms, name, fn, arg);
	if (status != PK_ABSENT || crash->all_symbols)
		return status;
	sp = symbol_search((char *)name);
	if (!sp)
		return PK_ABSENT;
	from_syment(sp, &symbol);
	fn(&symbol, arg);
	return PK_OK;
}

enum pk_status pk_crash_symbols_all(struct pk_target *target, pk_symbol_fn fn, void *arg)
{
	struct pk_crash_target *crash = (struct pk_crash_target *)target;

	if (!pk_crash_symbols_load(crash))
		return crash->symbols_status;
	pk_kallsyms_each(crash->kallsyms, fn, arg);
	return PK_OK;
}

enum pk_status pk_crash_symbol_at(struct pk_target *target, uint64_t addr,
				  struct pk_symbol *ret_symbol)
{
	struct pk_crash_target *crash = (struct pk_crash_target *)target;
	struct syment *sp;
	ulong offset;

	if (pk_crash_symbols_load(crash))
		return pk_kallsyms_at(crash->kallsyms, addr, ret_symbol);
	sp = value_search(addr, &offset);
	if (!sp)
		return PK_ABSENT;
	from_syment(sp, ret_symbol);
	return PK_OK;
}
