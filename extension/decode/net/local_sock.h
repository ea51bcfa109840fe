/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LOCAL_SOCK_H
#define PK_DECODE_LOCAL_SOCK_H

#include "core/context.h"
#include "model/local_sock.h"

typedef bool (*pk_local_sock_fn)(const struct pk_local_sock *sock, void *arg); /* false stops */

/** Every socket of FAMILY in every network namespace, by the tables that /proc/net/unix, netlink, packet, raw and raw6
 *  are printed from. PK_ABSENT: this kernel has no such table. What is damaged or not in the dump is warned of, and the
 *  rest told. */
enum pk_status pk_local_socks_walk(struct pk_ctx *ctx, enum pk_local_family family,
				   pk_local_sock_fn fn, void *arg);

#endif
