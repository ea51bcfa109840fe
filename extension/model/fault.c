// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/fault.h"

const char *const pk_bad_pointer_names[] = {
	[PK_BAD_UNJUDGED] = "not-judged",
	[PK_BAD_NULL] = "null",
	[PK_BAD_SMALL] = "small-number",
	[PK_BAD_LIST_POISON] = "list-poison",
	[PK_BAD_FREE_POISON] = "free-poison",
	[PK_BAD_NEW_POISON] = "uninitialized-poison",
	[PK_BAD_REDZONE] = "redzone",
	[PK_BAD_PAGE_POISON] = "page-poison",
	[PK_BAD_ERROR] = "error",
	[PK_BAD_USER] = "user",
	[PK_BAD_NON_CANONICAL] = "non-canonical",
	[PK_BAD_FREED_AGAIN] = "freed-again",
	[PK_BAD_NO_OBJECT] = "no-slab-object",
};
