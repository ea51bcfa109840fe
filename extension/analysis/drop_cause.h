/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_DROP_CAUSE_H
#define PK_ANALYSIS_DROP_CAUSE_H

#include <stddef.h>

#include "core/context.h"
#include "model/packet.h"

/** Why PACKET, whose outcome is PK_OUT_DROPPED, was: a sentence of its end by the kernel's reason, else by the function that
 *  freed it, else by what else is known. Returns what it rests on: "reason", "place", "evidence"; "unknown": the sentence
 *  says what is missing. */
const char *pk_drop_cause(struct pk_ctx *ctx, const struct pk_packet *packet, char *buf,
			  size_t size);

#endif
