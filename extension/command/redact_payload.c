// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/redact.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/events/facts.h"
#include "core/kit.h"
#include "decode/net/ipsec/xfrm.h"
#include "decode/probe/fetch.h"
#include "protocol/protocol.h"

/*
 * A probe reads a packet in pieces, each with a name of its own:
 *
 *	c=+0(+208($arg1)):x8[64] d=+64(+208($arg1)):x8[48] e=+112(+208($arg1)):x32
 *
 *	0                 28        64              112   116
 *	| IP, UDP: known  |   c     |       d       |  e  |
 *	'-- headers ------'------------ payload ----------'
 *
 * Those that start from the same pointer are put together in an image of the object. Headers are looked for there.
 */
#define ROOM 512 /* bytes of an image: headers lie within */
#define MAX_FIELDS 128 /* MAX_TRACE_ARGS */
#define LEAST 28 /* bytes of the shortest headers, IPv4's and UDP's */

struct part {
	const struct pk_field *field;
	const struct pk_fetch *fetch; /* NULL: not known */
	uint8_t *bytes; /* in the entry */
	uint32_t len;
	bool visited; /* by one of the event's probes */
	bool done; /* headers were found in its object */
};

struct program {
	struct pk_fetch *fetches; /* owned */
	uint32_t nr;
};

struct image {
	uint8_t bytes[ROOM];
	bool known[ROOM];
	int64_t begin; /* where the first byte lies, from the pointer on */
};

struct reading {
	struct pk_payload *payload;
	const struct pk_format *format;
	const struct pk_event *event;
	struct part parts[MAX_FIELDS];
	unsigned nr;
	uint64_t cleared;
};

void pk_payload_clear(const struct pk_wire_header *wire, uint8_t *bytes, size_t len)
{
	const struct pk_protocol *protocol = pk_protocol_of(&wire->header);

	if (protocol->clear)
		protocol->clear(&wire->header, bytes, len);
	else
		memset(bytes, 0, len);
}

static bool same_object(const struct pk_fetch *a, const struct pk_fetch *b)
{
	return a && b && a->from == b->from && a->arg == b->arg && a->nr_derefs == b->nr_derefs &&
	       !strcmp(a->field, b->field) &&
	       !memcmp(a->derefs, b->derefs, a->nr_derefs * sizeof(a->derefs[0]));
}

static bool is_array(const struct part *part)
{
	return part->field->where != PK_FIELD_PLAIN || strchr(part->field->type, '[');
}

static bool knows(const struct image *image, uint32_t at, uint32_t len)
{
	return !pk_any(len, i, at + i >= ROOM || !image->known[at + i]);
}

/* What says which headers these are was read, and not taken for zero. */
static bool may_begin(const struct image *image, uint32_t at)
{
	bool four = image->bytes[at] >> 4 == 4;
	uint32_t len = four ? 4 * (image->bytes[at] & 15u) : 40;

	return knows(image, at, 1) && (four || image->bytes[at] >> 4 == 6) &&
	       knows(image, at + (four ? 9 : 6), 1) && knows(image, at + len, 4);
}

/* The first headers with ports, else the first ones. Returns where what is behind them begins; 0: there are none. */
static uint32_t headers_find(struct pk_ctx *ctx, const struct image *image,
			     struct pk_wire_header *ret_wire)
{
	struct pk_wire_header wire;
	uint32_t found = 0;

	for (uint32_t at = image->begin & 1; at + LEAST <= ROOM; at += 2) {
		bool portless;

		if (!may_begin(image, at) ||
		    !pk_wire_header_parse(ctx, image->bytes + at, ROOM - at, &wire))
			continue;
		portless = pk_header_outermost(&wire.header)->portless;
		pk_xfrm_unveil(ctx, &wire.header);
		if (wire.header.below)
			wire.headers_len += pk_protocol_of(&wire.header)->header_min;
		if (at + wire.headers_len > ROOM || (portless && found))
			continue;
		*ret_wire = wire;
		found = at + wire.headers_len;
		if (!portless)
			break;
	}
	return found;
}

/* Of headers that do not begin with IP's, or are a fragment's or MACsec's, as far as the function or event tells what its
 * bytes are. */
static uint32_t pieces_find(const struct reading *reading, const struct image *image,
			    const struct part *first, struct pk_wire_header *ret_wire)
{
	const struct pk_plan *plan = reading->payload->plans.by_type[reading->format->id];
	struct pk_header header;
	int begin;

	for (; plan; plan = plan->next)
		for (unsigned i = 0; i < plan->nr_pieces; i++) {
			if (plan->pieces[i].field != first->field ||
			    !pk_pieces_payload(reading->payload->ctx, plan, reading->event, &header,
					       &begin) ||
			    begin <= image->begin || begin - image->begin >= ROOM)
				continue;
			*ret_wire = (struct pk_wire_header){.header = header};
			return (uint32_t)(begin - image->begin);
		}
	return 0;
}

static void clear(struct reading *reading, const struct part *part)
{
	memset(part->bytes, 0, part->len);
	reading->cleared += part->len;
}

