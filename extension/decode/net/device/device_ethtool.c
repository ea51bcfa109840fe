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
#include "core/reader.h"
#include "decode/net/device/net_device.h"

#define MAX_STATS 256 /* of a table */
#define MAX_QUEUES 4096
#define MAX_ALL 65536
#define NAME_LEN 32 /* ETH_GSTRING_LEN */
#define WIDE 8

struct reading {
	struct pk_ctx *ctx;
	struct pk_reader *r;
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

static void table_open(struct reading *reading, const struct table_rows *rows)
{
	struct pk_ctx *ctx = reading->ctx;
	struct pk_reader *r = reading->r;
	struct sought sought = {.module = rows->module};
	struct pk_symbol symbol;

	if (pk_try(r, pk_symbols_named(ctx, rows->symbol, visit_symbol, &sought)) && !sought.addr)
		pk_try(r, pk_none(ctx, PK_ABSENT));
	reading->table = sought.addr;
	reading->entry = pk_value(r, rows->entry_size);
	reading->name = pk_offset(r, rows->name);
	if (!pk_try(r, pk_symbol_at(ctx, reading->table, &symbol)))
		return;
	if (!reading->entry || !symbol.size) {
		pk_try(r, pk_fail(ctx, PK_ABSENT, "%s: its size is not known", symbol.name));
		return;
	}
	/* Up to the next symbol, which begins at a round address: an entry without a name is none. */
	reading->nr = symbol.size / reading->entry;
	if (reading->nr > MAX_STATS)
		reading->nr = MAX_STATS;
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
static void queue_stats(struct reading *reading, const struct queue_rows *rows, uint64_t base,
			unsigned queue, uint64_t nr, uint64_t step)
{
	struct pk_reader *r = reading->r;
	uint64_t size = pk_value(r, rows->size), inside = pk_offset(r, rows->stats), offset, sum;
	char name[NAME_LEN + 1];

	for (uint64_t i = rows->first; pk_ok(r) && i < reading->nr && entry_name(reading, i, name);
	     i++) {
		offset = pk_member(r, reading->table + i * reading->entry, rows->table.offset);
		sum = 0;
		for (uint64_t at = queue; pk_ok(r) && at < nr; at += step)
			sum += pk_number(r, base + at * size + inside + offset, WIDE);
		if (pk_ok(r) && !add(reading, rows->side, queue, name, sum))
			return;
	}
}

static void each_queue(struct reading *reading, const struct queue_rows *rows, uint64_t priv,
		       uint64_t nr, uint64_t nr_shown)
{
	struct pk_reader *r = reading->r;
	uint64_t base;

	table_open(reading, &rows->table);
	base = rows->embedded ? pk_member_at(r, priv, rows->queues)
			      : pk_member(r, priv, rows->queues);
	if (nr > MAX_QUEUES || nr_shown > MAX_QUEUES)
		pk_try(r, pk_fail(reading->ctx, PK_CORRUPT, "%llu queues", (unsigned long long)nr));
	for (uint64_t i = 0; pk_ok(r) && i < nr_shown; i++)
		queue_stats(reading, rows, base, (unsigned)i, nr, nr_shown);
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

static void virtnet_read(struct reading *reading)
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
	uint64_t nr = pk_member(reading->r, reading->priv, PK_R_virtnet_cur_pairs);

	each_queue(reading, &received, reading->priv, nr, nr);
	each_queue(reading, &sent, reading->priv, nr, nr);
}

static void veth_read(struct reading *reading)
{
	static const struct queue_rows received = {VETH_TABLE("veth_rq_stats_desc"),
						   PK_R_veth_rq,
						   PK_R_veth_rq_size,
						   PK_R_veth_rq_vs,
						   "rx",
						   false,
						   0};
	static const struct queue_rows sent = {VETH_TABLE("veth_tq_stats_desc"),
					       PK_R_veth_rq,
					       PK_R_veth_rq_size,
					       PK_R_veth_rq_vs,
					       "tx",
					       false,
					       0};
	struct pk_reader *r = reading->r;
	uint64_t dev = reading->device->addr, ifindex = 0, priv = 0, nr;
	uint64_t peer = pk_member(r, reading->priv, PK_R_veth_peer);

	if (peer)
		ifindex = pk_member(r, peer, PK_R_netdev_ifindex);
	if (pk_ok(r) && !add(reading, NULL, 0, "peer_ifindex", ifindex))
		return;
	nr = pk_member(r, dev, PK_R_netdev_real_rx);
	each_queue(reading, &received, reading->priv, nr, nr);
	if (!peer)
		return;
	pk_try(r, pk_net_device_private(reading->ctx, peer, &priv));
	nr = pk_member(r, peer, PK_R_netdev_real_rx);
	each_queue(reading, &sent, priv, nr, pk_member(r, dev, PK_R_netdev_real_tx));
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

static void adapter_read(struct reading *reading, const struct adapter_rows *rows)
{
	struct pk_ctx *ctx = reading->ctx;
	struct pk_reader *r = reading->r;
	uint64_t width = WIDE, type = rows->own, offset, value;
	char name[NAME_LEN + 1];

	table_open(reading, &rows->table);
	for (uint64_t i = 0; pk_ok(r) && i < reading->nr && entry_name(reading, i, name); i++) {
		uint64_t entry = reading->table + i * reading->entry;

		if (!rows->wide)
			width = pk_member(r, entry, rows->width);
		if (rows->typed)
			type = pk_member(r, entry, rows->type);
		offset = pk_member(r, entry, rows->table.offset);
		if (!pk_ok(r) || (type != rows->own && !rows->of_device))
			continue;
		if (width != 4 && width != WIDE)
			pk_try(r, pk_fail(ctx, PK_CORRUPT, "%s: a counter of %llu bytes", name,
					  (unsigned long long)width));
		offset += type == rows->own ? reading->priv : reading->device->addr;
		value = pk_number(r, offset, width);
		if (pk_ok(r) && !add(reading, NULL, 0, name, value))
			return;
	}
}

/* Type 1 is E1000_STATS, of the adapter. NETDEV_STATS are e1000's in struct net_device; e1000e's are those of `ip -s link`. */
#define E1000_ROWS(driver)                                                                         \
	.table = {"e1000_gstrings_stats", #driver, PK_R_##driver##_stat_size,                      \
		  PK_R_##driver##_stat_name, PK_R_##driver##_stat_offset},                         \
	.width = PK_R_##driver##_stat_width, .type = PK_R_##driver##_stat_type, .typed = true,     \
	.own = 1

static void e1000e_read(struct reading *reading)
{
	static const struct adapter_rows rows = {E1000_ROWS(e1000e)};

	adapter_read(reading, &rows);
}

static void e1000_read(struct reading *reading)
{
	static const struct adapter_rows rows = {E1000_ROWS(e1000), .of_device = true};

	adapter_read(reading, &rows);
}

/* A counter of a ring, by the name that igb prints; the sum of two places where the second is not the first. */
struct ring_counter {
	const char *name;
	enum pk_row_id place, second;
};

static void igb_rings(struct reading *reading, const char *side, enum pk_row_id nr_row,
		      enum pk_row_id rings_row, const struct ring_counter *counters,
		      size_t nr_counters)
{
	struct pk_reader *r = reading->r;
	uint32_t word = reading->ctx->target->facts.word_size;
	uint64_t nr = pk_member(r, reading->priv, nr_row), ring, value;
	uint64_t rings = pk_member_at(r, reading->priv, rings_row);

	if (nr > MAX_QUEUES)
		pk_try(r, pk_fail(reading->ctx, PK_CORRUPT, "%llu queues", (unsigned long long)nr));
	for (uint64_t i = 0; pk_ok(r) && i < nr; i++) {
		ring = pk_pointer(r, rings + i * word);
		for (size_t j = 0; j < nr_counters; j++) {
			const struct ring_counter *counter = &counters[j];

			value = pk_member(r, ring, counter->place);
			if (counter->second != counter->place)
				value += pk_member(r, ring, counter->second);
			if (pk_ok(r) && !add(reading, side, (unsigned)i, counter->name, value))
				return;
		}
	}
}

static void igb_read(struct reading *reading)
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

	adapter_read(reading, &rows);
	igb_rings(reading, "tx", PK_R_igb_nr_tx, PK_R_igb_tx_rings, sent, PK_ARRAY_SIZE(sent));
	igb_rings(reading, "rx", PK_R_igb_nr_rx, PK_R_igb_rx_rings, received,
		  PK_ARRAY_SIZE(received));
}

#define VMXNET3_TABLE(name)                                                                        \
	{                                                                                          \
		name, "vmxnet3", PK_R_vmxnet3_stat_size, PK_R_vmxnet3_stat_name,                   \
			PK_R_vmxnet3_stat_offset                                                   \
	}

/* The first entry of the hypervisor's tables is the queue's number, and nowhere. */
static void vmxnet3_read(struct reading *reading)
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
	uint64_t nr;

	for (size_t i = 0; i < PK_ARRAY_SIZE(queues); i++) {
		nr = pk_member(reading->r, reading->priv, queues[i].nr);
		each_queue(reading, &queues[i].rows, reading->priv, nr, nr);
	}
	adapter_read(reading, &global);
}

/* --- which it is ---------------------------------------------------------------------------------------- */

/* By the function and its module: e1000 and e1000e have functions of one name. */
static const struct {
	const char *function, *module;
	void (*read)(struct reading *reading);
} makers[] = {
	{"virtnet_get_ethtool_stats", "virtio_net", virtnet_read},
	{"veth_get_ethtool_stats", "veth", veth_read},
	{"e1000_get_ethtool_stats", "e1000e", e1000e_read},
	{"e1000_get_ethtool_stats", "e1000", e1000_read},
	{"igb_get_ethtool_stats", "igb", igb_read},
	{"vmxnet3_get_ethtool_stats", "vmxnet3", vmxnet3_read},
};

static void read_stats(struct reading *reading)
{
	struct pk_ctx *ctx = reading->ctx;
	struct pk_reader *r = reading->r;
	uint64_t ops = pk_member(r, reading->device->addr, PK_R_netdev_ethtool_ops);
	uint64_t function = ops ? pk_member(r, ops, PK_R_ethtool_get_stats) : 0;
	struct pk_symbol symbol;

	if (!function)
		pk_try(r, pk_none(ctx, PK_ABSENT));
	if (!pk_try(r, pk_symbol_at(ctx, function, &symbol)))
		return;
	for (size_t i = 0; i < PK_ARRAY_SIZE(makers); i++) {
		if (strcmp(symbol.name, makers[i].function) ||
		    (symbol.module[0] && strcmp(symbol.module, makers[i].module)))
			continue;
		if (pk_try(r, pk_net_device_private(ctx, reading->device->addr, &reading->priv)))
			makers[i].read(reading);
		/* A module whose types the dump does not have. */
		if (r->status == PK_ABSENT)
			r->status = pk_none(ctx, PK_UNSUPPORTED);
		return;
	}
	pk_try(r, pk_none(ctx, PK_UNSUPPORTED));
}

void pk_device_driver_stats_read(struct pk_ctx *ctx, struct pk_device *device)
{
	struct pk_reader r = {.ctx = ctx};
	struct reading reading = {.ctx = ctx, .r = &r, .device = device};

	read_stats(&reading);
	device->driver_stats_status = r.status;
}
