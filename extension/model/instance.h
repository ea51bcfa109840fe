/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_INSTANCE_H
#define PK_MODEL_INSTANCE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

#define PK_ALL_CPUS (-1)

/** One trace instance (struct trace_array), as it stood. */
struct pk_instance {
	uint64_t addr;
	char name[64]; /* "" for the top instance */
	char tracer[32]; /* current_trace->name */
	char clock[16]; /* trace_clocks[clock_id].name */
	bool clock_in_ns;
	bool tracing_on; /* what tracing_on would read */
	bool expanded; /* false: buffers never used (boot-time minimum) */
	bool has_snapshot;
	uint64_t flags; /* trace_flags (TRACE_ITER_*) */
	uint64_t time_start; /* events before it are hidden by the kernel's own readers */
};

/** Counters of one CPU's buffer, as per_cpu/cpuN/stats shows them. */
struct pk_cpu_stats {
	int cpu;
	bool readable; /* else STATUS says why nothing below is set */
	enum pk_status status;
	uint64_t entries, overrun, commit_overrun, bytes, dropped, read;
	bool oldest_known, newest_known;
	uint64_t oldest_ns,
		newest_ns; /* first and last event held; page-time precision for oldest */
	uint64_t committing; /* writers caught in the middle */
	uint64_t nr_pages; /* ring pages, without the reader page */
};

#endif
