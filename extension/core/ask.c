// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ask.h"

#include <inttypes.h>

#include "core/context.h"

/* The answer to OP(...). The question is formatted only if it fails. */
#define ASK(ctx, op, args, what, ...)                                                              \
	({                                                                                         \
		const struct pk_target_ops *ops_ = (ctx)->target->ops;                             \
		enum pk_status status_ = ops_->op ? ops_->op args : PK_UNSUPPORTED;                \
		if (status_ == PK_ABSENT)                                                          \
			pk_none(ctx, status_);                                                     \
		else if (status_ != PK_OK)                                                         \
			(pk_fail)(ctx, status_, what ": %s", ##__VA_ARGS__,                        \
				  pk_status_name(status_));                                        \
		status_;                                                                           \
	})

enum pk_status pk_symbol_find(struct pk_ctx *ctx, const char *name, uint64_t *ret_addr)
{
	return ASK(ctx, symbol, (ctx->target, name, ret_addr), "symbol %s", name);
}

enum pk_status pk_symbols_named(struct pk_ctx *ctx, const char *name, pk_symbol_fn fn, void *arg)
{
	return ASK(ctx, symbols_named, (ctx->target, name, fn, arg), "symbol %s", name);
}

enum pk_status pk_symbols_all(struct pk_ctx *ctx, pk_symbol_fn fn, void *arg)
{
	return ASK(ctx, symbols_all, (ctx->target, fn, arg), "symbols");
}

enum pk_status pk_symbol_at(struct pk_ctx *ctx, uint64_t addr, struct pk_symbol *ret_symbol)
{
	return ASK(ctx, symbol_at, (ctx->target, addr, ret_symbol), "symbol at %" PRIx64, addr);
}

enum pk_status pk_functions_of_file(struct pk_ctx *ctx, const char *file, pk_symbol_fn fn,
				    void *arg)
{
	return ASK(ctx, functions_of_file, (ctx->target, file, fn, arg), "functions of %s", file);
}

enum pk_status pk_module_debuginfo(struct pk_ctx *ctx, pk_debuginfo_fn fn, void *arg)
{
	return ASK(ctx, module_debuginfo, (ctx->target, fn, arg), "modules' debuginfo");
}

enum pk_status pk_type_size(struct pk_ctx *ctx, const char *type, uint64_t *ret_size)
{
	return ASK(ctx, type_size, (ctx->target, type, ret_size), "%s", type);
}

enum pk_status pk_member_find(struct pk_ctx *ctx, const char *type, const char *path,
			      struct pk_member *ret_member)
{
	return ASK(ctx, member, (ctx->target, type, path, ret_member), "%s: %s", type, path);
}

enum pk_status pk_enumerator(struct pk_ctx *ctx, const char *name, int64_t *ret_value)
{
	return ASK(ctx, enumerator, (ctx->target, name, ret_value), "enumerator %s", name);
}

enum pk_status pk_enum_name(struct pk_ctx *ctx, const char *tag, int64_t value, char *buf,
			    size_t size)
{
	return ASK(ctx, enum_name, (ctx->target, tag, value, buf, size), "enum %s", tag);
}

enum pk_status pk_percpu_offset(struct pk_ctx *ctx, int cpu, uint64_t *ret_offset)
{
	return ASK(ctx, percpu_offset, (ctx->target, cpu, ret_offset), "per-CPU offset of CPU %d",
		   cpu);
}

enum pk_status pk_cpumask_get(struct pk_ctx *ctx, enum pk_cpumask_kind kind,
			      struct pk_cpumask *ret_mask)
{
	return ASK(ctx, cpumask, (ctx->target, kind, ret_mask), "mask of CPUs");
}

enum pk_status pk_cpu_regs(struct pk_ctx *ctx, int cpu, struct pk_regs *ret_regs)
{
	return ASK(ctx, regs, (ctx->target, cpu, ret_regs), "registers of CPU %d", cpu);
}

enum pk_status pk_panic_cpu(struct pk_ctx *ctx, int *ret_cpu)
{
	return ASK(ctx, panic_cpu, (ctx->target, ret_cpu), "the CPU that panicked");
}

enum pk_status pk_virt_to_page(struct pk_ctx *ctx, uint64_t addr, uint64_t *ret_page)
{
	return ASK(ctx, virt_to_page, (ctx->target, addr, ret_page), "struct page of %" PRIx64,
		   addr);
}

enum pk_status pk_read_quietly(struct pk_ctx *ctx, uint64_t addr, void *buf, size_t len)
{
	return ctx->target->ops->read(ctx->target, addr, buf, len);
}

bool pk_read_ahead(struct pk_ctx *ctx, uint64_t addr, size_t len)
{
	const struct pk_target_ops *ops = ctx->target->ops;

	if (ops->read_ahead)
		ops->read_ahead(ctx->target, addr, len);
	return ops->read_ahead;
}

bool pk_divide(struct pk_ctx *ctx, bool in_child)
{
	const struct pk_target_ops *ops = ctx->target->ops;

	return ops->divide && ops->divide(ctx->target, in_child);
}

unsigned long pk_unanswered(struct pk_ctx *ctx, bool *ret_older)
{
	const struct pk_target_ops *ops = ctx->target->ops;
	unsigned long before = ctx->unanswered, nr;
	bool older = ctx->unanswered_older;

	ctx->unanswered = 0;
	ctx->unanswered_older = *ret_older = false;
	nr = ops->unanswered ? ops->unanswered(ctx->target, ret_older) : 0;
	*ret_older |= older;
	return before + nr;
}

struct pk_told pk_told_begin(struct pk_ctx *ctx)
{
	struct pk_told before;

	before.nr = pk_unanswered(ctx, &before.older);
	return before;
}

void pk_told_end(struct pk_ctx *ctx, struct pk_told before)
{
	bool ignored;

	(void)pk_unanswered(ctx, &ignored);
	ctx->unanswered = before.nr;
	ctx->unanswered_older = before.older;
}
