// SPDX-License-Identifier: GPL-3.0-or-later
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "decode/list.h"
#include "decode/probe/probe_collect.h"
#include "decode/tables.h"

/*
 * map_idr -> struct bpf_map. Maps that run programs:
 *
 *   SOCKMAP, SOCKHASH  sk_psock_progs { msg_parser, stream_parser, stream_verdict, skb_verdict }: of each socket
 *                      in the map; up to 5.12 there were three, skb_verdict was what stream_verdict is now
 *   STRUCT_OPS         one a function of an ops struct of the kernel (a congestion control): progs[] up to
 *                      5.18, links[] after; as many as the struct has members, from 6.9 on funcs_cnt
 *   PROG_ARRAY         what other programs jump to
 *   DEVMAP, CPUMAP     one a slot (5.8, 5.9), run on what an XDP program redirects to that device or CPU: an
 *                      array of pointers; DEVMAP_HASH: buckets of bpf_dtab_netdev.index_hlist
 */
#define MAX_FUNCTIONS 512
#define MAX_SLOTS 65536

struct maps {
	struct pk_collect *collect;
	uint64_t map;
	char name[32];
	char map_text[64]; /* "map 7" */
};

static void add(struct maps *maps, uint64_t progs, enum pk_row_id row, const char *hook)
{
	struct pk_collect *collect = maps->collect;
	struct pk_bpf_prog *prog = pk_collect_prog(collect, pk_collect_uint(collect, progs, row));
	struct pk_probe *probe;

	if (!prog)
		return;
	probe = pk_collect_prog_at(collect, prog, "%s map %s", hook, maps->name);
	if (probe)
		pk_collect_detail(probe, "%s", maps->map_text);
}

static void read_sockets(struct maps *maps, enum pk_row_id row)
{
	struct pk_ctx *ctx = maps->collect->ctx;
	uint64_t offset, progs;

	if (!pk_has(ctx, row) || pk_row_offset(ctx, row, &offset) != PK_OK)
		return;
	progs = maps->map + offset;
	add(maps, progs, PK_R_psock_progs_msg, "sk_msg_verdict");
	add(maps, progs, PK_R_psock_progs_parser, "sk_skb_stream_parser");
	add(maps, progs, PK_R_psock_progs_stream, "sk_skb_stream_verdict");
	/* The row above takes this member where it is the only verdict. */
	if (pk_has(ctx, PK_R_psock_progs_stream) &&
	    !pk_layout_get(ctx, PK_R_psock_progs_stream)->candidate)
		add(maps, progs, PK_R_psock_progs_verdict, "sk_skb_verdict");
}

/* struct bpf_struct_ops of a map; from 6.9 ("bpf: refactory struct_ops type initialization") behind a descriptor. */
static void ops_of(struct maps *maps, char *name, size_t size, uint64_t *ret_members)
{
	struct pk_collect *collect = maps->collect;
	uint64_t desc = pk_collect_uint(collect, maps->map, PK_R_struct_ops_map_ops), ops = desc,
		 at, info;

	if (pk_has(collect->ctx, PK_R_struct_ops_desc_ops))
		ops = pk_collect_uint(collect, desc, PK_R_struct_ops_desc_ops);
	at = pk_collect_uint(collect, ops, PK_R_struct_ops_name);
	if (!at || pk_read_string(collect->ctx, at, name, size) != PK_OK)
		snprintf(name, size, "?");
	info = pk_collect_uint(collect, pk_collect_uint(collect, desc, PK_R_struct_ops_type),
			       PK_R_btf_type_info);
	*ret_members = info & 0xffff;
	if (pk_has(collect->ctx, PK_R_struct_ops_map_count))
		*ret_members =
			pk_collect_uint(collect, maps->map, PK_R_struct_ops_map_count) & 0xffffffff;
}

/* A congestion control is known by its own name. */
static void own_name(struct maps *maps, const char *type, struct pk_probe *probe)
{
	struct pk_ctx *ctx = maps->collect->ctx;
	uint64_t value, data, name;
	char state[32], text[32];

	if (pk_row_offset(ctx, PK_R_struct_ops_map_value, &value) != PK_OK)
		return;
	value += maps->map;
	if (pk_collect_enum(maps->collect, "bpf_struct_ops_state",
			    pk_collect_uint(maps->collect, value, PK_R_struct_ops_value_state) &
				    0xffffffff,
			    "BPF_STRUCT_OPS_STATE_", '-', state, sizeof(state)))
		pk_collect_detail(probe, "%s", state);
	if (!strcmp(type, "tcp_congestion_ops") &&
	    pk_row_offset(ctx, PK_R_struct_ops_value_data, &data) == PK_OK &&
	    pk_row_offset(ctx, PK_R_tcp_congestion_ops_name, &name) == PK_OK &&
	    pk_read_string(ctx, value + data + name, text, sizeof(text)) == PK_OK)
		pk_collect_detail(probe, "congestion control %s", text);
}

