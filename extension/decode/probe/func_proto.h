/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FUNC_PROTO_H
#define PK_DECODE_FUNC_PROTO_H

#include "kernel/btf_func.h"
#include "core/context.h"

/** Parameters of functions as the dumped kernel itself knows them: its BTF in memory, and that of its modules,
 *  of which a broken one costs a warning. PK_ABSENT: it has none. Destroy with pk_btf_funcs_destroy(). */
enum pk_status pk_func_protos_load(struct pk_ctx *ctx, struct pk_btf_funcs **ret_funcs);

#endif
