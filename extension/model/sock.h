/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SOCK_H
#define PK_MODEL_SOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "model/figure.h"
#include "model/tuple.h"

#define PK_INODE_UNKNOWN UINT64_MAX /* the dump lacks the struct socket */

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

/** What `ss -e` says of a socket, whatever its family. */
struct pk_sock_identity {
	struct pk_figure uid; /* of who opened it */
	struct pk_figure cookie; /* 0: nobody has asked for it yet */
	struct pk_figure shutdown; /* PK_SHUT_* */
};

#define PK_SHUT_RECEIVE 1
#define PK_SHUT_SEND 2

/** Of a socket, what its kernel has and the dump lacks: a number that is 0 for want of anything better. */
enum {
	PK_SOCK_NO_MARK = 1 << 0,
	PK_SOCK_NO_OWNED = 1 << 1,
	PK_SOCK_NO_RX_QUEUE = 1 << 2,
};

/** A socket, request or time-wait sock. TUPLE is as it sends: the local end is the source. */
struct pk_sock {
	uint64_t addr;
	uint8_t protocol; /* in IP's header */
	enum pk_sock_kind kind;
	uint8_t state; /* skc_state; only the protocol knows what it means */
	uint8_t shown_state; /* as /proc/net prints it; may differ for a time-wait sock */
	uint8_t socket_family; /* 4 or 6: an IPv6 socket may speak IPv4 (then the tuple is IPv4) */
	struct pk_tuple tuple;
	uint64_t net; /* struct net */
	uint32_t netns; /* ns inode number; 0 if unknown */
	uint32_t mark, bound_dev_if;
	uint32_t unread; /* PK_SOCK_NO_* */
	bool owned; /* sk_lock.owned: a process holds it (packets go to the backlog) */
	uint64_t inode; /* of the struct socket; 0 if none; PK_INODE_UNKNOWN */
	struct pk_sock_identity identity; /* absent in a request or time-wait sock */
	/* The protocol's own numbers; only for PK_SOCK_FULL */
	uint32_t rcv_nxt, copied_seq, snd_una, snd_nxt, write_seq;
	uint64_t bytes_acked;
	/* the first sequence number it sent, as far back as is known */
	uint32_t first_seq;
	/* as /proc/net prints them: bytes, or memory; a listener's rx: connections to accept */
	uint32_t rx_queue, tx_queue;
	/* of a listener: how many connections may wait for accept() */
	struct pk_figure max_backlog;
	/* of a listener: handshakes that are not complete, at most MAX_BACKLOG; whether there were
	 * too many once */
	struct pk_figure syn_queue, syn_flooded;
	/* read bytes still included in RX_QUEUE: a datagram socket returns memory in larger
	 * steps */
	uint32_t read_bytes;
	/* bytes of a datagram that was begun and not sent (UDP_CORK, MSG_MORE) */
	uint32_t corked;
	uint32_t corking; /* the protocol's mark for that */
	uint32_t retransmits; /* icsk_retransmits: retransmissions currently unanswered */
	struct pk_figure total_retrans;
	struct pk_figure drops; /* sk_drops */
	uint32_t qlen[PK_NR_SOCK_QUEUES];
};

const char *
pk_sock_queue_name(enum pk_sock_queue queue); /* "receive", "write", "rtx", "ofo", ... */

#endif
