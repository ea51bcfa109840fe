// SPDX-License-Identifier: GPL-3.0-or-later
/* Rules that compare what the kernel counts with what is found in memory. What is counted and not found is "in nothing that was
 * searched": it has leaked, or is in a place that is not known. */
#include "analysis/findings/finding_rules.h"

#include <stdio.h>
#include <string.h>

#include "analysis/explain/cpu_work.h"
#include "analysis/explain/socks.h"
#include "core/ask.h"
#include "core/context.h"
#include "decode/list.h"
#include "decode/net/counters/net_counters.h"
#include "decode/net/sock/sock.h"

#define POLLED 64 /* NAPI_POLL_WEIGHT: a CPU polls at most this many packets at a time */

static bool is_moving(struct pk_judge *judge)
{
	if (judge->scene->ctx->target->facts.is_live)
		pk_judge_unknown(judge, "memory changes while it is read", PK_OK);
	return judge->scene->ctx->target->facts.is_live;
}

/* How many packets the running CPUs may have been handling that no stack shows. */
uint64_t pk_scene_packets_handled(const struct pk_scene *scene)
{
	struct pk_ctx *ctx = scene->ctx;
	const struct pk_host_counters *host = &scene->host;
	uint64_t packets = host->nr_cpus ? 0 : (uint64_t)ctx->target->facts.nr_cpu_ids * POLLED;

	for (size_t i = 0; i < host->nr_cpus; i++) {
		const int cpu = (int)host->cpus[i].cpu;
		struct pk_cpu_work work;
		struct pk_regs regs;

		if (!host->cpus[i].online ||
		    (pk_cpu_regs(ctx, cpu, &regs) == PK_OK && regs.in_user))
			continue;
		if (pk_cpu_work_read(ctx, cpu, &scene->devices, &work) == PK_OK)
			packets += work.softirq[0] || work.device ? POLLED : 1;
		else
			packets += POLLED;
	}
	return packets;
}

/* --- tracked connections ------------------------------------------------------------------------------- */

static void tell_leaked(struct pk_judge *judge, const struct pk_net_counters *net,
			const struct pk_conntrack_census *census, uint64_t found)
{
	const uint64_t counted = net->conntrack.value;
	struct pk_finding *finding;
	char more[64], idle[80] = "";

	if (census->idle)
		snprintf(idle, sizeof(idle), "; %llu of these are dying, and nothing keeps them",
			 (unsigned long long)census->idle);
	snprintf(more, sizeof(more), net->inum ? "counters -n %u" : "counters", net->inum);
	finding = pk_judge_found(
		judge, more,
		"%llu tracked connection(s) are counted, %llu are found: %llu are in nothing that "
		"was searched (table, lists of unconfirmed and dying ones, packets)%s",
		(unsigned long long)counted, (unsigned long long)found,
		(unsigned long long)(counted - found), idle);
	if (finding)
		finding->sure = PK_SURE_LIKELY;
	pk_finding_shows_uint(finding, "nf_conntrack_count", counted);
	pk_finding_shows_uint(finding, "in the table", census->in_table);
	pk_finding_shows_uint(finding, "in lists", census->in_lists);
	pk_finding_shows_uint(finding, "by packets", census->by_skbs);
	pk_finding_shows_uint(finding, "as masters", census->masters);
	if (census->idle)
		pk_finding_shows_uint(finding, "dying", census->idle);
	if (net->inum)
		pk_finding_shows_uint(finding, "netns", net->inum);
}

static void net_leaked(struct pk_judge *judge, const struct pk_net_counters *net,
		       const struct pk_conntrack_census *census)
{
	const struct pk_queued_packets *memory = judge->scene->memory;
	const uint64_t found =
		census->in_table + census->in_lists + census->by_skbs + census->masters;

	if (net->conntrack.value <= found) {
		pk_judge_clear(judge);
	} else if (memory->queues_missing || memory->truncated) {
		pk_judge_unknown(judge, "some queues, as the warnings say", PK_OK);
	} else if (net->conntrack.value - found <= pk_scene_packets_handled(judge->scene)) {
		pk_judge_clear(judge);
	} else {
		tell_leaked(judge, net, census, found);
	}
}

/* nf_conntrack_free() takes an entry off the count when nothing refers to it any more. */
void pk_judge_conntrack_leaked(struct pk_judge *judge)
{
	const struct pk_scene *scene = judge->scene;

	if (scene->nets_status != PK_OK)
		pk_judge_unknown(judge, "namespaces", scene->nets_status);
	for (size_t i = 0; i < scene->nr_nets; i++) {
		const struct pk_net_counters *net = &scene->nets[i];

		if (net->conntrack.status == PK_ABSENT ||
		    !pk_judge_knows(judge, "nf_conntrack_count", &net->conntrack))
			continue;
		if (!net->conntrack.value)
			pk_judge_clear(judge);
		else if (scene->census_status != PK_OK)
			pk_judge_unknown(judge, "tracked connections", scene->census_status);
		else if (!is_moving(judge))
			net_leaked(judge, net, &scene->census[i]);
	}
}

