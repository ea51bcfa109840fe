/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SOCK_WAITERS_H
#define PK_DECODE_SOCK_WAITERS_H

#include "core/context.h"
#include "decode/task/sleeping.h"
#include "model/sock.h"
#include "model/sock_waiter.h"

/** Who waits for SOCK, full or listening: the entries of its wait queue, and the tasks behind them.
 *  SLEEPERS caches where tasks sleep, for all sockets. */
void pk_sock_waiters_read(struct pk_ctx *ctx, struct pk_sleepers *sleepers,
			  const struct pk_sock *sock, struct pk_sock_waiters *ret_waiters);

/** The same for the struct sock at ADDR, of any family. */
void pk_sock_waiters_at(struct pk_ctx *ctx, struct pk_sleepers *sleepers, uint64_t addr,
			struct pk_sock_waiters *ret_waiters);

/** Who waits until the unix socket at ADDR takes another datagram or connection. */
void pk_unix_senders_at(struct pk_ctx *ctx, struct pk_sleepers *sleepers, uint64_t addr,
			struct pk_sock_waiters *ret_waiters);

#endif
