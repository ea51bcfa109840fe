/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_TRACE_DAT_H
#define PK_TEXT_TRACE_DAT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/context.h"
#include "decode/trace/ring_buffer.h"

/** One ring buffer on its way into a trace.dat. */
struct pk_dat_buffer {
	struct pk_trace *trace; /* borrowed */
	const char *name; /* "" for the file's main buffer, which stands first */
	struct pk_instance instance;
};

/** What was written. */
struct pk_dat_totals {
	uint64_t pages, events;
	uint64_t consumed, uncommitted; /* left out */
	uint32_t buffers, formats, symbols;
	uint32_t formats_missing; /* whose print_fmt could not be had */
};

/**
 * Write BUFFERS as a trace.dat of version 6 (trace-cmd.dat.v6(5)), which every trace-cmd and KernelShark
 * reads: event formats, symbols, trace_printk formats and comms of the dead kernel, then its sub-buffers
 * as pk_raw_next() gives them, a page in memory at a time. FP must be seekable. The file has one clock
 * and one sub-buffer size: those of the first buffer (smaller sub-buffers are padded).
 * PK_IO: FP could not be written to.
 */
enum pk_status pk_trace_dat_write(struct pk_ctx *ctx, const struct pk_dat_buffer *buffers,
				  uint32_t nr_buffers, FILE *fp, struct pk_dat_totals *ret_totals);

#endif
