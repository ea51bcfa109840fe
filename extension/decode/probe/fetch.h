/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FETCH_H
#define PK_DECODE_FETCH_H

#include "decode/trace/event_format.h"

/**
 * What the arguments of a dynamic event are: the program that the kernel runs to fetch each, whatever it is called.
 *
 *	+20(+208($arg1)):x32	argument 0; what lies 208 behind that; 4 bytes of memory 20 behind that
 */
#define PK_FETCH_DEREFS 4
#define PK_FETCH_NAME 64

enum pk_fetch_from {
	PK_FETCH_NOTHING, /* a constant, a task's name */
	PK_FETCH_UNKNOWN, /* a register or a place on the stack that is no argument for sure */
	PK_FETCH_ARG, /* the function's argument ARG, from 0 */
	PK_FETCH_FIELD, /* the field FIELD of the event that it is attached to */
	PK_FETCH_RETVAL,
};

enum pk_fetch_what {
	PK_FETCH_OTHER, /* bit-fields, what user space has, .. */
	PK_FETCH_VALUE, /* the SIZE low bytes of it */
	PK_FETCH_MEMORY, /* COUNT times SIZE bytes, OFFSET behind what it points to */
	PK_FETCH_STRING, /* the text OFFSET behind what it points to */
};

struct pk_fetch {
	char name[PK_FETCH_NAME]; /* of the argument: its field's, too */
	char field[PK_FETCH_NAME];
	enum pk_fetch_from from;
	enum pk_fetch_what what;
	uint32_t arg;
	int32_t derefs[PK_FETCH_DEREFS]; /* pointers to follow, each so far behind the one before */
	uint32_t nr_derefs;
	int32_t offset;
	uint32_t size, count;
};

/** The programs of PROBE, one of FORMAT's. *RET_FETCHES is freed by the caller. PK_ABSENT: this kernel has no such
 *  programs (up to 4.19), or the event is none of a probe. */
enum pk_status pk_fetches_read(struct pk_ctx *ctx, const struct pk_format_probe *probe,
			       struct pk_fetch **ret_fetches, uint32_t *ret_nr);

#endif
