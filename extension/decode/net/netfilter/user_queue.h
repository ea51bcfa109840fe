/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_USER_QUEUE_H
#define PK_DECODE_USER_QUEUE_H

#include "core/context.h"
#include "model/packet.h"
#include "model/user_queue.h"

typedef bool (*pk_user_queue_fn)(const struct pk_user_queue *queue, void *arg); /* false stops */

/** Visit the queues of every network namespace. One that cannot be read costs a warning. PK_ABSENT:
 *  the module is not there, or its types are not. */
enum pk_status pk_user_queues_walk(struct pk_ctx *ctx, pk_user_queue_fn fn, void *arg);

/** DIR: PK_RX also for a router's packet, until it is sent on. False stops. */
typedef bool (*pk_user_queued_fn)(uint64_t skb, enum pk_direction dir, void *arg);

/** Visit what waits in QUEUE for the program's answer, oldest first. Damage costs a warning. */
void pk_user_queue_skbs_walk(struct pk_ctx *ctx, const struct pk_user_queue *queue,
			     pk_user_queued_fn fn, void *arg);

typedef void (*pk_user_queued_device_fn)(uint64_t dev, uint64_t entry, void *arg);
/** Visit the devices, with a reference to each, of what waits in QUEUE: by which it came in, and goes out. */
enum pk_status pk_user_queue_devices_walk(struct pk_ctx *ctx, const struct pk_user_queue *queue,
					  pk_user_queued_device_fn fn, void *arg);

#endif
