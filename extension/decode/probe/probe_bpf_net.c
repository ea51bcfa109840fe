// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/probe/probe_collect.h"
#include "decode/tables.h"

/*
 * What network devices and namespaces run, besides what a link showed:
 *
 *   XDP     net_device.xdp_state[mode] { prog, link } (5.9); before, xdp_prog for the generic one only
 *   tcx     net_device.tcx_ingress/egress -> bpf_mprog_entry { fp_items[64] { prog }, parent } (6.6);
 *           the parent is the bundle in a struct tcx_entry, cp_items[i] { link } beside the programs
 *   clsact  net_device.miniq_ingress/egress, from 6.6 on tcx_entry.miniq -> mini_Qdisc.filter_list ->
 *           tcf_proto { next, root, ops->kind }
 *   netns   net.bpf.progs[type]
 *   action  net.gen->ptr[some] -> tc_action_net { idrinfo, ops } whose ops are act_bpf_ops (the number is the
 *           module's own), idrinfo.action_idr -> struct tcf_bpf { tc_action, filter }: also those that no
 *           filter leads to
 */
#define MAX_MPROG 64 /* BPF_MPROG_MAX */
#define MAX_FILTERS 1024
#define MAX_PERNET 1024 /* slots of a struct net_generic */

/*
 * cls_bpf's own structs, private to a module without types: the list is the first member of cls_bpf_head, the
 * program and the link in the list are the first two of cls_bpf_prog, since 3.13 ("net: sched: cls_bpf: add BPF-
 * based classifier") for the list and 4.0 for the program. What stands there must be a known program.
 */
#define CLS_BPF_PROG_LINK 1 /* words before cls_bpf_prog.link */

struct devices {
	struct pk_collect *collect;
	const struct pk_net_device *device;
	pk_device_program_fn fn;
	void *arg;
	enum pk_status status; /* of what leads to programs */
};

/* pk_collect_uint(), but that its failure is one of the walk. */
static uint64_t lead(struct devices *devices, uint64_t base, enum pk_row_id row)
{
	uint64_t value;
	enum pk_status status;

	if (!base || !pk_has(devices->collect->ctx, row))
		return 0;
	status = pk_member_uint(devices->collect->ctx, base, row, &value);
	if (status != PK_OK && devices->status == PK_OK)
		devices->status = status;
	return status == PK_OK ? value : 0;
}

static void tell(struct devices *devices, uint64_t prog, uint64_t link, const char *hook,
		 const char *mode)
{
	struct pk_collect *collect = devices->collect;
	struct pk_device_program found = {.link = link, .hook = hook, .mode = mode};

	if (!prog && !link)
		return;
	if (!prog)
		prog = pk_collect_uint(collect, link, PK_R_bpf_link_prog);
	found.prog = pk_collect_prog(collect, prog);
	if (found.prog)
		devices->fn(devices->device, &found, devices->arg);
	else
		pk_warn(collect->ctx, "device %s, %s: a program missing from prog_idr, %" PRIx64,
			devices->device->name, hook, prog ? prog : link);
}

static const char *const xdp_modes[] = {"generic", "native", "offloaded"}; /* enum bpf_xdp_mode */

/* The struct bpf_xdp_entity for MODE; 0 where this kernel has none. */
static uint64_t xdp_entity(struct pk_collect *collect, uint64_t dev, unsigned mode)
{
	uint64_t offset, stride;

	if (!pk_has(collect->ctx, PK_R_netdev_xdp_state) ||
	    pk_row_offset(collect->ctx, PK_R_netdev_xdp_state, &offset) != PK_OK ||
	    pk_row_value(collect->ctx, PK_R_bpf_xdp_entity, &stride) != PK_OK)
		return 0;
	return dev + offset + mode * stride;
}

const char *pk_xdp_link_mode(struct pk_collect *collect, uint64_t dev, uint64_t link)
{
	for (unsigned i = 0; dev && i < 3; i++)
		if (pk_collect_uint(collect, xdp_entity(collect, dev, i),
				    PK_R_bpf_xdp_entity_link) == link)
			return xdp_modes[i];
	return NULL;
}

