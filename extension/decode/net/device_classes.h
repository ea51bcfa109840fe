/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_CLASSES_H
#define PK_DECODE_DEVICE_CLASSES_H

#include "core/context.h"
#include "model/device.h"

/** The classes of all qdiscs of DEVICE, which are known; as a tree, siblings by their classid. */
void pk_device_classes_read(struct pk_ctx *ctx, struct pk_device *device);

#endif
