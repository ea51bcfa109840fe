// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Whether a packet can be cut into segments of gso_size. Payload is what lies behind the transport header:
 *
 *   head: headers | linear | frags[]    frag_list: skb -> skb -> ...
 *
 * skb_segment() cuts at each gso_size. It shares the pages of what it cuts; linear bytes of an skb in frag_list can only be
 * taken whole, as the beginning of a segment, unless they are in a page, too (head_frag).
 * skb_segment_list() (SKB_GSO_FRAGLIST) makes a segment of the head, and one of each skb in frag_list. sctp_gso_segment() makes one of
 * each skb in frag_list alone, and gso_size is no size.
 */
#include "decode/net/skb/skb.h"

#include "core/reader.h"

#define MAX_GSO_HEADERS 1024 /* of all layers, which len counts and segments have each */
#define GSO_BY_FRAGS 0xffff /* include/linux/skbuff.h */
#define PROTO_TCP 6
#define PROTO_UDP 17
#define TCP_HEADER 20
#define UDP_HEADER 8
#define FAULT(name) (1u << PK_SKB_##name)

/* The bits of those enumerators that this kernel has. */
static uint64_t bits_of(struct pk_ctx *ctx, const enum pk_row_id *rows, unsigned nr)
{
	uint64_t bits = 0, bit;

	for (unsigned i = 0; i < nr; i++)
		if (pk_has(ctx, rows[i]) && pk_row_value(ctx, rows[i], &bit) == PK_OK)
			bits |= bit;
	return bits;
}

static bool is_type(struct pk_ctx *ctx, const struct pk_skb_state *state, enum pk_row_id row)
{
	return state->gso_type.value & bits_of(ctx, &row, 1);
}

/* With tunnels, or bits that nobody knows here, another header counts. */
static bool type_is_wrong(struct pk_ctx *ctx, const struct pk_skb_state *state)
{
	static const enum pk_row_id plain[] = {PK_R_gso_tcpv4, PK_R_gso_tcpv6, PK_R_gso_udp_l4,
					       PK_R_gso_tcp_ecn, PK_R_gso_tcp_fixedid};
	const struct pk_ip_header *outer = &state->outer;

	if (!outer->valid || state->encapsulation.status != PK_OK || state->encapsulation.value ||
	    state->gso_type.value & ~bits_of(ctx, plain, sizeof(plain) / sizeof(plain[0])))
		return false;
	if (is_type(ctx, state, PK_R_gso_tcpv4))
		return outer->protocol != PROTO_TCP || outer->tuple.family != 4;
	if (is_type(ctx, state, PK_R_gso_tcpv6))
		return outer->protocol != PROTO_TCP || outer->tuple.family != 6;
	return is_type(ctx, state, PK_R_gso_udp_l4) && outer->protocol != PROTO_UDP;
}

/* Where the payload begins, from skb->head on; 0: not known. What is to be cut is the innermost packet. */
static uint64_t payload_begins(struct pk_ctx *ctx, struct pk_skb_state *state)
{
	const struct pk_skb *skb = &state->skb;
	bool inside = state->encapsulation.status == PK_OK && state->encapsulation.value;
	const struct pk_ip_header *ip = inside ? &state->inner : &state->outer;
	uint64_t at = ip->offset + ip->header_len, size;
	uint8_t offset;

	if (!ip->valid || ip->fragment || state->encapsulation.status != PK_OK)
		return 0;
	if (ip->protocol == PROTO_UDP)
		return is_type(ctx, state, PK_R_gso_udp_l4) && at + UDP_HEADER <= skb->tail
			       ? at + UDP_HEADER
			       : 0;
	if (ip->protocol != PROTO_TCP || at + TCP_HEADER > skb->tail ||
	    pk_read(ctx, skb->head + at + 12, &offset, 1) != PK_OK)
		return 0;
	size = state->cut.header_len = (offset >> 4) * 4;
	return size >= TCP_HEADER && at + size <= skb->tail ? at + size : 0;
}

/* One skb of frag_list, and where in the payload it begins. */
struct piece {
	uint64_t begins, len, linear;
	bool shared; /* its linear bytes are in a page */
	bool last;
};

static enum pk_gso_flaw flaw_of_segment(const struct pk_skb *skb, const struct piece *piece)
{
	return piece->len == skb->gso_size ||
			       (piece->last && piece->len && piece->len < skb->gso_size)
		       ? PK_GSO_FINE
		       : PK_GSO_UNEVEN;
}

/* The BUG_ON()s of skb_segment(), for a device that can gather: any other gets copies. */
static enum pk_gso_flaw flaw_of_piece(const struct pk_skb *skb, const struct piece *piece)
{
	uint64_t into = piece->begins % skb->gso_size;

	if (!piece->len)
		return PK_GSO_EMPTY;
	if (!piece->linear)
		return PK_GSO_FINE;
	if (into)
		return piece->shared ? PK_GSO_FINE : PK_GSO_UNSHARED;
	if (piece->linear > skb->gso_size)
		return PK_GSO_LONG;
	return piece->len < skb->gso_size && !piece->last ? PK_GSO_SHORT : PK_GSO_FINE;
}

