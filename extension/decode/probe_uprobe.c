// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "decode/list.h"
#include "decode/probe_collect.h"

/*
 * Uprobe events: those on dyn_event_list whose ops are trace_uprobe_ops. The kernel knows a file and
 * an offset in it, no symbol. Uprobes that perf or a BPF program made without an event are not on
 * that list: they hang off the inode (uprobes_tree), and the files' names would need the page cache.
 */
struct uprobes {
	struct pk_collect *collect;
	uint64_t link, devent, ops;
};

static bool read_event(uint64_t node, void *arg)
{
	struct uprobes *uprobes = arg;
	struct pk_collect *collect = uprobes->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t devent = node - uprobes->link, base = devent - uprobes->devent, name, call, event;
	char file[256], text[160];
	struct pk_probe *probe;

	if (pk_collect_uint(collect, devent, PK_R_dyn_event_ops) != uprobes->ops)
		return true;
	probe = pk_collect_add(collect, PK_PROBE_UPROBE);
	if (!probe)
		return false;
	probe->object = base;
	name = pk_collect_uint(collect, base, PK_R_trace_uprobe_filename);
	if (!name || pk_read_string(ctx, name, file, sizeof(file)) != PK_OK)
		snprintf(file, sizeof(file), "?");
	snprintf(probe->target.name, sizeof(probe->target.name), "%s:0x%" PRIx64, file,
		 pk_collect_uint(collect, base, PK_R_trace_uprobe_offset));
	probe->hits_known = pk_collect_count(collect, base, PK_R_trace_uprobe_nhit, &probe->hits);
	event = pk_collect_uint(collect, base, PK_R_trace_uprobe_event);
	if (!event || pk_row_offset(ctx, PK_R_trace_probe_event_call, &call) != PK_OK)
		return true;
	snprintf(probe->owner, sizeof(probe->owner), "trace event %.140s",
		 pk_collect_event(collect, event + call, text, sizeof(text)));
	/* Neither traced nor profiled: the breakpoint is in nobody's text. */
	if (pk_has(ctx, PK_R_trace_probe_event_flags) &&
	    !pk_collect_uint(collect, event, PK_R_trace_probe_event_flags))
		probe->state |= PK_PROBE_DISABLED;
	pk_collect_call_progs(collect, probe, event + call);
	return true;
}

enum pk_status pk_collect_uprobes(struct pk_collect *collect)
{
	struct pk_ctx *ctx = collect->ctx;
	struct uprobes uprobes = {.collect = collect};
	uint64_t head;
	enum pk_status status = pk_row_value(ctx, PK_R_dyn_event_list, &head);

	if (status == PK_OK)
		status = pk_row_value(ctx, PK_R_trace_uprobe_ops, &uprobes.ops);
	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_dyn_event_list_link, &uprobes.link);
	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_trace_uprobe_devent, &uprobes.devent);
	return status == PK_OK ? pk_list_walk(ctx, head, read_event, &uprobes) : status;
}
