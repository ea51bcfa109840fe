// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/ring_buffer_trace.h"

#include <stdlib.h>

#include "decode/trace/event_format.h"
#include "decode/trace/ring_buffer_order.h"

#define PID_MAX_LIMIT (4 * 1024 * 1024)
#define LATE (1ull << 41) /* half an hour in ns; more of the clocks that count faster */
#define LL(x) ((unsigned long long)(x))
/* Pages that are read ahead, of one CPU and of all: what a target has room for. */
#define AHEAD_AT_FIRST 4
#define AHEAD_OF_CPU 128
#define AHEAD_OF_ALL 512

void pk_stream_init(struct pk_stream *stream, struct pk_trace *trace, struct pk_cpu_pages *pages,
		    uint32_t left, bool unread)
{
	*stream = (struct pk_stream){
		.trace = trace, .pages = pages, .left = left, .left_ahead = left, .unread = unread};
}

void pk_stream_deinit(struct pk_stream *stream)
{
	free(stream->bytes);
	stream->bytes = NULL;
	stream->room = 0;
}

static void lose(struct pk_stream *stream, uint64_t nr)
{
	if (nr == PK_LOST_UNKNOWN || stream->lost > PK_LOST_UNKNOWN - nr)
		stream->lost = PK_LOST_UNKNOWN;
	else
		stream->lost += nr;
}

/*
 * What the writer overran before this page. lost_events counts what went before the reader page's
 * first event and was not reported to a reader yet; what was overrun since the reader page was taken
 * (last_overrun) went between it and the head.
 */
static void lose_before_page(struct pk_stream *stream, const struct pk_page_ref *ref)
{
	const struct pk_cpu_pages *pages = stream->pages;

	if (ref->flags & PK_PAGE_GAP)
		lose(stream, PK_LOST_UNKNOWN);
	if (ref->flags & PK_PAGE_HEAD)
		lose(stream, pages->overrun >= pages->last_overrun
				     ? pages->overrun - pages->last_overrun
				     : PK_LOST_UNKNOWN);
	if ((ref->flags & PK_PAGE_READER) && !stream->sub.missed)
		lose(stream, pages->lost_events);
	if (stream->sub.missed)
		lose(stream,
		     stream->sub.missed_stored ? stream->sub.missed_count : PK_LOST_UNKNOWN);
}

/* refs[stream->left], as read, against its descriptor and against what other CPUs have. */
static enum pk_status of_its_place(struct pk_stream *stream)
{
	struct pk_trace *trace = stream->trace;
	struct pk_page_span span = pk_page_span(&stream->sub);
	struct pk_page_place place = {stream->pages, stream->left};

	if (!pk_page_is_described(trace->ctx, &trace->layout, stream->pages, stream->left, &span) ||
	    pk_page_is_copied(trace->ctx, &trace->layout, &trace->copies, &place, &stream->sub,
			      &span))
		return trace->ctx->error.status; /* as they said */
	return PK_OK;
}

static enum pk_status read_page(struct pk_stream *stream, const struct pk_page_ref *ref)
{
	struct pk_trace *trace = stream->trace;
	struct pk_ctx *ctx = trace->ctx;
	size_t size = (size_t)trace->layout.page_size << ref->order;
	enum pk_status status;

	if (size > stream->room) {
		void *bytes = realloc(stream->bytes, size);

		if (!bytes)
			return pk_fail(ctx, PK_NOMEM, "a sub-buffer of %zu bytes", size);
		stream->bytes = bytes;
		stream->room = size;
	}
	status = pk_read(ctx, ref->page, stream->bytes, size);
	if (status != PK_OK)
		return pk_wrap(ctx, status, "CPU %d: page %llx", stream->pages->cpu, LL(ref->page));
	trace->pages_read++;
	/* Lengths that some architectures round to 8 are multiples of 4 all the same: which ones do is a
	 * matter of configuration, so only 4 is asked for. */
	status = pk_sub_buffer_init(&stream->sub, stream->bytes, size, trace->layout.data,
				    trace->layout.word, pk_page_caught(ref),
				    ctx->target->facts.big_endian, false);
	if (status != PK_OK)
		return pk_fail(ctx, status,
			       "CPU %d: page %llx: commit %llx in a sub-buffer of %zu bytes",
			       stream->pages->cpu, LL(ref->page),
			       LL(pk_uint(ctx, stream->bytes + 8, trace->layout.word)), size);
	return of_its_place(stream);
}

