/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SOCK_PATH_H
#define PK_ANALYSIS_SOCK_PATH_H

#include "core/context.h"
#include "model/counters.h"
#include "model/device.h"
#include "model/sock.h"
#include "model/sock_reasons.h"

/** What lies between sockets and the wire, read once for many sockets. */
struct pk_sock_paths {
	struct pk_devices devices;
	struct pk_neighbour *neighbours; /* owned */
	size_t nr_neighbours, room_neighbours;
	bool pressure; /* TCP is under memory pressure */
};

/** What cannot be read yields no reasons. */
void pk_sock_paths_load(struct pk_ctx *ctx, struct pk_sock_paths *ret_paths);
void pk_sock_paths_deinit(struct pk_sock_paths *paths);
/** Why data of SOCK, a full socket, may not leave this host, apart from its protocol: memory, the
 *  device of its cached route, and the next hop's link address; and that its protocol's memory is
 *  used up. */
void pk_sock_path_reasons(struct pk_ctx *ctx, const struct pk_sock_paths *paths,
			  const struct pk_sock *sock, struct pk_sock_reasons *reasons);

#endif
