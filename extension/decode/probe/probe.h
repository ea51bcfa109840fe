/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PROBE_H
#define PK_DECODE_PROBE_H

#include "core/context.h"
#include "model/probe.h"

/** Everything attached that this program knows how to find, cached in the context. Damage costs a
 *  warning and the part behind it. */
enum pk_status pk_probes_load(struct pk_ctx *ctx, const struct pk_probe_list **ret_list);

/** PROBE is on the function [FUNC, FUNC + SIZE), enabled or not: by its address (pk_arch.entry and site offsets
 *  allowed for), or by a filter that names it. ALL: also an ops on all functions. SIZE 0 counts as 16. */
bool pk_probe_covers(const struct pk_probe *probe, uint64_t func, uint64_t size, bool all);

typedef bool (*pk_probe_fn)(const struct pk_probe *probe, void *arg);
/** The probes that fire for the function [FUNC, FUNC + SIZE): on its address (pk_arch.entry and site offsets
 *  allowed for), inside it, or by a filter that names it. An ops on all functions counts only if ALL, and
 *  so does the kernel's own function_graph, which is on whatever it traced. Left out: what is disabled
 *  or gone, and what only carries other probes of the list (machinery). Costs two binary searches, and
 *  one more for each probe with a filter. */
void pk_probes_on_function(const struct pk_probe_list *list, uint64_t func, uint64_t size, bool all,
			   pk_probe_fn fn, void *arg);

#endif
