// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Forwarding databases, as rtnl_fdb_dump() lists them, device by device:
 *
 *	of a port of a bridge	net_bridge.fdb_list, those whose dst is the port
 *	of a bridge		those without a dst, behind its own filters
 *	of a VXLAN		vxlan_dev.fdb_list (before: fdb_head, chains), a line for each remote
 *	of any other device	net_device.uc and mc
 */
#include <string.h>

#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"

#define ETHERNET 1 /* ARPHRD_ETHER */
#define NTF_SELF 0x02
#define NTF_EXT_LEARNED 0x10
#define NTF_OFFLOADED 0x20
#define NTF_STICKY 0x40
#define NTF_EXT_LOCKED 0x200 /* NTF_EXT_*, from bit 8 on */

struct listing {
	struct pk_ctx *ctx;
	const struct pk_net_device *dev;
	pk_fdb_fn fn;
	void *arg;
	bool stopped;
};

static bool deliver(struct listing *listing, const struct pk_fdb_entry *entry)
{
	listing->stopped = !listing->fn(entry, listing->arg);
	return !listing->stopped;
}

/* --- a device's own filters: ndo_dflt_fdb_dump() ----------------------------------------------------------- */

static void filters_list(struct listing *listing, struct pk_reader *r, enum pk_row_id list)
{
	const uint64_t head = pk_member_at(r, listing->dev->addr, list);
	const uint64_t link = pk_offset(r, PK_R_hw_addr_link);

	pk_list_for_each (node, r, head) {
		struct pk_reader own = {.ctx = listing->ctx};
		struct pk_fdb_entry entry = {
			.addr = node - link, .state = PK_NUD_PERMANENT, .flags = NTF_SELF};

		memcpy(entry.dev, listing->dev->name, sizeof(entry.dev));
		pk_load(&own, pk_member_at(&own, entry.addr, PK_R_hw_addr_bytes), entry.mac, 6);
		entry.status = own.status;
		if (!deliver(listing, &entry))
			return;
	}
}

static enum pk_status own_filters(struct listing *listing)
{
	struct pk_reader r = {.ctx = listing->ctx};

	if (pk_member(&r, listing->dev->addr, PK_R_netdev_type) != ETHERNET || !pk_ok(&r))
		return r.status;
	filters_list(listing, &r, PK_R_netdev_unicast);
	if (!listing->stopped)
		filters_list(listing, &r, PK_R_netdev_multicast);
	return r.status;
}

/* --- bridges: br_fdb_dump() --------------------------------------------------------------------------------- */

struct bridge {
	uint64_t priv, hold, now;
	bool ages; /* HOLD and NOW are known */
};

/* hold_time() */
static void bridge_read(struct pk_reader *r, uint64_t dev, struct bridge *bridge)
{
	uint64_t hz;
	struct pk_figure now;

	pk_try(r, pk_net_device_private(r->ctx, dev, &bridge->priv));
	bridge->hold = pk_member(r, bridge->priv, PK_R_bridge_changes)
			       ? pk_member(r, bridge->priv, PK_R_bridge_delay)
			       : pk_member(r, bridge->priv, PK_R_bridge_ageing);
	if (!pk_ok(r))
		return;
	now = pk_jiffies_read(r->ctx, &hz);
	bridge->ages = now.status == PK_OK;
	bridge->now = now.value;
}

static bool flag(struct pk_reader *r, uint64_t flags, enum pk_row_id bit)
{
	const uint64_t nr = pk_reader_has(r, bit) ? pk_value(r, bit) : 64;

	return nr < 64 && flags >> nr & 1;
}

