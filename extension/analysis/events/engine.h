/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_ENGINE_H
#define PK_ANALYSIS_ENGINE_H

#include "analysis/events/call_stack.h"
#include "analysis/events/facts.h"
#include "analysis/events/function_tree.h"
#include "analysis/events/trace_gaps.h"
#include "analysis/lives/packet_work.h"
#include "analysis/lives/packets.h"
#include "analysis/lives/sock_lives.h"
#include "core/hash.h"
#include "decode/trace/event_format.h"
#include "model/packet.h"

/**
 * The engine's insides, shared by its files. Each file calls only those before it: objects.c (lives
 * of skbs), frames.c (open frames of tasks), sock_lives.c (lives of sockets), packet_events.c (what any event says of its packet),
 * tx*.c and rx*.c (what a stage does to a packet), calls.c (frames begin and end), function_frames.c
 * (the same for the function tracer), engine.c (the next event), then outcome.c (how each packet
 * ended).
 *
 * Events come in time order across all CPUs. An object is one life of an skb address. A packet is
 * attached to objects, and to the frames that ran for it alone.
 */
#define PK_MAX_DEPTH 512 /* frames of one task: the kernel keeps at most 50 or about 250 */
#define PK_PASS_ROOM 512 /* skbs of one pass up the stack; NAPI's weight is 64 */

struct pk_queued_packets;

struct pk_object {
	uint64_t addr;
	int64_t ends; /* lives that ended at this address so far */
	/* ENDS when one began whose beginning, or the end before, was not seen: that may be no other life, or the third */
	int64_t counted_since;
	uint64_t serial; /* gaps.serial of the newest event that named it */
	int64_t task; /* pk_event_task() of that */
	int cpu;
	bool alive, birth_seen;
	/* of this life; TX: as a clone on the wire, a segment, or the original */
	struct pk_packet *rx, *tx;
	/* of the life before, if nothing told that it had ended: memory may still say that it has not */
	struct pk_packet *maybe_rx, *maybe_tx;
	uint64_t copy_of; /* address of what it was cloned or copied from; 0: none */
	int64_t copy_life; /* ENDS of that address at the time */
	bool is_original; /* tx: the queued original; the clone on the wire is another object */
	bool answered; /* tx: net_dev_xmit reported this life */
	bool is_arp; /* tx: its last driver got it as ARP */
	bool is_segment; /* made where COPY_OF was cut into segments */
	bool made_in_driver; /* tx: while the driver that COPY_OF was given to had it */
	/* tx: of the previous life, if net_dev_xmit has not reported it yet; otherwise NULL */
	struct pk_packet *before;
	bool before_sure; /* nothing was lost when this life began: the driver's answer for BEFORE is still to come */
	/* tx: the tasks that named this life, and that of BEFORE, last on their way down; 0: none did */
	int64_t sender, before_sender;
};

/* A call that has just begun. */
struct pk_entered {
	struct pk_open_call call;
	/* Function tracer (function_tree.h): no exit will come; IMPLIED: there was no entry either;
	 * LOOSE: its caller is unknown. */
	bool by_entry, implied, loose;
};

struct pk_frame {
	struct pk_open_call call;
	const struct pk_stage *stage; /* NULL: not on the path */
	uint64_t start;
	struct pk_event_pos pos; /* of its entry */
	struct pk_packet *packet; /* the packet that the frame belongs to; NULL: none */
	uint32_t piece; /* index in the packet's pieces */
	bool announces; /* the interrupt that scheduled NAPI */
	bool by_entry, implied, loose; /* as in struct pk_entered */
	/* The filter asks for this function, or for one that it called and that has returned. */
	bool wanted, wanted_below;
};

/**
 * An skb that a task is giving to a driver. net_dev_xmit comes after the driver returned; by then
 * another CPU may have completed the skb, and its address may belong to another packet.
 */
struct pk_sending {
	uint64_t skb;
	struct pk_packet *packet; /* borrowed */
	/* of the event that reported it, to tell others of that moment apart */
	const struct pk_plan *plan;
	bool driven; /* given to the driver; otherwise to a device's queue */
};

