// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about what waits and is not woken: qdiscs (decode/net/device/device_wakes.c says by what they are), neighbours. */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>
#include <string.h>

#define RTO_MAX_MS 120000 /* TCP_RTO_MAX: no peer waits longer before it asks again */

typedef void (*qdisc_fn)(struct pk_judge *judge, const struct pk_device *device,
			 const struct pk_qdisc_counts *qdisc);

/* Those in which packets wait. */
static void qdiscs_each(struct pk_judge *judge, qdisc_fn fn)
{
	const struct pk_scene *scene = judge->scene;
	const bool known = pk_judge_knows_devices(judge);

	for (size_t i = 0; known && i < scene->devices.nr; i++) {
		const struct pk_device *device = &scene->devices.list[i];

		for (size_t j = 0; j < device->nr_qdiscs; j++) {
			const struct pk_qdisc_counts *qdisc = &device->qdiscs[j];

			if (qdisc->wake == PK_WAKE_UNKNOWN)
				pk_judge_unknown(judge, qdisc->wake_lack, qdisc->wake_status);
			else if (qdisc->wake == PK_WAKE_IDLE)
				pk_judge_clear(judge);
			else
				fn(judge, device, qdisc);
		}
	}
}

static void show_qdisc(struct pk_finding *finding, const struct pk_device *device,
		       const struct pk_qdisc_counts *qdisc)
{
	pk_finding_shows_uint(finding, "qlen", qdisc->qlen.value);
	pk_finding_shows(finding, "wake", "%s", pk_wake_name(qdisc->wake));
	pk_finding_shows_addr(finding, "qdisc", qdisc->addr);
	pk_finding_shows_addr(finding, "net_device", device->addr);
}

/* "eth0: 5 packets wait in qdisc fq 8001:" */
#define WAITING "%s: %llu packet(s) wait(-s) in qdisc %s %x:"
#define WAITING_OF(device, qdisc)                                                                  \
	pk_device_called(device), (unsigned long long)(qdisc)->qlen.value, (qdisc)->id,            \
		(qdisc)->handle >> 16

static void asleep(struct pk_judge *judge, const struct pk_device *device,
		   const struct pk_qdisc_counts *qdisc)
{
	struct pk_finding *finding;
	char more[64];

	if (qdisc->wake != PK_WAKE_MISSING) {
		pk_judge_clear(judge);
		return;
	}
	finding = pk_judge_found(judge, pk_device_more(device, more),
				 WAITING ", and nothing makes it send: no CPU runs it or is to run "
					 "it, and no timer of it is armed",
				 WAITING_OF(device, qdisc));
	/* Between a packet's way in and out a CPU has no lock of it. */
	if (finding && qdisc->lockless)
		finding->sure = PK_SURE_LIKELY;
	show_qdisc(finding, device, qdisc);
}

void pk_judge_qdisc_asleep(struct pk_judge *judge)
{
	qdiscs_each(judge, asleep);
}

static void napi_asleep(struct pk_judge *judge, const struct pk_device *device,
			const struct pk_ring *ring)
{
	struct pk_finding *finding;
	char more[64], off[64] = "and has asked the device for no interrupt";

	if (ring->irq)
		snprintf(off, sizeof(off), "and its interrupt %u is disabled", ring->irq);
	finding = pk_judge_found(
		judge, pk_device_more(device, more),
		"%s: %llu packet(s) that the device received wait(-s) in RX ring %u; its NAPI "
		"context is idle, %s: nothing takes them",
		pk_device_called(device), (unsigned long long)ring->done.value, ring->queue, off);
	/* Who disabled it may be about to enable it. */
	if (finding && ring->irq)
		finding->sure = PK_SURE_LIKELY;
	pk_finding_shows_uint(finding, "done", ring->done.value);
	pk_finding_shows_uint(finding, "queue", ring->queue);
	if (ring->irq)
		pk_finding_shows_uint(finding, "irq", ring->irq);
	pk_finding_shows_addr(finding, "napi", ring->napi);
	pk_finding_shows_addr(finding, "virtqueue", ring->vq);
	pk_finding_shows_addr(finding, "net_device", device->addr);
}

