/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_INSTANCE_H
#define PK_MODEL_INSTANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

#define PK_ALL_CPUS (-1)

/** One trace instance (struct trace_array) at the crash. */
struct pk_instance {
	uint64_t addr;
	char name[64]; /* "" for the top instance */
	char tracer[32]; /* current_trace->name */
	char clock[16]; /* trace_clocks[clock_id].name */
	bool clock_in_ns;
	bool tracing_on; /* what the file tracing_on would show */
	bool expanded; /* false: the buffers were never used, and have their boot-time minimum */
	bool has_snapshot;
	uint64_t flags; /* trace_flags (TRACE_ITER_*) */
	uint64_t time_start; /* ring clock; the kernel's own readers hide earlier events */
};

/** Counters of one CPU's buffer, as per_cpu/cpuN/stats shows them. */
struct pk_cpu_stats {
	int cpu;
	bool readable; /* otherwise STATUS says why, and nothing below is set */
	enum pk_status status;
	uint64_t entries, overrun, commit_overrun, bytes, dropped, read;
	bool oldest_known, newest_known;
	/* first and last event held; OLDEST is only as precise as a page's time */
	uint64_t oldest_ns, newest_ns;
	uint64_t committing; /* writers interrupted while writing */
	uint64_t nr_pages; /* ring pages, not counting the reader page */
};

#endif
