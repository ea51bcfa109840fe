// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/perfetto.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

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

#define MAX_STAGES 64
#define END_STAGE "end" /* the track of the packets' ends */

/* A message being made. What does not fit is noted once and the message dropped. */
struct message {
	uint8_t bytes[4096];
	uint32_t len;
	bool full;
};

struct writer {
	struct pk_ctx *ctx;
	const struct pk_packet_style *style;
	struct pk_path_maker *maker;
	FILE *fp;
	struct pk_perfetto_totals totals;
	const char *stages[MAX_STAGES]; /* of which there are tracks */
	uint32_t nr_stages;
	uint8_t *cpus; /* owned: [stage][cpu] has a track */
	uint32_t nr_cpus;
	bool begun; /* the first packet was written */
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

/* Packet M is complete but for the sequence it is part of. */
static void write_message(struct writer *w, struct message *m)
{
	struct message head = {.len = 0};

	put_uint(m, PACKET_SEQUENCE_ID, SEQUENCE_ID);
	if (!w->begun)
		put_uint(m, PACKET_SEQUENCE_FLAGS, SEQ_INCREMENTAL_STATE_CLEARED);
	w->begun = true;
	if (m->full) {
		pk_warn(w->ctx, "perfetto: a packet's event is too long and left out");
		return;
	}
	put_varint(&head, TRACE_PACKET << 3 | WIRE_BYTES);
	put_varint(&head, m->len);
	fwrite(head.bytes, 1, head.len, w->fp);
	fwrite(m->bytes, 1, m->len, w->fp);
}

static void write_track(struct writer *w, uint64_t uuid, uint64_t parent, const char *name)
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

/* The track of STAGE on CPU, described when it is first used. */
static uint64_t track_of(struct writer *w, const char *stage, int cpu)
{
	uint32_t i;
	char name[32];
	uint64_t uuid;

	for (i = 0; i < w->nr_stages && strcmp(w->stages[i], stage); i++)
		;
	if (i == MAX_STAGES || cpu < 0 || (uint32_t)cpu >= w->nr_cpus)
		return stage_uuid(0);
	if (i == w->nr_stages) {
		w->stages[w->nr_stages++] = stage;
		write_track(w, stage_uuid(i), 0, stage);
	}
	uuid = stage_uuid(MAX_STAGES) + (uint64_t)i * w->nr_cpus + (uint32_t)cpu;
	if (!w->cpus[(size_t)i * w->nr_cpus + (uint32_t)cpu]) {
		w->cpus[(size_t)i * w->nr_cpus + (uint32_t)cpu] = 1;
		snprintf(name, sizeof(name), "%s CPU %d", stage, cpu);
		write_track(w, uuid, stage_uuid(i), name);
	}
	return uuid;
}

static void put_annotation(struct message *event, const char *name, const char *value)
{
	struct message annotation = {.len = 0};

	put_text(&annotation, ANNOTATION_NAME, name);
	put_text(&annotation, ANNOTATION_STRING, value);
	put_bytes(event, EVENT_DEBUG_ANNOTATIONS, annotation.bytes, annotation.len);
}

static void write_event(struct writer *w, uint64_t ts, struct message *event)
{
	struct message packet = {.len = 0};

	put_uint(&packet, PACKET_TIMESTAMP, ts);
	put_bytes(&packet, PACKET_TRACK_EVENT, event->bytes, event->len);
	packet.full |= event->full;
	write_message(w, &packet);
}

/* What is being written of one packet. */
struct drawing {
	struct writer *w;
	const struct pk_packet *packet;
	uint64_t flow;
	const struct pk_piece *piece;
};

static void slice(struct drawing *drawing, const char *name, const char *stage, uint64_t start,
		  uint64_t end)
{
	struct message begin = {.len = 0}, last = {.len = 0};
	uint64_t track = track_of(drawing->w, stage, drawing->piece->cpu);
	char id[48];

	put_uint(&begin, EVENT_TYPE, TYPE_SLICE_BEGIN);
	put_uint(&begin, EVENT_TRACK_UUID, track);
	put_text(&begin, EVENT_NAME, name);
	put_text(&begin, EVENT_CATEGORIES, pk_context_name(drawing->piece->context));
	put_fixed64(&begin, EVENT_FLOW_IDS, drawing->flow);
	put_annotation(&begin, "packet", pk_packet_id(drawing->packet, id, sizeof(id)));
	write_event(drawing->w, start, &begin);
	put_uint(&last, EVENT_TYPE, TYPE_SLICE_END);
	put_uint(&last, EVENT_TRACK_UUID, track);
	write_event(drawing->w, end, &last);
	drawing->w->totals.slices++;
}

/* The path's calls that are of a stage, in the order of their times; not into interrupts and other packets. */
static void draw_calls(struct drawing *drawing, const struct pk_call *root)
{
	const struct pk_call *call = root;

	for (; call; call = pk_call_next(call, root, call->kind == PK_CALL_PLAIN))
		if (call->kind == PK_CALL_PLAIN && call->name && call->name->stage)
			slice(drawing, call->name->symbol.name, call->name->stage->stage,
			      call->start, call->start + call->dur);
}

static void draw_steps(struct drawing *drawing)
{
	const struct pk_trail *trail = &drawing->packet->trail;

	for (uint32_t i = 0; i < trail->nr_steps; i++) {
		const struct pk_step *step = &trail->steps[i];
		struct message event = {.len = 0};

		put_uint(&event, EVENT_TYPE, TYPE_INSTANT);
		put_uint(&event, EVENT_TRACK_UUID, track_of(drawing->w, step->stage, step->cpu));
		put_text(&event, EVENT_NAME, step->name);
		put_fixed64(&event, EVENT_FLOW_IDS, drawing->flow);
		write_event(drawing->w, step->ts, &event);
		drawing->w->totals.slices++;
	}
}

static void draw_end(struct drawing *drawing)
{
	const struct pk_packet *packet = drawing->packet;
	struct message event = {.len = 0};
	char from[64], to[64], flags[12], text[192], id[48], detail[PK_DETAIL_MAX];

	put_uint(&event, EVENT_TYPE, TYPE_INSTANT);
	put_uint(&event, EVENT_TRACK_UUID, track_of(drawing->w, END_STAGE, packet->pos.cpu));
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
				? pk_tcp_flags_text(packet->header.flags, flags, sizeof(flags))
				: "?");
		put_annotation(&event, "tcp", text);
	}
	if (packet->detail && packet->detail[0])
		put_annotation(&event, "because", pk_packet_detail(packet, detail, sizeof(detail)));
	put_annotation(&event, "identity", pk_identity_name(packet->identity));
	write_event(drawing->w, packet->last_ns, &event);
}

