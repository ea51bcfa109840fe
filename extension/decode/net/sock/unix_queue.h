/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_UNIX_QUEUE_H
#define PK_DECODE_UNIX_QUEUE_H

#include "core/context.h"
#include "model/local_sock.h"

/** Bytes of SKB, in the receive queue of the unix socket SOCK, that are not read yet. */
struct pk_figure pk_unix_skb_len(struct pk_ctx *ctx, const struct pk_local_sock *sock,
				 uint64_t skb);

/** The first packets in the receive queue of SOCK, a unix socket that does not listen. Of others, none. */
void pk_unix_packets_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			  struct pk_unix_packets *ret_packets);

#endif
