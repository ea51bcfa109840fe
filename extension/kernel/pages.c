// SPDX-License-Identifier: GPL-3.0-or-later
#include <string.h>

#include "kernel/internal.h"

static enum pk_status provider_page(struct pk_kernel *kernel, uint64_t addr, uint64_t *ret_page)
{
	struct pk_provider *provider = kernel->provider;

	return provider->ops->virt_to_page ? provider->ops->virt_to_page(provider, addr, ret_page)
					   : PK_UNSUPPORTED;
}

/* Kernel symbols first: VMCOREINFO's SYMBOL(vmemmap) may hold the variable's value instead. */
static bool variable(struct pk_kernel *kernel, const char *name, uint64_t *ret_value)
{
	uint64_t addr;

	return pk_kernel_symbol(&kernel->target, name, &addr) == PK_OK &&
	       (*ret_value = pk_kernel_uint(kernel, addr, kernel->target.facts.word_size, 0)) != 0;
}

#define PPC64_LINEAR 0xc000000000000000
#define DIRECT_MAP_ALIGN (1ull << 46) /* x86-64 of four levels; arm64's are larger */
#define MAX_NODES 1024

/* Of the direct map: the struct page of its first byte, and where physical address 0 would be in it, modulo 2^64. */
struct direct_map {
	uint64_t vmemmap, zero;
	bool has_zero;
};

/* arm64 tells debuggers. */
static bool find_in_notes(struct pk_kernel *kernel, struct direct_map *map)
{
	struct pk_provider *provider = kernel->provider;
	uint64_t bits, physical;

	if (!provider->ops->number || !provider->ops->number(provider, "VA_BITS", &bits) ||
	    bits >= 64)
		return false;
	kernel->direct_base = -(1ull << bits);
	map->has_zero = provider->ops->number(provider, "PHYS_OFFSET", &physical);
	if (map->has_zero)
		map->zero = kernel->direct_base - physical;
	return provider->ops->number(provider, "VMEMMAP_START", &map->vmemmap);
}

/* x86-64 has variables; ppc64's is constant; s390's was 0 up to 6.9. False: no vmemmap. */
static bool find_direct_map(struct pk_kernel *kernel, struct direct_map *map)
{
	const char *vmemmap = "vmemmap";

	if (variable(kernel, "page_offset_base", &kernel->direct_base)) {
		vmemmap = "vmemmap_base";
	} else if (!strcmp(kernel->target.facts.machine, "ppc64le")) {
		kernel->direct_base = PPC64_LINEAR;
	} else if (!strcmp(kernel->target.facts.machine, "s390x")) {
		if (!variable(kernel, "__identity_base", &kernel->direct_base))
			kernel->direct_base = 0;
	} else {
		return find_in_notes(kernel, map);
	}
	map->zero = kernel->direct_base;
	map->has_zero = true;
	return variable(kernel, vmemmap, &map->vmemmap);
}

/* One more than the last page frame of all NUMA nodes; 0: not known. */
static uint64_t end_of_nodes(struct pk_kernel *kernel)
{
	struct pk_target *target = &kernel->target;
	const uint32_t word = target->facts.word_size;
	uint64_t addr, node, behind, nodes = 1, end = 0;
	struct pk_member start, pages;
	bool numa;

	if (pk_kernel_member(target, "struct pglist_data", "node_start_pfn", &start) != PK_OK ||
	    pk_kernel_member(target, "struct pglist_data", "node_spanned_pages", &pages) != PK_OK)
		return 0;
	if (pk_kernel_symbol(target, "nr_node_ids", &addr) == PK_OK)
		nodes = pk_kernel_uint(kernel, addr, sizeof(uint32_t), 0);
	numa = pk_kernel_symbol(target, "node_data", &addr) == PK_OK;
	if (!numa && pk_kernel_symbol(target, "contig_page_data", &addr) != PK_OK)
		return 0;
	for (uint64_t i = 0; i < nodes && i < MAX_NODES; i++) {
		node = numa ? pk_kernel_uint(kernel, addr + i * word, word, 0) : addr;
		behind = pk_kernel_uint(kernel, node + start.offset, word, 0) +
			 pk_kernel_uint(kernel, node + pages.offset, word, 0);
		if (node && behind > end)
			end = behind;
	}
	return end;
}

/* Where memory begins in the direct map, and where it ends. arm64 puts it anywhere in there (linear KASLR): most of
 * what is below are struct pages of nothing. high_memory and max_pfn may be of the boot: what was added since is above,
 * as its node says. Where the kernel does not say, both are left as they are; arm64 before 5.4 has its direct map
 * elsewhere, and what would follow does not reach high_memory. */
static void find_memory(struct pk_kernel *kernel, const struct direct_map *map)
{
	const uint64_t size = kernel->target.facts.page_size, high = kernel->direct_end;
	uint64_t first = 0, last, nodes, begin, end;

	variable(kernel, "min_low_pfn", &first);
	if (!variable(kernel, "max_pfn", &last) || first >= last)
		return;
	nodes = end_of_nodes(kernel);
	begin = map->zero + first * size;
	end = map->zero + (nodes > last ? nodes : last) * size;
	if (map->has_zero && begin >= kernel->direct_base && begin < high && end >= high) {
		kernel->direct_base = begin;
		kernel->direct_end = end;
	} else if (first && last - first <= (high - kernel->direct_base) / size) {
		kernel->direct_base = high - (last - first) * size;
	}
}

