// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/device/device.h"

#include <string.h>

#include "decode/list.h"
#include "decode/net/device/net_device.h"

#define MAX_QUEUE (1u << 20)
#define MAX_NAPI 4096
#define MAX_BUCKETS 64
#define MAX_NODES 1024

struct walk {
	struct pk_ctx *ctx;
	int cpu;
	struct pk_address_set napis, skbs; /* those done */
	pk_softnet_fn fn;
	void *arg;
	bool stopped;
};

const char *pk_softnet_queue_name(enum pk_softnet_queue queue)
{
	static const char *const names[PK_NR_SOFTNET_QUEUES] = {
		[PK_SOFTNET_INPUT] = "input_pkt_queue",
		[PK_SOFTNET_PROCESS] = "process_queue",
		[PK_SOFTNET_GRO] = "gro_hash",
		[PK_SOFTNET_GRO_PASS] = "rx_list",
		[PK_SOFTNET_COMPLETION] = "completion_queue",
		[PK_SOFTNET_DEFER] = "defer_list",
		[PK_SOFTNET_XFRM] = "xfrm_backlog",
		[PK_SOFTNET_CELL] = "napi_skbs",
	};

	return queue < PK_NR_SOFTNET_QUEUES ? names[queue] : "unknown";
}

/* From NODE on by the words at each node's start, until END (a head, or 0). No skb is on two of the lists. */
static void list_walk(struct walk *walk, enum pk_softnet_queue queue, uint64_t node, uint64_t end,
		      uint64_t link)
{
	size_t nr = 0;

	for (; node != end && !walk->stopped; nr++) {
		if (!pk_address_set_add(&walk->skbs, node, MAX_QUEUE)) {
			pk_warn(walk->ctx, "CPU %d: %s loops at %llx after %zu skbs", walk->cpu,
				pk_softnet_queue_name(queue), (unsigned long long)node, nr);
			break;
		}
		if (!walk->fn(node - link, walk->cpu, queue, walk->arg))
			walk->stopped = true;
		else if (pk_read_ptr(walk->ctx, node, &node) != PK_OK) {
			pk_warn(walk->ctx, "CPU %d: %s breaks off after %zu skbs: %s", walk->cpu,
				pk_softnet_queue_name(queue), nr, pk_error(walk->ctx));
			break;
		}
	}
}

/* A sk_buff_head or list_head at HEAD; circular, the head is the end. */
static void head_walk(struct walk *walk, enum pk_softnet_queue queue, uint64_t head, uint64_t link)
{
	uint64_t node;

	if (pk_read_ptr(walk->ctx, head, &node) == PK_OK && node)
		list_walk(walk, queue, node, head, link);
}

/* A list at a member of softnet_data or napi_struct. */
static void member_walk(struct walk *walk, uint64_t base, enum pk_row_id row,
			enum pk_softnet_queue queue, bool circular)
{
	uint64_t offset, next, node;

	if (!pk_has(walk->ctx, row) || pk_row_offset(walk->ctx, row, &offset) != PK_OK ||
	    pk_row_offset(walk->ctx, PK_R_skb_next, &next) != PK_OK)
		return;
	if (circular)
		head_walk(walk, queue, base + offset, next);
	else if (pk_read_ptr(walk->ctx, base + offset, &node) == PK_OK)
		list_walk(walk, queue, node, 0, next);
}

/* Tunnels hand what they unpack to a NAPI context of their own, which has a list in front of it. */
static void cell_walk(struct walk *walk, uint64_t napi)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t poll, inside, skbs, link;
	struct pk_symbol symbol;

	if (pk_has(ctx, PK_R_napi_poll) && pk_has(ctx, PK_R_gro_cell_napi) &&
	    pk_member_uint(ctx, napi, PK_R_napi_poll, &poll) == PK_OK && poll &&
	    pk_symbol_at(ctx, poll, &symbol) == PK_OK && !strcmp(symbol.name, "gro_cell_poll") &&
	    pk_row_offset(ctx, PK_R_gro_cell_napi, &inside) == PK_OK &&
	    pk_row_offset(ctx, PK_R_gro_cell_skbs, &skbs) == PK_OK &&
	    pk_row_offset(ctx, PK_R_skb_next, &link) == PK_OK)
		head_walk(walk, PK_SOFTNET_CELL, napi - inside + skbs, link);
}

/* gro_hash[] of one NAPI context: buckets of a list_head and a count. */
static void gro_walk(struct walk *walk, uint64_t napi)
{
	const struct pk_row_value *hash = pk_layout_get(walk->ctx, PK_R_napi_gro_hash);
	uint64_t size, link, offset;

	/* sk_buff.list shares the place of next and prev */
	if (pk_row_offset(walk->ctx, PK_R_skb_next, &link) != PK_OK)
		return;
	if (pk_has(walk->ctx, PK_R_napi_rx_list) &&
	    pk_row_offset(walk->ctx, PK_R_napi_rx_list, &offset) == PK_OK)
		head_walk(walk, PK_SOFTNET_GRO_PASS, napi + offset, link);
	cell_walk(walk, napi);
	member_walk(walk, napi, PK_R_napi_gro_list, PK_SOFTNET_GRO, false);
	if (hash->state != PK_ROW_FOUND || !pk_has(walk->ctx, PK_R_gro_list_size) ||
	    pk_row_value(walk->ctx, PK_R_gro_list_size, &size) != PK_OK)
		return;
	for (uint64_t i = 0; i < hash->member.elements && i < MAX_BUCKETS; i++)
		head_walk(walk, PK_SOFTNET_GRO, napi + hash->member.offset + i * size, link);
}

