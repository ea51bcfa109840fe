/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CAPSULE_CAPSULE_H
#define PK_TARGET_CAPSULE_CAPSULE_H

#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "core/target.h"

/** Open the capsule PATH as a target. On failure ERROR (SIZE bytes) says why: PK_IO, PK_CORRUPT,
 *  PK_UNSUPPORTED (a newer format), PK_LIMIT, PK_NOMEM. Close with pk_capsule_close(). */
enum pk_status pk_capsule_open(const char *path, struct pk_target **ret_target, char *error,
			       size_t size);
/** The same from LEN bytes in memory, of which nothing is kept; at most MAX_BODY bytes of content. */
enum pk_status pk_capsule_parse(const void *bytes, size_t len, uint64_t max_body,
				struct pk_target **ret_target, char *error, size_t size);
void pk_capsule_close(struct pk_target *target);

/** The manifest of an open capsule, JSON text; borrowed. */
const char *pk_capsule_manifest(const struct pk_target *target);

#endif
