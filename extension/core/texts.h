/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_TEXTS_H
#define PK_CORE_TEXTS_H

#include "core/hash.h"

/** Strings that many records share, each stored once. Zero-initialize it. */
struct pk_texts {
	struct pk_hash texts; /* hash -> owned list of the strings that have it */
};

/** A copy of TEXT, owned by TEXTS and valid until its deinit. NULL: out of memory. */
const char *pk_texts_keep(struct pk_texts *texts, const char *text);
void pk_texts_deinit(struct pk_texts *texts);

#endif
