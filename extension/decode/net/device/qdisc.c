// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * net_device._tx[num_tx_queues].qdisc	what each transmit queue feeds from
 * net_device.qdisc, qdisc_hash[]	the root, and every other that has a handle (4.7 and later; a list before)
 *
 *	struct Qdisc	q		a fifo's packets
 *			gso_skb		dequeued, the driver was busy
 *			skb_bad_txq	dequeued for another transmit queue
 *			defer_list	to be enqueued by the CPU that holds the lock (6.19 and later)
 *			privdata	what the discipline keeps
 */
#include "decode/net/device/device.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "core/kit.h"
#include "decode/list.h"
#include "decode/net/skb/skb.h"

#define MAX_PACKETS (1u << 22)
#define MAX_QDISCS (1u << 20)
#define MAX_TX_QUEUES 65536
#define MAX_BUCKETS 1024
#define MAX_FLOWS 65536
#define MAX_TINS 256
#define MAX_TREES_LOG 18 /* what `tc qdisc add ... fq buckets` allows */
#define QDISC_ALIGN 64 /* of the private part, up to 5.7 */

bool pk_qdisc_private(struct pk_ctx *ctx, uint64_t qdisc, uint64_t *ret_private)
{
	uint64_t offset;

	if (pk_has(ctx, PK_R_qdisc_privdata)) {
		if (pk_row_offset(ctx, PK_R_qdisc_privdata, &offset) != PK_OK)
			return false;
	} else if (!pk_has(ctx, PK_R_qdisc_size) ||
		   pk_row_value(ctx, PK_R_qdisc_size, &offset) != PK_OK) {
		return false;
	} else {
		offset = (offset + QDISC_ALIGN - 1) / QDISC_ALIGN * QDISC_ALIGN;
	}
	*ret_private = qdisc + offset;
	return true;
}

struct walk {
	struct pk_ctx *ctx;
	struct pk_address_set seen, skbs; /* qdiscs and packets that were met */
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

	/* No packet is on two lists: what follows was listed with the first. */
	if (!pk_address_set_add(&walk->skbs, skb, MAX_PACKETS)) {
		pk_warn(walk->ctx, "%s: skb %llx is on another list, too", walk->what,
			(unsigned long long)skb);
		return false;
	}
	walk->listed++;
	walk->stopped |= !walk->fn(skb, &walk->qdisc, walk->arg);
	return !walk->stopped;
}

static uint64_t optional(struct walk *walk, uint64_t base, enum pk_row_id id)
{
	uint64_t value;

	if (!pk_has(walk->ctx, id))
		return 0;
	if (pk_member_uint(walk->ctx, base, id, &value) == PK_OK)
		return value;
	pk_warn(walk->ctx, "qdiscs of %s: %s", walk->qdisc.device.name, pk_error(walk->ctx));
	return 0;
}

static void list_member(struct walk *walk, uint64_t base, enum pk_row_id id)
{
	uint64_t offset;

	if (pk_has(walk->ctx, id) && pk_row_offset(walk->ctx, id, &offset) == PK_OK &&
	    !walk->stopped)
		pk_skb_head_walk(walk->ctx, walk->what, base + offset, visit_skb, walk);
}

static void tree_member(struct walk *walk, uint64_t base, enum pk_row_id id)
{
	uint64_t offset;

	if (pk_has(walk->ctx, id) && pk_row_offset(walk->ctx, id, &offset) == PK_OK &&
	    !walk->stopped)
		pk_skb_tree_walk(walk->ctx, walk->what, base + offset, visit_skb, walk);
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
			pk_ptr_ring_walk(walk->ctx, walk->what, from + i * size, visit_skb, walk);
		else
			pk_skb_head_walk(walk->ctx, walk->what, from + i * size, visit_skb, walk);
	}
}

/* Lists, NR of them SIZE bytes from each other, from AT on. */
static void lists_walk(struct walk *walk, uint64_t at, uint64_t nr, uint64_t size)
{
	if (nr > MAX_FLOWS) {
		pk_warn(walk->ctx, "%s: %llu flows", walk->what, (unsigned long long)nr);
		nr = MAX_FLOWS;
	}
	for (uint64_t i = 0; i < nr && size && !walk->stopped; i++)
		pk_skb_head_walk(walk->ctx, walk->what, at + i * size, visit_skb, walk);
}

/* A table of flows behind a pointer: fq_codel, fq_pie, sfq. */
struct flow_table {
	enum pk_row_id table, nr, size, head;
};

static void flow_table_walk(struct walk *walk, uint64_t private, const struct flow_table *rows)
{
	uint64_t flows = optional(walk, private, rows->table),
		 nr = optional(walk, private, rows->nr);
	uint64_t size, head;

	if (flows && pk_row_value(walk->ctx, rows->size, &size) == PK_OK &&
	    pk_row_offset(walk->ctx, rows->head, &head) == PK_OK)
		lists_walk(walk, flows + head, nr, size);
}

