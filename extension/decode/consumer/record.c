// SPDX-License-Identifier: GPL-3.0-or-later
/* What all kinds of consumers record of theirs, and the clocks that tell ages. */
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/consumer/consumer_private.h"
#include "decode/figure.h"
#include "decode/net/sock/sock.h"
#include "decode/printk.h"
#include "decode/task/task.h"
#include "decode/trace/clock.h"

#define TRANSPORTS_MAX 4096
#define CALLS_MAX 65536
#define CONTROLLERS_MAX 1024
#define NSEC_PER_MSEC 1000000
#define MSEC_PER_SEC 1000

void pk_consumer_note(struct pk_consumer_walk *walk, enum pk_status status, const char *what,
		      uint64_t addr)
{
	struct pk_consumers *consumers = walk->consumers;
	char *lack = consumers->kinds[walk->kind].lack;

	pk_warn(walk->ctx, "%s %llx: %s", what, (unsigned long long)addr, pk_error(walk->ctx));
	if (consumers->kinds[walk->kind].status != PK_OK)
		return;
	consumers->kinds[walk->kind].status = status;
	snprintf(lack, sizeof(consumers->kinds[0].lack), "%s: %.120s", what, pk_error(walk->ctx));
}

bool pk_consumer_check(struct pk_consumer_walk *walk, const char *what, uint64_t addr)
{
	enum pk_status status = walk->r.status;

	if (status != PK_OK)
		pk_consumer_note(walk, status, what, addr);
	walk->r.status = PK_OK;
	return status == PK_OK;
}

struct pk_consumer *pk_consumer_add(struct pk_consumer_walk *walk, uint64_t addr)
{
	struct pk_consumers *consumers = walk->consumers;
	struct pk_consumer *consumer;

	if (consumers->nr == TRANSPORTS_MAX) {
		pk_try(&walk->r,
		       pk_fail(walk->ctx, PK_LIMIT, "more than %u transports", TRANSPORTS_MAX));
		return NULL;
	}
	if (!pk_grow(consumers->list, consumers->nr, consumers->room)) {
		pk_try(&walk->r, pk_fail(walk->ctx, PK_NOMEM, "transports"));
		return NULL;
	}
	consumer = &consumers->list[consumers->nr++];
	*consumer = (struct pk_consumer){.type = walk->kind,
					 .addr = addr,
					 .state = pk_figure_none(PK_ABSENT),
					 .lost = pk_figure_none(PK_ABSENT),
					 .silent_ms = pk_figure_none(PK_ABSENT),
					 .limit_ms = pk_figure_none(PK_ABSENT),
					 .sock_status = PK_ABSENT,
					 .oldest_ms = pk_figure_none(PK_ABSENT)};
	return consumer;
}

struct pk_consumer_call *pk_consumer_call_add(struct pk_consumer_walk *walk, uint64_t addr)
{
	struct pk_consumers *consumers = walk->consumers;
	struct pk_consumer_call *call;

	if (consumers->nr_calls == CALLS_MAX ||
	    !pk_grow(consumers->calls, consumers->nr_calls, consumers->room_calls)) {
		pk_try(&walk->r, pk_fail(walk->ctx, PK_LIMIT, "too many calls"));
		return NULL;
	}
	call = &consumers->calls[consumers->nr_calls++];
	*call = (struct pk_consumer_call){
		.kind = walk->kind,
		.addr = addr,
		.age_ms = pk_figure_none(PK_UNREADABLE),
		.sends = pk_figure_none(PK_ABSENT),
		.sent_ms = pk_figure_none(PK_ABSENT),
		.late = pk_figure_none(PK_ABSENT),
	};
	return call;
}

struct pk_controller *pk_controller_add(struct pk_consumer_walk *walk, uint64_t addr)
{
	struct pk_consumers *consumers = walk->consumers;
	struct pk_controller *controller;

	if (consumers->nr_controllers == CONTROLLERS_MAX ||
	    !pk_grow(consumers->controllers, consumers->nr_controllers,
		     consumers->room_controllers)) {
		pk_try(&walk->r, pk_fail(walk->ctx, PK_LIMIT, "too many"));
		return NULL;
	}
	controller = &consumers->controllers[consumers->nr_controllers++];
	*controller = (struct pk_controller){.kind = walk->kind,
					     .addr = addr,
					     .received_ms = pk_figure_none(PK_ABSENT),
					     .ping_ms = pk_figure_none(PK_ABSENT),
					     .reconnects = pk_figure_none(PK_ABSENT),
					     .keep_alive_s = pk_figure_none(PK_ABSENT),
					     .aborting = pk_figure_none(PK_ABSENT),
					     .aborts = pk_figure_none(PK_ABSENT),
					     .recovery_s = pk_figure_none(PK_ABSENT),
					     .hunts_ms = pk_figure_none(PK_ABSENT),
					     .host = pk_figure_none(PK_ABSENT)};
	return controller;
}

