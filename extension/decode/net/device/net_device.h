/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NET_DEVICE_H
#define PK_DECODE_NET_DEVICE_H

#include "decode/net/device/netns.h"

struct pk_net_device {
	uint64_t addr;
	uint64_t net; /* struct net; 0 if unknown */
	uint32_t netns; /* its inode number; 0 if unknown */
	uint32_t ifindex; /* in NET; 0 if unknown */
	char name[16]; /* "" if unreadable or none */
};

struct pk_net_device_iter {
	struct pk_netns_iter nets;
	struct pk_netns net;
	uint64_t base, link;
	bool within; /* NET's list, with a status of its own */
	struct pk_list_iter list;
	struct pk_reader r;
};

struct pk_net_device_iter pk_net_device_begin(struct pk_reader *r);
bool pk_net_device_next(struct pk_net_device_iter *iter, struct pk_net_device *ret_device);
void pk_net_device_end(struct pk_net_device_iter *iter);

/** A loop over all devices of every network namespace (net.dev_base_head). A damaged list of devices ends with a warning,
 *  and the next namespace's follows. R fails if that of the namespaces is damaged; with PK_ABSENT if there is none. */
#define pk_net_device_for_each(device, r) PK_LOOP(pk_net_device, device, pk_net_device_begin(r))

/** The device of which the one at ADDR is a slave or port (bond, team, bridge). PK_ABSENT: none. */
enum pk_status pk_net_device_master(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_master);
/** Visit the devices directly above the one at ADDR, until FN returns false. */
enum pk_status pk_net_device_uppers(struct pk_ctx *ctx, uint64_t addr,
				    bool (*fn)(uint64_t upper, void *arg), void *arg);
/** PK_OK: all devices above the one at ADDR are in the namespace NET. PK_ABSENT: some is in another. */
enum pk_status pk_net_device_above(struct pk_ctx *ctx, uint64_t addr, uint64_t net);
/** The VLAN device with this ID on the device at ADDR; PK_ANY_VLAN: the only one. PK_ABSENT: none,
 *  or several. */
enum pk_status pk_net_device_vlan(struct pk_ctx *ctx, uint64_t addr, uint32_t id,
				  uint64_t *ret_device);
#define PK_ANY_VLAN UINT32_MAX

/** The function that sends for the device at ADDR (ndo_start_xmit), which no hardware stands behind. PK_ABSENT: some does. */
enum pk_status pk_net_device_software(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_xmit);

/** The other end of the veth at ADDR, which has this one as its own. PK_ABSENT: it is no veth, or not of a pair. */
enum pk_status pk_net_device_peer(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_peer);

/** The driver's private data of the device at ADDR (netdev_priv()). */
enum pk_status pk_net_device_private(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_priv);

/** What kind `ip link add` was asked for ("vxlan": rtnl_link_ops.kind), SIZE bytes at most; "": none, or unreadable. */
void pk_net_device_kind(struct pk_ctx *ctx, uint64_t addr, char *kind, size_t size);

/** The name of the device at ADDR; "" if unreadable. */
void pk_net_device_name(struct pk_ctx *ctx, uint64_t addr, char name[16]);

#endif
