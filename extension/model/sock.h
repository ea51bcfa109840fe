/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SOCK_H
#define PK_MODEL_SOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "model/tuple.h"

#define PK_INODE_UNKNOWN UINT64_MAX /* of a struct socket that the dump does not hold */

enum pk_sock_kind { PK_SOCK_FULL, PK_SOCK_LISTEN, PK_SOCK_REQUEST, PK_SOCK_TIMEWAIT };

enum pk_sock_queue {
	PK_QUEUE_RECEIVE,
	PK_QUEUE_WRITE,
	PK_QUEUE_RTX,
	PK_QUEUE_OFO,
	PK_QUEUE_BACKLOG,
	PK_QUEUE_ERROR,
	PK_NR_SOCK_QUEUES
};

/** A socket, request or time-wait sock. TUPLE is as the socket sends: local is source. */
struct pk_sock {
	uint64_t addr;
	uint8_t protocol; /* in IP's header */
	enum pk_sock_kind kind;
	uint8_t state; /* skc_state; only the protocol knows what it means */
	uint8_t shown_state; /* what /proc/net prints: a time-wait sock may be another */
	uint8_t socket_family; /* 4 or 6: an IPv6 socket may speak IPv4 (then the tuple is IPv4) */
	struct pk_tuple tuple;
	uint64_t net; /* struct net */
	uint32_t netns; /* ns inode number; 0 if unknown */
	uint32_t mark, bound_dev_if;
	bool owned; /* sk_lock.owned: a process holds it (packets go to the backlog) */
	uint64_t inode; /* of the struct socket; 0 if none; PK_INODE_UNKNOWN */
	/* The protocol's own numbers; valid for PK_SOCK_FULL */
	uint32_t rcv_nxt, copied_seq, snd_una, snd_nxt, write_seq;
	uint64_t bytes_acked;
	uint32_t
		first_seq; /* none before this one was ever sent: its first, as far back as is known */
	uint32_t rx_queue,
		tx_queue; /* as /proc/net prints them: bytes, or memory; rx of a listener: to accept */
	uint32_t max_backlog; /* of a listener: how many may wait to be accepted */
	uint32_t
		read_bytes; /* of RX_QUEUE at first: a datagram socket gives memory back in larger steps */
	uint32_t
		corked; /* bytes of a datagram that was begun and waits to be sent (UDP_CORK, MSG_MORE) */
	uint32_t corking; /* what the protocol tells that by */
	uint32_t retransmits; /* icsk_retransmits: unanswered retransmits now */
	uint32_t total_retrans;
	uint32_t drops; /* sk_drops */
	uint32_t qlen[PK_NR_SOCK_QUEUES];
};

const char *
pk_sock_queue_name(enum pk_sock_queue queue); /* "receive", "write", "rtx", "ofo", ... */

#endif
