// SPDX-License-Identifier: GPL-3.0-or-later
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/device_private.h"

#define MAX_TX_QUEUES 65536
#define MAX_QDISCS 65536
#define MAX_NAPIS 65536
#define MAX_BUCKETS 1024
#define TCQ_F_BUILTIN 1 /* noop: nobody set it up */
#define TCQ_F_INVISIBLE 0x80
#define TC_H_ROOT 0xffffffff
#define TC_H_INGRESS 0xfffffff1
#define MSEC_PER_SEC 1000

/* --- transmit queues --------------------------------------------------------------------------- */

/* How long ago the time THEN was, in jiffies of the machine that died. */
static struct pk_figure since_ms(struct pk_ctx *ctx, const struct pk_figure *then)
{
	uint64_t hz;
	struct pk_figure now = pk_jiffies_read(ctx, &hz);

	if (then->status != PK_OK)
		return *then;
	if (now.status != PK_OK)
		return now;
	if (!then->value || now.value < then->value)
		return (struct pk_figure){.status = PK_ABSENT}; /* never */
	now.value = (now.value - then->value) * MSEC_PER_SEC / hz;
	return now;
}

static void queue_read(struct pk_ctx *ctx, uint64_t addr, struct pk_tx_queue *queue)
{
	queue->state = pk_figure_member(ctx, addr, PK_R_txq_state);
	queue->stopped_by_driver = pk_figure_bit(ctx, &queue->state, PK_R_txq_drv_xoff);
	queue->stopped_by_stack = pk_figure_bit(ctx, &queue->state, PK_R_txq_stack_xoff);
	queue->frozen = pk_figure_bit(ctx, &queue->state, PK_R_txq_frozen);
	queue->trans_start = pk_figure_member(ctx, addr, PK_R_txq_trans_start);
	queue->idle_ms = since_ms(ctx, &queue->trans_start);
	queue->timeouts = pk_figure_member(ctx, addr, PK_R_txq_trans_timeout);
	queue->dql_queued = pk_figure_member(ctx, addr, PK_R_dql_queued);
	queue->dql_completed = pk_figure_member(ctx, addr, PK_R_dql_completed);
	queue->dql_limit = pk_figure_member(ctx, addr, PK_R_dql_limit);
	queue->qdisc = pk_figure_member(ctx, addr, PK_R_netdev_queue_qdisc);
}

static bool queues_of(struct pk_ctx *ctx, const struct pk_device *device, uint64_t *ret_base,
		      uint64_t *ret_nr, uint64_t *ret_size)
{
	struct pk_figure base = pk_figure_member(ctx, device->addr, PK_R_netdev_tx);
	struct pk_figure nr = pk_figure_member(ctx, device->addr, PK_R_netdev_num_tx);

	if (base.status == PK_UNREADABLE || nr.status == PK_UNREADABLE)
		pk_warn(ctx, "device %s: its transmit queues are not in the dump", device->name);
	if (base.status != PK_OK || nr.status != PK_OK || !base.value ||
	    pk_row_value(ctx, PK_R_netdev_queue_size, ret_size) != PK_OK)
		return false;
	if (nr.value > MAX_TX_QUEUES) {
		pk_warn(ctx, "device %s: %llu transmit queues", device->name,
			(unsigned long long)nr.value);
		return false;
	}
	*ret_base = base.value;
	*ret_nr = nr.value;
	return true;
}

/* --- qdiscs ------------------------------------------------------------------------------------ */

struct qdiscs {
	struct pk_ctx *ctx;
	struct pk_device *device;
	struct pk_address_set seen;
	size_t room;
	bool cut; /* there are others, which cannot be read */
};

/* OWN, and what all CPUs have counted at member PART of the per-CPU struct that row BASE leads to. Packets are 32 bits up to 5.4
 * ("net_sched: extend packet counter to 64bit"), with another variable of the CPU behind them. */
static struct pk_figure counted(struct pk_ctx *ctx, uint64_t qdisc, enum pk_row_id own,
				enum pk_row_id base, enum pk_row_id part)
{
	const uint32_t size = (uint32_t)pk_layout_get(ctx, part)->member.size;
	struct pk_figure sum = pk_figure_member(ctx, qdisc, own), cpus, add;
	uint64_t offset;

