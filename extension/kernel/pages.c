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

/* x86-64 has variables; arm64 tells debuggers; ppc64's is constant; s390's was 0 up to 6.9. */
static bool find_direct_map(struct pk_kernel *kernel, uint64_t *ret_vmemmap)
{
	struct pk_provider *provider = kernel->provider;
	uint64_t bits;

	if (variable(kernel, "page_offset_base", &kernel->direct_base))
		return variable(kernel, "vmemmap_base", ret_vmemmap);
	if (!strcmp(kernel->target.facts.machine, "ppc64le")) {
		kernel->direct_base = PPC64_LINEAR;
		return variable(kernel, "vmemmap", ret_vmemmap);
	}
	if (!strcmp(kernel->target.facts.machine, "s390x")) {
		if (!variable(kernel, "__identity_base", &kernel->direct_base))
			kernel->direct_base = 0;
		return variable(kernel, "vmemmap", ret_vmemmap);
	}
	if (!provider->ops->number || !provider->ops->number(provider, "VA_BITS", &bits) ||
	    bits >= 64 || !provider->ops->number(provider, "VMEMMAP_START", ret_vmemmap))
		return false;
	kernel->direct_base = -(1ull << bits);
	return true;
}

/* Where memory begins in the direct map. arm64 puts it anywhere in there (linear KASLR): most of what is below are
 * struct pages of nothing. Where the kernel does not say, the base is left as it is. */
static void find_first(struct pk_kernel *kernel)
{
	const uint64_t size = kernel->target.facts.page_size, end = kernel->direct_end;
	uint64_t first, last;

	if (variable(kernel, "max_pfn", &last) && variable(kernel, "min_low_pfn", &first) &&
	    first < last && (last - first) <= (end - kernel->direct_base) / size)
		kernel->direct_base = end - (last - first) * size;
}

static uint64_t struct_page(const struct pk_kernel *kernel, uint64_t addr)
{
	return kernel->page_origin + addr / kernel->target.facts.page_size * kernel->page_struct;
}

/* Others tell nothing (arm64 before 5.19, x86-64 without a choice of its layout), but their slabs do. */
static bool learn_from_slabs(struct pk_kernel *kernel)
{
	kernel->direct_base = kernel->direct_end & ~(DIRECT_MAP_ALIGN - 1);
	find_first(kernel);
	return pk_kernel_pages_of_slabs(kernel, &kernel->page_origin);
}

/* The kernel told: then a provider that translates itself must agree once. */
static bool provider_agrees(struct pk_kernel *kernel)
{
	uint64_t page, sample = kernel->direct_base + 16 * (uint64_t)kernel->target.facts.page_size;
	enum pk_status status = provider_page(kernel, sample, &page);

	return status == PK_UNSUPPORTED || (status == PK_OK && page == struct_page(kernel, sample));
}

/* If the kernel tells its direct map (x86-64: CONFIG_DYNAMIC_MEMORY_LAYOUT, 4.17; arm64: 5.19),
 * struct page is arithmetic. */
static void learn_direct_map(struct pk_kernel *kernel)
{
	uint64_t vmemmap;
	bool known;

	kernel->direct_state = PK_KERNEL_FAILED;
	if (!variable(kernel, "high_memory", &kernel->direct_end) ||
	    pk_kernel_type_size(&kernel->target, "struct page", &kernel->page_struct) != PK_OK)
		return;
	if (find_direct_map(kernel, &vmemmap)) {
		kernel->page_origin = vmemmap - kernel->direct_base /
							kernel->target.facts.page_size *
							kernel->page_struct;
		known = provider_agrees(kernel);
		find_first(kernel);
	} else {
		known = !kernel->provider->ops->virt_to_page && learn_from_slabs(kernel);
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
