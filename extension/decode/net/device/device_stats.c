// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * dev_get_stats() asks the driver (ndo_get_stats64, ndo_get_stats), and adds what the stack dropped itself. What
 * a driver does is known by its function's name: those that are written down here keep their numbers in structures
 * that the kernel's types describe. All others read registers, or what only they know.
 *
 *	net_device.stats	unsigned long, in the order of enum pk_link_stat
 *	net_device.lstats	per CPU: packets and bytes (loopback, dummy, what a veth sent)
 *	         .tstats	per CPU: those of both directions (tunnels, bridges, tun)
 *	         .dstats	and drops
 */
#include "decode/net/device/device.h"

#include <stdio.h>
#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"

#define NR_OLD_STATS PK_LINK_RX_NOHANDLER /* of struct net_device_stats */
#define MAX_QUEUES 4096
#define MAX_DEPTH 4 /* of bonds */
#define WIDE 8
#define NARROW 4

struct reading {
	struct pk_ctx *ctx;
	struct pk_reader *r;
	uint64_t dev, priv; /* PRIV 0: not known */
	uint64_t function; /* of the driver, that the kernel asks; 0: none */
	uint64_t *values;
	unsigned depth;
};

static enum pk_status read_stats(struct pk_ctx *ctx, uint64_t addr, unsigned depth,
				 struct pk_link_stats *stats);

/* The words of struct net_device_stats in the device: all, or STAT alone. */
static void own_stat(struct reading *reading, enum pk_link_stat stat)
{
	const uint32_t word = reading->ctx->target->facts.word_size;
	uint64_t stats = pk_member_at(reading->r, reading->dev, PK_R_netdev_stats);
	uint64_t value = pk_number(reading->r, stats + stat * word, word);

	if (pk_ok(reading->r))
		reading->values[stat] = value;
}

static void own_stats(struct reading *reading)
{
	for (int i = 0; pk_ok(reading->r) && i < NR_OLD_STATS; i++)
		own_stat(reading, i);
}

/* One member of a per-CPU struct, added to a counter. */
struct percpu_part {
	enum pk_row_id member;
	enum pk_link_stat stat;
	uint32_t size;
};

static void add_percpu(struct reading *reading, uint64_t base, const struct percpu_part *parts,
		       size_t nr)
{
	struct pk_reader *r = reading->r;

	if (!base)
		pk_try(r, PK_ABSENT);
	for (size_t i = 0; i < nr; i++) {
		uint64_t at = pk_member_at(r, base, parts[i].member);
		struct pk_figure sum = {0};

		if (pk_ok(r))
			sum = pk_figure_percpu(reading->ctx, at, parts[i].size);
		if (pk_try(r, sum.status))
			reading->values[parts[i].stat] +=
				parts[i].size == NARROW ? (uint32_t)sum.value : sum.value;
	}
}

static const struct percpu_part tstats_parts[] = {
	{PK_R_tstats_rx_packets, PK_LINK_RX_PACKETS, WIDE},
	{PK_R_tstats_rx_bytes, PK_LINK_RX_BYTES, WIDE},
	{PK_R_tstats_tx_packets, PK_LINK_TX_PACKETS, WIDE},
	{PK_R_tstats_tx_bytes, PK_LINK_TX_BYTES, WIDE},
};
static const struct percpu_part lstats_tx[] = {
	{PK_R_lstats_packets, PK_LINK_TX_PACKETS, WIDE},
	{PK_R_lstats_bytes, PK_LINK_TX_BYTES, WIDE},
};
static const struct percpu_part lstats_rx[] = {
	{PK_R_lstats_packets, PK_LINK_RX_PACKETS, WIDE},
	{PK_R_lstats_bytes, PK_LINK_RX_BYTES, WIDE},
};

/* The device's own per-CPU block: lstats, tstats or dstats. */
static void add_block(struct reading *reading, const struct percpu_part *parts, size_t nr)
{
	add_percpu(reading, pk_member(reading->r, reading->dev, PK_R_netdev_pcpu_stats), parts, nr);
}

static void tstats_read(struct reading *reading)
{
	own_stats(reading);
	add_block(reading, tstats_parts, PK_ARRAY_SIZE(tstats_parts));
}

static void dstats_read(struct reading *reading)
{
	static const struct percpu_part parts[] = {
		{PK_R_dstats_rx_packets, PK_LINK_RX_PACKETS, WIDE},
		{PK_R_dstats_rx_bytes, PK_LINK_RX_BYTES, WIDE},
		{PK_R_dstats_rx_drops, PK_LINK_RX_DROPPED, WIDE},
		{PK_R_dstats_tx_packets, PK_LINK_TX_PACKETS, WIDE},
		{PK_R_dstats_tx_bytes, PK_LINK_TX_BYTES, WIDE},
		{PK_R_dstats_tx_drops, PK_LINK_TX_DROPPED, WIDE},
	};

	own_stats(reading);
	add_block(reading, parts, PK_ARRAY_SIZE(parts));
}

