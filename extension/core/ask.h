/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_ASK_H
#define PK_CORE_ASK_H

#include "core/target.h"

struct pk_ctx;

/*
 * struct pk_target_ops with error texts. Code above the kernel layer calls only these. Results are
 * the operation's own, or PK_UNSUPPORTED if the target lacks it. A failure sets the context's error
 * text; PK_ABSENT is an answer rather than a failure, and clears it.
 */
enum pk_status pk_symbol_find(struct pk_ctx *ctx, const char *name, uint64_t *ret_addr);
enum pk_status pk_symbols_named(struct pk_ctx *ctx, const char *name, pk_symbol_fn fn, void *arg);
enum pk_status pk_symbols_all(struct pk_ctx *ctx, pk_symbol_fn fn, void *arg);
enum pk_status pk_symbol_at(struct pk_ctx *ctx, uint64_t addr, struct pk_symbol *ret_symbol);
enum pk_status pk_functions_of_file(struct pk_ctx *ctx, const char *file, pk_symbol_fn fn,
				    void *arg);
enum pk_status pk_module_debuginfo(struct pk_ctx *ctx, pk_debuginfo_fn fn, void *arg);
enum pk_status pk_type_size(struct pk_ctx *ctx, const char *type, uint64_t *ret_size);
enum pk_status pk_member_find(struct pk_ctx *ctx, const char *type, const char *path,
			      struct pk_member *ret_member);
enum pk_status pk_enumerator(struct pk_ctx *ctx, const char *name, int64_t *ret_value);
enum pk_status pk_enum_name(struct pk_ctx *ctx, const char *tag, int64_t value, char *buf,
			    size_t size);
enum pk_status pk_percpu_offset(struct pk_ctx *ctx, int cpu, uint64_t *ret_offset);
enum pk_status pk_cpumask_get(struct pk_ctx *ctx, enum pk_cpumask_kind kind,
			      struct pk_cpumask *ret_mask);
enum pk_status pk_cpu_regs(struct pk_ctx *ctx, int cpu, struct pk_regs *ret_regs);
enum pk_status pk_panic_cpu(struct pk_ctx *ctx, int *ret_cpu);
enum pk_status pk_virt_to_page(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_page);
/** Like pk_read(), for reads that may fail: sets no error text and counts no missing page. */
enum pk_status pk_read_quietly(struct pk_ctx *ctx, uint64_t addr, void *buf, size_t len);
/** Call before fork(), and with IN_CHILD in each concurrent child. False: do not fork. */
bool pk_divide(struct pk_ctx *ctx, bool in_child);
/** Announce that LEN bytes at ADDR will be read soon. False: the target does not prefetch. */
bool pk_read_ahead(struct pk_ctx *ctx, uint64_t addr, size_t len);
/** As pk_target_ops.unanswered; 0 if the target is not a capsule. */
unsigned long pk_unanswered(struct pk_ctx *ctx, bool *ret_older);
/** Questions that were not answered before something is read that tells itself what it lacks. */
struct pk_told {
	unsigned long nr;
	bool older;
};
/** The next pk_unanswered() counts what was asked before pk_told_begin(), and nothing up to pk_told_end(). */
struct pk_told pk_told_begin(struct pk_ctx *ctx);
void pk_told_end(struct pk_ctx *ctx, struct pk_told before);

#endif
