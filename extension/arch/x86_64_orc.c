// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Unwinding x86-64 stacks by ORC, the kernel's own tables.
 *
 * __start_orc_unwind_ip[] holds sorted 32-bit distances from each slot to an address; the entry of
 * the same index in __start_orc_unwind[] says, from that address on, where the caller's stack
 * pointer and frame pointer are. Modules bring tables of their own (module.arch). An ftrace
 * trampoline is a copy of ftrace_caller or ftrace_regs_caller and is looked up there. Text without
 * an entry (BPF programs) keeps frame pointers.
 *
 *	struct orc_entry { s16 sp_offset, bp_offset; sp_reg:4, bp_reg:4, type:2 or 3, end or signal:1 }
 *
 * Type numbers changed in 6.4 together with the field's width: 2 bits: 0 call, 1 registers, 2
 * partial registers; 3 bits: 0 undefined, 1 end of stack, 2 call, 3 registers, 4 partial registers.
 *
 * The registers are numbers without names in the dump, and 7.x numbers them anew:
 *
 *			0	1	2	3	4	5	6	7	8	9	10
 *	4.14 on		-	caller	dx	di	bp	sp	r10	r13	[bp]	[sp]
 *			 	 sp
 *	7.x		-	ax	dx	sp	bp	di	r10	r13	caller	[sp]	[bp]
 *										 sp
 *
 * At its first instruction every function's caller has the stack pointer sp + 8: the number that
 * the entry of such an address names is sp's.
 */
#include "arch/x86_64.h"

#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "core/reader.h"

#define MAX_MODULES 4096
#define MAX_OPS 4096

enum reg {
	REG_UNDEFINED,
	REG_PREV_SP,
	REG_DX,
	REG_DI,
	REG_BP,
	REG_SP,
	REG_R10,
	REG_R13,
	REG_BP_INDIRECT,
	REG_SP_INDIRECT,
	REG_AX = 16 /* only where they are numbered anew */
};
#define SP_ANEW 3
static const enum reg numbered_anew[16] = {
	[1] = REG_AX,	       [2] = REG_DX,	      [3] = REG_SP,  [4] = REG_BP,
	[5] = REG_DI,	       [6] = REG_R10,	      [7] = REG_R13, [8] = REG_PREV_SP,
	[9] = REG_SP_INDIRECT, [10] = REG_BP_INDIRECT};
enum type { TYPE_UNDEFINED, TYPE_END, TYPE_CALL, TYPE_REGS, TYPE_REGS_PARTIAL };

struct entry {
	int sp_offset, bp_offset;
	unsigned sp_reg, bp_reg;
	enum type type;
};

/* A sorted table. */
struct table {
	uint64_t ips, entries, nr;
};

static enum pk_status table_ip(struct pk_ctx *ctx, const struct table *table, uint64_t index,
			       uint64_t *ret_ip)
{
	uint64_t slot = table->ips + 4 * index, distance;
	enum pk_status status = pk_read_uint(ctx, slot, 4, &distance);

	if (status == PK_OK)
		*ret_ip = slot + (int64_t)(int32_t)distance;
	return status;
}

static enum type entry_type(unsigned type, unsigned bits)
{
	static const enum type two_bits[] = {TYPE_CALL, TYPE_REGS, TYPE_REGS_PARTIAL,
					     TYPE_UNDEFINED};

	if (bits == 2)
		return two_bits[type & 3];
	return type <= TYPE_REGS_PARTIAL ? (enum type)type : TYPE_UNDEFINED;
}

static enum pk_status entry_read(struct pk_ctx *ctx, uint64_t addr, struct entry *ret_entry)
{
	static const enum pk_row_id rows[] = {PK_R_orc_sp_offset, PK_R_orc_bp_offset,
					      PK_R_orc_sp_reg, PK_R_orc_bp_reg, PK_R_orc_type};
	uint8_t bytes[16] = {0}; /* a bit-field's unit may reach past the packed struct */
	uint64_t value[5], size, end = 0;
	enum pk_status status = pk_row_value(ctx, PK_R_orc_entry_size, &size);

