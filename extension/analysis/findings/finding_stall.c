// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about what others hold up: grace periods of RCU, and pools of workers. */
#include "analysis/findings/finding_cpu.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/task/lock_wait.h"
#include "decode/task/sleeping.h"
#include "decode/task/task.h"

#define STARVED_S 2 /* rcu_check_gp_kthread_starvation() */
#define MAX_OTHERS 32
#define UNINTERRUPTIBLE 2 /* of task_struct.state */
#define MAX_ASKED 256 /* sleepers whose stacks are unwound */

/* --- print_other_cpu_stall(): a grace period lasts rcu_cpu_stall_timeout -------------------------------- */

/* Tasks that wait for the end of a grace period. */
struct waiters {
	struct pk_ctx *ctx;
	struct pk_finding_other *list; /* owned; the first MAX_OTHERS */
	unsigned nr, asked;
};

static bool note_waiter(const struct pk_task *task, void *arg)
{
	struct waiters *waiters = arg;
	struct pk_finding_other *other = &waiters->list[waiters->nr];
	struct pk_lock_wait wait;

	if (waiters->asked == MAX_ASKED || task->on_cpu ||
	    !(pk_member_or_zero(waiters->ctx, task->addr, PK_R_task_state) & UNINTERRUPTIBLE))
		return true;
	waiters->asked++;
	pk_lock_wait_read(waiters->ctx, task, &wait);
	if (!wait.event || strcmp(wait.event, PK_WAITS_FOR_RCU) != 0)
		return true;
	if (waiters->nr++ < MAX_OTHERS) {
		snprintf(other->name, sizeof(other->name), "%.15s (PID %d)%s%.60s", task->comm,
			 task->pid, wait.call[0] ? " in " : "", wait.call);
		other->addr = task->addr;
		other->is_task = true;
	}
	return true;
}

static void add_reader(struct pk_ctx *ctx, const struct pk_task *task, struct pk_words *words)
{
	struct pk_sleepers sleepers = {0};
	const struct pk_sleep *sleep = task->on_cpu ? NULL : pk_sleep_of(ctx, &sleepers, task);

	pk_words_add(words, "%.15s (PID %d), which was preempted as a reader", task->comm,
		     task->pid);
	if (sleep && sleep->call[0])
		pk_words_add(words, " in %.50s", sleep->call);
	else
		pk_words_add(words, "; where is not judged");
	pk_sleepers_deinit(&sleepers);
}

static void add_holdout(struct pk_ctx *ctx, const struct pk_rcu_holdout *holdout,
			const struct pk_cpu_tale *tale, struct pk_words *words)
{
	if (holdout->cpu < 0) {
		add_reader(ctx, &holdout->task, words);
		return;
	}
	pk_words_add(words, "CPU %d", holdout->cpu);
	pk_cpu_tale_tell(tale, words);
}

/* A CPU that runs something comes first, then one that idles: RCU's thread has not looked at that one. */
static size_t first_holdout(const struct pk_scene *scene, struct pk_cpu_tale *tale)
{
	const struct pk_rcu *rcu = &scene->rcu;

	for (size_t i = 0; i < rcu->nr && rcu->holdouts[i].cpu >= 0 && i < MAX_OTHERS; i++) {
		pk_cpu_tale_read(scene, rcu->holdouts[i].cpu, tale);
		if (tale->status != PK_OK || tale->work.task.pid)
			return i;
	}
	if (rcu->nr && rcu->holdouts[0].cpu >= 0)
		pk_cpu_tale_read(scene, rcu->holdouts[0].cpu, tale);
	return 0;
}

static void show_holdouts(const struct pk_scene *scene, size_t first, const struct waiters *waiters,
			  struct pk_finding *finding)
{
	const struct pk_rcu *rcu = &scene->rcu;
	struct pk_cpu_tale tale;

	if (!finding)
		return;
	finding->others = calloc(2 * MAX_OTHERS, sizeof(*finding->others));
	for (size_t i = 0; finding->others && i < rcu->nr && finding->nr_others < MAX_OTHERS; i++) {
		const struct pk_rcu_holdout *holdout = &rcu->holdouts[i];
		struct pk_words words = {.len = 0};
		struct pk_task task = holdout->task;

		if (i == first ||
		    (holdout->cpu >= 0 && pk_cpu_task(scene->ctx, holdout->cpu, &task) != PK_OK))
			continue;
		if (holdout->cpu >= 0)
			pk_cpu_tale_read(scene, holdout->cpu, &tale);
		add_holdout(scene->ctx, holdout, &tale, &words);
		snprintf(finding->others[finding->nr_others].name, sizeof(finding->others->name),
			 "%.135s", words.text);
		finding->others[finding->nr_others].addr = task.addr;
		finding->others[finding->nr_others++].is_task = true;
	}
	for (size_t i = 0; finding->others && i < waiters->nr && i < MAX_OTHERS; i++) {
		struct pk_finding_other *other = &finding->others[finding->nr_others++];

		*other = waiters->list[i];
		snprintf(other->name, sizeof(other->name), "%.80s, which waits for the end",
			 waiters->list[i].name);
	}
}