static void dummy_read(struct reading *reading)
{
	add_block(reading, lstats_tx, PK_ARRAY_SIZE(lstats_tx));
}

static void loopback_read(struct reading *reading)
{
	dummy_read(reading);
	add_block(reading, lstats_rx, PK_ARRAY_SIZE(lstats_rx));
}

static void private_stats(struct reading *reading, enum pk_row_id member,
			  const struct percpu_part *parts, size_t nr)
{
	add_percpu(reading, pk_member(reading->r, reading->priv, member), parts, nr);
}

static void bridge_read(struct reading *reading)
{
	if (!pk_has(reading->ctx, PK_R_bridge_stats)) {
		tstats_read(reading);
		return;
	}
	own_stats(reading);
	private_stats(reading, PK_R_bridge_stats, tstats_parts, PK_ARRAY_SIZE(tstats_parts));
}

static const struct percpu_part vlan_parts[] = {
	{PK_R_vlan_rx_packets, PK_LINK_RX_PACKETS, WIDE},
	{PK_R_vlan_rx_bytes, PK_LINK_RX_BYTES, WIDE},
	{PK_R_vlan_rx_multicast, PK_LINK_MULTICAST, WIDE},
	{PK_R_vlan_tx_packets, PK_LINK_TX_PACKETS, WIDE},
	{PK_R_vlan_tx_bytes, PK_LINK_TX_BYTES, WIDE},
	{PK_R_vlan_rx_errors, PK_LINK_RX_ERRORS, NARROW},
	{PK_R_vlan_tx_dropped, PK_LINK_TX_DROPPED, NARROW},
};

static void vlan_read(struct reading *reading)
{
	private_stats(reading, PK_R_vlan_priv_stats, vlan_parts, PK_ARRAY_SIZE(vlan_parts));
}

static void macvlan_read(struct reading *reading)
{
	private_stats(reading, PK_R_macvlan_stats, vlan_parts, PK_ARRAY_SIZE(vlan_parts));
	reading->values[PK_LINK_RX_DROPPED] = reading->values[PK_LINK_RX_ERRORS];
}

static void tun_read(struct reading *reading)
{
	struct pk_figure errors =
		pk_figure_member(reading->ctx, reading->priv, PK_R_tun_frame_errors);

	pk_try(reading->r, errors.status);
	tstats_read(reading);
	reading->values[PK_LINK_RX_FRAME_ERRORS] += errors.value;
}

/* --- queues with counters of their own ------------------------------------------------------------- */

struct queue_part {
	enum pk_row_id member;
	enum pk_link_stat stat;
};

/* Structs of SIZE bytes each from BASE on. */
static void add_queues(struct reading *reading, uint64_t base, uint64_t nr, uint64_t size,
		       const struct queue_part *parts, size_t nr_parts)
{
	struct pk_reader *r = reading->r;

	if (!base || nr > MAX_QUEUES)
		pk_try(r, pk_fail(reading->ctx, PK_CORRUPT, "%llu queues at %llx",
				  (unsigned long long)nr, (unsigned long long)base));
	for (uint64_t i = 0; pk_ok(r) && i < nr; i++)
		for (size_t j = 0; j < nr_parts; j++)
			reading->values[parts[j].stat] +=
				pk_member(r, base + i * size, parts[j].member);
}

static void virtnet_read(struct reading *reading)
{
	static const struct queue_part sent[] = {{PK_R_virtnet_sq_packets, PK_LINK_TX_PACKETS},
						 {PK_R_virtnet_sq_bytes, PK_LINK_TX_BYTES},
						 {PK_R_virtnet_sq_timeouts, PK_LINK_TX_ERRORS}};
	static const struct queue_part received[] = {{PK_R_virtnet_rq_packets, PK_LINK_RX_PACKETS},
						     {PK_R_virtnet_rq_bytes, PK_LINK_RX_BYTES},
						     {PK_R_virtnet_rq_drops, PK_LINK_RX_DROPPED}};
	static const enum pk_link_stat own[] = {PK_LINK_TX_DROPPED, PK_LINK_TX_FIFO_ERRORS,
						PK_LINK_RX_LENGTH_ERRORS, PK_LINK_RX_FRAME_ERRORS};
	struct pk_reader *r = reading->r;
	/* Without a watchdog there is no count of timeouts (before 6.0). */
	size_t nr_sent = PK_ARRAY_SIZE(sent) - !pk_has(reading->ctx, PK_R_virtnet_sq_timeouts);
	uint64_t nr = pk_member(r, reading->priv, PK_R_virtnet_pairs);
	uint64_t sq = pk_member(r, reading->priv, PK_R_virtnet_sq);
	uint64_t rq = pk_member(r, reading->priv, PK_R_virtnet_rq);
	uint64_t sq_size = pk_value(r, PK_R_virtnet_sq_size);
	uint64_t rq_size = pk_value(r, PK_R_virtnet_rq_size);

	add_queues(reading, sq, nr, sq_size, sent, nr_sent);
	add_queues(reading, rq, nr, rq_size, received, PK_ARRAY_SIZE(received));
	for (size_t i = 0; i < PK_ARRAY_SIZE(own); i++)
		own_stat(reading, own[i]);
}

