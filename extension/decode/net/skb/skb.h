/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SKB_H
#define PK_DECODE_SKB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/context.h"
#include "decode/tables.h"
#include "model/header.h"
#include "model/packet.h"
#include "model/skb.h"
#include "model/skb_state.h"

/** The sk_buff at ADDR as memory holds it now; meaningful only if it is live (see
 *  pk_slab_lookup()). */
enum pk_status pk_skb_read(struct pk_ctx *ctx, uint64_t addr, struct pk_skb *ret_skb);
/** More of the live SKB, which was read. */
void pk_skb_meta_read(struct pk_ctx *ctx, const struct pk_skb *skb, struct pk_skb_meta *ret_meta);
/** Whether an sk_buff of OBJECT begins exactly at the address by which OBJECT was found. */
bool pk_skb_begins(struct pk_ctx *ctx, const struct pk_slab_object *object);
/** The sk_buff of OBJECT that contains that address; 0: none, or OBJECT does not hold skbs. */
uint64_t pk_skb_around(struct pk_ctx *ctx, const struct pk_slab_object *object);
/** sizeof(struct sk_buff) in bytes, the distance from an original to its fclone companion. */
enum pk_status pk_skb_size(struct pk_ctx *ctx, uint64_t *ret_size);
/** The skb at ADDR came in through a device, as far as memory tells. On its way out again it is
 *  shown as received until a device has it. */
bool pk_skb_came_in(struct pk_ctx *ctx, uint64_t addr);
/** Number of segments on the wire that SKB stands for; 0 if unknown. */
uint32_t pk_skb_segs(const struct pk_skb *skb);
/** Name of drop reason REASON from the dump's own tables ("TCP_OFOMERGE"); PK_ABSENT: unknown
 *  number. */
enum pk_status pk_drop_reason_name(struct pk_ctx *ctx, uint32_t reason, char *buf, size_t size);

/** The headers of IP and of a protocol in it, parsed from wire bytes. */
struct pk_wire_header {
	/* without the payload's length, unless the protocol's header states it */
	struct pk_header header;
	uint32_t ip_len; /* bytes from the IP header on, as it states; 0: it does not (GSO) */
	/* bytes of IP's header with options or extension headers, plus the protocol's with
	 * options */
	uint32_t headers_len;
	uint32_t offset; /* bytes from IP's header to the protocol's */
};

/**
 * Parse LEN bytes that begin with an IP header. Pure: asks CTX only which protocols are known
 * (NULL: all).
 *
 * True only if everything that can be checked holds: version, header lengths within LEN and the
 * datagram, a listed protocol (protocol.h) with a possible header, and no fragment but the first.
 * Random memory passes for TCP about once in a million times, so a caller with a second source
 * should still compare.
 */
struct pk_ctx;
bool pk_wire_header_parse(const struct pk_ctx *ctx, const uint8_t *bytes, size_t len,
			  struct pk_wire_header *ret_header);

/** Why STATE, which is on its way to a device, cannot be cut into segments, as bits of faults. Its other fields must have been
 *  read, and its lengths must agree. */
uint32_t pk_skb_gso_faults(struct pk_ctx *ctx, struct pk_skb_state *state);

/** Whether FIGURE could be read; if not, STATE is not fully judged. */
static inline bool pk_skb_knows(struct pk_skb_state *state, const struct pk_figure *figure)
{
	if (state->unjudged == PK_OK)
		state->unjudged = figure->status;
	return figure->status == PK_OK;
}

/** False stops the walk. */
typedef bool (*pk_skb_list_fn)(uint64_t skb, void *arg);

/** Visit the skbs from NODE along their first words to END (the head of a circular list) or NULL. A
 *  cycle, a break or more than 2^20 skbs end the walk with a warning that names the list WHAT. */
void pk_skb_list_walk(struct pk_ctx *ctx, const char *what, uint64_t node, uint64_t end,
		      pk_skb_list_fn fn, void *arg);
/** The same for the list whose head is at HEAD: a sk_buff_head, or a pointer to the first skb. */
void pk_skb_head_walk(struct pk_ctx *ctx, const char *what, uint64_t head, pk_skb_list_fn fn,
		      void *arg);
/** The skb that was queued last on the list of the sk_buff_head at HEAD; 0: it is empty. PK_CORRUPT
 *  if it does not lead back to HEAD. */
enum pk_status pk_skb_head_last(struct pk_ctx *ctx, uint64_t head, uint64_t *ret_skb);
/** Visit the nodes of the red-black tree under NODE (0: empty), leftmost first; damage costs a
 *  warning. */
void pk_rb_walk(struct pk_ctx *ctx, const char *what, uint64_t node, pk_rbtree_fn fn, void *arg);
/** Visit the skbs of the tree whose rb_root is at ROOT, linked by sk_buff.rbnode. */
void pk_skb_tree_walk(struct pk_ctx *ctx, const char *what, uint64_t root, pk_skb_list_fn fn,
		      void *arg);
/** Visit the pointers in the struct ptr_ring at RING, unmodified (a driver may mark their low
 *  bits), from the consumer to the first empty slot. Slots before it were consumed, but may not be
 *  cleared yet. */
void pk_ptr_ring_walk(struct pk_ctx *ctx, const char *what, uint64_t ring,
		      bool (*fn)(uint64_t value, void *arg), void *arg);

/**
 * Read everything about the sk_buff at ADDR, and how it contradicts itself. FREEING: where it is
 * queued it is being freed. DEVICE_SENDS: it is queued below IP on its way out. An error means that
 * the struct is unreadable; other unreadable parts are so by their figures, leave the state
 * unjudged, and are no faults.
 */
enum pk_status pk_skb_state_read(struct pk_ctx *ctx, uint64_t addr, bool freeing, bool device_sends,
				 struct pk_skb_state *ret_state);

/** Parse the IP header in LEN bytes, whatever protocol it carries, with the ports of protocols that
 *  begin with them. RET_HEADER->valid: it is one. Pure. */
void pk_ip_header_parse(const uint8_t *bytes, size_t len, struct pk_ip_header *ret_header);

typedef bool (*pk_frag_queue_fn)(const struct pk_frag_queue *queue, void *arg); /* false stops */

/** Visit datagrams waiting for fragments, IPv4 and IPv6, in every network namespace, and IPv6's in
 *  the connection tracker's own queues. Damage costs a warning. PK_ABSENT: this kernel keeps them
 *  differently (before 5.3). */
enum pk_status pk_frag_queues_walk(struct pk_ctx *ctx, pk_frag_queue_fn fn, void *arg);
/** Visit the fragments of QUEUE in byte order. Their list and device words belong to the rbtree. */
void pk_frag_queue_skbs_walk(struct pk_ctx *ctx, const struct pk_frag_queue *queue,
			     pk_skb_list_fn fn, void *arg);

#endif
