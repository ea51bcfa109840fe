/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PAGE_POOL_H
#define PK_MODEL_PAGE_POOL_H

#include <stdbool.h>
#include <stddef.h>

#include "model/figure.h"

/** A page_pool: pages that a driver recycles. */
struct pk_page_pool {
	uint64_t addr;
	struct pk_figure id; /* as the kernel's messages and netlink have it */
	uint64_t netdev; /* 0: none, or this kernel keeps none */
	char dev[16]; /* of NETDEV, if that is a device now; "" */
	uint32_t ifindex; /* with DEV */
	uint64_t net; /* with DEV; 0 if unknown */
	char parent[48]; /* the struct device that its memory is mapped for; "" */
	struct pk_figure napi_id; /* 0: no NAPI context uses it */
	struct pk_figure order; /* 2^ORDER pages each */
	struct pk_figure held, released; /* pages so far, of 32 bits */
	struct pk_figure inflight; /* signed: HELD - RELEASED, those that are its own now */
	struct pk_figure cached, in_ring; /* of these, kept for the next allocation */
	struct pk_figure users; /* 0: it is being shut down */
	/* since when it has been, if it waits for pages; PK_ABSENT: it does not */
	struct pk_figure shutdown_ms;
};

struct pk_page_pools {
	enum pk_status status; /* not PK_OK: the list is incomplete or empty */
	bool all; /* the kernel lists all; otherwise those that XDP's memory models know */
	struct pk_page_pool *list; /* owned */
	size_t nr, room;
};

#endif
