/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NET_DEVICE_H
#define PK_DECODE_NET_DEVICE_H

#include "core/context.h"
#include "core/kit.h"
#include "decode/list.h"
#include "model/figure.h"
#include "model/net_lists.h"

struct pk_netns {
	uint64_t addr; /* struct net */
	uint32_t inum; /* 0: unknown */
};

struct pk_netns_iter {
	struct pk_list_iter list;
	uint64_t link;
};

struct pk_netns_iter pk_netns_begin(struct pk_reader *r);
bool pk_netns_next(struct pk_netns_iter *iter, struct pk_netns *ret_net);
void pk_netns_end(struct pk_netns_iter *iter);

/** A loop over all network namespaces in the kernel's order, the initial one first. It ends when reader R fails. R fails
 *  with PK_ABSENT if there is no such list; if the list is damaged, once the namespaces before were visited. */
#define pk_netns_for_each(net, r) PK_LOOP(pk_netns, net, pk_netns_begin(r))

/** Address of a module's data for NET: net.gen->ptr[*ID], where row ID is the id in its
 *  pernet_operations. */
struct pk_figure pk_netns_own(struct pk_ctx *ctx, uint64_t net, enum pk_row_id id);

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

/** What kind `ip link add` was asked for ("vxlan": rtnl_link_ops.kind), SIZE bytes at most; "": none, or, if it
 *  fails, unreadable. */
enum pk_status pk_net_device_kind(struct pk_ctx *ctx, uint64_t addr, char *kind, size_t size);

/** The name of the device at ADDR; "" if unreadable. */
void pk_net_device_name(struct pk_ctx *ctx, uint64_t addr, char name[16]);

/** Where a host name stands in memory, in PK_NETNS_NAME_SIZE bytes. It is private. */
struct pk_netns_host {
	uint64_t addr;
	uint32_t inum; /* of a namespace whose tasks see it */
};

struct pk_netns_names {
	struct pk_netns_name *list; /* owned; one of each namespace in the kernel's list */
	size_t nr, room;
	struct pk_netns_host *hosts; /* owned; an address may be there twice */
	size_t nr_hosts, room_hosts;
};

/**
 * The names of all network namespaces, read once and kept with the session; NULL: out of memory. `ip netns add` and
 * container runtimes keep a namespace alive by a mount of its nsfs file: the super block of nsfs lists its mounts in
 * every mount namespace. Host name and container are those of the tasks in it, if all have the same.
 * What cannot be read is left unnamed, without a complaint: the number says all that is needed.
 */
const struct pk_netns_names *pk_netns_names(struct pk_ctx *ctx);
/** The namespace that TEXT names, alone: by host, mount, or an ID's first twelve digits. PK_USAGE: none or several, and
 *  the error says which there are. */
enum pk_status pk_netns_find(struct pk_ctx *ctx, const char *text, uint32_t *ret_inum);
/** The names of namespace INUM; NULL: none is known. Valid as long as CTX. */
const struct pk_netns_name *pk_netns_name(struct pk_ctx *ctx, uint32_t inum);

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

/** FAMILY: 4 or 6; ADDRESS: 4 or 16 bytes in network order. False stops. */
typedef bool (*pk_net_address_fn)(uint8_t family, const uint8_t *address, void *arg);

/** Visit the addresses of the device at DEV. What cannot be read costs a warning. */
void pk_net_addresses_walk(struct pk_ctx *ctx, uint64_t dev, pk_net_address_fn fn, void *arg);

#endif