	cpus = pk_figure_member(ctx, qdisc, base);
	if (sum.status != PK_OK || cpus.status != PK_OK || !cpus.value)
		return sum;
	sum.status = pk_row_offset(ctx, part, &offset);
	if (sum.status != PK_OK)
		return sum;
	add = pk_figure_percpu(ctx, cpus.value + offset, size);
	add.value += sum.value;
	if (size == sizeof(uint32_t))
		add.value = (uint32_t)add.value;
	return add;
}

void pk_qdisc_counts_read(struct pk_ctx *ctx, struct pk_qdisc_counts *qdisc)
{
	const enum pk_row_id stats = PK_R_qdisc_cpu_qstats;
	uint64_t at = qdisc->addr;

	qdisc->qlen = counted(ctx, at, PK_R_qdisc_qlen, stats, PK_R_qstats_qlen);
	qdisc->backlog = counted(ctx, at, PK_R_qdisc_backlog, stats, PK_R_qstats_backlog);
	qdisc->drops = counted(ctx, at, PK_R_qdisc_drops, stats, PK_R_qstats_drops);
	qdisc->requeues = counted(ctx, at, PK_R_qdisc_requeues, stats, PK_R_qstats_requeues);
	qdisc->overlimits = counted(ctx, at, PK_R_qdisc_overlimits, stats, PK_R_qstats_overlimits);
	qdisc->bytes = counted(ctx, at, PK_R_qdisc_bytes, PK_R_qdisc_cpu_bstats, PK_R_bstats_bytes);
	qdisc->packets =
		counted(ctx, at, PK_R_qdisc_packets, PK_R_qdisc_cpu_bstats, PK_R_bstats_packets);
}

static struct pk_qdisc_counts *new_qdisc(struct qdiscs *qdiscs)
{
	struct pk_device *device = qdiscs->device;

	if (!pk_grow(device->qdiscs, device->nr_qdiscs, qdiscs->room))
		return NULL;
	device->qdiscs[device->nr_qdiscs] = (struct pk_qdisc_counts){0};
	return &device->qdiscs[device->nr_qdiscs++];
}

static void add_qdisc(struct qdiscs *qdiscs, uint64_t addr)
{
	struct pk_ctx *ctx = qdiscs->ctx;
	struct pk_figure flags, handle, parent;
	struct pk_qdisc_counts *qdisc;
	struct pk_figure ops;
	uint64_t offset;

	if (!addr || !pk_address_set_add(&qdiscs->seen, addr, MAX_QDISCS))
		return;
	flags = pk_figure_member(ctx, addr, PK_R_qdisc_flags);
	if (flags.status == PK_OK && (flags.value & (TCQ_F_BUILTIN | TCQ_F_INVISIBLE)))
		return;
	handle = pk_figure_member(ctx, addr, PK_R_qdisc_handle);
	parent = pk_figure_member(ctx, addr, PK_R_qdisc_parent);
	if (handle.status == PK_UNREADABLE || parent.status == PK_UNREADABLE) {
		pk_warn(ctx, "the qdisc at %llx of %s is not in the dump: it is left out",
			(unsigned long long)addr, qdiscs->device->name);
		qdiscs->cut = true;
		return;
	}
	qdisc = new_qdisc(qdiscs);
	if (!qdisc)
		return;
	qdisc->addr = addr;
	ops = pk_figure_member(ctx, qdisc->addr, PK_R_qdisc_ops);
	if (ops.status != PK_OK || pk_row_offset(ctx, PK_R_qdisc_ops_id, &offset) != PK_OK ||
	    pk_read(ctx, ops.value + offset, qdisc->id, sizeof(qdisc->id) - 1) != PK_OK)
		memset(qdisc->id, 0, sizeof(qdisc->id));
	for (char *c = qdisc->id; *c; c++)
		if (!isgraph((unsigned char)*c))
			*c = '?';
	qdisc->handle = handle.status == PK_OK ? (uint32_t)handle.value : 0;
	qdisc->parent = parent.status == PK_OK ? (uint32_t)parent.value : 0;
	qdisc->root = parent.status == PK_OK && qdisc->parent == TC_H_ROOT;
	qdisc->ingress = parent.status == PK_OK && qdisc->parent == TC_H_INGRESS;
	pk_qdisc_counts_read(ctx, qdisc);
}

