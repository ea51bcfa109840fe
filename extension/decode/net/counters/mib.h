/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_MIB_H
#define PK_DECODE_MIB_H

#include "core/context.h"
#include "model/counters.h"

/** The SNMP counters of the namespace at NET; each group has its own status. Names are the
 *  kernel's. */
void pk_mibs_read(struct pk_ctx *ctx, uint64_t net, struct pk_mib_table ret_mibs[PK_NR_MIBS]);
void pk_mibs_deinit(struct pk_mib_table mibs[PK_NR_MIBS]);

#endif
