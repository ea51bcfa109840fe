/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_RUN_H
#define PK_ANALYSIS_RUN_H

#include "analysis/engine.h"

/** PLANS and SET are borrowed and must outlive the engine. */
enum pk_status pk_engine_init(struct pk_engine *engine, struct pk_ctx *ctx, struct pk_plans *plans,
			      uint32_t nr_cpus, struct pk_packet_set *set);
void pk_engine_deinit(struct pk_engine *engine);
/** The next event in time order. */
void pk_engine_event(struct pk_engine *engine, const struct pk_event *event);
/** There are no more events: what waited for the next one is taken in. */
void pk_engine_end(struct pk_engine *engine);

#endif
