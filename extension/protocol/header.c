// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/protocol.h"

#include <stdio.h>
#include <string.h>

bool pk_header_says(const struct pk_header *header, unsigned what)
{
	const struct pk_protocol *protocol = pk_protocol_of(header);

	return protocol->says && protocol->says(header->flags) & what;
}

const char *pk_flags_text(const struct pk_header *header, char *buf, unsigned size)
{
	const struct pk_protocol *protocol = pk_protocol_of(header);

	if (protocol->flags_text)
		return protocol->flags_text(header->flags, buf, size);
	snprintf(buf, size, "-");
	return buf;
}

const char *pk_header_error(const struct pk_header *header)
{
	const struct pk_protocol *protocol = pk_protocol_of(header);

	return protocol->error && header->flags_known ? protocol->error(header->flags) : NULL;
}

bool pk_header_is_quoted(const struct pk_header *header, const struct pk_header *quoted)
{
	bool same_id = header->ip_id_known && quoted->ip_id_known && quoted->ip_id &&
		       header->ip_id == quoted->ip_id;
	bool same_query = header->query_known && quoted->query_known;
	/* What the sender's card cuts has later numbers in the quote. */
	bool same_seq = header->seq_known && quoted->seq_known && header->len_known &&
			(header->seq == quoted->seq || pk_header_holds(header, quoted->seq));

	if (pk_header_outermost(header) != pk_header_outermost(quoted) || !header->tuple_known ||
	    !quoted->tuple_known || header->unproven ||
	    !pk_tuple_equal(&header->tuple, &quoted->tuple))
		return false;
	if (same_query &&
	    (header->query != quoted->query || header->query_seq != quoted->query_seq))
		return false;
	return quoted->seq_known ? same_seq : same_id || same_query;
}

uint32_t pk_header_numbers(const struct pk_header *header)
{
	const struct pk_protocol *protocol = pk_protocol_of(header);

	return header->payload_len +
	       (protocol->flag_numbers ? protocol->flag_numbers(header->flags) : 0);
}

uint32_t pk_header_distance(const struct pk_header *from, const struct pk_header *to)
{
	return pk_protocol_of(from)->distance(from->seq, to->seq);
}

bool pk_header_holds(const struct pk_header *outer, uint32_t number)
{
	return pk_protocol_of(outer)->distance(outer->seq, number) < outer->payload_len;
}

bool pk_header_holds_before(const struct pk_header *outer, const struct pk_header *next)
{
	return pk_header_distance(outer, next) - 1 < outer->payload_len;
}

bool pk_header_end(const struct pk_header *header, uint32_t *ret_end)
{
	if (!header->seq_known || !header->len_known || !header->flags_known)
		return false;
	*ret_end = header->seq + pk_header_numbers(header);
	return true;
}

uint32_t pk_header_payload_end(const struct pk_header *header)
{
	return header->seq + header->payload_len;
}

bool pk_begins_connection(const struct pk_header *header)
{
	return header->flags_known && pk_header_says(header, PK_SAYS_BEGIN);
}

static void take_chunks(struct pk_header *mine, const struct pk_header *header)
{
	memcpy(mine->chunks, header->chunks, sizeof(mine->chunks));
	memcpy(mine->chunk_at, header->chunk_at, sizeof(mine->chunk_at));
	mine->nr_chunks = header->nr_chunks;
	mine->chunks_end = header->chunks_end;
	mine->tsn = header->tsn;
	mine->tsn_at = header->tsn_at;
	mine->tsn_known = header->tsn_known;
}

/* What was only guessed, or lent, gives way to what HEADER says for certain. */
static void give_way(struct pk_packet *packet, const struct pk_header *header,
		     enum pk_tuple_source source)
{
	struct pk_header *mine = &packet->header;

	if (!header->tuple_known)
		return;
	/* No more than lay where a header would. */
	if (mine->unproven && !header->unproven)
		memset(mine, 0, sizeof(*mine));
	/* Of another packet or of a socket: NAT may have changed that. */
	if (source == PK_TUPLE_EVENT && mine->tuple_known &&
	    (packet->tuple_from == PK_TUPLE_EDGE || packet->tuple_from == PK_TUPLE_NESTED))
		memset(mine, 0, sizeof(*mine));
}

