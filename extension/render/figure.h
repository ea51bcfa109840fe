/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_FIGURE_H
#define PK_RENDER_FIGURE_H

#include "model/figure.h"
#include "model/noted_stack.h"
#include "render/out.h"

/** FIGURE between two texts; null in JSON if unknown. In text that is "-" if the kernel has none,
 *  otherwise the word for why. */
void pk_render_figure(struct pk_out *out, const char *key, const char *before,
		      const struct pk_figure *figure, const char *behind);
/** The same, right-aligned in WIDTH columns after a blank. */
void pk_render_column(struct pk_out *out, const char *key, const struct pk_figure *figure,
		      int width);

/** FIGURE as number KEY, and in text by the format TEXT (NULL: not shown). Unknown: null in JSON, nothing in text. */
void pk_out_figure(struct pk_out *out, const char *key, const char *text,
		   const struct pk_figure *figure);
/** The same for 0 or 1. JSON only. */
void pk_out_flag(struct pk_out *out, const char *key, const struct pk_figure *figure);

/** The functions of STACK in JSON, as "stack". */
void pk_render_noted_stack(struct pk_out *out, const struct pk_noted_stack *stack);

/** "12.3 us", in the unit that fits. BUF of at least 32 bytes. Returns BUF. */
const char *pk_duration(uint64_t ns, char *buf, size_t size);

#endif
