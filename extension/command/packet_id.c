// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/packet_id.h"

#include <string.h>

/* letters: of fewer, what fits by chance today is another packet's in the next dump */
#define MIN_ID 3

enum pk_status pk_packet_id_read(struct pk_ctx *ctx, const char *word, const char **ret_id)
{
	const char *id = word[0] == '#' ? word + 1 : word;

	if (strlen(id) < MIN_ID)
		return pk_fail(ctx, PK_USAGE,
			       "\"%s\" is too short for an ID: at least %d letters of its end", id,
			       MIN_ID);
	*ret_id = id;
	return PK_OK;
}

enum pk_status pk_packet_by_id(struct pk_ctx *ctx, const struct pk_packet_set *set, const char *id,
			       const struct pk_packet **ret_packet)
{
	int64_t at = pk_packet_find(set, id);

	if (at < 0)
		return pk_fail(ctx, PK_ABSENT, "%s: %s", id,
			       at == -2 ? "ambiguous ID suffix; give more of it"
					: "no such packet");
	*ret_packet = set->packets[at];
	return PK_OK;
}
