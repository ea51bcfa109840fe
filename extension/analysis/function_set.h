/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_FUNCTION_SET_H
#define PK_ANALYSIS_FUNCTION_SET_H

#include "core/context.h"
#include "core/hash.h"

/** What -f chooses: functions by name or glob ("tcp_*"), or all of one source file ("@net/socket.c"). */
struct pk_function_set {
	char *glob; /* owned; NULL: a file's */
	uint64_t *starts; /* owned: of a file's functions, sorted */
	uint32_t nr, room;
	struct pk_hash asked; /* address -> what was found, owned */
};

/** Of a file's functions the target's debuginfo is asked. PK_ABSENT: no such file, PK_UNSUPPORTED,
 *  PK_NOT_CAPTURED: nobody to ask; the context says why. A name is matched when a function is met. */
enum pk_status pk_function_set_make(struct pk_ctx *ctx, const char *word,
				    struct pk_function_set *ret_set);
void pk_function_set_deinit(struct pk_function_set *set);
/** Is the function that ADDR lies in one of SET? Names match with and without the compiler's suffixes. */
bool pk_function_set_has(struct pk_ctx *ctx, struct pk_function_set *set, uint64_t addr);
bool pk_function_set_has_name(struct pk_ctx *ctx, struct pk_function_set *set, const char *name);

#endif