	if (status == PK_OK && size > sizeof(bytes) / 2)
		return pk_fail(ctx, PK_UNSUPPORTED, "struct orc_entry of %llu bytes",
			       (unsigned long long)size);
	if (status == PK_OK)
		status = pk_read(ctx, addr, bytes, size);
	for (int i = 0; i < 5 && status == PK_OK; i++)
		status = pk_struct_uint(ctx, bytes, sizeof(bytes), rows[i], &value[i]);
	if (status != PK_OK)
		return status;
	if (pk_has(ctx, PK_R_orc_end) &&
	    pk_struct_uint(ctx, bytes, sizeof(bytes), PK_R_orc_end, &end) != PK_OK)
		end = 0;
	*ret_entry = (struct entry){
		.sp_offset = (int16_t)value[0],
		.bp_offset = (int16_t)value[1],
		.sp_reg = value[2],
		.bp_reg = value[3],
		.type = entry_type(value[4], pk_layout_get(ctx, PK_R_orc_type)->member.bit_size),
	};
	if (ret_entry->sp_reg == REG_UNDEFINED && ret_entry->type == TYPE_CALL)
		ret_entry->type = end ? TYPE_END : TYPE_UNDEFINED;
	return PK_OK;
}

/* The last entry at or before IP. */
static enum pk_status table_find(struct pk_ctx *ctx, const struct table *table, uint64_t ip,
				 struct entry *ret_entry)
{
	uint64_t low = 0, high = table->nr, size, at = 0;
	enum pk_status status = pk_row_value(ctx, PK_R_orc_entry_size, &size);

	while (status == PK_OK && low < high) {
		uint64_t middle = low + (high - low) / 2;

		status = table_ip(ctx, table, middle, &at);
		if (at <= ip)
			low = middle + 1;
		else
			high = middle;
	}
	if (status != PK_OK)
		return status;
	if (!low)
		return pk_fail(ctx, PK_ABSENT, "no unwind entry for %llx", (unsigned long long)ip);
	return entry_read(ctx, table->entries + (low - 1) * size, ret_entry);
}

static enum pk_status kernel_table(struct pk_ctx *ctx, struct table *table)
{
	uint64_t stop;
	enum pk_status status = pk_row_values(ctx, PK_WANTED({PK_R_orc_ip_start, &table->ips},
							     {PK_R_orc_ip_stop, &stop},
							     {PK_R_orc_start, &table->entries}));

	if (status == PK_OK && stop < table->ips)
		status = pk_fail(ctx, PK_CORRUPT, "__stop_orc_unwind_ip lies before its start");
	if (status == PK_OK)
		table->nr = (stop - table->ips) / 4;
	return status;
}

/* The table of module NAME. */
static enum pk_status module_table(struct pk_ctx *ctx, const char *name, struct table *table)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_cycle cycle = {0};
	uint64_t head = pk_value(&r, PK_R_probe_modules);
	uint64_t link = pk_offset(&r, PK_R_probe_module_list);
	uint64_t name_at = pk_offset(&r, PK_R_probe_module_name);
	uint64_t node = pk_pointer(&r, head);

	for (int i = 0;
	     pk_ok(&r) && node != head && i < MAX_MODULES && !pk_cycle_closed(&cycle, node); i++) {
		char text[PK_MODULE_NAME_MAX];
		uint64_t module = node - link;

		pk_try(&r, pk_read_string(ctx, module + name_at, text, sizeof(text)));
		if (pk_ok(&r) && !strcmp(text, name)) {
			table->nr = pk_member(&r, module, PK_R_orc_module_nr);
			table->ips = pk_member(&r, module, PK_R_orc_module_ip);
			table->entries = pk_member(&r, module, PK_R_orc_module_entries);
			return r.status;
		}
		node = pk_pointer(&r, node);
	}
	return pk_ok(&r) ? pk_fail(ctx, PK_ABSENT, "module %s has no unwind table", name)
			 : r.status;
}

/* For IP in a trampoline, the address in ftrace_caller or ftrace_regs_caller that it copies; 0:
 * none. */
