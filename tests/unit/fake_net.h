/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef FAKE_NET_H
#define FAKE_NET_H

#include "fake_target.h"

/**
 * The network side of a dead machine: slab pages, skbs and TCP sockets with the offsets of a made-up
 * 6.1-like kernel, drawn into a fake_target.
 */
#define FAKE_DIRECT 0xffff888000000000ull /* NET_PAGES pages of direct-mapped memory */
#define FAKE_VMEMMAP 0xffffea0000000000ull /* a struct page (64 bytes) each */
#define FAKE_GLOBALS 0xffffffff82000000ull /* 64 KiB of kernel data */
#define FAKE_PAGES 64

#define FAKE_SKB_SIZE 232
#define FAKE_SOCK_SIZE 1024
#define FAKE_HASHINFO (FAKE_GLOBALS + 0x4000)
#define FAKE_EHASH (FAKE_GLOBALS + 0x5000) /* 4 buckets */
#define FAKE_LHASH (FAKE_GLOBALS + 0x5100) /* 2 buckets */
#define FAKE_NET_LIST (FAKE_GLOBALS + 0x5200)
#define FAKE_INIT_NET (FAKE_GLOBALS + 0x6000)

enum fake_cache {
	FAKE_SKB,
	FAKE_FCLONE,
	FAKE_TCP,
	FAKE_TCPV6,
	FAKE_TW,
	FAKE_KMALLOC,
	FAKE_NR_CACHES
};

/** Everything above, with empty tables; one namespace, whose inode number is 4026531840. */
void fake_net_init(struct fake_target *fake);
/** The one machine of a test program, drawn anew, with NR members of structs besides. */
struct fake_machine *fake_net_machine(const struct fake_member *members, size_t nr);
void fake_net_init_big_endian(struct fake_target *fake);
/** What MODULE keeps for the namespace is at OWN: its number is at ID, where symbol NAME is, and the
 *  namespace's table at FAKE_DIRECT. */
void fake_net_generic(struct fake_target *fake, const char *module, const char *name, uint64_t id,
		      uint64_t own);
/** Another namespace, before the first one, in which no module keeps anything. At most one. */
void fake_net_another(struct fake_target *fake);
/** Address of a cache's struct kmem_cache. */
uint64_t fake_net_cache(enum fake_cache cache);
/** Bytes from one object to the next. */
uint32_t fake_net_object_size(enum fake_cache cache);
/** Make NR pages from page INDEX on one slab of CACHE, all objects allocated. Returns its base. */
uint64_t fake_net_slab(struct fake_target *fake, enum fake_cache cache, unsigned index,
		       unsigned nr);
/** struct page of page INDEX. */
uint64_t fake_net_page(unsigned index);
/** Draw a live skb at ADDR with its buffer at HEAD (2 KiB), an IPv4 TCP packet as TCP receives it:
 *  10.0.0.1:SPORT > 10.0.0.2:DPORT, [P.] seq SEQ, LEN bytes of payload. */
void fake_net_skb(struct fake_target *fake, uint64_t addr, uint64_t head, uint16_t sport,
		  uint16_t dport, uint32_t seq, uint32_t len);
/** Draw an IPv4 socket 10.0.0.2:SPORT > 10.0.0.1:DPORT in STATE with empty queues. */
void fake_net_sock(struct fake_target *fake, uint64_t addr, uint8_t state, uint16_t sport,
		   uint16_t dport);
/** Put the sockets on one chain whose head is at BUCKET; the last ends with a nulls value. */
void fake_net_chain(struct fake_target *fake, uint64_t bucket, const uint64_t *socks, unsigned nr);
/** Put skbs on the sk_buff_head at HEAD. */
void fake_net_queue(struct fake_target *fake, uint64_t head, const uint64_t *skbs, unsigned nr);

/* Offsets that tests write to. */
#define SKB_DEV 16
#define SKB_SK 24
#define SKB_CB 40
#define SKB_NFCT 104
#define SKB_IIF 120
#define SKB_USERS 212
#define SKB_SHINFO 1728 /* behind its buffer */
#define SHINFO_GSO_SIZE 4
#define SHINFO_GSO_SEGS 6
#define SK_BACKLOG 128
#define SK_RTX 160
#define SK_RECEIVE 104
#define SK_WRITE 168
#define SK_NODE 24
#define SK_OWNED 92
#define SK_ACK_BACKLOG 200
#define TP_RCV_NXT 220
#define TP_COPIED 224
#define TP_SND_UNA 228
#define TP_WRITE_SEQ 236
#define TP_BYTES_ACKED 264
#define TP_OFO 248
#define TW_SUBSTATE 120
#define SLAB_FREELIST 32
#define CACHE_RANDOM 184
#define CACHE_OFFSET 40

/** TO follows FROM in a list of the kernel's (struct list_head). */
void fake_link(struct fake_target *fake, uint64_t from, uint64_t to);
/** The Nth TCP packet of a socket, both in slab memory; returns its skb. */
uint64_t fake_net_packet(struct fake_target *fake, unsigned n);

#endif
