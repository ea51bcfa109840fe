// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What `ethtool -S` shows: counters that only the driver knows. Some drivers have a table of them, which names each and
 * says where it is in a struct:
 *
 *	virtio_net	virtnet_rq_stats_desc[]		in receive_queue.stats of each pair of queues
 *			virtnet_sq_stats_desc[]		in send_queue.stats
 *	veth		veth_rq_stats_desc[]		in veth_rq.stats.vs of each receive queue
 *			veth_tq_stats_desc[]		the same of the peer, summed for each transmit queue
 *	e1000, e1000e	e1000_gstrings_stats[]		in struct e1000_adapter, and e1000's in the net_device
 *	igb		igb_gstrings_stats[]		in struct igb_adapter; its queues' are in struct igb_ring
 *	vmxnet3		vmxnet3_tq_dev_stats[]		in the queues' descriptors, which the hypervisor shares
 *			vmxnet3_tq_driver_stats[]	in struct vmxnet3_tx_queue; both again with rq
 *			vmxnet3_global_stats[]		in struct vmxnet3_adapter
 *
 * The tables are read from the dump, so that names and order are those of this kernel. A driver is known by its function
 * (ethtool_ops.get_ethtool_stats). What e1000, e1000e and igb count, their hardware does: memory has what they read last, within
 * two seconds, by their watchdog. vmxnet3's hypervisor writes its part when the driver asks, which it does for `ip -s link`, too.
 */
#include "decode/net/device/device.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/net/device/net_device.h"

#define MAX_STATS 256 /* of a table */
#define MAX_QUEUES 4096
#define MAX_ALL 65536
#define NAME_LEN 32 /* ETH_GSTRING_LEN */
#define WIDE 8

struct reading {
	struct pk_ctx *ctx;
	struct pk_device *device;
	uint64_t priv;
	size_t room;
	/* A table. */
	uint64_t table, nr, entry; /* address, entries, size of one */
	uint64_t name; /* in an entry */
};

/* A table of MODULE's; drivers that were copied from each other have one of the same name. */
struct table_rows {
	const char *symbol, *module;
	enum pk_row_id entry_size, name, offset;
};

struct sought {
	const char *module;
	uint64_t addr; /* 0: not found */
};

static bool visit_symbol(const struct pk_symbol *symbol, void *arg)
{
	struct sought *sought = arg;

	if (!symbol->module[0] || !strcmp(symbol->module, sought->module))
		sought->addr = symbol->addr;
	return !sought->addr;
}

static enum pk_status table_open(struct reading *reading, const struct table_rows *rows)
{
	struct pk_ctx *ctx = reading->ctx;
	struct sought sought = {.module = rows->module};
	struct pk_symbol symbol;
	enum pk_status status = pk_symbols_named(ctx, rows->symbol, visit_symbol, &sought);

	if (status == PK_OK && !sought.addr)
		status = pk_none(ctx, PK_ABSENT);
	reading->table = sought.addr;
	if (status == PK_OK)
		status = pk_row_value(ctx, rows->entry_size, &reading->entry);
	if (status == PK_OK)
		status = pk_row_offset(ctx, rows->name, &reading->name);
	if (status == PK_OK)
		status = pk_symbol_at(ctx, reading->table, &symbol);
	if (status != PK_OK)
		return status;
	if (!reading->entry || !symbol.size)
		return pk_fail(ctx, PK_ABSENT, "%s: its size is not known", symbol.name);
	/* Up to the next symbol, which begins at a round address: an entry without a name is none. */
	reading->nr = symbol.size / reading->entry;
	if (reading->nr > MAX_STATS)
		reading->nr = MAX_STATS;
	return PK_OK;
}

/* False: the table ends before entry I. vmxnet3's names have blanks, also before them. */
static bool entry_name(struct reading *reading, uint64_t i, char name[NAME_LEN + 1])
{
	size_t indent;

	memset(name, 0, NAME_LEN + 1);
	if (pk_read(reading->ctx, reading->table + i * reading->entry + reading->name, name,
		    NAME_LEN) != PK_OK)
		return false;
	for (const char *c = name; *c; c++)
		if (!isprint((unsigned char)*c))
			return false;
	indent = strspn(name, " ");
	memmove(name, name + indent, NAME_LEN + 1 - indent);
	return name[0] != '\0';
}

