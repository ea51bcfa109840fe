// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/probe/probe_collect.h"
#include "decode/user_map.h"

/*
 * Uprobe events: those on dyn_event_list whose ops are trace_uprobe_ops, enabled or not. The kernel knows a
 * file and an offset in it, no symbol.
 *
 * All that is armed: uprobes_tree -> struct uprobe { rb_node, inode, offset, consumers }, a consumer for each
 * user, chained by next up to 6.11, on a list after. Whose it is, its handler tells:
 *
 *   uprobe_dispatcher          struct trace_uprobe: an event from above, or one that perf made for itself
 *   uprobe_multi_link_handler  a BPF link, listed with its program
 *   in a module                that module's own (SystemTap)
 */
#define MAX_UPROBES 65536
#define MAX_CONSUMERS 4096
#define MAX_DEPTH 64 /* of a red-black tree: twice the logarithm of its nodes */

struct uprobes {
	struct pk_collect *collect;
	uint64_t rb_node, consumer, dispatcher; /* the tree */
	uint64_t nr;
	uint64_t uprobe; /* whose consumers are being walked */
};

static void trace_uprobe_place(struct pk_collect *collect, uint64_t base, char *buf, size_t size)
{
	uint64_t name = pk_collect_uint(collect, base, PK_R_trace_uprobe_filename);
	char file[256];

	if (!name || pk_read_string(collect->ctx, name, file, sizeof(file)) != PK_OK)
		snprintf(file, sizeof(file), "?");
	snprintf(buf, size, "%s:0x%" PRIx64, file,
		 pk_collect_uint(collect, base, PK_R_trace_uprobe_offset));
}

/* struct trace_event_call of a struct trace_uprobe: behind a pointer from 5.4 on, a member before; 0 if neither. */
static uint64_t trace_uprobe_call(struct pk_collect *collect, uint64_t base)
{
	uint64_t event = pk_collect_uint(collect, base, PK_R_trace_uprobe_event), offset;

	if (event && pk_row_offset(collect->ctx, PK_R_trace_probe_event_call, &offset) == PK_OK)
		return event + offset;
	if (pk_has(collect->ctx, PK_R_trace_uprobe_call) &&
	    pk_row_offset(collect->ctx, PK_R_trace_uprobe_call, &offset) == PK_OK)
		return base + offset;
	return 0;
}

/* The struct trace_uprobe at BASE; false: there is no room for more. */
static bool read_event(struct pk_collect *collect, uint64_t base)
{
	struct pk_ctx *ctx = collect->ctx;
	struct pk_probe *probe = pk_collect_add(collect, PK_PROBE_UPROBE);
	char place[PK_SYMBOL_NAME_MAX];
	uint64_t call, event;

	if (!probe)
		return false;
	probe->object = base;
	trace_uprobe_place(collect, base, place, sizeof(place));
	pk_collect_target_name(probe, "%s", place);
	probe->hits_known = pk_collect_count(collect, base, PK_R_trace_uprobe_nhit, &probe->hits);
	event = pk_collect_uint(collect, base, PK_R_trace_uprobe_event);
	call = trace_uprobe_call(collect, base);
	if (!call)
		return true;
	pk_collect_event_owner(collect, probe, call);
	/* Neither traced nor profiled: the breakpoint is in nobody's text. */
	if (pk_has(ctx, PK_R_trace_probe_event_flags) &&
	    !pk_collect_uint(collect, event, PK_R_trace_probe_event_flags))
		probe->state |= PK_PROBE_DISABLED;
	if (pk_collect_uint(collect, base, PK_R_trace_uprobe_ret))
		pk_collect_detail(probe, "on return");
	pk_collect_call_progs(collect, probe, call);
	return true;
}

static enum pk_status read_events(struct pk_collect *collect)
{
	struct pk_reader r = {.ctx = collect->ctx};
	uint64_t head = pk_value(&r, PK_R_dyn_event_list);
	uint64_t ops = pk_value(&r, PK_R_trace_uprobe_ops);
	uint64_t link = pk_offset(&r, PK_R_dyn_event_list_link);
	uint64_t member = pk_offset(&r, PK_R_trace_uprobe_devent);

