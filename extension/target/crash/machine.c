// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "defs.h"
#include "kernel/kernel.h"
#include "target/crash/internal.h"

struct note {
	const char *key;
	char *line;
};

static void ask_vmcoreinfo(void *arg)
{
	struct note *note = arg;

	note->line = pc->read_vmcoreinfo ? pc->read_vmcoreinfo(note->key) : NULL;
}

/* The line KEY of VMCOREINFO, of malloc(); NULL: there is none, or crash cannot read it. */
static char *vmcoreinfo_line(const char *key)
{
	struct note note = {key, NULL};

	return pk_crash_guard(ask_vmcoreinfo, &note) ? note.line : NULL;
}

static void dump_build_id(char *text, size_t size)
{
	char *id = vmcoreinfo_line("BUILD-ID");
	size_t len = 0;

	while (id && isxdigit((unsigned char)id[len]))
		len++;
	if (len && len < size && !id[len])
		for (size_t i = 0; i <= len; i++)
			text[i] = (char)tolower((unsigned char)id[i]);
	free(id);
}

bool pk_crash_number(struct pk_provider *provider, const char *name, uint64_t *ret_value)
{
	char key[64], *line, *end;
	uint64_t value;
	bool any;

	(void)provider;
	snprintf(key, sizeof(key), "NUMBER(%s)", name);
	line = vmcoreinfo_line(key);
	value = line ? strtoull(line, &end, 0) : 0;
	any = line && end != line;
	free(line);
	if (any)
		*ret_value = value;
	return any;
}

void pk_crash_facts(struct pk_facts *facts)
{
	snprintf(facts->release, sizeof(facts->release), "%.64s", kt->utsname.release);
	snprintf(facts->machine, sizeof(facts->machine), "%.15s", kt->utsname.machine);
	facts->is_live = LIVE();
	if (!ACTIVE() && pc->dumpfile)
		snprintf(facts->dump_file, sizeof(facts->dump_file), "%s", pc->dumpfile);
	facts->big_endian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__; /* crash opens no other dumps */
	facts->word_size = machdep->bits / 8;
	facts->page_size = machdep->pagesize;
	if (ACTIVE() || !pc->namelist)
		return;
	pk_build_id_of_file(pc->namelist, facts->vmlinux_id, sizeof(facts->vmlinux_id));
	dump_build_id(facts->build_id, sizeof(facts->build_id));
}

static sigjmp_buf faulted;

static void on_fault(int sig)
{
	siglongjmp(faulted, sig);
}

/* As `help -r` does: each kind of dump has its own function, which prints to fp. crash 9.0.2 faults there on
 * QEMU's dumps of arm64, which have no such notes. */
static void print_registers(void *arg)
{
	fp = arg;
	if (sigsetjmp(faulted, 0))
		return;
	if (pc->flags2 & QEMU_MEM_DUMP_ELF)
		dump_registers_for_qemu_mem_dump();
	else if (DISKDUMP_DUMPFILE())
		dump_registers_for_compressed_kdump();
	else if (NETDUMP_DUMPFILE() || KDUMP_DUMPFILE())
		dump_registers_for_elf_dumpfiles();
	else if (VMSS_DUMPFILE())
		dump_registers_for_vmss_dump();
}

/* "    RIP: ffffffff81000000  RSP: ..." under "CPU 3:"; a CPU without registers has text
 * instead. */
static void parse_registers(struct pk_crash *crash, const char *text)
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
			pk_regs_take(regs, crash->target->facts.machine, name, colon - name, value);
		text = end > colon + 1 ? end : colon + 1;
	}
}

static void load_registers(struct pk_crash *crash)
{
	struct sigaction action = {.sa_handler = on_fault, .sa_flags = SA_NODEFER}, before;
	char *text = NULL;
	size_t len = 0;
	FILE *memory;

	memory = open_memstream(&text, &len);
	if (!memory)
		return;
	/* if crash jumps out (a dump without notes), keep what was printed before */
	sigaction(SIGSEGV, &action, &before);
	pk_crash_guard(print_registers, memory);
	sigaction(SIGSEGV, &before, NULL);
	fclose(memory);
	crash->nr_regs = crash->target->facts.nr_cpu_ids;
	crash->regs = calloc(crash->nr_regs, sizeof(*crash->regs));
	if (crash->regs && text)
		parse_registers(crash, text);
	free(text);
	for (unsigned i = 0; crash->regs && i < crash->nr_regs; i++)
		if (crash->regs[i].nr_gpr)
			return;
	if (crash->regs)
		pk_crash_take_dump_notes(crash);
}

enum pk_status pk_crash_regs(struct pk_provider *provider, int cpu, struct pk_regs *ret_regs)
{
	struct pk_crash *crash = pk_crash_of(provider);

	if (!crash->regs)
		load_registers(crash);
	if (!crash->regs)
		return PK_NOMEM;
	if (cpu < 0 || (unsigned)cpu >= crash->nr_regs || !crash->regs[cpu].nr_gpr)
		return PK_ABSENT;
	*ret_regs = crash->regs[cpu];
	return PK_OK;
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

/* The direct map ends at high_memory. */
enum pk_status pk_crash_virt_to_page(struct pk_provider *provider, uint64_t addr,
				     uint64_t *ret_page)
{
	uint32_t word = provider->facts.word_size;
	struct translation translation = {.addr = addr};
	uint8_t end[8];
	uint64_t high;

	if (!pk_crash_symbol(provider, "high_memory", &high) || addr < machdep->identity_map_base ||
	    pk_crash_read(provider, high, end, word) != PK_OK ||
	    addr >= pk_facts_uint(&provider->facts, end, word))
		return PK_ABSENT;
	if (!pk_crash_guard(translate, &translation) || !translation.ok)
		return PK_UNREADABLE;
	*ret_page = translation.page;
	return PK_OK;
}
