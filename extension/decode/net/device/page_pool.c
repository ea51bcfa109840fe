// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Page pools, by the kernel's own lists:
 *
 *	page_pools			an xarray of all, by id			6.8 and later
 *	mem_id_ht -> xdp_mem_allocator	those that are a memory model of XDP	before
 *
 * A pool that is destroyed stays there until its last page has come back.
 */
#include "decode/net/device/device.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/net/device/net_device.h"
#include "decode/net/skb/skb.h"
#include "decode/tables.h"

#define MAX_POOLS 65536

struct reading {
	struct pk_ctx *ctx;
	struct pk_page_pools *pools;
	struct pk_figure now; /* jiffies */
	uint64_t hz; /* valid if NOW is */
	struct pk_address_set seen;
	uint64_t node; /* offset of a memory model's link */
	uint64_t type; /* of the memory models that are page pools */
};

static bool count_page(uint64_t value, void *arg)
{
	(void)value;
	++*(uint64_t *)arg;
	return true;
}

static struct pk_figure in_ring(struct pk_ctx *ctx, uint64_t pool)
{
	struct pk_figure ring = {PK_OK, 0};
	unsigned long warned = ctx->nr_warned;
	uint64_t offset;

	ring.status = pk_row_offset(ctx, PK_R_page_pool_ring, &offset);
	if (ring.status == PK_OK)
		pk_ptr_ring_walk(ctx, "page pool", pool + offset, count_page, &ring.value);
	if (ctx->nr_warned != warned)
		ring.status = PK_CORRUPT;
	return ring;
}

/* page_pool_inflight() */
static struct pk_figure inflight(const struct pk_page_pool *pool)
{
	if (pool->held.status != PK_OK)
		return pk_figure_none(pool->held.status);
	if (pool->released.status != PK_OK)
		return pk_figure_none(pool->released.status);
	return (struct pk_figure){PK_OK,
				  (uint64_t)(int64_t)(int32_t)((uint32_t)pool->held.value -
							       (uint32_t)pool->released.value)};
}

/* page_pool_destroy() notes the time if pages are missing, and only then. */
static struct pk_figure shutdown_ms(const struct reading *reading, const struct pk_page_pool *pool)
{
	struct pk_ctx *ctx = reading->ctx;
	struct pk_figure since = pk_figure_member(ctx, pool->addr, PK_R_page_pool_defer_start);
	uint64_t passed;

	if (pool->users.status != PK_OK || pool->users.value)
		return pk_figure_none(pool->users.status != PK_OK ? pool->users.status : PK_ABSENT);
	if (since.status != PK_OK || !since.value)
		return pk_figure_none(since.status != PK_OK ? since.status : PK_ABSENT);
	if (reading->now.status != PK_OK)
		return pk_figure_none(reading->now.status);
	passed = reading->now.value - since.value;
	if (ctx->target->facts.word_size == 4)
		passed &= UINT32_MAX;
	return passed > UINT64_MAX / 1000 ? pk_figure_none(PK_CORRUPT)
					  : (struct pk_figure){PK_OK, passed * 1000 / reading->hz};
}

/* Numbers that no page pool has tell that there is none. */
static enum pk_status read_pool(const struct reading *reading, uint64_t addr,
				struct pk_page_pool *ret_pool)
{
	struct pk_ctx *ctx = reading->ctx;
	const struct pk_member *cache = &pk_layout_get(ctx, PK_R_page_pool_cache)->member;
	struct pk_page_pool pool = {.addr = addr};
	uint64_t napi, device, name;

	pool.cached = pk_figure_member(ctx, addr, PK_R_page_pool_cached);
	if (pool.cached.status == PK_OK && pk_has(ctx, PK_R_page_pool_cache) &&
	    pool.cached.value > cache->elements)
		return pk_fail(ctx, PK_CORRUPT, "page pool %llx: %llu pages in a cache of %llu",
			       (unsigned long long)addr, (unsigned long long)pool.cached.value,
			       (unsigned long long)cache->elements);
	pool.held = pk_figure_member(ctx, addr, PK_R_page_pool_held);
	pool.released = pk_figure_member(ctx, addr, PK_R_page_pool_released);
	if (pool.held.status != PK_OK && pool.held.status != PK_ABSENT)
		return pk_wrap(ctx, pool.held.status, "page pool %llx", (unsigned long long)addr);
	pool.inflight = inflight(&pool);
	pool.in_ring = in_ring(ctx, addr);
	pool.id = pk_figure_member(ctx, addr,
				   pk_has(ctx, PK_R_page_pool_id) ? PK_R_page_pool_id
								  : PK_R_page_pool_xdp_id);
	pool.netdev = pk_member_or_zero(ctx, addr, PK_R_page_pool_netdev);
	pool.order = pk_figure_member(ctx, addr, PK_R_page_pool_order);
	pool.napi_id = pk_figure_none(PK_ABSENT);
	if (pk_has(ctx, PK_R_page_pool_napi) &&
	    (pool.napi_id.status = pk_member_uint(ctx, addr, PK_R_page_pool_napi, &napi)) ==
		    PK_OK &&
	    napi)
		pool.napi_id = pk_figure_member(ctx, napi, PK_R_napi_id);
	pool.users = pk_figure_member(ctx, addr, PK_R_page_pool_users);
	pool.shutdown_ms = shutdown_ms(reading, &pool);
	device = pk_member_or_zero(ctx, pool.addr, PK_R_page_pool_device);
	name = pk_member_or_zero(ctx, device, PK_R_hw_device_name);
	if (!name || pk_read_string(ctx, name, pool.parent, sizeof(pool.parent)) != PK_OK)
		pool.parent[0] = '\0';
	*ret_pool = pool;
	return PK_OK;
}

