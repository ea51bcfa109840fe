// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The kernel keeps each stack once, and who notes one keeps a handle of 32 bits (lib/stackdepot.c): a pool's index, the record's
 * place in there, and bits for the user's own use. An array of pools and a pointer to one need not be told apart: a record has
 * its own handle in it.
 */
#include "decode/slab.h"

#include "arch/arch.h"

#define DEPOT_SHIFT 4 /* DEPOT_STACK_ALIGN */

/* The functions by which the slab allocators are entered stand before whose allocation it was, below those of KFENCE and KASAN; the
 * compiler may have made the entry a jump (get_stack_skipnr()). */
void pk_noted_stack_add(struct pk_reader *r, uint64_t addrs, uint64_t nr,
			struct pk_noted_stack *stack)
{
	static const char *const internal[] = {
		"kfence_*",    "__kfence_*",	     "kasan_*", "__kasan_*", "__slab_free*",
		"slab_free_*", "__kmem_cache_free*", NULL};
	static const char *const doors[] = {"kfree+*",
					    "kmem_cache_free*",
					    "__kmalloc*",
					    "kmem_cache_alloc*",
					    "__kmem_cache_alloc*",
					    "kmalloc_trace*",
					    NULL};
	const uint32_t word = r->ctx->target->facts.word_size;
	bool entered = stack->nr;

	for (uint64_t i = 0; i < nr && stack->nr < PK_NOTED_FUNCS; i++) {
		char *frame = stack->funcs[stack->nr];
		uint64_t addr = pk_pointer(r, addrs + i * word);

		if (!addr)
			return;
		pk_symbolize(r->ctx, addr, frame, sizeof(stack->funcs[0]));
		stack->nr++;
		if (!entered && (pk_arch_names(internal, frame) || pk_arch_names(doors, frame))) {
			entered = pk_arch_names(doors, frame);
			stack->nr = 0;
		}
	}
}

enum pk_status pk_depot_stack_read(struct pk_ctx *ctx, uint64_t addr,
				   struct pk_noted_stack *ret_stack)
{
	const bool plus_1 = pk_has(ctx, PK_R_depot_pool_plus_1);
	struct pk_reader r = {.ctx = ctx};
	uint64_t handle = pk_number(&r, addr, sizeof(uint32_t));
	uint64_t pool = pk_member(&r, addr, plus_1 ? PK_R_depot_pool_plus_1 : PK_R_depot_pool);
	uint64_t offset = pk_member(&r, addr, PK_R_depot_offset) << DEPOT_SHIFT;
	uint64_t own = pk_offset(&r, PK_R_stack_record_handle), record;
	uint64_t array = pk_value(&r, PK_R_stack_pools);

	*ret_stack = (struct pk_noted_stack){.nr = 0};
	if (!pk_ok(&r))
		return r.status;
	if (!handle)
		return pk_none(ctx, PK_ABSENT);
	pool = (pool - plus_1) * ctx->target->facts.word_size;
	for (int i = 0; i < 2; i++) {
		struct pk_reader at = {.ctx = ctx};

		record = pk_pointer(&at, (i ? pk_pointer(&at, array) : array) + pool) + offset;
		if (pk_number(&at, record + own, sizeof(uint32_t)) != handle || !pk_ok(&at))
			continue;
		pk_noted_stack_add(&at, pk_member_at(&at, record, PK_R_stack_record_entries),
				   pk_member(&at, record, PK_R_stack_record_size), ret_stack);
		if (pk_ok(&at) && !ret_stack->nr)
			return pk_fail(ctx, PK_CORRUPT, "a stack of the depot has no functions");
		return at.status;
	}
	return pk_fail(ctx, PK_CORRUPT, "no stack of the depot has the handle 0x%llx",
		       (unsigned long long)handle);
}
