// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about devices: what does not go out. */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>

#include "core/context.h"
#include "core/kit.h"

/* net/sched/sch_generic.c, __netdev_watchdog_up(): what a driver that names no time gets. */
#define WATCHDOG_DEFAULT_MS 5000

typedef void (*queue_fn)(struct pk_judge *judge, const struct pk_device *device,
			 const struct pk_tx_queue *queue);

bool pk_device_is_up(const struct pk_device *device)
{
	return device->flags.status == PK_OK && (device->flags.value & PK_IFF_UP);
}

const char *pk_device_called(const struct pk_device *device)
{
	return device->name[0] ? device->name : "(no name)";
}

const char *pk_device_more(const struct pk_device *device, char more[64])
{
	snprintf(more, 64, "devices -v %.15s", device->name);
	return more;
}

/* Packets that wait in front of the device; the root has the sum of what is below it. */
static struct pk_figure waiting(const struct pk_device *device)
{
	for (size_t i = 0; i < device->nr_qdiscs; i++)
		if (device->qdiscs[i].root)
			return device->qdiscs[i].qlen;
	return pk_figure_none(PK_ABSENT);
}

/* The bits that states are told by: a bit without a number would look like one that is not set. */
static bool knows_bits(struct pk_judge *judge)
{
	static const enum pk_row_id bits[] = {PK_R_link_state_present, PK_R_link_state_nocarrier,
					      PK_R_txq_drv_xoff, PK_R_txq_stack_xoff};

	for (size_t i = 0; i < PK_ARRAY_SIZE(bits); i++) {
		const struct pk_row_value *row = pk_layout_get(judge->scene->ctx, bits[i]);

		if (row->state == PK_ROW_FOUND)
			continue;
		pk_judge_unknown(judge, pk_row(bits[i])->id, row->status);
		return false;
	}
	return true;
}

static void show_device(struct pk_finding *finding, const struct pk_device *device)
{
	struct pk_figure qlen = waiting(device);

	if (qlen.status == PK_OK)
		pk_finding_shows_uint(finding, "qlen", qlen.value);
	pk_finding_shows_addr(finding, "net_device", device->addr);
}

static void devices_each(struct pk_judge *judge,
			 void (*fn)(struct pk_judge *judge, const struct pk_device *device))
{
	const struct pk_scene *scene = judge->scene;

	if (!pk_judge_knows_devices(judge) || !knows_bits(judge))
		return;
	for (size_t i = 0; i < scene->devices.nr; i++) {
		const struct pk_device *device = &scene->devices.list[i];

		if (pk_judge_knows(judge, "flags", &device->flags) && pk_device_is_up(device))
			fn(judge, device);
	}
}

/* --- dev_watchdog() ------------------------------------------------------------------------------------ */

/*
 * netif_xmit_stopped() and time_after(jiffies, trans_start + watchdog_timeo), of a device that is present, running and
 * has carrier. Where no watchdog watches, the kernel's default counts, and only with packets that wait.
 */
static bool is_late(struct pk_judge *judge, const struct pk_device *device,
		    const struct pk_tx_queue *queue)
{
	const struct pk_figure *idle = &queue->idle_ms;
	struct pk_figure limit = device->watchdog_ms, qlen = waiting(device);
	const struct pk_figure *ran_on = &judge->scene->ran_on_ms;

	if (idle->status == PK_ABSENT) {
		pk_judge_clear(judge); /* nothing was ever sent */
		return false;
	}
	if (!pk_judge_knows(judge, "time of the last packet", idle) ||
	    !pk_judge_knows(judge, "watchdog_timeo", &limit) ||
	    (ran_on->status != PK_ABSENT && !pk_judge_knows(judge, "time of the panic", ran_on)))
		return false;
	if (!limit.value) {
		if (!pk_judge_knows(judge, "qlen", &qlen))
			return false;
		limit.value = qlen.value ? WATCHDOG_DEFAULT_MS : UINT64_MAX;
	}
	/* What a panicked machine did not send any more is no trouble of before. */
	if (ran_on->status == PK_OK && limit.value <= UINT64_MAX - ran_on->value)
		limit.value += ran_on->value;
	if (idle->value <= limit.value)
		pk_judge_clear(judge);
	return idle->value > limit.value;
}

static void show_queue(struct pk_finding *finding, const struct pk_device *device,
		       const struct pk_tx_queue *queue)
{
	if (!finding)
		return;
	pk_finding_shows(finding, "state", "0x%llx", (unsigned long long)queue->state.value);
	pk_finding_shows_uint(finding, "idle_ms", queue->idle_ms.value);
	if (device->watchdog_ms.value)
		pk_finding_shows_uint(finding, "watchdog_ms", device->watchdog_ms.value);
	if (queue->timeouts.status == PK_OK)
		pk_finding_shows_uint(finding, "tx_timeout", queue->timeouts.value);
	show_device(finding, device);
}