static void take_addresses(struct pk_packet *packet, const struct pk_header *header,
			   enum pk_tuple_source source)
{
	struct pk_header *mine = &packet->header;

	if (header->ports_known && !mine->ports_known && (!mine->tuple_known || mine->unproven)) {
		mine->ports_known = true;
		mine->tuple.sport = header->tuple.sport;
		mine->tuple.dport = header->tuple.dport;
	}
	if (header->tuple_known && !mine->tuple_known) {
		mine->tuple = header->tuple;
		mine->tuple_known = true;
		mine->unproven = header->unproven;
		mine->fragment = header->fragment;
		mine->frag_more = header->frag_more;
		mine->frag_at = header->frag_at;
		mine->frag_len = header->frag_len;
		packet->tuple_from = source;
	}
	if (!mine->protocol || mine->protocol == header->protocol)
		mine->below = mine->below ? mine->below : header->below;
	if (!mine->protocol)
		mine->protocol = header->protocol;
}

/* Of a stream's segment. */
static void take_numbers(struct pk_header *mine, const struct pk_header *header)
{
	if (header->seq_known && !mine->seq_known) {
		mine->seq = header->seq;
		mine->seq_known = true;
	}
	if (header->ack_known && !mine->ack_known) {
		mine->ack = header->ack;
		mine->ack_known = true;
	}
	if (header->window_known && !mine->window_known) {
		mine->window = header->window;
		mine->window_known = true;
	}
	if (header->flags_known && !mine->flags_known) {
		mine->flags = header->flags;
		mine->flags_known = true;
	} else if (header->flags_known && header->seq_known && mine->seq_known &&
		   header->seq == mine->seq) {
		mine->flags |= header->flags & pk_protocol_of(header)->late_flags;
	}
}

/* Of other protocols' packets. */
static void take_marks(struct pk_header *mine, const struct pk_header *header)
{
	if ((header->tunnel_id_known && !mine->tunnel_id_known) ||
	    (header->tunnel_id_may_be && !mine->tunnel_id_known && !mine->tunnel_id_may_be)) {
		mine->tunnel_id = header->tunnel_id;
		mine->tunnel_id_known = header->tunnel_id_known;
		mine->tunnel_id_may_be = header->tunnel_id_may_be;
	}
	if (header->vtag_known && !mine->vtag_known) {
		mine->vtag = header->vtag;
		mine->vtag_known = true;
	}
	if ((header->spi_known && !mine->spi_known) ||
	    (header->spi_may_be && !mine->spi_known && !mine->spi_may_be)) {
		mine->spi = header->spi;
		mine->esp_number = header->esp_number;
		mine->spi_known = header->spi_known;
		mine->spi_may_be = header->spi_may_be;
	}
	if (header->sectag.known && !mine->sectag.known)
		mine->sectag = header->sectag;
	if (header->nr_chunks && !mine->nr_chunks)
		take_chunks(mine, header);
	if (header->query_known && !mine->query_known) {
		mine->query = header->query;
		mine->query_seq = header->query_seq;
		mine->query_known = true;
	}
}

/* What is known of PACKET is the function that sent it, which serves HEADER's protocol too. */
static bool may_be_told_apart(const struct pk_packet *packet, const struct pk_header *header)
{
	const struct pk_protocol *mine = pk_protocol_of(&packet->header),
				 *its = pk_protocol_of(header);

	if (!packet->header.protocol || packet->header.tuple_known || !header->tuple_known)
		return false;
	return its->like == mine || (packet->dir == PK_TX && its == mine->wrapped_in &&
				     pk_has_edge(packet, PK_EDGE_CARRIES));
}

bool pk_header_is_carried(const struct pk_header *mine, const struct pk_header *header)
{
	const struct pk_protocol *carrier = pk_protocol_of(header);

	return mine->protocol && header->protocol && mine->protocol != header->protocol &&
	       carrier->carries == pk_protocol_of(mine) &&
	       (mine->below ? mine->below == header->protocol : !mine->tuple_known) &&
	       (!mine->tuple_known || !header->tuple_known ||
		pk_tuple_equal(&mine->tuple, &header->tuple)) &&
	       header->len_known && header->payload_len > pk_protocol_of(mine)->header_min;
}

