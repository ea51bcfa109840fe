// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * How many objects slab caches have, as SLUB counts them:
 *
 *	objects = the sum of kmem_cache_node.total_objects
 *	active  = objects - the free ones of slabs on nodes' partial lists	get_slabinfo()
 *	in use  = active - the free ones of slabs that CPUs have, and on lists without a slab
 *
 * Full slabs are on no list, and have no free objects. Up to 5.8 each memory cgroup may have a cache of its own, a child of that
 * which the protocol knows (SLAB_ACCOUNT: sockets), and those count with it, as in /proc/slabinfo.
 */
#include "decode/slab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"

#define MAX_CPU_SLABS (1u << 20) /* of all CPUs */
#define MAX_CACHES 256 /* names that are asked for */

/* Free objects of slabs of CACHE. */
struct counting {
	struct pk_ctx *ctx;
	uint64_t cache, link, free;
	uint64_t room; /* slabs that CPUs may have yet */
};

/* The slab at ADDR, which must be of the cache. */
static enum pk_status add_slab(struct counting *counting, uint64_t addr)
{
	uint64_t cache, objects, inuse;
	enum pk_status status =
		pk_member_uints(counting->ctx, addr,
				PK_WANTED({PK_R_slab_cache, &cache}, {PK_R_slab_objects, &objects},
					  {PK_R_slab_inuse, &inuse}));

	if (status != PK_OK)
		return status;
	if (cache != counting->cache || inuse > objects)
		return pk_fail(counting->ctx, PK_CORRUPT,
			       "slab %llx: of kmem_cache %llx, %llu of %llu objects in use",
			       (unsigned long long)addr, (unsigned long long)cache,
			       (unsigned long long)inuse, (unsigned long long)objects);
	counting->free += objects - inuse;
	return PK_OK;
}

static enum pk_status add_node(struct counting *counting, uint64_t node,
			       struct pk_slab_count *count)
{
	struct pk_reader r = {.ctx = counting->ctx};
	uint64_t slabs = pk_member(&r, node, PK_R_slab_node_slabs);
	uint64_t objects = pk_member(&r, node, PK_R_slab_node_objects);

	pk_list_for_each (slab, &r, pk_member_at(&r, node, PK_R_slab_node_partial))
		pk_try(&r, add_slab(counting, slab - counting->link));
	if (!pk_ok(&r))
		return r.status;
	count->slabs.value += slabs;
	count->objects.value += objects;
	return PK_OK;
}

static enum pk_status nodes_count(struct counting *counting, struct pk_slab_count *count)
{
	struct pk_ctx *ctx = counting->ctx;
	enum pk_status status = pk_row_offset(ctx, PK_R_slab_list, &counting->link);
	uint64_t node;

	for (uint64_t i = 0; status == PK_OK && i < pk_slab_nr_nodes(ctx); i++) {
		status = pk_slab_node(ctx, counting->cache, PK_R_kmem_cache_node0, i, &node);
		if (status == PK_OK && node)
			status = add_node(counting, node, count);
	}
	if (status == PK_OK && counting->free > count->objects.value)
		status = pk_fail(ctx, PK_CORRUPT, "%llu free objects of %llu",
				 (unsigned long long)counting->free,
				 (unsigned long long)count->objects.value);
	return status;
}

/* And that which it allocates from. */
static enum pk_status cpu_count(struct counting *counting, uint64_t cpu)
{
	struct pk_ctx *ctx = counting->ctx;
	uint64_t slab;
	enum pk_status status = pk_member_uint(ctx, cpu, PK_R_kmem_cache_cpu_active, &slab);

	if (status == PK_OK && slab)
		status = add_slab(counting, slab);
	if (status != PK_OK || !pk_has(ctx, PK_R_kmem_cache_cpu_partial))
		return status;
	status = pk_member_uint(ctx, cpu, PK_R_kmem_cache_cpu_partial, &slab);
	if (status != PK_OK)
		return status;
	/* Those that a CPU has next: a chain. */
	while (status == PK_OK && slab) {
		if (!counting->room--)
			return pk_fail(counting->ctx, PK_CORRUPT,
				       "CPUs have more slabs than there are");
		status = add_slab(counting, slab);
		if (status == PK_OK)
			status = pk_member_uint(counting->ctx, slab, PK_R_slab_next, &slab);
	}
	return status;
}