static void read_struct_ops(struct maps *maps)
{
	struct pk_collect *collect = maps->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t progs = pk_collect_uint(collect, maps->map, PK_R_struct_ops_map_progs);
	uint64_t links = pk_collect_uint(collect, maps->map, PK_R_struct_ops_map_links), entry, nr;
	char type[64], function[64];

	ops_of(maps, type, sizeof(type), &nr);
	for (uint64_t i = 0; i < nr && i < MAX_FUNCTIONS && (progs || links); i++) {
		struct pk_bpf_prog *prog;
		struct pk_probe *probe;
		uint64_t name;

		if (pk_read_ptr(ctx, (progs ? progs : links) + i * ctx->target->facts.word_size,
				&entry) != PK_OK)
			break;
		prog = pk_collect_prog(collect,
				       progs ? entry
					     : pk_collect_uint(collect, entry, PK_R_bpf_link_prog));
		if (!prog)
			continue;
		name = pk_collect_uint(collect,
				       pk_collect_uint(collect, prog->addr, PK_R_bpf_prog_aux),
				       PK_R_bpf_aux_attach_name);
		if (!name || pk_read_string(ctx, name, function, sizeof(function)) != PK_OK)
			snprintf(function, sizeof(function), "?");
		probe = pk_collect_prog_at(collect, prog, "struct_ops %s.%s", type, function);
		if (!probe)
			return;
		own_name(maps, type, probe);
		pk_collect_detail(probe, "%s %s", maps->map_text, maps->name);
	}
}

/* A program in a thousand slots is one that many jump to: its first slot will do. */
static void read_tail_calls(struct maps *maps)
{
	struct pk_collect *collect = maps->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t nr = pk_collect_uint(collect, maps->map, PK_R_bpf_map_max_entries) & 0xffffffff,
		 offset, addr;

	if (pk_row_offset(ctx, PK_R_bpf_array_ptrs, &offset) != PK_OK)
		return;
	for (uint64_t i = 0; i < nr && i < MAX_SLOTS && !collect->full; i++) {
		struct pk_bpf_prog *prog;
		struct pk_probe *probe;

		if (pk_read_ptr(ctx, maps->map + offset + i * ctx->target->facts.word_size,
				&addr) != PK_OK)
			break;
		prog = addr ? pk_collect_prog(collect, addr) : NULL;
		if (!prog || prog->listed)
			continue;
		probe = pk_collect_prog_at(collect, prog, "tail call map %s[%" PRIu64 "]",
					   maps->name, i);
		if (probe)
			pk_collect_detail(probe, "%s", maps->map_text);
	}
}

/* What runs on packets redirected to a slot: ENTRY is a struct bpf_dtab_netdev or bpf_cpu_map_entry. */
static void add_slot(struct maps *maps, uint64_t entry, enum pk_row_id row, const char *kind,
		     uint64_t index)
{
	struct pk_collect *collect = maps->collect;
	struct pk_bpf_prog *prog = pk_collect_prog(collect, pk_collect_uint(collect, entry, row));
	uint64_t dev, at;
	struct pk_probe *probe;
	char name[32];

	if (!prog)
		return;
	probe = pk_collect_prog_at(collect, prog, "%s %s[%" PRIu64 "]", kind, maps->name, index);
	if (!probe)
		return;
	pk_collect_detail(probe, "%s", maps->map_text);
	if (row != PK_R_bpf_dtab_dev_prog)
		return;
	dev = pk_collect_uint(collect, entry, PK_R_bpf_dtab_dev_dev);
	if (dev && pk_has(collect->ctx, PK_R_netdev_name) &&
	    pk_row_offset(collect->ctx, PK_R_netdev_name, &at) == PK_OK &&
	    pk_read_string(collect->ctx, dev + at, name, sizeof(name)) == PK_OK)
		pk_collect_detail(probe, "device %s", name);
}