/* HEADER says more of PACKET than that: what its protocol carries. Of what is sent, a function alone may have told of what
 * is in it. */
static bool is_told_more(const struct pk_packet *packet, const struct pk_header *header)
{
	const struct pk_header *mine = &packet->header;

	if (!header->below || header->below != mine->protocol)
		return false;
	if (mine->spi_may_be && header->spi_known && mine->spi != header->spi)
		return false;
	return (mine->tuple_known ? pk_tuple_equal(&mine->tuple, &header->tuple)
				  : packet->dir == PK_RX);
}

void pk_header_take(struct pk_packet *packet, const struct pk_header *header,
		    enum pk_tuple_source source)
{
	struct pk_header *mine = &packet->header, wrapped = *header;

	if (pk_header_is_carried(mine, header) && pk_header_wrap(&wrapped))
		header = &wrapped;
	if (is_told_more(packet, header))
		pk_header_wrap(mine);
	if (may_be_told_apart(packet, header))
		mine->protocol = header->protocol;
	/* Of what it carries, or of what carries it. */
	if (mine->protocol && header->protocol && mine->protocol != header->protocol)
		return;
	give_way(packet, header, source);
	take_addresses(packet, header, source);
	take_numbers(mine, header);
	take_marks(mine, header);
	if (header->len_known && !mine->len_known) {
		mine->payload_len = header->payload_len;
		mine->len_known = true;
	}
	if (header->checksum_known && !mine->checksum_known) {
		mine->checksum = header->checksum;
		mine->checksum_known = true;
	}
	if (header->ip_id_known && !mine->ip_id_known) {
		mine->ip_id = header->ip_id;
		mine->ip_id_known = true;
	}
}

/* One of both is known to be carried: the other's bytes may say the same. */
static bool spis_differ(const struct pk_header *a, const struct pk_header *b)
{
	return (a->spi_known || b->spi_known) && (a->spi_known || a->spi_may_be) &&
	       (b->spi_known || b->spi_may_be) &&
	       (a->spi != b->spi || a->esp_number != b->esp_number);
}

static bool protocols_differ(const struct pk_header *a, const struct pk_header *b)
{
	return a->protocol && b->protocol && a->protocol != b->protocol &&
	       pk_header_outermost(a) != pk_header_outermost(b);
}

bool pk_headers_differ(const struct pk_header *a, const struct pk_header *b)
{
	if (a->fragment && b->fragment)
		return !pk_headers_same_datagram(a, b) || a->frag_at != b->frag_at;
	return protocols_differ(a, b) ||
	       (a->tuple_known && b->tuple_known && !pk_tuple_equal(&a->tuple, &b->tuple)) ||
	       (a->query_known && b->query_known &&
		(a->query != b->query || a->query_seq != b->query_seq)) ||
	       spis_differ(a, b) || (a->vtag_known && b->vtag_known && a->vtag != b->vtag) ||
	       (a->tsn_known && b->tsn_known && a->tsn != b->tsn) ||
	       (a->seq_known && b->seq_known && a->seq != b->seq);
}

bool pk_headers_agree(const struct pk_header *a, const struct pk_header *b)
{
	return a->tuple_known && b->tuple_known && a->seq_known && b->seq_known &&
	       !(a->ack_known && b->ack_known && a->ack != b->ack) && !pk_headers_differ(a, b);
}

bool pk_headers_equal(const struct pk_header *a, const struct pk_header *b)
{
	return pk_headers_agree(a, b) &&
	       !(a->flags_known && b->flags_known && a->flags != b->flags) &&
	       !(a->len_known && b->len_known && a->payload_len != b->payload_len) &&
	       !(a->ip_id_known && b->ip_id_known && a->ip_id != b->ip_id);
}

