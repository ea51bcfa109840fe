// SPDX-License-Identifier: GPL-3.0-or-later
/* What stands around the events: the header, and what begins a line of the default format. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/printable.h"
#include "decode/trace/event_format.h"
#include "text/entry.h"

#define TGID_CAPTION "     TGID   "
#define TGID_LINE "       |    "
#define PROC_COLUMNS 14 /* function_graph's, of "comm-pid" */

/* Columns for pids grew from 5 to 7 in 5.10 ("tracing: Make the space reserved for the pid wider"), of which no type
 * tells; that release also brought the log's lockless ring, which no older kernel has been given. */
static bool is_narrow(struct pk_kt *kt)
{
	return pk_layout_get(kt->ctx, PK_R_prb)->state == PK_ROW_ABSENT;
}

#define MAX_STEPS 8
#define BARS "||||||||"

/* What the column of flags has, in its order; steps[0] is latency-format's, whose column begins with the CPU. Returns
 * their number. */
static int captions_of(const struct pk_flag_letters *letters, const char *steps[MAX_STEPS])
{
	int nr = 0;

	steps[nr++] = "CPU#";
	steps[nr++] = letters->bh_off ? "irqs-off/BH-disabled" : "irqs-off";
	steps[nr++] = "need-resched";
	if (letters->preempt_lazy)
		steps[nr++] = "need-resched-lazy";
	steps[nr++] = "hardirq/softirq";
	steps[nr++] = "preempt-depth";
	if (letters->preempt_lazy)
		steps[nr++] = "preempt-lazy-depth";
	if (letters->migrate)
		steps[nr++] = "migrate-disable";
	return nr;
}

/* The staircase of captions over a column that begins after AT blanks: a step for each letter, and the LONGEST line of
 * dashes for the first. Captions fill WIDTH columns. */
static void print_steps(struct pk_kt *kt, const char *const *steps, int nr, int at, int longest,
			int width)
{
	for (int i = 0; i < nr; i++)
		pk_seq_printf(&kt->seq, "#%*s%.*s%s_%.*s=> %-*s\n", at, "", i ? i - 1 : 0, BARS,
			      i ? " / " : "  ", longest - i, "--------", width, steps[i]);
}

static void print_irq_captions(struct pk_kt *kt, int gap)
{
	const char *steps[MAX_STEPS];
	int nr = captions_of(&kt->letters, steps) - 1;

	print_steps(kt, steps + 1, nr, 28 + gap, nr > 4 ? nr : 5, 0);
	pk_seq_printf(&kt->seq, "#%*s%.*s /     delay\n", 28 + gap, "", nr - 1, BARS);
}

/* As of 3.10 to 5.9, without TGIDs. */
static void print_narrow_captions(struct pk_kt *kt)
{
	if (!pk_kt_has(kt, PK_KT_IRQ_INFO)) {
		pk_seq_puts(&kt->seq, "#           TASK-PID   CPU#      TIMESTAMP  FUNCTION\n"
				      "#              | |       |          |         |\n");
		return;
	}
	if (kt->letters.preempt_lazy) { /* as of 4.19-rt: for five of the seven letters */
		pk_seq_puts(&kt->seq, "#                              _-----=> irqs-off\n"
				      "#                             / _----=> need-resched\n"
				      "#                            | / _---=> need-resched_lazy\n"
				      "#                            || / _--=> hardirq/softirq\n"
				      "#                            ||| /     preempt-depth\n"
				      "#                            |||| /    delay\n"
				      "#           TASK-PID   CPU#  |||||   TIMESTAMP  FUNCTION\n"
				      "#              | |       |   |||||      |         |\n");
		return;
	}
	print_irq_captions(kt, 0);
	pk_seq_puts(&kt->seq, "#           TASK-PID   CPU#  ||||    TIMESTAMP  FUNCTION\n"
			      "#              | |       |   ||||       |         |\n");
}

