// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * From a value to the slab object that it points to, as SLUB keeps them.
 *
 *   value -> struct page (target) -> head page -> is it a slab -> kmem_cache -> name, sizes
 *   slab base + red_left_pad + i * size = object i
 *
 * A free object is on the slab's freelist, on the freelist of the CPU that owns the slab, in a sheaf
 * (6.18 and later), or in the networking code's own cache of freed skbs (napi_alloc_cache, 5.13 and
 * later). In-object freelist pointers lie at kmem_cache.offset; with CONFIG_SLAB_FREELIST_HARDENED
 * they are xored with kmem_cache.random and with their own address, byte-swapped since 5.7 (stable
 * trees have either): we take the reading that lands on an object of this slab.
 *
 * A page of KFENCE's pool is a slab of one object, which begins anywhere in it.
 */
#include "decode/slab.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "protocol/protocol.h"

#define NR_PAGES_CACHED (1u << 13) /* direct-mapped; a collision costs one more look-up */
#define MAX_CACHES 4096
#define MAX_OBJECTS 32767 /* page.objects has 15 bits */
#define MAX_SHEAVES 65536
#define MAX_NODES 1024
#define MAX_BYTES 8192 /* of an object, that are looked at */

/* A kmem_cache. */
struct cache {
	uint64_t addr;
	char name[64];
	enum pk_object_kind kind;
	uint64_t size, object_size, red_left_pad, offset, random;
	bool readable; /* sizes could be read and make sense */
	bool cpu_lists_read;
	uint64_t *cpu_freelist; /* one a CPU: heads of the CPU freelists; owned */
	uint32_t nr_cpu_freelist;
	uint64_t *loose; /* objects free without a freelist pointer (sheaves); owned, sorted */
	size_t nr_loose, room_loose;
	bool free_known; /* every place that can hold a free object was readable */
};

/* What a page frame turned out to be. */
struct page {
	uint64_t number; /* address / page size + 1; 0 is an empty entry */
	enum pk_status status;
	uint32_t cache; /* index */
	uint32_t nr_objects;
	uint32_t guarded; /* bytes of the only object, which is KFENCE's; 0: it is none */
	uint64_t base; /* first byte of the slab */
	uint64_t freelist; /* of the slab */
	uint8_t *free_map; /* a bit an object; owned; NULL until asked for */
	bool free_whole; /* freelists could be followed to their end */
};

struct slab_cache {
	struct page *pages;
	struct cache *caches;
	uint32_t nr_caches, room_caches;
	uint64_t skb_cache, fclone_cache; /* addresses; 0 if not known */
	uint64_t skb_size;
	uint64_t *napi_free; /* skbs in the napi caches, sorted; owned */
	size_t nr_napi_free, room_napi_free;
	uint8_t *page_bytes; /* scratch for one struct page */
};

static void slab_cache_free(void *pointer)
{
	struct slab_cache *slabs = pointer;

	for (uint32_t i = 0; slabs->pages && i < NR_PAGES_CACHED; i++)
		free(slabs->pages[i].free_map);
	for (uint32_t i = 0; i < slabs->nr_caches; i++) {
		free(slabs->caches[i].cpu_freelist);
		free(slabs->caches[i].loose);
	}
	free(slabs->pages);
	free(slabs->caches);
	free(slabs->napi_free);
	free(slabs->page_bytes);
	free(slabs);
}

static bool append(uint64_t **list, size_t *nr, size_t *room, uint64_t value)
{
	if (!pk_grow(*list, *nr, *room))
		return false;
	(*list)[(*nr)++] = value;
	return true;
}

static bool listed(const uint64_t *list, size_t nr, uint64_t value)
{
	return nr && bsearch(&value, list, nr, sizeof(value), pk_by_number);
}

static uint64_t read_symbol_pointer(struct pk_ctx *ctx, enum pk_row_id id)
{
	uint64_t addr, value;

	if (!pk_has(ctx, id) || pk_row_value(ctx, id, &addr) != PK_OK ||
	    pk_read_ptr(ctx, addr, &value) != PK_OK)
		return 0;
	return value;
}

static uint64_t read_hotdata(struct pk_ctx *ctx, enum pk_row_id member)
{
	uint64_t base, value;

	if (!pk_has(ctx, PK_R_net_hotdata) || !pk_has(ctx, member) ||
	    pk_row_value(ctx, PK_R_net_hotdata, &base) != PK_OK ||
	    pk_member_uint(ctx, base, member, &value) != PK_OK)
		return 0;
	return value;
}

