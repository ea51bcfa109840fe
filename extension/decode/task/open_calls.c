// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/task/task.h"

#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/task/stack.h"

#define MAX_FRAMES 4096
/* shadow frames that the plain stack lacks (tail calls) between two that it has */
#define MAX_SKIP 8

static bool add(struct pk_open_calls *calls, const struct pk_open_frame *frame)
{
	if (calls->nr == MAX_FRAMES)
		return false;
	if (!pk_grow(calls->frames, calls->nr, calls->room))
		return false;
	calls->frames[calls->nr++] = *frame;
	return true;
}

struct shadow {
	struct pk_ctx *ctx;
	struct pk_open_calls *calls;
};

/* Where functions begin with an instruction of their own for branches, the recorded address is behind it. */
static bool add_shadow(const struct pk_open_frame *frame, void *arg)
{
	struct shadow *shadow = arg;
	struct pk_open_frame copy = *frame;

	pk_stack_function_at(shadow->ctx, frame->func, false, &copy.func);
	return add(shadow->calls, &copy);
}

static void reverse(struct pk_open_frame *frames, size_t nr)
{
	for (size_t i = 0; i < nr / 2; i++) {
		struct pk_open_frame swap = frames[i];

		frames[i] = frames[nr - 1 - i];
		frames[nr - 1 - i] = swap;
	}
}

/* The task's shadow frames, outermost first. */
static enum pk_status shadow_read(struct pk_ctx *ctx, const struct pk_task *task,
				  struct pk_open_calls *calls)
{
	struct shadow shadow = {.ctx = ctx, .calls = calls};
	enum pk_status status = pk_shadow_stack_walk(ctx, task, add_shadow, &shadow);

	reverse(calls->frames, calls->nr);
	return status;
}

/*
 * Plain frames are complete, shadow frames know times. What only the latter has was left by a tail call: it has the
 * return address of the function that it jumped to, and stands before that.
 *
 *	plain   | caller .. [slot: return address into caller] | function that was jumped to ..
 *	shadow    caller, function that jumped (slot), function that was jumped to (slot)
 */
struct merging {
	struct pk_ctx *ctx;
	const struct pk_stack_image *image;
	const struct pk_open_calls *shadow;
	struct pk_open_calls *calls;
	size_t at; /* the next shadow frame */
	size_t matched; /* calls up to the last that both stacks have */
};

#define NOWHERE SIZE_MAX

/* Among the words, innermost first. NOWHERE: the kernel does not record it, or it is on none of these stacks. */
static size_t place_of(const struct pk_stack_image *image, uint64_t slot)
{
	size_t index = slot ? pk_stack_word_index(image, slot) : image->nr_words;

	return index < image->nr_words && image->words[index].slot == slot ? index : NOWHERE;
}

/* Compilers move what is rarely run out of a function, to NAME.cold. */
static bool same_function(struct pk_ctx *ctx, uint64_t shadow, uint64_t plain)
{
	struct pk_symbol name, part;
	char *cold;

	if (shadow == plain)
		return true;
	if (pk_symbol_at(ctx, shadow, &name) != PK_OK || pk_symbol_at(ctx, plain, &part) != PK_OK ||
	    !(cold = strstr(part.name, ".cold")))
		return false;
	*cold = '\0';
	return !strcmp(name.name, part.name) && !strcmp(name.module, part.module);
}

static void adopt(struct merging *merging, struct pk_open_frame *frame)
{
	const struct pk_open_frame *shadow = &merging->shadow->frames[merging->at++];

	frame->calltime = shadow->calltime;
	frame->ret = shadow->ret;
	merging->matched = merging->calls->nr + 1;
}

