/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PACKET_H
#define PK_MODEL_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"
#include "model/header.h"

enum pk_direction { PK_RX, PK_TX };

/** How its addresses, its sk_buff or a join is known, best last: never more certain than the evidence. */
enum pk_identity {
	PK_ID_NONE, /* it is not known */
	PK_ID_GUESS, /* order on a queue, or bytes of a freed object */
	PK_ID_NESTED, /* the function ran inside a frame whose packet is known */
	PK_ID_DERIVED, /* by an edge: clone, copy, merge, segment, or the live socket */
	PK_ID_EXACT, /* an event carries it */
	PK_NR_IDENTITIES
};

/** Where tuple and sequence numbers came from. */
enum pk_tuple_source {
	PK_TUPLE_UNKNOWN,
	PK_TUPLE_EVENT, /* header bytes or addresses in an event of this very packet */
	PK_TUPLE_NESTED, /* an event inside the packet's frames (tcp_probe, inet_sock_set_state, ...) */
	PK_TUPLE_SKB, /* the live skb's headers */
	PK_TUPLE_SOCK, /* the live socket */
	PK_TUPLE_EDGE, /* another packet that this one is joined to */
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
	PK_EDGE_ERROR_FOR, /* an ICMP error's: to the packet that provoked it */
	PK_EDGE_ANSWERED_BY, /* the reverse */
	PK_EDGE_ENCAPSULATED_IN, /* to the outer packet that carries it */
	PK_EDGE_CARRIES, /* the reverse */
	PK_EDGE_FRAGMENT, /* a datagram's: to one that is part of it */
	PK_NR_EDGES
};

/** A join to another object (to_skb) or packet (to, when it is one). */
struct pk_edge {
	enum pk_edge_kind kind;
	enum pk_identity how; /* certainty of the join */
	uint64_t to_skb; /* 0 if not known by pointer */
	struct pk_packet *to; /* borrowed from the same set; NULL if not a packet there */
};

/** One frame on the wire: a segment of a GSO send, or what GRO merged. */
struct pk_wire_frame {
	struct pk_header header;
	uint64_t skb; /* 0 if not known */
	uint64_t ts;
	uint32_t len; /* skb->len at the device, 0 if not known */
	uint32_t segs; /* what the device makes of it (TSO) or made it of (LRO); 0 if not known */
	uint32_t gso_size; /* payload bytes of each of those but the last; 0: one, or not known */
	bool sent; /* tx: net_dev_xmit said NETDEV_TX_OK */
};

#define PK_PIECE_UNDER 6

/** A stretch of calls that worked on the packet alone, by its outermost frame; or, where no frame
 *  was recorded, a run of events of the packet in one context (func 0). */
struct pk_piece {
	uint64_t func;
	int64_t depth;
	int cpu;
	int32_t pid;
	enum pk_context context;
	uint64_t start,
		end; /* ring clock ns; END of an open piece: the trace's last event of that CPU */
	bool open; /* no exit recorded */
	bool entry_seen; /* else it began before the trace, or inside a gap */
	bool by_entry; /* of the function tracer: no exits; END is that of its newest call */
	enum pk_identity how; /* how it was joined to the packet */
	struct pk_event_pos pos; /* of its first event */
	uint64_t
		under[PK_PIECE_UNDER]; /* path functions around it that are not its alone, innermost
					 * first; 0 where there are fewer */
};

#define PK_STEP_CALLERS 16

/** An event of a packet that lies in no frame of it: with no function graph, all there is of its path. */
struct pk_step {
	uint64_t ts; /* ring ns */
	int cpu;
	int32_t pid;
	const char *name; /* function, or "system/event": of the stages table */
	const char *stage; /* "ip", "tcp", ... */
	/* up to PK_STEP_CALLERS by the stack trace recorded with it, innermost first, 0 ends; the pool's;
	 * NULL: none was */
	uint64_t *callers;
};

#define PK_MAX_STEPS 256

