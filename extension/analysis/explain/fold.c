// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Folding: hundreds of calls to some sixty lines, with no time lost.
 *
 * Shown are the calls of the stages table, what contains one, and what takes a good part of the
 * packet without being noise. The rest is folded into the line above it: a count, a time, and the
 * classes of what was folded. If too many lines are left, the bar rises step by step; calls that
 * do something to the packet stay longest.
 */
#include "analysis/explain/path.h"
#include "core/kit.h"

#include <string.h>

#define NOT_NOISE_SHARE 3 /* percent of the packet that makes a call worth a line */

/* What is asked of a call at each step to keep its line. */
static const struct level {
	/* a stage function with no effect on the packet must take so much */
	unsigned stage_percent;
	bool effects_only; /* only calls that do something to the packet */
} levels[] = {{0, false}, {1, false}, {3, false}, {10, false}, {100, true}};

const char *pk_noise_name(enum pk_noise noise)
{
	static const char *const names[PK_NR_NOISES] = {
		"",	 "irq",	  "probe", "lock", "rcu",  "preempt", "time",
		"timer", "sched", "alloc", "lsm",  "acct", "other"};

	return noise < PK_NR_NOISES ? names[noise] : "?";
}

static uint64_t length_of(const struct pk_call *call)
{
	return call->by_entry ? call->extent : call->dur;
}

static bool own_merit(const struct pk_call *call, uint64_t total, const struct level *level)
{
	const struct pk_stage *stage = call->name ? call->name->stage : NULL;

	if (call->kind != PK_CALL_PLAIN)
		return call->parent && call->parent->kind == PK_CALL_PLAIN && call->other;
	if (call->open)
		return true;
	if (stage && stage->act != PK_ACT_NONE && stage->act != PK_ACT_FREE &&
	    stage->act != PK_ACT_FREE_CALL && stage->act != PK_ACT_ALLOC &&
	    stage->act != PK_ACT_COPY_HEADER)
		return true;
	if (level->effects_only)
		return false;
	if (stage)
		return length_of(call) * 100 >= total * level->stage_percent;
	return call->name && call->name->noise == PK_NOISE_NONE &&
	       length_of(call) * 100 >= total * (level->stage_percent > NOT_NOISE_SHARE
							 ? level->stage_percent
							 : NOT_NOISE_SHARE);
}

struct pk_call *pk_call_next(const struct pk_call *call, const struct pk_call *root, bool down)
{
	if (down && call->child)
		return call->child;
	while (call != root && !call->next)
		call = call->parent;
	return call == root ? NULL : call->next;
}

const struct pk_call *pk_call_next_staged(const struct pk_call *call, const struct pk_call *root)
{
	do
		call = call ? pk_call_next(call, root, call->kind == PK_CALL_PLAIN) : root;
	while (call && (call->kind != PK_CALL_PLAIN || !call->name || !call->name->stage));
	return call;
}

uint64_t pk_path_begin(const struct pk_path *path, uint32_t i)
{
	const struct pk_path_piece *piece = &path->pieces[i];

	return piece->root ? piece->root->start : piece->piece->start;
}

uint64_t pk_path_end(const struct pk_path *path, uint32_t i)
{
	const struct pk_path_piece *piece = &path->pieces[i];

	return piece->root && !piece->root->by_entry ? piece->root->start + piece->root->dur
						     : piece->piece->end;
}

static uint32_t mark_shown(struct pk_call *root, uint64_t total, const struct level *level)
{
	uint32_t lines = 0;

	for (struct pk_call *call = root; call; call = pk_call_next(call, root, true))
		call->shown = false;
	for (struct pk_call *call = root; call; call = pk_call_next(call, root, true)) {
		if (call != root && !own_merit(call, total, level))
			continue;
		/* And all that it lies in. */
		for (struct pk_call *up = call; up && !up->shown; up = up->parent) {
			up->shown = true;
			lines++;
		}
	}
	return lines;
}

static uint32_t mark_all(struct pk_call *root)
{
	uint32_t lines = 0;

	for (struct pk_call *call = root; call; call = pk_call_next(call, root, true), lines++)
		call->shown = true;
	return lines;
}

static void fold_into(struct pk_call *shown, const struct pk_call *folded)
{
	shown->folded_calls += folded->calls;
	shown->folded_ns += folded->dur;
}