static void hashed_add(struct qdiscs *qdiscs)
{
	struct pk_ctx *ctx = qdiscs->ctx;
	const struct pk_row_value *row = pk_layout_get(ctx, PK_R_netdev_qdisc_hash);
	const uint32_t word = ctx->target->facts.word_size;
	struct pk_reader r = {.ctx = ctx};
	uint64_t link;

	if (row->state != PK_ROW_FOUND || !pk_has(ctx, PK_R_qdisc_hash_node))
		return;
	link = pk_offset(&r, PK_R_qdisc_hash_node);
	for (uint64_t i = 0; i < row->member.elements && i < MAX_BUCKETS; i++) {
		r.status = PK_OK;
		pk_hlist_for_each (node, &r, qdiscs->device->addr + row->member.offset + i * word)
			add_qdisc(qdiscs, node - link);
		if (pk_ok(&r))
			continue;
		pk_warn(ctx, "qdiscs of %s: %s", qdiscs->device->name, pk_error(ctx));
		qdiscs->cut = true;
	}
}

/* mq and mqprio have no numbers of their own: each question sums up their children's (mq_dump(), mqprio_dump()). */
static void add_figure(struct pk_figure *sum, const struct pk_figure *one)
{
	if (sum->status == PK_OK)
		sum->status = one->status;
	sum->value += one->value;
}

static void mq_sum(const struct qdiscs *qdiscs, struct pk_qdisc_counts *mq)
{
	const struct pk_figure zero = {qdiscs->cut ? PK_UNREADABLE : PK_OK, 0};
	const struct pk_device *device = qdiscs->device;

	mq->qlen = mq->backlog = mq->drops = mq->requeues = mq->overlimits = mq->bytes =
		mq->packets = zero;
	for (size_t i = 0; i < device->nr_qdiscs; i++) {
		const struct pk_qdisc_counts *one = &device->qdiscs[i];

		if (one == mq || one->parent >> 16 != mq->handle >> 16)
			continue;
		add_figure(&mq->qlen, &one->qlen);
		add_figure(&mq->backlog, &one->backlog);
		add_figure(&mq->drops, &one->drops);
		add_figure(&mq->requeues, &one->requeues);
		add_figure(&mq->overlimits, &one->overlimits);
		add_figure(&mq->bytes, &one->bytes);
		add_figure(&mq->packets, &one->packets);
	}
}

/* What the pointer ROW of BASE leads to. */
static void add_qdisc_of(struct qdiscs *qdiscs, uint64_t base, enum pk_row_id row)
{
	struct pk_figure one = pk_figure_member(qdiscs->ctx, base, row);

	if (one.status == PK_OK) {
		add_qdisc(qdiscs, one.value);
		return;
	}
	if (one.status == PK_UNREADABLE)
		pk_warn(qdiscs->ctx, "device %s: which qdisc it has is not in the dump at %llx",
			qdiscs->device->name, (unsigned long long)base);
	qdiscs->cut = true;
}

/* The root, what has a handle, and what the queues feed from: of a device that is down those that it would. */
static void qdiscs_read(struct pk_ctx *ctx, struct pk_device *device)
{
	struct qdiscs qdiscs = {.ctx = ctx, .device = device};
	struct pk_figure ingress;
	uint64_t base, nr, size;

	add_qdisc_of(&qdiscs, device->addr, PK_R_netdev_qdisc);
	hashed_add(&qdiscs);
	if (queues_of(ctx, device, &base, &nr, &size))
		for (uint64_t i = 0; i < nr; i++)
			add_qdisc_of(&qdiscs, base + i * size, PK_R_txq_qdisc_sleeping);
	else
		qdiscs.cut = true;
	ingress = pk_figure_member(ctx, device->addr, PK_R_netdev_ingress_queue);
	if (ingress.status == PK_OK && ingress.value)
		add_qdisc_of(&qdiscs, ingress.value, PK_R_txq_qdisc_sleeping);
	for (size_t i = 0; i < device->nr_qdiscs; i++)
		if (!strcmp(device->qdiscs[i].id, "mq") || !strcmp(device->qdiscs[i].id, "mqprio"))
			mq_sum(&qdiscs, &device->qdiscs[i]);
	pk_address_set_deinit(&qdiscs.seen);
}

/* --- NAPI -------------------------------------------------------------------------------------- */

