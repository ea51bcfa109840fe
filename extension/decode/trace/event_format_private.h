/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_EVENT_FORMAT_PRIVATE_H
#define PK_DECODE_EVENT_FORMAT_PRIVATE_H

#include "core/kit.h"
#include "decode/trace/event_format.h"

/* Private to the files on event formats. */

/** A format, and where its fields and print_fmt will be read from on demand. */
struct pk_format_slot {
	struct pk_format format;
	uint64_t class, data, print_fmt;
	bool filled; /* fields and print_fmt were read, or found broken */
};

struct pk_formats {
	struct pk_ctx *ctx;
	struct pk_format_slot *slots; /* owned; sorted by id */
	uint32_t nr, room;
	struct pk_format_slot common;
};

/** Read SLOT's fields and print_fmt. Damage costs a warning and what follows it. */
void pk_format_fill(struct pk_ctx *ctx, struct pk_format_slot *slot);
/** Read the fields common to all entries from their list, or else from struct trace_entry's
 *  layout. */
void pk_format_fill_common(struct pk_ctx *ctx, struct pk_format_slot *slot);
/** Set kind, probed address and symbol in the formats of dynamic events. */
void pk_formats_mark_dynamic(struct pk_ctx *ctx, struct pk_formats *formats);

#endif
