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
	uint32_t too_long; /* events left out because they do not fit */
};

struct pk_perfetto_span {
	uint64_t from, to; /* ns, both included */
};

struct pk_perfetto_track {
	uint64_t uuid;
	uint32_t next; /* track of the same stage and CPU: its index + 1; 0: none */
	struct pk_perfetto_span *busy; /* owned: times with slices, in order */
	uint32_t nr, room;
};

/**
 * Packets as a Perfetto trace (protos/perfetto/trace/trace.proto): a track for each stage (napi,
 * gro, ip, tcp, ...) with one below it for each CPU, a slice for each call that handles a packet
 * there, and a flow that joins the slices of a packet. An instant event says how the packet ended.
 * Slices of a track must nest, as an end closes the newest begin. Calls for two packets may overlap,
 * on one CPU too (its task was switched, the clock stood still): then there are several tracks of
 * one name, which Perfetto draws as one.
 * Times are the trace's clock, ns. For a redacted recording, a separate track says what was
 * replaced and what was left.
 */
struct pk_perfetto {
	struct pk_packet_writer base;
	struct pk_perfetto_totals totals;
	const struct pk_facts *facts; /* of the machine */
	const char *stages[PK_PERFETTO_STAGES]; /* those with a track */
	uint32_t nr_stages;
	/* owned: [stage][cpu], first track's index + 1; the last CPU is an unknown one */
	uint32_t *cpus;
	uint32_t nr_cpus;
	struct pk_perfetto_track *tracks; /* owned */
	uint32_t nr_tracks, tracks_room;
	bool begun; /* the first packet was written */
};

/** Initialize. FACTS are borrowed until pk_perfetto_deinit(). */
void pk_perfetto_init(struct pk_perfetto *w, const struct pk_packet_style *style,
		      const struct pk_facts *facts, FILE *fp);
/** Finish the file after the last packet. */
void pk_perfetto_end(struct pk_perfetto *w);
void pk_perfetto_deinit(struct pk_perfetto *w);

#endif
