// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * Reassembly (net/ipv4/inet_fragment.c): a namespace's struct fqdir for each family is a hash table of struct inet_frag_queue:
 *
 *	rb_fragments	runs of bytes without a hole, by their first fragments:
 *			cb.ip_defrag_offset	where the run begins, behind IP's headers
 *			cb.frag_run_len		bytes of it
 *			cb.next_frag		the run's next fragment, and so on
 *	len		where the last byte ends that has come; of the datagram, once LAST_IN
 *	meat		bytes that have come
 *
 * What is complete or given up is taken out of the table. The connection tracker puts IPv6's fragments together before IPv6
 * does, in a fqdir of its own (net/ipv6/netfilter/nf_conntrack_reasm.c); IPv4's it leaves to IPv4.
 */
#include "decode/net/skb/skb.h"

#include <string.h>

#include "decode/figure.h"
#include "decode/net/device/net_device.h"
#include "decode/tables.h"

#define MAX_QUEUES (1u << 20)
#define MAX_FRAGMENTS (1u << 16) /* of one run; a datagram has 8192 at most */
#define NS_PER_S 1000000000ull

struct walk {
	struct pk_ctx *ctx;
	uint8_t family;
	bool conntrack; /* its own queues */
	uint64_t net, node; /* NODE: offset of the chain's link */
	uint64_t last_in; /* the flag */
	struct pk_figure jiffies, timeout;
	uint64_t hz;
	struct pk_chains chains;
	pk_frag_queue_fn fn;
	void *arg;
};

/* --- one queue ----------------------------------------------------------------------------------------- */

/* Its place moved from the skb into the control block with "inet: inet_defrag: prevent sk release while still in use". */
static enum pk_status run_read(struct pk_ctx *ctx, uint64_t skb, struct pk_hole *ret_run)
{
	uint64_t cb, at, len;
	enum pk_status status = pk_row_offset(ctx, PK_R_skb_cb, &cb);

	if (status == PK_OK && pk_has(ctx, PK_R_frag_cb_offset))
		status = pk_member_uint(ctx, skb + cb, PK_R_frag_cb_offset, &at);
	else if (status == PK_OK)
		status = pk_member_uint(ctx, skb, PK_R_skb_defrag_offset, &at);
	if (status == PK_OK)
		status = pk_member_uint(ctx, skb + cb, PK_R_frag_cb_run_len, &len);
	if (status == PK_OK)
		*ret_run = (struct pk_hole){(uint32_t)at, (uint32_t)at + (uint32_t)len};
	return status;
}

static void add_hole(struct pk_frag_queue *queue, uint32_t from, uint32_t to)
{
	if (queue->nr_holes < PK_MAX_HOLES)
		queue->holes[queue->nr_holes] = (struct pk_hole){from, to};
	queue->nr_holes++;
}

struct runs {
	struct pk_ctx *ctx;
	struct pk_frag_queue *queue;
	uint32_t end; /* of the run before */
	uint32_t sum; /* bytes of all */
	bool first;
	pk_skb_list_fn fn;
	void *arg;
	bool stopped;
};

static bool count(uint64_t skb, void *arg)
{
	(void)skb;
	((struct pk_frag_queue *)arg)->nr_skbs++;
	return true;
}

static bool visit_fragments(uint64_t skb, void *arg)
{
	struct runs *runs = arg;
	uint64_t cb;

	if (pk_row_offset(runs->ctx, PK_R_skb_cb, &cb) != PK_OK)
		return false;
	for (uint32_t i = 0; skb && i < MAX_FRAGMENTS && !runs->stopped; i++) {
		runs->stopped = !runs->fn(skb, runs->arg);
		if (pk_member_uint(runs->ctx, skb + cb, PK_R_frag_cb_next, &skb) != PK_OK) {
			pk_warn(runs->ctx, "fragments of a datagram: %s", pk_error(runs->ctx));
			break;
		}
	}
	return !runs->stopped;
}

static bool visit_run(uint64_t skb, void *arg)
{
	struct runs *runs = arg;
	struct pk_hole run;

	if (run_read(runs->ctx, skb, &run) != PK_OK || run.to <= run.from ||
	    (!runs->first && run.from < runs->end)) {
		runs->queue->holes_known = false;
		return false;
	}
	if (run.from > runs->end)
		add_hole(runs->queue, runs->end, run.from);
	runs->first = false;
	runs->end = run.to;
	runs->sum += run.to - run.from;
	return visit_fragments(skb, runs);
}

