// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/cpu_lookup.h"

#include <string.h>

#include "arch/arch.h"
#include "decode/task/stack.h"

#define MAX_REGISTERS 128 /* words of saved ones */
#define MAX_WORDS 640 /* and of frames */

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

/* The words from where the work was interrupted out to the return address of call I. 0: too many, or not known. */
static size_t frame_words(const struct pk_cpu_look *look, size_t i, uint64_t *values, size_t room)
{
	const struct pk_open_frame *frames = look->calls->frames;
	const struct pk_stack_image *image = &look->image;
	size_t from, to, nr = 0;

	if (!i || !frames[look->nr - 1].slot || !frames[i - 1].slot)
		return 0;
	from = pk_stack_word_index(image, frames[look->nr - 1].slot);
	to = pk_stack_word_index(image, frames[i - 1].slot);
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
	size_t registers = pk_cpu_look_registers(look, values, MAX_REGISTERS), words;

	words = frame_words(look, i, values + registers, MAX_WORDS - registers);
	return registers && words ? registers + words : 0;
}

static void nft_read(struct pk_cpu_look *look, struct pk_nft_place *place)
{
	uint64_t values[MAX_REGISTERS];
	size_t nr = pk_cpu_look_registers(look, values, MAX_REGISTERS);

	if (pk_nft_locate(look->ctx, values, nr, place) != PK_OK)
		place->addr = 0;
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

static bool is_lookup(struct pk_cpu_look *look, size_t i, const char *name,
		      struct pk_cpu_lookup *lookup)
{
	uint64_t values[MAX_WORDS];
	bool is_xt = pk_xt_walks(name), is_hash = pk_hash_walks(name);
	bool is_route = pk_route_walks(name);
	size_t nr;

	if (!strcmp(name, "nft_do_chain")) {
		nft_read(look, &lookup->nft);
		return true;
	}
	if (!is_xt && !is_hash && !is_route)
		return false;
	nr = is_nested(look, i, name) ? 0 : words_at_hand(look, i, values);
	if (is_xt && pk_xt_locate(look->ctx, name, values, nr, &lookup->xt) != PK_OK)
		lookup->xt.addr = 0;
	if (is_hash && pk_hash_locate(look->ctx, name, values, nr, &lookup->hash) != PK_OK)
		lookup->hash.addr = 0;
	if (is_route && pk_route_locate(look->ctx, values, nr, &lookup->route) != PK_OK)
		lookup->route.addr = 0;
	return true;
}

void pk_cpu_lookup_read(struct pk_cpu_look *look, struct pk_cpu_lookup *ret_lookup)
{
	struct pk_symbol symbol;

	*ret_lookup = (struct pk_cpu_lookup){0};
	for (size_t i = look->nr; i-- > 0 && i + PK_LOOK_NEAR >= look->nr;) {
		if (pk_symbol_at(look->ctx, look->calls->frames[i].func, &symbol) != PK_OK)
			continue;
		pk_strip_suffixes(symbol.name);
		if (is_lookup(look, i, symbol.name, ret_lookup))
			return;
	}
}
