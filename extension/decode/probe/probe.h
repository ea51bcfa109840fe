/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PROBE_H
#define PK_DECODE_PROBE_H

#include "core/context.h"
#include "model/probe.h"

/** Everything attached that this program knows how to find, cached in the context. Damage costs a
 *  warning and the part behind it. */
enum pk_status pk_probes_load(struct pk_ctx *ctx, const struct pk_probe_list **ret_list);

#endif
