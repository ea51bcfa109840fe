// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * net_device._tx[num_tx_queues].qdisc	what each transmit queue feeds from
 * net_device.qdisc, qdisc_hash[]	the root, and every other that has a handle (4.7 and later)
 *
 *	struct Qdisc	q		a fifo's packets
 *			gso_skb		dequeued, the driver was busy
 *			skb_bad_txq	dequeued for another transmit queue
 *			privdata	what the discipline keeps
 */
#include "decode/qdisc.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "decode/address_set.h"
#include "decode/list.h"
#include "decode/skb_list.h"

#define MAX_QDISCS (1u << 20)
#define MAX_TX_QUEUES 65536
#define MAX_BUCKETS 1024
#define MAX_RING (1u << 20)
#define MAX_FLOWS 65536
#define QDISC_ALIGN 64 /* of the private part, up to 5.7 */

struct walk {
	struct pk_ctx *ctx;
	struct pk_address_set seen;
	struct pk_qdisc qdisc;
	char what[96];
	uint64_t listed; /* of this device */
	uint64_t counted; /* the most that one of its qdiscs counts, with what its children hold */
	char most[96]; /* which one */
	pk_qdisc_skb_fn fn;
	void *arg;
	bool stopped;
};

static bool visit_skb(uint64_t skb, void *arg)
{
	struct walk *walk = arg;

	walk->listed++;
	walk->stopped |= !walk->fn(skb, &walk->qdisc, walk->arg);
	return !walk->stopped;
}

static uint64_t optional(struct walk *walk, uint64_t base, enum pk_row_id id)
{
	uint64_t value;

	return pk_has(walk->ctx, id) && pk_member_uint(walk->ctx, base, id, &value) == PK_OK ? value
											     : 0;
}

static void list_at(struct walk *walk, enum pk_row_id id)
{
	uint64_t offset;

	if (pk_has(walk->ctx, id) && pk_row_offset(walk->ctx, id, &offset) == PK_OK &&
	    !walk->stopped)
		pk_skb_head_walk(walk->ctx, walk->what, walk->qdisc.addr + offset, visit_skb, walk);
}

/* From the consumer on until an empty place: what lies before was consumed, and may not be cleared yet. */
static void ring_walk(struct walk *walk, uint64_t ring)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t at, size, queue, skb;

	if (pk_member_uint(walk->ctx, ring, PK_R_ring_consumer, &at) != PK_OK ||
	    pk_member_uint(walk->ctx, ring, PK_R_ring_size, &size) != PK_OK ||
	    pk_member_uint(walk->ctx, ring, PK_R_ring_queue, &queue) != PK_OK || size > MAX_RING ||
	    (size && at >= size)) {
		pk_warn(walk->ctx, "%s: its ring cannot be read", walk->what);
		return;
	}
	for (uint64_t i = 0; i < size && !walk->stopped; i++, at = at + 1 < size ? at + 1 : 0) {
		if (pk_read_ptr(walk->ctx, queue + at * word, &skb) != PK_OK) {
			pk_warn(walk->ctx, "%s: %s", walk->what, walk->ctx->error);
			return;
		}
		if (!skb)
			return;
		visit_skb(skb, walk);
	}
}

/* Bands, in order of priority. */
static void pfifo_fast_walk(struct walk *walk, uint64_t private)
{
	const struct pk_row_value *bands = pk_layout_get(walk->ctx, PK_R_pfifo_fast_lists);
	bool rings = pk_has(walk->ctx, PK_R_pfifo_fast_ring);
	uint64_t nr, size, from;

	if (bands->state != PK_ROW_FOUND)
		return;
	nr = bands->member.elements;
	size = nr ? bands->member.size / nr : 0;
	from = private + bands->member.offset;
	for (uint64_t i = 0; i < nr && i < MAX_BUCKETS && size && !walk->stopped; i++) {
		if (rings)
			ring_walk(walk, from + i * size);
		else
			pk_skb_head_walk(walk->ctx, walk->what, from + i * size, visit_skb, walk);
	}
}

static void fq_codel_walk(struct walk *walk, uint64_t private)
{
	uint64_t flows = optional(walk, private, PK_R_fq_codel_flows);
	uint64_t nr = optional(walk, private, PK_R_fq_codel_flows_cnt);
	uint64_t size, head;

	if (!flows || pk_row_value(walk->ctx, PK_R_fq_codel_flow_size, &size) != PK_OK ||
	    pk_row_offset(walk->ctx, PK_R_fq_codel_flow_head, &head) != PK_OK)
		return;
	for (uint64_t i = 0; i < nr && i < MAX_FLOWS && !walk->stopped; i++)
		pk_skb_head_walk(walk->ctx, walk->what, flows + i * size + head, visit_skb, walk);
}

