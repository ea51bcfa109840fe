/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_EVENT_FIELDS_H
#define PK_RENDER_EVENT_FIELDS_H

#include "decode/trace/ring_buffer.h"
#include "render/out.h"

/**
 * The events of TRACE, the buffer of INSTANCE, a line each: the kernel's own prefix, then the event's
 * name and the fields as they lie in the record, not the text that the kernel makes of them; or as JSON
 * ("event" of the schema). CPU: PK_ALL_CPUS or one. NEWEST: only that many, 0: all; of a large
 * buffer no more is read than they need.
 */
enum pk_status pk_render_event_fields(struct pk_ctx *ctx, struct pk_out *out,
				      const struct pk_instance *instance, struct pk_trace *trace,
				      int cpu, uint64_t newest);

#endif
