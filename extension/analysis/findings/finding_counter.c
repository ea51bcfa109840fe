// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules about limits that the kernel keeps, of the machine and of each network namespace, and what was lost by them. */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>

#include "core/context.h"

#define MORE "counters"

/* USED against LIMIT; true: above it, or, FULL, at it. A limit of 0 without a use is somebody's wish. */
static bool is_over(struct pk_judge *judge, const char *what, const struct pk_figure *used,
		    const struct pk_figure *limit, bool full)
{
	bool over;

	if (!pk_judge_knows(judge, what, used) || !pk_judge_knows(judge, what, limit))
		return false;
	over = full ? used->value && used->value >= limit->value : used->value > limit->value;
	if (!over)
		pk_judge_clear(judge);
	return over;
}

static void show_limit(struct pk_finding *finding, const char *used_name,
		       const struct pk_figure *used, const char *limit_name,
		       const struct pk_figure *limit)
{
	pk_finding_shows_uint(finding, used_name, used->value);
	pk_finding_shows_uint(finding, limit_name, limit->value);
}

static unsigned long long number(const struct pk_figure *figure)
{
	return figure->value;
}

static void nets_each(struct pk_judge *judge,
		      void (*fn)(struct pk_judge *judge, const struct pk_net_counters *net))
{
	const struct pk_scene *scene = judge->scene;

	if (scene->nets_status != PK_OK)
		pk_judge_unknown(judge, "namespaces", scene->nets_status);
	for (size_t i = 0; i < scene->nr_nets; i++)
		fn(judge, &scene->nets[i]);
}

static void more_of(const struct pk_net_counters *net, char more[64])
{
	if (net->inum)
		snprintf(more, 64, MORE " -n %u", net->inum);
	else
		snprintf(more, 64, MORE);
}

/* --- memory of protocols ------------------------------------------------------------------------------- */

/* __sk_mem_raise_allocated(): above tcp_mem[2] it refuses; from above tcp_mem[1] until below tcp_mem[0] there is
 * pressure, of which tcp_memory_pressure keeps the time of its beginning. */
void pk_judge_tcp_memory(struct pk_judge *judge)
{
	const struct pk_host_counters *host = &judge->scene->host;
	const struct pk_figure *max = &host->tcp_mem[2];
	struct pk_finding *finding;
	bool over;

	if (!pk_judge_knows(judge, "memory_allocated", &host->tcp_pages) ||
	    !pk_judge_knows(judge, "tcp_mem", max) ||
	    !pk_judge_knows(judge, "memory_pressure", &host->tcp_pressure))
		return;
	over = host->tcp_pages.value > max->value;
	if (!over && !host->tcp_pressure.value) {
		pk_judge_clear(judge);
		return;
	}
	finding = pk_judge_found(judge, MORE,
				 over ? "TCP is out of memory: it has %llu page(s) of the %llu of "
					"tcp_mem"
				      : "TCP is under memory pressure: it has %llu page(s) of the "
					"%llu of tcp_mem",
				 number(&host->tcp_pages), number(max));
	show_limit(finding, "memory_allocated", &host->tcp_pages, "tcp_mem[2]", max);
	pk_finding_shows_uint(finding, "tcp_memory_pressure", host->tcp_pressure.value);
}

void pk_judge_udp_memory(struct pk_judge *judge)
{
	const struct pk_host_counters *host = &judge->scene->host;
	const struct pk_figure *max = &host->udp_mem[2];

	if (is_over(judge, "udp_mem", &host->udp_pages, max, false))
		show_limit(
			pk_judge_found(judge, MORE,
				       "UDP is out of memory: it has %llu page(s) of the %llu of "
				       "udp_mem",
				       number(&host->udp_pages), number(max)),
			"memory_allocated", &host->udp_pages, "udp_mem[2]", max);
}

