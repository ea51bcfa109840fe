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
#include "arch/x86_64_orc.h"

#include <string.h>

#include "arch/arch.h"
#include "core/cycle.h"

#define MAX_STEPS 1024
#define MAX_MODULES 4096
#define MAX_OPS 4096
#define MAX_RETURNING 64 /* bytes of return_to_handler() up to its call */
#define MAX_BRIDGE 2048 /* bytes of stack of a function without entries */

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

struct state {
	uint64_t ip, sp, bp;
	uint64_t regs; /* full struct pt_regs in effect; 0: none */
	bool exact_ip; /* IP is where execution stopped, not a return address */
	unsigned nth; /* frames of return_to_handler replaced so far */
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
	uint64_t head, link, name_at, node;
	struct pk_cycle cycle = {0};
	enum pk_status status = pk_row_value(ctx, PK_R_orc_modules, &head);

	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_orc_module_list, &link);
	if (status == PK_OK)
		status = pk_row_offset(ctx, PK_R_orc_module_name, &name_at);
	if (status == PK_OK)
		status = pk_read_ptr(ctx, head, &node);
	for (int i = 0;
	     status == PK_OK && node != head && i < MAX_MODULES && !pk_cycle_closed(&cycle, node);
	     i++) {
		char text[PK_MODULE_NAME_MAX];
		uint64_t module = node - link;

		status = pk_read_string(ctx, module + name_at, text, sizeof(text));
		if (status == PK_OK && !strcmp(text, name)) {
			status = pk_member_uints(
				ctx, module,
				PK_WANTED({PK_R_orc_module_nr, &table->nr},
					  {PK_R_orc_module_ip, &table->ips},
					  {PK_R_orc_module_entries, &table->entries}));
			return status;
		}
		if (status == PK_OK)
			status = pk_read_ptr(ctx, node, &node);
	}
	return status == PK_OK ? pk_fail(ctx, PK_ABSENT, "module %s has no unwind table", name)
			       : status;
}

/* For IP in a trampoline, the address in ftrace_caller or ftrace_regs_caller that it copies; 0:
 * none. */
static uint64_t trampoline_origin(struct pk_ctx *ctx, uint64_t ip)
{
	uint64_t ops, base, size, flags, save_regs;
	struct pk_cycle cycle = {0};

	if (!pk_has(ctx, PK_R_orc_ops_list) || !pk_has(ctx, PK_R_orc_ops_trampoline) ||
	    !pk_has(ctx, PK_R_orc_ops_trampoline_size) || !pk_has(ctx, PK_R_orc_ops_save_regs) ||
	    pk_row_value(ctx, PK_R_orc_ops_list, &ops) != PK_OK ||
	    pk_read_ptr(ctx, ops, &ops) != PK_OK ||
	    pk_row_value(ctx, PK_R_orc_ops_save_regs, &save_regs) != PK_OK)
		return 0;
	for (int i = 0; ops && i < MAX_OPS && !pk_cycle_closed(&cycle, ops); i++) {
		if (pk_member_uint(ctx, ops, PK_R_orc_ops_trampoline, &base) != PK_OK ||
		    pk_member_uint(ctx, ops, PK_R_orc_ops_trampoline_size, &size) != PK_OK ||
		    pk_member_uint(ctx, ops, PK_R_orc_ops_flags, &flags) != PK_OK)
			return 0;
		if (base && ip >= base && ip - base < size) {
			enum pk_row_id from = flags & save_regs ? PK_R_orc_ftrace_regs_caller
								: PK_R_orc_ftrace_caller;
			uint64_t start;

			return pk_has(ctx, from) && pk_row_value(ctx, from, &start) == PK_OK
				       ? start + (ip - base)
				       : 0;
		}
		if (pk_member_uint(ctx, ops, PK_R_orc_ops_next, &ops) != PK_OK)
			return 0;
	}
	return 0;
}

static const struct entry frame_pointer_entry = {.type = TYPE_CALL,
						 .sp_reg = REG_BP,
						 .sp_offset = 16,
						 .bp_reg = REG_PREV_SP,
						 .bp_offset = -16};

/* Whether registers have the numbers of 7.x. */
static bool registers_anew(struct pk_ctx *ctx)
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

static enum pk_status saved_register(struct pk_ctx *ctx, const struct state *state,
				     enum pk_row_id id, uint64_t *ret_value)
{
	if (!state->regs)
		return pk_fail(ctx, PK_ABSENT, "no registers were saved here");
	return pk_member_uint(ctx, state->regs, id, ret_value);
}

