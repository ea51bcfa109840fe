// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/task/task.h"

#include <inttypes.h>
#include <stdio.h>

#include "decode/list.h"

#define MAX_TABLES (1u << 22) /* as many as there may be tasks */
#define MAX_FDS (1u << 20) /* of one process: the kernel's own nr_open */
#define MAX_FILES (1u << 22) /* of all */
#define MAX_ALL_FDS (1u << 26) /* of all, with those that are not open */
#define TGID_SHIFT 40 /* so high that no two tables' addresses differ there alone */
#define FD_BLOCK 512

struct walk {
	struct pk_ctx *ctx;
	pk_open_file_fn fn;
	void *arg;
	/* Each with the process that it was read for: threads share the one of their process. So may other processes
	 * (CLONE_FILES), which own its files as well. */
	struct pk_address_set tables;
	uint64_t nr_files, nr_fds;
	bool stopped;
	char error[160]; /* the first thing that could not be read */
	unsigned nr_errors;
	bool incomplete;
};

/* What a capsule does not hold, the command says once for all. */
static void failed(struct walk *walk, enum pk_status status)
{
	walk->incomplete = true;
	if (status != PK_NOT_CAPTURED && !walk->nr_errors++)
		snprintf(walk->error, sizeof(walk->error), "%.150s", pk_error(walk->ctx));
}

static void visit(struct walk *walk, struct pk_open_file *file)
{
	enum pk_status status = pk_member_uint(walk->ctx, file->file, PK_R_file_f_op, &file->ops);

	if (++walk->nr_files > MAX_FILES)
		walk->stopped = true;
	else if (status != PK_OK)
		failed(walk, status);
	else if (!walk->fn(file, walk->arg))
		walk->stopped = true;
}

static void read_fds(struct walk *walk, const struct pk_task *task, uint64_t array, uint64_t nr)
{
	size_t word = walk->ctx->target->facts.word_size;
	uint8_t block[FD_BLOCK * 8];

	for (uint64_t done = 0; done < nr && !walk->stopped; done += FD_BLOCK) {
		uint64_t some = nr - done < FD_BLOCK ? nr - done : FD_BLOCK;
		enum pk_status status = pk_read(walk->ctx, array + done * word, block, some * word);

		if (status != PK_OK) {
			failed(walk, status);
			continue;
		}
		walk->nr_fds += some;
		walk->stopped = walk->stopped || walk->nr_fds > MAX_ALL_FDS;
		for (uint64_t i = 0; i < some && !walk->stopped; i++) {
			struct pk_open_file file = {.task = task, .fd = (uint32_t)(done + i)};

			file.file = pk_uint(walk->ctx, block + i * word, word);
			if (file.file)
				visit(walk, &file);
		}
	}
}

static void read_task(struct walk *walk, const struct pk_task *task)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_reader r = {.ctx = ctx};
	const uint64_t process = (uint64_t)(uint32_t)task->tgid << TGID_SHIFT;
	uint64_t fdt, array, nr;
	uint64_t table = pk_member(&r, task->addr, PK_R_task_files);

	/* A kernel thread, and who is about to exit, have none. */
	if (pk_ok(&r) &&
	    (!table || !pk_address_set_add(&walk->tables, table ^ process, MAX_TABLES)))
		return;
	fdt = pk_member(&r, table, PK_R_files_fdt);
	nr = pk_member(&r, fdt, PK_R_fdtable_max);
	array = pk_member(&r, fdt, PK_R_fdtable_fd);
	if (!pk_ok(&r))
		failed(walk, r.status);
	else if ((nr &= 0xffffffff) > MAX_FDS)
		pk_warn(ctx, "files of pid %d: a table of %" PRIu64, task->pid, nr);
	else
		read_fds(walk, task, array, nr);
}

enum pk_status pk_open_files_walk(struct pk_ctx *ctx, pk_open_file_fn fn, void *arg,
				  bool *ret_whole)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	const unsigned long warned = ctx->nr_warned;
	struct pk_reader r = {.ctx = ctx};

	if (!pk_has(ctx, PK_R_task_files) || !pk_has(ctx, PK_R_files_fdt) ||
	    !pk_has(ctx, PK_R_fdtable_max) || !pk_has(ctx, PK_R_fdtable_fd) ||
	    !pk_has(ctx, PK_R_file_f_op) || !pk_has(ctx, PK_R_file_private))
		return pk_none(ctx, PK_ABSENT);
	pk_task_for_each (task, &r) {
		read_task(&walk, &task);
		if (walk.stopped)
			break;
	}
	pk_address_set_deinit(&walk.tables);
	if (walk.nr_errors)
		pk_warn(ctx, "open files: %u could not be looked at, the first: %s", walk.nr_errors,
			walk.error);
	if (ret_whole)
		*ret_whole = !walk.incomplete && !walk.stopped && ctx->nr_warned == warned;
	return r.status;
}

enum pk_status pk_open_file_data(struct pk_ctx *ctx, const struct pk_open_file *file,
				 uint64_t *ret_data)
{
	return pk_member_uint(ctx, file->file, PK_R_file_private, ret_data);
}
