/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_XFRM_H
#define PK_RENDER_XFRM_H

#include "model/xfrm.h"
#include "render/out.h"

/** The heading of their list (text only). */
void pk_render_xfrm_heading(struct pk_out *out);
void pk_render_xfrm(struct pk_out *out, const struct pk_xfrm_state *state);

#endif
