// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/function_tree.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/events/call_stack.h"
#include "arch/arch.h"
#include "decode/trace/clock.h"
#include "decode/trace/event_format.h"

void pk_text_places_deinit(struct pk_text_places *places)
{
	pk_hash_deinit(&places->places, free);
}

/* Code that the hardware enters, or that a new task begins with. What else is not traced (lock and clock
 * helpers) has callers. */
static bool is_entry(const struct pk_ctx *ctx, const char *name)
{
	static const char *const begins[] = {"ret_from_fork*", "secondary_startup*", NULL};
	const struct pk_arch *arch = pk_arch(ctx);

	return pk_arch_names(begins, name) || (arch && pk_arch_names(arch->task_entries, name));
}

/* foo.cold, foo.cold.12: text that the compiler moved away from foo, called by nobody. */
static uint64_t start_of(struct pk_ctx *ctx, const struct pk_symbol *symbol)
{
	const char *cold = strstr(symbol->name, ".cold");
	char name[PK_SYMBOL_NAME_MAX];
	uint64_t addr;

	if (!cold)
		return symbol->addr;
	memcpy(name, symbol->name, (size_t)(cold - symbol->name));
	name[cold - symbol->name] = '\0';
	return pk_symbol_find(ctx, name, &addr) == PK_OK ? addr : symbol->addr;
}

struct pk_text_place pk_text_place(struct pk_ctx *ctx, struct pk_text_places *places, uint64_t addr,
				   bool is_return)
{
	struct pk_text_place *place, unknown = {0};
	struct pk_symbol symbol;

	if (!addr)
		return unknown;
	addr -= is_return;
	place = pk_hash_get(&places->places, addr);
	if (place)
		return *place;
	place = pk_hash_obtain(&places->places, addr, sizeof(*place));
	if (!place)
		return unknown;
	if (pk_symbol_at(ctx, addr, &symbol) == PK_OK) {
		place->func = start_of(ctx, &symbol);
		place->entry = is_entry(ctx, symbol.name);
	}
	return *place;
}

static void leave_to(struct pk_function_tree *tree, uint32_t nr, pk_tree_fn fn, void *arg)
{
	while (tree->nr > nr) {
		tree->nr--;
		fn(arg, &tree->frames[tree->nr], tree->dropped + tree->nr, true);
	}
}

static void push(struct pk_function_tree *tree, struct pk_tree_frame frame, pk_tree_fn fn,
		 void *arg)
{
	uint32_t doubtful = 0;

	/* No stack is that deep: calls of a filtered trace that are over pile up. The newest must not depend on how many. */
	if (tree->nr == PK_TREE_DEPTH)
		tree->dropped += pk_calls_drop_half(tree->frames, sizeof(*tree->frames), &tree->nr,
						    &doubtful);
	tree->frames[tree->nr++] = frame;
	fn(arg, &tree->frames[tree->nr - 1], tree->dropped + tree->nr - 1, false);
}

/* Index of the innermost frame that ENTRY's caller is, -1: none. A frame of a lower context can be that if it
 * led into this one: if its own entry was recorded, it is the function; an implied one may be an earlier call's
 * and is taken only where this context's frames stand on it, or, if there are none yet, as the newest. In one context,
 * too, an implied frame is an earlier call's perhaps, once there is a loose one inside of it. */
static int64_t caller(const struct pk_function_tree *tree, const struct pk_function_entry *entry)
{
	bool implied_may = true, loose = false;
	bool stands = tree->nr && tree->frames[tree->nr - 1].context == entry->context;

	for (int64_t i = (int64_t)tree->nr - 1; i >= 0; i--) {
		const struct pk_tree_frame *frame = &tree->frames[i];
		bool below = frame->context < entry->context;

		if (frame->func == entry->parent.func &&
		    (!frame->implied || (below ? implied_may : !loose)))
			return i;
		loose |= frame->loose;
		/* One frame below this context's own, or down to the newest implied one. */
		if (below && (frame->implied || stands))
			implied_may = false;
	}
	return -1;
}

