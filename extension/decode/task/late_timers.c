// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Timers (struct timer_list) that are due and that the timer softirq has not run. A CPU has several bases. Each is a wheel of
 * levels with 64 buckets each. A bucket covers 8^level jiffies (calc_wheel_index()):
 *
 *	bucket = 64 * level + (expires >> 3 * level) % 64	timer.flags: bucket << 22 | IRQSAFE, PINNED, DEFERRABLE | CPU
 *
 * A bucket is run at its end, so a timer may be late by 8^level jiffies. base.clk is the first jiffy that was not run; while
 * nothing is due an idle CPU leaves it behind. What was armed with a time that had passed lies in the bucket of clk.
 */
#include "decode/task/watchdog.h"

#include <stdlib.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/printk.h"
#include "decode/task/task.h"

#define MAX_BASES 3 /* local, global, deferrable; before 6.9 one for both */
#define BOOT_S 300 /* INITIAL_JIFFIES is so much below 0, as an unsigned int: no clk is less */
#define LEVEL_BUCKETS 64
#define LEVEL_SHIFT 3
#define MAX_BUCKETS (9 * LEVEL_BUCKETS)
#define DEFERRABLE 0x00080000u /* may wait for as long as its CPU idles */
#define BUCKET_SHIFT 22
#define MAX_TIMERS (1u << 20) /* of all CPUs */

struct search {
	struct pk_ctx *ctx;
	uint64_t now, hz, limit_s; /* jiffies when the panic began */
	uint64_t bases, size, buckets, nr_buckets, entry;
	struct pk_late_cpu *cpu;
	uint64_t nr; /* timers that were looked at, of all CPUs */
};

static void keep(struct pk_late_cpu *cpu, const struct pk_late_timer *timer)
{
	unsigned at = cpu->nr_list;

	cpu->nr++;
	while (at && cpu->list[at - 1].late_s < timer->late_s)
		at--;
	if (at == PK_LATE_TIMERS)
		return;
	if (cpu->nr_list < PK_LATE_TIMERS)
		cpu->nr_list++;
	for (unsigned i = cpu->nr_list - 1; i > at; i--)
		cpu->list[i] = cpu->list[i - 1];
	cpu->list[at] = *timer;
}

/* The base's or the wheel's other words are no timers: those name their bucket. */
static void look_at_timer(struct search *search, struct pk_reader *r, uint64_t timer,
			  uint64_t bucket, uint64_t clk)
{
	const uint64_t shift = bucket / LEVEL_BUCKETS * LEVEL_SHIFT;
	uint64_t flags = pk_member(r, timer, PK_R_timer_flags);
	uint64_t expires = pk_member(r, timer, PK_R_timer_expires), due;
	struct pk_late_timer late = {.addr = timer};

	due = ((expires >> shift) + 1) << shift;
	if ((int64_t)(clk - due) > 0)
		due = clk;
	late.late_s = pk_jiffies_s(search->ctx, search->now, due, search->hz);
	if (!pk_ok(r) || flags >> BUCKET_SHIFT != bucket || flags & DEFERRABLE ||
	    late.late_s < search->limit_s)
		return;
	late.func = pk_member(r, timer, PK_R_timer_function);
	keep(search->cpu, &late);
}

/* False: another variable lies there, and the bases before were all. */
static bool look_at_base(struct search *search, uint64_t base)
{
	struct pk_ctx *ctx = search->ctx;
	uint8_t heads[MAX_BUCKETS][sizeof(uint64_t)];
	struct pk_reader r = {.ctx = ctx};
	uint64_t clk = pk_member(&r, base, PK_R_timer_base_clk);

	if (pk_ok(&r) && clk < (uint32_t) - (BOOT_S * search->hz))
		return false;
	if (pk_ok(&r) && pk_jiffies_s(ctx, search->now, clk, search->hz) < search->limit_s)
		return true;
	pk_load(&r, base + search->buckets, heads, search->nr_buckets * sizeof(*heads));
	for (uint64_t i = 0; pk_ok(&r) && i < search->nr_buckets; i++) {
		uint64_t first = pk_uint(ctx, heads[i], sizeof(heads[i]));

		if (!first)
			continue;
		pk_hlist_for_each_from (node, &r, first) {
			if (search->nr++ < MAX_TIMERS)
				look_at_timer(search, &r, node - search->entry, i, clk);
			else
				r.status =
					pk_fail(ctx, PK_LIMIT, "more than %u timers", MAX_TIMERS);
		}
	}
	if (search->cpu->status == PK_OK)
		search->cpu->status = r.status;
	return true;
}

