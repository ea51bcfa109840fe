/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PACKET_H
#define PK_MODEL_PACKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/event.h"
#include "model/header.h"

enum pk_direction { PK_RX, PK_TX };

/** How certain a packet's addresses, its sk_buff or a join are, best last; never above the
 *  evidence. */
enum pk_identity {
	PK_ID_NONE, /* unknown */
	PK_ID_GUESS, /* from order on a queue, or bytes of a freed object */
	PK_ID_NESTED, /* the function ran inside a frame of a known packet */
	PK_ID_DERIVED, /* through an edge (clone, copy, merge, segment) or the live socket */
	PK_ID_EXACT, /* an event carries it */
	PK_NR_IDENTITIES
};

/** Where tuple and sequence numbers came from. */
enum pk_tuple_source {
	PK_TUPLE_UNKNOWN,
	PK_TUPLE_EVENT, /* header bytes or addresses in one of the packet's events */
	/* an event inside the packet's frames (tcp_probe, inet_sock_set_state, ...) */
	PK_TUPLE_NESTED,
	PK_TUPLE_SKB, /* the live skb's headers */
	PK_TUPLE_SOCK, /* the live socket */
	PK_TUPLE_EDGE, /* a packet joined to this one */
};

enum pk_outcome {
	PK_OUT_UNKNOWN,
	/* rx */
	PK_OUT_DELIVERED,
	PK_OUT_QUEUED,
	PK_OUT_OFO_QUEUED,
	PK_OUT_BACKLOGGED,
	PK_OUT_MERGED,
	PK_OUT_CONSUMED,
	PK_OUT_DROPPED,
	PK_OUT_FORWARDED,
	/* tx (dropped is shared) */
	PK_OUT_ACKED,
	PK_OUT_UNACKED,
	PK_OUT_UNSENT,
	PK_OUT_NEIGH_QUEUED,
	PK_OUT_QDISC_QUEUED,
	PK_OUT_DRIVER_QUEUED,
	PK_OUT_SENT,
	PK_OUT_LOOPED,
	PK_OUT_IN_FLIGHT,
	PK_NR_OUTCOMES
};

enum pk_context { PK_CTX_PROCESS, PK_CTX_SOFTIRQ, PK_CTX_HARDIRQ, PK_CTX_NMI };

enum pk_edge_kind {
	PK_EDGE_FCLONE,
	PK_EDGE_CLONE,
	PK_EDGE_COPY,
	PK_EDGE_GRO,
	PK_EDGE_GSO,
	PK_EDGE_COALESCED,
	PK_EDGE_RETRANSMIT,
	PK_EDGE_LOOPBACK,
	PK_EDGE_ACKED_BY,
	PK_EDGE_REPLY_TO,
	PK_EDGE_ERROR_FOR, /* from an ICMP error to the packet that caused it */
	PK_EDGE_ANSWERED_BY, /* the reverse */
	PK_EDGE_ENCAPSULATED_IN, /* to the outer packet */
	PK_EDGE_CARRIES, /* the reverse */
	PK_EDGE_FRAGMENT, /* from a datagram to one of its fragments */
	PK_NR_EDGES
};

/** A join to another object (to_skb), or to a packet (to) if it is one. */
struct pk_edge {
	enum pk_edge_kind kind;
	enum pk_identity how; /* certainty of the join */
	uint64_t to_skb; /* 0 if its pointer is unknown */
	struct pk_packet *to; /* borrowed from the same set; NULL: not a packet of the set */
};

/** One frame on the wire: a segment of a GSO send, or a part of a GRO merge. */
struct pk_wire_frame {
	struct pk_header header;
	uint64_t skb; /* 0 if unknown */
	uint64_t ts;
	uint32_t len; /* skb->len at the device, bytes; 0 if unknown */
	/* segments that the device makes of it (TSO), or made it of (LRO); 0 if unknown */
	uint32_t segs;
	/* payload bytes of each segment but the last; 0: one segment, or unknown */
	uint32_t gso_size;
	bool sent; /* tx: net_dev_xmit said NETDEV_TX_OK */
	bool dropped; /* tx: freed by kfree_skb before that */
};

#define PK_PIECE_UNDER 6

/** A stretch of calls on behalf of this packet alone, by its outermost frame. If no frame was
 *  recorded: a run of its events in one context (func 0). */
