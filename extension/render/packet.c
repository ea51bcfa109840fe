// SPDX-License-Identifier: GPL-3.0-or-later
#include <time.h>

#include "analysis/explain/path.h"
#include "render/out.h"
#include "render/packet_private.h"

#define NSEC_PER_SEC 1000000000

/* UTC, in microseconds. */
static void print_date(uint64_t ns, char *buf, size_t size)
{
	time_t seconds = (time_t)(ns / NSEC_PER_SEC);
	struct tm tm;
	size_t len = 0;

	if (gmtime_r(&seconds, &tm))
		len = strftime(buf, size, "%F %T", &tm);
	snprintf(buf + len, size - len, ".%06llu", (unsigned long long)(ns / 1000 % 1000000));
}

/* By the trace's clock. */
static const char *trace_time(const struct pk_packet_style *style, uint64_t ns, char *buf,
			      size_t size)
{
	uint64_t origin = pk_packet_set_end(style->set); /* ages count from the panic */
	uint64_t value = style->absolute ? ns : ns > origin ? ns - origin : origin - ns;
	const char *sign = style->absolute ? "" : ns > origin ? "T+" : "T-";

	if (style->set->in_ticks)
		snprintf(buf, size, "%s%llu", sign, (unsigned long long)value);
	else
		snprintf(buf, size, "%s%llu.%06llu", sign,
			 (unsigned long long)(value / NSEC_PER_SEC),
			 (unsigned long long)(value / 1000 % 1000000));
	return buf;
}

const char *pk_packet_time(const struct pk_packet_style *style, uint64_t ns, char *buf, size_t size)
{
	if (!style->wall)
		return trace_time(style, ns, buf, size);
	print_date(ns + (uint64_t)style->wall_offset, buf, size);
	return buf;
}

static const char *trace_time_heading(const struct pk_packet_style *style)
{
	return style->absolute ? "TIME" : "AGE";
}

struct pk_column pk_packet_when_column(const struct pk_packet_style *style)
{
	return (struct pk_column){style->wall ? "UTC" : trace_time_heading(style), "",
				  .width = style->wall ? 26 : 14, .right = true};
}

struct pk_column pk_packet_age_column(const struct pk_packet_style *style)
{
	return (struct pk_column){style->wall ? trace_time_heading(style) : NULL, " ", .width = 14,
				  .right = true, .drop = 9};
}

const char *pk_packet_age(const struct pk_packet_style *style, const struct pk_packet *packet,
			  char *buf, size_t size)
{
	return packet->timeless ? "?" : trace_time(style, packet->first_ns, buf, size);
}

const char *pk_packet_began(const struct pk_packet_style *style, const struct pk_packet *packet,
			    char *buf, size_t size)
{
	return packet->timeless ? "?" : pk_packet_time(style, packet->first_ns, buf, size);
}

const char *pk_packet_way(const struct pk_packet *packet, const char *between, size_t limit,
			  char buf[2 * PK_WAY_MAX])
{
	const char *way = packet->way[0] ? packet->way : "?";
	size_t len = 0;

	for (const char *at = way; *at && len < 2 * PK_WAY_MAX - 8; at++)
		if (*at == ' ')
			len += (size_t)sprintf(buf + len, "%s", between);
		else
			buf[len++] = *at;
	buf[len] = '\0';
	if (len > limit && strchr(way, ' '))
		len = (size_t)snprintf(buf, 2 * PK_WAY_MAX, "%.*s%s..%s%s", (int)strcspn(way, " "),
				       way, between, between, strrchr(way, ' ') + 1);
	if (packet->way[0] && packet->way_complete == PK_ANSWER_NO)
		snprintf(buf + len, 2 * PK_WAY_MAX - len, "+");
	return buf;
}

void pk_packet_endpoints(const struct pk_packet *packet, char *from, char *to, size_t size)
{
	pk_header_endpoints(&packet->header, from, to, size);
}

const char *pk_fragment_text(const struct pk_header *header, char buf[PK_FRAGMENT_TEXT])
{
	if (header->frag_len)
		snprintf(buf, PK_FRAGMENT_TEXT, "fragment %u-%u%s of %u", header->frag_at,
			 header->frag_at + header->frag_len - 1u,
			 header->frag_more ? "" : " (last)", header->ip_id);
	else
		snprintf(buf, PK_FRAGMENT_TEXT, "fragments of %u", header->ip_id);
	return buf;
}

const char *pk_packet_flags(const struct pk_header *header, char *buf, unsigned size)
{
	if (!header->flags_known)
		snprintf(buf, size, "%s", pk_protocol_of(header)->flags_text ? "?" : "-");
	else
		pk_flags_text(header, buf, size);
	return buf;
}

