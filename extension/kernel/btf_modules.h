/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_BTF_MODULES_H
#define PK_KERNEL_BTF_MODULES_H

#include "kernel/btf.h"
#include "core/target.h"

/**
 * Types that only a module has, from the BTF that the kernel keeps on its list btf_modules (5.11,
 * CONFIG_DEBUG_INFO_BTF_MODULES). Each continues vmlinux's BTF and is read on first use; most are
 * never read.
 */
struct pk_btf_modules;

/** Types of module NAME, whose struct module is at ADDR, where the kernel has no BTF of it. *RET_BTF becomes the
 *  caller's. PK_UNSUPPORTED: nobody has them. */
typedef enum pk_status (*pk_btf_ask_fn)(void *arg, const char *name, uint64_t addr,
					struct pk_btf **ret_btf);

/** BASE (vmlinux's BTF) and TARGET are borrowed. ASK is called once for a module without BTF; NULL:
 *  nobody is asked. NULL: out of memory. */
struct pk_btf_modules *pk_btf_modules_create(struct pk_target *target, const struct pk_btf *base,
					     pk_btf_ask_fn ask, void *arg);
void pk_btf_modules_destroy(struct pk_btf_modules *modules); /* NULL is fine */

/**
 * BTF of module NAME, with underscores for hyphens as in /proc/modules; borrowed. PK_ABSENT: not
 * loaded. PK_UNSUPPORTED: loaded, but the kernel has no BTF for it. PK_UNREADABLE, PK_CORRUPT:
 * damage to it, or to the list of modules or of BTF if the walk ended before finding it.
 */
enum pk_status pk_btf_modules_find(struct pk_btf_modules *modules, const char *name,
				   const struct pk_btf **ret_btf);

/**
 * Split "struct fq_flow@sch_fq" into *RET_TYPE (SIZE bytes) and *RET_MODULE, which points into
 * TEXT. False: no module is named, or the type does not fit and was cut.
 */
bool pk_btf_split_name(const char *text, char *ret_type, size_t size, const char **ret_module);

#endif
