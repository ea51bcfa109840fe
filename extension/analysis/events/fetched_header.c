// SPDX-License-Identifier: GPL-3.0-or-later
/* Headers from the pieces of a packet that an event has. */
#include "analysis/events/facts.h"

#include <string.h>

#include "core/kit.h"
#include "protocol/ipsec.h"

/* The packet's bytes that an event has, counted from where skb->data stood. */
#define BEFORE 64 /* of them lie before that */

struct image {
	const struct pk_protocol *protocol; /* whose header may lie there */
	int64_t linear; /* so many bytes of the packet lie there, from skb->data on; -1: not known */
	uint8_t bytes[PK_HEADER_ROOM];
	bool known[PK_HEADER_ROOM];
};

/* Behind those the buffer has what an earlier packet left there, or zeros. frag0 is a page if there are none, else
 * skb->data. A header that a function is given lies in one piece. */
static int64_t linear_len(struct pk_ctx *ctx, const struct pk_plan *plan,
			  const struct pk_event *event)
{
	uint32_t len = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_LEN, 0);
	uint32_t data_len = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_DATA_LEN, UINT32_MAX);

	if (!plan->word[PK_W_LEN] || !plan->word[PK_W_DATA_LEN] || plan->by == PK_BY_HEADER ||
	    (plan->by == PK_BY_FRAG0 && data_len >= len))
		return -1;
	return data_len < len ? len - data_len : 0;
}

static void read_pieces(struct pk_ctx *ctx, const struct pk_plan *plan,
			const struct pk_event *event, struct image *image)
{
	memset(image, 0, sizeof(*image));
	image->linear = linear_len(ctx, plan, event);
	for (unsigned i = 0; i < plan->nr_pieces; i++) {
		const struct pk_header_piece *piece = &plan->pieces[i];
		const uint8_t *bytes;
		uint32_t len;

		if (pk_event_bytes(ctx, event, piece->field, &bytes, &len) != PK_OK ||
		    len != piece->len)
			continue;
		for (uint32_t k = 0; k < len; k++) {
			int64_t at = (int64_t)piece->offset + k + BEFORE;

			if (at < 0 || at >= PK_HEADER_ROOM ||
			    (image->linear >= 0 && at - BEFORE >= image->linear))
				continue;
			image->bytes[at] = bytes[k];
			image->known[at] = true;
		}
	}
}

static bool has(const struct image *image, int at, unsigned len)
{
	at += BEFORE;
	if (at < 0 || at + (int)len > PK_HEADER_ROOM)
		return false;
	return pk_all(len, i, image->known[at + (int)i]);
}

static uint32_t be(const struct image *image, int at, unsigned len)
{
	uint32_t value = 0;

	for (unsigned i = 0; i < len; i++)
		value = value << 8 | image->bytes[at + BEFORE + (int)i];
	return value;
}

/* A byte that is known, and not this: its mask. */
static bool contradicts(const struct image *image, int at, uint8_t mask, uint8_t value)
{
	return has(image, at, 1) && (be(image, at, 1) & mask) != value;
}

/* IP's header, of VERSION and without anything between it and the protocol's but options and IPv6's header of a fragment, at
 * AT. */
struct ip {
	int at;
	int next; /* where the number of what follows is */
	int source,
		dest; /* where they are: of IPv6, a routing header may have the final destination */
	unsigned version; /* 0: unknown */
	bool proven; /* the bytes, or the function, say that it is this and that the protocol follows */
	unsigned between; /* bytes of the headers of options and fragment */
	struct pk_header fragment; /* what is said of that, and nothing else */
};

/* Next headers. */
enum { HOP_BY_HOP = 0, ROUTING = 43, FRAGMENT = 44, DESTINATION = 60 };
#define FRAGMENT_SIZE 8

static unsigned ip_len(const struct ip *ip)
{
	return (ip->version == 4 ? 20 : 40) + ip->between;
}

static bool addresses_known(const struct image *image, const struct ip *ip)
{
	unsigned size = ip->version == 4 ? 4 : 16;

	return has(image, ip->source, size) && has(image, ip->dest, size);
}

/* The routing header at BEHIND has the final destination, if the packet is not there yet. */
static void follow_route(const struct image *image, int behind, struct ip *ip)
{
	int routed =
		has(image, behind, 4) ? pk_header_routed_to(&image->bytes[behind + BEFORE]) : -1;

	if (routed < 0)
		ip->version = 0;
	else if (routed)
		ip->dest = behind + routed;
}

/* IPv6's options, each with the next header and its length in 8 bytes beyond the first 8: a tunnel says there how deep another
 * may be inside it, and who asks for multicast that routers shall look. */