/* skbs that NAPI keeps for its next packets: freed, though the slab counts them as allocated. */
static void read_napi_caches(struct pk_ctx *ctx, struct slab_cache *slabs)
{
	const uint32_t word = ctx->target->facts.word_size;
	const struct pk_member *array;
	uint64_t base;

	if (!pk_has(ctx, PK_R_napi_alloc_cache) || !pk_has(ctx, PK_R_napi_cache_count) ||
	    !pk_has(ctx, PK_R_napi_cache_skbs) ||
	    pk_row_value(ctx, PK_R_napi_alloc_cache, &base) != PK_OK)
		return;
	array = &pk_layout_get(ctx, PK_R_napi_cache_skbs)->member;
	for (uint32_t cpu = 0; cpu < ctx->target->facts.nr_cpu_ids && cpu < PK_MAX_CPUS; cpu++) {
		uint64_t offset, count, skb;

		if (pk_percpu_offset(ctx, cpu, &offset) != PK_OK ||
		    pk_member_uint(ctx, base + offset, PK_R_napi_cache_count, &count) != PK_OK)
			continue;
		if (count > array->elements) {
			pk_warn(ctx, "CPU %u: napi_alloc_cache.skb_count is %llu of %llu", cpu,
				(unsigned long long)count, (unsigned long long)array->elements);
			continue;
		}
		for (uint64_t i = 0; i < count; i++)
			if (pk_read_ptr(ctx, base + offset + array->offset + i * word, &skb) ==
			    PK_OK)
				append(&slabs->napi_free, &slabs->nr_napi_free,
				       &slabs->room_napi_free, skb);
	}
	if (slabs->nr_napi_free)
		qsort(slabs->napi_free, slabs->nr_napi_free, sizeof(uint64_t), pk_by_number);
}

static enum pk_status slab_cache_get(struct pk_ctx *ctx, struct slab_cache **ret_slabs)
{
	struct slab_cache *slabs = ctx->slots[PK_SLOT_SLAB];
	uint64_t page_size;
	enum pk_status status;

	if (slabs) {
		*ret_slabs = slabs;
		return PK_OK;
	}
	status = pk_row_value(ctx, PK_R_page_struct_size, &page_size);
	if (status != PK_OK)
		return status;
	if (page_size < 16 || page_size > 4096)
		return pk_fail(ctx, PK_CORRUPT, "struct page of %llu bytes",
			       (unsigned long long)page_size);
	slabs = calloc(1, sizeof(*slabs));
	if (!slabs)
		return pk_fail(ctx, PK_NOMEM, "slab look-ups: out of memory");
	slabs->pages = calloc(NR_PAGES_CACHED, sizeof(*slabs->pages));
	slabs->page_bytes = malloc(page_size);
	if (!slabs->pages || !slabs->page_bytes) {
		slab_cache_free(slabs);
		return pk_fail(ctx, PK_NOMEM, "slab look-ups: out of memory");
	}
	slabs->skb_cache = read_symbol_pointer(ctx, PK_R_skbuff_cache);
	if (!slabs->skb_cache)
		slabs->skb_cache = read_hotdata(ctx, PK_R_hotdata_skbuff_cache);
	slabs->fclone_cache = read_symbol_pointer(ctx, PK_R_skbuff_fclone_cache);
	if (!slabs->fclone_cache)
		slabs->fclone_cache = read_hotdata(ctx, PK_R_hotdata_skbuff_fclone_cache);
	pk_row_value(ctx, PK_R_sk_buff_size, &slabs->skb_size);
	read_napi_caches(ctx, slabs);
	ctx->slots[PK_SLOT_SLAB] = slabs;
	ctx->slot_free[PK_SLOT_SLAB] = slab_cache_free;
	*ret_slabs = slabs;
	return PK_OK;
}

static enum pk_object_kind kind_by_name(const struct pk_sock_cache *caches, const char *name,
					size_t len)
{
	for (; caches->name; caches++)
		if (strlen(caches->name) == len && !memcmp(caches->name, name, len))
			return caches->kind;
	return PK_OBJECT_OTHER;
}

/* By the kernel's own variable first: a cache may have been merged with one of another name. A
 * memory cgroup's child of a cache is called "TCP(12:group)". */
static enum pk_object_kind cache_kind(const struct slab_cache *slabs, const struct cache *cache)
{
	static const struct pk_sock_cache skbs[] = {{"skbuff_head_cache", PK_OBJECT_SKB},
						    {"skbuff_fclone_cache", PK_OBJECT_SKB_FCLONE},
						    {0}};
	size_t len = strcspn(cache->name, "(");
	enum pk_object_kind kind = kind_by_name(skbs, cache->name, len);

