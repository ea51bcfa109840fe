// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "defs.h"
#include "target/crash/internal.h"

static uint64_t read_uint(struct pk_target *target, uint64_t addr, size_t size, uint64_t otherwise)
{
	uint8_t bytes[8];

	return pk_crash_read(target, addr, bytes, size) == PK_OK ? pk_facts_uint(&target->facts, bytes, size)
								 : otherwise;
}

/* Not a variable where NR_CPUS is 1 or forced: then the highest possible CPU tells. */
static uint32_t count_cpu_ids(struct pk_target *target)
{
	struct pk_cpumask mask;
	uint64_t addr, count = 0;

	if (pk_crash_symbol_search("nr_cpu_ids", &addr))
		count = read_uint(target, addr, 4, 0);
	if (count && count <= PK_MAX_CPUS)
		return (uint32_t)count;
	target->facts.nr_cpu_ids = 64; /* how much of the mask to read */
	count = 1;
	if (pk_crash_cpumask(target, PK_CPUS_POSSIBLE, &mask) == PK_OK)
		for (unsigned cpu = 0; cpu < 64; cpu++)
			if (pk_cpumask_test(&mask, cpu))
				count = cpu + 1;
	return (uint32_t)count;
}

void pk_crash_facts(struct pk_crash_target *crash)
{
	struct pk_facts *facts = &crash->target.facts;

	snprintf(facts->release, sizeof(facts->release), "%.64s", kt->utsname.release);
	snprintf(facts->machine, sizeof(facts->machine), "%.15s", kt->utsname.machine);
	facts->is_live = LIVE();
	if (!ACTIVE() && pc->dumpfile)
		snprintf(facts->dump_file, sizeof(facts->dump_file), "%s", pc->dumpfile);
	facts->big_endian =
		__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__; /* crash opens its own kind only */
	facts->word_size = machdep->bits / 8;
	facts->page_size = machdep->pagesize;
	facts->nr_cpu_ids = count_cpu_ids(&crash->target);
	pk_crash_build_ids(facts);
}

enum pk_status pk_crash_percpu_offset(struct pk_target *target, int cpu, uint64_t *ret_offset)
{
	uint32_t word = target->facts.word_size;
	uint8_t bytes[8];
	uint64_t array;
	enum pk_status status;

	if (cpu < 0 || (uint32_t)cpu >= target->facts.nr_cpu_ids)
		return PK_ABSENT;
	if (!pk_crash_symbol_search("__per_cpu_offset", &array)) {
		*ret_offset = 0; /* a kernel for one CPU */
		return cpu ? PK_ABSENT : PK_OK;
	}
	status = pk_crash_read(target, array + (uint64_t)cpu * word, bytes, word);
	if (status == PK_OK)
		*ret_offset = read_uint(target, array + (uint64_t)cpu * word, word, 0);
	return status;
}

/* Where the bits are: __cpu_X_mask (4.5, "cpumask: Export cpumask_any_distribute" and kin made the
 * masks arrays), cpu_X_bits before; in the oldest cpu_X_mask points to them. */
static enum pk_status find_mask(struct pk_target *target, const char *kind, uint64_t *ret_addr)
{
	char name[64];
	uint64_t pointer;

	snprintf(name, sizeof(name), "__cpu_%s_mask", kind);
	if (pk_crash_symbol_search(name, ret_addr))
		return PK_OK;
	snprintf(name, sizeof(name), "cpu_%s_bits", kind);
	if (pk_crash_symbol_search(name, ret_addr))
		return PK_OK;
	snprintf(name, sizeof(name), "cpu_%s_mask", kind);
	if (!pk_crash_symbol_search(name, &pointer))
		return PK_ABSENT;
	*ret_addr = read_uint(target, pointer, target->facts.word_size, 0);
	return *ret_addr ? PK_OK : PK_UNREADABLE;
}