/* Of what XDP frames count at DEV: its rings' errors are the sender's drops. PEER: seen from the other end. */
static void veth_rings(struct reading *reading, uint64_t dev, uint64_t priv, bool peer)
{
	static const struct queue_part own[] = {{PK_R_veth_rq_xdp_tx_err, PK_LINK_TX_DROPPED},
						{PK_R_veth_rq_rx_drops, PK_LINK_RX_DROPPED},
						{PK_R_veth_rq_xmit_err, PK_LINK_RX_DROPPED},
						{PK_R_veth_rq_xdp_packets, PK_LINK_RX_PACKETS},
						{PK_R_veth_rq_xdp_bytes, PK_LINK_RX_BYTES}};
	static const struct queue_part others[] = {{PK_R_veth_rq_xmit_err, PK_LINK_TX_DROPPED},
						   {PK_R_veth_rq_xdp_tx_err, PK_LINK_RX_DROPPED},
						   {PK_R_veth_rq_xdp_packets, PK_LINK_TX_PACKETS},
						   {PK_R_veth_rq_xdp_bytes, PK_LINK_TX_BYTES}};
	uint64_t rq = pk_member(reading->r, priv, PK_R_veth_rq);
	uint64_t nr = pk_member(reading->r, dev, PK_R_netdev_num_rx);
	uint64_t size = pk_value(reading->r, PK_R_veth_rq_size);

	if (peer)
		add_queues(reading, rq, nr, size, others, PK_ARRAY_SIZE(others));
	else
		add_queues(reading, rq, nr, size, own, PK_ARRAY_SIZE(own));
}

static bool is_target(uint64_t target, void *arg)
{
	return target == *(const uint64_t *)arg;
}

/* A veth counts what it sends in lstats, or in tstats ("veth: Use tstats per-CPU traffic counters", 6.7), which stable
 * kernels before 6.8 have too. There nothing in the device says which; what its own function calls does. */
static bool veth_has_tstats(struct reading *reading)
{
	struct pk_ctx *ctx = reading->ctx;
	uint64_t type, tstats, fetch;

	if (pk_reader_has(reading->r, PK_R_netdev_pcpu_stat_type)) {
		type = pk_member(reading->r, reading->dev, PK_R_netdev_pcpu_stat_type);
		tstats = pk_value(reading->r, PK_R_pcpu_stat_tstats);
		return type == tstats;
	}
	if (pk_reader_has(reading->r, PK_R_dev_fetch_sw_netstats) &&
	    pk_row_value(ctx, PK_R_dev_fetch_sw_netstats, &fetch) == PK_OK &&
	    pk_arch_refers(ctx, reading->function, is_target, &fetch) == PK_OK)
		return true;
	if (!pk_reader_has(reading->r, PK_R_dev_lstats_read) ||
	    pk_row_value(ctx, PK_R_dev_lstats_read, &fetch) != PK_OK ||
	    pk_arch_refers(ctx, reading->function, is_target, &fetch) != PK_OK)
		pk_try(reading->r, pk_none(ctx, PK_UNSUPPORTED));
	return false;
}

/* What DEV sent, or, of the peer, what we received of it. */
static void veth_own(struct reading *reading, bool tstats, bool peer)
{
	static const struct percpu_part tstats_peer[] = {
		{PK_R_tstats_tx_packets, PK_LINK_RX_PACKETS, WIDE},
		{PK_R_tstats_tx_bytes, PK_LINK_RX_BYTES, WIDE},
	};

	if (tstats && peer)
		add_block(reading, tstats_peer, PK_ARRAY_SIZE(tstats_peer));
	else if (tstats)
		add_block(reading, tstats_parts, PK_ARRAY_SIZE(tstats_parts));
	else if (peer)
		add_block(reading, lstats_rx, PK_ARRAY_SIZE(lstats_rx));
	else
		dummy_read(reading);
}

