// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * RCU's grace periods. rcu_state.gp_seq counts them in steps of 4, and its low bits say that one is in progress, which
 * began at gp_start. CPUs are in a tree of struct rcu_node, an array, whose leaves have a bit in qsmask for each CPU that
 * has not passed through a quiescent state since:
 *
 *	leaf: grplo = 16, qsmask = 0b101	CPUs 16 and 18
 *	      blkd_tasks <-> C <-> B <-> A	readers that were preempted, the newest first
 *	                     gp_tasks -^	B and A began before the grace period
 */
#include "decode/task/watchdog.h"

#include <stdlib.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/printk.h"
#include "decode/task/task.h"

#define SEQ_STATE 3 /* of gp_seq: not 0 while one is in progress */
#define TIMEOUT_MIN 3 /* seconds: rcu_jiffies_till_stall_check() keeps it within these */
#define TIMEOUT_MAX 300
#define MAX_NODES 4096 /* PK_MAX_CPUS in leaves of 16 take 512, and these 33 more */
#define MAX_HOLDOUTS 4096

static struct pk_figure limit_read(struct pk_ctx *ctx, const char **ret_lack)
{
	struct pk_figure timeout = pk_figure_symbol(ctx, PK_R_rcu_stall_timeout, sizeof(uint32_t));

	*ret_lack = "rcu_cpu_stall_timeout";
	if (timeout.status != PK_OK)
		return timeout;
	if ((int32_t)timeout.value < TIMEOUT_MIN)
		timeout.value = TIMEOUT_MIN;
	if (timeout.value > TIMEOUT_MAX)
		timeout.value = TIMEOUT_MAX;
	return timeout;
}

static void add(struct pk_rcu *rcu, int cpu, const struct pk_task *task)
{
	struct pk_rcu_holdout *holdout;

	if (rcu->nr == MAX_HOLDOUTS) {
		rcu->holdouts_status = PK_LIMIT;
		return;
	}
	if (!pk_grow(rcu->holdouts, rcu->nr, rcu->room))
		return;
	holdout = &rcu->holdouts[rcu->nr++];
	*holdout = (struct pk_rcu_holdout){.cpu = cpu};
	if (task)
		holdout->task = *task;
}

static void cpus_of_leaf(struct pk_reader *r, uint64_t leaf, struct pk_rcu *rcu)
{
	uint64_t mask = pk_member(r, leaf, PK_R_rcu_node_qsmask);
	uint64_t first = pk_member(r, leaf, PK_R_rcu_node_grplo);

	for (unsigned bit = 0; pk_ok(r) && bit < 64; bit++)
		if ((mask >> bit & 1) && first + bit < PK_MAX_CPUS)
			add(rcu, (int)(first + bit), NULL);
}

/* From the one that gp_tasks points to, to the end of the list. */
static void tasks_of_leaf(struct pk_reader *r, uint64_t leaf, struct pk_rcu *rcu)
{
	uint64_t first = pk_member(r, leaf, PK_R_rcu_node_gp_tasks);
	uint64_t head = pk_member_at(r, leaf, PK_R_rcu_node_blkd_tasks);
	uint64_t entry = pk_offset(r, PK_R_task_rcu_entry);
	bool blocks = false;
	struct pk_task task;

	if (!pk_ok(r) || !first)
		return;
	pk_list_for_each (node, r, head) {
		blocks |= node == first;
		if (blocks && pk_try(r, pk_task_read(r->ctx, node - entry, &task)))
			add(rcu, -1, &task);
	}
	if (pk_ok(r) && !blocks)
		r->status =
			pk_fail(r->ctx, PK_CORRUPT, "rcu_node %llx: gp_tasks is not on its list",
				(unsigned long long)leaf);
}

typedef void (*leaf_fn)(struct pk_reader *r, uint64_t leaf, struct pk_rcu *rcu);

static void leaves_walk(struct pk_reader *r, uint64_t state, leaf_fn fn, struct pk_rcu *rcu)
{
	uint64_t nr = pk_number(r, pk_value(r, PK_R_rcu_num_nodes), sizeof(uint32_t));
	uint64_t levels = pk_number(r, pk_value(r, PK_R_rcu_num_lvls), sizeof(uint32_t));
	uint64_t nodes = pk_member_at(r, state, PK_R_rcu_nodes);
	uint64_t size = pk_value(r, PK_R_rcu_node_size);

	if (pk_ok(r) && (nr > MAX_NODES || !levels || levels > 8))
		r->status = pk_fail(r->ctx, PK_CORRUPT, "RCU's tree: %llu nodes in %llu levels",
				    (unsigned long long)nr, (unsigned long long)levels);
	for (uint64_t i = 0; pk_ok(r) && i < nr; i++)
		if (pk_member(r, nodes + i * size, PK_R_rcu_node_level) == levels - 1 && pk_ok(r))
			fn(r, nodes + i * size, rcu);
}

void pk_rcu_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms, struct pk_rcu *ret_rcu)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_figure now;
	uint64_t hz, state, start, active;

	*ret_rcu = (struct pk_rcu){.quiet_s = pk_figure_none(PK_ABSENT)};
	ret_rcu->limit_s = limit_read(ctx, &ret_rcu->lack);
	if (ret_rcu->limit_s.status != PK_OK)
		return;
	state = pk_value(&r, PK_R_rcu_state);
	ret_rcu->seq = pk_member(&r, state, PK_R_rcu_gp_seq);
	start = pk_member(&r, state, PK_R_rcu_gp_start);
	active = pk_member(&r, state, PK_R_rcu_gp_activity);
	if (!pk_ok(&r)) {
		ret_rcu->lack = "rcu_state";
		ret_rcu->limit_s = pk_figure_none(r.status);
		return;
	}
	ret_rcu->in_progress = ret_rcu->seq & SEQ_STATE;
	if (!ret_rcu->in_progress)
		return;
	now = pk_jiffies_at_panic(ctx, ran_on_ms, &hz);
	if (now.status != PK_OK) {
		ret_rcu->lack = "jiffies when the machine stopped";
		ret_rcu->limit_s = now;
		return;
	}
	ret_rcu->age_s = pk_jiffies_s(ctx, now.value, start, hz);
	ret_rcu->quiet_s = (struct pk_figure){.status = PK_OK,
					      .value = pk_jiffies_s(ctx, now.value, active, hz)};
	if (ret_rcu->age_s >= ret_rcu->limit_s.value) {
		struct pk_reader cpus = {.ctx = ctx}, tasks = {.ctx = ctx};

		leaves_walk(&cpus, state, cpus_of_leaf, ret_rcu);
		if (pk_has(ctx, PK_R_task_rcu_entry))
			leaves_walk(&tasks, state, tasks_of_leaf, ret_rcu);
		if (ret_rcu->holdouts_status == PK_OK)
			ret_rcu->holdouts_status = pk_ok(&cpus) ? tasks.status : cpus.status;
	}
}

void pk_rcu_deinit(struct pk_rcu *rcu)
{
	free(rcu->holdouts);
	*rcu = (struct pk_rcu){0};
}