enum pk_status pk_crash_cpumask(struct pk_target *target, enum pk_cpumask_kind kind,
				struct pk_cpumask *ret_mask)
{
	static const char *const kinds[] = {"possible", "present", "online", "active"};
	uint32_t word = target->facts.word_size, bits = 8 * word;
	struct pk_cpumask mask = {{0}};
	uint8_t bytes[PK_MAX_CPUS / 8];
	uint64_t addr;
	uint32_t len = (target->facts.nr_cpu_ids + bits - 1) / bits * word;
	enum pk_status status = find_mask(target, kinds[kind], &addr);

	if (status == PK_OK)
		status = pk_crash_read(target, addr, bytes, len);
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

/* As `help -r` does: each kind of dump has its own function, which prints to fp. */
static void print_registers(void *arg)
{
	fp = arg;
	if (pc->flags2 & QEMU_MEM_DUMP_ELF)
		dump_registers_for_qemu_mem_dump();
	else if (DISKDUMP_DUMPFILE())
		dump_registers_for_compressed_kdump();
	else if (NETDUMP_DUMPFILE() || KDUMP_DUMPFILE())
		dump_registers_for_elf_dumpfiles();
	else if (VMSS_DUMPFILE())
		dump_registers_for_vmss_dump();
}

static bool is_name(const char *name, size_t len, const char *const *names)
{
	for (; *names; names++)
		if (strlen(*names) == len && !strncasecmp(name, *names, len))
			return true;
	return false;
}

/* One "NAME: HEX" of the text. Segments, flags and control registers are no pointers to look at. */
static void take_register(struct pk_regs *regs, const char *name, size_t len, uint64_t value)
{
	static const char *const ips[] = {"RIP", "EIP", "PC", "NIP", NULL};
	static const char *const sps[] = {"RSP", "ESP", "SP", "GPR1", NULL};
	static const char *const fps[] = {"RBP", "EBP", "X29", "FP", NULL};
	static const char *const others[] = {"RFLAGS",	 "EFLAGS", "CS", "SS",	   "DS",
					     "ES",	 "FS",	   "GS", "PSTATE", "CPU",
					     "ORIG_RAX", "MSR",	   NULL};

	if (is_name(name, len, others) || (len == 3 && !strncasecmp(name, "CR", 2)))
		return;
	if (is_name(name, len, ips))
		regs->ip = value;
	if (is_name(name, len, sps))
		regs->sp = value;
	if (is_name(name, len, fps))
		regs->fp = value;
	if (regs->nr_gpr < sizeof(regs->gpr) / sizeof(regs->gpr[0]))
		regs->gpr[regs->nr_gpr++] = value;
}

/* "    RIP: ffffffff81000000  RSP: ..." under "CPU 3:"; a CPU without registers has words instead. */
static void parse_registers(struct pk_crash_target *crash, const char *text)
{
	struct pk_regs *regs = NULL;

	while (*text) {
		const char *colon = text + strcspn(text, ":\n"), *name = colon;
		unsigned long long value;
		char *end;

		if (*colon != ':') {
			text = colon + !!*colon;
			continue;
		}
		while (name > text && isalnum((unsigned char)name[-1]))
			name--;
		if (!strncmp(text, "CPU ", 4)) {
			unsigned long cpu = strtoul(text + 4, NULL, 10);

			regs = cpu < crash->nr_regs ? &crash->regs[cpu] : NULL;
			text = colon + 1;
			continue;
		}
		value = strtoull(colon + 1, &end, 16);
		if (regs && end > colon + 1 && name < colon)
			take_register(regs, name, colon - name, value);
		text = end > colon + 1 ? end : colon + 1;
	}
}

static void load_registers(struct pk_crash_target *crash)
{
	char *text = NULL;
	size_t len = 0;
	FILE *memory;

	crash->regs_state = PK_CRASH_FAILED;
	crash->nr_regs = crash->target.facts.nr_cpu_ids;
	crash->regs = calloc(crash->nr_regs, sizeof(*crash->regs));
	memory = open_memstream(&text, &len);
	if (crash->regs && memory) {
		/* an escape from it (a dump without notes) leaves what was printed before */
		pk_crash_guard(print_registers, memory);
		crash->regs_state = PK_CRASH_READY;
	}
	if (memory)
		fclose(memory);
	if (crash->regs_state == PK_CRASH_READY && text)
		parse_registers(crash, text);
	free(text);
}

enum pk_status pk_crash_regs(struct pk_target *target, int cpu, struct pk_regs *ret_regs)
{
	struct pk_crash_target *crash = (struct pk_crash_target *)target;

