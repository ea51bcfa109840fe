// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/skb.h"

const char *pk_object_kind_name(enum pk_object_kind kind)
{
	switch (kind) {
	case PK_OBJECT_NONE:
		return "none";
	case PK_OBJECT_SKB:
		return "skb";
	case PK_OBJECT_SKB_FCLONE:
		return "skb (fclone)";
	case PK_OBJECT_SOCK:
		return "sock";
	case PK_OBJECT_REQUEST_SOCK:
		return "request sock";
	case PK_OBJECT_TW_SOCK:
		return "time-wait sock";
	case PK_OBJECT_OTHER:
		return "other";
	}
	return "none";
}
