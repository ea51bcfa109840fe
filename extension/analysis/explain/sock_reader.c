// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A reader that does not come: what waits in a socket is for those who have it open. A task that wants it stands in the
 * socket's wait queue; if none does, where the only thread of its only owner sleeps is where the reader is. Of several
 * threads or processes none is named: any of them may be the reader. Who was woken is in no queue any more, or still in it,
 * and comes: only who sleeps is said to.
 */
#include "analysis/explain/socks.h"

#include <stdlib.h>
#include <string.h>

#include "decode/net/sock/sock.h"
#include "decode/task/task.h"
#include "protocol/sockets.h"

#define SENDERS_MAX 3 /* named for a socket */

struct process {
	unsigned threads;
	struct pk_task task; /* one of them */
};

/* Where all owners are known, no list of tasks broke off: it has no more threads than were met. NULL: it is not known. */
static const struct process *process_of(struct pk_sock_readers *readers, int32_t pid)
{
	struct pk_reader r = {.ctx = readers->ctx};
	struct process *process;

	if (!readers->loaded)
		pk_task_for_each (task, &r) {
			process = pk_hash_obtain(&readers->processes, (uint32_t)task.tgid,
						 sizeof(*process));
			if (!process)
				break;
			if (!process->threads++)
				process->task = task;
		}
	if (!pk_ok(&r)) {
		pk_hash_deinit(&readers->processes, free);
		memset(&readers->processes, 0, sizeof(readers->processes));
	}
	readers->loaded = true;
	return pk_hash_get(&readers->processes, (uint32_t)pid);
}

void pk_sock_readers_deinit(struct pk_sock_readers *readers)
{
	pk_hash_deinit(&readers->processes, free);
}

/* The only process that has it open, by whatever descriptors; NULL: none, or several. */
static const struct pk_sock_owner *only_owner(const struct pk_sock_owner *owners)
{
	for (const struct pk_sock_owner *owner = owners; owner; owner = owner->next)
		if (owner->pid != owners->pid)
			return NULL;
	return owners;
}

/* What is not done, with which socket of whom. */
struct deed {
	const char *verb, *owner, *object;
};

static const struct deed read_it = {"read it", "its owner", "it"};
static const struct deed accept_it = {"accept from it", "its owner", "it"};
static const struct deed read_peer = {"read its peer", "its peer's owner", "its peer"};

static void asleep_elsewhere(struct pk_sock_readers *readers, const struct pk_sock_owner *owner,
			     const struct deed *deed, struct pk_sock_reasons *reasons)
{
	const struct process *process = process_of(readers, owner->pid);
	const struct pk_sleep *sleep = NULL;

	if (process && process->threads == 1 && pk_task_sleeps(readers->ctx, &process->task))
		sleep = pk_sleep_of(readers->ctx, readers->sleepers, &process->task);
	if (sleep && sleep->system_call[0])
		pk_sock_reason_add(reasons, "reader-elsewhere",
				   "nobody waits to %s: %s %s[%d] is in %s (%s)", deed->verb,
				   deed->owner, owner->comm, owner->pid, sleep->system_call,
				   sleep->call);
	else
		pk_sock_reason_add(reasons, "no-waiter", "nobody waits to %s, %s is %s[%d]",
				   deed->verb, deed->owner, owner->comm, owner->pid);
}

static void nobody_waits(struct pk_sock_readers *readers, uint64_t sk, const struct deed *deed,
			 struct pk_sock_reasons *reasons)
{
	const struct pk_sock_owner *owners = pk_sock_owners_of(readers->owners, sk);
	const bool whole = readers->owners->status == PK_OK && readers->owners->whole;

	if (owners && whole && only_owner(owners))
		asleep_elsewhere(readers, owners, deed, reasons);
	else if (owners)
		pk_sock_reason_add(reasons, "no-waiter", "nobody waits to %s, one of %ss is %s[%d]",
				   deed->verb, deed->owner, owners->comm, owners->pid);
	else if (whole)
		pk_sock_reason_add(reasons, "no-owner", "no process has %s open", deed->object);
}

/* A call that sends waits for room. */
static bool sends(const struct pk_sock_waiter *waiter)
{
	return !strncmp(waiter->system_call, "send", 4) ||
	       !strncmp(waiter->system_call, "write", 5);
}

static void look_for_reader(struct pk_sock_readers *readers, uint64_t sk, const struct deed *deed,
			    struct pk_sock_reasons *reasons)
{
	const struct pk_sock_waiter *reader = NULL;
	struct pk_sock_waiters waiters;
	bool may_be; /* there is one: not all that waits is known */

	pk_sock_waiters_at(readers->ctx, readers->sleepers, sk, &waiters);
	if (waiters.status != PK_OK)
		return;
	may_be = waiters.cut;
	for (unsigned i = 0; i < waiters.nr; i++) {
		const struct pk_sock_waiter *waiter = &waiters.list[i];

		if (waiter->asleep && waiter->system_call[0] && !sends(waiter))
			reader = waiter;
		/* epoll without a task is nobody who waits. */
		may_be |= waiter->how == PK_WAIT_OTHER ||
			  (waiter->pid && (!waiter->asleep || !waiter->system_call[0]));
	}
	if (reader)
		pk_sock_reason_add(reasons, "reader-asleep",
				   "%s[%d] sleeps on %s in %s (%s) all the same", reader->comm,
				   reader->pid, deed->object, reader->system_call, reader->call);
	else if (!may_be)
		nobody_waits(readers, sk, deed, reasons);
}

void pk_sock_reader_reasons(struct pk_sock_readers *readers, const struct pk_sock *sock,
			    struct pk_sock_reasons *reasons)
{
	if (sock->kind == PK_SOCK_FULL && sock->rx_queue)
		look_for_reader(readers, sock->addr, &read_it, reasons);
}

/* Who waits until a unix socket takes more stands in a queue of its own there. */
static void held_up(struct pk_sock_readers *readers, uint64_t sk, struct pk_sock_reasons *reasons)
{
	struct pk_sock_waiters waiters;

	pk_unix_senders_at(readers->ctx, readers->sleepers, sk, &waiters);
	for (unsigned i = 0; i < waiters.nr && i < SENDERS_MAX; i++)
		if (waiters.list[i].asleep && waiters.list[i].system_call[0])
			pk_sock_reason_add(reasons, "sender-waits",
					   "%s[%d] waits for room in %s (%s)", waiters.list[i].comm,
					   waiters.list[i].pid, waiters.list[i].system_call,
					   waiters.list[i].call);
}

void pk_local_reader_reasons(struct pk_sock_readers *readers, const struct pk_local_sock *sock,
			     const struct pk_local_state *state, struct pk_sock_reasons *reasons)
{
	bool waits = state->queued.status == PK_OK && state->queued.value;
	bool ring = state->ring_full.status == PK_OK && state->ring_full.value;

	if (waits || ring)
		look_for_reader(readers, sock->addr,
				pk_local_is_listener(sock) ? &accept_it : &read_it, reasons);
	if (waits && sock->family == PK_LOCAL_UNIX)
		held_up(readers, sock->addr, reasons);
	if (sock->tx_queue && state->peer_closed.status == PK_OK && !state->peer_closed.value &&
	    state->peer_queued.status == PK_OK && state->peer_queued.value)
		look_for_reader(readers, sock->peer, &read_peer, reasons);
}