/* Whether the device or the driver is behind: what the ring of QUEUE has. "" where that is nothing, or not known. */
static void put_ring(struct pk_words *words, const struct pk_device *device, unsigned queue)
{
	static const struct {
		enum pk_ring_wait wait;
		const char *text;
	} kinds[] = {{PK_RING_TO_SEND, "that the device has not taken"},
		     {PK_RING_SENT, "that the device has sent, and the driver has not freed"},
		     {PK_RING_UNKNOWN, "sent or not"}};

	for (size_t i = 0; i < device->nr_rings; i++) {
		const struct pk_ring *ring = &device->rings[i];

		if (ring->receive || ring->queue != queue)
			continue;
		for (size_t k = 0; k < PK_ARRAY_SIZE(kinds); k++)
			if (ring->skbs[kinds[k].wait])
				pk_words_add(words, "%s%llu packet(s) %s",
					     words->len ? ", " : "; in its ring: ",
					     (unsigned long long)ring->skbs[kinds[k].wait],
					     kinds[k].text);
	}
}

static void queue_stopped(struct pk_judge *judge, const struct pk_device *device,
			  const struct pk_tx_queue *queue)
{
	struct pk_words ring = {.len = 0};
	char more[64];

	if (!queue->stopped_by_driver) {
		pk_judge_clear(judge);
		return;
	}
	if (!is_late(judge, device, queue))
		return;
	put_ring(&ring, device, queue->index);
	show_queue(pk_judge_found(
			   judge, pk_device_more(device, more),
			   "%s: the driver stopped TX queue %u; nothing was sent for %llu.%03llu "
			   "s%s",
			   pk_device_called(device), queue->index,
			   (unsigned long long)queue->idle_ms.value / 1000,
			   (unsigned long long)queue->idle_ms.value % 1000, ring.text),
		   device, queue);
}

/* dql_avail() below 0: what the driver was given was never reported as sent. */
static void queue_limited(struct pk_judge *judge, const struct pk_device *device,
			  const struct pk_tx_queue *queue)
{
	struct pk_finding *finding;
	uint32_t bytes = (uint32_t)(queue->dql_queued.value - queue->dql_completed.value);
	struct pk_words ring = {.len = 0};
	char more[64];

	if (!queue->stopped_by_stack || queue->stopped_by_driver) {
		pk_judge_clear(judge);
		return;
	}
	if (!pk_judge_knows(judge, "dql.num_queued", &queue->dql_queued) ||
	    !pk_judge_knows(judge, "dql.num_completed", &queue->dql_completed) ||
	    !is_late(judge, device, queue))
		return;
	put_ring(&ring, device, queue->index);
	finding =
		pk_judge_found(judge, pk_device_more(device, more),
			       "%s: TX queue %u waits for the driver to report %u byte(s) as sent; "
			       "nothing was sent for %llu.%03llu s%s",
			       pk_device_called(device), queue->index, bytes,
			       (unsigned long long)queue->idle_ms.value / 1000,
			       (unsigned long long)queue->idle_ms.value % 1000, ring.text);
	pk_finding_shows_uint(finding, "bql_inflight", bytes);
	if (queue->dql_limit.status == PK_OK)
		pk_finding_shows_uint(finding, "bql_limit", queue->dql_limit.value);
	show_queue(finding, device, queue);
}

static void each_queue(struct pk_judge *judge, const struct pk_device *device, queue_fn fn)
{
	if (!device->carrier || !device->present)
		return;
	if (!device->nr_queues)
		pk_judge_unknown(judge, "transmit queues", PK_OK);
	for (size_t i = 0; i < device->nr_queues; i++)
		if (pk_judge_knows(judge, "state", &device->queues[i].state))
			fn(judge, device, &device->queues[i]);
}

static void device_stopped(struct pk_judge *judge, const struct pk_device *device)
{
	each_queue(judge, device, queue_stopped);
}

static void device_limited(struct pk_judge *judge, const struct pk_device *device)
{
	each_queue(judge, device, queue_limited);
}

void pk_judge_tx_stopped(struct pk_judge *judge)
{
	devices_each(judge, device_stopped);
}

void pk_judge_bql_stuck(struct pk_judge *judge)
{
	devices_each(judge, device_limited);
}

/* --- carrier ------------------------------------------------------------------------------------------- */

/* linkwatch_do_dev() empties the qdiscs of a device that lost its carrier, by dev_deactivate(). */
static void device_carrier(struct pk_judge *judge, const struct pk_device *device)
{
	struct pk_figure qlen = waiting(device);
	struct pk_finding *finding;
	char more[64];

	if (!pk_judge_knows(judge, "qlen", &qlen))
		return;
	if (device->carrier || !qlen.value) {
		pk_judge_clear(judge);
		return;
	}
	finding = pk_judge_found(judge, pk_device_more(device, more),
				 "%s: no carrier, and %llu packet(s) %s still queued for it",
				 pk_device_called(device), (unsigned long long)qlen.value,
				 qlen.value == 1 ? "is" : "are");
	if (finding)
		finding->sure = PK_SURE_LIKELY; /* it may have lost it a moment ago */
	if (device->carrier_changes.status == PK_OK)
		pk_finding_shows_uint(finding, "carrier_changes", device->carrier_changes.value);
	show_device(finding, device);
}

void pk_judge_no_carrier(struct pk_judge *judge)
{
	devices_each(judge, device_carrier);
}
