/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_CALL_ROLE_H
#define PK_ANALYSIS_CALL_ROLE_H

#include "core/context.h"
#include "decode/task/open_calls.h"

/** What an open call was there for. */
enum pk_call_role {
	PK_ROLE_WORK,
	PK_ROLE_PROBE, /* ftrace's and the probes' own, up to their handler */
	PK_ROLE_STOP, /* the interrupt by which the panicking CPU stops another one, and all below */
	PK_ROLE_PANIC, /* the exception, the oops or panic(), and all below */
};

/** The role of each of CALLS; RET_ROLES has room for them. */
void pk_call_roles(struct pk_ctx *ctx, const struct pk_open_calls *calls,
		   enum pk_call_role *ret_roles);

const char *pk_call_role_name(enum pk_call_role role); /* "work", "probe", "stop", "panic" */

#endif
