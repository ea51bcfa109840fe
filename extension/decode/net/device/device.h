/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_H
#define PK_DECODE_DEVICE_H

#include "core/context.h"
#include "model/device.h"

/** Every device of every namespace with its queues, qdiscs and NAPI contexts. Each follows the
 *  devices below it, or has depth 0. PK_ABSENT: this kernel has no list of devices. Damage costs a
 *  warning. */
enum pk_status pk_devices_read(struct pk_ctx *ctx, struct pk_devices *ret_devices);
/** The same, but only names and the tree for devices not called NAME; NULL: everything for all. */
enum pk_status pk_devices_read_named(struct pk_ctx *ctx, const char *name,
				     struct pk_devices *ret_devices);
/** Fill in on which CPU's list each NAPI context waits to be polled. */
void pk_device_polls_read(struct pk_ctx *ctx, struct pk_devices *devices);
void pk_devices_deinit(struct pk_devices *devices);
/** The device at ADDR; NULL: none. Borrowed from DEVICES. */
const struct pk_device *pk_device_at(const struct pk_devices *devices, uint64_t addr);

#endif
