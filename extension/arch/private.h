/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_PRIVATE_H
#define PK_ARCH_PRIVATE_H

#include "arch/arch.h"
#include "arch/stack.h"

/* Operations of struct pk_arch. */
enum pk_status pk_aarch64_unwind(struct pk_ctx *ctx, struct pk_stack_image *image,
				 uint64_t *ret_sp);
uint64_t pk_aarch64_outer_sp(struct pk_ctx *ctx, struct pk_stack_image *image);
bool pk_aarch64_after_call(struct pk_ctx *ctx, uint64_t pc);
bool pk_aarch64_saved_regs(struct pk_ctx *ctx, struct pk_stack_image *image, size_t index,
			   uint64_t *ret_regs);
/** Whether PSTATE says that the exception was taken in the kernel. */
bool pk_aarch64_in_kernel(uint64_t pstate);
/** The frame record's other word, the caller's x29, which is what the tracers store. */
uint64_t pk_aarch64_return_key(struct pk_ctx *ctx, uint64_t slot);

/** pk_arch.translate. */
bool pk_ppc64_translate(const struct pk_phys *phys, uint64_t addr, uint64_t *ret_phys);

/** pk_arch.translate. */
bool pk_s390x_translate(const struct pk_phys *phys, uint64_t addr, uint64_t *ret_phys);

#endif