/* tcp_too_many_orphans() */
void pk_judge_tcp_orphans(struct pk_judge *judge)
{
	const struct pk_host_counters *host = &judge->scene->host;
	const struct pk_figure *max = &host->tcp_max_orphans;
	struct pk_finding *finding;
	struct pk_holders holders;

	if (!is_over(judge, "orphans", &host->tcp_orphans, max, false))
		return;
	pk_holders_of_orphans(judge->scene, &holders);
	finding = pk_judge_found(judge, "flows --by netns",
				 "%llu orphan(s), more than the %llu of tcp_max_orphans: closed "
				 "connections are reset%s",
				 number(&host->tcp_orphans), number(max), holders.words.text);
	show_limit(finding, "orphan_count", &host->tcp_orphans, "tcp_max_orphans", max);
	pk_finding_shows_holders(finding, &holders);
}

/* --- tables of a namespace ----------------------------------------------------------------------------- */

/* inet_twsk_alloc() */
static void net_time_wait(struct pk_judge *judge, const struct pk_net_counters *net)
{
	char more[64];

	if (!is_over(judge, "tcp_death_row", &net->time_wait, &net->time_wait_max, true))
		return;
	more_of(net, more);
	show_limit(pk_judge_found(judge, more,
				  "the table of TIME_WAIT is full: %llu of the %llu of "
				  "tcp_max_tw_buckets",
				  number(&net->time_wait), number(&net->time_wait_max)),
		   "tw_count", &net->time_wait, "tcp_max_tw_buckets", &net->time_wait_max);
}

void pk_judge_time_wait(struct pk_judge *judge)
{
	nets_each(judge, net_time_wait);
}

bool pk_net_has_many_routes6(const struct pk_net_counters *net)
{
	return net->routes6.status == PK_OK && net->routes6_max.status == PK_OK &&
	       net->routes6_thresh.status == PK_OK && net->routes6.value > net->routes6_max.value &&
	       net->routes6.value > net->routes6_thresh.value;
}

/* ip6_dst_gc(), which dst_alloc() calls above gc_thresh */
static void net_routes6(struct pk_judge *judge, const struct pk_net_counters *net)
{
	const struct pk_figure *limited = &judge->scene->routes6_limited;
	char more[64];

	if (net->routes6.status == PK_ABSENT || net->routes6_max.status == PK_ABSENT)
		return;
	if (!pk_judge_knows(judge, "ip6_dst_ops", &net->routes6) ||
	    !pk_judge_knows(judge, "gc_thresh", &net->routes6_thresh) ||
	    !pk_judge_knows(judge, "route.max_size", &net->routes6_max))
		return;
	if (!pk_net_has_many_routes6(net) || (limited->status == PK_OK && !limited->value)) {
		pk_judge_clear(judge);
		return;
	}
	if (!pk_judge_knows(judge, "whether ip6_dst_gc() refuses any", limited))
		return;
	more_of(net, more);
	show_limit(pk_judge_found(judge, more,
				  "%llu routes of IPv6 are in use, more than the %llu of "
				  "net.ipv6.route.max_size: packets to other addresses are refused",
				  number(&net->routes6), number(&net->routes6_max)),
		   "dst_entries", &net->routes6, "route.max_size", &net->routes6_max);
}

void pk_judge_routes6(struct pk_judge *judge)
{
	nets_each(judge, net_routes6);
}

/* inet_frag_alloc() and inet_frag_create(): above high_thresh nothing more is taken. */
static void fragments_of(struct pk_judge *judge, const struct pk_net_counters *net,
			 const struct pk_frags *frags, const char *protocol)
{
	char more[64];

	if (frags->memory.status == PK_ABSENT)
		return;
	if (!is_over(judge, "fqdir", &frags->memory, &frags->limit, false))
		return;
	more_of(net, more);
	show_limit(
		pk_judge_found(judge, more,
			       "fragments of %s wait in %llu byte(s), more than the limit of %llu: "
			       "others are dropped",
			       protocol, number(&frags->memory), number(&frags->limit)),
		"fqdir.mem", &frags->memory, "high_thresh", &frags->limit);
}

