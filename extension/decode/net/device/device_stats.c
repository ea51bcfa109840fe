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
	uint64_t dev, priv; /* PRIV 0: not known */
	uint64_t function; /* of the driver, that the kernel asks; 0: none */
	uint64_t *values;
	unsigned depth;
};

static enum pk_status read_stats(struct pk_ctx *ctx, uint64_t addr, unsigned depth,
				 struct pk_link_stats *stats);

/* The words of struct net_device_stats in the device: all, or STAT alone. */
static enum pk_status own_stat(struct reading *reading, enum pk_link_stat stat)
{
	const uint32_t word = reading->ctx->target->facts.word_size;
	uint64_t offset;
	enum pk_status status = pk_row_offset(reading->ctx, PK_R_netdev_stats, &offset);

	return status == PK_OK ? pk_read_uint(reading->ctx, reading->dev + offset + stat * word,
					      word, &reading->values[stat])
			       : status;
}

static enum pk_status own_stats(struct reading *reading)
{
	enum pk_status status = PK_OK;

	for (int i = 0; status == PK_OK && i < NR_OLD_STATS; i++)
		status = own_stat(reading, i);
	return status;
}

/* One member of a per-CPU struct, added to a counter. */
struct percpu_part {
	enum pk_row_id member;
	enum pk_link_stat stat;
	uint32_t size;
};