static void entry_read(struct pk_ctx *ctx, const struct bridge *bridge, struct pk_fdb_entry *entry)
{
	struct pk_reader r = {.ctx = ctx};
	const uint64_t flags = pk_member(&r, entry->addr, PK_R_fdb_flags);
	const uint64_t updated = pk_member(&r, entry->addr, PK_R_fdb_updated);
	const bool taught = flag(&r, flags, PK_R_fdb_extern);
	const bool fixed = flag(&r, flags, PK_R_fdb_static);

	pk_load(&r, pk_member_at(&r, entry->addr, PK_R_fdb_address), entry->mac, 6);
	entry->vlan = (uint16_t)pk_member(&r, entry->addr, PK_R_fdb_vlan);
	entry->flags = (taught ? NTF_EXT_LEARNED : 0) |
		       (flag(&r, flags, PK_R_fdb_offloaded) ? NTF_OFFLOADED : 0) |
		       (flag(&r, flags, PK_R_fdb_sticky) ? NTF_STICKY : 0) |
		       (flag(&r, flags, PK_R_fdb_locked) ? NTF_EXT_LOCKED : 0);
	if (flag(&r, flags, PK_R_fdb_local))
		entry->state = PK_NUD_PERMANENT;
	else if (fixed)
		entry->state = PK_NUD_NOARP;
	else if (!taught && bridge->ages && (int64_t)(updated + bridge->hold - bridge->now) <= 0)
		entry->state = PK_NUD_STALE;
	else
		entry->state = PK_NUD_REACHABLE;
	entry->status = r.status;
}

/* Of the bridge at BRIDGE_DEV: what leads to the port at PORT; 0: what is its own. */
static enum pk_status bridge_list(struct listing *listing, uint64_t bridge_dev, uint64_t port)
{
	struct pk_reader r = {.ctx = listing->ctx};
	struct bridge bridge = {0};
	uint64_t head, link;

	bridge_read(&r, bridge_dev, &bridge);
	head = pk_member_at(&r, bridge.priv, PK_R_bridge_fdb_list);
	link = pk_offset(&r, PK_R_fdb_link);
	pk_hlist_for_each (node, &r, head) {
		struct pk_fdb_entry entry = {.addr = node - link};

		if (pk_member(&r, entry.addr, PK_R_fdb_port) != port || !pk_ok(&r))
			continue;
		memcpy(entry.dev, listing->dev->name, sizeof(entry.dev));
		pk_net_device_name(listing->ctx, bridge_dev, entry.master);
		entry_read(listing->ctx, &bridge, &entry);
		if (!deliver(listing, &entry))
			break;
	}
	return r.status;
}

/* --- VXLAN: vxlan_fdb_dump() --------------------------------------------------------------------------------- */

/* union vxlan_addr: a sockaddr_in or sockaddr_in6 */
static void remote_ip_read(struct pk_reader *r, uint64_t addr, struct pk_prefix *ret_ip)
{
	const uint64_t family = pk_number(r, addr, 2);
	const bool six = family == 10;

	if (family != 2 && !six)
		return;
	if (pk_load(r, addr + (six ? 8 : 4), ret_ip->bytes, six ? 16 : 4)) {
		static const uint8_t none[16];

		ret_ip->length = six ? 128 : 32;
		ret_ip->family = !memcmp(ret_ip->bytes, none, 16) ? 0 : six ? 6 : 4;
	}
}

static void remote_read(struct pk_reader *r, uint64_t priv, uint64_t remote,
			struct pk_fdb_entry *entry)
{
	remote_ip_read(r, pk_member_at(r, remote, PK_R_vxlan_remote_ip), &entry->dst);
	entry->port =
		(uint16_t)pk_network_number(r, pk_member_at(r, remote, PK_R_vxlan_remote_port), 2);
	if (entry->port == pk_network_number(r, pk_member_at(r, priv, PK_R_vxlan_port), 2))
		entry->port = 0;
	entry->vni =
		(uint32_t)pk_network_number(r, pk_member_at(r, remote, PK_R_vxlan_remote_vni), 4);
	if (entry->vni == pk_network_number(r, pk_member_at(r, priv, PK_R_vxlan_vni), 4))
		entry->vni = 0;
	entry->via = (uint32_t)pk_member(r, remote, PK_R_vxlan_remote_ifindex);
	entry->status = r->status;
}

