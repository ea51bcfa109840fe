/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SKB_H
#define PK_MODEL_SKB_H

#include <stdbool.h>
#include <stddef.h>
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

/** Who allocated or freed a slab object, as slub_debug=U, KFENCE or KASAN noted. */
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

/** More of a live sk_buff. What cannot be read is so by its figure. */
struct pk_skb_meta {
	struct pk_figure hash, ip_summed, csum, csum_level, priority, nohdr;
	struct pk_figure dataref, nr_frags, gso_type, gso_flags; /* of its skb_shared_info */
	struct pk_figure vlan_tci, vlan_proto; /* PK_ABSENT: it has no tag outside its data */
};

/** Its own bytes say what it is. */
static inline bool pk_skb_is_named(const struct pk_skb *skb)
{
	return skb->header_valid || skb->header.sectag.known;
}

/** A slab cache of skbs or sockets. */
struct pk_slab_count {
	uint64_t addr; /* struct kmem_cache */
	char asked[48]; /* the name that the kernel asked for */
	char name[64]; /* kmem_cache.name: another one's, if both share a cache */
	enum pk_object_kind kind; /* PK_OBJECT_SKB, PK_OBJECT_SKB_FCLONE, or PK_OBJECT_OTHER */
	struct pk_figure users; /* kmem_cache.refcount: more than one: it is shared */
	struct pk_figure size; /* bytes from one object to the next */
	struct pk_figure slabs, objects;
	/* as /proc/slabinfo prints it: what CPUs keep for the next allocation counts, too */
	struct pk_figure active;
	struct pk_figure in_use; /* without that */
	uint64_t found; /* of skbs' caches: those that somebody holds */
};

/** Skbs that one kind of place holds. */
struct pk_skb_holder {
	char who[80]; /* "TCP sockets: receive queue"; may hold any bytes */
	uint64_t skbs; /* objects: an skb and its fast clone count as one */
};

/** Skbs in use that were found nowhere, and have the same in common. */
struct pk_lost_skbs {
	uint64_t destructor; /* 0: none */
	char destructor_name[96]; /* "sock_wfree", "free_it [module]"; "" */
	char dev[16]; /* a device that there is; "" */
	char sock[32]; /* its socket's protocol, as /proc/net/protocols has it; "" */
	uint16_t protocol; /* of Ethernet: 0x0800; 0: not set */
	uint64_t skbs;
	uint64_t example; /* one of them */
};

/** The skbs in use, and where they are. */
struct pk_skb_memory {
	struct pk_slab_count *caches; /* owned */
	size_t nr_caches, room_caches;
	uint64_t found;
	struct pk_skb_holder *holders; /* owned; those with most first */
	size_t nr_holders, room_holders;
	/* what all slabs hold of those that were found nowhere, if asked for */
	enum pk_status lost_status; /* PK_ABSENT: not asked for */
	struct pk_lost_skbs *lost; /* owned; those with most first */
	size_t nr_lost, room_lost;
	uint64_t lost_unknown; /* objects of which the slab does not tell whether they are free */
	bool incomplete; /* some places could not be read, as warnings say */
};

/** COUNT is of skbs or sockets alone. */
bool pk_slab_is_unshared(const struct pk_slab_count *count);
/** Skbs in use of COUNT's cache that were found nowhere. Absent: it has no skbs, or others share it. */
struct pk_figure pk_skbs_elsewhere(const struct pk_slab_count *count);

#define PK_MAX_HOLES 16

/** Bytes of a datagram, counted after IP's headers, that have not arrived. */
struct pk_hole {
	uint32_t from, to; /* [FROM, TO); TO 0: the datagram's length is unknown */
};

/** A datagram with only some of its fragments received (struct inet_frag_queue). */
struct pk_frag_queue {
	uint64_t addr, net;
	struct pk_tuple tuple; /* without ports */
	uint32_t id; /* from IPv4's header, or IPv6's fragment header */
	uint8_t protocol; /* IPv4's; 0: not part of the key */
	bool conntrack; /* in nf_defrag_ipv6's queues, not in IPv6's own */
	uint32_t user; /* who reassembles it */
	char user_name[64]; /* "IP_DEFRAG_CONNTRACK_IN"; "" if unknown */
	uint32_t have; /* bytes received */
	uint32_t len; /* bytes of the datagram */
	/* the last fragment arrived; otherwise LEN is the end of what was received */
	bool len_known;
	bool holes_known; /* its fragments could be read, and are in order */
	uint32_t nr_holes; /* only the first PK_MAX_HOLES are in HOLES */
	struct pk_hole holes[PK_MAX_HOLES];
	uint32_t nr_skbs;
	struct pk_figure left_ns; /* from the machine's end until it times out; signed */
	/* since its first fragment, assuming the timeout was never changed */
	struct pk_figure waited_ns;
};

/** What is missing: "bytes 1480-2959, 4440 and on", or as many as fit. SIZE is at least 64. Returns BUF. */
const char *pk_holes_text(const struct pk_frag_queue *queue, char *buf, unsigned size);

#endif