static bool add(struct reading *reading, const char *side, unsigned queue, const char *name,
		uint64_t value)
{
	struct pk_device *device = reading->device;
	struct pk_driver_stat *stat;

	if (device->nr_driver_stats == MAX_ALL ||
	    !pk_grow(device->driver_stats, device->nr_driver_stats, reading->room))
		return false;
	stat = &device->driver_stats[device->nr_driver_stats++];
	*stat = (struct pk_driver_stat){.side = side, .queue = queue, .value = value};
	snprintf(stat->name, sizeof(stat->name), "%s", name);
	return true;
}

/* --- of queues ------------------------------------------------------------------------------------------ */

struct queue_rows {
	struct table_rows table;
	enum pk_row_id queues, size, stats; /* the array, a queue's size, the struct in it */
	const char *side;
	bool embedded; /* the array, not its address, is in the private part */
	unsigned first; /* entry of the table that is a counter */
};

/* Of the struct whose queues' array is at PRIV, in queues FIRST, FIRST + STEP .. of NR: summed. */
static enum pk_status queue_stats(struct reading *reading, const struct queue_rows *rows,
				  uint64_t base, unsigned queue, uint64_t nr, uint64_t step)
{
	struct pk_ctx *ctx = reading->ctx;
	uint64_t size, inside, offset, value, sum;
	char name[NAME_LEN + 1];
	enum pk_status status = pk_row_value(ctx, rows->size, &size);

	if (status == PK_OK)
		status = pk_row_offset(ctx, rows->stats, &inside);
	for (uint64_t i = rows->first;
	     status == PK_OK && i < reading->nr && entry_name(reading, i, name); i++) {
		status = pk_member_uint(ctx, reading->table + i * reading->entry,
					rows->table.offset, &offset);
		sum = 0;
		for (uint64_t at = queue; status == PK_OK && at < nr; at += step) {
			status =
				pk_read_uint(ctx, base + at * size + inside + offset, WIDE, &value);
			sum += status == PK_OK ? value : 0;
		}
		if (status == PK_OK && !add(reading, rows->side, queue, name, sum))
			return PK_OK;
	}
	return status;
}

static enum pk_status each_queue(struct reading *reading, const struct queue_rows *rows,
				 uint64_t priv, uint64_t nr, uint64_t nr_shown)
{
	uint64_t base = 0;
	enum pk_status status = table_open(reading, &rows->table);

	if (status == PK_OK && rows->embedded)
		status = pk_row_offset(reading->ctx, rows->queues, &base);
	else if (status == PK_OK)
		status = pk_member_uint(reading->ctx, priv, rows->queues, &base);
	if (rows->embedded)
		base += priv;
	if (status == PK_OK && (nr > MAX_QUEUES || nr_shown > MAX_QUEUES))
		status = pk_fail(reading->ctx, PK_CORRUPT, "%llu queues", (unsigned long long)nr);
	for (uint64_t i = 0; status == PK_OK && i < nr_shown; i++)
		status = queue_stats(reading, rows, base, (unsigned)i, nr, nr_shown);
	return status;
}

#define VIRTNET_TABLE(name)                                                                        \
	{                                                                                          \
		name, "virtio_net", PK_R_virtnet_desc_size, PK_R_virtnet_desc_name,                \
			PK_R_virtnet_desc_offset                                                   \
	}
#define VETH_TABLE(name)                                                                           \
	{                                                                                          \
		name, "veth", PK_R_veth_desc_size, PK_R_veth_desc_name, PK_R_veth_desc_offset      \
	}

static enum pk_status virtnet_read(struct reading *reading)
{
	static const struct queue_rows received = {VIRTNET_TABLE("virtnet_rq_stats_desc"),
						   PK_R_virtnet_rq,
						   PK_R_virtnet_rq_size,
						   PK_R_virtnet_rq_stats,
						   "rx",
						   false,
						   0};
	static const struct queue_rows sent = {VIRTNET_TABLE("virtnet_sq_stats_desc"),
					       PK_R_virtnet_sq,
					       PK_R_virtnet_sq_size,
					       PK_R_virtnet_sq_stats,
					       "tx",
					       false,
					       0};
	uint64_t nr;
	enum pk_status status =
		pk_member_uint(reading->ctx, reading->priv, PK_R_virtnet_cur_pairs, &nr);

