/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_TUPLE_H
#define PK_RENDER_TUPLE_H

#include "model/header.h"
#include "render/out.h"

/** The fields saddr, sport, daddr and dport of the innermost object. No text. */
void pk_render_tuple(struct pk_out *out, const struct pk_tuple *tuple);

/** Only saddr and daddr, for a protocol without ports. */
void pk_render_addresses(struct pk_out *out, const struct pk_tuple *tuple);

/** HEADER's source and destination as text, SIZE bytes each: "10.0.0.1:80", without ports where the protocol has
 *  none, "?" if unknown. */
void pk_header_endpoints(const struct pk_header *header, char *from, char *to, size_t size);

#endif