static void print_captions(struct pk_kt *kt)
{
	bool tgid = pk_kt_has(kt, PK_KT_RECORD_TGID);
	int gap = tgid ? 12 : 2;
	const char *bars;
	uint64_t entries, total;

	pk_kt_totals(kt, &entries, &total);
	pk_seq_printf(&kt->seq,
		      "# entries-in-buffer/entries-written: %" PRIu64 "/%" PRIu64 "   #P:%u\n#\n",
		      entries, total, pk_kt_online_cpus(kt));
	if (is_narrow(kt) && !tgid) {
		print_narrow_captions(kt);
		return;
	}
	if (!pk_kt_has(kt, PK_KT_IRQ_INFO)) {
		pk_seq_printf(&kt->seq, "#           TASK-PID    %s CPU#     TIMESTAMP  FUNCTION\n",
			      tgid ? "   TGID   " : "");
		pk_seq_printf(&kt->seq, "#              | |      %s   |         |         |\n",
			      tgid ? "     |    " : "");
		return;
	}
	print_irq_captions(kt, gap);
	bars = kt->letters.preempt_lazy ? "|||||||" : kt->letters.migrate ? "|||||" : "|||| ";
	pk_seq_printf(&kt->seq, "#           TASK-PID  %.*s CPU#  %s  TIMESTAMP  FUNCTION\n", gap,
		      TGID_CAPTION, bars);
	pk_seq_printf(&kt->seq, "#              | |    %.*s   |   %s     %s|         |\n", gap,
		      TGID_LINE, bars, kt->letters.preempt_lazy ? " " : "");
}

