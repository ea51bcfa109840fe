/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_KERNEL_TRACE_H
#define PK_TEXT_KERNEL_TRACE_H

#include <stdint.h>
#include <stdio.h>

#include "core/context.h"
#include "decode/ring_buffer.h"

/** What became of the events of one listing. */
struct pk_kernel_trace_result {
	uint64_t events; /* printed, a folded leaf call as one */
	uint64_t by_fields; /* of them those whose text is ours: "name: field=value ... (fields)" */
	uint64_t
		hashed; /* events with a pointer that the kernel would have hashed, shown as it is */
	bool failed; /* FP did not take all */
};

/**
 * The text that the kernel's own file `trace` would have printed for TRACE, the buffer of INSTANCE:
 * header, columns, and every event, in the format of its current tracer and with the options that it
 * had (trace_flags and the tracer's own). CPU: PK_ALL_CPUS or one (as per_cpu/cpuN/trace).
 *
 * Exact for function, function_graph and nop in the default output format. PK_UNSUPPORTED: an
 * option of another format is set (latency-format, raw, hex, bin, verbose, fields).
 */
enum pk_status pk_kernel_trace_print(struct pk_ctx *ctx, const struct pk_instance *instance,
				     struct pk_trace *trace, int cpu, FILE *fp,
				     struct pk_kernel_trace_result *ret_result);

#endif