static void net_fragments(struct pk_judge *judge, const struct pk_net_counters *net)
{
	fragments_of(judge, net, &net->frags, "IPv4");
	fragments_of(judge, net, &net->frags6, "IPv6");
}

void pk_judge_fragments(struct pk_judge *judge)
{
	nets_each(judge, net_fragments);
}

/* No module, no table. Up to 5.11 the namespace has its count all the same: 0. */
static bool is_tracked(const struct pk_judge *judge, const struct pk_net_counters *net)
{
	if (net->conntrack.status == PK_ABSENT)
		return false;
	return net->conntrack.status != PK_OK || net->conntrack.value ||
	       judge->scene->host.conntrack_max.status != PK_ABSENT;
}

/* __nf_conntrack_alloc(): one more is too many. */
static void net_conntrack(struct pk_judge *judge, const struct pk_net_counters *net)
{
	const struct pk_figure *max = &judge->scene->host.conntrack_max;
	struct pk_holders holders;
	struct pk_finding *finding;
	char more[64];

	if (!is_tracked(judge, net))
		return;
	if (max->status == PK_OK && !max->value) {
		pk_judge_clear(judge); /* no limit */
		return;
	}
	if (!is_over(judge, "nf_conntrack_max", &net->conntrack, max, true))
		return;
	more_of(net, more);
	holders = (struct pk_holders){.found = 0};
	if (!pk_judge_is_full(judge))
		pk_holders_of_conntracks(judge->scene, net->net, &holders);
	finding = pk_judge_found(judge, more,
				 "the connection tracking table is full: %llu of %llu; packets of "
				 "new connections are dropped%s",
				 number(&net->conntrack), number(max), holders.words.text);
	show_limit(finding, "nf_conntrack_count", &net->conntrack, "nf_conntrack_max", max);
	if (net->inum)
		pk_finding_shows_uint(finding, "netns", net->inum);
	pk_finding_shows_holders(finding, &holders);
}

void pk_judge_conntrack(struct pk_judge *judge)
{
	nets_each(judge, net_conntrack);
}

/* neigh_alloc(): at gc_thresh3, and nothing to be collected. */
void pk_judge_neighbours(struct pk_judge *judge)
{
	static const char *const families[] = {"IPv4", "IPv6"};

	for (int i = 0; i < PK_NR_NEIGHBOUR_FAMILIES; i++) {
		const struct pk_neighbour_table *table = &judge->scene->neighbours[i];

		/* IPv6 may be a module that is not loaded. */
		if (table->entries.status == PK_ABSENT ||
		    !is_over(judge, "gc_thresh3", &table->limited, &table->limit, true))
			continue;
		show_limit(pk_judge_found(judge, MORE,
					  "the neighbour table of %s is full: %llu of the %llu of "
					  "gc_thresh3",
					  families[i], number(&table->limited),
					  number(&table->limit)),
			   "gc_entries", &table->limited, "gc_thresh3", &table->limit);
	}
}

/* --- a CPU's input queue -------------------------------------------------------------------------------- */

/* Possible CPUs whose part of softnet_data is not known. */
static void missing_cpus(struct pk_judge *judge)
{
	struct pk_ctx *ctx = judge->scene->ctx;
	const struct pk_row_value *row = pk_layout_get(ctx, PK_R_softnet_data);
	struct pk_cpumask possible;
	enum pk_status status = pk_cpumask_get(ctx, PK_CPUS_POSSIBLE, &possible);
	size_t known = judge->scene->host.nr_cpus;

	if (row->state != PK_ROW_FOUND)
		status = row->status;
	if (status != PK_OK) {
		pk_judge_unknown(judge, "softnet_data", status);
		return;
	}
	for (uint32_t cpu = 0; cpu < ctx->target->facts.nr_cpu_ids && cpu < PK_MAX_CPUS; cpu++) {
		if (!pk_cpumask_test(&possible, cpu))
			continue;
		if (known)
			known--;
		else
			pk_judge_unknown(judge, "softnet_data of a CPU", PK_OK);
	}
}

