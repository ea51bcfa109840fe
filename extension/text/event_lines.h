/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_EVENT_LINES_H
#define PK_TEXT_EVENT_LINES_H

#include "decode/trace/ring_buffer.h"
#include "model/event_line.h"

typedef bool (*pk_event_line_fn)(const struct pk_event_line *line, void *arg); /* false stops */

/**
 * Visit the events of TRACE, the buffer of INSTANCE, with their fields. CPU: PK_ALL_CPUS, or one.
 * NEWEST: only that many events, reading no more of the buffer than they need; 0: all. *RET_NR:
 * number of events.
 */
enum pk_status pk_event_lines_walk(struct pk_ctx *ctx, const struct pk_instance *instance,
				   struct pk_trace *trace, int cpu, uint64_t newest,
				   pk_event_line_fn fn, void *arg, uint64_t *ret_nr);

#endif