static void read_xdp(struct devices *devices)
{
	struct pk_collect *collect = devices->collect;
	uint64_t dev = devices->device->addr;

	if (!xdp_entity(collect, dev, 0))
		tell(devices, lead(devices, dev, PK_R_netdev_xdp_prog), 0, "xdp", xdp_modes[0]);
	for (unsigned i = 0; i < 3 && xdp_entity(collect, dev, 0); i++) {
		uint64_t entity = xdp_entity(collect, dev, i);

		tell(devices, lead(devices, entity, PK_R_bpf_xdp_entity_prog),
		     lead(devices, entity, PK_R_bpf_xdp_entity_link), "xdp", xdp_modes[i]);
	}
}

/* The programs of the struct cls_bpf_head at ROOT. FOUND: their hook and priority. */
static void read_filters(struct devices *devices, uint64_t root, struct pk_device_program found)
{
	struct pk_ctx *ctx = devices->collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t prog;

	pk_list_for_each (node, &r, root) {
		if (pk_read_ptr(ctx, node - CLS_BPF_PROG_LINK * ctx->target->facts.word_size,
				&prog) != PK_OK)
			pk_warn(ctx, "filter %" PRIx64 " of device %s: %s", node,
				devices->device->name, pk_error(ctx));
		else if ((found.prog = pk_collect_prog(devices->collect, prog)))
			devices->fn(devices->device, &found, devices->arg);
		if (devices->collect->full)
			break;
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "filters of device %s, %s: %s", devices->device->name, found.hook,
			pk_error(ctx));
}

static void read_mini_qdisc(struct devices *devices, uint64_t miniq, const char *hook)
{
	struct pk_collect *collect = devices->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t proto = pk_collect_uint(collect, miniq, PK_R_mini_qdisc_filters), kind_at;
	char kind[16];

	for (unsigned i = 0; proto && i < MAX_FILTERS; i++) {
		uint64_t ops = pk_collect_uint(collect, proto, PK_R_tcf_proto_ops);
		uint64_t root = pk_collect_uint(collect, proto, PK_R_tcf_proto_root);
		unsigned prio =
			(unsigned)pk_collect_uint(collect, proto, PK_R_tcf_proto_prio) >> 16;

		if (ops && root && pk_row_offset(ctx, PK_R_tcf_proto_ops_kind, &kind_at) == PK_OK &&
		    pk_read_string(ctx, ops + kind_at, kind, sizeof(kind)) == PK_OK &&
		    !strcmp(kind, "bpf"))
			read_filters(devices, root,
				     (struct pk_device_program){
					     .hook = hook, .filter = true, .prio = prio});
		proto = pk_collect_uint(collect, proto, PK_R_tcf_proto_next);
	}
	if (proto)
		pk_warn(ctx, "device %s: the chain of filters does not end at %" PRIx64,
			devices->device->name, proto);
}

/* ENTRY is one of the two of a bundle; its links stand behind both. */
static void read_tcx(struct devices *devices, uint64_t entry, const char *tcx, const char *tc)
{
	struct pk_collect *collect = devices->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t word = ctx->target->facts.word_size, items, links, bundle, base;

	if (!entry || pk_row_offset(ctx, PK_R_bpf_mprog_entry_items, &items) != PK_OK ||
	    pk_row_offset(ctx, PK_R_bpf_mprog_bundle_links, &links) != PK_OK ||
	    pk_row_offset(ctx, PK_R_tcx_entry_bundle, &base) != PK_OK)
		return;
	bundle = pk_collect_uint(collect, entry, PK_R_bpf_mprog_entry_parent);
	for (unsigned i = 0; i < MAX_MPROG; i++) {
		uint64_t prog, link = 0;

		if (pk_read_ptr(ctx, entry + items + i * word, &prog) != PK_OK || !prog)
			break;
		if (bundle && pk_read_ptr(ctx, bundle + links + i * word, &link) != PK_OK)
			link = 0;
		tell(devices, prog, link, tcx, NULL);
	}
	if (bundle)
		read_mini_qdisc(devices,
				pk_collect_uint(collect, bundle - base, PK_R_tcx_entry_miniq), tc);
}