static uint64_t trampoline_origin(struct pk_ctx *ctx, uint64_t ip)
{
	uint64_t ops, base, size, flags, save_regs;
	struct pk_cycle cycle = {0};

	if (!pk_has(ctx, PK_R_ftrace_ops_list) || !pk_has(ctx, PK_R_ftrace_ops_trampoline) ||
	    !pk_has(ctx, PK_R_ftrace_ops_trampoline_size) || !pk_has(ctx, PK_R_ops_fl_save_regs) ||
	    pk_row_value(ctx, PK_R_ftrace_ops_list, &ops) != PK_OK ||
	    pk_read_ptr(ctx, ops, &ops) != PK_OK ||
	    pk_row_value(ctx, PK_R_ops_fl_save_regs, &save_regs) != PK_OK)
		return 0;
	for (int i = 0; ops && i < MAX_OPS && !pk_cycle_closed(&cycle, ops); i++) {
		if (pk_member_uint(ctx, ops, PK_R_ftrace_ops_trampoline, &base) != PK_OK ||
		    pk_member_uint(ctx, ops, PK_R_ftrace_ops_trampoline_size, &size) != PK_OK ||
		    pk_member_uint(ctx, ops, PK_R_ftrace_ops_flags, &flags) != PK_OK)
			return 0;
		if (base && ip >= base && ip - base < size) {
			enum pk_row_id from =
				flags & save_regs ? PK_R_ftrace_regs_caller : PK_R_ftrace_caller;
			uint64_t start;

			return pk_has(ctx, from) && pk_row_value(ctx, from, &start) == PK_OK
				       ? start + (ip - base)
				       : 0;
		}
		if (pk_member_uint(ctx, ops, PK_R_ftrace_ops_next, &ops) != PK_OK)
			return 0;
	}
	return 0;
}

static const struct entry frame_pointer_entry = {.type = TYPE_CALL,
						 .sp_reg = REG_BP,
						 .sp_offset = 16,
						 .bp_reg = REG_PREV_SP,
						 .bp_offset = -16};

bool pk_x86_64_orc_anew(struct pk_ctx *ctx)
{
	struct table table;
	struct entry first;
	uint64_t func;

	return pk_has(ctx, PK_R_orc_function) &&
	       pk_row_value(ctx, PK_R_orc_function, &func) == PK_OK &&
	       kernel_table(ctx, &table) == PK_OK &&
	       table_find(ctx, &table, func, &first) == PK_OK && first.sp_reg == SP_ANEW;
}

static enum pk_status entry_find(struct pk_ctx *ctx, uint64_t ip, bool anew,
				 struct entry *ret_entry)
{
	struct table table = {0};
	struct pk_symbol symbol;
	enum pk_status status = pk_symbol_at(ctx, ip, &symbol);
	bool made = status != PK_OK || (symbol.size && ip - symbol.addr >= symbol.size);

	if (!made && symbol.module[0]) {
		status = module_table(ctx, symbol.module, &table);
		made = status ==
		       PK_ABSENT; /* "__builtin__ftrace", "bpf": kallsyms' names for text made at run time */
	} else if (!made) {
		status = kernel_table(ctx, &table);
	}
	if (made) {
		ip = trampoline_origin(ctx, ip);
		if (!ip) {
			*ret_entry = frame_pointer_entry;
			return PK_OK;
		}
		status = kernel_table(ctx, &table);
	}
	if (status == PK_OK)
		status = table_find(ctx, &table, ip, ret_entry);
	if (status == PK_OK && anew) {
		ret_entry->sp_reg = numbered_anew[ret_entry->sp_reg & 15];
		ret_entry->bp_reg = numbered_anew[ret_entry->bp_reg & 15];
	}
	return status;
}

static enum pk_status saved_register(struct pk_ctx *ctx, const struct pk_x86_64_state *state,
				     enum pk_row_id id, uint64_t *ret_value)
{
	if (!state->regs)
		return pk_fail(ctx, PK_ABSENT, "no registers were saved here");
	return pk_member_uint(ctx, state->regs, id, ret_value);
}

