/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_LOSS_H
#define PK_ANALYSIS_LOSS_H

#include "model/counters.h"

/** A counter that counts something lost, refused or sent again, and what in words. */
struct pk_loss {
	enum pk_mib group;
	const char *name;
	const char *meaning;
};

/** What COUNTER of GROUP means if it is not zero; NULL: nothing is lost by it. */
const struct pk_loss *pk_loss_of(enum pk_mib group, const char *name);

#endif
