/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PACKET_H
#define PK_MODEL_PACKET_H

#include <stdbool.h>
#include <stdint.h>

#include "model/event.h"
#include "model/tuple.h"

enum pk_direction { PK_RX, PK_TX };

/** How a packet is known, best last: never more certain than the evidence (docs: packet identity). */
enum pk_identity {
	PK_ID_NONE,	/* no pointer and no tuple */
	PK_ID_GUESS,	/* order on a queue, or bytes of a freed object */
	PK_ID_NESTED,	/* the function ran inside a frame whose packet is known */
	PK_ID_DERIVED,	/* by an edge: clone, copy, merge, segment, or the live socket */
	PK_ID_EXACT,	/* an event carries it */
	PK_NR_IDENTITIES
};

/** Where tuple and sequence numbers came from. */
enum pk_tuple_source {
	PK_TUPLE_UNKNOWN,
	PK_TUPLE_EVENT,	 /* header bytes or addresses in an event of this very packet */
	PK_TUPLE_NESTED, /* an event inside the packet's frames (tcp_probe, inet_sock_set_state, ...) */
	PK_TUPLE_SKB,	 /* the live skb's headers */
	PK_TUPLE_SOCK,	 /* the live socket */
	PK_TUPLE_EDGE,	 /* another packet that this one is joined to */
};

enum pk_outcome {
	PK_OUT_UNKNOWN,
	/* rx */
	PK_OUT_DELIVERED, PK_OUT_QUEUED, PK_OUT_OFO_QUEUED, PK_OUT_BACKLOGGED, PK_OUT_MERGED,
	PK_OUT_CONSUMED, PK_OUT_DROPPED, PK_OUT_FORWARDED,
	/* tx (dropped is shared) */
	PK_OUT_ACKED, PK_OUT_UNACKED, PK_OUT_UNSENT, PK_OUT_NEIGH_QUEUED, PK_OUT_QDISC_QUEUED,
	PK_OUT_DRIVER_QUEUED, PK_OUT_SENT, PK_OUT_LOOPED,
	PK_OUT_IN_FLIGHT,
	PK_NR_OUTCOMES
};

enum pk_context { PK_CTX_PROCESS, PK_CTX_SOFTIRQ, PK_CTX_HARDIRQ, PK_CTX_NMI };

enum pk_edge_kind {
	PK_EDGE_FCLONE, PK_EDGE_CLONE, PK_EDGE_COPY, PK_EDGE_GRO, PK_EDGE_GSO, PK_EDGE_COALESCED,
	PK_EDGE_RETRANSMIT, PK_EDGE_LOOPBACK, PK_EDGE_ACKED_BY, PK_EDGE_REPLY_TO
};

/** A join to another object (to_skb) or packet (to, when it is one). */
struct pk_edge {
	enum pk_edge_kind kind;
	enum pk_identity how;	/* certainty of the join */
	uint64_t to_skb;	/* 0 if not known by pointer */
	struct pk_packet *to;	/* borrowed from the same set; NULL if not a packet there */
};

/** What a TCP header (or its shadow in a control block) said. */
struct pk_header {
	bool tuple_known, seq_known, ack_known, flags_known, len_known;
	bool ports_known; /* of TUPLE, where its addresses are not: IP's header is longer than was read */
	struct pk_tuple tuple;
	uint32_t seq, ack;
	uint16_t flags;	      /* TH_* */
	uint32_t payload_len; /* bytes */
};

/** One frame on the wire: a segment of a GSO send, or what GRO merged. */
struct pk_wire_frame {
	struct pk_header header;
	uint64_t skb;	    /* 0 if not known */
	uint64_t ts;
	uint32_t len;	    /* skb->len at the device, 0 if not known */
	bool sent;	    /* tx: net_dev_xmit said NETDEV_TX_OK */
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
	uint64_t start, end;  /* ring clock ns; END of an open piece: the trace's last event of that CPU */
	bool open;	      /* no exit recorded */
	bool entry_seen;      /* else it began before the trace, or inside a gap */
	bool by_entry;	      /* of the function tracer: no exits; END is that of its newest call */
	enum pk_identity how; /* how it was joined to the packet */
	struct pk_event_pos pos; /* of its first event */
	uint64_t under[PK_PIECE_UNDER]; /* path functions around it that are not its alone, innermost
					 * first; 0 where there are fewer */
};

#define PK_STEP_CALLERS 16

/** An event of a packet that lies in no frame of it: with no function graph, all there is of its path. */
struct pk_step {
	uint64_t ts;	   /* ring ns */
	int cpu;
	int32_t pid;
	const char *name;  /* function, or "system/event": of the stages table */
	const char *stage; /* "ip", "tcp", ... */
	uint64_t *callers; /* owned: up to PK_STEP_CALLERS by the stack trace recorded with it, innermost
			    * first, 0 ends; NULL: none was */
};

