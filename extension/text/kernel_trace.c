// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The kernel's own `trace`: every CPU's events merged by time, as its reader merges them (the lowest
 * CPU first when times are equal). Each CPU has a cursor of its own, because function_graph decides
 * by a CPU's next event what a line is, wherever that event stands in the merged order.
 */
#include "text/kernel_trace.h"

#include <stdlib.h>
#include <string.h>

#include "text/print_fmt.h"
#include "text/private.h"

#define PROGRESS_EVERY 0x1ffff
#define MAX_ENTRY 65536 /* an entry is never larger than a sub-buffer, whose offsets are 16 bits */

/* The next event that the kernel's reader would see. */
void pk_kt_advance(struct pk_kt *kt, struct pk_kt_cpu *cpu)
{
	enum pk_status status;

	cpu->has_next = false;
	while ((status = pk_cursor_next(cpu->cursor, &cpu->next)) == PK_OK) {
		if (cpu->next.consumed || cpu->next.uncommitted)
			continue;
		if (cpu->next.ts < kt->instance->time_start) {
			cpu->skipped = true;
			continue;
		}
		cpu->has_next = true;
		return;
	}
	if (status != PK_ABSENT)
		pk_warn(kt->ctx, "the events of a CPU end early: %s", kt->ctx->error);
}

static struct pk_kt_cpu *earliest(struct pk_kt *kt)
{
	struct pk_kt_cpu *first = NULL;

	for (uint32_t cpu = 0; cpu < kt->nr_cpus; cpu++)
		if (kt->cpus[cpu].has_next && (!first || kt->cpus[cpu].next.ts < first->next.ts))
			first = &kt->cpus[cpu];
	return first;
}

/* The live file never counts what a reader lost; a page of ours that is damaged is told so. */
static void print_lost(struct pk_kt *kt, const struct pk_event *event)
{
	if (event->lost_before == PK_LOST_UNKNOWN)
		pk_seq_printf(&kt->seq, "CPU:%d [LOST EVENTS]\n", event->cpu);
}

static void print_event(struct pk_kt *kt, const struct pk_event *event)
{
	kt->result.events++;
	print_lost(kt, event);
	if (kt->is_graph && pk_kt_graph_line(kt, event))
		return;
	pk_kt_buffer_started(kt, event);
	pk_kt_context(kt, event);
	pk_kt_event(kt, event, PK_FORM_TRACE);
}

static bool flush(struct pk_kt *kt, FILE *fp)
{
	if (fwrite(kt->seq.text, 1, kt->seq.len, fp) != kt->seq.len || ferror(fp))
		kt->result.failed = true;
	pk_seq_reset(&kt->seq);
	return !kt->result.failed;
}

static void print_all(struct pk_kt *kt, FILE *fp, uint8_t *copy)
{
	struct pk_kt_cpu *cpu;

	pk_kt_header(kt);
	while (flush(kt, fp) && (cpu = earliest(kt))) {
		struct pk_event event = cpu->next;

		if (event.len > MAX_ENTRY)
			event.len = MAX_ENTRY;
		memcpy(copy, event.data, event.len);
		event.data = copy; /* the cursor goes on */
		pk_kt_advance(kt, cpu);
		print_event(kt, &event);
		if (kt->ctx->progress && !(kt->result.events & PROGRESS_EVERY))
			kt->ctx->progress("events printed", kt->result.events);
	}
}

static enum pk_status open_cpu(struct pk_kt *kt, int number)
{
	struct pk_kt_cpu *cpu = &kt->cpus[number];
	struct pk_cpu_stats stats;
	enum pk_status status = pk_trace_stats(kt->trace, number, &stats);

	if (status == PK_ABSENT)
		return PK_OK;
	if (status == PK_OK && stats.readable && stats.overrun)
		kt->overruns = true;
	status = pk_cursor_open(kt->trace, 0, UINT64_MAX, number, &cpu->cursor);
	if (status != PK_OK)
		return status;
	cpu->graph.last_pid = -1;
	cpu->graph.depth_irq = -1;
	pk_kt_advance(kt, cpu);
	return PK_OK;
}

static enum pk_status open_cpus(struct pk_kt *kt, int only)
{
	enum pk_status status = PK_OK;

	kt->nr_cpus = pk_trace_nr_cpus(kt->trace);
	kt->cpus = calloc(kt->nr_cpus ? kt->nr_cpus : 1, sizeof(*kt->cpus));
	if (!kt->cpus)
		return pk_fail(kt->ctx, PK_NOMEM, "%u CPUs", kt->nr_cpus);
	for (uint32_t cpu = 0; cpu < kt->nr_cpus && status == PK_OK; cpu++)
		if (only == PK_ALL_CPUS || only == (int)cpu)
			status = open_cpu(kt, (int)cpu);
	return status;
}

static void close_all(struct pk_kt *kt)
{
	for (uint32_t cpu = 0; kt->cpus && cpu < kt->nr_cpus; cpu++)
		if (kt->cpus[cpu].cursor)
			pk_cursor_close(kt->cpus[cpu].cursor);
	free(kt->cpus);
	pk_print_fmts_destroy(kt->fmts);
	pk_symbols_deinit(&kt->symbols);
	free(kt);
}

static enum pk_status prepare(struct pk_kt *kt, int cpu)
{
	unsigned highest = kt->ctx->target->facts.nr_cpu_ids;
	enum pk_status status;

	pk_symbols_init(&kt->symbols, kt->ctx);
	status = pk_kt_options_read(kt);
	if (status != PK_OK)
		return status;
	for (kt->cpu_width = 1, highest = highest ? highest - 1 : 0; highest >= 10; highest /= 10)
		kt->cpu_width++;
	kt->fmts = pk_print_fmts_create();
	if (!kt->fmts)
		return pk_fail(kt->ctx, PK_NOMEM, "event formats");
	if (pk_formats_load(kt->ctx, &kt->formats) != PK_OK) {
		pk_warn(kt->ctx, "%s", kt->ctx->error);
		kt->formats = NULL;
	}
	return open_cpus(kt, cpu);
}

enum pk_status pk_kernel_trace_print(struct pk_ctx *ctx, const struct pk_instance *instance,
				     struct pk_trace *trace, int cpu, FILE *fp,
				     struct pk_kernel_trace_result *ret_result)
{
	struct pk_kt *kt = calloc(1, sizeof(*kt));
	uint8_t *copy = malloc(MAX_ENTRY);
	enum pk_status status;

	if (!kt || !copy) {
		free(kt);
		free(copy);
		return pk_fail(ctx, PK_NOMEM, "the trace's text");
	}
	kt->ctx = ctx;
	kt->instance = instance;
	kt->trace = trace;
	status = prepare(kt, cpu);
	if (status == PK_OK) {
		print_all(kt, fp, copy);
		*ret_result = kt->result;
	}
	free(copy);
	close_all(kt);
	return status;
}
