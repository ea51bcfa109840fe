// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/formats.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/printable.h"

/* Field numbers of protos/perfetto/trace: they never change. */
enum { TRACE_PACKET = 1 };
enum {
	PACKET_TIMESTAMP = 8,
	PACKET_SEQUENCE_ID = 10,
	PACKET_TRACK_EVENT = 11,
	PACKET_SEQUENCE_FLAGS = 13,
	PACKET_TRACK_DESCRIPTOR = 60
};
enum { TRACK_UUID = 1, TRACK_NAME = 2, TRACK_PARENT_UUID = 5 };
enum {
	EVENT_DEBUG_ANNOTATIONS = 4,
	EVENT_TYPE = 9,
	EVENT_TRACK_UUID = 11,
	EVENT_CATEGORIES = 22,
	EVENT_NAME = 23,
	EVENT_FLOW_IDS = 47,
	EVENT_TERMINATING_FLOW_IDS = 48
};
enum { ANNOTATION_STRING = 6, ANNOTATION_NAME = 10 };
enum { TYPE_SLICE_BEGIN = 1, TYPE_SLICE_END = 2, TYPE_INSTANT = 3 };
enum { SEQ_INCREMENTAL_STATE_CLEARED = 1, SEQUENCE_ID = 1 };
enum { WIRE_VARINT = 0, WIRE_FIXED64 = 1, WIRE_BYTES = 2 };

#define END_STAGE "end" /* the track of the packets' ends */
#define BUSY_MAX 4096 /* of a track */
#define LOOKED_MAX 64 /* tracks of a stage on a CPU */

/* A message being built. One that does not fit is counted and dropped. */
struct message {
	uint8_t bytes[4096];
	uint32_t len;
	bool full;
};

static void put_varint(struct message *m, uint64_t value)
{
	do {
		if (m->len == sizeof(m->bytes)) {
			m->full = true;
			return;
		}
		m->bytes[m->len++] = (uint8_t)((value & 0x7f) | (value > 0x7f ? 0x80 : 0));
		value >>= 7;
	} while (value);
}

static void put_uint(struct message *m, unsigned field, uint64_t value)
{
	put_varint(m, field << 3 | WIRE_VARINT);
	put_varint(m, value);
}

static void put_bytes(struct message *m, unsigned field, const void *bytes, size_t len)
{
	put_varint(m, field << 3 | WIRE_BYTES);
	put_varint(m, len);
	if (len > sizeof(m->bytes) - m->len) {
		m->full = true;
		return;
	}
	memcpy(m->bytes + m->len, bytes, len);
	m->len += (uint32_t)len;
}

static void put_text(struct message *m, unsigned field, const char *text)
{
	char *clean = pk_printable(text, false); /* UTF-8 by the format */

	m->full |= !clean;
	if (clean)
		put_bytes(m, field, clean, strlen(clean));
	free(clean);
}

