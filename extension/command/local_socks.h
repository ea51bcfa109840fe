/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_LOCAL_SOCKS_H
#define PK_COMMAND_LOCAL_SOCKS_H

#include "analysis/explain/sock_reader.h"
#include "analysis/lives/filter.h"
#include "render/out.h"

/** Print the sockets of the families named by -P whose address matches FILTER (NULL: any); with INFO,
 *  their memory, and why their queues are not empty. An error of one family is kept while the others
 *  are printed. */
enum pk_status pk_local_socks_show(struct pk_ctx *ctx, struct pk_out *out,
				   const struct pk_packet_filter *filter,
				   struct pk_sock_readers *readers, bool verbose, bool info);

#endif
