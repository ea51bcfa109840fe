/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_S390X_MMU_H
#define PK_ARCH_S390X_MMU_H

#include "arch/arch.h"

/** pk_arch.translate. */
bool pk_s390x_translate(const struct pk_phys *phys, uint64_t addr, uint64_t *ret_phys);

#endif
