/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_ENGINE_H
#define PK_ANALYSIS_ENGINE_H

#include "analysis/call_stack.h"
#include "analysis/facts.h"
#include "analysis/function_set.h"
#include "analysis/function_tree.h"
#include "analysis/packet_work.h"
#include "analysis/packets.h"
#include "core/hash.h"
#include "decode/trace/function_event.h"
#include "model/packet.h"

/**
 * The engine's insides, shared by its files. Each calls only those before it: objects.c (lives of skbs), frames.c
 * (the open frames of tasks), packet_events.c (what any event says of its packet), tx.c and rx.c (what a stage does to
 * one), calls.c (frames begin and end), function_frames.c (those of the function tracer), engine.c (the next event);
 * then outcome.c (how each packet ended).
 *
 * Events come in time order over all CPUs. An object is one life of an skb address; a packet is
 * hung on objects, and on the frames whose whole span is its own.
 */
#define PK_MAX_DEPTH 512 /* frames of one task: the kernel keeps at most 50 or about 250 */
#define PK_PASS_ROOM 512 /* skbs of one pass up the stack: NAPI's weight is 64 */

struct pk_memory;

struct pk_object {
	uint64_t addr;
	int64_t ends; /* lives that ended at this address so far */
	bool alive, birth_seen;
	struct pk_packet *rx,
		*tx; /* of this life; a wire clone's, a segment's, or an original's tx */
	uint64_t copy_of; /* address of what it was cloned or copied from; 0 */
	int64_t copy_life; /* of that address: lives that had ended there */
	bool is_original; /* tx: queued original, the wire clone is another object */
	bool answered; /* tx: net_dev_xmit told of this life */
	bool is_arp; /* tx: the last driver was told so */
	struct pk_packet
		*before; /* tx: of the life before, which net_dev_xmit has not told of yet; NULL */
};

struct pk_frame {
	struct pk_open_call call;
	const struct pk_stage *stage; /* NULL: not on the path */
	uint64_t start;
	struct pk_event_pos pos; /* of its entry */
	struct pk_packet *packet; /* whose own frame it is; NULL */
	uint32_t piece; /* its index in the packet's pieces */
	bool announces; /* the interrupt that scheduled NAPI */
	/* Of the function tracer (function_tree.h): no exit will come; implied: no entry came either;
	 * loose: what lies around it is not known. */
	bool by_entry, implied, loose;
	/* The filter asks for this function; for one that was called from it and has returned. */
	bool wanted, wanted_below;
};

/**
 * What a task is giving to a driver. Its net_dev_xmit comes when the driver has returned: by then another CPU may have
 * completed the skb, and its address be another packet's.
 */
struct pk_sending {
	uint64_t skb;
	struct pk_packet *packet; /* borrowed */
	const struct pk_plan
		*plan; /* of the event that told of it: others of that moment have other plans */
	bool driven; /* else a device's queue has it */
};

#define PK_SENDING_ROOM 16 /* devices stacked on one another: the kernel allows 8 or 10 */

struct pk_thread {
	int64_t key; /* pid, or -1 - CPU for that CPU's idle task */
	int cpu;
	uint64_t last_ns; /* its newest event */
	uint32_t nr_frames;
	struct pk_frame *frames; /* owned, PK_MAX_DEPTH of them, allocated at first use */
	struct pk_function_tree *tree; /* owned; NULL: no function entry of it came */
	struct pk_sending sending[PK_SENDING_ROOM]; /* innermost last */
	uint32_t nr_sending;
	/* Probes on a function's entry that came before its frame (5.10), by context: an interrupt may
	 * come in between, with probes of its own. */
	struct pk_pending {
		const struct pk_stage *stage;
		struct pk_packet *packet; /* NULL: none */
		uint32_t nr_frames; /* open then: void once one of them is left */
	} pending[PK_CTX_NMI + 1];
};

/** The hard interrupt that scheduled NAPI on a CPU, and whether the softirq that followed runs now. */
struct pk_announced {
	struct pk_piece irq;
	struct pk_piece *shared; /* the pool's copy of IRQ, for the packets; NULL: none yet */
	bool waiting, running;
};

/** A function entry that waits for the stack trace that follows each, once one did. */
struct pk_held_call {
	struct pk_packet
		*stepped; /* the CPU's event before was a step of this packet; borrowed, or NULL */
	bool just_called; /* the CPU's event before was a function entry */
	bool held;
	struct pk_event event; /* its DATA is gone */
	struct pk_function_call call;
	uint8_t args[64];
};

struct pk_pass {
	uint64_t skb[PK_PASS_ROOM];
	uint64_t later[PK_PASS_ROOM]; /* what waits for a worker of this CPU, oldest first */
	uint32_t nr, nr_later;
	bool taken; /* a protocol took one: what comes in now is another pass, if no frame says so */
};

/** Packets whose skb segmentation used up on a CPU, in that order: their segments come to the driver in it. */
#define PK_CUT_ROOM 64
struct pk_cut {
	struct pk_packet *packets[PK_CUT_ROOM]; /* borrowed */
	uint32_t nr;
};

