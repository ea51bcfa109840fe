// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who sends what waits in a qdisc (net/sched/sch_generic.c, net/core/dev.c):
 *
 *	__dev_queue_xmit()	a CPU that enqueues also runs it, unless another does
 *	__netif_schedule()	bit SCHED, and a place in softnet_data.output_queue of a CPU, for NET_TX
 *	netif_wake_queue()	the driver that stopped the transmit queue: it calls the one above
 *	qdisc_watchdog()	the timer of a qdisc that sends later: it calls that, too, for the root
 *
 * With none of them a packet waits until another comes. Only what a transmit queue feeds from is run; the qdiscs below
 * it are asked by it, and their timers are its own.
 */
#include "decode/net/device/device.h"
#include "decode/net/device/device_private.h"

#include <stdlib.h>
#include <string.h>

#include "core/hash.h"
#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/trace/clock.h"

#define MAX_SCHEDULED 65536 /* qdiscs on the lists of all CPUs */
#define MAX_DEPTH 64 /* of qdiscs below each other */
#define TCQ_F_NOLOCK 0x100
#define NSEC_PER_MSEC 1000000

/* Qdiscs that send whenever they are asked, by Qdisc_ops.id, and those that have a timer to be asked again. What any other
 * waits for is not known. */
static const struct kind {
	const char *id;
	enum pk_row_id watchdog; /* PK_NR_ROWS: it needs none */
} kinds[] = {
	{"pfifo_fast", PK_NR_ROWS}, {"pfifo", PK_NR_ROWS},
	{"bfifo", PK_NR_ROWS},	    {"pfifo_head_drop", PK_NR_ROWS},
	{"mq", PK_NR_ROWS},	    {"mqprio", PK_NR_ROWS},
	{"multiq", PK_NR_ROWS},	    {"prio", PK_NR_ROWS},
	{"ets", PK_NR_ROWS},	    {"drr", PK_NR_ROWS},
	{"qfq", PK_NR_ROWS},	    {"sfq", PK_NR_ROWS},
	{"codel", PK_NR_ROWS},	    {"fq_codel", PK_NR_ROWS},
	{"pie", PK_NR_ROWS},	    {"fq_pie", PK_NR_ROWS},
	{"red", PK_NR_ROWS},	    {"gred", PK_NR_ROWS},
	{"choke", PK_NR_ROWS},	    {"sfb", PK_NR_ROWS},
	{"hhf", PK_NR_ROWS},	    {"skbprio", PK_NR_ROWS},
	{"fq", PK_R_fq_watchdog},   {"netem", PK_R_netem_watchdog},
	{"etf", PK_R_etf_watchdog}, {"tbf", PK_R_tbf_watchdog},
	{"htb", PK_R_htb_watchdog}, {"hfsc", PK_R_hfsc_watchdog},
	{"cbs", PK_R_cbs_watchdog}, {"cake", PK_R_cake_watchdog},
};

struct wakes {
	struct pk_ctx *ctx;
	struct pk_hash scheduled; /* qdiscs to their place in CPUS */
	int cpus[PK_MAX_CPUS];
	enum pk_status lists_status; /* PK_OK: the lists of all CPUs were read */
	struct pk_figure now; /* of CLOCK_MONOTONIC, in ns */
};

/* --- the CPUs' lists ------------------------------------------------------------------------------------ */

static enum pk_status list_read(struct wakes *wakes, uint64_t qdisc, uint32_t cpu,
				struct pk_address_set *seen)
{
	enum pk_status status = PK_OK;

	while (qdisc && status == PK_OK) {
		if (!pk_address_set_add(seen, qdisc, MAX_SCHEDULED))
			return pk_fail(wakes->ctx, PK_CORRUPT,
				       "output_queue of CPU %u: qdisc %llx is on it twice", cpu,
				       (unsigned long long)qdisc);
		if (!pk_hash_put(&wakes->scheduled, qdisc, &wakes->cpus[cpu]))
			return pk_fail(wakes->ctx, PK_NOMEM, "qdiscs to be run");
		status = pk_member_uint(wakes->ctx, qdisc, PK_R_qdisc_next_sched, &qdisc);
	}
	return status;
}

