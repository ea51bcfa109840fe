// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Who takes what a device has received and given back (drivers/net/virtio_net.c):
 *
 *	skb_recv_done()			the queue's interrupt: bit SCHED of its NAPI context, then asks the device for no more of them
 *	net_rx_action()			polls it
 *	virtqueue_napi_complete()	asks for interrupts again, then clears SCHED; or leaves both to napi_struct.timer
 *
 * So an idle NAPI context whose queue is to send no interrupt, or whose interrupt is disabled, is never polled.
 */
#include "core/kit.h"
#include "decode/figure.h"
#include "decode/net/device/device.h"
#include "decode/net/device/device_private.h"

struct look {
	struct pk_ctx *ctx;
	const struct pk_device *device;
	struct pk_ring *ring;
};

static void is_unknown(struct pk_ring *ring, const char *what, enum pk_status why)
{
	ring->wake = PK_WAKE_UNKNOWN;
	ring->wake_lack = what;
	ring->wake_status = why;
}

static bool knows(struct pk_ring *ring, const char *what, const struct pk_figure *figure)
{
	if (figure->status != PK_OK)
		is_unknown(ring, what, figure->status);
	return figure->status == PK_OK;
}

static const struct pk_napi *napi_of(const struct look *look)
{
	return pk_find(look->device->napis, look->device->nr_napis, it->addr == look->ring->napi);
}

static const struct pk_irq *irq_of(const struct look *look)
{
	return pk_find(look->device->irqs, look->device->nr_irqs, it->dev_id == look->ring->vq);
}

/* Of gro_flush_timeout and napi_defer_hard_irqs. Old kernels have none. */
static struct pk_figure timer_runs(const struct look *look)
{
	const struct pk_row_value *row = pk_layout_get(look->ctx, PK_R_napi_timer);

	if (row->state == PK_ROW_FOUND)
		return pk_hrtimer_armed(look->ctx, look->ring->napi + row->member.offset);
	return row->status == PK_ABSENT ? (struct pk_figure){PK_OK, 0}
					: pk_figure_none(row->status);
}

static void judge_interrupt(const struct look *look)
{
	const struct pk_irq *irq = irq_of(look);
	struct pk_ring *ring = look->ring;

	/* Queues may share one, or have none of their own. */
	if (!irq)
		is_unknown(ring, "the interrupt of a receive queue", look->device->irqs_status);
	else if (knows(ring, "irq_desc.depth", &irq->depth))
		ring->wake = irq->depth.value ? PK_WAKE_MISSING : PK_WAKE_DEVICE;
	if (ring->wake == PK_WAKE_MISSING)
		ring->irq = irq->number;
}

static void judge(const struct look *look)
{
	struct pk_ring *ring = look->ring;
	const struct pk_napi *napi = napi_of(look);
	struct pk_figure timer;

	if (!knows(ring, "what a device has given back", &ring->done) || !ring->done.value)
		return;
	if (!napi || !pk_has(look->ctx, PK_R_napi_state_sched)) {
		is_unknown(ring, "the NAPI context of a receive queue", PK_OK);
		return;
	}
	if (!knows(ring, "napi_struct.state", &napi->state))
		return;
	if (napi->scheduled) {
		ring->wake = PK_WAKE_SCHEDULED;
		return;
	}
	timer = timer_runs(look);
	if (!knows(ring, "napi_struct.timer", &timer) ||
	    !knows(ring, "the flags of a virtqueue", &ring->interrupts_off))
		return;
	if (timer.value)
		ring->wake = PK_WAKE_TIMER;
	else if (ring->interrupts_off.value)
		ring->wake = PK_WAKE_MISSING;
	else
		judge_interrupt(look);
}

void pk_device_ring_wakes_read(struct pk_ctx *ctx, struct pk_devices *devices)
{
	for (size_t i = 0; i < devices->nr; i++)
		for (size_t j = 0; j < devices->list[i].nr_rings; j++) {
			struct look look = {ctx, &devices->list[i], &devices->list[i].rings[j]};

			if (look.ring->napi)
				judge(&look);
		}
}
