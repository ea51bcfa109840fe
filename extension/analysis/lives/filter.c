// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lives/filter.h"
#include "core/kit.h"
#include "protocol/protocol.h"

#include <stdlib.h>
#include <string.h>

#define ETH_HEADER 14
#define VLAN_TAG 4
#define VNI_HEADER 8 /* of VXLAN, and at least of Geneve */
#define ETH_P_IP 0x0800
#define ETH_P_IPV6 0x86dd
#define ETH_P_8021Q 0x8100
#define FRAGMENT 44 /* IPv6's next header */
#define MAX_PAYLOAD (1u << 20) /* of one skb: BIG TCP goes to half of it */

void pk_expression_deinit(struct pk_expression *expression)
{
	free(expression->text);
	free(expression->insns);
	memset(expression, 0, sizeof(*expression));
}

void pk_packet_filter_init(struct pk_packet_filter *filter)
{
	*filter = (struct pk_packet_filter){.cpu = -1, .pid = -1, .max_age = UINT64_MAX};
}

/* Writing what is known. */

static void put(struct pk_partial_frame *frame, uint32_t at, const uint8_t *bytes, uint32_t nr)
{
	memcpy(frame->bytes + at, bytes, nr);
	memset(frame->known + at, 0xff, nr);
}

static void put_bits(struct pk_partial_frame *frame, uint32_t at, uint8_t value, uint8_t known)
{
	frame->bytes[at] = value & known;
	frame->known[at] = known;
}

static void put16(struct pk_partial_frame *frame, uint32_t at, uint32_t value)
{
	const uint8_t bytes[] = {(uint8_t)(value >> 8), (uint8_t)value};

	put(frame, at, bytes, sizeof(bytes));
}

/* A length that lies between two: the bits that both ends and all between them share. */
static void put16_between(struct pk_partial_frame *frame, uint32_t at, uint32_t min, uint32_t max)
{
	uint32_t differ = min ^ max, known = 0xffff;

	/* Too long for the field: the kernel leaves 0 there. */
	if (max > 0xffff)
		return;
	while (differ & known)
		known = known << 1 & 0xffff;
	put_bits(frame, at, (uint8_t)(min >> 8), (uint8_t)(known >> 8));
	put_bits(frame, at + 1, (uint8_t)min, (uint8_t)known);
}

static void put_ipv4(struct pk_partial_frame *frame, uint32_t at, const struct pk_header *header)
{
	uint32_t word = header->fragment ? pk_header_fragment_word_v4(header) : 0;

	put_bits(frame, at, 0x45, 0xff);
	put16_between(frame, at + 2, frame->min_len - at, frame->max_len - at);
	put_bits(frame, at + 6, (uint8_t)(word >> 8), 0xbf); /* "don't fragment" may be set */
	put_bits(frame, at + 7, (uint8_t)word, 0xff);
	put_bits(frame, at + 9, pk_header_outermost(header)->number, 0xff);
	if (header->tuple_known) {
		put(frame, at + 12, header->tuple.saddr, 4);
		put(frame, at + 16, header->tuple.daddr, 4);
	}
}

static void put_ipv6(struct pk_partial_frame *frame, uint32_t at, const struct pk_header *header)
{
	put_bits(frame, at, 0x60, 0xf0);
	put16_between(frame, at + 4, frame->min_len - at - 40, frame->max_len - at - 40);
	put_bits(frame, at + 6, header->fragment ? FRAGMENT : pk_header_outermost(header)->number,
		 0xff);
	if (header->fragment)
		pk_header_fragment_build_v6(header, frame->bytes + at + 40, frame->known + at + 40);
	if (header->tuple_known) {
		put(frame, at + 8, header->tuple.saddr, 16);
		put(frame, at + 24, header->tuple.daddr, 16);
	}
}

static uint32_t ip_len(const struct pk_header *header, uint8_t family)
{
	return family == 4 ? 20 : 40 + (header->fragment ? PK_FRAGMENT_HEADER : 0);
}

void pk_partial_frame_make(const struct pk_header *header, const char *dev, uint8_t family,
			   bool tagged, struct pk_partial_frame *ret_frame)
{
	static const uint8_t zeros[12];
	uint32_t ip = ETH_HEADER + (tagged ? VLAN_TAG : 0), own = ip + ip_len(header, family);
	bool headless = pk_header_is_headless(header);
	uint32_t payload = header->len_known ? header->payload_len : 0;
	uint32_t most = header->len_known ? header->payload_len : MAX_PAYLOAD;

	memset(ret_frame, 0, sizeof(*ret_frame));
	ret_frame->min_len = own + (headless ? 0 : pk_header_len_min(header)) + payload;
	ret_frame->max_len = own + (headless ? 0 : pk_header_len_max(header)) + most;
	if (ret_frame->min_len < payload || ret_frame->max_len < most) {
		ret_frame->min_len = 0; /* a length that cannot be: nothing follows from it */
		ret_frame->max_len = UINT32_MAX;
	}
	if (!strcmp(dev, "lo"))
		put(ret_frame, 0, zeros, sizeof(zeros));
	if (tagged)
		put16(ret_frame, 12, ETH_P_8021Q);
	put16(ret_frame, ip - 2, family == 4 ? ETH_P_IP : ETH_P_IPV6);
	if (family == 4)
		put_ipv4(ret_frame, ip, header);
	else
		put_ipv6(ret_frame, ip, header);
	if (!headless)
		pk_header_build(header, ret_frame->bytes + own, ret_frame->known + own);
}

