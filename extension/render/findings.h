/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_FINDINGS_H
#define PK_RENDER_FINDINGS_H

#include "model/finding.h"
#include "render/out.h"

/** A finding with its evidence. BRIEF (text): its sentence only. */
void pk_render_finding(struct pk_out *out, const struct pk_finding *finding, bool brief,
		       bool verbose);
/** The outcome of every rule; in text only those that found nothing or could not be judged. */
void pk_render_rules(struct pk_out *out, const struct pk_findings *findings, bool verbose);

#endif
