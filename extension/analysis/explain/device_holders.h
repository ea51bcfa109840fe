/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_DEVICE_HOLDERS_H
#define PK_ANALYSIS_DEVICE_HOLDERS_H

#include "core/context.h"
#include "model/device_refs.h"

/** Search all that may hold a device of ACCOUNTS, which have been begun: what the device itself leads to, neighbours,
 *  routes, dsts of sockets of every protocol and of queued skbs, packet sockets, queues to user space. */
void pk_device_holders_search(struct pk_ctx *ctx, struct pk_ref_accounts *accounts);

#endif
