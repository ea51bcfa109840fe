// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/kdumpfile/notes.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NOTE 4096 /* bytes of a CPU's status: usually 300 to 600 */
#define NAME "CORE"

struct note {
	uint8_t bytes[MAX_NOTE];
	size_t len;
};

static uint64_t number(const struct pk_target *target, const uint8_t *bytes, size_t size)
{
	return pk_facts_uint(&target->facts, bytes, size);
}

/* Address of CPU's note_buf_t; CRASH_NOTES is a pointer to per-CPU memory. */
static enum pk_status find_note(struct pk_target *target, uint64_t crash_notes, int cpu,
				uint64_t *ret_addr)
{
	uint32_t word = target->facts.word_size;
	uint64_t offset;
	uint8_t bytes[8];
	enum pk_status status = target->ops->read(target, crash_notes, bytes, word);

	if (status == PK_OK)
		status = target->ops->percpu_offset(target, cpu, &offset);
	if (status == PK_OK)
		*ret_addr = number(target, bytes, word) + offset;
	return status;
}

/* PK_ABSENT: the CPU left none. */
static enum pk_status read_note(struct pk_target *target, uint64_t addr, struct note *note)
{
	uint8_t head[sizeof(Elf64_Nhdr) + sizeof(NAME)];
	enum pk_status status = target->ops->read(target, addr, head, sizeof(head));
	uint64_t name_len = number(target, head, 4), len = number(target, head + 4, 4);
	uint64_t behind_name = sizeof(Elf64_Nhdr) + ((sizeof(NAME) + 3) & ~3ull);

	if (status != PK_OK)
		return status;
	if (name_len != sizeof(NAME) || memcmp(head + sizeof(Elf64_Nhdr), NAME, sizeof(NAME)) ||
	    number(target, head + 8, 4) != NT_PRSTATUS || !len || len > MAX_NOTE)
		return PK_ABSENT;
	note->len = len;
	return target->ops->read(target, addr + behind_name, note->bytes, len);
}

/* The bytes of the dump's note NR equal NOTE. */
static bool is_note(kdump_ctx_t *ctx, unsigned nr, const struct note *note)
{
	kdump_attr_t attr = {.type = KDUMP_BLOB};
	char key[64];
	bool same;
	void *bytes;

	snprintf(key, sizeof(key), "cpu.%u.PRSTATUS", nr);
	if (kdump_get_typed_attr(ctx, key, &attr) != KDUMP_OK)
		return false;
	bytes = kdump_blob_pin(attr.val.blob);
	same = kdump_blob_size(attr.val.blob) == note->len &&
	       !memcmp(bytes, note->bytes, note->len);
	kdump_blob_unpin(attr.val.blob);
	return same;
}

static void number_by_cpu(int *notes, uint32_t nr)
{
	for (uint32_t cpu = 0; cpu < nr; cpu++)
		notes[cpu] = (int)cpu;
}

/* Notes are in CPU order: each is searched for after the one before. */
static void match(struct pk_target *target, kdump_ctx_t *ctx, uint64_t crash_notes, int *notes)
{
	uint32_t nr = target->facts.nr_cpu_ids;
	kdump_num_t nr_notes;
	bool any = false;
	unsigned next = 0;
	struct note note;

	if (kdump_get_number_attr(ctx, "cpu.number", &nr_notes) != KDUMP_OK)
		nr_notes = nr;
	for (uint32_t cpu = 0; cpu < nr; cpu++) {
		uint64_t addr;
		unsigned at = next;

		notes[cpu] = PK_NO_NOTE;
		if (find_note(target, crash_notes, (int)cpu, &addr) != PK_OK ||
		    read_note(target, addr, &note) != PK_OK)
			continue;
		any = true;
		while (at < nr_notes && !is_note(ctx, at, &note))
			at++;
		if (at < nr_notes) {
			notes[cpu] = (int)at;
			next = at + 1;
		}
	}
	if (!any)
		number_by_cpu(notes, nr);
}

enum pk_status pk_notes_of_cpus(struct pk_target *target, kdump_ctx_t *ctx, int **ret_notes)
{
	uint64_t crash_notes;

	*ret_notes = calloc(target->facts.nr_cpu_ids, sizeof(**ret_notes));
	if (!*ret_notes)
		return PK_NOMEM;
	if (target->ops->symbol(target, "crash_notes", &crash_notes) == PK_OK)
		match(target, ctx, crash_notes, *ret_notes);
	else
		number_by_cpu(*ret_notes, target->facts.nr_cpu_ids);
	return PK_OK;
}
