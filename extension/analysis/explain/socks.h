/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_EXPLAIN_SOCKS_H
#define PK_ANALYSIS_EXPLAIN_SOCKS_H

#include "core/context.h"
#include "core/hash.h"
#include "decode/net/skb/skb.h"
#include "decode/net/sock/sock.h"
#include "decode/task/task.h"
#include "model/counters.h"
#include "model/device.h"
#include "model/figure.h"
#include "model/local_sock.h"
#include "model/routes.h"
#include "model/sock.h"

/** A process with an open socket. */
struct pk_sock_owner {
	int32_t pid; /* of the process */
	char comm[16];
	uint32_t fd;
	const struct pk_cgroup *cgroup; /* borrowed from the list of owners; NULL: not known */
	struct pk_sock_owner *next; /* another process or descriptor; NULL: the last */
};

/** Which processes have sockets open: struct file leads to struct socket and that to struct
 *  sock. */
struct pk_sock_owners {
	enum pk_status status; /* not PK_OK: no owners are known */
	bool whole; /* all files were examined: a socket not found has no owner */
	bool cut; /* a limit was reached: more exist */
	struct pk_hash socks; /* sock -> struct owner_list (sock_owners.c) */
	struct pk_hash cgroups; /* struct cgroup -> struct pk_cgroup, owned */
};

/** Reads the files of all processes. Failures are kept in STATUS. */
void pk_sock_owners_load(struct pk_ctx *ctx, struct pk_sock_owners *ret_owners);
void pk_sock_owners_deinit(struct pk_sock_owners *owners);
/** The cgroup at ADDR, read once; NULL: unreadable. Borrowed. */
const struct pk_cgroup *pk_sock_owners_cgroup(struct pk_ctx *ctx, struct pk_sock_owners *owners,
					      uint64_t addr);
/** Owners of SK, ordered by process and descriptor; NULL: no process has it open. */
const struct pk_sock_owner *pk_sock_owners_of(const struct pk_sock_owners *owners, uint64_t sk);

/** What sockets are summed up by. */
enum pk_sock_key { PK_SOCKS_BY_PROCESS, PK_SOCKS_BY_CGROUP, PK_SOCKS_BY_NETNS, PK_NR_SOCK_KEYS };

static inline const char *pk_sock_key_name(enum pk_sock_key key)
{
	static const char *const names[PK_NR_SOCK_KEYS] = {"process", "cgroup", "netns"};

	return names[key];
}

/** Sockets with the same key, and their memory, bytes. One that several processes have open is the first one's. */
struct pk_sock_group {
	bool known; /* otherwise: of whom is unknown */
	const struct pk_sock_owner *owner; /* borrowed; NULL: no process has them open */
	const struct pk_cgroup
		*cgroup; /* borrowed: its owner's, or of who made them; NULL: not known */
	uint32_t netns;
	uint64_t sockets, orphans;
	uint64_t unknown; /* sockets that may be orphans, too */
	uint64_t received, to_send, reserved; /* RESERVED: for more of either */
	uint64_t unread; /* sockets whose memory is unknown: it is not in the sums */
};

struct pk_sock_groups {
	enum pk_sock_key key;
	struct pk_sock_owners *owners; /* borrowed */
	struct pk_sock_group *list; /* owned; those with the most memory first, once sorted */
	size_t nr, room;
	struct pk_hash index;
	struct pk_sock_group all;
	bool failed; /* out of memory: something is missing */
};

/** Add SOCK to the group of its key. Start from KEY and OWNERS. */
void pk_sock_groups_add(struct pk_ctx *ctx, struct pk_sock_groups *groups,
			const struct pk_sock *sock);
void pk_sock_groups_sort(struct pk_sock_groups *groups);
void pk_sock_groups_deinit(struct pk_sock_groups *groups);

/** Bytes that GROUP has. */
static inline uint64_t pk_sock_group_bytes(const struct pk_sock_group *group)
{
	return group->received + group->to_send + group->reserved;
}

