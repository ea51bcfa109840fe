/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_HOST_H
#define PK_DECODE_HOST_H

#include "core/context.h"

#define PK_HOST_NAME_SIZE 65 /* __NEW_UTS_LEN and a NUL */

/** A name as `uname` prints it, and where it stands; or why there is none. Any bytes. */
struct pk_host_name {
	enum pk_status status;
	uint64_t addr;
	char text[PK_HOST_NAME_SIZE];
};

struct pk_host {
	struct pk_host_name node, domain; /* NIS's domain: "(none)" if nobody set one */
};

/** The machine's names: those of the first UTS namespace, which containers do not change. A capsule that was recorded
 *  before they were asked for is not counted as lacking an answer. */
void pk_host_read(struct pk_ctx *ctx, struct pk_host *host);

#endif
