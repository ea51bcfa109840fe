/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_PROTOCOL_LOCAL_H
#define PK_PROTOCOL_LOCAL_H

#include <stdbool.h>
#include <stddef.h>

#include "model/local_sock.h"

struct pk_ctx;

/** "unix", "netlink", "packet", "raw" */
const char *pk_local_family_name(enum pk_local_family family);
/** -P named it. They are none of "all". */
bool pk_local_is_shown(const struct pk_ctx *ctx, enum pk_local_family family);
/** One of them was named. */
bool pk_local_any_shown(const struct pk_ctx *ctx);
/** The bit of pk_ctx.protocols for the LEN letters of NAME; 0: it is none of these. */
unsigned pk_local_bit(const char *name, size_t len);

/** "stream", "dgram", ...; "?": no type that is known. */
const char *pk_local_type_name(const struct pk_local_sock *sock);
/** "LISTEN", "ESTABLISHED", "UNCONN". */
const char *pk_local_state_name(const struct pk_local_sock *sock);
/** Of netlink: "route", "generic", ...; NULL: no family that is known. */
const char *pk_netlink_family_name(unsigned number);

#endif