/* enqueue_to_backlog(): what finds more than netdev_max_backlog there is dropped. */
void pk_judge_backlog(struct pk_judge *judge)
{
	const struct pk_host_counters *host = &judge->scene->host;
	const struct pk_figure *max = &host->max_backlog;

	for (size_t i = 0; i < host->nr_cpus; i++) {
		const struct pk_softnet_cpu *cpu = &host->cpus[i];
		struct pk_finding *finding;

		if (!is_over(judge, "input_pkt_queue", &cpu->input_qlen, max, false))
			continue;
		finding = pk_judge_found(judge, MORE,
					 "CPU %u's input queue is full: %llu packet(s), more than "
					 "netdev_max_backlog (%llu)",
					 cpu->cpu, number(&cpu->input_qlen), number(max));
		show_limit(finding, "input_pkt_queue.qlen", &cpu->input_qlen, "netdev_max_backlog",
			   max);
		if (cpu->dropped.status == PK_OK)
			pk_finding_shows_uint(finding, "dropped", cpu->dropped.value);
	}
	missing_cpus(judge);
}

/* --- since boot ---------------------------------------------------------------------------------------- */

void pk_judge_lost_backlog(struct pk_judge *judge)
{
	const struct pk_host_counters *host = &judge->scene->host;

	for (size_t i = 0; i < host->nr_cpus; i++) {
		const struct pk_softnet_cpu *cpu = &host->cpus[i];
		struct pk_finding *finding;

		if (!pk_judge_knows(judge, "softnet_data.dropped", &cpu->dropped))
			continue;
		if (!cpu->dropped.value) {
			pk_judge_clear(judge);
			continue;
		}
		finding =
			pk_judge_found(judge, MORE,
				       "CPU %u dropped %llu received packets: its input queue was "
				       "full",
				       cpu->cpu, number(&cpu->dropped));
		if (finding)
			finding->when = PK_WHEN_SINCE_BOOT;
		pk_finding_shows_uint(finding, "dropped", cpu->dropped.value);
	}
	missing_cpus(judge);
}

/* A counter of the kernel's that counts nothing but losses by one limit. */
static void counter_lost(struct pk_judge *judge, const struct pk_net_counters *net,
			 enum pk_mib group, const char *name, const char *meaning)
{
	const struct pk_counter *counter;
	struct pk_finding *finding;
	char more[64];

	if (net->mibs[group].status != PK_OK) {
		/* A namespace has no counters of a protocol that the kernel lacks. */
		if (net->mibs[group].status != PK_ABSENT)
			pk_judge_unknown(judge, name, net->mibs[group].status);
		return;
	}
	counter = pk_mib_find(net->mibs, group, name);
	if (!counter || !counter->value) {
		pk_judge_clear(
			judge); /* older kernels do not count some: they lose nothing by it either */
		return;
	}
	more_of(net, more);
	finding = pk_judge_found(judge, more, "%s: %llu", meaning,
				 (unsigned long long)counter->value);
	if (finding)
		finding->when = PK_WHEN_SINCE_BOOT;
	pk_finding_shows_uint(finding, name, counter->value);
	if (net->inum)
		pk_finding_shows_uint(finding, "netns", net->inum);
}

static void net_connects(struct pk_judge *judge, const struct pk_net_counters *net)
{
	counter_lost(judge, net, PK_MIB_TCPEXT, "ListenOverflows",
		     "connects that found a listener's accept queue full");
	counter_lost(judge, net, PK_MIB_TCPEXT, "TCPReqQFullDrop",
		     "SYNs that found a listener's SYN queue full, and were dropped");
}

void pk_judge_lost_connects(struct pk_judge *judge)
{
	nets_each(judge, net_connects);
}

