/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TARGET_CAPSULE_WIRE_H
#define PK_TARGET_CAPSULE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/target.h"

/**
 * The capsule's file format, version 1. docs/capsule-format.md describes it for other readers.
 *
 *	"pkttrace capsule 1\n"	first line
 *	{"format":1,...}\n	the manifest, one line of JSON for people: `head -2 FILE` shows it
 *	zstd frame		with content size and checksum; inside, the body:
 *
 *	body:    section section ...		a tag once, in any order, unknown tags skipped
 *	section: char tag[4]  u32 zero  u64 length  length bytes
 *
 *	"MANI"  the manifest again, byte for byte (the frame's checksum then covers it)
 *	"FACT"  struct pk_facts, see pk_wire_put_facts()
 *	"RANG"  { u64 addr; u32 len; u32 status } sorted, disjoint: the memory that was asked for
 *	"MEMO"  the bytes of the ranges with status 0, end to end
 *	"ANSW"  { u32 key_len; u32 value_len; key; value } sorted by key (memcmp, shorter first),
 *	        each key once: all answers except memory and those that SYMS gives
 *	"SYMS"  every symbol, see opened.h; the oldest capsules lack it
 *	"FILL"  noise: a file that compresses too well would be rejected as a bomb. Readers skip it
 *
 * Integers are little-endian, except in keys: there they are big-endian, so that keys sort as
 * numbers do. A key begins with a letter for its question (enum pk_question). A value begins with one
 * byte of status (enum pk_status); the answer follows only if that is 0.
 */
#define PK_CAPSULE_FORMAT 1
#define PK_CAPSULE_WORD "pkttrace capsule "
#define PK_CAPSULE_TEXT(number) #number
#define PK_CAPSULE_LINE(number) PK_CAPSULE_WORD PK_CAPSULE_TEXT(number) "\n"
#define PK_CAPSULE_FIRST_LINE PK_CAPSULE_LINE(PK_CAPSULE_FORMAT)
#define PK_CAPSULE_MANIFEST_MAX (1u << 20)
#define PK_CAPSULE_BODY_MAX (1ull << 30) /* decompressed bytes that a reader accepts */
/* Limit on the memory for known sections: this much, plus a multiple of the file's size. A body
 * that unpacks to more is a decompression bomb, not a recording (those of real dumps are 5 to 10
 * times as large as their files). */
#define PK_CAPSULE_FLOOR (8ull << 20)
#define PK_CAPSULE_RATIO 64
#define PK_CAPSULE_WINDOW_LOG 23 /* of level 19: 8 MiB */
#define PK_SECTION_HEADER 16
#define PK_RANGE_SIZE 16
#define PK_ANSWER_HEADER 8
#define PK_SYMBOLS_NAMED_MAX 4096

static inline uint64_t pk_capsule_kept_max(uint64_t file_size)
{
	if (file_size >= (PK_CAPSULE_BODY_MAX - PK_CAPSULE_FLOOR) / PK_CAPSULE_RATIO)
		return PK_CAPSULE_BODY_MAX;
	return PK_CAPSULE_FLOOR + PK_CAPSULE_RATIO * file_size;
}

enum pk_question {
	PK_ANSWER_SYMBOL_AT =
		'A', /* be64 start: symbol whose range holds it; negative: that byte */
	PK_ANSWER_CPUMASK = 'C', /* u8 kind: u32 nr_words, u64 words */
	PK_ANSWER_ENUMERATOR = 'E', /* name: i64 */
	PK_ANSWER_PAGE = 'G', /* be64 page-aligned address: u64 struct page */
	PK_ANSWER_PANIC_CPU = 'K', /* nothing: i32 */
	PK_ANSWER_MEMBER = 'M', /* type, 0, path: struct pk_member */
	PK_ANSWER_SYMBOLS = 'N', /* name: u32 count, symbols */
	PK_ANSWER_PERCPU = 'P', /* be32 cpu: u64 offset */
	PK_ANSWER_REGS = 'R', /* be32 cpu: struct pk_regs */
	PK_ANSWER_SYMBOL = 'S', /* name: u64 address */
	PK_ANSWER_TYPE_SIZE = 'T', /* type: u64 */
	PK_ANSWER_ENUM_NAME = 'V', /* tag, 0, be64 value: name */
};

/** Bytes that grow. After an allocation failure nothing more is added and FAILED stays set. */
struct pk_bytes {
	uint8_t *data; /* owned */
	size_t len, room;
	bool failed;
};
void pk_bytes_deinit(struct pk_bytes *bytes);
void pk_put(struct pk_bytes *bytes, const void *data, size_t len);
void pk_put_uint(struct pk_bytes *bytes, uint64_t value, unsigned size); /* little-endian */
void pk_put_key_uint(struct pk_bytes *bytes, uint64_t value, unsigned size); /* big-endian */
void pk_put_text(struct pk_bytes *bytes, const char *text); /* u16 length, bytes */

/** A view of bytes that were read. Reading past the end sets BAD, and gives zeroes from then on. */
struct pk_view {
	const uint8_t *data; /* borrowed */
	size_t len; /* left */
	bool bad;
};
const uint8_t *pk_get(struct pk_view *view, size_t len); /* NULL: fewer than LEN bytes are left */
uint64_t pk_get_uint(struct pk_view *view, unsigned size);
void pk_get_text(struct pk_view *view, char *buf, size_t size); /* too long, or a NUL: sets BAD */

/* The structs of the target interface. Getters set BAD on impossible values. */
void pk_wire_put_facts(struct pk_bytes *bytes, const struct pk_facts *facts);
void pk_wire_get_facts(struct pk_view *view, struct pk_facts *ret_facts);
void pk_wire_put_symbol(struct pk_bytes *bytes, const struct pk_symbol *symbol);
void pk_wire_get_symbol(struct pk_view *view, struct pk_symbol *ret_symbol);
void pk_wire_put_member(struct pk_bytes *bytes, const struct pk_member *member);
void pk_wire_get_member(struct pk_view *view, struct pk_member *ret_member);
void pk_wire_put_regs(struct pk_bytes *bytes, const struct pk_regs *regs);
void pk_wire_get_regs(struct pk_view *view, struct pk_regs *ret_regs);
void pk_wire_put_cpumask(struct pk_bytes *bytes, const struct pk_cpumask *mask);
void pk_wire_get_cpumask(struct pk_view *view, struct pk_cpumask *ret_mask);

/** In memcmp order, the shorter key first. */
int pk_key_compare(const void *a, size_t a_len, const void *b, size_t b_len);

#endif
