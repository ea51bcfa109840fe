/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SOCK_INFO_H
#define PK_DECODE_SOCK_INFO_H

#include "core/context.h"
#include "model/sock.h"
#include "model/sock_info.h"

/** What `ss -tinm` would have shown of SOCK, a full one or a listener. What cannot be read has its status. */
void pk_sock_info_read(struct pk_ctx *ctx, const struct pk_sock *sock,
		       struct pk_sock_info *ret_info);

#endif
