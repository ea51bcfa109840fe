// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * function_graph's text.
 *
 *	[time |  ][rel us |  ][ cpu) ][  comm-pid   | ][mark duration us |  ][indent]text
 *
 * A call whose return is the next event of its CPU is one line, "func();". Others are an opening and a
 * closing line; the closing one names the function if the opening was not seen at this depth on this
 * CPU. Other events are comments, two steps further in than the calls around them.
 */
#include <inttypes.h>
#include <string.h>

#include "core/kit.h"
#include "text/entry.h"

#define INDENT 2
#define MAX_ERRNO 4095
#define RULE " ------------------------------------------\n"

enum fill { FILL_FULL, FILL_START, FILL_END };

/* The columns in front of the call tree, with their two lines of caption. */
static const struct column {
	enum pk_kt_graph_option option; /* PK_KG_NR_OPTIONS: latency-format */
	unsigned width; /* of what print_lat_header() leaves free */
	const char *first, *second;
} columns[] = {
	{PK_KG_ABSTIME, 16, "     TIME       ", "      |         "},
	{PK_KG_RELTIME, 16, "   REL TIME     ", "      |         "},
	{PK_KG_CPU, 4, " CPU", " |  "},
	{PK_KG_PROC, 17, "  TASK/PID       ", "   |    |        "},
	{PK_KG_NR_OPTIONS, 0, "||||   ", "||||   "},
	{PK_KG_DURATION, 0, "  DURATION   ", "   |   |      "},
};
#define NR_COLUMNS PK_ARRAY_SIZE(columns)

static bool has_column(const struct pk_kt *kt, const struct column *column)
{
	return column->option == PK_KG_NR_OPTIONS ? pk_kt_has(kt, PK_KT_LATENCY_FMT)
						  : pk_kg_has(kt, column->option);
}

/* print_lat_header(): it never learned of the columns for migrate-disable and BH. */
static void print_latency_captions(struct pk_kt *kt)
{
	static const char *const captions[] = {
		"  _-----=> irqs-off        \n", " / _----=> need-resched    \n",
		"| / _---=> hardirq/softirq \n", "|| / _--=> preempt-depth   \n",
		"||| /                      \n",
	};
	unsigned width = 0;

	for (size_t i = 0; i < NR_COLUMNS; i++)
		width += has_column(kt, &columns[i]) ? columns[i].width : 0;
	for (size_t i = 0; i < PK_ARRAY_SIZE(captions); i++) {
		pk_seq_putc(&kt->seq, '#');
		pk_seq_fill(&kt->seq, ' ', width);
		pk_seq_puts(&kt->seq, captions[i]);
	}
}

