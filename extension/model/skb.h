/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SKB_H
#define PK_MODEL_SKB_H

#include <stdbool.h>
#include <stdint.h>

#include "model/tuple.h"

/** What a value that looks like a pointer points to, by the slab cache of its page. */
enum pk_object_kind {
	PK_OBJECT_NONE = 0, /* not a slab object of interest */
	PK_OBJECT_SKB, /* skbuff_head_cache */
	PK_OBJECT_SKB_FCLONE, /* skbuff_fclone_cache: original or its companion */
	PK_OBJECT_SOCK, /* TCP, TCPv6, MPTCP(v6) */
	PK_OBJECT_REQUEST_SOCK, /* request_sock_TCP(v6) */
	PK_OBJECT_TW_SOCK, /* tw_sock_TCP(v6) */
	PK_OBJECT_OTHER, /* another slab */
};

enum pk_slab_state { PK_SLAB_UNKNOWN = 0, PK_SLAB_ALLOCATED, PK_SLAB_FREE };

struct pk_slab_object {
	enum pk_object_kind kind;
	char cache[64]; /* kmem_cache.name */
	uint64_t start; /* address where the object begins (what a valid pointer equals) */
	uint64_t size; /* kmem_cache.object_size */
	uint64_t inside; /* value - start; for the fclone companion sizeof(struct sk_buff) */
	enum pk_slab_state state;
};

/** Fields of a struct sk_buff (and of the header behind it) that lie in the dump. */
struct pk_skb {
	uint64_t addr;
	uint64_t sk, dev, head, data;
	uint32_t len, data_len, truesize, users, mark;
	uint16_t protocol; /* host order: 0x0800, 0x86dd */
	uint16_t network_header, transport_header, mac_header; /* from head; 0xffff = not set */
	uint32_t tail, end; /* offsets from head */
	bool cloned, fclone_known;
	uint8_t fclone; /* SKB_FCLONE_* */
	uint8_t pkt_type;
	uint16_t gso_size, gso_segs; /* from skb_shared_info */
	bool gso_known; /* both could be read */
	uint32_t iif; /* received: index of the device that it came up from last; 0 not known */
	char dev_name[16];
	/* TCP control block: only meaningful while TCP owns the skb */
	uint32_t cb_seq, cb_end_seq, cb_ack_seq;
	uint16_t cb_flags;
	bool cb_valid; /* fields above could be read */
	/* TCP/IP header behind head+transport_header, when plausible */
	bool header_valid;
	bool header_unreadable; /* it has a place, which the dump lacks */
	struct pk_tuple tuple;
	uint32_t seq, ack;
	uint16_t flags; /* TH_* */
	uint32_t
		payload_len; /* TCP payload bytes by the IP length (len-based when the IP length is 0: GSO) */
};

#endif
