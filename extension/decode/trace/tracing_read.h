/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TRACING_READ_H
#define PK_DECODE_TRACING_READ_H

#include "core/context.h"
#include "model/tracing.h"

/** Available tracers, and the state shared by all instances. What cannot be read costs a warning
 *  and a note; the only failure is PK_NOMEM. */
enum pk_status pk_tracing_read(struct pk_ctx *ctx, struct pk_tracing *ret_tracing);
/** The setup of INSTANCE, which is borrowed; errors as above. */
enum pk_status pk_instance_setup_read(struct pk_ctx *ctx, const struct pk_instance *instance,
				      struct pk_instance_setup *ret_setup);

#endif