	pk_list_for_each (node, &r, head) {
		uint64_t devent = node - link;

		if (pk_collect_uint(collect, devent, PK_R_dyn_event_ops) == ops &&
		    !read_event(collect, devent - member))
			break;
	}
	return r.status;
}

/* ==== what is armed ==== */

/* A name that leads to the file, by the first of its directory entries in memory. */
static void inode_place(struct uprobes *uprobes, char *buf, size_t size)
{
	struct pk_collect *collect = uprobes->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t inode = pk_collect_uint(collect, uprobes->uprobe, PK_R_uprobe_inode), alias,
		 offset;
	uint64_t at = pk_collect_uint(collect, uprobes->uprobe, PK_R_uprobe_offset);
	char file[256];

	if (inode && pk_row_offset(ctx, PK_R_inode_dentries, &offset) == PK_OK &&
	    pk_read_ptr(ctx, inode + offset, &alias) == PK_OK && alias &&
	    pk_row_offset(ctx, PK_R_dentry_alias, &offset) == PK_OK &&
	    pk_path_name(ctx, alias - offset, 0, file, sizeof(file)) == PK_OK)
		snprintf(buf, size, "%s:0x%" PRIx64, file, at);
	else
		snprintf(buf, size, "inode %" PRIx64 ":0x%" PRIx64, inode, at);
}

/* An event that perf made for one perf_event_open(); before 5.0 registered ones too, which stand on a list of
 * their own. */
static void read_local(struct uprobes *uprobes, uint64_t base, bool registered, bool on_return)
{
	struct pk_collect *collect = uprobes->collect;
	struct pk_probe *probe = pk_collect_add(collect, PK_PROBE_UPROBE);
	uint64_t call = trace_uprobe_call(collect, base);
	char place[PK_SYMBOL_NAME_MAX];
	uint32_t index;

	if (!probe)
		return;
	index = collect->list->nr - 1;
	probe->object = base;
	trace_uprobe_place(collect, base, place, sizeof(place));
	pk_collect_target_name(probe, "%s", place);
	probe->hits_known = pk_collect_count(collect, base, PK_R_trace_uprobe_nhit, &probe->hits);
	if (registered)
		pk_collect_event_owner(collect, probe, call);
	else
		pk_collect_unregistered(collect, probe);
	if (on_return)
		pk_collect_detail(probe, "on return");
	if (call && pk_collect_call_progs(collect, probe, call)) {
		collect->list->probes[index].machinery = !registered;
		for (uint32_t i = index + 1; on_return && i < collect->list->nr; i++)
			pk_collect_detail(&collect->list->probes[i], "on return");
	}
}

static void read_consumer(struct uprobes *uprobes, uint64_t consumer)
{
	struct pk_collect *collect = uprobes->collect;
	uint64_t handler = pk_collect_uint(collect, consumer, PK_R_uprobe_consumer_handler),
		 list = 0;
	uint64_t ret = pk_collect_uint(collect, consumer, PK_R_uprobe_consumer_ret);
	char name[PK_SYMBOL_NAME_MAX];
	struct pk_probe *probe;
	bool registered;

	if (handler && handler == uprobes->dispatcher &&
	    pk_row_offset(collect->ctx, PK_R_trace_uprobe_list, &list) == PK_OK) {
		registered = pk_collect_registered(collect, consumer - uprobes->consumer + list);
		if (!registered || !pk_has(collect->ctx, PK_R_dyn_event_list))
			read_local(uprobes, consumer - uprobes->consumer, registered, ret != 0);
		return;
	}
	pk_collect_name(collect, handler ? handler : ret, name, sizeof(name));
	if (!strncmp(name, "uprobe_multi_link_", 18))
		return;
	probe = pk_collect_add(collect, PK_PROBE_UPROBE);
	if (!probe)
		return;
	probe->object = consumer;
	inode_place(uprobes, name, sizeof(name));
	pk_collect_target_name(probe, "%s", name);
	pk_collect_handler(collect, probe, handler ? handler : ret);
	pk_collect_owner(collect, probe);
	if (handler && ret)
		pk_collect_detail(probe, "return handler %.160s",
				  pk_collect_name(collect, ret, name, sizeof(name)));
	else if (ret)
		pk_collect_detail(probe, "on return");
}

