// SPDX-License-Identifier: GPL-3.0-or-later
/*
 * What is wrong with the machine, by its memory alone. A rule is a row here and a function in finding_*.c. It tests what
 * the kernel itself tests, against the kernel's own limit, and shows the values. Of what the dump does not hold, nothing
 * is concluded: such things are counted as not judged.
 */
#include "analysis/findings/findings.h"

#include <stdlib.h>

#include "analysis/explain/skbs.h"
#include "analysis/findings/finding_rules.h"
#include "core/kit.h"
#include "decode/consumer/consumer.h"
#include "decode/figure.h"
#include "decode/net/counters/net_counters.h"
#include "decode/net/device/device.h"
#include "decode/net/device/net_device.h"
#include "decode/net/netfilter/netfilter.h"
#include "decode/net/route/route.h"
#include "decode/printk.h"
#include "decode/task/watchdog.h"

#define MAX_ASKED 65536

/* Ranks: 1 memory is damaged, 2 nothing goes on, 3 a limit is reached now, 4 one was reached since boot. */
static const struct pk_rule rules[] = {
	{"skb-mangled", "a queued sk_buff contradicts itself", 1, pk_judge_queued_skbs},
	{"skb-mangled-in-flight", "an sk_buff that a CPU handles contradicts itself", 1,
	 pk_judge_held_skbs},
	{"hard-lockup", "a CPU has taken no timer interrupt for watchdog_thresh", 2,
	 pk_judge_hard_cpus},
	{"soft-lockup", "a CPU has not scheduled for twice watchdog_thresh", 2,
	 pk_judge_stuck_cpus},
	{"rcu-stall", "a grace period of RCU lasts longer than rcu_cpu_stall_timeout", 2,
	 pk_judge_rcu},
	{"workers-stalled", "a pool of workers has works to do, and has begun none for too long", 2,
	 pk_judge_worker_pools},
	{"works-asleep", "a work waits to be run, and no worker or timer will run it", 2,
	 pk_judge_works_asleep},
	{"timers-late", "a CPU schedules, and does not run timers that are due", 2,
	 pk_judge_late_timers},
	{"hung-task", "a task sleeps, not to be interrupted, for longer than the kernel allows", 2,
	 pk_judge_hung_tasks},
	{"hung-transport",
	 "a server has not answered a client in the kernel (NFS, SMB, NVMe/TCP, iSCSI, RDS, Ceph) "
	 "in time, or their connection is lost",
	 2, pk_judge_transports},
	{"tx-stopped", "a transmit queue is stopped for longer than its watchdog allows", 2,
	 pk_judge_tx_stopped},
	{"bql-stuck",
	 "byte queue limits stopped a transmit queue for longer than its watchdog allows", 2,
	 pk_judge_bql_stuck},
	{"no-carrier-backlog", "a device without carrier has packets queued", 2,
	 pk_judge_no_carrier},
	{"qdisc-asleep", "packets wait in a qdisc, and nothing will make it send them", 2,
	 pk_judge_qdisc_asleep},
	{"napi-asleep",
	 "packets wait in a ring (received: of virtio_net; sent: of a card that says so), "
	 "NAPI is idle, and interrupts are off",
	 2, pk_judge_napi_asleep},
	{"neighbour-asleep", "a neighbour is asked for, and no timer runs that would ask again", 2,
	 pk_judge_neighbour_asleep},
	{"no-timer", "a TCP connection has data to send, and no timer runs that would send it", 2,
	 pk_judge_no_timer},
	{"device-held",
	 "a device that was unregistered, or a namespace with it, cannot go: something holds it", 2,
	 pk_judge_references},
	{"tcp-memory", "TCP is under memory pressure, or above its limit", 3, pk_judge_tcp_memory},
	{"udp-memory", "UDP is above its memory limit", 3, pk_judge_udp_memory},
	{"memory-leaked", "TCP or UDP counts memory that no socket has", 3, pk_judge_memory_leaked},
	{"sent-leaked", "a socket counts memory of sent packets that no packet has", 3,
	 pk_judge_sent_leaked},
	{"memcg-pressure", "a cgroup's memory is short, and its sockets are held back for it", 3,
	 pk_judge_memcg_pressure},
	{"tcp-orphans", "more orphans than tcp_max_orphans", 3, pk_judge_tcp_orphans},
	{"time-wait-full", "as many TIME_WAIT sockets as tcp_max_tw_buckets", 3,
	 pk_judge_time_wait},
	{"routes-full", "more routes of IPv6 in use than net.ipv6.route.max_size", 3,
	 pk_judge_routes6},
	{"fragments-full", "fragments use more memory than ipfrag_high_thresh", 3,
	 pk_judge_fragments},
	{"conntrack-full", "as many connections tracked as nf_conntrack_max", 3,
	 pk_judge_conntrack},
	{"conntrack-leaked",
	 "connections are counted as tracked that are in no table, list or packet", 3,
	 pk_judge_conntrack_leaked},
	{"neighbours-full", "as many neighbours as gc_thresh3", 3, pk_judge_neighbours},
	{"ports-exhausted", "no local port is left for connections to a destination", 3,
	 pk_judge_ports},
	{"backlog-full", "a CPU's input queue holds more than netdev_max_backlog", 3,
	 pk_judge_backlog},
	{"accept-queue-full", "a listener has more connections to accept than its backlog", 3,
	 pk_judge_accept_queue},
	{"syn-queue-full", "a listener has as many requests as its backlog", 3, pk_judge_syn_queue},
	{"user-queue-full", "a firewall's queue to user space (NFQUEUE) is full", 3,
	 pk_judge_user_queue_full},
	{"page-pool-stalled",
	 "a page pool has been shut down for a minute, and some of its pages are still in use", 3,
	 pk_judge_page_pools},
	{"qdisc-late",
	 "fq or etf has packets whose time to send is further away than any peer waits", 3,
	 pk_judge_qdisc_late},
	{"zero-window", "a peer's window stays closed", 3, pk_judge_zero_window},
	{"large-lost",
	 "large segments are sent again in vain, and smaller ones behind them are acknowledged", 3,
	 pk_judge_large_lost},
	{"unanswered", "retransmits stay unanswered", 3, pk_judge_unanswered},
	{"unread", "a receive window is closed: the program does not read", 3, pk_judge_unread},
	{"connects-lost", "connects were dropped: a listener's queue was full", 4,
	 pk_judge_lost_connects},
	{"backlog-lost", "received packets were dropped: a CPU's input queue was full", 4,
	 pk_judge_lost_backlog},
	{"memory-lost", "packets or connections were dropped: out of protocol memory", 4,
	 pk_judge_lost_memory},
	{"user-queue-lost",
	 "packets were dropped: a program did not take them from its queue (NFQUEUE)", 4,
	 pk_judge_lost_user_queue},
	{"conntrack-lost", "tracked connections were dropped early: the table was full", 4,
	 pk_judge_lost_conntrack},
};