	if (cache->addr == slabs->skb_cache)
		return PK_OBJECT_SKB;
	if (cache->addr == slabs->fclone_cache)
		return PK_OBJECT_SKB_FCLONE;
	for (int i = 0; kind == PK_OBJECT_OTHER && pk_protocols[i]; i++)
		if (pk_protocols[i]->sockets)
			kind = kind_by_name(pk_protocols[i]->sockets->caches, cache->name, len);
	return kind;
}

static enum pk_status cache_read(struct pk_ctx *ctx, const struct slab_cache *slabs, uint64_t addr,
				 struct cache *cache)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t name;

	memset(cache, 0, sizeof(*cache));
	cache->addr = addr;
	name = pk_member(&r, addr, PK_R_kmem_cache_name);
	pk_try(&r, pk_read_string(ctx, name, cache->name, sizeof(cache->name)));
	cache->size = pk_member(&r, addr, PK_R_kmem_cache_size);
	cache->object_size = pk_member(&r, addr, PK_R_kmem_cache_object_size);
	if (!pk_ok(&r))
		return pk_wrap(ctx, r.status, "kmem_cache %llx", (unsigned long long)addr);
	for (char *c = cache->name; *c; c++)
		if ((unsigned char)*c < 0x20 || (unsigned char)*c >= 0x7f)
			return pk_fail(ctx, PK_CORRUPT, "kmem_cache %llx has no readable name",
				       (unsigned long long)addr);
	cache->red_left_pad = pk_member_or_zero(ctx, addr, PK_R_kmem_cache_red_left_pad);
	cache->offset = pk_member_or_zero(ctx, addr, PK_R_kmem_cache_offset);
	cache->random = pk_member_or_zero(ctx, addr, PK_R_kmem_cache_random);
	cache->readable = cache->size && cache->size <= 1u << 26 &&
			  cache->object_size <= cache->size && cache->red_left_pad < cache->size &&
			  cache->offset < cache->size;
	if (!cache->readable)
		pk_warn(ctx, "kmem_cache %s at %llx: sizes contradict each other", cache->name,
			(unsigned long long)addr);
	cache->kind = cache_kind(slabs, cache);
	return PK_OK;
}

static enum pk_status cache_find(struct pk_ctx *ctx, struct slab_cache *slabs, uint64_t addr,
				 uint32_t *ret_index)
{
	enum pk_status status;

	for (uint32_t i = 0; i < slabs->nr_caches; i++)
		if (slabs->caches[i].addr == addr) {
			*ret_index = i;
			return PK_OK;
		}
	if (slabs->nr_caches == MAX_CACHES)
		return pk_fail(ctx, PK_LIMIT, "more than %u slab caches", MAX_CACHES);
	if (!pk_grow(slabs->caches, slabs->nr_caches, slabs->room_caches))
		return pk_fail(ctx, PK_NOMEM, "slab caches: out of memory");
	status = cache_read(ctx, slabs, addr, &slabs->caches[slabs->nr_caches]);
	if (status == PK_OK)
		*ret_index = slabs->nr_caches++;
	return status;
}

uint64_t pk_slab_nr_nodes(struct pk_ctx *ctx)
{
	uint64_t at, nr;

	/* Without the variable there is one memory node only. */
	if (pk_has(ctx, PK_R_nr_node_ids) && pk_row_value(ctx, PK_R_nr_node_ids, &at) == PK_OK &&
	    pk_read_uint(ctx, at, 4, &nr) == PK_OK && nr && nr <= MAX_NODES)
		return nr;
	return 1;
}

enum pk_status pk_slab_node(struct pk_ctx *ctx, uint64_t cache, enum pk_row_id row, uint64_t node,
			    uint64_t *ret_pointer)
{
	uint64_t offset, stride = ctx->target->facts.word_size;
	enum pk_status status = pk_row_offset(ctx, row, &offset);

	if (status == PK_OK && pk_has(ctx, PK_R_kmem_cache_per_node_size))
		status = pk_row_value(ctx, PK_R_kmem_cache_per_node_size, &stride);
	return status == PK_OK ? pk_read_ptr(ctx, cache + offset + node * stride, ret_pointer)
			       : status;
}

/* The objects of one sheaf: free, and none carries a freelist pointer. */
static bool sheaf_read(struct pk_ctx *ctx, struct cache *cache, uint64_t sheaf)
{
	const uint32_t word = ctx->target->facts.word_size;
	uint64_t size, objects, object;

	if (!sheaf)
		return true;
	if (pk_member_uint(ctx, sheaf, PK_R_sheaf_size, &size) != PK_OK || size > MAX_OBJECTS ||
	    pk_row_offset(ctx, PK_R_sheaf_objects, &objects) != PK_OK)
		return false;
	return !pk_any(
		size, i,
		pk_read_ptr(ctx, sheaf + objects + i * word, &object) != PK_OK ||
			!append(&cache->loose, &cache->nr_loose, &cache->room_loose, object));
}