static enum pk_status lists_read(struct wakes *wakes)
{
	struct pk_ctx *ctx = wakes->ctx;
	struct pk_address_set seen = {0};
	uint64_t base, offset, qdisc;
	struct pk_cpumask possible;
	bool known = pk_cpumask_get(ctx, PK_CPUS_POSSIBLE, &possible) == PK_OK;
	enum pk_status status = pk_row_value(ctx, PK_R_softnet_data, &base);

	for (uint32_t cpu = 0;
	     status == PK_OK && cpu < ctx->target->facts.nr_cpu_ids && cpu < PK_MAX_CPUS; cpu++) {
		wakes->cpus[cpu] = (int)cpu;
		if (known && !pk_cpumask_test(&possible, cpu))
			continue;
		status = pk_percpu_offset(ctx, (int)cpu, &offset);
		if (status == PK_OK)
			status = pk_member_uint(ctx, base + offset, PK_R_softnet_output_queue,
						&qdisc);
		if (status == PK_OK)
			status = list_read(wakes, qdisc, cpu, &seen);
	}
	pk_address_set_deinit(&seen);
	return status;
}

/* --- timers --------------------------------------------------------------------------------------------- */

static const struct kind *kind_of(const struct pk_qdisc_counts *qdisc)
{
	return pk_find(kinds, PK_ARRAY_SIZE(kinds), !strcmp(it->id, qdisc->id));
}

struct pk_figure pk_hrtimer_armed(struct pk_ctx *ctx, uint64_t timer)
{
	struct pk_figure queued = pk_figure_member(ctx, timer, PK_R_hrtimer_queued);
	struct pk_figure base = pk_figure_member(ctx, timer, PK_R_hrtimer_base);
	struct pk_figure running = base;

	if (base.status == PK_OK)
		running = pk_figure_member(ctx, base.value, PK_R_clock_base_running);
	if (queued.status != PK_OK)
		return pk_figure_none(queued.status == PK_ABSENT ? PK_UNSUPPORTED : queued.status);
	if (queued.value & 1)
		return (struct pk_figure){PK_OK, 1};
	if (running.status == PK_ABSENT)
		return (struct pk_figure){PK_OK, 0};
	return (struct pk_figure){running.status, running.value == timer};
}

/* Milliseconds from the end until the hrtimer at TIMER expires; PK_ABSENT: it is not armed. Of one whose callback runs the
 * time is over. */
static struct pk_figure due_at(const struct wakes *wakes, uint64_t timer)
{
	struct pk_ctx *ctx = wakes->ctx;
	struct pk_figure armed = pk_hrtimer_armed(ctx, timer);
	struct pk_figure base = pk_figure_member(ctx, timer, PK_R_hrtimer_base);
	struct pk_figure due, ahead;

	if (armed.status != PK_OK || !armed.value)
		return pk_figure_none(armed.status == PK_OK ? PK_ABSENT : armed.status);
	due = pk_figure_member(ctx, timer, PK_R_hrtimer_expires);
	ahead = pk_figure_member(ctx, base.value, PK_R_clock_base_offset);
	due.value =
		(uint64_t)((int64_t)(due.value - ahead.value - wakes->now.value) / NSEC_PER_MSEC);
	if (due.status == PK_OK)
		due.status = ahead.status == PK_OK ? wakes->now.status : ahead.status;
	/* It is armed, whenever that may be. */
	if (due.status == PK_ABSENT)
		due.status = PK_UNSUPPORTED;
	return due;
}

static struct pk_figure due_of(struct wakes *wakes, const struct pk_qdisc_counts *qdisc)
{
	const struct kind *kind = kind_of(qdisc);
	uint64_t private, watchdog, timer;
	enum pk_status status;

