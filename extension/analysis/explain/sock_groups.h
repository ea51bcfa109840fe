/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SOCK_GROUPS_H
#define PK_ANALYSIS_SOCK_GROUPS_H

#include "analysis/explain/sock_owners.h"
#include "model/sock.h"

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

#endif
