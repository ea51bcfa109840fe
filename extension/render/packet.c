// SPDX-License-Identifier: GPL-3.0-or-later
#include "render/packet_private.h"

/* Ages count from the panic, or from the newest event where the two clocks cannot be compared. */
static uint64_t age_origin(const struct pk_packet_set *set)
{
	return set->panic_known ? set->panic_ns : set->newest_ns;
}

const char *pk_packet_time(const struct pk_packet_style *style, uint64_t ns, char *buf, size_t size)
{
	uint64_t origin = age_origin(style->set);
	uint64_t value = style->absolute ? ns : ns > origin ? ns - origin : origin - ns;
	const char *sign = ns > origin ? "T+" : "T-";

	if (style->set->in_ticks) {
		snprintf(buf, size, "%s%llu", style->absolute ? "" : sign,
			 (unsigned long long)value);
		return buf;
	}
	snprintf(buf, size, "%s%llu.%06llu", style->absolute ? "" : sign,
		 (unsigned long long)(value / 1000000000),
		 (unsigned long long)(value / 1000 % 1000000));
	return buf;
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
		snprintf(buf, 2 * PK_WAY_MAX, "%.*s%s..%s%s", (int)strcspn(way, " "), way, between,
			 between, packet->dev);
	return buf;
}

void pk_header_endpoints(const struct pk_header *header, char *from, char *to, size_t size)
{
	const struct pk_tuple *tuple = &header->tuple;

	snprintf(from, size, "?");
	snprintf(to, size, "?");
	if (!header->tuple_known)
		return;
	if (pk_protocol_of(header)->portless) {
		pk_address_text(tuple->family, tuple->saddr, from, (unsigned)size);
		pk_address_text(tuple->family, tuple->daddr, to, (unsigned)size);
		return;
	}
	pk_endpoint_text(tuple->family, tuple->saddr, tuple->sport, from, (unsigned)size);
	pk_endpoint_text(tuple->family, tuple->daddr, tuple->dport, to, (unsigned)size);
}

void pk_packet_endpoints(const struct pk_packet *packet, char *from, char *to, size_t size)
{
	pk_header_endpoints(&packet->header, from, to, size);
}

const char *pk_packet_flags(const struct pk_header *header, char *buf, unsigned size)
{
	if (!header->flags_known)
		snprintf(buf, size, "%s", pk_protocol_of(header)->flags_text ? "?" : "-");
	else
		pk_flags_text(header, buf, size);
	return buf;
}

/* Events without frames follow one another in pieces of one span: they are told of together, by the first. */
bool pk_goes_on(const struct pk_trail *trail, size_t at)
{
	const struct pk_piece *piece = &trail->pieces[at];

	return at && !piece->func && !piece[-1].func && pk_same_span(piece, &piece[-1]);
}

/* Up to the spans before and after: a free, say, makes no span of its own. */
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

void pk_render_packet_heading(struct pk_out *out, const struct pk_packet_style *style)
{
	pk_out_text(out, "%14s  %-3s ", style->absolute ? "TIME" : "AGE", "DIR");
	if (style->several)
		pk_out_text(out, "%-5s ", "PROTO");
	pk_out_text(out, "%-8s %-21s   %-21s %-6s %10s %6s  %-8s %-13s %s\n", "DEV", "SOURCE",
		    "DESTINATION", "FLAGS", "SEQ", "LEN", "IDENTITY", "END", "ID");
}

#define DEV_LIMIT 20 /* in a list */

void pk_render_packet_row(struct pk_out *out, const struct pk_packet_style *style,
			  const struct pk_packet *packet)
{
	char when[40], from[64], to[64], flags[16], id[64], seq[16], len[16] = "?",
								     way[2 * PK_WAY_MAX];
	const struct pk_header *header = &packet->header;

	pk_packet_endpoints(packet, from, to, sizeof(from));
	if (header->seq_known)
		snprintf(seq, sizeof(seq), "%u", header->seq);
	else
		snprintf(seq, sizeof(seq), "%s", pk_protocol_of(header)->distance ? "?" : "-");
	if (header->len_known)
		snprintf(len, sizeof(len), "%u", header->payload_len);
	pk_out_text(out, "%14s  %-3s ", pk_packet_began(style, packet, when, sizeof(when)),
		    pk_direction_name(packet->dir));
	if (style->several)
		pk_out_text(out, "%-5s ", header->protocol ? pk_protocol_of(header)->name : "?");
	pk_out_text(out, "%-8s %-21s > %-21s %-6s %10s %6s  %-8s %-13s %s%s\n",
		    pk_packet_way(packet, ">", DEV_LIMIT, way), from, to,
		    pk_packet_flags(header, flags, sizeof(flags)), seq, len,
		    pk_identity_name(packet->identity), pk_outcome_name(packet->outcome),
		    pk_packet_id(packet, id, sizeof(id)), packet->retransmit ? "  retransmit" : "");
}