static uint64_t struct_page(const struct pk_kernel *kernel, uint64_t addr)
{
	return kernel->page_origin + addr / kernel->target.facts.page_size * kernel->page_struct;
}

/* Others tell nothing (arm64 before 5.19, x86-64 without a choice of its layout), but their slabs do. */
static bool learn_from_slabs(struct pk_kernel *kernel, const struct direct_map *map)
{
	kernel->direct_base = kernel->direct_end & ~(DIRECT_MAP_ALIGN - 1);
	find_memory(kernel, map);
	return pk_kernel_pages_of_slabs(kernel, &kernel->page_origin);
}

/* The kernel told: then a provider that translates itself must agree once. */
static bool provider_agrees(struct pk_kernel *kernel)
{
	uint64_t page, sample = kernel->direct_base + 16 * (uint64_t)kernel->target.facts.page_size;
	enum pk_status status = provider_page(kernel, sample, &page);

	return status == PK_UNSUPPORTED || (status == PK_OK && page == struct_page(kernel, sample));
}

#define SECTION_FLAGS 0x3f /* of section_mem_map; a struct page lies at a multiple of 64 bytes */
#define MAX_SECTIONS (1u << 20)

/* Each section of memory says where the struct page of physical address 0 would be, if all were in its array. True: all
 * sections agree. (SPARSEMEM_EXTREME; the table is allocated since 4.15.) */
static bool pages_of_sections(struct pk_kernel *kernel, const struct direct_map *map,
			      uint64_t *ret_origin)
{
	struct pk_provider *provider = kernel->provider;
	const uint32_t word = kernel->target.facts.word_size, page = kernel->target.facts.page_size;
	uint64_t bits, roots, size, nr, in_root, common = 0;
	struct pk_member coded;

	if (!map->has_zero || !provider->ops->number ||
	    !provider->ops->number(provider, "SECTION_SIZE_BITS", &bits) || bits >= 64 ||
	    !variable(kernel, "mem_section", &roots) ||
	    pk_kernel_type_size(&kernel->target, "struct mem_section", &size) != PK_OK || !size ||
	    size > page ||
	    pk_kernel_member(&kernel->target, "struct mem_section", "section_mem_map", &coded) !=
		    PK_OK)
		return false;
	in_root = page / size;
	nr = ((kernel->direct_end - map->zero - 1) >> bits) + 1;
	for (uint64_t i = 0; i < nr && nr <= MAX_SECTIONS; i++) {
		uint64_t root = pk_kernel_uint(kernel, roots + i / in_root * word, word, 0);
		uint64_t here =
			root ? pk_kernel_uint(kernel, root + i % in_root * size + coded.offset,
					      word, 0) &
					~(uint64_t)SECTION_FLAGS
			     : 0;

		if (here && common && here != common)
			return false;
		common = here ? here : common;
	}
	*ret_origin = common - map->zero / page * kernel->page_struct;
	return common != 0;
}

/* SPARSEMEM without VMEMMAP has the variable, and nothing there. Its struct pages are one array all the same, if the boot found
 * room for that: the sections tell where, or slabs. What they do not tell stays as it was, a dump that lacks its struct pages. */
static void look_elsewhere(struct pk_kernel *kernel, const struct direct_map *map)
{
	uint8_t byte;
	uint64_t origin, page = struct_page(kernel, kernel->direct_base);

	if (kernel->provider->ops->read(kernel->provider, page, &byte, 1) != PK_OK &&
	    (pages_of_sections(kernel, map, &origin) || pk_kernel_pages_of_slabs(kernel, &origin)))
		kernel->page_origin = origin;
}

/* If the kernel tells its direct map (x86-64: CONFIG_DYNAMIC_MEMORY_LAYOUT, 4.17; arm64: 5.19),
 * struct page is arithmetic. */
static void learn_direct_map(struct pk_kernel *kernel)
{
	struct direct_map map = {0};
	bool known;

	kernel->direct_state = PK_KERNEL_FAILED;
	if (!variable(kernel, "high_memory", &kernel->direct_end) ||
	    pk_kernel_type_size(&kernel->target, "struct page", &kernel->page_struct) != PK_OK)
		return;
	if (find_direct_map(kernel, &map)) {
		kernel->page_origin = map.vmemmap - kernel->direct_base /
							    kernel->target.facts.page_size *
							    kernel->page_struct;
		find_memory(kernel, &map);
		known = provider_agrees(kernel);
		if (known)
			look_elsewhere(kernel, &map);
	} else {
		known = !kernel->provider->ops->virt_to_page && learn_from_slabs(kernel, &map);
	}
	if (known)
		kernel->direct_state = PK_KERNEL_READY;
}

enum pk_status pk_kernel_virt_to_page(struct pk_target *target, uint64_t addr, uint64_t *ret_page)
{
	struct pk_kernel *kernel = pk_kernel_of(target);

	if (kernel->direct_state == PK_KERNEL_UNTRIED)
		learn_direct_map(kernel);
	if (kernel->direct_state == PK_KERNEL_FAILED)
		return provider_page(kernel, addr, ret_page);
	if (addr < kernel->direct_base || addr >= kernel->direct_end)
		return PK_ABSENT;
	*ret_page = struct_page(kernel, addr);
	return PK_OK;
}
