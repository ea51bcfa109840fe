/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FIGURE_H
#define PK_DECODE_FIGURE_H

#include "core/context.h"
#include "model/figure.h"

/* Numbers that carry their own status: a failure is in the figure, and is no error of the
 * caller. */

/** A kernel without the counter has counted nothing; a dump without its page says nothing. */
static inline struct pk_figure pk_figure_or_zero(struct pk_figure figure)
{
	return figure.status == PK_ABSENT ? (struct pk_figure){.status = PK_OK} : figure;
}

/** Integer member ID of the object at BASE; absent if BASE is 0. */
struct pk_figure pk_figure_member(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id);
/** Who has the spinlock that is member ID of the object at BASE: 0 is nobody; otherwise a number, with PREEMPT_RT the
 *  owner's task. */
struct pk_figure pk_figure_spinlock(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id);
/** Unsigned integer of SIZE bytes at the symbol of row ID. */
struct pk_figure pk_figure_symbol(struct pk_ctx *ctx, enum pk_row_id id, uint32_t size);
/** Unsigned integer of SIZE bytes at ADDR. */
struct pk_figure pk_figure_at(struct pk_ctx *ctx, uint64_t addr, uint32_t size);
/** Sum over all possible CPUs of the signed integers of SIZE bytes at per-CPU address ADDR. */
struct pk_figure pk_figure_percpu(struct pk_ctx *ctx, uint64_t addr, uint32_t size);
/** The struct percpu_counter at ADDR, including what CPUs have not added to it yet. */
struct pk_figure pk_figure_counter(struct pk_ctx *ctx, uint64_t addr);
/** At least 0, as the kernel prints sums that change while they are computed. */
struct pk_figure pk_figure_positive(struct pk_figure figure);

/** Whether the bit numbered by row BIT is set in FIGURE; false if either is unknown. */
bool pk_figure_bit(struct pk_ctx *ctx, const struct pk_figure *figure, enum pk_row_id bit);

/** Jiffies per second. */
enum pk_status pk_hz_read(struct pk_ctx *ctx, uint64_t *ret_hz);
/** Jiffies when the machine died, and jiffies per second; *RET_HZ is valid only if the figure
 *  is. */
struct pk_figure pk_jiffies_read(struct pk_ctx *ctx, uint64_t *ret_hz);

#define PK_WORDS_MAX 512
/** Sum word by word the NR words of SIZE bytes that each possible CPU has at per-CPU address
 *  ADDR. */
enum pk_status pk_percpu_words(struct pk_ctx *ctx, uint64_t addr, uint32_t size, size_t nr,
			       uint64_t *ret_words);

#endif
