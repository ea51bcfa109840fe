// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Where struct pages of the direct map are, on an arm64 of whose memory a random number moved the direct map: where the
 * kernel does not say (5.10), and where memory was added since it began.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "fake_provider.h"
#include "kernel/internal.h"

#define DATA 0xffff800010000000
#define MEMORY 0xffff0aae40000000 /* 64 MiB */
#define VMEMMAP 0xfffffc0000000000 /* the struct page of address 0, as it were, modulo 2^64 */
#define PAGE 4096
#define STRUCT_PAGE 64
#define NR_CPUS 2
#define VA_BITS 48
#define PAGE_OFFSET (-(1ull << VA_BITS))
#define FIRST_PFN 0x40000
#define LAST_PFN 0x44000

enum { HIGH_MEMORY, MIN_LOW_PFN, MAX_PFN, SLAB_CACHES, PER_CPU_OFFSET, NR_SYMBOLS };

static const char *const symbols[NR_SYMBOLS] = {"high_memory", "min_low_pfn", "max_pfn",
						"slab_caches", "__per_cpu_offset"};
static const struct fake_member members[] = {
	{.type = "struct kmem_cache", .path = "cpu_slab", .offset = 0, .size = 8},
	{.type = "struct kmem_cache", .path = "oo.x", .offset = 8, .size = 4},
	{.type = "struct kmem_cache", .path = "list", .offset = 16, .size = 16},
	{.type = "struct kmem_cache_cpu", .path = "freelist", .offset = 0, .size = 8},
	{.type = "struct kmem_cache_cpu", .path = "page", .offset = 16, .size = 8},
	{.type = "struct pglist_data", .path = "node_start_pfn", .offset = 0, .size = 8},
	{.type = "struct pglist_data", .path = "node_spanned_pages", .offset = 8, .size = 8},
};
static struct fake_target fake;
static uint64_t section_bits; /* 0: not said */

static uint64_t struct_page(uint64_t addr)
{
	return VMEMMAP + addr / PAGE * STRUCT_PAGE;
}

static bool number(struct pk_provider *provider, const char *name, uint64_t *ret_value)
{
	(void)provider;
	if (!strcmp(name, "VA_BITS"))
		*ret_value = VA_BITS;
	else if (!strcmp(name, "PHYS_OFFSET"))
		*ret_value = FIRST_PFN * PAGE + PAGE_OFFSET - MEMORY;
	else if (!strcmp(name, "VMEMMAP_START"))
		*ret_value = struct_page(PAGE_OFFSET);
	else if (!strcmp(name, "SECTION_SIZE_BITS") && section_bits)
		*ret_value = section_bits;
	else
		return false;
	return true;
}

/* Cache NUMBER, whose slabs have 1 << ORDER pages: a CPU's own one begins at SLAB, and OBJECT in it is free. */
static void put_cache(uint64_t number, uint64_t order, int cpu, uint64_t slab, uint64_t object)
{
	const uint64_t cache = DATA + 0x100 + number * 0x20, lists = DATA + 0x800 + number * 0x20;

	fake_put(&fake, cache, 8, lists);
	fake_put(&fake, cache + 8, 4, order << 16 | 21);
	fake_put(&fake, cache + 16, 8, DATA + 0x100 + (number + 1) * 0x20 + 16);
	fake_put(&fake, lists + cpu * 0x1000, 8, object);
	fake_put(&fake, lists + cpu * 0x1000 + 16, 8, struct_page(slab));
}