static void read_slots(struct maps *maps, enum pk_row_id slots, enum pk_row_id row,
		       const char *kind)
{
	struct pk_collect *collect = maps->collect;
	struct pk_ctx *ctx = collect->ctx;
	uint64_t nr = pk_collect_uint(collect, maps->map, PK_R_bpf_map_max_entries) & 0xffffffff;
	uint64_t array = pk_collect_uint(collect, maps->map, slots), entry;

	for (uint64_t i = 0; array && i < nr && i < MAX_SLOTS && !collect->full; i++) {
		if (pk_read_ptr(ctx, array + i * ctx->target->facts.word_size, &entry) != PK_OK) {
			pk_warn(ctx, "%s %s: %s", kind, maps->name, pk_error(ctx));
			return;
		}
		if (entry)
			add_slot(maps, entry, row, kind, i);
	}
}

static void read_buckets(struct maps *maps)
{
	struct pk_collect *collect = maps->collect;
	struct pk_ctx *ctx = collect->ctx;
	struct pk_reader r = {.ctx = ctx};
	uint64_t nr = pk_collect_uint(collect, maps->map, PK_R_bpf_dtab_nr_buckets) & 0xffffffff;
	uint64_t buckets = pk_collect_uint(collect, maps->map, PK_R_bpf_dtab_buckets), link;

	for (uint64_t i = 0; buckets && i < nr && i < MAX_SLOTS && !collect->full; i++) {
		r.status = PK_OK;
		pk_hlist_for_each (node, &r, buckets + i * ctx->target->facts.word_size) {
			if (pk_row_offset(ctx, PK_R_bpf_dtab_dev_link, &link) != PK_OK)
				break;
			add_slot(maps, node - link, PK_R_bpf_dtab_dev_prog, "devmap",
				 pk_collect_uint(collect, node - link, PK_R_bpf_dtab_dev_index) &
					 0xffffffff);
			if (collect->full)
				break;
		}
		if (!pk_ok(&r))
			pk_warn(ctx, "devmap %s: %s", maps->name, pk_error(ctx));
	}
}

static bool is_type(struct maps *maps, uint64_t type, enum pk_row_id row)
{
	struct pk_ctx *ctx = maps->collect->ctx;
	uint64_t value;

	return pk_has(ctx, row) && pk_row_value(ctx, row, &value) == PK_OK && type == value;
}

static bool read_map(uint64_t map, void *arg)
{
	struct maps maps = {.collect = arg, .map = map};
	struct pk_ctx *ctx = maps.collect->ctx;
	uint64_t type = pk_collect_uint(maps.collect, map, PK_R_bpf_map_type), name;
	unsigned id = (unsigned)pk_collect_uint(maps.collect, map, PK_R_bpf_map_id);

	snprintf(maps.map_text, sizeof(maps.map_text), "map %u", id);
	if (!pk_has(ctx, PK_R_bpf_map_name) ||
	    pk_row_offset(ctx, PK_R_bpf_map_name, &name) != PK_OK ||
	    pk_read_string(ctx, map + name, maps.name, sizeof(maps.name)) != PK_OK || !maps.name[0])
		snprintf(maps.name, sizeof(maps.name), "%u", id);
	if (is_type(&maps, type, PK_R_bpf_map_type_sockmap))
		read_sockets(&maps, PK_R_bpf_stab_progs);
	else if (is_type(&maps, type, PK_R_bpf_map_type_sockhash))
		read_sockets(&maps, PK_R_bpf_shtab_progs);
	else if (is_type(&maps, type, PK_R_bpf_map_type_struct_ops))
		read_struct_ops(&maps);
	else if (is_type(&maps, type, PK_R_bpf_map_type_prog_array))
		read_tail_calls(&maps);
	else if (is_type(&maps, type, PK_R_bpf_map_type_devmap))
		read_slots(&maps, PK_R_bpf_dtab_slots, PK_R_bpf_dtab_dev_prog, "devmap");
	else if (is_type(&maps, type, PK_R_bpf_map_type_cpumap))
		read_slots(&maps, PK_R_bpf_cpumap_slots, PK_R_bpf_cpumap_prog, "cpumap");
	else if (is_type(&maps, type, PK_R_bpf_map_type_devmap_hash))
		read_buckets(&maps);
	return !maps.collect->full;
}

enum pk_status pk_collect_bpf_maps(struct pk_collect *collect)
{
	uint64_t idr = pk_collect_symbol(collect, PK_R_map_idr);

	return idr ? pk_idr_walk(collect->ctx, idr, read_map, collect)
		   : pk_none(collect->ctx, PK_ABSENT);
}
