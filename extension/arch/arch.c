// SPDX-License-Identifier: GPL-3.0-or-later
#include "arch/arch.h"

#include <string.h>

#include "core/kit.h"
#include "core/reader.h"

const struct pk_arch *pk_arch_of_machine(const char *machine)
{
	static const struct pk_arch *const known[] = {&pk_arch_x86_64, &pk_arch_aarch64,
						      &pk_arch_ppc64le, &pk_arch_s390x};

	for (size_t i = 0; i < PK_ARRAY_SIZE(known); i++)
		if (!strcmp(known[i]->machine, machine))
			return known[i];
	return NULL;
}

const struct pk_arch *pk_arch(const struct pk_ctx *ctx)
{
	return pk_arch_of_machine(ctx->target->facts.machine);
}

bool pk_arch_is_kernel(const struct pk_ctx *ctx, uint64_t addr)
{
	const struct pk_arch *arch = pk_arch(ctx);

	return addr && (!arch || addr >= arch->kernel_begin);
}

#define MAX_FUNCTION 4096 /* bytes */

enum pk_status pk_arch_argument(struct pk_ctx *ctx, uint64_t regs, unsigned nr, uint64_t *ret_value)
{
	const struct pk_arch *arch = pk_arch(ctx);
	uint64_t at;

	if (!arch || nr >= (arch->array_args ? arch->array_args : arch->nr_arg_rows))
		return pk_none(ctx, PK_ABSENT);
	if (!arch->array_args)
		return pk_has(ctx, arch->arg_rows[nr])
			       ? pk_member_uint(ctx, regs, arch->arg_rows[nr], ret_value)
			       : pk_none(ctx, PK_ABSENT);
	if (!pk_has(ctx, arch->arg_rows[0]) || pk_row_offset(ctx, arch->arg_rows[0], &at) != PK_OK)
		return pk_none(ctx, PK_ABSENT);
	return pk_read_ptr(ctx, regs + at + (arch->arg_first + nr) * ctx->target->facts.word_size,
			   ret_value);
}

uint64_t pk_arch_branch_end(struct pk_ctx *ctx, uint64_t addr)
{
	const struct pk_arch *arch = pk_arch(ctx);
	uint64_t end = arch && arch->veneer ? arch->veneer(ctx, addr) : 0;

	return end ? end : addr;
}

uint64_t pk_arch_return_key(struct pk_ctx *ctx, uint64_t slot)
{
	const struct pk_arch *arch = pk_arch(ctx);

	return arch && arch->return_key ? arch->return_key(ctx, slot) : slot;
}

/* LEN bytes of CODE at ADDR, followed by zeros. */
static bool refers(const struct pk_arch *arch, uint64_t addr, const uint8_t *code, uint64_t len,
		   const uint64_t image[2], pk_reference_fn fn, void *arg)
{
	uint64_t targets[PK_REFERENCES];

	for (uint64_t i = 0; i < len; i++) {
		unsigned nr = arch->references(addr + i, code + i, targets);

		while (nr--)
			if (targets[nr] >= image[0] && targets[nr] < image[1] &&
			    fn(targets[nr], arg))
				return true;
	}
	return false;
}

enum pk_status pk_arch_refers(struct pk_ctx *ctx, uint64_t addr, pk_reference_fn fn, void *arg)
{
	const struct pk_arch *arch = pk_arch(ctx);
	uint8_t code[MAX_FUNCTION + PK_REFERENCE_BYTES] = {0};
	struct pk_reader r = {.ctx = ctx};
	struct pk_symbol symbol = {0};
	uint64_t image[2];

	if (!arch || !arch->references)
		return pk_none(ctx, PK_UNSUPPORTED);
	image[0] = pk_value(&r, PK_R_kernel_start);
	image[1] = pk_value(&r, PK_R_kernel_end);
	pk_try(&r, pk_symbol_at(ctx, addr, &symbol));
	if (pk_ok(&r) && (symbol.addr != addr || symbol.size > MAX_FUNCTION))
		return pk_none(ctx, PK_UNSUPPORTED);
	pk_try(&r, pk_read_quietly(ctx, addr, code, symbol.size));
	if (!pk_ok(&r)) /* not even where the kernel's image lies */
		return r.status == PK_ABSENT ? pk_none(ctx, PK_UNSUPPORTED) : r.status;
	if (!pk_any(symbol.size, i, code[i])) /* a page that was left out as one of zeros */
		return pk_none(ctx, PK_CORRUPT);
	return refers(arch, addr, code, symbol.size, image, fn, arg) ? PK_OK
								     : pk_none(ctx, PK_ABSENT);
}

static bool fits(const char *name, const char *pattern)
{
	const char *star = strchr(pattern, '*');
	size_t len = strlen(name), head, tail;

	if (!star)
		return !strcmp(name, pattern);
	head = (size_t)(star - pattern);
	tail = strlen(star + 1);
	return len >= head + tail && !strncmp(name, pattern, head) &&
	       !strcmp(name + len - tail, star + 1);
}

bool pk_arch_names(const char *const *patterns, const char *name)
{
	for (; patterns && *patterns; patterns++)
		if (fits(name, *patterns))
			return true;
	return false;
}
