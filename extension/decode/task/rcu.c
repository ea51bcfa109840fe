// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * RCU's grace periods. rcu_state.gp_seq counts them in steps of 4, and its low bits say that one is in progress, which
 * began at gp_start. CPUs are in a tree of struct rcu_node, an array, whose leaves have a bit in qsmask for each CPU that
 * has not passed through a quiescent state since:
 *
 *	leaf: grplo = 16, qsmask = 0b101	CPUs 16 and 18
 *	      blkd_tasks <-> C <-> B <-> A	readers that were preempted, the newest first
 *	                     gp_tasks -^	B and A began before the grace period
 *
 * An expedited one may be in progress beside it. It has a count, masks and a first reader of its own.
 */
#include "decode/task/watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

	/* A kernel for one CPU has neither the detector nor grace periods that last (TINY_RCU). */
	*ret_lack = timeout.status == PK_ABSENT ? "RCU stall detector" : "rcu_cpu_stall_timeout";
	if (timeout.status != PK_OK)
		return timeout;
	if ((int32_t)timeout.value < TIMEOUT_MIN)
		timeout.value = TIMEOUT_MIN;
	if (timeout.value > TIMEOUT_MAX)
		timeout.value = TIMEOUT_MAX;
	return timeout;
}

static void add(struct pk_rcu_period *period, int cpu, const struct pk_task *task)
{
	struct pk_rcu_holdout *holdout;

	if (period->nr == MAX_HOLDOUTS) {
		period->holdouts_status = PK_LIMIT;
		return;
	}
	if (!pk_grow(period->holdouts, period->nr, period->room))
		return;
	holdout = &period->holdouts[period->nr++];
	*holdout = (struct pk_rcu_holdout){.cpu = cpu};
	if (task)
		holdout->task = *task;
}

static void cpus_of_leaf(struct pk_reader *r, uint64_t leaf, struct pk_rcu_period *period)
{
	uint64_t mask = pk_member(r, leaf,
				  period->expedited ? PK_R_rcu_node_expmask : PK_R_rcu_node_qsmask);
	uint64_t first = pk_member(r, leaf, PK_R_rcu_node_grplo);

	for (unsigned bit = 0; pk_ok(r) && bit < 64; bit++)
		if ((mask >> bit & 1) && first + bit < PK_MAX_CPUS)
			add(period, (int)(first + bit), NULL);
}

static bool is_listed(const struct pk_rcu_period *period, const struct pk_task *task)
{
	return task->on_cpu && task->cpu >= 0 &&
	       pk_any(period->nr, i, period->holdouts[i].cpu == task->cpu);
}

/* From the one that gp_tasks or exp_tasks points to, to the end of the list. A reader that runs again is what its CPU does. */
static void tasks_of_leaf(struct pk_reader *r, uint64_t leaf, struct pk_rcu_period *period)
{
	uint64_t first = pk_member(
		r, leaf, period->expedited ? PK_R_rcu_node_exp_tasks : PK_R_rcu_node_gp_tasks);
	uint64_t head = pk_member_at(r, leaf, PK_R_rcu_node_blkd_tasks);
	uint64_t entry = pk_offset(r, PK_R_task_rcu_entry);
	bool blocks = false;
	struct pk_task task;

	if (!pk_ok(r) || !first)
		return;
	pk_list_for_each (node, r, head) {
		blocks |= node == first;
		if (blocks && pk_try(r, pk_task_read(r->ctx, node - entry, &task)) &&
		    !is_listed(period, &task))
			add(period, -1, &task);
	}
	if (pk_ok(r) && !blocks)
		r->status = pk_fail(r->ctx, PK_CORRUPT,
				    "rcu_node %llx: its first reader is not on its list",
				    (unsigned long long)leaf);
}

typedef void (*leaf_fn)(struct pk_reader *r, uint64_t leaf, struct pk_rcu_period *period);

static void leaves_walk(struct pk_reader *r, leaf_fn fn, struct pk_rcu_period *period)
{
	uint64_t nr = pk_number(r, pk_value(r, PK_R_rcu_num_nodes), sizeof(uint32_t));
	uint64_t levels = pk_number(r, pk_value(r, PK_R_rcu_num_lvls), sizeof(uint32_t));
	uint64_t nodes = pk_member_at(r, pk_value(r, PK_R_rcu_state), PK_R_rcu_nodes);
	uint64_t size = pk_value(r, PK_R_rcu_node_size);

	if (pk_ok(r) && (nr > MAX_NODES || !levels || levels > 8))
		r->status = pk_fail(r->ctx, PK_CORRUPT, "RCU's tree: %llu nodes in %llu levels",
				    (unsigned long long)nr, (unsigned long long)levels);
	for (uint64_t i = 0; pk_ok(r) && i < nr; i++)
		if (pk_member(r, nodes + i * size, PK_R_rcu_node_level) == levels - 1 && pk_ok(r))
			fn(r, nodes + i * size, period);
}

void pk_rcu_holdouts_read(struct pk_ctx *ctx, struct pk_rcu_period *period)
{
	struct pk_reader cpus = {.ctx = ctx}, tasks = {.ctx = ctx};

	if (period->nr || period->holdouts_status != PK_OK)
		return;
	leaves_walk(&cpus, cpus_of_leaf, period);
	if (pk_has(ctx, PK_R_task_rcu_entry))
		leaves_walk(&tasks, tasks_of_leaf, period);
	if (period->holdouts_status == PK_OK)
		period->holdouts_status = pk_ok(&cpus) ? tasks.status : cpus.status;
}