struct pk_piece {
	uint64_t func;
	int64_t depth;
	int cpu;
	int32_t pid;
	/* ring clock, ns; END of an open piece: the last event of its CPU in the trace */
	uint64_t start, end;
	struct pk_event_pos pos; /* of its first event */
	/* functions on the path around it that do not belong to it alone, innermost first, then 0: PK_PIECE_UNDER at most.
	 * Of the pool, where pieces share them; NULL: none */
	const uint64_t *under;
	enum pk_context context : 8;
	enum pk_identity how : 8; /* how it was joined to the packet */
	bool open : 1; /* no exit recorded */
	bool cut : 1; /* events were lost: it may have ended before END, and what is recorded then is none of its */
	bool entry_seen : 1; /* otherwise it began before the trace, or in a gap */
	bool by_entry : 1; /* function tracer, which records no exits: END is its newest call */
};

#define PK_STEP_CALLERS 16

/** An event of a packet outside all of its frames. Without a function graph these are its only
 *  path. */
struct pk_step {
	uint64_t ts; /* ring ns */
	int cpu;
	int32_t pid;
	const char *name; /* function, or "system/event": of the stages table */
	const char *stage; /* "ip", "tcp", ... */
	/* from the stack trace recorded with it: up to PK_STEP_CALLERS addresses, innermost first,
	 * ended by 0; owned by the pool; NULL: none was recorded */
	uint64_t *callers;
};

#define PK_MAX_STEPS 256

/** What happened to a packet, and what it is joined to. */
struct pk_trail {
	struct pk_wire_frame *frames; /* owned */
	struct pk_piece *pieces; /* owned, by start */
	struct pk_step *steps; /* owned, ordered by time; the first PK_MAX_STEPS */
	struct pk_edge *edges; /* owned */
	uint32_t nr_frames, room_frames;
	uint32_t nr_pieces, room_pieces;
	uint32_t nr_steps, room_steps;
	uint32_t nr_edges, room_edges;
	/* rx: the hard interrupt that announced it, perhaps with others; the pool's; NULL:
	 * unknown */
	const struct pk_piece *irq;
};

#define PK_HOOK_CALLS_MAX 16

/** What netfilter had called at a hook when the packet was freed there. */
struct pk_hook_calls {
	/* functions around nf_hook_slow(), innermost first; 0: not recorded */
	uint64_t callers[2];
	uint64_t funcs[PK_HOOK_CALLS_MAX]; /* addresses in the hook's functions, in order */
	uint32_t nr;
};

/** A hook of netfilter that dropped a packet, by the rules in the dump. */
struct pk_nf_verdict {
	const char *hook; /* "input"; static */
	const char *func; /* what was called there and dropped it; the pool's */
	/* nft's base chain; FAMILY NULL: FUNC is not nft's, or which chain it is, is unknown */
	const char *family; /* "inet"; static */
	const char *table, *chain; /* any bytes; the pool's */
	/* "policy", "only-drop", "only-match"; static; NULL: which of its rules is unknown */
	const char *by;
	const char *rule_chain; /* with a rule: its chain, which CHAIN may have jumped to */
	uint64_t handle; /* as `nft -a` prints it */
	uint32_t rule; /* from 1; 0: the policy, or unknown */
};

/** What the kfree_skb tracepoint said of a packet, drop or not. */
struct pk_drop {
	const struct pk_hook_calls *hooks; /* the pool's; NULL: not at a hook, or not recorded */
	uint64_t location; /* text address; 0: not recorded */
	bool reason_known;
	uint32_t reason;
	char reason_name[64]; /* "" if unknown */
};

/** Why something was done to a packet. */
struct pk_cause {
	const char *kind; /* a word; NULL: it was not done */
	const char *trigger; /* of a retransmission, a word; NULL: not recorded */
	const char *text; /* a sentence; the pool's */
	const struct pk_packet *packet; /* another packet that TEXT names; NULL: none */
	const struct pk_nf_verdict
		*verdict; /* of a drop; the pool's; NULL: not a hook's, or unknown */
};

struct pk_causes {
	struct pk_cause sent_again, dropped;
};

#define PK_CONNECTION_UNKNOWN (1u << 31)

struct pk_packet_pool;
struct pk_packet;
struct pk_tracked;

/** A datagram written by several calls. */
struct pk_corked {
	uint32_t writes;
	uint64_t since_ns; /* ring clock, ns, of the first write */
	int32_t pid; /* of the writing task; 0 if unknown */
};

/** A packet that the protocol made from a received one for a socket, besides the skb itself. */
struct pk_copy {
	/* the pool's, in no set; only its skb, socket and end matter */
	const struct pk_packet *packet;
	/* PK_EDGE_CLONE: the whole packet for another socket; PK_EDGE_GSO: a part of it */
	enum pk_edge_kind kind;
	struct pk_copy *next; /* in order of time; NULL: the last */
};

