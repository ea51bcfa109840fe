// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The kernel's own `trace`: every CPU's events merged by time, as its reader merges them (the lowest
 * CPU first when times are equal). Each CPU has a cursor of its own, because function_graph decides
 * by a CPU's next event what a line is, wherever that event stands in the merged order.
 */
#include "text/kernel_trace.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/btf_func.h"
#include "text/entry.h"
#include "text/print_fmt.h"
#include "text/private.h"

#define PROGRESS_EVERY 0x1ffff
#define MAX_ENTRY 65536 /* an entry is never larger than a sub-buffer, whose offsets are 16 bits */
#define OUT_ROOM (64 * 1024 + PK_SEQ_MAX) /* bytes of lines */
#define EVENTS_PER_PAGE 64 /* a guess to begin with, for the newest events */

/* The live file never counts what a reader lost; a page of ours that is damaged is told so. */
static void print_lost(struct pk_kt *kt, const struct pk_event *event)
{
	if (event->lost_before == PK_LOST_UNKNOWN)
		pk_seq_printf(&kt->seq, "CPU:%d [LOST EVENTS]\n", event->cpu);
}

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

static void print_default(struct pk_kt *kt, const struct pk_event *event)
{
	pk_kt_buffer_started(kt, event);
	pk_kt_context(kt, event);
	if (!by_fields(kt, event) || !pk_kt_print_fields(kt, event))
		pk_kt_event(kt, event, PK_FORM_TRACE);
}

static bool print_mmio(struct pk_kt *kt, const struct pk_event *event)
{
	pk_kt_mmio_line(kt, event);
	return true;
}

/* struct tracer.print_line of those tracers that have one. */
static void find_printer(struct pk_kt *kt)
{
	if (kt->is_graph)
		kt->print_line = pk_kt_graph_line;
	else if (!strcmp(kt->instance->tracer, "blk"))
		kt->print_line = pk_kt_blk_line;
	else if (!strcmp(kt->instance->tracer, "mmiotrace"))
		kt->print_line = print_mmio;
}

/* print_trace_line(): the tracer's own printer, then the format that the options ask for. */
static void print_event(struct pk_kt *kt, const struct pk_event *event)
{
	kt->result.events++;
	print_lost(kt, event);
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
		print_default(kt, event);
	}
}

static bool write_out(struct pk_kt *kt, FILE *fp)
{
	if (fwrite(kt->out, 1, kt->out_len, fp) != kt->out_len || ferror(fp))
		kt->result.failed = true;
	kt->out_len = 0;
	return !kt->result.failed;
}

/* The lines made so far are done with. They are written many at a time. */
static bool flush(struct pk_kt *kt, FILE *fp)
{
	memcpy(kt->out + kt->out_len, kt->seq.text, kt->seq.len);
	kt->out_len += kt->seq.len;
	pk_seq_reset(&kt->seq);
	return kt->out_len <= OUT_ROOM - PK_SEQ_MAX || write_out(kt, fp);
}

/* One entry, with what its printer takes of those behind it. */
static void print_next(struct pk_kt *kt, struct pk_kt_cpu *cpu)
{
	struct pk_event event = *cpu->next;

	if (event.len > MAX_ENTRY)
		event.len = MAX_ENTRY;
	memcpy(kt->entry, event.data, event.len);
	event.data = kt->entry; /* the cursor goes on */
	pk_kt_advance(kt, cpu);
	print_event(kt, &event);
	kt->index++;
}

static void print_all(struct pk_kt *kt, FILE *fp)
{
	struct pk_kt_cpu *cpu;

	while (flush(kt, fp) && (cpu = pk_kt_earliest(kt))) {
		print_next(kt, cpu);
		if (kt->ctx->progress && !(kt->result.events & PROGRESS_EVERY))
			kt->ctx->progress("events printed", kt->result.events);
	}
	if (!kt->result.failed)
		write_out(kt, fp);
}

static enum pk_status open_cpu(struct pk_kt *kt, int number, uint64_t since)
{
	struct pk_kt_cpu *cpu = &kt->cpus[number];
	struct pk_cpu_stats stats;
	enum pk_status status = pk_trace_counters(kt->trace, number, &stats);

