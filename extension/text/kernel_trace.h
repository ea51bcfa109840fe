/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_KERNEL_TRACE_H
#define PK_TEXT_KERNEL_TRACE_H

#include <stdint.h>
#include <stdio.h>

#include "core/context.h"
#include "decode/trace/ring_buffer.h"

/** Which of the kernel's own files to print, and how. */
struct pk_kernel_trace_request {
	const struct pk_instance *instance;
	bool snapshot; /* the file snapshot instead of trace */
	int cpu; /* the file in per_cpu/cpuN; PK_ALL_CPUS */
	uint64_t newest; /* print only this many of the newest events; 0: all */
	/** Options to change from the dump's, as written to trace_options
	 *  ("sym-offset,noirq-info"); NULL: none. */
	const char *overrides;
	/* for a terminal: newlines in names become \x0a, so none begins a line */
	bool one_line;
};

/** What became of the events of a listing. */
struct pk_kernel_trace_result {
	uint64_t events; /* printed; a folded leaf call counts once */
	/* those of EVENTS with our own text: "name: field=value ... (fields)" */
	uint64_t by_fields;
	uint64_t hashed; /* events with a raw pointer that the kernel would have hashed */
	bool failed; /* FP did not accept everything */
};

/**
 * The text of the kernel's own file: header, columns and every event, in the format of the
 * instance's current tracer and with its options (trace_flags and the tracer's own), except for
 * those overridden.
 *
 * PK_USAGE: an override that this kernel and tracer do not have (the error lists those that exist),
 * or a CPU without a buffer. PK_ABSENT: a snapshot, on a kernel without snapshots.
 */
enum pk_status pk_kernel_trace_print(struct pk_ctx *ctx,
				     const struct pk_kernel_trace_request *request, FILE *fp,
				     struct pk_kernel_trace_result *ret_result);

#endif
