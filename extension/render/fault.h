/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_FAULT_H
#define PK_RENDER_FAULT_H

#include "model/fault.h"
#include "render/out.h"

/** A sentence about the bad pointer, and the object "fault" in JSON. Nothing where FAULT is not known; no sentence where
 *  it is not judged. */
void pk_render_fault(struct pk_out *out, const struct pk_fault *fault);

#endif
