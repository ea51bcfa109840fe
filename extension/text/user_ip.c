// SPDX-License-Identifier: GPL-3.0-or-later
/* Addresses of user space: with sym-userobj as a place in the file that is mapped there (seq_print_user_ip()). */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/user_map.h"
#include "text/entry.h"

#define PATH_ROOM 4096
#define MAX_TASKS 65536

/* What was looked up so far, kept in the context: stacks of the same tasks come again and again. */
struct user_maps {
	struct user_task {
		int32_t tgid;
		enum pk_status status; /* PK_ABSENT: it has no map */
		struct pk_user_map map;
	} * tasks;
	uint32_t nr_tasks, room;
	uint64_t file; /* the last one */
	char path[PATH_ROOM];
};

static void free_maps(void *slot)
{
	struct user_maps *maps = slot;

	for (uint32_t i = 0; i < maps->nr_tasks; i++)
		pk_user_map_deinit(&maps->tasks[i].map);
	free(maps->tasks);
	free(maps);
}

static struct user_maps *get_maps(struct pk_ctx *ctx)
{
	if (!ctx->slots[PK_SLOT_TEXT]) {
		ctx->slots[PK_SLOT_TEXT] = calloc(1, sizeof(struct user_maps));
		ctx->slot_free[PK_SLOT_TEXT] = free_maps;
	}
	return ctx->slots[PK_SLOT_TEXT];
}

static const struct user_task *get_task(struct pk_ctx *ctx, struct user_maps *maps, int32_t tgid)
{
	struct user_task *task;

	for (uint32_t i = 0; i < maps->nr_tasks; i++)
		if (maps->tasks[i].tgid == tgid)
			return &maps->tasks[i];
	if (maps->nr_tasks == MAX_TASKS)
		return NULL;
	if (!pk_grow(maps->tasks, maps->nr_tasks, maps->room))
		return NULL;
	task = &maps->tasks[maps->nr_tasks++];
	memset(task, 0, sizeof(*task));
	task->tgid = tgid;
	task->status = pk_user_map_load(ctx, tgid, &task->map);
	if (task->status != PK_OK && task->status != PK_ABSENT)
		pk_warn(ctx, "%s", pk_error(ctx));
	return task;
}

/* mangle_path() of "\n" */
static void put_path(struct pk_seq *seq, const char *path)
{
	for (; *path; path++)
		if (*path == '\n')
			pk_seq_puts(seq, "\\012");
		else
			pk_seq_putc(seq, *path);
}

static bool put_place(struct pk_kt *kt, struct user_maps *maps, const struct pk_user_area *area,
		      uint64_t ip)
{
	if (maps->file != area->file) {
		maps->file = 0;
		if (pk_file_path(kt->ctx, area->file, maps->path, sizeof(maps->path)) != PK_OK)
			return false;
		maps->file = area->file;
	}
	put_path(&kt->seq, maps->path);
	pk_seq_printf(&kt->seq, "[+0x%" PRIx64 "]", ip - area->start);
	return true;
}

bool pk_kt_user_ip(struct pk_kt *kt, int32_t tgid, uint64_t ip)
{
	int digits = 2 * (int)kt->ctx->target->facts.word_size;
	const struct pk_user_area *area = NULL;
	const struct user_task *task;
	struct user_maps *maps;

	if (pk_kt_has(kt, PK_KT_SYM_USEROBJ)) {
		maps = get_maps(kt->ctx);
		task = maps ? get_task(kt->ctx, maps, tgid) : NULL;
		if (!task || (task->status != PK_OK && task->status != PK_ABSENT))
			return false;
		area = pk_user_map_find(&task->map, ip);
		if (area && area->file && !put_place(kt, maps, area, ip))
			return false;
	}
	if (!area || !area->file || pk_kt_has(kt, PK_KT_SYM_ADDR))
		pk_seq_printf(&kt->seq, " <%0*" PRIx64 ">", digits, ip);
	return true;
}
