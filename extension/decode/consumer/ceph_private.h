/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_CONSUMER_CEPH_PRIVATE_H
#define PK_DECODE_CONSUMER_CEPH_PRIVATE_H

#include "decode/consumer/consumer_private.h"

/* Shared by ceph.c and ceph_request.c. */

struct pk_ceph_walk {
	struct pk_consumer_walk *all;
	struct pk_ctx *ctx;
	uint64_t client; /* whose requests are walked: struct ceph_client */
	uint64_t keepalive; /* jiffies after which the client asks an OSD that owes it an answer */
};

/* Failures are those of the consumers' reader. */

/** Adds the requests of the tree at ROOT (rb_root): to the OSD at CON (struct ceph_connection; 0: to none). */
void pk_ceph_osd_requests(struct pk_ceph_walk *walk, uint64_t con, uint64_t root);
/** The same to the monitor at CON. */
void pk_ceph_mon_requests(struct pk_ceph_walk *walk, uint64_t con, uint64_t root);
/** The same to all MDSs of a file system. */
void pk_ceph_mds_requests(struct pk_ceph_walk *walk, uint64_t root);

#endif
