/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SCTP_H
#define PK_MODEL_SCTP_H

#include <stdbool.h>
#include <stdint.h>

#include "model/sock.h"

#define PK_SCTP_ADDRESSES 16 /* addresses kept of one end; NR_ALL tells how many there are */

/** Addresses of one end. */
struct pk_sctp_end {
	uint16_t port; /* host order; 0 of an endpoint's peer */
	uint32_t nr; /* number in ADDRESSES */
	uint32_t nr_all;
	struct {
		uint8_t family; /* 4 or 6 */
		uint8_t bytes[16]; /* network order */
		bool primary;
	} addresses[PK_SCTP_ADDRESSES];
};

/** An association, or a listening endpoint. Members that an endpoint lacks are 0. */
struct pk_sctp {
	bool is_association;
	uint64_t addr; /* struct sctp_association or sctp_endpoint */
	uint64_t sk;
	uint32_t netns; /* ns inode number; 0 if unknown */
	uint64_t inode; /* of the struct socket; 0 if none; PK_INODE_UNKNOWN */
	uint8_t style; /* sctp_sock.type */
	uint8_t sk_state; /* skc_state */
	uint32_t state; /* of the association: enum sctp_state */
	uint32_t id; /* sctp_assoc_t; 0: not assigned yet */
	struct pk_sctp_end local, peer;
	/* As in /proc/net/sctp/assocs: queues in bytes, HEARTBEAT in jiffies, the rest counts. */
	uint32_t tx_queue, rx_queue;
	uint64_t heartbeat;
	uint32_t wmem_alloc, wmem_queued, sndbuf, rcvbuf; /* of its socket */
	uint32_t in_streams, out_streams, max_retrans, init_retries, shutdown_retries, rtx_chunks;
	/* Bytes. Primary path: congestion window, in flight. Association: the peer's window, ours,
	 * and chunks waiting to be sent. */
	uint32_t cwnd, flight, peer_rwnd, rwnd, unsent;
	uint32_t unacked; /* bytes sent and not acknowledged */
	uint32_t my_tag, peer_tag;
};

#endif