	if (status == PK_ABSENT)
		return PK_OK;
	if (status == PK_OK && stats.readable && stats.overrun)
		kt->overruns = true;
	status = pk_cursor_open(kt->trace, since, UINT64_MAX, number, &cpu->cursor);
	if (status != PK_OK)
		return status;
	cpu->graph.last_pid = -1;
	cpu->graph.depth_irq = -1;
	pk_kt_advance(kt, cpu);
	if (cpu->next)
		pk_loser_tree_enter(&kt->merge, (uint32_t)number, cpu->next->ts);
	return PK_OK;
}

static void close_cpus(struct pk_kt *kt)
{
	for (uint32_t cpu = 0; kt->cpus && cpu < kt->nr_cpus; cpu++)
		if (kt->cpus[cpu].cursor)
			pk_cursor_close(kt->cpus[cpu].cursor);
	free(kt->cpus);
	pk_loser_tree_deinit(&kt->merge);
	kt->cpus = NULL;
}

static enum pk_status open_cpus(struct pk_kt *kt, uint64_t since)
{
	int only = kt->request->cpu;
	enum pk_status status = PK_OK;

	close_cpus(kt);
	kt->nr_cpus = pk_trace_nr_cpus(kt->trace);
	kt->cpus = calloc(kt->nr_cpus ? kt->nr_cpus : 1, sizeof(*kt->cpus));
	if (!kt->cpus || !pk_loser_tree_init(&kt->merge, kt->nr_cpus))
		return pk_fail(kt->ctx, PK_NOMEM, "%u CPUs", kt->nr_cpus);
	for (uint32_t cpu = 0; cpu < kt->nr_cpus && status == PK_OK; cpu++)
		if (only == PK_ALL_CPUS || only == (int)cpu)
			status = open_cpu(kt, (int)cpu, since);
	pk_loser_tree_play(&kt->merge);
	return status;
}

/* Pass over the NR oldest entries. They are printed to nowhere, because what they say of their CPUs
 * (depths, tasks, first lines) is asked by those that follow. Returns how many there were. */
static uint64_t skip_entries(struct pk_kt *kt, uint64_t nr)
{
	struct pk_kt_cpu *cpu;
	uint64_t skipped = 0;

	for (; skipped < nr && (cpu = pk_kt_earliest(kt)); skipped++) {
		print_next(kt, cpu);
		pk_seq_reset(&kt->seq);
	}
	memset(&kt->result, 0, sizeof(kt->result));
	return skipped;
}

/* The newest events: back by more and more pages until there are that many, then past the others. */
static enum pk_status open_newest(struct pk_kt *kt)
{
	uint64_t newest = kt->request->newest, since, nr, entries, total;
	uint64_t pages = newest / EVENTS_PER_PAGE + pk_trace_nr_cpus(kt->trace);
	enum pk_status status;

	for (;; pages *= 4) {
		status = pk_trace_time_back(kt->trace, pages, &since);
		if (status == PK_OK)
			status = open_cpus(kt, since);
		if (status != PK_OK)
			return status;
		nr = skip_entries(kt, UINT64_MAX);
		if (nr >= newest || !since)
			break;
	}
	status = open_cpus(kt, since);
	if (status != PK_OK)
		return status;
	for (uint32_t cpu = 0; since && cpu < kt->nr_cpus; cpu++)
		kt->cpus[cpu].started = true; /* before the window */
	pk_kt_totals(kt, &entries, &total);
	kt->index = since && entries > nr ? entries - nr : 0;
	skip_entries(kt, nr > newest ? nr - newest : 0);
	return PK_OK;
}

/* A latency tracer's file trace shows the buffer of the longest latency. */
static bool shows_maximum(struct pk_kt *kt)
{
	uint64_t tracer, print_max = 0;

	return pk_has(kt->ctx, PK_R_tracer_print_max) &&
	       pk_member_uint(kt->ctx, kt->instance->addr, PK_R_trace_array_current_trace,
			      &tracer) == PK_OK &&
	       pk_member_uint(kt->ctx, tracer, PK_R_tracer_print_max, &print_max) == PK_OK &&
	       print_max && kt->instance->has_snapshot;
}

