/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_CORE_STATUS_H
#define PK_CORE_STATUS_H

/**
 * How a question about the dump ended.
 *
 * The four ways of not knowing stay apart up to the JSON output. Absent (this kernel has no such
 * member) says something about the kernel; unreadable (makedumpfile left the page out) about the
 * dump; corrupt (a value contradicts another) about the crash; not captured (the capsule lacks the
 * range) about the capsule.
 *
 * Functions that return one write their outputs ("ret_" parameters, last) only on PK_OK.
 */
enum pk_status {
	PK_OK = 0,
	PK_ABSENT, /* this kernel has no such symbol, member, type or object */
	PK_UNREADABLE, /* the dump does not hold the memory (filtered, truncated, unmapped) */
	PK_CORRUPT, /* the memory was read and contradicts itself */
	PK_NOT_CAPTURED, /* the capsule does not hold the answer; the dump might */
	PK_UNSUPPORTED, /* recognized, but this program cannot decode it */
	PK_LIMIT, /* a documented limit was reached; everything before it is valid */
	PK_NOMEM, /* this program ran out of memory */
	PK_USAGE, /* the user's arguments are wrong */
	PK_IO, /* a file of ours could not be read or written */
};

/** The status as a word, for text and for JSON "notes": "absent", "unreadable", ... Static. */
const char *pk_status_name(enum pk_status status);

#endif
