// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * A device's reference count is one number, or the sum of one per CPU (CONFIG_PCPU_DEV_REFCNT). Whoever keeps a pointer to the
 * device calls dev_hold() (netdev_hold()) once for each pointer. This file finds the holders in the lists that the kernel itself
 * walks when it removes the device.
 */
#include "decode/net/device/device.h"

#include <stdlib.h>
#include <string.h>

#include "core/kit.h"
#include "decode/figure.h"
#include "decode/list.h"
#include "decode/net/device/net_device.h"
#include "decode/net/route/route.h"

#define INT 4
#define MAX_ACCOUNTS 65536
#define MAX_DSTS (1u << 22)
#define MAX_QDISCS (1u << 20)
#define MAX_TX_QUEUES 65536
#define MAX_QUEUES 65536
#define MAX_BUCKETS 1024
#define TCQ_F_BUILTIN 1
#define DEVINDEX_HEADS 256 /* of fib_info_devhash, and of nexthop objects by device */

/* --- accounts ------------------------------------------------------------------------------------------- */

struct pk_device_refs *pk_ref_account_of(const struct pk_ref_accounts *accounts, uint64_t addr)
{
	return addr ? pk_find(accounts->list, accounts->nr, it->addr == addr) : NULL;
}

static struct pk_figure count_read(struct pk_ctx *ctx, uint64_t addr)
{
	struct pk_figure count;

	if (!pk_has(ctx, PK_R_netdev_pcpu_refcnt))
		return pk_figure_member(ctx, addr, PK_R_netdev_refcnt);
	count = pk_figure_member(ctx, addr, PK_R_netdev_pcpu_refcnt);
	if (count.status == PK_OK)
		count = pk_figure_percpu(ctx, count.value, INT);
	/* What one CPU took another gives back. */
	if (count.status == PK_OK && (int64_t)count.value < 0)
		count.status = PK_CORRUPT;
	return count;
}

enum pk_status pk_ref_account_add(struct pk_ctx *ctx, uint64_t addr,
				  struct pk_ref_accounts *accounts)
{
	struct pk_device_refs *refs;

	if (accounts->nr == MAX_ACCOUNTS || !pk_grow(accounts->list, accounts->nr, accounts->room))
		return pk_fail(ctx, PK_NOMEM, "references to more than %zu devices", accounts->nr);
	refs = &accounts->list[accounts->nr++];
	*refs = (struct pk_device_refs){.addr = addr};
	pk_net_device_name(ctx, addr, refs->name);
	refs->net = pk_member_or_zero(ctx, addr, PK_R_netdev_net);
	refs->netns = (uint32_t)pk_member_or_zero(ctx, refs->net, PK_R_net_inum);
	refs->reg_state = pk_figure_member(ctx, addr, PK_R_netdev_reg_state);
	refs->count = count_read(ctx, addr);
	pk_ref_tracker_read(ctx, addr, PK_R_netdev_refcnt_tracker, &refs->tracker);
	return PK_OK;
}

void pk_ref_accounts_deinit(struct pk_ref_accounts *accounts)
{
	for (size_t i = 0; i < accounts->nr; i++)
		pk_ref_tracker_deinit(&accounts->list[i].tracker);
	free(accounts->list);
	*accounts = (struct pk_ref_accounts){.list = NULL};
}

void pk_ref_search_init(struct pk_ref_search *search, struct pk_ctx *ctx,
			struct pk_ref_accounts *accounts)
{
	*search = (struct pk_ref_search){.ctx = ctx, .accounts = accounts};
	for (size_t i = 0; i < accounts->nr; i++)
		pk_hash_put(&search->by_addr, accounts->list[i].addr, (void *)(uintptr_t)(i + 1));
}

void pk_ref_search_deinit(struct pk_ref_search *search)
{
	pk_hash_deinit(&search->by_addr, NULL);
	pk_address_set_deinit(&search->dsts);
}

static void note(struct pk_device_refs *refs, enum pk_ref_kind kind, uint64_t nr, uint64_t holder)
{
	if (!nr)
		return;
	if (!refs->holders[kind].nr)
		refs->holders[kind].example = holder;
	refs->holders[kind].nr += nr;
}

void pk_ref_found(struct pk_ref_search *search, uint64_t addr, enum pk_ref_kind kind,
		  uint64_t holder)
{
	size_t index = addr ? (size_t)(uintptr_t)pk_hash_get(&search->by_addr, addr) : 0;

	if (index)
		note(&search->accounts->list[index - 1], kind, 1, holder);
}