static void pass_options(const struct image *image, struct ip *ip)
{
	int behind = ip->at + 40;
	uint32_t number;

	while (has(image, ip->next, 1) && has(image, behind, 2)) {
		number = be(image, ip->next, 1);
		if (number != HOP_BY_HOP && number != ROUTING && number != DESTINATION)
			break;
		if (number == ROUTING)
			follow_route(image, behind, ip);
		ip->next = behind;
		behind += 8 * ((int)be(image, behind + 1, 1) + 1);
	}
	ip->between = (unsigned)(behind - ip->at - 40);
}

/* A later fragment has no header but IP's. It is known as one only with its number, which says which datagram it belongs to;
 * fragments of a stream are not known. */
static void fragment_at(const struct image *image, struct ip *ip)
{
	bool datagrams = image->protocol->datagrams;
	int at = ip->at;

	if (ip->version == 4 && datagrams && has(image, at + 4, 4)) {
		pk_header_fragment_v4(be(image, at + 4, 2), be(image, at + 6, 2), &ip->fragment);
	} else if (ip->version == 4) {
		if (contradicts(image, at + 6, 0x1f, 0) || contradicts(image, at + 7, 0xff, 0))
			ip->version = 0;
	} else if (datagrams && has(image, ip->next, 1) && be(image, ip->next, 1) == FRAGMENT &&
		   has(image, at + 40 + (int)ip->between, FRAGMENT_SIZE)) {
		at += 40 + (int)ip->between;
		ip->next = at;
		ip->between += FRAGMENT_SIZE;
		pk_header_fragment_v6(be(image, at + 4, 4), be(image, at + 2, 2), &ip->fragment);
	}
}

/* IPv4's options: its first byte says how many words of 4 bytes the header has, five of them its own. */
static void count_options(const struct image *image, struct ip *ip)
{
	uint32_t words = has(image, ip->at, 1) ? be(image, ip->at, 1) & 0xf : 5;

	if (words < 5)
		ip->version = 0;
	else
		ip->between = 4 * (words - 5);
}

static struct ip ip_at(const struct image *image, int at, unsigned version)
{
	const struct pk_protocol *protocol = image->protocol;
	bool four = version == 4;
	struct ip ip = {.at = at,
			.next = at + (four ? 9 : 6),
			.source = at + (four ? 12 : 8),
			.dest = at + (four ? 16 : 24),
			.version = version};

	if (four)
		count_options(image, &ip);
	else
		pass_options(image, &ip);
	fragment_at(image, &ip);
	if (protocol->family && protocol->family != version)
		ip.version = 0;
	if (contradicts(image, at, 0xf0, four ? 0x40 : 0x60) ||
	    contradicts(image, ip.next, 0xff, protocol->number) || !addresses_known(image, &ip))
		ip.version = 0;
	ip.proven = ip.version && has(image, at, 1) && has(image, ip.next, 1) &&
		    (!protocol->datagrams || !four || has(image, at + 6, 2));
	return ip;
}

/* What is proven, of two that may be. */
static struct ip better(struct ip one, struct ip other)
{
	if (!one.version || (other.proven && !one.proven))
		return other;
	/* Both would do, and nothing says which. */
	if (other.version && one.proven == other.proven)
		one.version = 0;
	return one;
}

/* FAMILY: 4 or 6, by the event's own word for it; 0: it has none. */
static struct ip either_ip(const struct image *image, int at4, int at6, unsigned family)
{
	struct ip four = ip_at(image, at4, 4), six = ip_at(image, at6, 6);

	if (family == 4)
		return four;
	return family == 6 ? six : better(four, six);
}

/* The type in Ethernet's header, where the event has it; 0: it has not. */
static unsigned type_of(struct pk_ctx *ctx, const struct pk_plan *plan,
			const struct pk_event *event)
{
	uint64_t protocol = 0;

	if (plan->word[PK_W_PROTOCOL])
		protocol = pk_facts_word(ctx, plan, event, PK_W_PROTOCOL, 0) & 0xffff;
	else if (plan->word[PK_W_PROTO_BE])
		protocol = pk_facts_word(ctx, plan, event, PK_W_PROTO_BE, 0) & 0xffff;
	else
		return 0;
	if (!plan->word[PK_W_PROTOCOL] && !ctx->target->facts.big_endian)
		protocol = __builtin_bswap16((uint16_t)protocol);
	return (unsigned)protocol;
}

