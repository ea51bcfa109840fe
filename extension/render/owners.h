/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_OWNERS_H
#define PK_RENDER_OWNERS_H

#include "analysis/sock_owners.h"
#include "render/out.h"

/** "  traffic[308] fd 5" and JSON's `owners`: who has a socket open. KNOWN: OWNERS are all. In text no more than a few,
 *  unless VERBOSE. */
void pk_render_owners(struct pk_out *out, const struct pk_sock_owner *owners, bool known,
		      bool verbose);

#endif
