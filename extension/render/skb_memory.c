// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/views.h"

#include <inttypes.h>
#include <string.h>

#include "render/out.h"

/* --- who holds the skbs ----------------------------------------------------------------------------------- */

/* Of what is in use and found nowhere: what all slabs hold. */
static void render_all_lost(struct pk_out *out, const struct pk_skb_memory *held)
{
	if (held->lost_status == PK_ABSENT) {
		pk_out_null(out, "lost");
		pk_out_null(out, "lost_unknown");
		pk_out_null(out, "lost_complete");
		return;
	}
	pk_out_bool(out, "lost_complete", held->lost_status == PK_OK);
	pk_out_text(out, "Socket buffers found nowhere, by what they have in common:%s%s\n",
		    held->lost_status != PK_OK ? " not all slabs: "
		    : held->nr_lost	       ? ""
					       : " none",
		    held->lost_status != PK_OK ? pk_status_name(held->lost_status) : "");
	pk_out_array_begin(out, "lost");
	for (size_t i = 0; i < held->nr_lost; i++) {
		const struct pk_lost_skbs *lost = &held->lost[i];

		PK_OUT_OBJECT(out, NULL);
		pk_out_uint(out, "skbs", "%10llu", lost->skbs);
		pk_out_word(out, "destructor", "  destructor %s", lost->destructor_name);
		pk_out_text(out, "%s", lost->destructor_name[0] ? "" : "  no destructor");
		pk_out_word(out, "dev", ", of %s", lost->dev);
		pk_out_word(out, "sock", ", of a %s socket", lost->sock);
		pk_out_uint_if(out, "protocol", ", protocol 0x%04llx", lost->protocol,
			       lost->protocol);
		pk_out_addr(out, "example", ": pkttrace skb %llx", lost->example);
		pk_out_text(out, "\n");
	}
	pk_out_array_end(out);
	pk_out_uint(out, "lost_unknown",
		    held->lost_unknown ? "%10llu  in use or free: their slabs are damaged\n" : NULL,
		    held->lost_unknown);
}

/* --- slab caches ------------------------------------------------------------------------------------------ */

/* Caches of one size may share one. */
static void render_shared(struct pk_out *out, const struct pk_slab_count *count)
{
	bool renamed = strcmp(count->asked, count->name) != 0;
	bool shared = count->users.status == PK_OK && count->users.value > 1;

	pk_out_word(out, "name", renamed ? "  is %s" : NULL, count->name);
	pk_out_figure(out, "users", NULL, &count->users);
	if (shared)
		pk_out_text(out, "%s shared with %" PRIu64 " more", renamed ? "," : " ",
			    count->users.value - 1);
}

static void render_cache(struct pk_out *out, const struct pk_slab_count *count)
{
	struct pk_figure elsewhere = pk_skbs_elsewhere(count);
	struct pk_figure found = {count->kind == PK_OBJECT_OTHER ? PK_ABSENT : PK_OK, count->found};

	PK_OUT_OBJECT(out, NULL);
	pk_out_str(out, "cache", "%-22s", count->asked);
	pk_render_column(out, "in_use", &count->in_use, 9);
	pk_render_column(out, "found", &found, 9);
	pk_out_figure(out, "elsewhere", NULL, &elsewhere);
	pk_render_column(out, "active", &count->active, 9);
	pk_render_column(out, "objects", &count->objects, 9);
	pk_render_column(out, "size", &count->size, 7);
	pk_render_column(out, "slabs", &count->slabs, 8);
	render_shared(out, count);
	pk_out_text(out, "\n");
	pk_out_addr(out, "kmem_cache", NULL, count->addr);
}

/* What others share tells little of sockets. */
static bool is_shown(const struct pk_slab_count *count)
{
	return count->kind != PK_OBJECT_OTHER ||
	       (pk_slab_is_unshared(count) &&
		(count->in_use.status != PK_OK || count->in_use.value));
}

void pk_render_skb_memory(struct pk_out *out, const struct pk_skb_memory *held, bool verbose)
{
	bool whole = verbose || pk_out_whole(out);

	pk_out_object_begin(out, "skb_memory");
	pk_out_uint(out, "found", "Socket buffers: %llu found", held->found);
	pk_out_bool(out, "complete", !held->incomplete);
	pk_out_text(out, "%s\n", held->incomplete ? "; not all places could be read" : "");
	pk_out_array_begin(out, "holders");
	for (size_t i = 0; i < held->nr_holders; i++) {
		const struct pk_skb_holder *holder = &held->holders[i];

		PK_OUT_OBJECT(out, NULL);
		pk_out_uint(out, "skbs", "%10llu", holder->skbs);
		pk_out_str(out, "who", "  %s\n", holder->who);
	}
	pk_out_array_end(out);
	for (size_t i = 0; i < held->nr_caches; i++) {
		struct pk_figure elsewhere = pk_skbs_elsewhere(&held->caches[i]);

		/* Text only: by cache, below those that were found. */
		if (elsewhere.status == PK_OK && elsewhere.value)
			pk_out_text(out,
				    "%10" PRIu64
				    "  of %s in no place that is searched, or leaked\n",
				    elsewhere.value, held->caches[i].asked);
	}
	render_all_lost(out, held);
	pk_out_object_end(out);
	if (held->nr_caches)
		pk_out_text(out, "%-22s %9s %9s %9s %9s %7s %8s\n", "CACHE", "IN USE", "FOUND",
			    "ACTIVE", "OBJECTS", "SIZE", "SLABS");
	PK_OUT_ARRAY(out, "slabs");
	for (size_t i = 0; i < held->nr_caches; i++)
		if (whole || is_shown(&held->caches[i]))
			render_cache(out, &held->caches[i]);
}

