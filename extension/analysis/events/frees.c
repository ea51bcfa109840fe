// SPDX-License-Identifier: GPL-3.0-or-later
/* Whether a probe on the freeing of skbs sees every one. */
#include <string.h>

#include "analysis/events/facts.h"
#include "arch/arch.h"
#include "core/kit.h"

/* bytes: a call may go to a thunk in front of the function, or behind its landing pad */
#define CALL_BEFORE 32
#define CALL_BEHIND 16

struct callees {
	struct pk_ctx *ctx;
	uint64_t addrs[1 + PK_FREE_INNER];
	unsigned nr;
};

static bool is_callee(uint64_t target, void *arg)
{
	const struct callees *callees = arg;
	struct pk_symbol symbol;

	if (pk_any(callees->nr, i,
		   target + CALL_BEFORE >= callees->addrs[i] &&
			   target < callees->addrs[i] + CALL_BEHIND))
		return true;
	if (pk_symbol_at(callees->ctx, target, &symbol) != PK_OK || symbol.addr != target)
		return false;
	pk_strip_suffixes(symbol.name);
	return !strcmp(symbol.name, pk_free_functions[0]);
}

const char *pk_frees_unseen(struct pk_ctx *ctx, const char *free)
{
	struct callees callees = {.ctx = ctx};
	uint64_t addr;

	if (pk_symbol_find(ctx, free, &callees.addrs[callees.nr]) == PK_OK)
		callees.nr++;
	for (size_t i = 0; pk_free_functions[i]; i++) {
		if (pk_symbol_find(ctx, pk_free_functions[i], &addr) != PK_OK)
			continue;
		if (pk_arch_refers(ctx, addr, is_callee, &callees) == PK_ABSENT)
			return pk_free_functions[i];
		if (i < PK_FREE_INNER)
			callees.addrs[callees.nr++] = addr;
	}
	return NULL;
}
