/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SOCK_WAITER_H
#define PK_MODEL_SOCK_WAITER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

#define PK_WAITERS_MAX 64 /* listed per socket */

enum pk_waiting {
	PK_WAIT_SLEEP, /* in a call on the socket itself */
	PK_WAIT_POLL, /* poll() or select() */
	PK_WAIT_EPOLL,
	PK_WAIT_OTHER, /* wakes something else: see the function */
	PK_NR_WAITINGS
};

/** What is woken when something happens to a socket: one entry of its wait queue. */
struct pk_sock_waiter {
	enum pk_waiting how;
	int32_t pid; /* thread ID; 0: none (epoll: nobody is waiting now) */
	char comm[16]; /* "" if PID is 0 */
	bool asleep; /* nobody has woken it yet */
	char wakes[64]; /* the entry's wake function */
	/* innermost function on its stack outside the scheduler; "" if unknown */
	char call[64];
	char system_call[64]; /* "accept4"; "" if unknown */
};

struct pk_sock_waiters {
	enum pk_status status; /* of reading the queue */
	unsigned nr;
	bool cut; /* there are more */
	struct pk_sock_waiter list[PK_WAITERS_MAX];
};

/** "sleep" */
const char *pk_waiting_name(enum pk_waiting waiting);

#endif
