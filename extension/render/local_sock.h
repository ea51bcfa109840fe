/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_LOCAL_SOCK_H
#define PK_RENDER_LOCAL_SOCK_H

#include "analysis/sock_owners.h"
#include "model/local_sock.h"
#include "render/out.h"

/** The heading of their list (text only). */
void pk_render_local_heading(struct pk_out *out);
/** One socket. MORE may be NULL: not asked. OWNERS may be NULL; with OWNERS_KNOWN nobody has it open then. VERBOSE: name all
 *  owners. */
void pk_render_local_sock(struct pk_out *out, const struct pk_local_sock *sock,
			  const struct pk_local_sock_more *more, const struct pk_sock_owner *owners,
			  bool owners_known, bool verbose);

#endif
