// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about what others hold up: grace periods of RCU, pools of workers, and timers. */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/slab.h"
#include "decode/task/locks.h"
#include "decode/task/task.h"
#include "decode/task/watchdog.h"

#define STARVED_S 2 /* rcu_check_gp_kthread_starvation() */
#define MAX_OTHERS 32
#define UNINTERRUPTIBLE 2 /* of task_struct.state */
#define MAX_ASKED 256 /* sleepers whose stacks are unwound */

/* --- print_other_cpu_stall(): a grace period lasts rcu_cpu_stall_timeout -------------------------------- */

/* Tasks that wait for the end of a grace period. */
struct waiters {
	struct pk_ctx *ctx;
	bool expedited;
	struct pk_finding_other *list; /* owned; the first MAX_OTHERS */
	unsigned nr, asked;
};

static void note_waiter(struct waiters *waiters, const struct pk_task *task)
{
	/* It is RCU's, and waits for the same. */
	static const char *const own_worker[] = {"synchronize_rcu_expedited_wait*", NULL};
	struct pk_finding_other *other = &waiters->list[waiters->nr];
	struct pk_lock_wait wait;

	if (waiters->asked == MAX_ASKED || task->on_cpu ||
	    !(pk_member_or_zero(waiters->ctx, task->addr, PK_R_task_state) & UNINTERRUPTIBLE))
		return;
	waiters->asked++;
	pk_lock_wait_read(waiters->ctx, task, &wait);
	if (!wait.event || strcmp(wait.event, PK_WAITS_FOR_RCU) != 0 ||
	    wait.expedited != waiters->expedited || pk_arch_names(own_worker, wait.event_call))
		return;
	if (waiters->nr++ < MAX_OTHERS) {
		snprintf(other->name, sizeof(other->name), "%.15s (PID %d)%s%.60s", task->comm,
			 task->pid, wait.call[0] ? " in " : "", wait.call);
		other->addr = task->addr;
		other->is_task = true;
	}
}

static void add_reader(struct pk_ctx *ctx, const struct pk_task *task,
		       const struct pk_cpu_tale *tale, struct pk_words *words)
{
	struct pk_sleepers sleepers = {0};
	const struct pk_sleep *sleep = task->on_cpu ? NULL : pk_sleep_of(ctx, &sleepers, task);

	pk_words_add(words, "%.15s (PID %d), which was preempted as a reader", task->comm,
		     task->pid);
	if (sleep && sleep->call[0])
		pk_words_add(words, " in %.50s", sleep->call);
	else if (tale->cpu >= 0 && tale->status == PK_OK)
		pk_words_add(words, " and runs on CPU %d", tale->cpu);
	else
		pk_words_add(words, "; where is not judged");
	if (tale->cpu >= 0)
		pk_cpu_tale_tell(tale, words);
	pk_sleepers_deinit(&sleepers);
}

static void add_holdout(struct pk_ctx *ctx, const struct pk_rcu_holdout *holdout,
			const struct pk_cpu_tale *tale, struct pk_words *words)
{
	if (holdout->cpu < 0) {
		add_reader(ctx, &holdout->task, tale, words);
		return;
	}
	pk_words_add(words, "CPU %d", holdout->cpu);
	pk_cpu_tale_tell(tale, words);
}

/* Of a reader, if it runs again. */
static void holdout_tale_read(const struct pk_scene *scene, const struct pk_rcu_holdout *holdout,
			      struct pk_cpu_tale *ret_tale)
{
	int cpu = holdout->cpu;

	if (cpu < 0 && holdout->task.on_cpu)
		cpu = holdout->task.cpu;
	*ret_tale = (struct pk_cpu_tale){.status = PK_ABSENT, .cpu = -1};
	if (cpu >= 0)
		pk_cpu_tale_read(scene, cpu, ret_tale);
}

