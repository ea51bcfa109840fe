/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CAPSULE_OPENED_H
#define PK_TARGET_CAPSULE_OPENED_H

#include "target/capsule/capsule.h"
#include "target/capsule/symbols.h"
#include "target/capsule/wire.h"

/* An open capsule, private to this folder: open.c fills it, capsule.c answers from it. */

enum pk_section {
	PK_SECTION_MANI,
	PK_SECTION_FACT,
	PK_SECTION_RANG,
	PK_SECTION_MEMO,
	PK_SECTION_ANSW,
	PK_SECTION_SYMS, /* optional, because older capsules lack it; the others are required */
	PK_NR_SECTIONS
};

/** A range of memory, as in RANG. */
struct pk_range {
	uint64_t addr;
	uint32_t len, status;
};

struct pk_capsule_answer {
	const uint8_t *key, *value; /* in ANSW */
	uint32_t key_len, value_len;
};

struct pk_capsule {
	struct pk_target target; /* first: the capsule is a target */
	char *manifest; /* owned */
	struct {
		uint8_t *data; /* owned; NULL: the capsule has no such section */
		size_t len;
	} sections[PK_NR_SECTIONS];
	uint32_t *memory_at; /* owned: where in MEMO the bytes of each range begin */
	size_t nr_ranges;
	uint32_t *answer_at; /* owned: where in ANSW each answer begins */
	size_t nr_answers;
	struct pk_symbol_table symbols;
	unsigned long nr_unanswered; /* questions since they were last reported */
	bool asked_anew; /* one of them was of a name */
};

void pk_capsule_range(const struct pk_capsule *capsule, size_t index, struct pk_range *ret_range);
/** Index of the first range that ends after ADDR; nr_ranges if none does. */
size_t pk_capsule_range_after(const struct pk_capsule *capsule, uint64_t addr);
void pk_capsule_answer(const struct pk_capsule *capsule, size_t index,
		       struct pk_capsule_answer *ret_answer);

extern const struct pk_target_ops pk_capsule_ops;

#endif