/* Full sheaves of one memory node, a list_head of slab_sheaf.barn_list. */
static bool barn_read(struct pk_ctx *ctx, struct cache *cache, uint64_t barn)
{
	uint64_t head, link, node;

	if (!barn || pk_row_offset(ctx, PK_R_barn_sheaves_full, &head) != PK_OK ||
	    pk_row_offset(ctx, PK_R_sheaf_barn_list, &link) != PK_OK)
		return !barn;
	head += barn;
	if (pk_read_ptr(ctx, head, &node) != PK_OK)
		return false;
	for (uint32_t i = 0; node != head; i++) {
		if (i == MAX_SHEAVES || !sheaf_read(ctx, cache, node - link) ||
		    pk_read_ptr(ctx, node, &node) != PK_OK)
			return false;
	}
	return true;
}

static bool barns_read(struct pk_ctx *ctx, struct cache *cache)
{
	bool in_cache = pk_has(ctx, PK_R_kmem_cache_barn);
	uint64_t at;

	if (!in_cache &&
	    !(pk_has(ctx, PK_R_kmem_cache_node_barn) && pk_has(ctx, PK_R_kmem_cache_node0)))
		return true;
	for (uint64_t i = 0; i < pk_slab_nr_nodes(ctx); i++) {
		if (pk_slab_node(ctx, cache->addr,
				 in_cache ? PK_R_kmem_cache_barn : PK_R_kmem_cache_node0, i,
				 &at) != PK_OK)
			return false;
		if (at && !in_cache &&
		    pk_member_uint(ctx, at, PK_R_kmem_cache_node_barn, &at) != PK_OK)
			return false;
		if (!barn_read(ctx, cache, at))
			return false;
	}
	return true;
}

static bool cpu_sheaves_read(struct pk_ctx *ctx, struct cache *cache, uint64_t sheaves)
{
	static const enum pk_row_id rows[] = {PK_R_sheaves_main, PK_R_sheaves_spare,
					      PK_R_sheaves_rcu_free};
	uint64_t sheaf;

	return !pk_any(PK_ARRAY_SIZE(rows), i,
		       pk_has(ctx, rows[i]) &&
			       (pk_member_uint(ctx, sheaves, rows[i], &sheaf) != PK_OK ||
				!sheaf_read(ctx, cache, sheaf)));
}

/* Free objects that belong to CPUs rather than to a slab. Read once a cache. */
static void cpu_lists_read(struct pk_ctx *ctx, struct cache *cache)
{
	uint32_t nr = ctx->target->facts.nr_cpu_ids;
	uint64_t lists = pk_member_or_zero(ctx, cache->addr, PK_R_kmem_cache_cpu_slab);
	uint64_t sheaves = pk_member_or_zero(ctx, cache->addr, PK_R_kmem_cache_cpu_sheaves);

	cache->cpu_lists_read = true;
	cache->free_known = pk_has(ctx, PK_R_slab_freelist) && pk_has(ctx, PK_R_kmem_cache_offset);
	if (nr > PK_MAX_CPUS)
		nr = PK_MAX_CPUS;
	cache->cpu_freelist = calloc(nr ? nr : 1, sizeof(uint64_t));
	if (!cache->cpu_freelist) {
		cache->free_known = false;
		return;
	}
	for (uint32_t cpu = 0; cpu < nr && (lists || sheaves); cpu++) {
		uint64_t offset, head;

		if (pk_percpu_offset(ctx, cpu, &offset) != PK_OK)
			continue;
		if (lists && pk_has(ctx, PK_R_kmem_cache_cpu_freelist)) {
			if (pk_member_uint(ctx, lists + offset, PK_R_kmem_cache_cpu_freelist,
					   &head) == PK_OK)
				cache->cpu_freelist[cache->nr_cpu_freelist++] = head;
			else
				cache->free_known = false;
		}
		if (sheaves && !cpu_sheaves_read(ctx, cache, sheaves + offset))
			cache->free_known = false;
	}
	if (sheaves && !barns_read(ctx, cache))
		cache->free_known = false;
	if (cache->nr_loose)
		qsort(cache->loose, cache->nr_loose, sizeof(uint64_t), pk_by_number);
}

/* Index of the object that contains ADDR; false between and behind objects. */
static bool object_index(const struct cache *cache, const struct page *page, uint64_t addr,
			 uint32_t *ret_index)
{
	uint64_t from = page->base + cache->red_left_pad;

	if (!cache->readable || addr < from || (addr - from) / cache->size >= page->nr_objects)
		return false;
	*ret_index = (addr - from) / cache->size;
	return true;
}

