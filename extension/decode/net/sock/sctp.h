/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SCTP_H
#define PK_DECODE_SCTP_H

#include "core/context.h"
#include "model/sctp.h"

typedef bool (*pk_sctp_fn)(const struct pk_sctp *sctp, void *arg); /* false stops */

/** Visit every association, then every listening endpoint, of all network namespaces, in the tables
 *  behind /proc/net/sctp/assocs and eps. PK_ABSENT: no SCTP, or not loaded. PK_UNSUPPORTED: loaded,
 *  but the module's types are not available (before 5.11). Damage and missing pages cost a warning;
 *  the rest is delivered. */
enum pk_status pk_sctp_walk(struct pk_ctx *ctx, pk_sctp_fn fn, void *arg);

#endif
