// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/status.h"

const char *pk_status_name(enum pk_status status)
{
	switch (status) {
	case PK_OK:
		return "ok";
	case PK_ABSENT:
		return "absent";
	case PK_UNREADABLE:
		return "unreadable";
	case PK_CORRUPT:
		return "corrupt";
	case PK_NOT_CAPTURED:
		return "not captured";
	case PK_UNSUPPORTED:
		return "unsupported";
	case PK_LIMIT:
		return "limit reached";
	case PK_NOMEM:
		return "out of memory";
	case PK_USAGE:
		return "usage";
	case PK_IO:
		return "i/o error";
	}
	return "?";
}