	if (!kind || kind->watchdog == PK_NR_ROWS)
		return pk_figure_none(PK_ABSENT);
	if (!pk_qdisc_private(wakes->ctx, qdisc->addr, &private))
		return pk_figure_none(PK_UNSUPPORTED);
	status = pk_row_offset(wakes->ctx, kind->watchdog, &watchdog);
	if (status == PK_OK)
		status = pk_row_offset(wakes->ctx, PK_R_qdisc_watchdog_timer, &timer);
	if (status != PK_OK)
		return pk_figure_none(status == PK_ABSENT ? PK_UNSUPPORTED : status);
	return due_at(wakes, private + watchdog + timer);
}

/* --- one that is run ------------------------------------------------------------------------------------ */

/* One that transmit queues feed from, and what is known of those queues, and of the timers of it and those below. */
struct runner {
	bool fed, stopped;
	bool armed;
	struct pk_figure due_ms; /* of the next timer, if one is armed */
	const char *lack; /* NULL: nothing; static */
	enum pk_status lack_status;
};

/* A device's qdiscs. */
struct group {
	struct wakes *wakes;
	struct pk_device *device;
	struct runner *runners; /* owned; one a qdisc */
	struct pk_hash by_addr, by_major; /* struct pk_qdisc_counts; of equal numbers the first */
};

static struct runner *runner_at(const struct group *group, const struct pk_qdisc_counts *qdisc)
{
	return &group->runners[qdisc - group->device->qdiscs];
}

static void lacks(struct runner *runner, const char *what, enum pk_status why)
{
	if (runner->lack)
		return;
	runner->lack = what;
	runner->lack_status = why;
}

static void is_unknown(struct pk_qdisc_counts *qdisc, const char *what, enum pk_status why)
{
	qdisc->wake = PK_WAKE_UNKNOWN;
	qdisc->wake_lack = what;
	qdisc->wake_status = why;
}

static bool knows(struct pk_qdisc_counts *qdisc, const char *what, const struct pk_figure *figure)
{
	if (figure->status != PK_OK)
		is_unknown(qdisc, what, figure->status);
	return figure->status == PK_OK;
}

/* Of several queues any: which one the next packet would take is chosen for each. */
static void add_queue(const struct group *group, const struct pk_tx_queue *queue)
{
	const struct pk_qdisc_counts *qdisc = pk_hash_get(&group->by_addr, queue->qdisc.value);
	struct runner *runner = qdisc ? runner_at(group, qdisc) : NULL;

	if (!runner)
		return; /* noop or noqueue */
	runner->fed = true;
	if (queue->state.status != PK_OK)
		lacks(runner, "netdev_queue.state", queue->state.status);
	runner->stopped |= queue->stopped_by_driver || queue->stopped_by_stack || queue->frozen;
}

/* The one that is run of those that QDISC stands below, or itself; NULL: none is known. */
static struct runner *runner_of(const struct group *group, const struct pk_qdisc_counts *qdisc)
{
	for (unsigned depth = 0; qdisc && depth < MAX_DEPTH; depth++) {
		struct runner *runner = runner_at(group, qdisc);

		if (runner->fed)
			return runner;
		qdisc = qdisc->root ? NULL
				    : pk_hash_get(&group->by_major, 1 + (qdisc->parent >> 16));
	}
	return NULL;
}

static void add_timer(const struct group *group, const struct pk_qdisc_counts *qdisc)
{
	struct runner *runner = runner_of(group, qdisc);
	const struct pk_figure *due = &qdisc->due_ms;

	if (!runner || qdisc->ingress)
		return;
	if (!kind_of(qdisc) && (qdisc->qlen.status != PK_OK || qdisc->qlen.value))
		lacks(runner, "what a qdisc of that kind waits for", PK_OK);
	if (due->status == PK_ABSENT)
		return;
	if (due->status != PK_OK) {
		lacks(runner, "qdisc_watchdog", due->status);
		return;
	}
	if (!runner->armed || (int64_t)due->value < (int64_t)runner->due_ms.value)
		runner->due_ms = *due;
	runner->armed = true;
}

