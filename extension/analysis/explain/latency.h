/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_LATENCY_H
#define PK_ANALYSIS_LATENCY_H

#include "analysis/explain/path.h"

#define PK_LATENCY_STAGES 10

/** How long a packet took from one point of its way to the next. */
struct pk_latency_stage {
	const char *name; /* "gro-protocol"; static */
	unsigned rank; /* stages of the way up come first, in order */
	uint64_t ns; /* by the trace's clock; never 0 */
	uint64_t ts; /* ring ns of its end */
	int cpu; /* of its end; -1: unknown */
	int32_t task; /* PID of the task in whose call it ended; -1: an interrupt, or unknown */
};

struct pk_latency {
	struct pk_latency_stage stages[PK_LATENCY_STAGES];
	unsigned nr;
	/* Stages left out: both ends have the same time, or the clock went back. */
	unsigned still, back;
};

/**
 * The times of PACKET's stages, by PATH and its events outside of frames. A point of the way is the
 * first call or event with such a stage ("pkttrace help path"). A stage one of whose ends was not
 * recorded is left out.
 */
void pk_latency_of(const struct pk_packet *packet, const struct pk_path *path,
		   struct pk_latency *ret_latency);
/** The same, by a path that MAKER makes. Nothing, if the packet has no times, or events were lost between its own: the first
 *  one of a stage may be among those. */
enum pk_status pk_latency_measure(struct pk_path_maker *maker, const struct pk_packet *packet,
				  struct pk_latency *ret_latency);
/** The longest stage; NULL: none is known. */
const struct pk_latency_stage *pk_latency_longest(const struct pk_latency *latency);

#endif