/* The protocol above the link, where the event has it: 4, 6, 0 for unknown, 1 for another. */
static unsigned family_of(struct pk_ctx *ctx, const struct pk_plan *plan,
			  const struct pk_event *event)
{
	unsigned type = type_of(ctx, plan, event);

	if (!plan->word[PK_W_PROTOCOL] && !plan->word[PK_W_PROTO_BE])
		return 0;
	if (type == 0x8100 || type == 0x88a8) /* 802.1Q, 802.1ad: a VLAN's tag is before it */
		return 0;
	return type == 0x0800 ? 4 : type == 0x86dd ? 6 : 1;
}

/* Bytes of link header before IP's: by the event, else by the header's own type. -1: not known. */
static int link_len(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		    const struct image *image)
{
	if (plan->word[PK_W_NOFF])
		return (int)(int32_t)pk_facts_word(ctx, plan, event, PK_W_NOFF, 0);
	if (plan->word[PK_W_HEAD] && plan->word[PK_W_DATA] && plan->word[PK_W_NH])
		return (int)(int32_t)(pk_facts_word(ctx, plan, event, PK_W_HEAD, 0) +
				      pk_facts_word(ctx, plan, event, PK_W_NH, 0) -
				      pk_facts_word(ctx, plan, event, PK_W_DATA, 0));
	if (has(image, 12, 2) && (be(image, 12, 2) == 0x0800 || be(image, 12, 2) == 0x86dd))
		return 14;
	return -1;
}

static struct ip behind_link(struct pk_ctx *ctx, const struct pk_plan *plan,
			     const struct pk_event *event, const struct image *image,
			     unsigned family)
{
	static const int usual[] = {14, 0, 18}; /* Ethernet; none; with a VLAN's tag */
	int len = link_len(ctx, plan, event, image);
	bool is_drop = plan->stage && plan->stage->act == PK_ACT_EV_DROP;
	struct ip ip = {0};

	if (is_drop && plan->word[PK_W_NH] && len >= -BEFORE && len < PK_HEADER_ROOM)
		return either_ip(image, len, len, family);
	if (is_drop) /* at any layer */
		return ip;
	if (len >= 0 && len < PK_HEADER_ROOM)
		return either_ip(image, len, len, family);
	for (size_t i = 0; i < PK_ARRAY_SIZE(usual); i++) {
		struct ip other = either_ip(image, usual[i], usual[i], family);

		if (other.proven || (!i && !ip.version))
			ip = ip.proven ? ip : other;
	}
	return ip;
}

/* IP's header of VERSION that ends where the protocol's begins. */
static struct ip ip_before(const struct image *image, unsigned version)
{
	int size = version == 4 ? 20 : 40, step = version == 4 ? 4 : 8;

	for (int at = -size; at >= -BEFORE; at -= step) {
		struct ip ip = ip_at(image, at, version);

		if (ip.version && at + (int)ip_len(&ip) == 0)
			return ip;
	}
	return (struct ip){0};
}

/* Before the protocol's header, with its function's word for it. */
static struct ip before_own(struct pk_ctx *ctx, const struct pk_plan *plan,
			    const struct pk_event *event, const struct image *image,
			    unsigned family)
{
	unsigned marks = plan->stage->marks;
	unsigned only = marks & PK_ONLY_V4 ? 4 : marks & PK_ONLY_V6 ? 6 : family;
	struct ip ip = only == 4 || only == 6 ? ip_before(image, only)
					      : better(ip_before(image, 4), ip_before(image, 6));
	uint64_t before;

	/* What follows is the function's word. */
	ip.proven |= ip.version == 4 && has(image, ip.at, 1);
	if (!ip.version || !plan->word[PK_W_HEAD] || !plan->word[PK_W_DATA] || !plan->word[PK_W_NH])
		return ip;
	before = pk_facts_word(ctx, plan, event, PK_W_DATA, 0) -
		 pk_facts_word(ctx, plan, event, PK_W_HEAD, 0) -
		 pk_facts_word(ctx, plan, event, PK_W_NH, 0);
	ip.proven = before == ip_len(&ip);
	if (!ip.proven)
		ip.version = 0;
	return ip;
}

static bool read_own(const struct image *image, int at, struct pk_header *header, uint32_t *ret_len)
{
	const struct pk_protocol *protocol = image->protocol;
	int64_t sure = image->linear > at + protocol->header_min ? image->linear - at
								 : protocol->header_min;
	struct pk_header_bytes behind;

	at += BEFORE;
	if (at < 0 || at >= PK_HEADER_ROOM)
		return false;
	behind = (struct pk_header_bytes){image->bytes + at, image->known + at,
					  (size_t)(PK_HEADER_ROOM - at)};
	if ((protocol->parses_behind || protocol->carries) && sure < PK_HEADER_ROOM - at)
		behind.len = (size_t)sure;
	return protocol->parse(&behind, header, ret_len);
}

