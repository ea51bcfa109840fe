// SPDX-License-Identifier: GPL-3.0-or-later
/* Built-in entry types and what the kernel registered to print each: the arrays of struct trace_event in
 * trace_output.c and the tracers. mmiotrace's entries are in none: only its tracer prints them. */
#include "text/entry.h"

#include <inttypes.h>

static const struct pk_kt_entry entries[] = {
	{PK_R_TRACE_FN,
	 {pk_kt_function, pk_kt_function_raw, pk_kt_function_hex, pk_kt_function_bin}},
	{PK_R_TRACE_CTX, {pk_kt_switch, pk_kt_switch_raw, pk_kt_switch_hex, pk_kt_switch_bin}},
	{PK_R_TRACE_WAKE, {pk_kt_switch, pk_kt_switch_raw, pk_kt_switch_hex, pk_kt_switch_bin}},
	{PK_R_TRACE_STACK, {pk_kt_stack, NULL, NULL, NULL}},
	{PK_R_TRACE_USER_STACK, {pk_kt_user_stack, NULL, NULL, NULL}},
	{PK_R_TRACE_BPUTS, {pk_kt_bputs, pk_kt_bputs_raw, NULL, NULL}},
	{PK_R_TRACE_BPRINT, {pk_kt_bprint, pk_kt_bprint_raw, NULL, NULL}},
	{PK_R_TRACE_PRINT, {pk_kt_print, pk_kt_print_raw, NULL, NULL}},
	{PK_R_TRACE_HWLAT, {pk_kt_hwlat, pk_kt_hwlat_raw, NULL, NULL}},
	{PK_R_TRACE_OSNOISE, {pk_kt_osnoise, pk_kt_osnoise_raw, NULL, NULL}},
	{PK_R_TRACE_TIMERLAT, {pk_kt_timerlat, pk_kt_timerlat_raw, NULL, NULL}},
	{PK_R_TRACE_RAW_DATA, {pk_kt_raw_data, pk_kt_raw_data, NULL, NULL}},
	{PK_R_TRACE_FUNC_REPEATS, {pk_kt_repeats, pk_kt_repeats_raw, NULL, NULL}},
	{PK_R_TRACE_BRANCH, {pk_kt_branch, NULL, NULL, NULL}},
	{PK_R_TRACE_GRAPH_ENT, {pk_kt_graph_event, NULL, NULL, NULL}},
	{PK_R_TRACE_GRAPH_RETADDR_ENT, {pk_kt_graph_event, NULL, NULL, NULL}},
	{PK_R_TRACE_GRAPH_RET, {pk_kt_graph_event, NULL, NULL, NULL}},
	{PK_R_TRACE_BLK, {pk_kt_blk, NULL, NULL, pk_kt_blk_bin}},
};

const struct pk_kt_entry *pk_kt_entry_find(const struct pk_kt *kt, uint16_t type)
{
	for (size_t i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		if (pk_has(kt->ctx, entries[i].type) &&
		    pk_layout_get(kt->ctx, entries[i].type)->value == type)
			return &entries[i];
	return NULL;
}

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
	for (size_t i = 0; i < nr; i++)
		if (!pk_kt_member(kt, event, wanted[i].row, wanted[i].ret))
			return false;
	return true;
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
