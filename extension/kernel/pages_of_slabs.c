// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/internal.h"

#define MAX_CACHES 4096
#define MAX_SLABS 65536 /* asked: a damaged list may lead to no two that agree */
#define OO_SHIFT 16 /* kmem_cache.oo: objects of a slab, and above them its order */

struct members {
	struct pk_member list, oo, cpu_slab, page, freelist;
};

/* A slab of one page that a CPU allocates from: its struct page, and an object in it. */
struct slab {
	uint64_t page, object;
};

static bool find_members(struct pk_kernel *kernel, struct members *members)
{
	struct pk_target *target = &kernel->target;

	return pk_kernel_member(target, "struct kmem_cache", "list", &members->list) == PK_OK &&
	       pk_kernel_member(target, "struct kmem_cache", "oo.x", &members->oo) == PK_OK &&
	       pk_kernel_member(target, "struct kmem_cache", "cpu_slab", &members->cpu_slab) ==
		       PK_OK &&
	       (pk_kernel_member(target, "struct kmem_cache_cpu", "page", &members->page) ==
			PK_OK ||
		pk_kernel_member(target, "struct kmem_cache_cpu", "slab", &members->page) ==
			PK_OK) &&
	       pk_kernel_member(target, "struct kmem_cache_cpu", "freelist", &members->freelist) ==
		       PK_OK;
}

static uint64_t value(struct pk_kernel *kernel, uint64_t base, const struct pk_member *member)
{
	return member->size <= sizeof(uint64_t)
		       ? pk_kernel_uint(kernel, base + member->offset, member->size, 0)
		       : 0;
}

/* Where sections of memory have their struct pages apart (no SPARSEMEM_VMEMMAP), others agree on another origin. */
bool pk_kernel_pages_of_slabs(struct pk_kernel *kernel, uint64_t *ret_origin)
{
	const uint32_t word = kernel->target.facts.word_size;
	uint64_t head, node, origin, origin_before = 0, page_before = 0;
	unsigned asked = 0;
	bool found = false;
	struct slab slab;
	struct members members;

	if (!find_members(kernel, &members) ||
	    pk_kernel_symbol(&kernel->target, "slab_caches", &head) != PK_OK)
		return false;
	node = pk_kernel_uint(kernel, head, word, head);
	for (unsigned i = 0; i < MAX_CACHES && node && node != head; i++) {
		const uint64_t cache = node - members.list.offset;
		const bool one_page = !(value(kernel, cache, &members.oo) >> OO_SHIFT);

		for (uint32_t cpu = 0; one_page && cpu < kernel->target.facts.nr_cpu_ids; cpu++) {
			uint64_t lists, offset;

			if (asked++ == MAX_SLABS)
				return found;
			lists = value(kernel, cache, &members.cpu_slab);
			if (!lists ||
			    pk_kernel_percpu_offset(&kernel->target, (int)cpu, &offset) != PK_OK)
				continue;
			slab.page = value(kernel, lists + offset, &members.page);
			slab.object = value(kernel, lists + offset, &members.freelist);
			if (!slab.page || slab.object < kernel->direct_base ||
			    slab.object >= kernel->direct_end)
				continue;
			origin = slab.page -
				 slab.object / kernel->target.facts.page_size * kernel->page_struct;
			if (page_before && page_before != slab.page && origin == origin_before) {
				if (found && origin != *ret_origin)
					return false;
				*ret_origin = origin;
				found = true;
			}
			page_before = slab.page;
			origin_before = origin;
		}
		node = pk_kernel_uint(kernel, node, word, 0);
	}
	return found;
}
