/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_FIGURE_H
#define PK_MODEL_FIGURE_H

#include <stdint.h>

#include "core/status.h"

/** A number from the dump, or why there is none. Cast VALUE if it is signed. */
struct pk_figure {
	enum pk_status status; /* VALUE is valid only with PK_OK */
	uint64_t value;
};

static inline struct pk_figure pk_figure_none(enum pk_status why)
{
	return (struct pk_figure){.status = why};
}

#endif
