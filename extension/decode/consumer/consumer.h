/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_CONSUMER_H
#define PK_DECODE_CONSUMER_H

#include "core/context.h"
#include "model/consumer.h"

/** What inside the kernel uses sockets, and waits for answers: transports and calls of Sun RPC (NFS), controllers, queues
 *  and requests of NVMe by TCP, sessions and commands of iSCSI. Damage costs a warning and what lies behind it, and CONSUMERS says so of that kind. */
void pk_consumers_read(struct pk_ctx *ctx, struct pk_consumers *ret_consumers);

#endif
