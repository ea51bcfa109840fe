/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ARCH_ARCH_H
#define PK_ARCH_ARCH_H

#include <stddef.h>
#include <stdint.h>

#include "arch/stack.h"
#include "core/bytes.h"
#include "core/context.h"
#include "model/patch_site.h"

#define PK_SITE_MAX 8 /* bytes; the longest patch site of any architecture here */
#define PK_ENTRY_MAX 12 /* bytes; the longest of pk_arch.entry_size */
#define PK_REFERENCE_BYTES 8 /* of code, enough to tell what it refers to */
#define PK_REFERENCES 2 /* addresses that so many bytes may stand for */

/** A dump's physical memory, and the kernel's page tables in it. */
struct pk_phys {
	uint64_t root; /* physical address of swapper_pg_dir */
	uint64_t page_size; /* bytes */
	bool (*read)(uint64_t phys, void *buf, size_t len, void *arg); /* false: not there */
	void *arg;
};

/**
 * What differs between architectures: the porting checklist. A new one is a file here and a line in arch.c. What a
 * field does not say (NULL, 0) is not done for that architecture, and who asks says so.
 *
 * Text:
 * - machine: as uname -m says.
 * - site_size: bytes that ftrace replaces at dyn_ftrace.ip.
 * - site: read SITE_SIZE bytes of text at ADDR. Text may have another byte order than data. Must accept every no-op
 *   that any kernel of that architecture used.
 * - veneer: where the code at ADDR, which modules call because the kernel is too far away, leads to; 0 if it is no
 *   such. NULL: there are none.
 * - entry_size, entry_name: bytes and name of the instruction that stands before the patch site at a function's
 *   entry (where branches may land, or a part of the patch); 0 if none does. entry_short: of another form, with less; 0.
 * - entry: are these LEN bytes, one of the two, one of its forms? Some are written at run time ("sealed": no longer a target).
 * - ops_literal: where a kernel that has ftrace_nop_ops keeps, for the patch site IP where SITE stands, the address of the
 *   ftrace_ops that ftrace_caller is to call; 0: not known, and nothing comes there. NULL: it never does.
 * - opcode_size: bytes of kprobe_opcode_t, by which a breakpoint replaces an instruction.
 * - references: addresses that code of BYTES at ADDR may call or take. Returns how many. Where instructions begin need
 *   not be known: who asks knows what he looks for.
 * - trampoline_ops: where a private trampoline keeps the address of its ftrace_ops, counted back
 *   from the trampoline's end; 0 if it keeps none.
 *
 * Registers:
 * - arg_rows: members of struct pt_regs that hold a function's first arguments, in order; array_args: it is one array,
 *   of which so many words do, from element arg_first on; 0: each is a member.
 * - callee_saved: how many registers a function may push for its caller.
 * - user_end, kernel_begin: user addresses lie below, kernel addresses from there on; 0 and 1 where both have the same.
 * - kernel_top: the upper 12 bits of all kernel addresses; 0: numbers have them too.
 * - text_map, text_map_size: where the kernel's image is mapped in one piece, from the physical address phys_base on;
 *   direct_map: the variable that says where all memory is. For dumps whose page tables are missing.
 * - linear_base: where all memory is, for one that has it at an address that does not change; 0 else.
 * - translate: the physical address of ADDR by the kernel's page tables, which have the linear map too (else they are
 *   of a kind that is not known here). NULL: libkdumpfile walks them.
 *
 * Stacks:
 * - regions: add those of IMAGE's CPU besides the task's. Without it stacks are scanned, and nothing tells them apart.
 * - after_call: the instruction before PC is a call (or its text cannot be read).
 * - saved_regs: words[INDEX] is the saved program counter of a struct pt_regs in kernel mode: its address.
 * - outer_sp: where the frames go on that lie on the stacks in use: a stack pointer on another; 0 if they end there.
 *   NULL: the last words of a stack hold it.
 * - record_first: a frame begins with its return address, and what its function saved for the caller lies behind it.
 *   Else both lie at the frame's end, the return address last.
 * - unwind: frames by unwind tables or frame pointers, appended to IMAGE. PK_OK: to the end; else from where they
 *   stopped (*ret_sp) a scan goes on. NULL: there are none.
 * - stack_word: WORD, no kernel address as it stands, is one with a signature, a status of saved registers, or marks
 *   them: unwinding needs it. NULL: none is needed.
 * - sleeping: the registers that TASK, which is on no CPU, goes on with. NULL: they are not known.
 * - return_key: what the graph tracer and return probes note to find the frame whose return address lies at SLOT
 *   again. NULL: SLOT itself.
 *
 * Names of functions, NULL at the end; a star stands for anything:
 * - task_entries: what the hardware enters on behalf of a task.
 * - interrupts: where a hardware interrupt begins. breakpoints: what handles a probe's breakpoint. stops: how other
 *   CPUs are stopped in a panic. exceptions: what lies between an interrupted function and a handler.
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
	uint64_t trampoline_ops;
	const enum pk_row_id *arg_rows;
	unsigned nr_arg_rows;
	unsigned array_args, arg_first;
	unsigned callee_saved;
	uint64_t user_end, kernel_begin;
	uint16_t kernel_top;
	uint64_t text_map, text_map_size;
	const char *direct_map;
	uint64_t linear_base;
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

/** The dump's architecture; NULL if its text is not understood here. */
const struct pk_arch *pk_arch(const struct pk_ctx *ctx);
/** The same by pk_facts.machine. */
const struct pk_arch *pk_arch_of_machine(const char *machine);
/** May ADDR be an address of kernel memory? Where the architecture is not known here, all but 0 may. */
bool pk_arch_is_kernel(const struct pk_ctx *ctx, uint64_t addr);
/** Argument NR (from 0) of the function whose entry registers are the struct pt_regs at REGS. PK_ABSENT: it is in no
 *  register that is known. */
enum pk_status pk_arch_argument(struct pk_ctx *ctx, uint64_t regs, unsigned nr,
				uint64_t *ret_value);
typedef bool (*pk_reference_fn)(uint64_t target, void *arg); /* true: it is the one */
/** Does the function at ADDR refer to an address of the kernel's image that FN takes? False, too, where its text cannot be
 *  read or is not understood. */
bool pk_arch_refers(struct pk_ctx *ctx, uint64_t addr, pk_reference_fn fn, void *arg);
/** The entry of a page table at the physical address ADDR, of the two machines whose tables are big-endian. */
static inline bool pk_phys_entry(const struct pk_phys *phys, uint64_t addr, uint64_t *ret_entry)
{
	uint8_t bytes[8];

	if (!phys->read(addr, bytes, sizeof(bytes), phys->arg))
		return false;
	*ret_entry = pk_bytes_uint(bytes, sizeof(bytes), true);
	return true;
}

/** struct pk_arch.veneer of the dump's architecture: where a branch to ADDR ends up. */
uint64_t pk_arch_branch_end(struct pk_ctx *ctx, uint64_t addr);
/** struct pk_arch.return_key of the dump's architecture. */
uint64_t pk_arch_return_key(struct pk_ctx *ctx, uint64_t slot);
/** NAME is one of PATTERNS, a list as in struct pk_arch (NULL: an empty one). */
bool pk_arch_names(const char *const *patterns, const char *name);
#endif
