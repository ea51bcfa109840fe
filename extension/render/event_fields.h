/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_EVENT_FIELDS_H
#define PK_RENDER_EVENT_FIELDS_H

#include "model/event_line.h"
#include "render/out.h"

/** One event: the kernel's own prefix, its name, and its fields as recorded, not the text that the
 *  kernel makes of them; or as JSON ("event" of the schema). */
void pk_render_event_fields(struct pk_out *out, const struct pk_event_line *line);

#endif