static void put_fixed64(struct message *m, unsigned field, uint64_t value)
{
	uint8_t bytes[8];

	put_varint(m, field << 3 | WIRE_FIXED64);
	for (unsigned i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(value >> 8 * i);
	if (sizeof(bytes) > sizeof(m->bytes) - m->len) {
		m->full = true;
		return;
	}
	memcpy(m->bytes + m->len, bytes, sizeof(bytes));
	m->len += sizeof(bytes);
}

/* Message M is a complete packet except for its sequence ID. */
static void write_message(struct pk_perfetto *w, struct message *m)
{
	struct message head = {.len = 0};

	put_uint(m, PACKET_SEQUENCE_ID, SEQUENCE_ID);
	if (!w->begun)
		put_uint(m, PACKET_SEQUENCE_FLAGS, SEQ_INCREMENTAL_STATE_CLEARED);
	w->begun = true;
	if (m->full) {
		w->totals.too_long++;
		return;
	}
	put_varint(&head, TRACE_PACKET << 3 | WIRE_BYTES);
	put_varint(&head, m->len);
	fwrite(head.bytes, 1, head.len, w->base.fp);
	fwrite(m->bytes, 1, m->len, w->base.fp);
}

static void write_track(struct pk_perfetto *w, uint64_t uuid, uint64_t parent, const char *name)
{
	struct message track = {.len = 0}, packet = {.len = 0};

	put_uint(&track, TRACK_UUID, uuid);
	put_text(&track, TRACK_NAME, name);
	if (parent)
		put_uint(&track, TRACK_PARENT_UUID, parent);
	put_bytes(&packet, PACKET_TRACK_DESCRIPTOR, track.bytes, track.len);
	write_message(w, &packet);
	w->totals.tracks++;
}

static uint64_t stage_uuid(uint32_t stage)
{
	return 1 + stage;
}

/* The index of STAGE, described when it is first used. */
static uint32_t stage_index(struct pk_perfetto *w, const char *stage)
{
	uint32_t i;

	for (i = 0; i < w->nr_stages; i++)
		if (!strcmp(w->stages[i], stage))
			return i;
	if (i == PK_PERFETTO_STAGES)
		return i - 1; /* there are not so many */
	w->stages[w->nr_stages++] = stage;
	write_track(w, stage_uuid(i), 0, stage);
	return i;
}

/* The place of SPAN among what TRACK has; false: it overlaps with that. */
static bool is_free(const struct pk_perfetto_track *track, const struct pk_perfetto_span *span,
		    uint32_t *ret_at)
{
	uint32_t at = (uint32_t)pk_first(track->nr, i, track->busy[i].from <= span->from);

	*ret_at = at;
	return !(at && track->busy[at - 1].to >= span->from) &&
	       !(at < track->nr && track->busy[at].from <= span->to);
}

static bool occupy(struct pk_perfetto_track *track, const struct pk_perfetto_span *span,
		   uint32_t at)
{
	struct pk_perfetto_span *busy;

	if (!pk_grow(track->busy, track->nr, track->room))
		return false;
	busy = track->busy;
	memmove(busy + at + 1, busy + at, (track->nr++ - at) * sizeof(*busy));
	busy[at] = *span;
	if (track->nr < BUSY_MAX)
		return true;
	/* Of the older half the extent is enough: nothing more goes there. */
	busy[0].to = busy[BUSY_MAX / 2 - 1].to;
	track->nr = BUSY_MAX / 2 + 1;
	memmove(busy + 1, busy + BUSY_MAX / 2, (BUSY_MAX / 2) * sizeof(*busy));
	return true;
}

/* The track of STAGE on CPU where SPAN is free, and taken now; of an instant (NULL) the first one. */
static uint64_t track_of(struct pk_perfetto *w, uint32_t stage, int cpu,
			 const struct pk_perfetto_span *span)
{
	uint32_t column = cpu >= 0 && (uint32_t)cpu < w->nr_cpus ? (uint32_t)cpu : w->nr_cpus;
	uint32_t *link, own = 0, at = 0, looked = 0;

	if (!pk_grow(w->tracks, w->nr_tracks, w->tracks_room))
		w->base.nomem = true;
	if (w->base.nomem)
		return 0;
	link = &w->cpus[(size_t)stage * (w->nr_cpus + 1) + column];
	while (*link && span && !is_free(&w->tracks[*link - 1], span, &at)) {
		link = &w->tracks[*link - 1].next;
		if (++looked == LOOKED_MAX)
			link = &own; /* a damaged trace: nobody else is looked for there */
	}
	if (!*link) {
		uint64_t uuid = stage_uuid(PK_PERFETTO_STAGES) + w->nr_tracks;
		char name[32];

		w->tracks[w->nr_tracks++] = (struct pk_perfetto_track){.uuid = uuid};
		if (column < w->nr_cpus)
			snprintf(name, sizeof(name), "%s CPU %" PRIu32, w->stages[stage], column);
		else
			snprintf(name, sizeof(name), "%s", w->stages[stage]);
		write_track(w, uuid, stage_uuid(stage), name);
		*link = w->nr_tracks;
		at = 0;
	}
	if (span && !occupy(&w->tracks[*link - 1], span, at))
		w->base.nomem = true;
	return w->tracks[*link - 1].uuid;
}

static uint64_t instant_track(struct pk_perfetto *w, const char *stage, int cpu)
{
	return track_of(w, stage_index(w, stage), cpu, NULL);
}

static void put_annotation(struct message *event, const char *name, const char *value)
{
	struct message annotation = {.len = 0};

	put_text(&annotation, ANNOTATION_NAME, name);
	put_text(&annotation, ANNOTATION_STRING, value);
	put_bytes(event, EVENT_DEBUG_ANNOTATIONS, annotation.bytes, annotation.len);
}

static void write_event(struct pk_perfetto *w, uint64_t ts, struct message *event)
{
	struct message packet = {.len = 0};

	put_uint(&packet, PACKET_TIMESTAMP, ts);
	put_bytes(&packet, PACKET_TRACK_EVENT, event->bytes, event->len);
	packet.full |= event->full;
	write_message(w, &packet);
}

/* The packet being drawn. */
struct drawing {
	struct pk_perfetto *w;
	const struct pk_packet *packet;
	uint64_t flow;
	const struct pk_piece *piece;
};

static void slice(struct drawing *drawing, const struct pk_call *call, uint64_t track)
{
	struct message begin = {.len = 0}, last = {.len = 0};
	char id[48];

	put_uint(&begin, EVENT_TYPE, TYPE_SLICE_BEGIN);
	put_uint(&begin, EVENT_TRACK_UUID, track);
	put_text(&begin, EVENT_NAME, call->name->symbol.name);
	put_text(&begin, EVENT_CATEGORIES, pk_context_name(drawing->piece->context));
	put_fixed64(&begin, EVENT_FLOW_IDS, drawing->flow);
	put_annotation(&begin, "packet", pk_packet_id(drawing->packet, id, sizeof(id)));
	write_event(drawing->w, call->start, &begin);
	put_uint(&last, EVENT_TYPE, TYPE_SLICE_END);
	put_uint(&last, EVENT_TRACK_UUID, track);
	write_event(drawing->w, call->start + call->dur, &last);
	drawing->w->totals.slices++;
}

static const char *stage_of(const struct drawing *drawing, const struct pk_call *call)
{
	return pk_stage_title(call->name->stage, pk_protocol_of(&drawing->packet->header));
}

/* A piece's calls nest: those of a stage have one track, where they take the time from the first to the last. */
static void draw_calls(struct drawing *drawing, const struct pk_call *root)
{
	struct pk_perfetto *w = drawing->w;
	struct pk_perfetto_span spans[PK_PERFETTO_STAGES];
	uint64_t tracks[PK_PERFETTO_STAGES] = {0};
	const struct pk_call *call = NULL;

	for (uint32_t i = 0; i < PK_PERFETTO_STAGES; i++)
		spans[i] = (struct pk_perfetto_span){UINT64_MAX, 0};
	while ((call = pk_call_next_staged(call, root))) {
		struct pk_perfetto_span *span = &spans[stage_index(w, stage_of(drawing, call))];

		if (call->start < span->from)
			span->from = call->start;
		if (call->start + call->dur > span->to)
			span->to = call->start + call->dur;
	}
	for (uint32_t i = 0; i < w->nr_stages; i++)
		if (spans[i].from != UINT64_MAX)
			tracks[i] = track_of(w, i, drawing->piece->cpu, &spans[i]);
	while (!w->base.nomem && (call = pk_call_next_staged(call, root)))
		slice(drawing, call, tracks[stage_index(w, stage_of(drawing, call))]);
}

static void draw_end(struct drawing *drawing)
{
	const struct pk_packet *packet = drawing->packet;
	struct message event = {.len = 0};
	char from[64], to[64], flags[12], text[192], id[48], detail[PK_DETAIL_MAX];

	put_uint(&event, EVENT_TYPE, TYPE_INSTANT);
	put_uint(&event, EVENT_TRACK_UUID, instant_track(drawing->w, END_STAGE, packet->pos.cpu));
	snprintf(text, sizeof(text), "%s %s", pk_direction_name(packet->dir),
		 pk_outcome_name(packet->outcome));
	put_text(&event, EVENT_NAME, text);
	put_fixed64(&event, EVENT_TERMINATING_FLOW_IDS, drawing->flow);
	put_annotation(&event, "packet", pk_packet_id(packet, id, sizeof(id)));
	if (packet->header.tuple_known) {
		const struct pk_tuple *tuple = &packet->header.tuple;

		snprintf(
			text, sizeof(text), "%s > %s [%s]",
			pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, from,
					 sizeof(from)),
			pk_endpoint_text(tuple->family, tuple->daddr, tuple->dport, to, sizeof(to)),
			packet->header.flags_known
				? pk_flags_text(&packet->header, flags, sizeof(flags))
				: "?");
		put_annotation(&event, pk_protocol_of(&packet->header)->name, text);
	}
	if (packet->detail && packet->detail[0])
		put_annotation(&event, "because", pk_packet_detail(packet, detail, sizeof(detail)));
	put_annotation(&event, "identity", pk_identity_name(packet->identity));
	write_event(drawing->w, packet->last_ns, &event);
}

