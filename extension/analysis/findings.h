/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FINDINGS_H
#define PK_ANALYSIS_FINDINGS_H

#include "analysis/memory.h"
#include "model/finding.h"

/** What is wrong by the dead machine's memory alone, by every rule. MEMORY: what was loaded of it already; NULL: it is
 *  loaded. What cannot be read makes rules that could not be judged. */
enum pk_status pk_findings_read(struct pk_ctx *ctx, const struct pk_memory *memory,
				struct pk_findings *ret_findings);

#endif
