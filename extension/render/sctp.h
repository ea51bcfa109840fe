/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_RENDER_SCTP_H
#define PK_RENDER_SCTP_H

#include "analysis/explain/sock_owners.h"
#include "model/sctp.h"
#include "render/out.h"

/** The heading of their list (text only). */
void pk_render_sctp_heading(struct pk_out *out);
/** One of them. HZ: jiffies per second, 0 if unknown. OWNERS may be NULL; with OWNERS_KNOWN nobody
 *  has it open then. VERBOSE: name all owners. */
void pk_render_sctp(struct pk_out *out, const struct pk_sctp *sctp, uint64_t hz,
		    const struct pk_sock_owner *owners, bool owners_known, bool verbose);

#endif