static bool object_starts(const struct cache *cache, const struct page *page, uint64_t addr)
{
	uint32_t index;

	return object_index(cache, page, addr, &index) &&
	       addr == page->base + cache->red_left_pad + index * cache->size;
}

static uint64_t byte_swapped(uint64_t value, uint32_t word)
{
	return word == 8 ? __builtin_bswap64(value) : __builtin_bswap32((uint32_t)value);
}

/* The object behind OBJECT on its freelist. */
static bool freelist_next(struct pk_ctx *ctx, const struct cache *cache, const struct page *page,
			  uint64_t object, uint64_t *ret_next)
{
	const uint32_t word = ctx->target->facts.word_size;
	uint64_t where = object + cache->offset, stored, next[2];

	if (pk_read_ptr(ctx, where, &stored) != PK_OK)
		return false;
	next[0] = stored ^ cache->random ^ byte_swapped(where, word);
	next[1] = stored ^ cache->random ^ where;
	if (!cache->random)
		next[0] = next[1] = stored;
	for (int i = 0; i < 2; i++)
		if (!next[i] || object_starts(cache, page, next[i])) {
			*ret_next = next[i];
			return true;
		}
	return false;
}

/* Mark the objects of one freelist. False if it could not be followed to its end. */
static bool freelist_mark(struct pk_ctx *ctx, const struct cache *cache, struct page *page,
			  uint64_t object)
{
	uint32_t index;

	for (uint32_t steps = 0; object; steps++) {
		if (steps > page->nr_objects || !object_starts(cache, page, object))
			return false;
		object_index(cache, page, object, &index);
		if (page->free_map[index / 8] >> (index % 8) & 1)
			return false;
		page->free_map[index / 8] |= 1u << (index % 8);
		if (!freelist_next(ctx, cache, page, object, &object))
			return false;
	}
	return true;
}

static void free_map_build(struct pk_ctx *ctx, struct cache *cache, struct page *page)
{
	page->free_map = calloc(1, page->nr_objects / 8 + 1);
	if (!page->free_map)
		return;
	if (!cache->cpu_lists_read)
		cpu_lists_read(ctx, cache);
	page->free_whole = cache->free_known && freelist_mark(ctx, cache, page, page->freelist);
	for (uint32_t i = 0; i < cache->nr_cpu_freelist; i++)
		if (object_starts(cache, page, cache->cpu_freelist[i]))
			page->free_whole &= freelist_mark(ctx, cache, page, cache->cpu_freelist[i]);
}

static enum pk_slab_state object_state(struct pk_ctx *ctx, const struct slab_cache *slabs,
				       struct cache *cache, struct page *page, uint64_t start,
				       uint32_t index)
{
	enum pk_slab_state state;
	enum pk_status status;

	if (!page->free_map)
		free_map_build(ctx, cache, page);
	if (!page->free_map)
		return PK_SLAB_UNKNOWN;
	if (page->free_map[index / 8] >> (index % 8) & 1 ||
	    listed(cache->loose, cache->nr_loose, start) ||
	    listed(slabs->napi_free, slabs->nr_napi_free, start))
		return PK_SLAB_FREE;
	/* What nobody has freed, or what KASAN keeps. Of a cache whose objects may be used until RCU lets them go, it marks none. */
	status = page->guarded ? PK_ABSENT : pk_kasan_state_read(ctx, start, &state);
	if (status != PK_ABSENT && (status != PK_OK || state != PK_SLAB_ALLOCATED))
		return status == PK_OK ? state : PK_SLAB_UNKNOWN;
	return page->free_whole ? PK_SLAB_ALLOCATED : PK_SLAB_UNKNOWN;
}

/* The first page of the compound page that PAGE is part of. BYTES: of PAGE. */
static enum pk_status head_page(struct pk_ctx *ctx, uint64_t page, const uint8_t *bytes,
				size_t size, uint64_t *ret_head)
{
	uint64_t info, mask;

	*ret_head = page;
	if (!pk_has(ctx, PK_R_page_compound_head)) {
		uint64_t bit, flags;

		/* Up to 4.3: a flag says tail, and a pointer of its own leads to the head. */
		if (!pk_has(ctx, PK_R_PG_tail) || !pk_has(ctx, PK_R_page_first_page) ||
		    pk_row_value(ctx, PK_R_PG_tail, &bit) != PK_OK || bit > 63 ||
		    pk_struct_uint(ctx, bytes, size, PK_R_page_flags, &flags) != PK_OK ||
		    !(flags >> bit & 1))
			return PK_OK;
		return pk_struct_uint(ctx, bytes, size, PK_R_page_first_page, ret_head);
	}
	if (pk_struct_uint(ctx, bytes, size, PK_R_page_compound_head, &info) != PK_OK)
		return pk_wrap(ctx, PK_CORRUPT, "struct page %llx", (unsigned long long)page);
	if (!(info & 1))
		return PK_OK;
	mask = info & ~1ull;
	/* A mask is ones above zeros; no struct page lies at such an address. */
	*ret_head = (~mask & (~mask + 1)) == 0 ? page & mask : mask;
	return PK_OK;
}

