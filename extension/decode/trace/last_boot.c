// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/trace/clock.h"

#include <stdlib.h>

/*
 * 6.12	trace_array.text_delta, added to every address while it is not 0 ("tracing: Fix ifdef of snapshots
 *	to not prevent last_boot_info file" and its series). It becomes 0 when the buffer is used.
 * 6.14	a flag of the instance says so instead (TRACE_ARRAY_FL_LAST_BOOT).
 * 6.15	modules move on their own: trace_array.scratch lies in the surviving memory,
 *
 *	struct trace_scratch { clock_id, text_addr, nr_entries, entries[] { mod_addr, mod_name } }
 *
 *	with the modules of that boot by address, and trace_array.module_delta->delta[] has how far each
 *	moved (0: it is not loaded now). Core addresses are shifted only if they land in the kernel.
 */
#define MAX_MODULES 4096
#define MAX_ENTRY 512
/* the other way round in an address: no architecture has anything there */
#define NOWHERE (1ull << 62)

struct module {
	uint64_t addr, delta;
};

struct pk_last_boot {
	uint64_t text_delta;
	uint64_t data_delta; /* of kernels that keep one; addresses are not shifted by it */
	uint64_t start, end; /* of this boot's kernel; end 0: not asked */
	uint64_t text_start, text_end; /* of this boot's kernel; end 0: not known */
	struct module *modules; /* owned; by address */
	uint64_t nr;
};

/* Whether the instance still holds the boot before. */
static bool is_last_boot(struct pk_ctx *ctx, const struct pk_instance *instance, uint64_t delta)
{
	uint64_t bit, flags;

	if (pk_row_value(ctx, PK_R_TRACE_ARRAY_FL_LAST_BOOT, &bit) != PK_OK)
		return delta != 0;
	return pk_member_uint(ctx, instance->addr, PK_R_trace_array_fl, &flags) == PK_OK &&
	       (flags & bit);
}

static enum pk_status read_module(struct pk_ctx *ctx, uint64_t entry, uint64_t delta,
				  struct module *ret)
{
	struct module module;
	enum pk_status status = pk_member_uint(ctx, entry, PK_R_trace_mod_entry_addr, &module.addr);

	if (status == PK_OK)
		status = pk_read_ptr(ctx, delta, &module.delta);
	if (status == PK_OK)
		*ret = module;
	return status;
}

static enum pk_status read_table(struct pk_ctx *ctx, uint64_t scratch, uint64_t deltas,
				 struct pk_last_boot *last_boot)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t nr, entries, size, first, word = ctx->target->facts.word_size;

	nr = pk_member(&r, scratch, PK_R_trace_scratch_nr_entries);
	entries = pk_offset(&r, PK_R_trace_scratch_entries);
	size = pk_value(&r, PK_R_trace_mod_entry_size);
	first = pk_offset(&r, PK_R_trace_module_delta_delta);
	if (nr > MAX_MODULES || !size || size > MAX_ENTRY)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "%llu modules of %llu bytes",
				   (unsigned long long)nr, (unsigned long long)size));
	if (!pk_ok(&r) || !nr)
		return r.status;
	last_boot->modules = calloc(nr, sizeof(*last_boot->modules));
	if (!last_boot->modules)
		return pk_fail(ctx, PK_NOMEM, "the modules of the last boot");
	for (uint64_t i = 0; i < nr && pk_ok(&r); i++) {
		struct module *module = &last_boot->modules[i];

		pk_try(&r, read_module(ctx, scratch + entries + i * size, deltas + first + i * word,
				       module));
		if (pk_ok(&r) && i && module->addr < module[-1].addr)
			pk_try(&r, pk_fail(ctx, PK_CORRUPT, "module %llu is out of order",
					   (unsigned long long)i));
		if (pk_ok(&r))
			last_boot->nr = i + 1;
	}
	return r.status;
}

