// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Bonds, teams and bridges. A device that is in one has it in net_device.rx_handler_data: struct slave of a bond,
 * struct team_port, struct net_bridge_port. Each leads back to the device, which proves it.
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

/* The port that a team of mode activebackup sends by; 0: none. */
static uint64_t active_port(struct pk_reader *r, const struct pk_team *team, uint64_t dev)
{
	uint64_t priv = 0;

	if (strcmp(team->mode, "activebackup"))
		return 0;
	pk_try(r, pk_net_device_private(r->ctx, dev, &priv));
	return pk_member(r, pk_member_at(r, priv, PK_R_team_mode_priv), PK_R_team_active);
}

static void team_read(struct pk_ctx *ctx, struct pk_device *device)
{
	struct pk_team *team = &device->team;
	struct pk_reader r = {.ctx = ctx};
	uint64_t priv = 0, kind, port;

	pk_try(&r, pk_net_device_private(ctx, device->addr, &priv));
	kind = pk_member(&r, pk_member(&r, priv, PK_R_team_mode), PK_R_team_mode_kind);
	pk_try(&r, pk_read_string(ctx, kind, team->mode, sizeof(team->mode)));
	team->status = r.status;
	if (!pk_ok(&r))
		return;
	port = active_port(&r, team, device->addr);
	if (port)
		team->active = pk_member(&r, port, PK_R_team_port_dev);
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

static void team_port_read(struct pk_ctx *ctx, const struct pk_device *device, uint64_t addr,
			   struct pk_port *port)
{
	const uint64_t none = UINT32_MAX; /* of an int: the port is not enabled */
	struct pk_figure up = pk_figure_member(ctx, addr, PK_R_team_port_linkup);
	struct pk_reader r = {.ctx = ctx};
	struct pk_device master = {.addr = device->master};

	team_read(ctx, &master);
	port->link = up;
	port->link.value = up.value ? 0 : 2; /* pk_bond_link_name(): up, down */
	port->failures = pk_figure_none(PK_ABSENT);
	pk_try(&r, master.team.status);
	port->active = (uint32_t)pk_member(&r, addr, PK_R_team_port_index) != none;
	if (!strcmp(master.team.mode, "activebackup"))
		port->active = active_port(&r, &master.team, device->master) == addr;
	port->status = r.status;
}

static void bridge_port_read(struct pk_ctx *ctx, uint64_t addr, struct pk_port *port)
{
	const uint64_t forwarding = 3; /* BR_STATE_FORWARDING */

	port->state = pk_figure_member(ctx, addr, PK_R_bridge_port_state);
	port->number = pk_figure_member(ctx, addr, PK_R_bridge_port_no);
	port->cost = pk_figure_member(ctx, addr, PK_R_bridge_port_cost);
	port->active = port->state.status == PK_OK && port->state.value == forwarding;
}

enum master { BOND, TEAM, BRIDGE, NR_MASTERS };

static const struct {
	const char *kind;
	enum pk_row_id dev;
} masters[NR_MASTERS] = {
	[BOND] = {"bond", PK_R_slave_dev},
	[TEAM] = {"team", PK_R_team_port_dev},
	[BRIDGE] = {"bridge", PK_R_bridge_port_dev},
};

static void port_read(struct pk_ctx *ctx, struct pk_device *device, enum master of)
{
	struct pk_port *port = &device->port;
	struct pk_reader r = {.ctx = ctx};
	uint64_t data = pk_member(&r, device->addr, PK_R_netdev_rx_data);
	uint64_t dev = pk_member(&r, data, masters[of].dev);

	port->of = masters[of].kind;
	port->status = r.status;
	port->aggregator = port->actor_state = port->partner_state = pk_figure_none(PK_ABSENT);
	if (!pk_ok(&r))
		return;
	if (dev != device->addr) /* it joins or leaves right now */
		port->status = pk_fail(ctx, PK_CORRUPT, "rx_handler_data of %s is another's",
				       device->name);
	else if (of == BOND)
		slave_read(ctx, data, port);
	else if (of == TEAM)
		team_port_read(ctx, device, data, port);
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
			(void)!pk_net_device_kind(ctx, device->master, of, sizeof(of));
		device->bond = (struct pk_bond){.status = PK_ABSENT};
		device->team = (struct pk_team){.status = PK_ABSENT};
		device->stp = pk_figure_none(PK_ABSENT);
		device->port = (struct pk_port){.of = NULL};
		if (!strcmp(device->kind, masters[BOND].kind))
			bond_read(ctx, device);
		else if (!strcmp(device->kind, masters[TEAM].kind))
			team_read(ctx, device);
		else if (!strcmp(device->kind, masters[BRIDGE].kind))
			device->stp = pk_net_device_private(ctx, device->addr, &priv) == PK_OK
					      ? pk_figure_member(ctx, priv, PK_R_bridge_stp)
					      : pk_figure_none(ctx->error.status);
		for (enum master j = 0; j < NR_MASTERS; j++)
			if (!strcmp(of, masters[j].kind))
				port_read(ctx, device, j);
	}
}