/** Unknown: what it rests on could not be looked at. */
enum pk_answer { PK_ANSWER_UNKNOWN, PK_ANSWER_NO, PK_ANSWER_YES, PK_NR_ANSWERS };

/** There may be hundreds of thousands of these, so rare data is behind pointers and common data is
 *  the pool's (pk_packet_pool). A packet never moves while its pool exists. */
struct pk_packet {
	struct pk_packet_pool *pool; /* borrowed; holds this packet */
	struct pk_event_pos pos; /* of the first known event: the packet's ID */
	uint64_t first_ns, last_ns;
	uint64_t skb; /* the skb that names it: above GRO, or the clone on the wire; 0 if unknown */
	uint64_t orig_skb; /* tx: the queued original, if another skb */
	/* when an event told that SKB, ORIG_SKB was freed, in the life that is the packet's; ring ns; 0: none did */
	uint64_t freed_ns, orig_freed_ns;
	uint64_t sk; /* 0 if unknown */
	/* devices that it passed in order, separated by spaces; the pool's; "" if unknown */
	const char *way;
	/* the last of them that had it as itself, not in what carries it; the pool's; "" if unknown */
	const char *dev;
	struct pk_header header;
	int32_t generation; /* 0 = what memory holds now, -1 the one before its last free, ... */
	uint32_t netns; /* of the end that sent it, or takes it; 0 if unknown */
	/* 0: of its addresses and ports only one connection is known. Else its number among several, which are in different
	 * namespaces; with PK_CONNECTION_UNKNOWN: which of those it is of is unknown, but packets with the same number are of
	 * one */
	uint32_t connection;
	/* with CONNECTION: of the source's end, the other's; 0 if unknown */
	uint32_t ends_netns[2];
	uint32_t mark;
	uint32_t segs; /* segments on the wire that it stands for; 0 if unknown */
	enum pk_direction dir : 8;
	enum pk_tuple_source tuple_from : 8;
	enum pk_identity identity : 8; /* of its addresses */
	enum pk_outcome outcome : 8;
	enum pk_identity pointer : 8; /* of SKB or, if that is unknown, of ORIG_SKB */
	bool from_memory : 1; /* has no events: found in memory only */
	bool timeless : 1; /* when it came or went is unknown: no times, sorted before all others */
	bool generation_known : 1;
	bool mark_known : 1;
	enum pk_answer way_complete : 2; /* it passed no device that WAY lacks */
	bool events_lost : 1; /* on its CPU between its events; how many is unknown */
	bool in_func_by_stack : 1; /* in flight: the panicking CPU's stack says so */
	bool retransmit : 1;
	bool through : 1; /* the function that the filter (-f) asks for is on its path */
	/* its beginning was seen: an earlier window start changes nothing */
	bool left_complete : 1;
	bool detail_ends_in_number : 1; /* DETAIL_NUMBER is valid: pk_packet_detail() */
	uint16_t edge_kinds; /* 1 << PK_EDGE_*: kinds of edges in its trail */
	uint32_t detail_number;
	const char *detail; /* evidence for OUTCOME, in words; the pool's; NULL: none */
	struct pk_drop *drop; /* the pool's; NULL: no kfree_skb event */
	struct pk_causes *causes; /* the pool's; NULL: neither sent again nor dropped */
	/* of an ICMP error: the header that it quotes; the pool's; NULL: none */
	const struct pk_header *quoted;
	struct pk_corked *corked; /* tx; the pool's; NULL: written by one call, or unknown */
	struct pk_copy *copies; /* rx: the first; the pool's; NULL: none */
	const char *icmp_error; /* "port unreachable": what an ICMP error said of it; NULL: none */
	/* the tracker's entry that its skb in memory has; the pool's; NULL: none, or it is gone */
	const struct pk_tracked *tracked;
	struct pk_trail trail;
	/* the pool's: scratch of the analysis, meaningless afterwards */
	struct pk_packet_work *work;
};

/** Counts of packets; zero-initialize it. */
struct pk_packet_tally {
	uint32_t packets, rx, in_flight, abnormal, unknown;
	uint32_t of_identity[PK_NR_IDENTITIES], of_pointer[PK_NR_IDENTITIES];
};

void pk_packet_tally_add(struct pk_packet_tally *tally, const struct pk_packet *packet);

/** Set PACKET's device, replacing whatever was known. */
void pk_packet_set_dev(struct pk_packet *packet, const char *dev);
/** Add the next device on PACKET's way or, with FIRST, one before all others. A repeated device is
 *  ignored. */
