// SPDX-License-Identifier: GPL-3.0-or-later
/* Built-in entry types and what the kernel registered to print each: the arrays of struct trace_event in
 * trace_output.c and the tracers. */
#include "text/entry.h"

#include <inttypes.h>

static const struct pk_kt_entry entries[] = {
	{PK_R_TRACE_FN, {pk_kt_function, NULL, NULL, NULL}},
	{PK_R_TRACE_STACK, {pk_kt_stack, NULL, NULL, NULL}},
	{PK_R_TRACE_PRINT, {pk_kt_print, NULL, NULL, NULL}},
	{PK_R_TRACE_BPUTS, {pk_kt_bputs, NULL, NULL, NULL}},
};

const struct pk_kt_entry *pk_kt_entry_find(const struct pk_kt *kt, uint16_t type)
{
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		if (pk_has(kt->ctx, entries[i].type) &&
		    pk_layout_get(kt->ctx, entries[i].type)->value == type)
			return &entries[i];
	return NULL;
}

bool pk_kt_member(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row,
		  uint64_t *ret_value)
{
	return pk_has(kt->ctx, row) &&
	       pk_struct_uint(kt->ctx, event->data, event->len, row, ret_value) == PK_OK;
}

void pk_kt_symbol(struct pk_kt *kt, uint64_t ip, bool offset)
{
	if (!ip) {
		pk_seq_putc(&kt->seq, '0');
		return;
	}
	pk_seq_puts(&kt->seq,
		    pk_symbols_text(&kt->symbols, ip, offset ? PK_SYM_OFFSET : PK_SYM_BARE));
	if (pk_kt_has(kt, PK_KT_SYM_ADDR))
		pk_seq_printf(&kt->seq, " <%0*" PRIx64 ">",
			      2 * (int)kt->ctx->target->facts.word_size, ip);
}

void pk_kt_ip(struct pk_kt *kt, uint64_t ip)
{
	pk_kt_symbol(kt, ip, pk_kt_has(kt, PK_KT_SYM_OFFSET));
}
