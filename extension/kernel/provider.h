/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_PROVIDER_H
#define PK_KERNEL_PROVIDER_H

#include "core/target.h"

/**
 * Raw access to one dead machine, such as a crash(8) session or a dump file: memory, a few
 * addresses to start from, registers, and the kind of machine. kernel/kernel.h derives everything
 * else (symbols, types, CPUs, struct pages) from these, once for all providers.
 */
struct pk_provider;

/** Whether a module is loaded, and whether the provider has read its types. */
enum pk_provider_module {
	PK_MODULE_NOT_LOADED,
	PK_MODULE_LOADED, /* no type information */
	PK_MODULE_DEBUGINFO, /* the provider can answer type questions */
	PK_MODULE_UNKNOWN, /* the provider keeps no list of modules */
};

/** Module debuginfo that the provider has read. MODULE: its struct module, to get the build ID in
 *  memory. */
typedef bool (*pk_provider_debuginfo_fn)(struct pk_debuginfo *info, uint64_t module, void *arg);

/**
 * Type questions are as in struct pk_target_ops, without module names. A NULL operation means
 * PK_UNSUPPORTED; for symbols, PK_ABSENT.
 */
struct pk_provider_ops {
	const char *name; /* "crash", "kdumpfile" */

	/** As in struct pk_target_ops. */
	enum pk_status (*read)(struct pk_provider *provider, uint64_t addr, void *buf, size_t len);
	void (*read_ahead)(struct pk_provider *provider, uint64_t addr, size_t len);
	bool (*divide)(struct pk_provider *provider, bool in_child);

	/** Address of NAME before kallsyms is read: a debugger's table, or VMCOREINFO's
	 *  SYMBOL(). */
	bool (*symbol)(struct pk_provider *provider, const char *name, uint64_t *ret_addr);
	/** VMCOREINFO's NUMBER(NAME). */
	bool (*number)(struct pk_provider *provider, const char *name, uint64_t *ret_value);
	/** A symbol by name or by address, used where kallsyms cannot be read. */
	bool (*symbol_named)(struct pk_provider *provider, const char *name,
			     struct pk_symbol *ret_symbol);
	bool (*symbol_at)(struct pk_provider *provider, uint64_t addr,
			  struct pk_symbol *ret_symbol);

	/** The provider's own copy of vmlinux BTF, used if the one in memory cannot be read.
	 *  *RET_DATA (*RET_LEN bytes) comes from malloc() and becomes the caller's. PK_ABSENT: it
	 *  has none. */
	enum pk_status (*btf)(struct pk_provider *provider, void **ret_data, size_t *ret_len);
	/** Types of module NAME, which the kernel has no BTF of, as BTF of its own: from debuginfo
	 *  that somebody gave for it, if its build ID is ID ("" if unknown). *RET_DATA as in
	 *  btf(). PK_ABSENT: there is none. */
	enum pk_status (*module_btf)(struct pk_provider *provider, const char *name, const char *id,
				     void **ret_data, size_t *ret_len);
	/** Told when the kernel has no readable BTF, and WHY: from then on types come from the
	 *  provider. */
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

	/** As in struct pk_target_ops; asked for only if no CPU saved registers for kdump. */
	enum pk_status (*regs)(struct pk_provider *provider, int cpu, struct pk_regs *ret_regs);
	/** The struct page of a direct-mapped address, by the provider's own translation.
	 *  PK_ABSENT: not direct-mapped. */
	enum pk_status (*virt_to_page)(struct pk_provider *provider, uint64_t addr,
				       uint64_t *ret_page);
};

struct pk_provider {
	const struct pk_provider_ops *ops;
	/* except nr_cpu_ids and symbols_lack, which the kernel layer fills in */
	struct pk_facts facts;
};

#endif
