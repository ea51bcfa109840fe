// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/sockets.h"

#include <stdio.h>
#include <string.h>

#include "core/context.h"
#include "core/kit.h"

/* Bits of pk_ctx.protocols, above those of pk_protocols[]. */
#define FIRST_BIT 24

static const char *const families[PK_NR_LOCAL] = {"unix", "netlink", "packet", "raw"};

const char *pk_local_family_name(enum pk_local_family family)
{
	return family < PK_NR_LOCAL ? families[family] : "?";
}

bool pk_local_is_shown(const struct pk_ctx *ctx, enum pk_local_family family)
{
	return ctx->protocols >> (FIRST_BIT + family) & 1;
}

bool pk_local_any_shown(const struct pk_ctx *ctx)
{
	return ctx->protocols >> FIRST_BIT;
}

unsigned pk_local_bit(const char *name, size_t len)
{
	for (int i = 0; i < PK_NR_LOCAL; i++)
		if (strlen(families[i]) == len && !strncmp(name, families[i], len))
			return 1u << (FIRST_BIT + i);
	return 0;
}

const char *pk_local_type_name(const struct pk_local_sock *sock)
{
	static const char *const types[] = {
		[1] = "stream", [2] = "dgram", [3] = "raw", [5] = "seqpacket"};
	const char *name = sock->type < PK_ARRAY_SIZE(types) ? types[sock->type] : NULL;

	return name ? name : "?";
}

bool pk_local_is_listener(const struct pk_local_sock *sock)
{
	return sock->state == 10;
}

bool pk_local_is_stream(const struct pk_local_sock *sock)
{
	return sock->type == 1;
}

const char *pk_local_state_name(const struct pk_local_sock *sock)
{
	return pk_local_is_listener(sock) ? "LISTEN" : sock->state == 1 ? "ESTABLISHED" : "UNCONN";
}

const char *pk_netlink_family_name(unsigned number)
{
	static const char *const names[] = {
		[0] = "route",	     [2] = "usersock",	 [4] = "sock_diag",	 [5] = "nflog",
		[6] = "xfrm",	     [7] = "selinux",	 [8] = "iscsi",		 [9] = "audit",
		[10] = "fib_lookup", [11] = "connector", [12] = "netfilter",	 [14] = "dnrtmsg",
		[15] = "uevent",     [16] = "generic",	 [18] = "scsitransport", [19] = "ecryptfs",
		[20] = "rdma",	     [21] = "crypto",	 [22] = "smc",
	};

	return number < PK_ARRAY_SIZE(names) ? names[number] : NULL;
}

enum { ROUTE = 0, SOCK_DIAG = 4, XFRM = 6, NETFILTER = 12, UEVENT = 15, GENERIC = 16 };

bool pk_netlink_has_headers(unsigned number)
{
	return number != UEVENT;
}

#define FIRST_OF_FAMILY 16 /* below: every family's, NLMSG_* */

/* linux/rtnetlink.h: four to an object. */
static bool route_name(unsigned type, char buf[PK_MESSAGE_NAME])
{
	static const char *const verbs[] = {"NEW", "DEL", "GET", "SET"};
	static const char *const objects[] = {
		"LINK",	    "ADDR",	     "ROUTE",	    "NEIGH",  "RULE",	   "QDISC",
		"TCLASS",   "TFILTER",	     "ACTION",	    "PREFIX", "MULTICAST", "ANYCAST",
		"NEIGHTBL", "NDUSEROPT",     "ADDRLABEL",   "DCB",    "NETCONF",   "MDB",
		"NSID",	    "STATS",	     "CACHEREPORT", "CHAIN",  "NEXTHOP",   "LINKPROP",
		"VLAN",	    "NEXTHOPBUCKET", "TUNNEL"};
	unsigned object = (type - FIRST_OF_FAMILY) / 4;

	if (object >= PK_ARRAY_SIZE(objects))
		return false;
	snprintf(buf, PK_MESSAGE_NAME, "RTM_%s%s", verbs[type % 4], objects[object]);
	return true;
}

/* linux/xfrm.h */
static bool xfrm_name(unsigned type, char buf[PK_MESSAGE_NAME])
{
	static const char *const names[] = {
		"NEWSA",      "DELSA",	     "GETSA",	   "NEWPOLICY",	 "DELPOLICY", "GETPOLICY",
		"ALLOCSPI",   "ACQUIRE",     "EXPIRE",	   "UPDPOLICY",	 "UPDSA",     "POLEXPIRE",
		"FLUSHSA",    "FLUSHPOLICY", "NEWAE",	   "GETAE",	 "REPORT",    "MIGRATE",
		"NEWSADINFO", "GETSADINFO",  "NEWSPDINFO", "GETSPDINFO", "MAPPING"};
	unsigned at = type - FIRST_OF_FAMILY;

	if (at >= PK_ARRAY_SIZE(names))
		return false;
	snprintf(buf, PK_MESSAGE_NAME, "XFRM_MSG_%s", names[at]);
	return true;
}

/* linux/netfilter/nfnetlink.h: the subsystem, and its own number. */
static bool netfilter_name(unsigned type, char buf[PK_MESSAGE_NAME])
{
	static const char *const subsystems[] = {
		NULL,	"ctnetlink", "ctnetlink_exp", "queue",	  "ulog",	"osf", "ipset",
		"acct", "cttimeout", "cthelper",      "nftables", "nft_compat", "hook"};
	unsigned subsystem = type >> 8;

	if (subsystem >= PK_ARRAY_SIZE(subsystems) || !subsystems[subsystem])
		return false;
	snprintf(buf, PK_MESSAGE_NAME, "%s %u", subsystems[subsystem], type & 0xff);
	return true;
}

static bool sock_diag_name(unsigned type, char buf[PK_MESSAGE_NAME])
{
	if (type != 20 && type != 21)
		return false;
	snprintf(buf, PK_MESSAGE_NAME, "%s", type == 20 ? "SOCK_DIAG_BY_FAMILY" : "SOCK_DESTROY");
	return true;
}

const char *pk_netlink_message_name(unsigned number, unsigned type, char buf[PK_MESSAGE_NAME])
{
	static const char *const of_all[FIRST_OF_FAMILY] = {
		[1] = "NLMSG_NOOP", [2] = "NLMSG_ERROR", [3] = "NLMSG_DONE", [4] = "NLMSG_OVERRUN"};
	bool named = false;

	if (type < FIRST_OF_FAMILY) {
		named = of_all[type] != NULL;
		snprintf(buf, PK_MESSAGE_NAME, "%s", named ? of_all[type] : "");
	} else if (number == ROUTE) {
		named = route_name(type, buf);
	} else if (number == XFRM) {
		named = xfrm_name(type, buf);
	} else if (number == NETFILTER) {
		named = netfilter_name(type, buf);
	} else if (number == SOCK_DIAG) {
		named = sock_diag_name(type, buf);
	} else if (number == GENERIC && type == FIRST_OF_FAMILY) {
		named = true;
		snprintf(buf, PK_MESSAGE_NAME, "nlctrl");
	}
	if (!named)
		snprintf(buf, PK_MESSAGE_NAME, "type %u", type);
	return buf;
}
