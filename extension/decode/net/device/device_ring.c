// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A device is known by its transmit function (net_device.netdev_ops->ndo_start_xmit). What its driver keeps lies
 * behind struct net_device (netdev_priv()):
 *
 *	virtio_net	virtnet_info.sq[].vq -> vring_virtqueue (device_ring_virtio.c)
 *	cards		device_ring_cards.c
 *	veth		veth_priv.rq[].xdp_ring, where NAPI is on (GRO or XDP)
 *	tun		tun_struct.tfiles[] -> tun_file.tx_ring
 *	ifb		ifb_dev_private.tx_private[].rq, .tq
 *	wireguard	wg_device.peer_list -> queues of struct wg_peer (device_ring_wireguard.c)
 */
#include "decode/net/device/device.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/net/device/device_private.h"
#include "decode/net/skb/skb.h"
#include "decode/slab.h"

#define MAX_QUEUES 4096
#define MAX_RINGS (2 * MAX_QUEUES) /* of a device that are told of */

static bool visit_pointer(uint64_t value, void *arg)
{
	return pk_ring_pointer(arg, value);
}

/* --- rings of pointers, and lists -------------------------------------------------------------- */

static void veth_walk(struct pk_ring_walk *walk, uint64_t priv)
{
	uint64_t rq = pk_ring_optional(walk, priv, PK_R_veth_rq), size, ring;
	uint64_t nr = pk_ring_optional(walk, walk->ring.device.addr, PK_R_netdev_num_rx);

	if (!rq || !pk_has(walk->ctx, PK_R_veth_rq_ring) ||
	    pk_row_value(walk->ctx, PK_R_veth_rq_size, &size) != PK_OK ||
	    pk_row_offset(walk->ctx, PK_R_veth_rq_ring, &ring) != PK_OK)
		return;
	walk->ring.wait = PK_RING_TO_POLL;
	walk->ring.receive = true;
	for (uint64_t i = 0; i < nr && i < MAX_QUEUES && !walk->stopped; i++) {
		walk->ring.queue = (unsigned)i;
		pk_ring_begin_ptr(walk, rq + i * size + ring);
		pk_ptr_ring_walk(walk->ctx, walk->what, rq + i * size + ring, visit_pointer, walk);
	}
}

static void tun_walk(struct pk_ring_walk *walk, uint64_t priv)
{
	const struct pk_row_value *files = pk_layout_get(walk->ctx, PK_R_tun_files);
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t nr = pk_ring_optional(walk, priv, PK_R_tun_nr_files), ring, file;

	if (files->state != PK_ROW_FOUND || !pk_has(walk->ctx, PK_R_tun_file_ring) ||
	    pk_ring_optional(walk, priv, PK_R_tun_dev) != walk->ring.device.addr ||
	    pk_row_offset(walk->ctx, PK_R_tun_file_ring, &ring) != PK_OK)
		return;
	walk->ring.wait = PK_RING_TO_READ;
	for (uint64_t i = 0; i < nr && i < files->member.elements && !walk->stopped; i++) {
		walk->ring.queue = (unsigned)i;
		if (!pk_ring_read_ptr(walk, priv + files->member.offset + i * word, &file) || !file)
			continue;
		pk_ring_begin_ptr(walk, file + ring);
		pk_ptr_ring_walk(walk->ctx, walk->what, file + ring, visit_pointer, walk);
	}
}

static void ifb_walk(struct pk_ring_walk *walk, uint64_t priv)
{
	uint64_t queues = pk_ring_optional(walk, priv, PK_R_ifb_queues), size, rq, tq;
	uint64_t nr = pk_ring_optional(walk, walk->ring.device.addr, PK_R_netdev_num_tx);

	if (!queues || pk_row_value(walk->ctx, PK_R_ifb_queue_size, &size) != PK_OK ||
	    pk_row_offset(walk->ctx, PK_R_ifb_rq, &rq) != PK_OK ||
	    pk_row_offset(walk->ctx, PK_R_ifb_tq, &tq) != PK_OK)
		return;
	walk->ring.wait = PK_RING_REDIRECTED;
	for (uint64_t i = 0; i < nr && i < MAX_QUEUES && !walk->stopped; i++) {
		walk->ring.queue = (unsigned)i;
		pk_skb_head_walk(walk->ctx, walk->what, queues + i * size + tq, pk_ring_skb, walk);
		if (!walk->stopped)
			pk_skb_head_walk(walk->ctx, walk->what, queues + i * size + rq, pk_ring_skb,
					 walk);
	}
}

/* --- devices ----------------------------------------------------------------------------------- */

static const struct pk_ring_driver drivers[] = {
	{"virtio_net",
	 "start_xmit",
	 pk_ring_virtio_walk,
	 {{"virtio_net", PK_R_virtnet_dev}, {"virtio_ring", PK_R_vring_vq}}},
	{"veth", "veth_xmit", veth_walk, {{"veth", PK_R_veth_rq}}},
	{"tun", "tun_net_xmit", tun_walk, {{"tun", PK_R_tun_dev}}},
	{"ifb", "ifb_xmit", ifb_walk, {{"ifb", PK_R_ifb_queues}}},
	{"wireguard", "wg_xmit", pk_ring_wireguard_walk, {{"wireguard", PK_R_wg_dev}}},
};

static const struct pk_ring_driver *driver_at(size_t nr)
{
	return nr < PK_ARRAY_SIZE(drivers) ? &drivers[nr]
					   : pk_ring_card(nr - PK_ARRAY_SIZE(drivers));
}

