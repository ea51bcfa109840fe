/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_PROGRAMS_H
#define PK_DECODE_DEVICE_PROGRAMS_H

#include "core/context.h"
#include "model/device.h"

/** The BPF programs that DEVICES run. PK_ABSENT of each: this kernel has no BPF programs. */
void pk_device_programs_read(struct pk_ctx *ctx, struct pk_devices *devices);

#endif
