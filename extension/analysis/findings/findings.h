/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FINDINGS_H
#define PK_ANALYSIS_FINDINGS_H

#include "analysis/lives/queued_packets.h"
#include "model/finding.h"

/** Apply every rule to the dead machine's memory. MEMORY: what has been loaded of it; NULL: load it
 *  here. What cannot be read leaves rules unjudged. */
enum pk_status pk_findings_read(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
				struct pk_findings *ret_findings);

#endif