static enum pk_status add_percpu(struct reading *reading, uint64_t base,
				 const struct percpu_part *parts, size_t nr)
{
	enum pk_status status = base ? PK_OK : PK_ABSENT;

	for (size_t i = 0; status == PK_OK && i < nr; i++) {
		struct pk_figure sum = {PK_OK, 0};
		uint64_t offset;

		status = pk_row_offset(reading->ctx, parts[i].member, &offset);
		if (status == PK_OK)
			sum = pk_figure_percpu(reading->ctx, base + offset, parts[i].size);
		if (status == PK_OK)
			status = sum.status;
		if (parts[i].size == NARROW)
			sum.value = (uint32_t)sum.value;
		if (status == PK_OK)
			reading->values[parts[i].stat] += sum.value;
	}
	return status;
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
static enum pk_status add_block(struct reading *reading, const struct percpu_part *parts, size_t nr)
{
	uint64_t base;
	enum pk_status status =
		pk_member_uint(reading->ctx, reading->dev, PK_R_netdev_pcpu_stats, &base);

	return status == PK_OK ? add_percpu(reading, base, parts, nr) : status;
}

static enum pk_status tstats_read(struct reading *reading)
{
	enum pk_status status = own_stats(reading);

	return status == PK_OK ? add_block(reading, tstats_parts, PK_ARRAY_SIZE(tstats_parts))
			       : status;
}

static enum pk_status dstats_read(struct reading *reading)
{
	static const struct percpu_part parts[] = {
		{PK_R_dstats_rx_packets, PK_LINK_RX_PACKETS, WIDE},
		{PK_R_dstats_rx_bytes, PK_LINK_RX_BYTES, WIDE},
		{PK_R_dstats_rx_drops, PK_LINK_RX_DROPPED, WIDE},
		{PK_R_dstats_tx_packets, PK_LINK_TX_PACKETS, WIDE},
		{PK_R_dstats_tx_bytes, PK_LINK_TX_BYTES, WIDE},
		{PK_R_dstats_tx_drops, PK_LINK_TX_DROPPED, WIDE},
	};
	enum pk_status status = own_stats(reading);

	return status == PK_OK ? add_block(reading, parts, PK_ARRAY_SIZE(parts)) : status;
}

static enum pk_status dummy_read(struct reading *reading)
{
	return add_block(reading, lstats_tx, PK_ARRAY_SIZE(lstats_tx));
}

static enum pk_status loopback_read(struct reading *reading)
{
	enum pk_status status = dummy_read(reading);

	return status == PK_OK ? add_block(reading, lstats_rx, PK_ARRAY_SIZE(lstats_rx)) : status;
}

static enum pk_status private_stats(struct reading *reading, enum pk_row_id member,
				    const struct percpu_part *parts, size_t nr)
{
	uint64_t base;
	enum pk_status status = pk_member_uint(reading->ctx, reading->priv, member, &base);

	return status == PK_OK ? add_percpu(reading, base, parts, nr) : status;
}

static enum pk_status bridge_read(struct reading *reading)
{
	enum pk_status status;

	if (!pk_has(reading->ctx, PK_R_bridge_stats))
		return tstats_read(reading);
	status = own_stats(reading);
	return status == PK_OK ? private_stats(reading, PK_R_bridge_stats, tstats_parts,
					       PK_ARRAY_SIZE(tstats_parts))
			       : status;
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

static enum pk_status vlan_read(struct reading *reading)
{
	return private_stats(reading, PK_R_vlan_priv_stats, vlan_parts, PK_ARRAY_SIZE(vlan_parts));
}

static enum pk_status macvlan_read(struct reading *reading)
{
	enum pk_status status =
		private_stats(reading, PK_R_macvlan_stats, vlan_parts, PK_ARRAY_SIZE(vlan_parts));

	reading->values[PK_LINK_RX_DROPPED] = reading->values[PK_LINK_RX_ERRORS];
	return status;
}

static enum pk_status tun_read(struct reading *reading)
{
	struct pk_figure errors =
		pk_figure_member(reading->ctx, reading->priv, PK_R_tun_frame_errors);
	enum pk_status status = errors.status == PK_OK ? tstats_read(reading) : errors.status;

	reading->values[PK_LINK_RX_FRAME_ERRORS] += errors.value;
	return status;
}

/* --- queues with counters of their own ------------------------------------------------------------- */

struct queue_part {
	enum pk_row_id member;
	enum pk_link_stat stat;
};

/* Structs of SIZE bytes each from BASE on. */
static enum pk_status add_queues(struct reading *reading, uint64_t base, uint64_t nr, uint64_t size,
				 const struct queue_part *parts, size_t nr_parts)
{
	struct pk_figure one = {PK_OK, 0};

	if (!base || nr > MAX_QUEUES)
		return pk_fail(reading->ctx, PK_CORRUPT, "%llu queues at %llx",
			       (unsigned long long)nr, (unsigned long long)base);
	for (uint64_t i = 0; i < nr; i++)
		for (size_t j = 0; j < nr_parts && one.status == PK_OK; j++) {
			one = pk_figure_member(reading->ctx, base + i * size, parts[j].member);
			if (one.status == PK_OK)
				reading->values[parts[j].stat] += one.value;
		}
	return one.status;
}

static enum pk_status virtnet_queues(struct reading *reading)
{
	static const struct queue_part sent[] = {{PK_R_virtnet_sq_packets, PK_LINK_TX_PACKETS},
						 {PK_R_virtnet_sq_bytes, PK_LINK_TX_BYTES},
						 {PK_R_virtnet_sq_timeouts, PK_LINK_TX_ERRORS}};
	static const struct queue_part received[] = {{PK_R_virtnet_rq_packets, PK_LINK_RX_PACKETS},
						     {PK_R_virtnet_rq_bytes, PK_LINK_RX_BYTES},
						     {PK_R_virtnet_rq_drops, PK_LINK_RX_DROPPED}};
	/* Without a watchdog there is no count of timeouts (before 6.0). */
	size_t nr_sent = PK_ARRAY_SIZE(sent) - !pk_has(reading->ctx, PK_R_virtnet_sq_timeouts);
	uint64_t nr, sq, rq, sq_size, rq_size;
	struct pk_ctx *ctx = reading->ctx;
	enum pk_status status =
		pk_member_uints(ctx, reading->priv,
				PK_WANTED({PK_R_virtnet_pairs, &nr}, {PK_R_virtnet_sq, &sq},
					  {PK_R_virtnet_rq, &rq}));

	if (status == PK_OK)
		status = pk_row_value(ctx, PK_R_virtnet_sq_size, &sq_size);
	if (status == PK_OK)
		status = pk_row_value(ctx, PK_R_virtnet_rq_size, &rq_size);
	if (status == PK_OK)
		status = add_queues(reading, sq, nr, sq_size, sent, nr_sent);
	return status == PK_OK
		       ? add_queues(reading, rq, nr, rq_size, received, PK_ARRAY_SIZE(received))
		       : status;
}

static enum pk_status virtnet_read(struct reading *reading)
{
	static const enum pk_link_stat own[] = {PK_LINK_TX_DROPPED, PK_LINK_TX_FIFO_ERRORS,
						PK_LINK_RX_LENGTH_ERRORS, PK_LINK_RX_FRAME_ERRORS};
	enum pk_status status = virtnet_queues(reading);

	for (size_t i = 0; status == PK_OK && i < PK_ARRAY_SIZE(own); i++)
		status = own_stat(reading, own[i]);
	return status;
}

/* Of what XDP frames count at DEV: its rings' errors are the sender's drops. PEER: seen from the other end. */
static enum pk_status veth_rings(struct reading *reading, uint64_t dev, uint64_t priv, bool peer)
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
	uint64_t rq, nr, size;
	enum pk_status status = pk_member_uint(reading->ctx, priv, PK_R_veth_rq, &rq);

	if (status == PK_OK)
		status = pk_member_uint(reading->ctx, dev, PK_R_netdev_num_rx, &nr);
	if (status == PK_OK)
		status = pk_row_value(reading->ctx, PK_R_veth_rq_size, &size);
	if (status != PK_OK)
		return status;
	return peer ? add_queues(reading, rq, nr, size, others, PK_ARRAY_SIZE(others))
		    : add_queues(reading, rq, nr, size, own, PK_ARRAY_SIZE(own));
}

static bool is_target(uint64_t target, void *arg)
{
	return target == *(const uint64_t *)arg;
}

/* A veth counts what it sends in lstats, or in tstats ("veth: Use tstats per-CPU traffic counters", 6.7), which stable
 * kernels before 6.8 have too. There nothing in the device says which; what its own function calls does. */
static enum pk_status veth_has_tstats(struct reading *reading, bool *ret_tstats)
{
	struct pk_ctx *ctx = reading->ctx;
	uint64_t type, tstats, fetch;
	enum pk_status status;

	if (pk_has(ctx, PK_R_netdev_pcpu_stat_type)) {
		status = pk_member_uint(ctx, reading->dev, PK_R_netdev_pcpu_stat_type, &type);
		if (status == PK_OK)
			status = pk_row_value(ctx, PK_R_pcpu_stat_tstats, &tstats);
		*ret_tstats = status == PK_OK && type == tstats;
		return status;
	}
	*ret_tstats = pk_has(ctx, PK_R_dev_fetch_sw_netstats) &&
		      pk_row_value(ctx, PK_R_dev_fetch_sw_netstats, &fetch) == PK_OK &&
		      pk_arch_refers(ctx, reading->function, is_target, &fetch);
	if (*ret_tstats)
		return PK_OK;
	return pk_has(ctx, PK_R_dev_lstats_read) &&
			       pk_row_value(ctx, PK_R_dev_lstats_read, &fetch) == PK_OK &&
			       pk_arch_refers(ctx, reading->function, is_target, &fetch)
		       ? PK_OK
		       : pk_none(ctx, PK_UNSUPPORTED);
}

/* What DEV sent, or, of the peer, what we received of it. */
static enum pk_status veth_own(struct reading *reading, bool tstats, bool peer)
{
	static const struct percpu_part tstats_peer[] = {
		{PK_R_tstats_tx_packets, PK_LINK_RX_PACKETS, WIDE},
		{PK_R_tstats_tx_bytes, PK_LINK_RX_BYTES, WIDE},
	};

	if (tstats)
		return peer ? add_block(reading, tstats_peer, PK_ARRAY_SIZE(tstats_peer))
			    : add_block(reading, tstats_parts, PK_ARRAY_SIZE(tstats_parts));
	return peer ? add_block(reading, lstats_rx, PK_ARRAY_SIZE(lstats_rx)) : dummy_read(reading);
}

/* What it received is what its peer sent. */
static enum pk_status veth_read(struct reading *reading)
{
	struct pk_ctx *ctx = reading->ctx;
	struct reading other = *reading;
	uint64_t dropped;
	bool tstats;
	enum pk_status status = pk_member_uint(ctx, reading->priv, PK_R_veth_peer, &other.dev);

	if (status == PK_OK)
		status = pk_member_uint(ctx, reading->priv, PK_R_veth_dropped, &dropped);
	if (status == PK_OK)
		status = veth_has_tstats(reading, &tstats);
	if (status == PK_OK)
		status = veth_own(reading, tstats, false);
	if (status != PK_OK)
		return status;
	reading->values[PK_LINK_TX_DROPPED] += dropped;
	status = veth_rings(reading, reading->dev, reading->priv, false);
	if (status != PK_OK || !other.dev)
		return status;
	status = veth_own(&other, tstats, true);
	if (status == PK_OK)
		status = pk_net_device_private(ctx, other.dev, &other.priv);
	return status == PK_OK ? veth_rings(reading, other.dev, other.priv, true) : status;
}

/* --- bonds --------------------------------------------------------------------------------------------- */

struct slaves {
	struct reading *reading;
	uint64_t link, stats; /* offsets in netdev_adjacent, in slave */
	enum pk_status status;
};

static enum pk_status wide_stats(struct pk_ctx *ctx, uint64_t addr, uint64_t *values)
{
	uint8_t bytes[PK_NR_LINK_STATS * WIDE];
	enum pk_status status = pk_read(ctx, addr, bytes, sizeof(bytes));

	for (int i = 0; status == PK_OK && i < PK_NR_LINK_STATS; i++)
		values[i] = pk_uint(ctx, bytes + i * WIDE, WIDE);
	return status;
}

/* What a slave counted since the bond was asked last. */
static bool visit_slave(uint64_t node, void *arg)
{
	struct slaves *slaves = arg;
	struct pk_ctx *ctx = slaves->reading->ctx;
	uint64_t dev, slave, before[PK_NR_LINK_STATS];
	struct pk_link_stats now;

	slaves->status = pk_member_uint(ctx, node - slaves->link, PK_R_adjacent_dev, &dev);
	if (slaves->status == PK_OK)
		slaves->status =
			pk_member_uint(ctx, node - slaves->link, PK_R_adjacent_private, &slave);
	if (slaves->status == PK_OK)
		slaves->status = wide_stats(ctx, slave + slaves->stats, before);
	if (slaves->status == PK_OK)
		slaves->status = read_stats(ctx, dev, slaves->reading->depth + 1, &now);
	for (int i = 0; slaves->status == PK_OK && i < PK_NR_LINK_STATS; i++)
		if ((int64_t)(now.values[i] - before[i]) > 0)
			slaves->reading->values[i] += now.values[i] - before[i];
	return slaves->status == PK_OK;
}

static enum pk_status bond_read(struct reading *reading)
{
	struct slaves slaves = {.reading = reading};
	uint64_t stats, lower;
	struct pk_ctx *ctx = reading->ctx;
	enum pk_status status = pk_row_offsets(
		ctx, PK_WANTED({PK_R_bonding_stats, &stats}, {PK_R_slave_stats, &slaves.stats},
			       {PK_R_adjacent_list, &slaves.link}, {PK_R_netdev_lower, &lower}));

	if (status == PK_OK)
		status = wide_stats(ctx, reading->priv + stats, reading->values);
	if (status == PK_OK)
		status = pk_list_walk(ctx, reading->dev + lower, visit_slave, &slaves);
	return status == PK_OK ? slaves.status : status;
}

/* --- which it is --------------------------------------------------------------------------------------- */

static const struct {
	const char *function;
	enum pk_status (*read)(struct reading *reading);
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

static enum pk_status made_by(struct reading *reading, uint64_t function,
			      struct pk_link_stats *stats)
{
	struct pk_symbol symbol;
	uint64_t offset;
	enum pk_status status = pk_symbol_at(reading->ctx, function, &symbol);

	/* it has the function, and what that is called could not be read */
	if (status != PK_OK)
		return status == PK_ABSENT ? pk_none(reading->ctx, PK_UNREADABLE) : status;
	snprintf(stats->maker, sizeof(stats->maker), "%.63s", symbol.name);
	reading->function = function;
	for (size_t i = 0; i < PK_ARRAY_SIZE(makers); i++)
		if (!strcmp(symbol.name, makers[i].function)) {
			status = makers[i].read(reading);
			if (status == PK_UNSUPPORTED && makers[i].needs != PK_NR_ROWS &&
			    pk_row_offset(reading->ctx, makers[i].needs, &offset) == PK_UNSUPPORTED)
				snprintf(stats->lacks, sizeof(stats->lacks), "%.63s",
					 symbol.module);
			return status == PK_ABSENT ? pk_none(reading->ctx, PK_UNSUPPORTED) : status;
		}
	return pk_none(reading->ctx, PK_UNSUPPORTED);
}

/* By what the device says of its per-CPU block, where no driver has a function (6.8 and later). */
static enum pk_status by_type(struct reading *reading)
{
	struct pk_ctx *ctx = reading->ctx;
	uint64_t type, tstats, dstats;

	if (pk_has(ctx, PK_R_netdev_pcpu_stat_type) &&
	    pk_member_uint(ctx, reading->dev, PK_R_netdev_pcpu_stat_type, &type) == PK_OK) {
		if (pk_row_value(ctx, PK_R_pcpu_stat_tstats, &tstats) == PK_OK && type == tstats)
			return tstats_read(reading);
		if (pk_row_value(ctx, PK_R_pcpu_stat_dstats, &dstats) == PK_OK && type == dstats)
			return dstats_read(reading);
	}
	return own_stats(reading);
}

static enum pk_status driver_stats(struct reading *reading, struct pk_link_stats *stats)
{
	struct pk_ctx *ctx = reading->ctx;
	uint64_t ops, function = 0;
	enum pk_status status = pk_member_uint(ctx, reading->dev, PK_R_netdev_ops, &ops);

	if (status == PK_OK)
		status = pk_member_uint(ctx, ops, PK_R_ops_get_stats64, &function);
	if (status == PK_OK && function)
		return made_by(reading, function, stats);
	if (status == PK_OK)
		status = pk_member_uint(ctx, ops, PK_R_ops_get_stats, &function);
	if (status != PK_OK)
		return status;
	return function ? made_by(reading, function, stats) : by_type(reading);
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

static enum pk_status add_core(struct pk_link_stats *stats, const struct pk_figure *core,
			       enum pk_link_stat stat)
{
	/* 3.10 does not count what nobody handles. */
	if (core->status == PK_OK)
		stats->values[stat] += core->value;
	return core->status == PK_ABSENT ? PK_OK : core->status;
}

static enum pk_status read_stats(struct pk_ctx *ctx, uint64_t addr, unsigned depth,
				 struct pk_link_stats *stats)
{
	struct reading reading = {.ctx = ctx, .dev = addr, .values = stats->values, .depth = depth};
	enum pk_status status;

	*stats = (struct pk_link_stats){0};
	stats->rx_dropped = core_stat(ctx, addr, PK_R_netdev_rx_dropped, PK_R_core_rx_dropped);
	stats->tx_dropped = core_stat(ctx, addr, PK_R_netdev_tx_dropped, PK_R_core_tx_dropped);
	stats->rx_nohandler =
		core_stat(ctx, addr, PK_R_netdev_rx_nohandler, PK_R_core_rx_nohandler);
	if (depth > MAX_DEPTH)
		return pk_none(ctx, PK_CORRUPT);
	if (pk_net_device_private(ctx, addr, &reading.priv) != PK_OK)
		reading.priv = 0;
	status = driver_stats(&reading, stats);
	if (status == PK_OK)
		status = add_core(stats, &stats->rx_dropped, PK_LINK_RX_DROPPED);
	if (status == PK_OK)
		status = add_core(stats, &stats->tx_dropped, PK_LINK_TX_DROPPED);
	return status == PK_OK ? add_core(stats, &stats->rx_nohandler, PK_LINK_RX_NOHANDLER)
			       : status;
}

void pk_device_stats_read(struct pk_ctx *ctx, uint64_t addr, struct pk_link_stats *ret_stats)
{
	enum pk_status status = read_stats(ctx, addr, 0, ret_stats);

	ret_stats->status = status;
}
