/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_X86_64_ORC_H
#define PK_ARCH_X86_64_ORC_H

#include "arch/stack.h"

#define PK_X86_64_USER_END (1ull << 47)

/** Unwind IMAGE from its registers by the kernel's ORC tables in the dump (CONFIG_UNWINDER_ORC),
 *  appending frames. PK_OK: to the end of the stack; otherwise *ret_sp is where it stopped. */
enum pk_status pk_x86_64_orc_unwind(struct pk_ctx *ctx, struct pk_stack_image *image,
				    uint64_t *ret_sp);

#endif
