/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PROBE_H
#define PK_DECODE_PROBE_H

#include "core/context.h"
#include "model/probe.h"

/** Everything attached that this program knows how to find, cached in the context. Damage costs a
 *  warning and the part behind it. */
enum pk_status pk_probes_load(struct pk_ctx *ctx, const struct pk_probe_list **ret_list);

typedef bool (*pk_probe_fn)(const struct pk_probe *probe, void *arg);
/** The probes that fire for the function [FUNC, FUNC + SIZE): on its address (endbr and site offsets
 *  allowed for), inside it, or by a filter that names it. An ops on all functions counts only if ALL. */
void pk_probes_on_function(const struct pk_probe_list *list, uint64_t func, uint64_t size, bool all,
			   pk_probe_fn fn, void *arg);

#endif
