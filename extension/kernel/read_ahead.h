/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_READ_AHEAD_H
#define PK_KERNEL_READ_AHEAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * A second thread that reads pages before they are needed. Finding and decompressing a page takes
 * about as long as printing its events, so both run at once. Long reads (text to search, tables)
 * are split between the two threads.
 */

#define PK_READ_AHEAD_BYTES 4096 /* bytes of a page */
#define PK_READ_AHEAD_PAGES 512 /* pages that may wait to be taken */

struct pk_read_ahead;

/** Read LEN bytes at ADDR from the dump. False: it lacks some. AHEAD: called by the second
 *  thread. */
typedef bool (*pk_read_fn)(void *arg, uint64_t addr, void *buf, size_t len, bool ahead);

enum pk_read_ahead_answer {
	PK_READ_AHEAD_NOT, /* not wanted, or not soon enough: read it yourself */
	PK_READ_AHEAD_DONE,
	PK_READ_AHEAD_MISSING, /* the dump lacks it */
};

/** Start the thread. NULL: out of memory, or the thread could not be created. */
struct pk_read_ahead *pk_read_ahead_create(pk_read_fn read, void *arg);
void pk_read_ahead_destroy(struct pk_read_ahead *ahead);
/** The page at ADDR will be needed. Pages are read in the order of these calls, from when there are some. Pages never
 *  taken give way to new ones; if too many are still unread, ADDR is ignored. */
void pk_read_ahead_want(struct pk_read_ahead *ahead, uint64_t addr);
/** Copy LEN bytes at ADDR, all within one page, to BUF. While the thread reads that page, the
 *  caller reads another wanted one. Copying a page's end drops the page: each is read ahead for one
 *  reader. */
enum pk_read_ahead_answer pk_read_ahead_copy(struct pk_read_ahead *ahead, uint64_t addr, void *buf,
					     size_t len);
/** Read LEN bytes at ADDR into BUF with both threads. False: the dump lacks some. */
bool pk_read_ahead_share(struct pk_read_ahead *ahead, uint64_t addr, void *buf, size_t len);

#endif
