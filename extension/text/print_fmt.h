/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_PRINT_FMT_H
#define PK_TEXT_PRINT_FMT_H

#include <stdbool.h>
#include <stdint.h>

#include "core/context.h"
#include "decode/trace/event_format.h"
#include "text/files.h"
#include "text/symbol.h"

/**
 * An event's print_fmt, compiled: the source text that a TRACE_EVENT's TP_printk() left in memory,
 *
 *	"name=%s len=%u", __get_str(name), REC->len
 *
 * as pieces of format and trees of expressions over the fields of a record.
 */
struct pk_print_fmt;

/** Compile TEXT for events of FORMAT, which is borrowed and must outlive the result. Identifiers
 *  that are not fields are looked up among the dump's enumerators. PK_UNSUPPORTED: something is not
 *  reproduced here; the error says what. */
enum pk_status pk_print_fmt_compile(struct pk_ctx *ctx, const struct pk_format *format,
				    const char *text, struct pk_print_fmt **ret_fmt);
void pk_print_fmt_destroy(struct pk_print_fmt *fmt); /* NULL is fine */

/** Whether events of FORMAT are printed by their print_fmt. Events printed by C functions have one
 *  too, for other programs; pk_print_fmt_run_args() uses a part of it. */
bool pk_print_fmt_is_used(const struct pk_format *format);

/** What an event's text depends on besides the event. */
struct pk_print_env {
	struct pk_ctx *ctx;
	struct pk_symbols *symbols;
	bool hashes; /* the kernel hashes %p */
	bool bitmask_list; /* option bitmask-list (7.x): masks as ranges of bits */
	/** With the option nohash-ptr, trace_check_vprintf() (5.12 .. 6.12) ran over the buffer
	 *  that its format was in: the first %s prints nothing, and what follows it is lost where
	 *  the format begins with it. */
	bool eats_string;
	bool cut; /* set if that happened: the newline is lost, too */
	bool saw_hash; /* set if a pointer was shown that the kernel would have hashed */
};

/** Append EVENT's text. PK_CORRUPT, PK_UNREADABLE: a field is outside the record or leads to
 *  unreadable memory; SEQ then holds a part, which the caller cuts off. */
enum pk_status pk_print_fmt_run(const struct pk_print_fmt *fmt, struct pk_print_env *env,
				const struct pk_event *event, struct pk_seq *seq);
/** The same for probe events, as the kernel's own printers show them: without the parentheses at
 *  the start of the format, and with "(fault)" for strings that could not be read. */
enum pk_status pk_print_fmt_run_args(const struct pk_print_fmt *fmt, struct pk_print_env *env,
				     const struct pk_event *event, struct pk_seq *seq);

/** Compiled formats by event type; each is compiled at its first event. */
struct pk_print_fmts;
struct pk_print_fmts *pk_print_fmts_create(void); /* NULL: no memory */
void pk_print_fmts_destroy(struct pk_print_fmts *fmts);
/** The compiled print_fmt of FORMAT; NULL (with one warning) if it does not compile. */
const struct pk_print_fmt *pk_print_fmts_get(struct pk_print_fmts *fmts, struct pk_ctx *ctx,
					     const struct pk_format *format);
/** Slot where a family's printer may keep data on an event type: NULL at first; malloc()ed, freed
 *  with FMTS. */
void **pk_print_fmts_slot(struct pk_print_fmts *fmts, uint16_t id);

#endif