static void note_flaw(struct pk_gso_cut *cut, enum pk_gso_flaw flaw, const struct piece *piece,
		      uint64_t nr, uint32_t gso_size)
{
	if (cut->flaw != PK_GSO_FINE)
		return;
	cut->flaw = flaw;
	cut->nr = nr;
	cut->len = piece->len;
	cut->linear = piece->linear;
	cut->into = piece->begins % gso_size;
}

/* What is not trusted (SKB_GSO_DODGY) is copied if something of it cannot be shared. */
static uint32_t list_faults(struct pk_ctx *ctx, struct pk_skb_state *state, bool by_skb, bool dodgy,
			    uint64_t linear)
{
	const struct pk_skb *head = &state->skb;
	struct pk_reader r = {.ctx = ctx};
	struct pk_gso_cut *cut = &state->cut;
	struct piece piece = {.begins = cut->head_payload};
	uint64_t skb = state->frag_list.value;
	bool copied = false;

	for (uint64_t i = 1; skb && pk_ok(&r) && i <= state->list_nr.value; i++) {
		uint64_t next = pk_member(&r, skb, PK_R_skb_next);

		piece.len = pk_member(&r, skb, PK_R_skb_len);
		piece.linear = piece.len - pk_member(&r, skb, PK_R_skb_data_len);
		piece.shared = !pk_reader_has(&r, PK_R_skb_head_frag) ||
			       pk_member(&r, skb, PK_R_skb_head_frag);
		piece.last = !next;
		if (pk_ok(&r))
			note_flaw(cut,
				  by_skb ? flaw_of_segment(head, &piece)
					 : flaw_of_piece(head, &piece),
				  &piece, i, head->gso_size);
		copied |= piece.linear && !piece.shared;
		piece.begins += piece.len;
		skb = next;
	}
	if (!pk_ok(&r))
		cut->flaw = PK_GSO_FINE;
	else if (dodgy && copied && !by_skb && linear != head->gso_size)
		cut->flaw = PK_GSO_FINE;
	if (state->unjudged == PK_OK)
		state->unjudged = r.status;
	return cut->flaw == PK_GSO_FINE ? 0 : FAULT(GSO_LIST);
}

/* Valid packets of SKB_GSO_FRAGLIST, after "net: gso: fix tcp fraglist segmentation after pull from frag_list": the head holds the
 * headers and one gso_size, each skb of frag_list one segment, and all but the last are of gso_size. */
static uint32_t geometry_faults(struct pk_ctx *ctx, struct pk_skb_state *state, bool dodgy)
{
	const struct pk_skb *skb = &state->skb;
	bool by_skb = is_type(ctx, state, PK_R_gso_fraglist);
	uint64_t begins;

	if (!pk_skb_knows(state, &state->frags_len) || !pk_skb_knows(state, &state->list_nr))
		return 0;
	if ((by_skb || skb->gso_size == GSO_BY_FRAGS) && !state->list_nr.value) {
		state->cut.flaw = PK_GSO_NO_LIST;
		return FAULT(GSO_LIST);
	}
	if (skb->gso_size == GSO_BY_FRAGS)
		return 0;
	begins = payload_begins(ctx, state);
	if (!begins)
		return state->cut.header_len && state->cut.header_len < TCP_HEADER && !dodgy
			       ? FAULT(GSO_HEADER)
			       : 0;
	state->cut.head_payload = skb->tail - begins + state->frags_len.value;
	if (by_skb && state->cut.head_payload != skb->gso_size)
		return FAULT(GSO_HEAD);
	return state->list_nr.value ? list_faults(ctx, state, by_skb, dodgy, skb->tail - begins)
				    : 0;
}

static bool segs_are_wrong(struct pk_ctx *ctx, const struct pk_skb_state *state)
{
	const struct pk_skb *skb = &state->skb;
	const uint64_t size = skb->gso_size, segs = skb->gso_segs;

	if (!segs || size == GSO_BY_FRAGS)
		return false;
	if (is_type(ctx, state, PK_R_gso_fraglist) && state->list_nr.status == PK_OK)
		return segs != state->list_nr.value + 1;
	return (segs - 1) * size >= skb->len || segs * size + MAX_GSO_HEADERS < skb->len;
}

/* skb_segment() cuts what is longer than its headers and one segment, into gso_segs of gso_size and a last one that may be
 * shorter. What was taken from somebody who is not trusted (SKB_GSO_DODGY) is checked by the kernel before that, but for
 * its frag_list. */
uint32_t pk_skb_gso_faults(struct pk_ctx *ctx, struct pk_skb_state *state)
{
	const struct pk_skb *skb = &state->skb;
	uint64_t dodgy;
	uint32_t faults;

	if (!state->device_sends || !skb->gso_known || !skb->gso_size ||
	    !pk_skb_knows(state, &state->gso_type) || !pk_has(ctx, PK_R_gso_dodgy) ||
	    pk_row_value(ctx, PK_R_gso_dodgy, &dodgy) != PK_OK)
		return 0;
	dodgy &= state->gso_type.value;
	if (!dodgy && skb->gso_size != GSO_BY_FRAGS && skb->len <= skb->gso_size)
		return FAULT(GSO_SIZE);
	faults = geometry_faults(ctx, state, dodgy);
	if (!dodgy && !faults && segs_are_wrong(ctx, state))
		faults |= FAULT(GSO_SEGS);
	if (!dodgy && type_is_wrong(ctx, state))
		faults |= FAULT(GSO_TYPE);
	return faults;
}
