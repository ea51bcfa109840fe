/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_SYMBOL_H
#define PK_TEXT_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "text/files.h"

/** How the kernel writes an address as a symbol. */
enum pk_symbol_form {
	PK_SYM_BARE, /* kallsyms_lookup(): the name alone, "0x%08lx" where there is none */
	PK_SYM_NAME, /* %ps: "name [module]", "0x.." where there is none */
	PK_SYM_OFFSET, /* %pS: "name+0xoff/0xsize [module]" */
	PK_SYM_IP_OFFSET, /* the same of an address that the option sym-offset prints */
	PK_SYM_NR_FORMS
};

/** What is known of the numbers that stand for addresses in %p. */
enum pk_hash_state {
	PK_HASH_UNKNOWN, /* the key could not be read */
	PK_HASH_UNREADY, /* the kernel had none yet */
	PK_HASH_KNOWN,
};

#define PK_SYM_SLOTS 16384 /* a power of two */
#define PK_SYM_PROBES 8 /* slots in a row where an address may be */

/** Texts of addresses already asked for: a trace names the same functions again and again. */
struct pk_symbols {
	struct pk_ctx *ctx;
	bool one_line; /* newlines of names are escaped */
	uint64_t kretprobe_trampoline; /* 0: none */
	enum pk_hash_state hash;
	uint64_t hash_key[2];
	bool trampoline_by_name; /* it is known by its name, wherever in it: up to 5.15 */
	struct pk_sym_slot {
		uint64_t addr;
		char *text; /* owned; NULL: an empty slot */
		size_t len;
	} * slots[PK_SYM_NR_FORMS]; /* owned; PK_SYM_SLOTS of each form that was asked for */
};

void pk_symbols_init(struct pk_symbols *symbols, struct pk_ctx *ctx);
void pk_symbols_deinit(struct pk_symbols *symbols);
/** The text of ADDR, valid until the next call. */
const char *pk_symbols_text(struct pk_symbols *symbols, uint64_t addr, enum pk_symbol_form form);
/** Append it to SEQ. */
void pk_symbols_put(struct pk_symbols *symbols, uint64_t addr, enum pk_symbol_form form,
		    struct pk_seq *seq);
/** What the kernel prints for %p of ADDR: siphash with its random key, 32 bits of it where a long has 64. */
uint64_t pk_symbols_hash(const struct pk_symbols *symbols, uint64_t addr);

#endif
