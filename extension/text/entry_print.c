// SPDX-License-Identifier: GPL-3.0-or-later
/* Messages: trace_marker and trace_printk(). */
#include <stdio.h>

#include "text/entry.h"

#define MESSAGE_ROOM 4096

/* The text of an entry, and where it was printed. */
static bool print_text(struct pk_kt *kt, const struct pk_event *event, uint64_t *ret_ip, char *text,
		       size_t size)
{
	uint64_t offset;

	if (pk_row_offset(kt->ctx, PK_R_print_entry_buf, &offset) != PK_OK || offset > event->len ||
	    !pk_kt_member(kt, event, PK_R_print_entry_ip, ret_ip))
		return false;
	snprintf(text, size, "%.*s", (int)(event->len - offset),
		 (const char *)event->data + offset);
	return true;
}

static bool bputs_text(struct pk_kt *kt, const struct pk_event *event, uint64_t *ret_ip, char *text,
		       size_t size)
{
	uint64_t str;

	return pk_kt_member(kt, event, PK_R_bputs_entry_ip, ret_ip) &&
	       pk_kt_member(kt, event, PK_R_bputs_entry_str, &str) &&
	       pk_read_string(kt->ctx, str, text, size) == PK_OK;
}

static bool is_type(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row)
{
	return pk_has(kt->ctx, row) && pk_layout_get(kt->ctx, row)->value == event->type;
}

bool pk_kt_message_only(struct pk_kt *kt, const struct pk_event *event)
{
	char text[MESSAGE_ROOM];
	uint64_t ip;

	if (is_type(kt, event, PK_R_TRACE_PRINT)
		    ? !print_text(kt, event, &ip, text, sizeof(text))
		    : !is_type(kt, event, PK_R_TRACE_BPUTS) ||
			      !bputs_text(kt, event, &ip, text, sizeof(text)))
		return false;
	pk_seq_puts(&kt->seq, text);
	return true;
}

bool pk_kt_print(struct pk_kt *kt, const struct pk_event *event)
{
	char text[MESSAGE_ROOM];
	uint64_t ip;

	if (!print_text(kt, event, &ip, text, sizeof(text)))
		return false;
	pk_kt_ip(kt, ip);
	pk_seq_printf(&kt->seq, ": %s", text);
	return true;
}

bool pk_kt_bputs(struct pk_kt *kt, const struct pk_event *event)
{
	char text[MESSAGE_ROOM];
	uint64_t ip;

	if (!bputs_text(kt, event, &ip, text, sizeof(text)))
		return false;
	pk_kt_ip(kt, ip);
	pk_seq_printf(&kt->seq, ": %s", text);
	return true;
}
