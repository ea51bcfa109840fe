/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PROBE_PATH_H
#define PK_ANALYSIS_PROBE_PATH_H

#include "core/context.h"
#include "model/probe.h"

/** Does PROBE see packets that are told of: is what it hooks (a function, one of its filter's functions, an event,
 *  a place in the stack) in the stages table? What only carries other probes does not count. */
bool pk_probe_on_path(struct pk_ctx *ctx, const struct pk_probe *probe);
/** Who armed a probe that sees such packets, by its owner. */
enum pk_probe_armer {
	PK_ARMED_BY_NONE, /* off the path, foreign code (which is not armed), or the kernel's own */
	PK_ARMED_BY_USER, /* a probe or a tracer of functions, through tracefs or perf */
	PK_ARMED_BY_SCRIPT, /* a probe of pkttrace-arm */
	PK_ARMED_EVENT, /* an event of the kernel's, switched on */
};
enum pk_probe_armer pk_probe_armer(struct pk_ctx *ctx, const struct pk_probe *probe);
/** OWNER is a trace event of pkttrace-arm. */
bool pk_probe_is_ours(const char *owner);
/** "SYSTEM:NAME" or "SYSTEM/NAME" is an event of the path. */
bool pk_event_on_path(const struct pk_ctx *ctx, const char *name);
/** That cannot be said: the function has no name in the dump, or the filter could not be read. */
bool pk_probe_path_unknown(const struct pk_probe *probe);
/** How many functions of its filter are in the table; 0 for a probe without one. */
uint32_t pk_probe_path_functions(struct pk_ctx *ctx, const struct pk_probe *probe);

struct pk_probe_totals {
	uint32_t probes, on_path, foreign, foreign_on_path,
		machinery; /* machinery is in none of the others */
};

struct pk_probe_totals pk_probe_totals(struct pk_ctx *ctx, const struct pk_probe_list *list);

#endif