/** What an open nf_hook_slow() has called so far. */
struct pk_hooking {
	uint32_t frame; /* its own, in the thread's */
	uint32_t nr; /* may be more than are kept */
	uint64_t funcs[PK_HOOK_CALLS_MAX];
};

#define PK_HOOKING_ROOM 3 /* what a hook sends, and an interrupt, pass hooks too */

#define PK_SENDING_ROOM 16 /* stacked devices; the kernel allows 8 or 10 */

/**
 * What a task does to one skb without turning to another is one moment, whatever other CPUs' clocks say: their events of that
 * address, which stand between its own, are of before or after. LIFE is as its own newest event left it.
 */
struct pk_breath {
	struct pk_object life; /* ADDR 0: it has none */
	uint64_t ts; /* of the newest event */
	const struct pk_stage *stage; /* of that; NULL: none */
	uint32_t probe; /* format number of the event that it began with, and the device of that */
	char dev[16];
};

struct pk_thread {
	int64_t key; /* pid, or -1 - CPU for that CPU's idle task */
	struct pk_task_record record;
	uint32_t nr_frames;
	/* of the outermost: where events were lost they may have ended, and are said to be nobody's callers */
	uint32_t nr_doubtful;
	uint64_t stayed_since; /* gaps.serial: since that event it has been on its CPU for sure */
	uint64_t alone_since; /* ... since that one, no other task had an event there */
	uint64_t named; /* the skb that its newest event with one named */
	struct pk_frame *frames; /* owned, PK_MAX_DEPTH of them, allocated at first use */
	struct pk_function_tree *tree; /* owned; NULL: it had no function entries */
	struct pk_sending sending[PK_SENDING_ROOM]; /* innermost last */
	uint32_t nr_sending;
	struct pk_hooking hooking[PK_HOOKING_ROOM]; /* innermost last */
	uint32_t nr_hooking;
	/* Probes on a function's entry that fired before its frame began (5.10), by context,
	 * because an interrupt with its own probes may come in between. */
	struct pk_pending {
		const struct pk_stage *stage;
		struct pk_packet *packet; /* NULL: none */
		uint32_t nr_frames; /* frames open then; invalid once one of them is left */
	} pending[PK_CTX_NMI + 1];
	struct pk_breath breaths[PK_CTX_NMI + 1]; /* by context */
};

/** The hard interrupt that scheduled NAPI on a CPU, and whether its softirq is running. */
struct pk_announced {
	struct pk_piece irq;
	struct pk_piece *shared; /* the pool's copy of IRQ for packets; NULL: not made yet */
	bool waiting, running;
};

/** A function entry held back until its stack trace comes, once stack traces have been seen. */
struct pk_held_call {
	/* packet whose step was the CPU's previous event; borrowed; NULL: none */
	struct pk_packet *stepped;
	bool just_called; /* the CPU's previous event was a function entry */
	bool held;
	uint64_t serial; /* gaps.serial of EVENT */
	struct pk_event event; /* its DATA is no longer valid */
	struct pk_function_call call;
	uint8_t args[64];
};

struct pk_pass {
	uint64_t skb[PK_PASS_ROOM];
	uint64_t later[PK_PASS_ROOM]; /* waiting for this CPU's worker, oldest first */
	uint32_t nr, nr_later;
	/* a protocol took one: unless a frame says otherwise, arrivals are a new pass */
	bool taken;
};

/** A packet whose skb segmentation has used up. Only what the driver of DEV gets counts: a device
 *  below may get the segments with another header on them. */
struct pk_cut_packet {
	struct pk_packet *packet; /* borrowed */
	const char *dev; /* borrowed from the set */
	uint64_t given; /* bytes that its driver has got, with headers */
	uint32_t nr_given, first_len, whole_len;
	bool had_shorter; /* than the first: the last one */
	bool in_call; /* the driver got them in the packet's own call: no queue has others */
};

/** Those of a CPU, in order: segments reach the driver in it. */
#define PK_CUT_ROOM 64
struct pk_cut {
	struct pk_cut_packet packets[PK_CUT_ROOM];
	uint32_t nr;
};