/* Frames of TREE that CHAIN has too, in its order: how many of the outermost stay. *RET_FROM: what CHAIN
 * has inside of them. */
static uint32_t common(const struct pk_function_tree *tree, const uint64_t *chain, uint32_t nr,
		       uint32_t *ret_from)
{
	uint32_t left = nr, kept = 0;

	while (kept < tree->nr) {
		uint32_t at = left;

		while (at && chain[at - 1] != tree->frames[kept].func)
			at--;
		if (!at)
			break;
		left = at - 1;
		kept++;
	}
	*ret_from = left;
	return kept;
}

void pk_function_tree_align(struct pk_function_tree *tree, const uint64_t *chain, uint32_t nr_chain,
			    enum pk_context context, pk_tree_fn fn, void *arg)
{
	uint32_t left;

	leave_to(tree, common(tree, chain, nr_chain, &left), fn, arg);
	while (left--)
		push(tree,
		     (struct pk_tree_frame){
			     .func = chain[left], .context = context, .implied = true},
		     fn, arg);
	for (uint32_t i = 0; i < tree->nr; i++)
		tree->frames[i].loose = false;
}

/* By a stack trace: the entry's callers are all of it from the caller on outwards. */
static bool enter_by_chain(struct pk_function_tree *tree, const struct pk_function_entry *entry,
			   pk_tree_fn fn, void *arg)
{
	uint32_t at = 0;

	while (at < entry->nr_chain && entry->chain[at] != entry->parent.func)
		at++;
	if (at == entry->nr_chain)
		return false;
	pk_function_tree_align(tree, entry->chain + at, entry->nr_chain - at, entry->context, fn,
			       arg);
	return true;
}

static void enter_by_parent(struct pk_function_tree *tree, const struct pk_function_entry *entry,
			    pk_tree_fn fn, void *arg)
{
	uint32_t nr = tree->nr;
	int64_t at;

	/* What interrupted is over when what it interrupted goes on. */
	while (nr && tree->frames[nr - 1].context > entry->context)
		nr--;
	leave_to(tree, nr, fn, arg);
	at = entry->parent.func ? caller(tree, entry) : -1;
	if (at >= 0) {
		leave_to(tree, (uint32_t)at + 1, fn, arg);
		return;
	}
	if (entry->parent.entry) {
		while (nr && tree->frames[nr - 1].context == entry->context)
			nr--;
		leave_to(tree, nr, fn, arg);
	}
	if (entry->parent.func)
		push(tree,
		     (struct pk_tree_frame){
			     .func = entry->parent.func,
			     .context = entry->context,
			     .implied = true,
			     .loose = tree->nr && entry->filtered && !entry->parent.entry,
		     },
		     fn, arg);
}

void pk_function_tree_enter(struct pk_function_tree *tree, const struct pk_function_entry *entry,
			    pk_tree_fn fn, void *arg)
{
	if (!entry->nr_chain || !enter_by_chain(tree, entry, fn, arg))
		enter_by_parent(tree, entry, fn, arg);
	push(tree, (struct pk_tree_frame){.func = entry->func, .context = entry->context}, fn, arg);
}

uint32_t pk_stack_chain(struct pk_ctx *ctx, struct pk_text_places *places,
			const struct pk_event *event, uint64_t chain[PK_CHAIN_ROOM])
{
	uint64_t word = ctx->target->facts.word_size;
	const uint8_t *callers;
	uint32_t nr, kept = 0;

	if (pk_stack_event(ctx, event, &callers, &nr) != PK_OK)
		return 0;
	for (uint32_t i = 0; i < nr && kept < PK_CHAIN_ROOM; i++) {
		uint64_t caller =
			pk_last_boot_function(ctx, pk_uint(ctx, callers + i * word, word));
		struct pk_text_place place = pk_text_place(ctx, places, caller, true);

		if (place.func)
			chain[kept++] = place.func;
	}
	return kept;
}