static enum pk_noise noise_of(const struct pk_call *call)
{
	return call->kind == PK_CALL_IRQ	 ? PK_NOISE_IRQ
	       : call->name && call->name->noise ? call->name->noise
						 : PK_NOISE_OTHER;
}

/* What account() folds into it; few calls are asked for that. */
void pk_call_noise(const struct pk_call *call, uint64_t ret_ns[PK_NR_NOISES])
{
	memset(ret_ns, 0, PK_NR_NOISES * sizeof(*ret_ns));
	if (call->kind != PK_CALL_PLAIN)
		return;
	for (const struct pk_call *child = call->child; child; child = child->next)
		if (!child->shown && child->kind != PK_CALL_NESTED)
			ret_ns[noise_of(child)] += child->dur;
}

/* Without what it called. Below zero where a child's stamps reach past its parent's: so that the
 * sum still is the whole. */
static int64_t own_time(const struct pk_call *call)
{
	uint64_t own = call->dur; /* unsigned: damaged stamps make durations of any size */

	for (const struct pk_call *child = call->child; child; child = child->next)
		own -= child->dur;
	return (int64_t)own;
}

/* Each nanosecond into one of four: shown calls' own, folds, interrupts, other packets. */
static void account(struct pk_path *path, struct pk_call *root)
{
	struct pk_call *call = root;

	path->total_ns += root->dur;
	path->calls += root->calls;
	while (call) {
		bool down = call->shown && call->kind == PK_CALL_PLAIN;

		call->folded_calls = 0;
		call->folded_ns = 0;
		if (down) {
			path->shown_ns =
				(int64_t)((uint64_t)path->shown_ns + (uint64_t)own_time(call));
		} else if (call->kind == PK_CALL_IRQ) {
			path->irq_ns += call->dur;
			if (!call->shown)
				fold_into(call->parent, call);
		} else if (call->kind == PK_CALL_NESTED) {
			path->nested_ns += call->dur;
		} else {
			path->folded_ns += call->dur;
			path->folded_calls += call->calls;
			fold_into(call->parent, call);
			path->noise_ns[noise_of(call)] += call->dur;
		}
		call = pk_call_next(call, root, down);
	}
}

uint64_t pk_call_undisturbed_ns(const struct pk_call *call)
{
	uint64_t ns = call->dur;
	const struct pk_call *below = pk_call_next(call, call, true);

	while (below) {
		bool own = below->kind == PK_CALL_PLAIN;

		if (!own)
			ns -= below->dur < ns ? below->dur : ns;
		below = pk_call_next(below, call, own);
	}
	return ns;
}

static uint64_t probe_time(const struct pk_call *root)
{
	uint64_t total = 0;
	const struct pk_call *call = root;

	while (call) {
		bool probe = call->name && call->name->noise == PK_NOISE_PROBE;

		if (probe)
			total += pk_call_undisturbed_ns(call);
		call = pk_call_next(call, root, !probe);
	}
	return total;
}

void pk_path_fold(struct pk_path *path, uint32_t lines)
{
	uint64_t total = 0;

	for (uint32_t i = 0; i < path->nr_pieces; i++)
		total += path->pieces[i].root ? length_of(path->pieces[i].root) : 0;
	path->lines = 0;
	for (unsigned step = 0; lines && step < PK_ARRAY_SIZE(levels); step++) {
		path->lines = 0;
		for (uint32_t i = 0; i < path->nr_pieces; i++)
			if (path->pieces[i].root)
				path->lines +=
					mark_shown(path->pieces[i].root, total, &levels[step]);
		if (path->lines <= lines)
			break;
	}
	path->total_ns = path->shown_ns = path->folded_ns = path->irq_ns = path->nested_ns = 0;
	path->folded_calls = path->calls = 0;
	path->probe_ns = 0;
	path->by_entry = false;
	memset(path->noise_ns, 0, sizeof(path->noise_ns));
	for (uint32_t i = 0; i < path->nr_pieces; i++) {
		struct pk_call *root = path->pieces[i].root;

		if (!root)
			continue;
		if (!lines)
			path->lines += mark_all(root);
		path->by_entry |= root->by_entry;
		account(path, root);
		path->probe_ns += probe_time(root);
	}
}
