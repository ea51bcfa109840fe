/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PATH_H
#define PK_ANALYSIS_PATH_H

#include <regex.h>

#include "analysis/lives/packets.h"
#include "core/context.h"
#include "core/hash.h"
#include "model/open_calls.h"
#include "protocol/stage.h"

/**
 * The call path of one packet: the frames of its pieces as trees, folded for reading.
 *
 * No time is lost: a packet's time is the sum of its pieces. Each shown call has its own time,
 * without its callees; each fold, interrupt and nested packet has all of its time; and these add
 * up.
 */
enum pk_noise {
	PK_NOISE_NONE = 0,
	PK_NOISE_IRQ,
	PK_NOISE_PROBE,
	PK_NOISE_LOCK,
	PK_NOISE_RCU,
	PK_NOISE_PREEMPT,
	PK_NOISE_TIME,
	PK_NOISE_TIMER,
	PK_NOISE_SCHED,
	PK_NOISE_ALLOC,
	PK_NOISE_LSM,
	PK_NOISE_ACCT,
	PK_NOISE_OTHER,
	PK_NR_NOISES
};

/** "probe", "lock", ...; "other" for calls of no class that are not on the path. Static. */
const char *pk_noise_name(enum pk_noise noise);

enum pk_call_kind {
	PK_CALL_PLAIN,
	PK_CALL_IRQ, /* an interrupt (or a softirq in a process) that arrived here */
	PK_CALL_NESTED, /* frames that belong to another packet */
};

struct pk_call_name {
	uint64_t func;
	bool known; /* otherwise SYMBOL's name is the address */
	struct pk_symbol symbol; /* suffixes stripped */
	const struct pk_stage *stage;
	enum pk_noise noise;
};

/* A packet may have tens of thousands of calls: keep this small. */
struct pk_call {
	const struct pk_call_name *name; /* owned by the path */
	/* PK_CALL_NESTED; also the first packet inside an interrupt */
	const struct pk_packet *other;
	/* ns of the trace's clock; DUR of an open call lasts to the end of its piece */
	uint64_t start, dur;
	struct pk_call *parent, *child, *next;
	union {
		/* While it is being read. */
		struct {
			int32_t depth;
			enum pk_context context;
			struct pk_call *last_child;
			/* GAP: children after GAP_BEGAN (NULL: all) are one level too deep. */
			struct pk_call *gap_began;
			/* AFTER_GAP: it ended such a gap among its parent's children, which began
			 * after BEFORE. */
			struct pk_call *before;
		};
		/* Afterwards. */
		struct {
			/* of hidden calls below it; by class: pk_call_noise() */
			uint64_t folded_ns;
			union {
				/* until its piece is read; ns of the CPU's clock; 0 if unknown */
				uint64_t calltime;
				/* ns in probes on it; set where they are counted (probe_use.c) */
				uint64_t handler_ns;
			};
			/* ns; BY_ENTRY: set while being read, too, as it has no gaps */
			uint64_t extent;
			uint32_t folded_calls; /* hidden calls below it */
		};
	};
	uint32_t calls; /* itself and all calls below */
	enum pk_call_kind kind : 8;
	bool open : 1; /* no exit was recorded */
	/* Function tracer: DUR is 0 because it is unknown; it is at least EXTENT. IMPLIED: not
	 * traced itself, but named by what it called, whose START it has. */
	bool by_entry : 1, implied : 1;
	bool timed : 1; /* START and DUR come from its exit, by its CPU's own clock */
	bool gap : 1, after_gap : 1;
	bool shown : 1; /* has its own line; set by folding */
};

struct pk_path_piece {
	const struct pk_piece *piece; /* in the packet's trail */
	struct pk_call *root; /* NULL: events only */
	uint64_t first_call; /* ns of the CPU's clock: earliest call that returned; 0: none */
	uint64_t first_ns; /* the same on the trace's clock */
	bool truncated; /* PK_MAX_CALLS was reached */
	/* frame that was not found again by its time; NULL: none */
	const struct pk_call_name *lost;
};

/** The task that ran: its comm, if saved. */
struct pk_path_task {
	bool known;
	char comm[32];
};

/** Adjacent pieces shown as one: same context, CPU and task. */
struct pk_path_span {
	uint32_t first, nr; /* of the path's pieces */
	struct pk_path_task task;
	const struct pk_call_name *under[PK_PIECE_UNDER]; /* as pk_piece.under; NULL-terminated */
};

/** A call of a function that decides on the packet: a hook of netfilter, a program's caller. */
struct pk_asked {
	const struct pk_call *call;
	uint32_t piece; /* of the path's */
	bool returned; /* VALUE is what it returned, as the exit or a probe on it recorded */
	uint64_t value;
};

