/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_DEVICE_CLASSES_H
#define PK_DECODE_DEVICE_CLASSES_H

#include "core/context.h"
#include "model/device.h"

/** Read the classes of DEVICE's qdiscs, which must have been read: as a tree, siblings ordered by
 *  classid. */
void pk_device_classes_read(struct pk_ctx *ctx, struct pk_device *device);

#endif
