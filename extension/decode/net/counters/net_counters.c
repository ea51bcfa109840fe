// SPDX-License-Identifier: GPL-3.0-or-later
#include "decode/net/counters/net_counters.h"

#include <string.h>

#include "decode/figure.h"
#include "decode/net/device/net_device.h"
#include "decode/probe/fetch.h"
#include "kernel/btf_func.h"

#define MAX_PROTOS 64 /* PROTO_INUSE_NR */
#define INT 4

static const enum pk_row_id protos[PK_NR_PROTOS] = {
	[PK_PROTO_TCP] = PK_R_tcp_prot,
	[PK_PROTO_UDP] = PK_R_udp_prot,
	[PK_PROTO_UDPLITE] = PK_R_udplite_prot,
	[PK_PROTO_RAW] = PK_R_raw_prot,
	[PK_PROTO_TCP6] = PK_R_tcpv6_prot,
	[PK_PROTO_UDP6] = PK_R_udpv6_prot,
	[PK_PROTO_UDPLITE6] = PK_R_udplitev6_prot,
	[PK_PROTO_RAW6] = PK_R_rawv6_prot,
};

/* Sockets of the protocol PROTO in NET: net.core.prot_inuse->val[proto->inuse_idx], on every CPU. */
static struct pk_figure inuse_read(struct pk_ctx *ctx, uint64_t net, enum pk_row_id proto)
{
	struct pk_reader r = {.ctx = ctx};
	uint64_t addr = pk_value(&r, proto);
	uint64_t index = pk_member(&r, addr, PK_R_proto_inuse_idx);
	uint64_t inuse = pk_member(&r, net, PK_R_net_prot_inuse);
	uint64_t val = pk_offset(&r, PK_R_prot_inuse_val);

	if (index >= MAX_PROTOS || !inuse)
		pk_try(&r, pk_fail(ctx, PK_CORRUPT, "protocol %llu", (unsigned long long)index));
	if (!pk_ok(&r))
		return pk_figure_none(r.status);
	return pk_figure_positive(pk_figure_percpu(ctx, inuse + val + index * INT, INT));
}

static struct pk_figure sockets_read(struct pk_ctx *ctx, uint64_t net)
{
	struct pk_figure inuse;
	uint64_t all;

	if (!pk_has(ctx, PK_R_prot_inuse_all)) {
		inuse = pk_figure_member(ctx, net, PK_R_net_sock_inuse);
		all = 0;
	} else {
		inuse = pk_figure_member(ctx, net, PK_R_net_prot_inuse);
		if (pk_row_offset(ctx, PK_R_prot_inuse_all, &all) != PK_OK)
			return pk_figure_none(PK_ABSENT);
	}
	if (inuse.status != PK_OK)
		return inuse;
	return pk_figure_positive(pk_figure_percpu(ctx, inuse.value + all, INT));
}

static void time_wait_read(struct pk_ctx *ctx, uint64_t net, struct pk_net_counters *counters)
{
	const struct pk_row_value *row = pk_layout_get(ctx, PK_R_net_tcp_death_row);
	uint64_t death_row = net + row->member.offset;
	enum pk_status status = row->state == PK_ROW_FOUND ? PK_OK : row->status;

	if (status == PK_OK && row->member.is_pointer)
		status = pk_read_ptr(ctx, death_row, &death_row);
	counters->time_wait = counters->time_wait_max = pk_figure_none(status);
	if (status != PK_OK)
		return;
	counters->time_wait_max = pk_figure_member(ctx, death_row, PK_R_death_row_max);
	if (!pk_has(ctx, PK_R_death_row_refcount)) {
		counters->time_wait = pk_figure_member(ctx, death_row, PK_R_death_row_count);
		return;
	}
	counters->time_wait = pk_figure_member(ctx, death_row, PK_R_death_row_refcount);
	counters->time_wait.value--; /* the namespace's own */
}

static void routes6_read(struct pk_ctx *ctx, uint64_t net, struct pk_net_counters *counters)
{
	struct pk_reader r = {.ctx = ctx};
	const uint64_t entries = pk_member_at(&r, net, PK_R_net_dst6_entries);

	counters->routes6 = pk_ok(&r) ? pk_figure_positive(pk_figure_counter(ctx, entries))
				      : pk_figure_none(r.status);
	counters->routes6_thresh = pk_figure_member(ctx, net, PK_R_net_dst6_thresh);
	counters->routes6_max = pk_figure_member(ctx, net, PK_R_net_rt6_max_size);
}

