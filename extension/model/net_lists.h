/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_NET_LISTS_H
#define PK_MODEL_NET_LISTS_H

#include "model/counters.h"
#include "model/routes.h"

/* What stands beside the routes: neighbours, addresses, and what bridges know. All flags are those of the interface to
 * user space (NTF_*, NUD_*, IFA_F_*), which never change. */

#define PK_LLADDR 32 /* MAX_ADDR_LEN */
#define PK_NUD_REACHABLE 0x02
#define PK_NUD_STALE 0x04
#define PK_NUD_NOARP 0x40
#define PK_NUD_PERMANENT 0x80

/** A line of `ip neigh`. */
struct pk_neigh {
	uint64_t addr; /* struct neighbour, pneigh_entry */
	enum pk_status status; /* of what is below DST */
	uint64_t net;
	struct pk_prefix dst;
	char dev[16]; /* "": of a proxy for any device, or unreadable */
	uint32_t ifindex;
	uint16_t type; /* ARPHRD_* of the device */
	bool proxy;
	bool has_lladdr; /* it may be of no bytes */
	uint8_t lladdr[PK_LLADDR];
	uint32_t lladdr_len;
	uint32_t state, flags;
	uint8_t protocol;
	struct pk_figure queued, probes;
};

/** A line of `ip -o addr`. */
struct pk_ip_address {
	uint64_t addr; /* struct in_ifaddr, inet6_ifaddr */
	enum pk_status status; /* of what is below LOCAL */
	struct pk_prefix local, peer, broadcast; /* family 0: none; LOCAL has the prefix's length */
	uint8_t scope, protocol;
	uint32_t flags, metric;
	char label[16];
	bool ages; /* or it is valid forever */
	uint32_t valid_s, preferred_s; /* UINT32_MAX: forever */
};

/** A line of `bridge fdb`. */
struct pk_fdb_entry {
	uint64_t addr;
	enum pk_status status;
	uint8_t mac[6];
	char dev[16], master[16]; /* MASTER "": it is the device's own */
	uint16_t vlan; /* 0: none */
	uint16_t state;
	uint32_t flags; /* NTF_*, and NTF_EXT_* from bit 8 on */
	struct pk_prefix dst; /* of VXLAN */
	uint16_t port; /* 0: as the device says */
	uint32_t vni, via; /* the same; VIA: index of a device */
};

/** VLANs of a bridge or of a port of one, FIRST to LAST: a line of `bridge -compressvlans vlan`. */
struct pk_bridge_vlan {
	uint16_t first, last;
	bool pvid, untagged;
};

/** "10.0.0.1", "52:54:00:12:34:56": as TYPE of a device has its addresses written. */
#define PK_LLADDR_TEXT (3 * PK_LLADDR + 1)
const char *pk_lladdr_text(uint16_t type, const uint8_t *bytes, uint32_t len,
			   char text[PK_LLADDR_TEXT]);
/** Name of the bit I of IFA_F_* of FAMILY; NULL: `ip` says nothing of it. */
const char *pk_ip_address_flag_name(uint8_t family, unsigned i);

#endif
