// SPDX-License-Identifier: GPL-3.0-or-later
#include "model/skb.h"

bool pk_slab_is_unshared(const struct pk_slab_count *count)
{
	return count->users.status == PK_OK && count->users.value == 1;
}

struct pk_figure pk_skbs_elsewhere(const struct pk_slab_count *count)
{
	struct pk_figure elsewhere = count->in_use;

	if (count->kind == PK_OBJECT_OTHER || !pk_slab_is_unshared(count))
		return pk_figure_none(PK_ABSENT);
	if (elsewhere.status == PK_OK && elsewhere.value < count->found)
		return pk_figure_none(PK_CORRUPT);
	elsewhere.value -= count->found;
	return elsewhere;
}
