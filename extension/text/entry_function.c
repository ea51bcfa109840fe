// SPDX-License-Identifier: GPL-3.0-or-later
/* What the function tracer leaves: a call, and a count of calls that it did not write down one by one. */
#include "text/entry.h"

#include <inttypes.h>

/* A #define: words of arguments behind an entry that has any. */
#define FTRACE_REGS_MAX_ARGS 6

/* print_fn_trace() */
static void print_call(struct pk_kt *kt, uint64_t ip, uint64_t parent_ip, const uint8_t *args)
{
	ip = pk_kt_adjust(kt, ip);
	parent_ip = pk_kt_adjust(kt, parent_ip);
	pk_kt_ip(kt, ip);
	if (args)
		pk_kt_function_args(kt, args, ip);
	if (pk_kt_has(kt, PK_KT_PRINT_PARENT) && parent_ip) {
		pk_seq_puts(&kt->seq, " <-");
		pk_kt_ip(kt, parent_ip);
	}
}

bool pk_kt_function(struct pk_kt *kt, const struct pk_event *event)
{
	uint32_t word = kt->ctx->target->facts.word_size, len;
	const uint8_t *args;
	uint64_t ip, parent_ip;

	if (pk_function_event(kt->ctx, event, &ip, &parent_ip) != PK_OK)
		return false;
	if (!pk_kt_tail(kt, event, PK_R_ftrace_entry_args, &args, &len) ||
	    len < FTRACE_REGS_MAX_ARGS * word)
		args = NULL;
	print_call(kt, ip, parent_ip, args);
	pk_seq_putc(&kt->seq, '\n');
	return true;
}

bool pk_kt_function_raw(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t ip, parent_ip;

	if (pk_function_event(kt->ctx, event, &ip, &parent_ip) != PK_OK)
		return false;
	pk_seq_printf(&kt->seq, "%" PRIx64 " %" PRIx64 "\n", ip, parent_ip);
	return true;
}

static bool put_call(struct pk_kt *kt, const struct pk_event *event, enum pk_kt_form form)
{
	return pk_kt_put_member(kt, event, form, PK_R_ftrace_entry_ip) &&
	       pk_kt_put_member(kt, event, form, PK_R_ftrace_entry_parent_ip);
}

bool pk_kt_function_hex(struct pk_kt *kt, const struct pk_event *event)
{
	return put_call(kt, event, PK_FORM_HEX);
}

bool pk_kt_function_bin(struct pk_kt *kt, const struct pk_event *event)
{
	return put_call(kt, event, PK_FORM_BIN);
}

struct repeats {
	uint64_t ip, parent_ip, count;
	uint64_t delta; /* nanoseconds from the last of them to the event */
};

/* The delta is kept in 48 bits, the upper ones apart from the lower. */
static bool read_repeats(struct pk_kt *kt, const struct pk_event *event,
			 struct repeats *ret_repeats)
{
	struct repeats repeats;
	uint64_t top, bottom;
	const struct pk_kt_wanted wanted[] = {
		{PK_R_func_repeats_ip, &repeats.ip},
		{PK_R_func_repeats_parent_ip, &repeats.parent_ip},
		{PK_R_func_repeats_count, &repeats.count},
		{PK_R_func_repeats_top_delta, &top},
		{PK_R_func_repeats_bottom_delta, &bottom},
	};

	if (!pk_kt_members(kt, event, wanted, 5))
		return false;
	repeats.delta = top << 32 | bottom;
	*ret_repeats = repeats;
	return true;
}

bool pk_kt_repeats(struct pk_kt *kt, const struct pk_event *event)
{
	struct repeats repeats;

	if (!read_repeats(kt, event, &repeats))
		return false;
	print_call(kt, repeats.ip, repeats.parent_ip, NULL);
	pk_seq_printf(&kt->seq, " (repeats: %" PRIu64 ", last_ts:", repeats.count);
	pk_kt_time(kt, event->ts - repeats.delta);
	pk_seq_puts(&kt->seq, ")\n");
	return true;
}

bool pk_kt_repeats_raw(struct pk_kt *kt, const struct pk_event *event)
{
	struct repeats repeats;

	if (!read_repeats(kt, event, &repeats))
		return false;
	pk_seq_printf(&kt->seq, "%" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", repeats.ip,
		      repeats.parent_ip, repeats.count, repeats.delta);
	return true;
}