/* An event on a track of its own: the format has no comments. */
static void write_comment(struct pk_perfetto *w, uint64_t ts, uint64_t track, const char *name,
			  const char *text)
{
	struct message event = {.len = 0};

	write_track(w, track, 0, name);
	put_uint(&event, EVENT_TYPE, TYPE_INSTANT);
	put_uint(&event, EVENT_TRACK_UUID, track);
	put_text(&event, EVENT_NAME, name);
	put_annotation(&event, name, text);
	write_event(w, ts, &event);
}

/* What was redacted, at the first packet. Stages and CPUs count from 1. */
static void write_note(struct pk_perfetto *w, uint64_t ts)
{
	if (w->facts->redacted[0] && !w->totals.packets)
		write_comment(w, ts, UINT64_MAX, "redacted", w->facts->redacted);
}

static void put_packet(struct pk_packet_writer *writer, const struct pk_packet *packet,
		       const struct pk_path *path, uint32_t number)
{
	struct pk_perfetto *w = (struct pk_perfetto *)writer;
	struct drawing drawing = {.w = w, .packet = packet, .flow = number + 1ull};
	const struct pk_trail *trail;

	write_note(w, packet->first_ns);
	for (uint32_t i = 0; i < path->nr_pieces; i++) {
		drawing.piece = path->pieces[i].piece;
		draw_calls(&drawing, path->pieces[i].root);
	}
	trail = &drawing.packet->trail;
	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		const struct pk_step *step = &trail->steps[i];
		struct message event = {.len = 0};

		put_uint(&event, EVENT_TYPE, TYPE_INSTANT);
		put_uint(&event, EVENT_TRACK_UUID,
			 instant_track(drawing.w, step->stage, step->cpu));
		put_text(&event, EVENT_NAME, step->name);
		put_fixed64(&event, EVENT_FLOW_IDS, drawing.flow);
		write_event(drawing.w, step->ts, &event);
		drawing.w->totals.slices++;
	}
	draw_end(&drawing);
	w->totals.packets++;
}