/* A card's NAPI contexts free what it has sent, and its interrupts wake them: which of these a ring has, only the driver knows. */
static bool is_woken(struct pk_judge *judge, const struct pk_device *device)
{
	for (size_t i = 0; i < device->nr_napis; i++)
		if (!pk_judge_knows(judge, "napi_struct.state", &device->napis[i].state) ||
		    device->napis[i].scheduled || device->napis[i].poll_owner >= 0)
			return true;
	for (size_t i = 0; i < device->nr_irqs; i++)
		if (!pk_judge_knows(judge, "irq_desc.depth", &device->irqs[i].depth) ||
		    !device->irqs[i].depth.value)
			return true;
	return !device->nr_napis || !device->nr_irqs;
}

uint64_t pk_ring_unfreed(const struct pk_ring *ring)
{
	return ring->driver && strcmp(ring->driver, "virtio_net") ? ring->skbs[PK_RING_SENT] : 0;
}

static void sent_asleep(struct pk_judge *judge, const struct pk_device *device)
{
	struct pk_finding *finding;
	uint64_t sent = 0;
	char more[64];

	for (size_t i = 0; i < device->nr_rings; i++)
		sent += pk_ring_unfreed(&device->rings[i]);
	if (!sent || !pk_device_is_up(device) || is_woken(judge, device))
		return;
	finding = pk_judge_found(
		judge, pk_device_more(device, more),
		"%s: %llu packet(s) that the device has sent wait(-s) in TX rings to be freed; "
		"its NAPI contexts are idle and all its interrupts disabled: nothing frees them",
		pk_device_called(device), (unsigned long long)sent);
	if (finding)
		finding->sure = PK_SURE_LIKELY;
	pk_finding_shows_uint(finding, "sent", sent);
	for (size_t i = 0; i < device->nr_irqs; i++)
		pk_finding_shows_uint(finding, "irq", device->irqs[i].number);
	pk_finding_shows_addr(finding, "net_device", device->addr);
}

static bool lacks_virtio(const struct pk_device *device)
{
	return pk_any(device->nr_rings_lack, i,
		      !strncmp(device->rings_lack[i], "virtio_", strlen("virtio_")));
}

void pk_judge_napi_asleep(struct pk_judge *judge)
{
	const struct pk_scene *scene = judge->scene;
	const bool known = pk_judge_knows_devices(judge);

	for (size_t i = 0; known && i < scene->devices.nr; i++) {
		const struct pk_device *device = &scene->devices.list[i];

		if (lacks_virtio(device))
			pk_judge_unknown(judge, "types of virtio's modules", PK_ABSENT);
		sent_asleep(judge, device);
		for (size_t j = 0; j < device->nr_rings; j++) {
			const struct pk_ring *ring = &device->rings[j];

			if (!ring->napi)
				continue;
			if (ring->wake == PK_WAKE_UNKNOWN)
				pk_judge_unknown(judge, ring->wake_lack, ring->wake_status);
			else if (ring->wake == PK_WAKE_MISSING)
				napi_asleep(judge, device, ring);
			else
				pk_judge_clear(judge);
		}
	}
}

