/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SOCK_OWNERS_H
#define PK_ANALYSIS_SOCK_OWNERS_H

#include "core/context.h"
#include "core/hash.h"

/** A process that has a socket open. */
struct pk_sock_owner {
	int32_t pid; /* of the process */
	char comm[16];
	uint32_t fd;
	struct pk_sock_owner *next; /* another one, or another number of its */
};

/** Who has which socket open: by struct file, struct socket and struct sock, each of which names the next. */
struct pk_sock_owners {
	enum pk_status status; /* not PK_OK: nobody's are known */
	bool whole; /* all files were looked at: who is not found has none */
	bool cut; /* there are more */
	struct pk_hash socks; /* sock -> struct owner_list (sock_owners.c) */
};

/** Reads the files of all processes. Failures are kept in STATUS. */
void pk_sock_owners_load(struct pk_ctx *ctx, struct pk_sock_owners *ret_owners);
void pk_sock_owners_deinit(struct pk_sock_owners *owners);
/** In the order of processes and numbers; NULL: no process has it open. */
const struct pk_sock_owner *pk_sock_owners_of(const struct pk_sock_owners *owners, uint64_t sk);

#endif