/** What lies between sockets and the wire, read once for many sockets. */
struct pk_sock_paths {
	struct pk_devices devices;
	struct pk_neighbour *neighbours; /* owned */
	size_t nr_neighbours, room_neighbours;
	bool pressure; /* TCP is under memory pressure */
};

/** What cannot be read yields no reasons. */
void pk_sock_paths_load(struct pk_ctx *ctx, struct pk_sock_paths *ret_paths);
void pk_sock_paths_deinit(struct pk_sock_paths *paths);
/** Why data of SOCK, a full socket, may not leave this host, apart from its protocol: memory, the
 *  device of its cached route, and the next hop's link address; and that its protocol's memory is
 *  used up. */
void pk_sock_path_reasons(struct pk_ctx *ctx, const struct pk_sock_paths *paths,
			  const struct pk_sock *sock, struct pk_sock_reasons *reasons);

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

/** Who would read a socket, for many sockets. Zero-initialize it, but for the first three. */
struct pk_sock_readers {
	struct pk_ctx *ctx;
	const struct pk_sock_owners *owners;
	struct pk_sleepers *sleepers;
	bool loaded;
	struct pk_hash processes; /* by process ID, owned: struct process (sock_reader.c) */
};

void pk_sock_readers_deinit(struct pk_sock_readers *readers);

/** Why what waits in SOCK is not read: nobody waits for it, and what its owner does instead; or a
 *  reader sleeps on it all the same. */
void pk_sock_reader_reasons(struct pk_sock_readers *readers, const struct pk_sock *sock,
			    struct pk_sock_reasons *reasons);
/** The same for SOCK, and for what it sent that its peer does not read; and who waits until it
 *  takes more. */
void pk_local_reader_reasons(struct pk_sock_readers *readers, const struct pk_local_sock *sock,
			     const struct pk_local_state *state, struct pk_sock_reasons *reasons);

/** Which way a packet of FLOW would go from the namespace NET on: as ip_route_output_key() and ip6_route_output() choose,
 *  or with an `iif` ip_route_input(). PK_USAGE: there is no such device. What could not be read is in the ways. */
enum pk_status pk_route_ways_find(struct pk_ctx *ctx, uint64_t net,
				  const struct pk_route_flow *flow, struct pk_route_ways *ret_ways);

/** Read what any flow from NET on may ask for besides routes and rules, so that a capsule has it. */
void pk_route_ways_record(struct pk_ctx *ctx, uint64_t net);

/* --- of route_way.c and route_lookup.c ----------------------------------------------------------------------- */

struct pk_route_device {
	uint64_t addr; /* 0: none */
	uint32_t index;
};

struct pk_route_look {
	struct pk_ctx *ctx;
	uint64_t net;
	const struct pk_route_flow *flow;
	struct pk_nexthops nexthops;
	struct pk_route_ways *ways;
	struct pk_route_device oif, iif, lo;
	bool src_is_local; /* FLOW's source is an address of the namespace */
	/* the VRF that OIF or IIF is, or belongs to; STATUS: of reading its table */
	struct pk_route_device vrf;
	enum pk_status vrf_status;
	uint32_t vrf_table;
	bool oif_is_vrf;
	/* what rules and next hops compare; 0: nothing */
	uint32_t rule_oif, rule_iif, hop_oif;
};

/** Looks table TABLE up. True: it decided WAY, or cannot be read; false: the next rule is asked. */
bool pk_route_lookup(struct pk_route_look *look, uint32_t table, struct pk_route_way *way);
/** WAY does not go any further: WHY. */
void pk_route_unknown(struct pk_route_way *way, enum pk_status status, const char *why);
/** No route fits, but the device was given. */
void pk_route_on_link(struct pk_route_look *look, struct pk_route_way *way, uint8_t type);
/** Read all that may be asked of the device OIF. */
void pk_route_device_record(struct pk_route_look *look);
/** The source that a packet of LOOK gets if device DEV sends it; unchanged: it is not known, or there is none. */
void pk_route_source6(struct pk_route_look *look, uint64_t dev, struct pk_prefix *ret_src);
/** How a packet that came in goes on by WAY. */
void pk_route_input(struct pk_route_look *look, struct pk_route_way *way);

#endif
