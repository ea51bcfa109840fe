// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "decode/net/device/net_device.h"
#include "decode/probe/probe_collect.h"
#include "decode/tables.h"
#include "decode/user_map.h"

/*
 * link_idr (5.7 and later) -> struct bpf_link { id, type, prog }, the first member of a struct for each type
 * that says the place:
 *
 *   cgroup     bpf_cgroup_link { link, cgroup, type }
 *   xdp        bpf_xdp_link { link, dev }		tcx, netkit   { link, dev, location }
 *   netns      bpf_netns_link { link, type, net }	iter          bpf_iter_link { link, tinfo }
 *   perf_event bpf_perf_link { link, perf_file }	uprobe_multi  { path, link, uprobes[cnt] }: not first
 *
 * From 6.19 the hook of a link is bpf_link.attach_type for all ("bpf: Add attach_type field to bpf_link").
 * Links of functions and events (tracing, raw_tracepoint, kprobe_multi, netfilter) are shown by what runs
 * them, with more to say; their link is the fallback. A link without a program is that of a struct_ops map.
 */
#define MAX_USER_PROBES 65536

/* A member of a link: what it points to (0: it is attached no more), its hook. False: it cannot be read. */
static bool target_of(struct pk_collect *collect, uint64_t link, enum pk_row_id row,
		      uint64_t *ret_target)
{
	enum pk_status status;

	if (!pk_has(collect->ctx, row))
		return false;
	status = pk_member_uint(collect->ctx, link, row, ret_target);
	/* Older capsules have the type of a link only. */
	if (status != PK_OK && status != PK_NOT_CAPTURED)
		pk_warn(collect->ctx, "bpf_link %" PRIx64 ": %s", link, pk_error(collect->ctx));
	return status == PK_OK;
}

static bool word_of(struct pk_collect *collect, uint64_t link, enum pk_row_id row, char separator,
		    char *buf, size_t size)
{
	uint64_t value;

	return target_of(collect, link, row, &value) &&
	       pk_collect_enum(collect, "bpf_attach_type", value, "BPF_", separator, buf, size);
}

static struct pk_probe *on_cgroup(struct pk_collect *collect, struct pk_bpf_prog *prog,
				  uint64_t link)
{
	char hook[64] = "cgroup", path[256];
	uint64_t cgroup;

	word_of(collect, link, PK_R_bpf_cgroup_link_type, '_', hook, sizeof(hook));
	if (!target_of(collect, link, PK_R_bpf_cgroup_link_cgroup, &cgroup))
		return pk_collect_prog_at(collect, prog, "%s", hook);
	/* Its cgroup was removed: the link outlives that. */
	return pk_collect_prog_at(collect, prog, "%s %s", hook,
				  cgroup ? pk_cgroup_path(collect, cgroup, path, sizeof(path))
					 : "(gone)");
}

static struct pk_probe *on_device(struct pk_collect *collect, struct pk_bpf_prog *prog,
				  uint64_t link, enum pk_row_id row, const char *hook)
{
	struct pk_probe *probe;
	uint64_t dev;
	char name[16];

	if (!target_of(collect, link, row, &dev))
		return pk_collect_prog_at(collect, prog, "%s", hook);
	pk_net_device_name(collect->ctx, dev, name);
	probe = pk_collect_prog_at(collect, prog, "%s %s", hook, dev ? name : "(gone)");
	if (probe && dev)
		pk_collect_detail(probe, "netns %u",
				  pk_collect_netns(collect, pk_collect_uint(collect, dev,
									    PK_R_netdev_nd_net)));
	return probe;
}

static struct pk_probe *on_xdp(struct pk_collect *collect, struct pk_bpf_prog *prog, uint64_t link)
{
	struct pk_probe *probe = on_device(collect, prog, link, PK_R_bpf_xdp_link_dev, "xdp");
	const char *mode;
	uint64_t dev;