/** Kinds of events that the trace has: what their silence says of a packet depends on it. */
struct pk_seen {
	bool wire_rx, tx_queue, tx_start, tx_done, merge, coalesce, copy, retransmit, drop;
	bool rx_named; /* some event names what comes in */
	bool rx_unnamed; /* a protocol's receive function was called without such a packet */
	bool rx_headers, tx_headers; /* probes read the headers of what comes in, goes out */
};

struct pk_engine {
	struct pk_ctx *ctx;
	struct pk_plans *plans;
	struct pk_packet_set *set;
	struct pk_memory *memory; /* borrowed; needed when the packets are settled */
	struct pk_hash objects; /* addr -> struct pk_object */
	struct pk_hash threads; /* key -> struct pk_thread */
	struct pk_pass *passes; /* owned, one a CPU */
	uint32_t nr_cpus;
	const struct pk_instance *instance; /* borrowed; NULL: its filters are not known */
	struct pk_text_places places;
	struct pk_held_call *held_calls; /* owned, one a CPU */
	bool stacks_follow; /* function entries have stack traces behind them */
	bool filter_asked, filtered; /* not every function is traced */
	/* No event names what comes in: a packet is a call of its protocol's receive function. */
	bool rx_by_frames;
	struct pk_function_set *wanted; /* borrowed: functions that the filter asks for; NULL */
	struct pk_context_flags flags;
	uint64_t skb_size; /* sizeof(struct sk_buff); 0 if unknown */
	uint64_t return_to_handler; /* 0 if this kernel has none */
	uint64_t panic_calls[3]; /* functions whose call is the end; 0 if this kernel has none */
	struct pk_announced *announced; /* owned, one a CPU */
	uint64_t *held; /* owned, one a CPU: the skb that GRO kept last there */
	struct pk_cut *cut; /* owned, one a CPU */
	uint64_t *gap_ns; /* owned, one a CPU: first event after events were last lost there */
	struct pk_seen seen; /* so far; or known before, and SEEN_FIXED */
	bool seen_fixed;
	bool out_of_memory;
	struct pk_event event; /* the one being handled */
	const struct pk_stage *event_stage; /* what it stands for; NULL: a frame's */
	struct pk_thread *thread; /* its task */
};

/** MARK, of engine->seen: by the event being handled, if all of its kind are recorded. */
static inline void pk_see(struct pk_engine *engine, bool *mark)
{
	*mark |= !engine->seen_fixed && !pk_plans_filtered(engine->plans, engine->event.type);
}

/* objects.c */
struct pk_object *pk_object_get(struct pk_engine *engine, uint64_t addr, bool create);
/** A new life at ADDR: closes one that is still open. */
struct pk_object *pk_object_birth(struct pk_engine *engine, uint64_t addr);
void pk_object_end(struct pk_object *object);

/* frames.c */
struct pk_thread *pk_thread_of(struct pk_engine *engine, const struct pk_event *event);
/** The context of the event being handled. */
static inline enum pk_context pk_context_now(const struct pk_engine *engine)
{
	return pk_event_context(&engine->flags, &engine->event);
}
/** How sure it is that an event lies in the open frames: a filtered function trace leaves frames open. */
enum pk_identity pk_nesting(const struct pk_engine *engine);
/** The packet whose frame the current task is in; stops at frames that send something else. */
struct pk_packet *pk_current_packet(struct pk_engine *engine);
/** Innermost open frame of the current task with ACT; NULL. LIMIT: only above the nearest one of a
 *  packet of the other direction. */
struct pk_frame *pk_frame_with(struct pk_engine *engine, enum pk_stage_act act);
bool pk_inside(struct pk_engine *engine, enum pk_stage_act act);
/** The open frame of the function whose entry probe of STAGE has just fired; NULL: it comes later, or
 *  none is recorded. The probe's own machinery may be traced, and stand above it. */
struct pk_frame *pk_frame_probed(struct pk_engine *engine, const struct pk_stage *stage);
/** FRAME's piece of its packet, which it has; NULL: that was not recorded. */
struct pk_piece *pk_frame_piece(const struct pk_frame *frame);
void pk_frame_bind(struct pk_engine *engine, struct pk_frame *frame, struct pk_packet *packet,
		   enum pk_identity how);
/** The next frame of STAGE's function in the current task and context is PACKET's own. */
void pk_frame_expect(struct pk_engine *engine, const struct pk_stage *stage,
		     struct pk_packet *packet);
/** Whose frame the current task and context would open next, by the newest entry probe; NULL. */
struct pk_packet *pk_expected_packet(struct pk_engine *engine);

/* packet_events.c */
struct pk_packet *pk_packet_new(struct pk_engine *engine, enum pk_direction dir);
/** The event belongs to PACKET: its time, mark, device. */
void pk_packet_touch(struct pk_engine *engine, struct pk_packet *packet,
		     const struct pk_event_facts *facts);
