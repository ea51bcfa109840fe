// SPDX-License-Identifier: GPL-3.0-or-later
/* What stands around the events: the header, and what begins a line of the default format. */
#include <inttypes.h>
#include <stdio.h>

#include "decode/comm.h"
#include "text/private.h"

#define TGID_CAPTION "     TGID   "
#define TGID_LINE "       |    "

/* CPUs that were online before the panic took some offline: those are still active. */
static unsigned online_cpus(struct pk_kt *kt)
{
	struct pk_target *target = kt->ctx->target;
	struct pk_cpumask mask;
	unsigned nr = 0;

	if (target->ops->cpumask(target, PK_CPUS_ACTIVE, &mask) != PK_OK &&
	    target->ops->cpumask(target, PK_CPUS_ONLINE, &mask) != PK_OK)
		return 0;
	for (unsigned cpu = 0; cpu < PK_MAX_CPUS; cpu++)
		nr += pk_cpumask_test(&mask, cpu);
	return nr;
}

static void print_totals(struct pk_kt *kt)
{
	uint64_t entries = 0, total = 0;

	for (uint32_t cpu = 0; cpu < kt->nr_cpus; cpu++) {
		struct pk_cpu_stats stats;

		if (pk_trace_stats(kt->trace, (int)cpu, &stats) != PK_OK || !stats.readable)
			continue;
		entries += stats.entries;
		total += stats.entries + stats.overrun;
	}
	pk_seq_printf(&kt->seq,
		      "# entries-in-buffer/entries-written: %" PRIu64 "/%" PRIu64 "   #P:%u\n#\n",
		      entries, total, online_cpus(kt));
}

/* The staircase of captions over the column of flags: a step for each letter. */
static void print_irq_captions(struct pk_kt *kt, int gap)
{
	static const char *const dashes[] = {"  _-----", " / _----", "| / _---", "|| / _--",
					     "||| / _-"};
	const char *const steps[] = {kt->bh_off ? "irqs-off/BH-disabled" : "irqs-off",
				     "need-resched", "hardirq/softirq", "preempt-depth",
				     "migrate-disable"};
	int nr = kt->migrate_column ? 5 : 4;

	for (int i = 0; i < nr; i++)
		pk_seq_printf(&kt->seq, "#%*s%s=> %s\n", 28 + gap, "", dashes[i], steps[i]);
	pk_seq_printf(&kt->seq, "#%*s%s /     delay\n", 28 + gap, "", &"||||"[5 - nr]);
}

static void print_default_header(struct pk_kt *kt)
{
	bool tgid = pk_kt_has(kt, PK_KT_RECORD_TGID);
	int gap = tgid ? 12 : 2;

	if (!pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		return;
	print_totals(kt);
	if (!pk_kt_has(kt, PK_KT_IRQ_INFO)) {
		pk_seq_printf(&kt->seq, "#           TASK-PID    %s CPU#     TIMESTAMP  FUNCTION\n",
			      tgid ? "   TGID   " : "");
		pk_seq_printf(&kt->seq, "#              | |      %s   |         |         |\n",
			      tgid ? "     |    " : "");
		return;
	}
	print_irq_captions(kt, gap);
	pk_seq_printf(&kt->seq, "#           TASK-PID  %.*s CPU#  %s  TIMESTAMP  FUNCTION\n", gap,
		      TGID_CAPTION, kt->migrate_column ? "|||||" : "|||| ");
	pk_seq_printf(&kt->seq, "#              | |    %.*s   |   %s     |         |\n", gap,
		      TGID_LINE, kt->migrate_column ? "|||||" : "|||| ");
}

void pk_kt_header(struct pk_kt *kt)
{
	pk_seq_printf(&kt->seq, "# tracer: %s\n#\n", kt->instance->tracer);
	if (kt->is_graph)
		pk_kt_graph_header(kt);
	else
		print_default_header(kt);
}

/* Where events were overwritten, each CPU's first line is announced; the very first one is not. */
void pk_kt_buffer_started(struct pk_kt *kt, const struct pk_event *event)
{
	struct pk_kt_cpu *cpu = &kt->cpus[event->cpu];

	if (!pk_kt_has(kt, PK_KT_ANNOTATE) || !kt->overruns || cpu->started || cpu->skipped)
		return;
	cpu->started = true;
	if (kt->result.events > 1)
		pk_seq_printf(&kt->seq, "##### CPU %d buffer started ####\n", event->cpu);
}

void pk_kt_flags(struct pk_kt *kt, const struct pk_event *event)
{
	static const char digits[] = "0123456789abcdef";
	unsigned flags = event->flags, depth = event->preempt_count;
	bool irqs_off = flags & 0x01, need = flags & 0x04, preempt = flags & 0x20;
	bool hard = flags & 0x08, soft = flags & 0x10, nmi = flags & 0x40;
	bool bh_off = kt->bh_off && (flags & 0x80);
	struct pk_seq *seq = &kt->seq;

	pk_seq_putc(seq, irqs_off	  ? (bh_off ? 'D' : 'd')
			 : bh_off	  ? 'b'
			 : (flags & 0x02) ? 'X'
					  : '.');
	pk_seq_putc(seq, need ? (preempt ? 'N' : 'n') : preempt ? 'p' : '.');
	pk_seq_putc(seq, nmi ? (hard ? 'Z' : 'z') : hard ? (soft ? 'H' : 'h') : soft ? 's' : '.');
	if (!kt->migrate_column) {
		if (depth)
			pk_seq_printf(seq, "%x", depth);
		else
			pk_seq_putc(seq, '.');
		return;
	}
	pk_seq_putc(seq, depth & 15 ? digits[depth & 15] : '.');
	pk_seq_putc(seq, depth >> 4 ? digits[depth >> 4] : '.');
}

static void print_tgid(struct pk_kt *kt, int32_t pid)
{
	uint64_t tgid = 0;

	if (kt->tgid_map && pid >= 0 && (uint64_t)pid < kt->nr_tgids &&
	    pk_read_uint(kt->ctx, kt->tgid_map + 4ull * (uint32_t)pid, 4, &tgid) != PK_OK)
		tgid = 0;
	if (tgid)
		pk_seq_printf(&kt->seq, "(%7d) ", (int)tgid);
	else
		pk_seq_puts(&kt->seq, "(-------) ");
}

void pk_kt_context(struct pk_kt *kt, const struct pk_event *event)
{
	uint64_t us = (event->ts + 500) / 1000;
	struct pk_seq *seq = &kt->seq;
	char comm[32];

	if (!pk_kt_has(kt, PK_KT_CONTEXT_INFO))
		return;
	if (pk_comm_saved(kt->ctx, event->pid, comm, sizeof(comm)) != PK_OK)
		snprintf(comm, sizeof(comm), "<...>");
	pk_seq_printf(seq, "%16s-%-7d ", comm, event->pid);
	if (pk_kt_has(kt, PK_KT_RECORD_TGID))
		print_tgid(kt, event->pid);
	pk_seq_printf(seq, "[%03d] ", event->cpu);
	if (pk_kt_has(kt, PK_KT_IRQ_INFO))
		pk_kt_flags(kt, event);
	if (kt->instance->clock_in_ns)
		pk_seq_printf(seq, " %5" PRIu64 ".%06" PRIu64 ": ", us / 1000000, us % 1000000);
	else
		pk_seq_printf(seq, " %12" PRIu64 ": ", event->ts);
}
