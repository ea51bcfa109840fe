// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/device/device.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/device_private.h"
#include "decode/net/device/net_device.h"

#define MAX_DEVICES 65536
#define OPER_DOWN 2 /* IF_OPER_DOWN */
#define OPER_UNKNOWN 0
#define OPER_UP 6

/* dev_get_flags(): some of the flags are told from the device's state. */
static void flags_read(struct pk_ctx *ctx, struct pk_device *device)
{
	const uint64_t told = PK_IFF_PROMISC | PK_IFF_ALLMULTI | PK_IFF_RUNNING | PK_IFF_LOWER_UP |
			      PK_IFF_DORMANT;
	struct pk_figure state = pk_figure_member(ctx, device->addr, PK_R_netdev_state);
	struct pk_figure wanted = pk_figure_member(ctx, device->addr, PK_R_netdev_gflags);
	struct pk_figure oper = pk_figure_member(ctx, device->addr, PK_R_netdev_operstate);
	bool running = pk_figure_bit(ctx, &state, PK_R_link_state_start);
	uint64_t more =
		wanted.status == PK_OK ? wanted.value & (PK_IFF_PROMISC | PK_IFF_ALLMULTI) : 0;

	device->carrier =
		state.status == PK_OK && !pk_figure_bit(ctx, &state, PK_R_link_state_nocarrier);
	device->present = pk_figure_bit(ctx, &state, PK_R_link_state_present);
	device->flags = pk_figure_member(ctx, device->addr, PK_R_netdev_flags);
	device->operstate = oper;
	if (state.status != PK_OK) {
		device->flags.status = device->operstate.status = state.status;
		return;
	}
	if (running && (oper.value == OPER_UP || oper.value == OPER_UNKNOWN))
		more |= PK_IFF_RUNNING;
	if (running && device->carrier)
		more |= PK_IFF_LOWER_UP;
	if (running && pk_figure_bit(ctx, &state, PK_R_link_state_dormant))
		more |= PK_IFF_DORMANT;
	device->flags.value = (device->flags.value & ~told) | more;
	if (!running)
		device->operstate.value = OPER_DOWN;
}

static void address_read(struct pk_ctx *ctx, struct pk_device *device)
{
	const struct pk_row_value *row = pk_layout_get(ctx, PK_R_netdev_dev_addr);
	struct pk_reader r = {.ctx = ctx};
	uint64_t addr = device->addr + row->member.offset, len;

	if (row->state != PK_ROW_FOUND)
		return;
	len = pk_member(&r, device->addr, PK_R_netdev_addr_len);
	if (len > sizeof(device->address))
		r.status = pk_fail(ctx, PK_CORRUPT, "%llu bytes", (unsigned long long)len);
	if (row->member.is_pointer)
		addr = pk_pointer(&r, addr);
	if (len && pk_load(&r, addr, device->address, len))
		device->address_len = (uint32_t)len;
	if (!pk_ok(&r))
		pk_warn_shown(ctx, "the hardware address of %s: %s", device->name, pk_error(ctx));
}

static void carrier_read(struct pk_ctx *ctx, struct pk_device *device)
{
	struct pk_figure up = pk_figure_member(ctx, device->addr, PK_R_netdev_carrier_up), down;

	if (!pk_has(ctx, PK_R_netdev_carrier_up)) {
		device->carrier_changes =
			pk_figure_member(ctx, device->addr, PK_R_netdev_carrier_changes);
		return;
	}
	down = pk_figure_member(ctx, device->addr, PK_R_netdev_carrier_down);
	device->carrier_changes = up.status == PK_OK ? down : up;
	device->carrier_changes.value += up.value;
}

static void links_read(struct pk_ctx *ctx, struct pk_device *device)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t lower, link, dev;

	if (pk_net_device_master(ctx, device->addr, &device->master) != PK_OK)
		device->master = 0;
	if (!pk_has(ctx, PK_R_netdev_lower) || !pk_has(ctx, PK_R_adjacent_list))
		return;
	lower = pk_member_at(&r, device->addr, PK_R_netdev_lower);
	link = pk_offset(&r, PK_R_adjacent_list);
	pk_list_for_each (node, &r, lower) {
		if (pk_member_uint(ctx, node - link, PK_R_adjacent_dev, &dev) != PK_OK)
			break;
		if (device->nr_lower < PK_MAX_LINKS)
			device->lower[device->nr_lower++] = dev;
		device->nr_lower_all++;
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "devices below %s: %s", device->name, pk_error(ctx));
}

static void figures_read(struct pk_ctx *ctx, struct pk_device *device)
{
	uint64_t addr = device->addr, inum;
	enum pk_status status;

	if (pk_has(ctx, PK_R_net_inum) && device->net &&
	    pk_member_uint(ctx, device->net, PK_R_net_inum, &inum) == PK_OK)
		device->netns = (uint32_t)inum;
	device->ifindex = pk_figure_member(ctx, addr, PK_R_netdev_ifindex);
	device->mtu = pk_figure_member(ctx, addr, PK_R_netdev_mtu);
	device->tx_queue_len = pk_figure_member(ctx, addr, PK_R_netdev_tx_queue_len);
	device->promiscuity = pk_figure_member(ctx, addr, PK_R_netdev_promiscuity);
	device->xdp = pk_figure_member(ctx, addr, PK_R_netdev_xdp_prog);
	flags_read(ctx, device);
	address_read(ctx, device);
	status = pk_net_device_kind(ctx, addr, device->kind, sizeof(device->kind));
	if (status != PK_OK && status != PK_ABSENT)
		pk_warn_shown(ctx, "the kind of %s: %s", device->name, pk_error(ctx));
	carrier_read(ctx, device);
	pk_device_stats_read(ctx, addr, &device->stats);
	pk_device_queues_read(ctx, device);
}

