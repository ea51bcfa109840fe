// SPDX-License-Identifier: GPL-3.0-or-later
/* Of groups of packets, what needs no dump: names of keys, columns, percentiles. A view may ask for them. */
#include <string.h>

#include "analysis/explain/packet_groups.h"

static const char *const names[PK_NR_GROUP_KEYS] = {
	[PK_BY_REASON] = "reason",     [PK_BY_PLACE] = "place", [PK_BY_DEV] = "dev",
	[PK_BY_FLOW] = "flow",	       [PK_BY_NETNS] = "netns", [PK_BY_SECOND] = "second",
	[PK_BY_PROTOCOL] = "protocol", [PK_BY_STAGE] = "stage", [PK_BY_CPU] = "cpu",
	[PK_BY_CGROUP] = "cgroup",
};

const char *pk_group_key_name(enum pk_group_key key)
{
	return names[key];
}

bool pk_group_by_parse(const char *text, unsigned allowed, struct pk_group_by *ret_by)
{
	struct pk_group_by by = {.nr = 0};

	for (;;) {
		size_t len = strcspn(text, ",");
		int key = 0;

		while (key < PK_NR_GROUP_KEYS &&
		       (strncmp(names[key], text, len) || names[key][len]))
			key++;
		if (key == PK_NR_GROUP_KEYS || !(allowed >> key & 1))
			return false;
		allowed &= ~(1u << key);
		by.keys[by.nr++] = key;
		if (!text[len])
			break;
		text += len + 1;
	}
	*ret_by = by;
	return true;
}

/* 1, 2 and 5 us, 10, ... */
uint64_t pk_group_column_ns(unsigned i)
{
	static const unsigned steps[] = {1, 2, 5};
	uint64_t ns = 1000;

	if (!i)
		return 0;
	for (unsigned decade = 0; decade < (i - 1) / 3; decade++)
		ns *= 10;
	return ns * steps[(i - 1) % 3];
}

unsigned pk_share(uint64_t part, uint64_t whole, unsigned nr)
{
	for (; whole > UINT64_MAX / nr; whole /= 2)
		part /= 2;
	return part < whole ? (unsigned)(part * nr / whole) : nr - 1;
}

uint64_t pk_group_percentile(const struct pk_group *group, unsigned percent)
{
	size_t rank = (group->nr_values * percent + 99) / 100;

	return group->nr_values ? group->values[rank ? rank - 1 : 0] : 0;
}
