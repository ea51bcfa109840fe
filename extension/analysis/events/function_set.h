/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FUNCTION_SET_H
#define PK_ANALYSIS_FUNCTION_SET_H

#include "core/context.h"
#include "core/hash.h"

/** The functions that -f selects: by name or glob ("tcp_*"), or those of a source file
 *  ("@net/socket.c"). */
struct pk_function_set {
	char *glob; /* owned; NULL: functions of a file */
	uint64_t *starts; /* owned, sorted: start of each function of the file */
	uint32_t nr, room;
	struct pk_hash asked; /* address -> cached answer, owned */
};

/** PK_USAGE: no function has this name. Functions of a file come from the target's debuginfo. PK_ABSENT: no such file; PK_UNSUPPORTED,
 *  PK_NOT_CAPTURED: no debuginfo; the error text says why. Names are matched as functions are
 *  met. */
enum pk_status pk_function_set_make(struct pk_ctx *ctx, const char *word,
				    struct pk_function_set *ret_set);
void pk_function_set_deinit(struct pk_function_set *set);
/** Whether the function that contains ADDR is in SET. Names match with and without compiler
 *  suffixes. */
bool pk_function_set_has(struct pk_ctx *ctx, struct pk_function_set *set, uint64_t addr);
bool pk_function_set_has_name(struct pk_ctx *ctx, struct pk_function_set *set, const char *name);

#endif
