// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The kernel's own `trace`: every CPU's events merged by time, as its reader merges them (the lowest
 * CPU first when times are equal). Each CPU has a cursor of its own, because function_graph decides
 * by a CPU's next event what a line is, wherever that event stands in the merged order.
 */
#include "text/kernel_trace.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "kernel/btf_func.h"
#include "text/entry.h"
#include "text/print_fmt.h"
#include "text/private.h"

#define EVENTS_PER_PAGE 64 /* a guess to begin with, for the newest events */

static bool print_mmio(struct pk_kt *kt, const struct pk_event *event)
{
	pk_kt_mmio_line(kt, event);
	return true;
}

/* struct tracer.print_header and print_line of those tracers that have any. */
static void find_tracer(struct pk_kt *kt)
{
	static const struct {
		const char *tracer;
		void (*header)(struct pk_kt *kt);
		bool (*line)(struct pk_kt *kt, const struct pk_event *event);
	} tracers[] = {
		{"blk", pk_kt_blk_header, pk_kt_blk_line}, {"branch", pk_kt_branch_header, NULL},
		{"mmiotrace", NULL, print_mmio},	   {"osnoise", pk_kt_osnoise_header, NULL},
		{"timerlat", pk_kt_timerlat_header, NULL},
	};

	if (kt->is_graph) {
		kt->print_header = pk_kt_graph_header;
		kt->print_line = pk_kt_graph_line;
		return;
	}
	for (size_t i = 0; i < PK_ARRAY_SIZE(tracers); i++) {
		if (strcmp(kt->instance->tracer, tracers[i].tracer))
			continue;
		kt->print_header = tracers[i].header;
		kt->print_line = tracers[i].line;
	}
}

/* The lines made so far are done with. They are written many at a time. */
static bool flush(struct pk_kt *kt, FILE *fp)
{
	bool put = pk_kt_put(kt, kt->seq.text, kt->seq.len, fp);

	pk_seq_reset(&kt->seq);
	return put;
}

/* NR entries; UINT64_MAX: all. False: there are no more, or nobody takes them. */
static bool print_some(struct pk_kt *kt, uint64_t nr, FILE *fp)
{
	struct pk_kt_cpu *cpu;

	while (flush(kt, fp) && (cpu = pk_kt_earliest(kt))) {
		if (!nr--)
			return true;
		pk_kt_print_next(kt, cpu);
		if (kt->ctx->progress && !(kt->result.events & PK_KT_PROGRESS_EVERY))
			kt->ctx->progress("events printed", kt->result.events);
	}
	return false;
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
		pk_kt_print_next(kt, cpu);
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
	if (status == PK_OK)
		pk_trace_find_added_bytes(kt->trace);
	if (status == PK_OK && kt->second_buffer)
		status = pk_instance_snapshot_time(ctx, kt->instance, &kt->time_start);
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
	kt->entry = malloc(PK_KT_ENTRY_MAX);
	kt->out = malloc(PK_KT_OUT_ROOM);
	if (!kt->entry || !kt->out)
		return pk_fail(kt->ctx, PK_NOMEM, "an entry");
	status = pk_kt_options_read(kt);
	if (status != PK_OK)
		return status;
	find_tracer(kt);
	for (kt->cpu_width = 1, highest = highest ? highest - 1 : 0; highest >= 10; highest /= 10)
		kt->cpu_width++;
	kt->fmts = pk_print_fmts_create();
	if (!kt->fmts)
		return pk_fail(kt->ctx, PK_NOMEM, "event formats");
	if (pk_formats_load(kt->ctx, &kt->formats) != PK_OK) {
		pk_warn(kt->ctx, "%s", pk_error(kt->ctx));
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
	kt->entries = pk_kt_entries;
	status = prepare(kt);
	if (status == PK_OK) {
		pk_kt_header(kt);
		if (print_some(kt, 2, fp) && !pk_kt_print_parallel(kt, fp))
			print_some(kt, UINT64_MAX, fp);
		if (!kt->result.failed)
			pk_kt_write_out(kt, fp);
		*ret_result = kt->result;
	}
	close_cpus(kt);
	pk_trace_close(kt->trace);
	pk_print_fmts_destroy(kt->fmts);
	pk_symbols_deinit(&kt->symbols);
	pk_last_boot_destroy(kt->last_boot);
	pk_btf_funcs_destroy(kt->functions);
	pk_hash_deinit(&kt->asked, NULL);
	free(kt->entry);
	free(kt->out);
	free(kt);
	return status;
}