/* A CPU that sends from it has bit 0 set, or, of one without a lock, the lock; who has the qdisc's lock may be about to. */
static bool runs(struct pk_ctx *ctx, struct pk_qdisc_counts *qdisc)
{
	const bool lockless = qdisc->lockless;
	const enum pk_row_id row = lockless ? PK_R_qdisc_seqlock : PK_R_qdisc_running;
	struct pk_figure running = lockless ? pk_figure_spinlock(ctx, qdisc->addr, row)
					    : pk_figure_member(ctx, qdisc->addr, row),
			 lock = {.status = PK_OK};

	if (!lockless)
		lock = pk_figure_spinlock(ctx, qdisc->addr, PK_R_qdisc_lock);
	if (!knows(qdisc, pk_row(row)->id, &running) || !knows(qdisc, "qdisc_lock", &lock))
		return true;
	if (!(lockless ? running.value : running.value & 1) && !lock.value)
		return false;
	qdisc->wake = PK_WAKE_RUNNING;
	return true;
}

/* __netif_schedule(). One that NET_TX has taken off its list keeps the bit until its turn comes. */
static bool is_scheduled(struct wakes *wakes, struct pk_qdisc_counts *qdisc,
			 const struct pk_figure *state)
{
	const int *cpu = pk_hash_get(&wakes->scheduled, qdisc->addr);

	if (!pk_figure_bit(wakes->ctx, state, PK_R_qdisc_state_sched))
		return false;
	qdisc->wake = PK_WAKE_SCHEDULED;
	if (cpu)
		qdisc->wake_cpu = *cpu;
	else if (wakes->lists_status != PK_OK)
		is_unknown(qdisc, "output_queue", wakes->lists_status);
	else
		is_unknown(qdisc, "who took it off a CPU's output_queue", PK_OK);
	return true;
}

/* htb_work_func(): too many events at once are left to a worker. */
static bool has_worker(struct pk_ctx *ctx, struct pk_qdisc_counts *qdisc)
{
	uint64_t private;
	struct pk_figure work;

	if (strcmp(qdisc->id, "htb") || !pk_qdisc_private(ctx, qdisc->addr, &private))
		return false;
	work = pk_figure_member(ctx, private, PK_R_htb_work);
	if (knows(qdisc, pk_row(PK_R_htb_work)->id, &work) && work.value & 1)
		qdisc->wake = PK_WAKE_SCHEDULED;
	return work.status != PK_OK || work.value & 1;
}

/* The bits that states are told by: a bit without a number would look like one that is not set. */
static bool knows_bits(struct pk_ctx *ctx, struct pk_qdisc_counts *qdisc)
{
	static const enum pk_row_id bits[] = {PK_R_qdisc_state_sched, PK_R_qdisc_state_deactivated,
					      PK_R_txq_drv_xoff, PK_R_txq_stack_xoff,
					      PK_R_txq_frozen};

	for (size_t i = 0; i < PK_ARRAY_SIZE(bits); i++) {
		const struct pk_row_value *row = pk_layout_get(ctx, bits[i]);

		if (row->state == PK_ROW_FOUND)
			continue;
		is_unknown(qdisc, pk_row(bits[i])->id, row->status);
		return false;
	}
	return true;
}