/** Kinds of events in the trace, which decide what the absence of one means for a packet. */
struct pk_seen {
	bool wire_rx, tx_queue, tx_start, tx_done, merge, coalesce, copy, retransmit, drop;
	bool rx_named; /* some event identifies arriving packets */
	bool rx_unnamed; /* a protocol's receive function ran without an identified packet */
	bool rx_headers, tx_headers; /* probes read the headers of received, sent packets */
	bool drop_headers; /* a probe reads what is dropped */
	bool cut_told; /* a probe told what a segment was copied from */
	/* of every socket an event tells that it begins a life, that it ends */
	bool sock_begins, sock_ends;
};

struct pk_engine {
	struct pk_ctx *ctx;
	struct pk_plans *plans;
	struct pk_packet_set *set;
	struct pk_queued_packets *memory; /* borrowed; set before the first event */
	struct pk_hash objects; /* addr -> struct pk_object */
	struct pk_hash threads; /* key -> struct pk_thread */
	/* name of a device -> how what it receives came out of another packet, + 1 */
	struct pk_hash unwrapping;
	struct pk_pass *passes; /* owned; one per CPU */
	uint32_t nr_cpus;
	const struct pk_instance *instance; /* borrowed; NULL: its filters are unknown */
	struct pk_text_places places;
	struct pk_held_call *held_calls; /* owned; one per CPU */
	bool stacks_follow; /* function entries are followed by stack traces */
	bool filter_asked, filtered; /* FILTERED: not every function is traced */
	/* No event identifies arrivals: a call of a protocol's receive function is a packet. */
	bool rx_by_frames;
	struct pk_function_set *wanted; /* borrowed: functions of the filter; NULL: none */
	struct pk_packet_watch
		*watch; /* borrowed: events whose packets are asked for; NULL: none */
	struct pk_context_flags flags;
	uint64_t skb_size; /* sizeof(struct sk_buff), bytes; 0 if unknown */
	uint64_t return_to_handler; /* address; 0 if this kernel has none */
	uint32_t function_type, stack_type; /* TRACE_FN, TRACE_STACK; UINT32_MAX: there are none */
	uint64_t panic_calls[3]; /* functions whose call is the end; 0 if this kernel has none */
	uint64_t panic_low, panic_high; /* all of them lie between */
	struct pk_announced *announced; /* owned; one per CPU */
	uint64_t *held; /* owned; one per CPU: the last skb that GRO kept there */
	struct pk_cut *cut; /* owned; one per CPU */
	uint64_t *gap_ns; /* owned; one per CPU: time of the first event after the last loss */
	struct pk_trace_gaps gaps;
	struct pk_sock_lives socks;
	struct pk_seen seen; /* so far; with SEEN_FIXED, known beforehand */
	bool seen_fixed;
	bool out_of_memory;
	struct pk_event event; /* the one being handled */
	const struct pk_stage *event_stage; /* the event's stage; NULL: it belongs to a frame */
	struct pk_thread *thread; /* its task */
};

/** Set MARK in engine->seen for the current event, unless its kind is filtered. */
static inline void pk_see(struct pk_engine *engine, bool *mark)
{
	*mark |= !engine->seen_fixed && !pk_plans_filtered(engine->plans, engine->event.type);
}

/* objects.c */
struct pk_object *pk_object_get(struct pk_engine *engine, uint64_t addr, bool create);
/** Begin a new life at ADDR, ending an open one. */
struct pk_object *pk_object_birth(struct pk_engine *engine, uint64_t addr);
void pk_object_end(struct pk_object *object);
/** The next life at OBJECT's address. Where the end before it may be among lost events, its beginning may be, too, and what is
 *  known of the packet before is not all. NULL: no memory. */
struct pk_object *pk_object_next(struct pk_engine *engine, struct pk_object *object);
/** Since the newest event of OBJECT none was lost, on any CPU, nor on one whose trace begins later. Where no end is recorded
 *  at all, it may always have been. */
