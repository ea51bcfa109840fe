// SPDX-License-Identifier: GPL-3.0-or-later
/* Sockets summed up by who has them: what TCP and UDP count against tcp_mem and udp_mem, and what is on its way out besides. */
#include "analysis/explain/socks.h"

#include <stdlib.h>

#include "core/kit.h"
#include "decode/net/sock/sock.h"

#define UNKNOWN UINT64_MAX

/* A socket that no process has open stays in the cgroup of who made it. */
static const struct pk_cgroup *cgroup_of(struct pk_ctx *ctx, struct pk_sock_groups *groups,
					 const struct pk_sock *sock,
					 const struct pk_sock_owner *owner)
{
	uint64_t addr;

	if (groups->key != PK_SOCKS_BY_CGROUP || owner)
		return owner ? owner->cgroup : NULL;
	addr = pk_sock_cgroup(ctx, sock);
	return addr ? pk_sock_owners_cgroup(ctx, groups->owners, addr) : NULL;
}

/* 0: no process's. */
static uint64_t key_of(const struct pk_sock_groups *groups, const struct pk_sock *sock,
		       const struct pk_sock_owner *owner, const struct pk_cgroup *cgroup)
{
	const struct pk_sock_owners *owners = groups->owners;

	if (groups->key == PK_SOCKS_BY_NETNS)
		return sock->netns ? sock->netns : UNKNOWN;
	if (groups->key == PK_SOCKS_BY_CGROUP && cgroup)
		return (uintptr_t)cgroup;
	if (!owner)
		return owners->status == PK_OK && owners->whole ? 0 : UNKNOWN;
	if (groups->key == PK_SOCKS_BY_PROCESS)
		return (uint32_t)owner->pid;
	return UNKNOWN;
}

static struct pk_sock_group *group_of(struct pk_ctx *ctx, struct pk_sock_groups *groups,
				      const struct pk_sock *sock)
{
	const struct pk_sock_owner *owner = pk_sock_owners_of(groups->owners, sock->addr);
	const struct pk_cgroup *cgroup = cgroup_of(ctx, groups, sock, owner);
	const uint64_t key = key_of(groups, sock, owner, cgroup);
	const uintptr_t at = (uintptr_t)pk_hash_get(&groups->index, key);

	if (at)
		return &groups->list[at - 1];
	if (!pk_grow(groups->list, groups->nr, groups->room) ||
	    !pk_hash_put(&groups->index, key, (void *)(uintptr_t)(groups->nr + 1)))
		return NULL;
	groups->list[groups->nr] = (struct pk_sock_group){
		.known = key != UNKNOWN, .owner = owner, .cgroup = cgroup, .netns = sock->netns};
	return &groups->list[groups->nr++];
}

static uint64_t positive(const struct pk_figure *figure)
{
	return figure->status == PK_OK && (int64_t)figure->value > 0 ? figure->value : 0;
}

static void sum_up(struct pk_sock_group *sum, const struct pk_sock_group *one)
{
	sum->sockets += one->sockets;
	sum->orphans += one->orphans;
	sum->unknown += one->unknown;
	sum->received += one->received;
	sum->to_send += one->to_send;
	sum->reserved += one->reserved;
	sum->unread += one->unread;
}

void pk_sock_groups_add(struct pk_ctx *ctx, struct pk_sock_groups *groups,
			const struct pk_sock *sock)
{
	struct pk_sock_group *group = group_of(ctx, groups, sock), one = {.sockets = 1};
	struct pk_sock_info info;
	struct pk_figure orphaned;

	/* Requests and those in TIME_WAIT have none. */
	if (sock->kind == PK_SOCK_FULL || sock->kind == PK_SOCK_LISTEN) {
		const struct pk_figure *memory = info.memory;

		pk_sock_memory_read(ctx, sock->addr, &info);
		orphaned = pk_sock_orphaned(ctx, sock);
		one.orphans = positive(&orphaned);
		one.unknown = orphaned.status != PK_OK && orphaned.status != PK_ABSENT;
		/* Queued data of TCP goes out as clones, of others as it is. */
		one.to_send = positive(&memory[PK_MEMORY_QUEUED]);
		if (one.to_send < positive(&memory[PK_MEMORY_SENT]))
			one.to_send = positive(&memory[PK_MEMORY_SENT]);
		one.received = positive(&memory[PK_MEMORY_RECEIVED]);
		one.reserved = positive(&memory[PK_MEMORY_FORWARD]);
		one.unread = memory[PK_MEMORY_RECEIVED].status != PK_OK ||
			     memory[PK_MEMORY_SENT].status != PK_OK ||
			     memory[PK_MEMORY_QUEUED].status != PK_OK ||
			     memory[PK_MEMORY_FORWARD].status != PK_OK;
	}
	groups->failed |= !group;
	sum_up(&groups->all, &one);
	if (group)
		sum_up(group, &one);
}

static int compare(const void *a, const void *b)
{
	const struct pk_sock_group *x = a, *y = b;
	const uint64_t of_x = pk_sock_group_bytes(x), of_y = pk_sock_group_bytes(y);

	if (of_x != of_y)
		return of_x > of_y ? -1 : 1;
	if (x->sockets != y->sockets)
		return x->sockets > y->sockets ? -1 : 1;
	if (x->netns != y->netns)
		return x->netns < y->netns ? -1 : 1;
	if (!x->owner || !y->owner)
		return (x->owner == NULL) - (y->owner == NULL);
	return x->owner->pid < y->owner->pid ? -1 : x->owner->pid > y->owner->pid;
}

void pk_sock_groups_sort(struct pk_sock_groups *groups)
{
	if (groups->nr)
		qsort(groups->list, groups->nr, sizeof(*groups->list), compare);
}

void pk_sock_groups_deinit(struct pk_sock_groups *groups)
{
	pk_hash_deinit(&groups->index, NULL);
	free(groups->list);
}