	if (target->facts.is_live)
		return PK_ABSENT;
	if (crash->regs_state == PK_CRASH_UNTRIED)
		load_registers(crash);
	if (crash->regs_state != PK_CRASH_READY)
		return PK_NOMEM;
	if (cpu < 0 || (unsigned)cpu >= crash->nr_regs || !crash->regs[cpu].nr_gpr)
		return PK_ABSENT;
	*ret_regs = crash->regs[cpu];
	return PK_OK;
}

enum pk_status pk_crash_panic_cpu(struct pk_target *target, int *ret_cpu)
{
	static const char *const names[] = {"panic_cpu", "crashing_cpu"};
	bool read = false, found = false;

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		uint64_t addr;
		uint32_t cpu;

		if (!pk_crash_symbol_search(names[i], &addr))
			continue;
		found = true;
		if (pk_crash_read(target, addr, &cpu, sizeof(cpu)) != PK_OK)
			continue;
		read = true;
		if (cpu < target->facts.nr_cpu_ids) { /* -1: nobody panicked */
			*ret_cpu = (int)cpu;
			return PK_OK;
		}
	}
	return found && !read ? PK_UNREADABLE : PK_ABSENT;
}

struct translation {
	uint64_t addr;
	ulong page;
	bool ok;
};

static void translate(void *arg)
{
	struct translation *translation = arg;
	physaddr_t phys;

	translation->ok =
		kvtop(NULL, translation->addr, &phys, 0) && phys_to_page(phys, &translation->page);
}

/* Where x86-64 tells it (CONFIG_DYNAMIC_MEMORY_LAYOUT, 4.17), struct page is arithmetic; crash's
 * own translation has to agree once. */
static void learn_direct_map(struct pk_crash_target *crash)
{
	struct pk_target *target = &crash->target;
	uint64_t base, vmemmap, high;
	struct translation check;

	crash->direct_state = PK_CRASH_FAILED;
	crash->direct_base = machdep->identity_map_base;
	if (!pk_crash_symbol_search("high_memory", &high))
		return;
	crash->direct_end = read_uint(target, high, target->facts.word_size, 0);
	if (!pk_crash_symbol_search("page_offset_base", &base) ||
	    !pk_crash_symbol_search("vmemmap_base", &vmemmap) ||
	    pk_crash_type_size(target, "struct page", &crash->page_struct) != PK_OK)
		return;
	crash->vmemmap = read_uint(target, vmemmap, 8, 0);
	check = (struct translation){.addr = crash->direct_base +
					     16 * (uint64_t)target->facts.page_size};
	if (read_uint(target, base, 8, 0) == crash->direct_base &&
	    pk_crash_guard(translate, &check) && check.ok &&
	    check.page == crash->vmemmap + 16 * crash->page_struct)
		crash->direct_state = PK_CRASH_READY;
}

enum pk_status pk_crash_virt_to_page(struct pk_target *target, uint64_t addr, uint64_t *ret_page)
{
	struct pk_crash_target *crash = (struct pk_crash_target *)target;
	struct translation translation = {.addr = addr};

	if (crash->direct_state == PK_CRASH_UNTRIED)
		learn_direct_map(crash);
	if (addr < crash->direct_base || addr >= crash->direct_end)
		return PK_ABSENT;
	if (crash->direct_state == PK_CRASH_READY) {
		*ret_page = crash->vmemmap + (addr - crash->direct_base) / target->facts.page_size *
						     crash->page_struct;
		return PK_OK;
	}
	if (!pk_crash_guard(translate, &translation) || !translation.ok)
		return PK_UNREADABLE;
	*ret_page = translation.page;
	return PK_OK;
}
