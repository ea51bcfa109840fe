/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PACKET_H
#define PK_RENDER_PACKET_H

#include "analysis/explain/judges.h"
#include "analysis/explain/path.h"
#include "model/probe.h"
#include "render/out.h"

/** How packets are printed. */
struct pk_packet_style {
	const struct pk_packet_set *set;
	const struct pk_probe_list *probes; /* NULL: unknown */
	bool absolute; /* the trace's clock instead of times before the panic */
	bool wall; /* the wall clock: the trace's time plus WALL_OFFSET ns */
	int64_t wall_offset;
	bool verbose; /* fold nothing, show every join */
	bool explained; /* after each line, the packet's end in words */
	/* packet -> the longest of its stages (struct pk_latency_stage), which a line says why; NULL: none is asked for */
	const struct pk_hash *longest;
	bool several; /* several protocols are shown: each packet names its own */
};

/** A list of packets being printed, one per line. */
struct pk_packet_list {
	const struct pk_packet_style *style; /* borrowed */
	struct pk_column columns[PK_TABLE_COLUMNS];
	struct pk_table table; /* of COLUMNS: LIST does not move */
};

/** Begin a list (text only) with columns wide enough for PACKETS, its future rows. */
void pk_packet_list_begin(struct pk_packet_list *list, struct pk_out *out,
			  const struct pk_packet_style *style,
			  const struct pk_packet *const *packets, uint32_t nr);
/** The tone of an outcome: lost, unfinished, or plain. */
enum pk_tone pk_outcome_tone(enum pk_outcome outcome);
void pk_render_packet_heading(struct pk_packet_list *list);
/** One packet as a line of the list (text only). */
void pk_render_packet_row(struct pk_packet_list *list, const struct pk_packet *packet);
/** One packet whole: header, spans, calls, end, who decided on it, and who held it. JUDGEMENTS,
 *  HOLDINGS: NULL: not asked for. */
void pk_render_packet_whole(struct pk_out *out, const struct pk_packet_style *style,
			    const struct pk_packet *packet, const struct pk_path *path,
			    const struct pk_judgements *judgements,
			    const struct pk_holdings *holdings);
/** " 30 exact 4 derived": the certainties that occur, surest first; KEY gets an object with all of
 *  them (NULL: text only). */
void pk_render_identities(struct pk_out *out, const char *key,
			  const uint32_t counts[PK_NR_IDENTITIES]);
/** "T-0.003412" or, absolute, "1234.567890", or "2026-01-31 12:34:56.567890". BUF of at least 32
 *  bytes. Returns BUF. */
const char *pk_packet_time(const struct pk_packet_style *style, uint64_t ns, char *buf,
			   size_t size);

#endif