enum pk_status pk_last_boot_create(struct pk_ctx *ctx, const struct pk_instance *instance,
				   struct pk_last_boot **ret_last_boot)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_last_boot *last_boot;
	uint64_t delta, data_delta = 0;
	uint64_t scratch, deltas;

	if (pk_has(ctx, PK_R_trace_array_data_delta) &&
	    pk_member_uint(ctx, instance->addr, PK_R_trace_array_data_delta, &data_delta) != PK_OK)
		data_delta = 0;
	if (!pk_has(ctx, PK_R_trace_array_text_delta) ||
	    pk_member_uint(ctx, instance->addr, PK_R_trace_array_text_delta, &delta) != PK_OK ||
	    !is_last_boot(ctx, instance, delta | data_delta)) {
		*ret_last_boot = NULL;
		return PK_OK;
	}
	last_boot = calloc(1, sizeof(*last_boot));
	if (!last_boot)
		return pk_fail(ctx, PK_NOMEM, "the last boot's addresses");
	last_boot->text_delta = delta;
	last_boot->data_delta = data_delta;
	if (pk_has(ctx, PK_R_trace_array_module_delta) &&
	    pk_row_value(ctx, PK_R_kernel_start, &last_boot->start) == PK_OK &&
	    pk_row_value(ctx, PK_R_kernel_end, &last_boot->end) != PK_OK)
		last_boot->end = 0;
	if (pk_row_value(ctx, PK_R_kernel_start, &last_boot->text_start) != PK_OK ||
	    pk_row_value(ctx, PK_R_kernel_end, &last_boot->text_end) != PK_OK)
		last_boot->text_end = 0;

	if (!pk_has(ctx, PK_R_trace_array_module_delta) || !pk_has(ctx, PK_R_trace_array_scratch)) {
		r.status = PK_OK;
	} else {
		deltas = pk_member(&r, instance->addr, PK_R_trace_array_module_delta);
		scratch = pk_member(&r, instance->addr, PK_R_trace_array_scratch);
		if (deltas && scratch)
			pk_try(&r, read_table(ctx, scratch, deltas, last_boot));
	}

	if (r.status == PK_NOMEM) {
		pk_last_boot_destroy(last_boot);
		return r.status;
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "trace instance %s: modules of the last boot after the first %llu: %s",
			instance->name, (unsigned long long)last_boot->nr, pk_error(ctx));
	*ret_last_boot = last_boot;
	return PK_OK;
}

void pk_last_boot_destroy(struct pk_last_boot *last_boot)
{
	if (!last_boot)
		return;
	free(last_boot->modules);
	free(last_boot);
}

/* The last module that begins at or before ADDR; NULL: it is the kernel's. */
static const struct module *module_of(const struct pk_last_boot *last_boot, uint64_t addr)
{
	size_t after = pk_first(last_boot->nr, at, last_boot->modules[at].addr <= addr);

	return after ? &last_boot->modules[after - 1] : NULL;
}

uint64_t pk_last_boot_address(const struct pk_last_boot *last_boot, uint64_t addr)
{
	const struct module *module = last_boot ? module_of(last_boot, addr) : NULL;
	uint64_t moved;

	if (!last_boot)
		return addr;
	if (module)
		return addr + module->delta;
	moved = addr + last_boot->text_delta;
	return !last_boot->end || (moved >= last_boot->start && moved < last_boot->end) ? moved
											: addr;
}

uint64_t pk_last_boot_function(const struct pk_ctx *ctx, uint64_t addr)
{
	const struct pk_last_boot *last_boot = ctx->last_boot;
	const struct module *module = last_boot ? module_of(last_boot, addr) : NULL;
	uint64_t moved = last_boot ? addr + last_boot->text_delta : addr;

	if (!last_boot)
		return addr;
	if (module && module->delta)
		return addr + module->delta;
	if (!module && moved >= last_boot->text_start && moved < last_boot->text_end)
		return moved;
	return addr ^ NOWHERE;
}

static void free_last_boot(void *last_boot)
{
	pk_last_boot_destroy(last_boot);
}

enum pk_status pk_last_boot_enter(struct pk_ctx *ctx, const struct pk_instance *instance)
{
	struct pk_last_boot *last_boot;
	enum pk_status status = pk_last_boot_create(ctx, instance, &last_boot);

	if (status != PK_OK)
		return status;
	pk_last_boot_destroy(ctx->slots[PK_SLOT_LAST_BOOT]);
	ctx->slots[PK_SLOT_LAST_BOOT] = last_boot;
	ctx->slot_free[PK_SLOT_LAST_BOOT] = free_last_boot;
	ctx->last_boot = last_boot;
	return PK_OK;
}

bool pk_last_boot_moved(const struct pk_last_boot *last_boot)
{
	return last_boot && (last_boot->text_delta || last_boot->data_delta);
}
