// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Pools of workers that do not move (wq_watchdog_timer_fn()). A pool stamps the jiffies when a worker takes a work, and
 * when one comes into the empty pool. A worker that sleeps makes room for another: a pool stands still when one runs on
 * its CPU and does not stop, or when none can be made.
 *
 * Who queues a work, and a worker that goes to sleep in one, wakes an idle worker, with the pool locked or on the CPU
 * (insert_work(), wq_worker_sleeping()). The last idle one makes another before it works (manage_workers()). So a pool
 * with works has a worker that runs or is to run, or its manager; otherwise nobody will run them.
 */
#include "decode/task/watchdog.h"

#include <stdlib.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/printk.h"
#include "decode/tables.h"
#include "decode/task/task.h"

#define LIMIT_S 30 /* wq_watchdog_thresh, which kernels without the watchdog do not have */
#define LIMIT_MAX 3600
#define MAX_STILL 1024
#define MAX_WORKERS 512

struct search {
	struct pk_ctx *ctx;
	struct pk_worker_pools *pools;
	uint64_t now, hz; /* jiffies when the panic began */
};

static struct pk_figure limit_read(struct pk_ctx *ctx, const char **ret_lack)
{
	struct pk_figure limit =
		pk_figure_symbol(ctx, PK_R_wq_watchdog_thresh, ctx->target->facts.word_size);

	*ret_lack = "wq_watchdog_thresh";
	/* It was switched off, or is not there: its usual limit is long enough for any pool. */
	if (limit.status == PK_ABSENT || (limit.status == PK_OK && !limit.value))
		return (struct pk_figure){.status = PK_OK, .value = LIMIT_S};
	if (limit.status == PK_OK && limit.value > LIMIT_MAX)
		return pk_figure_none(PK_CORRUPT);
	return limit;
}

static void works_read(struct pk_reader *r, struct pk_worker_pool *pool)
{
	uint64_t head = pk_member_at(r, pool->addr, PK_R_wq_pool_worklist);
	uint64_t entry = pk_offset(r, PK_R_work_entry);

	if (!pk_ok(r))
		return;
	pk_list_for_each (node, r, head) {
		if (pool->pending < PK_POOL_WORKS)
			pool->funcs[pool->pending] = pk_member(r, node - entry, PK_R_work_func);
		pool->pending++;
	}
}

/* False: a worker runs or is to run. Those of softirqs have no task. */
static bool workers_read(struct pk_reader *r, struct pk_worker_pool *pool)
{
	uint64_t head = pk_member_at(r, pool->addr, PK_R_wq_pool_workers);
	uint64_t entry = pk_offset(r, PK_R_wq_worker_node);
	bool asleep = true;

	if (!pk_ok(r))
		return true;
	pk_list_for_each (node, r, head) {
		struct pk_worker worker = {.func = pk_member(r, node - entry, PK_R_wq_worker_func)};
		uint64_t task = pk_member(r, node - entry, PK_R_wq_worker_task);

		pool->nr_workers++;
		if (!task || !pk_try(r, pk_task_read(r->ctx, task, &worker.task))) {
			asleep = false;
			continue;
		}
		asleep &= pk_task_sleeps(r->ctx, &worker.task);
		if (worker.func && pool->nr < MAX_WORKERS &&
		    pk_grow(pool->workers, pool->nr, pool->room))
			pool->workers[pool->nr++] = worker;
	}
	return asleep;
}

/* nr_running counts workers that run, but those of a pool without a CPU of its own. */
static struct pk_figure is_asleep(struct pk_reader *r, const struct pk_worker_pool *pool,
				  bool asleep)
{
	uint64_t busy = pk_member(r, pool->addr, PK_R_wq_pool_running) |
			pk_member(r, pool->addr, PK_R_wq_pool_manager) |
			pk_member(r, pool->addr, PK_R_wq_pool_lock);

	if (!pk_ok(r))
		return pk_figure_none(r->status);
	return (struct pk_figure){.status = PK_OK, .value = asleep && !busy};
}

static void look_at_works(struct search *search, struct pk_worker_pool *pool)
{
	struct pk_worker_pools *pools = search->pools;
	struct pk_reader works = {.ctx = search->ctx}, workers = works, state = works;
	bool asleep;

	works_read(&works, pool);
	asleep = workers_read(&workers, pool);
	pool->status = pk_ok(&works) ? workers.status : works.status;
	pk_try(&state, workers.status);
	pool->asleep = is_asleep(&state, pool, asleep);
	if (!pool->stalled && pool->asleep.status == PK_OK && !pool->asleep.value)
		pools->others++;
	else if (pools->nr < MAX_STILL && pk_grow(pools->list, pools->nr, pools->room)) {
		pools->list[pools->nr++] = *pool;
		return;
	}
	free(pool->workers);
}

