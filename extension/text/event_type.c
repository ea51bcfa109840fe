// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/entry.h"

static const struct pk_kt_entry *find_entry(const struct pk_kt *kt, uint16_t type)
{
	for (const struct pk_kt_entry *entry = kt->entries; entry->type != PK_NR_ROWS; entry++)
		if (pk_has(kt->ctx, entry->type) &&
		    pk_layout_get(kt->ctx, entry->type)->value == type)
			return entry;
	return NULL;
}

const struct pk_kt_type *pk_kt_type(struct pk_kt *kt, uint16_t type)
{
	struct pk_kt_type *found = &kt->types[type % PK_KT_TYPES];

	if (found->known && found->type == type && found->formats == kt->formats)
		return found;
	*found = (struct pk_kt_type){.known = true, .type = type, .formats = kt->formats};
	found->entry = find_entry(kt, type);
	if (!found->entry && kt->formats)
		found->format = pk_format_by_id(kt->formats, type);
	return found;
}
