/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TRACING_PROFILE_H
#define PK_DECODE_TRACING_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"

/**
 * The function profiler's table of one CPU (trace_stat/functionN): how often each function was called
 * there and, in a kernel that has function_graph, how long that took.
 */
struct pk_profile_record {
	uint64_t ip;
	uint64_t hits;
	uint64_t time_ns, time_squared; /* sum over all calls, ns and ns^2; 0 unless timed */
};

struct pk_profile {
	struct pk_profile_record
		*records; /* owned; in the kernel's order: most time (or hits) first */
	uint32_t nr;
	bool timed;
};

/** The table of CPU; the caller frees it with pk_profile_deinit(). Empty if the profiler was never on.
 *  PK_ABSENT: no profiler in this kernel. PK_CORRUPT, PK_UNREADABLE: RET_PROFILE has what lies before
 *  the damage. */
enum pk_status pk_profile_read(struct pk_ctx *ctx, int cpu, struct pk_profile *ret_profile);
void pk_profile_deinit(struct pk_profile *profile);

/** What function_stat_show() puts under s^2: the variance of the times, in us^2 times 1000. */
uint64_t pk_profile_variance(const struct pk_profile_record *record);

#endif
