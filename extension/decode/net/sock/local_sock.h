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

/** What may hold SOCK back. Each figure has its own status. */
void pk_local_state_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			 struct pk_local_state *ret_state);

/** The first messages in the receive queue of SOCK, a netlink socket. Of other families, and of uevents, whose
 *  packets have no struct nlmsghdr, none. */
void pk_netlink_messages_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			      struct pk_netlink_messages *ret_messages);

/** Bytes of SKB, in the receive queue of the unix socket SOCK, that are not read yet. */
struct pk_figure pk_unix_skb_len(struct pk_ctx *ctx, const struct pk_local_sock *sock,
				 uint64_t skb);

/** The first packets in the receive queue of SOCK, a unix socket that does not listen. Of others, none. */
void pk_unix_packets_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			  struct pk_unix_packets *ret_packets);

#endif
