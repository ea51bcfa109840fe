/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_WAITERS_H
#define PK_RENDER_WAITERS_H

#include "model/sock_waiter.h"
#include "render/out.h"

/** The key "waiting" of a socket: null if its queue could not be read. TEXT: a line for each, too. */
void pk_render_waiters(struct pk_out *out, const struct pk_sock_waiters *waiters, bool text);

#endif