static void look_at_cpu(struct search *search, int cpu, struct pk_late_timers *timers)
{
	struct pk_late_cpu found = {.cpu = cpu};
	uint64_t offset;

	search->cpu = &found;
	found.status = pk_percpu_offset(search->ctx, (uint32_t)cpu, &offset);
	for (unsigned i = 0; found.status == PK_OK && i < MAX_BASES; i++)
		if (!look_at_base(search, search->bases + offset + i * search->size))
			break;
	if (found.nr) {
		struct pk_reader r = {.ctx = search->ctx};
		uint64_t at = pk_value(&r, PK_R_ksoftirqd), task;

		/* Who runs softirqs that cannot be run at once: while it is to run, interrupts
		 * leave them to it (ksoftirqd_running(), up to 6.4). */
		task = pk_pointer(&r, at + offset);
		found.ksoftirqd_waits =
			pk_try(&r, pk_task_read(search->ctx, task, &found.ksoftirqd)) &&
			!found.ksoftirqd.on_cpu && !pk_task_sleeps(search->ctx, &found.ksoftirqd);
	}
	if (!found.nr && found.status == PK_OK)
		timers->others++;
	else if (pk_grow(timers->list, timers->nr, timers->room))
		timers->list[timers->nr++] = found;
}

static enum pk_status rows_read(struct search *search)
{
	struct pk_reader r = {.ctx = search->ctx};

	search->bases = pk_value(&r, PK_R_timer_bases);
	search->size = pk_value(&r, PK_R_timer_base_size);
	search->buckets = pk_offset(&r, PK_R_timer_base_vectors);
	search->entry = pk_offset(&r, PK_R_timer_entry);
	pk_offset(&r, PK_R_timer_base_clk);
	pk_offset(&r, PK_R_timer_flags);
	if (!pk_ok(&r))
		return r.status;
	if (search->ctx->target->facts.word_size != sizeof(uint64_t))
		return pk_fail(search->ctx, PK_UNSUPPORTED, "timers of 32 bits");
	if (search->size <= search->buckets)
		return pk_fail(search->ctx, PK_CORRUPT, "struct timer_base of %llu bytes",
			       (unsigned long long)search->size);
	search->nr_buckets = (search->size - search->buckets) / sizeof(uint64_t);
	if (search->nr_buckets > MAX_BUCKETS)
		search->nr_buckets = MAX_BUCKETS;
	return PK_OK;
}

void pk_late_timers_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
			 const struct pk_watchdog *watchdog, struct pk_late_timers *ret_timers)
{
	struct search search = {.ctx = ctx, .limit_s = watchdog->limit_s.value};
	struct pk_figure now;
	enum pk_status status;

	*ret_timers = (struct pk_late_timers){.limit_s = watchdog->limit_s, .lack = watchdog->lack};
	if (watchdog->limit_s.status != PK_OK)
		return;
	now = pk_jiffies_at_panic(ctx, ran_on_ms, &search.hz);
	status = now.status == PK_OK ? rows_read(&search) : now.status;
	if (status != PK_OK) {
		ret_timers->lack =
			now.status == PK_OK ? "timers of CPUs" : "jiffies when the machine stopped";
		ret_timers->limit_s = pk_figure_none(status);
		return;
	}
	search.now = now.value;
	for (size_t i = 0; i < watchdog->nr; i++)
		look_at_cpu(&search, watchdog->cpus[i].cpu, ret_timers);
}

void pk_late_timers_deinit(struct pk_late_timers *timers)
{
	free(timers->list);
	*timers = (struct pk_late_timers){0};
}
