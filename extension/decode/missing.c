// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/missing.h"

#include "decode/slab.h"

/*
 * makedumpfile leaves out pages by class (-d: zero, cache, user, free). One that is older than the kernel takes a
 * class for another: from 6.10 on ("mm: free up PG_slab") slab pages have no flag of their own, and look like free or
 * user pages to it. The struct pages are in the dump, and say of what class a page was that is not.
 */
#define FEW 8 /* pages that may be missing for any reason */

void pk_missing_diagnose(struct pk_ctx *ctx)
{
	unsigned nr = ctx->nr_missing, slab = 0, known = 0;

	if (nr < FEW)
		return;
	for (unsigned i = 0; i < nr; i++) {
		bool owns;

		if (pk_slab_owns_page(ctx, ctx->missing[i], &owns) != PK_OK)
			continue;
		known++;
		slab += owns;
	}
	if (known < FEW || slab < known - known / 4)
		return;
	pk_warn(ctx,
		"the dump lacks pages of the kernel's slab caches (%u of %u%s that were looked for): sockets, packets and tasks may be missing; no dump level filters these, so it is likely that makedumpfile is older than kernel %s: filter the dump with a newer one",
		slab, known, nr == PK_MAX_MISSING ? " or more" : "", ctx->target->facts.release);
	if (ctx->nr_warnings > 1 && ctx->nr_warnings < PK_MAX_WARNINGS) { /* the cause first */
		char *last = ctx->warnings[ctx->nr_warnings - 1];

		for (unsigned i = ctx->nr_warnings - 1; i; i--)
			ctx->warnings[i] = ctx->warnings[i - 1];
		ctx->warnings[0] = last;
	}
}