/* What the queue says of itself must agree with its runs: else it was being changed, or is damaged. */
static void read_holes(struct pk_ctx *ctx, uint64_t root, struct pk_frag_queue *queue)
{
	struct runs runs = {.ctx = ctx, .queue = queue, .first = true, .fn = count, .arg = queue};

	queue->holes_known = true;
	pk_skb_tree_walk(ctx, "fragments of a datagram", root, visit_run, &runs);
	if (!queue->len_known || runs.end < queue->len)
		add_hole(queue, runs.end, queue->len_known ? queue->len : 0);
	queue->holes_known &= runs.sum == queue->have && runs.end <= queue->len;
}

static void read_key(const struct walk *walk, uint64_t addr, struct pk_frag_queue *queue)
{
	static const enum pk_row_id rows[2][4] = {
		{PK_R_frag_key_saddr4, PK_R_frag_key_daddr4, PK_R_frag_key_id4,
		 PK_R_frag_key_user4},
		{PK_R_frag_key_saddr6, PK_R_frag_key_daddr6, PK_R_frag_key_id6,
		 PK_R_frag_key_user6},
	};
	struct pk_ctx *ctx = walk->ctx;
	const enum pk_row_id *row = rows[walk->family == 6];
	uint32_t size = walk->family == 6 ? 16 : 4;
	uint64_t saddr, daddr, id = 0, user = 0, protocol = 0;

	queue->tuple.family = walk->family;
	if (pk_row_offset(ctx, row[0], &saddr) != PK_OK ||
	    pk_row_offset(ctx, row[1], &daddr) != PK_OK ||
	    pk_read(ctx, addr + saddr, queue->tuple.saddr, size) != PK_OK ||
	    pk_read(ctx, addr + daddr, queue->tuple.daddr, size) != PK_OK)
		queue->tuple = (struct pk_tuple){0};
	pk_member_uint(ctx, addr, row[2], &id);
	pk_member_uint(ctx, addr, row[3], &user);
	if (walk->family == 4)
		pk_member_uint(ctx, addr, PK_R_frag_key_protocol4, &protocol);
	if (!ctx->target->facts.big_endian)
		id = walk->family == 4 ? __builtin_bswap16((uint16_t)id)
				       : __builtin_bswap32((uint32_t)id);
	queue->id = (uint32_t)id;
	queue->user = (uint32_t)user;
	queue->protocol = (uint8_t)protocol;
	if (pk_enum_name(ctx, walk->family == 4 ? "ip_defrag_users" : "ip6_defrag_users",
			 (int64_t)user, queue->user_name, sizeof(queue->user_name)) != PK_OK)
		queue->user_name[0] = '\0';
}

/* The timer is set once, when the first fragment comes. */
static void read_timer(const struct walk *walk, uint64_t addr, struct pk_frag_queue *queue)
{
	struct pk_figure expires = pk_figure_member(walk->ctx, addr, PK_R_frag_queue_expires);
	int64_t left;

	queue->left_ns = queue->waited_ns = pk_figure_none(
		walk->jiffies.status != PK_OK ? walk->jiffies.status : expires.status);
	if (queue->left_ns.status != PK_OK || !walk->hz)
		return;
	left = walk->ctx->target->facts.word_size == 4
		       ? (int32_t)(expires.value - walk->jiffies.value)
		       : (int64_t)(expires.value - walk->jiffies.value);
	if (left > INT32_MAX || left < INT32_MIN) {
		queue->left_ns.status = queue->waited_ns.status = PK_CORRUPT;
		return;
	}
	queue->left_ns.value = (uint64_t)(left * (int64_t)(NS_PER_S / walk->hz));
	queue->waited_ns.status = walk->timeout.status;
	if (walk->timeout.status != PK_OK)
		return;
	if ((int64_t)(int32_t)walk->timeout.value < left)
		queue->waited_ns.status = PK_ABSENT; /* the time to wait was another then */
	queue->waited_ns.value =
		(uint64_t)(((int64_t)walk->timeout.value - left) * (int64_t)(NS_PER_S / walk->hz));
}

static enum pk_status queue_read(const struct walk *walk, uint64_t addr,
				 struct pk_frag_queue *ret_queue)
{
	struct pk_reader r = {.ctx = walk->ctx};
	struct pk_frag_queue queue = {.addr = addr, .net = walk->net, .conntrack = walk->conntrack};
	uint64_t len = pk_member(&r, addr, PK_R_frag_queue_len);
	uint64_t have = pk_member(&r, addr, PK_R_frag_queue_have);
	uint64_t flags = pk_member(&r, addr, PK_R_frag_queue_flags);
	uint64_t root = pk_offset(&r, PK_R_frag_queue_fragments);

