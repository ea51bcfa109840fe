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
#include <stdio.h>
#include <string.h>

#include "decode/comm.h"
#include "text/private.h"

#define INDENT 2
#define PROCINFO 14 /* columns of "comm-pid" */
#define RULE " ------------------------------------------\n"

enum fill { FILL_FULL, FILL_START, FILL_END };

void pk_kt_graph_header(struct pk_kt *kt)
{
	static const struct column {
		enum pk_kt_graph_option option;
		const char *first, *second;
	} columns[] = {
		{PK_KG_ABSTIME, "     TIME       ", "      |         "},
		{PK_KG_RELTIME, "   REL TIME     ", "      |         "},
		{PK_KG_CPU, " CPU", " |  "},
		{PK_KG_PROC, "  TASK/PID       ", "   |    |        "},
		{PK_KG_DURATION, "  DURATION   ", "   |   |      "},
	};

	if (!pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		return;
	for (int line = 0; line < 2; line++) {
		pk_seq_putc(&kt->seq, '#');
		for (size_t i = 0; i < sizeof(columns) / sizeof(columns[0]); i++)
			if (pk_kg_has(kt, columns[i].option))
				pk_seq_puts(&kt->seq, line ? columns[i].second : columns[i].first);
		pk_seq_puts(&kt->seq, line ? "               |   |   |   |\n"
					   : "               FUNCTION CALLS\n");
	}
}

static void print_cpu(struct pk_kt *kt, int cpu)
{
	pk_seq_printf(&kt->seq, " %*d) ", kt->cpu_width, cpu);
}

/* comm cut to 7, "comm-pid" in the middle of its columns. */
static void print_proc(struct pk_kt *kt, int32_t pid)
{
	char comm[32], text[64];
	int spaces;

	if (pk_comm_saved(kt->ctx, pid, comm, sizeof(comm)) != PK_OK)
		snprintf(comm, sizeof(comm), "<...>");
	spaces = PROCINFO - snprintf(text, sizeof(text), "%.7s-%d", comm, pid);
	if (spaces < 0)
		spaces = 0;
	pk_seq_fill(&kt->seq, ' ', spaces / 2);
	pk_seq_puts(&kt->seq, text);
	pk_seq_fill(&kt->seq, ' ', spaces - spaces / 2);
}

static void print_switch(struct pk_kt *kt, const struct pk_event *event)
{
	struct pk_kt_graph_cpu *state = &kt->cpus[event->cpu].graph;
	int32_t before = state->last_pid;

	if (before == event->pid)
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
	uint64_t rel = event->ts - kt->instance->time_start;

	if (!pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		return;
	if (pk_kg_has(kt, PK_KG_ABSTIME))
		pk_seq_printf(&kt->seq, "%5" PRIu64 ".%06" PRIu64 " |  ", event->ts / 1000000000,
			      event->ts % 1000000000 / 1000);
	if (pk_kg_has(kt, PK_KG_RELTIME))
		pk_seq_printf(&kt->seq, "%9" PRIu64 " us |  ", rel / 1000);
	if (pk_kg_has(kt, PK_KG_CPU))
		print_cpu(kt, event->cpu);
	if (pk_kg_has(kt, PK_KG_PROC)) {
		print_proc(kt, event->pid);
		pk_seq_puts(&kt->seq, " | ");
	}
}

static bool has_duration(const struct pk_kt *kt)
{
	return pk_kg_has(kt, PK_KG_DURATION) && pk_kt_has(kt, PK_KT_CONTEXT_INFO);
}

static void print_fill(struct pk_kt *kt, enum fill fill)
{
	static const char *const texts[] = {
		[FILL_FULL] = "              |  ", [FILL_START] = "  ", [FILL_END] = " |"};

	if (has_duration(kt))
		pk_seq_puts(&kt->seq, texts[fill]);
}

/* Strictly greater than. */
static char overhead_mark(uint64_t ns)
{
	static const struct {
		uint64_t ns;
		char mark;
	} marks[] = {{1000000000, '$'}, {100000000, '@'}, {10000000, '*'},
		     {1000000, '#'},	{100000, '!'},	  {10000, '+'}};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++)
		if (ns > marks[i].ns)
			return marks[i].mark;
	return ' ';
}

/* Microseconds, with as many decimals as leave seven digits in all. */
static void print_duration(struct pk_kt *kt, uint64_t ns)
{
	char text[32];
	int len;

	if (!has_duration(kt))
		return;
	pk_seq_putc(&kt->seq, pk_kg_has(kt, PK_KG_OVERHEAD) ? overhead_mark(ns) : ' ');
	pk_seq_putc(&kt->seq, ' ');
	len = snprintf(text, sizeof(text), "%" PRIu64, ns / 1000);
	if (len < 7) {
		char decimals[4];

		snprintf(decimals, sizeof(decimals), "%03u", (unsigned)(ns % 1000));
		len += snprintf(text + len, sizeof(text) - (size_t)len, ".%.*s", 7 - len, decimals);
	}
	pk_seq_puts(&kt->seq, text);
	pk_seq_puts(&kt->seq, " us ");
	pk_seq_fill(&kt->seq, ' ', 8 - len);
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
	if (pk_kg_has(kt, PK_KG_IRQS))
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
	if (pk_kg_has(kt, PK_KG_IRQS) || state->depth_irq == -1)
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

/* The return of the call ENTRY, if it is the next event of its CPU. */
static bool leaf_return(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_graph_event *entry, struct pk_graph_event *ret_exit)
{
	struct pk_kt_cpu *cpu = &kt->cpus[event->cpu];
	struct pk_graph_event exit;

	if (!cpu->has_next || pk_graph_event(kt->ctx, &cpu->next, &exit) != PK_OK ||
	    exit.is_entry || cpu->next.pid != event->pid || exit.func != entry->func)
		return false;
	*ret_exit = exit;
	pk_kt_advance(kt, cpu);
	return true;
}

static void print_leaf(struct pk_kt *kt, const struct pk_event *event,
		       const struct pk_graph_event *entry, const struct pk_graph_event *exit)
{
	struct pk_kt_graph_cpu *state = &kt->cpus[event->cpu].graph;

	state->depth = entry->depth - 1;
	remember(state, entry->depth, 0);
	print_duration(kt, exit->rettime - exit->calltime);
	print_indent(kt, entry->depth);
	pk_seq_printf(&kt->seq, "%s();\n", pk_symbols_text(&kt->symbols, entry->func, PK_SYM_NAME));
	print_irq(kt, event, exit->func, "<==========");
}

static void print_entry(struct pk_kt *kt, const struct pk_event *event,
			const struct pk_graph_event *entry)
{
	struct pk_kt_graph_cpu *state = &kt->cpus[event->cpu].graph;
	struct pk_graph_event exit;

	if (hidden_entry(kt, state, entry))
		return;
	print_switch(kt, event);
	print_irq(kt, event, entry->func, "==========>");
	print_columns(kt, event);
	if (leaf_return(kt, event, entry, &exit)) {
		print_leaf(kt, event, entry, &exit);
		return;
	}
	state->depth = entry->depth;
	remember(state, entry->depth, entry->func);
	print_fill(kt, FILL_FULL);
	print_indent(kt, entry->depth);
	pk_seq_printf(&kt->seq, "%s() {\n",
		      pk_symbols_text(&kt->symbols, entry->func, PK_SYM_NAME));
}

static void print_exit(struct pk_kt *kt, const struct pk_event *event,
		       const struct pk_graph_event *exit)
{
	struct pk_kt_graph_cpu *state = &kt->cpus[event->cpu].graph;
	bool matches = true;

	if (hidden_exit(kt, state, exit->depth))
		return;
	state->depth = exit->depth - 1;
	if (exit->depth >= 0 && exit->depth < PK_RETFUNC_DEPTH)
		matches = state->enter_funcs[exit->depth] == exit->func;
	remember(state, exit->depth, 0);
	print_switch(kt, event);
	print_columns(kt, event);
	print_duration(kt, exit->rettime - exit->calltime);
	print_indent(kt, exit->depth);
	if (matches && !pk_kg_has(kt, PK_KG_TAIL))
		pk_seq_puts(&kt->seq, "}\n");
	else
		pk_seq_printf(&kt->seq, "} /* %s */\n",
			      pk_symbols_text(&kt->symbols, exit->func, PK_SYM_NAME));
	if (pk_kg_has(kt, PK_KG_OVERRUN))
		pk_seq_printf(&kt->seq, " (Overruns: %" PRIu64 ")\n", exit->overrun);
	print_irq(kt, event, exit->func, "<==========");
}

static void print_comment(struct pk_kt *kt, const struct pk_event *event)
{
	int64_t depth = kt->cpus[event->cpu].graph.depth;

	print_switch(kt, event);
	print_columns(kt, event);
	print_fill(kt, FILL_FULL);
	if (depth > 0)
		print_indent(kt, depth + 1);
	pk_seq_puts(&kt->seq, "/* ");
	if (!pk_kt_message_only(kt, event))
		pk_kt_event(kt, event, PK_FORM_TRACE);
	if (kt->seq.len && kt->seq.text[kt->seq.len - 1] == '\n')
		pk_seq_cut(&kt->seq, kt->seq.len - 1);
	pk_seq_puts(&kt->seq, " */\n");
}

/* Functions and stacks are left to the default format, as the kernel leaves them. */
static bool is_foreign(struct pk_kt *kt, const struct pk_event *event)
{
	static const enum pk_row_id rows[] = {PK_R_TRACE_FN, PK_R_TRACE_STACK};

	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		if (pk_has(kt->ctx, rows[i]) &&
		    pk_layout_get(kt->ctx, rows[i])->value == event->type)
			return true;
	return false;
}

bool pk_kt_graph_line(struct pk_kt *kt, const struct pk_event *event)
{
	struct pk_graph_event graph;

	if (is_foreign(kt, event))
		return false;
	if (pk_graph_event(kt->ctx, event, &graph) != PK_OK)
		print_comment(kt, event);
	else if (graph.is_entry)
		print_entry(kt, event, &graph);
	else
		print_exit(kt, event, &graph);
	return true;
}
