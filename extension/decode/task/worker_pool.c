// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Pools of workers that do not move (wq_watchdog_timer_fn()). A pool stamps the jiffies when a worker takes a work, and
 * when one comes into the empty pool. A worker that sleeps makes room for another: a pool stands still when one runs on
 * its CPU and does not stop, or when none can be made.
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

static void add_pool(struct search *search, const struct pk_worker_pool *found)
{
	struct pk_worker_pools *pools = search->pools;
	struct pk_reader works = {.ctx = search->ctx}, workers = {.ctx = search->ctx};
	struct pk_worker_pool *pool;
	uint64_t head, entry;

	if (pools->nr == MAX_STILL || !pk_grow(pools->list, pools->nr, pools->room))
		return;
	pool = &pools->list[pools->nr++];
	*pool = *found;
	works_read(&works, pool);
	head = pk_member_at(&workers, pool->addr, PK_R_wq_pool_workers);
	entry = pk_offset(&workers, PK_R_wq_worker_node);

	if (pk_ok(&workers)) {
		pk_list_for_each (node, &workers, head) {
			uint64_t func = pk_member(&workers, node - entry, PK_R_wq_worker_func);
			uint64_t task = pk_member(&workers, node - entry, PK_R_wq_worker_task);
			struct pk_worker worker = {.func = func};

			if (!pk_ok(&workers) || !func || pool->nr == MAX_WORKERS)
				continue;
			if (pk_try(&workers, pk_task_read(workers.ctx, task, &worker.task)) &&
			    pk_grow(pool->workers, pool->nr, pool->room))
				pool->workers[pool->nr++] = worker;
		}
	}

	pool->status = pk_ok(&works) ? workers.status : works.status;
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
	if (first == head || pool.still_s < search->pools->limit_s.value)
		search->pools->others++;
	else
		add_pool(search, &pool);
	return true;
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