/* --- page pools ------------------------------------------------------------------------------------------- */

/* Of its pages, those that it does not keep itself. */
static struct pk_figure pages_out(const struct pk_page_pool *pool)
{
	struct pk_figure out = pool->inflight;

	if (out.status == PK_OK)
		out.status = pool->cached.status;
	if (out.status == PK_OK)
		out.status = pool->in_ring.status;
	out.value -= pool->cached.value + pool->in_ring.value;
	return out;
}

static void render_signed(struct pk_out *out, const char *key, const struct pk_figure *figure)
{
	bool known = figure->status == PK_OK;

	pk_out_int_if(out, key, " %9lld", known, (int64_t)figure->value);
	if (!known)
		pk_out_text(out, " %9s",
			    figure->status == PK_ABSENT ? "-" : pk_status_name(figure->status));
}

/* The device's name, or that of what it maps memory for. */
static void render_owner(struct pk_out *out, const struct pk_page_pool *pool)
{
	const char *owner = pool->dev[0] ? pool->dev : pool->parent;

	pk_out_text(out, "  %-16s", owner[0] ? owner : "-");
	pk_out_word(out, "dev", NULL, pool->dev);
	pk_out_uint_if(out, "ifindex", NULL, pool->dev[0] && pool->ifindex, pool->ifindex);
	pk_out_addr(out, "net", NULL, pool->net);
	pk_out_word(out, "parent_dev", NULL, pool->parent);
}

static void render_pool(struct pk_out *out, const struct pk_page_pool *pool)
{
	struct pk_figure pages = pages_out(pool);
	bool known, waits;

	PK_OUT_OBJECT(out, NULL);
	pk_render_column(out, "id", &pool->id, 5);
	render_owner(out, pool);
	pk_render_column(out, "napi_id", &pool->napi_id, 6);
	render_signed(out, "inflight", &pool->inflight);
	pk_render_column(out, "cached", &pool->cached, 7);
	pk_render_column(out, "in_ring", &pool->in_ring, 7);
	render_signed(out, "out", &pages);
	pk_out_figure(out, "order",
		      pool->order.status == PK_OK && pool->order.value ? "  of order %llu" : NULL,
		      &pool->order);
	known = pool->users.status == PK_OK;
	waits = pool->shutdown_ms.status == PK_OK;
	pk_out_bool_if(out, "shutting_down", known, !pool->users.value);
	pk_out_uint_if(out, "shutdown_ms", NULL, waits, pool->shutdown_ms.value);
	if (known && !pool->users.value)
		pk_out_text(out, "  shutting down");
	if (waits)
		pk_out_text(out, " for %" PRIu64 ".%03" PRIu64 " s", pool->shutdown_ms.value / 1000,
			    pool->shutdown_ms.value % 1000);
	pk_out_text(out, "\n");
	pk_out_figure(out, "held", NULL, &pool->held);
	pk_out_figure(out, "released", NULL, &pool->released);
	pk_out_addr(out, "page_pool", NULL, pool->addr);
}

void pk_render_page_pools(struct pk_out *out, const struct pk_page_pools *pools)
{
	if (pools->status == PK_ABSENT) {
		pk_out_null(out, "page_pools");
		pk_out_null(out, "page_pools_all");
		pk_out_null(out, "page_pools_complete");
		return;
	}
	pk_out_bool(out, "page_pools_all", pools->all);
	pk_out_bool(out, "page_pools_complete", pools->status == PK_OK);
	pk_out_text(out, "Page pools%s:",
		    pools->all ? "" : " (only XDP's: this kernel keeps no list of others)");
	if (pools->status != PK_OK)
		pk_out_text(out, " %s", pk_status_name(pools->status));
	else if (!pools->nr)
		pk_out_text(out, " none");
	pk_out_text(out, "\n");
	if (pools->nr)
		pk_out_text(out, " %5s  %-16s %6s %9s %7s %7s %9s\n", "ID", "DEVICE", "NAPI",
			    "PAGES", "CACHED", "RING", "OUT");
	PK_OUT_ARRAY(out, "page_pools");
	for (size_t i = 0; i < pools->nr; i++)
		render_pool(out, &pools->list[i]);
}
