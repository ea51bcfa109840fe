/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SCTP_H
#define PK_DECODE_SCTP_H

#include "core/context.h"
#include "model/sctp.h"

typedef bool (*pk_sctp_fn)(const struct pk_sctp *sctp, void *arg); /* false stops */

/** Every association, then every endpoint that listens, of all network namespaces: by the tables that
 *  /proc/net/sctp/assocs and eps are printed from. PK_ABSENT: this kernel has no SCTP, or has not loaded it.
 *  PK_UNSUPPORTED: it has, and tells of no types of that module (before 5.11). What is damaged or not in the dump is
 *  warned of, and the rest told. */
enum pk_status pk_sctp_walk(struct pk_ctx *ctx, pk_sctp_fn fn, void *arg);

#endif
