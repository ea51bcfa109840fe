// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * The kernel's own detectors of CPUs that are stuck and of tasks that hang. Each CPU has a task of the highest class stamp watchdog_touch_ts; a timer interrupt
 * complains when the stamp is too old. Stamps are local_clock(), which printk has too, in units of 2^30 ns that the
 * kernel calls seconds.
 */
#include "decode/task/watchdog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "core/reader.h"
#include "decode/figure.h"
#include "decode/printk.h"
#include "decode/task/task.h"
#include "decode/trace/clock.h"

#define STAMP_SHIFT 30
#define NSEC_PER_MSEC 1000000
#define SOFT_ENABLED 2 /* of watchdog_enabled */
#define THRESH_MAX 60 /* what the sysctl takes */

static struct pk_figure limit_read(struct pk_ctx *ctx, const char **ret_lack)
{
	struct pk_figure enabled =
		pk_figure_symbol(ctx, PK_R_watchdog_enabled, ctx->target->facts.word_size);
	struct pk_figure thresh = pk_figure_symbol(ctx, PK_R_watchdog_thresh, sizeof(uint32_t));

	*ret_lack = "soft lockup detector";
	if (enabled.status != PK_OK)
		return enabled;
	if (!(enabled.value & SOFT_ENABLED)) {
		*ret_lack = "soft lockup detector, which was off";
		return pk_figure_none(PK_ABSENT);
	}
	*ret_lack = "watchdog_thresh";
	if (thresh.status == PK_OK && (!thresh.value || thresh.value > THRESH_MAX))
		return pk_figure_none(PK_CORRUPT);
	thresh.value *= 2;
	return thresh;
}

/* A CPU's variable at the symbol of row ID. */
static struct pk_figure stamp_read(struct pk_ctx *ctx, enum pk_row_id id, int cpu)
{
	uint64_t base, offset;
	enum pk_status status = pk_has(ctx, id) ? pk_row_value(ctx, id, &base) : PK_ABSENT;

	if (status == PK_OK)
		status = pk_percpu_offset(ctx, (uint32_t)cpu, &offset);
	return status == PK_OK ? pk_figure_at(ctx, base + offset, ctx->target->facts.word_size)
			       : pk_figure_none(status);
}

/* All ones: it is to begin again. In a stamp of its own since 5.14, else in place of the time. */
static bool is_reset(const struct pk_ctx *ctx, const struct pk_figure *stamp)
{
	return stamp->status == PK_OK &&
	       stamp->value == ~0ull >> (64 - 8 * ctx->target->facts.word_size);
}

/* rq.clock is the same clock, in ns. The timer interrupt moves it, and who schedules. */
static struct pk_figure tick_read(struct pk_ctx *ctx, int cpu, uint64_t now_ns)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t base = pk_value(&r, PK_R_runqueues), offset = 0, clock;

	pk_try(&r, pk_percpu_offset(ctx, cpu, &offset));
	clock = pk_member(&r, base + offset, PK_R_rq_clock);
	if (!pk_ok(&r))
		return pk_figure_none(r.status);
	return (struct pk_figure){.value = now_ns > clock ? (now_ns - clock) >> STAMP_SHIFT : 0};
}

/* CLOCK_MONOTONIC in ns when PANIC began, or at the end: the clock of watchdog_hrtimer. PK_ABSENT: there is none. */
static struct pk_figure timer_clock_read(struct pk_ctx *ctx, const struct pk_panic *panic)
{
	const struct pk_figure ran_on_ms = pk_ran_on_ms(ctx, panic);
	const uint64_t ran_on = ran_on_ms.status == PK_OK ? ran_on_ms.value * NSEC_PER_MSEC : 0;
	struct pk_figure now = {.status = PK_OK};

	if (!pk_has(ctx, PK_R_watchdog_hrtimer) || !pk_has(ctx, PK_R_hrtimer_queued) ||
	    (panic->found && ran_on_ms.status != PK_OK))
		return pk_figure_none(PK_ABSENT);
	now.status = pk_ktime(ctx, &now.value);
	now.value -= ran_on < now.value ? ran_on : now.value;
	return now;
}

/*
 * Others move a run queue's clock, too (RT throttling, balancing), but nobody else runs a CPU's watchdog_hrtimer, and an idle
 * CPU runs it as well. How many seconds it is overdue NOW. It fires every fifth of the limit, so the CPU may have taken no
 * interrupt for that much longer.
 */
static struct pk_figure overdue_read(struct pk_ctx *ctx, int cpu, const struct pk_figure *now)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t timer, offset = 0, queued, due;

	if (now->status != PK_OK)
		return *now;
	timer = pk_value(&r, PK_R_watchdog_hrtimer);
	pk_try(&r, pk_percpu_offset(ctx, cpu, &offset));
	queued = pk_member(&r, timer + offset, PK_R_hrtimer_queued);
	due = pk_member(&r, timer + offset, PK_R_hrtimer_expires);
	if (!pk_ok(&r))
		return pk_figure_none(r.status);
	if (!(queued & 1) || now->value < due)
		return pk_figure_none(PK_ABSENT);
	return (struct pk_figure){.value = (now->value - due) >> STAMP_SHIFT};
}

