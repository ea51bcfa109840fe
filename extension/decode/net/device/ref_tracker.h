/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_REF_TRACKER_H
#define PK_DECODE_REF_TRACKER_H

#include "core/context.h"
#include "model/ref_tracker.h"

/** What the tracker has that member DIR of the object at ADDR is. What cannot be read is in the STATUS of a part. */
void pk_ref_tracker_read(struct pk_ctx *ctx, uint64_t addr, enum pk_row_id dir,
			 struct pk_ref_tracker *ret_tracker);
void pk_ref_tracker_deinit(struct pk_ref_tracker *tracker);

#endif