enum pk_status pk_device_programs_walk(struct pk_collect *collect,
				       const struct pk_net_device *device, pk_device_program_fn fn,
				       void *arg)
{
	struct devices devices = {.collect = collect, .device = device, .fn = fn, .arg = arg};
	bool tcx = pk_has(collect->ctx, PK_R_netdev_tcx_ingress);
	uint64_t in = lead(&devices, device->addr,
			   tcx ? PK_R_netdev_tcx_ingress : PK_R_netdev_miniq_ingress);
	uint64_t out = lead(&devices, device->addr,
			    tcx ? PK_R_netdev_tcx_egress : PK_R_netdev_miniq_egress);

	read_xdp(&devices);
	if (tcx) {
		read_tcx(&devices, in, "tcx ingress", "tc ingress");
		read_tcx(&devices, out, "tcx egress", "tc egress");
	} else {
		read_mini_qdisc(&devices, in, "tc ingress");
		read_mini_qdisc(&devices, out, "tc egress");
	}
	return devices.status;
}

/* What a link showed already is not listed again. */
static void add(const struct pk_net_device *device, const struct pk_device_program *found,
		void *arg)
{
	struct pk_collect *collect = arg;
	struct pk_probe *probe;

	if (found->link && found->prog->listed)
		return;
	probe = pk_collect_prog_at(collect, found->prog, "%s %s", found->hook, device->name);
	if (!probe)
		return;
	if (found->mode)
		pk_collect_detail(probe, "%s", found->mode);
	if (found->filter)
		pk_collect_detail(probe, "clsact, priority %u", found->prio);
	pk_collect_detail(probe, "netns %u",
			  pk_collect_netns(collect, pk_collect_uint(collect, device->addr,
								    PK_R_netdev_nd_net)));
}

enum pk_status pk_collect_bpf_devices(struct pk_collect *collect)
{
	struct pk_reader r = {.ctx = collect->ctx};

	pk_net_device_for_each (device, &r) {
		if (pk_device_programs_walk(collect, &device, add, collect) != PK_OK)
			pk_warn(collect->ctx, "programs of device %s: %s", device.name,
				pk_error(collect->ctx));
		if (collect->full)
			break;
	}
	return r.status;
}

struct nets {
	struct pk_collect *collect;
	uint64_t net; /* whose actions are being walked */
	uint64_t act_ops; /* act_bpf_ops; 0: the module is not there */
};

/* act_bpf_ops. A kernel without KALLSYMS_ALL names no variable of a module: all kinds of actions are in a list. */
static uint64_t find_act_ops(struct pk_collect *collect)
{
	struct pk_ctx *ctx = collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t ops = pk_collect_symbol(collect, PK_R_act_bpf_ops), base, link, kind_at;
	char kind[8];

	if (ops || !pk_has(ctx, PK_R_act_base) || pk_row_value(ctx, PK_R_act_base, &base) != PK_OK)
		return ops;
	pk_list_for_each (node, &r, base) {
		if (pk_row_offset(ctx, PK_R_act_ops_link, &link) != PK_OK ||
		    pk_row_offset(ctx, PK_R_act_ops_kind, &kind_at) != PK_OK)
			break;
		if (pk_read_string(ctx, node - link + kind_at, kind, sizeof(kind)) == PK_OK &&
		    !strcmp(kind, "bpf")) {
			ops = node - link;
			break;
		}
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "kinds of tc actions: %s", pk_error(ctx));
	return ops;
}

