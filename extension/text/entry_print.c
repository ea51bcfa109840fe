// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Messages: what was written to trace_marker and trace_marker_raw, and trace_printk(), which leaves one of
 *
 *	TRACE_BPUTS	a constant string: its address
 *	TRACE_BPRINT	a constant format: its address, and its arguments in binary form
 *	TRACE_PRINT	the text, where the format was none
 */
#include <inttypes.h>
#include <string.h>

#include "core/kit.h"
#include "text/entry.h"
#include "text/kernel_printf.h"

#define MESSAGE_ROOM 4096

/* Without the address. The kernel relies on the NUL; here the entry's end does too. */
static bool put_print(struct pk_kt *kt, const struct pk_event *event)
{
	const uint8_t *text;
	uint32_t len;

	if (!pk_kt_tail(kt, event, PK_R_print_entry_buf, &text, &len))
		return false;
	pk_seq_put(&kt->seq, (const char *)text, strnlen((const char *)text, len));
	return true;
}

static bool put_bputs(struct pk_kt *kt, const struct pk_event *event)
{
	char text[MESSAGE_ROOM];
	uint64_t str;

	if (!pk_kt_member(kt, event, PK_R_bputs_entry_str, &str) ||
	    pk_read_string(kt->ctx, str, text, sizeof(text)) != PK_OK)
		return false;
	pk_seq_puts(&kt->seq, text);
	return true;
}

static bool put_bprint(struct pk_kt *kt, const struct pk_event *event)
{
	struct pk_bprintf_env env = {.ctx = kt->ctx, .symbols = &kt->symbols, .hashes = kt->hashes};
	char fmt[MESSAGE_ROOM];
	const uint8_t *args;
	uint64_t fmt_at;
	uint32_t len;

	if (!pk_kt_member(kt, event, PK_R_bprint_entry_fmt, &fmt_at) ||
	    !pk_kt_tail(kt, event, PK_R_bprint_entry_buf, &args, &len) ||
	    pk_read_string(kt->ctx, fmt_at, fmt, sizeof(fmt)) != PK_OK ||
	    pk_bprintf(&env, &kt->seq, fmt, args, len) != PK_OK)
		return false;
	kt->result.hashed += env.saw_hash;
	return true;
}

bool pk_kt_message_only(struct pk_kt *kt, const struct pk_event *event)
{
	static const struct {
		enum pk_row_id type;
		pk_kt_printer put;
	} kinds[] = {
		{PK_R_TRACE_PRINT, put_print},
		{PK_R_TRACE_BPUTS, put_bputs},
		{PK_R_TRACE_BPRINT, put_bprint},
	};
	size_t begin = kt->seq.len;

	for (size_t i = 0; i < PK_ARRAY_SIZE(kinds); i++) {
		if (!pk_kt_is_type(kt, event, kinds[i].type))
			continue;
		if (kinds[i].put(kt, event))
			return true;
		pk_seq_cut(&kt->seq, begin);
	}
	return false;
}

bool pk_kt_print(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t ip;

	if (!pk_kt_member(kt, event, PK_R_print_entry_ip, &ip))
		return false;
	pk_kt_ip(kt, pk_kt_adjust(kt, ip));
	pk_seq_puts(&kt->seq, ": ");
	return put_print(kt, event);
}

bool pk_kt_print_raw(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t ip;

	if (!pk_kt_member(kt, event, PK_R_print_entry_ip, &ip))
		return false;
	pk_seq_printf(&kt->seq, "# %" PRIx64 " ", ip);
	return put_print(kt, event);
}

/* Such addresses are not adjusted: the format's address would be of no use in another boot either. */
static bool put_binary(struct pk_kt *kt, const struct pk_event *event, bool raw,
		       enum pk_row_id ip_row, pk_kt_printer put)
{
	uint64_t ip;

	if (!pk_kt_member(kt, event, ip_row, &ip))
		return false;
	if (raw) {
		pk_seq_printf(&kt->seq, ": %" PRIx64 " : ", ip);
	} else {
		pk_kt_ip(kt, ip);
		pk_seq_puts(&kt->seq, ": ");
	}
	return put(kt, event);
}

bool pk_kt_bputs(struct pk_kt *kt, const struct pk_event *event)
{
	return put_binary(kt, event, false, PK_R_bputs_entry_ip, put_bputs);
}

bool pk_kt_bputs_raw(struct pk_kt *kt, const struct pk_event *event)
{
	return put_binary(kt, event, true, PK_R_bputs_entry_ip, put_bputs);
}

bool pk_kt_bprint(struct pk_kt *kt, const struct pk_event *event)
{
	return put_binary(kt, event, false, PK_R_bprint_entry_ip, put_bprint);
}

bool pk_kt_bprint_raw(struct pk_kt *kt, const struct pk_event *event)
{
	return put_binary(kt, event, true, PK_R_bprint_entry_ip, put_bprint);
}

/* As far as the record goes: it is rounded up, its true length is not kept. */
bool pk_kt_raw_data(struct pk_kt *kt, const struct pk_event *event)
{
	const uint8_t *bytes;
	uint64_t id;
	uint32_t len;

	if (!pk_kt_member(kt, event, PK_R_raw_data_id, &id) ||
	    !pk_kt_tail(kt, event, PK_R_raw_data_buf, &bytes, &len))
		return false;
	pk_seq_printf(&kt->seq, "# %" PRIx64 " buf:", id);
	for (uint32_t i = 0; i < len; i++)
		pk_seq_printf(&kt->seq, " %02x", bytes[i]);
	pk_seq_putc(&kt->seq, '\n');
	return true;
}
