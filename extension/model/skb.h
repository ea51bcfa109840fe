/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SKB_H
#define PK_MODEL_SKB_H

#include <stdbool.h>
#include <stdint.h>

#include "model/figure.h"
#include "model/header.h"
#include "model/noted_stack.h"

/** What a pointer-like value points to, judged by the slab cache of its page. */
enum pk_object_kind {
	PK_OBJECT_NONE = 0, /* not a slab object of interest */
	PK_OBJECT_SKB, /* skbuff_head_cache */
	PK_OBJECT_SKB_FCLONE, /* skbuff_fclone_cache: original or its companion */
	PK_OBJECT_SOCK, /* a full socket */
	PK_OBJECT_REQUEST_SOCK, /* of a connection being set up */
	PK_OBJECT_TW_SOCK, /* of a closed connection */
	PK_OBJECT_OTHER, /* another slab */
};

enum pk_slab_state { PK_SLAB_UNKNOWN = 0, PK_SLAB_ALLOCATED, PK_SLAB_FREE };

struct pk_slab_object {
	enum pk_object_kind kind;
	char cache[64]; /* kmem_cache.name */
	uint64_t cache_addr; /* the kmem_cache */
	uint64_t start; /* address where the object begins; a valid pointer equals it */
	uint64_t size; /* kmem_cache.object_size; of KFENCE's objects what was asked for */
	uint64_t inside; /* value - start; sizeof(struct sk_buff) for the fclone companion */
	enum pk_slab_state state;
	bool guarded; /* by KFENCE: alone in its page */
};

/** What the bytes of a slab object look like. */
struct pk_slab_bytes {
	bool known; /* they could be read */
	bool poison; /* nearly all are what slab_debug writes over freed objects */
	uint64_t written; /* of POISON: bytes that are not */
	uint64_t written_at; /* with WRITTEN: offset of the first */
};

/** Who allocated or freed a slab object, as slub_debug=U or KFENCE noted. */
struct pk_slab_track {
	char func[96]; /* that called the allocator; "": nobody has, or this cache notes none */
	int32_t pid;
	int cpu; /* -1: not noted */
	struct pk_figure ago_s; /* before the dump */
	struct pk_noted_stack stack;
};
enum pk_slab_track_kind { PK_TRACK_ALLOC, PK_TRACK_FREE, PK_NR_TRACKS };

/** What a protocol keeps of the header in the control block; valid only while it owns the skb. */
struct pk_skb_cb {
	uint32_t seq, end_seq, ack_seq;
	uint16_t flags;
};

/** Fields of a struct sk_buff in the dump, and the packet header that it points to. */
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
	uint64_t nfct; /* the tracker's entry, and what the packet is to it; 0: none */
	uint32_t iif; /* received: index of the last device it came through; 0 if unknown */
	char dev_name[16];
	struct pk_skb_cb cb;
	bool cb_valid; /* CB was readable */
	/* headers of IP and the protocol in the linear part, if plausible */
	bool header_valid;
	bool header_unreadable; /* it has an address, but the dump lacks the memory */
	/* payload by IP's length, or by LEN if that is 0 (GSO). Not HEADER_VALID: of MACsec the SecTAG, if known, else
	 * nothing */
	struct pk_header header;
};

/** Its own bytes say what it is. */
static inline bool pk_skb_is_named(const struct pk_skb *skb)
{
	return skb->header_valid || skb->header.sectag.known;
}

#endif