	if (status == PK_OK)
		status = each_queue(reading, &received, reading->priv, nr, nr);
	return status == PK_OK ? each_queue(reading, &sent, reading->priv, nr, nr) : status;
}

static enum pk_status veth_peer_read(struct reading *reading, uint64_t peer)
{
	static const struct queue_rows sent = {VETH_TABLE("veth_tq_stats_desc"),
					       PK_R_veth_rq,
					       PK_R_veth_rq_size,
					       PK_R_veth_rq_vs,
					       "tx",
					       false,
					       0};
	struct pk_ctx *ctx = reading->ctx;
	uint64_t priv, nr, own;
	enum pk_status status = pk_net_device_private(ctx, peer, &priv);

	if (status == PK_OK)
		status = pk_member_uint(ctx, peer, PK_R_netdev_real_rx, &nr);
	if (status == PK_OK)
		status = pk_member_uint(ctx, reading->device->addr, PK_R_netdev_real_tx, &own);
	return status == PK_OK ? each_queue(reading, &sent, priv, nr, own) : status;
}

static enum pk_status veth_read(struct reading *reading)
{
	static const struct queue_rows received = {VETH_TABLE("veth_rq_stats_desc"),
						   PK_R_veth_rq,
						   PK_R_veth_rq_size,
						   PK_R_veth_rq_vs,
						   "rx",
						   false,
						   0};
	struct pk_ctx *ctx = reading->ctx;
	uint64_t peer, nr, ifindex = 0;
	enum pk_status status = pk_member_uint(ctx, reading->priv, PK_R_veth_peer, &peer);

	if (status == PK_OK && peer)
		status = pk_member_uint(ctx, peer, PK_R_netdev_ifindex, &ifindex);
	if (status == PK_OK && !add(reading, NULL, 0, "peer_ifindex", ifindex))
		return PK_OK;
	if (status == PK_OK)
		status = pk_member_uint(ctx, reading->device->addr, PK_R_netdev_real_rx, &nr);
	if (status == PK_OK)
		status = each_queue(reading, &received, reading->priv, nr, nr);
	return status == PK_OK && peer ? veth_peer_read(reading, peer) : status;
}

/* --- of an adapter -------------------------------------------------------------------------------------- */

struct adapter_rows {
	struct table_rows table;
	bool wide; /* each counter has 8 bytes, and WIDTH is not asked */
	enum pk_row_id width, type; /* of a counter; which struct it is in, with TYPED */
	bool typed;
	uint64_t own; /* the type that is the adapter's */
	bool of_device; /* the other type is the net_device's */
};

static enum pk_status adapter_read(struct reading *reading, const struct adapter_rows *rows)
{
	struct pk_ctx *ctx = reading->ctx;
	uint64_t width = WIDE, type = rows->own, offset, value;
	char name[NAME_LEN + 1];
	enum pk_status status = table_open(reading, &rows->table);

	for (uint64_t i = 0; status == PK_OK && i < reading->nr && entry_name(reading, i, name);
	     i++) {
		uint64_t entry = reading->table + i * reading->entry;

		if (!rows->wide)
			status = pk_member_uint(ctx, entry, rows->width, &width);
		if (status == PK_OK && rows->typed)
			status = pk_member_uint(ctx, entry, rows->type, &type);
		if (status == PK_OK)
			status = pk_member_uint(ctx, entry, rows->table.offset, &offset);
		if (status != PK_OK || (type != rows->own && !rows->of_device))
			continue;
		if (width != 4 && width != WIDE)
			return pk_fail(ctx, PK_CORRUPT, "%s: a counter of %llu bytes", name,
				       (unsigned long long)width);
		status = pk_read_uint(
			ctx, (type == rows->own ? reading->priv : reading->device->addr) + offset,
			(uint32_t)width, &value);
		if (status == PK_OK && !add(reading, NULL, 0, name, value))
			return PK_OK;
	}
	return status;
}

