/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_CONSUMERS_H
#define PK_RENDER_CONSUMERS_H

#include "model/consumer.h"
#include "render/out.h"

/** Each transport with its calls, then calls without a transport. VERBOSE (text): also who waits
 *  for each. */
void pk_render_consumers(struct pk_out *out, const struct pk_consumers *consumers, bool verbose);

#endif