struct pk_path {
	struct pk_path_piece *pieces; /* owned */
	uint32_t nr_pieces;
	struct pk_path_span *spans; /* owned */
	uint32_t nr_spans;
	/* owned; callers of each step of the trail, NULL-terminated */
	const struct pk_call_name *(*callers)[PK_STEP_CALLERS];
	struct pk_asked *asked; /* owned; in the order of their calls */
	uint32_t nr_asked, room_asked;
	const struct pk_call_name *irq; /* the trail's interrupt */
	struct pk_path_task irq_task; /* the interrupted task */
	uint64_t total_ns; /* sum of the next four */
	int64_t shown_ns;
	uint64_t folded_ns, irq_ns, nested_ns;
	uint64_t probe_ns; /* in probe machinery; part of folded_ns and shown_ns */
	uint64_t noise_ns[PK_NR_NOISES];
	uint32_t folded_calls, calls, lines;
	bool by_entry; /* some pieces have no durations, and are missing from these times */
	/* owned */
	struct pk_call **chunks;
	uint32_t nr_chunks, room_chunks, used_in_chunk;
};

#define PK_MAX_CALLS 200000 /* per packet */

struct pk_path_maker;
struct pk_call_names;

/** Prepare to make paths of SET's packets; opens the trace again. SET is borrowed. */
enum pk_status pk_path_maker_create(struct pk_ctx *ctx, const struct pk_packet_set *set,
				    struct pk_path_maker **ret_maker);
void pk_path_maker_destroy(struct pk_path_maker *maker);
/** Decode the packet's pieces again into trees, folded to about LINES lines (0: show everything).
 *  Names belong to the maker: free PATH first, and before the packets' pool is tidied. */
enum pk_status pk_path_make(struct pk_path_maker *maker, const struct pk_packet *packet,
			    uint32_t lines, struct pk_path *ret_path);
void pk_path_deinit(struct pk_path *path);

/** Name what PATH's pieces and TRAIL's steps have as addresses and pids: into its spans and callers. */
enum pk_status pk_path_names_find(struct pk_call_names *names, const struct pk_trail *trail,
				  struct pk_path *path);

/** First and last ns of piece I: of its calls if they were read, otherwise as joined. */
uint64_t pk_path_begin(const struct pk_path *path, uint32_t i);
uint64_t pk_path_end(const struct pk_path *path, uint32_t i);

struct pk_plan;

/** CALL, of piece PIECE, begins: note it if it decides on the packet. */
void pk_path_asks(struct pk_path *path, const struct pk_call *call, uint32_t piece);
/** FUNC's newest call of the noted ones without a value returned VALUE; CALL: this one, if it was noted. */
void pk_path_returned(struct pk_path *path, uint64_t func, uint64_t value,
		      const struct pk_call *call);
/** EVENT, of PLAN (NULL: of none), may be a probe's that tells what a noted call returned. */
void pk_path_probed(struct pk_ctx *ctx, const struct pk_plan *plan, struct pk_path *path,
		    const struct pk_event *event);

/** The call after CALL in the tree at ROOT, depth first; below CALL only if DOWN. NULL: no more.
 *  Not recursive, because a damaged trace can make trees of any depth. */
struct pk_call *pk_call_next(const struct pk_call *call, const struct pk_call *root, bool down);

/** The next call after CALL (NULL: the first) with a stage in the tree at ROOT (NULL: empty),
 *  ordered by time, skipping interrupts and other packets. NULL: no more. */
const struct pk_call *pk_call_next_staged(const struct pk_call *call, const struct pk_call *root);

/** Times by class of the calls folded into CALL, which must be shown; they add up to FOLDED_NS. */
void pk_call_noise(const struct pk_call *call, uint64_t ret_ns[PK_NR_NOISES]);

/** ns of CALL without interrupts and other packets' frames inside it. 0 if unknown. */
uint64_t pk_call_undisturbed_ns(const struct pk_call *call);

/** Fold PATH's trees (also called by pk_path_make). */
void pk_path_fold(struct pk_path *path, uint32_t lines);

/** Names and properties of the functions on paths, by address; each is looked up once. */
struct pk_call_names {
	struct pk_ctx *ctx;
	struct pk_hash by_func; /* func -> struct pk_call_name */
	regex_t noise[PK_NR_NOISES];
	bool noise_ready[PK_NR_NOISES];
};

void pk_call_names_init(struct pk_call_names *names, struct pk_ctx *ctx);
void pk_call_names_deinit(struct pk_call_names *names);
/** The function that contains FUNC; owned by NAMES. NULL: out of memory. */
const struct pk_call_name *pk_call_name(struct pk_call_names *names, uint64_t func);

/** Store the role of each of CALLS in RET_ROLES, an array of CALLS->nr elements. */
void pk_call_roles(struct pk_ctx *ctx, const struct pk_open_calls *calls,
		   enum pk_call_role *ret_roles);

