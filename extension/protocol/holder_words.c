// SPDX-License-Identifier: GPL-3.0-or-later
#include "protocol/stage.h"

const char *pk_holder_name(enum pk_holder holder)
{
	static const char *const words[] = {
#define HOLDER(name, word) word,
#include "protocol/holders.def"
#undef HOLDER
	};

	return words[holder];
}
