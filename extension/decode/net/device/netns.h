/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_NETNS_H
#define PK_DECODE_NETNS_H

#include "core/kit.h"
#include "decode/list.h"
#include "model/figure.h"

struct pk_netns {
	uint64_t addr; /* struct net */
	uint32_t inum; /* 0: unknown */
};

struct pk_netns_iter {
	struct pk_list_iter list;
	uint64_t link;
};

struct pk_netns_iter pk_netns_begin(struct pk_reader *r);
bool pk_netns_next(struct pk_netns_iter *iter, struct pk_netns *ret_net);
void pk_netns_end(struct pk_netns_iter *iter);

/** A loop over all network namespaces in the kernel's order, the initial one first. It ends when reader R fails. R fails
 *  with PK_ABSENT if there is no such list; if the list is damaged, once the namespaces before were visited. */
#define pk_netns_for_each(net, r) PK_LOOP(pk_netns, net, pk_netns_begin(r))

/** Address of a module's data for NET: net.gen->ptr[*ID], where row ID is the id in its
 *  pernet_operations. */
struct pk_figure pk_netns_own(struct pk_ctx *ctx, uint64_t net, enum pk_row_id id);

#endif
