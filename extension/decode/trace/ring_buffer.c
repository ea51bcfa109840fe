// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/ring_buffer_trace.h"

#include <inttypes.h>
#include <stdlib.h>

#include "decode/list.h"
#include "decode/trace/event_format.h"

#define LL(x) ((unsigned long long)(x))

static enum pk_status entry_layout(struct pk_trace *trace)
{
	struct pk_ctx *ctx = trace->ctx;
	struct pk_reader r = {.ctx = ctx};

	trace->entry_size = pk_value(&r, PK_R_trace_entry_size);
	trace->entry_type = pk_offset(&r, PK_R_trace_entry_type);
	trace->entry_flags = pk_offset(&r, PK_R_trace_entry_flags);
	trace->entry_preempt_count = pk_offset(&r, PK_R_trace_entry_preempt_count);
	trace->entry_pid = pk_offset(&r, PK_R_trace_entry_pid);
	if (!pk_ok(&r))
		return r.status;
	if (trace->entry_size > 64 || trace->entry_type + 2 > trace->entry_size ||
	    trace->entry_flags >= trace->entry_size ||
	    trace->entry_preempt_count >= trace->entry_size ||
	    trace->entry_pid + 4 > trace->entry_size)
		return pk_fail(ctx, PK_CORRUPT, "struct trace_entry of %llu bytes",
			       LL(trace->entry_size));
	return PK_OK;
}

void pk_trace_find_added_bytes(struct pk_trace *trace)
{
	trace->entry_preempt_lazy_count =
		pk_entry_preempt_lazy_count(trace->ctx, trace->entry_size);
	trace->entry_migrate_disable = pk_entry_migrate_disable(trace->ctx, trace->entry_size);
}

/* buffers[] has nr_cpu_ids pointers, NULL where the CPU has no buffer. */
static enum pk_status open_cpus(struct pk_trace *trace)
{
	struct pk_ctx *ctx = trace->ctx;
	uint32_t nr = ctx->target->facts.nr_cpu_ids, word = ctx->target->facts.word_size;
	uint64_t array;
	struct pk_address_set known = {0};
	uint8_t *pointers;
	bool any = false;
	enum pk_status status;

	if (!nr || nr > PK_MAX_CPUS)
		return pk_fail(ctx, PK_CORRUPT, "%u possible CPUs", nr);
	status = pk_member_uint(ctx, trace->buffer, PK_R_trace_buffer_buffers, &array);
	if (status != PK_OK)
		return status;
	pointers = malloc((size_t)nr * word);
	trace->cpus = calloc(nr, sizeof(*trace->cpus));
	if (!pointers || !trace->cpus) {
		free(pointers);
		return pk_fail(ctx, PK_NOMEM, "%u CPU buffers", nr);
	}
	trace->nr_cpus = nr;
	status = pk_read(ctx, array, pointers, (size_t)nr * word);
	for (uint32_t cpu = 0; status == PK_OK && cpu < nr; cpu++) {
		uint64_t addr = pk_uint(ctx, pointers + (size_t)cpu * word, word);

		trace->cpus[cpu].cpu = (int)cpu;
		any |= addr != 0;
		if (addr && !pk_address_set_add(&known, addr, nr))
			pk_warn(ctx, "CPU %" PRIu32 ": corrupt: its buffer %llx is another CPU's",
				cpu, LL(addr));
		else if (addr && pk_cpu_pages_init(ctx, addr, &trace->cpus[cpu]) != PK_OK)
			pk_warn(ctx, "%s", pk_error(ctx));
	}
	pk_address_set_deinit(&known);
	free(pointers);
	if (status == PK_OK && !any) /* every CPU that ever was online has one */
		pk_warn(ctx, "ring buffer %llx: corrupt: no CPU has a buffer in it",
			LL(trace->buffer));
	return pk_wrap(ctx, status, "ring buffer %llx: buffers[]", LL(trace->buffer));
}

static enum pk_status open_buffer(struct pk_trace *trace, const struct pk_instance *instance,
				  bool snapshot)
{
	struct pk_ctx *ctx = trace->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t remote;

	if (snapshot && !instance->has_snapshot)
		return pk_fail(ctx, PK_ABSENT, "instance has no snapshot buffer");
	trace->buffer = pk_member(&r, instance->addr,
				  snapshot ? PK_R_trace_array_snapshot : PK_R_trace_array_buffer);
	if (pk_ok(&r) && !trace->buffer)
		pk_try(&r,
		       pk_fail(ctx, PK_ABSENT, "instance %llx has no buffer", LL(instance->addr)));
	if (pk_ok(&r) && pk_has(ctx, PK_R_trace_buffer_remote)) {
		remote = pk_member(&r, trace->buffer, PK_R_trace_buffer_remote);
		if (remote)
			pk_try(&r, pk_fail(ctx, PK_UNSUPPORTED,
					   "a buffer that a hypervisor writes (remote %llx)",
					   LL(remote)));
	}
	pk_try(&r, pk_ring_layout_init(ctx, trace->buffer, &trace->layout));
	pk_try(&r, entry_layout(trace));
	pk_try(&r, open_cpus(trace));
	return r.status;
}