/* Tell the target of the pages to come, at every time of more of them. */
static void tell_ahead(struct pk_stream *stream)
{
	const struct pk_trace *trace = stream->trace;
	uint32_t most = trace->nr_cpus ? AHEAD_OF_ALL / trace->nr_cpus : 0, end;

	if (stream->left_ahead > stream->left)
		stream->left_ahead = stream->left;
	if (stream->left - stream->left_ahead > stream->ahead / 2)
		return;
	most = most < AHEAD_OF_CPU ? most : AHEAD_OF_CPU;
	stream->ahead = stream->ahead ? stream->ahead * 2 : AHEAD_AT_FIRST;
	if (stream->ahead > most)
		stream->ahead = most;
	end = stream->left > stream->ahead ? stream->left - stream->ahead : 0;
	while (stream->left_ahead > end) {
		const struct pk_page_ref *ref = &stream->pages->refs[--stream->left_ahead];

		if (!(ref->flags & (PK_PAGE_EMPTY | PK_PAGE_BAD)) &&
		    !pk_read_ahead(trace->ctx, ref->page,
				   (size_t)trace->layout.page_size << ref->order))
			return;
	}
}

/* Newer pages than the one that was just read, refs[stream->left], that begin at the same time as it: those are in the
 * index whatever part of the trace is read. BEFORE: when the page read before it begins. */
static uint32_t count_twins(struct pk_stream *stream, uint64_t before)
{
	const struct pk_trace *trace = stream->trace;
	uint64_t ts = stream->sub.page_ts, newer = stream->newer;
	uint32_t nr = 0;

	if (newer == ts && stream->twins && before == ts)
		return stream->twins - 1;
	for (uint32_t i = stream->left; newer == ts && i-- > 0;)
		if (!(pk_cpu_pages_seen(trace->ctx, &trace->layout, stream->pages, i, &newer)
			      ->flags &
		      (PK_PAGE_EMPTY | PK_PAGE_BAD)))
			nr++;
	return nr;
}

enum pk_status pk_stream_this_page(struct pk_stream *stream)
{
	struct pk_ctx *ctx = stream->trace->ctx;
	/* A copy: the index may grow while the page is looked into. */
	const struct pk_page_ref seen = *pk_cpu_pages_seen(
		ctx, &stream->trace->layout, stream->pages, --stream->left, &stream->newer);
	const struct pk_page_ref *ref = &seen;
	uint64_t before = stream->sub.page_ts;
	enum pk_status status;

	stream->sub.missed = false;
	if (ref->flags & (PK_PAGE_EMPTY | PK_PAGE_BAD)) {
		lose_before_page(stream, ref);
		if (ref->flags & (PK_PAGE_BAD | PK_PAGE_MISSED))
			lose(stream, PK_LOST_UNKNOWN);
		return pk_none(ctx, PK_ABSENT);
	}
	status = read_page(stream, ref);
	if (status == PK_NOMEM)
		return status;
	lose_before_page(stream, ref);
	if (status == PK_OK) {
		stream->twins = count_twins(stream, before);
		stream->ref = *ref;
		stream->on_page = true;
		return PK_OK;
	}
	pk_warn(ctx, "%s", pk_error(ctx));
	lose(stream, PK_LOST_UNKNOWN);
	return pk_none(ctx, PK_ABSENT);
}

enum pk_status pk_stream_page(struct pk_stream *stream)
{
	/* Most streams are given up within a page (a packet's path, the fields of one event). */
	if (stream->bytes)
		tell_ahead(stream);
	while (stream->left) {
		enum pk_status status = pk_stream_this_page(stream);

		if (status != PK_ABSENT)
			return status;
	}
	return pk_none(stream->trace->ctx, PK_ABSENT);
}

/* The header of a record is filled in when its space is reserved, the payload later: what lies past
 * the commit index may still be what an earlier event left there. */
static bool plausible(struct pk_stream *stream, const struct pk_event *event)
{
	const struct pk_formats *formats;

	if (event->pid < 0 || event->pid > PID_MAX_LIMIT || !event->type)
		return false;
	return pk_formats_load(stream->trace->ctx, &formats) != PK_OK ||
	       pk_format_by_id(formats, event->type) != NULL;
}

