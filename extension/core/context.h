/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_CONTEXT_H
#define PK_CORE_CONTEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/ask.h"
#include "core/layout.h"
#include "core/printable.h"
#include "core/status.h"
#include "core/target.h"

struct pk_commands;
struct pk_last_boot;

#define PK_MAX_MISSING 64

/** What a page that the dump lacks was, as who asked for it knows. */
enum pk_page_class { PK_PAGES_ANY, PK_PAGES_STRUCTS, PK_PAGES_EVENTS };
#define PK_MAX_WARNINGS 128 /* distinct ones kept; the rest are counted */

/** What pk_fail() and pk_wrap() said of the failure that is on its way up. A plain value: copy it to keep it. */
struct pk_error {
	enum pk_status status;
	char text[1024]; /* outermost layer first */
};

/**
 * One session with one dump: the target, what is known of its layout, and what went wrong so far.
 *
 * Decoders get it as their first argument and keep no state of their own elsewhere (no file-scope
 * statics): two contexts can live side by side, as they do in the recorder's tests.
 */
struct pk_ctx {
	struct pk_target *target;
	struct pk_layout layout;
	struct pk_error error; /* of the failure being returned: pk_error() */
	char *warnings[PK_MAX_WARNINGS]; /* owned */
	unsigned nr_warnings; /* kept in warnings[] */
	unsigned long nr_warnings_dropped;
	unsigned long
		nr_warned; /* calls of pk_warn(): who compares two knows whether what it called met damage */
	bool all_warnings; /* in text: each one, not some of each kind */
	uint64_t missing
		[PK_MAX_MISSING]; /* pages that were asked for and that the dump does not hold, each once */
	uint8_t missing_class[PK_MAX_MISSING]; /* enum pk_page_class */
	unsigned nr_missing;
	/** Called now and then by long work, with what is counted and how many so far; NULL: nobody asks. */
	void (*progress)(const char *what, uint64_t done);
	bool pager; /* what is printed goes to a pager on a terminal */
	struct pk_screen screen;
	/** Below the stream of the command that runs: for what a pipe or a file gets byte for byte. NULL: a terminal reads it. */
	FILE *raw;
	const char *
		instance; /* trace instance that packets are looked for in, "" the top one; NULL: the fullest */
	/** Packets and calls are of the boot before (decode/trace/last_boot.h, borrowed from its slot): functions lie
	 *  elsewhere now, and what lies at their other addresses is not theirs. NULL: of this boot. */
	const struct pk_last_boot *last_boot;
	/** What is told of: a bit for each of the protocols, in the order of protocol/protocol.c; 0: the first alone. */
	unsigned protocols;
	const struct pk_commands *commands; /* whose one runs: making a capsule runs them all */
	void *slots[8]; /* decoder caches, see PK_SLOT_*; owned through slot_free[] */
	void (*slot_free[8])(void *);
};

/** What could not be read at ADDR just now is of that class. */
void pk_missing_is(struct pk_ctx *ctx, uint64_t addr, enum pk_page_class page_class);

/** The row's value, resolved at the first question; never NULL. */
static inline const struct pk_row_value *pk_layout_get(struct pk_ctx *ctx, enum pk_row_id id)
{
	const struct pk_row_value *value = &ctx->layout.rows[id];

	return value->state == PK_ROW_UNRESOLVED ? pk_layout_resolve(ctx, id) : value;
}
/** The row was found in this kernel. */
static inline bool pk_has(struct pk_ctx *ctx, enum pk_row_id id)
{
	return pk_layout_get(ctx, id)->state == PK_ROW_FOUND;
}

/** Caches that a decoder keeps for the session, one slot each; freed by pk_ctx_deinit(). */
enum pk_slot {
	PK_SLOT_SLAB,
	PK_SLOT_FORMATS,
	PK_SLOT_COMMS,
	PK_SLOT_PROBES,
	PK_SLOT_SOCKS,
	PK_SLOT_TEXT,
	PK_SLOT_LAST_BOOT
};

/** TARGET is borrowed and must outlive CTX. */
void pk_ctx_init(struct pk_ctx *ctx, struct pk_target *target);
void pk_ctx_deinit(struct pk_ctx *ctx);

