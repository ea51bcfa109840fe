/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_TEXT_ENTRY_H
#define PK_TEXT_ENTRY_H

#include "text/private.h"

/** Print EVENT in one form, with the newline. False: the entry is too short for its type, or leads
 *  to unreadable memory; the output is then discarded. */
typedef bool (*pk_kt_printer)(struct pk_kt *kt, const struct pk_event *event);

/** A built-in entry type and its printers, as the kernel's struct trace_event_functions. NULL: the
 *  kernel registers none, and trace_nop_print() is used. */
struct pk_kt_entry {
	enum pk_row_id type; /* the enumerator of enum trace_type */
	pk_kt_printer print[PK_NR_FORMS];
};

/** All of them; ended by PK_NR_ROWS. */
extern const struct pk_kt_entry pk_kt_entries[];

/* Common to the printers (entry.c). */
bool pk_kt_is_type(const struct pk_kt *kt, const struct pk_event *event, enum pk_row_id type);
/** The integer at ROW of the entry. False: beyond its end, or this kernel has no such member. */
bool pk_kt_member(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row,
		  uint64_t *ret_value);

struct pk_kt_wanted {
	enum pk_row_id row;
	uint64_t *ret;
};
/** Several of them. False: one is missing; the others are then undefined. */
bool pk_kt_members(struct pk_kt *kt, const struct pk_event *event,
		   const struct pk_kt_wanted *wanted, size_t nr);
/** The bytes from ROW to the entry's end. False: ROW is beyond it. */
bool pk_kt_tail(struct pk_kt *kt, const struct pk_event *event, enum pk_row_id row,
		const uint8_t **ret_bytes, uint32_t *ret_len);
/** SIZE bytes of VALUE: as they are (SEQ_PUT_FIELD), or as hex digits and a blank
 *  (SEQ_PUT_HEX_FIELD). */
void pk_kt_put_value(struct pk_kt *kt, enum pk_kt_form form, uint64_t value, unsigned size);
/** The same for a member. */
bool pk_kt_put_member(struct pk_kt *kt, const struct pk_event *event, enum pk_kt_form form,
		      enum pk_row_id row);
/** Address as a symbol; with the option sym-addr its number, too (seq_print_ip_sym()). */
void pk_kt_symbol(struct pk_kt *kt, uint64_t ip, bool offset);
/** The same, with an offset if the option sym-offset is set. */
void pk_kt_ip(struct pk_kt *kt, uint64_t ip);
/** A text address of the buffer translated to this boot (trace_adjust_address()). */
uint64_t pk_kt_adjust(const struct pk_kt *kt, uint64_t ip);
/** " secs.usecs" of nanoseconds, " value" of another clock (trace_print_time()). */
void pk_kt_time(struct pk_kt *kt, uint64_t ts);

/**
 * "(skb=0xffff.., len=0x20)": ARGS, the register words of a call of the function at IP, named by
 * the parameters in the kernel's own BTF (print_function_args()). "()" if ARGS is NULL, or there is
 * no BTF or function.
 */
void pk_kt_function_args(struct pk_kt *kt, const uint8_t *args, uint64_t ip);

/** A user-space address; with sym-userobj as a place in the file mapped there by the task of TGID
 *  (user_ip.c). False: its map or the file's name is unavailable. */
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
/** An entry of function_graph while another tracer is current (print_graph_function_event()). */
bool pk_kt_graph_event(struct pk_kt *kt, const struct pk_event *event);
/* entry_blk.c */
bool pk_kt_blk(struct pk_kt *kt, const struct pk_event *event);
bool pk_kt_blk_bin(struct pk_kt *kt, const struct pk_event *event);

/* A tracer's own printers (struct tracer.print_line, print_header), which are tried first. */
/** blk with the option blk_classic. False: EVENT is not handled here. */
bool pk_kt_blk_line(struct pk_kt *kt, const struct pk_event *event);
void pk_kt_blk_header(struct pk_kt *kt);
void pk_kt_branch_header(struct pk_kt *kt);
void pk_kt_osnoise_header(struct pk_kt *kt);
void pk_kt_timerlat_header(struct pk_kt *kt);
/** Whether the kernel was built with PREEMPT_RT, judging by its banner. */
bool pk_kt_is_rt(struct pk_kt *kt);
/** mmiotrace; skips what it does not know. */
void pk_kt_mmio_line(struct pk_kt *kt, const struct pk_event *event);

#endif
