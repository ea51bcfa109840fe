/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NETLINK_QUEUE_H
#define PK_DECODE_NETLINK_QUEUE_H

#include "core/context.h"
#include "model/local_sock.h"

/** The first messages in the receive queue of SOCK, a netlink socket. Of other families, and of uevents, whose
 *  packets have no struct nlmsghdr, none. */
void pk_netlink_messages_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			      struct pk_netlink_messages *ret_messages);

#endif
