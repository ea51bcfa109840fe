/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PERFETTO_H
#define PK_RENDER_PERFETTO_H

#include <stdint.h>
#include <stdio.h>

#include "render/packet_writer.h"

#define PK_PERFETTO_STAGES 64

struct pk_perfetto_totals {
	uint32_t packets, tracks;
	uint64_t slices;
	uint32_t too_long; /* events that were left out */
};

/**
 * Packets as a Perfetto trace (protos/perfetto/trace/trace.proto): a track a stage (napi, gro, ip, tcp, ...) with one below
 * it for each CPU, a slice a call that handles a packet there, and a flow that joins the slices of each packet, up to an
 * instant that says how it ended. Times are the trace's clock, ns. Of a redacted recording, a track of its own says what
 * was replaced and what was left.
 */
struct pk_perfetto {
	struct pk_packet_writer base;
	struct pk_perfetto_totals totals;
	const struct pk_facts *facts; /* of the machine */
	const char *stages[PK_PERFETTO_STAGES]; /* of which there are tracks */
	uint32_t nr_stages;
	uint8_t *cpus; /* owned: [stage][cpu] has a track */
	uint32_t nr_cpus;
	bool begun; /* the first packet was written */
};

/** FACTS are borrowed until pk_perfetto_deinit(). */
void pk_perfetto_init(struct pk_perfetto *w, const struct pk_packet_style *style,
		      const struct pk_facts *facts, FILE *fp);
/** After the last packet. */
void pk_perfetto_end(struct pk_perfetto *w);
void pk_perfetto_deinit(struct pk_perfetto *w);

#endif