static bool page_is_slab(struct pk_ctx *ctx, const uint8_t *bytes, size_t size)
{
	uint64_t bit, word;

	if (pk_has(ctx, PK_R_PGTY_slab) && pk_row_value(ctx, PK_R_PGTY_slab, &bit) == PK_OK)
		return pk_struct_uint(ctx, bytes, size, PK_R_page_type, &word) == PK_OK &&
		       (word >> 24 & 0xff) == (bit & 0xff);
	if (pk_row_value(ctx, PK_R_PG_slab, &bit) != PK_OK)
		return false;
	if (bit < 64)
		return pk_struct_uint(ctx, bytes, size, PK_R_page_flags, &word) == PK_OK &&
		       (word >> bit & 1);
	/* Between the flag and the type byte: a page type as a cleared bit of page_type. */
	return pk_struct_uint(ctx, bytes, size, PK_R_page_type, &word) == PK_OK &&
	       (word >> 31 & 1) && !(word & bit);
}

/* The struct page of ADDR, and that of its compound page's head, whose bytes are left in BYTES. */
static enum pk_status head_read(struct pk_ctx *ctx, struct slab_cache *slabs, uint64_t addr,
				uint64_t *ret_page, uint64_t *ret_head, uint64_t *ret_size)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t struct_size, page_struct = 0, head;

	pk_try(&r, pk_virt_to_page(ctx, addr, &page_struct));
	struct_size = pk_value(&r, PK_R_page_struct_size);
	pk_load(&r, page_struct, slabs->page_bytes, struct_size);
	if (r.status == PK_UNREADABLE)
		pk_missing_is(ctx, page_struct, PK_PAGES_STRUCTS);
	pk_try(&r, head_page(ctx, page_struct, slabs->page_bytes, struct_size, &head));
	if (pk_ok(&r) && head != page_struct) {
		if (head > page_struct || (page_struct - head) % struct_size ||
		    (page_struct - head) / struct_size > 1u << 20)
			return pk_none(ctx, PK_ABSENT); /* not a compound page after all */
		pk_load(&r, head, slabs->page_bytes, struct_size);
	}
	if (!pk_ok(&r))
		return r.status;
	*ret_page = page_struct;
	*ret_head = head;
	*ret_size = struct_size;
	return PK_OK;
}

enum pk_status pk_slab_owns_page(struct pk_ctx *ctx, uint64_t addr, bool *ret_owns)
{
	uint64_t page, head, size;
	struct slab_cache *slabs;
	enum pk_status status = slab_cache_get(ctx, &slabs);

	if (status == PK_OK)
		status = head_read(ctx, slabs, addr, &page, &head, &size);
	if (status == PK_OK)
		*ret_owns = page_is_slab(ctx, slabs->page_bytes, size);
	return status;
}

enum pk_status pk_slab_frees(struct pk_ctx *ctx, uint64_t addr, bool *ret_frees)
{
	uint64_t page, head, size, next, first;
	struct slab_cache *slabs;
	enum pk_status status = slab_cache_get(ctx, &slabs);

	if (status == PK_OK)
		status = head_read(ctx, slabs, addr, &page, &head, &size);
	if (status != PK_OK)
		return status;
	*ret_frees = head != page || page_is_slab(ctx, slabs->page_bytes, size);
	if (*ret_frees)
		return PK_OK;
	/* The first of several: the next one says so. */
	status = head_read(ctx, slabs, addr + ctx->target->facts.page_size, &next, &first, &size);
	*ret_frees = status == PK_OK && first == page;
	return status == PK_ABSENT ? PK_OK : status;
}

/* Only of the first page the flag or type is set. */
enum pk_status pk_slab_page_cache(struct pk_ctx *ctx, const uint8_t *bytes, size_t size,
				  uint64_t *ret_cache)
{
	if (!page_is_slab(ctx, bytes, size))
		return pk_none(ctx, PK_ABSENT);
	return pk_struct_uint(ctx, bytes, size, PK_R_slab_cache, ret_cache);
}

/* Of a page of KFENCE's, which says itself whether its object is free. PK_ABSENT: it is none. */
static enum pk_status guarded_read(struct pk_ctx *ctx, struct slab_cache *slabs, uint64_t addr,
				   struct page *page)
{
	struct pk_kfence kfence;
	enum pk_status status = pk_kfence_find(ctx, addr, &kfence);

