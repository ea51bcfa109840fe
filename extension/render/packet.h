/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PACKET_H
#define PK_RENDER_PACKET_H

#include "analysis/path.h"
#include "model/probe.h"
#include "render/out.h"

/** What a packet's lines are printed with. */
struct pk_packet_style {
	const struct pk_packet_set *set;
	const struct pk_probe_list *probes; /* NULL: none known */
	bool absolute; /* the trace clock instead of ages before the panic */
	bool verbose; /* nothing folded, every join */
	bool several; /* packets of other protocols than the first: each says which it is of */
};

/** The heading of the list (text only). */
void pk_render_packet_heading(struct pk_out *out, const struct pk_packet_style *style);
/** One packet as a line of the list (text only). */
void pk_render_packet_row(struct pk_out *out, const struct pk_packet_style *style,
			  const struct pk_packet *packet);
/** One packet whole: header, spans, calls, end. */
void pk_render_packet_whole(struct pk_out *out, const struct pk_packet_style *style,
			    const struct pk_packet *packet, const struct pk_path *path);
/** " 30 exact 4 derived": the certainties that occur, surest first; and all of them as the object KEY (NULL: text only). */
void pk_render_identities(struct pk_out *out, const char *key,
			  const uint32_t counts[PK_NR_IDENTITIES]);
/** "T-0.003412" or, absolute, "1234.567890". BUF of at least 32 bytes. Returns BUF. */
const char *pk_packet_time(const struct pk_packet_style *style, uint64_t ns, char *buf,
			   size_t size);

#endif
