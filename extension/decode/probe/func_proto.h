/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FUNC_PROTO_H
#define PK_DECODE_FUNC_PROTO_H

#include "kernel/btf_func.h"
#include "core/context.h"

/** Function parameters from the BTF in the dumped kernel's memory, its modules' included; a broken
 *  module costs a warning. PK_ABSENT: no BTF. Free with pk_btf_funcs_destroy(). */
enum pk_status pk_func_protos_load(struct pk_ctx *ctx, struct pk_btf_funcs **ret_funcs);

#endif
