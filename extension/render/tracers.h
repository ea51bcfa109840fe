/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_TRACERS_H
#define PK_RENDER_TRACERS_H

#include "model/tracing.h"
#include "render/out.h"

/** Available tracers, and the state shared by all instances: switches, the deepest stack, the
 *  profiler. */
void pk_render_tracing(struct pk_out *out, const struct pk_tracing *tracing, bool verbose);

/** One instance: tracer, options, filters, commands, events, triggers, pids. VERBOSE: every option,
 *  and every name. */
void pk_render_instance(struct pk_out *out, const struct pk_instance_setup *setup, bool verbose);

#endif
