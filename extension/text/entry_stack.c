// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/entry.h"

/* Callers up to the entry's end, or to an address of all ones. */
bool pk_kt_stack(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t word = kt->ctx->target->facts.word_size, offset, nr;

	if (pk_row_offset(kt->ctx, PK_R_stack_entry_caller, &offset) != PK_OK ||
	    !pk_kt_member(kt, event, PK_R_stack_entry_size, &nr))
		return false;
	pk_seq_puts(&kt->seq, "<stack trace>\n");
	for (uint64_t i = 0; i < nr && offset + word <= event->len; i++, offset += word) {
		uint64_t ip = pk_uint(kt->ctx, event->data + offset, word);

		if (ip == (word == 8 ? UINT64_MAX : UINT32_MAX))
			break;
		pk_seq_puts(&kt->seq, " => ");
		pk_kt_ip(kt, ip);
		pk_seq_putc(&kt->seq, '\n');
	}
	return true;
}