/* By where their return addresses stand: the shadow frames outside plain frame I, and its own. */
static bool match_by_slot(struct merging *merging, size_t i, struct pk_open_frame *frame)
{
	const struct pk_stack_image *image = merging->image;
	size_t mine = NOWHERE;

	/* A return address that nobody saved is still in its register, and so is the caller's frame pointer. */
	if (i + 1 < image->nr_frames)
		mine = place_of(
			image, image->frames[i + 1].slot
				       ? pk_arch_return_key(merging->ctx, image->frames[i + 1].slot)
				       : image->regs.fp);
	while (mine != NOWHERE && merging->at < merging->shadow->nr) {
		const struct pk_open_frame *next = &merging->shadow->frames[merging->at];
		size_t its = place_of(image, next->slot);

		if (its == NOWHERE || its < mine)
			break;
		if (its == mine && same_function(merging->ctx, next->func, frame->func)) {
			adopt(merging, frame);
			return true;
		}
		add(merging->calls, next);
		merging->at++;
	}
	return false;
}

/* Where the kernel does not record that: the next of the same function, if it is near. */
static void match_by_name(struct merging *merging, struct pk_open_frame *frame)
{
	const struct pk_open_calls *shadow = merging->shadow;
	size_t at = merging->at;

	if (at < shadow->nr && place_of(merging->image, shadow->frames[at].slot) != NOWHERE)
		return;
	while (at < shadow->nr && at - merging->at <= MAX_SKIP &&
	       !same_function(merging->ctx, shadow->frames[at].func, frame->func))
		at++;
	if (at == shadow->nr || at - merging->at > MAX_SKIP)
		return;
	while (merging->at < at)
		add(merging->calls, &shadow->frames[merging->at++]);
	adopt(merging, frame);
}

/* Calls up to the one that the next shadow frame, of unknown slot, was called from: what is behind was jumped to. */
static size_t caller_of_next(const struct merging *merging)
{
	const struct pk_open_frame *next = &merging->shadow->frames[merging->at];
	const struct pk_open_calls *calls = merging->calls;

	for (size_t i = calls->nr; next->ret && i-- > merging->matched;)
		if (calls->frames[i].pc == next->ret)
			return i + 1;
	return merging->matched && merging->matched < calls->nr ? merging->matched : calls->nr;
}

/* Shadow frames that no plain frame is. */
static void add_rest(struct merging *merging)
{
	struct pk_open_calls *calls = merging->calls;
	size_t to = calls->nr, plain, rest;

	if (merging->at == merging->shadow->nr)
		return;
	if (place_of(merging->image, merging->shadow->frames[merging->at].slot) == NOWHERE)
		to = caller_of_next(merging);
	plain = calls->nr - to;
	while (merging->at < merging->shadow->nr)
		add(calls, &merging->shadow->frames[merging->at++]);
	rest = calls->nr - to - plain;
	reverse(calls->frames + to, plain + rest);
	reverse(calls->frames + to, rest);
	reverse(calls->frames + to + rest, plain);
}

/* Entries of softirqs and interrupts. A shadow stack begins with the first function that was traced: then it is one of those that
 * open_softirq() gets, which nothing else calls. Interrupts by which the panicking CPU stops the others are no
 * work of the CPU: what they interrupted is. */
static enum pk_call_context entered(const struct pk_ctx *ctx, const char *name,
				    enum pk_call_context context)
{
	static const char *const softirqs[] = {"__do_softirq*",
					       "handle_softirqs*",
					       "__softirqentry_text_start*",
					       "run_ksoftirqd*",
					       "net_rx_action*",
					       "net_tx_action*",
					       "run_timer_softirq*",
					       "hrtimer_run_softirq*",
					       "tasklet_action*",
					       "tasklet_hi_action*",
					       "rcu_core_si*",
					       "blk_done_softirq*",
					       "irq_poll_softirq*",
					       "sched_balance_softirq*",
					       "run_rebalance_domains*",
					       NULL};
	const struct pk_arch *arch = pk_arch(ctx);

	if (pk_arch_names(softirqs, name))
		return PK_CALL_SOFTIRQ;
	if (arch && pk_arch_names(arch->interrupts, name) && !pk_arch_names(arch->stops, name))
		return PK_CALL_HARDIRQ;
	return context;
}

