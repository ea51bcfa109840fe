/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_USER_QUEUE_H
#define PK_DECODE_USER_QUEUE_H

#include "core/context.h"
#include "model/packet.h"

/** A packet that a firewall's rule gave to a program, which has not answered (NFQUEUE). */
struct pk_user_queued {
	uint64_t skb;
	enum pk_direction dir; /* PK_RX also for a router's, until it is sent on */
	uint16_t queue; /* number in the rule */
	uint32_t port; /* netlink port of the program: mostly its process ID */
};
typedef bool (*pk_user_queued_fn)(const struct pk_user_queued *queued, void *arg); /* false stops */

/** Visit these in every network namespace; of one queue the oldest first. Damage costs a warning.
 *  PK_ABSENT: the module is not there, or its types are not. */
enum pk_status pk_user_queues_walk(struct pk_ctx *ctx, pk_user_queued_fn fn, void *arg);

#endif