static inline bool pk_nothing_lost(const struct pk_engine *engine, const struct pk_object *object)
{
	return engine->gaps.newest <= object->serial && !engine->event.others_silent &&
	       !engine->set->silent;
}
/** ... nor on this CPU, which the newest event of OBJECT was on, too. */
static inline bool pk_nothing_lost_here(const struct pk_engine *engine,
					const struct pk_object *object)
{
	return object->cpu == engine->event.cpu &&
	       engine->gaps.cpus[object->cpu].newest <= object->serial && !engine->set->silent;
}
/** The end of OBJECT's skb would have been seen: frees are traced, and none can be among events that were lost. Only then is
 *  what comes at its address still the same skb. */
static inline bool pk_end_told(const struct pk_engine *engine, const struct pk_object *object)
{
	return engine->plans->any_free && pk_nothing_lost(engine, object);
}
/** The current event is of the same skb as the newest event of OBJECT, as far as lost events go: none can be of it, or the
 *  current task has it, or HEADER, which was read from it now, says so. */
bool pk_object_goes_on(struct pk_engine *engine, const struct pk_object *object,
		       const struct pk_header *header);
/** Headers read at one address, which prove that it is one packet's. Where no end is told, all of both must be the same. */
static inline bool pk_headers_prove(const struct pk_engine *engine, const struct pk_header *a,
				    const struct pk_header *b)
{
	return engine->set->silent ? pk_headers_equal(a, b) : pk_headers_agree(a, b);
}
/** FACTS, of a drop, have PACKET's own header: it is this one, if frees are not told. */
bool pk_drop_is_proven(const struct pk_packet *packet, const struct pk_event_facts *facts);
/** The current event, with FACTS, is of the skbs that it names. Where it is not proven that they are those which earlier
 *  events told of, new lives begin, whose beginnings nobody saw. False: it tells of nothing that is known for sure. */
bool pk_objects_met(struct pk_engine *engine, const struct pk_event_facts *facts);
/** What the event was of is named by it: what comes next is compared with that. */
void pk_objects_named(struct pk_engine *engine, const struct pk_event_facts *facts);

/* bytes: so far behind a function's address is what the tracer records of its call, at most */
#define PK_ENTRY_REACH 16

/* frames.c */
/** The thread of this pk_event_task(). NULL: out of memory, which the engine notes. */
struct pk_thread *pk_thread_keyed(struct pk_engine *engine, int64_t key);
/** Context of the current event. */
static inline enum pk_context pk_context_now(const struct pk_engine *engine)
{
	return pk_event_context(&engine->flags, &engine->event);
}
/** The current task's innermost frame; it has one. */
static inline struct pk_frame *pk_frame_top(const struct pk_engine *engine)
{
	return &engine->thread->frames[engine->thread->nr_frames - 1];
}
/** The current task's frame NR is a call on netfilter's behalf, or one by it. */
void pk_frame_hook(struct pk_engine *engine, uint32_t nr);
/** What the open hook called that frees the packet of the current event; NULL: there is none, or it was not recorded.
 *  POOL's. */
const struct pk_hook_calls *pk_hook_calls_now(const struct pk_engine *engine,
					      struct pk_packet_pool *pool);
/** How certain it is that an event lies in the open frames: a filtered trace misses some exits. */
enum pk_identity pk_nesting(const struct pk_engine *engine);
/** Packet of the current task's frames; stops at frames that send something else. NULL: none. */
struct pk_packet *pk_current_packet(struct pk_engine *engine);
/** Innermost open frame of the current task with ACT; NULL: none. LIMIT: only inside the nearest
 *  frame of a packet of the other direction. */
struct pk_frame *pk_frame_with(struct pk_engine *engine, enum pk_stage_act act);
bool pk_inside(struct pk_engine *engine, enum pk_stage_act act);
/** Open frame of the function whose entry probe of STAGE just fired; NULL: it comes later, or is
 *  not recorded. Frames of the probe's own machinery, if traced, are skipped. */