/* trace_default_header(). */
static void print_default_header(struct pk_kt *kt)
{
	if (!pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		return;
	if (!kt->latency_file) {
		if (!pk_kt_has(kt, PK_KT_VERBOSE))
			print_captions(kt);
		return;
	}
	if (!pk_kt_earliest(kt))
		return;
	pk_kt_latency_header(kt);
	if (!pk_kt_has(kt, PK_KT_VERBOSE)) {
		const char *steps[MAX_STEPS];
		int nr = captions_of(&kt->letters, steps);
		struct pk_seq *seq = &kt->seq;

		/* print_lat_help_header(). */
		print_steps(kt, steps, nr, 18, nr > 5 ? nr : 6, 16);
		if (kt->letters.migrate)
			pk_seq_printf(seq,
				      "#                  %.*s /     delay           \n"
				      "#  cmd     pid     %.*s time  |   caller     \n"
				      "#     \\   /        %.*s  \\    |    /       \n",
				      nr - 1, BARS, nr, BARS, nr, BARS);
		else
			pk_seq_puts(seq, "#                  |||| /     delay            \n"
					 "#  cmd     pid     ||||| time  |   caller      \n"
					 "#     \\   /        |||||  \\    |   /         \n");
	}
}

static void print_snapshot_help(struct pk_kt *kt)
{
	pk_seq_printf(&kt->seq, "#\n# * Snapshot is %s *\n#\n# Snapshot commands:\n",
		      kt->instance->has_snapshot ? "allocated" : "freed");
	if (kt->request->cpu == PK_ALL_CPUS) {
		pk_seq_puts(&kt->seq,
			    "# echo 0 > snapshot : Clears and frees snapshot buffer\n"
			    "# echo 1 > snapshot : Allocates snapshot buffer, if not already "
			    "allocated.\n"
			    "#                      Takes a snapshot of the main buffer.\n"
			    "# echo 2 > snapshot : Clears snapshot buffer (but does not allocate "
			    "or free)\n");
	} else {
		pk_seq_puts(&kt->seq, "# echo 0 > snapshot : Invalid for per_cpu snapshot file.\n");
		pk_seq_puts(&kt->seq,
			    pk_has(kt->ctx, PK_R_ring_buffer_swap_cpu)
				    ? "# echo 1 > snapshot : Allocates snapshot buffer, if not "
				      "already allocated.\n"
				      "#                      Takes a snapshot of the main buffer "
				      "for this cpu.\n"
				    : "# echo 1 > snapshot : Not supported with this kernel.\n"
				      "#                     Must use main snapshot file to "
				      "allocate.\n");
		pk_seq_puts(&kt->seq, "# echo 2 > snapshot : Clears this cpu's snapshot buffer "
				      "(but does not allocate)\n");
	}
	pk_seq_puts(&kt->seq,
		    "#                      (Doesn't have to be '2' works with any number that\n"
		    "#                       is not a '0' or '1')\n");
}

/* ftrace_is_dead(): it found its own books wrong and stopped. */
static bool ftrace_is_dead(struct pk_kt *kt)
{
	uint64_t symbol, disabled;

	return pk_row_value(kt->ctx, PK_R_probe_ftrace_disabled, &symbol) == PK_OK &&
	       pk_read_uint(kt->ctx, symbol, 4, &disabled) == PK_OK && disabled;
}

void pk_kt_header(struct pk_kt *kt)
{
	pk_seq_printf(&kt->seq, "# tracer: %s\n#\n", kt->instance->tracer);
	if (ftrace_is_dead(kt))
		pk_seq_puts(&kt->seq, "# WARNING: FUNCTION TRACING IS CORRUPTED\n"
				      "#          MAY BE MISSING FUNCTION EVENTS\n");
	if (kt->request->snapshot && !pk_kt_earliest(kt))
		print_snapshot_help(kt);
	else
		(kt->print_header ? kt->print_header : print_default_header)(kt);
}

/* Where events were overwritten, each CPU's first line is announced; those of the first two events are not. */
void pk_kt_buffer_started(struct pk_kt *kt, const struct pk_event *event)
{
	struct pk_kt_cpu *cpu = &kt->cpus[event->cpu];

	if (!pk_kt_has(kt, PK_KT_ANNOTATE) || !kt->overruns || cpu->started || cpu->skipped)
		return;
	cpu->started = true;
	if (kt->index > 1)
		pk_seq_printf(&kt->seq, "##### CPU %d buffer started ####\n", event->cpu);
}

void pk_kt_flags(struct pk_kt *kt, const struct pk_event *event)
{
	char text[PK_FLAG_LETTERS_MAX];

	pk_seq_put(&kt->seq, text, pk_flag_letters_put(&kt->letters, event, text));
}

static const char *comm_of(struct pk_kt *kt, int32_t pid, char *buf, size_t size)
{
	char *clean;

	if (pk_comm_saved(kt->ctx, pid, buf, size) != PK_OK)
		snprintf(buf, size, "<...>");
	clean = kt->one_line && strchr(buf, '\n') ? pk_printable(buf, false) : NULL;
	if (clean)
		snprintf(buf, size, "%s", clean);
	free(clean);
	return buf;
}

const struct pk_kt_task *pk_kt_task(struct pk_kt *kt, int32_t pid)
{
	struct pk_kt_task *task = &kt->tasks[(uint32_t)pid % PK_KT_TASKS];

	if (!task->len || task->pid != pid) {
		char comm[32], text[64];
		int spaces;

		/* As trace_print_context() and print_graph_proc() write a task: once, for all
		 * its events. */
		comm_of(kt, pid, comm, sizeof(comm));
		task->pid = pid;
		task->len = (uint8_t)snprintf(text, sizeof(text), "%16.16s-%-*d ", comm,
					      is_narrow(kt) ? 5 : 7, pid);
		memcpy(task->text, text, sizeof(task->text));
		/* comm cut to 7, "comm-pid" in the middle of its columns */
		spaces = PROC_COLUMNS - snprintf(text, sizeof(text), "%.7s-%d", comm, pid);
		if (spaces < 0)
			spaces = 0;
		task->centred_len =
			(uint8_t)snprintf(task->centred, sizeof(task->centred), "%*s%s%*s",
					  spaces / 2, "", text, spaces - spaces / 2, "");
	}
	return task;
}

/* Strictly greater than. */
char pk_kt_mark(uint64_t ns)
{
	static const struct {
		uint64_t ns;
		char mark;
	} marks[] = {{1000000000, '$'}, {100000000, '@'}, {10000000, '*'},
		     {1000000, '#'},	{100000, '!'},	  {10000, '+'}};

	for (size_t i = 0; i < PK_ARRAY_SIZE(marks); i++)
		if (ns > marks[i].ns)
			return marks[i].mark;
	return ' ';
}

/* ns2usecs(): rounded. */
static uint64_t to_us(uint64_t ns)
{
	return (ns + 500) / 1000;
}

/* lat_print_timestamp(): since the buffer's start, and how long until the next event of any CPU. */
static void print_latency_time(struct pk_kt *kt, const struct pk_event *event)
{
	const struct pk_kt_cpu *next = pk_kt_earliest(kt);
	uint64_t abs = event->ts - kt->time_start, rel = next ? next->next->ts - event->ts : 0;
	struct pk_seq *seq = &kt->seq;

	if (kt->instance->clock_in_ns) {
		abs = to_us(abs);
		rel = to_us(rel);
	}
	if (!pk_kt_has(kt, PK_KT_VERBOSE)) {
		if (kt->instance->clock_in_ns)
			pk_seq_printf(seq, " %4" PRId64 "us%c: ", (int64_t)abs,
				      pk_kt_mark(rel * 1000));
		else
			pk_seq_printf(seq, " %4" PRId64 ": ", (int64_t)abs);
	} else if (kt->instance->clock_in_ns) {
		pk_seq_printf(seq, "[%08" PRIx64 "] %" PRId64 ".%03ums (+%" PRId64 ".%03ums): ",
			      to_us(event->ts), (int64_t)(abs / 1000), (unsigned)(abs % 1000),
			      (int64_t)(rel / 1000), (unsigned)(rel % 1000));
	} else {
		pk_seq_printf(seq, "[%016" PRIx64 "] %" PRId64 " (+%" PRId64 "): ", event->ts,
			      (int64_t)abs, (int64_t)rel);
	}
}

/* trace_print_context(). */
static void print_context(struct pk_kt *kt, const struct pk_event *event)
{
	const struct pk_kt_task *task = pk_kt_task(kt, event->pid);
	struct pk_seq *seq = &kt->seq;
	int cpu = event->cpu;

	pk_seq_put(seq, task->text, task->len);
	if (pk_kt_has(kt, PK_KT_RECORD_TGID)) {
		int32_t pid = event->pid;
		uint64_t tgid = 0;

		if (kt->tgid_map && pid >= 0 && (uint64_t)pid < kt->nr_tgids &&
		    pk_read_uint(kt->ctx, kt->tgid_map + 4ull * (uint32_t)pid, 4, &tgid) != PK_OK)
			tgid = 0;
		if (tgid)
			pk_seq_printf(&kt->seq, "(%*d) ", is_narrow(kt) ? 5 : 7, (int)tgid);
		else
			pk_seq_puts(&kt->seq, is_narrow(kt) ? "(-----) " : "(-------) ");
	}
	/* "[%03d] " */
	pk_seq_putc(&kt->seq, '[');
	pk_seq_fill(&kt->seq, '0', (cpu < 10) + (cpu < 100));
	pk_seq_int(&kt->seq, cpu, 0);
	pk_seq_put(&kt->seq, "] ", 2);
	if (pk_kt_has(kt, PK_KT_IRQ_INFO))
		pk_kt_flags(kt, event);
	pk_seq_putc(seq, ' ');
	if (kt->instance->clock_in_ns)
		pk_seq_seconds(seq, to_us(event->ts));
	else
		pk_seq_uint(seq, event->ts, 12);
	pk_seq_put(seq, ": ", 2);
}

void pk_kt_context(struct pk_kt *kt, const struct pk_event *event)
{
	if (!pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		return;
	if (kt->latency_file) {
		unsigned depth =
			kt->letters.nibble ? event->preempt_count & 15 : event->preempt_count;
		char comm[32];

		/* trace_print_lat_context(). */
		comm_of(kt, event->pid, comm, sizeof(comm));
		if (pk_kt_has(kt, PK_KT_VERBOSE)) {
			pk_seq_printf(&kt->seq, "%16s %7d %3d %d %08x %08" PRIx64 " ", comm,
				      event->pid, event->cpu, event->flags, depth, kt->index);
		} else {
			pk_seq_printf(&kt->seq, is_narrow(kt) ? "%8.8s-%5d %3d" : "%8.8s-%-7d %3d",
				      comm, event->pid, event->cpu);
			pk_kt_flags(kt, event);
		}
		print_latency_time(kt, event);
	} else {
		print_context(kt, event);
	}
}

void pk_kt_context_raw(struct pk_kt *kt, const struct pk_event *event)
{
	if (pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		pk_seq_printf(&kt->seq, "%d %d %" PRIu64 " ", event->pid, event->cpu, event->ts);
}

/* trace_seq_putmem_hex() of a number: its digits from the highest on, all of them, and a blank. */
void pk_kt_context_hex(struct pk_kt *kt, const struct pk_event *event)
{
	if (pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		pk_seq_printf(&kt->seq, "%08x %08x %016" PRIx64 " ", (uint32_t)event->pid,
			      (uint32_t)event->cpu, event->ts);
}

/* The SIZE bytes of a number as they lay in the dead machine's memory. */
static void put_number(struct pk_kt *kt, uint64_t value, unsigned size)
{
	bool big_endian = kt->ctx->target->facts.big_endian;

	for (unsigned i = 0; i < size; i++)
		pk_seq_putc(&kt->seq, (char)(value >> 8 * (big_endian ? size - 1 - i : i)));
}

void pk_kt_context_bin(struct pk_kt *kt, const struct pk_event *event)
{
	if (!pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		return;
	put_number(kt, (uint32_t)event->pid, 4);
	put_number(kt, (uint32_t)event->cpu, 4);
	put_number(kt, event->ts, 8);
}
