// SPDX-License-Identifier: GPL-3.0-or-later
/* Stacks of x86-64: where they are, what a return address and saved registers look like. */
#include "decode/stack.h"

#include <string.h>

#include "decode/stack_orc.h"

#define KERNEL_CS 0x10

static void irq_region(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t percpu)
{
	uint64_t base, top, size;

	if (pk_has(ctx, PK_R_pcpu_hot) && pk_has(ctx, PK_R_pcpu_hot_irq_stack)) {
		if (pk_row_value(ctx, PK_R_pcpu_hot, &base) != PK_OK ||
		    pk_member_uint(ctx, base + percpu, PK_R_pcpu_hot_irq_stack, &top) != PK_OK)
			return;
	} else if (!pk_has(ctx, PK_R_irq_stack_ptr) ||
		   pk_row_value(ctx, PK_R_irq_stack_ptr, &base) != PK_OK ||
		   pk_read_ptr(ctx, base + percpu, &top) != PK_OK) {
		return;
	}
	if (!top || !pk_has(ctx, PK_R_irq_stack_size) ||
	    pk_row_value(ctx, PK_R_irq_stack_size, &size) != PK_OK || size > top)
		return;
	/* The pointer is the top, or a word or a cache line below it. */
	top = (top + 4095) & ~4095ull;
	pk_stack_region_add(image, top - size, top, "irq");
}

static void exception_regions(struct pk_ctx *ctx, struct pk_stack_image *image, uint64_t percpu)
{
	static const struct {
		enum pk_row_id row;
		const char *kind;
	} stacks[] = {{PK_R_exception_stack_nmi, "nmi"},
		      {PK_R_exception_stack_db, "debug"},
		      {PK_R_exception_stack_df, "double fault"},
		      {PK_R_exception_stack_mce, "machine check"}};
	uint64_t base;

	if (!pk_has(ctx, PK_R_cea_exception_stacks) ||
	    pk_row_value(ctx, PK_R_cea_exception_stacks, &base) != PK_OK ||
	    pk_read_ptr(ctx, base + percpu, &base) != PK_OK || !base)
		return;
	for (size_t i = 0; i < sizeof(stacks) / sizeof(stacks[0]); i++) {
		const struct pk_row_value *row = pk_layout_get(ctx, stacks[i].row);
		uint64_t low = base + row->member.offset;

		if (row->state == PK_ROW_FOUND)
			pk_stack_region_add(image, low, low + row->member.size, stacks[i].kind);
	}
}

static void x86_regions(struct pk_ctx *ctx, struct pk_stack_image *image)
{
	uint64_t percpu;

	if (ctx->target->ops->percpu_offset(ctx->target, image->cpu, &percpu) != PK_OK)
		return;
	irq_region(ctx, image, percpu);
	exception_regions(ctx, image, percpu);
}

/*
 * call rel32		e8 d d d d
 * call *reg		ff d0..d7, 41 ff d0..d7
 * call *disp8(reg)	[41] ff 50..57 d	(54: a SIB byte follows)
 * call *disp32(reg)	[41] ff 90..97 d d d d
 * call *(rip), *mem	ff 15 d d d d, ff 14 sib [d d d d]
 */
static bool x86_after_call(struct pk_ctx *ctx, uint64_t pc)
{
	uint8_t bytes[8];
	const uint8_t *end = bytes + sizeof(bytes);

	if (pk_read(ctx, pc - sizeof(bytes), bytes, sizeof(bytes)) != PK_OK)
		return true;
	if (end[-5] == 0xe8)
		return true;
	for (int len = 2; len <= 7; len++) {
		const uint8_t *at = end - len;
		uint8_t mod = at[1] >> 6, rm = at[1] & 7;
		int size = 2 + (mod != 3 && rm == 4) + (mod == 1 ? 1 : 0) +
			   (mod == 2 || (mod == 0 && rm == 5) ? 4 : 0);

		if (at[0] != 0xff || (at[1] >> 3 & 7) != 2)
			continue;
		if (mod == 0 && rm == 4 && (at[2] & 7) == 5)
			size += 4;
		if (size == len)
			return true;
	}
	return false;
}

/* ip, cs, flags, sp, ss stand at the end of struct pt_regs; cs of the kernel, sp on one of our stacks. */
static bool x86_saved_regs(struct pk_ctx *ctx, struct pk_stack_image *image, size_t index,
			   uint64_t *ret_regs)
{
	const struct pk_stack_word *words = image->words + index;
	uint64_t ip;

	if (index + 4 >= image->nr_words || words[4].slot != words[0].slot + 32 ||
	    words[1].word != KERNEL_CS || !(words[2].word & 2) || words[2].word >> 22 ||
	    words[4].word > 0xffff || !pk_stack_region_of(image, words[3].word - 8) ||
	    !pk_has(ctx, PK_R_pt_regs_ip) || pk_row_offset(ctx, PK_R_pt_regs_ip, &ip) != PK_OK)
		return false;
	*ret_regs = words[0].slot - ip;
	return true;
}

const struct pk_stack_arch pk_stack_x86_64 = {
	.machine = "x86_64",
	.regions = x86_regions,
	.after_call = x86_after_call,
	.saved_regs = x86_saved_regs,
	.unwind = pk_stack_orc_unwind,
};
