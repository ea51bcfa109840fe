/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_ANALYSIS_PACKET_GROUPS_H
#define PK_ANALYSIS_PACKET_GROUPS_H

#include "analysis/lives/packets.h"
#include "core/arena.h"

/** What samples of packets are grouped by. */
enum pk_group_key {
	PK_BY_REASON, /* of a drop: the kernel's, else why in words */
	PK_BY_PLACE, /* of a drop: the function */
	PK_BY_DEV,
	PK_BY_FLOW, /* source and destination */
	PK_BY_NETNS,
	PK_BY_SECOND, /* before the end, counted in whole seconds */
	PK_BY_PROTOCOL,
	PK_BY_STAGE, /* of a latency */
	PK_BY_CPU,
	PK_BY_CGROUP, /* of the task at the stage's end, as memory has it */
	PK_NR_GROUP_KEYS
};

const char *pk_group_key_name(enum pk_group_key key); /* "reason" */

struct pk_group_by {
	enum pk_group_key keys[PK_NR_GROUP_KEYS];
	unsigned nr;
};

/** Parse "reason,dev": names of keys whose bits are in ALLOWED, each once. */
bool pk_group_by_parse(const char *text, unsigned allowed, struct pk_group_by *ret_by);

/** Something that happened to a packet. */
struct pk_sample {
	const struct pk_packet *packet; /* of the set */
	const struct pk_packet *part; /* itself, or the copy of it that it happened to */
	uint64_t ts; /* ring clock, ns */
	uint64_t value; /* what is measured, ns; 0: nothing */
	const char *stage; /* static; NULL: none */
	unsigned rank; /* of STAGE: groups of the first stage come first */
	int cpu; /* -1: unknown */
	int32_t task; /* PID of the task that did it in a call of its own; -1: none, or unknown */
};

#define PK_GROUP_COLUMNS 24

struct pk_group {
	/* of each key in the order of BY; NULL: unknown. Owned by the groups */
	const char *texts[PK_NR_GROUP_KEYS];
	uint64_t count;
	uint64_t columns[PK_GROUP_COLUMNS]; /* COUNT by time, or by value */
	struct pk_sample newest, largest; /* by their times and values */
	uint64_t oldest_ns;
	uint64_t *values; /* owned; ascending once finished; NULL: none are measured */
	size_t nr_values, room_values;
};

struct pk_groups {
	struct pk_ctx *ctx;
	struct pk_group_by by;
	const struct pk_packet_set *set; /* borrowed */
	uint64_t begin, end; /* ring clock, ns: what the columns divide by time */
	bool measures; /* samples have values: columns are by value */
	uint64_t total;
	struct pk_group *list; /* owned */
	size_t nr, room;
	struct pk_texts texts;
	struct pk_hash index; /* of the texts' addresses: 1 + place in LIST */
	bool tasks_read;
	struct pk_hash tasks; /* PID: address of its task */
	struct pk_hash cgroups; /* PID: its cgroup's path, kept in TEXTS */
	bool failed; /* out of memory: something is missing */
};

/** Begin groups of SET's packets; since ring time BEGIN. */
void pk_groups_init(struct pk_groups *groups, struct pk_ctx *ctx, const struct pk_packet_set *set,
		    const struct pk_group_by *by, uint64_t begin, bool measures);
void pk_groups_add(struct pk_groups *groups, const struct pk_sample *sample);
/** Sort groups, the largest first (of seconds, the oldest), and their values. */
void pk_groups_finish(struct pk_groups *groups);
void pk_groups_deinit(struct pk_groups *groups);

/** The value, ns, below which PERCENT of GROUP's values are (nearest rank); with 100 the largest. */
uint64_t pk_group_percentile(const struct pk_group *group, unsigned percent);
/** Which of NR equal shares of WHOLE, from 0, PART lies in: the last, if it is all or more. */
unsigned pk_share(uint64_t part, uint64_t whole, unsigned nr);
/** The smallest value of column I, ns; 0 for the first. Columns rise in steps of 1, 2 and 5. */
uint64_t pk_group_column_ns(unsigned i);

#endif