static bool add_user_queue(const struct pk_user_queue *queue, void *arg)
{
	struct pk_scene *scene = arg;

	if (!pk_grow(scene->user_queues, scene->nr_user_queues, scene->room_user_queues))
		return false;
	scene->user_queues[scene->nr_user_queues++] = *queue;
	return true;
}

/* INCOMPLETE and PROBE: of NUD_IN_TIMER those that wait for an answer. */
static bool add_asked(const struct pk_neighbour *neighbour, void *arg)
{
	struct pk_scene *scene = arg;
	struct pk_neighbour_asked *asked;

	if (neighbour->state.status != PK_OK)
		scene->asked_status = neighbour->state.status;
	if (!(neighbour->state.value & (PK_NUD_INCOMPLETE | PK_NUD_PROBE)) ||
	    neighbour->state.status != PK_OK)
		return true;
	if (scene->nr_asked == MAX_ASKED ||
	    !pk_grow(scene->asked, scene->nr_asked, scene->room_asked)) {
		scene->asked_status = PK_LIMIT;
		return false;
	}
	asked = &scene->asked[scene->nr_asked++];
	asked->neighbour = *neighbour;
	asked->timer = pk_figure_member(scene->ctx, neighbour->addr, PK_R_neigh_timer_pprev);
	asked->lock = pk_figure_member(scene->ctx, neighbour->addr, PK_R_neigh_lock);
	return true;
}

static void neighbours_read(struct pk_scene *scene)
{
	enum pk_status status = pk_neighbours_list(scene->ctx, add_asked, scene);

	if (status != PK_OK)
		scene->asked_status = status;
}

static void stalls_read(struct pk_scene *scene)
{
	pk_watchdog_read(scene->ctx, &scene->panic, &scene->watchdog);
	pk_hung_tasks_read(scene->ctx, &scene->ran_on_ms, &scene->hung);
	pk_rcu_read(scene->ctx, &scene->panic, &scene->ran_on_ms, &scene->rcu);
	pk_worker_pools_read(scene->ctx, &scene->ran_on_ms, &scene->pools);
	pk_late_timers_read(scene->ctx, &scene->ran_on_ms, &scene->watchdog, &scene->timers);
}

static void accounts_begin(struct pk_scene *scene)
{
	pk_proto_account_begin(scene->ctx, PK_R_tcp_prot, &scene->accounts[PK_ACCOUNT_TCP]);
	pk_proto_account_begin(scene->ctx, PK_R_udp_prot, &scene->accounts[PK_ACCOUNT_UDP]);
}

