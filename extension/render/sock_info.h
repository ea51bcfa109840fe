/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_SOCK_INFO_H
#define PK_RENDER_SOCK_INFO_H

#include "model/sock.h"
#include "model/sock_info.h"
#include "render/out.h"

/** What `ss -tinm` would show for SOCK, in its words: a line of text, and the object "info". */
void pk_render_sock_info(struct pk_out *out, const struct pk_sock *sock,
			 const struct pk_sock_info *info);

#endif