/* The stack pointer in the caller, before anything was popped. */
static enum pk_status caller_sp(struct pk_ctx *ctx, const struct pk_x86_64_state *state,
				const struct entry *entry, uint64_t *ret_sp)
{
	uint64_t base = 0;
	enum pk_status status = PK_OK;

	switch (entry->sp_reg) {
	case REG_SP:
		base = state->sp;
		break;
	case REG_BP:
		base = state->bp;
		break;
	case REG_SP_INDIRECT:
		/* 5.12 and later add the offset to what was read; it was 0 before. */
		status = pk_read_ptr(ctx, state->sp, &base);
		break;
	case REG_BP_INDIRECT:
		status = pk_read_ptr(ctx, state->bp + entry->sp_offset, ret_sp);
		return status;
	case REG_AX:
		status = saved_register(ctx, state, PK_R_pt_regs_ax, &base);
		break;
	case REG_R10:
		status = saved_register(ctx, state, PK_R_pt_regs_r10, &base);
		break;
	case REG_R13:
		status = saved_register(ctx, state, PK_R_pt_regs_r13, &base);
		break;
	case REG_DI:
		status = saved_register(ctx, state, PK_R_pt_regs_di, &base);
		break;
	case REG_DX:
		status = saved_register(ctx, state, PK_R_pt_regs_dx, &base);
		break;
	default:
		return pk_fail(ctx, PK_ABSENT, "the unwind entry names no stack pointer");
	}
	if (status == PK_OK)
		*ret_sp = base + entry->sp_offset;
	return status;
}

static enum pk_status caller_bp(struct pk_ctx *ctx, struct pk_x86_64_state *state,
				const struct entry *entry, uint64_t sp)
{
	uint64_t bp;

	switch (entry->bp_reg) {
	case REG_UNDEFINED:
		if (state->regs && pk_member_uint(ctx, state->regs, PK_R_pt_regs_bp, &bp) == PK_OK)
			state->bp = bp;
		return PK_OK;
	case REG_PREV_SP:
		return pk_read_ptr(ctx, sp + entry->bp_offset, &state->bp);
	case REG_BP:
		return pk_read_ptr(ctx, state->bp + entry->bp_offset, &state->bp);
	default:
		return pk_fail(ctx, PK_CORRUPT,
			       "the unwind entry names register %u as frame pointer",
			       entry->bp_reg);
	}
}

/* Step from STATE to its caller by ENTRY. */
static enum pk_status step(struct pk_ctx *ctx, struct pk_stack_image *image,
			   struct pk_x86_64_state *state, const struct entry *entry,
			   struct pk_open_frame *frame)
{
	uint64_t sp = 0, ip_at;
	struct pk_x86_64_state before = *state;
	enum pk_status status = caller_sp(ctx, state, entry, &sp);

	if (status != PK_OK)
		return status;
	if (entry->type == TYPE_CALL) {
		status = pk_x86_64_return(ctx, image, state, sp - 8, frame);
		if (status != PK_OK)
			return status;
		status = caller_bp(ctx, &before, entry, sp);
		state->bp = before.bp;
		return status;
	}
	if (pk_row_offset(ctx, PK_R_pt_regs_ip, &ip_at) != PK_OK)
		return pk_none(ctx, PK_ABSENT);
	/* Partial: SP is where the processor's own part of pt_regs begins. */
	status = pk_x86_64_leave_entry(ctx, image, state,
				       entry->type == TYPE_REGS ? sp : sp - ip_at, frame);
	if (status != PK_OK)
		return status;
	state->regs = entry->type == TYPE_REGS ? sp : 0;
	if (state->regs)
		return pk_member_uint(ctx, state->regs, PK_R_pt_regs_bp, &state->bp);
	status = caller_bp(ctx, &before, entry, sp);
	state->bp = before.bp;
	return status;
}

bool pk_x86_64_has_orc(struct pk_ctx *ctx)
{
	return pk_has(ctx, PK_R_orc_ip_start) && pk_has(ctx, PK_R_orc_type);
}

enum pk_status pk_x86_64_orc_step(struct pk_ctx *ctx, struct pk_stack_image *image,
				  struct pk_x86_64_state *state, struct pk_open_frame *frame,
				  bool *ret_end)
{
	struct entry entry = {0};
	enum pk_status status =
		entry_find(ctx, state->exact_ip ? state->ip : state->ip - 1, state->anew, &entry);

	if (status != PK_OK)
		return status;
	if (entry.type == TYPE_END && !state->exact_ip) {
		*ret_end = true;
		return PK_OK;
	}
	if (entry.type != TYPE_UNDEFINED && entry.type != TYPE_END)
		return step(ctx, image, state, &entry, frame);
	status = pk_x86_64_bridge(ctx, image, state, frame);
	if (status == PK_ABSENT && entry.type == TYPE_END) {
		*ret_end = true;
		return PK_OK;
	}
	return status;
}
