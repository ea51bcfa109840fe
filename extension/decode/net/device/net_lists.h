/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NET_LISTS_H
#define PK_DECODE_NET_LISTS_H

#include "core/context.h"
#include "decode/net/device/net_device.h"
#include "model/net_lists.h"

/* Each visits what a device has, in the kernel's order, until FN returns false. PK_ABSENT: it can have none. */

typedef bool (*pk_ip_address_fn)(const struct pk_ip_address *address, void *arg);
/** The addresses of the device DEV, those of IPv4 first. */
enum pk_status pk_ip_addresses_list(struct pk_ctx *ctx, uint64_t dev, pk_ip_address_fn fn,
				    void *arg);

typedef bool (*pk_fdb_fn)(const struct pk_fdb_entry *entry, void *arg);
/** What its bridge has learned by DEV, and what DEV itself has: a bridge, a VXLAN, or any Ethernet device's filters.
 *  PK_UNSUPPORTED: its driver lists them by a function of its own. */
enum pk_status pk_fdb_list(struct pk_ctx *ctx, const struct pk_net_device *dev, pk_fdb_fn fn,
			   void *arg);

typedef bool (*pk_bridge_vlan_fn)(const struct pk_bridge_vlan *vlan, void *arg);
/** VLANs of DEV, a bridge or a port of one; neighbours of one kind are one range. */
enum pk_status pk_bridge_vlans_list(struct pk_ctx *ctx, const struct pk_net_device *dev,
				    pk_bridge_vlan_fn fn, void *arg);

#endif
