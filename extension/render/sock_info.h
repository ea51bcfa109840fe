/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_SOCK_INFO_H
#define PK_RENDER_SOCK_INFO_H

#include "model/sock.h"
#include "model/sock_info.h"
#include "model/sock_reasons.h"
#include "render/out.h"

/** What `ss -tinm` would show for SOCK, in its words: a line of text, and the object "info". */
void pk_render_sock_info(struct pk_out *out, const struct pk_sock *sock,
			 const struct pk_sock_info *info);

/** The same of a socket of which no more is known than its memory. */
void pk_render_sock_memory(struct pk_out *out, const struct pk_sock_info *info,
			   const struct pk_sock_identity *identity, uint64_t inode);
/** Lines of text, and the array "reasons"; NULL: nobody can judge. */
void pk_render_reasons(struct pk_out *out, const struct pk_sock_reasons *reasons);

#endif
