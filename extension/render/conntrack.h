/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_CONNTRACK_H
#define PK_RENDER_CONNTRACK_H

#include "model/conntrack.h"
#include "render/out.h"

/** What a packet's own skb points to: the object "conntrack". */
void pk_render_tracked(struct pk_out *out, const struct pk_tracked *tracked);
/** The array "conntrack" of the innermost object; with TEXT, lines below the socket's. */
void pk_render_conntracks(struct pk_out *out, const struct pk_conntracks *conntracks, bool text);

#endif
