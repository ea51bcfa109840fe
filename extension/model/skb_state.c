// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/skb_state.h"

#include <inttypes.h>
#include <stdio.h>

const char *pk_skb_fault_name(enum pk_skb_fault fault)
{
	static const char *const names[PK_NR_SKB_FAULTS] = {
		[PK_SKB_NO_OBJECT] = "object",	    [PK_SKB_FREE] = "free",
		[PK_SKB_NO_USERS] = "users",	    [PK_SKB_POISONED] = "poison",
		[PK_SKB_NO_HEAD] = "head",	    [PK_SKB_HEAD] = "head_page",
		[PK_SKB_BOUNDS] = "bounds",	    [PK_SKB_LENGTH] = "len",
		[PK_SKB_LINEAR] = "linear",	    [PK_SKB_NR_FRAGS] = "nr_frags",
		[PK_SKB_FRAGMENTS] = "data_len",    [PK_SKB_FRAG_LIST] = "frag_list",
		[PK_SKB_DATAREF] = "dataref",	    [PK_SKB_TRUESIZE] = "truesize",
		[PK_SKB_CHECKSUM] = "csum",	    [PK_SKB_GSO_SIZE] = "gso_size",
		[PK_SKB_GSO_SEGS] = "gso_segs",	    [PK_SKB_GSO_TYPE] = "gso_type",
		[PK_SKB_GSO_HEADER] = "gso_header", [PK_SKB_GSO_HEAD] = "gso_head",
		[PK_SKB_GSO_LIST] = "gso_list",	    [PK_SKB_PAGE_POOL] = "page_pool",
	};

	return fault < PK_NR_SKB_FAULTS ? names[fault] : "?";
}

static void bounds_text(const struct pk_skb *skb, char *buf, unsigned size)
{
	snprintf(buf, size,
		 "head %" PRIx64 ", data %" PRIx64 ", tail at %u, end at %u are not in this order",
		 skb->head, skb->data, skb->tail, skb->end);
}

static void lengths_text(const struct pk_skb_state *state, enum pk_skb_fault fault, char *buf,
			 unsigned size)
{
	const struct pk_skb *skb = &state->skb;

	if (fault == PK_SKB_LENGTH)
		snprintf(buf, size, "len %u is less than data_len %u", skb->len, skb->data_len);
	else if (fault == PK_SKB_LINEAR)
		snprintf(buf, size,
			 "len %u - data_len %u is not the %" PRIu64 " bytes from data to tail",
			 skb->len, skb->data_len, skb->head + skb->tail - skb->data);
	else if (fault == PK_SKB_NR_FRAGS)
		snprintf(buf, size, "nr_frags %" PRIu64 " of at most %" PRIu64,
			 state->nr_frags.value, state->max_frags.value);
	else if (fault == PK_SKB_FRAGMENTS)
		snprintf(buf, size, "data_len %u is not the %" PRIu64 " of its fragments",
			 skb->data_len, state->frags_len.value + state->list_len.value);
	else
		snprintf(buf, size, "truesize %u is less than len %u", skb->truesize, skb->len);
}

static void list_text(const struct pk_skb_state *state, char *buf, unsigned size)
{
	const struct pk_gso_cut *cut = &state->cut;
	char skb[48];

	snprintf(skb, sizeof(skb), "skb %" PRIu64 " of its frag_list", cut->nr);
	if (cut->flaw == PK_GSO_NO_LIST)
		snprintf(buf, size,
			 "each skb of its frag_list is to be a segment, and it has none");
	else if (cut->flaw == PK_GSO_UNEVEN)
		snprintf(buf, size, "%s must be one segment of gso_size (%u), has %" PRIu64, skb,
			 state->skb.gso_size, cut->len);
	else if (cut->flaw == PK_GSO_LONG)
		snprintf(buf, size, "%s has %" PRIu64 " linear bytes, more than gso_size (%u)", skb,
			 cut->linear, state->skb.gso_size);
	else if (cut->flaw == PK_GSO_SHORT)
		snprintf(buf, size, "%s begins a segment of gso_size (%u), has %" PRIu64, skb,
			 state->skb.gso_size, cut->len);
	else if (cut->flaw == PK_GSO_UNSHARED)
		snprintf(buf, size,
			 "%s begins %" PRIu64 " bytes into a segment with linear bytes in no page",
			 skb, cut->into);
	else
		snprintf(buf, size, "%s is empty", skb);
}