#define PK_MAX_STEPS 256

struct pk_packet {
	struct pk_event_pos pos; /* of the first known event: the id */
	bool from_memory;	 /* no event at all: found in the dead machine's memory */
	bool timeless;		 /* when it came or went is not known: no times below, and before all others */
	enum pk_direction dir;
	uint64_t first_ns, last_ns;
	uint64_t skb;		 /* the skb that names it: above GRO, or the wire clone; 0 unknown */
	uint64_t orig_skb;	 /* tx: the queued original, when it is another */
	bool generation_known;
	int64_t generation;	 /* 0 = what memory holds now, -1 the one before its last free, ... */
	uint64_t sk;		 /* 0 unknown */
	uint32_t netns;		 /* 0 unknown */
	char dev[16];
	bool mark_known;
	uint32_t mark;
	struct pk_header header;
	enum pk_tuple_source tuple_from;
	enum pk_identity identity;
	uint32_t segs;		 /* wire frames it covers, 0 if not known */
	struct pk_wire_frame *frames; /* owned */
	uint32_t nr_frames, room_frames;
	struct pk_piece *pieces; /* owned, by start */
	uint32_t nr_pieces, room_pieces;
	bool irq_known;
	struct pk_piece irq;	 /* rx: the hard interrupt that announced it, with others perhaps */
	struct pk_step *steps;	 /* owned, in order of time; the first PK_MAX_STEPS */
	uint32_t nr_steps, room_steps;
	struct pk_edge *edges;	 /* owned */
	uint32_t nr_edges, room_edges;
	enum pk_outcome outcome;
	char outcome_detail[256]; /* the evidence, in words */
	bool drop_reason_known;
	uint32_t drop_reason;
	char drop_reason_name[64];
	uint64_t drop_location;	 /* text address */
	uint64_t lost_before;	 /* events lost on its CPU between its own events; PK_LOST_UNKNOWN */
	uint64_t in_func;	 /* in-flight: the innermost path function; else 0 */
	bool in_func_by_stack;	 /* the panicking CPU's stack names it */
	uint64_t in_func_since;	 /* ring ns */
	bool retransmit;
	bool through;		 /* a function that the filter asks for (-f) is on its path */
	bool left_complete;	 /* its beginning was seen: an earlier window start changes nothing */
	/* The engine's own marks, meaningless afterwards. */
	struct pk_packet_work {
		bool is_tcp, is_other, is_tcp_gro, delivered, coalesced, coalesced_in_backlog, backlogged, acked, purged, timewait, dropped;
		bool wire_seen, queue_seen, xmit_ok, freed, refused, copied, looped, control, neigh_wait, clone_needed;
		bool freed_on_receipt, framed, rx_queued, handshake, nothing_kept, answered, closed_unread, requeued, rejected, unkept, pruned, backlog_full, reset_taken, tcp_taken;
		bool probe_answered; /* rx: it has nothing new, and was answered by an ACK that says so */
		bool says_unread; /* tx: a reset whose reason is that its socket was closed with data that nobody had read */
		uint64_t delivered_len, queue_len;
		uint64_t birth_serial;
		uint32_t nr_cut, cut_place; /* tx: segments that a queue cut it into and keeps; the first's number there */
		uint32_t serial; /* in order of their first events */
		/* the first probe of a function of TCP's that gets a packet once, and the function's stage; opaque */
		const void *once_probe, *once_stage;
	} work;
};

/** Packets counted: start with zeros. */
struct pk_packet_tally {
	uint32_t packets, rx, in_flight, abnormal, unknown, of_identity[PK_NR_IDENTITIES];
};

void pk_packet_tally_add(struct pk_packet_tally *tally, const struct pk_packet *packet);

/** Frees PACKET and what it owns. NULL is nothing. */
void pk_packet_free(struct pk_packet *packet);
const char *pk_direction_name(enum pk_direction dir);
const char *pk_identity_name(enum pk_identity identity);
const char *pk_outcome_name(enum pk_outcome outcome);
const char *pk_context_name(enum pk_context context);
const char *pk_edge_name(enum pk_edge_kind kind);
const char *pk_tuple_source_name(enum pk_tuple_source source); /* NULL for unknown */
/** An outcome that an engineer looks at first: dropped, in flight, stuck in a queue, retransmitted. */
bool pk_outcome_abnormal(const struct pk_packet *packet);
/** "1.2f0c81a3b.3f4": CPU, page time and offset in hex. BUF of at least 48 bytes. Returns BUF. */
const char *pk_packet_id(const struct pk_packet *packet, char *buf, unsigned size);

#endif
