/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_DECODE_FETCH_H
#define PK_DECODE_FETCH_H

#include "core/context.h"
#include "decode/trace/event_format.h"
#include "kernel/btf_func.h"

/**
 * What a dynamic event's arguments are, whatever their names: the kernel's fetch program of each.
 *
 * +20(+208($arg1)):x32 argument 0; the pointer 208 bytes beyond it; 4 bytes of memory 20 beyond
 * that
 */
#define PK_FETCH_DEREFS 4
#define PK_FETCH_NAME 64

enum pk_fetch_from {
	PK_FETCH_NOTHING, /* a constant, or a task's name */
	PK_FETCH_UNKNOWN, /* a register or stack slot that is not certainly an argument */
	PK_FETCH_ARG, /* the function's argument ARG, from 0 */
	PK_FETCH_FIELD, /* field FIELD of the event that the probe is attached to */
	PK_FETCH_RETVAL,
};

enum pk_fetch_what {
	PK_FETCH_OTHER, /* bit-fields, user memory, ... */
	PK_FETCH_VALUE, /* its low SIZE bytes */
	PK_FETCH_MEMORY, /* COUNT times SIZE bytes, OFFSET bytes beyond what it points to */
	PK_FETCH_STRING, /* the string OFFSET bytes beyond what it points to */
};

struct pk_fetch {
	char name[PK_FETCH_NAME]; /* of the argument, and of its field */
	char field[PK_FETCH_NAME];
	enum pk_fetch_from from;
	enum pk_fetch_what what;
	uint32_t arg;
	/* pointers to follow: byte offset of each from the one before */
	int32_t derefs[PK_FETCH_DEREFS];
	uint32_t nr_derefs;
	int32_t offset;
	uint32_t size, count;
};

/** The fetch programs of PROBE, one of a format's probes. The caller frees *RET_FETCHES. PK_ABSENT:
 *  this kernel has no such programs (up to 4.19), or the event is not a probe's. */
enum pk_status pk_fetches_read(struct pk_ctx *ctx, const struct pk_format_probe *probe,
			       struct pk_fetch **ret_fetches, uint32_t *ret_nr);

/** Function parameters from the BTF in the dumped kernel's memory, its modules' included; a broken
 *  module costs a warning. PK_ABSENT: no BTF. Free with pk_btf_funcs_destroy(). */
enum pk_status pk_func_protos_load(struct pk_ctx *ctx, struct pk_btf_funcs **ret_funcs);

#endif