/* Events without frames are consecutive pieces of one span: the first piece shows all of them. */
bool pk_goes_on(const struct pk_trail *trail, size_t at)
{
	const struct pk_piece *piece = &trail->pieces[at];

	return at && !piece->func && !piece[-1].func && pk_same_span(piece, &piece[-1]);
}

/* The span extends to its neighbours, because a free, for example, makes no span of its own. */
bool pk_step_in(const struct pk_trail *trail, const struct pk_piece *piece,
		const struct pk_step *step)
{
	size_t at = (size_t)(piece - trail->pieces), last = at;

	while (last + 1 < trail->nr_pieces && pk_goes_on(trail, last + 1))
		last++;
	return !pk_goes_on(trail, at) && step->cpu == piece->cpu && step->pid == piece->pid &&
	       (step->ts >= piece->start || !at || step->ts > piece[-1].end) &&
	       (step->ts <= trail->pieces[last].end || last + 1 == trail->nr_pieces ||
		step->ts < trail->pieces[last + 1].start);
}

void pk_render_identities(struct pk_out *out, const char *key,
			  const uint32_t counts[PK_NR_IDENTITIES])
{
	if (key)
		pk_out_object_begin(out, key);
	for (int i = PK_NR_IDENTITIES; i-- > 0;) {
		if (key)
			pk_out_uint(out, pk_identity_name(i), NULL, counts[i]);
		if (counts[i])
			pk_out_text(out, " %u %s", counts[i], pk_identity_name(i));
	}
	if (key)
		pk_out_object_end(out);
}

enum pk_tone pk_outcome_tone(enum pk_outcome outcome)
{
	static const enum pk_tone tones[PK_NR_OUTCOMES] = {
		[PK_OUT_DROPPED] = PK_TONE_BAD,	      [PK_OUT_IN_FLIGHT] = PK_TONE_OPEN,
		[PK_OUT_QUEUED] = PK_TONE_OPEN,	      [PK_OUT_OFO_QUEUED] = PK_TONE_OPEN,
		[PK_OUT_BACKLOGGED] = PK_TONE_OPEN,   [PK_OUT_UNACKED] = PK_TONE_OPEN,
		[PK_OUT_UNSENT] = PK_TONE_OPEN,	      [PK_OUT_NEIGH_QUEUED] = PK_TONE_OPEN,
		[PK_OUT_QDISC_QUEUED] = PK_TONE_OPEN, [PK_OUT_DRIVER_QUEUED] = PK_TONE_OPEN,
	};

	return tones[outcome] ? tones[outcome] : PK_TONE_PLAIN;
}

#define MEASURED 1000 /* rows that set the column widths on a terminal */
#define DEV_LIMIT 20 /* in a list */

static const char *number(char *buf, bool known, uint32_t value, bool has_one)
{
	if (known)
		sprintf(buf, "%u", value);
	else
		strcpy(buf, has_one ? "?" : "-");
	return buf;
}

static const char *why(const struct pk_packet *packet, char fragment[PK_FRAGMENT_TEXT])
{
	if (packet->outcome == PK_OUT_DROPPED && packet->drop && packet->drop->reason_name[0])
		return packet->drop->reason_name;
	if (packet->header.fragment)
		return pk_fragment_text(&packet->header, fragment);
	return packet->retransmit ? "retransmit" : "";
}

/* "socket-reader 336.98 ms" */
static const char *slowness(const struct pk_packet_style *style, const struct pk_packet *packet,
			    char buf[64])
{
	const struct pk_latency_stage *longest = pk_hash_get(style->longest, (uintptr_t)packet);
	char duration[32];

	if (!longest)
		return "";
	snprintf(buf, 64, "%s %s", longest->name,
		 pk_duration(longest->ns, duration, sizeof(duration)));
	return buf;
}