/* Without a stamp: since its task came to it. Of who idles that is not noted. */
static struct pk_figure arrival_read(struct pk_ctx *ctx, int cpu, uint64_t now_ns)
{
	struct pk_task task;
	uint64_t arrival;

	if (!pk_has(ctx, PK_R_task_last_arrival) || pk_cpu_task(ctx, cpu, &task) != PK_OK ||
	    !task.pid ||
	    pk_member_uint(ctx, task.addr, PK_R_task_last_arrival, &arrival) != PK_OK || !arrival ||
	    arrival > now_ns)
		return pk_figure_none(PK_ABSENT);
	return (struct pk_figure){.value = (now_ns - arrival) >> STAMP_SHIFT};
}

/* NOW_NS: of the detector's stamps; TIMER_NOW: of its timer. */
static void cpu_read(struct pk_ctx *ctx, int cpu, uint64_t now_ns,
		     const struct pk_figure *timer_now, struct pk_watched_cpu *watched)
{
	struct pk_figure overdue = overdue_read(ctx, cpu, timer_now);
	struct pk_figure touched = stamp_read(ctx, PK_R_watchdog_touch_ts, cpu);
	struct pk_figure report = stamp_read(ctx, PK_R_watchdog_report_ts, cpu);
	uint64_t now = now_ns >> STAMP_SHIFT;

	*watched =
		(struct pk_watched_cpu){.cpu = cpu,
					.still_s = touched,
					.reset = is_reset(ctx, &touched) || is_reset(ctx, &report),
					.tick_s = tick_read(ctx, cpu, now_ns),
					.said_s = pk_figure_none(PK_ABSENT)};
	if (overdue.status == PK_OK &&
	    (watched->tick_s.status != PK_OK || watched->tick_s.value < overdue.value))
		watched->tick_s = overdue;
	if (touched.status == PK_OK && (!touched.value || is_reset(ctx, &touched)))
		watched->still_s = arrival_read(ctx, cpu, now_ns);
	else if (touched.status == PK_OK)
		watched->still_s.value = now > touched.value ? now - touched.value : 0;
}

/* --- what the log says ---------------------------------------------------------------------------------- */

/* It counts if CPU has not scheduled since; where that is not known, if it is the panic's own. */
static bool is_said(const struct pk_watched_cpu *cpu, uint64_t ts_nsec,
		    const struct pk_panic *panic)
{
	if (cpu->still_s.status != PK_OK)
		return ts_nsec >= panic->ts_nsec;
	return ts_nsec >= panic->ts_nsec ||
	       (panic->ts_nsec - ts_nsec) >> STAMP_SHIFT < cpu->still_s.value;
}

static void note_said(struct pk_ctx *ctx, const struct pk_panic *panic,
		      struct pk_watchdog *watchdog)
{
	static const char words[] = "BUG: soft lockup - CPU#";
	struct pk_reader r = {.ctx = ctx};

	pk_log_for_each (line, &r) {
		char text[160];
		const char *at;
		unsigned cpu, seconds;

		if (line.from_user)
			continue;
		snprintf(text, sizeof(text), "%.*s", (int)line.len, line.text);
		at = strstr(text, words);
		if (!at ||
		    sscanf(at + sizeof(words) - 1, "%5u stuck for %9us", &cpu, &seconds) != 2)
			continue;
		for (size_t i = 0; i < watchdog->nr; i++)
			if (watchdog->cpus[i].cpu == (int)cpu &&
			    is_said(&watchdog->cpus[i], line.ts_nsec, panic))
				watchdog->cpus[i].said_s =
					(struct pk_figure){.status = PK_OK, .value = seconds};
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "%s", pk_error(ctx));
}

void pk_watchdog_read(struct pk_ctx *ctx, const struct pk_panic *panic,
		      struct pk_watchdog *ret_watchdog)
{
	struct pk_figure up = pk_uptime_ms(ctx);
	uint64_t now_ns = panic->found ? panic->ts_nsec : up.value * NSEC_PER_MSEC;
	struct pk_figure timer_now;
	struct pk_cpumask active;

