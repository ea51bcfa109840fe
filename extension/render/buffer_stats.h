/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_BUFFER_STATS_H
#define PK_RENDER_BUFFER_STATS_H

#include "decode/trace/ring_buffer.h"
#include "render/out.h"

/** The counters of each CPU's buffer in the words and the order of per_cpu/cpuN/stats, or as JSON.
 *  CPU: PK_ALL_CPUS or one. IN_NS: the instance's clock counts nanoseconds. */
enum pk_status pk_render_buffer_stats(struct pk_out *out, struct pk_trace *trace, int cpu,
				      bool in_ns);

#endif