void pk_packet_pass_dev(struct pk_packet *packet, const char *dev, bool first);
/** DEV, if it is the last on PACKET's way, is not on it: what it had was another packet's. */
void pk_packet_leave_dev(struct pk_packet *packet, const char *dev);
/** Free what PACKET owns; the packet itself belongs to its pool. */
void pk_packet_free(struct pk_packet *packet);

/** Append a zeroed element; an equal edge is not added twice. Invalidates pointers to earlier
 *  elements. NULL: out of memory, and the pool is marked as failed. */
struct pk_wire_frame *pk_trail_add_frame(struct pk_packet *packet);
struct pk_piece *pk_trail_add_piece(struct pk_packet *packet);
struct pk_step *pk_trail_add_step(struct pk_packet *packet);
void pk_edge_add(struct pk_packet *packet, enum pk_edge_kind kind, enum pk_identity how,
		 uint64_t to_skb, struct pk_packet *to);
/** The tuple of PACKET's header as the local socket has it. */
static inline struct pk_tuple pk_packet_local(const struct pk_packet *packet)
{
	return packet->dir == PK_RX ? pk_tuple_reversed(&packet->header.tuple)
				    : packet->header.tuple;
}
/** The first edge of KIND; NULL: none. */
const struct pk_edge *pk_edge_of(const struct pk_packet *packet, enum pk_edge_kind kind);
static inline bool pk_has_edge(const struct pk_packet *packet, enum pk_edge_kind kind)
{
	return packet->edge_kinds >> kind & 1;
}

#define PK_WAY_MAX 160 /* bytes: eight devices and more */
/** Copy the first device of WAY into NAME, "" if there is none; what is behind it, "" at the end. */
const char *pk_way_next(const char *way, char name[PK_WAY_MAX]);
#define PK_DETAIL_MAX 256
/** Set the evidence for PACKET's outcome, at most PK_DETAIL_MAX bytes. */
void pk_packet_explain(struct pk_packet *packet, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/** The same for a text followed by a number; saves memory, because most packets have their own. */
void pk_packet_explain_number(struct pk_packet *packet, const char *text, uint64_t number);
/** The evidence in words; "" if there is none. BUF needs PK_DETAIL_MAX bytes. Returns BUF. */
const char *pk_packet_detail(const struct pk_packet *packet, char *buf, unsigned size);
/** PACKET's drop, created zeroed if necessary; NULL: out of memory. */
struct pk_drop *pk_packet_drop(struct pk_packet *packet);
const char *pk_direction_name(enum pk_direction dir);
const char *pk_identity_name(enum pk_identity identity);
const char *pk_outcome_name(enum pk_outcome outcome);
const char *pk_context_name(enum pk_context context);
const char *pk_edge_name(enum pk_edge_kind kind);
const char *pk_tuple_source_name(enum pk_tuple_source source); /* NULL for unknown */
/** An outcome to look at first: dropped, in flight, stuck in a queue, or retransmitted and not
 *  known to have arrived. */
bool pk_outcome_abnormal(const struct pk_packet *packet);
/** Whether two adjacent pieces are shown as one span: same context, CPU and task. */
bool pk_same_span(const struct pk_piece *a, const struct pk_piece *b);
/** Some frame of it on CPU was never left. */
bool pk_has_open_piece(const struct pk_packet *packet, int cpu);
/** "1.2f0c81a3b.3f4": CPU, page time and offset in hex. BUF of at least 48 bytes. Returns BUF. */
const char *pk_packet_id(const struct pk_packet *packet, char *buf, unsigned size);

/** Memory for the packets of one set and the data they share. It is freed as a whole. */
struct pk_packet_pool *pk_packet_pool_create(void); /* NULL: no memory */
/** Frees all packets, too. POOL may be NULL. */
void pk_packet_pool_destroy(struct pk_packet_pool *pool);
/** A new zeroed packet, owned by the pool. NULL: out of memory. */
struct pk_packet *pk_packet_pool_add(struct pk_packet_pool *pool);
/** SIZE zeroed bytes that live as long as the pool. NULL: out of memory, and the pool is marked as
 *  failed. */
void *pk_packet_pool_alloc(struct pk_packet_pool *pool, size_t size);
/** What is around a piece (pk_piece.under), PK_PIECE_UNDER words and a 0: the same words are kept once. NULL: no memory. */
const uint64_t *pk_packet_pool_under(struct pk_packet_pool *pool, const uint64_t *words);
/** Memory ran out while building some packet, which may be incomplete. */
bool pk_packet_pool_failed(const struct pk_packet_pool *pool);

#endif
