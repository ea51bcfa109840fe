// SPDX-License-Identifier: GPL-3.0-or-later
/* What the printers of entries have in common: reading members, putting values, addresses and times. */
#include "text/entry.h"

#include <inttypes.h>

#include "core/kit.h"

bool pk_kt_is_type(const struct pk_kt *kt, const struct pk_event *event, enum pk_row_id type)
{
	return pk_has(kt->ctx, type) && pk_layout_get(kt->ctx, type)->value == event->type;
}

bool pk_kt_member(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row,
		  uint64_t *ret_value)
{
	return pk_has(kt->ctx, row) &&
	       pk_struct_uint(kt->ctx, event->data, event->len, row, ret_value) == PK_OK;
}

bool pk_kt_members(struct pk_kt *kt, const struct pk_event *event,
		   const struct pk_kt_wanted *wanted, size_t nr)
{
	return pk_all(nr, i, pk_kt_member(kt, event, wanted[i].row, wanted[i].ret));
}

bool pk_kt_tail(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row,
		const uint8_t **ret_bytes, uint32_t *ret_len)
{
	uint64_t offset;

	if (!pk_has(kt->ctx, row) || pk_row_offset(kt->ctx, row, &offset) != PK_OK ||
	    offset > event->len)
		return false;
	*ret_bytes = event->data + offset;
	*ret_len = event->len - (uint32_t)offset;
	return true;
}

void pk_kt_put_value(struct pk_kt *kt, enum pk_kt_form form, uint64_t value, unsigned size)
{
	if (size < 8)
		value &= (1ull << 8 * size) - 1;
	if (form == PK_FORM_HEX) {
		pk_seq_printf(&kt->seq, "%0*" PRIx64 " ", 2 * (int)size, value);
		return;
	}
	for (unsigned i = 0; i < size; i++) {
		unsigned byte = kt->ctx->target->facts.big_endian ? size - 1 - i : i;

		pk_seq_putc(&kt->seq, (char)(value >> 8 * byte));
	}
}

bool pk_kt_put_member(struct pk_kt *kt, const struct pk_event *event, enum pk_kt_form form,
		      enum pk_row_id row)
{
	uint64_t value;

	if (!pk_kt_member(kt, event, row, &value))
		return false;
	pk_kt_put_value(kt, form, value, (unsigned)pk_layout_get(kt->ctx, row)->member.size);
	return true;
}

void pk_kt_symbol(struct pk_kt *kt, uint64_t ip, bool offset)
{
	if (!ip) {
		pk_seq_putc(&kt->seq, '0');
		return;
	}
	pk_symbols_put(&kt->symbols, ip, offset ? PK_SYM_IP_OFFSET : PK_SYM_BARE, &kt->seq);
	if (pk_kt_has(kt, PK_KT_SYM_ADDR))
		pk_seq_printf(&kt->seq, " <%0*" PRIx64 ">",
			      2 * (int)kt->ctx->target->facts.word_size, ip);
}

void pk_kt_ip(struct pk_kt *kt, uint64_t ip)
{
	pk_kt_symbol(kt, ip, pk_kt_has(kt, PK_KT_SYM_OFFSET));
}

uint64_t pk_kt_adjust(const struct pk_kt *kt, uint64_t ip)
{
	return pk_last_boot_address(kt->last_boot, ip);
}

void pk_kt_time(struct pk_kt *kt, uint64_t ts)
{
	uint64_t us = (ts + 500) / 1000;

	if (kt->instance->clock_in_ns) {
		pk_seq_putc(&kt->seq, ' ');
		pk_seq_seconds(&kt->seq, us);
	} else {
		pk_seq_printf(&kt->seq, " %12" PRIu64, ts);
	}
}