static void read_chain(struct uprobes *uprobes)
{
	struct pk_collect *collect = uprobes->collect;
	uint64_t consumer = pk_collect_uint(collect, uprobes->uprobe, PK_R_uprobe_consumers);
	struct pk_cycle cycle = {0};

	for (unsigned i = 0; consumer && !collect->full; i++) {
		if (pk_cycle_closed(&cycle, consumer) || i == MAX_CONSUMERS) {
			pk_warn(collect->ctx,
				"consumers of uprobe %" PRIx64 ": the list loops at %" PRIx64,
				uprobes->uprobe, consumer);
			return;
		}
		read_consumer(uprobes, consumer);
		if (pk_member_uint(collect->ctx, consumer, PK_R_uprobe_consumer_next, &consumer) !=
		    PK_OK) {
			pk_warn(collect->ctx, "consumers of uprobe %" PRIx64 ": %s",
				uprobes->uprobe, pk_error(collect->ctx));
			return;
		}
	}
}

static void read_uprobe(struct uprobes *uprobes)
{
	struct pk_ctx *ctx = uprobes->collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t head, link;

	if (!pk_has(ctx, PK_R_uprobe_consumer_node)) {
		read_chain(uprobes);
		return;
	}
	if (pk_row_offset(ctx, PK_R_uprobe_consumers, &head) != PK_OK ||
	    pk_row_offset(ctx, PK_R_uprobe_consumer_node, &link) != PK_OK)
		return;
	pk_list_for_each (node, &r, uprobes->uprobe + head) {
		read_consumer(uprobes, node - link);
		if (uprobes->collect->full)
			break;
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "consumers of uprobe %" PRIx64 ": %s", uprobes->uprobe, pk_error(ctx));
}

static enum pk_status walk(struct uprobes *uprobes, uint64_t node, unsigned depth)
{
	struct pk_ctx *ctx = uprobes->collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t left, right;

	if (!node || uprobes->collect->full)
		return PK_OK;
	if (depth == MAX_DEPTH || uprobes->nr++ == MAX_UPROBES)
		return pk_fail(ctx, PK_CORRUPT, "the tree of uprobes has no end at %" PRIx64, node);
	left = pk_member(&r, node, PK_R_rb_left);
	right = pk_member(&r, node, PK_R_rb_right);
	if (!pk_ok(&r))
		return pk_wrap(ctx, r.status, "node %" PRIx64, node);
	uprobes->uprobe = node - uprobes->rb_node;
	read_uprobe(uprobes);
	/* What lies on the other side of damage is still shown. */
	if (walk(uprobes, left, depth + 1) != PK_OK)
		pk_warn(ctx, "uprobes_tree: %s", pk_error(ctx));
	return walk(uprobes, right, depth + 1);
}

static enum pk_status read_tree(struct pk_collect *collect)
{
	struct pk_reader r = {.ctx = collect->ctx};
	struct uprobes uprobes = {.collect = collect,
				  .dispatcher = pk_collect_symbol(collect, PK_R_uprobe_dispatcher)};
	uint64_t node;
	uint64_t root = pk_value(&r, PK_R_uprobes_tree);

	uprobes.rb_node = pk_offset(&r, PK_R_uprobe_rb_node);
	node = pk_member(&r, root, PK_R_rb_root_node);
	if (!pk_ok(&r))
		return r.status;
	if (!pk_has(collect->ctx, PK_R_trace_uprobe_consumer) ||
	    pk_row_offset(collect->ctx, PK_R_trace_uprobe_consumer, &uprobes.consumer) != PK_OK)
		uprobes.dispatcher = 0;
	return walk(&uprobes, node, 0);
}

enum pk_status pk_collect_uprobes(struct pk_collect *collect)
{
	enum pk_status events = read_events(collect), tree;

	if (events != PK_OK && events != PK_ABSENT)
		pk_warn(collect->ctx, "uprobe events: %s", pk_error(collect->ctx));
	tree = read_tree(collect);
	/* Capsules of before this was read have the events only, as they had. */
	return tree == PK_ABSENT || tree == PK_NOT_CAPTURED ? PK_OK : tree;
}
