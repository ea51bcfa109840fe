/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_SOCK_INFO_H
#define PK_DECODE_SOCK_INFO_H

#include "core/context.h"
#include "model/sock.h"
#include "model/sock_info.h"
#include "model/sock_limits.h"

/** What `ss -tinm` would show for SOCK, full or listening. Each figure has its own status. */
void pk_sock_info_read(struct pk_ctx *ctx, const struct pk_sock *sock,
		       struct pk_sock_info *ret_info);

/** The memory of the struct sock at ADDR, of any family; all else is absent. */
void pk_sock_memory_read(struct pk_ctx *ctx, uint64_t addr, struct pk_sock_info *ret_info);

/** 1: nobody has SOCK open any more, and it is not done (SOCK_DEAD; TCP's of them count against tcp_max_orphans). PK_ABSENT:
 *  it is a request, or in TIME_WAIT. */
struct pk_figure pk_sock_orphaned(struct pk_ctx *ctx, const struct pk_sock *sock);
/** The cgroup of who made SOCK, which it stays in: sock_cgroup_data.cgroup (5.15 and later). 0: it has none, or it is not known. */
uint64_t pk_sock_cgroup(struct pk_ctx *ctx, const struct pk_sock *sock);

/** What holds SOCK, full or listening, back. Each figure has its own status; those that only matter
 *  for sending (PACKETS_OUT to THROTTLED) are left absent. */
void pk_sock_limits_read(struct pk_ctx *ctx, const struct pk_sock *sock,
			 struct pk_sock_limits *ret_limits);
/** Fill in those, too. */
void pk_sock_sending_read(struct pk_ctx *ctx, const struct pk_sock *sock,
			  struct pk_sock_limits *limits);

#endif