/* NAPI contexts on the CPU's poll list, and its own for the backlog. */
static void napis_walk(struct walk *walk, uint64_t softnet)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t head, link, node, backlog = 0;

	if (pk_has(ctx, PK_R_softnet_backlog) &&
	    pk_row_offset(ctx, PK_R_softnet_backlog, &backlog) == PK_OK &&
	    pk_address_set_add(&walk->napis, softnet + backlog, MAX_NAPI))
		gro_walk(walk, softnet + backlog);
	if (pk_has(ctx, PK_R_softnet_poll_list) && pk_has(ctx, PK_R_napi_poll_list) &&
	    pk_row_offset(ctx, PK_R_softnet_poll_list, &head) == PK_OK &&
	    pk_row_offset(ctx, PK_R_napi_poll_list, &link) == PK_OK &&
	    pk_read_ptr(ctx, softnet + head, &node) == PK_OK)
		while (node && node != softnet + head && !walk->stopped) {
			if (pk_address_set_add(&walk->napis, node - link, MAX_NAPI))
				gro_walk(walk, node - link);
			else if (node - link != softnet + backlog)
				break;
			if (pk_read_ptr(ctx, node, &node) != PK_OK)
				break;
		}
}

/* GRO keeps packets between polls too (gro_flush_timeout): in contexts on no CPU's list. */
static void devices_walk(struct walk *walk)
{
	struct pk_reader devices = {.ctx = walk->ctx};
	uint64_t head, link;

	if (pk_row_offset(walk->ctx, PK_R_netdev_napi_list, &head) != PK_OK ||
	    pk_row_offset(walk->ctx, PK_R_napi_dev_list, &link) != PK_OK)
		return;
	pk_net_device_for_each (device, &devices) {
		struct pk_reader r = {.ctx = walk->ctx};

		pk_list_for_each (node, &r, device.addr + head) {
			if (pk_address_set_add(&walk->napis, node - link, MAX_NAPI))
				gro_walk(walk, node - link);
			if (walk->stopped)
				return;
		}
		if (!pk_ok(&r))
			pk_warn(walk->ctx, "NAPI contexts of %s: %s", device.name,
				pk_error(walk->ctx));
	}
	if (!pk_ok(&devices))
		pk_warn(walk->ctx, "devices: %s", pk_error(walk->ctx));
}

/* A list for each memory node that frees came from, in an array at a per-CPU address. */
static void defer_nodes_walk(struct walk *walk, uint64_t cpu_offset)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t hotdata, nodes, size, list, link, node, nr = 1;

	if (!pk_has(ctx, PK_R_hotdata_defer_nodes) || !pk_has(ctx, PK_R_defer_node_list) ||
	    pk_row_value(ctx, PK_R_net_hotdata, &hotdata) != PK_OK ||
	    pk_member_uint(ctx, hotdata, PK_R_hotdata_defer_nodes, &nodes) != PK_OK || !nodes ||
	    pk_row_value(ctx, PK_R_defer_node_size, &size) != PK_OK ||
	    pk_row_offset(ctx, PK_R_skb_next, &link) != PK_OK || /* ll_node shares its place */
	    pk_row_offset(ctx, PK_R_defer_node_list, &list) != PK_OK)
		return;
	/* Without it there is one memory node only. */
	if (pk_has(ctx, PK_R_nr_node_ids) && pk_row_value(ctx, PK_R_nr_node_ids, &node) == PK_OK &&
	    pk_read_uint(ctx, node, 4, &node) == PK_OK && node <= MAX_NODES)
		nr = node;
	for (uint64_t i = 0; i < nr && !walk->stopped; i++)
		if (pk_read_ptr(ctx, nodes + cpu_offset + i * size + list, &node) == PK_OK)
			list_walk(walk, PK_SOFTNET_DEFER, node, 0, link);
}

enum pk_status pk_softnet_walk(struct pk_ctx *ctx, pk_softnet_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	uint64_t base, offset;
	enum pk_status status = pk_row_value(ctx, PK_R_softnet_data, &base);

	if (status != PK_OK)
		return status;
	for (uint32_t cpu = 0; cpu < ctx->target->facts.nr_cpu_ids && !walk.stopped; cpu++) {
		if (pk_percpu_offset(ctx, cpu, &offset) != PK_OK)
			continue;
		walk.cpu = cpu;
		member_walk(&walk, base + offset, PK_R_softnet_input_pkt_queue, PK_SOFTNET_INPUT,
			    true);
		member_walk(&walk, base + offset, PK_R_softnet_process_queue, PK_SOFTNET_PROCESS,
			    true);
		napis_walk(&walk, base + offset);
		member_walk(&walk, base + offset, PK_R_softnet_completion_queue,
			    PK_SOFTNET_COMPLETION, false);
		member_walk(&walk, base + offset, PK_R_softnet_defer_list, PK_SOFTNET_DEFER, false);
		member_walk(&walk, base + offset, PK_R_softnet_xfrm_backlog, PK_SOFTNET_XFRM, true);
		defer_nodes_walk(&walk, offset);
	}
	walk.cpu = -1;
	if (!walk.stopped)
		devices_walk(&walk);
	pk_address_set_deinit(&walk.napis);
	pk_address_set_deinit(&walk.skbs);
	return PK_OK;
}