static void draw(struct fake_provider *provider, struct pk_kernel *kernel, bool tells)
{
	fake_target_init(&fake);
	fake_provider_init(provider, &fake);
	provider->ops.number = tells ? number : NULL;
	*kernel = (struct pk_kernel){.provider = &provider->provider,
				     .symbols_state = PK_KERNEL_FAILED,
				     .btf_state = PK_KERNEL_FAILED};
	kernel->target.facts = fake.target.facts;
	kernel->target.facts.page_size = PAGE;
	kernel->target.facts.nr_cpu_ids = NR_CPUS;
	fake_members(&fake, members, ARRAY_SIZE(members));
	fake_type(&fake, "struct page", STRUCT_PAGE);
	for (int i = 0; i < NR_SYMBOLS; i++)
		fake_symbol(&fake, symbols[i], DATA + 16 * i, 8);
	fake_map(&fake, DATA, 0x3000);
	fake_put(&fake, DATA + 16 * HIGH_MEMORY, 8, MEMORY + (64 << 20));
	fake_put(&fake, DATA + 16 * MIN_LOW_PFN, 8, FIRST_PFN);
	fake_put(&fake, DATA + 16 * MAX_PFN, 8, LAST_PFN);
	fake_put(&fake, DATA + 16 * SLAB_CACHES, 8, DATA + 0x100 + 16);
	fake_put(&fake, DATA + 16 * PER_CPU_OFFSET, 8, 0);
	fake_put(&fake, DATA + 16 * PER_CPU_OFFSET + 8, 8, 0x1000);
	/* of two pages, of which the object may be in either; torn; of a page each */
	put_cache(0, 1, 0, MEMORY + 0x2000, MEMORY + 0x3040);
	put_cache(1, 0, 0, MEMORY + 0x5000, MEMORY + 0x9040);
	put_cache(2, 0, 1, MEMORY + 0x6000, MEMORY + 0x6040);
}

static void end_list(uint64_t caches)
{
	fake_put(&fake, DATA + 0x100 + (caches - 1) * 0x20 + 16, 8, DATA + 16 * SLAB_CACHES);
}

static void two_slabs_tell(void **state)
{
	struct fake_provider provider;
	struct pk_kernel kernel;
	uint64_t page;

	(void)state;
	draw(&provider, &kernel, false);
	put_cache(3, 0, 0, MEMORY + 0x8000, MEMORY + 0x8fc0);
	end_list(4);
	assert_int_equal(pk_kernel_virt_to_page(&kernel.target, MEMORY + 0x7123, &page), PK_OK);
	assert_int_equal(page, struct_page(MEMORY + 0x7000));
	assert_int_equal(pk_kernel_virt_to_page(&kernel.target, MEMORY, &page), PK_OK);
	/* Below is no memory, though the direct map begins terabytes before. */
	assert_int_equal(pk_kernel_virt_to_page(&kernel.target, MEMORY - 1, &page), PK_ABSENT);
	assert_int_equal(pk_kernel_virt_to_page(&kernel.target, MEMORY + (64 << 20), &page),
			 PK_ABSENT);
	assert_int_equal(pk_kernel_virt_to_page(&kernel.target, DATA, &page), PK_ABSENT);
	fake_target_deinit(&fake);
}

static void one_slab_does_not(void **state)
{
	struct fake_provider provider;
	struct pk_kernel kernel;
	uint64_t page;

	(void)state;
	draw(&provider, &kernel, false);
	end_list(3);
	assert_int_equal(pk_kernel_virt_to_page(&kernel.target, MEMORY, &page), PK_UNSUPPORTED);
	fake_target_deinit(&fake);
}

/* Struct pages of a part of memory lie apart. */
static void others_say_otherwise(void **state)
{
	struct fake_provider provider;
	struct pk_kernel kernel;
	uint64_t page;

	(void)state;
	draw(&provider, &kernel, false);
	put_cache(3, 0, 0, MEMORY + 0x8000, MEMORY + 0x8fc0);
	put_cache(4, 0, 0, MEMORY + 0xa000, MEMORY + 0x100a000);
	put_cache(5, 0, 0, MEMORY + 0xb000, MEMORY + 0x100b040);
	end_list(6);
	assert_int_equal(pk_kernel_virt_to_page(&kernel.target, MEMORY, &page), PK_UNSUPPORTED);
	fake_target_deinit(&fake);
}

/* Memory between BEGIN and END has struct pages, and no other. */
static void assert_memory(struct pk_kernel *kernel, uint64_t begin, uint64_t end)
{
	uint64_t page;

	assert_int_equal(pk_kernel_virt_to_page(&kernel->target, begin, &page), PK_OK);
	assert_int_equal(page, struct_page(begin));
	assert_int_equal(pk_kernel_virt_to_page(&kernel->target, end - 1, &page), PK_OK);
	assert_int_equal(page, struct_page(end - PAGE));
	assert_int_equal(pk_kernel_virt_to_page(&kernel->target, begin - 1, &page), PK_ABSENT);
	assert_int_equal(pk_kernel_virt_to_page(&kernel->target, end, &page), PK_ABSENT);
}

