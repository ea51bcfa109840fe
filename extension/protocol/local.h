/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_LOCAL_H
#define PK_PROTOCOL_LOCAL_H

#include <stdbool.h>
#include <stddef.h>

#include "model/local_sock.h"

struct pk_ctx;

/** "unix", "netlink", "packet", "raw" */
const char *pk_local_family_name(enum pk_local_family family);
/** -P named FAMILY. "all" does not include these families. */
bool pk_local_is_shown(const struct pk_ctx *ctx, enum pk_local_family family);
/** -P named at least one of them. */
bool pk_local_any_shown(const struct pk_ctx *ctx);
/** The bit in pk_ctx.protocols for the family NAME (LEN bytes); 0: not one of these. */
unsigned pk_local_bit(const char *name, size_t len);

/** "stream", "dgram", ...; "?" if unknown. */
const char *pk_local_type_name(const struct pk_local_sock *sock);
/** "LISTEN", "ESTABLISHED", "UNCONN". */
const char *pk_local_state_name(const struct pk_local_sock *sock);
bool pk_local_is_listener(const struct pk_local_sock *sock);
/** A unix socket whose readers may take part of what was sent at once. */
bool pk_local_is_stream(const struct pk_local_sock *sock);
/** Why SOCK's queues are not empty. What STATE does not have gives no reason. */
void pk_local_reasons(const struct pk_local_sock *sock, const struct pk_local_state *state,
		      struct pk_sock_reasons *reasons);
/** Netlink protocol NUMBER: "route", "generic", ...; NULL if unknown. */
const char *pk_netlink_family_name(unsigned number);
/** Messages of netlink protocol NUMBER begin with a struct nlmsghdr. */
bool pk_netlink_has_headers(unsigned number);
/** "RTM_NEWLINK", "nftables 6", ...: a message TYPE of netlink protocol NUMBER in words; its number if it has none.
 *  Returns BUF, of PK_MESSAGE_NAME bytes. */
#define PK_MESSAGE_NAME 40
const char *pk_netlink_message_name(unsigned number, unsigned type, char buf[PK_MESSAGE_NAME]);

#endif
