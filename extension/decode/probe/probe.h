/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_PROBE_H
#define PK_DECODE_PROBE_H

#include "core/context.h"
#include "model/probe.h"

/** Every attached probe that this program can find, cached in and owned by the context. Damage
 *  costs a warning and the part after it. */
enum pk_status pk_probes_load(struct pk_ctx *ctx, const struct pk_probe_list **ret_list);

#endif