	if (status == PK_OK && kfence.cache && kfence.size)
		status = cache_find(ctx, slabs, kfence.cache, &page->cache);
	if (status != PK_OK || !kfence.cache || !kfence.size)
		return status;
	page->free_map = calloc(1, 1);
	if (!page->free_map)
		return pk_fail(ctx, PK_NOMEM, "slab look-ups: out of memory");
	page->free_map[0] = !kfence.allocated;
	page->free_whole = true;
	page->nr_objects = 1;
	page->guarded = (uint32_t)kfence.size;
	page->base = kfence.start - slabs->caches[page->cache].red_left_pad;
	return PK_OK;
}

/* Fill in PAGE for the page frame at ADDR. */
static enum pk_status page_read(struct pk_ctx *ctx, struct slab_cache *slabs, uint64_t addr,
				struct page *page)
{
	const uint32_t page_size = ctx->target->facts.page_size;
	uint64_t struct_size, page_struct, head, cache, objects, pages_before;
	enum pk_status status = guarded_read(ctx, slabs, addr, page);

	if (status == PK_OK)
		return page->guarded ? PK_OK : pk_none(ctx, PK_ABSENT);
	if (status == PK_ABSENT)
		status = head_read(ctx, slabs, addr, &page_struct, &head, &struct_size);
	if (status != PK_OK)
		return status;
	if (!page_is_slab(ctx, slabs->page_bytes, struct_size))
		return pk_none(ctx, PK_ABSENT);
	status = pk_struct_uint(ctx, slabs->page_bytes, struct_size, PK_R_slab_cache, &cache);
	if (status == PK_OK)
		status = cache_find(ctx, slabs, cache, &page->cache);
	if (status == PK_UNREADABLE || status == PK_CORRUPT)
		pk_warn(ctx, "slab at %llx, what it holds: %s", (unsigned long long)addr,
			pk_error(ctx));
	if (status != PK_OK)
		return status;
	pages_before = (page_struct - head) / struct_size;
	page->base = (addr & ~((uint64_t)page_size - 1)) - pages_before * page_size;
	page->nr_objects = 0;
	if (pk_has(ctx, PK_R_slab_objects) &&
	    pk_struct_uint(ctx, slabs->page_bytes, struct_size, PK_R_slab_objects, &objects) ==
		    PK_OK &&
	    objects <= MAX_OBJECTS)
		page->nr_objects = objects;
	page->freelist = 0;
	if (pk_has(ctx, PK_R_slab_freelist))
		return pk_struct_uint(ctx, slabs->page_bytes, struct_size, PK_R_slab_freelist,
				      &page->freelist);
	return PK_OK;
}

static struct page *page_find(struct pk_ctx *ctx, struct slab_cache *slabs, uint64_t addr)
{
	uint64_t number = addr / ctx->target->facts.page_size + 1;
	uint64_t hash = number * 0x9e3779b97f4a7c15ull >> 32;
	struct page *page = &slabs->pages[hash % NR_PAGES_CACHED];

	if (page->number != number) {
		free(page->free_map);
		memset(page, 0, sizeof(*page));
		page->number = number;
		page->status = page_read(ctx, slabs, addr, page);
	}
	return page;
}

/* ANY: the state of objects of any cache. */
static enum pk_status lookup(struct pk_ctx *ctx, uint64_t addr, bool any,
			     struct pk_slab_object *ret_object)
{
	const uint64_t low = 256ull * ctx->target->facts.page_size;
	struct slab_cache *slabs = NULL;
	struct cache *cache;
	struct page *page;
	uint32_t index;
	enum pk_status status;

	/* Counters, flags and small negative numbers: no pointer of any architecture. */
	if (addr < low || addr > UINT64_MAX - low || ctx->last_boot)
		return pk_none(ctx, PK_ABSENT);
	status = slab_cache_get(ctx, &slabs);
	if (status != PK_OK)
		return status;
	page = page_find(ctx, slabs, addr);
	if (page->status != PK_OK)
		return page->status;
	cache = &slabs->caches[page->cache];
	if (!object_index(cache, page, addr, &index))
		return pk_none(ctx, PK_ABSENT);
	memset(ret_object, 0, sizeof(*ret_object));
	ret_object->kind = cache->kind;
	memcpy(ret_object->cache, cache->name, sizeof(ret_object->cache));
	ret_object->cache_addr = cache->addr;
	ret_object->start = page->base + cache->red_left_pad + index * cache->size;
	ret_object->size = page->guarded ? page->guarded : cache->object_size;
	ret_object->guarded = page->guarded;
	ret_object->inside = addr - ret_object->start;
	if (any || cache->kind != PK_OBJECT_OTHER)
		ret_object->state = object_state(ctx, slabs, cache, page, ret_object->start, index);
	return PK_OK;
}

