// SPDX-License-Identifier: GPL-3.0-or-later
#include <stdlib.h>

#include "decode/trace/event_format.h"
#include "decode/trace/ring_buffer_trace.h"

/*
 * The merged view: a stream a CPU, merged by their current times. The event that was handed out
 * last is replaced when the next one is asked for, because its bytes lie in its stream's page.
 */
struct pk_cursor {
	struct pk_trace *trace; /* borrowed */
	uint64_t until;
	struct pk_stream *streams; /* owned; one a CPU, from FIRST on */
	uint32_t first, nr;
	struct pk_loser_tree merge;
	bool delivered; /* the first of the merge was handed out */
	/* streams whose next event, or the one handed out, has others missing before it */
	uint32_t nr_silent;
	/* CPUs that have no more events that can be read, but had some: of all time, or behind those that were handed out */
	uint32_t nr_unheard;
	bool by_own_clocks, lost_at_end;
	uint32_t nr_copies; /* the trace's, when the streams were looked at */
	struct standing {
		/* of the newest event: as long as it is the same, the ring's clock stands */
		uint64_t ts;
		/* how far the CPU's own clock has come by then, at least; 0: not known */
		uint32_t late;
	} * standing; /* owned; as STREAMS */
	/* of the ring's clock; of the own ones, where LATE is OWN_BASE_LATE */
	uint64_t stands_at, own_base;
};

#define OWN_BASE_LATE (UINT32_MAX / 2)

/* The newest page that begins at or before SINCE, of those whose times are in order already: each packet's path opens
 * a cursor, and a large buffer has half a million pages. */
static uint32_t newest_until(const struct pk_cpu_pages *pages, uint64_t since)
{
	return pk_first(pages->nr_dated, at, pages->refs[at].ts > since);
}

/*
 * How many of the newest pages of a CPU a window from SINCE on needs: up to the newest one that begins
 * at or before SINCE. A page of garbage may claim any time, so one more page must agree that the time
 * really has come down to there; a page whose time is out of order says nothing.
 */
static enum pk_status pages_since(struct pk_trace *trace, struct pk_cpu_pages *pages,
				  uint64_t since, uint32_t *ret_nr, bool *ret_older)
{
	uint32_t found = 0;
	bool candidate = false;

	*ret_older = true;
	for (uint32_t i = since ? newest_until(pages, since) : 0;; i++) {
		const struct pk_page_ref *ref;

		if (i >= pages->nr) {
			enum pk_status status =
				pk_cpu_pages_extend(trace->ctx, &trace->layout, pages);

			if (status == PK_NOMEM)
				return status;
			if (status != PK_OK) {
				*ret_nr = candidate ? found : pages->nr;
				*ret_older = *ret_nr < pages->nr;
				return PK_OK;
			}
		}
		if (!since) /* all of them */
			continue;
		ref = pk_cpu_pages_dated(trace->ctx, &trace->layout, pages, i);
		if (candidate && pages->refs[found - 1].flags & PK_PAGE_BAD) /* as this one shows */
			candidate = false;
		if (ref->flags & (PK_PAGE_EMPTY | PK_PAGE_BAD))
			continue;
		if (ref->flags & PK_PAGE_DISORDER) {
			candidate = false;
		} else if (candidate) {
			*ret_nr = found;
			return PK_OK;
		} else if (ref->ts <= since) {
			candidate = true;
			found = i + 1;
		}
	}
}

static bool is_behind_silence(const struct pk_event *event)
{
	return event->lost_before || event->unread_before;
}

/* It has no more events. Those that are missing at its end came at any time since. */
static void end_stream(struct pk_cursor *cursor, const struct pk_stream *stream)
{
	cursor->lost_at_end |= stream->lost != 0;
	cursor->nr_unheard += stream->lost != 0;
}

static enum pk_status add_stream(struct pk_cursor *cursor, uint32_t cpu, uint64_t since)
{
	struct pk_cpu_pages *pages = &cursor->trace->cpus[cpu];
	struct pk_stream *stream = &cursor->streams[cpu - cursor->first];
	enum pk_status status;
	uint32_t nr;
	bool older;

	if (!pages->present)
		return PK_OK;
	if (pages->status != PK_OK) {
		cursor->nr_unheard++;
		return PK_OK;
	}
	status = pages_since(cursor->trace, pages, since, &nr, &older);
	if (status != PK_OK)
		return status;
	pk_stream_init(stream, cursor->trace, pages, nr, older);
	status = pk_stream_next(stream);
	if (status == PK_OK) {
		pk_loser_tree_enter(&cursor->merge, cpu - cursor->first, stream->event.ts);
		cursor->nr_silent += is_behind_silence(&stream->event);
	} else {
		end_stream(cursor, stream);
	}
	return status == PK_NOMEM ? status : PK_OK;
}

enum pk_status pk_cursor_open(struct pk_trace *trace, uint64_t since, uint64_t until, int cpu,
			      struct pk_cursor **ret_cursor)
{
	struct pk_ctx *ctx = trace->ctx;
	struct pk_cursor *cursor;
	enum pk_status status = PK_OK;

