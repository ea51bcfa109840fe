/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TRACING_READ_H
#define PK_DECODE_TRACING_READ_H

#include "core/context.h"
#include "model/tracing.h"

/** Tracers built in, and what holds for all instances. What cannot be read costs a warning and a note. PK_NOMEM alone fails. */
enum pk_status pk_tracing_read(struct pk_ctx *ctx, struct pk_tracing *ret_tracing);
/** How INSTANCE, which is borrowed, was set up; the same. */
enum pk_status pk_instance_setup_read(struct pk_ctx *ctx, const struct pk_instance *instance,
				      struct pk_instance_setup *ret_setup);

#endif
