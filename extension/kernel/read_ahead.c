// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/page_cache.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/*
 *	want()              the thread             copy() of a page's end
 *	FREE ──► WANTED ──► READING ──► READ ────► FREE
 *	           │                └─► MISSING ──►
 *	           └──────────────────────────────► FREE: not begun; who needs it reads it himself
 *
 * Who waits for a page reads another meanwhile, the last that is wanted: the thread is there last.
 *
 * Slots are given out round about, so the thread finds them in the order in which they were wanted,
 * and what is never read (the command stopped early) is overwritten in time.
 */
enum state { FREE, WANTED, READING, READ, MISSING };

/* A page takes a few microseconds to read: sleeping and waking up would take longer. */
#define SPINS 2000

/* The thread is woken for this many pages: waking up for each takes longer than reading it. Who needs one before
 * reads it himself. */
#define BATCH 8

/* A long read; each thread takes the next piece. */
struct share {
	uint64_t addr;
	uint8_t *buf;
	size_t len;
	_Atomic size_t taken; /* bytes, from the start */
	atomic_bool failed;
	bool busy; /* the thread is working on it */
};

#define SHARE_BYTES (16u * PK_READ_AHEAD_BYTES)

#define PLACES (8 * PK_READ_AHEAD_PAGES)

struct pk_read_ahead {
	pk_read_fn read;
	void *arg;
	pthread_t thread;
	pthread_mutex_t lock; /* protects all below, except the bytes of a page in READING */
	pthread_cond_t wanted, done;
	bool stop;
	struct share *share; /* borrowed; not yet picked up by the thread */
	uint64_t nr_wanted, nr_begun; /* totals; slots are these modulo their number */
	uint64_t addrs[PK_READ_AHEAD_PAGES];
	uint16_t places[PLACES]; /* by place_of(): the slot that was given to such a page last */
	/* enum state; a reader may look without the lock */
	_Atomic uint8_t states[PK_READ_AHEAD_PAGES];
	uint8_t bytes[PK_READ_AHEAD_PAGES][PK_READ_AHEAD_BYTES];
};

/* The next slot to read; -1: none. Call with the lock held. */
static int next_slot(struct pk_read_ahead *ahead)
{
	while (ahead->nr_begun < ahead->nr_wanted) {
		int slot = (int)(ahead->nr_begun++ % PK_READ_AHEAD_PAGES);

		if (ahead->states[slot] == WANTED)
			return slot;
	}
	return -1;
}

/* The last wanted slot; -1: none. Call with the lock held. */
static int last_slot(const struct pk_read_ahead *ahead)
{
	for (uint64_t nr = ahead->nr_wanted; nr > ahead->nr_begun; nr--) {
		int slot = (int)((nr - 1) % PK_READ_AHEAD_PAGES);

		if (ahead->states[slot] == WANTED)
			return slot;
	}
	return -1;
}

/* Read one slot; BY_THREAD: as the second thread. Call with the lock held; it is dropped to
 * read. */
static void read_slot(struct pk_read_ahead *ahead, int slot, bool by_thread)
{
	bool ok;

	ahead->states[slot] = READING;
	pthread_mutex_unlock(&ahead->lock);
	ok = ahead->read(ahead->arg, ahead->addrs[slot], ahead->bytes[slot], PK_READ_AHEAD_BYTES,
			 by_thread);
	pthread_mutex_lock(&ahead->lock);
	ahead->states[slot] = ok ? READ : MISSING;
}

static void read_shares(struct pk_read_ahead *ahead, struct share *share, bool by_thread)
{
	size_t at;

	while (!share->failed && (at = atomic_fetch_add(&share->taken, SHARE_BYTES)) < share->len) {
		size_t len = share->len - at < SHARE_BYTES ? share->len - at : SHARE_BYTES;

		if (!ahead->read(ahead->arg, share->addr + at, share->buf + at, len, by_thread))
			share->failed = true;
	}
}

/* Call with the lock held; it is dropped to read. */
static void join_share(struct pk_read_ahead *ahead)
{
	struct share *share = ahead->share;

	ahead->share = NULL;
	share->busy = true;
	pthread_mutex_unlock(&ahead->lock);
	read_shares(ahead, share, true);
	pthread_mutex_lock(&ahead->lock);
	share->busy = false;
	pthread_cond_signal(&ahead->done);
}

static void *read_pages(void *arg)
{
	struct pk_read_ahead *ahead = arg;

	pthread_mutex_lock(&ahead->lock);
	while (!ahead->stop) {
		int slot = ahead->share ? -1 : next_slot(ahead);

		if (slot >= 0) {
			read_slot(ahead, slot, true);
			pthread_cond_signal(&ahead->done);
		} else if (ahead->share) {
			join_share(ahead);
		} else {
			pthread_cond_wait(&ahead->wanted, &ahead->lock);
		}
	}
	pthread_mutex_unlock(&ahead->lock);
	return NULL;
}

