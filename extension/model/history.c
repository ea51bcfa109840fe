// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/history.h"

#include <stdlib.h>

const char *const pk_mention_kind_names[PK_NR_MENTIONS] = {
	[PK_MENTION_USED] = "used",
	[PK_MENTION_BEGAN] = "began",
	[PK_MENTION_ENDED] = "ended",
};

void pk_history_deinit(struct pk_history *history)
{
	free(history->lives);
	*history = (struct pk_history){0};
}