void pk_packet_cells_fill(struct pk_packet_cells *cells, const struct pk_packet_style *style,
			  const struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;
	const struct pk_protocol *protocol = pk_protocol_of(header);
	bool acks = !header->flags_known || pk_header_says(header, PK_SAYS_ACK);

	pk_packet_endpoints(packet, cells->from, cells->to, sizeof(cells->from));
	cells->of[PK_CELL_WHEN] = pk_packet_began(style, packet, cells->when, sizeof(cells->when));
	cells->of[PK_CELL_AGE] =
		style->wall ? pk_packet_age(style, packet, cells->age, sizeof(cells->age)) : "";
	cells->of[PK_CELL_DIR] = pk_direction_name(packet->dir);
	cells->of[PK_CELL_PROTO] = header->protocol ? protocol->name : "?";
	cells->of[PK_CELL_DEV] = pk_packet_way(packet, ">", DEV_LIMIT, cells->way);
	cells->of[PK_CELL_NETNS] = "";
	if (packet->connection)
		cells->of[PK_CELL_NETNS] = number(cells->netns, packet->netns, packet->netns, true);
	cells->of[PK_CELL_SOURCE] = cells->from;
	cells->of[PK_CELL_DEST] = cells->to;
	cells->of[PK_CELL_FLAGS] = pk_packet_flags(header, cells->flags, sizeof(cells->flags));
	cells->of[PK_CELL_SEQ] =
		number(cells->seq, header->seq_known, header->seq, protocol->distance);
	cells->of[PK_CELL_ACK] = number(cells->ack, header->ack_known && acks, header->ack,
					protocol->distance && acks);
	cells->of[PK_CELL_WIN] =
		number(cells->win, header->window_known, header->window, protocol->distance);
	cells->of[PK_CELL_LEN] = number(cells->len, header->len_known, header->payload_len, true);
	cells->of[PK_CELL_IDENTITY] = pk_identity_name(packet->identity);
	cells->of[PK_CELL_END] = pk_outcome_name(packet->outcome);
	cells->of[PK_CELL_ID] = pk_packet_id(packet, cells->id, sizeof(cells->id));
	cells->of[PK_CELL_WHY] = style->longest ? slowness(style, packet, cells->slow)
						: why(packet, cells->fragment);
	cells->of[PK_CELL_WAY] = "";
}

/* Without windows, as many traces are, there is no column. */
static const char *win_heading(const struct pk_packet *const *packets, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		if (packets[i]->header.window_known)
			return "WIN";
	return NULL;
}

/* Addresses alone name most connections. */
static const char *netns_heading(const struct pk_packet *const *packets, uint32_t nr)
{
	for (uint32_t i = 0; i < nr; i++)
		if (packets[i]->connection)
			return "NETNS";
	return NULL;
}

void pk_packet_list_begin(struct pk_packet_list *list, struct pk_out *out,
			  const struct pk_packet_style *style,
			  const struct pk_packet *const *packets, uint32_t nr)
{
	const struct pk_column columns[] = {
		[PK_CELL_WHEN] = pk_packet_when_column(style),
		[PK_CELL_AGE] = pk_packet_age_column(style),
		[PK_CELL_DIR] = {"DIR", "  ", .width = 3},
		[PK_CELL_PROTO] = {style->several ? "PROTO" : NULL, " ", .width = 5, .drop = 1},
		[PK_CELL_DEV] = {"DEV", " ", .width = 8, .drop = 4},
		[PK_CELL_NETNS] = {netns_heading(packets, nr), " ", .width = 10},
		[PK_CELL_SOURCE] = {"SOURCE", " ", .width = 21},
		[PK_CELL_DEST] = {"DESTINATION", " > ", .width = 21},
		[PK_CELL_FLAGS] = {"FLAGS", " ", .width = 6, .drop = 3},
		[PK_CELL_SEQ] = {"SEQ", " ", .width = 10, .right = true, .drop = 5},
		[PK_CELL_ACK] = {"ACK", " ", .width = 10, .right = true, .drop = 6},
		[PK_CELL_WIN] = {win_heading(packets, nr), " ", .width = 5, .right = true,
				 .drop = 8},
		[PK_CELL_LEN] = {"LEN", " ", .width = 6, .right = true, .drop = 2},
		[PK_CELL_IDENTITY] = {"IDENTITY", "  ", .width = 8, .drop = 7,
				      .unless_all = "exact"},
		[PK_CELL_END] = {"END", " ", .width = 13},
		[PK_CELL_ID] = {"ID", " ", .width = 15},
		[PK_CELL_WHY] = {style->explained ? NULL : "WHY", "  ", .width = 0, .if_any = true},
	};
	struct pk_packet_cells cells;

	list->style = style;
	memcpy(list->columns, columns, sizeof(columns));
	pk_table_init(&list->table, out, list->columns, PK_CELLS);
	for (uint32_t i = 0; out->screen.columns && i < nr && i < MEASURED; i++) {
		pk_packet_cells_fill(&cells, style, packets[i]);
		pk_table_measure(&list->table, cells.of);
	}
}

void pk_render_packet_heading(struct pk_packet_list *list)
{
	pk_table_heading(&list->table);
}

void pk_render_packet_row(struct pk_packet_list *list, const struct pk_packet *packet)
{
	struct pk_packet_cells cells;

	pk_packet_cells_fill(&cells, list->style, packet);
	list->table.tones[PK_CELL_END] = pk_outcome_tone(packet->outcome);
	pk_table_row(&list->table, cells.of);
	if (packet->connection)
		pk_out_netns_told(list->table.out, packet->netns);
}
