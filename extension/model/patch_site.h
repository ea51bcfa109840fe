/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_PATCH_SITE_H
#define PK_MODEL_PATCH_SITE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/target.h"

/** What is at a place that the kernel patches. */
enum pk_site_kind {
	PK_SITE_NOP, /* nothing is called */
	PK_SITE_CALL, /* a call to TARGET */
	/* a jump to TARGET: an optimized kprobe, a direct jump of 7.x, a redirection */
	PK_SITE_JUMP,
	PK_SITE_BREAKPOINT, /* a kprobe, or text that was being patched at the crash */
	PK_SITE_OTHER, /* any other instruction */
};

struct pk_site {
	enum pk_site_kind kind;
	uint64_t target; /* of a call or jump; 0 otherwise */
};

/* Flags of an ftrace record, independent of the kernel's own bit numbers. */
enum pk_record_flag {
	PK_REC_ENABLED = 1 << 0,
	PK_REC_REGS = 1 << 1,
	PK_REC_REGS_EN = 1 << 2,
	PK_REC_TRAMP = 1 << 3,
	PK_REC_TRAMP_EN = 1 << 4,
	PK_REC_IPMODIFY = 1 << 5,
	PK_REC_DISABLED = 1 << 6,
	PK_REC_DIRECT = 1 << 7,
	PK_REC_DIRECT_EN = 1 << 8,
	PK_REC_CALL_OPS = 1 << 9,
	PK_REC_CALL_OPS_EN = 1 << 10,
	PK_REC_TOUCHED = 1 << 11,
	PK_REC_MODIFIED = 1 << 12,
};

struct pk_ftrace_record {
	uint64_t ip; /* address of the patch site, not always of the function (pk_arch.entry) */
	uint64_t count; /* number of ops that trace it */
	uint32_t flags; /* PK_REC_* */
};

/** What ftrace's record and the kernel's text say about a function's patch site. */
struct pk_patch_site {
	bool found; /* otherwise nothing below is valid */
	struct pk_ftrace_record record;
	bool understood; /* this architecture's text can be decoded */
	bool text_known; /* it was read */
	struct pk_site text;
	char target_name[2 * PK_SYMBOL_NAME_MAX]; /* symbol of TEXT's target; "" if none */
};

/** The word for a kind: "nop", "call", "jump", "breakpoint", "other". */
const char *pk_site_kind_name(enum pk_site_kind kind);

#endif