/** What happened to a packet, and what it was joined to. */
struct pk_trail {
	struct pk_wire_frame *frames; /* owned */
	struct pk_piece *pieces; /* owned, by start */
	struct pk_step *steps; /* owned, in order of time; the first PK_MAX_STEPS */
	struct pk_edge *edges; /* owned */
	uint32_t nr_frames, room_frames;
	uint32_t nr_pieces, room_pieces;
	uint32_t nr_steps, room_steps;
	uint32_t nr_edges, room_edges;
	/* rx: the hard interrupt that announced it, with others perhaps; the pool's; NULL: not known */
	const struct pk_piece *irq;
};

/** What kfree_skb told of a packet, whether or not that was a drop. */
struct pk_drop {
	uint64_t location; /* text address; 0 not recorded */
	bool reason_known;
	uint32_t reason;
	char reason_name[64]; /* "" not known */
};

/** Why something was done to a packet, in a sentence. */
struct pk_cause {
	const char *kind; /* a word; NULL: it was not done */
	const char *trigger; /* of a retransmit: what sent it, a word; NULL: not recorded */
	const char *text; /* the pool's */
	const struct pk_packet *packet; /* another that TEXT names; NULL: none */
};

struct pk_causes {
	struct pk_cause sent_again, dropped;
};

struct pk_packet_pool;
struct pk_packet;

/** Of a datagram that several calls wrote. */
struct pk_corked {
	uint32_t writes;
	uint64_t since_ns; /* ring ns: the first of them */
	int32_t pid; /* its task; 0: not known */
};

/** Of a received packet that became several: one that its protocol made of it for a socket, besides the skb itself. */
struct pk_copy {
	const struct pk_packet *packet; /* the pool's, in no set: its skb, socket and end count */
	enum pk_edge_kind
		kind; /* PK_EDGE_CLONE: the same for another socket; PK_EDGE_GSO: a part */
	struct pk_copy *next; /* in order of time; NULL */
};

/** There may be hundreds of thousands of these: what most of them lack is a pointer, what many have in common is
 *  the pool's (packet_pool.h). They stay where they are until the pool goes. */
struct pk_packet {
	struct pk_packet_pool *pool; /* borrowed: it lies in there */
	struct pk_event_pos pos; /* of the first known event: the id */
	uint64_t first_ns, last_ns;
	uint64_t skb; /* the skb that names it: above GRO, or the wire clone; 0 unknown */
	uint64_t orig_skb; /* tx: the queued original, when it is another */
	uint64_t sk; /* 0 unknown */
	const char *
		way; /* devices that it passed, in that order, with a space between; the pool's; "" not known */
	const char *dev; /* the last of them: in WAY */
	struct pk_header header;
	int32_t generation; /* 0 = what memory holds now, -1 the one before its last free, ... */
	uint32_t netns; /* 0 unknown */
	uint32_t mark;
	uint32_t segs; /* segments on the wire that it stands for, 0 if not known */
	enum pk_direction dir : 8;
	enum pk_tuple_source tuple_from : 8;
	enum pk_identity identity : 8; /* of its addresses */
	enum pk_outcome outcome : 8;
	enum pk_identity pointer : 8; /* of SKB; where that is not known, of ORIG_SKB */
	bool from_memory : 1; /* no event at all: found in the dead machine's memory */
	bool timeless : 1; /* when it came or went is not known: no times, and before all others */
	bool generation_known : 1;
	bool mark_known : 1;
	bool events_lost : 1; /* on its CPU, between its own events; how many is not known */
	bool in_func_by_stack : 1; /* in flight: the panicking CPU's stack says so */
	bool retransmit : 1;
	bool through : 1; /* a function that the filter asks for (-f) is on its path */
	bool left_complete : 1; /* its beginning was seen: an earlier window start changes nothing */
	bool detail_ends_in_number : 1; /* DETAIL_NUMBER: pk_packet_detail() */
	uint16_t edge_kinds; /* 1 << PK_EDGE_*: its trail has such */
	uint32_t detail_number;
	const char *detail; /* the evidence of OUTCOME, in words; the pool's; NULL: none */
	struct pk_drop *drop; /* the pool's; NULL: kfree_skb did not tell of it */
	struct pk_causes *causes; /* the pool's; NULL: neither sent again nor dropped */
	const struct pk_header
		*quoted; /* an ICMP error's: of the packet that it is about; the pool's; NULL */
	struct pk_corked
		*corked; /* tx; the pool's; NULL: one call wrote it, or that is not known */
	struct pk_copy *copies; /* rx: the first; the pool's; NULL: none */
	const char *icmp_error; /* "port unreachable": what ICMP said of it; NULL: nothing */
	struct pk_trail trail;
	struct pk_packet_work *work; /* the pool's: marks of analysis, meaningless afterwards */
};

