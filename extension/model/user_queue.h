/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_USER_QUEUE_H
#define PK_MODEL_USER_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/figure.h"

/** A queue to user space (NFQUEUE): a firewall's rule gives it packets, and a program bound to it
 *  decides on each. Figures are those of /proc/net/netfilter/nfnetlink_queue, in packets. */
struct pk_user_queue {
	uint64_t addr; /* struct nfqnl_instance */
	uint32_t inum; /* of its network namespace */
	uint16_t number; /* in the rule */
	uint32_t port; /* netlink port of the program: mostly its process ID */
	struct pk_figure waiting, limit;
	struct pk_figure dropped; /* because it was full */
	struct pk_figure unsent; /* dropped because the program's own socket was full */
	bool fails_open; /* if it is full, packets pass */
};

#endif
