// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/device.h"

#include "core/kit.h"

const char *pk_ref_kind_name(enum pk_ref_kind kind)
{
	static const char *const names[PK_NR_REFS] = {
		[PK_REF_OWN] = "its own, until it is freed",
		[PK_REF_REGISTERED] = "its registration",
		[PK_REF_QUEUES] = "its queues in sysfs",
		[PK_REF_INET] = "IPv4 (in_device)",
		[PK_REF_INET6] = "IPv6 (inet6_dev)",
		[PK_REF_PARMS] = "parameters of ARP and ND",
		[PK_REF_NEIGHBOURS] = "neighbours",
		[PK_REF_QDISCS] = "qdiscs",
		[PK_REF_UPPER] = "devices above",
		[PK_REF_LOWER] = "devices below",
		[PK_REF_VLANS] = "VLANs, as their real device",
		[PK_REF_BRIDGE] = "its bridge, as a port",
		[PK_REF_ROUTES] = "next hops of IPv4 routes",
		[PK_REF_ROUTES6] = "next hops of IPv6 routes",
		[PK_REF_NEXTHOPS] = "nexthop objects",
		[PK_REF_DST_HOPS] = "dsts that next hops keep",
		[PK_REF_DST_UNCACHED] = "dsts that no next hop keeps",
		[PK_REF_DST_SOCKS] = "dsts of sockets",
		[PK_REF_DST_SKBS] = "dsts of queued skbs",
		[PK_REF_PACKET_SOCKS] = "packet sockets",
		[PK_REF_USER_QUEUES] = "packets in queues to user space",
		[PK_REF_WATCHDOG] = "its watchdog's timer",
		[PK_REF_LINKWATCH] = "linkwatch, for a change of its carrier",
	};

	return names[kind];
}

/* include/linux/netdevice.h, enum netdev_reg_state */
const char *pk_reg_state_name(uint64_t state)
{
	static const char *const names[] = {"uninitialized", "registered", "unregistering",
					    "unregistered",  "released",   "dummy"};

	return state < PK_ARRAY_SIZE(names) ? names[state] : NULL;
}

struct pk_figure pk_refs_unexplained(const struct pk_device_refs *device)
{
	uint64_t found = 0;

	for (int i = 0; i < PK_NR_REFS; i++)
		found += device->holders[i].nr;
	if (device->count.status != PK_OK)
		return pk_figure_none(device->count.status);
	if (found > device->count.value)
		return pk_figure_none(PK_CORRUPT);
	return (struct pk_figure){PK_OK, device->count.value - found};
}

uint64_t pk_refs_overput(const struct pk_device_refs *device)
{
	const struct pk_ref_tracker *tracker = &device->tracker;
	uint64_t taken =
		device->holders[PK_REF_OWN].nr + tracker->taken.total + tracker->not_tracked;

	return tracker->status == PK_OK && tracker->taken.status == PK_OK &&
			       device->count.status == PK_OK && taken > device->count.value
		       ? taken - device->count.value
		       : 0;
}