void pk_refs_failed(struct pk_ref_search *search, enum pk_ref_kind kind, enum pk_status status)
{
	if (status != PK_OK && search->accounts->searched[kind] == PK_OK)
		search->accounts->searched[kind] = status;
}

void pk_ref_dst_found(struct pk_ref_search *search, uint64_t dst, enum pk_ref_kind kind,
		      uint64_t holder)
{
	uint64_t dev;
	enum pk_status status;

	if (!dst || !pk_address_set_add(&search->dsts, dst, MAX_DSTS))
		return;
	status = pk_member_uint(search->ctx, dst, PK_R_dst_dev, &dev);
	pk_refs_failed(search, kind, status);
	if (status == PK_OK)
		pk_ref_found(search, dev, kind, holder);
}

/* --- its own -------------------------------------------------------------------------------------------- */

/* PK_ABSENT: it has none. */
static enum pk_status has_own(struct pk_ctx *ctx)
{
	static const enum pk_row_id tells[] = {PK_R_netdev_refcnt_tracker, PK_R_netdev_refcnt,
					       PK_R_netdev_ops_forward_path};
	enum pk_status status = PK_ABSENT;

	for (size_t i = 0; i < PK_ARRAY_SIZE(tells); i++) {
		const struct pk_row_value *row = pk_layout_get(ctx, tells[i]);

		if (row->state == PK_ROW_FOUND)
			return PK_OK;
		if (row->state == PK_ROW_UNKNOWN)
			status = row->status;
	}
	return pk_none(ctx, status);
}

static void queues_look(struct pk_ref_search *search, struct pk_device_refs *refs)
{
	static const enum pk_row_id rows[] = {PK_R_netdev_real_tx, PK_R_netdev_real_rx};

	for (size_t i = 0; i < PK_ARRAY_SIZE(rows); i++) {
		struct pk_figure nr = pk_figure_member(search->ctx, refs->addr, rows[i]);

		if (nr.status == PK_OK && nr.value > MAX_QUEUES)
			nr.status = PK_CORRUPT;
		pk_refs_failed(search, PK_REF_QUEUES, nr.status);
		if (nr.status == PK_OK)
			note(refs, PK_REF_QUEUES, nr.value, refs->addr);
	}
}

/* As long as it is pending (netdev_watchdog_up()). */
static void watchdog_look(struct pk_ref_search *search, struct pk_device_refs *refs)
{
	struct pk_reader r = {.ctx = search->ctx};
	uint64_t entry = pk_member_at(&r, refs->addr, PK_R_netdev_watchdog_timer) +
			 pk_offset(&r, PK_R_timer_entry);
	uint64_t pprev = pk_pointer(&r, entry + search->ctx->target->facts.word_size);

	pk_refs_failed(search, PK_REF_WATCHDOG, r.status);
	note(refs, PK_REF_WATCHDOG, pprev != 0, refs->addr);
}

static void own_look(struct pk_ref_search *search, struct pk_device_refs *refs)
{
	struct pk_ctx *ctx = search->ctx;
	struct pk_figure state = pk_figure_member(ctx, refs->addr, PK_R_netdev_state);
	enum pk_status status = has_own(ctx);
	uint64_t registered;

	note(refs, PK_REF_OWN, status == PK_OK, refs->addr);
	pk_refs_failed(search, PK_REF_OWN, status);
	pk_refs_failed(search, PK_REF_LINKWATCH, state.status);
	note(refs, PK_REF_LINKWATCH, pk_figure_bit(ctx, &state, PK_R_link_state_linkwatch),
	     refs->addr);
	status = refs->reg_state.status;
	if (status == PK_OK)
		status = pk_row_value(ctx, PK_R_netreg_registered, &registered);
	pk_refs_failed(search, PK_REF_REGISTERED, status);
	if (status == PK_OK && refs->reg_state.value == registered) {
		note(refs, PK_REF_REGISTERED, 1, refs->addr);
		queues_look(search, refs);
	}
}

/* --- protocols ------------------------------------------------------------------------------------------ */

static void protocols_look(struct pk_ref_search *search, struct pk_device_refs *refs)
{
	static const struct {
		enum pk_row_id row;
		enum pk_ref_kind kind;
	} of[] = {{PK_R_netdev_ip, PK_REF_INET}, {PK_R_netdev_ip6, PK_REF_INET6}};

	for (size_t i = 0; i < PK_ARRAY_SIZE(of); i++) {
		struct pk_figure part = pk_figure_member(search->ctx, refs->addr, of[i].row);

		pk_refs_failed(search, of[i].kind, part.status);
		if (part.status == PK_OK)
			note(refs, of[i].kind, part.value != 0, part.value);
	}
}

