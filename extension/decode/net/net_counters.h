/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NET_COUNTERS_H
#define PK_DECODE_NET_COUNTERS_H

#include "core/context.h"
#include "model/counters.h"

/** Counters of the namespace at NET. Each figure has its own status. */
void pk_net_counters_read(struct pk_ctx *ctx, uint64_t net, uint32_t inum,
			  struct pk_net_counters *ret_counters);
void pk_net_counters_deinit(struct pk_net_counters *counters);

/** Counters of the whole machine. */
void pk_host_counters_read(struct pk_ctx *ctx, struct pk_host_counters *ret_counters);
void pk_host_counters_deinit(struct pk_host_counters *counters);

#endif