static enum pk_status open_trace(struct pk_kt *kt)
{
	struct pk_ctx *ctx = kt->ctx;
	enum pk_status status;

	kt->second_buffer = kt->request->snapshot || shows_maximum(kt);
	kt->time_start = kt->instance->time_start;
	if (kt->request->snapshot && !pk_has(ctx, PK_R_trace_array_snapshot))
		return pk_fail(ctx, PK_ABSENT, "this kernel has no snapshots");
	if (kt->request->snapshot && !kt->instance->has_snapshot)
		return PK_OK; /* the file says so */
	status = pk_trace_open(ctx, kt->instance, kt->second_buffer, &kt->trace);
	if (status == PK_OK && kt->second_buffer)
		status = pk_member_uint(ctx, kt->instance->addr,
					PK_R_trace_array_snapshot_time_start, &kt->time_start);
	return status;
}

static enum pk_status check_cpu(struct pk_kt *kt)
{
	struct pk_cpu_stats stats;
	int cpu = kt->request->cpu;

	if (cpu == PK_ALL_CPUS || ((uint32_t)cpu < pk_trace_nr_cpus(kt->trace) &&
				   pk_trace_counters(kt->trace, cpu, &stats) != PK_ABSENT))
		return PK_OK;
	return pk_fail(kt->ctx, PK_USAGE, "CPU %d has no trace buffer", cpu);
}

static enum pk_status prepare(struct pk_kt *kt)
{
	unsigned highest = kt->ctx->target->facts.nr_cpu_ids;
	enum pk_status status;

	pk_symbols_init(&kt->symbols, kt->ctx);
	kt->one_line = kt->symbols.one_line = kt->request->one_line;
	kt->entry = malloc(MAX_ENTRY);
	kt->out = malloc(OUT_ROOM);
	if (!kt->entry || !kt->out)
		return pk_fail(kt->ctx, PK_NOMEM, "an entry");
	status = pk_kt_options_read(kt);
	if (status != PK_OK)
		return status;
	find_printer(kt);
	for (kt->cpu_width = 1, highest = highest ? highest - 1 : 0; highest >= 10; highest /= 10)
		kt->cpu_width++;
	kt->fmts = pk_print_fmts_create();
	if (!kt->fmts)
		return pk_fail(kt->ctx, PK_NOMEM, "event formats");
	if (pk_formats_load(kt->ctx, &kt->formats) != PK_OK) {
		pk_warn(kt->ctx, "%s", kt->ctx->error);
		kt->formats = NULL;
	}
	status = pk_last_boot_create(kt->ctx, kt->instance, &kt->last_boot);
	if (status == PK_OK)
		status = open_trace(kt);
	if (status != PK_OK || !kt->trace)
		return status;
	status = check_cpu(kt);
	if (status != PK_OK)
		return status;
	return kt->request->newest ? open_newest(kt) : open_cpus(kt, 0);
}

static void close_all(struct pk_kt *kt)
{
	close_cpus(kt);
	pk_trace_close(kt->trace);
	pk_print_fmts_destroy(kt->fmts);
	pk_symbols_deinit(&kt->symbols);
	pk_last_boot_destroy(kt->last_boot);
	pk_btf_funcs_destroy(kt->functions);
	free(kt->entry);
	free(kt->out);
	free(kt);
}

enum pk_status pk_kernel_trace_print(struct pk_ctx *ctx,
				     const struct pk_kernel_trace_request *request, FILE *fp,
				     struct pk_kernel_trace_result *ret_result)
{
	struct pk_kt *kt = calloc(1, sizeof(*kt));
	enum pk_status status;

	if (!kt)
		return pk_fail(ctx, PK_NOMEM, "the trace's text");
	kt->ctx = ctx;
	kt->request = request;
	kt->instance = request->instance;
	status = prepare(kt);
	if (status == PK_OK) {
		pk_kt_header(kt);
		print_all(kt, fp);
		*ret_result = kt->result;
	}
	close_all(kt);
	return status;
}
