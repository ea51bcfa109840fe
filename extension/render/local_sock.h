/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_LOCAL_SOCK_H
#define PK_RENDER_LOCAL_SOCK_H

#include "analysis/explain/sock_owners.h"
#include "model/local_sock.h"
#include "render/out.h"

/** The heading of their list (text only). */
void pk_render_local_heading(struct pk_out *out);
/** Who has it open, and who has the senders of MORE's unread packets open; NULL: nobody. */
struct pk_local_owners {
	bool whole; /* that is known */
	const struct pk_sock_owner *own, *senders[PK_MESSAGES_MAX];
};

/** One socket, and what of MORE was read. VERBOSE: name all owners. */
void pk_render_local_sock(struct pk_out *out, const struct pk_local_sock *sock,
			  const struct pk_local_sock_more *more,
			  const struct pk_local_owners *owners, bool verbose);

#endif