	if (cpu != PK_ALL_CPUS &&
	    (cpu < 0 || (uint32_t)cpu >= trace->nr_cpus || !trace->cpus[cpu].present))
		return pk_fail(ctx, PK_ABSENT, "no buffer for CPU %d", cpu);
	cursor = calloc(1, sizeof(*cursor));
	if (!cursor)
		return pk_fail(ctx, PK_NOMEM, "a cursor");
	cursor->trace = trace;
	cursor->until = until;
	cursor->first = cpu == PK_ALL_CPUS ? 0 : (uint32_t)cpu;
	cursor->nr = cpu == PK_ALL_CPUS ? trace->nr_cpus : 1;
	cursor->streams = calloc(cursor->nr, sizeof(*cursor->streams));
	cursor->standing = calloc(cursor->nr, sizeof(*cursor->standing));
	if (!cursor->streams || !cursor->standing ||
	    !pk_loser_tree_init(&cursor->merge, cursor->nr))
		status = pk_fail(ctx, PK_NOMEM, "a cursor over %u CPUs", cursor->nr);
	for (uint32_t i = 0; i < cursor->nr && status == PK_OK; i++)
		status = add_stream(cursor, cursor->first + i, since);
	if (status != PK_OK) {
		pk_cursor_close(cursor);
		return status;
	}
	pk_loser_tree_play(&cursor->merge);
	*ret_cursor = cursor;
	return PK_OK;
}

void pk_cursor_close(struct pk_cursor *cursor)
{
	if (!cursor)
		return;
	for (uint32_t i = 0; cursor->streams && i < cursor->nr; i++)
		pk_stream_deinit(&cursor->streams[i]);
	free(cursor->streams);
	free(cursor->standing);
	pk_loser_tree_deinit(&cursor->merge);
	free(cursor);
}

bool pk_cursor_lost_at_end(const struct pk_cursor *cursor)
{
	return cursor->lost_at_end;
}

void pk_cursor_by_own_clocks(struct pk_cursor *cursor)
{
	cursor->by_own_clocks = true;
}

/* What an event has of its own clock counts from it on, and stays until the ring's clock goes on. */
static uint32_t lateness(struct pk_cursor *cursor, const struct pk_stream *stream)
{
	struct standing *standing = &cursor->standing[stream - cursor->streams];
	const struct pk_event *event = &stream->event;
	struct pk_graph_event graph;
	uint64_t late;

	if (standing->ts != event->ts) {
		*standing = (struct standing){.ts = event->ts};
		return 0;
	}
	if (pk_graph_event(cursor->trace->ctx, event, &graph) != PK_OK || graph.is_entry ||
	    !graph.rettime)
		return standing->late;
	if (cursor->stands_at != event->ts) {
		cursor->stands_at = event->ts;
		cursor->own_base = graph.rettime;
	}
	late = graph.rettime - cursor->own_base + OWN_BASE_LATE;
	if (late > standing->late && late <= UINT32_MAX)
		standing->late = (uint32_t)late;
	return standing->late;
}

static enum pk_status advance(struct pk_cursor *cursor, struct pk_stream *stream)
{
	enum pk_status status;

	cursor->nr_silent -= is_behind_silence(&stream->event);
	status = pk_stream_next(stream);
	cursor->delivered = false;
	if (status == PK_OK) {
		cursor->nr_silent += is_behind_silence(&stream->event);
		pk_loser_tree_rekey_tied(&cursor->merge, stream->event.ts,
					 cursor->by_own_clocks ? lateness(cursor, stream) : 0);
		return PK_OK;
	}
	end_stream(cursor, stream);
	pk_loser_tree_end(&cursor->merge);
	pk_stream_deinit(stream); /* done with its page */
	return status == PK_NOMEM ? status : PK_OK;
}

/* Of a page that two CPUs have, the one that was read first is in a stream already. */
static enum pk_status leave_copies(struct pk_cursor *cursor)
{
	enum pk_status status = PK_OK;

	cursor->nr_copies = cursor->trace->copies.nr_found;
	pk_loser_tree_reset(&cursor->merge);
	cursor->nr_silent = 0;
	for (uint32_t i = 0; i < cursor->nr; i++) {
		struct pk_stream *stream = &cursor->streams[i];

		if (pk_stream_leave_copy(stream))
			status = pk_stream_next(stream);
		if (status == PK_NOMEM)
			return status;
		if (!stream->on_page)
			continue;
		pk_loser_tree_enter(&cursor->merge, i, stream->event.ts);
		cursor->nr_silent += is_behind_silence(&stream->event);
	}
	pk_loser_tree_play(&cursor->merge);
	return PK_OK;
}

enum pk_status pk_cursor_step(struct pk_cursor *cursor, const struct pk_event **ret_event)
{
	enum pk_status status = PK_OK;
	struct pk_event *event;
	uint64_t ts;
	uint32_t id;

	if (cursor->delivered && pk_loser_tree_first(&cursor->merge, &ts, &id))
		status = advance(cursor, &cursor->streams[id]);
	while (cursor->nr_copies != cursor->trace->copies.nr_found && status == PK_OK)
		status = leave_copies(cursor);
	if (status != PK_OK)
		return status;
	if (!pk_loser_tree_first(&cursor->merge, &ts, &id) || ts > cursor->until)
		return pk_none(cursor->trace->ctx, PK_ABSENT);
	event = &cursor->streams[id].event;
	event->others_silent = cursor->nr_unheard || cursor->nr_silent > is_behind_silence(event);
	*ret_event = event;
	cursor->delivered = true;
	return PK_OK;
}

enum pk_status pk_cursor_next(struct pk_cursor *cursor, struct pk_event *ret_event)
{
	const struct pk_event *event;
	enum pk_status status = pk_cursor_step(cursor, &event);

	if (status == PK_OK)
		*ret_event = *event;
	return status;
}