static void napis_read(struct pk_ctx *ctx, struct pk_device *device)
{
	struct pk_reader r = {.ctx = ctx};
	struct pk_napi *napi;
	uint64_t head, link;
	size_t room = 0;

	if (!pk_has(ctx, PK_R_netdev_napi_list) || !pk_has(ctx, PK_R_napi_dev_list))
		return;
	head = pk_member_at(&r, device->addr, PK_R_netdev_napi_list);
	link = pk_offset(&r, PK_R_napi_dev_list);
	pk_list_for_each (node, &r, head) {
		struct pk_figure poll, owner;
		struct pk_symbol symbol;

		if (device->nr_napis == MAX_NAPIS ||
		    !pk_grow(device->napis, device->nr_napis, room))
			break;
		napi = &device->napis[device->nr_napis++];
		*napi = (struct pk_napi){.addr = node - link, .list_cpu = -1};
		napi->state = pk_figure_member(ctx, napi->addr, PK_R_napi_state);
		napi->scheduled = pk_figure_bit(ctx, &napi->state, PK_R_napi_state_sched);
		napi->missed = pk_figure_bit(ctx, &napi->state, PK_R_napi_state_missed);
		napi->disabled = pk_figure_bit(ctx, &napi->state, PK_R_napi_state_disable);
		napi->threaded = pk_figure_bit(ctx, &napi->state, PK_R_napi_state_threaded);
		napi->weight = pk_figure_member(ctx, napi->addr, PK_R_napi_weight);
		napi->id = pk_figure_member(ctx, napi->addr, PK_R_napi_id);
		napi->irq = pk_figure_member(ctx, napi->addr, PK_R_napi_irq);
		poll = pk_figure_member(ctx, napi->addr, PK_R_napi_poll);
		owner = pk_figure_member(ctx, napi->addr, PK_R_napi_poll_owner);
		napi->poll_owner = owner.status == PK_OK ? (int)owner.value : -1;
		if (poll.status == PK_OK && poll.value &&
		    pk_symbol_at(ctx, poll.value, &symbol) == PK_OK)
			snprintf(napi->poll, sizeof(napi->poll), "%.63s", symbol.name);
	}
	if (!pk_ok(&r))
		pk_warn(ctx, "NAPI contexts of %s: %s", device->name, pk_error(ctx));
}

/* The context at ADDR is in the poll list of CPU. */
static void set_list_cpu(struct pk_devices *devices, uint64_t addr, int cpu)
{
	for (size_t i = 0; i < devices->nr; i++)
		for (size_t j = 0; j < devices->list[i].nr_napis; j++)
			if (devices->list[i].napis[j].addr == addr)
				devices->list[i].napis[j].list_cpu = cpu;
}

void pk_device_queues_read(struct pk_ctx *ctx, struct pk_device *device)
{
	uint64_t hz;
	struct pk_figure real;
	uint64_t base, nr, size;

	device->watchdog_ms = pk_figure_member(ctx, device->addr, PK_R_netdev_watchdog_timeo);
	if (device->watchdog_ms.status == PK_OK)
		device->watchdog_ms.status = pk_hz_read(ctx, &hz);
	if (device->watchdog_ms.status == PK_OK)
		device->watchdog_ms.value = device->watchdog_ms.value * MSEC_PER_SEC / hz;
	real = pk_figure_member(ctx, device->addr, PK_R_netdev_real_tx);

	if (queues_of(ctx, device, &base, &nr, &size)) {
		if (real.status == PK_OK && real.value < nr)
			nr = real.value; /* those in use */
		device->queues = calloc(nr + 1, sizeof(*device->queues));
		for (uint64_t i = 0; device->queues && i < nr; i++) {
			device->queues[i].index = (unsigned)i;
			queue_read(ctx, base + i * size, &device->queues[i]);
			device->nr_queues++;
		}
	}

	qdiscs_read(ctx, device);
	napis_read(ctx, device);
}

/* --- who waits to be polled ------------------------------------------------------------------------ */

void pk_device_polls_read(struct pk_ctx *ctx, struct pk_devices *devices)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t head, link, offset;

	if (!pk_has(ctx, PK_R_softnet_poll_list) || !pk_has(ctx, PK_R_napi_poll_list))
		return;
	head = pk_value(&r, PK_R_softnet_data) + pk_offset(&r, PK_R_softnet_poll_list);
	link = pk_offset(&r, PK_R_napi_poll_list);
	if (!pk_ok(&r))
		return;
	for (uint32_t cpu = 0; cpu < ctx->target->facts.nr_cpu_ids && cpu < PK_MAX_CPUS; cpu++) {
		if (pk_percpu_offset(ctx, (int)cpu, &offset) != PK_OK)
			continue;
		r.status = PK_OK;
		pk_list_for_each (node, &r, head + offset)
			set_list_cpu(devices, node - link, (int)cpu);
		if (!pk_ok(&r))
			pk_warn(ctx, "poll list of CPU %u: %s", cpu, pk_error(ctx));
	}
}
