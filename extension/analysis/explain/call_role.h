/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CALL_ROLE_H
#define PK_ANALYSIS_CALL_ROLE_H

#include "core/context.h"
#include "model/open_calls.h"

/** Store the role of each of CALLS in RET_ROLES, an array of CALLS->nr elements. */
void pk_call_roles(struct pk_ctx *ctx, const struct pk_open_calls *calls,
		   enum pk_call_role *ret_roles);

#endif