static void fq_codel_walk(struct walk *walk, uint64_t private)
{
	static const struct flow_table rows = {PK_R_fq_codel_flows, PK_R_fq_codel_flows_cnt,
					       PK_R_fq_codel_flow_size, PK_R_fq_codel_flow_head};

	flow_table_walk(walk, private, &rows);
}

static void fq_pie_walk(struct walk *walk, uint64_t private)
{
	static const struct flow_table rows = {PK_R_fq_pie_flows, PK_R_fq_pie_flows_cnt,
					       PK_R_fq_pie_flow_size, PK_R_fq_pie_flow_head};

	flow_table_walk(walk, private, &rows);
}

/* Each slot is the sentinel of a circle of its skbs. */
static void sfq_walk(struct walk *walk, uint64_t private)
{
	static const struct flow_table rows = {PK_R_sfq_slots, PK_R_sfq_maxflows,
					       PK_R_sfq_slot_size, PK_R_sfq_slot_next};

	flow_table_walk(walk, private, &rows);
}

/* Lists in an array at AT that is a member itself. */
static void array_walk(struct walk *walk, uint64_t at, enum pk_row_id array, uint64_t head)
{
	const struct pk_row_value *row = pk_layout_get(walk->ctx, array);

	if (row->state == PK_ROW_FOUND && row->member.elements)
		lists_walk(walk, at + row->member.offset + head, row->member.elements,
			   row->member.size / row->member.elements);
}

static void hhf_walk(struct walk *walk, uint64_t private)
{
	uint64_t head;

	if (pk_has(walk->ctx, PK_R_hhf_bucket_head) &&
	    pk_row_offset(walk->ctx, PK_R_hhf_bucket_head, &head) == PK_OK)
		array_walk(walk, private, PK_R_hhf_buckets, head);
}

static void skbprio_walk(struct walk *walk, uint64_t private)
{
	array_walk(walk, private, PK_R_skbprio_lists, 0);
}

static void cake_walk(struct walk *walk, uint64_t private)
{
	uint64_t tins = optional(walk, private, PK_R_cake_tins), size, head;
	uint64_t nr = optional(walk, private, PK_R_cake_tin_cnt);

	if (!tins || !pk_has(walk->ctx, PK_R_cake_flow_head) ||
	    pk_row_offset(walk->ctx, PK_R_cake_flow_head, &head) != PK_OK ||
	    pk_row_value(walk->ctx, PK_R_cake_tin_size, &size) != PK_OK)
		return;
	for (uint64_t i = 0; i < nr && i < MAX_TINS && !walk->stopped; i++)
		array_walk(walk, tins + i * size, PK_R_cake_tin_flows, head);
}

static void netem_walk(struct walk *walk, uint64_t private)
{
	list_member(walk, private, PK_R_netem_head);
	tree_member(walk, private, PK_R_netem_tree);
}

static void etf_walk(struct walk *walk, uint64_t private)
{
	tree_member(walk, private, PK_R_etf_tree);
}

static void htb_walk(struct walk *walk, uint64_t private)
{
	list_member(walk, private, PK_R_htb_direct);
}

/* Places that were emptied out of order are NULL. */
static void choke_walk(struct walk *walk, uint64_t private)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t tab = optional(walk, private, PK_R_choke_tab), skb;
	uint64_t mask = optional(walk, private, PK_R_choke_tab_mask);

	for (uint64_t i = 0; tab && i <= mask && i < MAX_FLOWS && !walk->stopped; i++)
		if (pk_read_ptr(walk->ctx, tab + i * word, &skb) == PK_OK && skb)
			visit_skb(skb, walk);
}

static void fq_flow(struct walk *walk, uint64_t flow)
{
	list_member(walk, flow, PK_R_fq_flow_head);
	tree_member(walk, flow, PK_R_fq_flow_tree);
}

static bool visit_fq_flow(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	uint64_t link;

	if (pk_row_offset(walk->ctx, PK_R_fq_flow_node, &link) == PK_OK)
		fq_flow(walk, node - link);
	return !walk->stopped;
}

static void fq_walk(struct walk *walk, uint64_t private)
{
	const uint32_t word = walk->ctx->target->facts.word_size;
	uint64_t roots = optional(walk, private, PK_R_fq_root), internal, node;
	uint64_t log = optional(walk, private, PK_R_fq_trees_log);

	if (!pk_has(walk->ctx, PK_R_fq_flow_node))
		return;
	if (pk_has(walk->ctx, PK_R_fq_internal) &&
	    pk_row_offset(walk->ctx, PK_R_fq_internal, &internal) == PK_OK)
		fq_flow(walk, private + internal);
	for (uint64_t i = 0; roots && log <= MAX_TREES_LOG && i < 1ull << log && !walk->stopped;
	     i++)
		if (pk_read_ptr(walk->ctx, roots + i * word, &node) == PK_OK)
			pk_rb_walk(walk->ctx, walk->what, node, visit_fq_flow, walk);
}

