// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/symbol.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TEXT_MAX (PK_SYMBOL_NAME_MAX + PK_MODULE_NAME_MAX + 64)

void pk_symbols_init(struct pk_symbols *symbols, struct pk_ctx *ctx)
{
	uint64_t addr;

	memset(symbols, 0, sizeof(*symbols));
	symbols->ctx = ctx;
	if (pk_row_value(ctx, PK_R_kretprobe_trampoline_text, &addr) == PK_OK)
		symbols->kretprobe_trampoline = addr;
}

void pk_symbols_deinit(struct pk_symbols *symbols)
{
	for (unsigned form = 0; form < PK_SYM_NR_FORMS; form++)
		for (unsigned i = 0; i < PK_SYM_SLOTS; i++)
			free(symbols->slots[form][i].text);
}

/* Only seq_print_ip_sym() hides the trampoline that a return probe puts in place of the caller. */
static void make_text(struct pk_symbols *symbols, uint64_t addr, enum pk_symbol_form form,
		      char *buf, size_t size)
{
	struct pk_target *target = symbols->ctx->target;
	struct pk_symbol symbol;

	if (form == PK_SYM_OFFSET) {
		pk_symbolize(symbols->ctx, addr, buf, size);
		return;
	}
	if (form == PK_SYM_BARE && addr && addr == symbols->kretprobe_trampoline) {
		snprintf(buf, size, "[unknown/kretprobe'd]");
		return;
	}
	if (target->ops->symbol_at(target, addr, &symbol) != PK_OK ||
	    !strncmp(symbol.module, "__builtin__", 11)) {
		snprintf(buf, size, form == PK_SYM_BARE ? "0x%08" PRIx64 : "0x%" PRIx64, addr);
		return;
	}
	if (form == PK_SYM_BARE || !symbol.module[0] || !strcmp(symbol.module, "bpf"))
		snprintf(buf, size, "%s", symbol.name);
	else
		snprintf(buf, size, "%s [%s]", symbol.name, symbol.module);
}

const char *pk_symbols_text(struct pk_symbols *symbols, uint64_t addr, enum pk_symbol_form form)
{
	unsigned at = (unsigned)((addr * 0x9e3779b97f4a7c15ull) >> 51) & (PK_SYM_SLOTS - 1);
	struct pk_sym_slot *slot = &symbols->slots[form][at];
	char text[TEXT_MAX];

	if (slot->text && slot->addr == addr)
		return slot->text;
	make_text(symbols, addr, form, text, sizeof(text));
	free(slot->text);
	slot->text = strdup(text);
	slot->addr = addr;
	return slot->text ? slot->text : "";
}
