// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who waits for a device that cannot go (net/core/dev.c). Its name is taken from all lists first, then:
 *
 *	netdev_run_todo()
 *		list	<->  net_device.todo_list <-> ...		all unregistered, waited for together		5.18 and later
 *		list	<->  the others, and dev, of which todo_list is poisoned	one after the other	before
 *
 * The list's head lies in the function's frame, DEV in it or in what the functions that it called have saved. The worker
 * that ends namespaces, of which there is one, gets there through cleanup_net().
 */
#include "decode/net/device/device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/list.h"
#include "decode/slab.h"
#include "decode/task/locks.h"
#include "decode/task/stack.h"
#include "decode/task/task.h"

/* include/linux/sched.h */
#define UNINTERRUPTIBLE 0x2
#define SLEEPS_WELL 0x400 /* TASK_NOLOAD: an idle worker */
#define MAX_UNWOUND 1024 /* stacks of tasks that sleep so, or are ready to run */
#define MAX_DEVICES 16384 /* in all lists: each is compared with those before */
#define MAX_NETS 65536
#define MAX_TASKS 4096
#define DEVICE_ALIGN 32 /* NETDEV_ALIGN: where in its object a device begins, up to 6.9 */

static const char *const run_todo[] = {"netdev_run_todo", "netdev_wait_allrefs*", NULL};

struct search {
	struct pk_ctx *ctx;
	struct pk_device_waits *waits;
	uint64_t todo, unregistered;
	unsigned unwound;
	struct pk_device_wait wait; /* what is the same for all devices of one task */
};

const struct pk_device_wait *pk_device_wait_of(const struct pk_device_waits *waits, uint64_t addr)
{
	return pk_find(waits->list, waits->nr, it->device == addr);
}

/* --- the devices ---------------------------------------------------------------------------------------- */

/* An object in use begins at DEVICE: of a slab, or with pages of its own. Other words of a stack are not followed. */
static bool may_begin(const struct search *search, uint64_t device)
{
	struct pk_slab_object object;
	enum pk_status status = pk_slab_lookup_whole(search->ctx, device, &object);

	if (status != PK_OK)
		return status == PK_ABSENT &&
		       device % search->ctx->target->facts.page_size < DEVICE_ALIGN;
	return object.state != PK_SLAB_FREE && device - object.start < DEVICE_ALIGN;
}

static bool is_unregistered(const struct search *search, uint64_t device)
{
	uint64_t state;

	return pk_member_uint(search->ctx, device, PK_R_netdev_reg_state, &state) == PK_OK &&
	       state == search->unregistered;
}

static void add_device(struct search *search, uint64_t device)
{
	struct pk_device_waits *waits = search->waits;

	if (pk_device_wait_of(waits, device))
		return;
	if (waits->nr == MAX_DEVICES || !pk_grow(waits->list, waits->nr, waits->room)) {
		waits->unlooked++;
		return;
	}
	waits->list[waits->nr] = search->wait;
	waits->list[waits->nr++].device = device;
}

/* HEAD is that of a list of devices: the ring closes both ways. Those that are not yet unregistered are not waited for. */
static void look_at_head(struct search *search, uint64_t head, bool add)
{
	const uint32_t word = search->ctx->target->facts.word_size;
	uint64_t node = head, next, prev;

	for (unsigned i = 0; i < MAX_DEVICES; i++) {
		if (pk_read_ptr(search->ctx, node, &next) != PK_OK ||
		    (next != head && !may_begin(search, next - search->todo)) ||
		    pk_read_ptr(search->ctx, next + word, &prev) != PK_OK || prev != node)
			return;
		node = next;
		if (node == head)
			break;
		if (add && is_unregistered(search, node - search->todo))
			add_device(search, node - search->todo);
	}
	if (node == head && !add)
		look_at_head(search, head, true);
}

/* list_del() leaves LIST_POISON1 and LIST_POISON2, which differ by 0x22 (before 4.4 by 0x100), 0x100 above a page of none. */
static bool was_taken(const struct search *search, uint64_t device)
{
	const uint32_t word = search->ctx->target->facts.word_size;
	uint64_t next, prev;

	return pk_read_ptr(search->ctx, device + search->todo, &next) == PK_OK &&
	       pk_read_ptr(search->ctx, device + search->todo + word, &prev) == PK_OK &&
	       (next & 0xfff) == 0x100 && (prev - next == 0x22 || prev - next == 0x100);
}

/* --- the tasks ------------------------------------------------------------------------------------------ */

/* Index of netdev_run_todo()'s frame, the outermost; the number of frames: there is none. */
static size_t find_frame(struct search *search, const struct pk_stack_image *image)
{
	size_t found = image->nr_frames;

	search->wait.ends_net = false;
	for (size_t i = 0; i < image->nr_frames; i++) {
		struct pk_symbol symbol;

		if (image->frames[i].source != PK_FRAME_UNWOUND ||
		    pk_symbol_at(search->ctx, image->frames[i].func, &symbol) != PK_OK)
			continue;
		pk_strip_suffixes(symbol.name);
		if (pk_arch_names(run_todo, symbol.name)) {
			found = i;
			snprintf(search->wait.call, sizeof(search->wait.call), "%.63s",
				 symbol.name);
		} else if (found < i && !strcmp(symbol.name, "cleanup_net")) {
			search->wait.ends_net = true;
		}
	}
	return found;
}

