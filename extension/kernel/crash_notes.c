// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/kernel.h"

#include <elf.h>
#include <string.h>

#include "kernel/internal.h"

#define MAX_NOTE 4096 /* bytes of a CPU's status: usually 300 to 600 */

static uint64_t number(const struct pk_target *target, const uint8_t *bytes, size_t size)
{
	return pk_facts_uint(&target->facts, bytes, size);
}

/* PK_ABSENT: the CPU left none. */
static enum pk_status read_note(struct pk_target *target, uint64_t addr, struct pk_regs *ret_regs)
{
	uint8_t head[sizeof(Elf64_Nhdr) + sizeof(PK_STATUS_NAME)], bytes[MAX_NOTE];
	enum pk_status status = target->ops->read(target, addr, head, sizeof(head));
	uint64_t len = number(target, head + 4, 4);
	uint64_t behind_name = sizeof(Elf64_Nhdr) + ((sizeof(PK_STATUS_NAME) + 3) & ~3ull);

	if (status != PK_OK)
		return status;
	if (!pk_note_is_status(&target->facts, head) || !len || len > MAX_NOTE)
		return PK_ABSENT;
	status = target->ops->read(target, addr + behind_name, bytes, len);
	return status == PK_OK ? pk_regs_from_note(&target->facts, bytes, len, ret_regs) : status;
}

static enum pk_status note_of(struct pk_target *target, uint64_t crash_notes, int cpu,
			      struct pk_regs *ret_regs)
{
	uint64_t addr;
	enum pk_status status;
	uint32_t word = target->facts.word_size;
	uint64_t offset;
	uint8_t bytes[8];

	/* Address of CPU's note_buf_t; CRASH_NOTES is a pointer to per-CPU memory. */
	status = target->ops->read(target, crash_notes, bytes, word);
	if (status == PK_OK)
		status = target->ops->percpu_offset(target, cpu, &offset);
	if (status == PK_OK)
		addr = number(target, bytes, word) + offset;

	return status == PK_OK ? read_note(target, addr, ret_regs) : status;
}

/* Some CPU saved its registers. */
static bool are_filled(struct pk_target *target, uint64_t crash_notes)
{
	struct pk_kernel *kernel = pk_kernel_of(target);
	struct pk_regs regs;

	if (kernel->notes_state == PK_KERNEL_UNTRIED) {
		kernel->notes_state = PK_KERNEL_FAILED;
		for (uint32_t cpu = 0;
		     cpu < target->facts.nr_cpu_ids && kernel->notes_state != PK_KERNEL_READY;
		     cpu++)
			if (note_of(target, crash_notes, (int)cpu, &regs) == PK_OK)
				kernel->notes_state = PK_KERNEL_READY;
	}
	return kernel->notes_state == PK_KERNEL_READY;
}

enum pk_status pk_crash_notes_regs(struct pk_target *target, int cpu, struct pk_regs *ret_regs)
{
	uint64_t crash_notes;

	if (target->ops->symbol(target, "crash_notes", &crash_notes) != PK_OK ||
	    !are_filled(target, crash_notes))
		return PK_UNSUPPORTED;
	if (cpu < 0 || (uint32_t)cpu >= target->facts.nr_cpu_ids)
		return PK_ABSENT;
	return note_of(target, crash_notes, cpu, ret_regs);
}
