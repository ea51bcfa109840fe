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

/** What kind of data the caller expected in a page that the dump lacks. */
enum pk_page_class { PK_PAGES_ANY, PK_PAGES_STRUCTS, PK_PAGES_EVENTS };
#define PK_MAX_WARNINGS 128 /* distinct ones kept; the rest are counted */

/** Caches that decoders keep for the session; pk_ctx_deinit() frees them. */
enum pk_slot {
	PK_SLOT_SLAB,
	PK_SLOT_KFENCE,
	PK_SLOT_KASAN,
	PK_SLOT_FORMATS,
	PK_SLOT_COMMS,
	PK_SLOT_PROBES,
	PK_SLOT_SOCKS,
	PK_SLOT_TEXT,
	PK_SLOT_LAST_BOOT,
	PK_SLOT_PACKETS,
	PK_SLOT_XFRM,
	PK_SLOT_NETNS_NAMES,
	PK_NR_SLOTS
};

/** The failure that pk_fail() and pk_wrap() are passing up. A plain value: copy it to keep it. */
struct pk_error {
	enum pk_status status;
	char text[1024]; /* outermost layer first */
};

/**
 * One session with one dump: the target, its resolved layout, and what has gone wrong so far.
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
	unsigned long nr_warned; /* calls of pk_warn(): compare before and after to detect damage */
	bool all_warnings; /* text output lists every warning, not a few of each kind */
	/* addresses of pages the dump lacked when read, each once */
	uint64_t missing[PK_MAX_MISSING];
	uint8_t missing_class[PK_MAX_MISSING]; /* enum pk_page_class */
	unsigned nr_missing;
	/* questions that pk_told_end() was given */
	unsigned long unanswered;
	bool unanswered_older;
	/** Long work calls this now and then: what it counts, and how many so far. NULL: silent. */
	void (*progress)(const char *what, uint64_t done);
	bool pager; /* output goes to a pager on a terminal */
	/** Errors and warnings go to stderr, apart from the results. Not in crash, whose user sees one stream;
	 *  but warnings with -j, in any case. Set by the program. */
	bool apart;
	/** Takes the running command's errors; NULL: they go among its results. See pk_complaints(). */
	FILE *complaints;
	struct pk_screen screen;
	/** The stream beneath the running command's, for output that a pipe or file must get byte
	 *  for byte. NULL: a terminal reads it. */
	FILE *raw;
	/* trace instance to take packets from; "": the top one; NULL: the fullest */
	const char *instance;
	/** Set while packets and calls of the previous boot are shown (borrowed from its slot).
	 *  Their function addresses belong to that boot, so memory at them now is unrelated. NULL:
	 *  this boot. */
	const struct pk_last_boot *last_boot;
	/** Protocols to report: one bit each, in the order of protocol/protocol.c. 0: only the
	 *  first. */
	unsigned protocols;
	/* command table in use: recording a capsule runs them all */
	const struct pk_commands *commands;
	void *slots[PK_NR_SLOTS]; /* decoder caches; freed by slot_free[] */
	void (*slot_free[PK_NR_SLOTS])(void *);
};

/** Classify the page at ADDR that a read has just found missing. */
void pk_missing_is(struct pk_ctx *ctx, uint64_t addr, enum pk_page_class page_class);

/** The row's value, resolved on first use; never NULL. */
static inline const struct pk_row_value *pk_layout_get(struct pk_ctx *ctx, enum pk_row_id id)
{
	const struct pk_row_value *value = &ctx->layout.rows[id];

	return value->state == PK_ROW_UNRESOLVED ? pk_layout_resolve(ctx, id) : value;
}
/** True if this kernel has the row. */
static inline bool pk_has(struct pk_ctx *ctx, enum pk_row_id id)
{
	return pk_layout_get(ctx, id)->state == PK_ROW_FOUND;
}

/** TARGET is borrowed and must outlive CTX. Deinit frees warnings and decoder caches. */
void pk_ctx_init(struct pk_ctx *ctx, struct pk_target *target);
void pk_ctx_deinit(struct pk_ctx *ctx);

/** Begin an error: set its text and return STATUS, so that `return pk_fail(...)` reads well. */
enum pk_status pk_fail(struct pk_ctx *ctx, enum pk_status status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** Put an outer layer's context before the text ("CPU 3: page ffff...: <inner>"); return STATUS. */
enum pk_status pk_wrap(struct pk_ctx *ctx, enum pk_status status, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/** Begin an error that has no more to say than its status, on paths too hot to format a text. */
static inline enum pk_status pk_none(struct pk_ctx *ctx, enum pk_status status)
{
	ctx->error.status = status;
	ctx->error.text[0] = '\0';
	return status;
}
/**
 * Why the last failed call failed: its text, or else the name of its status. Every failing return
 * above the kernel layer goes through pk_fail(), pk_wrap() or pk_none() (tests/layering), so this
 * is never the text of an older failure. Valid until the next failure; copy ctx->error to keep it.
 */
const char *pk_error(const struct pk_ctx *ctx);
/* Lets the compiler see that outputs are written only on PK_OK: a failure is never PK_OK (the
 * sanitizers catch a caller that passes it), and wrapping does not change the status. */
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
/** Record damage that decoding survived. Repeated texts are kept once, PK_MAX_WARNINGS in all. */
void pk_warn(struct pk_ctx *ctx, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/** The same of what is only shown: nothing is judged by it, so that nr_warned stays as it is. */
#define pk_warn_shown(ctx, ...) (pk_warn((ctx), __VA_ARGS__), (void)(ctx)->nr_warned--)

/** Read kernel memory, all or nothing. On failure the error text names the address and length. */
enum pk_status pk_read(struct pk_ctx *ctx, uint64_t addr, void *buf, size_t len);
/** An unsigned integer of SIZE (1, 2, 4, 8) bytes in the dump's byte order. */
enum pk_status pk_read_uint(struct pk_ctx *ctx, uint64_t addr, size_t size, uint64_t *ret_value);
enum pk_status pk_read_ptr(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_value);
/** A NUL-terminated string, cut at SIZE - 1 bytes. Does not touch a page beyond its end. */
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

/** Integer member ID, as pk_member_uint() reads it, from BUF: the object's first LEN bytes. */
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

/** "name+0xoff/0xsize [module]" as the kernel's %pS prints it; "0x..." without a symbol. Returns
 *  BUF. */
const char *pk_symbolize(struct pk_ctx *ctx, uint64_t addr, char *buf, size_t size);
/** "name [module]" of the function containing ADDR, as tracefs lists functions; "0x..." without a
 *  symbol. Returns BUF. */
const char *pk_function_name(struct pk_ctx *ctx, uint64_t addr, char *buf, size_t size);
#define PK_FUNCTION_NAME_MAX (PK_SYMBOL_NAME_MAX + PK_MODULE_NAME_MAX + 4) /* bytes for BUF above */
/** Strip compiler suffixes (.isra.0, .part.1, .cold, .constprop, .lto_priv, .llvm.N) from NAME in
 *  place, repeatedly: "tcp_ack.part.0.isra.1" becomes "tcp_ack". */
void pk_strip_suffixes(char *name);

#endif