static void clear_object(struct reading *reading, struct part *first)
{
	struct pk_wire_header wire;
	struct image image;
	uint32_t end;

	memset(&image, 0, sizeof(image));
	image.begin = first->fetch->offset;
	for (unsigned i = 0; i < reading->nr; i++)
		if (same_object(reading->parts[i].fetch, first->fetch) &&
		    reading->parts[i].fetch->offset < image.begin)
			image.begin = reading->parts[i].fetch->offset;
	for (unsigned i = 0; i < reading->nr; i++)
		if (same_object(reading->parts[i].fetch, first->fetch)) {
			const struct part *part = &reading->parts[i];
			int64_t at = part->fetch->offset - image.begin;

			for (uint32_t j = 0; j < part->len && at + j < ROOM; j++) {
				image.bytes[at + j] = part->bytes[j];
				image.known[at + j] = true;
			}
		}
	end = headers_find(reading->payload->ctx, &image, &wire);
	if (!end)
		end = pieces_find(reading, &image, first, &wire);
	if (end && end < ROOM)
		pk_payload_clear(&wire, image.bytes + end, ROOM - end);
	for (unsigned i = 0; i < reading->nr; i++) {
		struct part *part = &reading->parts[i];

		if (!same_object(part->fetch, first->fetch))
			continue;
		if (end) {
			int64_t at = part->fetch->offset - image.begin;

			for (uint32_t j = 0; j < part->len; j++) {
				if (at + j < end)
					continue;
				part->bytes[j] = at + j < ROOM ? image.bytes[at + j] : 0;
				reading->cleared++;
			}
		}
		part->visited = true;
		part->done |= end > 0;
	}
}

static void add_part(struct reading *reading, const struct pk_field *field, uint8_t *entry)
{
	struct part *part = &reading->parts[reading->nr];
	const uint8_t *bytes;

	*part = (struct part){.field = field};
	if (pk_event_bytes(reading->payload->ctx, reading->event, field, &bytes, &part->len) !=
		    PK_OK ||
	    !part->len)
		return;
	part->bytes = entry + (bytes - reading->event->data);
	reading->nr++;
}

/* NULL: what PROBE reads is not known. */
static const struct program *program_of(struct pk_payload *payload,
					const struct pk_format_probe *probe)
{
	struct program *program = pk_hash_get(&payload->programs, (uintptr_t)probe);

	if (program)
		return program;
	program = calloc(1, sizeof(*program));
	if (!program || !pk_hash_put(&payload->programs, (uintptr_t)probe, program)) {
		free(program);
		return NULL;
	}
	if (pk_fetches_read(payload->ctx, probe, &program->fetches, &program->nr) != PK_OK)
		program->nr = 0;
	return program;
}

static void clear_by(struct reading *reading, const struct pk_format_probe *probe)
{
	const struct program *program = program_of(reading->payload, probe);

	for (unsigned i = 0; i < reading->nr; i++) {
		struct part *part = &reading->parts[i];

		part->fetch = NULL;
		part->visited = false;
		for (uint32_t j = 0; program && j < program->nr; j++)
			if (program->fetches[j].what == PK_FETCH_MEMORY &&
			    !strcmp(program->fetches[j].name, part->field->name))
				part->fetch = &program->fetches[j];
	}
	for (unsigned i = 0; i < reading->nr; i++)
		if (reading->parts[i].fetch && !reading->parts[i].visited)
			clear_object(reading, &reading->parts[i]);
}

uint64_t pk_payload_clear_event(struct pk_payload *payload, const struct pk_format *format,
				const struct pk_event *event, uint8_t *entry,
				bool (*taken)(const struct pk_field *field))
{
	struct reading reading = {.payload = payload, .format = format, .event = event};

	for (uint32_t i = 0; i < format->nr_fields && reading.nr < MAX_FIELDS; i++)
		if (!taken(&format->fields[i]))
			add_part(&reading, &format->fields[i], entry);
	/* Which one was hit need not be known: each may read something else. */
	for (uint32_t i = 0; i < format->nr_probes && i < PK_FORMAT_PROBES; i++)
		clear_by(&reading, &format->probes[i]);
	for (unsigned i = 0; i < reading.nr; i++)
		if (!reading.parts[i].done && is_array(&reading.parts[i]))
			clear(&reading, &reading.parts[i]);
	return reading.cleared;
}

enum pk_status pk_payload_init(struct pk_ctx *ctx, const struct pk_formats *formats,
			       struct pk_payload *ret_payload)
{
	struct pk_payload payload = {.ctx = ctx};
	enum pk_status status = pk_plans_make(ctx, formats, &payload.plans);

	if (status == PK_OK)
		*ret_payload = payload;
	return status;
}

static void free_program(void *value)
{
	struct program *program = value;

	free(program->fetches);
	free(program);
}

void pk_payload_deinit(struct pk_payload *payload)
{
	pk_plans_free(&payload->plans);
	pk_hash_deinit(&payload->programs, free_program);
}