struct pk_frame *pk_frame_probed(struct pk_engine *engine, const struct pk_stage *stage);
/** FRAME's piece of its packet, which must be set; NULL: it was not recorded. */
struct pk_piece *pk_frame_piece(const struct pk_frame *frame);
void pk_frame_bind(struct pk_engine *engine, struct pk_frame *frame, struct pk_packet *packet,
		   enum pk_identity how);
/** The next frame of STAGE's function in the current task and context will belong to PACKET. */
void pk_frame_expect(struct pk_engine *engine, const struct pk_stage *stage,
		     struct pk_packet *packet);
/** Packet of the next frame in the current task and context, by the newest entry probe; NULL:
 *  none. */
struct pk_packet *pk_expected_packet(struct pk_engine *engine);

/* packet_events.c */
struct pk_packet *pk_packet_new(struct pk_engine *engine, enum pk_direction dir);
/** The event belongs to PACKET: take its time, mark and device. */
void pk_packet_touch(struct pk_engine *engine, struct pk_packet *packet,
		     const struct pk_event_facts *facts);
/** Record the event as a step of PACKET, unless it lies in its frames. */
void pk_packet_step(struct pk_engine *engine, struct pk_packet *packet);
/** PACKET was in a function of STAGE or of one protocol only, so it is of a protocol being
 *  shown. */
void pk_packet_is_of(struct pk_packet *packet, const struct pk_stage *stage);
/** OUTER carries INNER through a tunnel. */
void pk_carry(struct pk_packet *inner, struct pk_packet *outer, enum pk_identity how);
/** PACKET, received, passes up from its device to another. */
void pk_packet_step_up(struct pk_packet *packet, enum pk_up up);
/** The current event alone. */
struct pk_piece pk_piece_now(const struct pk_engine *engine);
/** Record an event outside all frames of PACKET, so that its spans show it. */
void pk_piece_point(struct pk_engine *engine, struct pk_packet *packet);
struct pk_wire_frame *pk_wire_frame_add(struct pk_engine *engine, struct pk_packet *packet);
/** Take the number of segments of FRAME from the event. */
void pk_wire_frame_segs(struct pk_engine *engine, struct pk_wire_frame *frame,
			const struct pk_event_facts *facts);
/** FUNC is a tracepoint's own function (__traceiter_NAME), which is called where calls cannot be patched
 *  (no static calls: arm64). */
bool pk_is_tracepoint_call(struct pk_ctx *ctx, uint64_t func);
/** FACTS tell of a free, and its place is in FUNC. */
bool pk_is_freed_in(struct pk_engine *engine, const struct pk_event_facts *facts, const char *func);
/** What FACTS call dropped is freed in a softirq, for who could not free it there: a driver, which was done with it or could
 *  not send it (dev_kfree_skb_any()). */
static inline bool pk_is_freed_later(struct pk_engine *engine, const struct pk_event_facts *facts)
{
	return pk_is_freed_in(engine, facts, "net_tx_action");
}
/** Record kfree_skb's reason and location for PACKET: of a segment of it perhaps. */
void pk_drop_keep(struct pk_engine *engine, struct pk_packet *packet,
		  const struct pk_event_facts *facts);
/** The same of PACKET's own skb, drop or not. */
void pk_drop_note(struct pk_engine *engine, struct pk_packet *packet,
		  const struct pk_event_facts *facts);
/** Add the calls and events of FROM to TO. */
void pk_trail_take(struct pk_packet *to, const struct pk_packet *from);
/** Sort PACKET's steps by time. */
void pk_trail_sort_steps(struct pk_packet *packet);
/** Move everything of FROM to TO (GRO merged it) and remove FROM from the set. */
void pk_packet_absorb(struct pk_engine *engine, struct pk_packet *to, struct pk_packet *from);
/** Whether this is still the softirq that received PACKET, by its frames or newest span. A deferred
 *  free may run in a later softirq of the same CPU and task. */
bool pk_on_receipt(struct pk_engine *engine, const struct pk_packet *packet);
/** The event is so close to the start of the window that its cause may precede it: an earlier
 *  window may know more. */