static enum pk_status cpus_count(struct counting *counting)
{
	struct pk_ctx *ctx = counting->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t lists, offset;
	struct pk_cpumask possible;

	if (!pk_has(ctx, PK_R_kmem_cache_cpu_slab)) /* 7.0 and later: sheaves instead */
		return PK_OK;
	lists = pk_member(&r, counting->cache, PK_R_kmem_cache_cpu_slab);
	pk_try(&r, pk_cpumask_get(ctx, PK_CPUS_POSSIBLE, &possible));
	for (uint32_t cpu = 0; pk_ok(&r) && cpu < ctx->target->facts.nr_cpu_ids; cpu++) {
		if (!pk_cpumask_test(&possible, cpu))
			continue;
		pk_try(&r, pk_percpu_offset(ctx, (int)cpu, &offset));
		pk_try(&r, cpu_count(counting, lists + offset));
	}
	return r.status;
}

/* KFENCE's objects are in use, and no slab counts them. */
static void count_guarded(uint64_t start, void *arg)
{
	uint64_t *nr = arg;

	(void)start;
	++*nr;
}

static void count_objects(struct pk_ctx *ctx, struct pk_slab_count *count)
{
	struct counting counting = {.ctx = ctx, .cache = count->addr};
	enum pk_status status = nodes_count(&counting, count);
	uint64_t kept = 0, guarded = 0;

	count->slabs.status = count->objects.status = count->active.status = status;
	count->active.value = count->objects.value - counting.free;
	counting.room = count->slabs.value < MAX_CPU_SLABS ? count->slabs.value : MAX_CPU_SLABS;
	if (status == PK_OK)
		status = cpus_count(&counting);
	if (status == PK_OK)
		status = pk_slab_kept(ctx, count->addr, &kept);
	if (status == PK_OK && counting.free + kept > count->objects.value)
		status = pk_fail(ctx, PK_CORRUPT, "more free objects than there are");
	if (status == PK_OK)
		status = pk_kasan_is_built_in(ctx) && counting.free + kept < count->objects.value
				 ? PK_UNSUPPORTED /* what is in its quarantine counts as in use */
				 : pk_kfence_walk(ctx, count->addr, count_guarded, &guarded);
	count->in_use =
		(struct pk_figure){status, count->objects.value - counting.free - kept + guarded};
	if (status != PK_OK && status != PK_ABSENT && status != PK_NOT_CAPTURED &&
	    status != PK_UNSUPPORTED)
		pk_warn(ctx, "slab cache %s: %s", count->asked, pk_error(ctx));
}

static void add_figure(struct pk_figure *sum, const struct pk_figure *one)
{
	if (sum->status == PK_OK)
		sum->status = one->status;
	sum->value += one->value;
}

/* memcg_accumulate_slabinfo() */
static void count_children(struct pk_ctx *ctx, struct pk_slab_count *count)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t head, link;

	if (!pk_has(ctx, PK_R_kmem_cache_children))
		return;
	head = pk_member_at(&r, count->addr, PK_R_kmem_cache_children);
	link = pk_offset(&r, PK_R_kmem_cache_child_link);
	if (!pk_pointer(&r, head) && pk_ok(&r)) /* not made: before cgroups were, or never */
		return;
	pk_list_for_each (node, &r, head) {
		struct pk_slab_count child = {.addr = node - link};

		memcpy(child.asked, count->asked, sizeof(child.asked));
		count_objects(ctx, &child);
		add_figure(&count->slabs, &child.slabs);
		add_figure(&count->objects, &child.objects);
		add_figure(&count->active, &child.active);
		add_figure(&count->in_use, &child.in_use);
	}
	if (pk_ok(&r))
		return;
	count->slabs.status = count->objects.status = count->active.status = count->in_use.status =
		r.status;
	pk_warn(ctx, "slab cache %s: those of memory cgroups: %s", count->asked, pk_error(ctx));
}

/* --- which caches ---------------------------------------------------------------------------------------- */

struct walk {
	struct pk_ctx *ctx;
	struct pk_slab_count *seen; /* owned; MAX_CACHES of them */
	uint32_t nr_seen;
	bool stopped;
	pk_slab_count_fn fn;
	void *arg;
};

/* ADDR 0: the kernel has no such cache. One that several names have is counted once. */
static void visit_cache(struct walk *walk, uint64_t addr, const char *asked,
			enum pk_object_kind kind)
{
	struct pk_slab_count *count = &walk->seen[walk->nr_seen];

