/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FTRACE_H
#define PK_DECODE_FTRACE_H

#include "core/context.h"
#include "model/patch_site.h"

/**
 * ftrace's own records: who wants to be called (struct ftrace_ops), and the state of each patch
 * site (struct dyn_ftrace).
 *
 * An ops traces a function that is in its filter hash (an empty one means all) and not in its
 * notrace hash. A record counts the ops that trace it, and its flags say what the text at its
 * address should be: a no-op; a call to ftrace_caller or ftrace_regs_caller, which walk the list of
 * ops; a call to the trampoline of its only ops; or a direct call to a BPF trampoline.
 */

/** Functions of a filter hash, sorted by address. */
struct pk_func_set {
	uint64_t *ips; /* owned */
	uint64_t *values; /* owned; pk_func_value of each; NULL unless asked for */
	uint32_t nr;
	bool partial; /* the number found differs from the hash's count */
};

/** What a hash entry holds besides its address. */
enum pk_func_value {
	PK_FUNC_ALONE,
	PK_FUNC_DIRECT, /* direct_functions: the target of the direct call */
	PK_FUNC_MAPPED, /* struct ftrace_func_mapper: the word after the entry */
};

/** Read the struct ftrace_hash at HASH (0: an empty set), with VALUE of each entry. A damaged
 *  bucket costs a warning and makes the set partial; PK_UNREADABLE: no function was found. */
enum pk_status pk_func_set_read(struct pk_ctx *ctx, uint64_t hash, enum pk_func_value value,
				struct pk_func_set *ret_set);
void pk_func_set_deinit(struct pk_func_set *set);
/** Index of IP; -1 if it is not in the set. */
int64_t pk_func_set_find(const struct pk_func_set *set, uint64_t ip);

struct pk_ftrace_ops {
	uint64_t addr, func, saved_func, private_data, flags;
	uint64_t trampoline, trampoline_size; /* 0 if it has none */
	uint64_t func_hash; /* its struct ftrace_ops_hash, which may be another ops' */
	uint64_t manager; /* the ops above this sub-op; 0: it is on ftrace_ops_list itself */
	bool enabled, alloc_tramp, save_regs, trace_array, graph; /* flags of interest */
	bool filter_known; /* false: the hashes were unreadable, and the sets are not reliable */
	struct pk_func_set filter, notrace;
};

struct pk_ftrace {
	struct pk_ftrace_ops *ops; /* owned; in list order, sub-ops last */
	uint32_t nr_ops, room;
	uint64_t nr_functions; /* in all ops' sets */
	struct pk_func_set direct; /* direct_functions */
	uint64_t caller, regs_caller; /* static trampolines; 0 if unknown */
	/* what literals contain if there is no ops, or several; 0 in kernels without literals */
	uint64_t nop_ops, list_ops;
	/* an ops, a filter or direct_functions was unreadable: calls are uncertain */
	bool incomplete;
};

/** Every registered ops. PK_ABSENT: this kernel has no function tracing. */
enum pk_status pk_ftrace_load(struct pk_ctx *ctx, struct pk_ftrace *ret_ftrace);
void pk_ftrace_deinit(struct pk_ftrace *ftrace);
/** Whether OPS traces the patch site IP. */
bool pk_ftrace_ops_traces(const struct pk_ftrace_ops *ops, uint64_t ip);
/** FLAGS of an ops as names in lower case, separated by blanks ("enabled dynamic pid"); unknown
 *  bits in hexadecimal. Returns BUF. */
const char *pk_ftrace_ops_flags(struct pk_ctx *ctx, uint64_t flags, char *buf, size_t size);

typedef bool (*pk_ftrace_record_fn)(const struct pk_ftrace_record *record,
				    void *arg); /* false stops */
/** Visit every record of vmlinux and modules in the kernel's order (that of
 *  available_filter_functions). WITH_TEXT: FN will read the text there. An unreadable page of
 *  records costs a warning. PK_ABSENT: no dynamic ftrace. */
enum pk_status pk_records_walk(struct pk_ctx *ctx, bool with_text, pk_ftrace_record_fn fn,
			       void *arg);
/** Where the text at RECORD should lead according to the records: the address called; 0 for a
 *  no-op. PK_CORRUPT: they contradict each other (a trampoline is promised, but no ops has one).
 *  PK_UNREADABLE: the part that would tell is missing (FTRACE is incomplete). */
enum pk_status pk_record_expected(struct pk_ctx *ctx, const struct pk_ftrace *ftrace,
				  const struct pk_ftrace_record *record, uint64_t *ret_target);
/** The ftrace_ops that RECORD's literal (pk_arch.ops_literal) should contain. Errors as
 *  pk_record_expected(). */
enum pk_status pk_record_expected_ops(struct pk_ctx *ctx, const struct pk_ftrace *ftrace,
				      const struct pk_ftrace_record *record, uint64_t *ret_ops);

/** The first patch site of the function at FUNC, SIZE bytes long (0 if unknown). */
void pk_patch_site_read(struct pk_ctx *ctx, uint64_t func, uint64_t size,
			struct pk_patch_site *ret_site);

#endif
