/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CAPSULE_RECORDER_H
#define PK_TARGET_CAPSULE_RECORDER_H

#include <stdio.h>

#include "core/status.h"
#include "core/target.h"

/**
 * A target that passes every question on to another one and records every answer: bytes, and
 * failures with their status. "Not captured" is not recorded: a capsule says that by itself.
 *
 * Only what was asked is recorded, byte for byte: a decoder that reads 60 bytes of an skb's headers
 * puts 60 bytes of it into the capsule. Memory is held until the recorder is destroyed, some 1.3
 * times what was read.
 */

/** INNER is borrowed and must outlive the recorder. NULL: out of memory. */
struct pk_target *pk_recorder_create(struct pk_target *inner);
void pk_recorder_destroy(struct pk_target *recorder);

/** What the next questions are asked for ("ring buffers", "flows", ...): the manifest counts bytes
 *  by the source that asked first. SOURCE is borrowed (a literal). */
void pk_recorder_source(struct pk_target *recorder, const char *source);

/** Write all that was recorded to FP as a capsule. PAYLOAD: packet payload was requested (noted in
 *  the manifest). LEVEL: of compression, 0 (fast) to 19. The same questions with the same answers
 *  and level give the same bytes. PK_NOMEM, PK_IO, PK_LIMIT (more than a reader would accept);
 *  ERROR says more. */
enum pk_status pk_recorder_write(struct pk_target *recorder, bool payload, int level, FILE *fp,
				 char *error, size_t size);

/** So far: bytes of memory, and answers of all other kinds. */
void pk_recorder_totals(struct pk_target *recorder, uint64_t *ret_bytes, uint64_t *ret_answers);

#endif
