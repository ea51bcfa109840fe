/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_SOCK_READER_H
#define PK_ANALYSIS_SOCK_READER_H

#include "analysis/explain/sock_owners.h"
#include "decode/task/sleeping.h"
#include "model/local_sock.h"

/** Who would read a socket, for many sockets. Zero-initialize it, but for the first three. */
struct pk_sock_readers {
	struct pk_ctx *ctx;
	const struct pk_sock_owners *owners;
	struct pk_sleepers *sleepers;
	bool loaded;
	struct pk_hash processes; /* by process ID, owned: struct process (sock_reader.c) */
};

void pk_sock_readers_deinit(struct pk_sock_readers *readers);

/** Why what waits in SOCK is not read: nobody waits for it, and what its owner does instead; or a
 *  reader sleeps on it all the same. */
void pk_sock_reader_reasons(struct pk_sock_readers *readers, const struct pk_sock *sock,
			    struct pk_sock_reasons *reasons);
/** The same for SOCK, and for what it sent that its peer does not read; and who waits until it
 *  takes more. */
void pk_local_reader_reasons(struct pk_sock_readers *readers, const struct pk_local_sock *sock,
			     const struct pk_local_state *state, struct pk_sock_reasons *reasons);

#endif
