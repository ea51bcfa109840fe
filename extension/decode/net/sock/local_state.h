/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_LOCAL_STATE_H
#define PK_DECODE_LOCAL_STATE_H

#include "core/context.h"
#include "model/local_sock.h"

/** What may hold SOCK back. Each figure has its own status. */
void pk_local_state_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			 struct pk_local_state *ret_state);

#endif