bool pk_header_wrap(struct pk_header *header)
{
	const struct pk_protocol *carrier = pk_protocol_of(header), *carried = carrier->carries;

	if (!carried || header->fragment)
		return false;
	header->below = carrier->number;
	header->protocol = carried->number;
	header->spi_known = header->spi_may_be;
	header->spi_may_be = false;
	header->len_known &= header->payload_len >= carried->header_min;
	header->payload_len -= header->len_known ? carried->header_min : header->payload_len;
	return true;
}

const struct pk_protocol *pk_header_outermost(const struct pk_header *header)
{
	const struct pk_protocol *below =
		header->below ? pk_protocol_by_number(header->below) : NULL;

	return below ? below : pk_protocol_of(header);
}

bool pk_header_is_shown(const struct pk_ctx *ctx, const struct pk_header *header)
{
	return pk_protocol_is_shown(ctx, pk_protocol_of(header)) ||
	       pk_protocol_is_shown(ctx, pk_header_outermost(header));
}

uint32_t pk_header_len_min(const struct pk_header *header)
{
	return pk_protocol_of(header)->header_min +
	       (header->below ? pk_header_outermost(header)->header_min : 0u);
}

uint32_t pk_header_len_max(const struct pk_header *header)
{
	return pk_protocol_of(header)->header_max +
	       (header->below ? pk_header_outermost(header)->header_max : 0u);
}

void pk_header_build(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	const struct pk_protocol *protocol = pk_protocol_of(header);
	const struct pk_protocol *below = pk_header_outermost(header);
	struct pk_header outer = *header;

	if (header->below) {
		outer.payload_len += protocol->header_min;
		below->build(&outer, bytes, known);
		bytes += below->header_min;
		known += known ? below->header_min : 0;
	}
	protocol->build(header, bytes, known);
}

static void set_fragment(uint32_t id, uint32_t at, bool more, struct pk_header *header)
{
	header->ip_id = id;
	header->ip_id_known = true;
	header->fragment = at || more;
	header->frag_at = (uint16_t)at;
	header->frag_more = more;
}

/* 3 bits of flags, the lowest says that more follow, and a place in units of 8 bytes. */
void pk_header_fragment_v4(uint32_t id, uint32_t word, struct pk_header *header)
{
	set_fragment(id, 8 * (word & 0x1fff), word & 0x2000, header);
}

/* The place comes first, which leaves it in bytes. */
void pk_header_fragment_v6(uint32_t id, uint32_t word, struct pk_header *header)
{
	set_fragment(id, word & 0xfff8, word & 1, header);
}

int pk_header_routed_to(const uint8_t first[4])
{
	enum { SOURCE = 0, MOBILE = 2, SEGMENTS = 4 };
	int nr = first[1] / 2; /* addresses; the length is in 8 bytes beyond the first */

	if (!first[3]) /* all of the way is behind it */
		return 0;
	if (first[2] == SEGMENTS) /* the last one first */
		return 8;
	return (first[2] == SOURCE || first[2] == MOBILE) && nr ? 8 + 16 * (nr - 1) : -1;
}

uint32_t pk_header_fragment_word_v4(const struct pk_header *header)
{
	return header->frag_at / 8u | (header->frag_more ? 0x2000u : 0);
}

void pk_header_fragment_build_v6(const struct pk_header *header, uint8_t *bytes, uint8_t *known)
{
	pk_bytes_put(bytes, known, 0, header->protocol, 1);
	pk_bytes_put(bytes, known, 2, header->frag_at | (uint32_t)header->frag_more, 2);
	if (header->ip_id_known)
		pk_bytes_put(bytes, known, 4, header->ip_id, 4);
}

bool pk_header_is_headless(const struct pk_header *header)
{
	return header->fragment && header->frag_at;
}

bool pk_header_has_ports(const struct pk_header *header)
{
	return !pk_header_outermost(header)->portless &&
	       (!header->fragment || header->tuple.sport || header->tuple.dport);
}

bool pk_headers_same_datagram(const struct pk_header *a, const struct pk_header *b)
{
	return a->tuple_known && b->tuple_known && a->ip_id_known && b->ip_id_known &&
	       a->ip_id == b->ip_id && a->protocol == b->protocol &&
	       pk_tuple_same_hosts(&a->tuple, &b->tuple);
}
