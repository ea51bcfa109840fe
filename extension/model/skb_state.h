/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SKB_STATE_H
#define PK_MODEL_SKB_STATE_H

#include "model/figure.h"
#include "model/skb.h"

/** What an IP header says, of any protocol in it. */
struct pk_ip_header {
	bool valid;
	uint8_t protocol; /* behind extension headers */
	uint8_t hops; /* TTL, hop limit */
	bool fragment;
	uint32_t ip_len; /* with the header; 0: it does not say */
	struct pk_tuple tuple; /* ports 0: of a protocol that has none, or beyond the bytes */
};

/** Ways in which an sk_buff contradicts itself. Each holds for every one that is alive, wherever it waits. */
enum pk_skb_fault {
	PK_SKB_NO_OBJECT, /* what is there is no sk_buff */
	PK_SKB_FREE, /* the slab has its memory as free */
	PK_SKB_NO_USERS, /* its count of references is 0 */
	PK_SKB_POISONED, /* a pointer is a pattern that debugging writes over freed memory */
	PK_SKB_NO_HEAD, /* no buffer */
	PK_SKB_BOUNDS, /* head <= data <= tail <= end does not hold */
	PK_SKB_LENGTH, /* len < data_len */
	PK_SKB_LINEAR, /* len - data_len is not what lies between data and tail */
	PK_SKB_NR_FRAGS, /* more fragments than there is room for */
	PK_SKB_FRAGMENTS, /* data_len is not the sum of fragments and frag_list */
	PK_SKB_FRAG_LIST, /* frag_list does not end, or cannot be followed */
	PK_SKB_DATAREF, /* nobody holds its buffer, or more share the payload than hold it */
	PK_SKB_TRUESIZE, /* accounted for less than it has */
	PK_SKB_CHECKSUM, /* a checksum to be made lies outside of it */
	PK_NR_SKB_FAULTS
};
const char *pk_skb_fault_name(enum pk_skb_fault fault); /* "data_len" */

/** Everything that one sk_buff says of itself. */
struct pk_skb_state {
	struct pk_skb skb;
	enum pk_status slab_status;
	struct pk_slab_object slab; /* with PK_OK */
	bool bounded; /* its buffer is where it says: what lies behind it could be asked for */
	uint64_t poison; /* 0: none */
	struct pk_figure gso_type, nr_frags, max_frags, dataref, frag_list;
	struct pk_figure frags_len, list_len,
		list_nr; /* bytes in fragments; in FRAG_LIST, and its skbs */
	struct pk_figure ip_summed, csum_start, csum_offset;
	struct pk_figure pp_recycle, encapsulation;
	struct pk_ip_header outer, inner;
	bool freeing; /* where it waits, it is being freed: it may have no user any more */
	bool device_sends; /* where it waits, a device makes its checksum */
	uint32_t faults; /* 1 << enum pk_skb_fault */
	enum pk_status unjudged; /* not PK_OK: why some of it could not be held against the rest */
};

/** FAULT of STATE in words, with the values that disagree. Returns BUF. */
const char *pk_skb_fault_text(const struct pk_skb_state *state, enum pk_skb_fault fault, char *buf,
			      unsigned size);

#define PK_CHECKSUM_PARTIAL 3
const char *pk_checksum_name(uint64_t ip_summed); /* "PARTIAL"; "?" */
const char *pk_ip_protocol_name(uint8_t protocol); /* "TCP"; "": a number alone */

#endif
