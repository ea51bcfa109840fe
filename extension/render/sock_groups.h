/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_SOCK_GROUPS_H
#define PK_RENDER_SOCK_GROUPS_H

#include "analysis/explain/sock_groups.h"
#include "render/out.h"

/** A line for each group, sorted; of text the first ones unless WHOLE. */
void pk_render_sock_groups(struct pk_out *out, const struct pk_sock_groups *groups, bool whole);

#endif
