// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/open_calls.h"

#include <stdlib.h>
#include <string.h>

#include "decode/stack.h"
#include "decode/task.h"

#define MAX_FRAMES 4096
#define MAX_SKIP                                                                                   \
	8 /* shadow frames that the plain stack lacks (tail calls) between two that it has */

const char *pk_call_context_name(enum pk_call_context context)
{
	static const char *const names[] = {
		[PK_CALL_PROCESS] = "process", [PK_CALL_SOFTIRQ] = "softirq",
		[PK_CALL_HARDIRQ] = "hardirq", [PK_CALL_IDLE] = "idle",
		[PK_CALL_USER] = "user",
	};

	return names[context];
}

const char *pk_call_source_name(enum pk_call_source source)
{
	static const char *const names[] = {
		[PK_CALLS_NONE] = "no stack",
		[PK_CALLS_SHADOW] = "shadow stack",
		[PK_CALLS_UNWOUND] = "unwound stack",
		[PK_CALLS_SCANNED] = "scanned stack",
	};

	return names[source];
}

static bool add(struct pk_open_calls *calls, const struct pk_open_frame *frame)
{
	if (calls->nr == MAX_FRAMES)
		return false;
	if (calls->nr == calls->room) {
		size_t room = calls->room ? 2 * calls->room : 64;
		struct pk_open_frame *grown = realloc(calls->frames, room * sizeof(*grown));

		if (!grown)
			return false;
		calls->frames = grown;
		calls->room = room;
	}
	calls->frames[calls->nr++] = *frame;
	return true;
}

void pk_open_calls_deinit(struct pk_open_calls *calls)
{
	free(calls->frames);
	memset(calls, 0, sizeof(*calls));
}

struct shadow {
	struct pk_ctx *ctx;
	struct pk_open_calls *calls;
};

/* With an endbr first, the recorded address is behind it. */
static bool add_shadow(const struct pk_open_frame *frame, void *arg)
{
	struct shadow *shadow = arg;
	struct pk_open_frame copy = *frame;

	pk_stack_function_at(shadow->ctx, frame->func, false, &copy.func);
	return add(shadow->calls, &copy);
}

/* The task's shadow frames, outermost first. */
static enum pk_status shadow_read(struct pk_ctx *ctx, const struct pk_task *task,
				  struct pk_open_calls *calls)
{
	struct shadow shadow = {.ctx = ctx, .calls = calls};
	enum pk_status status = pk_shadow_stack_walk(ctx, task, add_shadow, &shadow);

	for (size_t i = 0; i < calls->nr / 2; i++) {
		struct pk_open_frame swap = calls->frames[i];

		calls->frames[i] = calls->frames[calls->nr - 1 - i];
		calls->frames[calls->nr - 1 - i] = swap;
	}
	return status;
}

/* The shadow frame of the same function as PLAIN, from AT on; SHADOW->nr if there is none near. */
static size_t shadow_match(const struct pk_open_calls *shadow, size_t at,
			   const struct pk_open_frame *plain)
{
	for (size_t i = at; i < shadow->nr && i - at <= MAX_SKIP; i++)
		if (shadow->frames[i].func == plain->func)
			return i;
	return shadow->nr;
}

/* Plain frames are complete, shadow frames know times; what only the latter has was a tail call. */
static void merge(const struct pk_stack_image *image, const struct pk_open_calls *shadow,
		  struct pk_open_calls *calls)
{
	size_t at = 0;

	for (size_t i = image->nr_frames; i-- > 0;) {
		struct pk_open_frame frame = image->frames[i];
		size_t match = shadow_match(shadow, at, &frame);

		if (match < shadow->nr) {
			while (at < match)
				add(calls, &shadow->frames[at++]);
			frame.calltime = shadow->frames[at].calltime;
			frame.ret = shadow->frames[at].ret;
			at++;
		}
		add(calls, &frame);
	}
	while (at < shadow->nr)
		add(calls, &shadow->frames[at++]);
}

static bool starts_with(const char *name, const char *prefix)
{
	return !strncmp(name, prefix, strlen(prefix));
}

/* Entries of softirqs and interrupts. Interrupts by which the panicking CPU stops the others are no
 * work of the CPU: what they interrupted is. */
static enum pk_call_context entered(const char *name, enum pk_call_context context)
{
	static const char *const softirq[] = {"__do_softirq", "handle_softirqs",
					      "__softirqentry_text_start", "run_ksoftirqd"};
	static const char *const hardirq[] = {"asm_common_interrupt",
					      "common_interrupt",
					      "asm_sysvec_",
					      "do_IRQ",
					      "smp_apic_timer_interrupt",
					      "el1_irq",
					      "el1h_64_irq",
					      "el0_irq",
					      "gic_handle_irq"};

	for (size_t i = 0; i < sizeof(softirq) / sizeof(softirq[0]); i++)
		if (starts_with(name, softirq[i]))
			return PK_CALL_SOFTIRQ;
	if (starts_with(name, "asm_sysvec_reboot"))
		return context;
	for (size_t i = 0; i < sizeof(hardirq) / sizeof(hardirq[0]); i++)
		if (starts_with(name, hardirq[i]))
			return PK_CALL_HARDIRQ;
	return context;
}

static enum pk_call_context context_of(struct pk_ctx *ctx, const struct pk_open_calls *calls)
{
	enum pk_call_context context = calls->task.pid ? PK_CALL_PROCESS : PK_CALL_IDLE;
	struct pk_symbol symbol;

	for (size_t i = 0; i < calls->nr; i++)
		if (ctx->target->ops->symbol_at(ctx->target, calls->frames[i].func, &symbol) ==
		    PK_OK)
			context = entered(symbol.name, context);
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
		pk_warn(ctx, "%s", ctx->error);
	status = pk_stack_image_init(ctx, cpu, &image);
	if (status == PK_ABSENT && !shadow.nr) {
		calls.context = PK_CALL_USER;
		*ret_calls = calls;
		return PK_OK;
	}
	if (status == PK_OK && (image.unwound || !shadow.nr)) {
		merge(&image, &shadow, &calls);
		calls.source = image.unwound ? PK_CALLS_UNWOUND : PK_CALLS_SCANNED;
	} else {
		for (size_t i = 0; i < shadow.nr; i++)
			add(&calls, &shadow.frames[i]);
		calls.source = shadow.nr ? PK_CALLS_SHADOW : PK_CALLS_NONE;
	}
	if (status == PK_OK)
		pk_stack_image_deinit(&image);
	pk_open_calls_deinit(&shadow);
	calls.context = context_of(ctx, &calls);
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
	calls.context = context_of(ctx, &calls);
	*ret_calls = calls;
	return PK_OK;
}
