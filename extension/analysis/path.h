/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PATH_H
#define PK_ANALYSIS_PATH_H

#include "analysis/packets.h"
#include "protocol/stage.h"
#include "core/hash.h"

/**
 * The call path of one packet: the frames of its pieces as trees, folded for reading.
 *
 * Time is kept whole: a packet's time is the sum of its pieces; each shown call has its own time
 * (without what it called), each fold, interrupt and nested packet has all of its, and these add up.
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

/** "probe", "lock", ...; "other" for calls that are of no class and not on the path. */
const char *pk_noise_name(enum pk_noise noise);

enum pk_call_kind {
	PK_CALL_PLAIN,
	PK_CALL_IRQ, /* an interrupt (or a softirq in a process) that landed here */
	PK_CALL_NESTED, /* another packet's own frames */
};

struct pk_call_name {
	uint64_t func;
	bool known; /* else SYMBOL's name is the address */
	struct pk_symbol symbol; /* suffixes stripped */
	const struct pk_stage *stage;
	enum pk_noise noise;
};

/* A packet may have tens of thousands of them: kept small. */
struct pk_call {
	const struct pk_call_name *name; /* owned by the path */
	const struct pk_packet
		*other; /* PK_CALL_NESTED; also the first packet inside an interrupt */
	uint64_t start,
		dur; /* ns of the trace's clock; DUR of an open call: up to the end of its piece */
	struct pk_call *parent, *child, *next;
	union {
		/* While it is read, until its end is. */
		struct {
			int32_t depth;
			enum pk_context context;
			struct pk_call *last_child;
			/* GAP: its children after GAP_BEGAN (NULL: from the first on) are a level too deep. */
			struct pk_call *gap_began;
			/* AFTER_GAP: it ended such a gap of its parent's children, which began after BEFORE. */
			struct pk_call *before;
		};
		/* From then on. */
		struct {
			uint64_t folded_ns; /* below it, not shown; by class: pk_call_noise() */
			union {
				uint64_t
					calltime; /* until its piece is read; ns of the CPU's clock, 0: not known */
				uint64_t
					handler_ns; /* of probes on it: filled in where they are counted (probe_use.c) */
			};
			uint64_t
				extent; /* BY_ENTRY: noted while it is read too, as it has no gaps */
			uint32_t folded_calls; /* below it, not shown */
		};
	};
	uint32_t calls; /* itself and all below */
	enum pk_call_kind kind : 8;
	bool open : 1; /* no exit was recorded */
	/* Of the function tracer: DUR is 0, for nobody knows it; it lasted EXTENT at least. Implied: not traced
	 * itself, named by what it called; START is that call's. */
	bool by_entry : 1, implied : 1;
	bool timed : 1; /* START and DUR are by its CPU's own clock, from its exit */
	bool gap : 1, after_gap : 1;
	bool shown : 1; /* it has a line of its own: set by folding */
};

struct pk_path_piece {
	const struct pk_piece *piece; /* of the packet's trail */
	struct pk_call *root; /* NULL: events only */
	uint64_t
		first_call; /* ns of the CPU's clock: the earliest call that returned; 0: none did */
	uint64_t first_ns; /* the same on the trace's clock */
	bool truncated; /* PK_MAX_CALLS was reached */
	const struct pk_call_name *lost; /* of a frame that was not found again by its time; NULL */
};

/** Who ran: the comm, where one was saved. */
struct pk_path_task {
	bool known;
	char comm[32];
};

/** Pieces that are told of as one: the same context, CPU and task. */
struct pk_path_span {
	uint32_t first, nr; /* of the path's pieces */
	struct pk_path_task task;
	const struct pk_call_name *under[PK_PIECE_UNDER]; /* as pk_piece.under; NULL ends them */
};

struct pk_path {
	struct pk_path_piece *pieces; /* owned */
	uint32_t nr_pieces;
	struct pk_path_span *spans; /* owned */
	uint32_t nr_spans;
	const struct pk_call_name *(
		*callers)[PK_STEP_CALLERS]; /* owned; of each step of the trail; NULL ends them */
	const struct pk_call_name *irq; /* the trail's interrupt */
	struct pk_path_task irq_task; /* what it interrupted */
	uint64_t total_ns; /* = the sum of the next four */
	int64_t shown_ns;
	uint64_t folded_ns, irq_ns, nested_ns;
	uint64_t probe_ns; /* spent in probe machinery: of folded_ns and shown_ns */
	uint64_t noise_ns[PK_NR_NOISES];
	uint32_t folded_calls, calls, lines;
	bool by_entry; /* of some pieces there are no durations: no part of these times */
	/* owned */
	struct pk_call **chunks;
	uint32_t nr_chunks, room_chunks, used_in_chunk;
};

#define PK_MAX_CALLS 200000 /* of one packet */

struct pk_path_maker;

/** Ready to make paths of packets of SET; opens the trace again. SET is borrowed. */
enum pk_status pk_path_maker_create(struct pk_ctx *ctx, const struct pk_packet_set *set,
				    struct pk_path_maker **ret_maker);
void pk_path_maker_destroy(struct pk_path_maker *maker);
/** Decode the packet's pieces again into trees. LINES: at most about so many are left to show
 *  (0: show everything). Names are the maker's: PATH must go first, and before the packets' pool is tidied. */
enum pk_status pk_path_make(struct pk_path_maker *maker, const struct pk_packet *packet,
			    uint32_t lines, struct pk_path *ret_path);
void pk_path_deinit(struct pk_path *path);

/** The first ns of piece I, and the last: of its calls where they were read, else as joined. */
uint64_t pk_path_begin(const struct pk_path *path, uint32_t i);
uint64_t pk_path_end(const struct pk_path *path, uint32_t i);

/** The call after CALL in the tree at ROOT, depth first; below CALL only if DOWN. NULL: it was the last. No
 *  recursion: trees may be as deep as a damaged trace makes them. */
struct pk_call *pk_call_next(const struct pk_call *call, const struct pk_call *root, bool down);

/** The call after CALL (NULL: the first) in the tree at ROOT (NULL: none) that is of a stage, in the order of their times; not
 *  into interrupts and other packets. NULL: it was the last. */
const struct pk_call *pk_call_next_staged(const struct pk_call *call, const struct pk_call *root);

/** The classes of what is folded into CALL, which is shown: their sum is FOLDED_NS. */
void pk_call_noise(const struct pk_call *call, uint64_t ret_ns[PK_NR_NOISES]);

/** ns of CALL without the interrupts and the other packets' frames that landed in it. 0: nobody knows them. */
uint64_t pk_call_undisturbed_ns(const struct pk_call *call);

/** Fold PATH's trees (also called by pk_path_make). */
void pk_path_fold(struct pk_path *path, uint32_t lines);

#endif