static bool look_at_pool(uint64_t addr, void *arg)
{
	struct search *search = arg;
	struct pk_reader r = {.ctx = search->ctx};
	struct pk_worker_pool pool = {.addr = addr};
	uint64_t head = pk_member_at(&r, addr, PK_R_wq_pool_worklist);
	uint64_t first = pk_pointer(&r, head);
	uint64_t stamp = pk_member(&r, addr, PK_R_wq_pool_progress);

	pool.id = (int32_t)pk_member(&r, addr, PK_R_wq_pool_id);
	pool.cpu = (int32_t)pk_member(&r, addr, PK_R_wq_pool_cpu);
	if (!pk_ok(&r)) {
		search->pools->unread++;
		return true;
	}
	pool.still_s = pk_jiffies_s(search->ctx, search->now, stamp, search->hz);
	pool.stalled = pool.still_s >= search->pools->limit_s.value;
	if (first == head)
		search->pools->others++;
	else
		look_at_works(search, &pool);
	return true;
}

/* --- works that are queued after a time ----------------------------------------------------------------- */

/* Flags of work_struct.data: pending, and no word of a pool, of a work behind it, or of one who cancels it. */
#define WORK_FLAGS 0x1f
#define WORK_PENDING 0x1

/* Who sets PENDING arms the timer or queues the work at once, with interrupts off; so does the timer. */
static struct pk_figure is_lost(struct pk_ctx *ctx, uint64_t work)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t entry = pk_member_at(&r, work, PK_R_work_entry);
	bool pending = (pk_member(&r, work, PK_R_work_data) & WORK_FLAGS) == WORK_PENDING;
	bool waits = pk_pointer(&r, entry) != entry;
	bool armed = pk_member(&r, work, PK_R_delayed_work_pprev);

	if (!pk_ok(&r))
		return pk_figure_none(r.status);
	return (struct pk_figure){.status = PK_OK, .value = pending && !waits && !armed};
}

/* Those that every kernel with a network has, and that are queued again and again. */
static void delayed_read(struct pk_ctx *ctx, struct pk_worker_pools *pools)
{
	static const struct {
		const char *what;
		enum pk_row_id symbol, member;
	} works[PK_DELAYED_WORKS] = {
		{"carriers that came and went", PK_R_linkwatch_work, PK_NR_ROWS},
		{"neighbours of IPv4 that nobody uses", PK_R_arp_tbl, PK_R_neigh_table_gc_work},
		{"neighbours of IPv6 that nobody uses", PK_R_nd_tbl, PK_R_neigh_table_gc_work},
	};

	for (unsigned i = 0; i < PK_DELAYED_WORKS; i++) {
		struct pk_delayed_work *work = &pools->delayed[i];
		struct pk_reader r = {.ctx = ctx};

		if (!pk_has(ctx, works[i].symbol))
			continue;
		*work = (struct pk_delayed_work){.what = works[i].what,
						 .addr = pk_value(&r, works[i].symbol)};
		if (works[i].member != PK_NR_ROWS)
			work->addr += pk_offset(&r, works[i].member);
		work->func = pk_member(&r, work->addr, PK_R_work_func);
		work->lost = pk_ok(&r) ? is_lost(ctx, work->addr) : pk_figure_none(r.status);
	}
}

void pk_worker_pools_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
			  struct pk_worker_pools *ret_pools)
{
	struct search search = {.ctx = ctx, .pools = ret_pools};
	struct pk_reader rows = {.ctx = ctx};
	struct pk_figure now;
	enum pk_status status;
	uint64_t idr;

	*ret_pools = (struct pk_worker_pools){0};
	delayed_read(ctx, ret_pools);
	ret_pools->limit_s = limit_read(ctx, &ret_pools->lack);
	if (ret_pools->limit_s.status != PK_OK)
		return;
	now = pk_jiffies_at_panic(ctx, ran_on_ms, &search.hz);
	if (now.status != PK_OK) {
		ret_pools->lack = "jiffies when the machine stopped";
		ret_pools->limit_s = now;
		return;
	}
	search.now = now.value;
	idr = pk_value(&rows, PK_R_wq_pools);
	pk_offset(&rows, PK_R_wq_pool_progress);
	pk_offset(&rows, PK_R_wq_pool_worklist);
	status = pk_ok(&rows) ? pk_idr_walk(ctx, idr, look_at_pool, &search) : rows.status;
	if (status != PK_OK) {
		ret_pools->lack = "pools of workers";
		ret_pools->limit_s = pk_figure_none(status);
	}
}

void pk_worker_pools_deinit(struct pk_worker_pools *pools)
{
	for (size_t i = 0; i < pools->nr; i++)
		free(pools->list[i].workers);
	free(pools->list);
	*pools = (struct pk_worker_pools){0};
}