/* Why a committed record is no entry of the kernel's; NULL if nothing speaks against it. Its time may be
 * later than that of the next page by what the writer's races allow, not by half an hour. */
static const char *impossible(const struct pk_stream *stream, const struct pk_event *event)
{
	if (event->pid < 0 || event->pid > PID_MAX_LIMIT)
		return "impossible pid";
	if (!event->type)
		return "an entry of no type";
	if (event->ts > LATE && event->ts - LATE > stream->newer &&
	    !(stream->ref.flags & PK_PAGE_DISORDER))
		return "an entry much later than the next page";
	return NULL;
}

/* NULL: stream->event is made of it. Else why the rest of the page is not to be had. Written in place,
 * field by field: a copy of what was just written in smaller pieces waits for each of them. */
static const char *make_event(struct pk_stream *stream, const struct pk_record *record)
{
	const struct pk_trace *trace = stream->trace;
	const struct pk_facts *facts = &trace->ctx->target->facts;
	struct pk_event *event = &stream->event;
	const char *why;

	if (record->len < trace->entry_size)
		return "a record too short for an entry";
	event->ts = record->ts;
	event->pos.page_ts = stream->sub.page_ts;
	event->pos.offset = (uint32_t)(record->offset + stream->twins * stream->sub.size);
	event->pos.cpu = (uint16_t)stream->pages->cpu;
	event->cpu = stream->pages->cpu;
	event->type = (uint16_t)pk_facts_uint(facts, record->data + trace->entry_type, 2);
	event->flags = record->data[trace->entry_flags];
	event->preempt_count = record->data[trace->entry_preempt_count];
	event->preempt_lazy_count =
		trace->entry_preempt_lazy_count ? record->data[trace->entry_preempt_lazy_count] : 0;
	event->migrate_disable =
		trace->entry_migrate_disable ? record->data[trace->entry_migrate_disable] : 0;
	event->pid = (int32_t)pk_facts_uint(facts, record->data + trace->entry_pid, 4);
	event->data = record->data;
	event->addr = stream->ref.page + (uint64_t)(record->data - stream->bytes);
	event->len = (uint32_t)record->len;
	event->consumed =
		(stream->ref.flags & PK_PAGE_READER) && record->offset < stream->pages->reader_read;
	event->uncommitted = record->uncommitted;
	if (event->uncommitted && !plausible(stream, event))
		return "nothing that was written whole";
	why = event->uncommitted ? NULL : impossible(stream, event);
	if (why)
		return why;
	event->lost_before = stream->lost;
	event->unread_before = stream->unread;
	stream->lost = 0;
	stream->unread = false;
	return NULL;
}

/* The rest of the page is lost: lengths that led here cannot be trusted further. */
static void give_up_page(struct pk_stream *stream, size_t offset, const char *why)
{
	pk_warn(stream->trace->ctx, "CPU %d: page %llx: offset %zu: %s (commit %zu)",
		stream->pages->cpu, LL(stream->ref.page), offset, why, stream->sub.commit);
	lose(stream, PK_LOST_UNKNOWN);
	stream->on_page = false;
}

enum pk_status pk_stream_on_page(struct pk_stream *stream)
{
	while (stream->on_page) {
		struct pk_record record;
		const char *why = NULL;
		enum pk_status status = pk_sub_buffer_next(&stream->sub, &record);

		if (status == PK_OK)
			why = make_event(stream, &record);
		if (status == PK_OK && !why)
			return PK_OK;
		if (status == PK_OK && !record.uncommitted)
			give_up_page(stream, record.offset, why);
		else if (status == PK_CORRUPT)
			give_up_page(stream, stream->sub.next,
				     "a record that leaves the page or runs backwards");
		else if (status != PK_OK)
			stream->on_page = false;
	}
	return pk_none(stream->trace->ctx, PK_ABSENT);
}

bool pk_stream_leave_copy(struct pk_stream *stream)
{
	if (!stream->on_page || !(stream->pages->refs[stream->left].flags & PK_PAGE_BAD))
		return false;
	lose(stream, PK_LOST_UNKNOWN);
	stream->on_page = false;
	return true;
}

enum pk_status pk_stream_next(struct pk_stream *stream)
{
	enum pk_status status;

	while ((status = pk_stream_on_page(stream)) == PK_ABSENT) {
		status = pk_stream_page(stream);
		if (status != PK_OK)
			return status;
	}
	return status;
}
