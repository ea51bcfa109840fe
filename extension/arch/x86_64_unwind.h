/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_X86_64_UNWIND_H
#define PK_ARCH_X86_64_UNWIND_H

#include "arch/stack.h"

/** Unwind IMAGE from its registers by the kernel's ORC tables in the dump, or by frame pointers,
 *  appending frames. PK_OK: to the end of the stack; otherwise *ret_sp is where it stopped. PK_ABSENT:
 *  among others, if this kernel has neither. */
enum pk_status pk_x86_64_unwind(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t *ret_sp);

#endif