	if (probe && target_of(collect, link, PK_R_bpf_xdp_link_dev, &dev) &&
	    (mode = pk_xdp_link_mode(collect, dev, link)))
		pk_collect_detail(probe, "%s", mode);
	return probe;
}

static struct pk_probe *on_netns(struct pk_collect *collect, struct pk_bpf_prog *prog,
				 uint64_t link)
{
	char hook[64] = "netns";
	uint64_t net;

	word_of(collect, link, PK_R_bpf_netns_link_type, '_', hook, sizeof(hook));
	if (!target_of(collect, link, PK_R_bpf_netns_link_net, &net))
		return pk_collect_prog_at(collect, prog, "%s", hook);
	if (!net)
		return pk_collect_prog_at(collect, prog, "%s (gone)", hook);
	return pk_collect_prog_at(collect, prog, "%s netns %u", hook,
				  pk_collect_netns(collect, net));
}

static struct pk_probe *on_iterator(struct pk_collect *collect, struct pk_bpf_prog *prog,
				    uint64_t link)
{
	uint64_t info = pk_collect_uint(collect, link, PK_R_bpf_iter_link_tinfo);
	uint64_t reg = pk_collect_uint(collect, info, PK_R_bpf_iter_target_reg);
	uint64_t name = pk_collect_uint(collect, reg, PK_R_bpf_iter_reg_target);
	char text[64];

	if (!name || pk_read_string(collect->ctx, name, text, sizeof(text)) != PK_OK)
		snprintf(text, sizeof(text), "?");
	return pk_collect_prog_at(collect, prog, "iter %s", text);
}

/* LINK is the member of that name. */
static struct pk_probe *on_user_functions(struct pk_collect *collect, struct pk_bpf_prog *prog,
					  uint64_t link)
{
	struct pk_ctx *ctx = collect->ctx;
	uint64_t offset, base, uprobes, count, stride;
	struct pk_probe *probe = NULL;
	char file[256];

	if (pk_row_offset(ctx, PK_R_bpf_uprobe_multi_link_link, &offset) != PK_OK ||
	    pk_row_value(ctx, PK_R_bpf_uprobe, &stride) != PK_OK)
		return pk_collect_prog_at(collect, prog, "uprobe_multi");
	base = link - offset;
	uprobes = pk_collect_uint(collect, base, PK_R_bpf_uprobe_multi_link_uprobes);
	count = pk_collect_uint(collect, base, PK_R_bpf_uprobe_multi_link_cnt) & 0xffffffff;
	if (pk_path_name(ctx, pk_collect_uint(collect, base, PK_R_bpf_uprobe_multi_link_dentry),
			 pk_collect_uint(collect, base, PK_R_bpf_uprobe_multi_link_mnt), file,
			 sizeof(file)) != PK_OK)
		snprintf(file, sizeof(file), "?");
	if (count > MAX_USER_PROBES) {
		pk_warn(ctx, "bpf_uprobe_multi_link %" PRIx64 ": %" PRIu64 " places", base, count);
		count = 0;
	}
	for (uint64_t i = 0; i < count; i++) {
		uint64_t uprobe = uprobes + i * stride;

		probe = pk_collect_prog_at(
			collect, prog, "%s:0x%" PRIx64, file,
			pk_collect_uint(collect, uprobe, PK_R_bpf_uprobe_offset));
		if (!probe)
			return NULL;
		pk_collect_detail(probe, "uprobe_multi%s",
				  pk_collect_uint(collect, uprobe, PK_R_bpf_uprobe_handler)
					  ? ""
					  : " on return");
		if (i + 1 < count)
			pk_collect_detail(
				probe, "link %u",
				(unsigned)pk_collect_uint(collect, link, PK_R_bpf_link_id));
	}
	return probe ? probe : pk_collect_prog_at(collect, prog, "uprobe_multi %s", file);
}

