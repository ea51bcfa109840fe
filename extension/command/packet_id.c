// SPDX-License-Identifier: GPL-3.0-or-later
#include "command/packets.h"

#include <string.h>

#include "command/options.h"

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

#define NAMED 12 /* packets that share an end of their IDs */

/* All of them, so that one can be chosen. */
static enum pk_status ambiguous(struct pk_ctx *ctx, const struct pk_packet_set *set,
				const char *end)
{
	char ids[NAMED * 64] = "", id[64];
	uint32_t nr = 0;

	for (uint32_t i = 0; i < set->nr; i++)
		if (pk_packet_id_ends_in(set->packets[i], end) && nr++ < NAMED)
			pk_choice_add(ids, sizeof(ids),
				      pk_packet_id(set->packets[i], id, sizeof(id)));
	if (nr > NAMED)
		return pk_fail(ctx, PK_USAGE, "%s: the IDs of %u packets end so: %s and %u more",
			       end, nr, ids, nr - NAMED);
	return pk_fail(ctx, PK_USAGE, "%s: the IDs of %u packets end so: %s", end, nr, ids);
}

enum pk_status pk_packet_by_id(struct pk_ctx *ctx, const struct pk_packet_set *set, const char *id,
			       const struct pk_packet **ret_packet)
{
	int64_t at = pk_packet_find(set, id);

	if (at == -2)
		return ambiguous(ctx, set, id);
	if (at < 0)
		return pk_fail(ctx, PK_ABSENT, "%s: no such packet", id);
	*ret_packet = set->packets[at];
	return PK_OK;
}
