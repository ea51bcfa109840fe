/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PROBE_PATH_H
#define PK_ANALYSIS_PROBE_PATH_H

#include "core/context.h"
#include "model/probe.h"

/** Whether PROBE sees packets being shown: it hooks something (a function, also by its filter, an
 *  event, or a place in the stack) in the stages table. Probes that only carry others do not
 *  count. */
bool pk_probe_on_path(struct pk_ctx *ctx, const struct pk_probe *probe);
/** Who armed a probe on the path, judged by its owner. */
enum pk_probe_armer {
	PK_ARMED_BY_NONE, /* off the path, foreign code (which nobody arms), or the kernel's own */
	PK_ARMED_BY_USER, /* a probe or a function tracer, through tracefs or perf */
	PK_ARMED_BY_SCRIPT, /* a probe of pkttrace-arm */
	PK_ARMED_EVENT, /* one of the kernel's own events, enabled */
};
enum pk_probe_armer pk_probe_armer(struct pk_ctx *ctx, const struct pk_probe *probe);
/** OWNER is a trace event of pkttrace-arm. */
bool pk_probe_is_ours(const char *owner);
/** Whether event NAME ("SYSTEM:NAME" or "SYSTEM/NAME") is on the path. */
bool pk_event_on_path(const struct pk_ctx *ctx, const char *name);
/** Whether that is unknown: the function has no name in the dump, or the filter was unreadable. */
bool pk_probe_path_unknown(struct pk_ctx *ctx, const struct pk_probe *probe);
/** Number of functions in its filter that are in the table; 0 without a filter. */
uint32_t pk_probe_path_functions(struct pk_ctx *ctx, const struct pk_probe *probe);

struct pk_probe_totals {
	/* MACHINERY is not included in the others */
	uint32_t probes, on_path, foreign, foreign_on_path, machinery;
};

struct pk_probe_totals pk_probe_totals(struct pk_ctx *ctx, const struct pk_probe_list *list);

#endif
