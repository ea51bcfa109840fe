// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who waits for a socket: sk_wq -> struct socket_wq -> its wait queue. What an entry's `private` is, its function says:
 * a task that sleeps in a call, poll()'s table of the task that polls, or epoll's own entry, on whose file tasks wait in
 * turn. Any other function is named, and its `private` not touched.
 */
#include "decode/net/sock/sock.h"

#include <stdio.h>
#include <string.h>

#include "decode/list.h"
#include "decode/task/task.h"

struct walk {
	struct pk_ctx *ctx;
	struct pk_sleepers *sleepers;
	struct pk_sock_waiters *waiters;
	bool epoll; /* the queue is an epoll file's */
};

static const struct {
	const char *func;
	enum pk_waiting how;
} wakers[] = {
	{"autoremove_wake_function", PK_WAIT_SLEEP},
	{"default_wake_function", PK_WAIT_SLEEP},
	{"ep_autoremove_wake_function", PK_WAIT_SLEEP},
	{"receiver_wake_function", PK_WAIT_SLEEP},
	{"woken_wake_function", PK_WAIT_SLEEP},
	{"pollwake", PK_WAIT_POLL},
	{"ep_poll_callback", PK_WAIT_EPOLL},
};

static enum pk_waiting how_of(const char *func)
{
	for (size_t i = 0; i < sizeof(wakers) / sizeof(wakers[0]); i++)
		if (!strcmp(wakers[i].func, func))
			return wakers[i].how;
	return PK_WAIT_OTHER;
}

static struct pk_sock_waiter *add(struct walk *walk, enum pk_waiting how, const char *func)
{
	struct pk_sock_waiters *waiters = walk->waiters;
	struct pk_sock_waiter *waiter;

	if (waiters->nr == PK_WAITERS_MAX) {
		waiters->cut = true;
		return NULL;
	}
	waiter = &waiters->list[waiters->nr++];
	*waiter = (struct pk_sock_waiter){.how = how};
	snprintf(waiter->wakes, sizeof(waiter->wakes), "%s", func);
	return waiter;
}

static enum pk_status add_task(struct walk *walk, enum pk_waiting how, const char *func,
			       uint64_t addr)
{
	const struct pk_sleep *sleep;
	struct pk_sock_waiter *waiter;
	struct pk_task task;
	enum pk_status status = pk_task_read(walk->ctx, addr, &task);

	if (status != PK_OK)
		return status;
	waiter = add(walk, how, func);
	if (!waiter)
		return PK_OK;
	waiter->pid = task.pid;
	memcpy(waiter->comm, task.comm, sizeof(waiter->comm));
	waiter->asleep = pk_task_sleeps(walk->ctx, &task);
	sleep = pk_sleep_of(walk->ctx, walk->sleepers, &task);
	if (!sleep)
		return pk_fail(walk->ctx, PK_NOMEM, "where task %d sleeps", task.pid);
	memcpy(waiter->call, sleep->call, sizeof(waiter->call));
	memcpy(waiter->system_call, sleep->system_call, sizeof(waiter->system_call));
	return PK_OK;
}

static enum pk_status walk_queue(struct walk *walk, uint64_t head);

/* struct eppoll_entry: its item, whose file is watched; tasks in epoll_wait() stand in that one's own queue. */
static enum pk_status add_epoll(struct walk *walk, uint64_t entry, const char *func)
{
	struct walk inner = {walk->ctx, walk->sleepers, walk->waiters, true};
	unsigned before = walk->waiters->nr;
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t base = entry - pk_offset(&r, PK_R_eppoll_wait);
	uint64_t item = pk_member(&r, base, PK_R_eppoll_base);
	uint64_t ep = pk_member(&r, item, PK_R_epitem_ep);
	uint64_t queue = pk_member_at(&r, ep, PK_R_eventpoll_wq);

	if (pk_try(&r, walk_queue(&inner, queue)) && walk->waiters->nr == before)
		add(walk, PK_WAIT_EPOLL, func);
	return r.status;
}

static enum pk_status add_entry(struct walk *walk, uint64_t entry)
{
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t func = pk_member(&r, entry, PK_R_wait_entry_func);
	uint64_t owner = pk_member(&r, entry, PK_R_wait_entry_private);
	struct pk_symbol symbol;

	if (!pk_try(&r, pk_symbol_at(walk->ctx, func, &symbol)))
		return r.status;
	switch (how_of(symbol.name)) {
	case PK_WAIT_SLEEP:
		return add_task(walk, walk->epoll ? PK_WAIT_EPOLL : PK_WAIT_SLEEP, symbol.name,
				owner);
	case PK_WAIT_POLL:
		owner = pk_member(&r, owner, PK_R_poll_wqueues_task);
		pk_try(&r, add_task(walk, PK_WAIT_POLL, symbol.name, owner));
		return r.status;
	case PK_WAIT_EPOLL:
		if (!walk->epoll)
			return add_epoll(walk, entry, symbol.name);
		break; /* an epoll file that another one watches */
	default:
		break;
	}
	add(walk, PK_WAIT_OTHER, symbol.name);
	return PK_OK;
}

static enum pk_status walk_queue(struct walk *walk, uint64_t head)
{
	struct pk_reader r = {.ctx = walk->ctx};

	pk_list_for_each (node, &r, head) {
		uint64_t entry = node - pk_offset(&r, PK_R_wait_entry_link);

		pk_try(&r, add_entry(walk, entry));
		if (walk->waiters->cut)
			break;
	}
	return r.status;
}

/* None, and no entry that could not be read. The list is large: it stays as it is. */
static void clear(struct pk_sock_waiters *waiters)
{
	waiters->status = PK_OK;
	waiters->nr = 0;
	waiters->cut = false;
}

/* A queue in the socket itself. */
void pk_unix_senders_at(struct pk_ctx *ctx, struct pk_sleepers *sleepers, uint64_t addr,
			struct pk_sock_waiters *ret_waiters)
{
	struct walk walk = {ctx, sleepers, ret_waiters, false};
	struct pk_reader r = {.ctx = ctx};
	uint64_t queue = pk_member_at(&r, addr, PK_R_unix_peer_wait);

	clear(ret_waiters);
	pk_try(&r, walk_queue(&walk, queue));
	ret_waiters->status = r.status;
}

void pk_sock_waiters_at(struct pk_ctx *ctx, struct pk_sleepers *sleepers, uint64_t addr,
			struct pk_sock_waiters *ret_waiters)
{
	struct walk walk = {ctx, sleepers, ret_waiters, false};
	struct pk_reader r = {.ctx = ctx};
	uint64_t queue = pk_member(&r, addr, PK_R_sk_wq);
	uint64_t wait = pk_offset(&r, PK_R_socket_wq_wait);
	enum pk_status status;

	clear(ret_waiters);
	if (queue)
		pk_try(&r, walk_queue(&walk, queue + wait));
	ret_waiters->status = status = r.status;
	/* A capsule of an older program has no answer. */
	if (status != PK_OK && status != PK_ABSENT && status != PK_NOT_CAPTURED)
		pk_warn(ctx, "wait queue of socket %llx: %s", (unsigned long long)addr,
			pk_error(ctx));
}

void pk_sock_waiters_read(struct pk_ctx *ctx, struct pk_sleepers *sleepers,
			  const struct pk_sock *sock, struct pk_sock_waiters *ret_waiters)
{
	if (sock->kind == PK_SOCK_FULL || sock->kind == PK_SOCK_LISTEN) {
		pk_sock_waiters_at(ctx, sleepers, sock->addr, ret_waiters);
		return;
	}
	clear(ret_waiters);
}
