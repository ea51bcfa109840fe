/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_FLOWS_H
#define PK_COMMAND_FLOWS_H

#include "protocol/protocol.h"
#include "render/out.h"

/** The sockets of PROTOCOL that send or receive TUPLE, as `flows -M -o` prints them. NETNS, if not NULL: the namespaces of its
 *  source and its destination alone; 0: unknown, and no socket is known to be that end's. */
enum pk_status pk_flows_of(struct pk_ctx *ctx, struct pk_out *out,
			   const struct pk_protocol *protocol, const struct pk_tuple *tuple,
			   const uint32_t netns[2]);

#endif
