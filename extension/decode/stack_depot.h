/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_STACK_DEPOT_H
#define PK_DECODE_STACK_DEPOT_H

#include "core/reader.h"
#include "model/noted_stack.h"

/** Add the NR return addresses at ADDRS to the stack, as %pS prints them, up to the first 0 and as many as fit. */
void pk_noted_stack_add(struct pk_reader *r, uint64_t addrs, uint64_t nr,
			struct pk_noted_stack *stack);
/** The stack that the handle at ADDR (depot_stack_handle_t) names in the kernel's stack depot (since 4.6). PK_ABSENT: none was
 *  noted, or the kernel has no depot. PK_CORRUPT: no record has this handle. */
enum pk_status pk_depot_stack_read(struct pk_ctx *ctx, uint64_t addr,
				   struct pk_noted_stack *ret_stack);

#endif
