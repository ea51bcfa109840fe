/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SOCK_H
#define PK_DECODE_SOCK_H

#include <stdbool.h>

#include "core/context.h"
#include "decode/tables.h"
#include "decode/task/task.h"
#include "model/local_sock.h"
#include "model/sctp.h"
#include "model/sock.h"
#include "protocol/protocol.h"
#include "protocol/sockets.h"

typedef bool (*pk_sock_fn)(const struct pk_sock *sock, void *arg);
/** Visit every socket of every protocol, table and namespace: established, listening, requests,
 *  time-wait. */
enum pk_status pk_socks_walk(struct pk_ctx *ctx, pk_sock_fn fn, void *arg);
/** The socket of PROTOCOL at ADDR: full, request or time-wait, according to skc_state. */
enum pk_status pk_sock_read(struct pk_ctx *ctx, const struct pk_protocol *protocol, uint64_t addr,
			    struct pk_sock *ret_sock);

/** Inode number of the struct sock at SK (0: none); 0 without a struct socket; PK_INODE_UNKNOWN. */
uint64_t pk_sock_inode(struct pk_ctx *ctx, uint64_t sk);

/** The identity of the struct sock at SK, of any family. */
void pk_sock_identity_read(struct pk_ctx *ctx, uint64_t sk, struct pk_sock_identity *ret_identity);
/** sk_drops_read() of it. */
struct pk_figure pk_sock_drops(struct pk_ctx *ctx, uint64_t sk);

typedef bool (*pk_skb_fn)(uint64_t skb, enum pk_sock_queue queue, void *arg);
/** Visit the skbs on one queue of a full socket in queue order; uses only SOCK's address and
 *  protocol. A cycle or damage ends the walk with a warning. */
enum pk_status pk_sock_queue_walk(struct pk_ctx *ctx, const struct pk_sock *sock,
				  enum pk_sock_queue queue, pk_skb_fn fn, void *arg);
/** The skb that was queued last on SOCK's receive queue, a list; 0: it is empty. */
enum pk_status pk_sock_received_last(struct pk_ctx *ctx, const struct pk_sock *sock,
				     uint64_t *ret_skb);

/** What `ss -tinm` would show for SOCK, full or listening. Each figure has its own status. */
void pk_sock_info_read(struct pk_ctx *ctx, const struct pk_sock *sock,
		       struct pk_sock_info *ret_info);

/** The memory of the struct sock at ADDR, of any family; all else is absent. */
void pk_sock_memory_read(struct pk_ctx *ctx, uint64_t addr, struct pk_sock_info *ret_info);

/** 1: nobody has SOCK open any more, and it is not done (SOCK_DEAD; TCP's of them count against tcp_max_orphans). PK_ABSENT:
 *  it is a request, or in TIME_WAIT. */
struct pk_figure pk_sock_orphaned(struct pk_ctx *ctx, const struct pk_sock *sock);
/** The cgroup of who made SOCK, which it stays in: sock_cgroup_data.cgroup (5.15 and later). 0: it has none, or it is not known. */
uint64_t pk_sock_cgroup(struct pk_ctx *ctx, const struct pk_sock *sock);

/** What holds SOCK, full or listening, back. Each figure has its own status; those that only matter
 *  for sending (PACKETS_OUT to THROTTLED) are left absent. */
void pk_sock_limits_read(struct pk_ctx *ctx, const struct pk_sock *sock,
			 struct pk_sock_limits *ret_limits);
/** Fill in those, too. */
void pk_sock_sending_read(struct pk_ctx *ctx, const struct pk_sock *sock,
			  struct pk_sock_limits *limits);

typedef bool (*pk_sock_table_fn)(struct pk_ctx *ctx, uint64_t table, void *arg); /* false stops */

/** Visit every hash table of a protocol's sockets once: the one that namespaces share, and those of
 *  namespaces with their own. Damage to the list of namespaces is warned of. */
enum pk_status pk_sock_tables_walk(struct pk_ctx *ctx, const struct pk_protocol_sockets *sockets,
				   pk_sock_table_fn fn, void *arg);

/** The kernel has ARRAY in this form. */
bool pk_sock_array_is_of_kernel(struct pk_ctx *ctx, const struct pk_sock_array *array);
/** Where ARRAY of TABLE lies. */
enum pk_status pk_sock_array_locate(struct pk_ctx *ctx, uint64_t table,
				    const struct pk_sock_array *array,
				    struct pk_buckets *ret_buckets);