/* Two ways that it can have been: sure only if both agree. */
static enum pk_match either(enum pk_match a, enum pk_match b)
{
	return a == b ? a : PK_MATCH_MAY;
}

static enum pk_match match_family(const struct pk_expression *expression,
				  const struct pk_header *header, const char *dev, uint8_t family)
{
	struct pk_partial_frame frame;
	enum pk_match match;

	pk_partial_frame_make(header, dev, family, false, &frame);
	match = pk_bpf_match(expression->insns, expression->nr, &frame);
	if (!strcmp(dev, "lo") || !pk_bpf_compares(expression->insns, expression->nr, ETH_P_8021Q))
		return match;
	pk_partial_frame_make(header, dev, family, true, &frame);
	return either(match, pk_bpf_match(expression->insns, expression->nr, &frame));
}

enum pk_match pk_expression_match(const struct pk_expression *expression,
				  const struct pk_header *header, const char *dev)
{
	if (header->tuple_known && (header->tuple.family == 4 || header->tuple.family == 6))
		return match_family(expression, header, dev, header->tuple.family);
	return either(match_family(expression, header, dev, 4),
		      match_family(expression, header, dev, 6));
}

/* Packets. */

bool pk_packet_id_ends_in(const struct pk_packet *packet, const char *end)
{
	char id[64];
	size_t len = strlen(end), own = strlen(pk_packet_id(packet, id, sizeof(id)));

	return len && own >= len && !strcmp(id + own - len, end);
}

static enum pk_match of_bool(bool fits)
{
	return fits ? PK_MATCH_YES : PK_MATCH_NO;
}

/* An address that is asked for, against up to two that are known (0: not known). */
static enum pk_match match_addr(uint64_t wanted, uint64_t one, uint64_t other)
{
	if (!wanted || wanted == one || wanted == other)
		return PK_MATCH_YES;
	return one || other ? PK_MATCH_NO : PK_MATCH_MAY;
}

bool pk_filter_has_skb(const struct pk_packet_filter *filter, uint64_t addr)
{
	return addr && filter->nr_skbs &&
	       bsearch(&addr, filter->skbs, filter->nr_skbs, sizeof(addr), pk_by_number);
}

static enum pk_match match_skbs(const struct pk_packet_filter *filter, uint64_t one, uint64_t other)
{
	if (!filter->skbs || pk_filter_has_skb(filter, one) || pk_filter_has_skb(filter, other))
		return PK_MATCH_YES;
	return one || other ? PK_MATCH_NO : PK_MATCH_MAY;
}

static enum pk_match match_mark(const struct pk_packet_filter *filter, bool known, uint32_t mark)
{
	if (!filter->by_mark)
		return PK_MATCH_YES;
	return known ? of_bool((mark & filter->mark_mask) == filter->mark) : PK_MATCH_MAY;
}

/* 0: not known. */
static enum pk_match match_netns(const struct pk_packet_filter *filter, uint32_t netns)
{
	if (!filter->netns)
		return PK_MATCH_YES;
	return netns ? of_bool(netns == filter->netns) : PK_MATCH_MAY;
}

/* A packet from memory alone has no pieces: who handled it is not known. */
static enum pk_match match_place(const struct pk_packet_filter *filter,
				 const struct pk_packet *packet)
{
	bool cpu = filter->cpu < 0, pid = filter->pid < 0;
	const struct pk_trail *trail = &packet->trail;

	if (cpu && pid)
		return PK_MATCH_YES;
	for (uint32_t i = 0; i < trail->nr_pieces; i++) {
		cpu |= trail->pieces[i].cpu == filter->cpu;
		pid |= trail->pieces[i].pid == filter->pid;
	}
	if (cpu && pid)
		return PK_MATCH_YES;
	return trail->nr_pieces ? PK_MATCH_NO : PK_MATCH_MAY;
}

/* Where no function was recorded, nothing says that it was not called. */
enum pk_match pk_filter_match_functions(const struct pk_packet_filter *filter,
					const struct pk_packet *packet)
{
	const struct pk_trail *trail;

	if (!filter->functions || packet->through)
		return PK_MATCH_YES;
	trail = &packet->trail;
	for (uint32_t i = 0; i < trail->nr_pieces; i++)
		if (trail->pieces[i].func)
			return PK_MATCH_NO;
	return PK_MATCH_MAY;
}

/* Of a tunnel with UDP's header. What was not read behind that may be anything; as long as no function told whose packet it
 * is, so may what was. */