/* Type 1 is E1000_STATS, of the adapter. NETDEV_STATS are e1000's in struct net_device; e1000e's are those of `ip -s link`. */
#define E1000_ROWS(driver)                                                                         \
	.table = {"e1000_gstrings_stats", #driver, PK_R_##driver##_stat_size,                      \
		  PK_R_##driver##_stat_name, PK_R_##driver##_stat_offset},                         \
	.width = PK_R_##driver##_stat_width, .type = PK_R_##driver##_stat_type, .typed = true,     \
	.own = 1

static enum pk_status e1000e_read(struct reading *reading)
{
	static const struct adapter_rows rows = {E1000_ROWS(e1000e)};

	return adapter_read(reading, &rows);
}

static enum pk_status e1000_read(struct reading *reading)
{
	static const struct adapter_rows rows = {E1000_ROWS(e1000), .of_device = true};

	return adapter_read(reading, &rows);
}

/* A counter of a ring, by the name that igb prints; the sum of two places where the second is not the first. */
struct ring_counter {
	const char *name;
	enum pk_row_id place, second;
};

static enum pk_status igb_rings(struct reading *reading, const char *side, enum pk_row_id nr_row,
				enum pk_row_id rings_row, const struct ring_counter *counters,
				size_t nr_counters)
{
	struct pk_ctx *ctx = reading->ctx;
	uint32_t word = ctx->target->facts.word_size;
	uint64_t nr, rings, ring, value, more;
	enum pk_status status = pk_member_uint(ctx, reading->priv, nr_row, &nr);

	if (status == PK_OK)
		status = pk_row_offset(ctx, rings_row, &rings);
	if (status == PK_OK && nr > MAX_QUEUES)
		status = pk_fail(ctx, PK_CORRUPT, "%llu queues", (unsigned long long)nr);
	for (uint64_t i = 0; status == PK_OK && i < nr; i++) {
		status = pk_read_uint(ctx, reading->priv + rings + i * word, word, &ring);
		for (size_t j = 0; status == PK_OK && j < nr_counters; j++) {
			const struct ring_counter *counter = &counters[j];

			status = pk_member_uint(ctx, ring, counter->place, &value);
			more = 0;
			if (status == PK_OK && counter->second != counter->place)
				status = pk_member_uint(ctx, ring, counter->second, &more);
			if (status == PK_OK &&
			    !add(reading, side, (unsigned)i, counter->name, value + more))
				return PK_OK;
		}
	}
	return status;
}

static enum pk_status igb_read(struct reading *reading)
{
	static const struct adapter_rows rows = {
		.table = {"igb_gstrings_stats", "igb", PK_R_igb_stat_size, PK_R_igb_stat_name,
			  PK_R_igb_stat_offset},
		.width = PK_R_igb_stat_width,
	};
	static const struct ring_counter sent[] = {
		{"packets", PK_R_igb_tx_packets, PK_R_igb_tx_packets},
		{"bytes", PK_R_igb_tx_bytes, PK_R_igb_tx_bytes},
		{"restart", PK_R_igb_tx_restart, PK_R_igb_tx_restart2},
	};
	static const struct ring_counter received[] = {
		{"packets", PK_R_igb_rx_packets, PK_R_igb_rx_packets},
		{"bytes", PK_R_igb_rx_bytes, PK_R_igb_rx_bytes},
		{"drops", PK_R_igb_rx_drops, PK_R_igb_rx_drops},
		{"csum_err", PK_R_igb_rx_csum_err, PK_R_igb_rx_csum_err},
		{"alloc_failed", PK_R_igb_rx_alloc_failed, PK_R_igb_rx_alloc_failed},
	};
	enum pk_status status = adapter_read(reading, &rows);

	if (status == PK_OK)
		status = igb_rings(reading, "tx", PK_R_igb_nr_tx, PK_R_igb_tx_rings, sent,
				   PK_ARRAY_SIZE(sent));
	return status == PK_OK ? igb_rings(reading, "rx", PK_R_igb_nr_rx, PK_R_igb_rx_rings,
					   received, PK_ARRAY_SIZE(received))
			       : status;
}

#define VMXNET3_TABLE(name)                                                                        \
	{                                                                                          \
		name, "vmxnet3", PK_R_vmxnet3_stat_size, PK_R_vmxnet3_stat_name,                   \
			PK_R_vmxnet3_stat_offset                                                   \
	}

/* The first entry of the hypervisor's tables is the queue's number, and nowhere. */
static enum pk_status vmxnet3_read(struct reading *reading)
{
	static const struct {
		enum pk_row_id nr;
		struct queue_rows rows;
	} queues[] = {
		{PK_R_vmxnet3_nr_tx,
		 {VMXNET3_TABLE("vmxnet3_tq_dev_stats"), PK_R_vmxnet3_tqd, PK_R_vmxnet3_tqd_size,
		  PK_R_vmxnet3_tqd_stats, "tx", false, 1}},
		{PK_R_vmxnet3_nr_tx,
		 {VMXNET3_TABLE("vmxnet3_tq_driver_stats"), PK_R_vmxnet3_tq, PK_R_vmxnet3_tq_size,
		  PK_R_vmxnet3_tq_stats, "tx", true, 0}},
		{PK_R_vmxnet3_nr_rx,
		 {VMXNET3_TABLE("vmxnet3_rq_dev_stats"), PK_R_vmxnet3_rqd, PK_R_vmxnet3_rqd_size,
		  PK_R_vmxnet3_rqd_stats, "rx", false, 1}},
		{PK_R_vmxnet3_nr_rx,
		 {VMXNET3_TABLE("vmxnet3_rq_driver_stats"), PK_R_vmxnet3_rq, PK_R_vmxnet3_rq_size,
		  PK_R_vmxnet3_rq_stats, "rx", true, 0}},
	};
	static const struct adapter_rows global = {.table = VMXNET3_TABLE("vmxnet3_global_stats"),
						   .wide = true};
	enum pk_status status = PK_OK;
	uint64_t nr;

	for (size_t i = 0; status == PK_OK && i < PK_ARRAY_SIZE(queues); i++) {
		status = pk_member_uint(reading->ctx, reading->priv, queues[i].nr, &nr);
		if (status == PK_OK)
			status = each_queue(reading, &queues[i].rows, reading->priv, nr, nr);
	}
	return status == PK_OK ? adapter_read(reading, &global) : status;
}

/* --- which it is ---------------------------------------------------------------------------------------- */

/* By the function and its module: e1000 and e1000e have functions of one name. */
static const struct {
	const char *function, *module;
	enum pk_status (*read)(struct reading *reading);
} makers[] = {
	{"virtnet_get_ethtool_stats", "virtio_net", virtnet_read},
	{"veth_get_ethtool_stats", "veth", veth_read},
	{"e1000_get_ethtool_stats", "e1000e", e1000e_read},
	{"e1000_get_ethtool_stats", "e1000", e1000_read},
	{"igb_get_ethtool_stats", "igb", igb_read},
	{"vmxnet3_get_ethtool_stats", "vmxnet3", vmxnet3_read},
};

static enum pk_status read_stats(struct reading *reading)
{
	struct pk_ctx *ctx = reading->ctx;
	uint64_t ops, function;
	struct pk_symbol symbol;
	enum pk_status status =
		pk_member_uint(ctx, reading->device->addr, PK_R_netdev_ethtool_ops, &ops);

	if (status != PK_OK || !ops)
		return status == PK_OK ? pk_none(ctx, PK_ABSENT) : status;
	status = pk_member_uint(ctx, ops, PK_R_ethtool_get_stats, &function);
	if (status != PK_OK || !function)
		return status == PK_OK ? pk_none(ctx, PK_ABSENT) : status;
	status = pk_symbol_at(ctx, function, &symbol);
	if (status != PK_OK)
		return status;
	for (size_t i = 0; i < PK_ARRAY_SIZE(makers); i++) {
		if (strcmp(symbol.name, makers[i].function) ||
		    (symbol.module[0] && strcmp(symbol.module, makers[i].module)))
			continue;
		status = pk_net_device_private(ctx, reading->device->addr, &reading->priv);
		if (status == PK_OK)
			status = makers[i].read(reading);
		/* A module whose types the dump does not have. */
		return status == PK_ABSENT ? pk_none(ctx, PK_UNSUPPORTED) : status;
	}
	return pk_none(ctx, PK_UNSUPPORTED);
}

void pk_device_driver_stats_read(struct pk_ctx *ctx, struct pk_device *device)
{
	struct reading reading = {.ctx = ctx, .device = device};

	device->driver_stats_status = read_stats(&reading);
}