static void net_memory(struct pk_judge *judge, const struct pk_net_counters *net)
{
	counter_lost(judge, net, PK_MIB_TCPEXT, "TCPAbortOnMemory",
		     "connections reset: too many orphans, or tcp_mem used up");
	counter_lost(judge, net, PK_MIB_TCPEXT, "TCPMemoryPressures",
		     "times that TCP came under memory pressure");
	counter_lost(judge, net, PK_MIB_TCPEXT, "TCPTimeWaitOverflow",
		     "TIME_WAIT sockets given up: more than tcp_max_tw_buckets");
	counter_lost(judge, net, PK_MIB_UDP, "MemErrors", "datagrams dropped: udp_mem was used up");
	counter_lost(judge, net, PK_MIB_UDP6, "Udp6MemErrors",
		     "IPv6 datagrams dropped: udp_mem was used up");
}

void pk_judge_lost_memory(struct pk_judge *judge)
{
	nets_each(judge, net_memory);
}

/* early_drop() is called by nothing but a full table. */
static void net_early_drops(struct pk_judge *judge, const struct pk_net_counters *net)
{
	const struct pk_figure *dropped = &net->conntrack_stats[PK_CT_EARLY_DROP];
	struct pk_finding *finding;
	char more[64];

	if (!is_tracked(judge, net) ||
	    !pk_judge_knows(judge, "ip_conntrack_stat.early_drop", dropped))
		return;
	if (!dropped->value) {
		pk_judge_clear(judge);
		return;
	}
	more_of(net, more);
	finding = pk_judge_found(judge, more,
				 "tracked connections forgotten early: %llu; the table was full",
				 number(dropped));
	if (finding)
		finding->when = PK_WHEN_SINCE_BOOT;
	pk_finding_shows_uint(finding, "early_drop", dropped->value);
}

void pk_judge_lost_conntrack(struct pk_judge *judge)
{
	nets_each(judge, net_early_drops);
}

/* --- page pools ----------------------------------------------------------------------------------------- */

#define STALLED_MS 60000 /* DEFER_WARN_INTERVAL */

static void page_pool(struct pk_judge *judge, const struct pk_page_pool *pool)
{
	struct pk_finding *finding;
	const char *dev = pool->dev[0] ? pool->dev : pool->parent;

	if (!pk_judge_knows(judge, "user_cnt", &pool->users))
		return;
	if (pool->users.value || pool->shutdown_ms.status == PK_ABSENT) {
		pk_judge_clear(judge);
		return;
	}
	if (!pk_judge_knows(judge, "defer_start", &pool->shutdown_ms) ||
	    !pk_judge_knows(judge, "pages_state_hold_cnt", &pool->inflight))
		return;
	if (pool->shutdown_ms.value < STALLED_MS || (int64_t)pool->inflight.value <= 0) {
		pk_judge_clear(judge);
		return;
	}
	finding = pk_judge_found(judge, MORE,
				 "page pool %llu%s%.47s was shut down %llu s ago, and %llu of its "
				 "pages are still in use",
				 number(&pool->id), dev[0] ? " of " : "", dev,
				 number(&pool->shutdown_ms) / 1000, number(&pool->inflight));
	pk_finding_shows_uint(finding, "inflight", pool->inflight.value);
	pk_finding_shows_uint(finding, "shutdown_ms", pool->shutdown_ms.value);
	pk_finding_shows_addr(finding, "page_pool", pool->addr);
}

/* page_pool_release_retry(): it warns of these each minute (since 6.8 only of those that netlink does not show). */
void pk_judge_page_pools(struct pk_judge *judge)
{
	const struct pk_page_pools *pools = &judge->scene->page_pools;

	if (pools->status != PK_OK && pools->status != PK_ABSENT)
		pk_judge_unknown(judge, "page pools", pools->status);
	if (!pools->nr || !pk_judge_stood_still(judge))
		return;
	for (size_t i = 0; i < pools->nr; i++)
		page_pool(judge, &pools->list[i]);
}
