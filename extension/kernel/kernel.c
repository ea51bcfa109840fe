// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel.h"

#include <stdlib.h>

#include "kernel/internal.h"

static void read_ahead(struct pk_target *target, uint64_t addr, size_t len)
{
	struct pk_provider *provider = pk_kernel_of(target)->provider;

	if (provider->ops->read_ahead)
		provider->ops->read_ahead(provider, addr, len);
}

static bool divide(struct pk_target *target, bool in_child)
{
	struct pk_provider *provider = pk_kernel_of(target)->provider;

	return provider->ops->divide && provider->ops->divide(provider, in_child);
}

static enum pk_status regs(struct pk_target *target, int cpu, struct pk_regs *ret_regs)
{
	struct pk_provider *provider = pk_kernel_of(target)->provider;
	enum pk_status status = PK_ABSENT;

	if (!target->facts.is_live)
		status = pk_crash_notes_regs(target, cpu, ret_regs);
	if (status != PK_UNSUPPORTED)
		return status;
	return provider->ops->regs ? provider->ops->regs(provider, cpu, ret_regs) : PK_ABSENT;
}

/* A pass of debuginfo functions on to FN. */
struct of_file {
	struct pk_target *target;
	pk_symbol_fn fn;
	void *arg;
	struct pk_symbol function; /* the current one */
	uint64_t entry; /* address of the symbol of its name inside it; 0: none */
	unsigned nr; /* number of such symbols */
};

static bool is_inside(const struct pk_symbol *symbol, void *arg)
{
	struct of_file *of = arg;

	if (symbol->addr - of->function.addr < of->function.size) {
		of->entry = symbol->addr;
		of->nr++;
	}
	return true;
}

/* Debuginfo starts a function with a cold part at the lower of the two, and newer kernels place the
 * cold part first. The function is where its own symbol is. */
static bool put_at_its_symbol(const struct pk_symbol *symbol, void *arg)
{
	struct of_file *of = arg;
	struct pk_symbol there;

	of->function = *symbol;
	of->nr = 0;
	if (pk_kernel_symbols_named(of->target, symbol->name, is_inside, of) == PK_OK &&
	    of->nr == 1 && of->entry != symbol->addr &&
	    pk_kernel_symbol_at(of->target, of->entry, &there) == PK_OK) {
		of->function.addr = of->entry;
		of->function.size = there.size;
	}
	return of->fn(&of->function, of->arg);
}

static enum pk_status functions_of_file(struct pk_target *target, const char *file, pk_symbol_fn fn,
					void *arg)
{
	struct pk_provider *provider = pk_kernel_of(target)->provider;
	struct of_file of = {.target = target, .fn = fn, .arg = arg};

	return provider->ops->functions_of_file
		       ? provider->ops->functions_of_file(provider, file, put_at_its_symbol, &of)
		       : PK_UNSUPPORTED;
}

struct debuginfo {
	struct pk_target *target;
	pk_debuginfo_fn fn;
	void *arg;
};

static bool add_module_id(struct pk_debuginfo *info, uint64_t module, void *arg)
{
	struct debuginfo *debuginfo = arg;

	if (info->file_id[0])
		pk_kernel_module_id(debuginfo->target, module, info->module_id,
				    sizeof(info->module_id));
	return debuginfo->fn(info, debuginfo->arg);
}

static enum pk_status module_debuginfo(struct pk_target *target, pk_debuginfo_fn fn, void *arg)
{
	struct pk_provider *provider = pk_kernel_of(target)->provider;
	struct debuginfo debuginfo = {target, fn, arg};

	if (target->facts.is_live || !provider->ops->module_debuginfo)
		return PK_OK;
	return provider->ops->module_debuginfo(provider, add_module_id, &debuginfo);
}

static enum pk_status ask_module(void *arg, const char *name, uint64_t addr,
				 struct pk_btf **ret_btf)
{
	struct pk_kernel *kernel = arg;
	struct pk_provider *provider = kernel->provider;
	char id[72] = "";
	enum pk_status status;
	size_t len;
	void *data;

	if (!provider->ops->module_btf)
		return PK_UNSUPPORTED;
	pk_kernel_module_id(&kernel->target, addr, id, sizeof(id));
	status = provider->ops->module_btf(provider, name, id, &data, &len);
	if (status != PK_OK)
		return PK_UNSUPPORTED;
	status = pk_btf_create(data, len, kernel->target.facts.word_size, ret_btf);
	if (status != PK_OK)
		free(data);
	return status;
}

struct pk_target *pk_kernel_create(struct pk_provider *provider)
{
	static const struct pk_target_ops ops = {
		.name = "kernel",
		.read = pk_kernel_read,
		.read_ahead = read_ahead,
		.divide = divide,
		.symbol = pk_kernel_symbol,
		.symbols_named = pk_kernel_symbols_named,
		.symbols_all = pk_kernel_symbols_all,
		.functions_of_file = functions_of_file,
		.module_debuginfo = module_debuginfo,
		.symbol_at = pk_kernel_symbol_at,
		.type_size = pk_kernel_type_size,
		.member = pk_kernel_member,
		.enumerator = pk_kernel_enumerator,
		.enum_name = pk_kernel_enum_name,
		.percpu_offset = pk_kernel_percpu_offset,
		.cpumask = pk_kernel_cpumask,
		.regs = regs,
		.panic_cpu = pk_kernel_panic_cpu,
		.virt_to_page = pk_kernel_virt_to_page,
	};
	struct pk_kernel *kernel = calloc(1, sizeof(*kernel));

	if (!kernel)
		return NULL;
	kernel->target.ops = &ops;
	kernel->target.facts = provider->facts;
	kernel->provider = provider;
	kernel->ask_module = ask_module;
	kernel->target.facts.nr_cpu_ids = pk_kernel_count_cpu_ids(kernel);
	return &kernel->target;
}

struct pk_provider *pk_kernel_provider(struct pk_target *target)
{
	return pk_kernel_of(target)->provider;
}

void pk_kernel_destroy(struct pk_target *target)
{
	struct pk_kernel *kernel = target ? pk_kernel_of(target) : NULL;

	if (!kernel)
		return;
	pk_kallsyms_destroy(kernel->kallsyms);
	pk_btf_modules_destroy(kernel->btf_modules);
	pk_btf_destroy(kernel->btf);
	free(kernel);
}