/* What it received is what its peer sent. */
static void veth_read(struct reading *reading)
{
	struct pk_reader *r = reading->r;
	struct reading other = *reading;
	uint64_t peer = pk_member(r, reading->priv, PK_R_veth_peer);
	uint64_t dropped = pk_member(r, reading->priv, PK_R_veth_dropped);
	bool tstats = veth_has_tstats(reading);

	veth_own(reading, tstats, false);
	reading->values[PK_LINK_TX_DROPPED] += pk_ok(r) ? dropped : 0;
	veth_rings(reading, reading->dev, reading->priv, false);
	if (!pk_ok(r) || !peer)
		return;
	other.dev = peer;
	veth_own(&other, tstats, true);
	pk_try(r, pk_net_device_private(reading->ctx, peer, &other.priv));
	veth_rings(reading, peer, other.priv, true);
}

/* --- bonds --------------------------------------------------------------------------------------------- */

static void wide_stats(struct pk_reader *r, uint64_t addr, uint64_t *values)
{
	uint8_t bytes[PK_NR_LINK_STATS * WIDE];

	if (pk_load(r, addr, bytes, sizeof(bytes)))
		for (int i = 0; i < PK_NR_LINK_STATS; i++)
			values[i] = pk_uint(r->ctx, bytes + i * WIDE, WIDE);
}

static void bond_read(struct reading *reading)
{
	struct pk_reader *r = reading->r;
	uint64_t stats = pk_member_at(r, reading->priv, PK_R_bonding_stats);
	uint64_t slave_stats = pk_offset(r, PK_R_slave_stats);
	uint64_t link = pk_offset(r, PK_R_adjacent_list);
	uint64_t lower = pk_member_at(r, reading->dev, PK_R_netdev_lower);
	uint64_t dev, slave, before[PK_NR_LINK_STATS];
	struct pk_link_stats now;

	wide_stats(r, stats, reading->values);
	pk_list_for_each (node, r, lower) {
		dev = pk_member(r, node - link, PK_R_adjacent_dev);
		slave = pk_member(r, node - link, PK_R_adjacent_private);
		wide_stats(r, slave + slave_stats, before);
		/* What a slave counted since the bond was asked last. */
		pk_try(r, read_stats(reading->ctx, dev, reading->depth + 1, &now));
		for (int i = 0; pk_ok(r) && i < PK_NR_LINK_STATS; i++)
			if ((int64_t)(now.values[i] - before[i]) > 0)
				reading->values[i] += now.values[i] - before[i];
	}
}

/* --- which it is --------------------------------------------------------------------------------------- */

static const struct {
	const char *function;
	void (*read)(struct reading *reading);
	enum pk_row_id needs; /* a row of its module's types; PK_NR_ROWS: none */
} makers[] = {
	{"loopback_get_stats64", loopback_read, PK_NR_ROWS},
	{"dev_get_tstats64", tstats_read, PK_NR_ROWS},
	{"ip_tunnel_get_stats64", tstats_read, PK_NR_ROWS},
	{"br_get_stats64", bridge_read, PK_NR_ROWS},
	{"vlan_dev_get_stats64", vlan_read, PK_NR_ROWS},
	{"macvlan_dev_get_stats64", macvlan_read, PK_NR_ROWS},
	{"dummy_get_stats64", dummy_read, PK_NR_ROWS},
	{"tun_net_get_stats64", tun_read, PK_NR_ROWS},
	{"virtnet_stats", virtnet_read, PK_R_virtnet_rq},
	{"veth_get_stats64", veth_read, PK_R_veth_peer},
	{"bond_get_stats", bond_read, PK_R_bonding_stats},
};

static void made_by(struct reading *reading, uint64_t function, struct pk_link_stats *stats)
{
	struct pk_reader *r = reading->r;
	struct pk_symbol symbol;
	uint64_t offset;
	size_t i = 0;

	/* it has the function, and what that is called could not be read */
	if (!pk_try(r, pk_symbol_at(reading->ctx, function, &symbol))) {
		if (r->status == PK_ABSENT)
			r->status = pk_none(reading->ctx, PK_UNREADABLE);
		return;
	}
	snprintf(stats->maker, sizeof(stats->maker), "%.63s", symbol.name);
	reading->function = function;
	while (i < PK_ARRAY_SIZE(makers) && strcmp(symbol.name, makers[i].function) != 0)
		i++;
	if (i == PK_ARRAY_SIZE(makers)) {
		pk_try(r, pk_none(reading->ctx, PK_UNSUPPORTED));
		return;
	}
	makers[i].read(reading);
	if (r->status == PK_UNSUPPORTED && makers[i].needs != PK_NR_ROWS &&
	    pk_row_offset(reading->ctx, makers[i].needs, &offset) == PK_UNSUPPORTED)
		snprintf(stats->lacks, sizeof(stats->lacks), "%.63s", symbol.module);
	if (r->status == PK_ABSENT)
		r->status = pk_none(reading->ctx, PK_UNSUPPORTED);
}