enum pk_status pk_trace_open(struct pk_ctx *ctx, const struct pk_instance *instance, bool snapshot,
			     struct pk_trace **ret_trace)
{
	struct pk_trace *trace = calloc(1, sizeof(*trace));
	enum pk_status status;
	uint64_t start;

	if (!trace)
		return pk_fail(ctx, PK_NOMEM, "a trace");
	trace->ctx = ctx;
	status = open_buffer(trace, instance, snapshot);
	if (status != PK_OK) {
		pk_trace_close(trace);
		return pk_wrap(ctx, status, "trace instance \"%s\"", instance->name);
	}
	/* A buffer at a fixed place in memory (trace_instance=, reserve_mem) survives reboots. */
	trace->layout.unordered = ctx->target->facts.is_live;
	if (pk_has(ctx, PK_R_trace_array_range_start) &&
	    pk_member_uint(ctx, instance->addr, PK_R_trace_array_range_start, &start) == PK_OK &&
	    start) {
		trace->layout.unordered = true;
		pk_warn(ctx,
			"instance %s lives in memory mapped at boot (%llx): its events may be of "
			"an earlier boot, their addresses shifted",
			instance->name, LL(start));
	}

	*ret_trace = trace;
	return PK_OK;
}

void pk_trace_close(struct pk_trace *trace)
{
	if (!trace)
		return;
	for (uint32_t cpu = 0; cpu < trace->nr_cpus; cpu++)
		pk_cpu_pages_deinit(trace->ctx, &trace->cpus[cpu]);
	pk_page_copies_deinit(&trace->copies);
	free(trace->cpus);
	free(trace);
}

uint32_t pk_trace_nr_cpus(const struct pk_trace *trace)
{
	return trace->nr_cpus;
}

uint64_t pk_trace_pages_read(const struct pk_trace *trace)
{
	return trace->pages_read;
}

static bool has_data(const struct pk_page_ref *ref)
{
	return !(ref->flags & (PK_PAGE_EMPTY | PK_PAGE_BAD));
}

/* The last committed event, from the newest page that has one. */
static void find_newest(struct pk_trace *trace, struct pk_cpu_pages *pages,
			struct pk_cpu_stats *stats)
{
	for (uint32_t i = 0; !stats->newest_known; i++) {
		struct pk_stream stream;

		if (i >= pages->nr &&
		    pk_cpu_pages_extend(trace->ctx, &trace->layout, pages) != PK_OK)
			return;
		if (!has_data(pk_cpu_pages_dated(trace->ctx, &trace->layout, pages, i)))
			continue;
		/* This page alone: where none can be read, each would lead through all newer ones. */
		pk_stream_init(&stream, trace, pages, i + 1, false);
		(void)!pk_stream_this_page(&stream);
		while (pk_stream_on_page(&stream) == PK_OK) {
			if (stream.event.uncommitted)
				continue;
			stats->newest_known = true;
			stats->newest_ns = stream.event.ts;
		}
		pk_stream_deinit(&stream);
	}
}

enum pk_status pk_trace_counters(struct pk_trace *trace, int cpu, struct pk_cpu_stats *ret_stats)
{
	struct pk_cpu_stats stats = {.cpu = cpu};
	const struct pk_cpu_pages *pages;

	if (cpu < 0 || (uint32_t)cpu >= trace->nr_cpus || !trace->cpus[cpu].present)
		return pk_fail(trace->ctx, PK_ABSENT, "no buffer for CPU %d", cpu);
	pages = &trace->cpus[cpu];
	stats.status = pages->status;
	stats.readable = pages->status == PK_OK;
	if (stats.readable) {
		stats.entries = pages->entries - (pages->overrun + pages->read);
		stats.overrun = pages->overrun;
		stats.commit_overrun = pages->commit_overrun;
		stats.bytes = pages->entries_bytes - pages->read_bytes;
		stats.dropped = pages->dropped;
		stats.read = pages->read;
		stats.committing = pages->committing;
		stats.nr_pages = pages->nr_pages;
	}
	*ret_stats = stats;
	return PK_OK;
}

enum pk_status pk_trace_stats(struct pk_trace *trace, int cpu, struct pk_cpu_stats *ret_stats)
{
	struct pk_cpu_stats stats;
	struct pk_cpu_pages *pages;
	enum pk_status status = pk_trace_counters(trace, cpu, &stats);