/** The event is a step of PACKET, if it lies outside its frames. */
void pk_packet_step(struct pk_engine *engine, struct pk_packet *packet);
/** A function of STAGE, or one of a protocol alone, had PACKET: it is one that is told of. */
void pk_packet_is_of(struct pk_packet *packet, const struct pk_stage *stage);
/** OUTER carries INNER through a tunnel. */
void pk_carry(struct pk_packet *inner, struct pk_packet *outer, enum pk_identity how);
/** PACKET, received, comes up from its device to another. */
void pk_packet_step_up(struct pk_packet *packet, enum pk_up up);
/** Note an event that lies outside every frame of PACKET, so that its spans show it. */
void pk_piece_point(struct pk_engine *engine, struct pk_packet *packet);
struct pk_wire_frame *pk_wire_frame_add(struct pk_engine *engine, struct pk_packet *packet);
/** What the event says of how many segments FRAME is. */
void pk_wire_frame_segs(struct pk_engine *engine, struct pk_wire_frame *frame,
			const struct pk_event_facts *facts);
/** kfree_skb told of PACKET: its reason and place, whether or not that was a drop. */
void pk_drop_note(struct pk_engine *engine, struct pk_packet *packet,
		  const struct pk_event_facts *facts);
/** The calls and events of FROM become TO's, too. */
void pk_trail_take(struct pk_packet *to, const struct pk_packet *from);
/** PACKET's events in order of time. */
void pk_trail_sort_steps(struct pk_packet *packet);
/** Everything of FROM becomes TO's (GRO merged it); FROM leaves the set. */
void pk_packet_absorb(struct pk_engine *engine, struct pk_packet *to, struct pk_packet *from);
/** Still in the softirq that brought PACKET: by its frames, or by its newest span. (A deferred free may well run in a
 *  later softirq of the same CPU and task.) */
bool pk_on_receipt(struct pk_engine *engine, const struct pk_packet *packet);
/** The event is so near to the window's beginning that what led to it may lie before: an earlier
 *  window may know more. */
bool pk_near_start(const struct pk_engine *engine);
/** The same of a time. */
bool pk_time_near_start(const struct pk_engine *engine, uint64_t ts);
/** The current task gave SKB to a driver, and none since. */
static inline bool pk_gave_last(const struct pk_engine *engine, uint64_t skb)
{
	const struct pk_thread *thread = engine->thread;
	const struct pk_sending *last =
		thread->nr_sending ? &thread->sending[thread->nr_sending - 1] : NULL;

	return last && last->skb == skb && last->driven;
}

/** rx.c, tx.c: what the stages of one direction do to packets. */
struct pk_side {
	enum pk_stage_side other; /* stages of this side are none of its */
	void (*enter)(struct pk_engine *engine, struct pk_frame *frame);
	void (*leave)(struct pk_engine *engine, struct pk_frame *frame); /* NULL: nothing */
	void (*event)(struct pk_engine *engine, const struct pk_event_facts *facts);
};
extern const struct pk_side pk_side_rx, pk_side_tx;
/** The sent packet whose wire clone OBJECT is, by its place beside the original, with
 *  HEADER, as far as that is known; attaches it. NULL: none. */
struct pk_packet *pk_tx_of_clone(struct pk_engine *engine, struct pk_object *object,
				 const struct pk_header *header);

/* copies.c */
/** OBJECT's life began as a copy of OLD's (NULL: not known). True: for a socket, of the packet that its protocol is handling
 *  now. */
bool pk_copy_received(struct pk_engine *engine, const struct pk_object *old,
		      struct pk_object *object);

/* calls.c */
/** EVENT is the one being handled from now on; false: no memory for its task. */
bool pk_engine_at(struct pk_engine *engine, const struct pk_event *event);
/** The event says FACTS. */
void pk_take_facts(struct pk_engine *engine, const struct pk_event_facts *facts);
/** A call of ENTERED's function began (its call, by_entry, implied, loose are taken). */
void pk_frame_enter(struct pk_engine *engine, const struct pk_frame *entered);
void pk_frame_exit(struct pk_engine *engine, uint64_t func, int64_t depth);
/** The function is about to be entered with these arguments. */
void pk_call_args(struct pk_engine *engine, uint64_t func, const uint8_t *args, uint32_t nr_args);
/** Events that were lost before EVENT: what its CPU's tasks had open may have ended. */
void pk_engine_gap(struct pk_engine *engine, const struct pk_event *event);

/* function_frames.c */
/** A function entry, or the stack trace of one: true, it is dealt with. What waited is taken in first. */
bool pk_function_tracer_event(struct pk_engine *engine, const struct pk_event *event);
/** There are no more events: what waited for the next one is taken in. */
void pk_engine_end(struct pk_engine *engine);

/* engine.c */
/** PLANS and SET are borrowed and must outlive the engine. */
enum pk_status pk_engine_init(struct pk_engine *engine, struct pk_ctx *ctx, struct pk_plans *plans,
			      uint32_t nr_cpus, struct pk_packet_set *set);
void pk_engine_deinit(struct pk_engine *engine);
/** The next event in time order. */
void pk_engine_event(struct pk_engine *engine, const struct pk_event *event);

/* outcome.c */
enum pk_status pk_outcomes_settle(struct pk_engine *engine);

#endif
