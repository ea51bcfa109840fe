/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_HISTORY_H
#define PK_MODEL_HISTORY_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"
#include "model/packet.h"
#include "model/skb.h"

/** What an event that names an address says of the object there. */
enum pk_mention_kind { PK_MENTION_USED, PK_MENTION_BEGAN, PK_MENTION_ENDED, PK_NR_MENTIONS };

/** Events between two others that the trace lacks. */
struct pk_gap {
	bool any;
	int cpu; /* of the first loss; -1: which CPU is unknown */
	uint64_t lost; /* counted ones, of all CPUs */
	bool uncounted; /* and more that nobody counted */
};

/** An event that names an address. */
struct pk_mention {
	uint64_t ts; /* ring clock, ns */
	struct pk_event_pos pos;
	int cpu;
	int32_t pid;
	enum pk_context context;
	enum pk_mention_kind kind;
	/* It ends what had ended, or uses it: nothing can have begun there in between. */
	bool again, after;
	char comm[32];
	char name[96]; /* "skb/consume_skb", or a function's */
	char role[32]; /* the field or argument that is the address: "skbaddr" */
	char where[96]; /* the function that the event says it was called from; "": it does not */
	uint64_t value; /* of ROLE, in the object */
	struct pk_gap gap; /* since the event before that names the object */
	char packet[48]; /* ID of the packet that the skb was, or that was handled; "" if unknown */
};

#define PK_LIFE_FIRST 6 /* mentions of a life that are kept: so many of its beginning, */
#define PK_LIFE_LAST 10 /* and of its end */

/** One use of an address, from its beginning to its end. */
struct pk_life {
	uint64_t number; /* from 1, the oldest in the trace */
	bool began_told, ended_told;
	uint64_t nr; /* events that name it; the first and the last of them are in LIST */
	struct pk_mention list[PK_LIFE_FIRST + PK_LIFE_LAST]; /* in order of time */
	uint32_t nr_list;
};

/** Whether an object was freed twice, or used after it was freed. */
struct pk_judged {
	enum pk_answer answer;
	char why[160]; /* with PK_ANSWER_UNKNOWN: why it is not judged */
	struct pk_mention freed,
		then; /* with PK_ANSWER_YES: the newest such events, without packet */
};

/** What memory and the trace tell of an address. */
struct pk_history {
	uint64_t addr;
	/* the slab object there; PK_ABSENT: it is in none */
	enum pk_status status;
	struct pk_slab_object object;
	struct pk_slab_bytes bytes;
	enum pk_status tracks_status; /* PK_ABSENT: its cache notes none */
	struct pk_slab_track tracks[PK_NR_TRACKS];
	uint64_t skb; /* the sk_buff of OBJECT that has ADDR in it; 0: none */
	char place[256]; /* of SKB, if it is queued or handled; "" */
	/* the events that were looked for name START to START + SIZE - 1: the object, or ADDR alone */
	uint64_t start, size;
	bool traced; /* there are events at all */
	uint64_t nr_mentions, nr_lives;
	struct pk_life *lives; /* owned: the newest, oldest first */
	uint32_t nr;
	struct pk_gap gap_after; /* after the newest event that names it */
	struct pk_judged twice, used_after;
	/* only of pk_history_end_read(): the newest event that ended it, if none after that began it again; NAME "": none is known */
	struct pk_mention end;
};

/** Words of JSON. */
extern const char *const pk_mention_kind_names[PK_NR_MENTIONS];

void pk_history_deinit(struct pk_history *history);

#endif
