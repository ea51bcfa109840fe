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

/** All of them; PK_NR_ROWS ends them. */
extern const struct pk_kt_entry pk_kt_entries[];

/* Common to the printers (entry.c). */
bool pk_kt_is_type(const struct pk_kt *kt, const struct pk_event *event, enum pk_row_id type);
/** The integer at ROW of the entry. False: past its end, or this kernel has no such member. */
bool pk_kt_member(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row,
		  uint64_t *ret_value);

struct pk_kt_wanted {
	enum pk_row_id row;
	uint64_t *ret;
};
/** Several of them. False: one could not be had; the others are then undefined. */
bool pk_kt_members(struct pk_kt *kt, const struct pk_event *event,
		   const struct pk_kt_wanted *wanted, size_t nr);
/** The bytes from ROW to the entry's end. False: ROW lies past it. */
bool pk_kt_tail(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row,
		const uint8_t **ret_bytes, uint32_t *ret_len);
/** SIZE bytes of VALUE: as they are (SEQ_PUT_FIELD), or as hex digits and a blank (SEQ_PUT_HEX_FIELD). */
void pk_kt_put_value(struct pk_kt *kt, enum pk_kt_form form, uint64_t value, unsigned size);
/** The same of a member. */
bool pk_kt_put_member(struct pk_kt *kt, const struct pk_event *event, enum pk_kt_form form,
		      enum pk_row_id row);
/** Address as a symbol, by the option sym-addr with its number (seq_print_ip_sym()). */
void pk_kt_symbol(struct pk_kt *kt, uint64_t ip, bool offset);
/** The same, offset or not by the option sym-offset. */
void pk_kt_ip(struct pk_kt *kt, uint64_t ip);
/** What a text address of the buffer is in this boot (trace_adjust_address()). */
uint64_t pk_kt_adjust(const struct pk_kt *kt, uint64_t ip);
/** " secs.usecs" of nanoseconds, " value" of another clock (trace_print_time()). */
void pk_kt_time(struct pk_kt *kt, uint64_t ts);

/**
 * "(skb=0xffff.., len=0x20)": ARGS, the register words of a call of the function at IP, by the parameters
 * that the kernel's own BTF knows of it (print_function_args()). ARGS NULL, no BTF, no function of that
 * name: "()".
 */
void pk_kt_function_args(struct pk_kt *kt, const uint8_t *args, uint64_t ip);

/** An address of user space, with sym-userobj as a place in what the task of TGID has mapped there (user_ip.c).
 *  False: its map or the file's name cannot be had. */
bool pk_kt_user_ip(struct pk_kt *kt, int32_t tgid, uint64_t ip);

/* entry_function.c */
bool pk_kt_function(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_function_raw(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_function_hex(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_function_bin(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_repeats(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_repeats_raw(struct pk_kt *kt, const struct pk_event *event);
/* entry_switch.c */
bool pk_kt_switch(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_switch_raw(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_switch_hex(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_switch_bin(struct pk_kt *kt, const struct pk_event *event);
/* entry_stack.c */
bool pk_kt_stack(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_user_stack(struct pk_kt *kt, const struct pk_event *event);
/* entry_print.c */
bool pk_kt_print(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_print_raw(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_bputs(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_bputs_raw(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_bprint(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_bprint_raw(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_raw_data(struct pk_kt *kt, const struct pk_event *event);
/* entry_latency.c */
bool pk_kt_hwlat(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_hwlat_raw(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_osnoise(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_osnoise_raw(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_timerlat(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_timerlat_raw(struct pk_kt *kt, const struct pk_event *event);
/* entry_branch.c */
bool pk_kt_branch(struct pk_kt *kt, const struct pk_event *event);
/* graph.c */
/** An entry of function_graph where another tracer is current (print_graph_function_event()). */
bool pk_kt_graph_event(struct pk_kt *kt, const struct pk_event *event);
/* entry_blk.c */
bool pk_kt_blk(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_blk_bin(struct pk_kt *kt, const struct pk_event *event);

/* Printers of a tracer's own (struct tracer.print_line, print_header), which come before all others. */
/** blk, with the option blk_classic. False: EVENT is not its business. */
bool pk_kt_blk_line(struct pk_kt *kt, const struct pk_event *event);
void pk_kt_blk_header(struct pk_kt *kt);
void pk_kt_branch_header(struct pk_kt *kt);
void pk_kt_osnoise_header(struct pk_kt *kt);
void pk_kt_timerlat_header(struct pk_kt *kt);
/** The kernel was built with PREEMPT_RT, by its banner. */
bool pk_kt_is_rt(struct pk_kt *kt);
/** mmiotrace. What it does not know it leaves out. */
void pk_kt_mmio_line(struct pk_kt *kt, const struct pk_event *event);

#endif
