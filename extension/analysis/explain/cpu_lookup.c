// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/explain/cpu_work.h"

#include <string.h>

#include "arch/arch.h"
#include "core/kit.h"
#include "decode/task/stack.h"

#define MAX_WORDS 640 /* of registers and frames */

bool pk_cpu_look_is(struct pk_ctx *ctx, uint64_t func, const char *const *names)
{
	struct pk_symbol symbol;

	if (pk_symbol_at(ctx, func, &symbol) != PK_OK)
		return false;
	pk_strip_suffixes(symbol.name);
	return pk_arch_names(names, symbol.name);
}

size_t pk_cpu_look_registers(struct pk_cpu_look *look, uint64_t *values, size_t room)
{
	const uint32_t word = look->ctx->target->facts.word_size;
	const struct pk_stack_image *image = &look->image;
	uint64_t size;
	size_t nr = 0;

	if (image->has_regs && look->nr == look->calls->nr) {
		while (nr < image->regs.nr_gpr && nr < room) {
			values[nr] = image->regs.gpr[nr];
			nr++;
		}
		return nr;
	}
	if (pk_row_value(look->ctx, PK_R_pt_regs_size, &size) != PK_OK)
		return 0;
	for (unsigned i = 0; i < image->nr_saved; i++) {
		if (image->saved[i].frame >= image->nr_frames ||
		    image->frames[image->saved[i].frame].pc != look->calls->frames[look->nr - 1].pc)
			continue;
		for (uint64_t at = 0; at + word <= size && at < 512 && nr < room; at += word)
			if (pk_read_ptr(look->ctx, image->saved[i].addr + at, &values[nr]) == PK_OK)
				nr++;
	}
	return nr;
}

/* The words from where the work was interrupted out to the end of call I's frame: its return address, or one frame more
 * where that is saved below what else the frame has (arm64). 0: too many, or not known. */
static size_t frame_words(const struct pk_cpu_look *look, size_t i, uint64_t *values, size_t room)
{
	const struct pk_open_frame *frames = look->calls->frames;
	const struct pk_stack_image *image = &look->image;
	const struct pk_arch *arch = pk_arch(look->ctx);
	const size_t out = arch && arch->return_key ? 2 : 1;
	size_t from, to, nr = 0;

	if (i < out || !frames[look->nr - 1].slot || !frames[i - out].slot)
		return 0;
	from = pk_stack_word_index(image, frames[look->nr - 1].slot);
	to = pk_stack_word_index(image, frames[i - out].slot);
	if (to >= image->nr_words || from >= to || to - from > room)
		return 0;
	for (size_t at = from; at < to; at++)
		values[nr++] = image->words[at].word;
	return nr;
}

/* What call I has at hand: the registers that the interrupt saved, and the words of its frame and of what it called.
 * 0: either is missing. */
static size_t words_at_hand(struct pk_cpu_look *look, size_t i, uint64_t values[MAX_WORDS])
{
	size_t registers = pk_cpu_look_registers(look, values, PK_LOOK_REGISTERS), words;

	words = frame_words(look, i, values + registers, MAX_WORDS - registers);
	return registers && words ? registers + words : 0;
}

/* A rule may send a packet, which then meets rules: the registers of both may be at hand. */
static bool is_nested(struct pk_cpu_look *look, size_t i, const char *name)
{
	const char *const names[] = {name, NULL};

	while (i--)
		if (pk_cpu_look_is(look->ctx, look->calls->frames[i].func, names))
			return true;
	return false;
}

enum lookup_kind {
	NO_LOOKUP,
	NFT_LOOKUP,
	XT_LOOKUP,
	HASH_LOOKUP,
	ROUTE_LOOKUP,
	ROUTE6_LOOKUP,
	NEXTHOP_LOOKUP,
	HOPS_LOOKUP,
};

static bool walks_nft(const char *name)
{
	return !strcmp(name, "nft_do_chain");
}

