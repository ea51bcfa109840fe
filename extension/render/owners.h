/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_OWNERS_H
#define PK_RENDER_OWNERS_H

#include "analysis/sock_owners.h"
#include "model/sock.h"
#include "render/out.h"

/** JSON's `owners`: who has a socket open. KNOWN: OWNERS is complete. No text. */
void pk_render_owners(struct pk_out *out, const struct pk_sock_owner *owners, bool known);
/** The column and key "inode": of a struct socket, or PK_INODE_UNKNOWN. */
void pk_render_inode(struct pk_out *out, uint64_t inode);
/** " traffic[308] fd 5", no more than a few unless VERBOSE; ends with ".." where BUF is too small.
 *  Returns BUF. */
const char *pk_owners_text(const struct pk_sock_owner *owners, bool verbose, char *buf,
			   size_t size);

#endif