/** Packets counted: start with zeros. */
struct pk_packet_tally {
	uint32_t packets, rx, in_flight, abnormal, unknown;
	uint32_t of_identity[PK_NR_IDENTITIES], of_pointer[PK_NR_IDENTITIES];
};

void pk_packet_tally_add(struct pk_packet_tally *tally, const struct pk_packet *packet);

/** PACKET is of the device of this name, whatever was known before. */
void pk_packet_set_dev(struct pk_packet *packet, const char *dev);
/** It came to this device next; FIRST: it had been there before all others. Nothing new if it was there already. */
void pk_packet_pass_dev(struct pk_packet *packet, const char *dev, bool first);
/** Frees what PACKET owns; its own place is the pool's. */
void pk_packet_free(struct pk_packet *packet);

/** One more of each, all zeros but for the edge, which is not added twice. Pointers to those before are void. NULL: no
 *  memory, and the pool has failed. */
struct pk_wire_frame *pk_trail_add_frame(struct pk_packet *packet);
struct pk_piece *pk_trail_add_piece(struct pk_packet *packet);
struct pk_step *pk_trail_add_step(struct pk_packet *packet);
void pk_edge_add(struct pk_packet *packet, enum pk_edge_kind kind, enum pk_identity how,
		 uint64_t to_skb, struct pk_packet *to);
/** The first of KIND; NULL: it has none. */
const struct pk_edge *pk_edge_of(const struct pk_packet *packet, enum pk_edge_kind kind);
static inline bool pk_has_edge(const struct pk_packet *packet, enum pk_edge_kind kind)
{
	return packet->edge_kinds >> kind & 1;
}

#define PK_WAY_MAX 160 /* eight devices and more */
#define PK_DETAIL_MAX 256
/** The evidence of PACKET's outcome is this text, of at most PK_DETAIL_MAX bytes. */
void pk_packet_explain(struct pk_packet *packet, const char *format, ...)
	__attribute__((format(printf, 2, 3)));
/** The same of a text that ends in a number, which most packets have one of their own of. */
void pk_packet_explain_number(struct pk_packet *packet, const char *text, uint64_t number);
/** The evidence in words; "": none. BUF of PK_DETAIL_MAX bytes. Returns BUF. */
const char *pk_packet_detail(const struct pk_packet *packet, char *buf, unsigned size);
/** PACKET's drop, zeros at first; NULL: no memory. */
struct pk_drop *pk_packet_drop(struct pk_packet *packet);
const char *pk_direction_name(enum pk_direction dir);
const char *pk_identity_name(enum pk_identity identity);
const char *pk_outcome_name(enum pk_outcome outcome);
const char *pk_context_name(enum pk_context context);
const char *pk_edge_name(enum pk_edge_kind kind);
const char *pk_tuple_source_name(enum pk_tuple_source source); /* NULL for unknown */
/** An outcome that an engineer looks at first: dropped, in flight, stuck in a queue, retransmitted (unless that arrived). */
bool pk_outcome_abnormal(const struct pk_packet *packet);
/** Whether two neighbouring pieces are told of as one span: the same context, CPU and task. */
bool pk_same_span(const struct pk_piece *a, const struct pk_piece *b);
/** Some frame of it on CPU was not left. */
bool pk_has_open_piece(const struct pk_packet *packet, int cpu);
/** "1.2f0c81a3b.3f4": CPU, page time and offset in hex. BUF of at least 48 bytes. Returns BUF. */
const char *pk_packet_id(const struct pk_packet *packet, char *buf, unsigned size);

#endif
