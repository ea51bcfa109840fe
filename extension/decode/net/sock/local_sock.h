/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LOCAL_SOCK_H
#define PK_DECODE_LOCAL_SOCK_H

#include "core/context.h"
#include "model/local_sock.h"

typedef bool (*pk_local_sock_fn)(const struct pk_local_sock *sock, void *arg); /* false stops */

/** Visit every socket of FAMILY in every network namespace, in the tables behind /proc/net/unix,
 *  netlink, packet, raw and raw6. PK_ABSENT: no such table in this kernel. Damage and missing pages
 *  cost a warning; the rest is delivered. */
enum pk_status pk_local_socks_walk(struct pk_ctx *ctx, enum pk_local_family family,
				   pk_local_sock_fn fn, void *arg);

#endif
