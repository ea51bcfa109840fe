/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_PROVIDER_H
#define PK_KERNEL_PROVIDER_H

#include "core/target.h"

/**
 * What gives access to one dead machine: a crash(8) session, a dump file. It gives little: memory, a few addresses
 * to begin with, registers, what machine it is. All else (symbols, types, CPUs, struct pages) is made from these by
 * kernel/kernel.h, once for every provider.
 */
struct pk_provider;

/** What a provider has read itself of a module's types. */
enum pk_provider_module {
	PK_MODULE_NOT_LOADED,
	PK_MODULE_LOADED, /* and nothing tells its types */
	PK_MODULE_DEBUGINFO, /* and the provider answers questions about them */
	PK_MODULE_UNKNOWN, /* the provider keeps no list of modules */
};

/** Debuginfo of a module that the provider has read; MODULE is its struct module, for the build-id in memory. */
typedef bool (*pk_provider_debuginfo_fn)(struct pk_debuginfo *info, uint64_t module, void *arg);

/**
 * Questions of types are as in struct pk_target_ops, without modules' names. Those that are NULL have no answer:
 * PK_UNSUPPORTED, and of symbols PK_ABSENT.
 */
struct pk_provider_ops {
	const char *name; /* "crash", "kdumpfile" */

	/** As in struct pk_target_ops. */
	enum pk_status (*read)(struct pk_provider *provider, uint64_t addr, void *buf, size_t len);
	void (*read_ahead)(struct pk_provider *provider, uint64_t addr, size_t len);
	bool (*divide)(struct pk_provider *provider, bool in_child);

	/** Address of NAME before kallsyms are read: a debugger's table, or VMCOREINFO's SYMBOL(). */
	bool (*symbol)(struct pk_provider *provider, const char *name, uint64_t *ret_addr);
	/** What VMCOREINFO says as NUMBER(NAME). */
	bool (*number)(struct pk_provider *provider, const char *name, uint64_t *ret_value);
	/** A symbol with what else is known of it, and what is at an address: where kallsyms cannot be read. */
	bool (*symbol_named)(struct pk_provider *provider, const char *name,
			     struct pk_symbol *ret_symbol);
	bool (*symbol_at)(struct pk_provider *provider, uint64_t addr,
			  struct pk_symbol *ret_symbol);

	/** BTF of the kernel that the provider has besides: where that in memory cannot be read. *RET_DATA (*RET_LEN
	 *  bytes) comes from malloc(). PK_ABSENT: it has none. */
	enum pk_status (*btf)(struct pk_provider *provider, void **ret_data, size_t *ret_len);
	/** The kernel has no BTF that can be read, and WHY: types are asked of the provider from now on. */
	void (*no_btf)(struct pk_provider *provider, enum pk_status why);
	enum pk_provider_module (*module)(struct pk_provider *provider, const char *name);
	enum pk_status (*type_size)(struct pk_provider *provider, const char *type,
				    uint64_t *ret_size);
	enum pk_status (*member)(struct pk_provider *provider, const char *type, const char *path,
				 struct pk_member *ret_member);
	enum pk_status (*enumerator)(struct pk_provider *provider, const char *name,
				     int64_t *ret_value);
	enum pk_status (*enum_name)(struct pk_provider *provider, const char *tag, int64_t value,
				    char *buf, size_t size);
	enum pk_status (*functions_of_file)(struct pk_provider *provider, const char *file,
					    pk_symbol_fn fn, void *arg);
	enum pk_status (*module_debuginfo)(struct pk_provider *provider,
					   pk_provider_debuginfo_fn fn, void *arg);

	/** As in struct pk_target_ops. */
	enum pk_status (*regs)(struct pk_provider *provider, int cpu, struct pk_regs *ret_regs);
	/** The struct page of a direct-mapped address, by the provider's own translation. PK_ABSENT: not direct-mapped. */
	enum pk_status (*virt_to_page)(struct pk_provider *provider, uint64_t addr,
				       uint64_t *ret_page);
};

struct pk_provider {
	const struct pk_provider_ops *ops;
	struct pk_facts
		facts; /* all but nr_cpu_ids and symbols_lack, which the kernel layer finds */
};

#endif