static bool private_of(struct walk *walk, uint64_t *ret_private)
{
	uint64_t offset;

	if (pk_has(walk->ctx, PK_R_qdisc_privdata)) {
		if (pk_row_offset(walk->ctx, PK_R_qdisc_privdata, &offset) != PK_OK)
			return false;
	} else if (!pk_has(walk->ctx, PK_R_qdisc_size) ||
		   pk_row_value(walk->ctx, PK_R_qdisc_size, &offset) != PK_OK) {
		return false;
	} else {
		offset = (offset + QDISC_ALIGN - 1) / QDISC_ALIGN * QDISC_ALIGN;
	}
	*ret_private = walk->qdisc.addr + offset;
	return true;
}

static void read_id(struct walk *walk)
{
	uint64_t ops = optional(walk, walk->qdisc.addr, PK_R_qdisc_ops), offset;
	char *id = walk->qdisc.id;

	memset(id, 0, sizeof(walk->qdisc.id));
	if (!ops || !pk_has(walk->ctx, PK_R_qdisc_ops_id) ||
	    pk_row_offset(walk->ctx, PK_R_qdisc_ops_id, &offset) != PK_OK ||
	    pk_read(walk->ctx, ops + offset, id, sizeof(walk->qdisc.id) - 1) != PK_OK)
		id[0] = '\0';
	for (char *c = id; *c; c++)
		if (!isgraph((unsigned char)*c))
			*c = '?';
}

static void qdisc_walk(struct walk *walk, uint64_t addr)
{
	uint64_t private, counted;

	if (!addr || walk->stopped || !pk_address_set_add(&walk->seen, addr, MAX_QDISCS))
		return;
	walk->qdisc.addr = addr;
	read_id(walk);
	snprintf(walk->what, sizeof(walk->what), "qdisc %s of %s at %llx", walk->qdisc.id,
		 walk->qdisc.device.name, (unsigned long long)addr);
	list_at(walk, PK_R_qdisc_bad_txq);
	/* One skb was a list of one that ends with NULL: its next is not set while it waits here. */
	list_at(walk, PK_R_qdisc_gso_skb);
	list_at(walk, PK_R_qdisc_q);
	if (!strcmp(walk->qdisc.id, "pfifo_fast") && private_of(walk, &private))
		pfifo_fast_walk(walk, private);
	if (!strcmp(walk->qdisc.id, "fq_codel") && private_of(walk, &private))
		fq_codel_walk(walk, private);
	counted = optional(walk, addr, PK_R_qdisc_qlen);
	if (counted > walk->counted) {
		walk->counted = counted;
		memcpy(walk->most, walk->what, sizeof(walk->most));
	}
}

static bool visit_hashed(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	uint64_t offset;

	if (pk_row_offset(walk->ctx, PK_R_qdisc_hash_node, &offset) == PK_OK)
		qdisc_walk(walk, node - offset);
	return !walk->stopped;
}

static void hashed_walk(struct walk *walk)
{
	const struct pk_row_value *row = pk_layout_get(walk->ctx, PK_R_netdev_qdisc_hash);
	const uint32_t word = walk->ctx->target->facts.word_size;

	if (row->state != PK_ROW_FOUND || !pk_has(walk->ctx, PK_R_qdisc_hash_node))
		return;
	for (uint64_t i = 0; i < row->member.elements && i < MAX_BUCKETS && !walk->stopped; i++)
		if (pk_hlist_walk(walk->ctx,
				  walk->qdisc.device.addr + row->member.offset + i * word,
				  visit_hashed, walk) != PK_OK)
			pk_warn(walk->ctx, "qdiscs of %s: %s", walk->qdisc.device.name,
				walk->ctx->error);
}

static bool visit_device(const struct pk_net_device *device, void *arg)
{
	struct walk *walk = arg;
	struct pk_ctx *ctx = walk->ctx;
	uint64_t queues, nr, size;

	walk->qdisc.device = *device;
	walk->listed = walk->counted = 0;
	queues = optional(walk, device->addr, PK_R_netdev_tx);
	nr = optional(walk, device->addr, PK_R_netdev_num_tx);
	if (nr > MAX_TX_QUEUES) {
		pk_warn(ctx, "device %s: %llu transmit queues", device->name,
			(unsigned long long)nr);
		return true;
	}
	if (pk_row_value(ctx, PK_R_netdev_queue_size, &size) == PK_OK && queues)
		for (uint64_t i = 0; i < nr && !walk->stopped; i++)
			qdisc_walk(walk,
				   optional(walk, queues + i * size, PK_R_netdev_queue_qdisc));
	qdisc_walk(walk, optional(walk, device->addr, PK_R_netdev_qdisc));
	hashed_walk(walk);
	if (!walk->stopped && walk->counted > walk->listed)
		pk_warn(ctx,
			"%s counts %llu packets, %llu of them found: how it keeps the others is "
			"not known",
			walk->most, (unsigned long long)walk->counted,
			(unsigned long long)walk->listed);
	return !walk->stopped;
}

enum pk_status pk_qdiscs_walk(struct pk_ctx *ctx, pk_qdisc_skb_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	enum pk_status status = pk_net_devices_walk(ctx, visit_device, &walk);

	pk_address_set_deinit(&walk.seen);
	return status;
}
