// SPDX-License-Identifier: GPL-3.0-or-later
/* An entry's lines, and their way to the file. */
#include <string.h>

#include "text/entry.h"
#include "text/private.h"

/* Asked for, or of a boot before this one; built-in entries and, in newer kernels, system calls are safe then. */
static bool by_fields(struct pk_kt *kt, const struct pk_event *event)
{
	const struct pk_format *format;
	uint64_t last;

	if (pk_kt_has(kt, PK_KT_FIELDS))
		return true;
	if (!pk_last_boot_moved(kt->last_boot) ||
	    pk_row_value(kt->ctx, PK_R_trace_last_type, &last) != PK_OK || event->type <= last)
		return false;
	format = kt->formats ? pk_format_by_id(kt->formats, event->type) : NULL;
	return !format || !pk_has(kt->ctx, PK_R_is_syscall_event) ||
	       strcmp(format->system, "syscalls") != 0;
}

/* print_trace_line(): the tracer's own printer, then the format that the options ask for. */
static void print_event(struct pk_kt *kt, const struct pk_event *event)
{
	kt->result.events++;
	/* The live file never counts what a reader lost; a page of ours that is damaged is told
	 * so. */
	if (event->lost_before == PK_LOST_UNKNOWN)
		pk_seq_printf(&kt->seq, "CPU:%d [LOST EVENTS]\n", event->cpu);
	if (kt->print_line && kt->print_line(kt, event))
		return;
	if (pk_kt_has(kt, PK_KT_PRINTK_MSGONLY) && pk_kt_has(kt, PK_KT_PRINTK) &&
	    pk_kt_message_only(kt, event))
		return;
	if (pk_kt_has(kt, PK_KT_BIN)) {
		pk_kt_context_bin(kt, event);
		pk_kt_event(kt, event, PK_FORM_BIN);
	} else if (pk_kt_has(kt, PK_KT_HEX)) {
		pk_kt_context_hex(kt, event);
		pk_kt_event(kt, event, PK_FORM_HEX);
		pk_seq_putc(&kt->seq, '\n');
	} else if (pk_kt_has(kt, PK_KT_RAW)) {
		pk_kt_context_raw(kt, event);
		pk_kt_event(kt, event, PK_FORM_RAW);
	} else {
		pk_kt_buffer_started(kt, event);
		pk_kt_context(kt, event);
		if (!by_fields(kt, event) || !pk_kt_print_fields(kt, event))
			pk_kt_event(kt, event, PK_FORM_TRACE);
	}
}

bool pk_kt_write_out(struct pk_kt *kt, FILE *fp)
{
	if (fwrite(kt->out, 1, kt->out_len, fp) != kt->out_len || ferror(fp))
		kt->result.failed = true;
	kt->out_len = 0;
	return !kt->result.failed;
}

bool pk_kt_put(struct pk_kt *kt, const char *text, size_t len, FILE *fp)
{
	memcpy(kt->out + kt->out_len, text, len);
	kt->out_len += len;
	return kt->out_len <= PK_KT_OUT_ROOM - PK_SEQ_MAX || pk_kt_write_out(kt, fp);
}

/* VALUE was met before, as KIND. */
static bool met(struct pk_kt *kt, unsigned kind, uint64_t value)
{
	uint64_t key = value * 8 + kind;

	if (pk_hash_get(&kt->asked, key))
		return true;
	(void)!pk_hash_put(&kt->asked, key, kt);
	return false;
}

/* Of a call nobody reads the line, and of its function, caller and task lines were made before: this one would ask the dump
 * nothing new. A caller has no place in every line, but its name has one in those of other options. */
static bool asks_nothing_new(struct pk_kt *kt, const struct pk_event *event)
{
	enum { ENTRY, EXIT, CALL, CALLER, TASK };
	struct pk_graph_event graph;
	uint64_t func, caller;
	bool known;

	if (!kt->ctx->screen.unseen)
		return false;
	if (pk_graph_event(kt->ctx, event, &graph) == PK_OK) {
		known = met(kt, graph.is_entry ? ENTRY : EXIT, graph.func);
		caller = graph.retaddr;
	} else if (pk_function_event(kt->ctx, event, &func, &caller) == PK_OK) {
		known = met(kt, CALL, func);
	} else {
		return false;
	}
	if (caller && !met(kt, CALLER, caller)) {
		struct pk_symbol symbol;

		known = false;
		pk_symbol_at(kt->ctx, caller, &symbol);
	}
	return met(kt, TASK, (uint32_t)event->pid) && known;
}

/* One entry, with what its printer takes of those behind it. */
void pk_kt_print_next(struct pk_kt *kt, struct pk_kt_cpu *cpu)
{
	struct pk_event event = *cpu->next;

	if (asks_nothing_new(kt, &event)) {
		pk_kt_advance(kt, cpu);
		kt->index++;
		return;
	}
	if (event.len > PK_KT_ENTRY_MAX)
		event.len = PK_KT_ENTRY_MAX;
	memcpy(kt->entry, event.data, event.len);
	event.data = kt->entry; /* the cursor goes on */
	pk_kt_advance(kt, cpu);
	print_event(kt, &event);
	kt->index++;
}
