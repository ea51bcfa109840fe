/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_ARCH_H
#define PK_ARCH_ARCH_H

#include <stddef.h>
#include <stdint.h>

#include "arch/stack.h"
#include "core/bytes.h"
#include "core/context.h"
#include "model/patch_site.h"

#define PK_SITE_MAX 8 /* bytes; the longest patch site of all architectures here */
#define PK_ENTRY_MAX 12 /* bytes; the largest pk_arch.entry_size */
#define PK_REFERENCE_BYTES 8 /* bytes of code that pk_arch.references looks at */
#define PK_INSN_MAX 15 /* bytes; the longest instruction of all architectures here */
#define PK_REFERENCES 2 /* most addresses that those bytes may refer to */

/** Access to a dump's physical memory, and the kernel's page tables in it. */
struct pk_phys {
	uint64_t root; /* physical address of swapper_pg_dir */
	uint64_t page_size; /* bytes */
	bool (*read)(uint64_t phys, void *buf, size_t len, void *arg); /* false: not in the dump */
	void *arg;
};

/** The operand of an instruction in memory: BASE + OFFSET, and INDEX by some scale. Names are those of an oops's registers
 *  ("RDI", "x2"); "": none. */
struct pk_operand {
	char base[4], index[4];
	int64_t offset;
};

/**
 * Everything that differs between architectures: the porting checklist. A new one is a file here
 * and a line in arch.c. A field left out (NULL, 0) turns its feature off, and callers report that.
 *
 * Text:
 * - machine: as uname -m prints it.
 * - site_size: bytes that ftrace patches at dyn_ftrace.ip.
 * - site: decode SITE_SIZE bytes of text at ADDR. Text may have another byte order than data. It
 *   must accept every no-op that any kernel of the architecture has used.
 * - veneer: target of the veneer at ADDR, which modules call because the kernel is out of branch
 *   range; 0 if the code there is not a veneer. NULL: there are no veneers.
 * - entry_size, entry_name: bytes and name of the instruction before the patch site at a function's
 *   entry (a landing pad for branches, or part of the patch); 0 if none. entry_short: size of a
 *   shorter form; 0 if none.
 * - entry: whether these LEN bytes, one of the two sizes, are a form of it. Some forms are written
 *   at run time ("sealed": no longer a branch target).
 * - ops_literal: for patch site IP with contents SITE, on a kernel with ftrace_nop_ops, where the
 *   address of the ftrace_ops for ftrace_caller is stored; 0: unknown, or unused. NULL: never used.
 * - opcode_size: bytes of kprobe_opcode_t, which a breakpoint overwrites.
 * - references: the addresses that code BYTES at ADDR may call or take; returns how many. It need
 *   not know where instructions begin, because the caller looks for particular targets.
 * - operand: the operand in memory of the instruction that begins at CODE (LEN bytes), as an oops prints it. False: it
 *   has none, or a kind that is not known here. Whoever asks compares the sum with the faulting address. NULL: no
 *   instruction is known.
 * - load: the last instruction of CODE (LEN bytes before another one) if it loads a pointer into REG, and from where. Where
 *   instructions have no common size, bytes that look like one may be the end of another.
 * - trampoline_ops: distance in bytes from the end of a private trampoline back to the address of
 *   its ftrace_ops; 0 if it stores none.
 *
 * Registers:
 * - arg_rows: members of struct pt_regs that hold a function's first arguments, in order.
 *   array_args: if not 0, the member is one array, and this many words from element arg_first are
 *   arguments.
 * - callee_saved: number of registers that a function may push for its caller.
 * - tag_shift: the bits of an address from here on are a tag, which the kernel leaves out where it prints what was no address of
 *   its own (the bit below is 0). 0: there are no tags.
 * - user_end, kernel_begin: user addresses are below the first, kernel addresses start at the
 *   second; 0 and 1 if the ranges overlap.
 * - follows_user: copy_from_kernel_nofault() takes a user's address, too, and finds the current
 *   task's memory there: what the kernel printed of it, no dump has.
 * - kernel_top: upper 12 bits of every kernel address; 0 if plain numbers look the same.
 * - text_map, text_map_size: address and bytes of the linear mapping of the kernel image, which
 *   starts at physical address phys_base. direct_map: the variable that holds the start of the
 *   mapping of all memory. Both serve dumps without page tables.
 * - linear_base: start of the mapping of all memory if it is constant; otherwise 0.
 * - kasan_shadows: where generic KASAN's shadow of address 0 may be (KASAN_SHADOW_OFFSET), by the size of addresses; 0 ends.
 * - translate: physical address of ADDR by the kernel's page tables, which must also map the linear
 *   map (if they do not, they are of an unknown kind). NULL: libkdumpfile walks them.
 *
 * Stacks:
 * - regions: add the stacks of IMAGE's CPU other than the task's. NULL: stacks are scanned without
 *   telling them apart.
 * - after_call: whether the instruction before PC is a call, or its text cannot be read.
 * - saved_regs: if words[INDEX] is the saved program counter of a kernel-mode struct pt_regs, the
 *   address of that struct.
 * - outer_sp: the stack pointer from which frames continue on another stack; 0 if they end. NULL:
 *   the last words of a stack hold it.
 * - record_first: a frame begins with its return address, followed by what the function saved for
 *   its caller. Otherwise both are at the frame's end, the return address last.
 * - unwind: append frames to IMAGE by unwind tables or frame pointers. PK_OK: the end was reached;
 *   otherwise a scan continues from *ret_sp. NULL: no such tables.
 * - stack_word: whether WORD, not itself a kernel address, is needed for unwinding: a signed
 *   address, the status word of saved registers, or their marker. NULL: none is needed.
 * - sleeping: the registers with which TASK, not running on any CPU, will resume. NULL: unknown.
 * - return_key: the value by which the graph tracer and return probes identify the frame whose
 *   return address lies at SLOT. NULL: SLOT itself.
 *
 * Function names; NULL ends a list and a star matches anything:
 * - task_entries: hardware entry points on behalf of a task.
 * - interrupts: entry points of hardware interrupts. breakpoints: handlers of a probe's breakpoint.
 *   stops: how other CPUs are stopped in a panic. exceptions: frames between an interrupted
 *   function and a handler.
 */
