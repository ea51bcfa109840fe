// SPDX-License-Identifier: GPL-3.0-or-later
/* The open calls of each task, and whose packet they work on. */
#include "analysis/events/engine.h"
#include "model/packet.h"

#include <stdlib.h>
#include <string.h>

struct pk_thread *pk_thread_keyed(struct pk_engine *engine, int64_t key)
{
	struct pk_thread *thread = pk_hash_obtain(&engine->threads, (uint64_t)key, sizeof(*thread));

	if (thread)
		thread->key = key;
	engine->out_of_memory |= !thread;
	return thread;
}

/* What interrupted a packet's frames is not that packet's, nor is what they do for a whole list. */
struct pk_packet *pk_current_packet(struct pk_engine *engine)
{
	struct pk_thread *thread = engine->thread;
	enum pk_context context = pk_context_now(engine);

	for (uint32_t i = thread->nr_frames; i-- > 0;) {
		struct pk_frame *frame = &thread->frames[i];

		if (frame->packet)
			return frame->call.context == context ? frame->packet : NULL;
		if (frame->loose || (frame->stage && (frame->stage->act == PK_ACT_TX_OTHER ||
						      frame->stage->act == PK_ACT_RX_PASS)))
			return NULL;
	}
	return NULL;
}

struct pk_frame *pk_frame_with(struct pk_engine *engine, enum pk_stage_act act)
{
	struct pk_thread *thread = engine->thread;

	for (uint32_t i = thread->nr_frames; i-- > 0;) {
		if (thread->frames[i].stage && thread->frames[i].stage->act == act)
			return &thread->frames[i];
		if (thread->frames[i].loose)
			return NULL;
	}
	return NULL;
}

/* Within the current packet's own frames only: what lies further out belongs to somebody else. */
bool pk_inside(struct pk_engine *engine, enum pk_stage_act act)
{
	struct pk_thread *thread = engine->thread;

	for (uint32_t i = thread->nr_frames; i-- > 0;) {
		if (thread->frames[i].stage && thread->frames[i].stage->act == act)
			return true;
		if (thread->frames[i].packet || thread->frames[i].loose)
			return false;
	}
	return false;
}

enum pk_identity pk_nesting(const struct pk_engine *engine)
{
	const struct pk_thread *thread = engine->thread;
	bool open_ended = thread->nr_frames && thread->frames[thread->nr_frames - 1].by_entry;

	return open_ended && engine->filtered ? PK_ID_GUESS : PK_ID_NESTED;
}

/* Frames below those of functions that are not on the path: the probe's handlers among them. */
static uint32_t frames_on_path(const struct pk_thread *thread)
{
	uint32_t nr = thread->nr_frames;

	while (nr && !thread->frames[nr - 1].stage)
		nr--;
	return nr;
}

struct pk_frame *pk_frame_probed(struct pk_engine *engine, const struct pk_stage *stage)
{
	struct pk_thread *thread = engine->thread;
	uint32_t nr = frames_on_path(thread);

	return nr && thread->frames[nr - 1].stage == stage ? &thread->frames[nr - 1] : NULL;
}

void pk_frame_expect(struct pk_engine *engine, const struct pk_stage *stage,
		     struct pk_packet *packet)
{
	/* The handlers' frames end before the function's begins: only what lies below must stay. */
	engine->thread->pending[pk_context_now(engine)] =
		(struct pk_pending){stage, packet, frames_on_path(engine->thread)};
}

struct pk_packet *pk_expected_packet(struct pk_engine *engine)
{
	return engine->thread->pending[pk_context_now(engine)].packet;
}

/* --- hooks of netfilter ---------------------------------------------------------------------------------- */

static bool is_hooking(const struct pk_frame *frame)
{
	return frame->stage && frame->stage->marks & PK_HOOKS;
}

/* The innermost of those that are kept whose frame is not above NR. */
static struct pk_hooking *hooking_up_to(struct pk_thread *thread, uint32_t nr)
{
	while (thread->nr_hooking && thread->hooking[thread->nr_hooking - 1].frame > nr)
		thread->nr_hooking--;
	return thread->nr_hooking ? &thread->hooking[thread->nr_hooking - 1] : NULL;
}

static void hook_begins(struct pk_thread *thread, uint32_t nr)
{
	struct pk_hooking *last = hooking_up_to(thread, nr);

	if (last && last->frame == nr)
		thread->nr_hooking--;
	if (thread->nr_hooking == PK_HOOKING_ROOM)
		return;
	last = &thread->hooking[thread->nr_hooking++];
	last->frame = nr;
	last->nr = 0;
}

