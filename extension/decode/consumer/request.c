// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Requests of the block layer, and who waits for one:
 *
 *	request.bio -> bio {bi_end_io, bi_private} -> bio ...
 *
 * What ends a bio, and what it is given then, name a task, or a completion with its own list of tasks. Of a bio that
 * something else ends (the page cache, another block device) the tasks are not known.
 */
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/consumer/consumer_private.h"
#include "decode/figure.h"

#define BIOS_MAX 4096 /* of a request */
#define CHAIN_MAX 16
#define DIO_IS_SYNC 2
#define MSEC_PER_SEC 1000
#define OP_MASK 0xff
#define OP_DRV_IN 34 /* what a driver or a program asks of the device itself */
#define OP_DRV_OUT 35

/* --- who waits ------------------------------------------------------------------------------------------- */

/* blkdev_dio.waiter stands where the iocb is of one that is not synchronous. */
static enum pk_status dio_is_sync(struct pk_ctx *ctx, uint64_t dio, bool *ret_is_sync)
{
	bool as_flag = pk_has(ctx, PK_R_blkdev_dio_flags);
	uint64_t value;
	enum pk_status status = pk_member_uint(
		ctx, dio, as_flag ? PK_R_blkdev_dio_flags : PK_R_blkdev_dio_is_sync, &value);

	if (status == PK_OK)
		*ret_is_sync = as_flag ? (value & DIO_IS_SYNC) != 0 : value != 0;
	return status;
}

/* What ends a bio, as far as it wakes who waits. */
static enum pk_status add_ender(struct pk_consumer_walk *all, struct pk_consumer_call *call,
				const char *ender, uint64_t private)
{
	if (!strcmp(ender, "blkdev_bio_end_io_simple"))
		return pk_consumer_waiter_add(all, call, private);
	if (!strcmp(ender, "blkdev_bio_end_io")) {
		uint64_t task;
		bool is_sync;
		enum pk_status status = dio_is_sync(all->ctx, private, &is_sync);

		if (status == PK_OK)
			status = pk_member_uint(all->ctx, private, PK_R_blkdev_dio_waiter, &task);
		if (status != PK_OK || !is_sync)
			return status;
		for (size_t i = 0; i < call->nr_waiters; i++)
			if (call->waiters[i].task == task)
				return PK_OK;
		return pk_consumer_waiter_add(all, call, task);
	}
	if (!strcmp(ender, "submit_bio_wait_endio") || !strcmp(ender, "bio_wait_end_io"))
		return pk_consumer_completion_waiters(all, call, private);
	return pk_none(all->ctx, PK_ABSENT);
}

/* A part of a bio that was cut ends the whole, the next of the chain. */
static enum pk_status add_bio(struct pk_consumer_walk *all, struct pk_consumer_call *call,
			      uint64_t bio)
{
	struct pk_reader r = {.ctx = all->ctx};
	uint64_t end_io, private;
	struct pk_symbol symbol;

	for (unsigned i = 0; i < CHAIN_MAX; i++) {
		end_io = pk_member(&r, bio, PK_R_bio_end_io);
		private = pk_member(&r, bio, PK_R_bio_private);
		pk_try(&r, pk_symbol_at(all->ctx, end_io, &symbol));
		if (!pk_ok(&r))
			return r.status;
		if (symbol.addr != end_io)
			return pk_none(all->ctx, PK_ABSENT);
		if (strcmp(symbol.name, "bio_chain_endio") != 0)
			return add_ender(all, call, symbol.name, private);
		bio = private;
	}
	return pk_fail(all->ctx, PK_LIMIT, "bio %llx: a chain of more than %u",
		       (unsigned long long)bio, CHAIN_MAX);
}

static void read_waiters(struct pk_consumer_walk *all, struct pk_consumer_call *call, uint64_t bio)
{
	enum pk_status status = bio ? PK_OK : PK_ABSENT;

	for (unsigned i = 0; bio && i < BIOS_MAX && status == PK_OK; i++) {
		status = add_bio(all, call, bio);
		if (status == PK_OK)
			status = pk_member_uint(all->ctx, bio, PK_R_bio_next, &bio);
	}
	call->waiters_status = status;
}

enum pk_status pk_consumer_request_waiters(struct pk_consumer_walk *all,
					   struct pk_consumer_call *call, uint64_t rq)
{
	struct pk_reader r = {.ctx = all->ctx};
	uint64_t bio = pk_member(&r, rq, PK_R_request_bio);

	call->sector = pk_member(&r, rq, PK_R_request_sector);
	call->bytes = pk_member(&r, rq, PK_R_request_bytes);
	if (pk_ok(&r))
		read_waiters(all, call, bio);
	return r.status;
}

enum pk_status pk_consumer_bio_waiters(struct pk_consumer_walk *all, struct pk_consumer_call *call,
				       uint64_t bio)
{
	return add_bio(all, call, bio);
}

/* --- requests -------------------------------------------------------------------------------------------- */

void pk_consumer_name_op(struct pk_consumer_call *call, uint64_t flags)
{
	static const char *const ops[] = {"read", "write", "flush", "discard"};
	uint64_t op = flags & OP_MASK;

	if (op < PK_ARRAY_SIZE(ops))
		snprintf(call->procedure, sizeof(call->procedure), "%s", ops[op]);
	else if (op == OP_DRV_IN || op == OP_DRV_OUT)
		snprintf(call->procedure, sizeof(call->procedure), "passthrough");
}

enum pk_status pk_consumer_request_read(struct pk_consumer_walk *all, uint64_t rq, bool is_begun,
					struct pk_consumer_call *call)
{
	uint64_t tag, bio;
	struct pk_figure start;
	enum pk_status status =
		pk_member_uints(all->ctx, rq,
				PK_WANTED({PK_R_request_tag, &tag}, {PK_R_request_bio, &bio},
					  {PK_R_request_sector, &call->sector},
					  {PK_R_request_bytes, &call->bytes}));

	if (status != PK_OK)
		return status;
	call->id = (uint32_t)tag;
	/* What a kernel does not count, or counts elsewhere, is unknown of a request that is
	 * there all the same. */
	start = pk_figure_member(all->ctx, rq, PK_R_request_start);
	call->age_ms = start.status != PK_OK ? start
		       : start.value	     ? pk_consumer_since(all, start.value)
					     : pk_figure_none(PK_ABSENT);
	if (is_begun) {
		struct pk_figure timeout = pk_figure_member(all->ctx, rq, PK_R_request_timeout);
		struct pk_figure deadline = pk_figure_member(all->ctx, rq, PK_R_request_deadline);
		unsigned shift = 64 - 8 * all->ctx->target->facts.word_size;
		int64_t left;

		/* blk_add_timer() set the deadline; blk_mq_req_expired() tests it, from a timer
		 * that is rounded up to a second. */
		call->sent_ms = call->late = timeout.status != PK_OK	? timeout
					     : deadline.status != PK_OK ? deadline
									: all->now_jiffies;
		if (call->late.status == PK_OK && all->hz) {
			left = (int64_t)((deadline.value - all->now_jiffies.value) << shift) >>
			       shift;
			call->late.value = left + (int64_t)all->hz < 0;
			call->sent_ms.value = 0;
			if (left < (int64_t)timeout.value)
				call->sent_ms.value =
					(timeout.value - (uint64_t)left) * MSEC_PER_SEC / all->hz;
			if (call->age_ms.status == PK_ABSENT)
				call->age_ms = call->sent_ms;
		}
	}
	read_waiters(all, call, bio);
	return PK_OK;
}
