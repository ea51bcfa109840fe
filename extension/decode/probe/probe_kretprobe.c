// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/probe/probe_collect.h"
#include "decode/task/task.h"

/*
 * Instances of kretprobes that were in use: calls that had not returned. The pool of those that are free
 * (hlist, freelist, objpool) need not be read, for what is in use is reached from the other side:
 *
 *   up to 5.10	kretprobe_inst_table[64], by task -> kretprobe_instance { hlist, rp, task }
 *   5.11	task_struct.kretprobe_instances -> kretprobe_instance.llist { rph -> kretprobe_holder { rp } }
 *   6.0, x86	task_struct.rethooks -> rethook_node.llist { rethook }, the same as kretprobe.rh
 */
#define TABLE_SIZE 64 /* 1 << KPROBE_HASH_BITS, a #define */
#define MAX_INSTANCES (1u << 16)
#define MAX_A_TASK 4096
#define MAX_NAMED 4 /* holders in a detail */

static bool add_instance(struct pk_collect *collect, uint64_t owner, const struct pk_task *task)
{
	struct pk_instance *instance;

	if (collect->nr_instances == MAX_INSTANCES)
		return false;
	if (!pk_grow(collect->instances, collect->nr_instances, collect->instances_room))
		return false;
	instance = &collect->instances[collect->nr_instances++];
	*instance = (struct pk_instance){
		.owner = owner, .pid = task->pid, .cpu = task->on_cpu ? task->cpu : -1};
	memcpy(instance->comm, task->comm, sizeof(instance->comm));
	return true;
}

static void read_tables(struct pk_collect *collect, uint64_t symbol)
{
	struct pk_ctx *ctx = collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t link = pk_offset(&r, PK_R_kretprobe_instance_hlist), rp, owner;
	struct pk_task task;

	if (!pk_ok(&r))
		return;
	for (unsigned i = 0; i < TABLE_SIZE; i++) {
		r.status = PK_OK;
		pk_hlist_for_each (node, &r, symbol + i * ctx->target->facts.word_size) {
			rp = pk_collect_uint(collect, node - link, PK_R_kretprobe_instance_rp);
			owner = pk_collect_uint(collect, node - link, PK_R_kretprobe_instance_task);
			if (pk_task_read(ctx, owner, &task) != PK_OK)
				pk_warn(ctx, "kretprobe_instance %" PRIx64 ": %s", node - link,
					pk_error(ctx));
			else if (!add_instance(collect, rp, &task))
				break;
		}
		if (!pk_ok(&r))
			pk_warn(ctx, "kretprobe_inst_table[%u]: %s", i, pk_error(ctx));
	}
}

/* Of one node of a task's list: the kretprobe or rethook that waits. */
static uint64_t owner_of(struct pk_collect *collect, uint64_t node)
{
	struct pk_ctx *ctx = collect->ctx;
	uint64_t offset, holder;

	if (pk_has(ctx, PK_R_task_rethooks)) {
		if (pk_row_offset(ctx, PK_R_rethook_node_llist, &offset) != PK_OK)
			return 0;
		return pk_collect_uint(collect, node - offset, PK_R_rethook_node_rethook);
	}
	if (pk_row_offset(ctx, PK_R_kretprobe_instance_llist, &offset) != PK_OK)
		return 0;
	holder = pk_collect_uint(collect, node - offset, PK_R_kretprobe_instance_rph);
	return pk_collect_uint(collect, holder, PK_R_kretprobe_holder_rp);
}

/* False: there is no room for more. */
static bool read_task(struct pk_collect *collect, const struct pk_task *task)
{
	struct pk_ctx *ctx = collect->ctx;
	struct pk_cycle cycle = {0};
	uint64_t node = pk_collect_uint(collect, task->addr,
					pk_has(ctx, PK_R_task_rethooks) ? PK_R_task_rethooks
									: PK_R_task_kretprobes);
	unsigned nr = 0;

	while (node) {
		if (pk_cycle_closed(&cycle, node) || ++nr > MAX_A_TASK) {
			pk_warn(ctx, "kretprobes of pid %d: their list loops at %" PRIx64,
				task->pid, node);
			return true;
		}
		if (!add_instance(collect, owner_of(collect, node), task))
			return false;
		if (pk_read_ptr(ctx, node, &node) != PK_OK) {
			pk_warn(ctx, "kretprobes of pid %d: %s", task->pid, pk_error(ctx));
			return true;
		}
	}
	return true;
}

void pk_collect_instances(struct pk_collect *collect, uint64_t rp, struct pk_probe *probe)
{
	uint64_t owner = rp, used = 0, named = 0;

	if (!collect->instances_read) {
		uint64_t table = pk_collect_symbol(collect, PK_R_kretprobe_inst_table);
		struct pk_ctx *ctx = collect->ctx;
		struct pk_reader r = {.ctx = ctx};

		collect->instances_read = true;
		if (table && pk_has(ctx, PK_R_kretprobe_instance_task))
			read_tables(collect, table);
		else if (pk_has(ctx, PK_R_task_rethooks) || pk_has(ctx, PK_R_task_kretprobes))
			pk_task_for_each (task, &r)
				if (!read_task(collect, &task))
					break;
		if (!pk_ok(&r))
			pk_warn(ctx, "instances of kretprobes: %s", pk_error(ctx));
	}
	if (pk_has(collect->ctx, PK_R_kretprobe_rh) && pk_has(collect->ctx, PK_R_task_rethooks))
		owner = pk_collect_uint(collect, rp, PK_R_kretprobe_rh);
	for (uint32_t i = 0; i < collect->nr_instances; i++)
		used += collect->instances[i].owner == owner;
	if (!used)
		return;
	pk_collect_detail(probe, "%" PRIu64 " in use", used);
	for (uint32_t i = 0; i < collect->nr_instances && named < MAX_NAMED; i++) {
		const struct pk_instance *instance = &collect->instances[i];

		if (instance->owner != owner)
			continue;
		named++;
		if (instance->cpu >= 0)
			pk_collect_detail(probe, "held by pid %d (%s) on CPU %d", instance->pid,
					  instance->comm, instance->cpu);
		else
			pk_collect_detail(probe, "held by pid %d (%s)", instance->pid,
					  instance->comm);
	}
	if (used > named)
		pk_collect_detail(probe, "and %" PRIu64 " more", used - named);
}
