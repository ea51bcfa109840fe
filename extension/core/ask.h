/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_ASK_H
#define PK_CORE_ASK_H

#include "core/target.h"

struct pk_ctx;

/*
 * Questions to the target, as in struct pk_target_ops: nothing above the kernel layer calls those. PK_UNSUPPORTED
 * where the target has no answer to such questions. A failure sets the context's error text, so that whoever prints it
 * prints this one; PK_ABSENT is an answer and no failure.
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
/** Memory as pk_read() gives it, for reads that may fail and say nothing: no text, and the page counts as no missing one. */
enum pk_status pk_read_quietly(struct pk_ctx *ctx, uint64_t addr, void *buf, size_t len);
/** Before fork(), and IN_CHILD: children will read at the same time. False: they must not. */
bool pk_divide(struct pk_ctx *ctx, bool in_child);
/** LEN bytes at ADDR are read soon. False: the target does not prepare for it. */
bool pk_read_ahead(struct pk_ctx *ctx, uint64_t addr, size_t len);
/** 0 where the target captures nothing. */
unsigned long pk_unanswered(struct pk_ctx *ctx, char *buf, size_t size);

#endif
