/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_FINDINGS_H
#define PK_RENDER_FINDINGS_H

#include "model/finding.h"
#include "render/out.h"

/** A finding with its evidence. BRIEF: in text its sentence alone. */
void pk_render_finding(struct pk_out *out, const struct pk_finding *finding, bool brief);
/** What became of every rule: in text, those that found nothing and those that could not be judged. */
void pk_render_rules(struct pk_out *out, const struct pk_findings *findings, bool verbose);

#endif
