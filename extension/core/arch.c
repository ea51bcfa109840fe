// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/arch.h"

#include <string.h>

const struct pk_arch *pk_arch(const struct pk_ctx *ctx)
{
	static const struct pk_arch *const known[] = {&pk_arch_x86_64, &pk_arch_aarch64};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(known[i]->machine, ctx->target->facts.machine))
			return known[i];
	return NULL;
}

const char *pk_site_kind_name(enum pk_site_kind kind)
{
	switch (kind) {
	case PK_SITE_NOP:
		return "nop";
	case PK_SITE_CALL:
		return "call";
	case PK_SITE_JUMP:
		return "jump";
	case PK_SITE_BREAKPOINT:
		return "breakpoint";
	case PK_SITE_OTHER:
		return "other";
	}
	return "?";
}
