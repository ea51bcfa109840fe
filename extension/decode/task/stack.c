// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/task/stack.h"

#include <stdlib.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/task/task.h"

/* NULL: this architecture's stacks are not understood here, they are scanned for what may be return addresses. */
static const struct pk_arch *stacks_of(const struct pk_ctx *ctx)
{
	const struct pk_arch *arch = pk_arch(ctx);

	return arch && arch->regions ? arch : NULL;
}

static bool word_add(struct pk_stack_image *image, uint64_t slot, uint64_t word)
{
	if (!pk_grow(image->words, image->nr_words, image->room_words))
		return false;
	image->words[image->nr_words++] = (struct pk_stack_word){.slot = slot, .word = word};
	return true;
}

size_t pk_stack_word_index(const struct pk_stack_image *image, uint64_t slot)
{
	const uint32_t step = 256;

	/* Slots ascend within one stack; stacks follow each other in any order. */
	for (size_t i = 0; i < image->nr_words; i++)
		if (image->words[i].slot >= slot && image->words[i].slot - slot < step)
			return i;
	return image->nr_words;
}

/* Words [FROM, HIGH) of a stack. A page that the dump lacks is left out. */
static void words_read(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t from,
		       uint64_t high)
{
	const uint32_t word = ctx->target->facts.word_size;
	uint8_t bytes[4096];

	from &= ~((uint64_t)word - 1);
	while (from < high) {
		uint64_t end = (from | 4095) + 1;
		size_t len = (end < high ? end : high) - from;

		if (pk_read(ctx, from, bytes, len) != PK_OK)
			pk_warn(ctx, "CPU %d: stack: %s", image->cpu, pk_error(ctx));
		else
			for (size_t i = 0; i + word <= len; i += word)
				if (!word_add(image, from + i, pk_uint(ctx, bytes + i, word)))
					return;
		from += len;
	}
}

/* Where the frames go on below this stack. */
static uint64_t outer_sp(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t high)
{
	const struct pk_arch *arch = pk_arch(ctx);

	if (arch && arch->outer_sp)
		return arch->outer_sp(ctx, image);
	/* Its last words hold the stack pointer that it was entered with (x86: the linking word of an interrupt stack,
	 * the saved registers of an exception stack). */
	for (size_t i = image->nr_words, n = 0; i-- > 0 && n < 5; n++) {
		struct pk_stack_region *region;

		if (image->words[i].slot >= high || high - image->words[i].slot > 64)
			break;
		region = pk_stack_region_of(image, image->words[i].word);
		if (region && !region->in_use)
			return image->words[i].word;
	}
	return 0;
}

static void stacks_read(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t sp)
{
	while (sp) {
		struct pk_stack_region *region = pk_stack_region_of(image, sp);

		if (!region || region->in_use)
			return;
		region->in_use = true;
		words_read(ctx, image, sp, region->high);
		sp = outer_sp(ctx, image, region->high);
	}
}

struct true_return {
	uint64_t key, handler, ret;
	unsigned nth, at;
	bool found;
};

static bool match_shadow(const struct pk_open_frame *frame, void *arg)
{
	struct true_return *want = arg;

	/* A tail call leaves two frames on one slot; the inner one returns to the handler again. */
	if (frame->ret == want->handler)
		return true;
	/* By its stack slot where the kernel records it, else by order. */
	if (frame->slot ? frame->slot == want->key : want->at == want->nth) {
		want->ret = frame->ret;
		want->found = true;
		return false;
	}
	want->at++;
	return true;
}

static uint64_t graph_return(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t key,
			     uint64_t pc, unsigned *nth)
{
	struct true_return want = {.key = key, .nth = *nth};
	uint64_t handler;

	if (!pk_has(ctx, PK_R_return_to_handler) ||
	    pk_row_value(ctx, PK_R_return_to_handler, &handler) != PK_OK || pc != handler)
		return pc;
	want.handler = handler;
	if (pk_shadow_stack_walk(ctx, &image->task, match_shadow, &want) != PK_OK || !want.found)
		return pc;
	(*nth)++;
	return want.ret;
}

/* The graph tracer may have found a return probe's trampoline there, or the other way round. */
static uint64_t true_return(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t key,
			    uint64_t pc, unsigned *nth)
{
	uint64_t before;

	for (unsigned i = 0; i < 4; i++) {
		before = pc;
		pc = graph_return(ctx, image, key, pc, nth);
		pk_kretprobe_return(ctx, &image->task, key, &pc);
		if (pc == before)
			break;
	}
	return pc;
}

bool pk_stack_regs_within(struct pk_ctx *ctx, struct pk_stack_image *image, size_t from, size_t to,
			  uint64_t low, uint64_t high, struct pk_saved_regs *ret_saved)
{
	const struct pk_arch *arch = stacks_of(ctx);
	uint64_t regs;

	for (size_t i = from; arch && i < to && i < image->nr_words; i++)
		if (image->words[i].word >= low && image->words[i].word < high &&
		    arch->saved_regs(ctx, image, i, &regs)) {
			*ret_saved =
				(struct pk_saved_regs){.addr = regs, .ip = image->words[i].word};
			return true;
		}
	return false;
}

