/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CAPSULE_RECORD_H
#define PK_TARGET_CAPSULE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "core/hash.h"
#include "core/status.h"
#include "core/target.h"
#include "target/capsule/opened.h"
#include "target/capsule/wire.h"

/* What the recorder holds; private to recorder.c, which fills it, and write.c, which writes it
 * out. */

#define PK_BLOCK_SIZE 4096u /* a unit of bookkeeping, whatever the page size of the kernel */
#define PK_MAX_SOURCES 32

/**
 * One aligned block of memory: which of its bytes are known, and which could not be read. The bytes
 * themselves are kept only for a live system. A dump is read again when the capsule is written, so
 * that a recording of large trace buffers stays small.
 */
struct pk_block {
	uint64_t addr;
	struct pk_block_bits *bits; /* owned; NULL: all bytes are known */
	uint8_t *data; /* owned; NULL unless the system is live */
	uint8_t status; /* of the failed bytes */
};
#define PK_BLOCK_WORDS (PK_BLOCK_SIZE / 64)
struct pk_block_bits {
	uint64_t known[PK_BLOCK_WORDS], failed[PK_BLOCK_WORDS]; /* a byte is never both */
};

/** One answer: key and value end to end. */
struct pk_record_answer {
	uint8_t *bytes; /* owned */
	uint32_t key_len, value_len;
};

struct pk_source {
	const char *name;
	uint64_t bytes;
};

struct pk_recorder {
	struct pk_target target; /* first: the recorder is a target */
	struct pk_target *inner;
	struct pk_block **blocks; /* open-addressed by address; NULL is free */
	size_t nr_blocks, block_room;
	struct pk_record_answer *answers; /* in order of arrival */
	uint32_t *answer_index; /* open-addressed by key: index + 1, 0 is free */
	size_t nr_answers, answer_room, index_room;
	struct pk_hash places; /* addresses whose symbol is recorded */
	/* section SYMS, and what it says; empty: INNER has no whole list */
	struct pk_bytes symbols;
	struct pk_symbol_table list;
	struct pk_source sources[PK_MAX_SOURCES];
	unsigned nr_sources, source;
	uint64_t bytes;
	bool failed; /* memory ran out once: the recording is incomplete */
};

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
