/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_READ_AHEAD_H
#define PK_KERNEL_READ_AHEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * Pages that are read by a second thread before they are asked for. Finding and decompressing a page of a dump
 * takes about as long as printing the events on it, so the two are done at once. Where all that is done is reading (text
 * that is looked at, tables), the two share it.
 */

#define PK_READ_AHEAD_BYTES 4096 /* of a page */
#define PK_READ_AHEAD_PAGES 512 /* that may wait to be taken */

struct pk_read_ahead;

/** Read the LEN bytes at ADDR from the dump itself. False: it lacks some. AHEAD: it is the second thread that asks. */
typedef bool (*pk_read_fn)(void *arg, uint64_t addr, void *buf, size_t len, bool ahead);

enum pk_read_ahead_answer {
	PK_READ_AHEAD_NOT, /* nobody wanted the page, or not early enough: whoever needs it reads it */
	PK_READ_AHEAD_DONE,
	PK_READ_AHEAD_MISSING, /* it was tried, and cannot be had */
};

/** Starts the thread. NULL: there is no memory, or no thread. */
struct pk_read_ahead *pk_read_ahead_create(pk_read_fn read, void *arg);
void pk_read_ahead_destroy(struct pk_read_ahead *ahead);
/** The page at ADDR will be asked for. Pages are read in the order in which they are wanted; those that are never
 *  taken give way to new ones, and where too many wait to be read, ADDR is forgotten. */
void pk_read_ahead_want(struct pk_read_ahead *ahead, uint64_t addr);
/** Copy LEN bytes at ADDR, all of one page, to BUF. While that page is being read, the caller reads another of those that
 *  are wanted. Whoever has a page's end has read it, and it is forgotten: one page is read ahead for one reader. */
enum pk_read_ahead_answer pk_read_ahead_copy(struct pk_read_ahead *ahead, uint64_t addr, void *buf,
					     size_t len);
/** Read the LEN bytes at ADDR into BUF, both threads at once. False: the dump lacks some. */
bool pk_read_ahead_share(struct pk_read_ahead *ahead, uint64_t addr, void *buf, size_t len);

#endif