bool pk_near_start(const struct pk_engine *engine);
/** The same for a time. */
bool pk_time_near_start(const struct pk_engine *engine, uint64_t ts);
/** The last skb that the current task gave to a driver is SKB. */
static inline bool pk_gave_last(const struct pk_engine *engine, uint64_t skb)
{
	const struct pk_thread *thread = engine->thread;
	const struct pk_sending *last =
		thread->nr_sending ? &thread->sending[thread->nr_sending - 1] : NULL;

	return last && last->skb == skb && last->driven;
}

/* macsec_below.c */
/** The event told that PACKET is queued on one more device, where it may be a frame that carries INNER: PACKET itself, or
 *  one whose driver sends a copy. */
void pk_note_below(struct pk_engine *engine, struct pk_packet *packet, struct pk_packet *inner,
		   uint64_t skb);
/** INNER was given to the device above BELOW_DEV, and what is there is another packet. */
void pk_was_given(struct pk_packet *inner, const char *below_dev);

/** rx*.c, tx*.c: what the stages of one direction do to packets. */
struct pk_side {
	enum pk_stage_side other; /* ignore stages of this side */
	void (*enter)(struct pk_engine *engine, struct pk_frame *frame);
	void (*leave)(struct pk_engine *engine, struct pk_frame *frame); /* NULL: nothing */
	void (*event)(struct pk_engine *engine, const struct pk_event_facts *facts);
};
extern const struct pk_side pk_side_rx, pk_side_tx;
/** Find the sent packet whose clone on the wire is OBJECT, by its place beside the original and
 *  HEADER as far as known, and attach it. NULL: none. */
struct pk_packet *pk_tx_of_clone(struct pk_engine *engine, struct pk_object *object,
				 const struct pk_header *header);

/* copies.c */
/** OBJECT's life began as a copy of OLD (NULL: unknown). True: a copy for a socket, of the packet
 *  that the protocol is handling, or a segment of one that was cut before. */
bool pk_copy_received(struct pk_engine *engine, const struct pk_object *old,
		      struct pk_object *object);

/* calls.c */
/** Make the task of engine->event the current one; false: no memory for it. */
bool pk_engine_at(struct pk_engine *engine);
/** Apply FACTS of the current event. */
void pk_take_facts(struct pk_engine *engine, const struct pk_event_facts *facts);
/** That call began. */
void pk_frame_enter(struct pk_engine *engine, const struct pk_entered *entered);
void pk_frame_exit(struct pk_engine *engine, uint64_t func, int64_t depth);
/** The function is about to be entered with these arguments. */
void pk_call_args(struct pk_engine *engine, uint64_t func, const uint8_t *args, uint32_t nr_args);
/** Events were lost before EVENT: frames that its CPU's tasks had open may have ended. */
void pk_engine_gap(struct pk_engine *engine, const struct pk_event *event);

/* function_frames.c */
/** Handle a function entry or its stack trace, after anything held back. True: EVENT was one. */
bool pk_function_tracer_take(struct pk_engine *engine, const struct pk_event *event);
/** The same. Most events are none of its, with nothing that waits for one. */
static inline bool pk_function_tracer_event(struct pk_engine *engine, const struct pk_event *event)
{
	const struct pk_held_call *held = &engine->held_calls[event->cpu];

	return (held->held || held->just_called || held->stepped ||
		event->type == engine->function_type || event->type == engine->stack_type) &&
	       pk_function_tracer_take(engine, event);
}
/** No more events follow: handle what was held back. */
void pk_engine_end(struct pk_engine *engine);

/* engine.c */
/** PLANS and SET are borrowed and must outlive the engine. */
enum pk_status pk_engine_init(struct pk_engine *engine, struct pk_ctx *ctx, struct pk_plans *plans,
			      uint32_t nr_cpus, struct pk_packet_set *set);
void pk_engine_deinit(struct pk_engine *engine);
/** Handle the next event in time order. */
void pk_engine_event(struct pk_engine *engine, const struct pk_event *event);

/* outcome.c */
enum pk_status pk_outcomes_settle(struct pk_engine *engine);

#endif
