/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_LOG_H
#define PK_RENDER_LOG_H

#include <stdint.h>

#include "model/log_line.h"
#include "render/out.h"

/** Names of the levels of printk(), as dmesg --level takes them: "emerg" to "debug"; eight. */
extern const char *const pk_log_levels[8];

/** How records are printed. */
struct pk_log_style {
	bool wall_clock; /* -T: the date in UTC instead of seconds since boot */
	bool caller; /* as kernels with CONFIG_PRINTK_CALLER print it: "[    T1]", "[    C0]" */
	int64_t wall_offset_ns; /* what makes a record's time one since 1970, if WALL_CLOCK */
};

/** In JSON, what CONFIG_PRINTK_CALLER tells: a CPU, BY_CPU, or a task; keys "caller_cpu" and "caller_pid". */
void pk_render_log_caller(struct pk_out *out, bool has_caller, bool by_cpu, uint32_t caller);
/**
 * A record as the kernel's syslog() prints it: each line of its text behind "[seconds.microseconds] ". With
 * RAW, the text's bytes as they are go there instead of OUT's stream; NULL: escaped, to OUT.
 */
void pk_render_log_line(struct pk_out *out, const struct pk_log_style *style,
			const struct pk_log_line *line, FILE *raw);

#endif
