/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CAPSULE_RECORD_H
#define PK_TARGET_CAPSULE_RECORD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/hash.h"
#include "core/target.h"
#include "target/capsule/symbols.h"
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

#endif
