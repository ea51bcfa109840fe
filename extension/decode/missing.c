// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/missing.h"

#include "core/kit.h"
#include "decode/module.h"
#include "decode/slab.h"

/*
 * makedumpfile leaves out pages by class (-d: zero, cache, user, free). One that is older than the kernel takes a
 * class for another: from 6.10 on ("mm: free up PG_slab") slab pages have no flag of their own, and look like free or
 * user pages to it. The struct pages are in the dump, and say of what class a page was that is not. What no level leaves
 * out is told by where it lies, or by who asked for it.
 */
#define FEW 8 /* pages that may be missing for any reason */

enum missing_class { SLAB, STRUCTS, EVENTS, PERCPU, MODULES, NR_CLASSES };

static const struct {
	const char *what, *so, *cause;
} classes[NR_CLASSES] = {
	[SLAB] = {"pages of the kernel's slab caches", "sockets, packets and tasks may be missing",
		  "no dump level filters these, so it is likely that makedumpfile is older than"},
	[STRUCTS] = {"struct pages",
		     "addresses cannot be classified, so packets and sockets may be missing",
		     "no dump level filters these: it is incomplete, or made by a program that is "
		     "older than"},
	[EVENTS] = {"pages of ring buffers", "their events are missing",
		    "no dump level filters these, so it is likely that makedumpfile is older than"},
	[PERCPU] = {"per-CPU memory", "what CPUs had queued and were doing may be missing",
		    "no dump level filters these: it is incomplete, or made by a program that is "
		    "older than"},
	[MODULES] = {"memory of modules", "their probes, types and symbols may be missing",
		     "no dump level filters these: it is incomplete, or made by a program that is "
		     "older than"},
};

static bool is_percpu(struct pk_ctx *ctx, uint64_t addr)
{
	uint64_t start, end, offset;

	if (pk_symbol_find(ctx, "__per_cpu_start", &start) != PK_OK ||
	    pk_symbol_find(ctx, "__per_cpu_end", &end) != PK_OK)
		return false;
	return pk_any(ctx->target->facts.nr_cpu_ids, cpu,
		      pk_percpu_offset(ctx, (int)cpu, &offset) == PK_OK &&
			      addr + ctx->target->facts.page_size > start + offset &&
			      addr < end + offset);
}

/* False: nothing says of what class page I is. *RET_CLASS NR_CLASSES: of another one. */
static bool class_of(struct pk_ctx *ctx, const struct pk_modules *modules, unsigned i,
		     enum missing_class *ret_class)
{
	uint64_t addr = ctx->missing[i];
	bool owns;

	if (ctx->missing_class[i] != PK_PAGES_ANY) {
		*ret_class = ctx->missing_class[i] == PK_PAGES_STRUCTS ? STRUCTS : EVENTS;
		return true;
	}
	if (is_percpu(ctx, addr) || pk_module_at(modules, addr)) {
		*ret_class = pk_module_at(modules, addr) ? MODULES : PERCPU;
		return true;
	}
	if (pk_slab_owns_page(ctx, addr, &owns) != PK_OK)
		return false;
	*ret_class = owns ? SLAB : NR_CLASSES;
	return true;
}

/*
 * The first makedumpfile that knows this kernel's struct page; no dump says which one wrote it. NULL: any of the kernel's
 * time does. Its commits: "Fix wrong exclusion of compound tail pages on Linux 7.1 and later" (page.compound_head was renamed in
 * VMCOREINFO), "fix detection of typed (compound) pages (Linux 6.12)", "Fix wrong exclusion of Slab pages on Linux 6.10-rc1
 * and later".
 */
static const char *right_program(struct pk_ctx *ctx)
{
	const struct pk_row_value *head = pk_layout_get(ctx, PK_R_page_compound_head);
	uint64_t bit;

	if (head->state == PK_ROW_FOUND && head->candidate == 1)
		return "makedumpfile 1.8.0 or later";
	if (pk_has(ctx, PK_R_PGTY_slab))
		return "makedumpfile 1.7.7 or later";
	if (pk_row_value(ctx, PK_R_PG_slab, &bit) == PK_OK && bit >= 64)
		return "makedumpfile 1.7.6 or later";
	return NULL;
}

void pk_missing_diagnose(struct pk_ctx *ctx)
{
	unsigned nr = ctx->nr_missing, counts[NR_CLASSES + 1] = {0}, known = 0;
	struct pk_modules modules = {0};
	enum missing_class most = SLAB, page_class;
	const char *program;

	if (nr < FEW)
		return;
	if (pk_modules_load(ctx, &modules) != PK_OK)
		modules = (struct pk_modules){0};
	for (unsigned i = 0; i < nr; i++)
		if (class_of(ctx, &modules, i, &page_class)) {
			known++;
			counts[page_class]++;
		}
	pk_modules_deinit(&modules);
	for (page_class = SLAB; page_class < NR_CLASSES; page_class++)
		if (counts[page_class] > counts[most])
			most = page_class;
	if (known < FEW || counts[most] < known - known / 4)
		return;
	program = most == SLAB || most == EVENTS ? right_program(ctx) : NULL;
	pk_warn(ctx,
		"the dump lacks %s (%u of %u%s looked up): %s; %s kernel %s: filter the "
		"dump with %s",
		classes[most].what, counts[most], known, nr == PK_MAX_MISSING ? " or more" : "",
		classes[most].so, classes[most].cause, ctx->target->facts.release,
		program ? program : "a newer one");
	if (ctx->nr_warnings > 1 && ctx->nr_warnings < PK_MAX_WARNINGS) { /* the cause first */
		char *last = ctx->warnings[ctx->nr_warnings - 1];

		for (unsigned i = ctx->nr_warnings - 1; i; i--)
			ctx->warnings[i] = ctx->warnings[i - 1];
		ctx->warnings[0] = last;
	}
}