/* What interrupts a CPU while it panics is no work that it died in. INNER_FIRST: the order of FRAMES. */
static enum pk_call_context context_of(struct pk_ctx *ctx, const struct pk_task *task,
				       const struct pk_open_frame *frames, size_t nr,
				       bool inner_first)
{
	static const char *const panics[] = {"panic", "vpanic", NULL};
	enum pk_call_context context = task->pid ? PK_CALL_PROCESS : PK_CALL_IDLE;
	struct pk_symbol symbol;

	for (size_t i = 0; i < nr; i++) {
		const struct pk_open_frame *frame = &frames[inner_first ? nr - 1 - i : i];

		if (pk_symbol_at(ctx, frame->func, &symbol) != PK_OK)
			continue;
		if (pk_arch_names(panics, symbol.name))
			break;
		context = entered(ctx, symbol.name, context);
	}
	return context;
}

enum pk_status pk_open_calls_of_cpu(struct pk_ctx *ctx, int cpu, struct pk_open_calls *ret_calls)
{
	struct pk_open_calls calls = {.cpu = cpu}, shadow = {0};
	struct pk_stack_image image;
	enum pk_status status = pk_cpu_task(ctx, cpu, &calls.task);

	if (status != PK_OK)
		return status;
	status = shadow_read(ctx, &calls.task, &shadow);
	if (status != PK_OK && status != PK_ABSENT)
		pk_warn(ctx, "%s", pk_error(ctx));
	status = pk_stack_image_init(ctx, cpu, &image);
	if (status == PK_ABSENT && !shadow.nr) {
		calls.context = PK_CALL_USER;
		*ret_calls = calls;
		return PK_OK;
	}
	if (status == PK_OK && (image.unwound || !shadow.nr)) {
		struct merging merging = {
			.ctx = ctx, .image = &image, .shadow = &shadow, .calls = &calls};

		for (size_t i = image.nr_frames; i-- > 0;) {
			struct pk_open_frame frame = image.frames[i];

			if (!match_by_slot(&merging, i, &frame))
				match_by_name(&merging, &frame);
			add(&calls, &frame);
		}
		add_rest(&merging);
		calls.source = image.unwound ? PK_CALLS_UNWOUND : PK_CALLS_SCANNED;
	} else {
		for (size_t i = 0; i < shadow.nr; i++)
			add(&calls, &shadow.frames[i]);
		calls.source = shadow.nr ? PK_CALLS_SHADOW : PK_CALLS_NONE;
	}
	calls.context = context_of(ctx, &calls.task, calls.frames, calls.nr, false);
	/* Entries need not be among what is traced; what was searched has them. */
	if (status == PK_OK && calls.source == PK_CALLS_SHADOW &&
	    (calls.context == PK_CALL_PROCESS || calls.context == PK_CALL_IDLE))
		calls.context = context_of(ctx, &calls.task, image.frames, image.nr_frames, true);
	if (status == PK_OK)
		pk_stack_image_deinit(&image);
	pk_open_calls_deinit(&shadow);
	*ret_calls = calls;
	return PK_OK;
}

enum pk_status pk_open_calls_of_task(struct pk_ctx *ctx, const struct pk_task *task,
				     struct pk_open_calls *ret_calls)
{
	struct pk_open_calls calls = {.cpu = -1, .task = *task, .source = PK_CALLS_SHADOW};
	enum pk_status status = shadow_read(ctx, task, &calls);

	if (status == PK_OK && !calls.nr)
		status = pk_fail(ctx, PK_ABSENT, "task %llx has no open shadow frame",
				 (unsigned long long)task->addr);
	if (status != PK_OK) {
		pk_open_calls_deinit(&calls);
		return status;
	}
	calls.context = context_of(ctx, &calls.task, calls.frames, calls.nr, false);
	*ret_calls = calls;
	return PK_OK;
}
