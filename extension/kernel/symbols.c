// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <string.h>

#include "kernel/internal.h"

/* The kernel's own symbols, found through a few addresses from the provider; the provider's symbols
 * if the kernel's cannot be read. */

static bool provider_address(struct pk_kernel *kernel, const char *name, uint64_t *ret_addr)
{
	struct pk_provider *provider = kernel->provider;

	return provider->ops->symbol && provider->ops->symbol(provider, name, ret_addr);
}

static uint64_t address(struct pk_kernel *kernel, const char *name)
{
	uint64_t addr;

	return provider_address(kernel, name, &addr) ? addr : 0;
}

static enum pk_status read_for_kallsyms(void *arg, uint64_t addr, void *buf, size_t len)
{
	return pk_kernel_read(arg, addr, buf, len);
}

static void read_ahead_for_kallsyms(void *arg, uint64_t addr, size_t len)
{
	struct pk_target *target = arg;

	if (target->ops->read_ahead)
		target->ops->read_ahead(target, addr, len);
}

/* A damaged module list is no reason to lose vmlinux's symbols. */
static void add_modules(struct pk_kernel *kernel, const struct pk_kallsyms_source *source)
{
	char *lack = kernel->target.facts.symbols_lack;
	size_t size = sizeof(kernel->target.facts.symbols_lack);
	enum pk_status status;
	unsigned failed = 0;
	uint64_t modules;

	if (!pk_kernel_address(kernel, "modules", &modules))
		return;
	status = pk_kallsyms_add_modules(kernel->kallsyms, source, &kernel->target, modules,
					 &failed);
	if (status != PK_OK)
		snprintf(lack, size, "the module list is %s: names in some modules are not known",
			 pk_status_name(status));
	else if (failed)
		snprintf(lack, size,
			 "symbols of %u modules could not be read: names there are not known",
			 failed);
}

/* Finding modules and run-time text takes types, and types take vmlinux's symbols: those come
 * first. */
static enum pk_status load(struct pk_kernel *kernel)
{
	struct pk_kallsyms_source source;
	enum pk_status status;
	uint64_t init_task;

	source = (struct pk_kallsyms_source){
		.read = read_for_kallsyms,
		.read_ahead = read_ahead_for_kallsyms,
		.arg = &kernel->target,
		.big_endian = kernel->target.facts.big_endian,
		.word_size = kernel->target.facts.word_size,
		.num_syms = address(kernel, "kallsyms_num_syms"),
		.names = address(kernel, "kallsyms_names"),
		.token_table = address(kernel, "kallsyms_token_table"),
		.token_index = address(kernel, "kallsyms_token_index"),
		.offsets = address(kernel, "kallsyms_offsets"),
		.relative_base = address(kernel, "kallsyms_relative_base"),
		.addresses = address(kernel, "kallsyms_addresses"),
		.known_name = "_stext",
		.known_addr = address(kernel, "_stext"),
	};
	if (!source.known_addr)
		source.known_name = "";
	if (source.num_syms && source.names && source.token_table && source.token_index)
		status = pk_kallsyms_create(&source, &kernel->kallsyms);
	else if ((status = pk_kallsyms_scan(&source, source.known_addr,
					    address(kernel, "init_uts_ns"))) == PK_OK)
		status = pk_kallsyms_scanned(&source, &kernel->kallsyms);
	if (status != PK_OK)
		return status;
	kernel->symbols_state = PK_KERNEL_READY;
	kernel->all_symbols =
		pk_kallsyms_symbol(kernel->kallsyms, "init_task", &init_task) == PK_OK;
	add_modules(kernel, &source);
	pk_kallsyms_add_runtime(kernel->kallsyms, &source, &kernel->target);
	return PK_OK;
}

static bool symbols_load(struct pk_kernel *kernel)
{
	if (kernel->symbols_state == PK_KERNEL_UNTRIED) {
		kernel->symbols_state = PK_KERNEL_FAILED;
		kernel->symbols_status = load(kernel);
		if (kernel->symbols_status != PK_OK)
			snprintf(kernel->target.facts.symbols_lack,
				 sizeof(kernel->target.facts.symbols_lack),
				 "the kernel's kallsyms are %s: names are %s's, which may differ "
				 "from the kernel's",
				 pk_status_name(kernel->symbols_status),
				 kernel->provider->ops->name);
	}
	return kernel->symbols_state == PK_KERNEL_READY;
}

bool pk_kernel_address(struct pk_kernel *kernel, const char *name, uint64_t *ret_addr)
{
	return provider_address(kernel, name, ret_addr) ||
	       (symbols_load(kernel) &&
		pk_kallsyms_symbol(kernel->kallsyms, name, ret_addr) == PK_OK);
}

enum pk_status pk_kernel_symbol(struct pk_target *target, const char *name, uint64_t *ret_addr)
{
	struct pk_kernel *kernel = pk_kernel_of(target);
	enum pk_status status = PK_ABSENT;

	if (symbols_load(kernel))
		status = pk_kallsyms_symbol(kernel->kallsyms, name, ret_addr);
	if (status == PK_ABSENT && !kernel->all_symbols && provider_address(kernel, name, ret_addr))
		status = PK_OK;
	return status;
}

enum pk_status pk_kernel_symbols_named(struct pk_target *target, const char *name, pk_symbol_fn fn,
				       void *arg)
{
	struct pk_kernel *kernel = pk_kernel_of(target);
	struct pk_provider *provider = kernel->provider;
	enum pk_status status = PK_ABSENT;
	struct pk_symbol symbol;

	if (symbols_load(kernel))
		status = pk_kallsyms_named(kernel->kallsyms, name, fn, arg);
	if (status != PK_ABSENT || kernel->all_symbols || !provider->ops->symbol_named ||
	    !provider->ops->symbol_named(provider, name, &symbol))
		return status;
	fn(&symbol, arg);
	return PK_OK;
}

enum pk_status pk_kernel_symbols_all(struct pk_target *target, pk_symbol_fn fn, void *arg)
{
	struct pk_kernel *kernel = pk_kernel_of(target);

	if (!symbols_load(kernel))
		return kernel->symbols_status;
	pk_kallsyms_each(kernel->kallsyms, fn, arg);
	return PK_OK;
}

/* Without KALLSYMS_ALL, kallsyms has only functions, and the last one before the data seems to span
 * it. */
enum pk_status pk_kernel_symbol_at(struct pk_target *target, uint64_t addr,
				   struct pk_symbol *ret_symbol)
{
	struct pk_kernel *kernel = pk_kernel_of(target);
	struct pk_provider *provider = kernel->provider;
	enum pk_status status = PK_ABSENT;
	struct pk_symbol symbol;

	if (symbols_load(kernel))
		status = pk_kallsyms_at(kernel->kallsyms, addr, ret_symbol);
	if (status == PK_OK && ret_symbol->addr == addr)
		return status;
	if ((status == PK_OK || status == PK_ABSENT) && !kernel->all_symbols &&
	    provider->ops->symbol_at && provider->ops->symbol_at(provider, addr, &symbol) &&
	    (status == PK_ABSENT ||
	     (symbol.addr > ret_symbol->addr && strchr("dDbBrR", symbol.type) != NULL))) {
		*ret_symbol = symbol;
		status = PK_OK;
	}
	return status;
}
