/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_BUFFER_STATS_H
#define PK_RENDER_BUFFER_STATS_H

#include "model/instance.h"
#include "render/out.h"

/** One CPU's buffer counters, in the words and order of per_cpu/cpuN/stats, or as JSON. IN_NS: the
 *  instance's clock counts nanoseconds. */
void pk_render_buffer_stats(struct pk_out *out, const struct pk_cpu_stats *stats, bool in_ns);

#endif