static void parms_search(struct pk_ref_search *search)
{
	static const enum pk_row_id tables[] = {PK_R_arp_tbl, PK_R_nd_tbl};
	struct pk_ctx *ctx = search->ctx;

	for (size_t i = 0; i < PK_ARRAY_SIZE(tables); i++) {
		struct pk_reader r = {.ctx = ctx};
		uint64_t table, head, link;

		if (!pk_has(ctx, tables[i]))
			continue;
		table = pk_value(&r, tables[i]);
		head = pk_member_at(&r, table, PK_R_neigh_table_parms);
		link = pk_offset(&r, PK_R_neigh_parms_list);
		pk_list_for_each (node, &r, head)
			pk_ref_found(search, pk_member(&r, node - link, PK_R_neigh_parms_dev),
				     PK_REF_PARMS, node - link);
		pk_refs_failed(search, PK_REF_PARMS, r.status);
	}
}

static bool visit_neighbour(const struct pk_neighbour *neighbour, void *arg)
{
	struct pk_ref_search *search = arg;
	uint64_t dev;
	enum pk_status status = pk_member_uint(search->ctx, neighbour->addr, PK_R_neigh_dev, &dev);

	pk_refs_failed(search, PK_REF_NEIGHBOURS, status);
	if (status == PK_OK)
		pk_ref_found(search, dev, PK_REF_NEIGHBOURS, neighbour->addr);
	return true;
}

/* --- qdiscs --------------------------------------------------------------------------------------------- */

static void qdisc_look(struct pk_ref_search *search, struct pk_device_refs *refs,
		       struct pk_address_set *seen, struct pk_figure qdisc)
{
	struct pk_figure flags;

	if (qdisc.status == PK_OK && !pk_address_set_add(seen, qdisc.value, MAX_QDISCS))
		return;
	flags = qdisc.status == PK_OK ? pk_figure_member(search->ctx, qdisc.value, PK_R_qdisc_flags)
				      : qdisc;
	pk_refs_failed(search, PK_REF_QDISCS, flags.status);
	if (flags.status == PK_OK && !(flags.value & TCQ_F_BUILTIN))
		note(refs, PK_REF_QDISCS, 1, qdisc.value);
}

static void qdisc_hash_look(struct pk_ref_search *search, struct pk_device_refs *refs,
			    struct pk_address_set *seen)
{
	struct pk_ctx *ctx = search->ctx;
	const struct pk_row_value *row = pk_layout_get(ctx, PK_R_netdev_qdisc_hash);
	const uint32_t word = ctx->target->facts.word_size;
	struct pk_reader r = {.ctx = ctx};
	uint64_t link = pk_offset(&r, PK_R_qdisc_hash_node);

	if (row->state != PK_ROW_FOUND)
		return;
	for (uint64_t i = 0; i < row->member.elements && i < MAX_BUCKETS; i++)
		pk_hlist_for_each (node, &r, refs->addr + row->member.offset + i * word)
			qdisc_look(search, refs, seen, (struct pk_figure){PK_OK, node - link});
	pk_refs_failed(search, PK_REF_QDISCS, r.status);
}

/* Each queue has the qdisc that it feeds from, and the one that it would when the device is up. */
static void queue_qdiscs_look(struct pk_ref_search *search, struct pk_device_refs *refs,
			      struct pk_address_set *seen, uint64_t queue)
{
	qdisc_look(search, refs, seen,
		   pk_figure_member(search->ctx, queue, PK_R_netdev_queue_qdisc));
	qdisc_look(search, refs, seen,
		   pk_figure_member(search->ctx, queue, PK_R_txq_qdisc_sleeping));
}

static void qdiscs_look(struct pk_ref_search *search, struct pk_device_refs *refs)
{
	struct pk_reader r = {.ctx = search->ctx};
	struct pk_address_set seen = {.slots = NULL};
	uint64_t queues = pk_member(&r, refs->addr, PK_R_netdev_tx);
	uint64_t nr = pk_member(&r, refs->addr, PK_R_netdev_num_tx);
	uint64_t size = pk_value(&r, PK_R_netdev_queue_size);
	uint64_t ingress = pk_member(&r, refs->addr, PK_R_netdev_ingress_queue);

	if (nr > MAX_TX_QUEUES)
		pk_try(&r, pk_fail(search->ctx, PK_CORRUPT, "device %s: %llu transmit queues",
				   refs->name, (unsigned long long)nr));
	pk_refs_failed(search, PK_REF_QDISCS, r.status);
	qdisc_look(search, refs, &seen,
		   pk_figure_member(search->ctx, refs->addr, PK_R_netdev_qdisc));
	qdisc_hash_look(search, refs, &seen);
	for (uint64_t i = 0; pk_ok(&r) && queues && i < nr; i++)
		queue_qdiscs_look(search, refs, &seen, queues + i * size);
	if (pk_ok(&r) && ingress)
		queue_qdiscs_look(search, refs, &seen, ingress);
	pk_address_set_deinit(&seen);
}