static void note_lacking(struct pk_ring_walk *walk, const struct pk_ring_driver *driver)
{
	for (size_t i = 0; i < PK_ARRAY_SIZE(driver->types) && driver->types[i].module; i++)
		if (pk_layout_get(walk->ctx, driver->types[i].row)->status == PK_UNSUPPORTED)
			walk->lacking(&walk->ring, driver->types[i].module, walk->arg);
}

static void device_walk(struct pk_ring_walk *walk, const struct pk_net_device *device)
{
	const struct pk_ring_driver *driver;
	struct pk_ctx *ctx = walk->ctx;
	uint64_t ops, xmit, priv;
	struct pk_symbol symbol;
	enum pk_status status;

	walk->unread = false;
	snprintf(walk->what, sizeof(walk->what), "rings of %s", device->name);
	ops = pk_ring_optional(walk, device->addr, PK_R_netdev_ops);
	if (!ops)
		return;
	xmit = pk_ring_optional(walk, ops, PK_R_netdev_start_xmit);
	if (!xmit)
		return;
	/* whoever sends for a device has a name, unless the list of modules lacks it */
	status = pk_symbol_at(ctx, xmit, &symbol);
	if (status != PK_OK) {
		pk_warn(ctx, "%s: not known: the driver's function at %" PRIx64 " has no name (%s)",
			walk->what, xmit, pk_status_name(status));
		return;
	}
	pk_strip_suffixes(symbol.name);
	for (size_t i = 0; (driver = driver_at(i)); i++) {
		if (strcmp(symbol.name, driver->xmit) ||
		    (symbol.module[0] && strcmp(symbol.module, driver->driver)))
			continue;
		walk->driver = driver;
		walk->ring = (struct pk_device_ring){.device = *device, .driver = driver->driver};
		snprintf(walk->what, sizeof(walk->what), "ring of %s (%s)", device->name,
			 driver->driver);
		if (walk->lacking && symbol.module[0])
			note_lacking(walk, driver);
		if (pk_net_device_private(ctx, device->addr, &priv) == PK_OK)
			driver->walk(walk, priv);
		break;
	}
}

static enum pk_status rings_walk(struct pk_ring_walk *walk)
{
	struct pk_reader r = {.ctx = walk->ctx};

	if (!pk_has(walk->ctx, PK_R_netdev_ops) || !pk_has(walk->ctx, PK_R_netdev_start_xmit))
		return PK_OK;
	pk_net_device_for_each (device, &r) {
		device_walk(walk, &device);
		if (walk->stopped)
			break;
	}
	return r.status;
}

enum pk_status pk_device_rings_walk(struct pk_ctx *ctx, pk_device_ring_fn fn, void *arg)
{
	struct pk_ring_walk walk = {.ctx = ctx, .fn = fn, .arg = arg};

	return rings_walk(&walk);
}

/* --- what stands in each of them ---------------------------------------------------------------------- */

struct reading {
	struct pk_devices *devices;
	struct pk_device *last; /* the walk goes device by device */
};

static struct pk_device *device_at(struct reading *reading, uint64_t addr)
{
	struct pk_devices *devices = reading->devices;

	if (reading->last && reading->last->addr == addr)
		return reading->last;
	reading->last = NULL;
	for (size_t i = 0; i < devices->nr && !reading->last; i++)
		if (devices->list[i].addr == addr)
			reading->last = &devices->list[i];
	return reading->last;
}

static struct pk_ring *add_ring(struct pk_device *device, const struct pk_device_ring *of,
				const struct pk_ring *shape)
{
	/* Grown one by one: most have two, or a few a CPU. */
	struct pk_ring *rings =
		realloc(device->rings, (device->nr_rings + 1) * sizeof(*device->rings));
	struct pk_ring *ring;

	if (!rings)
		return NULL;
	device->rings = rings;
	ring = &rings[device->nr_rings++];
	*ring = *shape;
	ring->driver = of->driver;
	ring->receive = of->receive;
	ring->queue = of->queue;
	return ring;
}

static void take_ring(const struct pk_device_ring *ring, const struct pk_ring *shape, void *arg)
{
	struct pk_device *device = device_at(arg, ring->device.addr);

	if (device && device->nr_rings < MAX_RINGS)
		add_ring(device, ring, shape);
}

/* WireGuard's and ifb's queues have no entries of their own: they are lists. */
static bool take_skb(uint64_t skb, const struct pk_device_ring *of, void *arg)
{
	static const struct pk_ring list = {
		.size = {PK_ABSENT, 0}, .free = {PK_ABSENT, 0}, .done = {PK_ABSENT, 0}};
	struct pk_device *device = device_at(arg, of->device.addr);
	struct pk_ring *ring;

	(void)skb;
	if (!device)
		return true;
	ring = device->nr_rings ? &device->rings[device->nr_rings - 1] : NULL;
	if (!ring || ring->queue != of->queue || ring->receive != of->receive)
		ring = device->nr_rings < MAX_RINGS ? add_ring(device, of, &list) : NULL;
	if (ring)
		ring->skbs[of->wait]++;
	return true;
}

static void take_lacking(const struct pk_device_ring *of, const char *module, void *arg)
{
	struct pk_device *device = device_at(arg, of->device.addr);

	if (device && device->nr_rings_lack < PK_RING_MODULES)
		device->rings_lack[device->nr_rings_lack++] = module;
}

void pk_device_rings_read(struct pk_ctx *ctx, struct pk_devices *devices)
{
	struct reading reading = {.devices = devices};
	struct pk_ring_walk walk = {.ctx = ctx,
				    .begin = take_ring,
				    .lacking = take_lacking,
				    .fn = take_skb,
				    .arg = &reading};

	if (rings_walk(&walk) != PK_OK)
		pk_warn(ctx, "rings of devices: %s", pk_error(ctx));
}