static bool takes(struct pk_packet_writer *writer, const struct pk_packet *packet)
{
	(void)writer;
	return !packet->timeless;
}

void pk_perfetto_init(struct pk_perfetto *w, const struct pk_packet_style *style,
		      const struct pk_facts *facts, FILE *fp)
{
	uint32_t nr_cpus = facts->nr_cpu_ids;

	*w = (struct pk_perfetto){
		.base = {.style = style,
			 .fp = fp,
			 .needs_paths = true,
			 .takes = takes,
			 .put = put_packet},
		.facts = facts,
		.nr_cpus = nr_cpus,
		.cpus = calloc((size_t)PK_PERFETTO_STAGES * (nr_cpus + 1ull), sizeof(*w->cpus)),
	};
	w->base.nomem = !w->cpus;
}

void pk_perfetto_end(struct pk_perfetto *w)
{
	uint64_t ts = pk_packet_set_end(w->base.style->set);

	write_note(w, ts);
	if (!w->totals.packets) /* an empty file is none to the viewers */
		write_comment(w, ts, UINT64_MAX - 1, "no packets",
			      "no packet of a known time fits");
}

void pk_perfetto_deinit(struct pk_perfetto *w)
{
	for (uint32_t i = 0; i < w->nr_tracks; i++)
		free(w->tracks[i].busy);
	free(w->tracks);
	free(w->cpus);
}