	walk->stopped |= walk->nr_seen == MAX_CACHES;
	if (!addr || walk->stopped)
		return;
	for (uint32_t i = 0; i < walk->nr_seen && !count->addr; i++)
		if (walk->seen[i].addr == addr)
			*count = walk->seen[i];
	snprintf(count->asked, sizeof(count->asked), "%s", asked);
	count->kind = kind;
	if (!count->addr) {
		struct pk_ctx *ctx = walk->ctx;
		uint64_t name;

		/* The cache at ADDR. */
		count->addr = addr;
		if (pk_member_uint(ctx, addr, PK_R_kmem_cache_name, &name) != PK_OK ||
		    pk_read_string(ctx, name, count->name, sizeof(count->name)) != PK_OK)
			count->name[0] = '\0';
		count->users = pk_figure_member(ctx, addr, PK_R_kmem_cache_refcount);
		count->size = pk_figure_member(ctx, addr, PK_R_kmem_cache_size);
		count_objects(ctx, count);
		count_children(ctx, count);
	}
	walk->nr_seen++;
	walk->stopped = !walk->fn(count, walk->arg);
}

/* A variable of its own up to 6.8, then a member of net_hotdata. */
static void visit_variable(struct walk *walk, const char *asked, enum pk_row_id variable,
			   enum pk_row_id member, enum pk_object_kind kind)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t at, cache = 0;

	if (pk_has(ctx, variable)) {
		if (pk_row_value(ctx, variable, &at) == PK_OK)
			pk_read_ptr(ctx, at, &cache);
	} else if (member != PK_NR_ROWS && pk_has(ctx, member) &&
		   pk_row_value(ctx, PK_R_net_hotdata, &at) == PK_OK) {
		cache = pk_member_or_zero(ctx, at, member);
	}
	visit_cache(walk, cache, asked, kind);
}

/* The names are those of proto_register(), req_prot_init() and tw_prot_init(). */
static void visit_proto(struct walk *walk, uint64_t proto)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t offset;
	char name[32], asked[48];

	if (pk_row_offset(ctx, PK_R_proto_name, &offset) != PK_OK ||
	    pk_read_string(ctx, proto + offset, name, sizeof(name)) != PK_OK)
		return;
	visit_cache(walk, pk_member_or_zero(ctx, proto, PK_R_proto_slab), name, PK_OBJECT_OTHER);
	snprintf(asked, sizeof(asked), "request_sock_%s", name);
	visit_cache(walk,
		    pk_member_or_zero(ctx, pk_member_or_zero(ctx, proto, PK_R_proto_rsk),
				      PK_R_rsk_slab),
		    asked, PK_OBJECT_OTHER);
	snprintf(asked, sizeof(asked), "tw_sock_%s", name);
	visit_cache(walk,
		    pk_member_or_zero(ctx, pk_member_or_zero(ctx, proto, PK_R_proto_twsk),
				      PK_R_twsk_slab),
		    asked, PK_OBJECT_OTHER);
}

enum pk_status pk_slab_counts_walk(struct pk_ctx *ctx, pk_slab_count_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	struct pk_reader r = {.ctx = ctx};
	uint64_t head, link;

	walk.seen = calloc(MAX_CACHES, sizeof(*walk.seen));
	if (!walk.seen)
		return pk_fail(ctx, PK_NOMEM, "slab caches: out of memory");
	visit_variable(&walk, "skbuff_head_cache", PK_R_skbuff_cache, PK_R_hotdata_skbuff_cache,
		       PK_OBJECT_SKB);
	visit_variable(&walk, "skbuff_fclone_cache", PK_R_skbuff_fclone_cache,
		       PK_R_hotdata_skbuff_fclone_cache, PK_OBJECT_SKB_FCLONE);
	visit_variable(&walk, "skbuff_small_head", PK_R_small_head_cache,
		       PK_R_hotdata_small_head_cache, PK_OBJECT_OTHER);
	visit_variable(&walk, "skbuff_ext_cache", PK_R_skbuff_ext_cache, PK_NR_ROWS,
		       PK_OBJECT_OTHER);
	head = pk_value(&r, PK_R_proto_list);
	link = pk_offset(&r, PK_R_proto_node);
	pk_list_for_each (node, &r, head) {
		visit_proto(&walk, node - link);
		if (walk.stopped)
			break;
	}
	free(walk.seen);
	return r.status;
}
