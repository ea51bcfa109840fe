/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_LOCAL_SOCK_H
#define PK_MODEL_LOCAL_SOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"
#include "model/sock.h"

/** Families of sockets that do not belong to a protocol in pk_protocols[]. */
enum pk_local_family {
	PK_LOCAL_UNIX,
	PK_LOCAL_NETLINK,
	PK_LOCAL_PACKET,
	PK_LOCAL_RAW,
	PK_NR_LOCAL
};

#define PK_UNIX_PATH_MAX 108

/** A socket of one of these families. Members that a family lacks are 0. */
struct pk_local_sock {
	enum pk_local_family family;
	uint64_t addr;
	uint32_t netns; /* ns inode number; 0 if unknown */
	/* of the struct socket; 0: none (the kernel's own, or not accepted yet);
	 * PK_INODE_UNKNOWN */
	uint64_t inode;
	struct pk_sock_identity identity;
	uint32_t refs; /* sk_refcnt */
	uint16_t type; /* SOCK_STREAM, ... */
	uint8_t state; /* skc_state */
	uint32_t drops;
	/* Unix: bytes in the receive queue; of a listener, connections to accept. Others:
	 * sk_rmem_alloc. */
	uint32_t rx_queue;
	uint32_t tx_queue; /* sk_wmem_alloc */
	bool rx_known; /* the receive queue could be walked to its end */
	/* netlink protocol, Ethernet type, or IP protocol */
	uint16_t protocol;
	uint32_t portid, groups; /* netlink: groups 1 to 32 */
	bool groups_known;
	uint32_t ifindex; /* packet: 0 is any device */
	struct pk_tuple tuple; /* raw: no ports */
	uint64_t peer, peer_inode; /* unix; PK_INODE_UNKNOWN */
	char path[PK_UNIX_PATH_MAX + 1]; /* unix: as in /proc/net/unix, '@' for NUL; "" if none */
	bool path_known;
};

#define PK_MESSAGES_MAX 8 /* listed per socket */

/** A message in a netlink socket's receive queue: its struct nlmsghdr. */
struct pk_netlink_message {
	uint32_t len, seq, pid; /* len: bytes, with the header */
	uint16_t type, flags;
};

struct pk_netlink_messages {
	enum pk_status status; /* of reading the queue; what came before an error is valid */
	unsigned nr;
	bool cut; /* there are more */
	struct pk_netlink_message list[PK_MESSAGES_MAX];
};

/** A packet in a unix socket's receive queue. */
struct pk_unix_packet {
	uint64_t skb;
	uint32_t len; /* bytes that are not read yet */
	uint64_t sender; /* struct sock that sent it */
	/* of the sender, when it was sent; absent: nobody asked for that (SO_PASSCRED) */
	struct pk_figure pid, uid;
};

struct pk_unix_packets {
	enum pk_status status; /* of reading the queue; what came before an error is valid */
	unsigned nr;
	bool cut; /* there are more */
	struct pk_unix_packet list[PK_MESSAGES_MAX];
};

/** What may hold a socket of these families back. What its family lacks is absent. */
struct pk_local_state {
	struct pk_sock_info info; /* memory alone */
	struct pk_figure queued; /* skbs in the receive queue */
	struct pk_figure most; /* unix: beyond this many the queue is full */
	struct pk_figure newest; /* memory that the last of them takes, in bytes */
	struct pk_figure error; /* for the next call; not 0: a negative errno's amount */
	struct pk_figure congested; /* netlink: NETLINK_S_CONGESTED */
	struct pk_figure ring_full; /* packet: its ring has no free frame or block */
	/* unix: the peer was closed; how much waits there, and whether the peer's peer is this one */
	struct pk_figure peer_closed, peer_queued, peer_most;
	bool mutual;
};

/** What hangs on a socket of these families. */
struct pk_local_sock_more {
	bool whole; /* what follows was read */
	struct pk_sock_waiters waiters;
	struct pk_netlink_messages messages; /* of netlink only */
	struct pk_unix_packets unread; /* of unix only */
	bool judged; /* the rest was read */
	struct pk_local_state state;
	struct pk_sock_reasons reasons;
};

#endif