struct pk_arch {
	const char *machine;
	size_t site_size;
	struct pk_site (*site)(uint64_t addr, const uint8_t *bytes);
	uint64_t (*veneer)(struct pk_ctx *ctx, uint64_t addr);
	size_t entry_size;
	const char *entry_name;
	size_t entry_short;
	bool (*entry)(const uint8_t *bytes, size_t len);
	uint64_t (*ops_literal)(uint64_t ip, const struct pk_site *site);
	size_t opcode_size;
	unsigned (*references)(uint64_t addr, const uint8_t bytes[PK_REFERENCE_BYTES],
			       uint64_t targets[PK_REFERENCES]);
	bool (*operand)(const uint8_t *code, size_t len, struct pk_operand *ret_operand);
	bool (*load)(const uint8_t *code, size_t len, char reg[4], struct pk_operand *ret_from);
	uint64_t trampoline_ops;
	const enum pk_row_id *arg_rows;
	unsigned nr_arg_rows;
	unsigned array_args, arg_first;
	unsigned callee_saved;
	uint64_t user_end, kernel_begin;
	unsigned tag_shift;
	bool follows_user;
	uint16_t kernel_top;
	uint64_t text_map, text_map_size;
	const char *direct_map;
	uint64_t linear_base;
	uint64_t kasan_shadows[5];
	bool (*translate)(const struct pk_phys *phys, uint64_t addr, uint64_t *ret_phys);
	bool record_first;
	void (*regions)(struct pk_ctx *ctx, struct pk_stack_image *image);
	uint64_t (*outer_sp)(struct pk_ctx *ctx, struct pk_stack_image *image);
	bool (*after_call)(struct pk_ctx *ctx, uint64_t pc);
	bool (*saved_regs)(struct pk_ctx *ctx, struct pk_stack_image *image, size_t index,
			   uint64_t *ret_regs);
	enum pk_status (*unwind)(struct pk_ctx *ctx, struct pk_stack_image *image,
				 uint64_t *ret_sp);
	bool (*stack_word)(struct pk_ctx *ctx, uint64_t word);
	enum pk_status (*sleeping)(struct pk_ctx *ctx, const struct pk_task *task,
				   struct pk_regs *ret_regs);
	uint64_t (*return_key)(struct pk_ctx *ctx, uint64_t slot);
	const char *const *task_entries,
		*const *interrupts, *const *breakpoints, *const *stops, *const *exceptions;
};

extern const struct pk_arch pk_arch_x86_64, pk_arch_aarch64, pk_arch_ppc64le, pk_arch_s390x;

/** The dump's architecture; NULL if it is not supported. */
const struct pk_arch *pk_arch(const struct pk_ctx *ctx);
/** The same, looked up by pk_facts.machine. */
const struct pk_arch *pk_arch_of_machine(const char *machine);
/** Whether ADDR may be a kernel address. On an unsupported architecture anything but 0 may. */
bool pk_arch_is_kernel(const struct pk_ctx *ctx, uint64_t addr);
/** Argument NR (from 0) of the function whose entry registers are the struct pt_regs at REGS.
 *  PK_ABSENT: not in a known register. */
enum pk_status pk_arch_argument(struct pk_ctx *ctx, uint64_t regs, unsigned nr,
				uint64_t *ret_value);
typedef bool (*pk_reference_fn)(uint64_t target, void *arg); /* true: found, stop */
/** Whether the function at ADDR refers to a kernel image address that FN accepts (calls it, jumps there, loads it): PK_OK, or
 *  PK_ABSENT; else why that is not known. */
enum pk_status pk_arch_refers(struct pk_ctx *ctx, uint64_t addr, pk_reference_fn fn, void *arg);
/** Page table entry at physical address ADDR, for ppc64 and s390x, whose tables are big-endian. */
static inline bool pk_phys_entry(const struct pk_phys *phys, uint64_t addr, uint64_t *ret_entry)
{
	uint8_t bytes[8];

	if (!phys->read(addr, bytes, sizeof(bytes), phys->arg))
		return false;
	*ret_entry = pk_bytes_uint(bytes, sizeof(bytes), true);
	return true;
}

/** Final target of a branch to ADDR, following pk_arch.veneer. */
uint64_t pk_arch_branch_end(struct pk_ctx *ctx, uint64_t addr);
/** pk_arch.return_key of the dump's architecture. */
uint64_t pk_arch_return_key(struct pk_ctx *ctx, uint64_t slot);
/** Whether NAME matches one of PATTERNS, a list as in struct pk_arch (NULL: an empty list). */
bool pk_arch_names(const char *const *patterns, const char *name);
#endif