/* fq refuses stamps beyond its horizon, if it has one; etf has none. Rates and delays are as who set them up wanted them. */
static void late(struct pk_judge *judge, const struct pk_device *device,
		 const struct pk_qdisc_counts *qdisc)
{
	const int64_t ms = (int64_t)qdisc->due_ms.value;
	struct pk_finding *finding;
	char more[64], due[48];

	if (qdisc->wake != PK_WAKE_TIMER || !qdisc->stamped) {
		pk_judge_clear(judge);
		return;
	}
	if (!pk_judge_knows(judge, "when it is due", &qdisc->due_ms))
		return;
	if (ms <= RTO_MAX_MS) {
		pk_judge_clear(judge);
		return;
	}
	finding = pk_judge_found(judge, pk_device_more(device, more),
				 WAITING "; by its own stamp the first is %s",
				 WAITING_OF(device, qdisc), pk_due_text(ms, due));
	pk_finding_shows_uint(finding, "due_ms", (uint64_t)ms);
	show_qdisc(finding, device, qdisc);
}

/* Mostly the stamp of another clock. */
void pk_judge_qdisc_late(struct pk_judge *judge)
{
	qdiscs_each(judge, late);
}

/* --- neighbours ----------------------------------------------------------------------------------------- */

static const char *more_of_neighbour(const struct pk_scene *scene,
				     const struct pk_neighbour *neighbour, char more[64])
{
	snprintf(more, 64, "routes neigh");
	for (size_t i = 0; i < scene->nr_nets; i++)
		if (neighbour->net && scene->nets[i].net == neighbour->net && scene->nets[i].inum)
			snprintf(more, 64, "routes neigh -n %u", scene->nets[i].inum);
	return more;
}

static void neighbour_asleep(struct pk_judge *judge, const struct pk_neighbour_asked *asked)
{
	const struct pk_neighbour *neighbour = &asked->neighbour;
	const uint64_t queued = neighbour->queued.value;
	struct pk_words waiting = {.len = 0};
	struct pk_finding *finding;
	char more[64], text[64] = "?";

	if (neighbour->key_len)
		pk_address_text(neighbour->key_len == 16 ? 6 : 4, neighbour->key, text,
				sizeof(text));
	if (neighbour->queued.status == PK_OK && queued)
		pk_words_add(&waiting, "; %llu packet(s) wait(-s) for it",
			     (unsigned long long)queued);
	finding =
		pk_judge_found(judge, more_of_neighbour(judge->scene, neighbour, more),
			       "neighbour %s on %s is %s, and its timer is not armed: nobody asks "
			       "for it again%s",
			       text, neighbour->dev[0] ? neighbour->dev : "?",
			       pk_nud_name(neighbour->state.value), waiting.text);
	/* A CPU that runs the timer may be about to take the lock. */
	if (finding)
		finding->sure = PK_SURE_LIKELY;
	pk_finding_shows(finding, "nud_state", "%s", pk_nud_name(neighbour->state.value));
	if (neighbour->queued.status == PK_OK)
		pk_finding_shows_uint(finding, "arp_queue", queued);
	if (neighbour->probes.status == PK_OK)
		pk_finding_shows_uint(finding, "probes", neighbour->probes.value);
	pk_finding_shows_addr(finding, "neighbour", neighbour->addr);
}

/* NUD_IN_TIMER: neigh_timer_handler() asks again or gives it up; who has the lock may be about to arm it. */
void pk_judge_neighbour_asleep(struct pk_judge *judge)
{
	const struct pk_scene *scene = judge->scene;

	if (scene->asked_status != PK_OK && scene->asked_status != PK_ABSENT)
		pk_judge_unknown(judge, "neighbours", scene->asked_status);
	for (size_t i = 0; i < scene->nr_asked; i++) {
		const struct pk_neighbour_asked *asked = &scene->asked[i];

		if (!pk_judge_knows(judge, "neighbour.timer", &asked->timer))
			continue;
		if (asked->timer.value)
			pk_judge_clear(judge);
		else if (scene->ctx->target->facts.is_live)
			pk_judge_unknown(judge, "memory changes while it is read", PK_OK);
		else if (asked->lock.status == PK_OK && asked->lock.value)
			pk_judge_unknown(judge, "a CPU has its lock", PK_OK);
		else
			neighbour_asleep(judge, asked);
	}
}
