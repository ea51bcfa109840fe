/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CAUSE_H
#define PK_ANALYSIS_CAUSE_H

#include "analysis/events/engine.h"

/** Explain why packets were sent again or dropped (pk_packet.causes). The last pass: all ends are
 *  settled. */
void pk_find_causes(struct pk_engine *engine);

#endif