/* Only if any are counted. */
static void census_read(struct pk_scene *scene)
{
	uint64_t *skbs = NULL, counted = 0;
	size_t nr = 0;

	scene->census_status = PK_ABSENT;
	for (size_t i = 0; i < scene->nr_nets; i++)
		counted |= scene->nets[i].conntrack.value;
	if (!counted)
		return;
	scene->census = calloc(scene->nr_nets, sizeof(*scene->census));
	scene->census_status = scene->census ? PK_OK : PK_NOMEM;
	for (size_t i = 0; scene->census && i < scene->nr_nets; i++)
		scene->census[i].net = scene->nets[i].net;
	if (scene->census_status == PK_OK)
		scene->census_status = pk_placed_skbs(scene->ctx, scene->memory, &skbs, &nr);
	if (scene->census_status == PK_OK)
		scene->census_status =
			pk_conntracks_count(scene->ctx, skbs, nr, scene->census, scene->nr_nets);
	free(skbs);
}

/* What a capsule lacks of them, since an older version recorded it, the rules say themselves. */
static void read_told(struct pk_scene *scene, void (*read)(struct pk_scene *scene))
{
	struct pk_told before = pk_told_begin(scene->ctx);

	read(scene);
	pk_told_end(scene->ctx, before);
}

static void references_read(struct pk_ctx *ctx, struct pk_scene *scene)
{
	bool any = false;

	pk_device_saids_read(ctx, &scene->saids);
	for (size_t i = 0; i < scene->saids.nr; i++)
		any |= pk_device_said_is_current(&scene->saids, &scene->saids.list[i],
						 &scene->panic);
	if (!any)
		return;
	pk_device_waits_read(ctx, &scene->waits);
	for (size_t i = 0; i < scene->waits.nr; i++)
		pk_ref_account_add(ctx, scene->waits.list[i].device, &scene->references);
	pk_device_holders_search(ctx, &scene->references);
}

/* Interrupts have a counter for each CPU: they are read only if a rule will look at one. */
static bool any_ring_waits(const struct pk_devices *devices)
{
	for (size_t i = 0; i < devices->nr; i++)
		for (size_t j = 0; j < devices->list[i].nr_rings; j++)
			if (pk_ring_unfreed(&devices->list[i].rings[j]) ||
			    (devices->list[i].rings[j].napi &&
			     devices->list[i].rings[j].done.value))
				return true;
	return false;
}

static void scene_init(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
		       struct pk_scene *scene)
{
	struct pk_reader nets = {.ctx = ctx};
	unsigned long warned;
	enum pk_status status;

	*scene = (struct pk_scene){.ctx = ctx, .memory = memory};
	status = pk_panic_find(ctx, &scene->panic);
	scene->ran_on_ms =
		status == PK_OK ? pk_ran_on_ms(ctx, &scene->panic) : pk_figure_none(status);
	read_told(scene, stalls_read);
	warned = ctx->nr_warned;
	scene->devices_status = pk_devices_read(ctx, &scene->devices);
	pk_device_wakes_read(ctx, &scene->devices);
	pk_device_rings_read(ctx, &scene->devices);
	if (any_ring_waits(&scene->devices))
		pk_device_irqs_read(ctx, &scene->devices);
	pk_device_ring_wakes_read(ctx, &scene->devices);
	scene->devices_missing = ctx->nr_warned != warned;
	pk_host_counters_read(ctx, &scene->host);
	pk_netns_for_each (net, &nets) {
		if (!pk_grow(scene->nets, scene->nr_nets, scene->room_nets))
			break;
		pk_net_counters_read(ctx, net.addr, net.inum, &scene->nets[scene->nr_nets++]);
	}
	scene->nets_status = nets.status;
	scene->routes6_limited = pk_figure_none(PK_ABSENT);
	if (pk_any(scene->nr_nets, i, pk_net_has_many_routes6(&scene->nets[i])))
		scene->routes6_limited = pk_routes6_limited(ctx);
	read_told(scene, census_read);
	read_told(scene, accounts_begin);
	scene->user_queues_status = pk_user_queues_walk(ctx, add_user_queue, scene);
	pk_consumers_read(ctx, &scene->consumers);
	pk_page_pools_read(ctx, &scene->page_pools);
	references_read(ctx, scene);
	for (int i = 0; i < PK_NR_NEIGHBOUR_FAMILIES; i++)
		scene->neighbours[i] = pk_neighbour_table_read(ctx, i);
	read_told(scene, neighbours_read);
}

