/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_INTERNAL_H
#define PK_KERNEL_INTERNAL_H

#include "kernel/btf.h"
#include "kernel/btf_internal.h"
#include "kernel/kallsyms.h"
#include "kernel/kernel.h"

/* Things that are read once, on first use. */
enum pk_kernel_state { PK_KERNEL_UNTRIED, PK_KERNEL_READY, PK_KERNEL_FAILED };

struct pk_kernel {
	struct pk_target target; /* first: the ops get this pointer */
	struct pk_provider *provider;
	enum pk_kernel_state symbols_state;
	enum pk_status symbols_status; /* why symbols_state is PK_KERNEL_FAILED */
	struct pk_kallsyms *kallsyms;
	bool all_symbols; /* kallsyms includes data (CONFIG_KALLSYMS_ALL) */
	enum pk_kernel_state notes_state; /* READY: CPUs saved their registers for kdump */
	enum pk_kernel_state btf_state;
	struct pk_btf *btf;
	pk_btf_ask_fn ask_module; /* what debuginfo was given for modules */
	struct pk_btf_modules *btf_modules; /* created on first use of a module's type */
	/* the direct map, in which struct page can be computed from the address */
	enum pk_kernel_state direct_state;
	uint64_t direct_base, direct_end; /* of memory in it: the first byte, and behind the last */
	uint64_t page_origin; /* where the struct page of address 0 would be, modulo 2^64 */
	uint64_t page_struct; /* size of one */
};

static inline struct pk_kernel *pk_kernel_of(struct pk_target *target)
{
	return (struct pk_kernel *)target;
}

/* reads.c */

/** pk_target_ops.read for the kernel layer. */
enum pk_status pk_kernel_read(struct pk_target *target, uint64_t addr, void *buf, size_t len);
/** Integer of SIZE bytes at ADDR; OTHERWISE if it cannot be read. */
uint64_t pk_kernel_uint(struct pk_kernel *kernel, uint64_t addr, size_t size, uint64_t otherwise);

/* symbols.c */

/** Address of a variable that this layer needs: from the provider, otherwise from kallsyms. */
bool pk_kernel_address(struct pk_kernel *kernel, const char *name, uint64_t *ret_addr);
enum pk_status pk_kernel_symbol(struct pk_target *target, const char *name, uint64_t *ret_addr);
enum pk_status pk_kernel_symbols_named(struct pk_target *target, const char *name, pk_symbol_fn fn,
				       void *arg);
enum pk_status pk_kernel_symbols_all(struct pk_target *target, pk_symbol_fn fn, void *arg);
enum pk_status pk_kernel_symbol_at(struct pk_target *target, uint64_t addr,
				   struct pk_symbol *ret_symbol);

/* types.c */
enum pk_status pk_kernel_type_size(struct pk_target *target, const char *type, uint64_t *ret_size);
enum pk_status pk_kernel_member(struct pk_target *target, const char *type, const char *path,
				struct pk_member *ret_member);
enum pk_status pk_kernel_enumerator(struct pk_target *target, const char *name, int64_t *ret_value);
enum pk_status pk_kernel_enum_name(struct pk_target *target, const char *tag, int64_t value,
				   char *buf, size_t size);

/* cpus.c */

/** One more than the highest possible CPU. */
uint32_t pk_kernel_count_cpu_ids(struct pk_kernel *kernel);
enum pk_status pk_kernel_percpu_offset(struct pk_target *target, int cpu, uint64_t *ret_offset);
enum pk_status pk_kernel_cpumask(struct pk_target *target, enum pk_cpumask_kind kind,
				 struct pk_cpumask *ret_mask);
enum pk_status pk_kernel_panic_cpu(struct pk_target *target, int *ret_cpu);

/* pages.c */
enum pk_status pk_kernel_virt_to_page(struct pk_target *target, uint64_t addr, uint64_t *ret_page);

/* pages_of_slabs.c */

/** pk_kernel.page_origin, by what SLUB knows of its pages. False: no two slabs say so, or two others say otherwise. */
bool pk_kernel_pages_of_slabs(struct pk_kernel *kernel, uint64_t *ret_origin);

/* module_id.c */

/** Build ID that the kernel keeps for a loaded module, as hexadecimal text; "" if unknown. */
void pk_kernel_module_id(struct pk_target *target, uint64_t module, char *text, size_t size);

#endif
