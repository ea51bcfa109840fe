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
	PK_VALUE_LIST, /* NUMBER addresses, which are the values that follow */
	PK_VALUE_ABSENT, /* this kernel has no such member */
	PK_VALUE_UNREADABLE,
};

/** One value that an event carries. */
struct pk_event_value {
	const char *name; /* a field of its format, or ours; NULL inside a list */
	const char *lead; /* text printed before it; NULL: " NAME=" */
	enum pk_value_kind kind;
	uint64_t number; /* the bits, if signed */
	char text[PK_VALUE_TEXT_MAX];
};

/** An event with its fields as recorded, and names for its addresses and numbers. */
struct pk_event_line {
	struct pk_event event;
	const char *system; /* NULL: no format */
	const char *name; /* NULL if unknown */
	char comm[32];
	char flags[PK_FLAG_LETTERS_MAX]; /* trace_print_lat_fmt()'s letters */
	bool clock_in_ns;
	struct pk_event_value *values;
	uint32_t nr, room;
};

#endif
