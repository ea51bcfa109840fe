/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_TRACERS_H
#define PK_RENDER_TRACERS_H

#include <stdbool.h>

#include "core/context.h"
#include "decode/trace/ring_buffer.h"
#include "render/out.h"

/** Tracers built in, and what holds for all instances: switches, the deepest stack, the profiler. */
enum pk_status pk_render_tracing(struct pk_out *out, struct pk_ctx *ctx, bool verbose);

/** One instance: tracer, options, filters, commands, events, triggers, pids. What cannot be read costs a
 *  warning. VERBOSE: every option, and every name. */
void pk_render_instance(struct pk_out *out, struct pk_ctx *ctx, const struct pk_instance *instance,
			bool verbose);

#endif
