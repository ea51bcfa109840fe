/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_USER_MAP_H
#define PK_DECODE_USER_MAP_H

#include "core/context.h"

/** A part of a task's address space. */
struct pk_user_area {
	uint64_t start, end; /* END is the first address behind it */
	uint64_t file; /* struct file; 0: none */
};

struct pk_user_map {
	struct pk_user_area *areas; /* owned; by rising addresses */
	uint32_t nr, room;
};

/** The memory map of the task whose pid is TGID. PK_ABSENT: there is no such task any more, or it has no memory
 *  (as threads of the kernel and tasks that exit). */
enum pk_status pk_user_map_load(struct pk_ctx *ctx, int32_t tgid, struct pk_user_map *ret_map);
void pk_user_map_deinit(struct pk_user_map *map);
/** find_vma(): the first area that ends above ADDR, which need not be in it. NULL: none. */
const struct pk_user_area *pk_user_map_find(const struct pk_user_map *map, uint64_t addr);

/** Where the struct file at FILE was opened, from the root of its mounts, as d_path() writes it.
 *  PK_UNSUPPORTED: its file system makes up the name, or it stands for a file of another one. */
enum pk_status pk_file_path(struct pk_ctx *ctx, uint64_t file, char *buf, size_t size);
/** The same for a struct path of its own: DENTRY as seen through the struct vfsmount MNT; 0: from the root of its
 *  file system, which need not be that of the machine. */
enum pk_status pk_path_name(struct pk_ctx *ctx, uint64_t dentry, uint64_t mnt, char *buf,
			    size_t size);

#endif