/** Start an error: sets the text and returns STATUS, so that `return pk_fail(...)` reads well. */
enum pk_status pk_fail(struct pk_ctx *ctx, enum pk_status status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** Add the view of an outer layer in front of the text ("CPU 3: page ffff...: <inner>"). */
enum pk_status pk_wrap(struct pk_ctx *ctx, enum pk_status status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** A failure of which there is no more to say than its status; for answers that are asked for often. */
static inline enum pk_status pk_none(struct pk_ctx *ctx, enum pk_status status)
{
	ctx->error.status = status;
	ctx->error.text[0] = '\0';
	return status;
}
/**
 * Why the call failed that failed last: its text, or its status' name. Every failing return above the kernel layer
 * goes through pk_fail(), pk_wrap() or pk_none() (tests/layering), so the text is never an older failure's.
 * Valid until the next failure; copy ctx->error to keep it.
 */
const char *pk_error(const struct pk_ctx *ctx);
/* What the prototypes cannot say and the compiler needs for "written only on PK_OK": a failure is never
 * PK_OK (a caller that passes it is caught by the sanitizers), and wrapping changes no status. */
#define pk_fail(ctx, status, ...)                                                                  \
	({                                                                                         \
		enum pk_status failed_ = (pk_fail)(ctx, status, __VA_ARGS__);                      \
		if (failed_ == PK_OK)                                                              \
			__builtin_unreachable();                                                   \
		failed_;                                                                           \
	})
#define pk_wrap(ctx, status, ...)                                                                  \
	({                                                                                         \
		enum pk_status wrapped_ = (status);                                                \
		(pk_wrap)(ctx, wrapped_, __VA_ARGS__);                                             \
		wrapped_;                                                                          \
	})
/** Note damage that was survived. The same text is kept once; bounded. */
void pk_warn(struct pk_ctx *ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Memory. All or nothing; on failure the error text names address and length. */
enum pk_status pk_read(struct pk_ctx *ctx, uint64_t addr, void *buf, size_t len);
/** An unsigned integer of SIZE (1, 2, 4, 8) bytes in the dump's byte order. */
enum pk_status pk_read_uint(struct pk_ctx *ctx, uint64_t addr, size_t size, uint64_t *ret_value);
enum pk_status pk_read_ptr(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_value);
/** A NUL-terminated string, cut at SIZE - 1 bytes. Does not read past the page of its end. */
enum pk_status pk_read_string(struct pk_ctx *ctx, uint64_t addr, char *buf, size_t size);

/** Integer of SIZE bytes at BUF in the dump's byte order. SIZE is 1, 2, 4 or 8. */
static inline uint64_t pk_uint(const struct pk_ctx *ctx, const void *buf, size_t size)
{
	return pk_facts_uint(&ctx->target->facts, buf, size);
}
/** The same, sign-extended. */
static inline int64_t pk_sint(const struct pk_ctx *ctx, const void *buf, size_t size)
{
	unsigned shift = 64 - 8 * (unsigned)size;

	return (int64_t)(pk_uint(ctx, buf, size) << shift) >> shift;
}

/** Integer member ID of the object of which BUF holds the first LEN bytes, as pk_member_uint() has it. */
static inline __attribute__((always_inline)) enum pk_status
pk_struct_uint(struct pk_ctx *ctx, const void *buf, size_t len, enum pk_row_id id,
	       uint64_t *ret_value)
{
	const struct pk_row_value *row = pk_layout_get(ctx, id);
	const uint8_t *bytes = buf;

	if (!row->plain || row->member.offset > len || row->plain > len - row->member.offset)
		return pk_struct_uint_checked(ctx, buf, len, id, ret_value);
	bytes += row->member.offset;
	*ret_value = row->member.is_signed ? (uint64_t)pk_sint(ctx, bytes, row->plain)
					   : pk_uint(ctx, bytes, row->plain);
	return PK_OK;
}

/* Symbols by text address. */

/** "name+0xoff/0xsize [module]" as the kernel's %pS; "0x..." where there is no symbol. Returns BUF. */
const char *pk_symbolize(struct pk_ctx *ctx, uint64_t addr, char *buf, size_t size);
/** "name [module]" of the function that ADDR is in, as tracefs lists functions; "0x..." where there is no symbol.
 *  Returns BUF. */
const char *pk_function_name(struct pk_ctx *ctx, uint64_t addr, char *buf, size_t size);
#define PK_FUNCTION_NAME_MAX (PK_SYMBOL_NAME_MAX + PK_MODULE_NAME_MAX + 4) /* room for it */
/** The symbol at ADDR with compiler suffixes (.isra.0, .part.1, .cold, .constprop, ...) stripped
 *  from NAME repeatedly, in place: "tcp_ack.part.0.isra.1" becomes "tcp_ack". */
void pk_strip_suffixes(char *name);

#endif