static void gso_text(const struct pk_skb_state *state, enum pk_skb_fault fault, char *buf,
		     unsigned size)
{
	const struct pk_skb *skb = &state->skb;

	if (fault == PK_SKB_GSO_SIZE)
		snprintf(buf, size, "gso_size %u, and len is only %u", skb->gso_size, skb->len);
	else if (fault == PK_SKB_GSO_SEGS)
		snprintf(buf, size, "len %u is not that of %u segments of gso_size %u", skb->len,
			 skb->gso_segs, skb->gso_size);
	else if (fault == PK_SKB_GSO_HEADER)
		snprintf(buf, size, "its TCP header states a length of %u bytes",
			 state->cut.header_len);
	else if (fault == PK_SKB_GSO_HEAD)
		snprintf(buf, size,
			 "its head must hold headers and one gso_size (%u), has %" PRIu64,
			 skb->gso_size, state->cut.head_payload);
	else if (fault == PK_SKB_GSO_LIST)
		list_text(state, buf, size);
	else
		snprintf(buf, size, "gso_type 0x%" PRIx64 " is not that of IPv%u with protocol %u",
			 state->gso_type.value, state->outer.tuple.family, state->outer.protocol);
}

const char *pk_skb_fault_text(const struct pk_skb_state *state, enum pk_skb_fault fault, char *buf,
			      unsigned size)
{
	switch (fault) {
	case PK_SKB_NO_OBJECT:
		snprintf(buf, size, "no sk_buff begins there: it is in %.40s, %" PRIu64 " bytes in",
			 state->slab.cache, state->slab.inside);
		break;
	case PK_SKB_FREE:
		snprintf(buf, size, "its memory is free in %.40s", state->slab.cache);
		break;
	case PK_SKB_NO_USERS:
		snprintf(buf, size, "users is 0: it was freed");
		break;
	case PK_SKB_POISONED:
		snprintf(buf, size, "a pointer is the poison %" PRIx64, state->poison);
		break;
	case PK_SKB_NO_HEAD:
		snprintf(buf, size, "it has no buffer");
		break;
	case PK_SKB_HEAD:
		snprintf(buf, size,
			 "its buffer at %" PRIx64
			 " is in no slab, and head_frag is 0: kfree() cannot free it",
			 state->skb.head);
		break;
	case PK_SKB_BOUNDS:
		bounds_text(&state->skb, buf, size);
		break;
	case PK_SKB_FRAG_LIST:
		snprintf(buf, size, "its frag_list %" PRIx64 " cannot be followed to its end",
			 state->frag_list.value);
		break;
	case PK_SKB_DATAREF:
		snprintf(buf, size, "dataref 0x%" PRIx64 " is none of a buffer in use",
			 state->dataref.value);
		break;
	case PK_SKB_CHECKSUM:
		snprintf(buf, size,
			 "the checksum at csum_start %" PRIu64 " + csum_offset %" PRIu64
			 " lies outside of its linear part",
			 state->csum_start.value, state->csum_offset.value);
		break;
	case PK_SKB_PAGE_POOL:
		snprintf(buf, size,
			 "page %" PRIx64 " of its fragments is of a page pool, which has the only "
			 "reference, and pp_recycle is not set",
			 state->pool_page);
		break;
	case PK_SKB_GSO_SIZE:
	case PK_SKB_GSO_SEGS:
	case PK_SKB_GSO_TYPE:
	case PK_SKB_GSO_HEADER:
	case PK_SKB_GSO_HEAD:
	case PK_SKB_GSO_LIST:
		gso_text(state, fault, buf, size);
		break;
	default:
		lengths_text(state, fault, buf, size);
	}
	return buf;
}

const char *pk_checksum_name(uint64_t ip_summed)
{
	static const char *const names[] = {"NONE", "UNNECESSARY", "COMPLETE", "PARTIAL"};

	return ip_summed < sizeof(names) / sizeof(names[0]) ? names[ip_summed] : "?";
}

const char *pk_ip_protocol_name(uint8_t protocol)
{
	switch (protocol) {
	case 1:
		return "ICMP";
	case 2:
		return "IGMP";
	case 4:
		return "IPIP";
	case 6:
		return "TCP";
	case 17:
		return "UDP";
	case 41:
		return "IPv6";
	case 47:
		return "GRE";
	case 50:
		return "ESP";
	case 58:
		return "ICMPv6";
	case 132:
		return "SCTP";
	default:
		return "";
	}
}
