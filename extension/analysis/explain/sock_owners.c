// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/socks.h"

#include <stdlib.h>
#include <string.h>

#include "decode/task/task.h"

#define MAX_OWNERS (1u << 20)

struct owner_list {
	struct pk_sock_owner *first, *last; /* owned */
};

struct load {
	struct pk_ctx *ctx;
	struct pk_sock_owners *owners;
	uint64_t socket_ops;
	uint32_t nr;
};

const struct pk_cgroup *pk_sock_owners_cgroup(struct pk_ctx *ctx, struct pk_sock_owners *owners,
					      uint64_t addr)
{
	struct pk_cgroup *found = pk_hash_get(&owners->cgroups, addr);

	if (found)
		return found;
	found = calloc(1, sizeof(*found));
	if (found && pk_cgroup_read(ctx, addr, found) == PK_OK &&
	    pk_hash_put(&owners->cgroups, addr, found))
		return found;
	free(found);
	return NULL;
}

/* Many tasks are in one. */
static const struct pk_cgroup *cgroup_of(struct pk_ctx *ctx, struct pk_sock_owners *owners,
					 uint64_t task)
{
	uint64_t addr;

	if (pk_cgroup_of_task(ctx, task, &addr) != PK_OK || !addr)
		return NULL;
	return pk_sock_owners_cgroup(ctx, owners, addr);
}

static bool add(struct pk_ctx *ctx, struct pk_sock_owners *owners, uint64_t sk,
		const struct pk_open_file *file)
{
	struct owner_list *list = pk_hash_obtain(&owners->socks, sk, sizeof(*list));
	struct pk_sock_owner *owner = calloc(1, sizeof(*owner));

	if (!list || !owner) {
		free(owner);
		return false;
	}
	owner->pid = file->task->tgid;
	memcpy(owner->comm, file->task->comm, sizeof(owner->comm));
	owner->fd = file->fd;
	owner->cgroup = cgroup_of(ctx, owners, file->task->addr);
	if (list->last)
		list->last->next = owner;
	else
		list->first = owner;
	list->last = owner;
	return true;
}

static bool take_file(const struct pk_open_file *file, void *arg)
{
	struct load *load = arg;
	struct pk_ctx *ctx = load->ctx;
	uint64_t socket, sk, back;

	if (file->ops != load->socket_ops)
		return true;
	if (pk_open_file_data(ctx, file, &socket) != PK_OK ||
	    pk_member_uint(ctx, socket, PK_R_socket_sk, &sk) != PK_OK ||
	    (sk && pk_member_uint(ctx, sk, PK_R_sk_socket, &back) != PK_OK)) {
		pk_warn(ctx, "owners of sockets: %s", pk_error(ctx));
		return true;
	}
	if (!sk || back != socket)
		return true;
	load->owners->cut = load->nr++ == MAX_OWNERS || !add(ctx, load->owners, sk, file);
	return !load->owners->cut;
}

void pk_sock_owners_load(struct pk_ctx *ctx, struct pk_sock_owners *ret_owners)
{
	struct load load = {.ctx = ctx, .owners = ret_owners};

	*ret_owners = (struct pk_sock_owners){.status = PK_ABSENT};
	if (!pk_has(ctx, PK_R_socket_file_ops) || !pk_has(ctx, PK_R_socket_sk) ||
	    !pk_has(ctx, PK_R_sk_socket) ||
	    pk_row_value(ctx, PK_R_socket_file_ops, &load.socket_ops) != PK_OK)
		return;
	ret_owners->status = pk_open_files_walk(ctx, take_file, &load, &ret_owners->whole);
	if (ret_owners->status != PK_OK && ret_owners->status != PK_ABSENT)
		pk_warn(ctx, "owners of sockets: %s", pk_error(ctx));
	if (ret_owners->cut)
		pk_warn(ctx, "more than %u owners of sockets: not all are named", MAX_OWNERS);
}

static void free_list(void *value)
{
	struct owner_list *list = value;

	while (list->first) {
		struct pk_sock_owner *owner = list->first;

		list->first = owner->next;
		free(owner);
	}
	free(list);
}

void pk_sock_owners_deinit(struct pk_sock_owners *owners)
{
	pk_hash_deinit(&owners->socks, free_list);
	pk_hash_deinit(&owners->cgroups, free);
}

const struct pk_sock_owner *pk_sock_owners_of(const struct pk_sock_owners *owners, uint64_t sk)
{
	const struct owner_list *list = pk_hash_get(&owners->socks, sk);

	return list ? list->first : NULL;
}