/* "ipv6: remove max_size check inline with ipv4" (6.3, and stable kernels): it returns nothing since. */
struct pk_figure pk_routes6_limited(struct pk_ctx *ctx)
{
	struct pk_btf_funcs *funcs = NULL;
	struct pk_btf_func gc;
	enum pk_status status = pk_func_protos_load(ctx, &funcs);
	struct pk_figure limited = {.status = PK_ABSENT};

	if (status != PK_OK)
		return pk_figure_none(status);
	if (pk_btf_func_find(funcs, "ip6_dst_gc", &gc))
		limited = (struct pk_figure){.status = PK_OK, .value = gc.returns};
	pk_btf_funcs_destroy(funcs);
	return limited;
}

static struct pk_frags frags_read(struct pk_ctx *ctx, uint64_t net, enum pk_row_id fqdir)
{
	struct pk_figure dir = pk_figure_member(ctx, net, fqdir);
	struct pk_frags frags = {pk_figure_none(dir.status), pk_figure_none(dir.status),
				 pk_figure_none(dir.status)};

	if (dir.status != PK_OK)
		return frags;
	frags.queues = pk_figure_member(ctx, dir.value, PK_R_fqdir_nelems);
	frags.memory = pk_figure_member(ctx, dir.value, PK_R_fqdir_mem);
	frags.limit = pk_figure_member(ctx, dir.value, PK_R_fqdir_high);
	return frags;
}

static struct pk_figure conntrack_read(struct pk_ctx *ctx, uint64_t net)
{
	struct pk_figure own;

	if (pk_has(ctx, PK_R_net_ct_count))
		return pk_figure_member(ctx, net, PK_R_net_ct_count);
	own = pk_netns_own(ctx, net, PK_R_nf_conntrack_net_id);
	return own.status == PK_OK ? pk_figure_member(ctx, own.value, PK_R_ct_net_count) : own;
}

static const enum pk_row_id ct_stats[PK_NR_CT_STATS] = {
	[PK_CT_FOUND] = PK_R_ct_stat_found,
	[PK_CT_INVALID] = PK_R_ct_stat_invalid,
	[PK_CT_INSERT] = PK_R_ct_stat_insert,
	[PK_CT_INSERT_FAILED] = PK_R_ct_stat_insert_failed,
	[PK_CT_CLASH_RESOLVE] = PK_R_ct_stat_clash_resolve,
	[PK_CT_DROP] = PK_R_ct_stat_drop,
	[PK_CT_EARLY_DROP] = PK_R_ct_stat_early_drop,
	[PK_CT_ERROR] = PK_R_ct_stat_error,
	[PK_CT_SEARCH_RESTART] = PK_R_ct_stat_search_restart,
	[PK_CT_CHAINTOOLONG] = PK_R_ct_stat_chaintoolong,
};

static void conntrack_stats_read(struct pk_ctx *ctx, uint64_t net, struct pk_figure *stats)
{
	struct pk_figure stat = pk_figure_member(ctx, net, PK_R_net_ct_stat);
	uint64_t offset;

	for (int i = 0; i < PK_NR_CT_STATS; i++) {
		stats[i] = pk_figure_none(stat.status);
		if (stat.status == PK_OK && !stat.value)
			stats[i].status = PK_ABSENT; /* the module is not loaded, or was not yet */
		else if (stat.status == PK_OK)
			stats[i].status = pk_row_offset(ctx, ct_stats[i], &offset);
		if (stats[i].status != PK_OK)
			continue;
		stats[i] = pk_figure_percpu(ctx, stat.value + offset, INT);
		stats[i].value = (uint32_t)stats[i].value;
	}
}

void pk_net_counters_read(struct pk_ctx *ctx, uint64_t net, uint32_t inum,
			  struct pk_net_counters *ret_counters)
{
	struct pk_net_counters *counters = ret_counters;

	*counters = (struct pk_net_counters){.net = net, .inum = inum};
	pk_mibs_read(ctx, net, counters->mibs);
	counters->sockets = sockets_read(ctx, net);
	for (int i = 0; i < PK_NR_PROTOS; i++)
		counters->inuse[i] = inuse_read(ctx, net, protos[i]);
	time_wait_read(ctx, net, counters);
	routes6_read(ctx, net, counters);
	counters->frags = frags_read(ctx, net, PK_R_net_fqdir4);
	counters->frags6 = frags_read(ctx, net, PK_R_net_fqdir6);
	counters->conntrack = conntrack_read(ctx, net);
	conntrack_stats_read(ctx, net, counters->conntrack_stats);
}

void pk_net_counters_deinit(struct pk_net_counters *counters)
{
	pk_mibs_deinit(counters->mibs);
}