/* --- other devices -------------------------------------------------------------------------------------- */

struct links {
	struct pk_ref_search *search;
	struct pk_device_refs *refs;
	uint64_t master;
};

/* Each has a list of the other's kind, with an entry for this one. */
static bool visit_upper(uint64_t upper, void *arg)
{
	struct links *links = arg;
	char kind[16];

	note(links->refs, PK_REF_UPPER, 1, upper);
	(void)!pk_net_device_kind(links->search->ctx, upper, kind, sizeof(kind));
	note(links->refs, PK_REF_VLANS, !strcmp(kind, "vlan"), upper);
	note(links->refs, PK_REF_BRIDGE, upper == links->master && !strcmp(kind, "bridge"), upper);
	return true;
}

static void links_look(struct pk_ref_search *search, struct pk_device_refs *refs)
{
	struct links links = {.search = search, .refs = refs};
	struct pk_reader r = {.ctx = search->ctx};
	uint64_t lower, link;

	if (pk_net_device_master(search->ctx, refs->addr, &links.master) != PK_OK)
		links.master = 0;
	pk_refs_failed(search, PK_REF_UPPER,
		       pk_net_device_uppers(search->ctx, refs->addr, visit_upper, &links));
	lower = pk_member_at(&r, refs->addr, PK_R_netdev_lower);
	link = pk_offset(&r, PK_R_adjacent_list);
	pk_list_for_each (node, &r, lower)
		note(refs, PK_REF_LOWER, 1, pk_member(&r, node - link, PK_R_adjacent_dev));
	pk_refs_failed(search, PK_REF_LOWER, r.status);
}

/* --- routes --------------------------------------------------------------------------------------------- */

/* A next hop of IPv4 keeps a dst to receive by, and one a CPU to send by. */
static void cpu_dsts_look(struct pk_ref_search *search, uint64_t percpu, uint64_t holder)
{
	const uint32_t word = search->ctx->target->facts.word_size;
	struct pk_ctx *ctx = search->ctx;
	struct pk_cpumask possible;
	bool known = pk_cpumask_get(ctx, PK_CPUS_POSSIBLE, &possible) == PK_OK;

	for (uint32_t cpu = 0; percpu && cpu < ctx->target->facts.nr_cpu_ids; cpu++) {
		uint64_t offset, dst;
		enum pk_status status;

		if (known && !pk_cpumask_test(&possible, cpu))
			continue;
		status = pk_percpu_offset(ctx, cpu, &offset);
		if (status == PK_OK)
			status = pk_read_uint(ctx, percpu + offset, word, &dst);
		pk_refs_failed(search, PK_REF_DST_HOPS, status);
		if (status == PK_OK)
			pk_ref_dst_found(search, dst, PK_REF_DST_HOPS, holder);
	}
}

static void hop_look(struct pk_ref_search *search, uint64_t hop)
{
	struct pk_reader r = {.ctx = search->ctx}, dsts = {.ctx = search->ctx};
	uint64_t dev = pk_member(&r, hop, PK_R_fib_nh_dev);
	uint64_t outputs = pk_member(&dsts, hop, PK_R_fib_nh_outputs);
	uint64_t input = pk_member(&dsts, hop, PK_R_fib_nh_input);

	if (pk_ok(&r))
		pk_ref_found(search, dev, PK_REF_ROUTES, hop);
	pk_refs_failed(search, PK_REF_ROUTES, r.status);
	pk_refs_failed(search, PK_REF_DST_HOPS, dsts.status);
	if (!pk_ok(&dsts))
		return;
	pk_ref_dst_found(search, input, PK_REF_DST_HOPS, hop);
	cpu_dsts_look(search, outputs, hop);
}

