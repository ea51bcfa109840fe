/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_TUPLE_H
#define PK_RENDER_TUPLE_H

#include "model/tuple.h"
#include "render/out.h"

/** The fields saddr, sport, daddr and dport of the innermost object. No text. */
void pk_render_tuple(struct pk_out *out, const struct pk_tuple *tuple);

/** Only saddr and daddr, for a protocol without ports. */
void pk_render_addresses(struct pk_out *out, const struct pk_tuple *tuple);

#endif
