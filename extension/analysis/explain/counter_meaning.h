/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_COUNTER_MEANING_H
#define PK_ANALYSIS_COUNTER_MEANING_H

#include <stdbool.h>

#include "model/counters.h"

/** A counter of something lost, refused or sent again, and its meaning in words. */
struct pk_counter_meaning {
	enum pk_mib group;
	const char *name;
	const char *meaning;
	bool drops; /* what it counts are packets that were thrown away */
};

/** The meaning of counter NAME in GROUP if it is not 0; NULL: it counts no loss. Static. */
const struct pk_counter_meaning *pk_counter_meaning_of(enum pk_mib group, const char *name);

#endif
