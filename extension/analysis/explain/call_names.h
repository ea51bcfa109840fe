/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CALL_NAMES_H
#define PK_ANALYSIS_CALL_NAMES_H

#include <regex.h>

#include "analysis/explain/path.h"

/** Names and properties of the functions on paths, by address; each is looked up once. */
struct pk_call_names {
	struct pk_ctx *ctx;
	struct pk_hash by_func; /* func -> struct pk_call_name */
	regex_t noise[PK_NR_NOISES];
	bool noise_ready[PK_NR_NOISES];
};

void pk_call_names_init(struct pk_call_names *names, struct pk_ctx *ctx);
void pk_call_names_deinit(struct pk_call_names *names);
/** The function that contains FUNC; owned by NAMES. NULL: out of memory. */
const struct pk_call_name *pk_call_name(struct pk_call_names *names, uint64_t func);

#endif
