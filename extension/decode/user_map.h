/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_USER_MAP_H
#define PK_DECODE_USER_MAP_H

#include "core/context.h"

/** A memory area of a task's address space. */
struct pk_user_area {
	uint64_t start, end; /* [START, END) */
	uint64_t file; /* struct file; 0: none */
};

struct pk_user_map {
	struct pk_user_area *areas; /* owned; by rising address */
	uint32_t nr, room;
};

/** The memory map of the task with pid TGID. PK_ABSENT: it no longer exists, or has no memory
 *  (kernel threads, exiting tasks). */
enum pk_status pk_user_map_load(struct pk_ctx *ctx, int32_t tgid, struct pk_user_map *ret_map);
void pk_user_map_deinit(struct pk_user_map *map);
/** As find_vma(): the first area that ends above ADDR, which it need not contain. NULL: none. */
const struct pk_user_area *pk_user_map_find(const struct pk_user_map *map, uint64_t addr);

/** Path of the struct file at FILE from the root of its mounts, as d_path() prints it.
 *  PK_UNSUPPORTED: the file system generates the name, or it stands for a file of another one. */
enum pk_status pk_file_path(struct pk_ctx *ctx, uint64_t file, char *buf, size_t size);
/** The same for a struct path: DENTRY seen through the struct vfsmount at MNT; MNT 0: from the root
 *  of its file system, which may not be the machine's root. */
enum pk_status pk_path_name(struct pk_ctx *ctx, uint64_t dentry, uint64_t mnt, char *buf,
			    size_t size);

#endif