void pk_kt_graph_header(struct pk_kt *kt)
{
	if (!pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		return;
	if (pk_kt_has(kt, PK_KT_LATENCY_FMT)) {
		if (!pk_kt_earliest(kt))
			return;
		pk_kt_latency_header(kt);
		print_latency_captions(kt);
	}
	for (int line = 0; line < 2; line++) {
		pk_seq_putc(&kt->seq, '#');
		for (size_t i = 0; i < NR_COLUMNS; i++)
			if (has_column(kt, &columns[i]))
				pk_seq_puts(&kt->seq, line ? columns[i].second : columns[i].first);
		pk_seq_puts(&kt->seq, line ? "               |   |   |   |\n"
					   : "               FUNCTION CALLS\n");
	}
}

static void print_cpu(struct pk_kt *kt, int cpu)
{
	pk_seq_putc(&kt->seq, ' ');
	pk_seq_int(&kt->seq, cpu, kt->cpu_width);
	pk_seq_put(&kt->seq, ") ", 2);
}

static void print_proc(struct pk_kt *kt, int32_t pid)
{
	const struct pk_kt_task *task = pk_kt_task(kt, pid);

	pk_seq_put(&kt->seq, task->centred, task->centred_len);
}

static void print_switch(struct pk_kt *kt, const struct pk_event *event)
{
	struct pk_kt_graph_cpu *state = &kt->cpus[event->cpu].graph;
	int32_t before = state->last_pid;

	if (before == event->pid || kt->graph_stateless)
		return;
	state->last_pid = event->pid;
	if (before == -1)
		return;
	pk_seq_puts(&kt->seq, RULE);
	print_cpu(kt, event->cpu);
	print_proc(kt, before);
	pk_seq_puts(&kt->seq, " => ");
	print_proc(kt, event->pid);
	pk_seq_puts(&kt->seq, "\n" RULE "\n");
}

static void print_columns(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t rel = event->ts - kt->time_start;

	if (!pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		return;
	if (pk_kg_has(kt, PK_KG_ABSTIME)) {
		pk_seq_seconds(&kt->seq, event->ts / 1000);
		pk_seq_puts(&kt->seq, " |  ");
	}
	if (pk_kg_has(kt, PK_KG_RELTIME)) {
		pk_seq_uint(&kt->seq, rel / 1000, 9);
		pk_seq_puts(&kt->seq, " us |  ");
	}
	if (pk_kg_has(kt, PK_KG_CPU))
		print_cpu(kt, event->cpu);
	if (pk_kg_has(kt, PK_KG_PROC)) {
		print_proc(kt, event->pid);
		pk_seq_puts(&kt->seq, " | ");
	}
	if (pk_kt_has(kt, PK_KT_LATENCY_FMT)) {
		pk_seq_putc(&kt->seq, ' ');
		pk_kt_flags(kt, event);
		pk_seq_puts(&kt->seq, " | ");
	}
}

static bool has_duration(const struct pk_kt *kt)
{
	return pk_kg_has(kt, PK_KG_DURATION) && pk_kt_has(kt, PK_KT_CONTEXT_INFO);
}

static void print_fill(struct pk_kt *kt, enum fill fill)
{
	if (!has_duration(kt))
		return;
	if (fill == FILL_FULL)
		pk_seq_puts(&kt->seq, "              |  ");
	else
		pk_seq_puts(&kt->seq, fill == FILL_START ? "  " : " |");
}

/* Microseconds, with as many decimals as leave seven digits in all. */
static void print_duration(struct pk_kt *kt, uint64_t ns)
{
	if (!has_duration(kt))
		return;
	pk_seq_putc(&kt->seq, pk_kg_has(kt, PK_KG_OVERHEAD) ? pk_kt_mark(ns) : ' ');
	pk_seq_putc(&kt->seq, ' ');
	pk_seq_duration(&kt->seq, ns);
	pk_seq_puts(&kt->seq, "|  ");
}

/* The arrow where an interrupt comes in or goes out: FUNC is one of the entry code's. */
static void print_irq(struct pk_kt *kt, const struct pk_event *event, uint64_t func,
		      const char *arrow)
{
	if (func < kt->irq_start || func >= kt->irq_end)
		return;
	print_columns(kt, event);
	print_fill(kt, FILL_START);
	pk_seq_puts(&kt->seq, arrow);
	print_fill(kt, FILL_END);
	pk_seq_putc(&kt->seq, '\n');
}

static void print_indent(struct pk_kt *kt, int64_t depth)
{
	pk_seq_fill(&kt->seq, ' ', depth > PK_SEQ_MAX ? PK_SEQ_MAX : (long)depth * INDENT);
}

/* With funcgraph-irqs off nothing is shown from an interrupt's entry to its return. */
static bool hidden_entry(struct pk_kt *kt, struct pk_kt_graph_cpu *state,
			 const struct pk_graph_event *graph)
{
	if (pk_kg_has(kt, PK_KG_IRQS) || kt->graph_stateless)
		return false;
	if (state->depth_irq >= 0)
		return true;
	if (graph->func < kt->irq_start || graph->func >= kt->irq_end)
		return false;
	state->depth_irq = graph->depth;
	return true;
}

static bool hidden_exit(struct pk_kt *kt, struct pk_kt_graph_cpu *state, int64_t depth)
{
	if (pk_kg_has(kt, PK_KG_IRQS) || kt->graph_stateless || state->depth_irq == -1)
		return false;
	if (state->depth_irq >= depth)
		state->depth_irq = -1;
	return true;
}

static void remember(struct pk_kt_graph_cpu *state, int64_t depth, uint64_t func)
{
	if (depth >= 0 && depth < PK_RETFUNC_DEPTH)
		state->enter_funcs[depth] = func;
}

/* The return of the call ENTRY, if it is the next event of its CPU. Since "ring-buffer: Have
 * rb_iter_head_event() handle concurrent writer" (5.7) the kernel's reader keeps one event: peeking at the
 * return overwrites the flags of the entry. RET_SEEN: the entry as it then is. */
static bool leaf_return(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_graph_event *entry, struct pk_graph_event *ret_exit,
			struct pk_event *ret_seen)
{
	struct pk_kt_cpu *cpu = &kt->cpus[event->cpu];
	struct pk_graph_event exit;

	if (!cpu->next || cpu->next->pid != event->pid ||
	    !pk_kt_is_type(kt, cpu->next, PK_R_TRACE_GRAPH_RET) ||
	    pk_graph_event(kt->ctx, cpu->next, &exit) != PK_OK || exit.func != entry->func)
		return false;
	*ret_exit = exit;
	*ret_seen = *event;
	if (pk_has(kt->ctx, PK_R_ring_buffer_iter_event)) {
		ret_seen->flags = cpu->next->flags;
		ret_seen->preempt_count = cpu->next->preempt_count;
		ret_seen->preempt_lazy_count = cpu->next->preempt_lazy_count;
		ret_seen->migrate_disable = cpu->next->migrate_disable;
	}
	pk_kt_advance(kt, cpu);
	return true;
}

static void print_name(struct pk_kt *kt, uint64_t func)
{
	pk_symbols_put(&kt->symbols, func, PK_SYM_NAME, &kt->seq);
}

/* A return value that is an error number, as the number: IS_ERR_VALUE(), also of an int in a long. */
static bool is_error(const struct pk_kt *kt, uint64_t retval, int64_t *ret_error)
{
	bool wide = kt->ctx->target->facts.word_size == 8;
	int64_t value = wide ? (int64_t)retval : (int32_t)retval;

	if (wide && retval >> 31 == 1)
		value = (int32_t)retval;
	if (pk_kg_has(kt, PK_KG_RETVAL_HEX) || value >= 0 || value < -MAX_ERRNO)
		return false;
	*ret_error = value;
	return true;
}

/*
 * What follows a function's name with funcgraph-retval and funcgraph-retaddr. Since "fgraph: Support
 * recording function return addresses" (6.13), which brought a type of entry, both stand in one comment
 * (here in brackets):
 *
 *	up to 6.12	func(); [= 0x1]				} [func = 0x1]
 *	since		func(); [<-caller+0x1/0x2 ret=0x1]	} [func ret=0x1]
 */
static void print_retval(struct pk_kt *kt, const struct pk_graph_event *exit)
{
	const char *equals = pk_has(kt->ctx, PK_R_TRACE_GRAPH_RETADDR_ENT) ? " ret=" : " = ";
	int64_t error;

	pk_seq_puts(&kt->seq, equals);
	if (is_error(kt, exit->retval, &error)) {
		pk_seq_int(&kt->seq, error, 0);
	} else {
		pk_seq_puts(&kt->seq, "0x");
		pk_seq_hex(&kt->seq, exit->retval);
	}
}

static void print_retaddr(struct pk_kt *kt, const struct pk_graph_event *entry)
{
	pk_seq_puts(&kt->seq, " <-");
	pk_kt_symbol(kt, entry->retaddr, true);
}

/* "func()", with its arguments where they were recorded. */
static void print_call(struct pk_kt *kt, const struct pk_graph_event *entry, uint64_t func)
{
	print_name(kt, func);
	if (entry->nr_args)
		pk_kt_function_args(kt, entry->args, func);
	else
		pk_seq_puts(&kt->seq, "()");
}

static void print_leaf(struct pk_kt *kt, const struct pk_event *event,
		       const struct pk_graph_event *entry, const struct pk_graph_event *exit)
{
	struct pk_kt_graph_cpu *state = &kt->cpus[event->cpu].graph;
	bool retval = pk_kg_has(kt, PK_KG_RETVAL) && exit->has_retval;
	bool retaddr = pk_kg_has(kt, PK_KG_RETADDR) && entry->retaddr;

	state->depth = entry->depth - 1;
	remember(state, entry->depth, 0);
	print_duration(kt, exit->rettime - exit->calltime);
	print_indent(kt, entry->depth);
	print_call(kt, entry, exit->func);
	pk_seq_putc(&kt->seq, ';');
	if (retval || retaddr)
		pk_seq_puts(&kt->seq, " /*");
	if (retaddr)
		print_retaddr(kt, entry);
	if (retval)
		print_retval(kt, exit);
	pk_seq_puts(&kt->seq, retval || retaddr ? " */\n" : "\n");
	print_irq(kt, event, exit->func, "<==========");
}

static void print_entry(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_graph_event *entry)
{
	struct pk_kt_graph_cpu *state = &kt->cpus[event->cpu].graph;
	struct pk_graph_event exit;
	struct pk_event seen;

	if (hidden_entry(kt, state, entry))
		return;
	print_switch(kt, event);
	print_irq(kt, event, entry->func, "==========>");
	print_columns(kt, event);
	if (leaf_return(kt, event, entry, &exit, &seen)) {
		print_leaf(kt, &seen, entry, &exit);
		return;
	}
	state->depth = entry->depth;
	remember(state, entry->depth, entry->func);
	print_fill(kt, FILL_FULL);
	print_indent(kt, entry->depth);
	print_call(kt, entry, entry->func);
	pk_seq_puts(&kt->seq, " {");
	if (pk_kg_has(kt, PK_KG_RETADDR) && entry->retaddr) {
		pk_seq_puts(&kt->seq, " /*");
		print_retaddr(kt, entry);
		pk_seq_puts(&kt->seq, " */");
	}
	pk_seq_putc(&kt->seq, '\n');
}

/* The closing brace; with the function's name where its opening was not seen at this depth on this CPU. */
static void print_brace(struct pk_kt *kt, const struct pk_graph_event *exit, bool matches)
{
	bool retval = pk_kg_has(kt, PK_KG_RETVAL) && exit->has_retval;

	pk_seq_putc(&kt->seq, '}');
	if (retval || !matches || pk_kg_has(kt, PK_KG_TAIL)) {
		pk_seq_puts(&kt->seq, " /* ");
		print_name(kt, exit->func);
		if (retval)
			print_retval(kt, exit);
		pk_seq_puts(&kt->seq, " */");
	}
	pk_seq_putc(&kt->seq, '\n');
}

static void print_exit(struct pk_kt *kt, const struct pk_event *event,
		       const struct pk_graph_event *exit)
{
	struct pk_kt_graph_cpu *state = &kt->cpus[event->cpu].graph;
	bool matches = true;

	if (hidden_exit(kt, state, exit->depth))
		return;
	state->depth = exit->depth - 1;
	if (exit->depth >= 0 && exit->depth < PK_RETFUNC_DEPTH && !kt->graph_stateless)
		matches = state->enter_funcs[exit->depth] == exit->func;
	remember(state, exit->depth, 0);
	print_switch(kt, event);
	print_columns(kt, event);
	print_duration(kt, exit->rettime - exit->calltime);
	print_indent(kt, exit->depth);
	print_brace(kt, exit, matches);
	if (pk_kg_has(kt, PK_KG_OVERRUN))
		pk_seq_printf(&kt->seq, " (Overruns: %" PRIu64 ")\n", exit->overrun);
	print_irq(kt, event, exit->func, "<==========");
}

static bool is_registered(struct pk_kt *kt, const struct pk_event *event)
{
	const struct pk_kt_type *type = pk_kt_type(kt, event->type);

	return type->entry || type->format;
}

/* False: no event has this type. The default format goes on in the line then, as the kernel's does. */
static bool print_comment(struct pk_kt *kt, const struct pk_event *event)
{
	int64_t depth = kt->cpus[event->cpu].graph.depth;

	print_switch(kt, event);
	print_columns(kt, event);
	print_fill(kt, FILL_FULL);
	if (depth > 0)
		print_indent(kt, depth + 1);
	pk_seq_puts(&kt->seq, "/* ");
	if (!is_registered(kt, event))
		return false;
	if (!pk_kt_message_only(kt, event))
		pk_kt_event(kt, event, PK_FORM_TRACE);
	if (kt->seq.len && kt->seq.text[kt->seq.len - 1] == '\n')
		pk_seq_cut(&kt->seq, kt->seq.len - 1);
	pk_seq_puts(&kt->seq, " */\n");
	return true;
}

/* Functions and stacks are left to the default format, as the kernel leaves them. */
static bool is_foreign(struct pk_kt *kt, const struct pk_event *event)
{
	static const enum pk_row_id rows[] = {PK_R_TRACE_FN, PK_R_TRACE_STACK};

	return pk_any(PK_ARRAY_SIZE(rows), i,
		      pk_has(kt->ctx, rows[i]) &&
			      pk_layout_get(kt->ctx, rows[i])->value == event->type);
}

bool pk_kt_graph_line(struct pk_kt *kt, const struct pk_event *event)
{
	struct pk_graph_event graph;

	if (pk_graph_event(kt->ctx, event, &graph) != PK_OK)
		return !is_foreign(kt, event) && print_comment(kt, event);
	if (graph.is_entry)
		print_entry(kt, event, &graph);
	else
		print_exit(kt, event, &graph);
	return true;
}

/* Outside of its tracer nothing is remembered from one event to the next (iter->private is NULL). */
bool pk_kt_graph_event(struct pk_kt *kt, const struct pk_event *event)
{
	struct pk_graph_event graph;

	if (pk_graph_event(kt->ctx, event, &graph) != PK_OK)
		return false;
	kt->graph_stateless = true;
	if (graph.is_entry)
		print_entry(kt, event, &graph);
	else
		print_exit(kt, event, &graph);
	kt->graph_stateless = false;
	return true;
}
