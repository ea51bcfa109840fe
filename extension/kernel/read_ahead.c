// SPDX-License-Identifier: GPL-3.0-or-later
#include "kernel/read_ahead.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/thread.h"

/*
 *	want()              the thread             copy() of a page's end
 *	FREE ──► WANTED ──► READING ──► READ ────► FREE
 *	           │                └─► MISSING ──►
 *	           └──────────────────────────────► FREE: not begun; who needs it reads it himself
 *
 * Slots are given out round about, so the thread finds them in the order in which they were wanted, and what is never
 * read (the command stopped early) is overwritten in time.
 */
enum state { FREE, WANTED, READING, READ, MISSING };

/* A page takes some microseconds: to sleep for it, and to be woken, takes longer. */
#define SPINS 2000

struct pk_read_ahead {
	pk_read_ahead_fn read;
	void *arg;
	pthread_t thread;
	pthread_mutex_t lock; /* of all that follows, but for the bytes of a page that is READING */
	pthread_cond_t wanted, done;
	bool stop;
	uint64_t nr_wanted, nr_begun; /* ever; slots are these modulo their number */
	int taken; /* the slot that was copied from last */
	uint64_t addrs[PK_READ_AHEAD_PAGES];
	_Atomic uint8_t
		states[PK_READ_AHEAD_PAGES]; /* enum state; a reader may look without the lock */
	uint8_t bytes[PK_READ_AHEAD_PAGES][PK_READ_AHEAD_BYTES];
};

/* The next slot to be read; -1: stop. With the lock held. */
static int next_slot(struct pk_read_ahead *ahead)
{
	while (!ahead->stop) {
		while (ahead->nr_begun < ahead->nr_wanted) {
			int slot = (int)(ahead->nr_begun++ % PK_READ_AHEAD_PAGES);

			if (ahead->states[slot] == WANTED)
				return slot;
		}
		pthread_cond_wait(&ahead->wanted, &ahead->lock);
	}
	return -1;
}

static void *read_pages(void *arg)
{
	struct pk_read_ahead *ahead = arg;
	int slot;

	pthread_mutex_lock(&ahead->lock);
	while ((slot = next_slot(ahead)) >= 0) {
		bool ok;

		ahead->states[slot] = READING;
		pthread_mutex_unlock(&ahead->lock);
		ok = ahead->read(ahead->addrs[slot], ahead->bytes[slot], ahead->arg);
		pthread_mutex_lock(&ahead->lock);
		ahead->states[slot] = ok ? READ : MISSING;
		pthread_cond_signal(&ahead->done);
	}
	pthread_mutex_unlock(&ahead->lock);
	return NULL;
}

struct pk_read_ahead *pk_read_ahead_create(pk_read_ahead_fn read, void *arg)
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

/* The slot of ADDR; -1. With the lock held, or in the one thread that wants and takes. */
static int find(const struct pk_read_ahead *ahead, uint64_t addr)
{
	if (ahead->addrs[ahead->taken] == addr && ahead->states[ahead->taken] != FREE)
		return ahead->taken;
	for (int slot = 0; slot < PK_READ_AHEAD_PAGES; slot++)
		if (ahead->addrs[slot] == addr && ahead->states[slot] != FREE)
			return slot;
	return -1;
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
		if (ahead->nr_wanted++ == ahead->nr_begun)
			pthread_cond_signal(&ahead->wanted);
	}
	pthread_mutex_unlock(&ahead->lock);
}

/* Until the page of SLOT is no longer being read. With the lock held. */
static void wait_for(struct pk_read_ahead *ahead, int slot)
{
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
	ahead->taken = slot;
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
