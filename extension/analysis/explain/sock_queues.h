/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SOCK_QUEUES_H
#define PK_ANALYSIS_SOCK_QUEUES_H

#include "decode/net/skb/skb.h"
#include "decode/net/sock/sock.h"

struct pk_queued_skb {
	enum pk_sock_queue queue;
	uint64_t addr;
	bool readable; /* otherwise nothing below is valid */
	uint64_t bytes; /* of the stream */
	struct pk_skb skb;
};

/** What the queues of one socket hold. */
struct pk_sock_queues {
	struct pk_queued_skb *list; /* owned; the first NR */
	size_t nr;
	uint64_t count[PK_NR_SOCK_QUEUES], bytes[PK_NR_SOCK_QUEUES];
	bool cut; /* LIST is incomplete */
	enum pk_status status[PK_NR_SOCK_QUEUES]; /* not PK_OK: the counts cover only a part */
};

/** What cannot be read costs a warning. Only full sockets and listeners have queues. */
void pk_sock_queues_read(struct pk_ctx *ctx, const struct pk_sock *sock,
			 struct pk_sock_queues *ret_queues);
void pk_sock_queues_deinit(struct pk_sock_queues *queues);

#endif