/* A frame's words end at its caller's return address; with frame records (arm64) they begin there. */
static void look_at_stack(struct search *search, const struct pk_stack_image *image)
{
	size_t frame = find_frame(search, image), end;

	if (frame == image->nr_frames)
		return;
	search->wait.task = image->task;
	end = frame + 2 < image->nr_frames
		      ? pk_stack_word_index(image, image->frames[frame + 2].slot)
		      : image->nr_words;
	for (size_t i = 0; i < end; i++) {
		const struct pk_stack_word *word = &image->words[i];

		if (word->word <= search->todo || word->word == word->slot)
			continue;
		if (may_begin(search, word->word - search->todo))
			look_at_head(search, word->slot, false);
		else if (may_begin(search, word->word) && is_unregistered(search, word->word) &&
			 was_taken(search, word->word))
			add_device(search, word->word);
	}
}

/* It sleeps not to be interrupted, or was woken, or runs. */
static bool may_wait(const struct search *search, const struct pk_task *task)
{
	uint64_t state;

	if (pk_member_uint(search->ctx, task->addr, PK_R_task_state, &state) != PK_OK)
		return true;
	return task->on_cpu || !state || ((state & UNINTERRUPTIBLE) && !(state & SLEEPS_WELL));
}

static void look_at_task(struct search *search, const struct pk_task *task)
{
	struct pk_stack_image image;
	enum pk_status status;

	if (!task->pid || !may_wait(search, task))
		return;
	if (search->unwound++ >= MAX_UNWOUND) {
		search->waits->unlooked++;
		return;
	}
	status = task->on_cpu && task->cpu >= 0
			 ? pk_stack_image_init(search->ctx, task->cpu, &image)
			 : pk_stack_image_of_sleeper(search->ctx, task, &image);
	if (status == PK_OK) {
		search->waits->unlooked += !image.unwound;
		look_at_stack(search, &image);
		pk_stack_image_deinit(&image);
	} else if (!task->on_cpu || status != PK_ABSENT) { /* those in user space do not wait */
		search->waits->unlooked++;
	}
}

/* --- who stands behind ---------------------------------------------------------------------------------- */

/* net/core/net_namespace.c has a static variable of this name. A per-CPU one of x86 has it, too, and no address of its own. */
struct heads {
	uint64_t addr;
	unsigned nr;
};

static bool note_head(const struct pk_symbol *symbol, void *arg)
{
	struct heads *heads = arg;

	if (!symbol->module[0] && strchr("bBdD", symbol->type)) {
		heads->addr = symbol->addr;
		heads->nr++;
	}
	return true;
}

static bool add_net(struct pk_ctx *ctx, struct pk_device_waits *waits, uint64_t net)
{
	if (waits->nr_nets == MAX_NETS || !pk_grow(waits->nets, waits->nr_nets, waits->room_nets))
		return false;
	waits->nets[waits->nr_nets++] = (struct pk_behind_net){
		.net = net, .inum = (uint32_t)pk_member_or_zero(ctx, net, PK_R_net_inum)};
	return true;
}

static enum pk_status read_nets(struct pk_ctx *ctx, struct pk_device_waits *waits)
{
	const bool circular = pk_layout_get(ctx, PK_R_net_cleanup_list)->member.size >
			      ctx->target->facts.word_size;
	struct heads heads = {.nr = 0};
	struct pk_reader r = {.ctx = ctx};
	uint64_t link = pk_offset(&r, PK_R_net_cleanup_list);

	pk_try(&r, pk_symbols_named(ctx, "cleanup_list", note_head, &heads));
	if (heads.nr != 1)
		pk_try(&r,
		       pk_fail(ctx, PK_ABSENT, "%u variables are called cleanup_list", heads.nr));
	if (circular)
		pk_list_for_each (node, &r, heads.addr) {
			if (!add_net(ctx, waits, node - link))
				break;
		}
	else
		pk_hlist_for_each (node, &r, heads.addr)
			if (!add_net(ctx, waits, node - link))
				break;
	return r.status;
}

struct behind {
	struct pk_ctx *ctx;
	struct pk_device_waits *waits;
};

static void add_task(uint64_t addr, void *arg)
{
	struct behind *behind = arg;
	struct pk_device_waits *waits = behind->waits;
	struct pk_task task;

	if (waits->nr_tasks < MAX_TASKS && pk_task_read(behind->ctx, addr, &task) == PK_OK &&
	    pk_grow(waits->tasks, waits->nr_tasks, waits->room_tasks))
		waits->tasks[waits->nr_tasks++] = task;
}

void pk_device_waits_read(struct pk_ctx *ctx, struct pk_device_waits *ret_waits)
{
	struct search search = {.ctx = ctx, .waits = ret_waits};
	struct pk_reader r = {.ctx = ctx};
	bool ends_net = false;
	struct behind behind = {ctx, ret_waits};
	struct pk_lock_wait wait = {.kind = PK_LOCK_RWSEM};

	*ret_waits = (struct pk_device_waits){.nets_status = PK_ABSENT};
	search.todo = pk_offset(&r, PK_R_netdev_todo_list);
	search.unregistered = pk_value(&r, PK_R_netreg_unregistered);
	pk_task_for_each (task, &r)
		look_at_task(&search, &task);
	ret_waits->status = r.status;
	for (size_t i = 0; i < ret_waits->nr; i++)
		ends_net |= ret_waits->list[i].ends_net;
	if (!ends_net)
		return;
	ret_waits->nets_status = read_nets(ctx, ret_waits);
	if (pk_has(ctx, PK_R_pernet_ops_rwsem) &&
	    pk_row_value(ctx, PK_R_pernet_ops_rwsem, &wait.lock) == PK_OK &&
	    !pk_lock_waiters(ctx, &wait, add_task, &behind))
		ret_waits->nr_tasks = 0;
}

void pk_device_waits_deinit(struct pk_device_waits *waits)
{
	free(waits->list);
	free(waits->nets);
	free(waits->tasks);
	*waits = (struct pk_device_waits){.status = PK_ABSENT};
}
