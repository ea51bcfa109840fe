/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_WAIT_H
#define PK_DECODE_DEVICE_WAIT_H

#include "core/context.h"
#include "model/device_refs.h"

/** Unregistered devices that tasks wait for in netdev_run_todo(), and what stands behind the worker that ends namespaces.
 *  A device is named only if that function's unwound frame leads to it: by its list of devices, whose ring closes, or
 *  by a pointer to one that was taken from that list. Unlisted devices are found by no other way. */
void pk_device_waits_read(struct pk_ctx *ctx, struct pk_device_waits *ret_waits);
void pk_device_waits_deinit(struct pk_device_waits *waits);
/** The wait for the device at ADDR; NULL: none. Borrowed. */
const struct pk_device_wait *pk_device_wait_of(const struct pk_device_waits *waits, uint64_t addr);

#endif
