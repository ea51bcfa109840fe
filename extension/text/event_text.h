/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_EVENT_TEXT_H
#define PK_TEXT_EVENT_TEXT_H

#include "core/context.h"
#include "decode/trace/ring_buffer.h"

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
