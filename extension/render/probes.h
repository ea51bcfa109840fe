/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_PROBES_H
#define PK_RENDER_PROBES_H

#include "core/context.h"
#include "decode/probe/ftrace.h"
#include "model/probe.h"
#include "render/out.h"

/** "tcp_v4_rcv", "tcp_v4_rcv+0x10", with " [module]"; the tracepoint's or hook's name; "317 functions";
 *  "all functions". Returns BUF. */
const char *pk_probe_target_text(const struct pk_probe *probe, char *buf, size_t size);
/** State words separated by commas, "" if none. Returns BUF. */
const char *pk_probe_state_text(const struct pk_probe *probe, char *buf, size_t size);

struct pk_probes_view {
	bool verbose; /* details, and the functions of filters */
	uint64_t func; /* only what is on this function; 0: everything */
	uint64_t size; /* of FUNC */
	const char *event; /* or on this tracepoint ("tcp:tcp_probe", "tcp_probe"); NULL */
};

/** The list as a table, foreign ones first, or a JSON line a probe (design: `probes -j`). */
void pk_render_probes(struct pk_out *out, struct pk_ctx *ctx, const struct pk_probe_list *list,
		      const struct pk_probes_view *view);
/** Text only, and only if there are any: a line of the kinds that this kernel was built without. */
void pk_render_probes_not_built_in(struct pk_out *out, struct pk_ctx *ctx);
/** What ftrace's record and the bytes say about a function, one line (text only). */
void pk_render_patch_site(struct pk_out *out, const struct pk_patch_site *site);

#endif