enum pk_status pk_slab_lookup(struct pk_ctx *ctx, uint64_t addr, struct pk_slab_object *ret_object)
{
	return lookup(ctx, addr, false, ret_object);
}

enum pk_status pk_slab_lookup_whole(struct pk_ctx *ctx, uint64_t addr,
				    struct pk_slab_object *ret_object)
{
	return lookup(ctx, addr, true, ret_object);
}

bool pk_slab_gives_next(struct pk_ctx *ctx, const struct pk_slab_object *object)
{
	struct slab_cache *slabs;
	const struct cache *cache;
	const struct page *page;

	if (object->state != PK_SLAB_FREE || slab_cache_get(ctx, &slabs) != PK_OK)
		return false;
	page = page_find(ctx, slabs, object->start);
	if (page->status != PK_OK)
		return false;
	cache = &slabs->caches[page->cache];
	return page->freelist == object->start ||
	       pk_any(cache->nr_cpu_freelist, i, cache->cpu_freelist[i] == object->start);
}

/* --- bytes ---------------------------------------------------------------------------------------------- */

/* What slab_debug=P writes over a freed object, and over its last byte. */
#define POISON_FREE 0x6b
#define POISON_END 0xa5

/* Where objects are poisoned, the pointer to the next free one stands behind them. */
enum pk_status pk_slab_bytes_read(struct pk_ctx *ctx, const struct pk_slab_object *object,
				  struct pk_slab_bytes *ret_bytes)
{
	uint64_t size = object->size < MAX_BYTES ? object->size : MAX_BYTES;
	struct pk_slab_bytes bytes = {.known = true};
	uint8_t *copy = size ? malloc(size) : NULL;
	enum pk_status status;

	if (!copy)
		return pk_fail(ctx, PK_NOMEM, "bytes of a slab object");
	status = pk_read(ctx, object->start, copy, size);
	for (uint64_t i = size; status == PK_OK && i-- > 0;) {
		bool last = i + 1 == object->size;

		if (copy[i] == POISON_FREE || (last && copy[i] == POISON_END))
			continue;
		bytes.written++;
		bytes.written_at = i;
	}
	free(copy);
	bytes.poison = size >= 16 && bytes.written <= size / 4;
	if (status == PK_OK)
		*ret_bytes = bytes;
	return status;
}

/* --- counting ------------------------------------------------------------------------------------------- */

/* Of the cache at INDEX: pages that are looked up may be of others, and add those. */
static enum pk_status freelist_len(struct pk_ctx *ctx, struct slab_cache *slabs, uint32_t index,
				   uint64_t object, uint64_t *ret_len)
{
	const struct page *page = object ? page_find(ctx, slabs, object) : NULL;
	uint64_t len = 0;

	if (page && page->status != PK_OK)
		return pk_fail(ctx, page->status, "a CPU's free object %llx: its slab",
			       (unsigned long long)object);
	if (page && page->cache != index)
		return pk_fail(ctx, PK_CORRUPT, "a CPU's free object %llx is not of its cache",
			       (unsigned long long)object);
	for (; object; len++)
		if (len == page->nr_objects ||
		    !object_starts(&slabs->caches[index], page, object) ||
		    !freelist_next(ctx, &slabs->caches[index], page, object, &object))
			return pk_fail(ctx, PK_CORRUPT, "a CPU's list of free objects breaks off");
	*ret_len = len;
	return PK_OK;
}

enum pk_status pk_slab_kept(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_nr)
{
	struct slab_cache *slabs;
	uint64_t nr, len;
	uint32_t index;
	enum pk_status status = slab_cache_get(ctx, &slabs);

	if (status == PK_OK)
		status = cache_find(ctx, slabs, addr, &index);
	if (status != PK_OK)
		return status;
	if (!slabs->caches[index].cpu_lists_read)
		cpu_lists_read(ctx, &slabs->caches[index]);
	if (!slabs->caches[index].free_known)
		return pk_fail(ctx, PK_UNREADABLE, "kmem_cache %llx: what CPUs keep of it",
			       (unsigned long long)addr);
	nr = slabs->caches[index].nr_loose;
	if (addr == slabs->skb_cache)
		nr += slabs->nr_napi_free;
	for (uint32_t i = 0; i < slabs->caches[index].nr_cpu_freelist; i++) {
		status =
			freelist_len(ctx, slabs, index, slabs->caches[index].cpu_freelist[i], &len);
		if (status != PK_OK)
			return pk_wrap(ctx, status, "kmem_cache %llx", (unsigned long long)addr);
		nr += len;
	}
	*ret_nr = nr;
	return PK_OK;
}