	if (status != PK_OK)
		return status;
	pages = &trace->cpus[cpu];
	if (stats.readable && !pages->stats) {
		stats.oldest_known = pk_cpu_pages_oldest(trace->ctx, &trace->layout, pages,
							 &stats.oldest_ns) == PK_OK;
		find_newest(trace, pages, &stats);
		pages->stats = malloc(sizeof(stats));
		if (pages->stats)
			*pages->stats = stats;
	}
	*ret_stats = pages->stats ? *pages->stats : stats;
	return PK_OK;
}

#define AHEAD_BACK 8 /* pages of a CPU */

/* Pages before index AT will be asked for their times. */
static void tell_ahead_back(struct pk_trace *trace, struct pk_cpu_pages *pages, uint32_t at)
{
	struct pk_ctx *ctx = trace->ctx;
	const struct pk_page_ref *last = &pages->refs[pages->nr - 1];

	if (pages->nr > at + AHEAD_BACK / 2)
		return;
	while (pages->nr < at + AHEAD_BACK &&
	       pk_read_ahead(ctx, last->page, (size_t)trace->layout.page_size << last->order) &&
	       pk_cpu_pages_extend(ctx, &trace->layout, pages) == PK_OK)
		last = &pages->refs[pages->nr - 1];
}

/* The next older page of CPU that holds data, from index *AT on; *AT is left behind it. */
static enum pk_status older_data_page(struct pk_trace *trace, struct pk_cpu_pages *pages,
				      uint32_t *at, uint64_t *ret_ts)
{
	for (;;) {
		const struct pk_page_ref *ref;
		enum pk_status status = PK_OK;

		if (*at >= pages->nr)
			status = pk_cpu_pages_extend(trace->ctx, &trace->layout, pages);
		if (status != PK_OK)
			return status;
		tell_ahead_back(trace, pages, *at);
		ref = pk_cpu_pages_dated(trace->ctx, &trace->layout, pages, (*at)++);
		if (!has_data(ref))
			continue;
		*ret_ts = ref->ts;
		return PK_OK;
	}
}

/* Newest page first over all CPUs: keys are complements of times. */
static enum pk_status time_back(struct pk_trace *trace, uint64_t nr_pages,
				struct pk_loser_tree *merge, uint32_t *at, uint64_t *ret_since)
{
	enum pk_status status = PK_OK;
	uint64_t ts, key, since = 0, seen = 0;
	uint32_t cpu;

	for (cpu = 0; cpu < trace->nr_cpus && status != PK_NOMEM; cpu++) {
		status = older_data_page(trace, &trace->cpus[cpu], &at[cpu], &ts);
		if (status == PK_OK)
			pk_loser_tree_enter(merge, cpu, ~ts);
	}
	pk_loser_tree_play(merge);
	while (seen < nr_pages && status != PK_NOMEM && pk_loser_tree_first(merge, &key, &cpu)) {
		since = ~key;
		seen++;
		status = older_data_page(trace, &trace->cpus[cpu], &at[cpu], &ts);
		if (status == PK_OK)
			pk_loser_tree_rekey(merge, ~ts);
		else
			pk_loser_tree_end(merge);
	}
	if (status == PK_NOMEM)
		return status;
	*ret_since = pk_loser_tree_first(merge, &key, &cpu) ? since : 0;
	return PK_OK;
}

/* Do all CPUs together have at most NR_PAGES? Their lists say so, and no page is read, which costs far more. */
static bool has_at_most(struct pk_trace *trace, uint64_t nr_pages)
{
	uint64_t nr = 0;

	for (uint32_t cpu = 0; cpu < trace->nr_cpus; cpu++) {
		struct pk_cpu_pages *pages = &trace->cpus[cpu];
		enum pk_status status = PK_OK;

		while (status == PK_OK && nr + pages->nr <= nr_pages)
			status = pk_cpu_pages_extend(trace->ctx, &trace->layout, pages);
		nr += pages->nr;
		if (status != PK_ABSENT)
			return false;
	}
	return nr <= nr_pages;
}

enum pk_status pk_trace_time_back(struct pk_trace *trace, uint64_t nr_pages, uint64_t *ret_since)
{
	struct pk_loser_tree merge = {0};
	uint32_t *at;
	enum pk_status status;

	if (has_at_most(trace, nr_pages)) {
		*ret_since = 0;
		return PK_OK;
	}
	at = calloc(trace->nr_cpus ? trace->nr_cpus : 1, sizeof(*at));
	if (at && pk_loser_tree_init(&merge, trace->nr_cpus))
		status = time_back(trace, nr_pages, &merge, at, ret_since);
	else
		status = pk_fail(trace->ctx, PK_NOMEM, "a merge of %u CPUs", trace->nr_cpus);
	pk_loser_tree_deinit(&merge);
	free(at);
	return status;
}
