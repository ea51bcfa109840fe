// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Memory maps of tasks, and the names of the files in them.
 *
 * Up to 6.0 the areas are a list by address. Since "mm: start tracking VMAs with maple tree" (6.1) they lie in a
 * maple tree.
 */
#include "decode/user_map.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/tables.h"
#include "decode/task/task.h"

#define PF_KTHREAD 0x00200000 /* a #define, the same since 2.6.27 */
#define FMODE_BACKING (1u << 25) /* a #define, 6.6 */
#define MAX_AREAS (1u << 18)
#define MAX_STEPS 1024 /* names and mounts of a path, which has 4096 bytes */
#define NAME_ROOM 256

static enum pk_status add_area(struct pk_ctx *ctx, struct pk_user_map *map, uint64_t vma)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_user_area area;

	area.start = pk_member(&r, vma, PK_R_vma_start);
	area.end = pk_member(&r, vma, PK_R_vma_end);
	area.file = pk_member(&r, vma, PK_R_vma_file);
	if (map->nr == MAX_AREAS)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "more than %u memory areas", MAX_AREAS));
	if (!pk_ok(&r))
		return r.status;
	if (!pk_grow(map->areas, map->nr, map->room))
		return pk_fail(ctx, PK_NOMEM, "%u memory areas", map->nr);
	map->areas[map->nr++] = area;
	return PK_OK;
}

static enum pk_status walk_list(struct pk_ctx *ctx, uint64_t mm, struct pk_user_map *map)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_cycle cycle = {0};

	for (uint64_t vma = pk_member(&r, mm, PK_R_mm_mmap); vma;
	     vma = pk_member(&r, vma, PK_R_vma_next)) {
		if (pk_cycle_closed(&cycle, vma))
			return pk_fail(ctx, PK_CORRUPT, "the list of memory areas does not end");
		pk_try(&r, add_area(ctx, map, vma));
	}
	return r.status;
}

struct reading {
	struct pk_ctx *ctx;
	struct pk_user_map *map;
};

static enum pk_status visit_area(uint64_t vma, void *arg)
{
	struct reading *reading = arg;

	return add_area(reading->ctx, reading->map, vma);
}

static enum pk_status walk_tree(struct pk_ctx *ctx, uint64_t mm, struct pk_user_map *map)
{
	struct reading reading = {ctx, map};
	uint64_t root;
	enum pk_status status = pk_member_uint(ctx, mm, PK_R_mm_mt_root, &root);

	return status == PK_OK ? pk_maple_walk(ctx, root, visit_area, &reading) : status;
}

/* get_task_mm() */
static enum pk_status find_mm(struct pk_ctx *ctx, int32_t tgid, uint64_t *ret_mm)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t found = 0, flags, mm;

	pk_task_for_each (task, &r)
		if (task.pid == tgid) {
			found = task.addr;
			break;
		}
	mm = found ? pk_member(&r, found, PK_R_task_mm) : 0;
	flags = mm ? pk_member(&r, found, PK_R_task_flags) : 0;
	if (!mm || (flags & PF_KTHREAD))
		pk_try(&r, pk_fail(ctx, PK_ABSENT, "task %d has no memory", tgid));
	if (pk_ok(&r))
		*ret_mm = mm;
	return r.status;
}

enum pk_status pk_user_map_load(struct pk_ctx *ctx, int32_t tgid, struct pk_user_map *ret_map)
{
	struct pk_user_map map = {0};
	uint64_t mm;
	enum pk_status status = find_mm(ctx, tgid, &mm);

	if (status != PK_OK)
		return status;
	status = pk_has(ctx, PK_R_mm_mt_root) ? walk_tree(ctx, mm, &map) : walk_list(ctx, mm, &map);
	if (status != PK_OK) {
		pk_user_map_deinit(&map);
		return pk_wrap(ctx, status, "memory of task %d", tgid);
	}
	*ret_map = map;
	return PK_OK;
}

