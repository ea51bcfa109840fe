/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_KERNEL_H
#define PK_KERNEL_KERNEL_H

#include "kernel/provider.h"

/**
 * A target made of a provider: what any Linux dump tells from reads alone. Symbols come from kallsyms, types from BTF,
 * both as they lie in the dump; the provider is asked where it has none. Each is read at the first question.
 *
 * PROVIDER is borrowed and must outlive the target. NULL: out of memory.
 */
struct pk_target *pk_kernel_create(struct pk_provider *provider);
void pk_kernel_destroy(struct pk_target *target); /* NULL is fine */
/** What the target was made of; borrowed. */
struct pk_provider *pk_kernel_provider(struct pk_target *target);

#endif
