/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_ARCH_H
#define PK_CORE_ARCH_H

#include <stddef.h>
#include <stdint.h>

#include "core/context.h"

#define PK_SITE_MAX 8 /* bytes; the longest patch site of any architecture here */

/** What stands at a place that the kernel patches. */
enum pk_site_kind {
	PK_SITE_NOP, /* nothing is called */
	PK_SITE_CALL, /* a call to TARGET */
	PK_SITE_JUMP, /* a jump to TARGET: an optimized kprobe, a direct jump of 7.x, a redirection */
	PK_SITE_BREAKPOINT, /* a kprobe, or text that was being patched at the crash */
	PK_SITE_OTHER, /* any other instruction */
};

struct pk_site {
	enum pk_site_kind kind;
	uint64_t target; /* of a call or jump; 0 otherwise */
};

/**
 * What differs between architectures in patched text, and in calls. Porting checklist:
 *
 * - machine: as uname -m says.
 * - site_size: bytes that ftrace replaces at dyn_ftrace.ip.
 * - site: read SITE_SIZE bytes of text at ADDR. Text is little-endian on both architectures here,
 *   whatever the data is. Must accept every no-op that any kernel of that architecture used.
 * - entry_size: bytes of the instruction that may stand before the patch site at a function's entry, where
 *   branches may land (endbr64); 0 if none does.
 * - entry: are these one of its forms? Some are written at run time ("sealed": no longer a target).
 * - trampoline_ops: where a private trampoline keeps the address of its ftrace_ops, counted back
 *   from the trampoline's end; 0 if it keeps none.
 * - arg_rows: members of struct pt_regs that hold a function's first arguments, in order; args_in_array: it is one
 *   array, whose first eight words do.
 */
struct pk_arch {
	const char *machine;
	size_t site_size;
	struct pk_site (*site)(uint64_t addr, const uint8_t *bytes);
	size_t entry_size;
	bool (*entry)(const uint8_t *bytes);
	uint64_t trampoline_ops;
	const enum pk_row_id *arg_rows;
	unsigned nr_arg_rows;
	bool args_in_array;
};

extern const struct pk_arch pk_arch_x86_64, pk_arch_aarch64;

/** The dump's architecture; NULL if its text is not understood here. */
const struct pk_arch *pk_arch(const struct pk_ctx *ctx);
/** The word for a kind: "nop", "call", "jump", "breakpoint", "other". */
const char *pk_site_kind_name(enum pk_site_kind kind);

#endif
