// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/lives/packets.h"
#include "core/kit.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/lives/packet_work.h"

void pk_packet_set_deinit(struct pk_packet_set *set)
{
	if (!set->kept) {
		pk_packet_pool_destroy(set->pool);
		free(set->packets);
	}
	memset(set, 0, sizeof(*set));
}

struct pk_packet *pk_packet_set_make(struct pk_packet_set *set)
{
	struct pk_packet *packet;

	if (!set->pool)
		set->pool = pk_packet_pool_create();
	packet = set->pool ? pk_packet_pool_add(set->pool) : NULL;
	if (packet)
		packet->work = pk_packet_pool_alloc(set->pool, sizeof(*packet->work));
	return packet && packet->work ? packet : NULL;
}

struct pk_packet *pk_packet_set_add(struct pk_packet_set *set)
{
	struct pk_packet *packet;

	if (!pk_grow(set->packets, set->nr, set->room))
		return NULL;
	packet = pk_packet_set_make(set);
	if (packet)
		set->packets[set->nr++] = packet;
	return packet;
}

bool pk_packet_after_panic(const struct pk_packet_set *set, const struct pk_packet *packet)
{
	return set->died_known && !packet->timeless && packet->first_ns > set->died_ns;
}

static enum pk_match match_age(const struct pk_packet_set *set,
			       const struct pk_packet_filter *filter,
			       const struct pk_packet *packet)
{
	uint64_t end = pk_packet_set_end(set), age;

	if (filter->max_age == UINT64_MAX && !filter->min_age)
		return PK_MATCH_YES;
	if (packet->timeless)
		return PK_MATCH_MAY;
	age = end > packet->first_ns ? end - packet->first_ns : 0;
	return age <= filter->max_age && age >= filter->min_age ? PK_MATCH_YES : PK_MATCH_NO;
}

enum pk_match pk_packet_set_match(const struct pk_packet_set *set,
				  const struct pk_packet_filter *filter,
				  const struct pk_packet *packet)
{
	if (!filter)
		return PK_MATCH_YES;
	return pk_match_and(match_age(set, filter, packet), pk_filter_match(filter, packet));
}

bool pk_packet_set_wants(const struct pk_packet_set *set, const struct pk_packet_filter *filter,
			 const struct pk_packet *packet)
{
	enum pk_match match;

	if (filter && filter->to_panic && pk_packet_after_panic(set, packet))
		return false;
	match = pk_packet_set_match(set, filter, packet);
	return match == PK_MATCH_YES || (match == PK_MATCH_MAY && filter->may_match);
}

const struct pk_packet *pk_packet_of_panic(const struct pk_packet_set *set)
{
	for (uint32_t i = set->of_last_boot ? 0 : set->nr; i-- > 0;) {
		const struct pk_packet *packet = set->packets[i];

		if (packet->outcome != PK_OUT_IN_FLIGHT || pk_packet_after_panic(set, packet))
			continue;
		if (set->panic_cpu < 0 || packet->in_func_by_stack)
			return packet;
		if (pk_has_open_piece(packet, set->panic_cpu))
			return packet;
	}
	return NULL;
}

static unsigned place_in_list(const struct pk_packet_set *set, const struct pk_packet *packet,
			      const struct pk_packet *died_with)
{
	if (pk_packet_after_panic(set, packet))
		return 3;
	return packet == died_with ? 2 : packet->outcome == PK_OUT_IN_FLIGHT;
}

void pk_packet_set_order(struct pk_packet_set *set)
{
	const struct pk_packet *died_with = pk_packet_of_panic(set);
	struct pk_packet **sorted = malloc((set->nr + 1) * sizeof(*sorted));
	uint32_t nr = 0;

	for (unsigned place = 0; sorted && place <= 3; place++)
		for (uint32_t i = 0; i < set->nr; i++)
			if (place_in_list(set, set->packets[i], died_with) == place)
				sorted[nr++] = set->packets[i];
	if (sorted && nr)
		memcpy(set->packets, sorted, nr * sizeof(*sorted));
	free(sorted);
}

int64_t pk_packet_find(const struct pk_packet_set *set, const char *id)
{
	int64_t found = -1;

	for (uint32_t i = 0; i < set->nr; i++) {
		char text[64];

		if (!strcmp(pk_packet_id(set->packets[i], text, sizeof(text)), id))
			return i;
		if (!pk_packet_id_ends_in(set->packets[i], id))
			continue;
		if (found >= 0)
			return -2;
		found = i;
	}
	return found;
}