	if (!pk_ok(&r))
		return r.status;
	queue.len = (uint32_t)len;
	queue.have = (uint32_t)have;
	queue.len_known = flags & walk->last_in;
	read_key(walk, addr, &queue);
	read_timer(walk, addr, &queue);
	read_holes(walk->ctx, addr + root, &queue);
	*ret_queue = queue;
	return PK_OK;
}

void pk_frag_queue_skbs_walk(struct pk_ctx *ctx, const struct pk_frag_queue *queue,
			     pk_skb_list_fn fn, void *arg)
{
	struct runs runs = {.ctx = ctx, .fn = fn, .arg = arg};
	uint64_t root;

	if (pk_row_offset(ctx, PK_R_frag_queue_fragments, &root) == PK_OK)
		pk_skb_tree_walk(ctx, "fragments of a datagram", queue->addr + root,
				 visit_fragments, &runs);
}

/* --- all of them --------------------------------------------------------------------------------------- */

static bool visit_queue(uint64_t node, void *arg)
{
	struct walk *walk = arg;
	struct pk_frag_queue queue;

	if (queue_read(walk, node - walk->node, &queue) == PK_OK)
		return walk->fn(&queue, walk->arg);
	pk_warn(walk->ctx, "%s: %s", walk->chains.what, pk_error(walk->ctx));
	return true;
}

static void fqdir_walk(struct walk *walk, struct pk_figure fqdir)
{
	uint64_t table;
	enum pk_status status = fqdir.status;

	if (status == PK_OK && !fqdir.value)
		return;
	if (status == PK_OK)
		status = pk_member_uint(walk->ctx, fqdir.value, PK_R_fqdir_table, &table);
	if (status == PK_OK) {
		walk->timeout = pk_figure_member(walk->ctx, fqdir.value, PK_R_fqdir_timeout);
		status = pk_rhashtable_walk(&walk->chains, table);
	}
	if (status != PK_OK)
		pk_warn(walk->ctx, "%s: %s", walk->chains.what, pk_error(walk->ctx));
}

static void family_walk(struct walk *walk, uint8_t family, enum pk_row_id row)
{
	walk->family = family;
	if (pk_has(walk->ctx, row))
		fqdir_walk(walk, pk_figure_member(walk->ctx, walk->net, row));
}

static void net_walk(struct walk *walk)
{
	walk->chains.what = "datagrams in fragments";
	family_walk(walk, 4, PK_R_net_fqdir4);
	family_walk(walk, 6, PK_R_net_fqdir6);
	if (walk->chains.stopped)
		return;
	walk->conntrack = true;
	walk->chains.what = "datagrams in fragments, the connection tracker's";
	family_walk(walk, 6, PK_R_net_ct_fqdir6);
	if (pk_has(walk->ctx, PK_R_nf_frag_pernet_id)) {
		struct pk_figure own = pk_netns_own(walk->ctx, walk->net, PK_R_nf_frag_pernet_id);

		if (own.status == PK_OK && own.value)
			own = pk_figure_member(walk->ctx, own.value, PK_R_frag_pernet_fqdir);
		fqdir_walk(walk, own);
	}
	walk->conntrack = false;
}

enum pk_status pk_frag_queues_walk(struct pk_ctx *ctx, pk_frag_queue_fn fn, void *arg)
{
	struct walk walk = {.ctx = ctx, .fn = fn, .arg = arg};
	struct pk_reader r = {.ctx = ctx};

	walk.chains =
		(struct pk_chains){.ctx = ctx, .most = MAX_QUEUES, .fn = visit_queue, .arg = &walk};
	if (!pk_has(ctx, PK_R_net_fqdir4) || !pk_has(ctx, PK_R_frag_queue_fragments))
		return pk_fail(ctx, PK_ABSENT, "unknown layout of fragment queues");
	walk.node = pk_offset(&r, PK_R_frag_queue_node);
	walk.last_in = pk_value(&r, PK_R_frag_last_in);
	if (!pk_ok(&r))
		return r.status;
	walk.jiffies = pk_jiffies_read(ctx, &walk.hz);
	pk_netns_for_each (net, &r) {
		walk.net = net.addr;
		net_walk(&walk);
		if (walk.chains.stopped)
			break;
	}
	pk_chains_deinit(&walk.chains);
	return r.status;
}
