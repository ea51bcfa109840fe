/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_DROP_COUNTERS_H
#define PK_ANALYSIS_DROP_COUNTERS_H

#include "core/context.h"
#include "model/drop_counter.h"

/**
 * Read every counter of dropped packets that is not 0: of the CPUs' input queues, devices, qdiscs,
 * protocols (SNMP), connection tracking, IPsec states, queues to user space, and sockets. Several of
 * them may count one packet. What cannot be read is in UNKNOWN; what this kernel lacks is left out.
 */
void pk_drop_counters_read(struct pk_ctx *ctx, struct pk_drop_counters *ret_counters);
void pk_drop_counters_deinit(struct pk_drop_counters *counters);

#endif