/* By Qdisc_ops.id. Those that are not here keep their packets in Qdisc.q or in children of their own, which
 * their handles lead to. */
static const struct {
	const char *id;
	void (*walk)(struct walk *walk, uint64_t private);
} keepers[] = {
	{"pfifo_fast", pfifo_fast_walk},
	{"fq_codel", fq_codel_walk},
	{"fq", fq_walk},
	{"netem", netem_walk},
	{"htb", htb_walk},
	{"cake", cake_walk},
	{"sfq", sfq_walk},
	{"fq_pie", fq_pie_walk},
	{"hhf", hhf_walk},
	{"choke", choke_walk},
	{"skbprio", skbprio_walk},
	{"etf", etf_walk},
};

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
	list_member(walk, addr, PK_R_qdisc_bad_txq);
	/* One skb was a list of one that ends with NULL: its next is not set while it waits here. */
	list_member(walk, addr, PK_R_qdisc_gso_skb);
	list_member(walk, addr, PK_R_qdisc_q);
	list_member(walk, addr, PK_R_qdisc_defer_list);
	for (size_t i = 0; i < PK_ARRAY_SIZE(keepers); i++)
		if (!strcmp(walk->qdisc.id, keepers[i].id) &&
		    pk_qdisc_private(walk->ctx, addr, &private))
			keepers[i].walk(walk, private);
	counted = optional(walk, addr, PK_R_qdisc_qlen);
	if (counted > walk->counted) {
		walk->counted = counted;
		memcpy(walk->most, walk->what, sizeof(walk->most));
	}
}

static void hashed_walk(struct walk *walk)
{
	const struct pk_row_value *row = pk_layout_get(walk->ctx, PK_R_netdev_qdisc_hash);
	const uint32_t word = walk->ctx->target->facts.word_size;
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t link, heads = walk->qdisc.device.addr + row->member.offset;

	if (row->state != PK_ROW_FOUND || !pk_has(walk->ctx, PK_R_qdisc_hash_node))
		return;
	link = pk_offset(&r, PK_R_qdisc_hash_node);
	for (uint64_t i = 0; i < row->member.elements && i < MAX_BUCKETS && !walk->stopped; i++) {
		r.status = PK_OK;
		pk_hlist_for_each (node, &r, heads + i * word) {
			qdisc_walk(walk, node - link);
			if (walk->stopped)
				break;
		}
		if (!pk_ok(&r))
			pk_warn(walk->ctx, "qdiscs of %s: %s", walk->qdisc.device.name,
				pk_error(walk->ctx));
	}
}

/* Before there was a hash: a circle through the root. */
static void listed_walk(struct walk *walk, uint64_t root)
{
	struct pk_reader r = {.ctx = walk->ctx};
	uint64_t link;

	if (!root || !pk_has(walk->ctx, PK_R_qdisc_list))
		return;
	link = pk_offset(&r, PK_R_qdisc_list);
	pk_list_for_each (node, &r, root + link) {
		qdisc_walk(walk, node - link);
		if (walk->stopped)
			break;
	}
	if (!pk_ok(&r))
		pk_warn(walk->ctx, "qdiscs of %s: %s", walk->qdisc.device.name,
			pk_error(walk->ctx));
}

static void device_walk(struct walk *walk, const struct pk_net_device *device)
{
	struct pk_ctx *ctx = walk->ctx;
	uint64_t queues, nr, size, root;

	walk->qdisc.device = *device;
	walk->listed = walk->counted = 0;
	queues = optional(walk, device->addr, PK_R_netdev_tx);
	nr = optional(walk, device->addr, PK_R_netdev_num_tx);
	if (nr > MAX_TX_QUEUES) {
		pk_warn(ctx, "device %s: %llu transmit queues", device->name,
			(unsigned long long)nr);
		return;
	}
	if (pk_row_value(ctx, PK_R_netdev_queue_size, &size) == PK_OK && queues)
		for (uint64_t i = 0; i < nr && !walk->stopped; i++)
			qdisc_walk(walk,
				   optional(walk, queues + i * size, PK_R_netdev_queue_qdisc));
	root = optional(walk, device->addr, PK_R_netdev_qdisc);
	qdisc_walk(walk, root);
	hashed_walk(walk);
	listed_walk(walk, root);
	if (!walk->stopped && walk->counted > walk->listed)
		pk_warn(ctx, "%s counts %llu packets, but only %llu were found", walk->most,
			(unsigned long long)walk->counted, (unsigned long long)walk->listed);
}

enum pk_status pk_qdiscs_walk(struct pk_ctx *ctx, pk_qdisc_skb_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	struct pk_reader r = {.ctx = ctx};

	pk_net_device_for_each (device, &r) {
		device_walk(&walk, &device);
		if (walk.stopped)
			break;
	}
	pk_address_set_deinit(&walk.seen);
	pk_address_set_deinit(&walk.skbs);
	return r.status;
}