	*ret_watchdog = (struct pk_watchdog){0};
	ret_watchdog->limit_s = limit_read(ctx, &ret_watchdog->lack);
	if (ret_watchdog->limit_s.status != PK_OK)
		return;
	if (!panic->found && up.status != PK_OK) {
		ret_watchdog->lack = "jiffies";
		ret_watchdog->limit_s = pk_figure_none(up.status);
		return;
	}
	timer_now = timer_clock_read(ctx, panic);
	/* A CPU that is not active has a stamp of when it was taken off; the mask of online
	 * ones loses CPUs in a panic. */
	if (pk_cpumask_get(ctx, PK_CPUS_ACTIVE, &active) != PK_OK) {
		ret_watchdog->limit_s = pk_figure_none(PK_ABSENT);
		ret_watchdog->lack = "which CPUs ran";
	} else {
		for (uint32_t cpu = 0; cpu < ctx->target->facts.nr_cpu_ids && cpu < PK_MAX_CPUS;
		     cpu++)
			if (pk_cpumask_test(&active, cpu) &&
			    pk_grow(ret_watchdog->cpus, ret_watchdog->nr, ret_watchdog->room))
				cpu_read(ctx, (int)cpu, now_ns, &timer_now,
					 &ret_watchdog->cpus[ret_watchdog->nr++]);
	}
	if (panic->found)
		note_said(ctx, panic, ret_watchdog);
}

void pk_watchdog_deinit(struct pk_watchdog *watchdog)
{
	free(watchdog->cpus);
	*watchdog = (struct pk_watchdog){0};
}

/* --- khungtaskd ----------------------------------------------------------------------------------------- */

#define TASK_UNINTERRUPTIBLE 0x2
/* TASK_WAKEKILL (in either of its two places; the older one is TASK_DEAD now) and TASK_NOLOAD: such sleep as they like. */
#define SLEEPS_WELL (0x80u | 0x100u | 0x400u)

struct search {
	struct pk_ctx *ctx;
	struct pk_hung_tasks *hung;
	uint64_t now, hz; /* jiffies when the panic began */
};

static bool has_rows(struct pk_ctx *ctx)
{
	return pk_has(ctx, PK_R_task_state) && pk_has(ctx, PK_R_task_last_switch_count) &&
	       pk_has(ctx, PK_R_task_last_switch_time) && pk_has(ctx, PK_R_task_nvcsw) &&
	       pk_has(ctx, PK_R_task_nivcsw);
}

/* check_hung_task(): the same number of switches as when khungtaskd last found another one, at last_switch_time. */
static void look_at_task(struct search *search, const struct pk_task *task)
{
	struct pk_hung_tasks *hung = search->hung;
	uint64_t state, voluntary, forced, count, since, blocked;
	enum pk_status status = pk_member_uints(
		search->ctx, task->addr,
		PK_WANTED({PK_R_task_state, &state}, {PK_R_task_nvcsw, &voluntary},
			  {PK_R_task_nivcsw, &forced}, {PK_R_task_last_switch_count, &count},
			  {PK_R_task_last_switch_time, &since}));

	if (status != PK_OK) {
		hung->unread++;
		return;
	}
	if (task->on_cpu || !(state & TASK_UNINTERRUPTIBLE) || (state & SLEEPS_WELL))
		return;
	blocked = search->now > since ? (search->now - since) / search->hz : 0;
	if (!count || voluntary + forced != count || blocked < hung->limit_s.value)
		hung->others++;
	else if (pk_grow(hung->list, hung->nr, hung->room))
		hung->list[hung->nr++] = (struct pk_hung_task){.task = *task, .blocked_s = blocked};
}

static struct pk_figure timeout_read(struct pk_ctx *ctx, const char **ret_lack)
{
	struct pk_figure timeout =
		pk_figure_symbol(ctx, PK_R_hung_task_timeout, ctx->target->facts.word_size);

	*ret_lack = "hung task detector";
	if (timeout.status == PK_OK && !has_rows(ctx))
		return pk_figure_none(PK_ABSENT);
	if (timeout.status == PK_OK && !timeout.value) {
		*ret_lack = "hung task detector, which was off";
		return pk_figure_none(PK_ABSENT);
	}
	return timeout;
}

void pk_hung_tasks_read(struct pk_ctx *ctx, const struct pk_figure *ran_on_ms,
			struct pk_hung_tasks *ret_hung)
{
	struct search search = {.ctx = ctx, .hung = ret_hung};
	struct pk_figure now = pk_jiffies_at_panic(ctx, ran_on_ms, &search.hz);
	struct pk_reader r = {.ctx = ctx};

	*ret_hung = (struct pk_hung_tasks){0};
	ret_hung->limit_s = timeout_read(ctx, &ret_hung->lack);
	if (ret_hung->limit_s.status != PK_OK)
		return;
	if (now.status != PK_OK) {
		ret_hung->lack = "jiffies when the machine stopped";
		ret_hung->limit_s = now;
		return;
	}
	search.now = now.value;
	pk_task_for_each (task, &r)
		look_at_task(&search, &task);
	if (!pk_ok(&r)) {
		ret_hung->lack = "tasks";
		ret_hung->limit_s = pk_figure_none(r.status);
	}
}

void pk_hung_tasks_deinit(struct pk_hung_tasks *hung)
{
	free(hung->list);
	*hung = (struct pk_hung_tasks){0};
}