struct pk_read_ahead *pk_read_ahead_create(pk_read_fn read, void *arg)
{
	struct pk_read_ahead *ahead = calloc(1, sizeof(*ahead));

	if (!ahead)
		return NULL;
	ahead->read = read;
	ahead->arg = arg;
	pthread_mutex_init(&ahead->lock, NULL);
	pthread_cond_init(&ahead->wanted, NULL);
	pthread_cond_init(&ahead->done, NULL);
	if (!pk_thread_start(&ahead->thread, read_pages, ahead)) {
		free(ahead);
		return NULL;
	}
	return ahead;
}

void pk_read_ahead_destroy(struct pk_read_ahead *ahead)
{
	if (!ahead)
		return;
	pthread_mutex_lock(&ahead->lock);
	ahead->stop = true;
	pthread_cond_signal(&ahead->wanted);
	pthread_mutex_unlock(&ahead->lock);
	pthread_join(ahead->thread, NULL);
	free(ahead);
}

static unsigned place_of(uint64_t addr)
{
	uint64_t page = addr / PK_READ_AHEAD_BYTES;

	return (page ^ page / PLACES) % PLACES;
}

/* The slot of ADDR; -1: none, or another page of the same place was wanted since. Call with the lock held, or from the
 * thread that wants and takes. */
static int find(const struct pk_read_ahead *ahead, uint64_t addr)
{
	int slot = ahead->places[place_of(addr)];

	return ahead->addrs[slot] == addr && ahead->states[slot] != FREE ? slot : -1;
}

void pk_read_ahead_want(struct pk_read_ahead *ahead, uint64_t addr)
{
	int slot;

	pthread_mutex_lock(&ahead->lock);
	slot = (int)(ahead->nr_wanted % PK_READ_AHEAD_PAGES);
	if (find(ahead, addr) < 0 && ahead->states[slot] != WANTED &&
	    ahead->states[slot] != READING) {
		ahead->addrs[slot] = addr;
		ahead->states[slot] = WANTED;
		ahead->places[place_of(addr)] = (uint16_t)slot;
		if (++ahead->nr_wanted - ahead->nr_begun == BATCH)
			pthread_cond_signal(&ahead->wanted);
	}
	pthread_mutex_unlock(&ahead->lock);
}

/* Wait until SLOT is no longer being read. Call with the lock held. */
static void wait_for(struct pk_read_ahead *ahead, int slot)
{
	int other = last_slot(ahead);

	if (other >= 0)
		read_slot(ahead, other, false);
	pthread_mutex_unlock(&ahead->lock);
	for (int i = 0; i < SPINS && ahead->states[slot] == READING; i++)
		;
	pthread_mutex_lock(&ahead->lock);
	while (ahead->states[slot] == READING)
		pthread_cond_wait(&ahead->done, &ahead->lock);
}

enum pk_read_ahead_answer pk_read_ahead_copy(struct pk_read_ahead *ahead, uint64_t addr, void *buf,
					     size_t len)
{
	size_t skip = addr % PK_READ_AHEAD_BYTES;
	enum pk_read_ahead_answer answer = PK_READ_AHEAD_NOT;
	int slot = find(ahead, addr - skip);

	if (slot < 0)
		return answer;
	pthread_mutex_lock(&ahead->lock);
	if (ahead->states[slot] == READING)
		wait_for(ahead, slot);
	if (ahead->states[slot] == READ) {
		memcpy(buf, ahead->bytes[slot] + skip, len);
		answer = PK_READ_AHEAD_DONE;
	} else if (ahead->states[slot] == MISSING) {
		answer = PK_READ_AHEAD_MISSING;
	}
	if (ahead->states[slot] == WANTED || skip + len == PK_READ_AHEAD_BYTES)
		ahead->states[slot] = FREE;
	pthread_mutex_unlock(&ahead->lock);
	return answer;
}

bool pk_read_ahead_share(struct pk_read_ahead *ahead, uint64_t addr, void *buf, size_t len)
{
	struct share share = {.addr = addr, .buf = buf, .len = len};

	pthread_mutex_lock(&ahead->lock);
	ahead->share = &share;
	pthread_cond_signal(&ahead->wanted);
	pthread_mutex_unlock(&ahead->lock);
	read_shares(ahead, &share, false);
	pthread_mutex_lock(&ahead->lock);
	ahead->share = NULL;
	while (share.busy)
		pthread_cond_wait(&ahead->done, &ahead->lock);
	pthread_mutex_unlock(&ahead->lock);
	return !share.failed;
}
