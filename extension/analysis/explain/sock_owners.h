/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SOCK_OWNERS_H
#define PK_ANALYSIS_SOCK_OWNERS_H

#include "core/context.h"
#include "core/hash.h"
#include "model/cgroup.h"

/** A process with an open socket. */
struct pk_sock_owner {
	int32_t pid; /* of the process */
	char comm[16];
	uint32_t fd;
	const struct pk_cgroup *cgroup; /* borrowed from the list of owners; NULL: not known */
	struct pk_sock_owner *next; /* another process or descriptor; NULL: the last */
};

/** Which processes have sockets open: struct file leads to struct socket and that to struct
 *  sock. */
struct pk_sock_owners {
	enum pk_status status; /* not PK_OK: no owners are known */
	bool whole; /* all files were examined: a socket not found has no owner */
	bool cut; /* a limit was reached: more exist */
	struct pk_hash socks; /* sock -> struct owner_list (sock_owners.c) */
	struct pk_hash cgroups; /* struct cgroup -> struct pk_cgroup, owned */
};

/** Reads the files of all processes. Failures are kept in STATUS. */
void pk_sock_owners_load(struct pk_ctx *ctx, struct pk_sock_owners *ret_owners);
void pk_sock_owners_deinit(struct pk_sock_owners *owners);
/** The cgroup at ADDR, read once; NULL: unreadable. Borrowed. */
const struct pk_cgroup *pk_sock_owners_cgroup(struct pk_ctx *ctx, struct pk_sock_owners *owners,
					      uint64_t addr);
/** Owners of SK, ordered by process and descriptor; NULL: no process has it open. */
const struct pk_sock_owner *pk_sock_owners_of(const struct pk_sock_owners *owners, uint64_t sk);

#endif