static void scan(struct pk_ctx *ctx, const struct pk_arch *arch, struct pk_stack_image *image,
		 uint64_t from)
{
	unsigned nth = 0;
	size_t index = from ? pk_stack_word_index(image, from) : 0;

	for (; index < image->nr_words; index++) {
		const struct pk_stack_word *word = &image->words[index];
		struct pk_open_frame frame = {.slot = word->slot, .source = PK_FRAME_SCANNED};
		uint64_t regs;

		/* One word of the stack as a frame, if it looks like a return address or a
		 * saved program counter. */
		if (word->word < 256ull * ctx->target->facts.page_size)
			continue;
		frame.pc = word->word >> 55 & 1 ? word->word | image->signature : word->word;
		frame.pc = true_return(ctx, image, pk_arch_return_key(ctx, word->slot), frame.pc,
				       &nth);
		if (arch && arch->saved_regs(ctx, image, index, &regs)) {
			if (!pk_stack_function_at(ctx, frame.pc, false, &frame.func))
				continue;
			frame.interrupted = true;
			pk_stack_saved_add(image, regs, frame.pc, 0);
		} else if (!pk_stack_function_at(ctx, frame.pc, true, &frame.func) ||
			   (arch && !arch->after_call(ctx, frame.pc))) {
			continue;
		}
		pk_stack_frame_add(image, &frame);
	}
}

/* The function that the registers name is the innermost frame; it has no slot. */
static void registers_frame(struct pk_ctx *ctx, struct pk_stack_image *image)
{
	struct pk_open_frame frame = {.pc = image->regs.ip, .source = PK_FRAME_UNWOUND};

	if (image->has_regs && pk_stack_function_at(ctx, frame.pc, false, &frame.func))
		pk_stack_frame_add(image, &frame);
}

static void frames_find(struct pk_ctx *ctx, struct pk_stack_image *image)
{
	const struct pk_arch *arch = stacks_of(ctx);
	uint64_t from = 0;

	registers_frame(ctx, image);
	if (arch && arch->unwind && image->has_regs && image->nr_frames) {
		enum pk_status status = arch->unwind(ctx, image, &from);

		image->unwound = status == PK_OK;
		if (image->unwound)
			return;
		/* What the dump lacks, not what this kernel does. */
		if (status == PK_UNREADABLE || status == PK_CORRUPT)
			pk_warn(ctx,
				"CPU %d: the stack is scanned from where it cannot be unwound: %s",
				image->cpu, pk_error(ctx));
	}
	scan(ctx, arch, image, from);
}

enum pk_status pk_stack_image_init(struct pk_ctx *ctx, int cpu, struct pk_stack_image *ret_image)
{
	struct pk_stack_image image = {.cpu = cpu, .true_return = true_return};
	const struct pk_arch *arch = stacks_of(ctx);
	uint64_t sp = 0;
	enum pk_status status = pk_cpu_task(ctx, cpu, &image.task);

	if (status != PK_OK)
		return status;
	image.has_regs = pk_cpu_regs(ctx, cpu, &image.regs) == PK_OK;
	pk_stack_region_add(&image, image.task.stack, image.task.stack + image.task.stack_size,
			    "task");
	if (arch)
		arch->regions(ctx, &image);
	if (image.has_regs)
		sp = image.regs.sp;
	if (image.has_regs && image.regs.in_user)
		return pk_fail(ctx, PK_ABSENT, "CPU %d was in user space", cpu);
	if (!sp || !pk_stack_region_of(&image, sp)) {
		if (image.has_regs && sp && arch && sp < arch->user_end)
			return pk_fail(ctx, PK_ABSENT, "CPU %d was in user space", cpu);
		sp = image.task.on_cpu || !image.task.sp ? image.task.stack : image.task.sp;
		image.has_regs = false;
	}
	if (!sp)
		return pk_fail(ctx, PK_ABSENT, "CPU %d: no stack is known", cpu);
	stacks_read(ctx, &image, sp);
	frames_find(ctx, &image);
	*ret_image = image;
	return PK_OK;
}

enum pk_status pk_stack_image_of_sleeper(struct pk_ctx *ctx, const struct pk_task *task,
					 struct pk_stack_image *ret_image)
{
	struct pk_stack_image image = {
		.cpu = task->cpu, .task = *task, .has_regs = true, .true_return = true_return};
	const struct pk_arch *arch = stacks_of(ctx);
	enum pk_status status;
	uint64_t from;

	if (!arch || !arch->sleeping || !arch->unwind || task->on_cpu || !task->sp)
		return pk_fail(ctx, PK_ABSENT, "task %d: no stack to unwind", task->pid);
	status = arch->sleeping(ctx, task, &image.regs);
	if (status != PK_OK)
		return status;
	pk_stack_region_add(&image, task->stack, task->stack + task->stack_size, "task");
	stacks_read(ctx, &image, image.regs.sp);
	registers_frame(ctx, &image);
	if (image.nr_frames)
		image.unwound = arch->unwind(ctx, &image, &from) == PK_OK;
	*ret_image = image;
	return PK_OK;
}

void pk_stack_image_deinit(struct pk_stack_image *image)
{
	free(image->words);
	free(image->frames);
	memset(image, 0, sizeof(*image));
}
