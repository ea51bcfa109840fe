/* SPDX-License-Identifier: GPL-3.0-or-later */
#ifndef PK_MODEL_SOCK_WAITER_H
#define PK_MODEL_SOCK_WAITER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/status.h"

#define PK_WAITERS_MAX 64 /* that are listed of a socket */

enum pk_waiting {
	PK_WAIT_SLEEP, /* in a call of the socket's own */
	PK_WAIT_POLL, /* poll() or select() */
	PK_WAIT_EPOLL,
	PK_WAIT_OTHER, /* something else is woken: the function says what */
	PK_NR_WAITINGS
};

/** What is woken when something happens to a socket: an entry of its wait queue. */
struct pk_sock_waiter {
	enum pk_waiting how;
	int32_t pid; /* of the thread; 0: none (of epoll: nobody waits for it now) */
	char comm[16]; /* "" with PID 0 */
	char wakes[64]; /* the function of the entry */
	char call
		[64]; /* the innermost function on its stack that is not the scheduler's; "" not known */
	char system_call[64]; /* "accept4"; "" not known */
};

struct pk_sock_waiters {
	enum pk_status status; /* of the queue */
	unsigned nr;
	bool cut; /* there are more */
	struct pk_sock_waiter list[PK_WAITERS_MAX];
};

/** "sleep" */
const char *pk_waiting_name(enum pk_waiting waiting);

#endif