static enum pk_status draw_packet(struct writer *w, const struct pk_packet *packet, uint64_t flow)
{
	struct drawing drawing = {.w = w, .packet = packet, .flow = flow};
	struct pk_path path;
	enum pk_status status = pk_path_make(w->maker, packet, 0, &path);

	if (status != PK_OK)
		return status;
	for (uint32_t i = 0; i < path.nr_pieces; i++) {
		drawing.piece = path.pieces[i].piece;
		draw_calls(&drawing, path.pieces[i].root);
	}
	pk_path_deinit(&path);
	draw_steps(&drawing);
	draw_end(&drawing);
	w->totals.packets++;
	return PK_OK;
}

enum pk_status pk_perfetto_write(struct pk_ctx *ctx, const struct pk_packet_style *style, FILE *fp,
				 struct pk_perfetto_totals *ret_totals)
{
	struct writer w = {
		.ctx = ctx, .style = style, .fp = fp, .nr_cpus = ctx->target->facts.nr_cpu_ids};
	enum pk_status status = pk_path_maker_create(ctx, style->set, &w.maker);

	if (status != PK_OK)
		return status;
	w.cpus = calloc(MAX_STAGES, w.nr_cpus ? w.nr_cpus : 1);
	if (!w.cpus)
		status = pk_fail(ctx, PK_NOMEM, "perfetto: out of memory");
	for (uint32_t i = 0; status == PK_OK && i < style->set->nr && !ferror(fp); i++) {
		if (!style->set->packets[i]->timeless)
			status = draw_packet(&w, style->set->packets[i], i + 1);
		if (ctx->progress && !(i & 0xfff))
			ctx->progress("packets written", i);
	}
	pk_path_maker_destroy(w.maker);
	free(w.cpus);
	if (status == PK_OK && ferror(fp))
		status = pk_fail(ctx, PK_IO, "perfetto: %s", strerror(errno));
	if (status == PK_OK)
		*ret_totals = w.totals;
	return status;
}
