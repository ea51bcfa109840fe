/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FIGURE_H
#define PK_DECODE_FIGURE_H

#include "core/context.h"
#include "model/figure.h"

/* Numbers that stand by themselves: what cannot be told is so by its status, and no error of who asks. */

/** Integer member ID of the object at BASE; BASE 0: absent. */
struct pk_figure pk_figure_member(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id);
/** SIZE bytes, unsigned, at the symbol of row ID. */
struct pk_figure pk_figure_symbol(struct pk_ctx *ctx, enum pk_row_id id, uint32_t size);
/** SIZE bytes at ADDR. */
struct pk_figure pk_figure_at(struct pk_ctx *ctx, uint64_t addr, uint32_t size);
/** The sum of all possible CPUs' integers of SIZE bytes, signed, at the per-CPU address ADDR. */
struct pk_figure pk_figure_percpu(struct pk_ctx *ctx, uint64_t addr, uint32_t size);
/** The struct percpu_counter at ADDR, with what each CPU has not added yet. */
struct pk_figure pk_figure_counter(struct pk_ctx *ctx, uint64_t addr);
/** None below 0, as the kernel prints sums that are taken while they change. */
struct pk_figure pk_figure_positive(struct pk_figure figure);

/** Whether the bit that row BIT numbers is set in FIGURE; false if either is not known. */
bool pk_figure_bit(struct pk_ctx *ctx, const struct pk_figure *figure, enum pk_row_id bit);

/** Jiffies in a second. */
enum pk_status pk_hz_read(struct pk_ctx *ctx, uint64_t *ret_hz);
/** Jiffies when the machine died, and how many are in a second: *RET_HZ counts only with the figure. */
struct pk_figure pk_jiffies_read(struct pk_ctx *ctx, uint64_t *ret_hz);

#define PK_WORDS_MAX 512
/** Adds up, word by word, NR words of SIZE bytes that each possible CPU has at the per-CPU address ADDR. */
enum pk_status pk_percpu_words(struct pk_ctx *ctx, uint64_t addr, uint32_t size, size_t nr,
			       uint64_t *ret_words);

#endif