static void scene_deinit(struct pk_scene *scene)
{
	pk_watchdog_deinit(&scene->watchdog);
	pk_hung_tasks_deinit(&scene->hung);
	pk_rcu_deinit(&scene->rcu);
	pk_worker_pools_deinit(&scene->pools);
	pk_late_timers_deinit(&scene->timers);
	pk_devices_deinit(&scene->devices);
	pk_consumers_deinit(&scene->consumers);
	pk_page_pools_deinit(&scene->page_pools);
	pk_device_saids_deinit(&scene->saids);
	pk_device_waits_deinit(&scene->waits);
	pk_ref_accounts_deinit(&scene->references);
	pk_host_counters_deinit(&scene->host);
	for (size_t i = 0; i < scene->nr_nets; i++)
		pk_net_counters_deinit(&scene->nets[i]);
	free(scene->nets);
	free(scene->census);
	free(scene->user_queues);
	free(scene->asked);
}

static const struct pk_evidence *evidence_of(const struct pk_finding *finding, const char *name)
{
	return pk_find(finding->evidence, finding->nr_evidence, !strcmp(it->name, name));
}

/* Whether NAME has another value in each finding whose sentence is TEXT. */
static bool tells_apart(const struct pk_findings *findings, const char *text, const char *name)
{
	for (size_t i = 0; i < findings->nr; i++) {
		const struct pk_evidence *one = evidence_of(&findings->list[i], name), *other;

		if (strcmp(findings->list[i].sentence, text) != 0)
			continue;
		for (size_t j = 0; one && j < i; j++) {
			other = evidence_of(&findings->list[j], name);
			if (!strcmp(findings->list[j].sentence, text) &&
			    (!other || !strcmp(one->value, other->value)))
				return false;
		}
		if (!one)
			return false;
	}
	return true;
}

/* Findings of several objects whose sentences are the same: the first address that is another in each. */
static void tell_apart(struct pk_findings *findings, size_t at)
{
	const struct pk_finding first = findings->list[at];
	const char *name = NULL;
	bool several = false;

	for (size_t i = at + 1; i < findings->nr && !several; i++)
		several = !strcmp(findings->list[i].sentence, first.sentence);
	for (unsigned i = 0; several && i < first.nr_evidence && !name; i++)
		if (!strncmp(first.evidence[i].value, "0x", 2) &&
		    tells_apart(findings, first.sentence, first.evidence[i].name))
			name = first.evidence[i].name;
	for (size_t i = at; name && i < findings->nr; i++) {
		struct pk_finding *finding = &findings->list[i];
		size_t len = strlen(finding->sentence);

		if (!strcmp(finding->sentence, first.sentence))
			snprintf(finding->sentence + len, sizeof(finding->sentence) - len,
				 "; %s %s", name, evidence_of(finding, name)->value);
	}
}

enum pk_status pk_findings_judge(const struct pk_scene *scene, struct pk_findings *ret_findings)
{
	struct pk_findings findings = {
		.rules = calloc(PK_ARRAY_SIZE(rules), sizeof(*findings.rules))};
	const char *lack = scene->ctx->target->facts.symbols_lack;
	struct pk_mangled mangled = {0};

	if (!findings.rules)
		return pk_fail(scene->ctx, PK_NOMEM, "findings: out of memory");
	for (size_t i = 0; i < PK_ARRAY_SIZE(rules); i++) {
		struct pk_rule_result *result = &findings.rules[i];
		struct pk_judge judge = {scene, &findings, result, rules[i].rank, &mangled};

		result->rule = rules[i].name;
		result->summary = rules[i].summary;
		rules[i].judge(&judge);
		/* What it looks at may be a module's that is not known. */
		if (!result->found && !result->clear && !result->unjudged && lack[0])
			pk_judge_unknown(&judge, lack, PK_OK);
		result->end = result->found	 ? PK_RULE_FOUND
			      : result->unjudged ? PK_RULE_NOT_JUDGED
						 : PK_RULE_NOT_FOUND;
	}
	for (size_t i = 0; i < findings.nr; i++)
		tell_apart(&findings, i);
	findings.nr_rules = PK_ARRAY_SIZE(rules);
	pk_mangled_show_hooks(scene, &mangled, &findings);
	free(mangled.list);
	*ret_findings = findings;
	return PK_OK;
}

enum pk_status pk_findings_read(struct pk_ctx *ctx, const struct pk_queued_packets *memory,
				struct pk_findings *ret_findings)
{
	struct pk_queued_packets own = {0};
	struct pk_scene scene;
	enum pk_status status;

	if (!memory)
		pk_queued_load(ctx, &own);
	scene_init(ctx, memory ? memory : &own, &scene);
	status = pk_findings_judge(&scene, ret_findings);
	scene_deinit(&scene);
	pk_queued_deinit(&own);
	return status;
}
