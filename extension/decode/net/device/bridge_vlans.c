// SPDX-License-Identifier: GPL-3.0-or-later
/* VLANs of a bridge (net_bridge.vlgrp) and of its ports (net_bridge_port.vlgrp): net_bridge_vlan_group.vlan_list, by number. */
#include <string.h>

#include "decode/list.h"
#include "decode/net/device/net_device.h"

#define UNTAGGED 4 /* BRIDGE_VLAN_INFO_* */
#define BRENTRY 32 /* of a bridge's: it is in the VLAN itself */

/* The net_bridge_vlan_group; 0: none. */
static uint64_t group_of(struct pk_reader *r, const struct pk_net_device *dev, bool *ret_bridge)
{
	char kind[24] = "";
	uint64_t master, priv = 0, port;

	(void)!pk_net_device_kind(r->ctx, dev->addr, kind, sizeof(kind));
	*ret_bridge = !strcmp(kind, "bridge");
	if (*ret_bridge) {
		pk_try(r, pk_net_device_private(r->ctx, dev->addr, &priv));
		return pk_reader_has(r, PK_R_bridge_vlans) ? pk_member(r, priv, PK_R_bridge_vlans)
							   : 0;
	}
	if (pk_net_device_master(r->ctx, dev->addr, &master) != PK_OK)
		return 0;
	(void)!pk_net_device_kind(r->ctx, master, kind, sizeof(kind));
	if (strcmp(kind, "bridge"))
		return 0;
	port = pk_member(r, dev->addr, PK_R_netdev_rx_data);
	if (pk_member(r, port, PK_R_bridge_port_dev) != dev->addr)
		pk_try(r, pk_fail(r->ctx, PK_CORRUPT, "rx_handler_data of %s is another's",
				  dev->name));
	return pk_reader_has(r, PK_R_bridge_port_vlans) ? pk_member(r, port, PK_R_bridge_port_vlans)
							: 0;
}

enum pk_status pk_bridge_vlans_list(struct pk_ctx *ctx, const struct pk_net_device *dev,
				    pk_bridge_vlan_fn fn, void *arg)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_bridge_vlan range = {0};
	bool bridge, stopped = false;
	const uint64_t group = group_of(&r, dev, &bridge);
	uint64_t pvid, head, link;

	if (!pk_ok(&r) || !group)
		return r.status;
	pvid = pk_member(&r, group, PK_R_vlan_group_pvid);
	head = pk_member_at(&r, group, PK_R_vlan_group_list);
	link = pk_offset(&r, PK_R_bridge_vlan_link);
	pk_list_for_each (node, &r, head) {
		const uint16_t id = (uint16_t)pk_member(&r, node - link, PK_R_bridge_vlan_id);
		const uint64_t flags = pk_member(&r, node - link, PK_R_bridge_vlan_flags);
		const bool untagged = flags & UNTAGGED;

		if (!pk_ok(&r) || (bridge && !(flags & BRENTRY)))
			continue;
		if (range.first && !range.pvid && id != pvid && id == range.last + 1 &&
		    untagged == range.untagged) {
			range.last = id;
			continue;
		}
		if (range.first && !fn(&range, arg)) {
			stopped = true;
			break;
		}
		range = (struct pk_bridge_vlan){id, id, id == pvid, untagged};
	}
	if (range.first && !stopped)
		fn(&range, arg);
	return r.status;
}