static bool visit_vxlan(struct listing *listing, uint64_t priv, uint64_t addr)
{
	struct pk_reader r = {.ctx = listing->ctx};
	struct pk_fdb_entry entry = {.addr = addr};
	const uint64_t link = pk_offset(&r, PK_R_vxlan_remote_link);
	const uint64_t head = pk_member_at(&r, addr, PK_R_vxlan_fdb_remotes);
	bool any = false;

	memcpy(entry.dev, listing->dev->name, sizeof(entry.dev));
	pk_load(&r, pk_member_at(&r, addr, PK_R_vxlan_fdb_address), entry.mac, 6);
	entry.state = (uint16_t)pk_member(&r, addr, PK_R_vxlan_fdb_state);
	entry.flags = (uint32_t)pk_member(&r, addr, PK_R_vxlan_fdb_flags);
	pk_list_for_each (node, &r, head) {
		struct pk_fdb_entry one = entry;
		struct pk_reader own = {.ctx = listing->ctx};

		any = true;
		remote_read(&own, priv, node - link, &one);
		if (!deliver(listing, &one))
			return false;
	}
	entry.status = r.status;
	return any || deliver(listing, &entry); /* by a nexthop object, or its list is broken */
}

static enum pk_status vxlan_list(struct listing *listing)
{
	struct pk_reader r = {.ctx = listing->ctx};
	const struct pk_row_value *chains = pk_layout_get(listing->ctx, PK_R_vxlan_chains);
	const bool one = pk_reader_has(&r, PK_R_vxlan_list);
	uint64_t priv = 0, head, link, nr = 1;

	pk_try(&r, pk_net_device_private(listing->ctx, listing->dev->addr, &priv));
	head = pk_member_at(&r, priv, one ? PK_R_vxlan_list : PK_R_vxlan_chains);
	link = pk_offset(&r, PK_R_vxlan_fdb_link);
	if (!one && chains->state == PK_ROW_FOUND)
		nr = chains->member.size / listing->ctx->target->facts.word_size;
	for (uint64_t i = 0; i < nr && pk_ok(&r) && !listing->stopped; i++) {
		pk_hlist_for_each (node, &r, head + i * listing->ctx->target->facts.word_size)
			if (!visit_vxlan(listing, priv, node - link))
				break;
	}
	return r.status;
}

/* --- of a device -------------------------------------------------------------------------------------------- */

static enum pk_status port_list(struct listing *listing)
{
	struct pk_reader r = {.ctx = listing->ctx};
	const uint64_t dev = listing->dev->addr;
	char kind[24] = "";
	uint64_t master, port;

	if (pk_net_device_master(listing->ctx, dev, &master) != PK_OK)
		return PK_OK;
	(void)!pk_net_device_kind(listing->ctx, master, kind, sizeof(kind));
	if (strcmp(kind, "bridge"))
		return PK_OK;
	port = pk_member(&r, dev, PK_R_netdev_rx_data);
	if (pk_ok(&r) && pk_member(&r, port, PK_R_bridge_port_dev) != dev && pk_ok(&r))
		return pk_fail(listing->ctx, PK_CORRUPT, "rx_handler_data of %s is another's",
			       listing->dev->name);
	return pk_ok(&r) ? bridge_list(listing, master, port) : r.status;
}

/* ndo_fdb_dump of the device; without one it has only its filters. */
static enum pk_status own_list(struct listing *listing)
{
	struct pk_reader r = {.ctx = listing->ctx};
	const uint64_t ops = pk_member(&r, listing->dev->addr, PK_R_netdev_ops);
	const uint64_t dump = ops ? pk_member(&r, ops, PK_R_ops_fdb_dump) : 0;
	enum pk_status status;
	char kind[24] = "";

	if (!pk_ok(&r))
		return r.status;
	if (!dump)
		return own_filters(listing);
	(void)!pk_net_device_kind(listing->ctx, listing->dev->addr, kind, sizeof(kind));
	if (!strcmp(kind, "vxlan"))
		return vxlan_list(listing);
	if (strcmp(kind, "bridge"))
		return pk_fail(listing->ctx, PK_UNSUPPORTED, "%s: its driver's own list",
			       listing->dev->name);
	status = own_filters(listing);
	if (status == PK_OK && !listing->stopped)
		status = bridge_list(listing, listing->dev->addr, 0);
	return status;
}

enum pk_status pk_fdb_list(struct pk_ctx *ctx, const struct pk_net_device *dev, pk_fdb_fn fn,
			   void *arg)
{
	struct listing listing = {.ctx = ctx, .dev = dev, .fn = fn, .arg = arg};
	enum pk_status status = port_list(&listing), own;

	if (listing.stopped)
		return status;
	own = own_list(&listing);
	return status == PK_OK ? own : status;
}
