// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/device/net_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/reader.h"
#include "decode/list.h"
#include "decode/task/task.h"

#define MAX_NETS 65536

/* Names of several tasks, while they agree. */
struct found {
	bool ambiguous_host, ambiguous_container, ambiguous_mount;
};

struct reading {
	struct pk_ctx *ctx;
	struct pk_netns_names *names;
	struct found *found; /* of names->list[i] */
	uint32_t first; /* the machine's own namespace */
	uint64_t last_nsproxy; /* most tasks share one with the task before */
	uint64_t last_cgroup;
	bool failed; /* out of memory */
};

static void free_names(void *slot)
{
	struct pk_netns_names *names = slot;

	free(names->list);
	free(names->hosts);
	free(names);
}

static int by_inum(const void *a, const void *b)
{
	const struct pk_netns_name *one = a, *other = b;

	return (one->inum > other->inum) - (one->inum < other->inum);
}

/* names->nr: no such namespace */
static size_t index_of(const struct pk_netns_names *names, uint64_t inum)
{
	const struct pk_netns_name key = {.inum = (uint32_t)inum}, *name = NULL;

	if (names->nr && key.inum == inum)
		name = bsearch(&key, names->list, names->nr, sizeof(key), by_inum);
	return name ? (size_t)(name - names->list) : names->nr;
}

/* NAME is what somebody calls the namespace whose BUF this is; a second name makes it none. */
static void agree(char *buf, size_t size, const char *name, bool *ambiguous)
{
	if (*ambiguous || !name[0] || !strcmp(buf, name))
		return;
	*ambiguous = buf[0];
	snprintf(buf, size, "%s", *ambiguous ? "" : name);
}

/* One that cannot be read names nothing; those behind it may. */
static void try_mount(struct reading *reading, uint64_t mount)
{
	struct pk_reader each = {.ctx = reading->ctx};
	uint64_t root =
		pk_member(&each, pk_member_at(&each, mount, PK_R_mount_mnt), PK_R_vfsmount_root);
	uint64_t inum = pk_member(&each, pk_member(&each, root, PK_R_dentry_inode), PK_R_inode_ino);
	size_t i = pk_ok(&each) ? index_of(reading->names, inum) : reading->names->nr;
	char name[PK_NETNS_NAME_SIZE];
	uint64_t dentry, at;

	/* Of the dentry that a namespace's file is mounted on. */
	if (i == reading->names->nr)
		return;
	dentry = pk_member(&each, mount, PK_R_mount_mountpoint);
	if (dentry == root) /* the mount that the kernel made itself */
		return;
	at = pk_member(&each, dentry, PK_R_dentry_name);
	if (!pk_try(&each, pk_read_string(reading->ctx, at, name, sizeof(name))))
		return;
	agree(reading->names->list[i].mounted, PK_NETNS_NAME_SIZE, name,
	      &reading->found[i].ambiguous_mount);
}

static void read_mounts(struct reading *reading)
{
	struct pk_reader r = {.ctx = reading->ctx};
	struct pk_cycle cycle = {0};
	uint64_t nsfs, head, link;

	if (!pk_has(reading->ctx, PK_R_nsfs_mnt))
		return;
	nsfs = pk_pointer(&r, pk_value(&r, PK_R_nsfs_mnt));
	head = pk_member_at(&r, pk_member(&r, nsfs, PK_R_vfsmount_sb), PK_R_super_block_mounts);
	if (!pk_reader_has(&r, PK_R_mount_next_for_sb)) {
		link = pk_offset(&r, PK_R_mount_instance);
		pk_list_for_each (node, &r, head)
			try_mount(reading, node - link);
		return;
	}
	head = pk_pointer(&r, head);
	while (pk_ok(&r) && head && !pk_cycle_closed(&cycle, head)) {
		try_mount(reading, head);
		head = pk_member(&r, head, PK_R_mount_next_for_sb);
	}
}

static void name_host(struct reading *reading, struct pk_reader *r, uint64_t nsproxy, size_t i)
{
	struct pk_netns_names *names = reading->names;
	uint64_t uts = pk_member(r, nsproxy, PK_R_nsproxy_uts);
	char name[PK_NETNS_NAME_SIZE];
	uint64_t at;

	if (!pk_ok(r) || uts == pk_value(r, PK_R_init_uts_ns))
		return;
	at = pk_member_at(r, uts, PK_R_uts_nodename);
	/* whole, so that a capsule has all of it to replace */
	if (!pk_load(r, at, name, sizeof(name)) || !memchr(name, '\0', sizeof(name)))
		return;
	if (pk_grow(names->hosts, names->nr_hosts, names->room_hosts))
		names->hosts[names->nr_hosts++] = (struct pk_netns_host){at, names->list[i].inum};
	else
		reading->failed = true;
	agree(names->list[i].host, sizeof(name), name, &reading->found[i].ambiguous_host);
}

static void name_container(struct reading *reading, uint64_t task, size_t i)
{
	struct pk_cgroup cgroup;
	uint64_t addr;

	if (pk_cgroup_of_task(reading->ctx, task, &addr) != PK_OK || addr == reading->last_cgroup ||
	    pk_cgroup_read(reading->ctx, addr, &cgroup) != PK_OK)
		return;
	reading->last_cgroup = addr;
	agree(reading->names->list[i].container, sizeof(cgroup.container), cgroup.container,
	      &reading->found[i].ambiguous_container);
}

