/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FILES_H
#define PK_DECODE_FILES_H

#include "core/context.h"
#include "model/task.h"

struct pk_open_file {
	const struct pk_task *task; /* of the process that has opened it */
	uint32_t fd;
	uint64_t file; /* struct file */
	uint64_t ops; /* its file_operations, which tell the kind of file */
};

typedef bool (*pk_open_file_fn)(const struct pk_open_file *file, void *arg); /* false stops */

/** Visit every open file of every process: task.files -> fdt -> fd[max_fds]. A file shared by
 *  processes, or open under several descriptors, is visited that often. Anything unreadable costs
 *  one warning and makes *RET_WHOLE (may be NULL) false. PK_ABSENT: this kernel's members are
 *  unknown. */
enum pk_status pk_open_files_walk(struct pk_ctx *ctx, pk_open_file_fn fn, void *arg,
				  bool *ret_whole);
/** FILE's private_data: for a socket its struct socket, for a BPF file its program. */
enum pk_status pk_open_file_data(struct pk_ctx *ctx, const struct pk_open_file *file,
				 uint64_t *ret_data);

#endif
