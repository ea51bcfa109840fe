// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/stack.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"

#define MAX_FRAMES 1024
#define MAX_STACK (1u << 20) /* bytes of one stack */

bool pk_stack_region_add(struct pk_stack_image *image, uint64_t low, uint64_t high,
			 const char *kind)
{
	if (image->nr_regions == PK_STACK_REGIONS || high <= low || high - low > MAX_STACK)
		return false;
	image->regions[image->nr_regions++] =
		(struct pk_stack_region){.low = low, .high = high, .kind = kind};
	return true;
}

struct pk_stack_region *pk_stack_region_of(struct pk_stack_image *image, uint64_t addr)
{
	return pk_find(image->regions, image->nr_regions, addr >= it->low && addr < it->high);
}

bool pk_stack_advances(struct pk_stack_image *image, uint64_t from, uint64_t to, unsigned *switches)
{
	struct pk_stack_region *old = pk_stack_region_of(image, from);
	struct pk_stack_region *new = pk_stack_region_of(image, to);

	if (!new || !new->in_use)
		return false;
	return new == old ? to > from : ++*switches <= PK_STACK_REGIONS;
}

bool pk_stack_frame_add(struct pk_stack_image *image, const struct pk_open_frame *frame)
{
	if (image->nr_frames == MAX_FRAMES)
		return false;
	if (!pk_grow(image->frames, image->nr_frames, image->room_frames))
		return false;
	image->frames[image->nr_frames++] = *frame;
	return true;
}

static bool is_text(const struct pk_symbol *symbol)
{
	return strchr("tTwWi?", symbol->type) != NULL;
}

bool pk_stack_function_at(struct pk_ctx *ctx, uint64_t pc, bool at_return, uint64_t *ret_func)
{
	struct pk_symbol symbol;
	uint64_t at = at_return ? pc - 1 : pc;

	if (pk_symbol_at(ctx, at, &symbol) != PK_OK || !is_text(&symbol) ||
	    (symbol.size && at - symbol.addr >= symbol.size))
		return false;
	*ret_func = symbol.addr;
	return true;
}

void pk_stack_saved_add(struct pk_stack_image *image, uint64_t regs, uint64_t ip, uint64_t sp)
{
	if (image->nr_saved < PK_ARRAY_SIZE(image->saved))
		image->saved[image->nr_saved++] = (struct pk_saved_regs){
			.addr = regs, .ip = ip, .sp = sp, .frame = image->nr_frames};
}