/** Which packet of a set has a piece that begins with a given call. Eight bytes per slot, because
 *  packets have many pieces; a match is verified in the packet's trail. */
struct pk_piece_owners {
	const struct pk_packet_set *set; /* borrowed */
	struct pk_owner_slot *slots; /* owned */
	uint32_t nr, room;
};

void pk_piece_owners_init(struct pk_piece_owners *owners, const struct pk_packet_set *set);
void pk_piece_owners_deinit(struct pk_piece_owners *owners);
/** PIECE belongs to packet INDEX of the set; a later call replaces an earlier one. Without memory
 *  it has no owner. */
void pk_piece_owners_note(struct pk_piece_owners *owners, const struct pk_piece *piece,
			  uint32_t index);
/** Every piece of SET. True: some packet's calls are the function tracer's. */
bool pk_piece_owners_load(struct pk_piece_owners *owners, const struct pk_packet_set *set);
/** The packet with a piece that begins with the call of FUNC at START; NULL: none. */
const struct pk_packet *pk_piece_owner(const struct pk_piece_owners *owners, uint64_t func,
				       uint64_t start);

#define PK_LATENCY_STAGES 10

/** How long a packet took from one point of its way to the next. */
struct pk_latency_stage {
	const char *name; /* "gro-protocol"; static */
	unsigned rank; /* stages of the way up come first, in order */
	uint64_t ns; /* by the trace's clock; never 0 */
	uint64_t ts; /* ring ns of its end */
	int cpu; /* of its end; -1: unknown */
	int32_t task; /* PID of the task in whose call it ended; -1: an interrupt, or unknown */
};

struct pk_latency {
	struct pk_latency_stage stages[PK_LATENCY_STAGES];
	unsigned nr;
	/* Stages left out: both ends have the same time, or the clock went back. */
	unsigned still, back;
};

/**
 * The times of PACKET's stages, by PATH and its events outside of frames. A point of the way is the
 * first call or event with such a stage ("pkttrace help path"). A stage one of whose ends was not
 * recorded is left out.
 */
void pk_latency_of(const struct pk_packet *packet, const struct pk_path *path,
		   struct pk_latency *ret_latency);
/** The same, by a path that MAKER makes. Nothing, if the packet has no times, or events were lost between its own: the first
 *  one of a stage may be among those. */
enum pk_status pk_latency_measure(struct pk_path_maker *maker, const struct pk_packet *packet,
				  struct pk_latency *ret_latency);
/** The longest stage; NULL: none is known. */
const struct pk_latency_stage *pk_latency_longest(const struct pk_latency *latency);

/**
 * Who held a packet, one after the other: what the tables of stages say of its calls and events, and nothing else. The
 * packet's end is settled without it (outcome.c), so each can be tested by the other.
 *
 * A row moves the packet from one of its holders to another ("pkttrace help path"). Where rows between two holders are not
 * told in the trace, the packet may skip theirs. A move that no number of rows makes is another packet's if it is a
 * call, and marked if it is an event of the packet: the address had another use by then, or a row is missing.
 */
struct pk_holding {
	enum pk_holder holder;
	const struct pk_stage *by; /* the row that says so */
	uint64_t since; /* ring ns */
	int cpu; /* -1, and CONTEXT says nothing: the event was outside of the packet's calls */
	enum pk_context context;
	bool no_way; /* no rows lead from the holder before to this one */
	bool original; /* tx: of the queued original, which stays while its clone goes on */
};

#define PK_UNTOLD_MAX 6

struct pk_holdings {
	struct pk_holding *list; /* owned; in order of time, the original's last */
	uint32_t nr, room;
	uint32_t
		nr_others; /* calls among its own that no rows lead to: they did it to another packet */
	/* What may have taken it from the last holder, and is not told in this trace: a row for each holder that it may have
	 * gone to. Only where the packet's end is unknown, and HELD. */
	const struct pk_stage *untold[PK_UNTOLD_MAX];
	unsigned nr_untold;
	bool lost_since; /* events were lost since: what was told may be among those */
	bool asked; /* the end is unknown, and the last holder still has it as far as is told */
};

/** Which rows events tell of, into SET's TOLD: once, before the first packet. Not known: none. */
void pk_told_read(struct pk_ctx *ctx, struct pk_packet_set *set);
/** PATH: PACKET's, of SET. PK_NOMEM. */
enum pk_status pk_holdings_of(struct pk_ctx *ctx, const struct pk_packet_set *set,
			      const struct pk_packet *packet, const struct pk_path *path,
			      struct pk_holdings *ret_holdings);
void pk_holdings_deinit(struct pk_holdings *holdings);
/** The last of HOLDINGS, of the packet's own skb; NULL: none is told. */
const struct pk_holding *pk_holdings_last(const struct pk_holdings *holdings);

#endif
