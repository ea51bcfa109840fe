/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_EVENT_LINES_H
#define PK_TEXT_EVENT_LINES_H

#include "core/context.h"
#include "decode/trace/ring_buffer.h"
#include "model/tracing.h"

typedef bool (*pk_event_line_fn)(const struct pk_event_line *line, void *arg); /* false stops */

/**
 * Visit the events of TRACE, the buffer of INSTANCE, with their fields. CPU: PK_ALL_CPUS, or one.
 * NEWEST: only that many events, reading no more of the buffer than they need; 0: all. *RET_NR:
 * number of events.
 */
enum pk_status pk_event_lines_walk(struct pk_ctx *ctx, const struct pk_instance *instance,
				   struct pk_trace *trace, int cpu, uint64_t newest,
				   pk_event_line_fn fn, void *arg, uint64_t *ret_nr);

/** The kernel's text of single events, for our own listings. */
struct pk_event_texts;

/** Uses the options of INSTANCE, which is borrowed. */
enum pk_status pk_event_texts_create(struct pk_ctx *ctx, const struct pk_instance *instance,
				     struct pk_event_texts **ret_texts);
void pk_event_texts_destroy(struct pk_event_texts *texts);
/** Without columns and final newline; several lines if the event has them. What cannot be printed
 *  as the kernel does ends in "(fields)". Borrowed until the next call. */
const char *pk_event_text(struct pk_event_texts *texts, const struct pk_event *event);

#endif