static void runner_judge(struct wakes *wakes, struct pk_qdisc_counts *qdisc,
			 const struct runner *runner)
{
	struct pk_ctx *ctx = wakes->ctx;
	struct pk_figure flags, state;

	if (!knows(qdisc, "qlen", &qdisc->qlen) || !qdisc->qlen.value)
		return;
	if (runner->stopped) {
		qdisc->wake = PK_WAKE_DEVICE;
		return;
	}
	flags = pk_figure_member(ctx, qdisc->addr, PK_R_qdisc_flags);
	state = pk_figure_member(ctx, qdisc->addr, PK_R_qdisc_state);
	qdisc->lockless = flags.status == PK_OK && flags.value & TCQ_F_NOLOCK;
	if (!knows(qdisc, "qdisc_flags", &flags) || !knows(qdisc, "qdisc_state", &state) ||
	    !knows_bits(ctx, qdisc))
		return;
	if (pk_figure_bit(ctx, &state, PK_R_qdisc_state_deactivated))
		qdisc->wake = PK_WAKE_DOWN;
	else if (is_scheduled(wakes, qdisc, &state) || runs(ctx, qdisc) || has_worker(ctx, qdisc))
		return;
	else if (runner->armed)
		qdisc->wake = PK_WAKE_TIMER;
	else if (runner->lack)
		is_unknown(qdisc, runner->lack, runner->lack_status);
	else
		qdisc->wake = PK_WAKE_MISSING;
	if (qdisc->wake == PK_WAKE_TIMER)
		qdisc->due_ms = runner->due_ms;
}

/* --- a device's ------------------------------------------------------------------------------------------ */

static bool group_init(struct group *group)
{
	struct pk_device *device = group->device;
	bool room;

	group->runners = calloc(device->nr_qdiscs + 1, sizeof(*group->runners));
	room = group->runners;
	for (size_t i = 0; room && i < device->nr_qdiscs; i++) {
		struct pk_qdisc_counts *qdisc = &device->qdiscs[i];
		const uint64_t major = 1 + (qdisc->handle >> 16);

		room = pk_hash_put(&group->by_addr, qdisc->addr, qdisc) &&
		       (pk_hash_get(&group->by_major, major) ||
			pk_hash_put(&group->by_major, major, qdisc));
	}
	return room;
}

static void group_deinit(struct group *group)
{
	free(group->runners);
	pk_hash_deinit(&group->by_addr, NULL);
	pk_hash_deinit(&group->by_major, NULL);
}

static void device_read(struct wakes *wakes, struct pk_device *device)
{
	struct group group = {.wakes = wakes, .device = device};
	enum pk_status status = group_init(&group) ? PK_OK : PK_NOMEM;

	if (!device->nr_queues)
		status = PK_UNREADABLE;
	for (size_t i = 0; i < device->nr_qdiscs; i++) {
		device->qdiscs[i].wake_cpu = -1;
		device->qdiscs[i].stamped =
			!strcmp(device->qdiscs[i].id, "fq") || !strcmp(device->qdiscs[i].id, "etf");
		device->qdiscs[i].due_ms = due_of(wakes, &device->qdiscs[i]);
	}
	for (size_t i = 0; status == PK_OK && i < device->nr_queues; i++) {
		status = device->queues[i].qdisc.status;
		if (status == PK_OK)
			add_queue(&group, &device->queues[i]);
	}
	for (size_t i = 0; status == PK_OK && i < device->nr_qdiscs; i++)
		add_timer(&group, &device->qdiscs[i]);
	for (size_t i = 0; status == PK_OK && i < device->nr_qdiscs; i++)
		if (group.runners[i].fed && !device->qdiscs[i].ingress)
			runner_judge(wakes, &device->qdiscs[i], &group.runners[i]);
	if (status != PK_OK) {
		/* What a queue feeds from that cannot be read may be any of them. */
		for (size_t i = 0; i < device->nr_qdiscs; i++) {
			struct pk_qdisc_counts *qdisc = &device->qdiscs[i];

			if (!qdisc->ingress && (qdisc->qlen.status != PK_OK || qdisc->qlen.value))
				is_unknown(qdisc, "netdev_queue.qdisc", status);
		}
	}
	group_deinit(&group);
}

void pk_device_wakes_read(struct pk_ctx *ctx, struct pk_devices *devices)
{
	struct wakes wakes = {.ctx = ctx};

	wakes.lists_status = lists_read(&wakes);
	wakes.now.status = pk_ktime(ctx, &wakes.now.value);
	for (size_t i = 0; i < devices->nr; i++)
		device_read(&wakes, &devices->list[i]);
	pk_hash_deinit(&wakes.scheduled, NULL);
}
