/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FAULT_H
#define PK_DECODE_FAULT_H

#include "decode/printk.h"
#include "model/fault.h"

/** The fault of PANIC's oops. Asks the dump for slabs only if the address is poison, or no address at all. */
void pk_fault_find(struct pk_ctx *ctx, const struct pk_panic *panic, struct pk_fault *ret_fault);

#endif
