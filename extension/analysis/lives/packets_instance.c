// SPDX-License-Identifier: GPL-3.0-or-later
/* Whose packets: the trace instance that was asked for, else the one that holds events. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "analysis/lives/packets.h"
#include "decode/trace/clock.h"
#include "decode/trace/tracing.h"

/* A mark of trace_marker or a few late events in the top instance are not what somebody armed another one for. */
#define NEXT_TO_NOTHING 64

struct fullest {
	struct pk_ctx *ctx;
	struct pk_instance top, instance;
	uint64_t held;
	unsigned nr_holding; /* without the top one */
	char others[256]; /* names of those that hold events */
	/* and of those that hold what the boot before recorded: never taken unasked */
	char before[256];
};

static uint64_t events_held(struct pk_ctx *ctx, const struct pk_instance *instance)
{
	struct pk_trace *trace;
	uint64_t held = 0;

	if (!instance->expanded || pk_trace_open(ctx, instance, false, &trace) != PK_OK)
		return 0;
	for (uint32_t cpu = 0; cpu < pk_trace_nr_cpus(trace); cpu++) {
		struct pk_cpu_stats stats;

		if (pk_trace_counters(trace, (int)cpu, &stats) == PK_OK && stats.readable)
			held += stats.entries;
	}
	pk_trace_close(trace);
	return held;
}

static void list_instance(char *list, size_t size, const struct pk_instance *instance,
			  uint64_t held)
{
	size_t len = strlen(list);

	snprintf(list + len, size - len, "%s%.64s (%" PRIu64 ")", len ? ", " : "", instance->name,
		 held);
}

static bool is_of_last_boot(struct pk_ctx *ctx, const struct pk_instance *instance)
{
	struct pk_last_boot *last_boot;
	bool is_one = pk_last_boot_create(ctx, instance, &last_boot) == PK_OK && last_boot;

	if (is_one)
		pk_last_boot_destroy(last_boot);
	return is_one;
}

static void weigh_instance(struct fullest *fullest, const struct pk_instance *instance)
{
	uint64_t held;

	if (!instance->name[0]) {
		fullest->top = *instance;
		return;
	}
	held = events_held(fullest->ctx, instance);
	if (held && is_of_last_boot(fullest->ctx, instance)) {
		list_instance(fullest->before, sizeof(fullest->before), instance, held);
		return;
	}
	fullest->nr_holding += held > 0;
	if (held)
		list_instance(fullest->others, sizeof(fullest->others), instance, held);
	if (held > fullest->held) {
		fullest->instance = *instance;
		fullest->held = held;
	}
}

enum pk_status pk_packets_instance(struct pk_ctx *ctx, struct pk_instance *ret_instance)
{
	struct fullest fullest = {.ctx = ctx};
	struct pk_reader r = {.ctx = ctx};
	uint64_t held;

	if (ctx->instance)
		return pk_instance_named(ctx, ctx->instance, ret_instance);
	pk_instance_for_each (instance, &r)
		weigh_instance(&fullest, &instance);
	if (pk_ok(&r) && !fullest.top.addr)
		return pk_instance_top(ctx, ret_instance);
	if (!pk_ok(&r))
		return r.status;
	*ret_instance = fullest.top;
	if (fullest.before[0])
		pk_warn(ctx,
			"trace instance %s holds the previous boot's events: -i INSTANCE asks "
			"for its packets",
			fullest.before);
	if (!fullest.nr_holding) /* on most machines: the top one is not opened for this */
		return PK_OK;
	held = events_held(ctx, &fullest.top);
	fullest.nr_holding += held > 0;
	if (!held || fullest.held / NEXT_TO_NOTHING > held) {
		*ret_instance = fullest.instance;
		held = fullest.held;
	}
	if (fullest.nr_holding > 1)
		pk_warn(ctx,
			"packets are of %s%s, which holds %" PRIu64
			" events; instances with events: %s. -i INSTANCE "
			"(\"\": the top one) asks for another",
			ret_instance->name[0] ? "trace instance " : "the top trace instance",
			ret_instance->name, held, fullest.others);
	return PK_OK;
}
