// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/ring_buffer_pages.h"

#include <stdlib.h>
#include <string.h>

#include "decode/trace/ring_buffer_trace.h"

#define MISSED_EVENTS (1u << 31)
#define MISSED_STORED (1u << 30)

struct pk_raw {
	struct pk_trace *trace; /* borrowed */
	struct pk_stream stream;
	struct pk_raw_totals totals;
};

/* What of a sub-buffer's data is handed out. */
struct part {
	size_t from, to; /* offsets in the data */
	uint64_t ts; /* the time that the delta of its first record counts from */
	uint64_t nr_events, lost;
};

enum pk_status pk_raw_open(struct pk_trace *trace, int cpu, struct pk_raw **ret_raw)
{
	struct pk_cpu_pages *pages;
	struct pk_raw *raw;
	enum pk_status status;

	if (cpu < 0 || (uint32_t)cpu >= trace->nr_cpus || !trace->cpus[cpu].present)
		return pk_fail(trace->ctx, PK_ABSENT, "no buffer for CPU %d", cpu);
	pages = &trace->cpus[cpu];
	if (pages->status != PK_OK)
		return pk_fail(trace->ctx, pages->status, "CPU %d: its buffer's descriptor", cpu);
	do {
		status = pk_cpu_pages_extend(trace->ctx, &trace->layout, pages);
	} while (status == PK_OK);
	if (status == PK_NOMEM)
		return status;
	raw = calloc(1, sizeof(*raw));
	if (!raw)
		return pk_fail(trace->ctx, PK_NOMEM, "a reader of whole pages");
	raw->trace = trace;
	pk_stream_init(&raw->stream, trace, pages, pages->nr, false);
	*ret_raw = raw;
	return PK_OK;
}

void pk_raw_close(struct pk_raw *raw)
{
	if (!raw)
		return;
	pk_stream_deinit(&raw->stream);
	free(raw);
}

/* Walk the events of the current page. */
static struct part measure(struct pk_raw *raw)
{
	struct pk_stream *stream = &raw->stream;
	struct part part = {.ts = stream->sub.page_ts};

	while (pk_stream_on_page(stream) == PK_OK) {
		const struct pk_event *event = &stream->event;

		if (event->uncommitted) {
			raw->totals.uncommitted++;
			continue;
		}
		part.to = stream->sub.next;
		if (event->consumed) {
			raw->totals.consumed++;
			part.from = part.to;
			part.ts = event->ts;
			continue;
		}
		if (!part.nr_events++)
			part.lost = event->lost_before;
	}
	return part;
}

static void store(const struct pk_trace *trace, uint8_t *at, uint64_t value, size_t size)
{
	bool big_endian = trace->ctx->target->facts.big_endian;

	for (size_t i = 0; i < size; i++)
		at[big_endian ? size - 1 - i : i] = (uint8_t)(value >> 8 * i);
}

/* Turn the page that was read into what user space would have been given. */
static void rewrite(struct pk_raw *raw, const struct part *part)
{
	struct pk_trace *trace = raw->trace;
	uint8_t *bytes = raw->stream.bytes;
	size_t data = trace->layout.data, word = trace->layout.word;
	size_t capacity = raw->stream.sub.size - data, used = part->to - part->from;
	uint64_t commit = used;

	memmove(bytes + data, bytes + data + part->from, used);
	memset(bytes + data + used, 0, capacity - used);
	if (part->lost)
		commit |= MISSED_EVENTS;
	if (part->lost && part->lost != PK_LOST_UNKNOWN && capacity - used >= word) {
		commit |= MISSED_STORED;
		store(trace, bytes + data + used, part->lost, word);
	}
	memset(bytes, 0, data);
	store(trace, bytes, part->ts, 8);
	store(trace, bytes + 8, commit, word);
}

enum pk_status pk_raw_next(struct pk_raw *raw, struct pk_raw_page *ret_page)
{
	for (;;) {
		enum pk_status status = pk_stream_page(&raw->stream);
		struct part part;

		if (status != PK_OK)
			return status;
		part = measure(raw);
		if (!part.nr_events)
			continue;
		rewrite(raw, &part);
		raw->totals.pages++;
		raw->totals.events += part.nr_events;
		*ret_page = (struct pk_raw_page){.bytes = raw->stream.bytes,
						 .size = raw->stream.sub.size,
						 .nr_events = part.nr_events};
		return PK_OK;
	}
}

void pk_raw_totals(const struct pk_raw *raw, struct pk_raw_totals *ret_totals)
{
	*ret_totals = raw->totals;
}

size_t pk_trace_sub_buffer_size(struct pk_trace *trace)
{
	uint8_t order = trace->layout.order;

	for (uint32_t cpu = 0; cpu < trace->nr_cpus; cpu++) {
		struct pk_cpu_pages *pages = &trace->cpus[cpu];

		if (!pages->nr && pk_cpu_pages_extend(trace->ctx, &trace->layout, pages) != PK_OK)
			continue;
		if (pages->refs[0].order > order)
			order = pages->refs[0].order;
	}
	return (size_t)trace->layout.page_size << order;
}

size_t pk_trace_data_offset(const struct pk_trace *trace)
{
	return trace->layout.data;
}