void pk_user_map_deinit(struct pk_user_map *map)
{
	free(map->areas);
	memset(map, 0, sizeof(*map));
}

const struct pk_user_area *pk_user_map_find(const struct pk_user_map *map, uint64_t addr)
{
	return pk_find(map->areas, map->nr, it->end > addr);
}

/* A path under construction, from its end on. */
struct path {
	struct pk_ctx *ctx;
	char *buf;
	size_t at;
	uint64_t dentry, mnt; /* struct vfsmount, inside its struct mount */
};

static bool prepend(struct path *path, const char *text)
{
	size_t len = strlen(text);

	if (len > path->at)
		return false;
	path->at -= len;
	memcpy(path->buf + path->at, text, len);
	return true;
}

/* One step up: a name, or from the root of a mount to where it is mounted. True: there is nothing above. */
static bool step_up(struct path *path, struct pk_reader *r)
{
	uint64_t root = 0, parent, name_at, offset = 0;
	char name[NAME_ROOM];
	bool top;

	if (path->mnt) {
		root = pk_member(r, path->mnt, PK_R_vfsmount_root);
		offset = pk_offset(r, PK_R_mount_mnt);
	}
	if (pk_ok(r) && path->mnt && path->dentry == root) {
		uint64_t mount = path->mnt - offset;
		uint64_t up = pk_member(r, mount, PK_R_mount_parent);

		if (up != mount)
			path->dentry = pk_member(r, mount, PK_R_mount_mountpoint);
		path->mnt = up + offset;
		return !pk_ok(r) || up == mount;
	}
	parent = pk_member(r, path->dentry, PK_R_dentry_parent);
	name_at = pk_member(r, path->dentry, PK_R_dentry_name);
	if (!pk_try(r, pk_read_string(r->ctx, name_at, name, sizeof(name))))
		return true;
	top = parent == path->dentry;
	if (!top && (!prepend(path, name) || !prepend(path, "/")))
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "a path that is too long"));
	path->dentry = parent;
	return top;
}

enum pk_status pk_path_name(struct pk_ctx *ctx, uint64_t dentry, uint64_t mnt, char *buf,
			    size_t size)
{
	struct path path = {.ctx = ctx, .buf = buf, .at = size - 1, .dentry = dentry, .mnt = mnt};
	struct pk_reader r = {.ctx = ctx};
	uint64_t op = pk_member(&r, dentry, PK_R_dentry_op), pprev, parent;

	/* names that d_dname() makes up: of sockets, pipes, memfds */
	if (op && pk_member(&r, op, PK_R_dentry_op_dname))
		return pk_fail(ctx, PK_UNSUPPORTED, "a file without a path");
	pprev = pk_member(&r, dentry, PK_R_dentry_pprev);
	parent = pk_member(&r, dentry, PK_R_dentry_parent);
	if (!pk_ok(&r))
		return r.status;
	buf[path.at] = '\0';
	if (!pprev && parent != dentry && !prepend(&path, " (deleted)"))
		return pk_fail(ctx, PK_CORRUPT, "no room for a path");
	for (unsigned i = 0; !step_up(&path, &r); i++)
		if (i + 1 == MAX_STEPS)
			return pk_fail(ctx, PK_CORRUPT, "a path without a root");
	if (buf[path.at] != '/' && !prepend(&path, "/"))
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "no room for a path"));
	if (pk_ok(&r))
		memmove(buf, buf + path.at, size - path.at);
	return r.status;
}

enum pk_status pk_file_path(struct pk_ctx *ctx, uint64_t file, char *buf, size_t size)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t dentry, mnt;

	if (pk_member(&r, file, PK_R_file_mode) & FMODE_BACKING)
		return pk_fail(ctx, PK_UNSUPPORTED, "a file that stands for another file system's");
	dentry = pk_member(&r, file, PK_R_file_dentry);
	mnt = pk_member(&r, file, PK_R_file_mnt);
	pk_try(&r, pk_path_name(ctx, dentry, mnt, buf, size));
	return r.status;
}