enum pk_status pk_consumer_waiter_add(struct pk_consumer_walk *walk, struct pk_consumer_call *call,
				      uint64_t addr)
{
	struct pk_call_waiter *waiter;
	const struct pk_sleep *sleep;
	struct pk_task task;
	enum pk_status status = pk_task_read(walk->ctx, addr, &task);

	if (status != PK_OK)
		return status;
	sleep = pk_sleep_of(walk->ctx, &walk->sleepers, &task);
	if (!sleep || !pk_grow(call->waiters, call->nr_waiters, call->room_waiters))
		return pk_fail(walk->ctx, PK_NOMEM, "task %d", task.pid);
	waiter = &call->waiters[call->nr_waiters++];
	*waiter = (struct pk_call_waiter){.task = addr, .pid = task.pid};
	memcpy(waiter->comm, task.comm, sizeof(waiter->comm));
	memcpy(waiter->call, sleep->call, sizeof(waiter->call));
	memcpy(waiter->system_call, sleep->system_call, sizeof(waiter->system_call));
	return PK_OK;
}

struct pk_figure pk_consumer_since(const struct pk_consumer_walk *walk, uint64_t stamp)
{
	struct pk_figure ms = walk->now_ns;

	if (ms.status == PK_OK)
		ms.value = ms.value > stamp ? (ms.value - stamp) / NSEC_PER_MSEC : 0;
	return ms;
}

struct pk_figure pk_consumer_since_jiffies(const struct pk_consumer_walk *walk, uint64_t stamp)
{
	unsigned shift = 64 - 8 * walk->ctx->target->facts.word_size;
	struct pk_figure ms = walk->now_jiffies;
	int64_t since;

	if (ms.status != PK_OK || !walk->hz)
		return pk_figure_none(ms.status == PK_OK ? PK_ABSENT : ms.status);
	since = (int64_t)((ms.value - stamp) << shift) >> shift;
	ms.value = since > 0 ? (uint64_t)since * MSEC_PER_SEC / walk->hz : 0;
	return ms;
}

const char *pk_consumer_word_of(struct pk_ctx *ctx, const struct pk_consumer_word *words, size_t nr,
				const struct pk_figure *figure)
{
	uint64_t value;

	for (size_t i = 0; figure->status == PK_OK && i < nr; i++)
		if (pk_has(ctx, words[i].id) && pk_row_value(ctx, words[i].id, &value) == PK_OK &&
		    value == figure->value)
			return words[i].word;
	return NULL;
}

const char *pk_consumer_word_at(const struct pk_consumer_number *words, size_t nr, uint64_t number)
{
	for (size_t i = 0; i < nr; i++)
		if (words[i].number == number)
			return words[i].word;
	return NULL;
}

enum pk_status pk_consumer_read_server(struct pk_ctx *ctx, uint64_t addr,
				       struct pk_consumer *consumer)
{
	uint8_t bytes[24];
	enum pk_status status = pk_read(ctx, addr, bytes, sizeof(bytes));

	if (status == PK_OK)
		consumer->family = pk_sockaddr_parts(pk_uint(ctx, bytes, 2), bytes, sizeof(bytes),
						     consumer->server, &consumer->port);
	return status;
}

void pk_consumer_clocks(struct pk_consumer_walk *walk)
{
	struct pk_ctx *ctx = walk->ctx;
	struct pk_figure ran_on = pk_figure_none(PK_ABSENT);
	struct pk_panic panic;

	if (pk_panic_find(ctx, &panic) == PK_OK)
		ran_on = pk_ran_on_ms(ctx, &panic);
	walk->now_jiffies = pk_jiffies_read(ctx, &walk->hz);
	walk->now_ns.status = pk_ktime(ctx, &walk->now_ns.value);
	if (ran_on.status != PK_OK)
		return;
	if (walk->now_jiffies.status == PK_OK)
		walk->now_jiffies.value -= ran_on.value * walk->hz / MSEC_PER_SEC;
	if (walk->now_ns.value > ran_on.value * NSEC_PER_MSEC)
		walk->now_ns.value -= ran_on.value * NSEC_PER_MSEC;
}

const struct pk_protocol *pk_consumer_tcp(void)
{
	for (unsigned i = 0; pk_protocols[i]; i++)
		if (!strcmp(pk_protocols[i]->name, "tcp"))
			return pk_protocols[i];
	return NULL;
}

enum pk_status pk_consumer_read_socket(struct pk_ctx *ctx, uint64_t sock,
				       struct pk_consumer *consumer)
{
	enum pk_status status = PK_OK;

	if (sock)
		status = pk_member_uint(ctx, sock, PK_R_socket_sk, &consumer->sk);
	if (status == PK_OK && consumer->sk)
		status = consumer->sock_status =
			pk_sock_read(ctx, pk_consumer_tcp(), consumer->sk, &consumer->sock);
	return status;
}

enum pk_status pk_consumer_read_name(struct pk_ctx *ctx, uint64_t base, enum pk_row_id id,
				     char *buf, size_t size, uint64_t *ret_addr)
{
	enum pk_status status = pk_member_uint(ctx, base, id, ret_addr);

	buf[0] = '\0';
	return status == PK_OK && *ret_addr ? pk_read_string(ctx, *ret_addr, buf, size) : status;
}
