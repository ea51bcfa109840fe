/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_PAGE_CACHE_H
#define PK_KERNEL_PAGE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "kernel/read_ahead.h"

/**
 * A provider's cache of dump pages, which also remembers missing ones. A list walk asks for the
 * same pages over and over, and finding and decompressing one takes some ten microseconds. A second
 * thread reads ahead (kernel/read_ahead.h).
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