static void add_rest(const struct pk_scene *scene, const struct waiters *waiters,
		     struct pk_words *words)
{
	const struct pk_rcu *rcu = &scene->rcu;
	size_t cpus = 0;

	while (cpus < rcu->nr && rcu->holdouts[cpus].cpu >= 0)
		cpus++;
	if (cpus > 1)
		pk_words_add(words, "; also by %zu other CPU(s)", cpus - 1);
	if (rcu->nr - cpus > !cpus)
		pk_words_add(words, "; also by %zu preempted reader(s)", rcu->nr - cpus - !cpus);
	if (rcu->quiet_s.status == PK_OK && rcu->quiet_s.value > STARVED_S)
		pk_words_add(words, "; RCU's thread has not run for %llu s",
			     (unsigned long long)rcu->quiet_s.value);
	if (waiters->nr)
		pk_words_add(words, "; %u task(s) wait(-s) for the end", waiters->nr);
}

static void find_stall(struct pk_judge *judge, const struct waiters *waiters)
{
	const struct pk_scene *scene = judge->scene;
	const struct pk_rcu *rcu = &scene->rcu;
	struct pk_cpu_tale tale = {.status = PK_ABSENT, .cpu = -1};
	size_t first = first_holdout(scene, &tale);
	struct pk_words words = {.len = 0};
	struct pk_finding *finding;
	char more[32] = "inflight";

	if (rcu->nr) {
		pk_words_add(&words, ", held up by ");
		add_holdout(scene->ctx, &rcu->holdouts[first], &tale, &words);
	}
	if (rcu->nr && rcu->holdouts[first].cpu >= 0)
		snprintf(more, sizeof(more), "inflight -c %d", rcu->holdouts[first].cpu);
	add_rest(scene, waiters, &words);
	finding = pk_judge_found(judge, more, "a grace period of RCU has lasted for %llu s%s",
				 (unsigned long long)rcu->age_s, words.text);
	pk_finding_shows_uint(finding, "age_s", rcu->age_s);
	pk_finding_shows_uint(finding, "limit_s", rcu->limit_s.value);
	pk_finding_shows_uint(finding, "gp_seq", rcu->seq);
	if (rcu->quiet_s.status == PK_OK)
		pk_finding_shows_uint(finding, "thread_s", rcu->quiet_s.value);
	if (rcu->nr && rcu->holdouts[first].cpu >= 0) {
		pk_finding_shows_uint(finding, "cpu", (uint64_t)rcu->holdouts[first].cpu);
		pk_cpu_tale_show(scene, &tale, finding);
	} else if (rcu->nr) {
		pk_finding_shows(finding, "comm", "%s", rcu->holdouts[first].task.comm);
		pk_finding_shows(finding, "pid", "%d", rcu->holdouts[first].task.pid);
	}
	show_holdouts(scene, first, waiters, finding);
}

void pk_judge_rcu(struct pk_judge *judge)
{
	const struct pk_rcu *rcu = &judge->scene->rcu;
	struct waiters waiters = {.ctx = judge->scene->ctx};

	if (!pk_judge_knows(judge, rcu->lack, &rcu->limit_s))
		return;
	if (!rcu->in_progress || rcu->age_s < rcu->limit_s.value) {
		pk_judge_clear(judge);
		return;
	}
	waiters.list = calloc(MAX_OTHERS + 1, sizeof(*waiters.list));
	if (waiters.list)
		pk_tasks_walk(waiters.ctx, note_waiter, &waiters);
	find_stall(judge, &waiters);
	if (rcu->holdouts_status != PK_OK)
		pk_judge_unknown(judge, "rcu_node", rcu->holdouts_status);
	free(waiters.list);
}

/* --- wq_watchdog_timer_fn(): works, and none begun for wq_watchdog_thresh ------------------------------- */

