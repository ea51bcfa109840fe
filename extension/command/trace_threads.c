// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * `pkttrace trace -T`: calls per thread, as SystemTap's thread_indent() writes them:
 *
 *	     0 sshd(1234): -> tcp_sendmsg
 *	     3 sshd(1234):  -> lock_sock_nested
 *
 * microseconds since the thread's outermost call began, its name and pid, a blank for each call around it.
 */
#include <inttypes.h>
#include <string.h>

#include "analysis/events/threads.h"
#include "command/parts.h"
#include "decode/trace/event_format.h"
#include "text/event_lines.h"

struct printing {
	struct pk_ctx *ctx;
	struct pk_out *out;
	const struct pk_trace_options *options;
	struct pk_event_texts *texts;
	uint64_t lines, skip; /* of those that fit the options */
	bool counting;
};

static const char *thread_name(struct printing *printing, const struct pk_event *event, char *buf,
			       size_t size)
{
	/* The idle tasks share pid 0: their names tell them apart. */
	if (!event->pid)
		snprintf(buf, size, "swapper/%d", event->cpu);
	else if (pk_comm_saved(printing->ctx, event->pid, buf, size) != PK_OK)
		snprintf(buf, size, "<...>");
	return buf;
}

static void print_indent(struct printing *printing, const struct pk_thread_line *line)
{
	struct pk_out *out = printing->out;
	char comm[32];

	if (line->implied)
		pk_out_text(out, "%6s ", "-");
	else
		pk_out_text(out, "%6" PRIu64 " ", line->since_ns / 1000);
	pk_out_text(out, "%s(%d):%*s ", thread_name(printing, line->event, comm, sizeof(comm)),
		    line->event->pid, (int)(line->level < 200 ? line->level : 200), "");
}

static const char *note_of(const struct pk_thread_line *line)
{
	if (line->began_before)
		return "  (entered before the trace)";
	if (!line->implied)
		return "";
	return line->what == PK_THREAD_ENTRY ? "  (not traced itself)"
					     : "  (by then: no return is recorded)";
}

/* The call itself, behind the indent: the fields that a call alone has text for. */
static void show_call(struct printing *printing, const struct pk_thread_line *line)
{
	struct pk_out *out = printing->out;
	bool is_call = line->what != PK_THREAD_EVENT;
	struct pk_symbol symbol = {0};

	if (line->func) {
		uint64_t addr = line->func;

		if (pk_symbol_at(printing->ctx, addr, &symbol) != PK_OK) {
			memset(&symbol, 0, sizeof(symbol));
			snprintf(symbol.name, sizeof(symbol.name), "0x%" PRIx64, addr);
		}
	}
	if (is_call) {
		print_indent(printing, line);
		pk_out_text(out, line->what == PK_THREAD_ENTRY ? "-> " : "<- ");
	}
	pk_out_str(out, "func", is_call ? "%s" : NULL, line->func ? symbol.name : NULL);
	pk_out_word(out, "module", is_call ? " [%s]" : NULL, symbol.module);
	pk_out_uint_if(out, "dur_ns", NULL, line->dur_known, line->dur_ns);
	pk_out_bool(out, "implied", line->implied);
	pk_out_bool(out, "began_before", line->began_before);
	pk_out_str(out, "probe", is_call ? " (%s)" : NULL, line->probe ? line->probe->name : NULL);
	if (is_call && line->context != PK_CTX_PROCESS)
		pk_out_text(out, "  %s",
			    line->context == PK_CTX_HARDIRQ ? "irq"
							    : pk_context_name(line->context));
	if (is_call)
		pk_out_text(out, "%s\n", note_of(line));
}

/* One line a line of the event's text: stack traces have several. */
static void print_comment(struct printing *printing, const struct pk_thread_line *line,
			  const char *text)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		print_indent(printing, line);
		pk_out_text(printing->out, "/* %.*s */\n", (int)len, text);
		text += len + (text[len] == '\n');
	}
}