/* --- the tree -------------------------------------------------------------------------------------- */

const struct pk_device *pk_device_at(const struct pk_devices *devices, uint64_t addr)
{
	return addr ? pk_find(devices->list, devices->nr, it->addr == addr) : NULL;
}

#define NOBODY SIZE_MAX

/* Of each device, by its number in FROM: who stands on it, in FROM's order. The last place is of those on nobody. */
struct place {
	size_t first, next; /* NOBODY: none */
	bool done;
};

struct order {
	const struct pk_devices *from;
	struct pk_device *to;
	struct place *places;
	size_t nr;
};

/* The first device below it that is one of these, and in its namespace; NULL: none. */
static const struct pk_device *stands_on(const struct pk_hash *by_addr,
					 const struct pk_device *device)
{
	for (size_t i = 0; i < device->nr_lower; i++) {
		const struct pk_device *one = pk_hash_get(by_addr, device->lower[i]);

		if (one && one->net == device->net)
			return one;
	}
	return NULL;
}

static bool find_places(const struct pk_devices *devices, struct place *places)
{
	struct pk_hash by_addr = {0};
	bool room = true;

	for (size_t i = 0; i < devices->nr && room; i++)
		room = pk_hash_get(&by_addr, devices->list[i].addr) ||
		       pk_hash_put(&by_addr, devices->list[i].addr, &devices->list[i]);
	for (size_t i = 0; i <= devices->nr; i++)
		places[i] = (struct place){NOBODY, NOBODY, false};
	for (size_t i = devices->nr; room && i-- > 0;) {
		const struct pk_device *lower = stands_on(&by_addr, &devices->list[i]);
		struct place *on = &places[lower ? (size_t)(lower - devices->list) : devices->nr];

		places[i].next = on->first;
		on->first = i;
	}
	pk_hash_deinit(&by_addr, NULL);
	return room;
}

/* Those that stand on LOWER, each followed by those that stand on it. What runs in a circle is left. */
static void order_above(struct order *order, size_t lower, unsigned depth)
{
	for (size_t i = order->places[lower].first; i != NOBODY && depth < PK_MAX_LINKS;
	     i = order->places[i].next) {
		order->places[i].done = true;
		order->to[order->nr] = order->from->list[i];
		order->to[order->nr++].depth = depth;
		order_above(order, i, depth + 1);
	}
}

static enum pk_status sort(struct pk_devices *devices)
{
	struct order order = {.from = devices,
			      .to = calloc(devices->nr + 1, sizeof(*order.to)),
			      .places = calloc(devices->nr + 1, sizeof(*order.places))};

	if (order.to && order.places && find_places(devices, order.places)) {
		order_above(&order, devices->nr, 0);
		for (size_t i = 0; i < devices->nr; i++)
			if (!order.places[i].done)
				order.to[order.nr++] = devices->list[i];
		free(devices->list);
		devices->list = order.to;
		order.to = NULL;
	}
	free(order.to);
	free(order.places);
	return PK_OK;
}

enum pk_status pk_devices_read_named(struct pk_ctx *ctx, const char *name,
				     struct pk_devices *ret_devices)
{
	struct pk_devices *devices = ret_devices;
	struct pk_reader r = {.ctx = ctx};
	size_t room = 0;

	*devices = (struct pk_devices){0};
	pk_net_device_for_each (found, &r) {
		struct pk_device *device;

		if (devices->nr == MAX_DEVICES || !pk_grow(devices->list, devices->nr, room)) {
			pk_warn(ctx, "more than %zu devices", devices->nr);
			break;
		}
		device = &devices->list[devices->nr++];
		*device = (struct pk_device){.addr = found.addr, .net = found.net};
		memcpy(device->name, found.name, sizeof(found.name));
		links_read(ctx, device);
		if (!name || !strcmp(name, device->name))
			figures_read(ctx, device);
	}
	if (!pk_ok(&r) && !devices->nr)
		return r.status;
	if (!pk_ok(&r))
		pk_warn(ctx, "devices: %s", pk_error(ctx));
	return sort(devices);
}

enum pk_status pk_devices_read(struct pk_ctx *ctx, struct pk_devices *ret_devices)
{
	return pk_devices_read_named(ctx, NULL, ret_devices);
}

void pk_devices_deinit(struct pk_devices *devices)
{
	for (size_t i = 0; i < devices->nr; i++) {
		struct pk_device *device = &devices->list[i];

		for (size_t j = 0; j < device->nr_irqs; j++)
			free(device->irqs[j].counts);
		free(device->irqs);
		free(device->classes);
		free(device->programs);
		free(device->queues);
		free(device->qdiscs);
		free(device->napis);
		free(device->rings);
		free(device->driver_stats);
	}
	free(devices->list);
	*devices = (struct pk_devices){0};
}