static void name_by_task(struct reading *reading, const struct pk_task *task)
{
	struct pk_reader r = {.ctx = reading->ctx};
	uint64_t nsproxy = pk_member(&r, task->addr, PK_R_task_nsproxy);
	uint64_t inum;
	size_t i;

	/* none: it is exiting */
	if (!pk_ok(&r) || !nsproxy || nsproxy == reading->last_nsproxy)
		return;
	inum = pk_member(&r, pk_member(&r, nsproxy, PK_R_nsproxy_net), PK_R_net_inum);
	i = pk_ok(&r) ? index_of(reading->names, inum) : reading->names->nr;
	if (i == reading->names->nr ||
	    inum == reading->first) { /* the machine's own has the machine's names */
		reading->last_nsproxy = nsproxy;
		return;
	}
	name_host(reading, &r, nsproxy, i);
	name_container(reading, task->addr, i);
}

static void read_tasks(struct reading *reading)
{
	struct pk_ctx *ctx = reading->ctx;
	struct pk_reader r = {.ctx = ctx};

	if (!pk_has(ctx, PK_R_task_nsproxy) || !pk_has(ctx, PK_R_nsproxy_net) ||
	    !pk_has(ctx, PK_R_net_inum) || !pk_has(ctx, PK_R_init_uts_ns))
		return;
	pk_task_for_each (task, &r) {
		name_by_task(reading, &task);
		if (reading->failed)
			break;
	}
}

/* A capsule that was recorded before names were asked for is not counted as lacking an answer. */
static void read_all(struct reading *reading)
{
	struct pk_ctx *ctx = reading->ctx;
	struct pk_netns_names *names = reading->names;
	struct pk_reader nets = {.ctx = ctx};
	struct pk_told before = pk_told_begin(ctx);

	pk_netns_for_each (net, &nets) {
		if (!net.inum)
			continue;
		if (!names->nr)
			reading->first = net.inum;
		if (names->nr == MAX_NETS || !pk_grow(names->list, names->nr, names->room)) {
			reading->failed = names->nr < MAX_NETS;
			break;
		}
		names->list[names->nr++] = (struct pk_netns_name){.inum = net.inum};
	}
	reading->found = calloc(names->nr + 1, sizeof(*reading->found));
	reading->failed |= !reading->found;
	if (names->nr)
		qsort(names->list, names->nr, sizeof(*names->list), by_inum);
	/* one namespace needs no name */
	if (!reading->failed && names->nr > 1) {
		read_mounts(reading);
		read_tasks(reading);
	}
	free(reading->found);
	pk_told_end(ctx, before);
}

const struct pk_netns_names *pk_netns_names(struct pk_ctx *ctx)
{
	struct reading reading = {.ctx = ctx, .names = ctx->slots[PK_SLOT_NETNS_NAMES]};

	if (reading.names)
		return reading.names;
	reading.names = calloc(1, sizeof(*reading.names));
	if (!reading.names)
		return NULL;
	read_all(&reading);
	if (reading.failed) {
		free_names(reading.names);
		return NULL;
	}
	ctx->slots[PK_SLOT_NETNS_NAMES] = reading.names;
	ctx->slot_free[PK_SLOT_NETNS_NAMES] = free_names;
	return reading.names;
}

const struct pk_netns_name *pk_netns_name(struct pk_ctx *ctx, uint32_t inum)
{
	const struct pk_netns_names *names = pk_netns_names(ctx);
	size_t i = names ? index_of(names, inum) : 0;

	return names && i < names->nr && pk_netns_called(&names->list[i]) ? &names->list[i] : NULL;
}

static bool is_called(const struct pk_netns_name *name, const char *text)
{
	const size_t brief = 12; /* digits of a container's ID, as its runtime prints it */

	return text[0] && (!strcmp(name->host, text) || !strcmp(name->mounted, text) ||
			   !strcmp(name->container, text) ||
			   (strlen(text) == brief && !strncmp(name->container, text, brief)));
}

enum pk_status pk_netns_find(struct pk_ctx *ctx, const char *text, uint32_t *ret_inum)
{
	const struct pk_netns_names *names = pk_netns_names(ctx);
	char list[256] = "";
	size_t len = 0;
	uint32_t inum = 0;

	if (!names)
		return pk_fail(ctx, PK_NOMEM, "names of network namespaces");
	for (size_t i = 0; i < names->nr; i++) {
		const char *called = pk_netns_called(&names->list[i]);

		if (is_called(&names->list[i], text)) {
			if (inum)
				return pk_fail(ctx, PK_USAGE,
					       "network namespaces %u and %u are called \"%s\"",
					       inum, names->list[i].inum, text);
			inum = names->list[i].inum;
		}
		if (called && len < sizeof(list))
			len += (size_t)snprintf(list + len, sizeof(list) - len, "%s%s",
						len ? ", " : "; there are: ", called);
	}
	if (!inum)
		return pk_fail(ctx, PK_USAGE, "no network namespace is called \"%s\"%s", text,
			       list);
	*ret_inum = inum;
	return PK_OK;
}