static void add_func(struct pk_ctx *ctx, uint64_t addr, struct pk_words *words)
{
	struct pk_symbol func;

	if (!addr || pk_symbol_at(ctx, addr, &func) != PK_OK) {
		pk_words_add(words, addr ? "%llx" : "not readable", (unsigned long long)addr);
		return;
	}
	pk_strip_suffixes(func.name);
	pk_words_add(words, "%.50s%s%.20s%s", func.name, func.module[0] ? " [" : "", func.module,
		     func.module[0] ? "]" : "");
}

/* Who runs keeps others from running; of those that sleep, the first. */
static const struct pk_worker *worker_to_tell(const struct pk_worker_pool *pool)
{
	for (size_t i = 0; i < pool->nr; i++)
		if (pool->workers[i].task.on_cpu)
			return &pool->workers[i];
	return pool->nr ? &pool->workers[0] : NULL;
}

static void add_worker(struct pk_ctx *ctx, const struct pk_worker *worker, struct pk_words *words)
{
	struct pk_sleepers sleepers = {0};
	const struct pk_sleep *sleep;

	pk_words_add(words, "; %.15s (PID %d) has ", worker->task.comm, worker->task.pid);
	add_func(ctx, worker->func, words);
	if (worker->task.on_cpu)
		return;
	sleep = pk_sleep_of(ctx, &sleepers, &worker->task);
	if (sleep && sleep->call[0])
		pk_words_add(words, ", which %s in %.40s",
			     pk_task_sleeps(ctx, &worker->task) ? "sleeps" : "waits for a CPU",
			     sleep->call);
	pk_sleepers_deinit(&sleepers);
}

static void find_pool(struct pk_judge *judge, const struct pk_worker_pool *pool)
{
	const struct pk_scene *scene = judge->scene;
	const struct pk_worker *worker = worker_to_tell(pool);
	struct pk_cpu_tale tale = {.status = PK_ABSENT, .cpu = -1};
	struct pk_words words = {.len = 0}, whose = {.len = 0}, func = {.len = 0};
	struct pk_finding *finding;
	char more[32] = "inflight";

	if (pool->cpu >= 0)
		pk_words_add(&whose, " of CPU %d", pool->cpu);
	add_func(scene->ctx, pool->funcs[0], &func);
	if (worker)
		add_worker(scene->ctx, worker, &words);
	if (worker && worker->task.on_cpu && worker->task.cpu >= 0) {
		pk_cpu_tale_read(scene, worker->task.cpu, &tale);
		pk_cpu_tale_tell(&tale, &words);
		snprintf(more, sizeof(more), "inflight -c %d", worker->task.cpu);
	}
	finding =
		pk_judge_found(judge, more,
			       "pool %d of workers%s has %llu work(s) and has begun none for %llu "
			       "s, the first is %.70s%s",
			       pool->id, whose.text, (unsigned long long)pool->pending,
			       (unsigned long long)pool->still_s, func.text, words.text);
	pk_finding_shows(finding, "pool", "%d", pool->id);
	pk_finding_shows_uint(finding, "still_s", pool->still_s);
	pk_finding_shows_uint(finding, "limit_s", scene->pools.limit_s.value);
	pk_finding_shows_uint(finding, "works", pool->pending);
	pk_finding_shows(finding, "first_work", "%.47s", func.text);
	if (pool->cpu >= 0)
		pk_finding_shows_uint(finding, "cpu", (uint64_t)pool->cpu);
	if (worker) {
		func.len = 0;
		add_func(scene->ctx, worker->func, &func);
		pk_finding_shows(finding, "work", "%.47s", func.text);
		pk_finding_shows_addr(finding, "task", worker->task.addr);
	}
	if (tale.status == PK_OK)
		pk_cpu_tale_show(scene, &tale, finding);
}

void pk_judge_worker_pools(struct pk_judge *judge)
{
	const struct pk_worker_pools *pools = &judge->scene->pools;

	if (!pk_judge_knows(judge, pools->lack, &pools->limit_s))
		return;
	for (size_t i = 0; i < pools->nr; i++) {
		find_pool(judge, &pools->list[i]);
		if (pools->list[i].status != PK_OK)
			pk_judge_unknown(judge, "worker_pool", pools->list[i].status);
	}
	for (uint64_t i = 0; i < pools->others; i++)
		pk_judge_clear(judge);
	for (uint64_t i = 0; i < pools->unread; i++)
		pk_judge_unknown(judge, "worker_pool", PK_UNREADABLE);
}
