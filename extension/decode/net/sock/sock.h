/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SOCK_H
#define PK_DECODE_SOCK_H

#include "core/context.h"
#include "model/sock.h"
#include "protocol/protocol.h"

typedef bool (*pk_sock_fn)(const struct pk_sock *sock, void *arg);
/** Visit every socket of every protocol, table and namespace: established, listening, requests,
 *  time-wait. */
enum pk_status pk_socks_walk(struct pk_ctx *ctx, pk_sock_fn fn, void *arg);
/** The socket of PROTOCOL at ADDR: full, request or time-wait, according to skc_state. */
enum pk_status pk_sock_read(struct pk_ctx *ctx, const struct pk_protocol *protocol, uint64_t addr,
			    struct pk_sock *ret_sock);

/** Inode number of the struct sock at SK (0: none); 0 without a struct socket; PK_INODE_UNKNOWN. */
uint64_t pk_sock_inode(struct pk_ctx *ctx, uint64_t sk);

/** The identity of the struct sock at SK, of any family. */
void pk_sock_identity_read(struct pk_ctx *ctx, uint64_t sk, struct pk_sock_identity *ret_identity);
/** sk_drops_read() of it. */
struct pk_figure pk_sock_drops(struct pk_ctx *ctx, uint64_t sk);

typedef bool (*pk_skb_fn)(uint64_t skb, enum pk_sock_queue queue, void *arg);
/** Visit the skbs on one queue of a full socket in queue order; uses only SOCK's address and
 *  protocol. A cycle or damage ends the walk with a warning. */
enum pk_status pk_sock_queue_walk(struct pk_ctx *ctx, const struct pk_sock *sock,
				  enum pk_sock_queue queue, pk_skb_fn fn, void *arg);
/** The skb that was queued last on SOCK's receive queue, a list; 0: it is empty. */
enum pk_status pk_sock_received_last(struct pk_ctx *ctx, const struct pk_sock *sock,
				     uint64_t *ret_skb);

#endif
