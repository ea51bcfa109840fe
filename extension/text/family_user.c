// SPDX-License-Identifier: GPL-3.0-or-later
/* Events of programs: uprobes, and user_events, whose print_fmt the kernel does not trust. */
#include <inttypes.h>
#include <string.h>

#include "text/print_fmt.h"
#include "text/private.h"

#define DUMP_ROW 16

static bool field_value(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_format *format, const char *name, uint64_t *ret_value)
{
	const struct pk_field *field = pk_format_field(format, name);

	return field && pk_event_uint(kt->ctx, event, field, ret_value) == PK_OK;
}

/* print_uprobe_event(): addresses of the program, as numbers. */
bool pk_kt_uprobe(struct pk_kt *kt, const struct pk_event *event, const struct pk_format *format)
{
	struct pk_print_env env = {
		.ctx = kt->ctx, .symbols = &kt->symbols, .hashes = kt->hashes_in_events};
	const struct pk_print_fmt *fmt = pk_print_fmts_get(kt->fmts, kt->ctx, format);
	uint64_t ip, ret_ip;

	if (!fmt)
		return false;
	if (field_value(kt, event, format, "__probe_ip", &ip))
		pk_seq_printf(&kt->seq, "%s: (0x%" PRIx64 ")", format->name, ip);
	else if (field_value(kt, event, format, "__probe_func", &ip) &&
		 field_value(kt, event, format, "__probe_ret_ip", &ret_ip))
		pk_seq_printf(&kt->seq, "%s: (0x%" PRIx64 " <- 0x%" PRIx64 ")", format->name,
			      ret_ip, ip);
	else
		return false;
	if (pk_print_fmt_run_args(fmt, &env, event, &kt->seq) != PK_OK)
		return false;
	pk_seq_putc(&kt->seq, '\n');
	kt->result.hashed += env.saw_hash;
	return true;
}

/* user_event_print_trace(): by the fields since 6.4, which brought the option fields; before, in hexadecimal. */
bool pk_kt_user_event(struct pk_kt *kt, const struct pk_event *event,
		      const struct pk_format *format)
{
	struct pk_seq *seq = &kt->seq;

	if (strncmp(format->system, "user_events", 11))
		return false;
	if (pk_has(kt->ctx, PK_R_iter_fields))
		return pk_kt_print_fields(kt, event);
	/* The whole entry in hexadecimal, and the NUL that trace_print_hex_dump_seq() leaves
	 * behind. */
	pk_seq_putc(seq, '\n');
	for (uint32_t at = 0; at < event->len; at += DUMP_ROW) {
		uint32_t nr = event->len - at < DUMP_ROW ? event->len - at : DUMP_ROW;

		pk_seq_printf(seq, "%.8x: ", at);
		for (uint32_t i = 0; i < nr; i++)
			pk_seq_printf(seq, i ? " %02x" : "%02x", event->data[at + i]);
		pk_seq_fill(seq, ' ', 3 * (DUMP_ROW - (long)nr) + 2);
		for (uint32_t i = 0; i < nr; i++) {
			uint8_t c = event->data[at + i];

			pk_seq_putc(seq, c >= ' ' && c <= '~' ? (char)c : '.');
		}
		pk_seq_putc(seq, '\n');
	}
	pk_seq_putc(seq, '\0');
	return true;
}