static void expedited_begin(struct pk_ctx *ctx, struct pk_rcu_period *period)
{
	struct pk_reader r = {.ctx = ctx};

	*period = (struct pk_rcu_period){.expedited = true,
					 .age_s = pk_figure_none(PK_ABSENT),
					 .quiet_s = pk_figure_none(PK_ABSENT)};
	if (!pk_has(ctx, PK_R_rcu_expedited_sequence))
		return;
	period->seq = pk_member(&r, pk_value(&r, PK_R_rcu_state), PK_R_rcu_expedited_sequence);
	period->in_progress = pk_ok(&r) && (period->seq & SEQ_STATE);
}

/* --- what the log says ---------------------------------------------------------------------------------- */

/* "rcu: INFO: rcu_preempt detected stalls on CPUs/tasks:"; "... self-detected stall on CPU" */
static bool complains(const char *text)
{
	return strstr(text, "detected stalls on CPUs/tasks:") ||
	       strstr(text, "self-detected stall on CPU");
}

/* "rcu: INFO: rcu_preempt detected expedited stalls on CPUs/tasks: { 1-.... } 5319 jiffies s: 401 root: 0x2/." */
static bool complains_of(const char *text, uint64_t seq, uint64_t *ret_jiffies)
{
	const char *at = strstr(text, "detected expedited stalls on CPUs/tasks:");
	unsigned long long jiffies, number;

	if (!at || !(at = strstr(at, "} ")) ||
	    sscanf(at, "} %18llu jiffies s: %18llu", &jiffies, &number) != 2 || number != seq)
		return false;
	*ret_jiffies = jiffies;
	return true;
}

/* The kernel complains when it has waited for as long as it allows, and then from time to time; its limit may have been
 * another one when the grace period began. */
static void note_said(struct pk_ctx *ctx, const struct pk_panic *panic, uint64_t hz,
		      struct pk_rcu *rcu)
{
	struct pk_rcu_period *normal = &rcu->normal, *expedited = &rcu->expedited;
	struct pk_reader r = {.ctx = ctx};
	uint64_t jiffies, ago_s;

	pk_log_for_each (line, &r) {
		char text[512];

		snprintf(text, sizeof(text), "%.*s", (int)line.len, line.text);
		if (line.from_user || !strstr(text, "rcu: INFO: "))
			continue;
		ago_s = panic->ts_nsec > line.ts_nsec ? (panic->ts_nsec - line.ts_nsec) / 1000000000
						      : 0;
		if (normal->in_progress && ago_s < normal->age_s.value && complains(text))
			normal->said = true;
		if (!expedited->in_progress || !complains_of(text, expedited->seq, &jiffies))
			continue;
		expedited->said = true;
		expedited->age_s =
			(struct pk_figure){.status = PK_OK, .value = jiffies / hz + ago_s};
	}
}

/* -------------------------------------------------------------------------------------------------------- */

bool pk_rcu_is_late(const struct pk_rcu *rcu, const struct pk_rcu_period *period)
{
	return period->in_progress && (period->said || (period->age_s.status == PK_OK &&
							period->age_s.value >= rcu->limit_s.value));
}

void pk_rcu_read(struct pk_ctx *ctx, const struct pk_panic *panic,
		 const struct pk_figure *ran_on_ms, struct pk_rcu *ret_rcu)
{
	struct pk_rcu_period *normal = &ret_rcu->normal;
	struct pk_reader r = {.ctx = ctx};
	uint64_t hz, state, start, active;
	struct pk_figure now;

	*ret_rcu = (struct pk_rcu){.normal = {.age_s = pk_figure_none(PK_ABSENT),
					      .quiet_s = pk_figure_none(PK_ABSENT)}};
	ret_rcu->limit_s = limit_read(ctx, &ret_rcu->lack);
	if (ret_rcu->limit_s.status != PK_OK)
		return;
	state = pk_value(&r, PK_R_rcu_state);
	normal->seq = pk_member(&r, state, PK_R_rcu_gp_seq);
	start = pk_member(&r, state, PK_R_rcu_gp_start);
	active = pk_member(&r, state, PK_R_rcu_gp_activity);
	if (!pk_ok(&r)) {
		ret_rcu->lack = "rcu_state";
		ret_rcu->limit_s = pk_figure_none(r.status);
		return;
	}
	normal->in_progress = normal->seq & SEQ_STATE;
	expedited_begin(ctx, &ret_rcu->expedited);
	if (!normal->in_progress && !ret_rcu->expedited.in_progress)
		return;
	now = pk_jiffies_at_panic(ctx, ran_on_ms, &hz);
	if (now.status != PK_OK) {
		ret_rcu->lack = "jiffies when the machine stopped";
		ret_rcu->limit_s = now;
		return;
	}
	if (normal->in_progress) {
		normal->age_s.status = normal->quiet_s.status = PK_OK;
		normal->age_s.value = pk_jiffies_s(ctx, now.value, start, hz);
		normal->quiet_s.value = pk_jiffies_s(ctx, now.value, active, hz);
	}
	/* Most are younger than a second, and what was said before them is of others. */
	if (panic->found && (normal->age_s.value || ret_rcu->expedited.in_progress))
		note_said(ctx, panic, hz, ret_rcu);
	if (pk_rcu_is_late(ret_rcu, normal))
		pk_rcu_holdouts_read(ctx, normal);
	if (pk_rcu_is_late(ret_rcu, &ret_rcu->expedited))
		pk_rcu_holdouts_read(ctx, &ret_rcu->expedited);
}

void pk_rcu_deinit(struct pk_rcu *rcu)
{
	free(rcu->normal.holdouts);
	free(rcu->expedited.holdouts);
	*rcu = (struct pk_rcu){0};
}