static void hops_search(struct pk_ref_search *search)
{
	struct pk_ctx *ctx = search->ctx;
	const uint32_t word = ctx->target->facts.word_size;
	struct pk_reader r = {.ctx = ctx};
	uint64_t link = pk_offset(&r, PK_R_fib_nh_hash);

	if (pk_has(ctx, PK_R_netdev_fib_nh)) {
		for (size_t i = 0; i < search->accounts->nr; i++)
			pk_hlist_for_each (node, &r,
					   pk_member_at(&r, search->accounts->list[i].addr,
							PK_R_netdev_fib_nh))
				hop_look(search, node - link);
	} else {
		uint64_t heads = pk_value(&r, PK_R_fib_info_devhash);

		for (unsigned i = 0; pk_ok(&r) && i < DEVINDEX_HEADS; i++)
			pk_hlist_for_each (node, &r, heads + (uint64_t)i * word)
				hop_look(search, node - link);
	}
	pk_refs_failed(search, PK_REF_ROUTES, r.status);
}

static void visit_route6(uint64_t hop, void *arg)
{
	struct pk_ref_search *search = arg;
	struct pk_reader r = {.ctx = search->ctx};
	uint64_t dev = pk_member(&r, hop, PK_R_fib6_nh_dev);
	uint64_t dsts = pk_member(&r, hop, PK_R_fib6_nh_dsts);

	pk_refs_failed(search, PK_REF_ROUTES6, r.status);
	if (!pk_ok(&r))
		return;
	pk_ref_found(search, dev, PK_REF_ROUTES6, hop);
	cpu_dsts_look(search, dsts, hop);
}

static void nexthops_search(struct pk_ref_search *search)
{
	const uint32_t word = search->ctx->target->facts.word_size;
	struct pk_reader nets = {.ctx = search->ctx};

	if (!pk_has(search->ctx, PK_R_net_nexthop_devhash))
		return;
	pk_netns_for_each (net, &nets) {
		struct pk_reader r = {.ctx = search->ctx};
		uint64_t heads = pk_member(&r, net.addr, PK_R_net_nexthop_devhash);
		uint64_t link = pk_offset(&r, PK_R_nexthop_info_hash);

		for (unsigned i = 0; pk_ok(&r) && heads && i < DEVINDEX_HEADS; i++)
			pk_hlist_for_each (node, &r, heads + (uint64_t)i * word)
				pk_ref_found(search,
					     pk_member(&r, node - link, PK_R_nexthop_info_dev),
					     PK_REF_NEXTHOPS, node - link);
		pk_refs_failed(search, PK_REF_NEXTHOPS, r.status);
	}
	pk_refs_failed(search, PK_REF_NEXTHOPS, nets.status);
}

/* Those that no route keeps: of a way that was made for one packet or socket alone. */
static void uncached_search(struct pk_ref_search *search, enum pk_row_id list, enum pk_row_id link)
{
	struct pk_ctx *ctx = search->ctx;
	struct pk_cpumask possible;
	bool known = pk_cpumask_get(ctx, PK_CPUS_POSSIBLE, &possible) == PK_OK;

	for (uint32_t cpu = 0; pk_has(ctx, list) && cpu < ctx->target->facts.nr_cpu_ids; cpu++) {
		struct pk_reader r = {.ctx = ctx};
		uint64_t offset = 0, head, from;

		if (known && !pk_cpumask_test(&possible, cpu))
			continue;
		pk_try(&r, pk_percpu_offset(ctx, cpu, &offset));
		head = pk_member_at(&r, pk_value(&r, list) + offset, PK_R_uncached_head);
		from = pk_offset(&r, link);
		pk_list_for_each (node, &r, head)
			pk_ref_dst_found(search, node - from, PK_REF_DST_UNCACHED, node - from);
		pk_refs_failed(search, PK_REF_DST_UNCACHED, r.status);
	}
}

void pk_refs_search(struct pk_ref_search *search)
{
	struct pk_ref_accounts *accounts = search->accounts;
	struct pk_ctx *ctx = search->ctx;

	for (size_t i = 0; i < accounts->nr; i++) {
		own_look(search, &accounts->list[i]);
		watchdog_look(search, &accounts->list[i]);
		protocols_look(search, &accounts->list[i]);
		qdiscs_look(search, &accounts->list[i]);
		links_look(search, &accounts->list[i]);
	}
	parms_search(search);
	pk_refs_failed(search, PK_REF_NEIGHBOURS, pk_neighbours_list(ctx, visit_neighbour, search));
	hops_search(search);
	pk_refs_failed(search, PK_REF_ROUTES6, pk_route6_hops_walk(ctx, visit_route6, search));
	nexthops_search(search);
	uncached_search(search, PK_R_rt_uncached_list, PK_R_rt_uncached);
	uncached_search(search, PK_R_rt6_uncached_list, PK_R_rt6_uncached);
}
