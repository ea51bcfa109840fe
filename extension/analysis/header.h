/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_HEADER_H
#define PK_ANALYSIS_HEADER_H

#include "analysis/facts.h"
#include "model/packet.h"

/** What TCP's control block, which FACTS know, says of the header: sequence numbers and flags. */
struct pk_header pk_header_of_cb(const struct pk_event_facts *facts);
/** Take HEADER for PACKET where it is surer than what is known. */
void pk_header_take(struct pk_packet *packet, const struct pk_header *header,
		    enum pk_tuple_source source);
/** It was read, and is proven to be TCP's. */
static inline bool pk_says_tcp(const struct pk_header *header)
{
	return header->tuple_known && (!header->unproven || header->ports_known);
}
/** Both say whose packet it is, and not the same. */
bool pk_headers_differ(const struct pk_header *a, const struct pk_header *b);
/** Both say it, and it is the same packet, or its repetition. */
bool pk_headers_agree(const struct pk_header *a, const struct pk_header *b);

#endif