static struct pk_probe *on_perf_event(struct pk_collect *collect, struct pk_bpf_prog *prog,
				      uint64_t link)
{
	uint64_t file = pk_collect_uint(collect, link, PK_R_bpf_perf_link_file);
	uint64_t event = pk_collect_uint(collect, file, PK_R_file_private);

	/* One on a trace event has been listed where it sits. */
	if (event && pk_collect_uint(collect, event, PK_R_perf_event_call) && prog->listed)
		return NULL;
	return event ? pk_collect_perf_event(collect, prog, event)
		     : pk_collect_prog_at(collect, prog, "perf_event");
}

static struct pk_probe *on_tracepoint(struct pk_collect *collect, struct pk_bpf_prog *prog,
				      uint64_t link)
{
	struct pk_ctx *ctx = collect->ctx;
	uint64_t offset, map, tp, name = 0;
	char text[96];

	if (pk_row_offset(ctx, PK_R_bpf_raw_tp_link_link, &offset) == PK_OK) {
		map = pk_collect_uint(collect, link - offset, PK_R_bpf_raw_tp_link_btp);
		tp = pk_collect_uint(collect, map, PK_R_bpf_raw_event_map_tp);
		name = pk_collect_uint(collect, tp, PK_R_tracepoint_name);
	}
	if (!name || pk_read_string(ctx, name, text, sizeof(text)) != PK_OK)
		snprintf(text, sizeof(text), "?");
	return pk_collect_prog_at(collect, prog, "raw_tracepoint %s", text);
}

static struct pk_probe *by_type(struct pk_collect *collect, struct pk_bpf_prog *prog, uint64_t link,
				const char *type)
{
	char hook[64];

	if (!strcmp(type, "cgroup"))
		return on_cgroup(collect, prog, link);
	if (!strcmp(type, "xdp"))
		return on_xdp(collect, prog, link);
	if (!strcmp(type, "tcx") &&
	    word_of(collect, link, PK_R_tcx_link_location, ' ', hook, sizeof(hook)))
		return on_device(collect, prog, link, PK_R_tcx_link_dev, hook);
	if (!strcmp(type, "netkit") &&
	    word_of(collect, link, PK_R_netkit_link_location, ' ', hook, sizeof(hook)))
		return on_device(collect, prog, link, PK_R_netkit_link_dev, hook);
	if (!strcmp(type, "netns"))
		return on_netns(collect, prog, link);
	if (!strcmp(type, "iter"))
		return on_iterator(collect, prog, link);
	if (!strcmp(type, "perf_event"))
		return on_perf_event(collect, prog, link);
	if (!strcmp(type, "uprobe_multi"))
		return on_user_functions(collect, prog, link);
	/* What a trampoline, a trace event or a hook showed already says more than its link does. */
	if (prog->listed)
		return NULL;
	if (!strcmp(type, "raw_tracepoint"))
		return on_tracepoint(collect, prog, link);
	return pk_collect_prog_at(collect, prog, "%s", type);
}

static bool read_link(uint64_t link, void *arg)
{
	struct pk_collect *collect = arg;
	struct pk_bpf_prog *prog =
		pk_collect_prog(collect, pk_collect_uint(collect, link, PK_R_bpf_link_prog));
	struct pk_probe *probe;
	uint64_t number = 0;
	char type[64];

	if (!prog || (!target_of(collect, link, PK_R_bpf_link_type, &number) && prog->listed))
		return true;
	if (!pk_collect_enum(collect, "bpf_link_type", number, "BPF_LINK_TYPE_", '_', type,
			     sizeof(type)))
		snprintf(type, sizeof(type), "link type %d", (int)number);
	probe = by_type(collect, prog, link, type);
	if (probe)
		pk_collect_detail(probe, "link %u",
				  (unsigned)pk_collect_uint(collect, link, PK_R_bpf_link_id));
	return !collect->full;
}

enum pk_status pk_collect_bpf_links(struct pk_collect *collect)
{
	uint64_t links = pk_collect_symbol(collect, PK_R_link_idr);

	return links ? pk_idr_walk(collect->ctx, links, read_link, collect)
		     : pk_none(collect->ctx, PK_ABSENT);
}
