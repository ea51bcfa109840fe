/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PROBE_USE_H
#define PK_RENDER_PROBE_USE_H

#include "analysis/explain/probe_use.h"
#include "render/out.h"

/** The probed functions on the packets' paths: a block each, or a JSON line. */
void pk_render_probe_use(struct pk_out *out, const struct pk_probe_use *use);

#endif
