/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_BTF_MODULES_H
#define PK_KERNEL_BTF_MODULES_H

#include "kernel/btf.h"
#include "core/target.h"

/**
 * Types that only a module has, by the BTF that the kernel keeps of it (5.11 and later, where
 * CONFIG_DEBUG_INFO_BTF_MODULES is set): the list btf_modules, whose struct btf has the module's types, which
 * continue those of vmlinux. A module's BTF is read at the first question about it; most are never read.
 */
struct pk_btf_modules;

/** BASE, vmlinux's, and TARGET are borrowed. NULL: no memory. */
struct pk_btf_modules *pk_btf_modules_create(struct pk_target *target, const struct pk_btf *base);
void pk_btf_modules_destroy(struct pk_btf_modules *modules); /* NULL is fine */

/**
 * The BTF of the module NAME, whose hyphens are underscores as in /proc/modules; borrowed. PK_ABSENT: no
 * such module is loaded. PK_UNSUPPORTED: it is, and the kernel has no BTF of it. PK_UNREADABLE, PK_CORRUPT:
 * damage, also to the list of modules where it was not met before.
 */
enum pk_status pk_btf_modules_find(struct pk_btf_modules *modules, const char *name,
				   const struct pk_btf **ret_btf);

/**
 * "struct fq_flow@sch_fq": the type as a module sees it. Splits TEXT into *RET_TYPE (SIZE bytes, cut if it is
 * longer: then false too) and *RET_MODULE, which points into TEXT. False: no module is named.
 */
bool pk_btf_split_name(const char *text, char *ret_type, size_t size, const char **ret_module);

#endif