static void read_addresses(const struct image *image, const struct ip *ip, struct pk_header *header)
{
	unsigned size = ip->version == 4 ? 4 : 16;

	header->tuple.family = (uint8_t)ip->version;
	memcpy(header->tuple.saddr, &image->bytes[ip->source + BEFORE], size);
	memcpy(header->tuple.daddr, &image->bytes[ip->dest + BEFORE], size);
	header->tuple_known = true;
	header->unproven = !ip->proven;
	header->ip_id_known = ip->version == 4 && has(image, ip->at + 4, 2);
	header->ip_id = header->ip_id_known ? be(image, ip->at + 4, 2) : 0;
	if (!ip->fragment.ip_id_known)
		return;
	header->ip_id = ip->fragment.ip_id;
	header->ip_id_known = true;
	header->fragment = ip->fragment.fragment;
	header->frag_more = ip->fragment.frag_more;
	header->frag_at = ip->fragment.frag_at;
}

/* The header at AT that HEADER, an error, is about: of IP as much as it takes to prove itself, and what there is of the
 * protocol's. */
static void read_quoted(const struct pk_ctx *ctx, struct image *image, int at,
			struct pk_header *ret_quoted)
{
	for (int i = 0; pk_protocols[i]; i++) {
		struct pk_header header = {0};
		uint32_t len;
		struct ip ip;

		if (!pk_protocol_is_known(ctx, pk_protocols[i]))
			continue;
		image->protocol = pk_protocols[i];
		ip = either_ip(image, at, at, 0);
		if (!ip.version || !ip.proven || pk_header_is_headless(&ip.fragment) ||
		    !read_own(image, at + (int)ip_len(&ip), &header, &len))
			continue;
		read_addresses(image, &ip, &header);
		*ret_quoted = header;
		return;
	}
}

/* Bytes behind IP's header, by its own length, else (big TCP leaves a zero there) the skb's, where that begins at
 * the next header. 0: not known. */
static uint32_t segment_len(struct pk_ctx *ctx, const struct pk_plan *plan,
			    const struct pk_event *event, const struct image *image,
			    const struct ip *ip)
{
	uint32_t len = 0;

	if (ip->version == 4 && has(image, ip->at + 2, 2))
		len = be(image, ip->at + 2, 2) >= 20 ? be(image, ip->at + 2, 2) - 20 : 0;
	else if (ip->version == 6 && has(image, ip->at + 4, 2))
		len = be(image, ip->at + 4, 2);
	if (!len && plan->layer == PK_AT_OWN && plan->by == PK_BY_DATA && plan->word[PK_W_LEN])
		len = (uint32_t)pk_facts_word(ctx, plan, event, PK_W_LEN, 0);
	return len > ip->between ? len - ip->between : 0;
}

/* What IP says of it is enough for a fragment: only the first one has more, and the probe may not reach so far. */
static bool read_fragment(const struct image *image, const struct ip *ip, struct pk_header *header,
			  uint32_t *ret_len)
{
	*ret_len = 0;
	if (!ip->fragment.fragment || !ip->proven)
		return false;
	*header = (struct pk_header){.protocol = image->protocol->number};
	return true;
}

/* Of a fragment's payload the protocol's own length says nothing. RET_HEADER: its addresses are known. */
static void measure_fragment(uint32_t len, uint32_t header_len, struct pk_header *ret_header)
{
	ret_header->len_known = len >= header_len && len <= UINT16_MAX && len;
	ret_header->payload_len = ret_header->len_known ? len - header_len : 0;
	ret_header->frag_len = ret_header->len_known ? (uint16_t)len : 0;
}

/* All zeros if IMAGE can be no header of PROTOCOL's. RET_BEHIND: where its payload begins. */
static void header_of_protocol(struct pk_ctx *ctx, const struct pk_plan *plan,
			       const struct pk_event *event, unsigned family,
			       const struct pk_protocol *protocol, struct image *image,
			       struct pk_header *ret_header, int *ret_behind)
{
	bool is_own = plan->layer == PK_AT_OWN;
	struct pk_header header = {0};
	struct ip ip;
	uint32_t len, header_len;