static bool visit_pool(uint64_t addr, void *arg)
{
	struct reading *reading = arg;
	struct pk_page_pools *pools = reading->pools;
	struct pk_ctx *ctx = reading->ctx;

	if (!pk_address_set_add(&reading->seen, addr, MAX_POOLS))
		return reading->seen.nr < MAX_POOLS;
	if (!pk_grow(pools->list, pools->nr, pools->room)) {
		pools->status = pk_fail(ctx, PK_NOMEM, "page pools: out of memory");
		return false;
	}
	if (read_pool(reading, addr, &pools->list[pools->nr]) == PK_OK) {
		pools->nr++;
		return true;
	}
	pools->status = ctx->error.status;
	pk_warn(ctx, "%s", pk_error(ctx));
	return true;
}

static bool visit_model(uint64_t node, void *arg)
{
	struct reading *reading = arg;
	uint64_t at = node - reading->node, type, pool;
	enum pk_status status = pk_member_uints(
		reading->ctx, at,
		PK_WANTED({PK_R_xdp_allocator_type, &type}, {PK_R_xdp_allocator_pool, &pool}));

	if (status == PK_OK)
		return type != reading->type || !pool || visit_pool(pool, reading);
	reading->pools->status = status;
	pk_warn(reading->ctx, "memory model of XDP: %s", pk_error(reading->ctx));
	return true;
}

static enum pk_status models_walk(struct reading *reading)
{
	struct pk_chains chains = {.ctx = reading->ctx,
				   .what = "memory models of XDP",
				   .most = MAX_POOLS,
				   .fn = visit_model,
				   .arg = reading};
	struct pk_ctx *ctx = reading->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t table;
	uint64_t at = pk_value(&r, PK_R_mem_id_ht);

	reading->type = pk_value(&r, PK_R_xdp_type_page_pool);
	reading->node = pk_offset(&r, PK_R_xdp_allocator_node);
	at = pk_pointer(&r, at);
	/* It is made when the first model is registered. */
	if (!pk_ok(&r) || !at)
		return r.status;
	table = pk_member(&r, at, PK_R_rhashtable_tbl);
	pk_try(&r, pk_rhashtable_walk(&chains, table));
	pk_chains_deinit(&chains);
	return r.status;
}

/* The kernel poisons the pointer when the device's namespace ends: only a device that is listed has a name. */
static void name_devices(struct pk_ctx *ctx, struct pk_page_pools *pools)
{
	struct pk_reader r = {.ctx = ctx};

	pk_net_device_for_each (device, &r)
		for (size_t i = 0; i < pools->nr; i++) {
			struct pk_page_pool *pool = &pools->list[i];

			if (pool->netdev != device.addr)
				continue;
			memcpy(pool->dev, device.name, sizeof(pool->dev));
			pool->ifindex = device.ifindex;
			pool->net = device.net;
		}
}

void pk_page_pools_read(struct pk_ctx *ctx, struct pk_page_pools *ret_pools)
{
	struct pk_reader r = {.ctx = ctx};
	struct reading reading = {.ctx = ctx, .pools = ret_pools};
	uint64_t pools;
	bool any = false;

	*ret_pools = (struct pk_page_pools){.all = pk_has(ctx, PK_R_page_pools)};
	reading.now = pk_jiffies_read(ctx, &reading.hz);
	if (ret_pools->all) {
		/* An idr begins with its xarray. */
		pools = pk_value(&r, PK_R_page_pools);
		pk_try(&r, pk_idr_walk(ctx, pools, visit_pool, &reading));
	} else {
		pk_try(&r, models_walk(&reading));
	}
	if (!pk_ok(&r))
		ret_pools->status = r.status;
	for (size_t i = 0; i < ret_pools->nr; i++)
		any |= ret_pools->list[i].netdev != 0;
	if (any)
		name_devices(ctx, ret_pools);
	pk_address_set_deinit(&reading.seen);
}

void pk_page_pools_deinit(struct pk_page_pools *pools)
{
	free(pools->list);
	*pools = (struct pk_page_pools){0};
}
