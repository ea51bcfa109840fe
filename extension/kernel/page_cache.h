/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_PAGE_CACHE_H
#define PK_KERNEL_PAGE_CACHE_H

#include <pthread.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"

/** Start RUN(ARG) in a thread that blocks signals, because crash's handlers longjmp into crash's
 *  own thread. False: it could not be created. */
bool pk_thread_start(pthread_t *ret_thread, void *(*run)(void *arg), void *arg);

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

/**
 * A provider's cache of dump pages, which also remembers missing ones. A list walk asks for the
 * same pages over and over, and finding and decompressing one takes some ten microseconds. A second
 * thread reads ahead.
 */
struct pk_page_cache;

#define PK_CACHED_PAGE 4096 /* bytes, whatever the machine's page size */

/** SHARED: pages that a child reads are seen by its parent and by later children. NULL: out of
 *  memory. */
struct pk_page_cache *pk_page_cache_create(pk_read_fn read, void *arg, bool shared);
void pk_page_cache_destroy(struct pk_page_cache *cache); /* NULL is fine */
/** Drop every page: for use after a child died while writing to the cache. */
void pk_page_cache_reset(struct pk_page_cache *cache);

/** Read LEN bytes at ADDR, all or nothing; PK_UNREADABLE if the dump lacks some. */
enum pk_status pk_page_cache_read(struct pk_page_cache *cache, uint64_t addr, void *buf,
				  size_t len);
/** Start the second thread, if there is a second CPU; it also takes a share of long reads. Not
 *  before a fork(). */
void pk_page_cache_start_ahead(struct pk_page_cache *cache);
/** LEN bytes at ADDR will be read soon. Starts the second thread. */
void pk_page_cache_read_ahead(struct pk_page_cache *cache, uint64_t addr, size_t len);

/** Call before fork(), and with IN_CHILD in each child that reads concurrently: stops the thread
 *  and shares nothing. False: out of memory. */
bool pk_page_cache_divide(struct pk_page_cache *cache, bool in_child);

#endif
