/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_TRACE_H
#define PK_COMMAND_TRACE_H

#include "decode/trace/ring_buffer.h"
#include "render/out.h"

/** What `pkttrace trace` was asked for. Strings are argv's. */
struct pk_trace_options {
	const char *instance; /* NULL: the top one */
	const char *overrides; /* -o; NULL: none */
	const char *function; /* -f with -T: a function, or "@FILE"; NULL: none */
	int cpu; /* PK_ALL_CPUS */
	int pid; /* -p with -T; -1: all */
	uint64_t newest; /* 0: all */
	bool all, snapshot, json, fields, stats, threads;
};

/** -T: print the calls of TRACE (buffer or snapshot of INSTANCE) by thread (trace_threads.c). */
enum pk_status pk_trace_threads(struct pk_ctx *ctx, struct pk_out *out,
				const struct pk_trace_options *options,
				const struct pk_instance *instance, struct pk_trace *trace);

#endif
