/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FILES_H
#define PK_DECODE_FILES_H

#include "core/context.h"
#include "model/task.h"

struct pk_open_file {
	const struct pk_task *task; /* of the process that has it open */
	uint32_t fd;
	uint64_t file; /* struct file */
	uint64_t ops; /* its file_operations, which tell what it is */
};

typedef bool (*pk_open_file_fn)(const struct pk_open_file *file, void *arg); /* false stops */

/** Every open file of every process: task.files -> fdt -> fd[max_fds]. One that several processes have, or one under
 *  several numbers, comes that often. What cannot be read costs one warning, and *RET_WHOLE is false (NULL: not asked).
 *  PK_ABSENT: this kernel's members are not known. */
enum pk_status pk_open_files_walk(struct pk_ctx *ctx, pk_open_file_fn fn, void *arg,
				  bool *ret_whole);
/** FILE's private_data: a socket's struct socket, a BPF file's program. */
enum pk_status pk_open_file_data(struct pk_ctx *ctx, const struct pk_open_file *file,
				 uint64_t *ret_data);

#endif
