/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_TUPLE_H
#define PK_RENDER_TUPLE_H

#include "model/header.h"
#include "render/out.h"

/** The fields saddr, sport, daddr and dport of the innermost object; without ports these are null. No text. */
void pk_render_tuple(struct pk_out *out, const struct pk_tuple *tuple, bool has_ports);

/** Only saddr and daddr, of what has no keys for ports. */
void pk_render_addresses(struct pk_out *out, const struct pk_tuple *tuple);

/** "sectag": MACsec's, null if it is not known; BEFORE: text before it. */
void pk_render_sectag(struct pk_out *out, const struct pk_header *header, const char *before);

/** Source and destination as text, SIZE bytes each: "10.0.0.1:80", or without ports. */
void pk_tuple_endpoints(const struct pk_tuple *tuple, bool has_ports, char *from, char *to,
			size_t size);
/** The same of HEADER; "?" if they are unknown. */
void pk_header_endpoints(const struct pk_header *header, char *from, char *to, size_t size);

#endif
