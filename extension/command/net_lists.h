/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_COMMAND_NET_LISTS_H
#define PK_COMMAND_NET_LISTS_H

#include "core/context.h"
#include "render/out.h"

/** What `routes` lists beside routes, by its word. */
struct pk_net_list;
/** "neigh", "addr", "fdb", "vlan"; NULL: no such word. */
const struct pk_net_list *pk_net_list_find(const char *word);

struct pk_net_list_request {
	const struct pk_net_list *list;
	bool only4, only6, verbose;
	uint32_t inum; /* of this namespace; 0: of all */
};
enum pk_status pk_net_list_show(struct pk_ctx *ctx, struct pk_out *out,
				const struct pk_net_list_request *request);

#endif
