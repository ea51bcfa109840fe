/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_KERNEL_PAGE_CACHE_H
#define PK_KERNEL_PAGE_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/status.h"
#include "kernel/read_ahead.h"

/**
 * Pages of a dump that were read, and those that it lacks, for a provider. A walk of list nodes asks for the same pages
 * again and again, and finding and decompressing one takes some ten microseconds. Pages that will be asked for next
 * are read by a second thread (kernel/read_ahead.h).
 */
struct pk_page_cache;

#define PK_CACHED_PAGE 4096 /* bytes, whatever the machine's pages are */

/** SHARED: what a child reads, its parent and the next child find. NULL: out of memory. */
struct pk_page_cache *pk_page_cache_create(pk_read_fn read, void *arg, bool shared);
void pk_page_cache_destroy(struct pk_page_cache *cache); /* NULL is fine */
/** Forget every page: after a child died in the middle of writing here. */
void pk_page_cache_reset(struct pk_page_cache *cache);

/** All or nothing: PK_UNREADABLE. */
enum pk_status pk_page_cache_read(struct pk_page_cache *cache, uint64_t addr, void *buf,
				  size_t len);
/** Starts the second thread, where there is a second CPU: not before a fork(). Long reads are shared with it. */
void pk_page_cache_start_ahead(struct pk_page_cache *cache);
/** LEN bytes at ADDR are read soon. Starts the second thread. */
void pk_page_cache_read_ahead(struct pk_page_cache *cache, uint64_t addr, size_t len);

/** Before fork(), and IN_CHILD, which reads at the same time as others do: no thread is at work, nothing is shared.
 *  False: out of memory. */
bool pk_page_cache_divide(struct pk_page_cache *cache, bool in_child);

#endif
