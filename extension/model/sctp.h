/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SCTP_H
#define PK_MODEL_SCTP_H

#include <stdbool.h>
#include <stdint.h>

#include "model/sock.h"

#define PK_SCTP_ADDRESSES 16 /* of one end; of more it is only said that there are */

/** Addresses of one end. */
struct pk_sctp_end {
	uint16_t port; /* host order; 0 of an endpoint's peer */
	uint32_t nr; /* of ADDRESSES; NR_ALL may be more */
	uint32_t nr_all;
	struct {
		uint8_t family; /* 4 or 6 */
		uint8_t bytes[16]; /* network order */
		bool primary;
	} addresses[PK_SCTP_ADDRESSES];
};

/** An association, or an endpoint that listens. What an endpoint has not is 0. */
struct pk_sctp {
	bool is_association;
	uint64_t addr; /* struct sctp_association or sctp_endpoint */
	uint64_t sk;
	uint32_t netns; /* ns inode number; 0 if unknown */
	uint64_t inode; /* of the struct socket; 0: it has none; PK_INODE_UNKNOWN */
	uint8_t style; /* sctp_sock.type */
	uint8_t sk_state; /* skc_state */
	uint32_t state; /* of the association: enum sctp_state */
	uint32_t id; /* sctp_assoc_t; 0: it has none yet */
	struct pk_sctp_end local, peer;
	/* As /proc/net/sctp/assocs has them: bytes; jiffies; counts. */
	uint32_t tx_queue, rx_queue;
	uint64_t heartbeat;
	uint32_t wmem_alloc, wmem_queued, sndbuf, rcvbuf; /* of its socket */
	uint32_t in_streams, out_streams, max_retrans, init_retries, shutdown_retries, rtx_chunks;
	/* Bytes, of the primary path: what may be in flight, and is; of all: what the peer lets in, what is let in; chunks'
	 * bytes that wait to be sent. */
	uint32_t cwnd, flight, peer_rwnd, rwnd, unsent;
	uint32_t unacked; /* bytes that were sent and not acknowledged */
	uint32_t my_tag, peer_tag;
};

#endif