/** Who waits for SOCK, full or listening: the entries of its wait queue, and the tasks behind them.
 *  SLEEPERS caches where tasks sleep, for all sockets. */
void pk_sock_waiters_read(struct pk_ctx *ctx, struct pk_sleepers *sleepers,
			  const struct pk_sock *sock, struct pk_sock_waiters *ret_waiters);

/** The same for the struct sock at ADDR, of any family. */
void pk_sock_waiters_at(struct pk_ctx *ctx, struct pk_sleepers *sleepers, uint64_t addr,
			struct pk_sock_waiters *ret_waiters);

/** Who waits until the unix socket at ADDR takes another datagram or connection. */
void pk_unix_senders_at(struct pk_ctx *ctx, struct pk_sleepers *sleepers, uint64_t addr,
			struct pk_sock_waiters *ret_waiters);

struct pk_chain {
	uint64_t nr; /* nodes */
	bool circular; /* it comes back to a node of it, and has no end */
};

/** A chain of a hash table that lookups walk. */
struct pk_hash_place {
	char table[40]; /* "TCP connections", "UDP sockets by address", "conntrack entries" */
	uint64_t addr; /* of the bucket */
	uint64_t bucket; /* its index */
	/* the node's object that was found: struct sock, nf_conntrack_tuple_hash */
	uint64_t object;
	struct pk_chain chain;
};

/** Measure the chain from node FIRST on, whose nodes have the next one's address at LINK, up to NULL or an odd
 *  value. PK_LIMIT: more than MOST nodes. */
enum pk_status pk_chain_measure(struct pk_ctx *ctx, uint64_t first, uint64_t link, uint64_t most,
				struct pk_chain *ret_chain);

/** FUNCTION walks the chains of a hash table of sockets or ports, or of connection tracking. */
bool pk_hash_walks(const char *function);

/** Which chain FUNCTION walks, judging by the NR words VALUES of the interrupted registers and of its
 *  frame: the only chain of that function's tables that has an object or node at one of VALUES, as
 *  found from the bucket on. All buckets are looked at. Where the function keeps the bucket, that must be
 *  among VALUES as well. Of several that belong together (lists of one object; an object's list and the
 *  chain that the object is in) it is the only circular one, or the inner list of lists. PK_ABSENT: no
 *  chain, or several. PK_LIMIT: too many nodes. A chain that cannot be read to its end is an error, if an
 *  object of it is at hand. */
enum pk_status pk_hash_locate(struct pk_ctx *ctx, const char *function, const uint64_t *values,
			      size_t nr, struct pk_hash_place *ret_place);

typedef bool (*pk_local_sock_fn)(const struct pk_local_sock *sock, void *arg); /* false stops */

/** Visit every socket of FAMILY in every network namespace, in the tables behind /proc/net/unix,
 *  netlink, packet, raw and raw6. PK_ABSENT: no such table in this kernel. Damage and missing pages
 *  cost a warning; the rest is delivered. */
enum pk_status pk_local_socks_walk(struct pk_ctx *ctx, enum pk_local_family family,
				   pk_local_sock_fn fn, void *arg);

/** What may hold SOCK back. Each figure has its own status. */
void pk_local_state_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			 struct pk_local_state *ret_state);

/** The first messages in the receive queue of SOCK, a netlink socket. Of other families, and of uevents, whose
 *  packets have no struct nlmsghdr, none. */
void pk_netlink_messages_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			      struct pk_netlink_messages *ret_messages);

/** Bytes of SKB, in the receive queue of the unix socket SOCK, that are not read yet. */
struct pk_figure pk_unix_skb_len(struct pk_ctx *ctx, const struct pk_local_sock *sock,
				 uint64_t skb);

/** The first packets in the receive queue of SOCK, a unix socket that does not listen. Of others, none. */
void pk_unix_packets_read(struct pk_ctx *ctx, const struct pk_local_sock *sock,
			  struct pk_unix_packets *ret_packets);

typedef bool (*pk_sctp_fn)(const struct pk_sctp *sctp, void *arg); /* false stops */

/** Visit every association, then every listening endpoint, of all network namespaces, in the tables
 *  behind /proc/net/sctp/assocs and eps. PK_ABSENT: no SCTP, or not loaded. PK_UNSUPPORTED: loaded,
 *  but the module's types are not available (before 5.11). Damage and missing pages cost a warning;
 *  the rest is delivered. */
enum pk_status pk_sctp_walk(struct pk_ctx *ctx, pk_sctp_fn fn, void *arg);

#endif