static enum lookup_kind kind_of(const char *name)
{
	static bool (*const walks[])(const char *name) = {
		[NFT_LOOKUP] = walks_nft,	   [XT_LOOKUP] = pk_xt_walks,
		[HASH_LOOKUP] = pk_hash_walks,	   [ROUTE_LOOKUP] = pk_route_walks,
		[ROUTE6_LOOKUP] = pk_route6_walks, [NEXTHOP_LOOKUP] = pk_nexthop_walks,
		[HOPS_LOOKUP] = pk_hops_walks,
	};

	for (size_t i = NO_LOOKUP + 1; i < PK_ARRAY_SIZE(walks); i++)
		if (walks[i](name))
			return (enum lookup_kind)i;
	return NO_LOOKUP;
}

/* Of VALUES those that are addresses on the stack. */
static size_t on_stack(const struct pk_stack_image *image, const uint64_t *values, size_t nr,
		       uint64_t *ret_slots)
{
	size_t found = 0;

	for (size_t i = 0; i < nr; i++) {
		size_t at = pk_stack_word_index(image, values[i]);

		if (at < image->nr_words && image->words[at].slot == values[i])
			ret_slots[found++] = values[i];
	}
	return found;
}

/* Nothing is filled in where nothing was found. */
static void lookup_read(struct pk_cpu_look *look, size_t i, const char *name, enum lookup_kind kind,
			struct pk_cpu_lookup *lookup)
{
	struct pk_ctx *ctx = look->ctx;
	enum pk_status status = PK_OK;
	uint64_t values[MAX_WORDS];
	size_t nr;

	if (kind == NFT_LOOKUP)
		nr = pk_cpu_look_registers(look, values, PK_LOOK_REGISTERS);
	else
		nr = is_nested(look, i, name) ? 0 : words_at_hand(look, i, values);
	if (kind == NFT_LOOKUP)
		status = pk_nft_locate(ctx, values, nr, &lookup->nft);
	else if (kind == XT_LOOKUP)
		status = pk_xt_locate(ctx, name, values, nr, &lookup->xt);
	else if (kind == HASH_LOOKUP)
		status = pk_hash_locate(ctx, name, values, nr, &lookup->hash);
	else if (kind == ROUTE_LOOKUP)
		status = pk_route_locate(ctx, values, nr, &lookup->route);
	else if (kind == ROUTE6_LOOKUP)
		status = pk_route6_locate(ctx, name, values, nr, &lookup->route);
	else if (kind == NEXTHOP_LOOKUP)
		status = pk_nexthop_locate(ctx, values, nr, &lookup->nexthop);
	else if (kind == HOPS_LOOKUP) {
		uint64_t slots[MAX_WORDS];
		size_t nr_slots = on_stack(&look->image, values, nr, slots);

		status = pk_hops_locate(ctx, values, nr, slots, nr_slots, &lookup->route);
	}
	/* That no register or word points into such a table is no damage. */
	if (status != PK_OK && status != PK_ABSENT && status != PK_UNSUPPORTED)
		pk_warn_shown(ctx, "what %s looks a packet up in: %s", name, pk_error(ctx));
}

void pk_cpu_lookup_read(struct pk_cpu_look *look, struct pk_cpu_lookup *ret_lookup)
{
	struct pk_symbol symbol;
	enum lookup_kind kind;
	unsigned seen = 1u << NO_LOOKUP;

	*ret_lookup = (struct pk_cpu_lookup){0};
	for (size_t i = look->nr; i-- > 0 && i + PK_LOOK_NEAR >= look->nr;) {
		if (pk_symbol_at(look->ctx, look->calls->frames[i].func, &symbol) != PK_OK)
			continue;
		pk_strip_suffixes(symbol.name);
		kind = kind_of(symbol.name);
		if (!(seen >> kind & 1))
			lookup_read(look, i, symbol.name, kind, ret_lookup);
		seen |= 1u << kind;
	}
}