size_t pk_rcu_tell(const struct pk_scene *scene, const struct pk_rcu_period *period,
		   struct pk_cpu_tale *ret_tale, struct pk_words *words)
{
	size_t at = 0;

	*ret_tale = (struct pk_cpu_tale){.status = PK_ABSENT, .cpu = -1};
	if (!period->nr)
		return 0;
	/* A CPU that runs something comes first, then one that idles: RCU's thread has not looked at that one. */
	for (; at < period->nr && period->holdouts[at].cpu >= 0 && at < MAX_OTHERS; at++) {
		holdout_tale_read(scene, &period->holdouts[at], ret_tale);
		if (ret_tale->status != PK_OK || ret_tale->work.task.pid)
			break;
	}
	if (at == period->nr || period->holdouts[at].cpu < 0 || at == MAX_OTHERS) {
		at = 0;
		holdout_tale_read(scene, &period->holdouts[at], ret_tale);
	}
	pk_words_add(words, ", held up by ");
	add_holdout(scene->ctx, &period->holdouts[at], ret_tale, words);
	return at;
}

static void show_holdouts(const struct pk_scene *scene, const struct pk_rcu_period *rcu,
			  size_t first, const struct waiters *waiters, struct pk_finding *finding)
{
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
		holdout_tale_read(scene, holdout, &tale);
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

static void add_rest(const struct pk_rcu_period *rcu, const struct waiters *waiters,
		     struct pk_words *words)
{
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

static void find_stall(struct pk_judge *judge, const struct pk_rcu_period *rcu,
		       const struct waiters *waiters)
{
	const struct pk_scene *scene = judge->scene;
	struct pk_words words = {.len = 0};
	struct pk_cpu_tale tale;
	size_t first = pk_rcu_tell(scene, rcu, &tale, &words);
	struct pk_finding *finding;
	char more[32] = "inflight";

	if (tale.cpu >= 0)
		snprintf(more, sizeof(more), "inflight -c %d", tale.cpu);
	add_rest(rcu, waiters, &words);
	finding = pk_judge_found(judge, more, "a%s grace period of RCU has lasted for %llu s%s",
				 rcu->expedited ? "n expedited" : "",
				 (unsigned long long)rcu->age_s.value, words.text);
	pk_finding_shows_uint(finding, "age_s", rcu->age_s.value);
	if (!rcu->expedited)
		pk_finding_shows_uint(finding, "limit_s", scene->rcu.limit_s.value);
	if (rcu->expedited)
		pk_finding_shows_uint(finding, "expedited_seq", rcu->seq);
	else if ((int64_t)rcu->seq >= 0)
		pk_finding_shows_uint(finding, "gp_seq", rcu->seq);
	else /* it begins below 0, and the kernel prints it so */
		pk_finding_shows(finding, "gp_seq", "%lld", (long long)rcu->seq);
	if (rcu->quiet_s.status == PK_OK)
		pk_finding_shows_uint(finding, "thread_s", rcu->quiet_s.value);
	if (tale.cpu >= 0) {
		pk_finding_shows_uint(finding, "cpu", (uint64_t)tale.cpu);
		pk_cpu_tale_show(scene, &tale, finding);
	}
	if (rcu->nr && rcu->holdouts[first].cpu < 0 && tale.status != PK_OK) {
		pk_finding_shows(finding, "comm", "%s", rcu->holdouts[first].task.comm);
		pk_finding_shows(finding, "pid", "%d", rcu->holdouts[first].task.pid);
	}
	show_holdouts(scene, rcu, first, waiters, finding);
}

static void judge_period(struct pk_judge *judge, const struct pk_rcu_period *period)
{
	struct waiters waiters = {.ctx = judge->scene->ctx, .expedited = period->expedited};
	struct pk_reader tasks = {.ctx = waiters.ctx};

	if (!pk_rcu_is_late(&judge->scene->rcu, period)) {
		pk_judge_clear(judge);
		return;
	}
	waiters.list = calloc(MAX_OTHERS + 1, sizeof(*waiters.list));
	if (waiters.list)
		pk_task_for_each (task, &tasks)
			note_waiter(&waiters, &task);
	find_stall(judge, period, &waiters);
	if (period->holdouts_status != PK_OK)
		pk_judge_unknown(judge, "rcu_node", period->holdouts_status);
	free(waiters.list);
}

void pk_judge_rcu(struct pk_judge *judge)
{
	const struct pk_rcu *rcu = &judge->scene->rcu;

	if (!pk_judge_knows(judge, rcu->lack, &rcu->limit_s))
		return;
	judge_period(judge, &rcu->normal);
	if (rcu->expedited.in_progress)
		judge_period(judge, &rcu->expedited);
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

/* What pk_judge_works_asleep() says more of. */
static bool is_asleep(const struct pk_judge *judge, const struct pk_worker_pool *pool)
{
	return pool->asleep.status == PK_OK && pool->asleep.value &&
	       !judge->scene->ctx->target->facts.is_live;
}

void pk_judge_worker_pools(struct pk_judge *judge)
{
	const struct pk_worker_pools *pools = &judge->scene->pools;

	if (!pk_judge_knows(judge, pools->lack, &pools->limit_s))
		return;
	for (size_t i = 0; i < pools->nr; i++) {
		if (!pools->list[i].stalled || is_asleep(judge, &pools->list[i])) {
			pk_judge_clear(judge);
			continue;
		}
		find_pool(judge, &pools->list[i]);
		if (pools->list[i].status != PK_OK)
			pk_judge_unknown(judge, "worker_pool", pools->list[i].status);
	}
	for (uint64_t i = 0; i < pools->others; i++)
		pk_judge_clear(judge);
	for (uint64_t i = 0; i < pools->unread; i++)
		pk_judge_unknown(judge, "worker_pool", PK_UNREADABLE);
}

/* --- works that nobody will run ------------------------------------------------------------------------- */

static void pool_asleep(struct pk_judge *judge, const struct pk_worker_pool *pool)
{
	struct pk_words whose = {.len = 0}, func = {.len = 0}, none = {.len = 0};
	struct pk_finding *finding;

	if (pool->cpu >= 0)
		pk_words_add(&whose, " of CPU %d", pool->cpu);
	add_func(judge->scene->ctx, pool->funcs[0], &func);
	if (pool->nr_workers)
		pk_words_add(&none, "its %llu worker(s) sleep(-s) and nobody has woken one",
			     (unsigned long long)pool->nr_workers);
	else
		pk_words_add(&none, "it has no worker");
	finding = pk_judge_found(judge, "log",
				 "pool %d of workers%s has %llu work(s), the first is %.70s; %s, "
				 "and none is being made: nobody will run them",
				 pool->id, whose.text, (unsigned long long)pool->pending, func.text,
				 none.text);
	pk_finding_shows(finding, "pool", "%d", pool->id);
	pk_finding_shows_uint(finding, "works", pool->pending);
	pk_finding_shows_uint(finding, "workers", pool->nr_workers);
	pk_finding_shows_uint(finding, "still_s", pool->still_s);
	pk_finding_shows(finding, "first_work", "%.47s", func.text);
	if (pool->cpu >= 0)
		pk_finding_shows_uint(finding, "cpu", (uint64_t)pool->cpu);
	pk_finding_shows_addr(finding, "worker_pool", pool->addr);
}

static void delayed_asleep(struct pk_judge *judge, const struct pk_delayed_work *work)
{
	struct pk_words func = {.len = 0};
	struct pk_finding *finding;

	add_func(judge->scene->ctx, work->func, &func);
	finding = pk_judge_found(judge, "log",
				 "the work %.70s (%s) is pending, but in no pool, and its timer is "
				 "not armed: nobody will run it",
				 func.text, work->what);
	/* A CPU that runs the timer may be about to queue it. */
	if (finding)
		finding->sure = PK_SURE_LIKELY;
	pk_finding_shows(finding, "work_function", "%.47s", func.text);
	pk_finding_shows_addr(finding, "work", work->addr);
}

/* insert_work(), wq_worker_sleeping(); queue_delayed_work_on(): see decode/task/worker_pool.c. */
void pk_judge_works_asleep(struct pk_judge *judge)
{
	const struct pk_worker_pools *pools = &judge->scene->pools;
	const bool is_live = judge->scene->ctx->target->facts.is_live;

	if (pk_judge_knows(judge, pools->lack, &pools->limit_s)) {
		for (size_t i = 0; i < pools->nr; i++) {
			const struct pk_worker_pool *pool = &pools->list[i];

			if (!pk_judge_knows(judge, "worker_pool", &pool->asleep))
				continue;
			if (!pool->asleep.value)
				pk_judge_clear(judge);
			else if (is_live)
				pk_judge_unknown(judge, "memory changes while it is read", PK_OK);
			else
				pool_asleep(judge, pool);
		}
		for (uint64_t i = 0; i < pools->others; i++)
			pk_judge_clear(judge);
		for (uint64_t i = 0; i < pools->unread; i++)
			pk_judge_unknown(judge, "worker_pool", PK_UNREADABLE);
	}
	for (unsigned i = 0; i < PK_DELAYED_WORKS; i++) {
		const struct pk_delayed_work *work = &pools->delayed[i];

		if (!work->addr || !pk_judge_knows(judge, "delayed_work", &work->lost))
			continue;
		if (!work->lost.value)
			pk_judge_clear(judge);
		else if (is_live)
			pk_judge_unknown(judge, "memory changes while it is read", PK_OK);
		else
			delayed_asleep(judge, work);
	}
}

/* --- timers that are due; the kernel has no test of its own ---------------------------------------------- */

/* How long CPU has not scheduled, s. */
static struct pk_figure still_of(const struct pk_scene *scene, int cpu)
{
	for (size_t i = 0; i < scene->watchdog.nr; i++)
		if (scene->watchdog.cpus[i].cpu == cpu)
			return scene->watchdog.cpus[i].still_s;
	return pk_figure_none(PK_ABSENT);
}

/* A CPU that has not scheduled for about as long is stuck itself, which soft-lockup judges. */
static bool is_stuck(const struct pk_late_cpu *late, uint64_t still_s)
{
	return still_s + late->list[0].late_s / 8 + 3 >= late->list[0].late_s;
}

/* What a timer is of. */
struct timer_owner {
	const struct pk_sock *sock; /* borrowed; NULL: of no socket with an address */
	const struct pk_device *device; /* borrowed; NULL: of none */
	struct pk_slab_object in; /* CACHE "": in none */
};

static void owner_read(const struct pk_scene *scene, uint64_t timer, struct timer_owner *owner)
{
	*owner = (struct timer_owner){.device = pk_scene_device(scene, timer)};
	if (pk_slab_lookup(scene->ctx, timer, &owner->in) != PK_OK)
		owner->in = (struct pk_slab_object){.kind = PK_OBJECT_NONE};
	else
		owner->sock = pk_hash_get(&scene->memory->socks, owner->in.start);
}

/* "tcp_write_timer of 10.0.0.1:80 > 10.0.0.2:4000" */
static void add_timer(const struct pk_scene *scene, uint64_t func, const struct timer_owner *owner,
		      struct pk_words *words)
{
	add_func(scene->ctx, func, words);
	if (owner->sock) {
		pk_words_add(words, " of ");
		pk_words_add_tuple(words, &owner->sock->tuple);
	} else if (owner->device) {
		pk_words_add(words, " of device %.15s", owner->device->name);
	} else if (owner->in.cache[0]) {
		pk_words_add(words, " of an object of %.31s", owner->in.cache);
	}
}

/* The oldest one, and if that is no socket's or device's, the oldest that is. */
static void tell_timers(const struct pk_scene *scene, const struct pk_late_cpu *late,
			struct pk_words *words, struct pk_finding *finding)
{
	struct pk_words func = {.len = 0};
	struct timer_owner owner;

	for (unsigned i = 0; i < late->nr_list; i++) {
		const struct pk_late_timer *timer = &late->list[i];
		bool of_network;

		owner_read(scene, timer->addr, &owner);
		of_network = owner.sock || owner.device || owner.in.kind == PK_OBJECT_SOCK;
		if (i && !of_network)
			continue;
		if (words) {
			if (i)
				pk_words_add(words, "; also, for %llu s, ",
					     (unsigned long long)timer->late_s);
			add_timer(scene, timer->func, &owner, words);
		}
		pk_finding_shows_addr(finding, i ? "its_timer" : "late_timer", timer->addr);
		func.len = 0;
		add_func(scene->ctx, timer->func, &func);
		pk_finding_shows(finding, i ? "its_function" : "timer_function", "%.47s",
				 func.text);
		if (owner.device)
			pk_finding_shows_addr(finding, "net_device", owner.device->addr);
		else if (owner.in.kind == PK_OBJECT_SOCK)
			pk_finding_shows_addr(finding, "sk", owner.in.start);
		if (of_network)
			return;
	}
}

static void find_late(struct pk_judge *judge, const struct pk_late_cpu *late)
{
	const struct pk_scene *scene = judge->scene;
	struct pk_words words = {.len = 0}, timers = {.len = 0};
	struct pk_cpu_tale tale;
	struct pk_finding *finding;
	char more[32];

	tell_timers(scene, late, &timers, NULL);
	pk_cpu_tale_read(scene, late->cpu, &tale);
	pk_cpu_tale_tell(&tale, &words);
	if (late->ksoftirqd_waits)
		pk_words_add(&words, "; %.15s (PID %d), which runs softirqs, waits for the CPU",
			     late->ksoftirqd.comm, late->ksoftirqd.pid);
	snprintf(more, sizeof(more), "inflight -c %d", late->cpu);
	finding = pk_judge_found(judge, more,
				 "CPU %d schedules%s; it has left %llu timer(s) undone for up to "
				 "%llu s, the oldest is %s",
				 late->cpu, words.text, (unsigned long long)late->nr,
				 (unsigned long long)late->list[0].late_s, timers.text);
	pk_finding_shows_uint(finding, "late_s", late->list[0].late_s);
	pk_finding_shows_uint(finding, "cpu", (uint64_t)late->cpu);
	pk_finding_shows_uint(finding, "limit_s", scene->timers.limit_s.value);
	pk_finding_shows_uint(finding, "timers", late->nr);
	tell_timers(scene, late, NULL, finding);
	if (late->ksoftirqd_waits)
		pk_finding_shows_addr(finding, "ksoftirqd", late->ksoftirqd.addr);
	pk_cpu_tale_show(scene, &tale, finding);
}

void pk_judge_late_timers(struct pk_judge *judge)
{
	const struct pk_late_timers *timers = &judge->scene->timers;

	if (!pk_judge_knows(judge, timers->lack, &timers->limit_s))
		return;
	for (size_t i = 0; i < timers->nr; i++) {
		const struct pk_late_cpu *late = &timers->list[i];
		struct pk_figure still = still_of(judge->scene, late->cpu);

		if (late->status != PK_OK)
			pk_judge_unknown(judge, "timers of a CPU", late->status);
		if (!late->nr)
			continue;
		if (still.status != PK_OK)
			pk_judge_unknown(judge, "whether the CPU scheduled", PK_ABSENT);
		else if (is_stuck(late, still.value))
			pk_judge_clear(judge);
		else
			find_late(judge, late);
	}
	for (uint64_t i = 0; i < timers->others; i++)
		pk_judge_clear(judge);
}