/* The stack pointer in the caller, before anything was popped. */
static enum pk_status caller_sp(struct pk_ctx *ctx, const struct state *state,
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

static enum pk_status caller_bp(struct pk_ctx *ctx, struct state *state, const struct entry *entry,
				uint64_t sp)
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

/* ip and sp from struct pt_regs at REGS, or from the part of it that the processor itself
 * pushes. */
static enum pk_status leave_entry(struct pk_ctx *ctx, struct pk_stack_image *image,
				  struct state *state, uint64_t regs, struct pk_open_frame *frame)
{
	uint64_t ip_at;
	enum pk_status status = pk_row_offset(ctx, PK_R_pt_regs_ip, &ip_at);

	if (status == PK_OK)
		status = pk_member_uint(ctx, regs, PK_R_pt_regs_ip, &state->ip);
	if (status == PK_OK)
		status = pk_member_uint(ctx, regs, PK_R_pt_regs_sp, &state->sp);
	if (status != PK_OK)
		return status;
	pk_stack_saved_add(image, regs, state->ip, state->sp);
	frame->slot = regs + ip_at;
	frame->interrupted = true;
	return PK_OK;
}

/* Step from STATE to its caller. FRAME gets the slot. */
static enum pk_status step(struct pk_ctx *ctx, struct pk_stack_image *image, struct state *state,
			   const struct entry *entry, struct pk_open_frame *frame)
{
	uint64_t sp = 0, ip = 0, ip_at;
	struct state before = *state;
	enum pk_status status = caller_sp(ctx, state, entry, &sp);

	if (status != PK_OK)
		return status;
	if (entry->type == TYPE_CALL) {
		status = pk_read_ptr(ctx, sp - 8, &ip);
		if (status != PK_OK)
			return status;
		frame->slot = sp - 8;
		state->ip = image->true_return(ctx, image, sp - 8, ip, &state->nth);
		state->sp = sp;
		status = caller_bp(ctx, state, entry, sp);
		state->regs = 0;
		state->exact_ip = false;
		return status;
	}
	if (pk_row_offset(ctx, PK_R_pt_regs_ip, &ip_at) != PK_OK)
		return pk_none(ctx, PK_ABSENT);
	/* Partial: SP is where the processor's own part of pt_regs begins. */
	status = leave_entry(ctx, image, state, entry->type == TYPE_REGS ? sp : sp - ip_at, frame);
	if (status != PK_OK)
		return status;
	state->regs = entry->type == TYPE_REGS ? sp : 0;
	state->exact_ip = true;
	if (state->regs)
		return pk_member_uint(ctx, state->regs, PK_R_pt_regs_bp, &state->bp);
	status = caller_bp(ctx, &before, entry, sp);
	state->bp = before.bp;
	return status;
}

/* Whether the function at FUNC starts by saving the frame pointer (after endbr and ftrace's
 * call). */
static bool saves_bp_first(struct pk_ctx *ctx, uint64_t func)
{
	static const uint8_t endbr[] = {0xf3, 0x0f, 0x1e, 0xfa};
	uint8_t text[10];

	if (pk_read(ctx, func, text, sizeof(text)) != PK_OK)
		return false;
	return text[memcmp(text, endbr, sizeof(endbr)) ? 5 : 9] == 0x55;
}

/* Whether the call just before PC is a direct one, of FUNC or a place in it up to IP. */
static bool calls(struct pk_ctx *ctx, uint64_t pc, uint64_t func, uint64_t ip)
{
	uint8_t text[5];
	uint64_t called;

	if (pk_read(ctx, pc - sizeof(text), text, sizeof(text)) != PK_OK || text[0] != 0xe8)
		return false;
	called = pc + (int64_t)(int32_t)pk_uint(ctx, text + 1, 4);
	return called >= func && called <= ip;
}

/*
 * A function without entries (STACK_FRAME_NON_STANDARD), such as __crash_kexec(), in which every
 * kdump records its registers; or one whose entries say that the stack ends there, as they do of
 * __x86_indirect_thunk_array's thunks: its caller's return address is the nearest one that follows a
 * call of it.
 */
static enum pk_status bridge(struct pk_ctx *ctx, struct pk_stack_image *image, struct state *state,
			     struct pk_open_frame *frame)
{
	struct pk_stack_region *region = pk_stack_region_of(image, state->sp);
	uint64_t func, caller, slot, end, pc;

	if (!region || !pk_stack_function_at(ctx, state->ip, !state->exact_ip, &func))
		return pk_fail(ctx, PK_ABSENT, "no unwind entry for %llx",
			       (unsigned long long)state->ip);
	end = region->high - state->sp > MAX_BRIDGE ? state->sp + MAX_BRIDGE : region->high;
	for (slot = state->sp; slot + 8 <= end; slot += 8) {
		if (pk_read_ptr(ctx, slot, &pc) != PK_OK)
			break;
		pc = image->true_return(ctx, image, slot, pc, &state->nth);
		if (!pk_stack_function_at(ctx, pc, true, &caller) || caller == func ||
		    !calls(ctx, pc, func, state->ip))
			continue;
		if (saves_bp_first(ctx, func))
			pk_read_ptr(ctx, slot - 8, &state->bp);
		state->ip = pc;
		state->sp = slot + 8;
		state->exact_ip = false;
		state->regs = 0;
		frame->slot = slot;
		return PK_OK;
	}
	return pk_fail(ctx, PK_ABSENT, "no unwind entry for %llx, and no call of its function",
		       (unsigned long long)state->ip);
}

/* Bytes that the text [FUNC, IP) takes from the stack by subtraction. */
static bool subtracted(struct pk_ctx *ctx, uint64_t func, uint64_t ip, uint64_t *ret_size)
{
	uint8_t text[MAX_RETURNING + 8] = {0};
	size_t len = ip - func;

	if (len > MAX_RETURNING || pk_read(ctx, func, text, len) != PK_OK)
		return false;
	*ret_size = 0;
	for (size_t i = 0; i + 4 <= len; i++) {
		if (text[i] != 0x48 || text[i + 2] != 0xec)
			continue;
		if (text[i + 1] == 0x83)
			*ret_size += text[i + 3];
		else if (text[i + 1] == 0x81)
			*ret_size += pk_uint(ctx, text + i + 3, 4);
	}
	return true;
}

/* In return_to_handler(), which the tables know nothing of: the function that returned through it had its return address
 * right above what this took from the stack, and the shadow stack has the true one until it is reported. */
static bool is_returning(struct pk_ctx *ctx, const struct state *state, uint64_t *ret_handler)
{
	uint64_t func;

	return pk_has(ctx, PK_R_return_to_handler) &&
	       pk_row_value(ctx, PK_R_return_to_handler, ret_handler) == PK_OK &&
	       pk_stack_function_at(ctx, state->ip, !state->exact_ip, &func) &&
	       func == *ret_handler;
}

static enum pk_status leave_handler(struct pk_ctx *ctx, struct pk_stack_image *image,
				    struct state *state, uint64_t handler,
				    struct pk_open_frame *frame)
{
	uint64_t size, pc;

	if (!subtracted(ctx, handler, state->ip, &size))
		return pk_fail(ctx, PK_ABSENT, "return_to_handler()'s frame is not understood");
	frame->slot = state->sp + size - 8;
	pc = image->true_return(ctx, image, frame->slot, handler, &state->nth);
	if (pc == handler)
		return pk_fail(ctx, PK_ABSENT,
			       "who called what returns through return_to_handler() is not known");
	state->ip = pc;
	state->sp = frame->slot + 8;
	state->exact_ip = false;
	state->regs = 0;
	return PK_OK;
}

/* Leave the stack outwards only: up on the same stack, or to one not visited before. */
static bool advances(struct pk_stack_image *image, uint64_t from, uint64_t to, unsigned *switches)
{
	struct pk_stack_region *old = pk_stack_region_of(image, from);
	struct pk_stack_region *new = pk_stack_region_of(image, to - 8);

	if (!new || !new->in_use)
		return false;
	return new == old ? to > from : ++*switches <= PK_STACK_REGIONS;
}

enum pk_status pk_x86_64_orc_unwind(struct pk_ctx *ctx, struct pk_stack_image *image,
				    uint64_t *ret_sp)
{
	struct state state = {
		.ip = image->regs.ip, .sp = image->regs.sp, .bp = image->regs.fp, .exact_ip = true};
	unsigned switches = 0;
	bool anew;

	*ret_sp = state.sp;
	if (!pk_has(ctx, PK_R_orc_ip_start) || !pk_has(ctx, PK_R_orc_type) ||
	    !pk_has(ctx, PK_R_pt_regs_ip))
		return pk_fail(ctx, PK_ABSENT, "this kernel has no ORC tables");
	anew = registers_anew(ctx);
	for (int steps = 0; steps < MAX_STEPS; steps++) {
		struct pk_open_frame frame = {.source = PK_FRAME_UNWOUND};
		uint64_t from = state.sp;
		struct entry entry = {0};
		uint64_t handler;
		bool returning = is_returning(ctx, &state, &handler);
		enum pk_status status = PK_OK;

		if (!returning)
			status = entry_find(ctx, state.exact_ip ? state.ip : state.ip - 1, anew,
					    &entry);
		if (status != PK_OK)
			return status;
		if (returning)
			status = leave_handler(ctx, image, &state, handler, &frame);
		else if (entry.type == TYPE_UNDEFINED || (entry.type == TYPE_END && state.exact_ip))
			status = bridge(ctx, image, &state, &frame);
		else if (entry.type == TYPE_END)
			return PK_OK;
		else
			status = step(ctx, image, &state, &entry, &frame);
		if (status == PK_ABSENT && entry.type == TYPE_END)
			return PK_OK;
		if (status != PK_OK)
			return status;
		frame.pc = state.ip;
		if (state.sp < PK_X86_64_USER_END && frame.interrupted)
			return PK_OK; /* it came from user space */
		if (!advances(image, from, state.sp, &switches))
			return pk_fail(ctx, PK_CORRUPT,
				       "CPU %d: unwinding leaves the stack at %llx", image->cpu,
				       (unsigned long long)state.sp);
		if (!pk_stack_function_at(ctx, frame.pc, !state.exact_ip, &frame.func))
			frame.func = frame.pc; /* a trampoline or a BPF program */
		pk_stack_frame_add(image, &frame);
		*ret_sp = state.sp;
	}
	return pk_none(ctx, PK_LIMIT);
}
