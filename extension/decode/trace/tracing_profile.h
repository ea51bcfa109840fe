/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_TRACING_PROFILE_H
#define PK_DECODE_TRACING_PROFILE_H

#include "core/context.h"
#include "model/tracing.h"

/** The function profiler's table of CPU, freed with pk_profile_deinit(). Empty if the profiler was
 *  never on. PK_ABSENT: this kernel has no profiler. PK_CORRUPT, PK_UNREADABLE: RET_PROFILE has
 *  what precedes the damage. */
enum pk_status pk_profile_read(struct pk_ctx *ctx, int cpu, struct pk_profile *ret_profile);
void pk_profile_deinit(struct pk_profile *profile);

/** The value that function_stat_show() prints under s^2: variance of the times, in us^2 times
 *  1000. */
uint64_t pk_profile_variance(const struct pk_profile_record *record);

#endif
