// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Bonds and bridges. A device that is in one has it in net_device.rx_handler_data: struct slave of a bond,
 * struct net_bridge_port of a bridge. Each leads back to the device, which proves it.
 */
#include <string.h>

#include "core/reader.h"
#include "decode/figure.h"
#include "decode/net/device/device.h"
#include "decode/net/device/net_device.h"

/* bond_uses_primary(): active-backup, balance-tlb, balance-alb. Others send by several. */
static bool sends_by_one(uint64_t mode)
{
	return mode == 1 || mode == 5 || mode == 6;
}

static void bond_read(struct pk_ctx *ctx, struct pk_device *device)
{
	struct pk_bond *bond = &device->bond;
	struct pk_reader r = {.ctx = ctx};
	uint64_t priv = 0, slave;

	pk_try(&r, pk_net_device_private(ctx, device->addr, &priv));
	bond->mode = pk_figure_member(ctx, priv, PK_R_bond_mode);
	slave = pk_member(&r, priv, PK_R_bond_active);
	if (slave && bond->mode.status == PK_OK && sends_by_one(bond->mode.value))
		bond->active = pk_member(&r, slave, PK_R_slave_dev);
	bond->status = r.status;
	if (!pk_ok(&r))
		return;
	bond->miimon = pk_figure_member(ctx, priv, PK_R_bond_miimon);
	bond->arp_interval = pk_figure_member(ctx, priv, PK_R_bond_arp_interval);
}

/* bond_3ad_get_active_agg_info(), for one of its slaves */
static void lacp_read(struct pk_ctx *ctx, uint64_t slave, struct pk_port *port)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t info = pk_member(&r, slave, PK_R_slave_ad_info), aggregator;

	port->aggregator = pk_figure_none(pk_ok(&r) ? PK_ABSENT : r.status);
	if (!info || !pk_ok(&r))
		return;
	port->actor_state = pk_figure_member(ctx, info, PK_R_ad_actor_state);
	port->partner_state = pk_figure_member(ctx, info, PK_R_ad_partner_state);
	aggregator = pk_member(&r, info, PK_R_ad_aggregator);
	if (!aggregator || !pk_ok(&r)) {
		port->aggregator.status = pk_ok(&r) ? PK_ABSENT : r.status;
		return;
	}
	port->aggregator_active = pk_member(&r, aggregator, PK_R_aggregator_active) != 0;
	pk_load(&r, pk_member_at(&r, aggregator, PK_R_aggregator_partner), port->partner,
		sizeof(port->partner));
	port->aggregator_ports = pk_figure_member(ctx, aggregator, PK_R_aggregator_ports);
	port->aggregator = pk_figure_member(ctx, aggregator, PK_R_aggregator_id);
	if (!pk_ok(&r))
		port->aggregator.status = r.status;
}

static void slave_read(struct pk_ctx *ctx, uint64_t slave, struct pk_port *port)
{
	struct pk_figure backup = pk_figure_member(ctx, slave, PK_R_slave_backup);

	port->link = pk_figure_member(ctx, slave, PK_R_slave_link);
	port->failures = pk_figure_member(ctx, slave, PK_R_slave_failures);
	port->active = backup.status == PK_OK && !backup.value;
	if (backup.status != PK_OK)
		port->status = backup.status;
	lacp_read(ctx, slave, port);
}

static void bridge_port_read(struct pk_ctx *ctx, uint64_t addr, struct pk_port *port)
{
	const uint64_t forwarding = 3; /* BR_STATE_FORWARDING */

	port->state = pk_figure_member(ctx, addr, PK_R_bridge_port_state);
	port->number = pk_figure_member(ctx, addr, PK_R_bridge_port_no);
	port->cost = pk_figure_member(ctx, addr, PK_R_bridge_port_cost);
	port->active = port->state.status == PK_OK && port->state.value == forwarding;
}

static void port_read(struct pk_ctx *ctx, struct pk_device *device, bool bond)
{
	struct pk_port *port = &device->port;
	struct pk_reader r = {.ctx = ctx};
	uint64_t data = pk_member(&r, device->addr, PK_R_netdev_rx_data);
	uint64_t dev = pk_member(&r, data, bond ? PK_R_slave_dev : PK_R_bridge_port_dev);

	port->of = bond ? "bond" : "bridge";
	port->status = r.status;
	port->aggregator = port->actor_state = port->partner_state = pk_figure_none(PK_ABSENT);
	if (!pk_ok(&r))
		return;
	if (dev != device->addr) /* it joins or leaves right now */
		port->status = pk_fail(ctx, PK_CORRUPT, "rx_handler_data of %s is another's",
				       device->name);
	else if (bond)
		slave_read(ctx, data, port);
	else
		bridge_port_read(ctx, data, port);
}

void pk_device_ports_read(struct pk_ctx *ctx, struct pk_devices *devices)
{
	for (size_t i = 0; i < devices->nr; i++) {
		struct pk_device *device = &devices->list[i];
		char of[sizeof(device->kind)] = "";
		uint64_t priv;

		if (device->master)
			pk_net_device_kind(ctx, device->master, of, sizeof(of));
		device->bond = (struct pk_bond){.status = PK_ABSENT};
		device->stp = pk_figure_none(PK_ABSENT);
		device->port = (struct pk_port){.of = NULL};
		if (!strcmp(device->kind, "bond"))
			bond_read(ctx, device);
		else if (!strcmp(device->kind, "bridge"))
			device->stp = pk_net_device_private(ctx, device->addr, &priv) == PK_OK
					      ? pk_figure_member(ctx, priv, PK_R_bridge_stp)
					      : pk_figure_none(ctx->error.status);
		if (!strcmp(of, "bond"))
			port_read(ctx, device, true);
		else if (!strcmp(of, "bridge"))
			port_read(ctx, device, false);
	}
}
