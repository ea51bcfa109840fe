// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/symbol.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/printable.h"

#define TEXT_MAX (PK_SYMBOL_NAME_MAX + PK_MODULE_NAME_MAX + 64)

/* ptr_key is filled once, when there is enough randomness; a flag says so from 6.0 on, before that a static
 * branch (whose key is left enabled until then). */
static void read_hash_key(struct pk_symbols *symbols)
{
	struct pk_ctx *ctx = symbols->ctx;
	uint64_t addr, flag, filled = 1;

	if (pk_row_value(ctx, PK_R_ptr_key, &addr) != PK_OK ||
	    pk_read_uint(ctx, addr, 8, &symbols->hash_key[0]) != PK_OK ||
	    pk_read_uint(ctx, addr + 8, 8, &symbols->hash_key[1]) != PK_OK)
		return;
	if (pk_row_value(ctx, PK_R_filled_random_ptr_key, &flag) == PK_OK) {
		if (pk_read_uint(ctx, flag, 1, &filled) != PK_OK)
			return;
	} else {
		filled = symbols->hash_key[0] || symbols->hash_key[1];
	}
	symbols->hash = filled ? PK_HASH_KNOWN : PK_HASH_UNREADY;
}

static uint64_t rotate(uint64_t value, unsigned by)
{
	return value << by | value >> (64 - by);
}

static void sip_round(uint64_t v[4])
{
	v[0] += v[1];
	v[1] = rotate(v[1], 13) ^ v[0];
	v[0] = rotate(v[0], 32);
	v[2] += v[3];
	v[3] = rotate(v[3], 16) ^ v[2];
	v[0] += v[3];
	v[3] = rotate(v[3], 21) ^ v[0];
	v[2] += v[1];
	v[1] = rotate(v[1], 17) ^ v[2];
	v[2] = rotate(v[2], 32);
}

static void sip_word(uint64_t v[4], uint64_t word)
{
	v[3] ^= word;
	sip_round(v);
	sip_round(v);
	v[0] ^= word;
}

/* SipHash-2-4 (Aumasson and Bernstein) of one machine word. */
uint64_t pk_symbols_hash(const struct pk_symbols *symbols, uint64_t addr)
{
	unsigned size = symbols->ctx->target->facts.word_size;
	uint64_t v[4] = {0x736f6d6570736575ull ^ symbols->hash_key[0],
			 0x646f72616e646f6dull ^ symbols->hash_key[1],
			 0x6c7967656e657261ull ^ symbols->hash_key[0],
			 0x7465646279746573ull ^ symbols->hash_key[1]};

	if (size == 8) {
		sip_word(v, addr);
		sip_word(v, 8ull << 56);
	} else {
		sip_word(v, 4ull << 56 | (uint32_t)addr);
	}
	v[2] ^= 0xff;
	for (int i = 0; i < 4; i++)
		sip_round(v);
	return (v[0] ^ v[1] ^ v[2] ^ v[3]) & 0xffffffff;
}

void pk_symbols_init(struct pk_symbols *symbols, struct pk_ctx *ctx)
{
	uint64_t addr;

	memset(symbols, 0, sizeof(*symbols));
	symbols->ctx = ctx;
	if (pk_row_value(ctx, PK_R_kretprobe_trampoline_text, &addr) == PK_OK)
		symbols->kretprobe_trampoline = addr;
	read_hash_key(symbols);
	/* renamed with "kprobes: treewide: Make it harder to refer kretprobe_trampoline directly" (5.16),
	 * since which addresses are compared */
	symbols->trampoline_by_name =
		pk_has(ctx, PK_R_kretprobe_trampoline_text) &&
		pk_layout_get(ctx, PK_R_kretprobe_trampoline_text)->candidate == 2;
}

void pk_symbols_deinit(struct pk_symbols *symbols)
{
	for (unsigned form = 0; form < PK_SYM_NR_FORMS; form++) {
		for (unsigned i = 0; symbols->slots[form] && i < PK_SYM_SLOTS; i++)
			free(symbols->slots[form][i].text);
		free(symbols->slots[form]);
	}
}

/* kretprobed(): only seq_print_ip_sym() hides the trampoline that a return probe puts in place of the
 * caller, an old one not from its name with an offset. */
static bool is_hidden(const struct pk_symbols *symbols, uint64_t addr, enum pk_symbol_form form)
{
	struct pk_symbol symbol;

	if (!symbols->kretprobe_trampoline)
		return false;
	if (!symbols->trampoline_by_name)
		return (form == PK_SYM_BARE || form == PK_SYM_IP_OFFSET) &&
		       addr == symbols->kretprobe_trampoline;
	return form == PK_SYM_BARE && addr >= symbols->kretprobe_trampoline &&
	       pk_symbol_at(symbols->ctx, addr, &symbol) == PK_OK &&
	       symbol.addr == symbols->kretprobe_trampoline;
}

static void make_text(struct pk_symbols *symbols, uint64_t addr, enum pk_symbol_form form,
		      char *buf, size_t size)
{
	struct pk_symbol symbol;

	if (is_hidden(symbols, addr, form)) {
		snprintf(buf, size, "[unknown/kretprobe'd]");
		return;
	}
	if (form == PK_SYM_OFFSET || form == PK_SYM_IP_OFFSET) {
		pk_symbolize(symbols->ctx, addr, buf, size);
		return;
	}
	if (pk_symbol_at(symbols->ctx, addr, &symbol) != PK_OK ||
	    !strncmp(symbol.module, "__builtin__", 11)) {
		snprintf(buf, size, form == PK_SYM_BARE ? "0x%08" PRIx64 : "0x%" PRIx64, addr);
		return;
	}
	if (form == PK_SYM_BARE || !symbol.module[0] || !strcmp(symbol.module, "bpf"))
		snprintf(buf, size, "%s", symbol.name);
	else
		snprintf(buf, size, "%s [%s]", symbol.name, symbol.module);
}

/* The slot of ADDR, with its text; NULL if memory ran out. */
static const struct pk_sym_slot *get_slot(struct pk_symbols *symbols, uint64_t addr,
					  enum pk_symbol_form form)
{
	unsigned at = (unsigned)((addr * 0x9e3779b97f4a7c15ull) >> 50);
	struct pk_sym_slot *slots = symbols->slots[form], *slot = NULL;
	char text[TEXT_MAX];

	if (!slots)
		slots = symbols->slots[form] = calloc(PK_SYM_SLOTS, sizeof(*slots));
	if (!slots)
		return NULL;
	for (unsigned i = 0; i < PK_SYM_PROBES; i++) {
		slot = &slots[(at + i) & (PK_SYM_SLOTS - 1)];
		if (!slot->text)
			break;
		if (slot->addr == addr)
			return slot;
	}
	make_text(symbols, addr, form, text, sizeof(text));
	free(slot->text);
	slot->text = symbols->one_line ? pk_printable(text, false) : strdup(text);
	slot->len = slot->text ? strlen(slot->text) : 0;
	slot->addr = addr;
	return slot->text ? slot : NULL;
}

const char *pk_symbols_text(struct pk_symbols *symbols, uint64_t addr, enum pk_symbol_form form)
{
	const struct pk_sym_slot *slot = get_slot(symbols, addr, form);

	return slot ? slot->text : "";
}

void pk_symbols_put(struct pk_symbols *symbols, uint64_t addr, enum pk_symbol_form form,
		    struct pk_seq *seq)
{
	const struct pk_sym_slot *slot = get_slot(symbols, addr, form);

	if (slot)
		pk_seq_put(seq, slot->text, slot->len);
}