static void print_line(void *arg, const struct pk_thread_line *line)
{
	static const char *const whats[] = {"entry", "return", "event"};
	struct printing *printing = arg;
	const struct pk_trace_options *options = printing->options;
	struct pk_out *out = printing->out;
	const char *text = NULL;
	char comm[32];

	if ((options->pid >= 0 && line->event->pid != options->pid) ||
	    (options->cpu != PK_ALL_CPUS && line->event->cpu != options->cpu))
		return;
	if (printing->lines++ < printing->skip || printing->counting)
		return;
	PK_OUT_RECORD(out, whats[line->what]);
	pk_out_ns_if(out, "ts_ns", NULL, !line->implied, line->event->ts);
	pk_out_uint_if(out, "since_ns", NULL, !line->implied, line->since_ns);
	pk_out_int(out, "cpu", NULL, line->event->cpu);
	pk_out_int(out, "pid", NULL, line->event->pid);
	pk_out_str(out, "comm", NULL, thread_name(printing, line->event, comm, sizeof(comm)));
	pk_out_str(out, "context", NULL, pk_context_name(line->context));
	pk_out_uint(out, "level", NULL, line->level);
	show_call(printing, line);
	if (line->what == PK_THREAD_EVENT) {
		text = pk_event_text(printing->texts, line->event);
		print_comment(printing, line, text);
	}
	pk_out_str(out, "text", NULL, text);
}

/* The newest lines: counted in windows that grow, for how deep the calls are is told by those before. */
static enum pk_status walk(struct printing *printing, const struct pk_instance *instance,
			   struct pk_trace *trace, struct pk_function_set *only, uint64_t since)
{
	struct pk_threads *threads;
	struct pk_cursor *cursor;
	struct pk_event event;
	uint64_t nr = 0;
	enum pk_status status =
		pk_threads_create(printing->ctx, instance, only, print_line, printing, &threads);

	if (status != PK_OK)
		return status;
	status = pk_cursor_open(trace, since, UINT64_MAX, PK_ALL_CPUS, &cursor);
	printing->lines = 0;
	while (status == PK_OK && (status = pk_cursor_next(cursor, &event)) == PK_OK) {
		if (event.ts >= instance->time_start)
			status = pk_threads_event(threads, &event);
		if (printing->ctx->progress && !(++nr & 0x1ffff))
			printing->ctx->progress("events read", nr);
		if (printing->out->failed)
			break;
	}
	if (cursor)
		pk_cursor_close(cursor);
	pk_threads_destroy(threads);
	return status == PK_ABSENT ? PK_OK : status;
}

static enum pk_status print_newest(struct printing *printing, const struct pk_instance *instance,
				   struct pk_trace *trace, struct pk_function_set *only)
{
	uint64_t newest = printing->options->newest, pages = newest / 64 + 16, since;
	enum pk_status status;

	for (printing->counting = true;; pages *= 4) {
		status = pk_trace_time_back(trace, pages, &since);
		if (status == PK_OK)
			status = walk(printing, instance, trace, only, since);
		if (status != PK_OK)
			return status;
		/* twice as many: the first lines of a window lack what was open when it begins */
		if (printing->lines >= 2 * newest || !since)
			break;
	}
	printing->counting = false;
	printing->skip = printing->lines > newest ? printing->lines - newest : 0;
	return walk(printing, instance, trace, only, since);
}

enum pk_status pk_trace_threads(struct pk_ctx *ctx, struct pk_out *out,
				const struct pk_trace_options *options,
				const struct pk_instance *instance, struct pk_trace *trace)
{
	struct printing printing = {.ctx = ctx, .out = out, .options = options};
	struct pk_function_set only = {0};
	enum pk_status status = PK_OK;

	if (options->function)
		status = pk_function_set_make(ctx, options->function, &only);
	if (status == PK_OK)
		status = pk_event_texts_create(ctx, instance, &printing.texts);
	if (status == PK_OK && options->newest)
		status = print_newest(&printing, instance, trace, options->function ? &only : NULL);
	else if (status == PK_OK)
		status = walk(&printing, instance, trace, options->function ? &only : NULL, 0);
	if (status == PK_OK && !printing.lines)
		pk_out_text(out, "no such calls\n");
	pk_event_texts_destroy(printing.texts);
	pk_function_set_deinit(&only);
	return status;
}