/* struct tcf_bpf is private to a module, but its program has always come right behind the struct tc_action. */
static bool read_action(uint64_t action, void *arg)
{
	struct nets *nets = arg;
	struct pk_collect *collect = nets->collect;
	struct pk_bpf_prog *prog;
	struct pk_probe *probe;
	uint64_t size, addr;

	/* What is being made has no address yet. */
	if (action + 4096 < 4096 || pk_row_value(collect->ctx, PK_R_tc_action, &size) != PK_OK)
		return true;
	if (pk_collect_uint(collect, action, PK_R_tc_action_ops) != nets->act_ops)
		return true;
	if (pk_read_ptr(collect->ctx, action + size, &addr) != PK_OK) {
		pk_warn(collect->ctx, "tc action %" PRIx64 ": %s", action, pk_error(collect->ctx));
		return true;
	}
	/* Of classic BPF none. */
	prog = pk_collect_prog(collect, addr);
	if (!prog)
		return true;
	probe = pk_collect_prog_at(collect, prog, "tc action bpf %" PRIu64,
				   pk_collect_uint(collect, action, PK_R_tc_action_index) &
					   0xffffffff);
	if (!probe)
		return false;
	pk_collect_detail(probe, "netns %u", pk_collect_netns(collect, nets->net));
	if (pk_has(collect->ctx, PK_R_tc_action_bound))
		pk_collect_detail(probe, "bound by %" PRIu64 " filters",
				  pk_collect_uint(collect, action, PK_R_tc_action_bound) &
					  0xffffffff);
	return true;
}

/* Slots of other modules hold structs of their own: what stands where ops would is compared, and not followed. */
static void read_actions(struct nets *nets, uint64_t net)
{
	struct pk_collect *collect = nets->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t gen = pk_collect_uint(collect, net, PK_R_net_gen), nr, ptr, ops_at, idr, slot, ops;

	if (!gen || !nets->act_ops || pk_row_offset(ctx, PK_R_net_generic_ptr, &ptr) != PK_OK ||
	    pk_row_offset(ctx, PK_R_tc_action_net_ops, &ops_at) != PK_OK ||
	    pk_row_offset(ctx, PK_R_tcf_idrinfo_idr, &idr) != PK_OK)
		return;
	nr = pk_collect_uint(collect, gen, PK_R_net_generic_len) & 0xffffffff;
	nets->net = net;
	for (uint64_t i = 1; i < nr && i < MAX_PERNET; i++) {
		if (pk_read_ptr(ctx, gen + ptr + i * ctx->target->facts.word_size, &slot) !=
			    PK_OK ||
		    !slot || pk_read_ptr(ctx, slot + ops_at, &ops) != PK_OK || ops != nets->act_ops)
			continue;
		slot = pk_collect_uint(collect, slot, PK_R_tc_action_net_idrinfo);
		if (slot && pk_idr_walk(ctx, slot + idr, read_action, nets) != PK_OK)
			pk_warn(ctx, "actions of tc: %s", pk_error(ctx));
	}
}

static void read_net(struct nets *nets, uint64_t net)
{
	static const char *const hooks[] = {"flow_dissector", "sk_lookup"};
	struct pk_ctx *ctx = nets->collect->ctx;
	uint64_t offset, addr;

	read_actions(nets, net);
	if (!pk_has(ctx, PK_R_net_bpf_progs) ||
	    pk_row_offset(ctx, PK_R_net_bpf_progs, &offset) != PK_OK)
		return;
	for (unsigned i = 0; i < 2; i++) {
		struct pk_bpf_prog *prog;

		if (pk_read_ptr(ctx, net + offset + i * ctx->target->facts.word_size, &addr) !=
		    PK_OK)
			break;
		prog = pk_collect_prog(nets->collect, addr);
		if (prog)
			pk_collect_prog_at(nets->collect, prog, "%s netns %u", hooks[i],
					   pk_collect_netns(nets->collect, net));
	}
}

enum pk_status pk_collect_bpf_namespaces(struct pk_collect *collect)
{
	struct nets nets = {.collect = collect};
	struct pk_reader r = {.ctx = collect->ctx};
	uint64_t head = pk_value(&r, PK_R_net_namespace_list), link = pk_offset(&r, PK_R_net_list);

	nets.act_ops = find_act_ops(collect);
	if (pk_ok(&r) && !pk_has(collect->ctx, PK_R_net_bpf_progs) && !nets.act_ops)
		return pk_none(collect->ctx, PK_ABSENT);
	pk_list_for_each (net, &r, head) {
		read_net(&nets, net - link);
		if (collect->full)
			break;
	}
	return r.status;
}
