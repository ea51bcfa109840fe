// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/page_cache.h"

#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/*
 * crash keeps 16 pages, round robin, and decompresses again what it evicted; a walk of list nodes
 * misses every time. This cache keeps 4096 pages, two ways to a set, and remembers the pages that
 * the dump lacks. If commands run in children, they share the mapping, so that later commands find
 * what earlier ones read. Otherwise it may use huge pages: the first touch of a small page costs as
 * much as finding a page in the dump.
 */

_Static_assert(PK_CACHED_PAGE == PK_READ_AHEAD_BYTES, "pages of one size are kept and read ahead");
#define SETS 2048
#define WAYS 2
/* Longer reads are tables read once (BTF, kallsyms): they would only push others out. */
#define DIRECT_BYTES (16u * PK_CACHED_PAGE)

enum page_state { PAGE_EMPTY, PAGE_PRESENT, PAGE_MISSING };

struct slot {
	uint64_t addr;
	uint32_t used; /* tick of last use */
	uint16_t place; /* of its bytes, from 1; 0: none yet */
	uint16_t state; /* enum page_state; written last */
};

struct pages {
	struct slot slots[SETS][WAYS];
	uint32_t tick;
	uint16_t nr_placed; /* places are assigned in sequence, so few pages take little memory */
	uint8_t bytes[SETS * WAYS][PK_CACHED_PAGE];
};

struct pk_page_cache {
	pk_read_fn read;
	void *arg;
	struct pages *pages; /* shared with children if created SHARED */
	struct pk_read_ahead *ahead; /* owned; NULL: not started, or no second CPU */
	bool ahead_tried;
};

struct pk_page_cache *pk_page_cache_create(pk_read_fn read, void *arg, bool shared)
{
	struct pk_page_cache *cache = calloc(1, sizeof(*cache));
	void *pages = mmap(NULL, sizeof(struct pages), PROT_READ | PROT_WRITE,
			   (shared ? MAP_SHARED : MAP_PRIVATE) | MAP_ANONYMOUS, -1, 0);

	if (!cache || pages == MAP_FAILED) {
		if (pages != MAP_FAILED)
			munmap(pages, sizeof(struct pages));
		free(cache);
		return NULL;
	}
	if (!shared)
		madvise(pages, sizeof(struct pages), MADV_HUGEPAGE);
	*cache = (struct pk_page_cache){.read = read, .arg = arg, .pages = pages};
	return cache;
}

void pk_page_cache_destroy(struct pk_page_cache *cache)
{
	if (!cache)
		return;
	pk_read_ahead_destroy(cache->ahead);
	munmap(cache->pages, sizeof(*cache->pages));
	free(cache);
}

static void forget(struct pages *pages)
{
	memset(pages->slots, 0, sizeof(pages->slots));
	pages->nr_placed = 0;
}

void pk_page_cache_reset(struct pk_page_cache *cache)
{
	forget(cache->pages);
}

