/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_LOCAL_SOCK_H
#define PK_MODEL_LOCAL_SOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"
#include "model/sock.h"
#include "model/sock_waiter.h"

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
	uint32_t ifindex; /* packet: 0 is any device */
	struct pk_tuple tuple; /* raw: no ports */
	uint64_t peer, peer_inode; /* unix; PK_INODE_UNKNOWN */
	char path[PK_UNIX_PATH_MAX + 1]; /* unix: as in /proc/net/unix, '@' for NUL; "" if none */
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

/** What hangs on a socket of these families. */
struct pk_local_sock_more {
	struct pk_sock_waiters waiters;
	struct pk_netlink_messages messages; /* of netlink only */
};

#endif
