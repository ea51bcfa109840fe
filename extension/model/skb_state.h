/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SKB_STATE_H
#define PK_MODEL_SKB_STATE_H

#include "model/figure.h"
#include "model/skb.h"

/** An IP header, whatever protocol it carries. */
struct pk_ip_header {
	bool valid;
	uint8_t protocol; /* after extension headers */
	uint8_t hops; /* TTL, hop limit */
	bool fragment;
	uint32_t offset; /* of the header, from the buffer's begin; 0: not set */
	uint32_t header_len; /* with options and extension headers */
	uint32_t ip_len; /* bytes with the header; 0: not stated */
	struct pk_tuple tuple; /* ports 0: the protocol has none, or they are beyond the bytes */
	/* of ESP, right behind it or in UDP */
	bool spi_known;
	uint32_t spi, esp_number;
};

/** Ways in which an sk_buff contradicts itself; each is wrong for any live skb, wherever it is
 *  queued. */
enum pk_skb_fault {
	PK_SKB_NO_OBJECT, /* not an sk_buff */
	PK_SKB_FREE, /* the slab considers it free */
	PK_SKB_NO_USERS, /* reference count 0 */
	PK_SKB_POISONED, /* a pointer has a pattern that debugging writes over freed memory */
	PK_SKB_NO_HEAD, /* no buffer */
	PK_SKB_HEAD, /* kfree() will be given its buffer, which is in a page that kmalloc() does not have */
	PK_SKB_BOUNDS, /* head <= data <= tail <= end does not hold */
	PK_SKB_LENGTH, /* len < data_len */
	PK_SKB_LINEAR, /* len - data_len is not the distance from data to tail */
	PK_SKB_NR_FRAGS, /* more fragments than fit */
	PK_SKB_FRAGMENTS, /* data_len is not the sum of fragments and frag_list */
	PK_SKB_FRAG_LIST, /* frag_list does not end, or cannot be followed */
	PK_SKB_DATAREF, /* dataref is 0, or less than the references to the payload */
	PK_SKB_TRUESIZE, /* truesize is less than what it holds */
	PK_SKB_CHECKSUM, /* a pending checksum lies outside the packet */
	PK_SKB_GSO_SIZE, /* to be cut into segments, and no longer than one */
	PK_SKB_GSO_SEGS, /* it is not as long as so many segments */
	PK_SKB_GSO_TYPE, /* to be cut as what it is not, by its header */
	PK_SKB_GSO_HEADER, /* to be cut behind a transport header that is none */
	PK_SKB_GSO_HEAD, /* of SKB_GSO_FRAGLIST, and its head is not one segment */
	PK_SKB_GSO_LIST, /* its frag_list cannot be cut into segments */
	PK_SKB_PAGE_POOL, /* a page pool owns the only reference to one of its pages, and it will drop it */
	PK_NR_SKB_FAULTS
};
const char *pk_skb_fault_name(enum pk_skb_fault fault); /* "data_len" */

/** What is wrong with an skb of a frag_list that is to be cut. */
enum pk_gso_flaw {
	PK_GSO_FINE,
	PK_GSO_NO_LIST, /* each of its skbs would be a segment, and there is none */
	PK_GSO_UNEVEN, /* it is to be one segment, and has another length */
	PK_GSO_EMPTY,
	PK_GSO_LONG, /* more linear bytes than a segment */
	PK_GSO_SHORT, /* a segment begins with it and goes on in the next one */
	PK_GSO_UNSHARED, /* linear bytes in no page, and a segment goes on in them */
};

struct pk_gso_cut {
	uint32_t header_len; /* of TCP, as it states; 0: unknown */
	uint64_t head_payload; /* bytes behind the headers that are not in frag_list */
	enum pk_gso_flaw flaw;
	uint64_t nr; /* of the skb in frag_list, from 1 */
	uint64_t len, linear,
		into; /* its bytes, those that are linear, and of the segment before it */
};

/** Everything that one sk_buff says about itself. */
struct pk_skb_state {
	struct pk_skb skb;
	enum pk_status slab_status;
	struct pk_slab_object slab; /* valid if SLAB_STATUS is PK_OK */
	bool bounded; /* its bounds are sane, so skb_shared_info behind the buffer can be read */
	uint64_t poison; /* 0 if none */
	struct pk_figure gso_type, nr_frags, max_frags, dataref, frag_list;
	/* bytes in fragments; bytes in FRAG_LIST, and number of its skbs */
	struct pk_figure frags_len, list_len, list_nr;
	struct pk_figure ip_summed, csum_start, csum_offset;
	struct pk_figure pp_recycle, encapsulation;
	struct pk_ip_header outer, inner;
	struct pk_gso_cut cut; /* why it cannot be cut */
	bool freeing; /* it waits to be freed, and may have no users any more */
	bool device_sends; /* it is queued where a device will complete its checksum, and cut it */
	uint64_t pool_page; /* struct page of PK_SKB_PAGE_POOL; 0 if none */
	uint32_t faults; /* 1 << enum pk_skb_fault */
	enum pk_status unjudged; /* if not PK_OK: why some checks could not be made */
};

/** FAULT of STATE in words, with the values that contradict each other. Returns BUF. */
const char *pk_skb_fault_text(const struct pk_skb_state *state, enum pk_skb_fault fault, char *buf,
			      unsigned size);

#define PK_CHECKSUM_PARTIAL 3
const char *pk_checksum_name(uint64_t ip_summed); /* "PARTIAL"; "?" */
const char *pk_ip_protocol_name(uint8_t protocol); /* "TCP"; "": a number alone */

#endif
