/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_PROGRAMS_H
#define PK_DECODE_DEVICE_PROGRAMS_H

#include "core/context.h"
#include "model/device.h"

/** Add to DEVICES the BPF programs attached to them. PK_ABSENT in each: the kernel has no BPF. */
void pk_device_programs_read(struct pk_ctx *ctx, struct pk_devices *devices);

#endif
