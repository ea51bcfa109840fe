/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_KERNEL_TRACE_H
#define PK_TEXT_KERNEL_TRACE_H

#include <stdint.h>
#include <stdio.h>

#include "core/context.h"
#include "decode/trace/ring_buffer.h"

/** Which of the kernel's own files is to be printed, and how. */
struct pk_kernel_trace_request {
	const struct pk_instance *instance;
	bool snapshot; /* its file snapshot, not its file trace */
	int cpu; /* that of per_cpu/cpuN; PK_ALL_CPUS */
	uint64_t newest; /* only so many of the newest events, 0: all */
	/** Options over those of the dump, written as into trace_options ("sym-offset,noirq-info");
	 *  NULL: none. */
	const char *overrides;
	bool one_line; /* a newline of a name or a message is written as \x0a, for a terminal: no name begins a line */
};

/** What became of the events of one listing. */
struct pk_kernel_trace_result {
	uint64_t events; /* printed, a folded leaf call as one */
	uint64_t by_fields; /* of them those whose text is ours: "name: field=value ... (fields)" */
	uint64_t
		hashed; /* events with a pointer that the kernel would have hashed, shown as it is */
	bool failed; /* FP did not take all */
};

/**
 * The text that the kernel's own file would have printed: header, columns, and every event, in the format
 * of the instance's current tracer and with the options that it had (trace_flags and the tracer's own),
 * but for those overridden.
 *
 * PK_USAGE: an override that this kernel and tracer do not have (the error lists those that they have), or
 * a CPU without a buffer. PK_ABSENT: a snapshot, of a kernel that has none.
 */
enum pk_status pk_kernel_trace_print(struct pk_ctx *ctx,
				     const struct pk_kernel_trace_request *request, FILE *fp,
				     struct pk_kernel_trace_result *ret_result);

#endif
