/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_LAYOUT_H
#define PK_CORE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "core/target.h"

/**
 * The layout table: the one place that knows how kernels differ.
 *
 * A row names what a decoder needs (a member, size, enumerator or symbol) under every name it has
 * had, newest first. Rows live in core/layout/SUBJECT.def, one file per subject:
 *
 *   MEMBER(id, "type:path|older_type:older_path")   a bare type name means "struct NAME"
 *   MEMBER(id, "type@module:path")   as that module sees it, or vmlinux's if it is built in
 *                                          (SIZE and ENUM accept @module too)
 *   SIZE(id, "struct a|struct b")
 *   ENUM(id, "TRACE_FN|OLDER_NAME")
 *   SYMBOL(id, "name|older_name")
 *
 * REQUIRED as the last argument: without it the subject cannot be decoded. A row is resolved once,
 * on first use: found, absent (this kernel lacks it) or unknown (the target could not say, which is
 * never treated as absent). Decoders ask the table and never compare kernel releases, because
 * distributions backport layouts.
 */

/** What gives the types of a module, for printf: its name twice. */
#define PK_GIVE_TYPES "-k %s.ko.debug; in crash: mod -s %s FILE"

enum pk_row_kind { PK_ROW_MEMBER, PK_ROW_SIZE, PK_ROW_ENUM, PK_ROW_SYMBOL };
enum pk_row_state { PK_ROW_UNRESOLVED = 0, PK_ROW_FOUND, PK_ROW_ABSENT, PK_ROW_UNKNOWN };

#define MEMBER(id, ...) PK_R_##id,
#define SIZE(id, ...) PK_R_##id,
#define ENUM(id, ...) PK_R_##id,
#define SYMBOL(id, ...) PK_R_##id,
enum pk_row_id {
#include "core/layout/all.def"
	PK_NR_ROWS
};
#undef MEMBER
#undef SIZE
#undef ENUM
#undef SYMBOL

struct pk_row {
	const char *id; /* as written in the .def file */
	const char *subject; /* the .def file's subject, for `pkttrace layout` */
	enum pk_row_kind kind;
	bool required; /* the subject cannot be decoded without it */
	const char *names; /* candidates, newest first, separated by '|' */
};

struct pk_row_value {
	enum pk_row_state state;
	enum pk_status status; /* why, when not found */
	unsigned candidate; /* index of the name that matched */
	uint8_t plain; /* size in bytes of a found member that is a whole integer; otherwise 0 */
	struct pk_member member; /* PK_ROW_MEMBER */
	uint64_t value; /* size, enumerator (sign-extended) or symbol address */
};

struct pk_layout {
	struct pk_row_value rows[PK_NR_ROWS];
};

struct pk_ctx;

const struct pk_row *pk_row(enum pk_row_id id);
/** True if candidate NAME has been seen in a real kernel (core/layout/met); otherwise it is known
 *  from kernel sources alone. */
bool pk_layout_met(const char *name);
/* pk_layout_get() and pk_has() are inline in core/context.h: every event uses them. */
/** Ask the target, cache the answer, and return it; never NULL. */
const struct pk_row_value *pk_layout_resolve(struct pk_ctx *ctx, enum pk_row_id id);
/** Resolve every row of SUBJECT (NULL: all), so that processes forked later share the answers. */
void pk_layout_warm(struct pk_ctx *ctx, const char *subject);

/** Offset in bytes of a member row. Fails with PK_ABSENT or the target's status, naming the row. */
enum pk_status pk_row_offset(struct pk_ctx *ctx, enum pk_row_id id, uint64_t *ret_offset);
enum pk_status pk_row_value(struct pk_ctx *ctx, enum pk_row_id id, uint64_t *ret_value);

/** Integer member ID of the object at BASE, read at its own size and sign-extended if signed.
 *  Bit-fields are extracted; a pointer reads as its address. */
enum pk_status pk_member_uint(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id,
			      uint64_t *ret_value);
/** The same, but 0 if BASE is 0, the member does not exist, or it cannot be read: a warning says so where the dump
 *  lacks it. */
uint64_t pk_member_or_zero(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id);
/* pk_struct_uint(), the same from a copy of the object, is inline in core/context.h. */
enum pk_status pk_struct_uint_checked(struct pk_ctx *ctx, const void *buf, size_t len,
				      enum pk_row_id id, uint64_t *ret_value);

/** A wanted row and where to store its value. */
struct pk_wanted {
	enum pk_row_id id;
	uint64_t *ret;
};

/** PK_WANTED({PK_R_a, &a}, {PK_R_b, &b}) is the last two arguments of the functions below. */
#define PK_WANTED(...)                                                                             \
	(const struct pk_wanted[]){__VA_ARGS__},                                                   \
		sizeof((const struct pk_wanted[]){__VA_ARGS__}) / sizeof(struct pk_wanted)

/* As the single-row functions, for each of WANTED. The first failure stops: later ones are not set.
 * */
enum pk_status pk_row_offsets(struct pk_ctx *ctx, const struct pk_wanted *wanted, size_t nr);
enum pk_status pk_row_values(struct pk_ctx *ctx, const struct pk_wanted *wanted, size_t nr);
enum pk_status pk_member_uints(struct pk_ctx *ctx, uint64_t base, const struct pk_wanted *wanted,
			       size_t nr);
enum pk_status pk_struct_uints(struct pk_ctx *ctx, const void *buf, size_t len,
			       const struct pk_wanted *wanted, size_t nr);

#endif
