/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PROBES_H
#define PK_RENDER_PROBES_H

#include "analysis/explain/probe_listing.h"
#include "model/patch_site.h"
#include "render/out.h"

/** "tcp_v4_rcv", "tcp_v4_rcv+0x10", with " [module]"; the tracepoint's or hook's name; "317 functions";
 *  "all functions". Returns BUF. */
const char *pk_probe_target_text(const struct pk_probe *probe, char *buf, size_t size);
/** State words separated by commas, "" if none. Returns BUF. */
const char *pk_probe_state_text(const struct pk_probe *probe, char *buf, size_t size);

/** The listing as a table, foreign probes first, or one JSON line per probe. */
void pk_render_probes(struct pk_out *out, const struct pk_probe_listing *listing);
/** Text only: a line of the kinds that this kernel was built without, if any. */
void pk_render_probes_not_built_in(struct pk_out *out, const struct pk_probe_listing *listing);
/** What ftrace's record and the code bytes say about a function, on one line (text only). */
void pk_render_patch_site(struct pk_out *out, const struct pk_patch_site *site);

#endif
