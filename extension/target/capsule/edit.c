// SPDX-License-Identifier: GPL-3.0-or-later
#include "target/capsule/opened.h"

void pk_capsule_edit(struct pk_target *target, uint64_t addr, uint64_t len, pk_capsule_edit_fn fn,
		     void *arg)
{
	struct pk_capsule *capsule = (struct pk_capsule *)target;
	uint64_t last = len > UINT64_MAX - addr ? UINT64_MAX : addr + len;

	for (size_t i = pk_capsule_range_after(capsule, addr); i < capsule->nr_ranges; i++) {
		uint64_t from, to;
		struct pk_range range;

		pk_capsule_range(capsule, i, &range);
		if (range.addr >= last)
			break;
		from = range.addr < addr ? addr - range.addr : 0;
		to = last - range.addr < range.len ? last - range.addr : range.len;
		if (range.status == PK_OK && from < to)
			fn(range.addr + from,
			   capsule->sections[PK_SECTION_MEMO].data + capsule->memory_at[i] + from,
			   to - from, arg);
	}
}

struct found {
	uint8_t *bytes;
	size_t len;
};

static void note(uint64_t addr, uint8_t *bytes, size_t len, void *arg)
{
	(void)addr;
	*(struct found *)arg = (struct found){bytes, len};
}

uint8_t *pk_capsule_bytes(struct pk_target *target, uint64_t addr, size_t len)
{
	struct found found = {NULL, 0};

	pk_capsule_edit(target, addr, len, note, &found);
	return found.len == len ? found.bytes : NULL;
}

/* status, ip, sp, fp, u32 how many, the registers */
#define REGS_HEADER (1 + 3 * 8 + 4)

void pk_capsule_edit_registers(struct pk_target *target, void (*fn)(uint8_t *word, void *arg),
			       void *arg)
{
	struct pk_capsule *capsule = (struct pk_capsule *)target;

	for (size_t i = 0; i < capsule->nr_answers; i++) {
		struct pk_capsule_answer answer;
		uint64_t nr;

		pk_capsule_answer(capsule, i, &answer);
		if (answer.key[0] != PK_ANSWER_REGS || answer.value[0] != PK_OK ||
		    answer.value_len < REGS_HEADER)
			continue;
		nr = pk_bytes_uint(answer.value + REGS_HEADER - 4, 4, false);
		for (uint64_t at = REGS_HEADER; nr-- && at + 8 <= answer.value_len; at += 8)
			fn((uint8_t *)answer.value + at, arg);
	}
}
