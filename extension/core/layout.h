/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_LAYOUT_H
#define PK_CORE_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "core/target.h"

/**
 * The layout table: the one place where kernels differ.
 *
 * A row names what a decoder needs (a member, a size, an enumerator, a symbol) and every name that
 * it has had, newest first. Rows live in core/layout/SUBJECT.def, one file a subject:
 *
 *   MEMBER(id, need, "type:path|older_type:older_path")   type without "struct" means a struct
 *   MEMBER(id, need, "type@module:path")   as that module sees it; vmlinux's if it is built in (also SIZE, ENUM)
 *   SIZE(id, need, "struct a|struct b")
 *   ENUM(id, need, "TRACE_FN|OLDER_NAME")
 *   SYMBOL(id, need, "name|older_name")
 *
 * need is REQUIRED (a kernel without it cannot be decoded by that subject) or OPTIONAL.
 * A row is resolved once, at first use, into found, absent (the kernel does not have it), or
 * unknown (the target could not say; never cached as absent). Decoders ask the table; nobody
 * compares release numbers, because distributions backport layouts.
 */

enum pk_row_kind { PK_ROW_MEMBER, PK_ROW_SIZE, PK_ROW_ENUM, PK_ROW_SYMBOL };
enum pk_row_need { PK_REQUIRED, PK_OPTIONAL };
enum pk_row_state { PK_ROW_UNRESOLVED = 0, PK_ROW_FOUND, PK_ROW_ABSENT, PK_ROW_UNKNOWN };

#define MEMBER(id, need, names) PK_R_##id,
#define SIZE(id, need, names) PK_R_##id,
#define ENUM(id, need, names) PK_R_##id,
#define SYMBOL(id, need, names) PK_R_##id,
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
	enum pk_row_need need;
	const char *names; /* candidates, newest first, separated by '|' */
};

struct pk_row_value {
	enum pk_row_state state;
	enum pk_status status; /* why, when not found */
	unsigned candidate; /* which of the names it was, from 0 */
	uint8_t plain; /* bytes of a found member that is a whole integer; 0: any other */
	struct pk_member member; /* PK_ROW_MEMBER */
	uint64_t value; /* size, enumerator (sign-extended) or symbol address */
};

struct pk_layout {
	struct pk_row_value rows[PK_NR_ROWS];
};

struct pk_ctx;

const struct pk_row *pk_row(enum pk_row_id id);
/** A real kernel was met that had this candidate's NAME (tests/lab/met); for all others only its sources speak. */
bool pk_layout_met(const char *name);
/* pk_layout_get(), pk_has(): in core/context.h, inline, because every event asks them. */
/** Ask the target, and return the row's value; never NULL. */
const struct pk_row_value *pk_layout_resolve(struct pk_ctx *ctx, enum pk_row_id id);
/** Resolve every row of SUBJECT (NULL: of all): done before a command forks, so the answers persist. */
void pk_layout_warm(struct pk_ctx *ctx, const char *subject);

/* The values by kind. PK_ABSENT or the target's status otherwise, with the row named in the error. */
enum pk_status pk_row_offset(struct pk_ctx *ctx, enum pk_row_id id, uint64_t *ret_offset);
enum pk_status pk_row_value(struct pk_ctx *ctx, enum pk_row_id id, uint64_t *ret_value);

/** Integer member ID of the object at BASE: read by its own size, sign-extended if signed,
 *  bit-fields extracted. A pointer reads as its address. */
enum pk_status pk_member_uint(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id,
			      uint64_t *ret_value);
/** The same; 0: BASE is 0, there is no such member, or it cannot be read. */
uint64_t pk_member_or_zero(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id);
/* pk_struct_uint(), the same from a copy of the object: in core/context.h, too. */
enum pk_status pk_struct_uint_checked(struct pk_ctx *ctx, const void *buf, size_t len,
				      enum pk_row_id id, uint64_t *ret_value);

/** A row that is asked for, and where its answer goes. */
struct pk_wanted {
	enum pk_row_id id;
	uint64_t *ret;
};

/** Rows for the functions below: PK_WANTED({PK_R_a, &a}, {PK_R_b, &b}), as their last two arguments. */
#define PK_WANTED(...)                                                                             \
	(const struct pk_wanted[]){__VA_ARGS__},                                                   \
		sizeof((const struct pk_wanted[]){__VA_ARGS__}) / sizeof(struct pk_wanted)

/* Each of WANTED, as the function of one has it, up to the first that fails: those behind it are not written. */
enum pk_status pk_row_offsets(struct pk_ctx *ctx, const struct pk_wanted *wanted, size_t nr);
enum pk_status pk_row_values(struct pk_ctx *ctx, const struct pk_wanted *wanted, size_t nr);
enum pk_status pk_member_uints(struct pk_ctx *ctx, uint64_t base, const struct pk_wanted *wanted,
			       size_t nr);
enum pk_status pk_struct_uints(struct pk_ctx *ctx, const void *buf, size_t len,
			       const struct pk_wanted *wanted, size_t nr);

#endif
