/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_KERNEL_H
#define PK_KERNEL_KERNEL_H

#include "kernel/provider.h"

/**
 * A target on top of a provider, for what any Linux dump tells through reads alone. Symbols come
 * from kallsyms and types from BTF, both read from the dump on first use; the provider is the
 * fallback.
 *
 * PROVIDER is borrowed and must outlive the target. NULL: out of memory.
 */
struct pk_target *pk_kernel_create(struct pk_provider *provider);
void pk_kernel_destroy(struct pk_target *target); /* NULL is fine */
/** PKTTRACE_TYPES=debuginfo, to compare: types are not to come from BTF, neither the dump's nor a file's. */
bool pk_kernel_wants_debuginfo(void);
/** The provider given to pk_kernel_create(); borrowed. */
struct pk_provider *pk_kernel_provider(struct pk_target *target);

#endif
