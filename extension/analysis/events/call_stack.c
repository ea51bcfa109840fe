// SPDX-License-Identifier: GPL-3.0-or-later
#include "analysis/events/call_stack.h"

#include <string.h>

bool pk_call_is_over(const struct pk_open_call *open, const struct pk_open_call *entered)
{
	return open->depth > entered->depth ||
	       (open->depth == entered->depth && entered->context <= open->context);
}

int64_t pk_calls_around(const void *calls, uint32_t nr, size_t size, uint64_t func, int64_t depth)
{
	for (uint32_t i = nr; i-- > 0;) {
		const struct pk_open_call *call =
			(const struct pk_open_call *)((const char *)calls + i * size);

		if (call->depth == depth && call->func == func)
			return i;
		if (call->depth < depth)
			return -1;
	}
	return -1;
}

uint32_t pk_calls_drop_half(void *calls, size_t size, uint32_t *nr, uint32_t *doubtful)
{
	uint32_t half = *nr / 2;

	*nr -= half;
	*doubtful -= *doubtful < half ? *doubtful : half;
	memmove(calls, (const char *)calls + half * size, *nr * size);
	return half;
}

static uint64_t flag(struct pk_ctx *ctx, enum pk_row_id row)
{
	uint64_t value;

	return pk_row_value(ctx, row, &value) == PK_OK ? value : 0;
}

void pk_context_flags_load(struct pk_ctx *ctx, struct pk_context_flags *ret_flags)
{
	ret_flags->softirq = flag(ctx, PK_R_trace_flag_softirq);
	ret_flags->hardirq = flag(ctx, PK_R_trace_flag_hardirq);
	ret_flags->nmi = flag(ctx, PK_R_trace_flag_nmi);
}

enum pk_context pk_event_context(const struct pk_context_flags *flags, const struct pk_event *event)
{
	if (event->flags & flags->nmi)
		return PK_CTX_NMI;
	if (event->flags & flags->hardirq)
		return PK_CTX_HARDIRQ;
	if (event->flags & flags->softirq)
		return PK_CTX_SOFTIRQ;
	return PK_CTX_PROCESS;
}

int64_t pk_event_task(const struct pk_event *event)
{
	return event->pid ? event->pid : -1 - (int64_t)event->cpu;
}
