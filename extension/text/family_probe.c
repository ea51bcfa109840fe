// SPDX-License-Identifier: GPL-3.0-or-later
/* Probe events, as trace_kprobe.c, trace_fprobe.c and trace_eprobe.c print them. */
#include <string.h>

#include "text/entry.h"
#include "text/print_fmt.h"
#include "text/private.h"

static bool field_value(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_format *format, const char *name, uint64_t *ret_value)
{
	const struct pk_field *field = pk_format_field(format, name);

	return field && pk_event_uint(kt->ctx, event, field, ret_value) == PK_OK;
}

/* print_kprobe_event() and print_kretprobe_event(): where, then " name=value" by the probe's own types. */
bool pk_kt_probe(struct pk_kt *kt, const struct pk_event *event, const struct pk_format *format)
{
	struct pk_print_env env = {.ctx = kt->ctx, .symbols = &kt->symbols, .hashes = kt->hashes};
	const struct pk_print_fmt *fmt = pk_print_fmts_get(kt->fmts, kt->ctx, format);
	uint64_t ip, ret_ip;

	if (!fmt)
		return false;
	pk_seq_printf(&kt->seq, "%s: (", format->name);
	if (field_value(kt, event, format, "__probe_ip", &ip)) {
		pk_kt_symbol(kt, ip, true);
	} else if (field_value(kt, event, format, "__probe_func", &ip) &&
		   field_value(kt, event, format, "__probe_ret_ip", &ret_ip)) {
		pk_kt_symbol(kt, ret_ip, true);
		pk_seq_puts(&kt->seq, " <- ");
		pk_kt_symbol(kt, ip, false);
	} else {
		return false;
	}
	pk_seq_putc(&kt->seq, ')');
	if (pk_print_fmt_run_args(fmt, &env, event, &kt->seq) != PK_OK)
		return false;
	pk_seq_putc(&kt->seq, '\n');
	kt->result.hashed += env.saw_hash;
	return true;
}

/* print_eprobe_event(): the event it sits on, "system.name", then its arguments. */
bool pk_kt_eprobe(struct pk_kt *kt, const struct pk_event *event, const struct pk_format *format)
{
	struct pk_print_env env = {.ctx = kt->ctx, .symbols = &kt->symbols, .hashes = kt->hashes};
	const struct pk_print_fmt *fmt = pk_print_fmts_get(kt->fmts, kt->ctx, format);
	const char *slash = format->probe_symbol ? strchr(format->probe_symbol, '/') : NULL;

	if (!fmt || !slash)
		return false;
	pk_seq_printf(&kt->seq, "%s: (%.*s.%s)", format->name, (int)(slash - format->probe_symbol),
		      format->probe_symbol, slash + 1);
	if (pk_print_fmt_run_args(fmt, &env, event, &kt->seq) != PK_OK)
		return false;
	pk_seq_putc(&kt->seq, '\n');
	kt->result.hashed += env.saw_hash;
	return true;
}
