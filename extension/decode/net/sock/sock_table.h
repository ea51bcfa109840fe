/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SOCK_TABLE_H
#define PK_DECODE_SOCK_TABLE_H

#include "core/context.h"
#include "decode/buckets.h"
#include "protocol/sockets.h"

typedef bool (*pk_sock_table_fn)(struct pk_ctx *ctx, uint64_t table, void *arg); /* false stops */

/** Visit every hash table of a protocol's sockets once: the one that namespaces share, and those of
 *  namespaces with their own. Damage to the list of namespaces is warned of. */
enum pk_status pk_sock_tables_walk(struct pk_ctx *ctx, const struct pk_protocol_sockets *sockets,
				   pk_sock_table_fn fn, void *arg);

/** The kernel has ARRAY in this form. */
bool pk_sock_array_is_of_kernel(struct pk_ctx *ctx, const struct pk_sock_array *array);
/** Where ARRAY of TABLE lies. */
enum pk_status pk_sock_array_locate(struct pk_ctx *ctx, uint64_t table,
				    const struct pk_sock_array *array,
				    struct pk_buckets *ret_buckets);

#endif
