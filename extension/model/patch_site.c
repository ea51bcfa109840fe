// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/patch_site.h"

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