/* --- memory of protocols ------------------------------------------------------------------------------- */

#define MAX_SOCKS (1u << 22)
#define RESERVE                                                                                    \
	(1u                                                                                        \
	 << 20) /* SK_MEMORY_PCPU_RESERVE: bytes that a CPU may have set aside, or be about to give a socket */

struct search {
	struct pk_ctx *ctx;
	struct pk_proto_account accounts[PK_NR_ACCOUNTS];
	struct pk_address_set seen;
	enum pk_status status; /* the first failure */
	bool whole;
};

static void add_sock(struct search *search, uint64_t sk)
{
	enum pk_status status;

	if (!pk_address_set_add(&search->seen, sk, MAX_SOCKS))
		return;
	status = pk_proto_accounts_add(search->ctx, search->accounts, PK_NR_ACCOUNTS, sk);
	if (search->status == PK_OK)
		search->status = status;
}

static bool add_hashed(const struct pk_sock *sock, void *arg)
{
	if (sock->kind == PK_SOCK_FULL || sock->kind == PK_SOCK_LISTEN)
		add_sock(arg, sock->addr);
	return true;
}

enum pk_status pk_scene_socks_walk(const struct pk_scene *scene,
				   bool (*fn)(const struct pk_sock *sock, void *arg), void *arg)
{
	struct pk_ctx *ctx = scene->ctx;
	const unsigned shown = ctx->protocols;
	enum pk_status status;

	pk_protocols_parse("all", &ctx->protocols);
	status = pk_socks_walk(ctx, fn, arg);
	ctx->protocols = shown;
	return status;
}

/* What is in no table is open in a process: a connection that was reset keeps what nobody has read. */
static void search_socks(const struct pk_scene *scene, struct search *search)
{
	struct pk_ctx *ctx = scene->ctx;
	unsigned long warned = ctx->nr_warned;
	struct pk_sock_owners owners;
	enum pk_status status;

	status = pk_scene_socks_walk(scene, add_hashed, search);
	if (search->status == PK_OK)
		search->status = status;
	pk_sock_owners_load(ctx, &owners);
	for (size_t i = 0; i < owners.socks.room; i++)
		if (owners.socks.slots[i].value)
			add_sock(search, owners.socks.slots[i].key);
	search->whole = owners.status == PK_OK && owners.whole && !owners.cut &&
			ctx->nr_warned == warned && search->seen.nr < MAX_SOCKS;
	pk_sock_owners_deinit(&owners);
	pk_address_set_deinit(&search->seen);
}

static void judge_account(struct pk_judge *judge, const struct search *search,
			  const struct pk_proto_account *account, const char *protocol,
			  uint64_t slack, uint64_t page)
{
	const uint64_t counted = account->counted.value, has = (account->bytes + page - 1) / page;
	struct pk_finding *finding;

	if (search->status != PK_OK || !search->whole) {
		pk_judge_unknown(judge, "sockets",
				 search->status == PK_OK ? PK_UNREADABLE : search->status);
		return;
	}
	if (counted <= has + slack) {
		pk_judge_clear(judge);
		return;
	}
	if (account->sockets.status != PK_ABSENT &&
	    !pk_judge_knows(judge, "sockets_allocated", &account->sockets))
		return;
	if (account->found < account->sockets.value) {
		pk_judge_unknown(judge, "sockets that are counted and were not found", PK_OK);
		return;
	}
	finding = pk_judge_found(
		judge, "counters",
		"%s has %llu page(s) of memory, and its sockets have %llu: %llu are in "
		"nothing that was searched",
		protocol, (unsigned long long)counted, (unsigned long long)has,
		(unsigned long long)(counted - has));
	if (finding)
		finding->sure = PK_SURE_LIKELY;
	pk_finding_shows_uint(finding, "memory_allocated", counted);
	pk_finding_shows_uint(finding, "of sockets", has);
	pk_finding_shows_uint(finding, "sockets", account->found);
}

/* sk_memory_allocated(): pages that __sk_mem_schedule() reserved, and __sk_mem_reclaim() gave back. */
void pk_judge_memory_leaked(struct pk_judge *judge)
{
	static const char *const protocols[PK_NR_ACCOUNTS] = {"TCP", "UDP"};
	const struct pk_facts *facts = &judge->scene->ctx->target->facts;
	const uint64_t page = facts->page_size ? facts->page_size : 1;
	const uint64_t slack = (uint64_t)facts->nr_cpu_ids * RESERVE / page;
	struct search search = {.ctx = judge->scene->ctx};
	bool searched = false;

	memcpy(search.accounts, judge->scene->accounts, sizeof(search.accounts));
	for (int i = 0; i < PK_NR_ACCOUNTS; i++) {
		const struct pk_proto_account *account = &search.accounts[i];

		if (!pk_judge_knows(judge, "memory_allocated", &account->counted))
			continue;
		if (account->counted.value <= slack) {
			pk_judge_clear(judge);
			continue;
		}
		if (is_moving(judge))
			continue;
		if (!searched)
			search_socks(judge->scene, &search);
		searched = true;
		judge_account(judge, &search, account, protocols[i], slack, page);
	}
}
