/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_ENTRY_H
#define PK_TEXT_ENTRY_H

#include "text/private.h"

/** Prints EVENT in one form, newline and all. False: the entry is too short for its type or leads to memory
 *  that cannot be read; what was printed is cut off then. */
typedef bool (*pk_kt_printer)(struct pk_kt *kt, const struct pk_event *event);

/** A built-in entry type and its printers, the kernel's struct trace_event_functions. NULL: the kernel
 *  registers none, trace_nop_print() stands in. */
struct pk_kt_entry {
	enum pk_row_id type; /* the enumerator of enum trace_type */
	pk_kt_printer print[PK_NR_FORMS];
};

/** The printers of built-in TYPE (of an event's struct trace_entry); NULL: it has none. */
const struct pk_kt_entry *pk_kt_entry_find(const struct pk_kt *kt, uint16_t type);

/* Common to the printers (entry.c). */
/** The integer at ROW of the entry. False: past its end, or this kernel has no such member. */
bool pk_kt_member(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row,
		  uint64_t *ret_value);
/** Address as a symbol, by the option sym-addr with its number (seq_print_ip_sym()). */
void pk_kt_symbol(struct pk_kt *kt, uint64_t ip, bool offset);
/** The same, offset or not by the option sym-offset. */
void pk_kt_ip(struct pk_kt *kt, uint64_t ip);

/* entry_function.c */
bool pk_kt_function(struct pk_kt *kt, const struct pk_event *event);
/* entry_stack.c */
bool pk_kt_stack(struct pk_kt *kt, const struct pk_event *event);
/* entry_print.c */
bool pk_kt_print(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_bputs(struct pk_kt *kt, const struct pk_event *event);

#endif
