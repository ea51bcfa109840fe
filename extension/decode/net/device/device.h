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
/** Fill in what will make each qdisc of DEVICES send what waits in it. The end's time is that of the
 *  last tick. */
void pk_device_wakes_read(struct pk_ctx *ctx, struct pk_devices *devices);
/** Fill in who will take what each receive ring of DEVICES holds; their rings and interrupts must have been read. */
void pk_device_ring_wakes_read(struct pk_ctx *ctx, struct pk_devices *devices);
/** Fill in what each of DEVICES is as a bond or bridge, or in one. */
void pk_device_ports_read(struct pk_ctx *ctx, struct pk_devices *devices);
void pk_devices_deinit(struct pk_devices *devices);
/** The device at ADDR; NULL: none. Borrowed from DEVICES. */
const struct pk_device *pk_device_at(const struct pk_devices *devices, uint64_t addr);

/** Read the classes of DEVICE's qdiscs, which must have been read: as a tree, siblings ordered by
 *  classid. */
void pk_device_classes_read(struct pk_ctx *ctx, struct pk_device *device);

/** Fill in the counters of DEVICE's own driver. What was read before an error stays. */
void pk_device_driver_stats_read(struct pk_ctx *ctx, struct pk_device *device);

/** Read the underlying hardware of each of DEVICES, and the interrupts proven to belong to it;
 *  names of interrupts prove nothing. */
void pk_device_irqs_read(struct pk_ctx *ctx, struct pk_devices *devices);

/** Statistics of the device at ADDR, summed up as the kernel's dev_get_stats() does. */
void pk_device_stats_read(struct pk_ctx *ctx, uint64_t addr, struct pk_link_stats *ret_stats);

#endif