bool pk_page_cache_divide(struct pk_page_cache *cache, bool in_child)
{
	if (!in_child)
		pk_read_ahead_destroy(cache->ahead);
	cache->ahead = NULL;
	cache->ahead_tried = in_child;
	/* Replace the shared mapping by an empty private one. */
	return !in_child || mmap(cache->pages, sizeof(*cache->pages), PROT_READ | PROT_WRITE,
				 MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
}

/* The slot of PAGE, or the one to evict for it. */
static struct slot *find_slot(struct pages *pages, uint64_t page)
{
	uint64_t number = page / PK_CACHED_PAGE;
	unsigned set = (number ^ number >> 9) & (SETS - 1), victim = 0;

	for (unsigned way = 0; way < WAYS; way++) {
		struct slot *slot = &pages->slots[set][way];

		if (slot->state != PAGE_EMPTY && slot->addr == page) {
			slot->used = ++pages->tick;
			return slot;
		}
		if (slot->used < pages->slots[set][victim].used)
			victim = way;
	}
	return &pages->slots[set][victim];
}

static uint8_t *bytes_of(struct pages *pages, struct slot *slot)
{
	if (slot->place)
		return pages->bytes[slot->place - 1];
	if (pages->nr_placed == SETS * WAYS) /* a child died while holding one */
		forget(pages);
	slot->place = ++pages->nr_placed;
	return pages->bytes[slot->place - 1];
}

/* LEN bytes of one page through the cache, except pages read ahead: those are read once and would
 * only evict others. */
static enum page_state read_piece(struct pk_page_cache *cache, uint64_t addr, void *buf, size_t len)
{
	size_t skip = addr & (PK_CACHED_PAGE - 1);
	uint64_t page = addr - skip;
	enum page_state state;
	struct slot *slot = find_slot(cache->pages, page);
	uint8_t *bytes;

	if (slot->addr != page || slot->state == PAGE_EMPTY) {
		enum pk_read_ahead_answer answer;

		answer = cache->ahead ? pk_read_ahead_copy(cache->ahead, addr, buf, len)
				      : PK_READ_AHEAD_NOT;
		state = answer == PK_READ_AHEAD_DONE ? PAGE_PRESENT : PAGE_MISSING;
		if (answer != PK_READ_AHEAD_NOT)
			return state;
		slot->state = PAGE_EMPTY;
		bytes = bytes_of(cache->pages, slot);
		state = cache->read(cache->arg, page, bytes, PK_CACHED_PAGE, false) ? PAGE_PRESENT
										    : PAGE_MISSING;
		slot->addr = page;
		slot->used = ++cache->pages->tick;
		slot->state = state;
	}
	if (slot->state == PAGE_PRESENT)
		memcpy(buf, bytes_of(cache->pages, slot) + skip, len);
	return slot->state;
}

static bool read_direct(struct pk_page_cache *cache, uint64_t addr, void *buf, size_t len)
{
	return cache->ahead ? pk_read_ahead_share(cache->ahead, addr, buf, len)
			    : cache->read(cache->arg, addr, buf, len, false);
}

enum pk_status pk_page_cache_read(struct pk_page_cache *cache, uint64_t addr, void *buf, size_t len)
{
	uint8_t *to = buf;

	if (!len)
		return PK_OK;
	if (addr + len < addr || len > LONG_MAX)
		return PK_UNREADABLE;
	if (len > DIRECT_BYTES)
		return read_direct(cache, addr, buf, len) ? PK_OK : PK_UNREADABLE;
	while (len) {
		size_t piece = PK_CACHED_PAGE - (addr & (PK_CACHED_PAGE - 1));

		if (piece > len)
			piece = len;
		if (read_piece(cache, addr, to, piece) != PAGE_PRESENT)
			return PK_UNREADABLE;
		addr += piece;
		to += piece;
		len -= piece;
	}
	return PK_OK;
}

/* On one CPU, two threads only get in each other's way. */
void pk_page_cache_start_ahead(struct pk_page_cache *cache)
{
	cpu_set_t cpus;

	if (cache->ahead_tried)
		return;
	cache->ahead_tried = true;
	if (sched_getaffinity(0, sizeof(cpus), &cpus) != 0 || CPU_COUNT(&cpus) > 1)
		cache->ahead = pk_read_ahead_create(cache->read, cache->arg);
}

void pk_page_cache_read_ahead(struct pk_page_cache *cache, uint64_t addr, size_t len)
{
	uint64_t page = addr & ~(uint64_t)(PK_CACHED_PAGE - 1);

	if (len > DIRECT_BYTES || addr + len < addr)
		return;
	pk_page_cache_start_ahead(cache);
	for (; cache->ahead && page < addr + len; page += PK_CACHED_PAGE) {
		const struct slot *slot = find_slot(cache->pages, page);

		if (slot->addr != page || slot->state == PAGE_EMPTY)
			pk_read_ahead_want(cache->ahead, page);
	}
}