/* By what the device says of its per-CPU block, where no driver has a function (6.8 and later). */
static void by_type(struct reading *reading)
{
	struct pk_ctx *ctx = reading->ctx;
	uint64_t type, tstats, dstats;
	bool typed = pk_has(ctx, PK_R_netdev_pcpu_stat_type) &&
		     pk_member_uint(ctx, reading->dev, PK_R_netdev_pcpu_stat_type, &type) == PK_OK;

	if (typed && pk_row_value(ctx, PK_R_pcpu_stat_tstats, &tstats) == PK_OK && type == tstats)
		tstats_read(reading);
	else if (typed && pk_row_value(ctx, PK_R_pcpu_stat_dstats, &dstats) == PK_OK &&
		 type == dstats)
		dstats_read(reading);
	else
		own_stats(reading);
}

static void driver_stats(struct reading *reading, struct pk_link_stats *stats)
{
	struct pk_reader *r = reading->r;
	uint64_t ops = pk_member(r, reading->dev, PK_R_netdev_ops);
	uint64_t function = pk_member(r, ops, PK_R_ops_get_stats64);

	if (!function)
		function = pk_member(r, ops, PK_R_ops_get_stats);
	if (function)
		made_by(reading, function, stats);
	else if (pk_ok(r))
		by_type(reading);
}

/* --- what the stack dropped ---------------------------------------------------------------------------- */

static struct pk_figure core_stat(struct pk_ctx *ctx, uint64_t dev, enum pk_row_id own,
				  enum pk_row_id percpu)
{
	struct pk_figure base;
	uint64_t offset;
	enum pk_status status;

	if (!pk_has(ctx, PK_R_netdev_core_stats))
		return pk_figure_member(ctx, dev, own);
	base = pk_figure_member(ctx, dev, PK_R_netdev_core_stats);
	if (base.status != PK_OK || !base.value)
		return base; /* nothing was dropped yet: 0 */
	status = pk_row_offset(ctx, percpu, &offset);
	if (status != PK_OK)
		return (struct pk_figure){.status = status};
	return pk_figure_percpu(ctx, base.value + offset, ctx->target->facts.word_size);
}

static void add_core(struct pk_reader *r, struct pk_link_stats *stats, const struct pk_figure *core,
		     enum pk_link_stat stat)
{
	/* 3.10 does not count what nobody handles. */
	if (core->status != PK_ABSENT && pk_try(r, core->status))
		stats->values[stat] += core->value;
}

static enum pk_status read_stats(struct pk_ctx *ctx, uint64_t addr, unsigned depth,
				 struct pk_link_stats *stats)
{
	struct pk_reader r = {.ctx = ctx};
	struct reading reading = {
		.ctx = ctx, .r = &r, .dev = addr, .values = stats->values, .depth = depth};

	*stats = (struct pk_link_stats){0};
	stats->rx_dropped = core_stat(ctx, addr, PK_R_netdev_rx_dropped, PK_R_core_rx_dropped);
	stats->tx_dropped = core_stat(ctx, addr, PK_R_netdev_tx_dropped, PK_R_core_tx_dropped);
	stats->rx_nohandler =
		core_stat(ctx, addr, PK_R_netdev_rx_nohandler, PK_R_core_rx_nohandler);
	if (depth > MAX_DEPTH)
		return pk_none(ctx, PK_CORRUPT);
	if (pk_net_device_private(ctx, addr, &reading.priv) != PK_OK)
		reading.priv = 0;
	driver_stats(&reading, stats);
	add_core(&r, stats, &stats->rx_dropped, PK_LINK_RX_DROPPED);
	add_core(&r, stats, &stats->tx_dropped, PK_LINK_TX_DROPPED);
	add_core(&r, stats, &stats->rx_nohandler, PK_LINK_RX_NOHANDLER);
	return r.status;
}

void pk_device_stats_read(struct pk_ctx *ctx, uint64_t addr, struct pk_link_stats *ret_stats)
{
	enum pk_status status = read_stats(ctx, addr, 0, ret_stats);

	ret_stats->status = status;
}
