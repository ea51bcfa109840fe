// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * task_struct.cgroups -> css_set.dfl_cgrp -> cgroup.kn -> kernfs_node, whose parents lead to the root
 */
#include "decode/task/task.h"

#include <string.h>

#define MAX_DEPTH 64
#define NAME_MAX_BYTES 256 /* NAME_MAX, and a NUL */

enum pk_status pk_cgroup_of_task(struct pk_ctx *ctx, uint64_t task, uint64_t *ret_cgroup)
{
	uint64_t css_set;
	enum pk_status status = pk_member_uint(ctx, task, PK_R_task_cgroups, &css_set);

	return status == PK_OK ? pk_member_uint(ctx, css_set, PK_R_css_set_dfl_cgrp, ret_cgroup)
			       : status;
}

/* "/NAME" before *AT; the root has no name of its own. */
static enum pk_status prepend(struct pk_ctx *ctx, uint64_t node, char *path, size_t *at)
{
	struct pk_reader r = {.ctx = ctx};
	char name[NAME_MAX_BYTES];
	size_t len;
	uint64_t addr = pk_member(&r, node, PK_R_kernfs_name);

	pk_try(&r, pk_read_string(ctx, addr, name, sizeof(name)));
	if (!pk_ok(&r))
		return r.status;
	len = strlen(name);
	if (len + 1 > *at)
		return pk_fail(ctx, PK_LIMIT, "a cgroup's path is too long");
	*at -= len;
	memcpy(path + *at, name, len);
	path[--*at] = '/';
	return PK_OK;
}

enum pk_status pk_cgroup_read(struct pk_ctx *ctx, uint64_t cgroup, struct pk_cgroup *ret_cgroup)
{
	struct pk_cgroup found = {.path = ""};
	size_t at = sizeof(found.path) - 1;
	uint64_t node, parent;
	enum pk_status status = pk_member_uint(ctx, cgroup, PK_R_cgroup_kn, &node);

	for (int depth = 0; status == PK_OK; depth++, node = parent) {
		status = pk_member_uint(ctx, node, PK_R_kernfs_parent, &parent);
		if (status != PK_OK || !parent)
			break;
		status = depth < MAX_DEPTH ? prepend(ctx, node, found.path, &at)
					   : pk_fail(ctx, PK_CORRUPT, "cgroups nest too deep");
	}
	if (status != PK_OK)
		return status;
	memmove(found.path, found.path + at, sizeof(found.path) - at);
	if (!found.path[0])
		found.path[0] = '/';
	pk_cgroup_find_container(&found);
	*ret_cgroup = found;
	return PK_OK;
}
