/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CAPSULE_OPENED_H
#define PK_TARGET_CAPSULE_OPENED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/target.h"
#include "target/capsule/capsule.h"
#include "target/capsule/wire.h"

/* Edits an open capsule in place, before others ask it. */

typedef void (*pk_capsule_edit_fn)(uint64_t addr, uint8_t *bytes, size_t len, void *arg);

/** Every recorded stretch of memory within LEN bytes from ADDR on, in address order. FN may change
 *  the bytes. */
void pk_capsule_edit(struct pk_target *capsule, uint64_t addr, uint64_t len, pk_capsule_edit_fn fn,
		     void *arg);
/** Recorded memory, to be changed in place. NULL: not all of it is recorded in one range. */
uint8_t *pk_capsule_bytes(struct pk_target *capsule, uint64_t addr, size_t len);
/** Every general register of every CPU: eight bytes, little-endian on every machine. */
void pk_capsule_edit_registers(struct pk_target *capsule, void (*fn)(uint8_t *word, void *arg),
			       void *arg);

#define PK_STRANGER_HEAD                                                                           \
	512 /* bytes of a file that tell what it is: tar's mark is the last, at 257 */

/** A file begins with the LEN bytes at HEAD, and is no capsule: store in WHAT (SIZE bytes) what it is and what to do with it.
 *  PATH names it in a command to type; NULL: it has no name. False: its kind is not known. */
bool pk_stranger(const uint8_t *head, size_t len, const char *path, char *what, size_t size);

/**
 * Section SYMS: every symbol of the kernel, in the order of /proc/kallsyms. It answers questions
 * that nobody asked when the capsule was made, if the list alone decides them: names of vmlinux,
 * and addresses between its _text and _end. A module's memory has gaps that the list does not show.
 *
 *	u32 nr_symbols  u32 nr_runs  u32 length of distances
 *	runs:      { u32 nr_symbols; text module }	"" is vmlinux
 *	distances: LEB128 of the zigzag of each address less the one before
 *	letters:   u8 each, as nm has them
 *	names:     each ends in a NUL
 */

#define PK_NO_SYMBOL UINT32_MAX
#define PK_MAX_SYMBOLS (1u << 20) /* a kernel has some 300,000, with all modules */

struct pk_symbol_run {
	uint32_t first;
	char module[PK_MODULE_NAME_MAX];
};

struct pk_symbol_table {
	const uint8_t *letters; /* in the section */
	const char *names;
	uint64_t *addrs; /* owned, like all that follow */
	uint32_t *name_at;
	struct pk_symbol_run *runs;
	uint32_t *by_addr; /* vmlinux's; built at the first question, like what follows */
	uint32_t *first, *next; /* by name: the first of each bucket, the next in its chain */
	uint32_t nr_buckets; /* a power of two */
	uint64_t secret; /* pk_hash_secret() */
	uint32_t nr, nr_runs, nr_core;
	uint64_t begin, end; /* of vmlinux; 0: unknown */
	bool is_all; /* includes data symbols: a name not listed here does not exist */
};

/** Append the section of SOURCE's symbols to BYTES, if PK_OK. */
enum pk_status pk_wire_put_symbols(struct pk_bytes *bytes, struct pk_target *source);
/** PK_CORRUPT, PK_LIMIT, PK_NOMEM. SECTION is borrowed for as long as TABLE is used. */
enum pk_status pk_symbol_table_init(struct pk_symbol_table *table, const void *section, size_t len);
void pk_symbol_table_deinit(struct pk_symbol_table *table);

/* Questions, as in pk_target_ops. PK_NOT_CAPTURED: the list does not decide them. */
enum pk_status pk_symbol_table_named(struct pk_symbol_table *table, const char *name,
				     uint64_t *ret_addr);
enum pk_status pk_symbol_table_all_named(struct pk_symbol_table *table, const char *name,
					 pk_symbol_fn fn, void *arg);
enum pk_status pk_symbol_table_at(struct pk_symbol_table *table, uint64_t addr,
				  struct pk_symbol *ret_symbol);
/** The list says the same of ADDR as ANSWER, and that no other symbol has its name: no answer about either need be kept. */
bool pk_symbol_table_settles(struct pk_symbol_table *table, uint64_t addr,
			     const struct pk_symbol *answer);
/** The list alone gives this answer (in ANSW's form), so it need not be kept. */
bool pk_symbol_table_gives(struct pk_symbol_table *table, const uint8_t *key, size_t key_len,
			   const uint8_t *value, size_t value_len);
void pk_symbol_table_each(const struct pk_symbol_table *table, pk_symbol_fn fn, void *arg);

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