static enum pk_match match_vni(const struct pk_packet_filter *filter,
			       const struct pk_packet *packet)
{
	const struct pk_header *header = &packet->header;
	bool may_carry = !header->protocol ||
			 (header->protocol == pk_udp.number && !pk_header_is_headless(header));

	if (!filter->by_vni)
		return PK_MATCH_YES;
	if (!may_carry || (header->len_known && header->payload_len < VNI_HEADER))
		return PK_MATCH_NO;
	if (!header->tunnel_id_known && !header->tunnel_id_may_be)
		return PK_MATCH_MAY;
	if (header->tunnel_id != filter->vni)
		return PK_MATCH_NO;
	return header->tunnel_id_known ? PK_MATCH_YES : PK_MATCH_MAY;
}

static enum pk_match match_header(const struct pk_packet_filter *filter,
				  const struct pk_packet *packet)
{
	enum pk_match match = match_vni(filter, packet);

	if (match == PK_MATCH_NO || !filter->expression)
		return match;
	return pk_match_and(match,
			    pk_expression_match(filter->expression, &packet->header, packet->dev));
}

#define MAX_TUNNELS 8 /* one in another */

/* Through all tunnels: one that fits will do. */
static enum pk_match match_level(const struct pk_packet_filter *filter,
				 const struct pk_packet *packet)
{
	enum pk_edge_kind kind =
		filter->level == PK_LEVEL_INNER ? PK_EDGE_CARRIES : PK_EDGE_ENCAPSULATED_IN;
	enum pk_match best = PK_MATCH_NO;

	if (filter->level == PK_LEVEL_OWN)
		return match_header(filter, packet);
	for (unsigned i = 0; i < MAX_TUNNELS && pk_has_edge(packet, kind); i++) {
		const struct pk_edge *edge = pk_edge_of(packet, kind);
		enum pk_match match;

		/* It is none that is told of. */
		if (!edge->to)
			return best == PK_MATCH_YES ? best : PK_MATCH_MAY;
		packet = edge->to;
		match = match_header(filter, packet);
		best = match > best ? match : best;
	}
	return best;
}

enum pk_match pk_filter_match(const struct pk_packet_filter *filter, const struct pk_packet *packet)
{
	enum pk_match match = of_bool((!filter->id || pk_packet_id_ends_in(packet, filter->id)) &&
				      (!filter->by_dir || packet->dir == filter->dir) &&
				      (!filter->by_outcome || packet->outcome == filter->outcome));

	match = pk_match_and(match, match_addr(filter->skb, packet->skb, packet->orig_skb));
	match = pk_match_and(match, match_skbs(filter, packet->skb, packet->orig_skb));
	match = pk_match_and(match, match_addr(filter->sk, packet->sk, 0));
	match = pk_match_and(match, match_mark(filter, packet->mark_known, packet->mark));
	match = pk_match_and(match, match_netns(filter, packet->netns));
	match = pk_match_and(match, match_place(filter, packet));
	match = pk_match_and(match, pk_filter_match_functions(filter, packet));
	if (match == PK_MATCH_NO || !(filter->expression || filter->by_vni))
		return match;
	return pk_match_and(match, match_level(filter, packet));
}

/* Sockets. */

static bool is_any(const uint8_t *addr)
{
	static const uint8_t zeros[16];

	return !memcmp(addr, zeros, sizeof(zeros));
}

/* Of one direction of a connection. A listener knows its port, and its address if it is bound to one. */
static enum pk_match match_half(const struct pk_expression *expression, const struct pk_sock *sock,
				bool sent)
{
	struct pk_header header = {.tuple_known = true, .tuple = sock->tuple};
	struct pk_partial_frame frame;
	uint8_t family = sock->tuple.family;
	uint32_t ip = ETH_HEADER, addr = family == 4 ? 4 : 16, from = ip + (family == 4 ? 12 : 8);

	if (!sent)
		header.tuple = pk_tuple_reversed(&sock->tuple);
	if (sock->kind != PK_SOCK_LISTEN)
		return pk_expression_match(expression, &header, "");
	*(sent ? &header.tuple.dport : &header.tuple.sport) = 0;
	pk_partial_frame_make(&header, "", family, false, &frame);
	memset(frame.known + from + (sent ? addr : 0), 0, addr);
	if (is_any(sock->tuple.saddr))
		memset(frame.known + from + (sent ? 0 : addr), 0, addr);
	return pk_bpf_match(expression->insns, expression->nr, &frame);
}

enum pk_match pk_filter_match_sock(const struct pk_packet_filter *filter,
				   const struct pk_sock *sock)
{
	enum pk_match match = pk_match_and(
			      match_addr(filter->sk, sock->addr, 0),
			      match_mark(filter, !(sock->unread & PK_SOCK_NO_MARK), sock->mark)),
		      sent, received;

	match = pk_match_and(match, match_netns(filter, sock->netns));
	/* What the kernel's own sockets carry is not theirs. */
	if (filter->by_vni)
		match = pk_match_and(match, PK_MATCH_MAY);
	if (match == PK_MATCH_NO || !filter->expression)
		return match;
	sent = match_half(filter->expression, sock, true);
	received = match_half(filter->expression, sock, false);
	return pk_match_and(match, sent > received ? sent : received);
}