static void put_node(uint64_t node, uint64_t start, uint64_t pages)
{
	fake_put(&fake, node, 8, start);
	fake_put(&fake, node + 8, 8, pages);
}

/* The kernel tells. Neither high_memory nor max_pfn is raised for memory that comes later; its node is larger then. */
static void added_memory_is_of_a_node(void **state)
{
	const uint64_t ids = DATA + 0x2800, nodes = DATA + 0x2810, node = DATA + 0x2900;
	struct fake_provider provider;
	struct pk_kernel kernel;

	(void)state;
	for (int numa = 0; numa < 2; numa++) {
		draw(&provider, &kernel, true);
		if (numa) {
			fake_symbol(&fake, "nr_node_ids", ids, 4);
			fake_symbol(&fake, "node_data", nodes, 24);
			fake_put(&fake, ids, 4, 3); /* the second is not there */
			fake_put(&fake, nodes, 8, node);
			fake_put(&fake, nodes + 16, 8, node + 16);
			put_node(node, FIRST_PFN, LAST_PFN - FIRST_PFN);
			put_node(node + 16, 0x100000, 0x8000);
		} else {
			fake_symbol(&fake, "contig_page_data", node, 16);
			put_node(node, FIRST_PFN, 0x108000 - FIRST_PFN);
		}
		assert_memory(&kernel, MEMORY, MEMORY + (0x108000ull - FIRST_PFN) * PAGE);
		fake_target_deinit(&fake);
	}
}

static void without_nodes_memory_ends_at_high_memory(void **state)
{
	struct fake_provider provider;
	struct pk_kernel kernel;

	(void)state;
	draw(&provider, &kernel, true);
	assert_memory(&kernel, MEMORY, MEMORY + (64 << 20));
	fake_target_deinit(&fake);
}

/* Without VMEMMAP, sections of 128 MiB tell: the only one that is there has its array elsewhere. Sizes and numbers that no kernel
 * has tell nothing. */
static void sections_tell(void **state)
{
	static const struct fake_member coded[] = {
		{.type = "struct mem_section", .path = "section_mem_map", .offset = 8, .size = 8},
	};
	static const struct {
		uint64_t size, bits, map;
		bool tells;
	} cases[] = {
		{32, 27, VMEMMAP + 0x123400, true},
		{0, 27, VMEMMAP + 0x123400, false},
		{PAGE + 1, 27, VMEMMAP + 0x123400, false},
		{UINT64_MAX, 27, VMEMMAP + 0x123400, false},
		{32, 64, VMEMMAP + 0x123400, false},
		{32, UINT64_MAX, VMEMMAP + 0x123400, false},
		{32, 1, VMEMMAP + 0x123400, false},
		{32, 27, 0x3f, false},
	};
	const uint64_t roots = DATA + 0x2000, root = DATA + 0x2100;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct fake_provider provider;
		struct pk_kernel kernel;
		uint64_t page;

		draw(&provider, &kernel, true);
		section_bits = cases[i].bits;
		fake_symbol(&fake, "mem_section", DATA + 0x1ff8, 8);
		fake_members(&fake, coded, ARRAY_SIZE(coded));
		fake_type(&fake, "struct mem_section", cases[i].size);
		fake_put(&fake, DATA + 0x1ff8, 8, roots);
		fake_put(&fake, roots, 8, root);
		fake_put(&fake, root + 8 * 32 + 8, 8, cases[i].map | 3);
		end_list(3);
		assert_int_equal(pk_kernel_virt_to_page(&kernel.target, MEMORY, &page), PK_OK);
		assert_int_equal(page, cases[i].tells ? cases[i].map + FIRST_PFN * STRUCT_PAGE
						      : struct_page(MEMORY));
		section_bits = 0;
		fake_target_deinit(&fake);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(two_slabs_tell),
		cmocka_unit_test(one_slab_does_not),
		cmocka_unit_test(others_say_otherwise),
		cmocka_unit_test(added_memory_is_of_a_node),
		cmocka_unit_test(without_nodes_memory_ends_at_high_memory),
		cmocka_unit_test(sections_tell),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
