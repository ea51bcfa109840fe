/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_TEXTS_H
#define PK_CORE_TEXTS_H

#include "core/hash.h"

/** Texts that many records have in common, each kept once. Starts as zeros. */
struct pk_texts {
	struct pk_hash texts; /* hash of the text -> owned list of those that have it */
};

/** The copy of TEXT that lasts as long as TEXTS; NULL when memory ran out. */
const char *pk_texts_keep(struct pk_texts *texts, const char *text);
void pk_texts_deinit(struct pk_texts *texts);

#endif