	memset(ret_header, 0, sizeof(*ret_header));
	image->protocol = protocol;
	ip = is_own			 ? before_own(ctx, plan, event, image, family)
	     : plan->layer == PK_AT_LINK ? behind_link(ctx, plan, event, image, family)
					 : either_ip(image, 0, 0, family);
	if (!ip.version && !is_own)
		return;
	if ((pk_header_is_headless(&ip.fragment) ||
	     !read_own(image, is_own ? 0 : ip.at + (int)ip_len(&ip), &header, &header_len)) &&
	    !read_fragment(image, &ip, &header, &header_len))
		return;
	header.ports_known = is_own || ip.proven;
	if (ip.version)
		read_addresses(image, &ip, &header);
	len = segment_len(ctx, plan, event, image, &ip);
	if (header.fragment) {
		measure_fragment(len, header_len, &header);
	} else if (!header.len_known) {
		header.len_known =
			(header_len || !protocol->header_max) && len >= header_len && len;
		header.payload_len = header.len_known ? len - header_len : 0;
	}
	*ret_header = header;
	*ret_behind = (is_own ? 0 : ip.at + (int)ip_len(&ip)) + (int)header_len;
}

/* The tag of a frame that the event's own type says is MACsec's. What goes down begins with Ethernet's header, which must
 * say the same; what comes up begins behind its type. */
static void read_sectag(struct pk_ctx *ctx, const struct pk_plan *plan,
			const struct pk_event *event, const struct image *image,
			struct pk_header *ret_header, int *ret_behind)
{
	enum { ETHERNET = 14, TAG = 6, SCI = 8 }; /* bytes */
	int at = plan->layer == PK_AT_LINK ? ETHERNET : 0;
	size_t from = (size_t)(at + BEFORE);
	const struct pk_header_bytes tag = {image->bytes + from, image->known + from,
					    PK_HEADER_ROOM - from};

	if (plan->by != PK_BY_DATA || plan->layer == PK_AT_OWN ||
	    pk_link_known_by_type(ctx, type_of(ctx, plan, event)) != &pk_macsec)
		return;
	if (at ? !has(image, at - 2, 2) || be(image, at - 2, 2) != pk_macsec.number
	       : has(image, -2, 2) && be(image, -2, 2) != pk_macsec.number)
		return;
	pk_macsec_parse(&tag, ret_header);
	*ret_behind = at + TAG + (ret_header->sectag.sci_known ? SCI : 0);
}

/* RET_BEHIND: where what follows the header begins, counted from where the pieces are counted from. */
static void header_of_pieces(struct pk_ctx *ctx, const struct pk_plan *plan,
			     const struct pk_event *event, struct image *image,
			     struct pk_header *ret_header, int *ret_behind)
{
	const struct pk_protocol *own = plan->stage && !(plan->stage->marks & PK_FOREIGN)
						? pk_stage_protocol(plan->stage)
						: NULL;
	unsigned family = family_of(ctx, plan, event);
	struct pk_header header = {0};
	int behind = 0;

	memset(ret_header, 0, sizeof(*ret_header));
	*ret_behind = 0;
	read_pieces(ctx, plan, event, image);
	if (family == 1)
		read_sectag(ctx, plan, event, image, ret_header, ret_behind);
	/* In a function that all share the bytes say whose it is. Where they prove nothing, it may be the first's. */
	for (int i = 0; family != 1 && pk_protocols[i]; i++) {
		if ((own && own != pk_protocols[i]) || !pk_protocol_is_known(ctx, pk_protocols[i]))
			continue;
		header_of_protocol(ctx, plan, event, family, pk_protocols[i], image, &header,
				   &behind);
		if (!i || own || pk_header_proven(&header)) {
			*ret_header = header;
			*ret_behind = behind;
		}
		if (pk_header_proven(&header))
			break;
	}
}

void pk_header_by_pieces(struct pk_ctx *ctx, const struct pk_plan *plan,
			 const struct pk_event *event, struct pk_header *ret_header,
			 struct pk_header *ret_quoted)
{
	struct image image;
	int behind;

	memset(ret_quoted, 0, sizeof(*ret_quoted));
	header_of_pieces(ctx, plan, event, &image, ret_header, &behind);
	if (pk_header_proven(ret_header) && pk_header_error(ret_header))
		read_quoted(ctx, &image, behind, ret_quoted);
}

bool pk_pieces_payload(struct pk_ctx *ctx, const struct pk_plan *plan, const struct pk_event *event,
		       struct pk_header *ret_header, int *ret_begin)
{
	struct image image;

	header_of_pieces(ctx, plan, event, &image, ret_header, ret_begin);
	return ret_header->sectag.known || pk_header_proven(ret_header) ||
	       (plan->layer == PK_AT_OWN && ret_header->ports_known);
}
