/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_DROP_CAUSE_H
#define PK_ANALYSIS_DROP_CAUSE_H

#include <stddef.h>

#include "core/context.h"
#include "model/packet.h"

/** Explain in a sentence in BUF why PACKET (outcome PK_OUT_DROPPED) was dropped: by the kernel's
 *  drop reason, else by the function that freed it, else by other evidence. Returns what that rests
 *  on: "reason", "place" or "evidence"; "unknown": the sentence says what is missing. */
const char *pk_drop_cause(struct pk_ctx *ctx, const struct pk_packet *packet, char *buf,
			  size_t size);

#endif
