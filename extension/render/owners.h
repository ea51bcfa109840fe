/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_OWNERS_H
#define PK_RENDER_OWNERS_H

#include "analysis/explain/sock_owners.h"
#include "model/sock.h"
#include "render/out.h"

/** JSON's `owners`: who has a socket open. KNOWN: OWNERS is complete. No text. */
void pk_render_owners(struct pk_out *out, const struct pk_sock_owner *owners, bool known);
/** Column and key "inode": a struct socket's, or PK_INODE_UNKNOWN. */
void pk_render_inode(struct pk_out *out, uint64_t inode);
/** " traffic[308] fd 5", only a few unless VERBOSE; ends with ".." if BUF is too small. Returns
 *  BUF. */
const char *pk_owners_text(const struct pk_sock_owner *owners, bool verbose, char *buf,
			   size_t size);

/** Who opened a socket, its cookie, and what was shut down (JSON only). */
void pk_render_identity(struct pk_out *out, const struct pk_sock_identity *identity);

#endif
