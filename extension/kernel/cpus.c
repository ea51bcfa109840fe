// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "kernel/internal.h"

#define MOST_WITHOUT_A_COUNT 64 /* CPUs, where the kernel has no nr_cpu_ids */

/* nr_cpu_ids is no variable if NR_CPUS is 1 or forced: then the highest possible CPU tells. */
uint32_t pk_kernel_count_cpu_ids(struct pk_kernel *kernel)
{
	struct pk_facts *facts = &kernel->target.facts;
	struct pk_cpumask mask;
	uint64_t addr, count = 0;

	if (pk_kernel_address(kernel, "nr_cpu_ids", &addr))
		count = pk_kernel_uint(kernel, addr, 4, 0);
	if (count && count <= PK_MAX_CPUS)
		return (uint32_t)count;
	facts->nr_cpu_ids = MOST_WITHOUT_A_COUNT; /* how much of the mask to read */
	count = 1;
	if (pk_kernel_cpumask(&kernel->target, PK_CPUS_POSSIBLE, &mask) == PK_OK)
		for (unsigned cpu = 0; cpu < MOST_WITHOUT_A_COUNT; cpu++)
			if (pk_cpumask_test(&mask, cpu))
				count = cpu + 1;
	return (uint32_t)count;
}

enum pk_status pk_kernel_percpu_offset(struct pk_target *target, int cpu, uint64_t *ret_offset)
{
	uint32_t word = target->facts.word_size;
	uint8_t bytes[8];
	uint64_t array;
	enum pk_status status;

	if (cpu < 0 || (uint32_t)cpu >= target->facts.nr_cpu_ids)
		return PK_ABSENT;
	if (!pk_kernel_address(pk_kernel_of(target), "__per_cpu_offset", &array)) {
		*ret_offset = 0; /* a kernel for one CPU */
		return cpu ? PK_ABSENT : PK_OK;
	}
	status = pk_kernel_read(target, array + (uint64_t)cpu * word, bytes, word);
	if (status == PK_OK)
		*ret_offset = pk_facts_uint(&target->facts, bytes, word);
	return status;
}

/* Where the bits are: __cpu_X_mask since 4.5 ("cpumask: Export cpumask_any_distribute" and related
 * commits made the masks arrays), cpu_X_bits before; in the oldest kernels cpu_X_mask points to
 * them. */
static enum pk_status find_mask(struct pk_kernel *kernel, const char *kind, uint64_t *ret_addr)
{
	char name[64];
	uint64_t pointer;

	snprintf(name, sizeof(name), "__cpu_%s_mask", kind);
	if (pk_kernel_address(kernel, name, ret_addr))
		return PK_OK;
	snprintf(name, sizeof(name), "cpu_%s_bits", kind);
	if (pk_kernel_address(kernel, name, ret_addr))
		return PK_OK;
	snprintf(name, sizeof(name), "cpu_%s_mask", kind);
	if (!pk_kernel_address(kernel, name, &pointer))
		return PK_ABSENT;
	*ret_addr = pk_kernel_uint(kernel, pointer, kernel->target.facts.word_size, 0);
	return *ret_addr ? PK_OK : PK_UNREADABLE;
}

enum pk_status pk_kernel_cpumask(struct pk_target *target, enum pk_cpumask_kind kind,
				 struct pk_cpumask *ret_mask)
{
	static const char *const kinds[] = {"possible", "present", "online", "active"};
	uint32_t word = target->facts.word_size, bits = 8 * word;
	struct pk_cpumask mask = {{0}};
	uint8_t bytes[PK_MAX_CPUS / 8];
	uint64_t addr;
	uint32_t len = (target->facts.nr_cpu_ids + bits - 1) / bits * word;
	enum pk_status status = find_mask(pk_kernel_of(target), kinds[kind], &addr);

	if (status == PK_OK)
		status = pk_kernel_read(target, addr, bytes, len);
	if (status != PK_OK)
		return status;
	for (uint32_t cpu = 0; cpu < target->facts.nr_cpu_ids; cpu++) {
		uint32_t byte = cpu % bits / 8;

		if (target->facts.big_endian)
			byte = word - 1 - byte;
		if (bytes[cpu / bits * word + byte] >> (cpu % 8) & 1)
			pk_cpumask_set(&mask, cpu);
	}
	*ret_mask = mask;
	return PK_OK;
}

enum pk_status pk_kernel_panic_cpu(struct pk_target *target, int *ret_cpu)
{
	static const char *const names[] = {"panic_cpu", "crashing_cpu"};
	bool read = false, found = false;

	for (size_t i = 0; i < PK_ARRAY_SIZE(names); i++) {
		uint8_t bytes[4];
		uint64_t addr, cpu;

		if (!pk_kernel_address(pk_kernel_of(target), names[i], &addr))
			continue;
		found = true;
		if (pk_kernel_read(target, addr, bytes, sizeof(bytes)) != PK_OK)
			continue;
		read = true;
		cpu = pk_facts_uint(&target->facts, bytes, sizeof(bytes));
		if (cpu < target->facts.nr_cpu_ids) { /* -1: nobody panicked */
			*ret_cpu = (int)cpu;
			return PK_OK;
		}
	}
	return found && !read ? PK_UNREADABLE : PK_ABSENT;
}
