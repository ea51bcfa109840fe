/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_STATUS_H
#define PK_CORE_STATUS_H

/**
 * How a question about the dump ended.
 *
 * The four ways of not knowing stay apart up to the JSON output: a member that this kernel does
 * not have (absent) says something about the kernel; a page that makedumpfile left out
 * (unreadable) says something about the dump; a value that contradicts another (corrupt) says
 * something about the crash; a range that a capsule does not hold (not captured) says something
 * about the capsule.
 *
 * Functions return one of these, and write their outputs ("ret_" parameters, last) only on PK_OK.
 */
enum pk_status {
	PK_OK = 0,
	PK_ABSENT, /* this kernel has no such symbol, member, type or object */
	PK_UNREADABLE, /* the dump does not hold the memory (filtered, truncated, unmapped) */
	PK_CORRUPT, /* the memory was read and contradicts itself */
	PK_NOT_CAPTURED, /* the capsule does not hold the answer; the dump might */
	PK_UNSUPPORTED, /* understood, but this program cannot decode it */
	PK_LIMIT, /* a stated bound was reached; what came before is valid */
	PK_NOMEM, /* our own memory ran out */
	PK_USAGE, /* the user's words are off */
	PK_IO, /* a file of ours could not be read or written */
};

/** The word for a status as it stands in text and in JSON "notes": "absent", "unreadable", ... */
const char *pk_status_name(enum pk_status status);

#endif
