/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_EVENT_LINE_H
#define PK_MODEL_EVENT_LINE_H

#include "model/event.h"

#define PK_VALUE_TEXT_MAX 1024

enum pk_value_kind {
	PK_VALUE_TEXT,
	PK_VALUE_INT,
	PK_VALUE_UINT,
	PK_VALUE_ADDR,
	PK_VALUE_NS,
	PK_VALUE_LIST, /* of NUMBER addresses, which are the next values */
	PK_VALUE_ABSENT, /* this kernel has no such member */
	PK_VALUE_UNREADABLE,
};

/** One thing that an event carries. */
struct pk_event_value {
	const char *name; /* a field of its format, or ours; NULL in a list */
	const char *lead; /* what its text begins with; NULL: " NAME=" */
	enum pk_value_kind kind;
	uint64_t number; /* a signed one's bits */
	char text[PK_VALUE_TEXT_MAX];
};

/** An event with its fields as they lie in the record, and names for its addresses and numbers. */
struct pk_event_line {
	struct pk_event event;
	const char *system; /* NULL: no format */
	const char *name; /* NULL: not known */
	char comm[32];
	char flags[8]; /* trace_print_lat_fmt()'s letters */
	bool clock_in_ns;
	struct pk_event_value *values;
	uint32_t nr, room;
};

#endif
