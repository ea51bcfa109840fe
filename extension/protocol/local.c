// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/local.h"

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

const char *pk_local_state_name(const struct pk_local_sock *sock)
{
	return sock->state == 10 ? "LISTEN" : sock->state == 1 ? "ESTABLISHED" : "UNCONN";
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
