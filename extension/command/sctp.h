/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_SCTP_H
#define PK_COMMAND_SCTP_H

#include "analysis/explain/sock_owners.h"
#include "analysis/lives/filter.h"
#include "render/out.h"

/** Print SCTP's associations and endpoints that match FILTER (NULL: any) by address, or by what
 *  they would send and receive. ALONE: nothing else was asked for, so a kernel without SCTP is an
 *  error. */
enum pk_status pk_sctp_show(struct pk_ctx *ctx, struct pk_out *out,
			    const struct pk_packet_filter *filter,
			    const struct pk_sock_owners *owners, bool verbose, bool alone);

#endif
