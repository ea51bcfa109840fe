/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_CONSUMER_H
#define PK_DECODE_CONSUMER_H

#include "core/context.h"
#include "model/consumer.h"

/** What uses sockets inside the kernel and waits for answers: transports and calls of Sun RPC
 *  (NFS); controllers, queues and requests of NVMe over TCP; sessions and commands of iSCSI;
 *  connections and commands of SMB; connections and messages of RDS by TCP; clients of Ceph, their
 *  connections and requests.
 *  Damage costs a warning and what follows it, and shows in the status of that kind. */
void pk_consumers_read(struct pk_ctx *ctx, struct pk_consumers *ret_consumers);

#endif