void pk_frame_hook(struct pk_engine *engine, uint32_t nr)
{
	struct pk_thread *thread = engine->thread;
	const struct pk_frame *frame = &thread->frames[nr], *around = nr ? frame - 1 : NULL;
	struct pk_hooking *hooking;

	if (is_hooking(frame)) {
		hook_begins(thread, nr);
		return;
	}
	/* What interrupts it is none of its calls. */
	hooking = hooking_up_to(thread, nr - 1);
	if (!hooking || hooking->frame != nr - 1 || frame->call.context != around->call.context ||
	    pk_stage_is(frame->stage, "free"))
		return;
	if (hooking->nr < PK_HOOK_CALLS_MAX)
		hooking->funcs[hooking->nr] = frame->call.func;
	hooking->nr++;
}

const struct pk_hook_calls *pk_hook_calls_now(const struct pk_engine *engine,
					      struct pk_packet_pool *pool)
{
	struct pk_thread *thread = engine->thread;
	struct pk_hook_calls *calls;
	const struct pk_hooking *hooking;
	uint32_t at = thread->nr_frames;

	while (at && !is_hooking(&thread->frames[at - 1])) {
		const struct pk_frame *frame = &thread->frames[--at];

		if (frame->loose || (frame->stage && !pk_stage_is(frame->stage, "free") &&
				     !pk_stage_is(frame->stage, "netfilter")))
			return NULL;
	}
	hooking = at ? hooking_up_to(thread, at - 1) : NULL;
	if (!hooking || hooking->frame != at - 1 || !hooking->nr ||
	    hooking->nr > PK_HOOK_CALLS_MAX || thread->frames[at - 1].implied)
		return NULL;
	calls = pk_packet_pool_alloc(pool, sizeof(*calls));
	if (!calls)
		return NULL;
	calls->nr = hooking->nr;
	memcpy(calls->funcs, hooking->funcs, hooking->nr * sizeof(*calls->funcs));
	for (uint32_t i = 0; i < 2 && at > i + 1; i++) {
		if (thread->frames[at - 1 - i].loose || at - 1 - i <= thread->nr_doubtful)
			break;
		calls->callers[i] = thread->frames[at - 2 - i].call.func;
	}
	return calls;
}

/* --- a packet's frames ----------------------------------------------------------------------------------- */

static void note_under(const struct pk_engine *engine, const struct pk_frame *frame,
		       struct pk_piece *piece)
{
	const struct pk_thread *thread = engine->thread;
	struct pk_packet_pool *pool = frame->packet->pool;
	uint64_t under[PK_PIECE_UNDER + 1] = {0};
	unsigned nr = 0;

	while (frame-- > thread->frames + thread->nr_doubtful && nr < PK_PIECE_UNDER &&
	       !frame->packet)
		if (frame->stage)
			under[nr++] = frame->call.func;
	piece->under = nr ? pk_packet_pool_under(pool, under) : NULL;
}

/* A function that the filter asks for is FRAME's, or around it, or was called from it. */
static bool lies_in_wanted(const struct pk_engine *engine, const struct pk_frame *frame)
{
	const struct pk_thread *thread = engine->thread;
	const struct pk_frame *around = frame;

	for (const struct pk_frame *in = frame; in < thread->frames + thread->nr_frames; in++)
		if (in->call.context == frame->call.context && (in->wanted || in->wanted_below))
			return true;
	while (around-- > thread->frames + thread->nr_doubtful && !around->packet &&
	       around->call.context == frame->call.context && !around[1].loose)
		if (around->wanted)
			return true;
	return false;
}

struct pk_piece *pk_frame_piece(const struct pk_frame *frame)
{
	struct pk_trail *trail = &frame->packet->trail;

	return frame->piece < trail->nr_pieces ? &trail->pieces[frame->piece] : NULL;
}

void pk_frame_bind(struct pk_engine *engine, struct pk_frame *frame, struct pk_packet *packet,
		   enum pk_identity how)
{
	struct pk_piece *piece = frame->packet ? pk_frame_piece(frame) : NULL;

	if (frame->packet == packet) {
		if (piece && how > piece->how)
			piece->how = how;
		return;
	}
	if (piece)
		piece->how = PK_ID_NONE; /* was not its after all */
	piece = pk_trail_add_piece(packet);
	if (!piece)
		return;
	frame->packet = packet;
	frame->piece = packet->trail.nr_pieces - 1;
	*piece = (struct pk_piece){
		.func = frame->call.func,
		.depth = frame->call.depth,
		.cpu = engine->event.cpu,
		.pid = engine->event.pid,
		.context = frame->call.context,
		.start = frame->start,
		.end = engine->event.ts,
		.open = !frame->by_entry,
		.by_entry = frame->by_entry,
		.entry_seen = true,
		.how = how,
		.pos = frame->pos,
	};
	note_under(engine, frame, piece);
	packet->through |= lies_in_wanted(engine, frame);
	if (frame->start < packet->first_ns)
		packet->first_ns = frame->start;
}
